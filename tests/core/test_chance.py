"""Exact chance: probabilities that sum to 1, and draws that keep to them."""

import copy
import pickle
from collections import Counter
from fractions import Fraction
from math import nextafter
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop_rules.core import Distribution, Weighted, sample

weights = st.lists(st.integers(1, 2**70) | st.integers(1, 9), min_size=1, max_size=12)


class Scripted(Random):
    """A generator that gives the numbers of a list, and has no other randomness to give."""

    def __init__(self, *numbers: float) -> None:
        super().__init__(0)
        self._numbers = list(numbers)

    def random(self) -> float:
        return self._numbers.pop(0)

    def getrandbits(self, k: int, /) -> int:
        raise AssertionError("only random() gives the same numbers in every version of Python")


class Counting(Random):
    """A generator that counts the calls of `random`."""

    calls = 0

    def random(self) -> float:
        self.calls += 1
        return super().random()

    def getrandbits(self, k: int, /) -> int:
        raise AssertionError("only random() gives the same numbers in every version of Python")


def named(given_weights: list[int]) -> list[tuple[str, int]]:
    return [(f"action {place}", weight) for place, weight in enumerate(given_weights)]


@settings(deadline=None)
@given(weights)
def test_probabilities_are_exact_in_order_and_sum_to_one(given_weights: list[int]) -> None:
    odds = Distribution.of(named(given_weights))
    total = sum(given_weights)
    assert odds == tuple(
        (action, Fraction(weight, total)) for action, weight in named(given_weights)
    )
    assert sum(outcome.probability for outcome in odds) == 1
    assert all(type(outcome.probability) is Fraction for outcome in odds)
    assert odds.actions == tuple(action for action, _ in named(given_weights))


def test_uniform_gives_all_the_same_probability() -> None:
    odds = Distribution.uniform("abc")
    assert odds == (("a", Fraction(1, 3)), ("b", Fraction(1, 3)), ("c", Fraction(1, 3)))


def test_of_takes_an_iterator() -> None:
    assert Distribution.of(iter([("a", 1)])) == (("a", Fraction(1)),)


@pytest.mark.parametrize("wrong", [[], [("a", 0)], [("a", 1), ("b", -1)], [("a", 2), ("b", 0)]])
def test_of_refuses_no_action_and_weights_that_are_not_positive(
    wrong: list[tuple[str, int]],
) -> None:
    with pytest.raises(ValueError, match="positive whole weights"):
        Distribution.of(wrong)


def test_uniform_refuses_no_action() -> None:
    nothing: tuple[str, ...] = ()
    with pytest.raises(ValueError, match="positive whole weights"):
        Distribution.uniform(nothing)


def test_weighted_is_a_pair_with_names() -> None:
    outcome = Weighted("a", Fraction(1, 3))
    action, probability = outcome
    assert (outcome.action, outcome.probability) == (action, probability) == ("a", Fraction(1, 3))


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_a_distribution_pickles_and_copies_as_a_plain_tuple(protocol: int) -> None:
    odds = Distribution.of([("a", 1), ("b", 2)])
    for made in (
        pickle.loads(pickle.dumps(odds, protocol)),
        copy.copy(odds),
        copy.deepcopy(odds),
    ):
        assert type(made) is tuple
        assert made == odds
        assert hash(made) == hash(odds)
        assert all(isinstance(outcome, Weighted) for outcome in made)


# ------------------------------------------------------------------------------ sample


@pytest.mark.parametrize(
    "given_weights", [[1], [5], [1, 1], [1, 2, 3], [7, 1], [1] * 49, [100, 1, 10]]
)
@pytest.mark.parametrize("cells", [1, 3])
def test_frequencies_are_exact_over_all_values_of_the_generator(
    given_weights: list[int], cells: int
) -> None:
    """Each of `total * cells` equal parts of [0, 1) is visited once, in its middle."""
    total = sum(given_weights)
    for outcomes in (
        Distribution.of(named(given_weights)),
        tuple(Distribution.of(named(given_weights))),
    ):
        count = total * cells
        drawn = Counter(sample(outcomes, Scripted((part + 0.5) / count)) for part in range(count))
        assert drawn == {action: weight * cells for action, weight in named(given_weights)}


@settings(deadline=None)
@given(weights)
def test_the_lowest_number_draws_the_first_action_and_the_highest_the_last(
    given_weights: list[int],
) -> None:
    listed = [*named(given_weights), ("last", max(given_weights))]
    odds = Distribution.of(listed)
    highest = nextafter(1.0, 0.0)
    assert sample(odds, Scripted(0.0, 0.0)) == listed[0][0]
    assert sample(odds, Scripted(highest, highest)) == "last"


@pytest.mark.parametrize("exponent", [1, 16, 31, 32, 33, 52, 53, 54, 63, 64, 65, 100])
@pytest.mark.parametrize("more", [-1, 0, 1])
def test_no_number_of_the_generator_falls_off_the_end(exponent: int, more: int) -> None:
    total = 2**exponent + more
    odds = Distribution.of([("first", total - total // 2), *([("last", total // 2)] * (total > 1))])
    for number in (0.0, nextafter(0.0, 1.0), 0.5, nextafter(0.5, 0.0), nextafter(1.0, 0.0)):
        assert sample(odds, Scripted(number, number)) in odds.actions


@settings(deadline=None)
@given(weights, st.integers(0, 2**32))
def test_a_draw_is_one_of_the_actions_and_the_same_for_a_plain_tuple(
    given_weights: list[int], seed: int
) -> None:
    odds = Distribution.of(named(given_weights))
    drawn = sample(odds, Random(seed))
    assert drawn in odds.actions
    assert sample(tuple(odds), Random(seed)) == drawn
    assert sample(pickle.loads(pickle.dumps(odds)), Random(seed)) == drawn


@pytest.mark.parametrize(
    "given_weights",
    [[1], [10**6], [1, 1], [1, 2, 3], [2**31, 2**31], [2**32, 1], [2**70, 1, 2**70]],
)
def test_each_draw_calls_random_once(given_weights: list[int]) -> None:
    for outcomes in (
        Distribution.of(named(given_weights)),
        tuple(Distribution.of(named(given_weights))),
    ):
        rng = Counting(1)
        sample(outcomes, rng)
        assert rng.calls == 1


def test_totals_above_two_to_the_32nd_keep_to_the_odds() -> None:
    odds = Distribution.of([("rare", 1), ("common", 2**33 - 1)])
    half = Distribution.of([("a", 2**40), ("b", 2**40)])
    quarter = Distribution.of([("a", 2**40), ("b", 3 * 2**40)])
    rng = Random(5)
    assert Counter(sample(odds, rng) for _ in range(1000)) == {"common": 1000}
    assert [sample(half, Scripted(x, x)) for x in (0.0, 0.49, 0.51, 0.99)] == ["a", "a", "b", "b"]
    assert [sample(quarter, Scripted(x, x)) for x in (0.24, 0.26)] == ["a", "b"]


def test_a_plain_tuple_of_unlike_denominators_is_drawn_by_its_odds() -> None:
    outcomes = (
        Weighted("a", Fraction(1, 2)),
        Weighted("b", Fraction(1, 3)),
        Weighted("c", Fraction(1, 6)),
    )
    drawn = Counter(sample(outcomes, Scripted((part + 0.5) / 12)) for part in range(12))
    assert drawn == {"a": 6, "b": 4, "c": 2}


def test_sample_refuses_an_empty_tuple() -> None:
    empty: tuple[Weighted[Any], ...] = ()
    with pytest.raises(ValueError, match="sum to 1"):
        sample(empty, Random(1))
