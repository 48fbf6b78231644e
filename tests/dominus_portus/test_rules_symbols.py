"""What symbols are for: the action table, deploying, Prestige, the order, declining."""

import pytest

from tabletop_rules import dominus_portus as dp
from tabletop_rules.core import HOST

from .helpers import general, options, play, refused, scene, units

FROM_ROME = [
    "move legion Rome > Gallia",
    "move legion Rome > Germania",
    "move legion Rome > Illyricum",
    "move legion Rome > Macedonia",
    "move legion Rome > Africa",
]
OPEN = 'open = ["Gallia", "Africa"]\nrevealed = ["coins", "faith"]\n'
ON_MAP = OPEN + '[[seats]]\nlegions = { Rome = 1 }\ngeneral = "Gallia"'
BY_GENERAL = [
    "move general Gallia > Rome",
    "move general Gallia > Hispania",
    "move general Gallia > Britannia",
    "move general Gallia > Germania",
]


def asked(placement: str, text: str = "") -> dp.State:
    """Return the position in which seat 0 is asked what to do with a symbol."""
    return play(scene(text), f"place 0 red {placement}").state


def test_DS_MIL_1_a_military_symbol_lets_its_player_deploy_or_move() -> None:
    state = asked("military:different")
    assert dp.actor(state) == 0
    assert options(state) == ["deploy legion", *FROM_ROME, "decline"]
    assert dp.why_not(state, dp.Decline(), 1) is not None
    assert refused(state, "take Temple") == "DS-ACT-1"
    assert refused(asked("military:same"), "take Temple") == "DS-ACT-2"


def test_DS_PREST_1_a_prestige_symbol_deploys_and_moves_too() -> None:
    military, prestige = asked("military:same"), asked("prestige:same:4")
    assert options(prestige) == ["points", *options(military)]
    assert refused(military, "points") == "DS-PREST-2"


def test_DS_PREST_2_DS_R10_DS_R16_prestige_is_points_or_the_action() -> None:
    state = asked("prestige:different:3")
    scored = play(state, "points")
    assert scored.of(dp.Gained)[0].points == 3
    assert scored.rules[0] == "DS-PREST-2"
    assert scored.state.cities[0].points == 3
    assert dp.actor(scored.state) is HOST
    used = play(state, "deploy legion")
    assert used.state.cities[0].points == 0
    assert units(used.state, 0) == {"Rome": 2}
    assert dp.actor(used.state) is HOST


def test_DS_R16_each_prestige_symbol_carries_its_own_points() -> None:
    state = play(scene(""), "place 0 red prestige:same:4 prestige:same:1").state
    assert options(state) == ["resolve prestige:same:1", "resolve prestige:same:4"]
    done = play(state, "resolve prestige:same:4", "points", "points")
    assert [gain.points for gain in done.of(dp.Gained)] == [4, 1]


def test_DS_LEGION_1_a_legion_symbol_has_the_lesser_benefit() -> None:
    assert options(asked("legions=1", ON_MAP)) == options(asked("military:different", ON_MAP))
    assert options(asked("legions=1")) == ["deploy legion", *FROM_ROME, "decline"]


def test_DS_ACT_1_different_colours_deploy_one_move_one_or_move_the_general() -> None:
    state = asked("military:different", ON_MAP)
    assert options(state) == ["deploy legion", *FROM_ROME, *BY_GENERAL, "decline"]
    for action in ("deploy legion", "move legion Rome > Gallia", "move general Gallia > Rome"):
        assert dp.actor(play(state, action).state) is HOST


@pytest.mark.parametrize(
    ("actions", "legions"),
    [
        (["deploy legion", "deploy legion"], {"Rome": 3}),
        (["move legion Rome > Gallia", "move legion Gallia > Rome"], {"Rome": 1}),
        (["deploy legion", "move legion Rome > Africa"], {"Rome": 1, "Africa": 1}),
        (["move legion Rome > Africa", "deploy legion"], {"Rome": 1, "Africa": 1}),
    ],
)
def test_DS_ACT_2_DS_R6_same_colour_is_two_legions_in_either_order(
    actions: list[str], legions: dict[str, int]
) -> None:
    done = play(asked("military:same", OPEN), *actions)
    assert units(done.state, 0) == legions
    assert dp.actor(done.state) is HOST


def test_DS_ACT_2_DS_GENERAL_1_same_colour_deploys_the_general_alone() -> None:
    state = asked("military:same")
    assert options(state) == ["deploy legion", "deploy general", *FROM_ROME, "decline"]
    done = play(state, "deploy general")
    assert general(done.state, 0) == "Rome"
    assert dp.actor(done.state) is HOST
    assert done.rules == ["DS-GENERAL-1"]
    assert refused(play(state, "deploy legion").state, "deploy general") == "DS-GENERAL-1"


@pytest.mark.parametrize("symbol", ["military:different", "prestige:different:2", "legions=1"])
def test_DS_GENERAL_1_C5_nothing_else_deploys_the_general(symbol: str) -> None:
    state = asked(symbol)
    assert "deploy general" not in options(state)
    assert refused(state, "deploy general") == "DS-GENERAL-1"


def test_C5_DS_R6_a_general_on_the_map_is_not_deployed_and_moves_only_by_the_weaker_row() -> None:
    same = asked("prestige:same:2", ON_MAP)
    assert options(same) == ["points", "deploy legion", *FROM_ROME, "decline"]
    assert refused(same, "deploy general") == "DS-R5"
    assert refused(same, "move general Gallia > Rome") == "DS-R6"
    second = play(same, "deploy legion").state
    assert refused(second, "move general Gallia > Rome") == "DS-R6"
    assert refused(second, "points") == "DS-PREST-2"
    weak = asked("legions=1", ON_MAP)
    assert general(play(weak, "move general Gallia > Rome").state, 0) == "Rome"


def test_DS_DEPLOY_1_DS_DEPLOY_2_chosen_units_go_from_the_supply_to_rome() -> None:
    done = play(asked("military:same"), "deploy legion", "deploy legion")
    assert units(done.state, 0) == {"Rome": 3}
    assert done.state.armies[0].supply == 7
    assert done.rules == ["DS-DEPLOY-2", "DS-DEPLOY-2"]
    assert [event.describe() for event in done.events] == ["Seat 0 deploys a Legion in Rome."] * 2


def test_C4_DS_R5_with_no_legion_left_deploying_is_not_offered() -> None:
    state = asked("military:same", "[[seats]]\nlegions = { Rome = 10 }")
    assert "deploy legion" not in options(state)
    assert "deploy general" in options(state)
    assert refused(state, "deploy legion") == "DS-R5"


def test_C4_DS_R5_deploy_two_with_one_left_deploys_one() -> None:
    state = asked("military:same", "[[seats]]\nlegions = { Rome = 9 }")
    second = play(state, "deploy legion").state
    assert units(second, 0) == {"Rome": 10}
    assert options(second) == [*FROM_ROME, "decline"]
    assert refused(second, "deploy legion") == "DS-R5"


def test_DS_R7_one_legion_may_make_both_moves() -> None:
    start = 'open = ["Gallia", "Hispania"]\nrevealed = ["coins", "coins"]'
    done = play(
        asked("military:same", start), "move legion Rome > Gallia", "move legion Gallia > Hispania"
    )
    assert units(done.state, 0) == {"Hispania": 1}


def test_DS_R7_a_legion_gained_between_two_moves_may_make_the_second() -> None:
    state = play(asked("military:same"), "move legion Rome > Gallia", "reveal legion").state
    assert units(state, 0) == {"Rome": 1, "Gallia": 1}
    done = play(state, "move legion Rome > Africa", "reveal faith").state
    assert units(done, 0) == {"Gallia": 1, "Africa": 1}
    assert dp.actor(done) is HOST


def test_DS_R14_one_may_decline_and_stop_after_the_first_of_two() -> None:
    state = asked("military:same")
    declined = play(state, "decline")
    assert declined.rules == ["DS-R14"]
    assert units(declined.state, 0) == {"Rome": 1}
    stopped = play(state, "deploy legion", "decline").state
    assert units(stopped, 0) == {"Rome": 2}
    assert dp.actor(stopped) is HOST


def test_DS_R13_the_owner_chooses_the_order_of_different_symbols() -> None:
    state = play(scene(""), "place 0 red prestige:different:2 military:same legions=2").state
    assert options(state) == [
        "resolve military:same",
        "resolve prestige:different:2",
        "resolve legion:different",
    ]
    assert refused(state, "deploy legion") == "DS-R13"
    assert refused(state, "resolve military:different") == "DS-R13"
    state = play(state, "resolve legion:different", "deploy legion").state
    assert options(state)[-1] == "resolve legion:different"
    state = play(state, "resolve prestige:different:2", "points").state
    assert options(state) == ["resolve military:same", "resolve legion:different"]
    state = play(state, "resolve legion:different", "decline").state
    assert "deploy general" in options(state)  # one is left, so that there is nothing to choose
    assert dp.actor(play(state, "decline").state) is HOST


def test_DS_R13_symbols_that_are_alike_are_used_one_after_the_other() -> None:
    state = play(scene(""), "place 0 red military:different military:different").state
    done = play(state, "deploy legion", "deploy legion")
    assert units(done.state, 0) == {"Rome": 3}
    assert dp.actor(done.state) is HOST
