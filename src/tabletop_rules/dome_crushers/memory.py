"""Dealing a player's hidden cards so that they agree with what everybody remembers (DC-R20).

The cards of one player whose place is not known are dealt to *places*: the hand, the shuffled rest
of the deck, and the batches at its bottom. Every way of putting the physical cards on places that
fits the memory is equally likely. What has to fit:

* The open cards of a batch from which nothing was drawn are in it.
* Of a batch from which cards were drawn since the last keep decision, the open cards are in it, or
  came to the hand by one of these draws: they are in the hand, or among the cards played after it.
* Of a batch from which cards were drawn before, at most so many open cards have gone astray, none
  of them safe.

The number of ways is counted exactly for each *split*: which of the played cards, and how many of
the cards in hand, are open cards of which batch. A split is drawn by these numbers, and the rest
is a shuffle. Tried anew are only a case of the third kind that was counted doubly, and a card that
would have been played before it was drawn.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from itertools import accumulate, product
from math import comb, factorial, perm, prod
from random import Random
from typing import Final, TypeVar

from attrs import frozen

from tabletop_rules.dome_crushers.state import Batch

__all__ = ["Dealt", "Unknown", "deal", "fits"]

T = TypeVar("T")

_TRIES: Final = 100_000
"""More than any state that was reached by playing needs."""


@frozen(eq=False)
class Unknown:
    """What all know of a player's cards outside the scoring pile.

    `outside` counts all of them by kind, with those in `played`: the cards that left the hand
    openly since the last keep decision, in order. `hand` and `rest` are numbers of cards. `late`
    says of each card drawn from the rest after a play how many had been played.
    """

    outside: Counter[str]
    played: tuple[str, ...]
    hand: int
    rest: int
    batches: tuple[Batch, ...]
    late: tuple[int, ...] = ()

    @cached_property
    def splits(self) -> "tuple[tuple[_Share, ...], ...]":
        """All possible splits; they are kept, because a search deals the same again and again."""
        return tuple(split for split in _splits(self) if _ways(self, split))

    @cached_property
    def bounds(self) -> tuple[int, ...]:
        """The number of ways of each split and of all before it."""
        return tuple(accumulate(_ways(self, split) for split in self.splits))

    @cached_property
    def timed(self) -> bool:
        """Whether a card was drawn after a play, so that not every played card was there before."""
        return any(self.late) or any(any(batch.drawn) for batch in self.batches)

    @cached_property
    def free(self) -> tuple[tuple[str, ...], ...]:
        """For each split the cards that may lie anywhere and were not played, sorted."""
        free = (_free(self, split) - _played_free(self, split) for split in self.splits)
        return tuple(tuple(sorted(each.elements())) for each in free)


@frozen
class Dealt:
    """Cards for the places of an `Unknown`.

    `rest` is sorted; `bottom` is in order, the first nearest to the top.
    """

    hand: tuple[str, ...]
    rest: tuple[str, ...]
    bottom: tuple[str, ...]


@frozen(eq=False)
class _Share:
    """What a split says of one batch: its open cards, apart from those astray."""

    batch: Batch
    astray: Counter[str]
    played: Counter[str]
    in_hand: int

    @cached_property
    def unplayed(self) -> Counter[str]:
        """The open cards that are in the hand or still in the batch."""
        return Counter(self.batch.open) - self.astray - self.played

    @cached_property
    def listed(self) -> tuple[str, ...]:
        """The same cards one by one."""
        return tuple(self.unplayed.elements())

    @cached_property
    def room(self) -> int:
        """How many cards that may lie anywhere are in the batch."""
        return self.batch.left - len(self.listed) + self.in_hand

    @property
    def ways(self) -> int:
        """The number of ways to choose the cards and put them on places of the batch."""
        batch, unplayed = self.batch, self.unplayed.total()
        return (
            _choices(Counter(batch.open), self.astray)
            * _choices(Counter(batch.open) - self.astray, self.played)
            * comb(unplayed, self.in_hand)
            * perm(len(batch.drawn), self.played.total() + self.in_hand)
            * perm(batch.left, unplayed - self.in_hand)
        )


def deal(unknown: Unknown, rng: Random) -> Dealt:
    """Return cards for all places, uniform over the physical cards that fit.

    Raises:
        ValueError: nothing fits, so the memory is not one of any state.
    """
    bounds = unknown.bounds
    if not bounds:
        raise ValueError("no cards fit what is remembered of them")
    for _ in range(_TRIES):
        drawn = int(rng.random() * 2**53) * bounds[-1] // 2**53
        dealt = _dealt(unknown, bisect_right(bounds, drawn), rng)
        if dealt is not None:
            return dealt
    raise ValueError("no cards fit what is remembered of them")


def _choices(cards: Counter[str], chosen: Counter[str]) -> int:
    """Return in how many ways physical cards of the kinds `chosen` can be taken from `cards`."""
    return prod(comb(cards[kind], count) for kind, count in chosen.items())


def _free(unknown: Unknown, split: tuple[_Share, ...]) -> Counter[str]:
    """Return how many cards of each kind may lie anywhere; negative where a split cannot be."""
    free = Counter(unknown.outside)
    for share in split:
        free.subtract(Counter(share.batch.open) - share.astray)
    return free


def _played_free(unknown: Unknown, split: tuple[_Share, ...]) -> Counter[str]:
    """Return the played cards that are no open cards of a batch."""
    played = Counter(unknown.played)
    for share in split:
        played.subtract(share.played)
    return played


def _ways(unknown: Unknown, split: tuple[_Share, ...]) -> int:
    """Return the number of ways to put the physical cards on places by this split."""
    free, played = _free(unknown, split), _played_free(unknown, split)
    if any(count < 0 for count in free.values()) or any(count < 0 for count in played.values()):
        return 0
    taken = sum(share.played.total() + share.in_hand for share in split)
    in_hand = sum(share.in_hand for share in split)
    if in_hand > unknown.hand:
        return 0
    places = unknown.hand + len(unknown.played) - taken  # of this round's hand, for free cards
    return (
        prod(share.ways for share in split)
        * _choices(free, played)
        * perm(places, played.total())
        * factorial(free.total() - played.total())
    )


def _splits(unknown: Unknown) -> Iterator[tuple[_Share, ...]]:
    """Give all splits, possible or not."""
    return product(*(tuple(_shares(batch, Counter(unknown.played))) for batch in unknown.batches))


def _shares(batch: Batch, played: Counter[str]) -> Iterator[_Share]:
    open_cards = Counter(batch.open)
    for astray in _parts(open_cards - Counter(batch.safe), batch.lost):
        kept = open_cards - astray
        for gone in _parts(kept & played, len(batch.drawn)):
            unplayed = kept.total() - gone.total()
            for in_hand in range(min(unplayed, len(batch.drawn) - gone.total()) + 1):
                if unplayed - in_hand <= batch.left:
                    yield _Share(batch, astray, gone, in_hand)


def _parts(cards: Counter[str], most: int) -> Iterator[Counter[str]]:
    """Give all sub-multisets of at most `most` cards."""
    kinds = sorted(cards)
    for counts in product(*(range(min(cards[kind], most) + 1) for kind in kinds)):
        if sum(counts) <= most:
            yield Counter({kind: n for kind, n in zip(kinds, counts, strict=True) if n})


def _dealt(unknown: Unknown, number: int, rng: Random) -> Dealt | None:
    """Return cards for all places by a split, or ``None`` where it has to be tried anew."""
    split = unknown.splits[number]
    if unknown.timed and not _in_time(unknown, split, rng):
        return None
    free = list(unknown.free[number])
    hand: list[str] = []
    bottom: list[str] = []
    for share in split:
        inside = list(share.listed)
        if share.in_hand:
            hand += _taken(inside, share.in_hand, rng)
        if share.room:
            inside += _taken(free, share.room, rng)
        for kind in share.astray:
            if inside.count(kind) > share.unplayed[kind]:
                return None
        _shuffle(inside, rng)
        bottom += inside
    hand += _taken(free, unknown.hand - len(hand), rng)
    return Dealt(tuple(hand), tuple(free), tuple(bottom))


def _in_time(unknown: Unknown, split: tuple[_Share, ...], rng: Random) -> bool:
    """Lay the played cards on the places of this round's hand; return whether each was there.

    A place has the number of cards that had been played when a card came to it.
    """
    times = [share.batch.drawn for share in split]
    turns: dict[str, list[int]] = {}
    for turn, card in enumerate(unknown.played):
        turns.setdefault(card, []).append(turn)
    for each in turns.values():
        _shuffle(each, rng)
    drawn = sum(map(len, times)) + len(unknown.late)
    places = [0] * (unknown.hand + len(unknown.played) - drawn) + list(unknown.late)
    for share in split:
        own = list(share.batch.drawn)
        _shuffle(own, rng)
        for card in share.played.elements():
            if own.pop() > turns[card].pop():
                return False
        places += own[share.in_hand :]
    _shuffle(places, rng)
    return all(places.pop() <= turn for each in turns.values() for turn in each)


def _taken(cards: list[str], count: int, rng: Random) -> list[str]:
    """Take so many cards at random out of a list, whose others stay in their order."""
    return [cards.pop(int(rng.random() * len(cards))) for _ in range(count)]


def _shuffle(order: list[T], rng: Random) -> None:
    """Shuffle a list by `Random.random` alone (see `core.sample`)."""
    for last in range(len(order) - 1, 0, -1):
        other = int(rng.random() * (last + 1))
        order[last], order[other] = order[other], order[last]


def fits(
    inside: list[tuple[Batch, tuple[str, ...]]],
    hand: tuple[str, ...],
    revealed: tuple[str, ...],
) -> bool:
    """Return whether batches with the cards really `inside` them agree with what is remembered.

    `hand` are the cards in hand that had not been returned to it.
    """
    for batch, cards in inside:
        missing = Counter(batch.open) - Counter(cards)
        if missing.total() > batch.lost + len(batch.drawn):
            return False
        came = Counter(hand + revealed[min(batch.drawn, default=0) :])
        if (missing if not batch.lost else Counter(batch.safe) - Counter(cards)) - came:
            return False
        if len(cards) - (Counter(batch.open) & Counter(cards)).total() > batch.others:
            return False
    return True
