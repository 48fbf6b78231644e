"""The space of actions draws what Gymnasium's own draws, and refuses what it refuses."""

import pickle
from random import Random
from typing import Any

import numpy as np
import pytest
from gymnasium.spaces import Discrete

from tabletop_rules.environments.spaces import Actions


@pytest.mark.parametrize("count", [1, 2, 99, 2_415])
def test_it_draws_the_same_numbers_as_discrete_from_the_same_seed(count: int) -> None:
    ours, theirs, rng = Actions(count, seed=7), Discrete(count, seed=7), Random(count)
    for number in range(200):
        mask = np.zeros(count, np.int8)
        mask[rng.sample(range(count), rng.randint(0, count))] = 1
        given: Any = None if number % 10 == 9 else mask
        drawn, expected = ours.sample(given), theirs.sample(given)
        assert (drawn, type(drawn)) == (expected, type(expected))
        assert given is None or not mask.any() or mask[drawn]
    weights = np.full(count, 1 / count)
    assert ours.sample(probability=weights) == theirs.sample(probability=weights)


@pytest.mark.parametrize(
    "mask",
    [
        np.ones(4, np.int8),
        np.ones((1, 5), np.int8),
        np.ones(5, np.bool_),
        np.full(5, 2, np.int8),
        np.array([0, 1, -1, 0, 0], np.int8),
        [1, 1, 1, 1, 1],
    ],
    ids=["length", "shape", "dtype", "two", "below", "list"],
)
def test_what_is_no_mask_is_refused(mask: Any) -> None:
    for space in (Discrete(5), Actions(5)):
        with pytest.raises(AssertionError, match="sample mask"):
            space.sample(mask)


def test_it_is_a_discrete_space_that_pickles_with_its_generator() -> None:
    space = Actions(9, seed=3)
    again = pickle.loads(pickle.dumps(space))
    assert isinstance(again, Discrete)
    assert again == space
    assert [again.sample() for _ in range(20)] == [space.sample() for _ in range(20)]
