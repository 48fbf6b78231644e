"""Flat Monte Carlo: playouts of each option, and no tree."""

from math import inf, isfinite, log, sqrt
from random import Random
from typing import Any, Generic, TypeVar

from tabletop_rules.bots.budgets import Budget
from tabletop_rules.bots.evaluations import Evaluation
from tabletop_rules.bots.playouts import Choice, Playouts
from tabletop_rules.bots.random_bot import Seed
from tabletop_rules.core import Bot, Game
from tabletop_rules.core.errors import shown

__all__ = ["FlatBot", "checked_exploration"]

S = TypeVar("S")
A = TypeVar("A")
V = TypeVar("V")


def checked_exploration(exploration: float) -> float:
    """Return an exploration constant that is a finite number of 0 or more.

    Raises:
        ValueError: it is not.
    """
    if not (type(exploration) in (int, float) and isfinite(exploration) and exploration >= 0):
        raise ValueError(f"expected a finite exploration of 0 or more, got {shown(exploration)}")
    return exploration


class FlatBot(Generic[S, A, V]):
    """Chooses the option whose playouts were worth most on average.

    An iteration is one playout of one option, from a full state newly drawn to fit the view. Which
    option is next is decided by UCB1 with the constant `exploration` (rewards are from 0 to 1), or
    in turn if `exploration` is ``None``; then the options of one turn share one state. Each option
    is tried once before any is tried again.

    `iterations` and `seconds` are the budget of a decision, see `Budget`; `cutoff`, `scale`,
    `evaluate` and `policy` are those of `Playouts`.

    Raises:
        ValueError: a setting is out of its range; the error says what was expected.
    """

    def __init__(  # noqa: PLR0913 - all but the first are settings with a default
        self,
        game: Game[Any, S, A, V],
        seed: Seed,
        evaluate: Evaluation[V] | None = None,
        *,
        iterations: int | None = None,
        seconds: float | None = None,
        exploration: float | None = 1.0,
        cutoff: int | None = None,
        scale: float = 5.0,
        policy: Bot[V, A] | None = None,
    ) -> None:
        self._game = game
        self._seed = seed
        self._rng = Random(seed)
        self._budget = Budget(iterations, seconds)
        self._exploration = None if exploration is None else checked_exploration(exploration)
        self._playouts = Playouts(
            game, self._rng, evaluate, cutoff=cutoff, scale=scale, policy=policy
        )

    def reset(self) -> None:
        """Make the bot as new, for another game: its randomness starts from the seed again.

        A `policy` that has a method `reset` is reset too.
        """
        self._rng.seed(self._seed)
        self._playouts.reset()

    def choose(self, view: V, options: tuple[A, ...], /) -> A:
        """Return the best of `options`, the first of equally good ones."""
        if len(options) == 1:
            return options[0]
        game, playouts = self._game, self._playouts
        visits = [0] * len(options)
        totals = [0.0] * len(options)
        state = game.resample(view, self._rng)
        for number in self._budget.spend():
            place = self._next(number, visits, totals)
            if number and (self._exploration is not None or place == 0):
                state = game.resample(view, self._rng)
            seat = game.actor(state)
            assert isinstance(seat, int)  # the view is of the seat that is asked
            after: Choice[S, A] = playouts.settle(game.apply(state, options[place]).state)
            totals[place] += playouts.worth(playouts.play_on(after), seat)
            visits[place] += 1
        means = [t / n if n else -inf for t, n in zip(totals, visits, strict=True)]
        return options[max(range(len(options)), key=means.__getitem__)]

    def _next(self, number: int, visits: list[int], totals: list[float]) -> int:
        """Return the place of the option to play out in iteration `number`."""
        count = len(visits)
        exploration = self._exploration
        if exploration is None or number < count:
            return number % count
        spread = exploration * sqrt(log(number))
        return max(
            range(count), key=lambda place: (totals[place] + spread * sqrt(visits[place]))
            / visits[place],
        )  # fmt: skip
