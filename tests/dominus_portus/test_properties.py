"""Properties that hold in every reachable state of Dominus and Portus."""

import pickle
from collections import Counter
from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings

from tabletop_rules import dominus_portus as dp
from tabletop_rules.core import CHANCE, from_json, to_json
from tabletop_rules.dominus_portus.units import SecondUse, Use
from tabletop_rules.testing import Walk, check_walk, random_walk, walks

from .helpers import assert_sound

pytestmark = pytest.mark.no_cover

CONFIGS = (
    dp.Config(),
    dp.Config(seats=3),
    dp.Config(seats=4, turns=6),
    dp.Config(portus=False, turns=8),
    dp.Config(dominus=False, seats=3, turns=12),
    dp.Config(turns=3, rulings=dp.Rulings(beautifications=True, anchor_on_arrival=False)),
)
HOSTED = (
    dp.Config(hosted=True, turns=8),
    dp.Config(hosted=True, seats=3, turns=5, host_draws=True),
    dp.Config(hosted=True, seats=4, turns=6, portus=False),
    dp.Config(hosted=True, dominus=False, turns=20, host_draws=True),
    dp.Config(hosted=True, turns=6, rulings=dp.Rulings(True, False)),
)

CityWalk = Walk[dp.Config, dp.State, dp.Action]


@settings(max_examples=20, deadline=None)
@given(walks(dp, CONFIGS, most=160))
def test_X1_X3_X4_X7_every_check_of_the_protocol(walk: CityWalk) -> None:
    check_walk(dp, walk, every=5)


@settings(max_examples=25, deadline=None)
@given(walks(dp, HOSTED, most=160))
def test_X1_X3_X4_X7_every_check_where_a_host_plays_the_base_game(walk: CityWalk) -> None:
    check_walk(dp, walk, every=5)


@pytest.mark.parametrize("config", CONFIGS)
def test_X10_DS_COMP_1_PT_COMP_1_everything_is_conserved(
    config: dp.Config, seeds: Callable[[int], range]
) -> None:
    for seed in seeds(15):
        for state in random_walk(dp, config, seed).states:
            assert_sound(state)


@pytest.mark.parametrize("config", HOSTED)
def test_X10_everything_is_conserved_where_a_host_plays(
    config: dp.Config, seeds: Callable[[int], range]
) -> None:
    for seed in seeds(10):
        walk = random_walk(dp, config, seed)
        assert dp.actor(walk.end) is None
        for state in walk.states:
            assert_sound(state)


@settings(max_examples=30, deadline=None)
@given(walks(dp, CONFIGS, most=300))
def test_C12_DS_R19_nothing_is_secret_so_resampling_is_the_identity(walk: CityWalk) -> None:
    state = walk.end
    for seat in (*range(state.config.seats), None):
        seen = dp.view(state, seat)
        assert seen.state == state
        assert dp.resample(seen, Random(1)) == state
        assert dp.resample(seen, Random(2)) is state
    for step in walk.steps[-5:]:
        for seat in (0, None):
            assert dp.observe(step.events, seat) == step.events


@pytest.mark.parametrize("seed", range(20))
def test_C12_DS_R19_no_state_holds_a_token_that_nobody_has_seen(seed: int) -> None:
    """Two games that differ only in what chance will do are the same value until then."""
    for step in random_walk(dp, dp.Config(seats=2 + seed % 3), seed).steps:
        if step.actor is CHANCE:
            odds = dp.chance_outcomes(step.before)
            again = from_json(to_json(step.before), dp.State)
            assert dp.chance_outcomes(again) == odds
            assert dp.chance_outcomes(pickle.loads(pickle.dumps(step.before))) == odds
            assert dp.chance_outcomes(dp.parse_state(dp.format_state(step.before))) == odds


@pytest.mark.parametrize("seed", range(30))
def test_DS_R5_DS_R14_a_symbol_can_always_be_used_and_always_be_left(seed: int) -> None:
    for state in random_walk(dp, dp.Config(seats=2, turns=24), seed).states:
        if state.agenda and isinstance(state.agenda[-1], Use | SecondUse):
            options = dp.legal_actions(state)
            assert options[-1] == dp.Decline()
            assert len(options) > 1


@pytest.mark.parametrize("config", [*CONFIGS, *HOSTED])
def test_X9_after_the_end_nothing_is_allowed_and_the_result_stands(config: dp.Config) -> None:
    walk = random_walk(dp, config, 5)
    end = walk.end
    assert dp.actor(end) is None
    result, points = dp.outcome(end), dp.score(end)
    for step in walk.steps[::7]:
        refusal = dp.why_not(end, step.action, 0)
        assert refusal is not None
        assert refusal.rule == "DS-R18"
    assert (dp.outcome(end), dp.score(end)) == (result, points)


@pytest.mark.parametrize("config", CONFIGS)
def test_X6_search_on_a_resampled_state_leaves_the_game_alone(config: dp.Config) -> None:
    state = random_walk(dp, config, 7, most=60).end
    before = dp.format_state(state)
    rng = Random(3)
    for seat in (0, 1, None):
        other = dp.resample(dp.view(state, seat), rng)
        while options := dp.legal_actions(other):
            other = dp.apply(other, options[int(rng.random() * len(options))]).state
    assert dp.format_state(state) == before


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_DS_R17_every_player_has_24_turns_and_all_tiles_are_placed(seats: int) -> None:
    walk = random_walk(dp, dp.Config(seats=seats), seats)
    taken = Counter(step.actor for step in walk.steps if isinstance(step.action, dp.TakeTile))
    assert taken == dict.fromkeys(range(seats), 24)
    assert walk.end.market == dp.Market((0,) * 12, ())
