"""Shy-Lorr: what its strongholds, Heroes and Elites do, from the printed texts."""

import pytest

from tabletop_rules.dominum import events

from .helpers import on, options, play
from .helpers_abilities import against, at, field, side, strikes

GAME = against("shy_lorr", "freemen")  # Shy-Lorr is seat 0
ALTAR = "Altar of the Red Tide"
ZIGGURAT = "Sunken Ziggurat"
WELL = "Venom Well"
ORACLE = "Vashtet the Drowned Oracle"


# --- strongholds ------------------------------------------------------------------------------


def test_shy_lorr_altar_of_the_red_tide_charges_when_an_ally_is_defeated() -> None:
    mine = side("Fang Novice c3 wounded", "Gill Raider a1", stronghold=ALTAR)
    state = at(GAME, "attack", mine, side("Free Levy c4", reserve="3"), turn=1)
    state = play(state, "attack c4 x c3", "power reserve 3", "decline").state
    assert field(state, 0) == {"Gill Raider a1"}
    assert state.players[0].charges == 1


def test_shy_lorr_altar_of_the_red_tide_only_for_allies_and_only_if_defeated() -> None:
    mine = side("Fang Novice c3", "Gill Raider a1", stronghold=ALTAR, reserve="3")
    state = at(GAME, "attack", mine, side("Free Levy c4", "Sky Skiff b3 wounded"))
    assert play(state, "attack c3 x c4", "power reserve 3", "decline").state.players[0].charges == 0
    state = play(state, "attack c3 x b3", "power reserve 3", "decline", "decline").state
    assert on(state, "b3") == ""  # an enemy was defeated
    assert state.players[0].charges == 0
    state = play(at(GAME, "deploy", mine, side("Free Levy c4")), "retreat c3").state
    assert state.players[0].charges == 0


def test_shy_lorr_altar_of_the_red_tide_strengthens_a_wounded_ally() -> None:
    mine = side(
        "Fang Novice c3 wounded", "Gill Raider a1", stronghold=ALTAR, charges=2, reserve="1"
    )
    state = at(GAME, "attack", mine, side("Free Levy c4", reserve="2"))
    fight = ("attack c3 x c4", "power reserve 1", "power reserve 2")
    assert strikes(play(state, *fight)) == [(3 + 1, 3 + 2, False)]
    used = play(state, "use stronghold").state
    assert used.players[0].charges == 1
    assert "use stronghold" not in options(used)  # once a turn
    assert "use stronghold" in options(state)
    played = play(used, *fight)
    assert strikes(played) == [(3 + 1 + 1, 3 + 2, True)]  # Deadly wins the tie
    assert on(played.state, "c4") == "Free Levy wounded"
    over = play(used, "done").state
    assert [(unit.boosts, unit.granted) for unit in over.units] == [((), ())] * 3


@pytest.mark.parametrize(
    ("phase", "novice", "charges"),
    [("attack", "c3 wounded", 0), ("attack", "c3", 1), ("move", "c3 wounded", 1)],
)
def test_shy_lorr_altar_of_the_red_tide_needs_a_charge_and_a_wound(
    phase: str, novice: str, charges: int
) -> None:
    mine = side(f"Fang Novice {novice}", stronghold=ALTAR, charges=charges)
    state = at(GAME, phase, mine, side("Free Levy c4 wounded"))
    assert "use stronghold" not in options(state)


def test_shy_lorr_sunken_ziggurat_wounds_a_weakened_enemy_for_a_sacrifice() -> None:
    mine = side("Bloodling c3", "Fang Novice a1", stronghold=ZIGGURAT)
    yours = side("Free Levy c4 weakened wounded", "Sky Skiff b3", "Beacon Keeper e5")
    state = play(at(GAME, "attack", mine, yours), "use stronghold", "sacrifice c3").state
    assert field(state, 0) == {"Fang Novice a1"}
    one = play(state, "option 1").state
    assert field(one, 1) == {"Sky Skiff b3", "Beacon Keeper e5"}
    assert "use stronghold" not in options(one)
    two = play(state, "option 2", "target e5").state
    assert field(two, 1) == {
        "Free Levy c4 wounded weakened",
        "Sky Skiff b3",
        "Beacon Keeper e5 weakened",
    }


def test_shy_lorr_sunken_ziggurat_needs_an_ally_and_the_attack_phase() -> None:
    yours = side("Free Levy c4 weakened")
    assert "use stronghold" not in options(
        at(GAME, "attack", side(stronghold=ZIGGURAT), yours),
    )
    mine = side("Fang Novice a1", stronghold=ZIGGURAT)
    assert "use stronghold" not in options(at(GAME, "move", mine, yours))


def test_shy_lorr_sunken_ziggurat_wounds_no_enemy_that_is_not_weakened() -> None:
    mine = side("Bloodling c3", "Fang Novice a1", stronghold=ZIGGURAT)
    state = at(GAME, "attack", mine, side("Free Levy c4", "Sky Skiff b3"))
    state = play(state, "use stronghold", "sacrifice a1").state
    assert field(play(state, "option 1").state, 1) == {"Free Levy c4", "Sky Skiff b3"}
    state = play(state, "option 2").state
    assert field(play(state, "target c4").state, 1) == {"Free Levy c4 weakened", "Sky Skiff b3"}


@pytest.mark.parametrize(
    ("enemies", "initial"),
    [
        (("Free Levy a4 weakened", "Sky Skiff f1 weakened"), 2),
        (("Free Levy a4 weakened", "Sky Skiff f1"), 1),
        (("Free Levy a4 weakened", "Sky Skiff f1 weakened", "Pike Rank a5 weakened"), 2),
    ],
)
def test_shy_lorr_venom_well_raises_the_initial_assault_score(
    enemies: tuple[str, ...], initial: int
) -> None:
    mine = side("Fang Novice c4", "Gill Raider a1 weakened", stronghold=WELL, reserve="1 2")
    played = play(at(GAME, "assault", mine, side(*enemies)), "assault")
    assert [event.initial for event in played.of(events.AssaultBegan)] == [initial]
    played = play(played.state, "power reserve 1", "power reserve 2")
    assert [event.total for event in played.of(events.AssaultSettled)] == [initial + 3]


# --- Heroes -----------------------------------------------------------------------------------


def test_shy_lorr_ghurra_redmaw_wounded_is_stronger() -> None:
    yours = side("Free Levy c4", reserve="1")
    fight = ("attack c4 x c3", "power reserve 1", "decline")
    for marks, defence in (("", 4), (" wounded", 5)):
        state = at(GAME, "attack", side(f"Ghurra Redmaw c3{marks}"), yours, turn=1)
        assert strikes(play(state, *fight)) == [(3 + 1, defence, False)]
    state = at(GAME, "attack", side("Ghurra Redmaw c3 wounded", reserve="1"), side("Free Levy c4"))
    assert strikes(play(state, "attack c3 x c4", "power reserve 1", "decline")) == [(6, 3, True)]


def test_shy_lorr_ghurra_redmaw_wounded_attacks_in_the_move_phase_with_deadly() -> None:
    mine, yours = "Ghurra Redmaw c3 wounded", side("Free Levy c4", reserve="3")
    state = at(GAME, "move", side(mine, reserve="1"), yours)
    fight = ("attack c3 x c4", "power reserve 1", "power reserve 3")
    played = play(state, "use c3", *fight)
    assert strikes(played) == [(4 + 1 + 1, 3 + 3, True)]
    assert "use c3" not in options(played.state)
    assert "move c3 c2" in options(played.state)  # it may still move
    played = play(at(GAME, "attack", side(mine, reserve="1"), yours), *fight)
    assert strikes(played) == [(6, 6, False)]  # Deadly only in the Alt Attack
    unhurt = at(GAME, "move", side("Ghurra Redmaw c3"), yours)
    assert "use c3" not in options(unhurt)


def test_shy_lorr_vashtet_the_drowned_oracle_sacrifices_for_a_point() -> None:
    mine = side(f"{ORACLE} c3", "Fang Novice c4 wounded", "Gill Raider d4", stronghold=ALTAR)
    state = play(at(GAME, "assault", mine, side("Free Levy a4")), "use c3").state
    assert field(state, 0) == {f"{ORACLE} c3", "Gill Raider d4"}
    assert state.players[0].points == 1
    assert state.players[0].charges == 0  # sacrificed, not defeated


@pytest.mark.parametrize(
    "cards",
    [
        (f"{ORACLE} c3", "Fang Novice c4"),  # not wounded
        (f"{ORACLE} c3", "Fang Novice b3 wounded", "Gill Raider d4"),  # not in the enemy Domain
        (f"{ORACLE} c4 wounded", "Gill Raider d4"),  # itself is no ally
    ],
)
def test_shy_lorr_vashtet_the_drowned_oracle_needs_a_wounded_ally_there(
    cards: tuple[str, ...],
) -> None:
    state = at(GAME, "assault", side(*cards), side("Free Levy a4"))
    assert options(state) == ["assault"]


def test_shy_lorr_krael_fenstalker_submerges_in_the_enemy_attack_phase() -> None:
    mine, yours = side("Krael Fenstalker c3", "Gill Raider b3"), side("Free Levy c4", reserve="1")
    state = at(GAME, "attack", mine, yours, turn=1)
    played = play(state, "attack c4 x c3", "power reserve 1", "decline")
    assert strikes(played) == [(4, 4, False)]
    assert set(options(played.state)) == {
        "counterattack",
        "submerge c2",
        "submerge d3",
        "decline",
    }
    assert on(play(played.state, "submerge d3").state, "d3") == "Krael Fenstalker"
    own = at(
        GAME, "attack", side("Krael Fenstalker c3", reserve="1"), side("Free Levy c4", reserve="2")
    )
    own = play(own, "attack c3 x c4", "power reserve 1", "power reserve 2", "counterattack").state
    played = play(own, "draw 1", "decline")
    assert [event.wounds for event in played.of(events.AttackResolved)] == [False]
    assert not [each for each in options(played.state) if each.startswith("submerge")]


def test_shy_lorr_krael_fenstalker_gains_a_point_for_a_hero() -> None:
    fight = ("attack c3 x c4", "power reserve 4", "decline", "decline")
    for victim, points in (("Ysolde Farwind", 1), ("Griffon Lancer", 0)):
        mine = side("Krael Fenstalker c3", "Fang Novice a1", reserve="4")
        state = at(GAME, "attack", mine, side(f"{victim} c4 wounded"))
        state = play(state, *fight).state
        assert on(state, "c4") == ""
        assert state.players[0].points == points
    mine = side("Krael Fenstalker a1", "Fang Novice c3", reserve="4")
    state = at(GAME, "attack", mine, side("Ysolde Farwind c4 wounded"))
    assert play(state, *fight).state.players[0].points == 0  # another one has defeated it
    unhurt = at(GAME, "attack", side("Krael Fenstalker c3", reserve="4"), side("Ysolde Farwind c4"))
    assert play(unhurt, *fight[:3]).state.players[0].points == 0


def test_shy_lorr_mother_issk_deploys_a_warrior_from_the_discard_pile() -> None:
    discard = ["Flesh Hunter", "Bog Thrall"]
    mine = side("Mother Issk b2", "Fang Novice a1", stronghold=ALTAR, charges=1, discard=discard)
    state = play(at(GAME, "deploy", mine, side("Free Levy c4", "Sky Skiff a2")), "use b2").state
    assert state.players[0].charges == 0
    deploys = {each for each in options(state) if each.startswith("deploy")}
    free = ("b1", "c2", "d2", "e1", "e2", "f1", "f2")
    assert deploys == {f"deploy Bog Thrall {space}" for space in free}
    state = play(state, "deploy Bog Thrall d2").state
    assert field(state, 0) == {"Mother Issk b2", "Fang Novice a1", "Bog Thrall d2"}
    names = [GAME.domains[0].cards[card].name for card in state.players[0].discard]
    assert names == ["Flesh Hunter"]


@pytest.mark.parametrize(
    ("phase", "charges", "discard", "more"),
    [
        ("deploy", 0, ["Bog Thrall"], ()),
        ("deploy", 1, ["Flesh Hunter"], ()),
        ("move", 1, ["Bog Thrall"], ()),
        (
            "deploy",
            1,
            ["Bog Thrall"],
            ("Gill Raider a2", "Eel Rider c2", "Bloodling d2", "Shell Brute e2", "Marsh Lure f2"),
        ),
    ],
)
def test_shy_lorr_mother_issk_needs_charge_warrior_and_room(
    phase: str, charges: int, discard: list[str], more: tuple[str, ...]
) -> None:
    mine = side("Mother Issk b2", *more, stronghold=ALTAR, charges=charges, discard=discard)
    state = at(GAME, phase, mine, side("Free Levy c4"))
    assert "use b2" not in options(state)


# --- Elites -----------------------------------------------------------------------------------


def test_shy_lorr_flesh_hunter_strikes_on_deploy_after_a_lunge() -> None:
    mine = side(hand=["Flesh Hunter", "Fang Novice"], reserve="1 3")
    state = at(GAME, "deploy", mine, side("Free Levy c4", "Sky Skiff f4", reserve="2"))
    state = play(state, "deploy Flesh Hunter c2", "accept").state
    assert options(state) == ["lunge c2 c3", "decline"]
    state = play(state, "lunge c2 c3", "power reserve 1").state
    assert on(state, "c3") == "Flesh Hunter"
    second = play(state, "power reserve 3", "power reserve 2")
    assert strikes(second) == [(3 + 3, 3 + 2, True)]
    assert second.state.powers[0].used == (1, 3)
    first = play(state, "decline", "power reserve 2")
    assert strikes(first) == [(3 + 1, 3 + 2, False)]
    assert "counterattack" not in options(first.state)
    assert first.state.clock.phase is not None
    assert "deploy Fang Novice c2" in options(first.state)  # the phase goes on


def test_shy_lorr_flesh_hunter_may_decline_and_needs_an_enemy_in_reach() -> None:
    mine = side(hand=["Flesh Hunter", "Fang Novice"])
    state = at(GAME, "deploy", mine, side("Free Levy c4"))
    played = play(state, "deploy Flesh Hunter c2", "decline")
    assert not played.of(events.AttackDeclared)
    assert field(played.state, 0) == {"Flesh Hunter c2"}
    assert "accept" not in options(play(state, "deploy Flesh Hunter a1").state)
    near = at(GAME, "deploy", mine, side("Free Levy c3", reserve="2"))
    near = play(near, "deploy Flesh Hunter c2", "accept", "attack c2 x c3", "draw 1").state
    # Without a lunge there is no second draw: the defender is asked.
    assert options(near) == ["power deck", "power reserve 2", "decline"]
    assert on(play(near, "decline").state, "c3") == "Free Levy wounded"


def test_shy_lorr_mire_ambusher_is_deployed_into_the_neutral_line_for_a_sacrifice() -> None:
    mine = side("Bloodling c2", "Fang Novice a1", hand=["Mire Ambusher", "Gill Raider"])
    state = at(GAME, "deploy", mine, side("Free Levy c4"))
    assert "deploy Mire Ambusher d4 by ability" not in options(state)
    state = play(state, "deploy Mire Ambusher c3 by ability", "sacrifice c2").state
    assert field(state, 0) == {"Mire Ambusher c3", "Fang Novice a1"}
    assert field(state, 1) == {"Free Levy c4"}
    alone = at(GAME, "deploy", side(hand=["Mire Ambusher"]), side("Free Levy c4"))
    assert [each for each in options(alone) if each.endswith("by ability")] == []
    assert "deploy Mire Ambusher c2" in options(alone)


def test_shy_lorr_mire_ambusher_submerges() -> None:
    yours = side("Free Levy c4", reserve="1 4")
    state = at(GAME, "attack", side("Mire Ambusher c3", reserve="2"), yours, turn=1)
    blocked = play(state, "attack c4 x c3", "power reserve 1", "power reserve 2")
    assert strikes(blocked) == [(4, 5, False)]
    assert on(play(blocked.state, "submerge b3").state, "b3") == "Mire Ambusher"
    wounded = play(state, "attack c4 x c3", "power reserve 4", "decline")
    assert on(wounded.state, "c3") == "Mire Ambusher wounded"
    assert not [each for each in options(wounded.state) if each.startswith("submerge")]


def test_shy_lorr_venom_priest_weakens_all_enemies_around() -> None:
    mine = side("Venom Priest c3", "Fang Novice c2", reserve="1 2")
    yours = side("Free Levy b4", "Sky Skiff d3", "Pike Rank c4 weakened", "Beacon Keeper e5")
    state = play(at(GAME, "attack", mine, yours), "use c3", "discard 1").state
    assert field(state, 1) == {
        "Free Levy b4 weakened",
        "Sky Skiff d3 weakened",
        "Pike Rank c4 weakened",
        "Beacon Keeper e5",
    }
    assert field(state, 0) == {"Venom Priest c3", "Fang Novice c2"}
    assert (state.powers[0].reserve, state.powers[0].used) == ((2,), (1,))
    assert "use c3" not in options(state)


def test_shy_lorr_venom_priest_needs_a_reserve_card() -> None:
    state = at(GAME, "attack", side("Venom Priest c3"), side("Free Levy b4"))
    assert options(state) == ["attack c3 x b4", "done"]


def test_shy_lorr_bonehook_reaver_knocks_back() -> None:
    mine = side("Bonehook Reaver c3", "Fang Novice a1", reserve="3")
    state = at(GAME, "attack", mine, side("Free Levy c4", "Sky Skiff d4"))
    state = play(state, "attack c3 x c4", "power reserve 3", "decline").state
    assert set(options(state)) == {"knock b4", "decline"}
    assert field(play(state, "knock b4").state, 1) == {"Free Levy b4 wounded", "Sky Skiff d4"}
    hero = at(GAME, "attack", mine, side("Ysolde Farwind c4"))
    hero = play(hero, "attack c3 x c4", "power reserve 3", "decline").state
    assert on(hero, "c4") == "Ysolde Farwind wounded"
    assert not [each for each in options(hero) if each.startswith("knock")]


@pytest.mark.parametrize(("marks", "wounds"), [(" wounded", True), ("", False)])
def test_shy_lorr_bonehook_reaver_is_deadly_to_the_wounded(marks: str, wounds: bool) -> None:
    mine = side("Bonehook Reaver c3", reserve="1")
    state = at(GAME, "attack", mine, side(f"Free Levy c4{marks}", reserve="2"))
    played = play(state, "attack c3 x c4", "power reserve 1", "power reserve 2")
    assert strikes(played) == [(4 + 1, 3 + 2, wounds)]
    state = at(GAME, "attack", mine, side("Free Levy c4", reserve="1"), turn=1)
    assert strikes(play(state, "attack c4 x c3", "power reserve 1", "decline")) == [(4, 3, True)]


def test_shy_lorr_leech_matron_heals_when_it_wounds() -> None:
    mine = side("Leech Matron c3 wounded", "Fang Novice a1 wounded", reserve="3")
    fight = ("attack c3 x c4", "power reserve 3", "decline")
    state = play(at(GAME, "attack", mine, side("Free Levy c4")), *fight).state
    assert field(state, 0) == {"Leech Matron c3", "Fang Novice a1 wounded"}
    assert field(state, 1) == {"Free Levy c4 wounded"}
    state = play(at(GAME, "attack", mine, side("Free Levy c4 wounded")), *fight).state
    assert on(state, "c3") == "Leech Matron wounded"  # the enemy did not survive
    assert field(state, 1) == set()


def test_shy_lorr_leech_matron_heals_by_a_counterattack_too() -> None:
    mine = side("Leech Matron c3 wounded", reserve="1 3")
    state = at(GAME, "attack", mine, side("Free Levy c4", "Pike Rank f5", reserve="1"), turn=1)
    blocked = play(state, "attack c4 x c3", "power reserve 1", "power reserve 1")
    assert on(blocked.state, "c3") == "Leech Matron wounded"
    state = play(blocked.state, "counterattack", "power reserve 3", "decline").state
    assert (on(state, "c3"), on(state, "c4")) == ("Leech Matron", "Free Levy wounded")


def test_shy_lorr_carrion_seer_may_draw_a_reserve_card_when_an_ally_is_defeated() -> None:
    mine = side("Carrion Seer a1", "Fang Novice c3 wounded", reserve="2")
    state = at(GAME, "attack", mine, side("Free Levy c4", reserve="3"), turn=1)
    state = play(state, "attack c4 x c3", "power reserve 3", "decline").state
    assert options(state) == ["accept", "decline"]
    assert play(state, "accept", "draw 4").state.powers[0].reserve == (2, 4)
    assert play(state, "decline").state.powers[0].reserve == (2,)


def test_shy_lorr_carrion_seer_not_for_enemies_nor_for_a_retreat() -> None:
    mine = side("Carrion Seer a1", "Fang Novice c3", reserve="2 3")
    state = at(GAME, "attack", mine, side("Free Levy c4 wounded"))
    state = play(state, "attack c3 x c4", "power reserve 3", "decline").state
    assert options(state) == ["advance c4", "decline"]
    retreat = play(at(GAME, "deploy", mine, side("Free Levy c4")), "retreat c3").state
    assert "accept" not in options(retreat)


def test_shy_lorr_tidecaller_shifts_enemies_in_its_row() -> None:
    mine = side("Tidecaller c3", reserve="1")
    yours = side("Free Levy e3", "Sky Skiff a3", "Lance Sergeant d3 weakened", "Pike Rank b4")
    state = at(GAME, "reposition", mine, yours)
    state = play(state, "use c3", "power reserve 1").state
    assert state.powers[0].used == (1,)
    assert options(state) == ["target a3", "target e3"]
    state = play(state, "target a3", "to a2").state
    rest = {"Lance Sergeant d3 weakened", "Pike Rank b4"}
    once = play(state, "decline").state
    assert field(once, 1) == {"Free Levy e3", "Sky Skiff a2"} | rest
    state = play(state, "target e3").state
    assert set(options(state)) == {"to e2", "to e4", "to f3"}
    assert field(play(state, "to f3").state, 1) == {"Free Levy f3", "Sky Skiff a2"} | rest


@pytest.mark.parametrize("enemy", ["Free Levy c4", "Lance Sergeant d3", "Ysolde Farwind a3"])
def test_shy_lorr_tidecaller_shifts_nobody_strong_or_of_another_row(enemy: str) -> None:
    state = at(GAME, "reposition", side("Tidecaller c3"), side(enemy))
    assert "use c3" not in options(state)


def test_shy_lorr_pain_reveller_weakens_the_adjacent_at_its_first_wound() -> None:
    yours = side("Free Levy c4", "Sky Skiff b3", "Pike Rank d4", reserve="3")
    fight = ("attack c4 x c3", "go", "power reserve 3", "decline")
    state = at(GAME, "attack", side("Pain Reveller c3", "Fang Novice c2"), yours, turn=1)
    state = play(state, *fight).state
    assert field(state, 0) == {"Pain Reveller c3 wounded", "Fang Novice c2"}
    assert field(state, 1) == {"Free Levy c4 weakened", "Sky Skiff b3 weakened", "Pike Rank d4"}
    state = at(GAME, "attack", side("Pain Reveller c3 wounded"), yours, turn=1)
    state = play(state, *fight, "decline").state
    assert field(state, 1) == {"Free Levy c4", "Sky Skiff b3", "Pike Rank d4"}


@pytest.mark.parametrize(("marks", "strength"), [("", 3), (" weakened", 2)])
def test_shy_lorr_pain_reveller_weakened_makes_free_strikes(marks: str, strength: int) -> None:
    mine = side(f"Pain Reveller c3{marks}", "Gill Raider b3", reserve="1")
    state = at(GAME, "attack", mine, side("Free Levy c4", "Sky Skiff b4", reserve="2"))
    played = play(state, "attack c3 x c4", "power reserve 1", "power reserve 2")
    assert strikes(played) == [(strength + 1, 5, False)]
    assert ("counterattack" in options(played.state)) is (not marks)


def test_shy_lorr_swamp_colossus_takes_a_sacrifice() -> None:
    mine = side("Bog Thrall b2", "Fang Novice c2", hand=["Swamp Colossus", "Gill Raider"])
    state = at(GAME, "deploy", mine, side("Free Levy b3"))
    state = play(state, "deploy Swamp Colossus d2").state
    assert options(state) == ["target b2", "target c2"]
    state = play(state, "target b2").state
    assert field(state, 0) == {"Fang Novice c2", "Swamp Colossus d2"}  # and no On Discard
    assert field(state, 1) == {"Free Levy b3"}
    alone = at(GAME, "deploy", side(hand=["Swamp Colossus"]), side("Free Levy b3"))
    assert field(play(alone, "deploy Swamp Colossus d2").state, 0) == {"Swamp Colossus d2"}


def test_shy_lorr_swamp_colossus_moves_one_step_less() -> None:
    state = at(GAME, "move", side("Swamp Colossus a1", "Fang Novice f1"), side("Free Levy d4"))
    ends = {each.split()[2] for each in options(state) if each.startswith("move a1")}
    assert ends == {"a2", "a3", "b1", "b2"}
    assert "move f1 f4" in options(state)  # the others have three
