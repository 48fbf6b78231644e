"""A bot that looks one step ahead, or to the end of a line of its own small steps."""

from fractions import Fraction
from random import Random
from typing import Any, Final, Generic, TypeVar

from tabletop_rules.bots.evaluations import Evaluation, lead
from tabletop_rules.bots.random_bot import Seed
from tabletop_rules.core import CHANCE, Game

__all__ = ["GreedyBot"]

S = TypeVar("S")
A = TypeVar("A")
V = TypeVar("V")

_WIN: Final = 1e6
"""More than any lead, so that winning comes before points."""
_EQUAL: Final = 1e-9
"""Values closer than this are equal: sums of floats in another order."""


class GreedyBot(Generic[S, A, V]):
    """Chooses the option whose next position is worth most on average.

    It tries each option on `samples` full states that fit its view, the same ones for all options.
    Chance that follows at once is weighed by its exact odds, step after step, as long as that
    makes no more than `leaves` positions; beyond that the position before the chance counts.
    Among equally good options it chooses at random.

    Where a decision is made of many small steps, `steps` greater than 1 lets it look for the best
    line of its own steps, up to that many, to the next chance or the decision of another; after
    each step the `beam` best lines are gone on with. It follows a line as long as it sees what it
    expected. Lines are looked for on a single sample.

    `evaluate` says what a position is worth, given the view and the seat; without it, that is the
    lead in points over the best other seat. Having won or lost outweighs both.

    Raises:
        ValueError: `samples`, `leaves`, `steps` or `beam` is less than 1.
    """

    def __init__(  # noqa: PLR0913 - all but the first are settings with a default
        self,
        game: Game[Any, S, A, V],
        seed: Seed,
        evaluate: Evaluation[V] | None = None,
        *,
        samples: int = 4,
        leaves: int = 64,
        steps: int = 1,
        beam: int = 2,
    ) -> None:
        if min(samples, leaves, steps, beam) < 1:
            given = f"{samples}, {leaves}, {steps}, {beam}"
            raise ValueError(f"expected 1 or more samples, leaves, steps and beam, got {given}")
        self._game = game
        self._seed = seed
        self._rng = Random(seed)
        self._evaluate = evaluate
        self._samples = samples
        self._leaves = leaves
        self._steps = steps
        self._beam = beam
        self._plan: list[tuple[V, A]] = []

    def reset(self) -> None:
        """Make the bot as new, for another game: no plan, and the randomness of the seed."""
        self._rng.seed(self._seed)
        self._plan = []

    def choose(self, view: V, options: tuple[A, ...], /) -> A:
        """Return one of the best of `options`."""
        if self._plan:
            expected, action = self._plan.pop(0)
            if expected == view and action in options:
                return action
            self._plan = []
        if len(options) == 1:
            return options[0]
        if self._steps > 1:
            return self._begin_line(view, options)
        states = [self._game.resample(view, self._rng) for _ in range(self._samples)]
        if all(state == states[0] for state in states):  # as where nothing is hidden
            del states[1:]
        seat = self._game.actor(states[0])
        assert isinstance(seat, int)  # the view is of the seat that is asked
        values = [
            sum(self._expected(self._game.apply(state, option).state, seat) for state in states)
            for option in options
        ]
        enough = max(values) - _EQUAL
        best = [option for option, value in zip(options, values, strict=True) if value >= enough]
        return best[int(self._rng.random() * len(best))]

    def _begin_line(self, view: V, options: tuple[A, ...]) -> A:
        """Return the first step of the best line found; the others become the plan."""
        game = self._game
        start = game.resample(view, self._rng)
        seat = game.actor(start)
        assert isinstance(seat, int)  # the view is of the seat that is asked
        open_lines: list[tuple[float, S, list[tuple[V, A]]]] = [(0.0, start, [])]
        found: list[tuple[float, list[tuple[V, A]]]] = []
        for _ in range(self._steps):
            longer: list[tuple[float, S, list[tuple[V, A]]]] = []
            for _, state, line in open_lines:
                seen = game.view(state, seat)
                for option in game.legal_actions(state) if line else options:
                    after = game.apply(state, option).state
                    longer.append((self._expected(after, seat), after, [*line, (seen, option)]))
            found += [(value, line) for value, _, line in longer]
            own = [each for each in longer if game.actor(each[1]) == seat]
            own.sort(key=lambda each: each[0], reverse=True)
            open_lines = own[: self._beam]
            if not open_lines:
                break
        enough = max(value for value, _ in found) - _EQUAL
        best = [line for value, line in found if value >= enough]
        (_, action), *self._plan = best[int(self._rng.random() * len(best))]
        return action

    def _expected(self, state: S, seat: int) -> float:
        """Return the value of `state`, averaged over the chance that comes next."""
        game = self._game
        if game.actor(state) is not CHANCE:
            return self._value(state, seat)
        level = [(Fraction(1), state)]
        while True:
            odds = [
                game.chance_outcomes(place) if game.actor(place) is CHANCE else ()
                for _, place in level
            ]
            if not any(odds) or sum(max(len(each), 1) for each in odds) > self._leaves:
                return sum(float(chance) * self._value(place, seat) for chance, place in level)
            level = [
                following
                for (chance, place), each in zip(level, odds, strict=True)
                for following in (
                    [(chance * p, game.apply(place, action).state) for action, p in each]
                    or [(chance, place)]
                )
            ]

    def _value(self, state: S, seat: int) -> float:
        game = self._game
        if self._evaluate is None:
            value = lead(game.score(state), seat)
        else:
            value = self._evaluate(game.view(state, seat), seat)
        outcome = game.outcome(state)
        if outcome is None or not outcome.winners:
            return value
        return value + (_WIN if seat in outcome.winners else -_WIN)
