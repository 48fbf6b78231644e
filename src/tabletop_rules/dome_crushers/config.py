"""The config of a game: the deck, the sizes, and the switches of the rulings."""

from collections.abc import Iterator
from typing import Final

from attrs import Factory, fields, frozen

from tabletop_rules.core import ConfigError, Problem
from tabletop_rules.core.errors import shown
from tabletop_rules.dome_crushers.actions import ways_to_keep
from tabletop_rules.dome_crushers.contents import DeckList

__all__ = ["MOST_WAYS_TO_KEEP", "Config", "Rulings", "largest_hand", "most_ways_to_keep"]

_MOST_ROUNDS: Final = 100_000
MOST_WAYS_TO_KEEP: Final = 2**14
"""The most options of one keep decision: those of fourteen different cards (DC-NEXT-1)."""


@frozen
class Rulings:
    """The rulings that a table may turn the other way."""

    missed_effects_fire: bool = False
    """DC-R2: an immediate effect that was cancelled when its card entered Ability Mode is
    performed when its canceller stops working."""
    simple_variant: bool = False
    """DC-R13: nobody keeps cards; each player shuffles all cards outside the scoring pile before
    each round."""


@frozen(cache_hash=True)
class Config:
    """What is agreed before a game; public.

    What is kept of a hand is one decision with an option for each part of the hand (DC-R12). With
    the hand that a round can leave (see `largest_hand`) it may have no more than 16,384. In the
    Simple Variant nobody is asked (DC-R13).

    Raises:
        ConfigError: with everything that is wrong.
    """

    deck: DeckList = Factory(lambda: DeckList.shelf.get("reconstructed"))
    """The cards of each player's deck (DC-SETUP-2)."""
    hand_size: int = 4
    """The hand one draws up to, and the number of plays in a round (DC-R21)."""
    max_rounds: int = 60
    """The game is truncated after this many rounds (DC-R9)."""
    rulings: Rulings = Rulings()

    def __attrs_post_init__(self) -> None:
        problems = list(_problems(self.deck, self.hand_size, self.max_rounds, self.rulings))
        if not problems and not self.rulings.simple_variant:
            problems += _keep_problems(self.deck, self.hand_size)
        if problems:
            raise ConfigError(problems)


def largest_hand(deck: DeckList, hand_size: int) -> int:
    """Return how many cards may be left of a full hand at the end of a round.

    Each play takes a card from the hand, and its ability brings as many as it draws. It is no bound
    where abilities draw: cards that are kept add up over the rounds, and a card that is switched or
    returned may draw again.
    """
    return min(len(deck), hand_size * max(1, deck.draws))


def most_ways_to_keep(deck: DeckList, held: int) -> int:
    """Return the most options that there can be to keep of a hand of `held` cards of `deck`.

    It is the hand with as many different cards as possible, then as many second copies, and so on.
    """
    copies = sorted((card.copies for card in deck.cards), reverse=True)
    level, left = 0, held
    while left >= (more := sum(number > level for number in copies)) > 0:
        level, left = level + 1, left - more
    return ways_to_keep(min(n, level + (place < left)) for place, n in enumerate(copies))


def _problems(
    deck: object, hand_size: object, max_rounds: object, rulings: object
) -> Iterator[Problem]:
    """Give what is wrong with the fields of a config, whatever an untyped caller has passed."""
    if not isinstance(deck, DeckList):
        yield Problem("deck", f"expected a DeckList, got {shown(deck)}")
    elif not _is_between(hand_size, 1, len(deck)):
        expected = f"expected 1 to {len(deck)}, the cards of the deck"
        yield Problem("hand_size", f"{expected}, got {shown(hand_size)}")
    if not _is_between(max_rounds, 1, _MOST_ROUNDS):
        what = f"expected 1 to {_MOST_ROUNDS}, got {shown(max_rounds)}"
        yield Problem("max_rounds", what)
    if isinstance(rulings, Rulings):
        for switch in fields(Rulings):
            if not isinstance(given := getattr(rulings, switch.name), bool):
                what = f"expected true or false, got {shown(given)}"
                yield Problem(f"rulings.{switch.name}", what)
    else:
        yield Problem("rulings", f"expected Rulings, got {shown(rulings)}")


def _keep_problems(deck: DeckList, hand_size: int) -> Iterator[Problem]:
    """Give whether there may be too much to choose from when cards are kept."""
    held = largest_hand(deck, hand_size)
    ways = most_ways_to_keep(deck, held)
    if ways > MOST_WAYS_TO_KEEP:
        what = f"expected at most {MOST_WAYS_TO_KEEP:,} ways to keep some of a hand [DC-NEXT-1]"
        drawn = f", as an ability draws {deck.draws}" if held > hand_size else ""
        yield Problem("hand_size", f"{what}, got {ways:,} for a hand of {held} cards{drawn}")


def _is_between(given: object, lowest: int, highest: int) -> bool:
    return isinstance(given, int) and not isinstance(given, bool) and lowest <= given <= highest
