"""Exact chance: weighted outcomes, and drawing one of them."""

from bisect import bisect_right
from collections.abc import Iterable
from fractions import Fraction
from itertools import accumulate
from math import lcm
from random import Random
from typing import Any, Final, Generic, NamedTuple, TypeVar

__all__ = ["Distribution", "Weighted", "sample"]

A = TypeVar("A")

_EXACT: Final = 2**32
"""Up to this total a product of floats is as fair as one of whole numbers, and faster."""


class Weighted(NamedTuple, Generic[A]):
    """An action of chance and its exact probability."""

    action: A
    probability: Fraction


class Distribution(tuple[Weighted[A], ...]):
    """A tuple of weighted actions that also keeps its integer weights, for drawing from it.

    >>> odds = Distribution.of([("heads", 1), ("tails", 2)])
    >>> [str(outcome.probability) for outcome in odds]
    ['1/3', '2/3']
    """

    actions: tuple[A, ...]
    bounds: tuple[int, ...]

    @classmethod
    def of(cls, weights: Iterable[tuple[A, int]]) -> "Distribution[A]":
        """Return the distribution of actions with positive integer weights, in the given order.

        Raises:
            ValueError: there is no action, or a weight is not positive.
        """
        listed = tuple(weights)
        if not listed or any(weight <= 0 for _, weight in listed):
            raise ValueError(f"expected actions with positive weights, got {listed!r}")
        bounds = tuple(accumulate(weight for _, weight in listed))
        made = cls(Weighted(action, Fraction(weight, bounds[-1])) for action, weight in listed)
        made.actions = tuple(action for action, _ in listed)
        made.bounds = bounds
        return made

    @classmethod
    def uniform(cls, actions: Iterable[A]) -> "Distribution[A]":
        """Return the distribution in which all `actions` are equally likely."""
        return cls.of((action, 1) for action in actions)

    def __reduce__(self) -> tuple[Any, ...]:
        return tuple, (tuple(self),)


def sample(outcomes: tuple[Weighted[A], ...], rng: Random) -> A:
    """Draw one action by its probability, with one call of ``rng.random()``.

    Only `Random.random` is used, because it alone is promised to give the same numbers for a
    seed in every version of Python.

    Raises:
        ValueError: `outcomes` is empty.
    """
    if not isinstance(outcomes, Distribution):
        if not outcomes:
            raise ValueError("expected at least one outcome to draw from, got none")
        whole = lcm(*(outcome.probability.denominator for outcome in outcomes))
        outcomes = Distribution.of(
            (action, int(probability * whole)) for action, probability in outcomes
        )
    bounds = outcomes.bounds
    total = bounds[-1]
    if total <= _EXACT:
        return outcomes.actions[bisect_right(bounds, int(rng.random() * total))]
    return outcomes.actions[bisect_right(bounds, int(rng.random() * 2**53) * total >> 53)]
