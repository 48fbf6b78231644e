"""The picture in text holds what a player must know to decide."""

import pytest

from tabletop_rules import dominum as dm
from tabletop_rules.drawing import draw

from .helpers_fights import Scene, both_seats, card, scene, triggered, war

DUEL = triggered("on_deploy", 'type = "power_duel", win = [{ type = "victory_points" }]')
CAST = war(
    card("Herald", 2, DUEL),
    card("Bow", 2, reach="radial", fly=True, kind="elite"),
    card("Pike", 2, 'type = "alt_attack", phases = ["attack"]'),
)


def picture(table: Scene, viewer: int | None = 0) -> str:
    """Return the picture that a seat sees."""
    return dm.render(dm.view(table.state, viewer))


@pytest.mark.parametrize("taken", [None, 0, 1])
@pytest.mark.parametrize("first", [0, 1])
def test_DM_END_3_who_begins_the_next_round_can_be_seen(first: int, taken: int | None) -> None:
    head = f"first = {first}\nstarter = 0" + ("" if taken is None else f"\ninitiative = {taken}")
    seen = picture(scene(CAST, "Bow c2", phase="", head=head)).splitlines()[0]
    assert f"seat {first} is the 1st Player" in seen
    assert [f"seat {seat} has taken the initiative" in seen for seat in (0, 1)] == [
        taken == 0,
        taken == 1,
    ]


@both_seats
def test_DM_CARD_1_what_is_printed_on_cards_in_play_can_be_read(me: int) -> None:
    seen = picture(scene(CAST, "Bow c2", "Bow c4", me=me), None)
    assert seen.count("Bow 2 (elite, radial, flies)") == 2


def test_DM_R31_what_a_card_has_and_has_done_in_the_phase_can_be_seen() -> None:
    marks = "wounded moved attacked used=1 strength+1 attack-2 has=free_strike"
    seen = picture(scene(CAST, f"Pike c2 {marks}, Herald d2"))
    assert "c2 Pike 2 wounded moved attacked used -2 attack +1 strength free strike, d2" in seen


def test_DM_R45_which_cards_of_ones_hand_all_have_seen_can_be_seen() -> None:
    hand = 'hand = ["Bow", "Spare 1"]\nknown = ["Bow"]'
    table = scene(CAST, "Herald c2", my=hand)
    assert "hand        Bow, Spare 1 (seen by all: Bow)" in picture(table)
    assert "hand        Bow, 1 hidden" in picture(table, 1)


@both_seats
def test_DM_ASLT_3_the_assault_so_far_can_be_seen(me: int) -> None:
    mine = "surge = true"
    table = scene(CAST, "Bow b5", me=me, phase="assault", my=mine)
    table = table.play("assault", "=3", "=critical")
    assert table.starting("surge") == {""}
    said = f"Seat {me} assaults with an initial score of 2, power 3, critical"
    assert said in picture(table, None)


@both_seats
def test_DM_DUEL_1_the_opponent_sees_the_card_of_the_initiator(me: int) -> None:
    table = scene(CAST, "Bow c2", me=me, phase="deploy", my='hand = ["Herald"]')
    table = table.play("deploy Herald a1", "=4")
    assert table.asked == "you"
    assert f"Seat {me} has 4 in a Power Duel" in picture(table, 1 - me)
    svg = draw(dm, dm.view(table.state, 1 - me)).svg
    assert f"Power Duel: seat {me} has 4" in svg
