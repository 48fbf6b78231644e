"""A scout finds ways to rare rules, and the same with the same seed."""

import pytest

from tabletop_rules.core import Game, Played, parse_record
from tabletop_rules.testing import Atlas, Lawyer, scout

from . import sound
from .defects import DEFECTS

market: Game[sound.Config, sound.State, sound.Action, sound.View] = sound
CONFIGS = (sound.BRISK, sound.THREE, sound.TINY)


@pytest.fixture(scope="module")
def atlas() -> Atlas[sound.Config, sound.Action]:
    return scout(market, CONFIGS, seed=1, actions=600)


def state_at(config: sound.Config, actions: tuple[sound.Action, ...]) -> sound.State:
    state = sound.initial_state(config)
    for action in actions:
        state = sound.apply(state, action).state
    return state


def test_the_next_action_at_each_place_can_exercise_the_rule(
    atlas: Atlas[sound.Config, sound.Action],
) -> None:
    lawyer = Lawyer(market)
    for rule, places in atlas.places.items():
        for place in places:
            state = state_at(place.config, place.actions)
            exercised: set[str] = set()
            for option in sound.legal_actions(state):
                after, events = sound.apply(state, option)
                step = Played(state, sound.actor(state), option, after, events)
                exercised |= {rule for rule, _ in lawyer.exercised(step)}
            assert rule in exercised


def test_the_rarest_rule_comes_first_and_the_shortest_way(
    atlas: Atlas[sound.Config, sound.Action],
) -> None:
    times = [atlas.times[rule] for rule in atlas.places]
    assert times == sorted(times)
    for rule in atlas.places:
        lengths = [len(place.actions) for place in atlas.near(rule)]
        assert lengths == sorted(lengths)
        assert 1 <= len(lengths) <= 4
    first = atlas.near("MK-DEAL-1")[0]
    assert (first.config, first.actions) == (sound.BRISK, ())
    assert isinstance(first.action, sound.Deal)
    assert atlas.near("MK-NONE-1") == ()


def test_all_that_can_come_up_is_found_and_all_configs_are_visited(
    atlas: Atlas[sound.Config, sound.Action],
) -> None:
    never = {"MK-CARDS-1", "MK-TOKENS-1", "MK-LAY-2"}  # no step exercises them
    assert set(sound.rulebook) - set(atlas.places) <= never
    configs = {place.config for places in atlas.places.values() for place in places}
    assert configs == set(CONFIGS)
    assert atlas.broken is None


def test_a_seed_gives_the_same_atlas(atlas: Atlas[sound.Config, sound.Action]) -> None:
    assert scout(market, CONFIGS, seed=1, actions=600) == atlas
    assert scout(market, CONFIGS, seed=2, actions=600) != atlas


def test_the_scout_sets_out_again_where_the_game_raises_an_error_and_remembers_it() -> None:
    [defect] = [each for each in DEFECTS if each.name == "an option that raises"]
    atlas = scout(defect.game(), [sound.BRISK], seed=1, actions=600)
    assert atlas.broken is not None
    assert atlas.broken.check == "playing"
    assert "IndexError" in atlas.broken.what
    record = parse_record(atlas.broken.record, market)
    end = state_at(record.config, record.actions)
    assert isinstance(end.agenda[-1], sound.AskPrize)
