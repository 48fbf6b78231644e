"""Bots by name, for the command line and for workers that are sent names."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from attrs import frozen

from tabletop_rules.bots.budgets import Budget
from tabletop_rules.bots.endgame import EndgameBot
from tabletop_rules.bots.evaluations import EVALUATIONS
from tabletop_rules.bots.flat import FlatBot
from tabletop_rules.bots.greedy import GreedyBot
from tabletop_rules.bots.mcts import MctsBot
from tabletop_rules.bots.random_bot import RandomBot, Seed
from tabletop_rules.core import Bot, Game
from tabletop_rules.core.errors import shown

__all__ = ["BudgetNameError", "UnknownBotError", "bot_descriptions", "bot_names", "make_bot"]

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


class BudgetNameError(UnknownBotError):
    """The name of a bot with a budget behind the colon that cannot be read, or that it has not."""

    def __init__(self, name: str, known: tuple[str, ...], expected: str) -> None:
        super().__init__(name, known)
        self.args = (name, known, expected)
        self.expected = expected

    def __str__(self) -> str:
        return f"no bot is called {shown(self.name)}: expected {self.expected}"


_SMALL_STEPS: Final = frozenset({"dominum"})
"""Games in which one move, such as an attack with helpers, is several actions."""


def _random(_game: AnyGame, seed: Seed) -> AnyBot:
    return RandomBot(seed)


def _greedy(game: AnyGame, seed: Seed) -> AnyBot:
    evaluate = EVALUATIONS.get(game.name)
    if game.name in _SMALL_STEPS:
        return GreedyBot(game, seed, evaluate, samples=1, steps=8, beam=2)
    return GreedyBot(game, seed, evaluate)


@frozen(kw_only=True)
class _Search:
    """What suits a game, as far as short matches tell (``tabletop-rules arena``)."""

    exploration: float = 0.5
    cutoff: int | None
    """Of playouts below a tree."""
    flat_cutoff: int | None
    """Of playouts without one, which alone look further than the option itself."""
    scale: float
    """How much of the evaluation makes a seat about 73 % sure to win."""
    prior: float = 0.0
    """The weight of the evaluation after an option, in visits of a tree."""
    threshold: int = 1
    """How often a node is reached before the tree is gone on with below it."""
    shared: int = 1
    """How many iterations walk through the same determinization."""
    recall: bool = False
    """Whether an option is tried for its prior once in a search, and not at each node."""


_SEARCHES: Final[Mapping[str, _Search]] = MappingProxyType(
    {
        "dome_crushers": _Search(
            exploration=0.3, cutoff=0, flat_cutoff=10, scale=12.0, prior=1.0, threshold=5
        ),
        "dominum": _Search(
            exploration=0.1, cutoff=0, flat_cutoff=4, scale=10.0, prior=2.0, recall=True, shared=8
        ),
        "dominus_portus": _Search(exploration=0.1, cutoff=0, flat_cutoff=1, scale=20.0, prior=4.0),
    }
)
_ANY_SEARCH: Final = _Search(exploration=1.0, cutoff=None, flat_cutoff=None, scale=5.0)


def _flat(game: AnyGame, seed: Seed, budget: Budget) -> AnyBot:
    search = _SEARCHES.get(game.name, _ANY_SEARCH)
    return FlatBot(
        game,
        seed,
        EVALUATIONS.get(game.name),
        iterations=budget.iterations,
        seconds=budget.seconds,
        exploration=search.exploration,
        cutoff=search.flat_cutoff,
        scale=search.scale,
    )


def _mcts(game: AnyGame, seed: Seed, budget: Budget) -> AnyBot:
    search = _SEARCHES.get(game.name, _ANY_SEARCH)
    return MctsBot(
        game,
        seed,
        EVALUATIONS.get(game.name),
        iterations=budget.iterations,
        seconds=budget.seconds,
        exploration=search.exploration,
        cutoff=search.cutoff,
        scale=search.scale,
        prior=search.prior,
        threshold=search.threshold,
        recall=search.recall,
        shared=search.shared,
    )


def _endgame(game: AnyGame, seed: Seed, budget: Budget) -> AnyBot:
    return EndgameBot(game, seed, _mcts(game, seed, budget))


_MAKERS: Final[Mapping[str, Callable[[AnyGame, Seed], AnyBot]]] = MappingProxyType(
    {"greedy": _greedy, "random": _random}
)
_SEARCHERS: Final[Mapping[str, Callable[[AnyGame, Seed, Budget], AnyBot]]] = MappingProxyType(
    {"endgame": _endgame, "flat": _flat, "mcts": _mcts}
)


_DESCRIPTIONS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "endgame": "solves what is left where nothing is hidden, and searches like mcts before",
        "flat": "plays each option out many times; flat:2000 or flat:0.5s is its budget",
        "greedy": "looks one step ahead",
        "mcts": "searches a tree by Monte Carlo; mcts:2000 or mcts:0.5s is its budget",
        "random": "does not look",
    }
)


def bot_descriptions() -> Mapping[str, str]:
    """Return what each bot does, by its name, sorted."""
    return {name: _DESCRIPTIONS[name] for name in bot_names()}


def bot_names() -> tuple[str, ...]:
    """Return the names of all bots, sorted."""
    return tuple(sorted((*_MAKERS, *_SEARCHERS)))


def make_bot(name: str, game: AnyGame, seed: Seed) -> AnyBot:
    """Return a new bot for one seat of one game; equal arguments give bots that choose alike.

    The name of a bot that searches may have a budget for each decision behind a colon: a number of
    iterations, ``"mcts:2000"``, or of seconds, ``"mcts:0.5s"``, which is not reproducible.

    Raises:
        UnknownBotError: no bot has that name, or it has no such budget (`BudgetNameError`).
    """
    plain, colon, given = name.partition(":")
    maker = _MAKERS.get(plain)
    if maker is not None and not colon:
        return maker(game, seed)
    searcher = _SEARCHERS.get(plain)
    if searcher is not None:
        return searcher(game, seed, _budget(name, given) if colon else Budget())
    if maker is not None:
        raise BudgetNameError(name, bot_names(), f"{plain} without a budget")
    raise UnknownBotError(name, bot_names())


def _budget(name: str, given: str) -> Budget:
    try:
        if given.endswith("s"):
            return Budget(seconds=float(given[:-1]))
        return Budget(iterations=int(given))
    except ValueError as error:
        expected = "a number of iterations or of seconds above 0 behind the colon, as in"
        example = f"{expected} {name.partition(':')[0]}:2000 or {name.partition(':')[0]}:0.5s"
        raise BudgetNameError(name, bot_names(), example) from error
