"""A refusal names the rule that stands in the way."""

import pytest

from tabletop_rules import dominum as dm

from .helpers_fights import (
    LUNGE,
    SUBMERGE,
    Scene,
    activated,
    both_seats,
    card,
    scene,
    stronghold,
    triggered,
    war,
)

HEAL = 'type = "heal", target = { side = "own" }'
POINT = 'type = "victory_points"'
CAST = war(
    card("Ant", 2),
    card("Bow", 2, reach="radial"),
    card("Kite", 2, fly=True),
    card("Leap", 2, LUNGE),
    card("Medic", 1, activated("attack", HEAL), activated("move", POINT)),
    card("Miser", 1, activated("attack", POINT, more="cost = { charges = 2 }")),
    card("Guide", 1, activated("attack", POINT, more='when = [{ type = "infiltrate" }]')),
    card("Shade", 1, 'type = "deployment", places = ["neutral_line"], cost = { charges = 1 }'),
    stronghold("Bank", activated("attack", POINT)),
    stronghold("Mint", activated("attack charge", POINT, more="every_phase = true")),
)


def why(table: Scene, action: str) -> str:
    """Return the reason why I may not do something."""
    refusal = dm.why_not(table.state, dm.parse_action(table.turned(action)), table.me)
    assert refusal is not None
    assert refusal.rule == table.refused(action)
    return refusal.reason


@both_seats
@pytest.mark.parametrize(
    ("action", "rule"),
    [
        ("move a1 a1", "DM-MOVE-3"),
        ("move a1 b1", "DM-R19"),  # an ally stands there
        ("move a1 a3", "DM-R19"),  # an enemy stands there
        ("move a1 a4", "DM-MOVE-5"),  # three steps, but an enemy on a3 is passed
        ("move a1 a5", "DM-MOVE-2"),  # four steps
        ("move f2 d4", "DM-MOVE-4"),  # two diagonal steps, four straight ones
        ("move a1 c1", "DM-R1"),  # the stronghold
        ("move b1 b2", "DM-ROUND-3"),  # in the Move phase, but what has moved there has no card now
    ],
)
def test_DM_MOVE_2_to_8_why_a_card_does_not_move_there(me: int, action: str, rule: str) -> None:
    table = scene(CAST, "Ant a1, Bow b1, Leap f2", "Kite a3", me=me, phase="move")
    if rule == "DM-ROUND-3":
        table = table.play("move b1 b3")
    assert table.refused(action) == rule


@both_seats
def test_DM_MOVE_8_DM_REPO_1_who_has_moved_or_shifted(me: int) -> None:
    table = scene(CAST, "Ant a1, Bow b1", "", me=me, phase="move").play("move a1 a2")
    assert table.refused("move a2 a3") == "DM-MOVE-8"
    table = scene(CAST, "Ant a1, Bow b1", "", me=me, phase="reposition").play("shift a1 a2")
    assert table.refused("shift a2 a3") == "DM-REPO-1"
    assert "already" in why(table, "shift a2 a3")
    for space in ("b1", "c2", "b3"):  # itself, diagonal, two away
        assert table.refused(f"shift b1 {space}") == "DM-REPO-1"


@both_seats
@pytest.mark.parametrize("phase", ["move", "reposition", "attack"])
def test_DM_ROUND_3_what_belongs_to_another_phase(me: int, phase: str) -> None:
    table = scene(CAST, "Ant c3, Bow b1", "Kite c4", me=me, phase=phase)
    for action, when in (
        ("move c3 c2", "move"),
        ("shift c3 c2", "reposition"),
        ("attack c3 x c4", "attack"),
    ):
        if phase != when:
            assert table.refused(action) == "DM-ROUND-3"
            assert "within range" not in why(table, action)


@both_seats
def test_DM_KEY_7_DM_ATK_7_why_a_card_does_not_lunge(me: int) -> None:
    table = scene(CAST, "Ant c3, Leap d3", "Kite c4", me=me)
    assert table.refused("lunge c3 d3") == "DM-KEY-7"
    assert table.refused("lunge d3 e3") == "DM-R37"  # a shift, but to nobody
    table = table.play("attack c3 x c4", "=1", "=4", "decline")
    for action in ("lunge c3 b3", "attack c3 x c4"):
        assert table.refused(action) == "DM-ATK-7"
    assert table.refused("attack d3 x c4") == "DM-ATK-1"


@both_seats
def test_DM_DEP_1_DM_DEP_4_DM_INIT_8_why_a_card_is_not_deployed(me: int) -> None:
    hand = 'hand = ["Ant", "Shade"]'
    table = scene(CAST, "Bow a1, Medic b2", "Kite b1", me=me, phase="deploy", my=hand)
    assert table.refused("deploy Leap a2") == "DM-DEP-1"
    for space in ("a1", "b1", "c3", "a5"):
        assert table.refused(f"deploy Ant {space}") == "DM-DEP-2"
    for action in ("deploy Ant c3 by ability", "deploy Shade c3 by ability"):  # no charge
        assert table.refused(action) == "DM-INIT-8"
    for space in ("b1", "f1"):
        assert table.refused(f"retreat {space}") == "DM-DEP-4"
        assert "no card" in why(table, f"retreat {space}")
    table = table.play("retreat a1")
    assert table.refused("retreat b2") == "DM-DEP-4"
    assert "before" in why(table, "retreat b2")


@both_seats
def test_DM_CHG_1_why_a_token_is_not_removed(me: int) -> None:
    mine = "Ant a1 weakened, Bow b1"
    table = scene(CAST, mine, "Kite c4 weakened", me=me, phase="charge", my='stronghold = "Mint"')
    for space in ("b1", "c4", "f1"):
        assert table.refused(f"cure {space}") == "DM-CHG-1"
    assert table.refused("done") == "DM-ROUND-3"
    assert "first" in why(table, "done")
    table = table.play("charge")
    assert table.refused("cure a1") == "DM-CHG-1"
    assert "once" in why(table, "cure a1")


@both_seats
def test_DM_ACT_2_DM_ACT_3_DM_ACT_4_DM_SH_3_why_an_ability_is_not_used(me: int) -> None:
    mine = "Ant a1, Medic b1, Miser e1, Guide f1, Bow c3 wounded"
    bank = 'stronghold = "Bank"\ncharges = 1'
    table = scene(CAST, mine, "Medic c4", me=me, my=bank)
    assert table.refused("use a1") == "DM-ACT-3"  # it has none
    assert table.refused("use c4") == "DM-ACT-3"  # the enemy's
    assert table.refused("use b1 2") == "DM-ACT-3"  # for the Move phase
    assert "attack phase" in why(table, "use b1 2")
    assert table.refused("use e1") == "DM-ACT-2"  # two charges, there is one
    assert table.refused("use f1") == "DM-TRIG-1"  # not in the opponent's Domain
    table = table.play("use b1", "use stronghold")
    assert table.refused("use b1") == "DM-ACT-4"
    assert table.refused("use stronghold") == "DM-SH-3"
    table = scene(CAST, "Medic b1, Bow c3", "Ant c4", me=me, my='stronghold = "Mint"')
    assert table.refused("use b1") == "DM-ACT-2"  # nobody is wounded
    assert table.play("use stronghold").refused("use stronghold") == "DM-ACT-4"
    assert scene(CAST, "Bow c3", "Ant c4", me=me).refused("use stronghold") == "DM-ACT-3"


@both_seats
def test_DM_R5_DM_INIT_2_DM_INIT_8_why_a_card_is_not_placed(me: int) -> None:
    place = f'{{ type = "place", seat = {me}, number = NUMBER, lined = [LINED] }}'
    for number, lined, rule in (
        (0, False, "DM-R5"),
        (6, False, "DM-INIT-2"),
        (6, True, "DM-R5"),
        (10, True, "DM-R5"),
    ):
        ask = place.replace("NUMBER", str(number))
        ask = ask.replace("LINED", ", ".join([str(lined).lower()] * 2))
        side = 'cards = ["Ant c3"]\nhand = ["Bow", "Kite"]'
        seats = (side, "") if me == 0 else ("", side)
        text = "\n".join(f"[[seats]]\n{each}" for each in seats)
        head = f"round = 0\nfirst = {me}\nactive = {me}\nagenda = [{ask}]"
        table = Scene(me, dm.parse_state(f"{head}\n{text}\n", CAST))
        assert table.refused("deploy Bow c3") == rule  # the line, where a card stands
        assert table.refused("deploy Bow d3 by ability") == "DM-INIT-8"
        assert table.refused("deploy Leap a1") == "DM-INIT-2"


DUEL = 'type = "power_duel", win = [{ type = "victory_points" }]'
GIVEN = 'type = "attack", victim = { types = ["hero"] }'
MORE = war(
    card("Ant", 2),
    card("Eel", 2, SUBMERGE),
    card("Duke", 1, activated("attack", DUEL)),
    card("Payer", 1, activated("attack", POINT, more="cost = { draw_power = 1 }")),
    card("Hunter", 2, activated("move charge", GIVEN), reach="radial"),
    card("Clerk", 1, activated("charge reserve assault initiative", POINT)),
    card("King", 2, kind="hero"),
)


@both_seats
def test_DM_POWER_13_DM_ASLT_3_DM_DUEL_1_why_power_must_be_drawn(me: int) -> None:
    board = 'reserve = "1"'
    table = scene(MORE, "Ant c2, Duke a1, Payer f1", "Ant c3", me=me, my=board)
    assert table.play("attack c2 x c3").refused("decline") == "DM-POWER-13"
    assert table.play("use a1").refused("decline") == "DM-DUEL-1"
    assert table.play("use f1").refused("decline") == "DM-ACT-2"
    table = scene(MORE, "Ant c4", "", me=me, phase="assault", my=board).play("assault")
    assert table.refused("decline") == "DM-ASLT-3"


@both_seats
def test_DM_ATK_1_DM_R36_why_an_attack_that_an_ability_gives_is_not_this_one(me: int) -> None:
    table = scene(MORE, "Hunter c2, Ant e2", "King c3, Ant d3, Eel e5", me=me, phase="move")
    table = table.play("use c2")
    assert table.starting("attack") == {"c2 x c3"}
    assert table.refused("attack c2 x d3") == "DM-R36"  # within range, but no Hero
    assert table.refused("attack e2 x c3") == "DM-R36"  # another card
    assert table.refused("attack c2 x e5") == "DM-ATK-1"
    assert table.refused("attack c2 x f5") == "DM-ATK-1"  # nobody is there
    assert table.refused("lunge c2 c1") == "DM-KEY-7"


@both_seats
def test_DM_KEY_9_DM_R39_why_a_blocker_does_not_submerge(me: int) -> None:
    table = scene(MORE, "Ant c2", "Eel c3", me=me).play("attack c2 x c3", "=1", "=4")
    assert table.refused("submerge f5") == "DM-R39"
    table = scene(MORE, "Ant c2", "Ant c3", me=me).play("attack c2 x c3", "=1", "=4")
    assert table.refused("submerge c4") == "DM-KEY-9"


@both_seats
@pytest.mark.parametrize(
    ("phase", "action"),
    [
        ("charge", "charge"),
        ("reserve", "reserve"),
        ("initiative", "initiative"),
        ("assault", "assault"),
    ],
)
def test_DM_R6_what_a_phase_is_there_for_is_done_once(me: int, phase: str, action: str) -> None:
    table = scene(MORE, "Clerk a1, Ant c4", "", me=me, phase=phase).play(action)
    while "use a1" not in table.options:
        table = table.play("=1" if table.asked == "me" else table.options[0])
    assert table.refused(action) == "DM-R6"


@both_seats
def test_DM_ASLT_1_there_is_no_assault_once_the_zone_is_left(me: int) -> None:
    table = scene(MORE, "Clerk a1", "", me=me, phase="assault")
    assert table.refused("assault") == "DM-ASLT-1"


@both_seats
def test_DM_R47_an_ability_of_a_card_that_keeps_coming_back_has_an_end(me: int) -> None:
    back = 'type = "return_card", types = ["elite"], places = ["own_domain"], may = false'
    use = activated("move", 'type = "sacrifice", who = "self"', back, more="cost = { charges = 0 }")
    config = war(card("Phoenix", 2, use, triggered("moves", POINT), kind="elite"))
    table = scene(config, "Phoenix a1", "", me=me, phase="move")
    for _ in range(6):
        table = table.play("use a1", "deploy Phoenix a1")
    assert table.refused("use a1") == "DM-R47"
