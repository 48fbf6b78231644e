"""What once went wrong: unfitting rules, claims and places of mistakes."""

from typing import Any

import pytest

from tabletop_rules import dominus_portus as dp
from tabletop_rules.core import PositionError

from .helpers import play, scene

EMPTY = "[[seats]]\n[[seats]]\n"


@pytest.mark.parametrize(("portus", "rule"), [(False, "DS-R13"), (True, "PT-R7")])
def test_DS_R13_PT_R7_closing_a_turn_without_a_tile_cites_a_rule_of_a_module_in_play(
    portus: bool, rule: str
) -> None:
    state = dp.parse_state(EMPTY, dp.Config(seats=2, hosted=True, portus=portus))
    _, events = dp.apply(state, dp.CloseTurn())
    assert events[0].rule == rule


@pytest.mark.parametrize(("ties", "tie_break"), [((0, 0), None), ((1, 0), "DS-R9"), ((), None)])
def test_DS_R9_a_tie_break_is_named_only_where_it_decided(
    ties: tuple[int, ...], tie_break: str | None
) -> None:
    config = dp.Config(seats=2, hosted=True, portus=False, turns=1)
    state = dp.parse_state(EMPTY, config)
    for _ in range(2):
        state = dp.apply(state, dp.CloseTurn()).state
    outcome = dp.outcome(dp.apply(state, dp.FinalPoints((4, 4), ties)).state)
    assert outcome is not None
    assert outcome.tie_break == tie_break
    assert outcome.winners == ((0, 1) if tie_break is None else (0,))


def _problems(seat: str, config: dp.Config) -> list[str]:
    with pytest.raises(PositionError) as caught:
        dp.parse_state(f"[[seats]]\n{seat}\n[[seats]]\n", config)
    return [problem.what for problem in caught.value.problems]


@pytest.mark.parametrize("seat", ["legions = { Gallia = 1 }", 'general = "Gallia"'])
def test_there_are_no_units_in_a_position_without_dominus(seat: str) -> None:
    assert "there are no units without Dominus" in _problems(seat, dp.Config(2, dominus=False))


@pytest.mark.parametrize("seat", ['ship = "port 0 1"', 'goods = ["oil"]'])
def test_there_are_no_ships_in_a_position_without_portus(seat: str) -> None:
    wrong = "there are no ships and goods without Portus"
    assert wrong in _problems(seat, dp.Config(2, portus=False))


def test_a_table_is_expected_where_a_list_is_given() -> None:
    assert _problems("legions = 3", dp.Config(2)) == ["expected a table, got 3"]
    assert _problems("legions = [1]", dp.Config(2)) == ["expected a table, got [1]"]


@pytest.mark.parametrize("kind", [dp.MoveLegion, dp.MoveGeneral])
@pytest.mark.parametrize("source", [[], {}, None, 1])
def test_DS_MOVE_3_a_move_from_what_is_no_name_is_refused(
    kind: type[dp.MoveLegion | dp.MoveGeneral], source: Any
) -> None:
    """Also from what has no hash, which was an error of another kind."""
    state = play(scene(""), "place 0 red military:different").state
    refusal = dp.why_not(state, kind(source, "Gallia"), 0)
    assert refusal is not None
    assert refusal.rule == "DS-MOVE-3"
    again = play(
        scene(""), "place 0 red military:same", "move legion Rome > Gallia", "reveal coins"
    )
    assert dp.why_not(again.state, kind(source, "Rome"), 0) is not None
