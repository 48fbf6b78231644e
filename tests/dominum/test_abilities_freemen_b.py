"""Freemen: two strongholds and the second half of the cards, from the printed texts."""

import pytest

from tabletop_rules import dominum as dm
from tabletop_rules.dominum import events

from .helpers import on, options, play
from .helpers_abilities import against, at, field, side, strikes

GAME = against("freemen", "shy_lorr")  # the Freemen are seat 0
BASTION = "Skyhold Bastion"
OATH = "Hall of the Free Oath"
FOUNDRY = "Cloudmill Foundry"
HIT = ("power reserve 3", "decline")
WEAK = ("power reserve 1", "decline")


def defence_of(state: dm.State, attack: str) -> int | None:
    """Return the defence total against an attack with a 1, without power for it."""
    ((_, defence, _),) = strikes(play(state, attack, *WEAK))
    return defence


# --- strongholds ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("space", "foe", "charges", "defence"),
    [("c2", "c3", 1, 4), ("c2", "c3", 0, 3), ("c3", "c4", 3, 3), ("c4", "b4", 3, 3)],
)
def test_freemen_hall_of_the_free_oath_guards_the_domain_while_charged(
    space: str, foe: str, charges: int, defence: int
) -> None:
    mine = side(f"Free Levy {space}", stronghold=OATH, charges=charges)
    state = at(GAME, "attack", mine, side(f"Fang Novice {foe}", reserve="1"), turn=1)
    assert defence_of(state, f"attack {foe} x {space}") == defence


def test_freemen_hall_of_the_free_oath_is_no_help_to_enemies_or_attacks() -> None:
    mine = side("Free Levy c2", stronghold=OATH, charges=1, reserve="1")
    state = at(GAME, "attack", mine, side("Fang Novice c3"))
    assert strikes(play(state, "attack c2 x c3", *WEAK)) == [(4, 3, True)]
    enemy = at(
        GAME,
        "attack",
        side("Free Levy b2", stronghold=OATH, charges=1, reserve="1"),
        side("Fang Novice c2"),
    )
    assert strikes(play(enemy, "attack b2 x c2", *WEAK)) == [(4, 3, True)]


def test_freemen_cloudmill_foundry_once_in_reserve_and_once_in_initiative() -> None:
    mine = side("Free Levy a1", stronghold=FOUNDRY, used="2 3", reserve="1")
    state = at(GAME, "reserve", mine, side("Fang Novice f5"))
    charged = play(state, "use stronghold", "option 1").state
    assert charged.players[0].charges == 1
    assert "use stronghold" not in options(charged)
    state = play(charged, "draw 4", "link", "phase initiative", "use stronghold", "option 2").state
    assert options(state) == ["take 2", "take 3"]
    state = play(state, "take 3").state
    assert (state.powers[0].reserve, state.powers[0].used) == ((1, 3, 4), (2,))
    assert state.players[0].charges == 1
    assert "use stronghold" not in options(state)


@pytest.mark.parametrize("phase", ["move", "attack", "charge"])
def test_freemen_cloudmill_foundry_not_in_other_phases(phase: str) -> None:
    mine = side("Free Levy a1", stronghold=FOUNDRY, used="2 3", charges=3)
    assert "use stronghold" not in options(at(GAME, phase, mine, side("Fang Novice a2")))


# --- Warriors ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("allies", "strength"),
    [
        (("Free Levy b3", "Sky Skiff d3"), 3),
        (("Free Levy b3", "Sky Skiff d3", "Wall Warden c2"), 3),
        (("Free Levy b3",), 2),
        (("Free Levy b3", "Sky Skiff d2"), 2),  # d2 is diagonal
    ],
)
def test_freemen_pike_rank_is_stronger_between_two_allies(
    allies: tuple[str, ...], strength: int
) -> None:
    mine = side("Pike Rank c3", *allies, reserve="1")
    state = at(GAME, "attack", mine, side("Fang Novice c4"))
    assert strikes(play(state, "attack c3 x c4", *WEAK)) == [(strength + 1, 3, strength == 3)]
    state = at(GAME, "attack", mine, side("Fang Novice c4", reserve="1"), turn=1)
    assert defence_of(state, "attack c4 x c3") == strength


@pytest.mark.parametrize(
    ("space", "foe", "points", "defence"),
    [
        ("c2", "c3", 2, 4),
        ("b1", "b2", 2, 4),
        ("c2", "c3", 1, 3),
        ("a2", "a3", 2, 3),
        ("c3", "c4", 2, 3),
    ],
)
def test_freemen_wall_warden_guards_the_assault_zone_of_the_leader(
    space: str, foe: str, points: int, defence: int
) -> None:
    mine = side(f"Free Levy {space}", "Wall Warden f1", points=points)
    yours = side(f"Fang Novice {foe}", points=1, reserve="1")
    state = at(GAME, "attack", mine, yours, turn=1)
    assert defence_of(state, f"attack {foe} x {space}") == defence


def test_freemen_wall_warden_is_no_ally_of_itself() -> None:
    yours = side("Fang Novice c3", reserve="1")
    state = at(GAME, "attack", side("Wall Warden c2", points=2), yours, turn=1)
    assert defence_of(state, "attack c3 x c2") == 3


@pytest.mark.parametrize(("before", "after"), [(0, 1), (2, 3), (3, 3)])
def test_freemen_beacon_keeper_charges_on_deploy(before: int, after: int) -> None:
    hand = ["Beacon Keeper", "Free Levy"]
    mine = side("Sky Skiff a1", stronghold=OATH, charges=before, hand=hand)
    state = at(GAME, "deploy", mine, side("Fang Novice f5"))
    assert play(state, "deploy Beacon Keeper c2").state.players[0].charges == after
    assert play(state, "deploy Free Levy c2").state.players[0].charges == before


def test_freemen_beacon_keeper_charges_when_a_stronghold_deploys_it() -> None:
    mine = side(stronghold=BASTION, charges=1, hand=["Beacon Keeper", "Free Levy"])
    state = at(GAME, "deploy", mine, side("Fang Novice f5"))
    state = play(state, "use stronghold", "deploy Beacon Keeper c3").state
    assert state.players[0].charges == 1 - 1 + 1


def test_freemen_signal_drummer_gives_outflank_in_its_row() -> None:
    mine = side("Signal Drummer a3", "Free Levy c3", "Sky Skiff d4", reserve="1")
    state = at(GAME, "attack", mine, side("Fang Novice c4", "Gill Raider f5", reserve="2"))
    together = ("attack c3 x c4", "with d4", "power reserve 1", "power reserve 2")
    plain = play(state, *together)
    assert strikes(plain) == [(3 + 1 + 1, 3 + 2, False)]
    assert "counterattack" in options(plain.state)
    used = play(state, "use a3").state
    assert "use a3" not in options(used)
    assert "counterattack" not in options(play(used, *together).state)
    helping = ("attack d4 x c4", "with c3", "power reserve 1", "power reserve 2")
    assert "counterattack" not in options(play(used, *helping).state)  # any participant's counts
    alone = play(used, "attack c3 x c4", "go", "power reserve 1", "power reserve 2").state
    assert "counterattack" in options(alone)


def test_freemen_signal_drummer_needs_an_ally_in_its_row() -> None:
    yours = side("Fang Novice c4")
    assert "use a3" not in options(
        at(GAME, "attack", side("Signal Drummer a3", "Free Levy a2"), yours)
    )
    mine = side("Signal Drummer a3", "Free Levy f3")
    assert "use a3" in options(at(GAME, "attack", mine, yours))
    assert "use a3" not in options(at(GAME, "move", mine, yours))


def test_freemen_field_surgeon_heals_an_adjacent_ally() -> None:
    mine = side(
        "Field Surgeon b2 wounded", "Free Levy c2 wounded", "Sky Skiff c3 wounded", reserve="1 4"
    )
    state = at(GAME, "reserve", mine, side("Fang Novice f5"))
    state = play(state, "use b2", "discard 1").state
    assert field(state, 0) == {
        "Field Surgeon b2 wounded",
        "Free Levy c2",
        "Sky Skiff c3 wounded",
    }
    assert (state.powers[0].reserve, state.powers[0].used) == ((4,), (1,))


@pytest.mark.parametrize(
    ("phase", "ally", "reserve"),
    [
        ("reserve", "Free Levy c2 wounded", ""),
        ("reserve", "Free Levy c3 wounded", "1"),
        ("reserve", "Free Levy c2", "1"),
        ("charge", "Free Levy c2 wounded", "1"),
    ],
)
def test_freemen_field_surgeon_needs_a_wound_beside_it_and_a_card(
    phase: str, ally: str, reserve: str
) -> None:
    mine = side("Field Surgeon b2 wounded", ally, stronghold=OATH, reserve=reserve)
    assert "use b2" not in options(at(GAME, phase, mine, side("Fang Novice f5")))


@pytest.mark.parametrize(("marks", "defence"), [(" wounded", 2 + 2), ("", 2)])
def test_freemen_oathsworn_guard_is_roused_by_a_defeat(marks: str, defence: int) -> None:
    mine = side(f"Free Levy c3{marks}", "Oathsworn Guard e3", "Sky Skiff a1")
    yours = side("Fang Novice c4", "Bonehook Reaver e4", "Gill Raider a5", reserve="1 4")
    state = at(GAME, "attack", mine, yours, turn=1)
    state = play(state, "attack c4 x c3", "power reserve 4", "decline").state
    if marks:
        state = play(state, "decline").state  # no advance
    assert defence_of(state, "attack e4 x e3") == defence
    over = play(state, "done").state
    assert all(not unit.boosts for unit in over.units)


def test_freemen_oathsworn_guard_is_not_roused_by_an_enemy() -> None:
    mine = side("Free Levy c3", "Oathsworn Guard e3", reserve="1 3")
    state = at(GAME, "attack", mine, side("Fang Novice c4 wounded", "Gill Raider e4"))
    state = play(state, "attack c3 x c4", *HIT, "decline").state
    assert on(state, "c4") == ""
    assert strikes(play(state, "attack e3 x e4", *WEAK)) == [(2 + 1, 2, True)]


@pytest.mark.parametrize(
    ("cards", "total", "surge"),
    [
        (("Free Levy c4", "Trebuchet Hand a3"), 1 + 1 + 8, True),
        (("Free Levy c4", "Trebuchet Hand a2"), 1 + 8, True),
        (("Free Levy c4", "Sky Skiff a3"), 1 + 8, False),
    ],
)
def test_freemen_trebuchet_hand_barrages_and_collects_surge(
    cards: tuple[str, ...], total: int, surge: bool
) -> None:
    state = at(GAME, "assault", side(*cards, reserve="4 4"), side("Fang Novice f5"))
    played = play(state, "assault", "power reserve 4", "power reserve 4")
    (settled,) = played.of(events.AssaultSettled)
    assert (settled.total, settled.points) == (total, 1)
    assert played.state.players[0].surge is surge


@pytest.mark.parametrize(
    ("foe", "strength", "defence"), [("Ghurra Redmaw", 4, 4), ("Bonehook Reaver", 4, 2)]
)
def test_freemen_gate_halberdier_stands_against_heroes(
    foe: str, strength: int, defence: int
) -> None:
    state = at(GAME, "attack", side("Gate Halberdier c3"), side(f"{foe} c4", reserve="1"), turn=1)
    played = play(state, "attack c4 x c3", *WEAK)
    assert strikes(played) == [(strength + 1, defence, True)]
    own = at(GAME, "attack", side("Gate Halberdier c3", reserve="1"), side("Ghurra Redmaw c4"))
    assert strikes(play(own, "attack c3 x c4", *WEAK)) == [(2 + 1, 4, False)]


def test_freemen_watch_runner_draws_a_reserve_card() -> None:
    state = at(GAME, "initiative", side("Watch Runner a1", reserve="1 2"), side("Fang Novice f5"))
    assert options(state) == ["initiative", "use a1"]
    drawn = play(state, "use a1", "draw 4").state
    assert drawn.powers[0].reserve == (1, 2, 4)
    full = at(GAME, "initiative", side("Watch Runner a1", reserve="1 2 3"), side("Fang Novice f5"))
    full = play(full, "use a1", "discard 2", "draw 4").state
    assert (full.powers[0].reserve, full.powers[0].used) == ((1, 3, 4), (2,))
    other = at(GAME, "reserve", side("Watch Runner a1", reserve="1 2"), side("Fang Novice f5"))
    assert options(other) == ["reserve"]


@pytest.mark.parametrize(("reserve", "flies"), [("1 2 3", True), ("1 2", False)])
def test_freemen_watch_runner_flies_with_three_reserve_cards(reserve: str, flies: bool) -> None:
    yours = side("Fang Novice a2", "Gill Raider b2", "Bog Thrall b1")
    state = at(GAME, "move", side("Watch Runner a1", reserve=reserve), yours)
    assert ("move a1 d4" in options(state)) is flies
    assert (options(state) == ["done"]) is not flies


@pytest.mark.parametrize(
    ("before", "after"), [("", "Thrice-Scarred Yeoman wounded"), (" wounded", "")]
)
def test_freemen_thrice_scarred_yeoman_charges_at_its_first_wound(before: str, after: str) -> None:
    mine = side(f"Thrice-Scarred Yeoman c3{before}", stronghold=OATH)
    state = at(GAME, "attack", mine, side("Fang Novice c4", reserve="3"), turn=1)
    state = play(state, "attack c4 x c3", *HIT).state
    assert on(state, "c3") == after
    assert state.players[0].charges == (0 if before else 1)


@pytest.mark.parametrize(("marks", "deadly"), [("", False), (" wounded", True)])
def test_freemen_thrice_scarred_yeoman_wounded_is_deadly(marks: str, deadly: bool) -> None:
    mine = side(f"Thrice-Scarred Yeoman c3{marks}", reserve="1")
    state = at(GAME, "attack", mine, side("Fang Novice c4"))
    assert strikes(play(state, "attack c3 x c4", *WEAK)) == [(3, 3, deadly)]


@pytest.mark.parametrize(("points", "deadly"), [(0, True), (1, False), (2, False)])
def test_freemen_wayfree_rider_is_deadly_while_behind(points: int, deadly: bool) -> None:
    mine = side("Wayfree Rider c3", points=points, reserve="1")
    state = at(GAME, "attack", mine, side("Fang Novice d4", points=1))
    assert strikes(play(state, "attack c3 x d4", *WEAK)) == [(3, 3, deadly)]


def test_freemen_dauntless_squire_attacks_once_more_when_blocked() -> None:
    mine = side(
        "Dauntless Squire c3", "Free Levy f3 attacked", stronghold=OATH, charges=1, reserve="1 4"
    )
    state = at(GAME, "attack", mine, side("Fang Novice c4", "Gill Raider f4"))
    state = play(state, "attack c3 x c4", *WEAK).state
    assert options(state) == ["accept", "decline"]
    again = play(state, "accept", "decline").state  # and no counterattack
    assert again.players[0].charges == 0
    assert options(again) == ["attack c3 x c4", "done"]
    played = play(again, "attack c3 x c4", "power reserve 4", "decline")
    assert strikes(played) == [(2 + 4, 3, True)]
    once = play(state, "decline", "decline").state
    assert once.players[0].charges == 1
    assert "attack c3 x c4" not in options(once)


@pytest.mark.parametrize(("power", "charges"), [("1", 0), ("4", 1)])
def test_freemen_dauntless_squire_needs_a_block_and_a_charge(power: str, charges: int) -> None:
    mine = side("Dauntless Squire c3", stronghold=OATH, charges=charges, reserve=power)
    state = at(GAME, "attack", mine, side("Fang Novice c4"))
    state = play(state, "attack c3 x c4", f"power reserve {power}", "decline").state
    assert "accept" not in options(state)


def test_freemen_dauntless_squire_not_when_its_counterattack_is_blocked() -> None:
    mine = side("Dauntless Squire c3", stronghold=OATH, charges=1, reserve="1 3")
    yours = side("Fang Novice c4", "Gill Raider f5", reserve="1")
    state = at(GAME, "attack", mine, yours, turn=1)
    played = play(state, "attack c4 x c3", "power reserve 1", "power reserve 3", "counterattack")
    played = play(played.state, *WEAK)
    assert [event.wounds for event in played.of(events.AttackResolved)] == [False]
    assert "accept" not in options(played.state)


def test_freemen_wing_handler_lets_adjacent_allies_fly() -> None:
    mine = side(
        "Wing Handler a2",
        "Free Levy a1",
        "Pike Rank b2",
        "Wall Warden f1",
        stronghold=OATH,
        charges=1,
    )
    state = at(GAME, "move", mine, side("Fang Novice c3", "Gill Raider e2"))
    assert not {"move a1 d4", "move b2 e5"} & set(options(state))
    state = play(state, "use a2").state
    assert state.players[0].charges == 0
    assert {"move a1 d4", "move b2 e5"} <= set(options(state))
    assert "move f1 d3" not in options(state)  # not adjacent
    assert "move a2 b3" in options(state)  # a step around an ally is enough for that
    assert "move a2 d5" not in options(state)
    over = play(state, "done").state
    assert all(not unit.granted for unit in over.units)


@pytest.mark.parametrize(
    ("phase", "ally", "charges"),
    [("move", "Free Levy a1", 0), ("move", "Free Levy b1", 1), ("reposition", "Free Levy a1", 1)],
)
def test_freemen_wing_handler_needs_a_charge_and_an_adjacent_ally(
    phase: str, ally: str, charges: int
) -> None:
    mine = side("Wing Handler a2", ally, stronghold=OATH, charges=charges)
    assert "use a2" not in options(at(GAME, phase, mine, side("Fang Novice c3")))


@pytest.mark.parametrize(
    ("space", "foe", "defence"),
    [("b1", "b2", 4), ("e1", "f1", 4), ("c2", "c3", 1), ("b5", "b4", 1)],
)
def test_freemen_tower_chaplain_holds_its_fortified_spaces(
    space: str, foe: str, defence: int
) -> None:
    state = at(
        GAME,
        "attack",
        side(f"Tower Chaplain {space}"),
        side(f"Fang Novice {foe}", reserve="1"),
        turn=1,
    )
    assert defence_of(state, f"attack {foe} x {space}") == defence


def test_freemen_shield_brother_swaps_with_an_adjacent_ally() -> None:
    mine = side("Shield Brother c2", "Free Levy c3", "Sky Skiff b2 wounded", "Pike Rank d3")
    state = at(GAME, "reposition", mine, side("Fang Novice d2"))
    state = play(state, "use c2").state
    assert options(state) == ["target b2", "target c3"]
    state = play(state, "target c3").state
    assert field(state, 0) == {
        "Shield Brother c3",
        "Free Levy c2",
        "Sky Skiff b2 wounded",
        "Pike Rank d3",
    }
    assert "use c3" not in options(state)


@pytest.mark.parametrize(
    ("space", "ally"), [("c3", "c2"), ("a2", "b2"), ("c4", "c3"), ("c2", "b3")]
)
def test_freemen_shield_brother_must_be_in_its_assault_zone(space: str, ally: str) -> None:
    mine = side(f"Shield Brother {space}", f"Free Levy {ally}")
    state = at(GAME, "reposition", mine, side("Fang Novice d2"))
    assert f"use {space}" not in options(state)
