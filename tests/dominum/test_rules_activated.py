"""Activated abilities: when, how often, at what cost, and for how long."""

import pytest

from tabletop_rules import dominum as dm

from .helpers_fights import (
    SUBMERGE,
    activated,
    both_seats,
    card,
    scene,
    stronghold,
    triggered,
    war,
)

CHARGE = 'type = "charge"'
POINT = 'type = "victory_points"'
ALLY = 'type = "strengthen", target = { side = "own" }'
GRANT = 'type = "grant", keyword = "deadly", target = { side = "own" }'
WARRIOR = 'cost = { sacrifice = { side = "own", types = ["warrior"] } }'
ANYBODY = 'cost = { sacrifice = { side = "own", itself = true } }'
BACK = 'type = "return_card", places = ["own_domain"], may = false'
EACH = "cost = { charges = 1 }, every_phase = true"
PHASES = ["deploy", "move", "reposition", "attack", "assault", "charge", "reserve", "initiative"]
CAST = war(
    card("Ant", 2),
    card("Ox", 3),
    card("Fort", 4),
    card("Cub", 0),
    card("Eel", 2, SUBMERGE),
    card("Mage", 1, activated("attack reposition", POINT)),
    card("Monk", 1, activated("attack", POINT), activated("attack", CHARGE)),
    card("Bard", 1, activated("attack", ALLY)),
    card("Skald", 1, activated("attack", GRANT)),
    card("Buyer", 1, activated("attack", POINT, more="cost = { charges = 2 }")),
    card("Reader", 1, activated("attack", POINT, more="cost = { discard_power = 2 }")),
    card("Drawer", 1, activated("attack", POINT, more="cost = { draw_power = 1 }")),
    card("Cultist", 1, activated("attack", POINT, more=WARRIOR)),
    card("Zealot", 1, activated("attack", POINT, more=ANYBODY)),
    card("Leech", 1, activated("attack", 'type = "charge", amount = -2, side = "enemy"')),
    card("Giver", 1, activated("attack", 'type = "charge", amount = 2')),
    card("Bell", 1, activated("deploy", POINT)),
    card("Recall", 1, activated("deploy", BACK)),
    card("Fury", 2, activated("attack", 'type = "extra_attack", who = "self"')),
    card("Hexer", 1, triggered("blocks", 'type = "weaken", who = "other"')),
    card("Spite", 1, triggered("blocks", 'type = "attack"')),
    card("Post", 1),
    card("King", 4, kind="hero"),
    stronghold("Hall", activated("attack", POINT), activated("charge", POINT)),
    stronghold("Mill", activated("attack", POINT, more=EACH)),
)
HOLD = 'stronghold = "Keep 0"'
BLOCK = ("=1", "=4")


def points(state: dm.State, seat: int) -> int:
    return dm.score(state)[seat]


# --- when ---------------------------------------------------------------------------------------


@both_seats
@pytest.mark.parametrize("phase", ["deploy", "move", "reposition", "attack", "charge"])
def test_DM_ACT_3_DM_R42_in_the_phases_that_the_card_names(me: int, phase: str) -> None:
    state = scene(CAST, "Mage a2, Ant b2", "Mage a5, Cub f4", me=me, phase=phase)
    assert ("use a2" in state.options) == (phase in ("attack", "reposition"))
    assert "use a5" not in state.options  # not the opponent's


@both_seats
@pytest.mark.parametrize("phase", PHASES)
def test_DM_ACT_3_every_phase_can_be_named(me: int, phase: str) -> None:
    config = war(card("Mage", 1, activated(phase, POINT)), card("Ant", 2))
    mine = f'phases = ["{"charge" if phase != "charge" else "move"}"]\nhand = ["Ant"]'
    state = scene(config, "Mage c4", "Ant f4", me=me, phase="", my=mine).play(f"phase {phase}")
    assert "use c4" in state.options
    state = state.play("use c4")
    assert points(state.state, me) == 1


@both_seats
def test_DM_ACT_2_DM_R42_it_is_optional_and_waits_for_complete_actions(me: int) -> None:
    state = scene(CAST, "Mage a2, Ant c3, Ox d3", "Fort c4", me=me)
    assert {"use a2", "done"} <= set(state.options)
    state = state.play("attack c3 x c4")
    assert "use a2" not in state.options  # the attack is being settled
    state = state.play("=1")
    assert "use a2" not in state.options
    state = state.play("=4")
    assert set(state.options) == {"counterattack", "decline"}
    state = state.play("counterattack", "=1")
    assert set(state.options) == {"power deck", "decline"}
    state = state.play("decline")
    assert "use a2" in state.options


@both_seats
def test_DM_R42_not_while_a_helper_a_lunge_or_an_advance_is_decided(me: int) -> None:
    state = scene(CAST, "Mage a2, Ant c3, Ox b4", "Cub c4 wounded, Post f4", me=me)
    state = state.play("attack c3 x c4")
    assert set(state.options) == {"with b4", "go"}
    state = state.play("go", "=4", "decline")
    assert set(state.options) == {"advance c4", "decline"}
    assert "use a2" in state.play("advance c4").options


@both_seats
def test_DM_R42_an_ability_alone_keeps_the_phase_open(me: int) -> None:
    state = scene(CAST, "Mage a2", "Cub f4", me=me, phase="").play("phase attack")
    assert set(state.options) == {"use a2", "done"}
    state = state.play("use a2")
    assert "use a2" not in state.options
    assert state.asked == "me"


# --- how often (R31) ----------------------------------------------------------------------------


@both_seats
def test_DM_ACT_4_DM_R31_once_per_phase_and_ability(me: int) -> None:
    state = scene(CAST, "Mage a2, Monk b2, Ant c3", "Cub c4", me=me, my=HOLD)
    state = state.play("use a2")
    assert points(state.state, me) == 1
    assert state.refused("use a2").startswith("DM-")
    # Another ability, of the same card or of another one, is not affected.
    assert {"use b2", "use b2 2"} <= set(state.options)
    state = state.play("use b2")
    assert "use b2" not in state.options
    state = state.play("use b2 2")
    assert (points(state.state, me), state.charges("me")) == (2, 1)
    assert "use b2 2" not in state.options


@both_seats
def test_DM_ACT_4_DM_R31_again_in_another_phase(me: int) -> None:
    state = scene(CAST, "Mage a2, Ant c3", "Cub c4", me=me)
    state = state.play("use a2", "done", "link", "phase reposition")
    assert "use a2" in state.options
    state = state.play("use a2")
    assert points(state.state, me) == 2


@both_seats
def test_DM_R31_a_copy_of_the_card_that_enters_later_is_another_card(me: int) -> None:
    state = scene(CAST, "Bell a2, Recall b2", "Cub f4", me=me, phase="deploy")
    state = state.play("use a2")
    assert "use a2" not in state.options
    state = state.play("retreat a2")
    assert "Bell" in state.discard("me")
    state = state.play("use b2")
    state = state.play("return Bell") if "return Bell" in state.options else state
    state = state.play("deploy Bell a2")
    assert state.cards["a2"] == "Bell"
    assert "use a2" in state.options
    state = state.play("use a2")
    assert points(state.state, me) == 2


@both_seats
def test_DM_ACT_4_DM_R31_effects_end_with_the_phase(me: int) -> None:
    state = scene(CAST, "Bard a2, Skald b2, Ant c3, Post f3", "Fort c4, Post f4", me=me)
    state = state.play("use a2", "target c3", "use b2", "target c3")
    # 2 + 1 + 1 against 4: the bonus and Deadly both count.
    hit = state.play("attack c3 x c4", "=1", "decline")
    assert (hit.totals(), hit.results()) == ([4], [(4, True)])
    # A bonus to strength serves the defence against the counterattack as well.
    counter = state.play("attack c3 x c4", *BLOCK, "counterattack", "=1", "decline")
    assert counter.results()[-1] == (3, True)
    # The next phase knows nothing of it.
    after = state.play("done", "pass")
    yours = after.play("phase attack") if "phase attack" in after.options else after
    yours = yours.play("attack c4 x c3", "=1", "decline")
    assert yours.results() == [(2, True)]
    yours = after.play("phase attack", "attack c4 x c3", *BLOCK, "counterattack", "=1")
    assert yours.totals()[-1] == 2 + 1


@both_seats
def test_DM_ATK_7_DM_R31_an_ability_can_give_one_more_attack(me: int) -> None:
    state = scene(CAST, "Fury c3, Post f3", "Fort c4, Post f4", me=me)
    state = state.play("attack c3 x c4", "=1", "=1", "decline")
    assert "c3 x c4" not in state.starting("attack")
    state = state.play("use c3")
    assert "c3 x c4" in state.starting("attack")
    state = state.play("attack c3 x c4", "=2", "=2", "decline")
    assert "c3 x c4" not in state.starting("attack")
    assert "use c3" not in state.options


# --- strongholds --------------------------------------------------------------------------------


@both_seats
def test_DM_SH_3_DM_R42_a_strongholds_ability_in_its_phase_once(me: int) -> None:
    hall = 'stronghold = "Hall"'
    state = scene(CAST, "Ant c3, Post f3", "Fort c4, Post f4", me=me, my=hall, your=hall)
    assert state.starting("use") == {"stronghold"}
    assert "use stronghold" not in state.play("attack c3 x c4", "=1").options
    state = state.play("use stronghold")
    assert (points(state.state, me), points(state.state, 1 - me)) == (1, 0)
    assert state.starting("use") == set()
    for phase in ("move", "reposition", "deploy"):
        other = scene(CAST, "Ant c3", "Fort c4", me=me, phase=phase, my=hall)
        assert other.starting("use") == set()


@both_seats
@pytest.mark.parametrize("charges", [0, 1, 3])
def test_DM_SH_3_B17_a_stronghold_pays_with_its_charges(me: int, charges: int) -> None:
    mill = f'stronghold = "Mill"\ncharges = {charges}'
    state = scene(CAST, "Ant c3", "Fort c4", me=me, my=mill)
    assert ("use stronghold" in state.options) == (charges > 0)
    if charges:
        state = state.play("use stronghold")
        assert state.charges("me") == charges - 1
        assert "use stronghold" not in state.options  # every phase, but once in it


# --- costs (B17) --------------------------------------------------------------------------------


@both_seats
@pytest.mark.parametrize("charges", [0, 1, 2, 3])
def test_DM_ACT_2_B17_charges_are_paid_whole_or_not_at_all(me: int, charges: int) -> None:
    mine = f"{HOLD}\ncharges = {charges}"
    state = scene(CAST, "Buyer a2, Ant c3", "Fort c4", me=me, my=mine)
    assert ("use a2" in state.options) == (charges >= 2)
    if charges < 2:
        assert state.refused("use a2").startswith("DM-")
    else:
        state = state.play("use a2")
        assert (state.charges("me"), points(state.state, me)) == (charges - 2, 1)


@both_seats
@pytest.mark.parametrize("reserve", ["", "3", "3 4", "1 3 critical"])
def test_DM_ACT_2_B17_reserve_cards_are_paid_whole_or_not_at_all(me: int, reserve: str) -> None:
    state = scene(CAST, "Reader a2, Ant c3", "Fort c4", me=me, my=f'reserve = "{reserve}"')
    count = len(reserve.split())
    assert ("use a2" in state.options) == (count >= 2)
    if count >= 2:
        state = state.play("use a2")
        while state.starting("discard"):
            state = state.play(f"discard {max(state.starting('discard'))}")
        assert len(state.power("me").reserve) == count - 2
        assert len(state.power("me").used) == 2
        assert points(state.state, me) == 1


@both_seats
def test_DM_ACT_2_DM_POWER_4_a_drawn_power_card_as_a_cost_is_used(me: int) -> None:
    state = scene(CAST, "Drawer a2, Ant c3", "Fort c4", me=me).play("use a2", "=3")
    assert state.power("me").used == (3,)
    assert points(state.state, me) == 1
    assert "use a2" not in state.options


@both_seats
def test_DM_SAC_1_B17_a_sacrifice_needs_a_card_that_may_be_sacrificed(me: int) -> None:
    state = scene(CAST, "Cultist a2, King c3", "Fort c4", me=me)
    assert "use a2" not in state.options  # not itself, no Hero
    state = scene(CAST, "Cultist a2, Ant c3", "Fort c4", me=me).play("use a2")
    state = state.play("sacrifice c3") if state.starting("sacrifice") else state
    assert state.discard("me") == ["Ant"]
    assert points(state.state, me) == 1
    state = scene(CAST, "Zealot a2, King c3", "Fort c4", me=me).play("use a2")
    state = state.play("sacrifice a2")
    assert state.discard("me") == ["Zealot"]
    assert points(state.state, me) == 1


@both_seats
@pytest.mark.parametrize(("charges", "left"), [(0, 0), (1, 0), (2, 0), (3, 1)])
def test_DM_SH_1_B17_charges_are_never_below_0(me: int, charges: int, left: int) -> None:
    yours = f"{HOLD}\ncharges = {charges}"
    state = scene(CAST, "Leech a2, Ant c3", "Fort c4", me=me, my=HOLD, your=yours)
    state = state.play("use a2") if "use a2" in state.options else state
    assert state.charges("you") == left


@both_seats
@pytest.mark.parametrize(("charges", "now"), [(0, 2), (1, 3), (2, 3), (3, 3)])
def test_DM_SH_1_B17_charges_are_never_above_3(me: int, charges: int, now: int) -> None:
    state = scene(CAST, "Giver a2, Ant c3", "Fort c4", me=me, my=f"{HOLD}\ncharges = {charges}")
    state = state.play("use a2") if "use a2" in state.options else state
    assert state.charges("me") == now


# --- in every exchange --------------------------------------------------------------------------


@both_seats
def test_DM_R42_the_opponent_uses_none_in_my_phase(me: int) -> None:
    state = scene(CAST, "Ant c3, Post f3", "Fort c4, Monk a5, Post f4", me=me, your=HOLD)
    state = state.play("attack c3 x c4", "=1")
    assert set(state.options) == {"power deck", "decline"}
    state = state.play("=4")
    assert set(state.options) == {"counterattack", "decline"}
    assert "use a5" not in state.play("decline").options


@both_seats
def test_DM_ACT_4_DM_R31_all_that_lasts_for_the_phase_is_gone_for_both(me: int) -> None:
    state = scene(
        CAST,
        "Mage a2 used=1, Ant c3 attacked strength+2 has=deadly",
        "Spite f4 used=1 strength+1, Ox f5 has=lunge",
        me=me,
    ).play("done")
    for unit in state.state.units:
        assert (unit.used, unit.boosts, unit.granted, unit.attacked) == (0, (), (), False)
