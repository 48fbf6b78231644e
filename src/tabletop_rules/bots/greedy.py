"""A bot that looks one step ahead."""

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

    `evaluate` says what a position is worth, given the view and the seat; without it, that is the
    lead in points over the best other seat. Having won or lost outweighs both.

    Raises:
        ValueError: `samples` or `leaves` is less than 1.
    """

    def __init__(
        self,
        game: Game[Any, S, A, V],
        seed: Seed,
        evaluate: Evaluation[V] | None = None,
        *,
        samples: int = 4,
        leaves: int = 64,
    ) -> None:
        if samples < 1 or leaves < 1:
            raise ValueError(f"expected 1 or more samples and leaves, got {samples}, {leaves}")
        self._game = game
        self._rng = Random(seed)
        self._evaluate = evaluate
        self._samples = samples
        self._leaves = leaves

    def choose(self, view: V, options: tuple[A, ...], /) -> A:
        """Return one of the best of `options`."""
        if len(options) == 1:
            return options[0]
        states = [self._game.resample(view, self._rng) for _ in range(self._samples)]
        seat = self._game.actor(states[0])
        assert isinstance(seat, int)  # the view is of the seat that is asked
        values = [
            sum(self._expected(self._game.apply(state, option).state, seat) for state in states)
            for option in options
        ]
        enough = max(values) - _EQUAL
        best = [option for option, value in zip(options, values, strict=True) if value >= enough]
        return best[int(self._rng.random() * len(best))]

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
