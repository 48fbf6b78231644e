"""The config of a game: domains, board, Power Deck, and the switches of the rulings."""

from collections.abc import Iterator
from enum import Enum
from typing import Final

from attrs import Factory, frozen

from tabletop_rules.core import ConfigError, Problem
from tabletop_rules.core.errors import shown
from tabletop_rules.dominum.contents import Board, Domain, PowerDeckList

__all__ = ["Config", "Rulings", "StrongholdUse"]

_MOST_ROUNDS: Final = 10_000


class StrongholdUse(Enum):
    """How often a stronghold's ability may be used (rule DM-R10)."""

    ROUND = "round"
    ACTIVATION = "activation"


@frozen
class Rulings:
    """The rulings that a table may turn the other way."""

    stronghold_use: StrongholdUse = StrongholdUse.ROUND
    """DM-R10: a stronghold's "once in a turn" is once in a round, or once in an activation."""
    to_the_bitter_end: bool = False
    """DM-R12: there are no ties; rounds are played until the points differ."""
    duel_resets_deck: bool = False
    """DM-R17: both Power Decks are reset after a Power Duel."""
    counterattack_needs_range: bool = True
    """DM-R20: a counterattack needs its target within range."""


def _standard() -> tuple[Domain, Domain]:
    return Domain.shelf.get("elf"), Domain.shelf.get("freemen")


@frozen(cache_hash=True)
class Config:
    """What is agreed before a game; public. Who takes which domain is agreed, armies are not.

    Raises:
        ConfigError: with everything that is wrong.
    """

    domains: tuple[Domain, Domain] = Factory(_standard)
    """The domain of each seat; both may play the same (DM-SEL-1, DM-R3)."""
    board: Board = Factory(lambda: Board.shelf.get("standard"))
    power_deck: PowerDeckList = Factory(lambda: PowerDeckList.shelf.get("standard"))
    """The cards of each player's Power Deck (DM-COMP-4)."""
    max_rounds: int = 60
    """The game is truncated after this many rounds (DM-R32)."""
    rulings: Rulings = Rulings()

    def __attrs_post_init__(self) -> None:
        problems = list(_problems(self))
        if problems:
            raise ConfigError(problems)


def _problems(config: Config) -> Iterator[Problem]:
    """Give what is wrong with the fields of a config, whatever an untyped caller has passed."""
    domains: object = config.domains
    if not _are_domains(domains):
        yield Problem("domains", f"expected two Domains, got {shown(domains)}")
    for name, given, kind in (
        ("board", config.board, Board),
        ("power_deck", config.power_deck, PowerDeckList),
        ("rulings", config.rulings, Rulings),
    ):
        if type(given) is not kind:
            yield Problem(name, f"expected {kind.__name__}, got {shown(given)}")
    rounds: object = config.max_rounds
    if type(rounds) is not int or not 1 <= rounds <= _MOST_ROUNDS:
        yield Problem("max_rounds", f"expected 1 to {_MOST_ROUNDS}, got {shown(rounds)}")


def _are_domains(given: object) -> bool:
    return isinstance(given, tuple) and [type(each) for each in given] == [Domain, Domain]
