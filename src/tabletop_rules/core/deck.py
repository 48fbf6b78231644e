"""A deck of cards whose order is decided only when it matters."""

from collections import Counter
from collections.abc import Iterable
from typing import Generic, TypeVar

from attrs import frozen

from tabletop_rules.core.errors import shown

__all__ = ["Deck", "removed"]

T = TypeVar("T", int, str)


def removed(cards: tuple[T, ...], card: T) -> tuple[T, ...]:
    """Return `cards` without one copy of `card`.

    Raises:
        ValueError: `card` is not among them.
    """
    place = cards.index(card)
    return cards[:place] + cards[place + 1 :]


@frozen
class Deck(Generic[T]):
    """A face-down deck: known tops in order, then a shuffled rest, then known bottoms in order.

    The rest is kept as a sorted multiset. A card's place in it is decided when it is drawn, so
    shuffling costs nothing. From equal decks the same can happen.

    >>> deck = Deck.shuffled(["b", "a", "a"]).put_under(["c"])
    >>> deck.candidates
    ('a', 'a', 'b')
    >>> deck.draw("b").draw("a").draw("a").candidates
    ('c',)
    """

    top: tuple[T, ...] = ()
    rest: tuple[T, ...] = ()
    bottom: tuple[T, ...] = ()

    @classmethod
    def shuffled(cls, cards: Iterable[T]) -> "Deck[T]":
        """Return a deck of `cards` in an order that is as yet undecided."""
        return cls((), tuple(sorted(cards)), ())

    def __len__(self) -> int:
        return len(self.top) + len(self.rest) + len(self.bottom)

    @property
    def cards(self) -> tuple[T, ...]:
        """All cards in it, sorted."""
        return tuple(sorted(self.top + self.rest + self.bottom))

    @property
    def candidates(self) -> tuple[T, ...]:
        """The cards that may be next, one place for each physical card; ``()`` if it is empty."""
        if self.top:
            return self.top[:1]
        return self.rest or self.bottom[:1]

    def draw(self, card: T) -> "Deck[T]":
        """Return the deck after `card`, one of the candidates, was drawn from it.

        Raises:
            ValueError: `card` cannot be the next one.
        """
        top, rest = self.top, self.rest
        if rest and not top and card in rest:
            return Deck((), removed(rest, card), self.bottom)
        if card not in self.candidates:
            expected = f"one of {shown(self.candidates)}"
            raise ValueError(f"{shown(card)} cannot be drawn next, expected {expected}")
        return Deck(top[1:], rest, self.bottom) if top else Deck((), (), self.bottom[1:])

    def put_under(self, cards: Iterable[T]) -> "Deck[T]":
        """Return the deck with `cards` under it, the first of them nearest to the rest."""
        return Deck(self.top, self.rest, self.bottom + tuple(cards))

    def put_on_top(self, cards: Iterable[T]) -> "Deck[T]":
        """Return the deck with `cards` on top of it, the first of them to be drawn next."""
        return Deck(tuple(cards) + self.top, self.rest, self.bottom)

    def counts(self) -> Counter[T]:
        """Return how many copies of each card are in it."""
        return Counter(self.top + self.rest + self.bottom)
