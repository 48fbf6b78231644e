"""A bot that plays small remainders exactly."""

from random import Random
from typing import Any, Final, Generic, TypeVar

from tabletop_rules.bots.mcts import MctsBot
from tabletop_rules.bots.random_bot import Seed
from tabletop_rules.bots.solver import Solver, UnsolvedError
from tabletop_rules.core import Bot, Event, Game, Outcome, Seat
from tabletop_rules.core.calling import is_attentive

__all__ = ["DEFAULT_STATES", "EndgameBot"]

DEFAULT_STATES: Final = 5_000
"""The most states of an ending if nothing is said; a second or two in our games."""

S = TypeVar("S")
A = TypeVar("A")
V = TypeVar("V")


class EndgameBot(Generic[S, A, V]):
    """Chooses what is exactly best where the rest of the game can be solved (`Solver`).

    Everywhere else `fallback` chooses, a new `MctsBot` unless given; and so it does among several
    options that are exactly equally good. A fallback that is an `AttentiveBot` is told what this
    bot is told.

    `states` bounds the states of a remainder, and with it the time of a decision. It is tried
    anew at each decision, by a *quick* solver, which seldom looks at more than a thirty-second part
    of them in vain. The same seed, fallback and decisions give the same choices on every machine.

    Raises:
        ValueError: `states` is no whole number of 1 or more.
    """

    def __init__(
        self,
        game: Game[Any, S, A, V],
        seed: Seed,
        fallback: Bot[V, A] | None = None,
        *,
        states: int = DEFAULT_STATES,
    ) -> None:
        self._game: Final = game
        self._seed: Final = f"endgame {seed}"
        self._rng: Final = Random(self._seed)
        self._fallback: Final[Bot[V, A]] = MctsBot(game, seed) if fallback is None else fallback
        self._states: Final = states
        self._solver: Solver[S, A, V] = Solver(game, states=states, quick=True)

    def reset(self) -> None:
        """Make the bot as new; a fallback that has a method `reset` is reset too."""
        self._rng.seed(self._seed)
        self._solver = Solver(self._game, states=self._states, quick=True)
        reset = getattr(self._fallback, "reset", None)
        if callable(reset):
            reset()

    def choose(self, view: V, options: tuple[A, ...], /) -> A:
        """Return one of the best of `options` if they can be known, else what the fallback does."""
        if len(options) == 1:
            return options[0]
        try:
            best = self._solver.solve(self._game.resample(view, self._rng)).best
        except UnsolvedError:
            return self._fallback.choose(view, options)
        return best[0] if len(best) == 1 else self._fallback.choose(view, best)

    # ---------------------------------------------------------------- what the fallback is told

    def begin(self, config: Any, seat: Seat, seed: int, /) -> None:
        """Let the fallback begin a game, if it wants to know."""
        if is_attentive(self._fallback):
            self._fallback.begin(config, seat, seed)

    def notice(self, events: tuple[Event, ...], /) -> None:
        """Let the fallback learn of events, if it wants to know."""
        if is_attentive(self._fallback):
            self._fallback.notice(events)

    def finish(self, outcome: Outcome | None, score: tuple[int, ...], /) -> None:
        """Let the fallback learn how the game ended, if it wants to know."""
        if is_attentive(self._fallback):
            self._fallback.finish(outcome, score)
