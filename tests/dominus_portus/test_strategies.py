"""Every config that the strategies draw can be played, and keeps the protocol."""

import pytest
from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st

from tabletop_rules import dominus_portus as dp
from tabletop_rules.core import Content, from_json, to_json
from tabletop_rules.dominus_portus import strategies
from tabletop_rules.testing import Walk, check_walk, walks

from .helpers import assert_sound

CONTENT: tuple[st.SearchStrategy[Content], ...] = (
    strategies.map_boards(),
    strategies.score_tiles(least=3),
    strategies.settlements(least=3),
    strategies.harbours(least=3),
    strategies.goods(),
    strategies.city_tiles(least=3),
)

QUICK = settings(phases=[Phase.generate, Phase.shrink])


@settings(max_examples=40, deadline=None)
@given(walks(dp, strategies.configs(), most=120))
def test_X1_X3_X4_X7_every_check_of_the_protocol_on_any_config(
    walk: Walk[dp.Config, dp.State, dp.Action],
) -> None:
    check_walk(dp, walk, every=9)
    for step in walk.steps:
        assert_sound(step.after, step.events)


@settings(max_examples=100, deadline=None)
@given(strategies.configs())
def test_a_config_comes_back_from_json(config: dp.Config) -> None:
    assert from_json(to_json(config), dp.Config) == config


@settings(max_examples=50, deadline=None)
@given(st.one_of(CONTENT))
def test_content_is_on_no_shelf_and_comes_back_from_json(content: Content) -> None:
    assert type(content).shelf.reference(content) is None
    assert from_json(to_json(content), type(content)) == content


def test_configs_shrink_to_the_default() -> None:
    assert find(strategies.configs(), lambda _: True, settings=QUICK) == dp.Config()


@pytest.mark.parametrize("hosted", [False, True])
def test_configs_can_be_hosted_or_not(hosted: bool) -> None:
    simplest = find(strategies.configs(hosted=hosted), lambda _: True, settings=QUICK)
    assert simplest == dp.Config(hosted=hosted)
