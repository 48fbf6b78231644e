"""Bots by name, for the command line and for workers that are sent names."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from tabletop_rules.bots.evaluations import EVALUATIONS
from tabletop_rules.bots.greedy import GreedyBot
from tabletop_rules.bots.random_bot import RandomBot, Seed
from tabletop_rules.core import Bot, Game
from tabletop_rules.core.errors import shown

__all__ = ["UnknownBotError", "bot_names", "make_bot"]

AnyGame: TypeAlias = Game[Any, Any, Any, Any]
AnyBot: TypeAlias = Bot[Any, Any]


class UnknownBotError(LookupError):
    """A name that no bot has."""

    def __init__(self, name: str, known: tuple[str, ...]) -> None:
        super().__init__(name, known)
        self.name = name
        self.known = known

    def __str__(self) -> str:
        return f"no bot is called {shown(self.name)}: expected one of {', '.join(self.known)}"


_SMALL_STEPS: Final = frozenset({"dominum"})
"""Games in which one move, such as an attack with helpers, is several actions."""


def _random(_game: AnyGame, seed: Seed) -> AnyBot:
    return RandomBot(seed)


def _greedy(game: AnyGame, seed: Seed) -> AnyBot:
    evaluate = EVALUATIONS.get(game.name)
    if game.name in _SMALL_STEPS:
        return GreedyBot(game, seed, evaluate, samples=1, steps=8, beam=2)
    return GreedyBot(game, seed, evaluate)


_MAKERS: Final[Mapping[str, Callable[[AnyGame, Seed], AnyBot]]] = MappingProxyType(
    {"greedy": _greedy, "random": _random}
)


def bot_names() -> tuple[str, ...]:
    """Return the names of all bots, sorted."""
    return tuple(sorted(_MAKERS))


def make_bot(name: str, game: AnyGame, seed: Seed) -> AnyBot:
    """Return a new bot for one seat of one game; equal arguments give bots that choose alike.

    Raises:
        UnknownBotError: no bot has that name.
    """
    maker = _MAKERS.get(name)
    if maker is None:
        raise UnknownBotError(name, bot_names())
    return maker(game, seed)
