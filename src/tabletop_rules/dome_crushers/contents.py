"""Cards and deck lists: what is printed on the cards, as typed values read from TOML."""

from collections import Counter
from collections.abc import Iterator, Mapping
from enum import Enum
from functools import cached_property
from typing import ClassVar, Final, TypeAlias

from attrs import frozen

from tabletop_rules.core import Content, ContentError, Problem, Provenance, Shelf, load_content
from tabletop_rules.dome_crushers.cancelling import Cancelling, Named

__all__ = [
    "HIDDEN",
    "Card",
    "DeckList",
    "Draw",
    "Effect",
    "EndRound",
    "Mode",
    "ReturnToHand",
    "Side",
    "Strength",
    "Switch",
    "load_deck",
]

HIDDEN: Final = "?"
"""Stands in a view for a card that its viewer does not know; no card may have this name."""


class Mode(Enum):
    """How a card lies in a play area: upright (DC-MODE-3) or sideways (DC-MODE-2)."""

    ATTACK = "attack"
    ABILITY = "ability"


class Side(Enum):
    """Whose cards or total an effect looks at, seen from the owner of its card."""

    OWN = "own"
    OPPONENT = "opponent"
    EITHER = "either"


@frozen
class Draw:
    """Immediate: the owner draws `count` cards, or what there is (rule DC-R8)."""

    count: int = 1


@frozen
class Switch:
    """Immediate: up to `count` cards of a `side` are switched to the mode `to` (rule DC-SWITCH-1).

    `other`: not the card itself. `may`: its owner may stop before that; otherwise as many as
    possible are switched (rule DC-R17).
    """

    to: Mode
    side: Side = Side.OPPONENT
    count: int = 1
    other: bool = False
    may: bool = False


@frozen
class ReturnToHand:
    """Immediate: up to `count` cards of a `side` go back to their owner's hand (rule DC-R18).

    `mode`: only cards that lie so; ``None``: cards in either mode. `other` and `may` as in
    `Switch`.
    """

    side: Side = Side.OPPONENT
    mode: Mode | None = None
    count: int = 1
    other: bool = False
    may: bool = False


@frozen
class Strength:
    """Ongoing: `amount` is added to the Strength Total of a `side` (rules DC-ABIL-3, DC-R14)."""

    amount: int
    side: Side = Side.OWN


@frozen
class EndRound:
    """Whenever its card works, the round ends at once (rules DC-END-6, DC-R10)."""


Effect: TypeAlias = Draw | Switch | ReturnToHand | Strength | EndRound


@frozen
class Card:
    """One card: what is printed on it, and what its ability does.

    `text` is the printed wording of `effects`, in the order in which they are performed (rule
    DC-ABIL-7). `ability` is the name by which other cards refer to it (rule DC-ABIL-5).
    `cancelled_by` lists names of abilities; while one of them works on another card of either
    side, this one does not (rules DC-CANCEL-1, DC-R1).
    """

    name: str
    strength: int
    ability: str
    text: str
    effects: tuple[Effect, ...]
    copies: int = 1
    cancelled_by: tuple[str, ...] = ()
    provenance: Provenance = Provenance.RECONSTRUCTED

    @cached_property
    def immediate(self) -> tuple[Draw | Switch | ReturnToHand, ...]:
        """The effects that are performed when the card enters Ability Mode (rule DC-ABIL-2)."""
        return tuple(e for e in self.effects if isinstance(e, Draw | Switch | ReturnToHand))

    @cached_property
    def bonuses(self) -> tuple[Strength, ...]:
        """The ongoing effects (rule DC-ABIL-3)."""
        return tuple(e for e in self.effects if isinstance(e, Strength))

    @cached_property
    def ends_round(self) -> bool:
        """Whether the round ends while the card works."""
        return any(isinstance(e, EndRound) for e in self.effects)


@frozen(cache_hash=True, repr=False)
class DeckList(Content):
    """The cards of which each player has an identical deck (rule DC-SETUP-2).

    Raises:
        ContentError: with everything that is wrong with the deck, and where.
    """

    shelf: ClassVar[Shelf["DeckList"]]

    id: str
    name: str
    cards: tuple[Card, ...]
    provenance: Provenance = Provenance.RECONSTRUCTED
    note: str = ""

    def __attrs_post_init__(self) -> None:
        problems = list(_problems(self))
        if problems:
            raise ContentError(problems)

    @cached_property
    def by_name(self) -> Mapping[str, Card]:
        """Each card by its name."""
        return {card.name: card for card in self.cards}

    @cached_property
    def listed(self) -> tuple[str, ...]:
        """The names of all cards of one deck, a place for each copy, sorted."""
        return tuple(sorted(card.name for card in self.cards for _ in range(card.copies)))

    @cached_property
    def enders(self) -> frozenset[str]:
        """The names of the cards that end the round while they work (rule DC-END-6)."""
        return frozenset(card.name for card in self.cards if card.ends_round)

    @cached_property
    def draws(self) -> int:
        """The most cards that the ability of one card draws."""
        return max(
            (sum(e.count for e in card.effects if isinstance(e, Draw)) for card in self.cards),
            default=0,
        )

    @cached_property
    def cancelling(self) -> Cancelling:
        """Which cards cancel which (rule DC-CANCEL-1)."""
        return Cancelling({c.name: Named(c.ability, c.cancelled_by) for c in self.cards})

    def __len__(self) -> int:
        return len(self.listed)


DeckList.shelf = Shelf("tabletop_rules.dome_crushers", "decks", lambda: DeckList)


def load_deck(text: str, source: str = "") -> DeckList:
    """Return the deck that a TOML text describes.

    Raises:
        ContentError: with every problem of the text and its place.
    """
    return load_content(text, DeckList, source)


_LONGEST: Final = 60
_MOST_COPIES: Final = 99
_MOST_CARDS: Final = 200


def _problems(deck: DeckList) -> Iterator[Problem]:
    yield from _name_problems("id", deck.id)
    if not deck.cards:
        yield Problem("cards", "expected at least one card, got none")
    for name, times in Counter(card.name for card in deck.cards).items():
        if times > 1:
            yield Problem("cards", f"{name!r} stands there {times} times: use copies instead")
    if sum(max(card.copies, 0) for card in deck.cards) > _MOST_CARDS:
        yield Problem("cards", f"expected at most {_MOST_CARDS} cards with all copies")
    abilities = {card.ability for card in deck.cards}
    for index, card in enumerate(deck.cards):
        where = f"cards[{index}]"
        yield from _name_problems(f"{where}.name", card.name)
        yield from _name_problems(f"{where}.ability", card.ability)
        if not 1 <= card.copies <= _MOST_COPIES:
            what = f"expected 1 to {_MOST_COPIES}, got {card.copies}"
            yield Problem(f"{where}.copies", what)
        if card.strength < 0:
            yield Problem(f"{where}.strength", f"expected 0 or more, got {card.strength}")
        for place, ability in enumerate(card.cancelled_by):
            if ability not in abilities:
                what = f"no card of the deck has the ability {ability!r}"
                yield Problem(f"{where}.cancelled_by[{place}]", what)
        for place, effect in enumerate(card.effects):
            yield from _effect_problems(f"{where}.effects[{place}]", effect)


def _name_problems(where: str, name: str) -> Iterator[Problem]:
    clean = name.isprintable() and not set(name) & set(',#?"')
    if not clean or name != " ".join(name.split()) or not 1 <= len(name) <= _LONGEST:
        expected = f'1 to {_LONGEST} printable characters without , # ? " or spare spaces'
        yield Problem(where, f"expected {expected}, got {name!r}")
    elif name.lower() == "nothing":
        yield Problem(where, "expected another name: 'nothing' has a meaning in the notation")


def _effect_problems(where: str, effect: Effect) -> Iterator[Problem]:
    if isinstance(effect, Draw | Switch | ReturnToHand) and not 1 <= effect.count <= _MOST_CARDS:
        yield Problem(f"{where}.count", f"expected 1 to {_MOST_CARDS}, got {effect.count}")
    if isinstance(effect, Strength):
        if effect.amount == 0:
            yield Problem(f"{where}.amount", "expected a number other than 0")
        if effect.side is Side.EITHER:
            yield Problem(f"{where}.side", "expected 'own' or 'opponent', got 'either'")
