"""Strategies give the states that are asked for, and shrink to short games."""

from collections.abc import Callable

import pytest
from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable

from tabletop_rules.core import Game
from tabletop_rules.testing import Walk, positions, scout, states, walks, walks_near

from . import sound

market: Game[sound.Config, sound.State, sound.Action, sound.View] = sound
MarketWalk = Walk[sound.Config, sound.State, sound.Action]
CONFIGS = (sound.BRISK, sound.THREE)
ATLAS = scout(market, [sound.BRISK], actions=500)
FINDING = settings(max_examples=200, database=None, deadline=None, derandomize=True)
FEW = settings(max_examples=25, deadline=None)


def depth(state: sound.State) -> int:
    """Return how many cards were dealt."""
    return len(state.config.deck) - len(state.deck)


def shown(walk: MarketWalk) -> bool:
    return bool(walk.end.discard)


def test_a_walk_shrinks_to_a_short_game() -> None:
    walk = find(walks(market, CONFIGS), shown, settings=FINDING)
    assert walk.config == sound.BRISK
    assert len(walk.actions) == 4 + 2  # two hands of two cards, and a card of each


@FEW
@given(st.data())
def test_a_walk_is_as_long_as_it_may_be(data: st.DataObject) -> None:
    walk = data.draw(walks(market, CONFIGS, least=3, most=7))
    assert 3 <= len(walk.actions) <= 7


def test_no_walk_is_longer_than_the_game() -> None:
    with pytest.raises(Unsatisfiable):
        find(
            walks(market, [sound.THREE], least=50),
            lambda _: True,
            settings=settings(FINDING, max_examples=20, phases=[Phase.generate]),
        )


@FEW
@given(walks(market, st.sampled_from(CONFIGS)))
def test_configs_can_be_a_strategy(walk: MarketWalk) -> None:
    assert walk.config in CONFIGS


def asks(kind: type) -> Callable[[sound.State], bool]:
    return lambda state: bool(state.agenda) and isinstance(state.agenda[-1], kind)


@FEW
@given(states(market, CONFIGS, where=asks(sound.AskPrize)))
def test_states_can_be_those_in_which_something_holds(state: sound.State) -> None:
    assert asks(sound.AskPrize)(state)


def test_it_is_the_first_such_state_of_a_game() -> None:
    laying = states(market, CONFIGS, where=asks(sound.AskLay))
    first = find(laying, lambda _: True, settings=FINDING)
    assert depth(first) == 4
    laying = states(market, CONFIGS, least=5, where=asks(sound.AskLay))
    later = find(laying, lambda _: True, settings=FINDING)
    assert [bool(player.laid) for player in later.players] == [True, False]


@FEW
@given(st.data())
def test_states_are_as_deep_as_is_asked_for(data: st.DataObject) -> None:
    assert depth(data.draw(states(market, [sound.BRISK], least=2, most=3))) in {2, 3}


@FEW
@given(st.data())
def test_walks_near_a_rule_come_past_a_place_and_end_soon(data: st.DataObject) -> None:
    rule = data.draw(st.sampled_from(tuple(ATLAS.places)))
    walk = data.draw(walks_near(market, ATLAS, rules=[rule], beyond=3))
    begun = [
        place for place in ATLAS.near(rule) if walk.actions[: len(place.actions)] == place.actions
    ]
    # the action that exercises the rule, and up to three more
    assert any(0 <= len(walk.actions) - len(place.actions) <= 1 + 3 for place in begun)


@FEW
@given(walks_near(market, ATLAS, rules=["MK-PRIZE-2"], beyond=0))
def test_walks_near_a_rule_come_by_it_or_stop_before(walk: MarketWalk) -> None:
    places = {(*place.actions, place.action) for place in ATLAS.near("MK-PRIZE-2")}
    before = {actions[:-1] for actions in places}
    assert walk.actions in places | before


@FEW
@given(positions(market, ATLAS, rules=["MK-PRIZE-2"]))
def test_positions_are_those_before_the_rule(state: sound.State) -> None:
    assert asks(sound.AskPrize)(state)


@FEW
@given(positions(market, ATLAS, beyond=2))
def test_positions_are_near_any_rule(state: sound.State) -> None:
    assert state.config == sound.BRISK
