"""The config of a game: the deck, the sizes, and the switches of the rulings."""

from collections.abc import Iterator
from typing import Final

from attrs import Factory, fields, frozen

from tabletop_rules.core import ConfigError, Problem
from tabletop_rules.core.errors import shown
from tabletop_rules.dome_crushers.contents import DeckList

__all__ = ["Config", "Rulings"]

_MOST_ROUNDS: Final = 100_000


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
        if problems:
            raise ConfigError(problems)


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


def _is_between(given: object, lowest: int, highest: int) -> bool:
    return isinstance(given, int) and not isinstance(given, bool) and lowest <= given <= highest
