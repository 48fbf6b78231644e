"""The actions of players and of chance, small frozen values with a text each."""

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from math import prod
from typing import TypeAlias

from attrs import frozen

from tabletop_rules.core import Distribution, Seat
from tabletop_rules.dome_crushers.contents import Mode

__all__ = [
    "Action",
    "Decline",
    "DrawCard",
    "KeepCards",
    "PlaceUnder",
    "PlayCard",
    "StartWith",
    "TargetCard",
]


@frozen(cache_hash=True)
class StartWith:
    """Chance: this seat is the start player of the first round (rule DC-SETUP-3)."""

    seat: Seat


@frozen(cache_hash=True)
class DrawCard:
    """Chance: this card is the next one of the deck that is drawn from."""

    card: str


@frozen(cache_hash=True)
class PlayCard:
    """Play a card from the hand in a mode (rules DC-TURN-2, DC-TURN-3)."""

    card: str
    mode: Mode


@frozen(cache_hash=True)
class TargetCard:
    """Choose the card on the table that the effect at hand is to move.

    `play` is the number of the play, counted over both players, by which it came to the table.
    """

    play: int
    card: str


@frozen(cache_hash=True)
class Decline:
    """Do not use the rest of an effect that says "may"."""


@frozen(cache_hash=True)
class KeepCards:
    """Keep these cards of the hand, sorted, for the next round (rule DC-NEXT-1)."""

    cards: tuple[str, ...]


@frozen(cache_hash=True)
class PlaceUnder:
    """Place this card under the deck, after those already placed (rule DC-NEXT-2)."""

    card: str


Action: TypeAlias = StartWith | DrawCard | PlayCard | TargetCard | Decline | KeepCards | PlaceUnder


draw_of = lru_cache(maxsize=1 << 10)(DrawCard)
play_of = lru_cache(maxsize=1 << 10)(PlayCard)
place_of = lru_cache(maxsize=1 << 10)(PlaceUnder)
"""These make actions, the same object for the same fields, so that they need no comparing."""


@lru_cache(maxsize=1 << 14)
def draws_from(candidates: tuple[str, ...]) -> Distribution[Action]:
    """Return the odds of drawing each of `candidates`, a place for each physical card."""
    return Distribution.of(
        (draw_of(card), candidates.count(card)) for card in dict.fromkeys(candidates)
    )


@lru_cache(maxsize=1 << 14)
def plays_from(hand: tuple[str, ...]) -> tuple[Action, ...]:
    """Return the plays from a hand: each card in Attack Mode, then in Ability Mode."""
    return tuple(play_of(card, mode) for card in dict.fromkeys(hand) for mode in Mode)


@lru_cache(maxsize=1 << 12)
def keeps_from(hand: tuple[str, ...]) -> tuple[Action, ...]:
    """Return all that can be kept of a sorted hand, fewest cards first, each once.

    The copies of a card are all alike, so that there are `ways_to_keep` of them.
    """
    kept: list[tuple[str, ...]] = [()]
    for card, copies in Counter(hand).items():
        kept = [(*cards, *(card,) * number) for cards in kept for number in range(copies + 1)]
    return tuple(KeepCards(cards) for cards in sorted(kept, key=lambda c: (len(c), c)))


def ways_to_keep(copies: Iterable[int]) -> int:
    """Return how many options there are to keep of a hand with so many copies of each card."""
    return prod(number + 1 for number in copies)


@lru_cache(maxsize=1 << 12)
def places_from(cards: tuple[str, ...]) -> tuple[Action, ...]:
    """Return the choices of which of `cards` goes under the deck next."""
    return tuple(place_of(card) for card in dict.fromkeys(cards))
