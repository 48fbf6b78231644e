"""Exact chance: weighted outcomes, and drawing one of them."""

from bisect import bisect_right
from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from math import lcm
from random import Random
from typing import Any, Final, Generic, NamedTuple, TypeVar

from tabletop_rules.core.errors import shown

__all__ = ["Distribution", "Weighted", "sample"]

A = TypeVar("A")

_EXACT: Final = 2**32
"""Up to this total a product of floats is as fair as one of whole numbers, and faster."""


_share = lru_cache(maxsize=1 << 14)(Fraction)
"""Make a fraction, the same object for the same numbers: the same few recur all the time."""


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

    def __new__(cls, outcomes: Iterable[Weighted[A]]) -> "Distribution[A]":
        """Return the distribution of weighted actions, in the given order.

        Raises:
            ValueError: there is none, a probability is not positive, or they do not sum to 1.
        """
        made = super().__new__(cls, tuple(outcomes))
        if any(probability <= 0 for _, probability in made) or sum(p for _, p in made) != 1:
            raise ValueError(f"expected positive probabilities that sum to 1, got {shown(made)}")
        whole = lcm(*(probability.denominator for _, probability in made))
        made.actions = tuple(action for action, _ in made)
        made.bounds = tuple(accumulate(int(probability * whole) for _, probability in made))
        return made

    @classmethod
    def of(cls, weights: Iterable[tuple[A, int]]) -> "Distribution[A]":
        """Return the distribution of actions with positive whole weights, in the given order.

        Raises:
            ValueError: there is no action, or a weight is not a positive whole number.
        """
        listed = tuple(weights)
        if not listed or any(type(weight) is not int or weight <= 0 for _, weight in listed):
            raise ValueError(f"expected positive whole weights, got {shown(listed)}")
        bounds = tuple(accumulate([weight for _, weight in listed]))
        whole = bounds[-1]
        made = super().__new__(cls, [Weighted(a, _share(w, whole)) for a, w in listed])
        made.actions = tuple([action for action, _ in listed])
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
        ValueError: the probabilities of `outcomes` do not sum to 1.
    """
    if not isinstance(outcomes, Distribution):
        outcomes = Distribution(outcomes)
    bounds = outcomes.bounds
    total = bounds[-1]
    if total <= _EXACT:
        return outcomes.actions[bisect_right(bounds, int(rng.random() * total))]
    return outcomes.actions[bisect_right(bounds, int(rng.random() * 2**53) * total >> 53)]
