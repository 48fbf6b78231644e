"""What the game says to its verifiers: configs, witnesses, conserved values, small games."""

from collections.abc import Callable, Mapping
from itertools import count
from random import Random
from typing import Any

import pytest
from attrs import evolve

from tabletop_rules import dominus_portus as dp
from tabletop_rules.core import HOST, Outcome, verification_of
from tabletop_rules.testing import Atlas, check_state, explore, random_walk, scout

VERIFICATION = dp.verification()
CONFIGS = VERIFICATION.configs
SMALL: Mapping[str, int] = {
    "Dominus": 1_335,
    "Dominus, three players": 15_472,
    "Dominus, two turns": 45_623,
    "Portus": 6_938,
    "Portus, three players": 8_308,
    "both": 19_461,
}


@pytest.fixture(scope="module")
def atlas() -> Atlas[dp.Config, dp.Action]:
    return scout(dp, list(CONFIGS.values()), actions=2_000)


def test_it_is_always_the_same_and_a_sound_verification() -> None:
    assert dp.verification() is VERIFICATION
    assert verification_of(dp) is VERIFICATION
    assert VERIFICATION.unreachable == {}


def test_the_configs_have_every_switch_both_ways_and_every_size() -> None:
    wanted: dict[str, set[Any]] = {
        "seats": {2, 3, 4},
        "dominus": {False, True},
        "portus": {False, True},
        "hosted": {False, True},
        "host_draws": {False, True},
    }
    for name, values in wanted.items():
        assert {getattr(config, name) for config in CONFIGS.values()} == values, name
    for module, switch in (("dominus", "beautifications"), ("portus", "anchor_on_arrival")):
        played = [config for config in CONFIGS.values() if getattr(config, module)]
        assert {getattr(config.rulings, switch) for config in played} == {False, True}
        hosted = [config for config in played if config.hosted]
        assert {getattr(config.rulings, switch) for config in hosted} == {False, True}


@pytest.mark.parametrize("name", [*CONFIGS, *SMALL])
def test_each_config_can_be_played_to_its_end_and_keeps_what_is_conserved(name: str) -> None:
    config = {**CONFIGS, **VERIFICATION.small}[name]
    for seed in range(3):
        walk = random_walk(dp, config, seed)
        assert isinstance(dp.outcome(walk.end), Outcome)
        assert len(walk.steps) <= dp.max_actions(config)
        for rule, value in VERIFICATION.conserved.items():
            assert len({value(state) for state in walk.states}) == 1, rule


def test_every_rule_is_seen_has_a_witness_or_is_conserved(
    atlas: Atlas[dp.Config, dp.Action],
) -> None:
    known = {*atlas.times, *VERIFICATION.witnesses, *VERIFICATION.conserved}
    assert set(dp.rulebook) - known == set()


def test_a_scout_of_a_few_seconds_comes_by_nearly_every_rule(
    atlas: Atlas[dp.Config, dp.Action],
) -> None:
    seen = {*atlas.times, *VERIFICATION.conserved} & set(dp.rulebook)
    assert len(seen) >= 0.98 * len(dp.rulebook)


@pytest.mark.parametrize("name", ["hosted", "hosted, drawing"])
def test_DS_R1_the_host_does_only_what_it_may(name: str) -> None:
    """Whatever it does is applied, so it is legal; every kind of its actions comes up."""
    assert VERIFICATION.host is not None
    kinds: set[type] = set()
    for seed in range(10):
        for step in random_walk(dp, CONFIGS[name], seed).steps:
            if step.actor is HOST:
                kinds.add(type(step.action))
    plain = {dp.Placement, dp.FurtherGains, dp.CloseTurn, dp.FinalPoints}
    drawn = {dp.DealTile, dp.DealIsland, dp.RevealToken, dp.DrawGood}
    assert kinds == (plain | drawn if CONFIGS[name].host_draws else plain)


# --- conserved ----------------------------------------------------------------------------------


def _with_general(state: dp.State) -> dp.State:
    army = state.armies[0]
    return evolve(state, armies=(evolve(army, general=99), *state.armies[1:]))


def _with_legions(state: dp.State) -> dp.State:
    army = state.armies[0]
    more = evolve(army, legions=(11, *army.legions[1:]))
    return evolve(state, armies=(more, *state.armies[1:]))


def _with_ship_of(goods: tuple[str, ...]) -> Callable[[dp.State], dp.State]:
    return lambda state: evolve(
        state, ships=(evolve(state.ships[0], goods=goods), *state.ships[1:])
    )


BROKEN: tuple[tuple[str, Callable[[dp.State], dp.State]], ...] = (
    ("DS-COMP-1", lambda state: evolve(state, tokens=(state.tokens[0] - 1, *state.tokens[1:]))),
    ("DS-COMP-1", lambda state: evolve(state, sealed=state.sealed & ~2)),
    ("DS-COMP-1", lambda state: evolve(state, armies=state.armies[1:])),
    ("DS-COMP-1", _with_general),
    ("DS-COMP-1", _with_legions),
    ("PT-COMP-1", lambda state: evolve(state, ships=state.ships[1:])),
    ("PT-COMP-1", _with_ship_of(("wine",) * 8)),
    ("PT-COMP-1", _with_ship_of(("a good that there is not",))),
    ("DS-R17", lambda state: evolve(state, market=evolve(state.market, ring=()))),
    ("DS-R17", lambda state: evolve(state, turn=state.turn + 1)),
)


@pytest.mark.parametrize(("rule", "broken"), BROKEN)
def test_a_part_that_goes_or_comes_changes_what_is_conserved(
    rule: str, broken: Callable[[dp.State], dp.State]
) -> None:
    state = dp.parse_state("[[seats]]\n[[seats]]\n")
    value = VERIFICATION.conserved[rule]
    assert value(broken(state)) != value(state)


# --- small games --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SMALL)
def test_X1_every_state_of_a_small_game(name: str) -> None:
    """All have options or are over; all checks of the protocol are made on 100 of them."""
    config, rng = VERIFICATION.small[name], Random(1)
    start = dp.initial_state(config)
    kept = [(value, value(start)) for value in VERIFICATION.conserved.values()]
    every = SMALL[name] // 100
    numbers = count()

    def check(state: dp.State) -> None:
        assert (dp.actor(state) is None) == (not dp.legal_actions(state))
        for value, at_first in kept:
            assert value(state) == at_first
        if next(numbers) % every == 0:
            check_state(dp, state, rng)

    explored = explore(dp, config, check)
    assert explored.states == SMALL[name]
    assert explored.ends > 0


def test_the_small_games_are_all_explored() -> None:
    assert set(VERIFICATION.small) == set(SMALL)
