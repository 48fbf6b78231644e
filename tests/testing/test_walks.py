"""Walks are records of themselves, and exploring visits every state once."""

from random import Random

import pytest
from hypothesis import given, settings

from tabletop_rules import dome_crushers as dc
from tabletop_rules.core import parse_record, replay
from tabletop_rules.testing import Walk, check_state, explore, random_walk, walks

DuelWalk = Walk[dc.Config, dc.State, dc.Action]


@settings(max_examples=20, deadline=None)
@given(walks(dc, [dc.Config(max_rounds=2)], most=60))
def test_a_walk_is_a_record_of_itself(walk: DuelWalk) -> None:
    *_, end = replay(dc, parse_record(walk.text, dc))
    assert end == walk.end
    assert len(walk.states) == len(walk.steps) + 1
    assert walk.text in repr(walk)


def test_a_random_walk_is_the_same_for_a_seed_and_ends_where_it_is_told() -> None:
    walk = random_walk(dc, dc.Config(), 3)
    assert walk == random_walk(dc, dc.Config(), 3)
    assert dc.actor(walk.end) is None
    assert random_walk(dc, dc.Config(), 3, most=9).steps == walk.steps[:9]
    assert random_walk(dc, dc.Config(), 3, most=0).end == walk.start


def test_exploring_gives_up_at_its_bound_and_says_what_it_found() -> None:
    with pytest.raises(ValueError, match="at most 50 states"):
        explore(dc, dc.Config(), lambda _: None, most=50)
    config = dc.Config(dc.load_deck(ONE), hand_size=1, max_rounds=1)
    # start, two starts, first draw, second draw; then the first play in two modes for each start,
    # and the second play in two modes for each of these
    explored = explore(dc, config, lambda state: check_state(dc, state, Random(1)))
    assert explored.states == 1 + 2 + 2 + 2 + 4 + 8
    assert explored.actions == 2 + 2 + 2 + 4 + 8
    assert str(explored) == "all 19 states, 8 ends, 18 actions"


ONE = """
id = "one"
name = "One card"

[[cards]]
name = "Only"
strength = 1
ability = "None"
text = "-"
effects = []
"""
