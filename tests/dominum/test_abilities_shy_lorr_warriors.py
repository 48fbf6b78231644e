"""Shy-Lorr: what its Warriors do, from the printed texts."""

import pytest

from tabletop_rules.dominum import events

from .helpers import on, options, play
from .helpers_abilities import against, at, field, side, strikes

GAME = against("shy_lorr", "freemen")  # Shy-Lorr is seat 0
ALTAR = "Altar of the Red Tide"
HIT = ("power reserve 3", "decline")
BLOCKED = ("power reserve 1", "power reserve 2")


def test_shy_lorr_mudskulker_strikes_who_is_deployed_within_its_range() -> None:
    yours = side("Free Levy f5", hand=["Pike Rank", "Sky Skiff"], reserve="2")
    state = at(GAME, "deploy", side("Mudskulker b4", reserve="1 3"), yours, turn=1)
    state = play(state, "deploy Pike Rank a4", "accept", "attack b4 x a4").state
    hurt = play(state, "power reserve 3", "decline")
    assert strikes(hurt) == [(2 + 3, 2, True)]
    assert on(hurt.state, "a4") == "Pike Rank wounded"
    blocked = play(state, "power reserve 1", "power reserve 2")
    assert strikes(blocked) == [(2 + 1, 2 + 2, False)]
    assert "deploy Sky Skiff a5" in options(blocked.state)  # no counterattack, the phase goes on


def test_shy_lorr_mudskulker_not_out_of_range_and_only_if_it_wants_to() -> None:
    yours = side("Free Levy b5", hand=["Pike Rank", "Sky Skiff"])  # within range, but not deployed
    state = at(GAME, "deploy", side("Mudskulker b4", "Fang Novice a3"), yours, turn=1)
    assert "accept" not in options(play(state, "deploy Pike Rank a5").state)  # diagonal
    played = play(state, "deploy Pike Rank a4", "decline")
    assert not played.of(events.AttackDeclared)
    own = at(GAME, "deploy", side("Mudskulker b2", hand=["Fang Novice"]), side("Free Levy b3"))
    assert "accept" not in options(play(own, "deploy Fang Novice a2").state)  # an ally


@pytest.mark.parametrize(
    ("space", "foe", "defence"), [("b5", "b4", 4), ("b4", "c4", 2), ("b1", "b2", 2)]
)
def test_shy_lorr_mudskulker_holds_enemy_fortified_spaces(
    space: str, foe: str, defence: int
) -> None:
    yours = side(f"Free Levy {foe}", reserve="1")
    state = at(GAME, "attack", side(f"Mudskulker {space}"), yours, turn=1)
    played = play(state, f"attack {foe} x {space}", "power reserve 1", "decline")
    assert strikes(played) == [(3 + 1, defence, defence < 4)]


@pytest.mark.parametrize(("marks", "strength"), [("", 2), (" weakened", 2 - 1 + 2)])
def test_shy_lorr_bog_thrall_weakened_attacks_harder(marks: str, strength: int) -> None:
    mine = side(f"Bog Thrall c3{marks}", reserve="1")
    state = at(GAME, "attack", mine, side("Free Levy c4", reserve="2"))
    assert strikes(play(state, "attack c3 x c4", *BLOCKED)) == [(strength + 1, 5, False)]
    state = at(GAME, "attack", mine, side("Free Levy c4", reserve="3"), turn=1)
    defence = 1 if marks else 2  # the bonus is for its attack alone
    assert strikes(play(state, "attack c4 x c3", *HIT)) == [(6, defence, True)]


def test_shy_lorr_bog_thrall_defeated_weakens_all_around() -> None:
    mine = side("Bog Thrall c3 wounded", "Fang Novice b2", "Gill Raider a1", stronghold=ALTAR)
    yours = side("Free Levy c4", "Sky Skiff d2", "Pike Rank e5", reserve="3")
    state = at(GAME, "attack", mine, yours, turn=1)
    state = play(state, "attack c4 x c3", *HIT, "decline").state
    assert field(state, 0) == {"Fang Novice b2 weakened", "Gill Raider a1"}
    assert field(state, 1) == {"Free Levy c4 weakened", "Sky Skiff d2 weakened", "Pike Rank e5"}
    state = play(at(GAME, "deploy", mine, yours), "retreat c3").state  # no defeat
    assert field(state, 0) == {"Fang Novice b2", "Gill Raider a1"}
    assert field(state, 1) == {"Free Levy c4", "Sky Skiff d2", "Pike Rank e5"}


@pytest.mark.parametrize(("marks", "left"), [("", {"Free Levy c4 wounded"}), (" wounded", set())])
def test_shy_lorr_bloodling_wounds_who_defeats_it(marks: str, left: set[str]) -> None:
    yours = side(f"Free Levy c4{marks}", reserve="3")
    state = at(GAME, "attack", side("Bloodling c3 wounded"), yours, turn=1)
    state = play(state, "attack c4 x c3", *HIT).state
    assert ("advance c3" in options(state)) is bool(left)
    assert field(state, 0) == set()
    assert field(state, 1) == left


def test_shy_lorr_bloodling_wounds_who_defeats_it_by_an_ability() -> None:
    yours = side("Stormcaller Adept d4", stronghold="Skyhold Bastion", charges=1, reserve="3")
    state = at(GAME, "attack", side("Bloodling c3 wounded"), yours, turn=1)
    state = play(state, "use d4", "power reserve 3").state
    assert (field(state, 0), field(state, 1)) == (set(), {"Stormcaller Adept d4 wounded"})


def test_shy_lorr_bloodling_does_nothing_at_its_first_wound_or_sacrificed() -> None:
    yours = side("Free Levy c4", reserve="3")
    state = play(
        at(GAME, "attack", side("Bloodling c3"), yours, turn=1), "attack c4 x c3", *HIT
    ).state
    assert (field(state, 0), field(state, 1)) == ({"Bloodling c3 wounded"}, {"Free Levy c4"})
    mine = side("Bloodling c3 wounded", hand=["Swamp Colossus"])
    state = play(at(GAME, "deploy", mine, yours), "deploy Swamp Colossus c2").state
    assert (field(state, 0), field(state, 1)) == ({"Swamp Colossus c2"}, {"Free Levy c4"})


@pytest.mark.parametrize(("space", "extra"), [("a3", 1), ("a2", 0)])
def test_shy_lorr_gill_raider_barrages_from_the_neutral_line(space: str, extra: int) -> None:
    mine = side(f"Gill Raider {space}", "Fang Novice c4", reserve="1 2")
    state = at(GAME, "assault", mine, side("Free Levy f5"))
    played = play(state, "assault", "power reserve 1", "power reserve 2")
    assert [event.total for event in played.of(events.AssaultSettled)] == [1 + 1 + 2 + extra]


@pytest.mark.parametrize(("space", "foe", "submerges"), [("c3", "c4", True), ("c2", "c3", False)])
def test_shy_lorr_gill_raider_submerges_in_the_neutral_line(
    space: str, foe: str, submerges: bool
) -> None:
    yours = side(f"Free Levy {foe}", reserve="1")
    state = at(GAME, "attack", side(f"Gill Raider {space}", reserve="2"), yours, turn=1)
    played = play(state, f"attack {foe} x {space}", "power reserve 1", "power reserve 2")
    assert strikes(played) == [(4, 4, False)]
    assert any(each.startswith("submerge") for each in options(played.state)) is submerges
    if submerges:
        assert on(play(played.state, "submerge b3").state, "b3") == "Gill Raider"


def test_shy_lorr_reed_serpent_lunges_while_unwounded() -> None:
    yours = side("Free Levy c4", reserve="2")
    state = at(GAME, "attack", side("Reed Serpent c2", reserve="1 4"), yours)
    assert options(state) == ["lunge c2 c3", "done"]
    played = play(state, "lunge c2 c3", "power reserve 1", "power reserve 4", "power reserve 2")
    assert strikes(played) == [(2 + 4, 3 + 2, True)]
    wounded = at(GAME, "attack", side("Reed Serpent c2 wounded"), yours)
    assert options(wounded) == ["done"]
    near = at(GAME, "attack", side("Reed Serpent c3 wounded", reserve="1"), side("Free Levy d4"))
    assert options(near) == ["attack c3 x d4", "done"]  # radial, but no lunge


def test_shy_lorr_shell_brute_stands_against_coordinated_attacks() -> None:
    yours = side("Free Levy c4", "Sky Skiff b3", reserve="1")
    state = at(GAME, "attack", side("Shell Brute c3"), yours, turn=1)
    fight = ("power reserve 1", "decline")
    together = play(state, "attack c4 x c3", "with b3", *fight)
    assert strikes(together) == [(3 + 1 + 1, 3 + 2, False)]
    alone = play(state, "attack c4 x c3", "go", *fight)
    assert strikes(alone) == [(3 + 1, 3, True)]


def test_shy_lorr_shell_brute_collects_surge_at_its_first_wound() -> None:
    yours = side("Free Levy c4", reserve="3")
    for marks, surge in (("", True), (" wounded", False)):
        state = at(GAME, "attack", side(f"Shell Brute c3{marks}"), yours, turn=1)
        state = play(state, "attack c4 x c3", *HIT).state
        assert (on(state, "c3") != "") is surge
        assert (state.players[0].surge, state.players[1].surge) == (surge, False)


def test_shy_lorr_scab_zealot_wounds_all_adjacent_and_is_sacrificed() -> None:
    mine = side("Scab Zealot c3", "Fang Novice c2", "Gill Raider b2", stronghold=ALTAR)
    yours = side("Free Levy c4 wounded", "Sky Skiff d3", "Pike Rank d4")
    state = play(at(GAME, "attack", mine, yours), "use c3").state
    assert field(state, 0) == {"Fang Novice c2 wounded", "Gill Raider b2"}
    assert field(state, 1) == {"Sky Skiff d3 wounded", "Pike Rank d4"}
    assert state.players[0].charges == 0  # a sacrifice is no defeat
    assert "use c3" not in options(at(GAME, "move", mine, yours))


def test_shy_lorr_ritual_drummer_turns_a_sacrifice_into_charges_and_power() -> None:
    mine = side(
        "Ritual Drummer c2", "Bloodling b2", stronghold=ALTAR, reserve="1", used="2 3", charges=0
    )
    state = play(at(GAME, "charge", mine, side("Free Levy b3")), "use c2").state
    assert options(state) == ["take 2", "take 3"]
    assert (field(state, 0), field(state, 1)) == ({"Ritual Drummer c2"}, {"Free Levy b3"})
    assert state.players[0].charges == 2
    power = play(state, "take 3").state.powers[0]
    assert (power.reserve, power.used) == ((1, 3), (2,))


def test_shy_lorr_ritual_drummer_needs_an_ally_and_the_charge_phase() -> None:
    state = at(GAME, "charge", side("Ritual Drummer c2", used="2", stronghold=ALTAR), side())
    assert options(state) == ["charge"]
    mine = side("Ritual Drummer c2", "Bloodling b2", used="2", stronghold=ALTAR)
    assert "use c2" not in options(at(GAME, "move", mine, side()))


def test_shy_lorr_poison_spitter_strikes_in_the_charge_phase() -> None:
    mine = side("Poison Spitter d3", stronghold=ALTAR, reserve="1 3")
    state = at(GAME, "charge", mine, side("Free Levy d4", reserve="2"))
    state = play(state, "use d3", "attack d3 x d4").state
    blocked = play(state, "power reserve 1", "decline")
    assert strikes(blocked) == [(1 + 1 + 1, 3, False)]
    assert "counterattack" not in options(blocked.state)
    assert blocked.state.players[0].charges == 2  # only charging was left
    hurt = play(state, *HIT)
    assert strikes(hurt) == [(1 + 3 + 1, 3, True)]


def test_shy_lorr_poison_spitter_has_no_bonus_in_the_attack_phase() -> None:
    mine = side("Poison Spitter d3", reserve="1")
    played = play(
        at(GAME, "attack", mine, side("Free Levy d4")),
        "attack d3 x d4",
        "power reserve 1",
        "decline",
    )
    assert strikes(played) == [(1 + 1, 3, False)]
    assert "counterattack" in options(played.state)
    far = at(GAME, "charge", side("Poison Spitter d2", stronghold=ALTAR), side("Free Levy d4"))
    assert "use d2" not in options(far)


def test_shy_lorr_eel_rider_weakens_when_it_moves_in_the_neutral_line() -> None:
    yours = side("Free Levy b4", "Sky Skiff c3", "Pike Rank a4")
    state = play(at(GAME, "move", side("Eel Rider a2"), yours), "move a2 b3").state
    assert options(state) == ["target c3", "target b4"]
    state = play(state, "target b4").state
    assert field(state, 1) == {"Free Levy b4 weakened", "Sky Skiff c3", "Pike Rank a4"}
    state = at(GAME, "reposition", side("Eel Rider b2"), yours)
    state = play(state, "shift b2 b3", "target c3").state
    assert field(state, 1) == {"Free Levy b4", "Sky Skiff c3 weakened", "Pike Rank a4"}


@pytest.mark.parametrize(("start", "end"), [("a3", "a2"), ("c2", "c4"), ("a2", "a3")])
def test_shy_lorr_eel_rider_weakens_nobody_elsewhere(start: str, end: str) -> None:
    mine = side(f"Eel Rider {start}", "Fang Novice f1")
    yours = side("Free Levy b4", "Sky Skiff b2")  # neither is adjacent to a3
    state = play(at(GAME, "move", mine, yours), f"move {start} {end}").state
    assert field(state, 1) == {"Free Levy b4", "Sky Skiff b2"}
    assert "move f1 f2" in options(state)


@pytest.mark.parametrize(
    ("marks", "fourth"), [("", True), (" wounded", False), (" weakened", False)]
)
def test_shy_lorr_gorge_feeder_has_a_fourth_step(marks: str, fourth: bool) -> None:
    state = at(GAME, "move", side(f"Gorge Feeder a1{marks}"), side("Free Levy e4"))
    assert "move a1 a4" in options(state)
    assert ("move a1 a5" in options(state)) is fourth
    assert "move a1 b5" not in options(state)


def test_shy_lorr_gorge_feeder_is_deadly_once_an_enemy_is_defeated() -> None:
    mine = side("Gorge Feeder c3", "Fang Novice b3", "Eel Rider f1", reserve="1 2")
    second = ("attack c3 x c4", "power reserve 2", "power reserve 1")
    yours = side("Free Levy c4", "Sky Skiff b4 wounded", reserve="1")
    first = ("attack b3 x b4", "power reserve 1", "decline", "decline")
    played = play(at(GAME, "attack", mine, yours), *first)
    assert field(played.state, 1) == {"Free Levy c4"}
    assert strikes(play(played.state, *second)) == [(2 + 2, 3 + 1, True)]
    yours = side("Free Levy c4", "Sky Skiff b4", reserve="1")  # wounded, not defeated
    played = play(at(GAME, "attack", mine, yours), *first[:-1], *second)
    assert strikes(played) == [(4, 2, True), (4, 4, False)]
    over = play(at(GAME, "attack", mine, side("Sky Skiff b4 wounded")), *first)
    assert all(not unit.granted for unit in over.state.units)  # nothing to attack: phase over


def test_shy_lorr_skinned_prophet_wins_or_loses_a_duel() -> None:
    mine = side("Skinned Prophet c2", points=1, reserve="3")
    state = at(GAME, "initiative", mine, side("Free Levy c4", points=2, reserve="2 3"))
    state = play(state, "use c2", "power reserve 3").state
    won = play(state, "power reserve 2").state
    assert (won.players[0].points, won.players[1].points) == (1, 1)
    assert on(won, "c2") == "Skinned Prophet"
    lost = play(state, "power reserve 3").state  # a tie is the opponent's
    assert (lost.players[0].points, lost.players[1].points) == (1, 2)
    assert on(lost, "c2") == "Skinned Prophet wounded"


@pytest.mark.parametrize(("phase", "points"), [("initiative", 2), ("initiative", 3), ("charge", 1)])
def test_shy_lorr_skinned_prophet_needs_fewer_points(phase: str, points: int) -> None:
    mine = side("Skinned Prophet c2", stronghold=ALTAR, points=points)
    state = at(GAME, phase, mine, side("Free Levy c4", points=2))
    assert options(state) == [phase]


def test_shy_lorr_driftwood_corpse_drifts_at_its_first_wound() -> None:
    yours = side("Free Levy c4", reserve="4")
    state = at(GAME, "attack", side("Driftwood Corpse c3"), yours, turn=1)
    state = play(state, "attack c4 x c3", "power reserve 4", "decline").state
    assert options(state) == ["accept", "decline"]
    assert field(play(state, "decline").state, 0) == {"Driftwood Corpse c3 wounded"}
    state = play(state, "accept").state
    assert {each for each in options(state) if each.startswith("to")} == {"to b3", "to d3", "to c2"}
    one = play(state, "to c2").state
    assert field(play(one, "decline").state, 0) == {"Driftwood Corpse c2 wounded"}
    assert field(play(one, "to b2").state, 0) == {"Driftwood Corpse b2 wounded"}


def test_shy_lorr_driftwood_corpse_defeated_may_reset_the_power_deck() -> None:
    yours = side("Free Levy c4", reserve="4")
    mine = side("Driftwood Corpse c3 wounded", reserve="1", used="2 3", counters="")
    mine = mine.replace('counters = ""', "counters = [1, 4]")
    state = at(GAME, "attack", mine, yours, turn=1)
    state = play(state, "attack c4 x c3", "power reserve 4", "decline").state
    assert options(state) == ["accept", "decline"]
    reset = play(state, "accept", "draw 3", "draw 4").state.powers[0]
    assert (reset.reserve, reset.used, reset.counters) == ((3, 4), (), (1, 4))
    assert len(reset.deck) == 7
    kept = play(state, "decline").state.powers[0]
    assert (kept.reserve, kept.used) == ((1,), (2, 3))


def test_shy_lorr_marsh_lure_moves_a_weakened_enemy_two_spaces() -> None:
    mine = side("Marsh Lure c3", stronghold=ALTAR, charges=1)
    yours = side("Free Levy c4 weakened", "Sky Skiff a3 weakened")
    state = play(at(GAME, "move", mine, yours), "use c3").state
    assert state.players[0].charges == 0
    ends = {each.removeprefix("to ") for each in options(state)}
    assert ends == {"a4", "b3", "b4", "b5", "d3", "d4", "e4", "e5"}  # through its stronghold too
    state = play(state, "to d3").state
    assert field(state, 1) == {"Free Levy d3 weakened", "Sky Skiff a3 weakened"}


@pytest.mark.parametrize(
    ("enemy", "charges"),
    [("Free Levy c4", 1), ("Free Levy d4 weakened", 1), ("Free Levy c4 weakened", 0)],
)
def test_shy_lorr_marsh_lure_needs_weakness_column_and_charge(enemy: str, charges: int) -> None:
    mine = side("Marsh Lure c3", stronghold=ALTAR, charges=charges)
    assert "use c3" not in options(at(GAME, "move", mine, side(enemy)))


@pytest.mark.parametrize(
    ("power", "points", "loses"),
    [("1 2", 1, True), ("1 2", 0, False), ("4 4", 0, True)],
)
def test_shy_lorr_tooth_collector_robs_after_an_assault(
    power: str, points: int, loses: bool
) -> None:
    mine = side("Tooth Collector a1", "Fang Novice c4", points=points, reserve=power)
    yours = side("Free Levy f5", stronghold="Skyhold Bastion", charges=2, reserve="2 3")
    cards = [f"power reserve {card}" for card in power.split()]
    state = play(at(GAME, "assault", mine, yours), "assault", *cards).state
    assert ("discard 2" in options(state)) is loses
    if loses:
        assert options(state) == ["discard 2", "discard 3"]
        state = play(state, "discard 3").state
    assert state.powers[1].reserve == ((2,) if loses else (2, 3))
    assert state.players[1].charges == (1 if loses else 2)


def test_shy_lorr_tooth_collector_takes_what_there_is() -> None:
    mine = side("Tooth Collector a1", "Fang Novice c4", points=1, reserve="1 2")
    fight = ("assault", "power reserve 1", "power reserve 2")
    bare = side("Free Levy f5", stronghold="Skyhold Bastion", charges=1)
    assert play(at(GAME, "assault", mine, bare), *fight).state.players[1].charges == 0
    empty = side("Free Levy f5", stronghold="Skyhold Bastion", charges=0, reserve="2")
    state = play(at(GAME, "assault", mine, empty), *fight).state
    assert (state.powers[1].reserve, state.powers[1].used) == ((), (2,))


def test_shy_lorr_blackwater_diver_surfaces_beside_a_wounded_enemy() -> None:
    mine = side("Blackwater Diver a1", stronghold=ALTAR, charges=1)
    yours = side("Free Levy c4 wounded", "Sky Skiff b4", "Pike Rank f5")
    state = play(at(GAME, "move", mine, yours), "use a1").state
    assert set(options(state)) == {"to c3", "to d4"}
    state = play(state, "to d4").state
    assert field(state, 0) == {"Blackwater Diver d4"}
    assert state.players[0].charges == 0


@pytest.mark.parametrize(("enemy", "charges"), [("Free Levy c4", 1), ("Free Levy c4 wounded", 0)])
def test_shy_lorr_blackwater_diver_needs_a_wounded_enemy_and_a_charge(
    enemy: str, charges: int
) -> None:
    mine = side("Blackwater Diver a1", "Fang Novice f1 wounded", stronghold=ALTAR, charges=charges)
    assert "use a1" not in options(at(GAME, "move", mine, side(enemy)))
