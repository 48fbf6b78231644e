"""Which abilities work: cancellation computed over the cards that lie in Ability Mode.

A card works exactly when none of its cancellers works. A *canceller* of a card is another card in
Ability Mode, of either player, whose ability the card lists (rules DC-CANCEL-1, DC-CANCEL-2,
DC-R1).
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

__all__ = ["Cancelling", "Named", "reachable"]


class Named(NamedTuple):
    """The ability of a card, and the abilities that cancel it."""

    ability: str
    cancelled_by: tuple[str, ...]


class Cancelling:
    """The cancellations of a deck; `working` remembers its answers."""

    def __init__(self, cards: Mapping[str, Named]) -> None:
        self._cards: Final = dict(cards)
        self._any: Final = any(named.cancelled_by for named in cards.values())
        self.working: Final = lru_cache(maxsize=1 << 16)(self._working)

    def _working(self, cards: tuple[str, ...]) -> tuple[bool, ...]:
        """Return for each of `cards`, all cards in Ability Mode, oldest first, whether it works.

        Of several consistent settings it is the one in which the oldest card works, then among
        those the next oldest, and so on. Where there is none, see `_by_dependency`.
        """
        cancellers = self.cancellers(cards) if self._any else ()
        if not any(cancellers):
            return (True,) * len(cards)
        setting = next(_consistent(cancellers, ()), None)
        return setting if setting is not None else _by_dependency(cancellers)

    def cancellers(self, cards: tuple[str, ...]) -> tuple[frozenset[int], ...]:
        """Return for each place of `cards`, oldest first, the places of its cancellers."""
        abilities = [self._cards[card].ability for card in cards]
        return tuple(
            frozenset(
                other
                for other, ability in enumerate(abilities)
                if other != place and ability in self._cards[card].cancelled_by
            )
            for place, card in enumerate(cards)
        )


def _consistent(
    cancellers: tuple[frozenset[int], ...], begun: tuple[bool, ...]
) -> Iterator[tuple[bool, ...]]:
    """Give the consistent settings that begin with `begun`, those with older cards working first.

    A beginning is given up as soon as a card of it works beside a working canceller, or does not
    work although all its cancellers are known not to.
    """
    count = len(begun)
    for place in range(count):
        decided = [begun[other] for other in cancellers[place] if other < count]
        if begun[place] and any(decided):
            return
        if not begun[place] and not any(decided) and len(decided) == len(cancellers[place]):
            return
    if count == len(cancellers):
        yield begun
        return
    for works in (True, False):
        yield from _consistent(cancellers, (*begun, works))


def _by_dependency(cancellers: tuple[frozenset[int], ...]) -> tuple[bool, ...]:
    """Return the setting when no consistent one exists, because of a ring of odd length.

    Cancellers are decided before what they cancel. Inside a ring the oldest card is decided first,
    ignoring members of the ring that are not decided yet.
    """
    above = [reachable(cancellers, place) for place in range(len(cancellers))]
    works: dict[int, bool] = {}
    while len(works) < len(cancellers):
        ring = next(
            members
            for place in range(len(cancellers))
            if place not in works
            for members in [{place} | {o for o in above[place] if place in above[o]}]
            if all(other in works for other in above[place] - members)
        )
        for place in sorted(ring):
            works[place] = not any(works.get(other, False) for other in cancellers[place])
    return tuple(works[place] for place in range(len(cancellers)))


def reachable(cancellers: tuple[frozenset[int], ...], start: int) -> set[int]:
    """Return all places on whose setting that of `start` depends."""
    found: set[int] = set()
    waiting = [start]
    while waiting:
        for other in cancellers[waiting.pop()] - found:
            found.add(other)
            waiting.append(other)
    return found
