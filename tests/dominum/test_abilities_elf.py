"""What the strongholds, Heroes and Elites of the Elf do, from their printed texts.

Seat 0 has the Elf. Among its enemies are a Free Levy (3) and a Pike Rank (2) without any ability
that counts here. The Warriors are in `test_abilities_elf_warriors.py`.
"""

import pytest

from tabletop_rules import dominum as dm

from .helpers import options, play
from .helpers_abilities import against, at, field, side, strikes

ELF = against("elf", "freemen")
LEVY = side("Free Levy c4")
DOMAIN = [
    f"{column}{row}"
    for row in (4, 5)
    for column in "abcdef"
    if column + str(row) not in ("c5", "d5")
]
"""The spaces of the enemy Domain."""


# ---------------------------------------------------------------- strongholds


def test_elf_thornveil_hollow_weakens_in_the_neutral_line_and_in_the_own_domain() -> None:
    me = side("Duskhound a1", stronghold="Thornveil Hollow", charges=1)
    you = side("Free Levy c3", "Pike Rank b2", "Sky Skiff c4")
    state = play(at(ELF, "attack", me, you), "use stronghold").state
    assert set(options(state)) == {"target c3", "target b2"}
    state = play(state, "target c3").state
    assert field(state, 1) == {"Free Levy c3 weakened", "Pike Rank b2", "Sky Skiff c4"}
    assert state.players[0].charges == 0


@pytest.mark.parametrize(
    ("phase", "charges", "enemy"),
    [
        ("attack", 0, "Free Levy c3"),
        ("attack", 3, "Free Levy c4"),
        ("attack", 3, "Free Levy c3 weakened"),
        ("reposition", 3, "Free Levy c3"),
    ],
)
def test_elf_thornveil_hollow_not_otherwise(phase: str, charges: int, enemy: str) -> None:
    me = side("Duskhound c2", stronghold="Thornveil Hollow", charges=charges)
    assert "use stronghold" not in options(at(ELF, phase, me, side(enemy)))


def test_elf_thornveil_hollow_once_in_a_turn() -> None:
    me = side("Duskhound c2", stronghold="Thornveil Hollow", charges=3)
    state = play(
        at(ELF, "attack", me, side("Free Levy c3", "Pike Rank d3")), "use stronghold"
    ).state
    state = play(state, "target d3").state
    assert state.players[0].charges == 2
    assert "use stronghold" not in options(state)


def test_elf_whisperwood_spire_places_an_ally_on_the_neutral_line() -> None:
    me = side("Duskhound a1", "Dawnhound c4", stronghold="Whisperwood Spire", charges=1)
    state = at(ELF, "reposition", me, side("Free Levy d3"))
    state = play(state, "use stronghold").state  # Duskhound alone is in its own Domain
    assert set(options(state)) == {"to a3", "to b3", "to c3", "to e3", "to f3"}
    state = play(state, "to e3").state
    assert field(state, 0) == {"Duskhound e3", "Dawnhound c4"}
    assert state.players[0].charges == 0


@pytest.mark.parametrize(
    ("phase", "charges", "ally"),
    [
        ("reposition", 0, "Duskhound a1"),
        ("reposition", 3, "Duskhound a3"),
        ("reposition", 3, "Duskhound a4"),
        ("move", 3, "Duskhound a1"),
    ],
)
def test_elf_whisperwood_spire_not_otherwise(phase: str, charges: int, ally: str) -> None:
    me = side(ally, stronghold="Whisperwood Spire", charges=charges)
    assert "use stronghold" not in options(at(ELF, phase, me, LEVY))


def test_elf_moonlit_bower_evasive_in_the_neutral_line() -> None:
    me = side("Duskhound c3", stronghold="Moonlit Bower")
    played = play(at(ELF, "attack", me, LEVY), "attack c3 x c4", "draw 1", "power deck", "draw 4")
    assert strikes(played) == [(4, 7, False)]
    assert set(options(played.state)) == {"evade b3", "evade d3", "evade c2", "decline"}
    state = play(played.state, "evade b3").state
    assert field(state, 0) == {"Duskhound b3"}
    assert dm.actor(state) == 0  # there is no counterattack


def test_elf_moonlit_bower_not_evasive_in_the_domain() -> None:
    me = side("Duskhound c2", stronghold="Moonlit Bower")
    state = at(ELF, "attack", me, side("Free Levy c3"))
    state = play(state, "attack c2 x c3", "draw 1", "power deck", "draw 4").state
    assert options(state) == ["counterattack", "decline"]


def test_elf_moonlit_bower_shifts_an_ally_when_an_enemy_is_defeated() -> None:
    me = side("Duskhound c3", "Dawnhound a1", stronghold="Moonlit Bower")
    state = at(ELF, "attack", me, side("Free Levy c4 wounded"))
    asked = play(state, "attack c3 x c4", "draw 1", "decline").state
    assert options(asked) == ["accept", "decline"]
    state = play(asked, "accept").state
    assert set(options(state)) == {"target c3", "target a1"}
    state = play(state, "target a1").state
    assert set(options(state)) == {"to a2", "to b1"}
    state = play(state, "to a2", "advance c4").state
    assert field(state, 0) == {"Duskhound c4", "Dawnhound a2"}
    state = play(asked, "decline", "decline").state
    assert field(state, 0) == {"Duskhound c3", "Dawnhound a1"}


def test_elf_moonlit_bower_no_shift_when_an_enemy_is_only_wounded() -> None:
    me = side("Duskhound c3", "Dawnhound b3", stronghold="Moonlit Bower")
    state = at(ELF, "attack", me, side("Free Levy c4", "Pike Rank b4"))
    state = play(state, "attack c3 x c4", "draw 1", "decline").state
    assert field(state, 1) == {"Free Levy c4 wounded", "Pike Rank b4"}
    assert set(options(state)) == {"attack b3 x b4", "done"}


# ---------------------------------------------------------------- Heroes


def test_elf_sylvaine_of_the_veiled_court_is_evasive() -> None:
    me = side("Sylvaine of the Veiled Court c3")
    state = at(ELF, "attack", me, side("Free Levy d4"))
    played = play(state, "attack c3 x d4", "draw 1", "power deck", "draw 2")
    assert strikes(played) == [(5, 5, False)]
    state = play(played.state, "evade c4").state
    assert field(state, 0) == {"Sylvaine of the Veiled Court c4"}
    assert dm.actor(state) == 0  # adjacent to it, and still not counterattacked


@pytest.mark.parametrize(
    ("hero", "evasive"), [("c2", True), ("b3", True), ("b2", False), ("a3", False)]
)
def test_elf_sylvaine_of_the_veiled_court_adjacent_allies_are_evasive(
    hero: str, evasive: bool
) -> None:
    me = side(f"Sylvaine of the Veiled Court {hero} attacked", "Duskhound c3")
    state = play(
        at(ELF, "attack", me, LEVY), "attack c3 x c4", "draw 1", "power deck", "draw 1"
    ).state
    assert ("evade d3" in options(state)) == evasive
    assert ("counterattack" in options(state)) != evasive


def test_elf_orrin_nightbough_moves_when_it_defeats_an_enemy() -> None:
    me = side("Orrin Nightbough c3")
    state = at(ELF, "attack", me, side("Free Levy c4 wounded"))
    asked = play(state, "attack c3 x c4", "draw 1", "decline").state
    assert options(asked) == ["accept", "decline"]
    state = play(asked, "accept").state
    # Three steps, orthogonally; to e1 and b1 also through the stronghold, a1 would be the fourth.
    ends = set(options(state))
    assert {"to c4", "to f3", "to e1", "to b1", "to b5", "to e5"} <= ends
    assert not ends & {"to a1", "to f1", "to a5", "to f4", "to c1", "to c3"}
    state = play(state, "to e1").state
    assert field(state, 0) == {"Orrin Nightbough e1"}
    assert options(state) == ["link", "pass"]  # c4 is not adjacent any more: no advance
    assert options(play(asked, "decline").state) == ["advance c4", "decline"]


def test_elf_orrin_nightbough_does_not_move_when_it_only_wounds() -> None:
    state = at(ELF, "attack", side("Orrin Nightbough c3"), LEVY)
    state = play(state, "attack c3 x c4", "draw 1", "decline").state
    assert field(state, 1) == {"Free Levy c4 wounded"}
    assert options(state) == ["link", "pass"]


def test_elf_orrin_nightbough_moves_after_a_counterattack_that_defeats() -> None:
    state = at(ELF, "attack", side("Orrin Nightbough c3"), side("Free Levy c4 wounded"), turn=1)
    state = play(state, "attack c4 x c3", "draw 1", "decline", "counterattack").state
    state = play(state, "draw 1", "decline").state
    assert dm.actor(state) == 0
    assert options(state) == ["accept", "decline"]


def test_elf_maelis_mothcrown_weakens_an_enemy_that_is_deployed() -> None:
    me = side("Maelis Mothcrown a1", charges=1)
    you = side("Pike Rank c4", hand=["Free Levy"])
    asked = play(at(ELF, "deploy", me, you, turn=1), "deploy Free Levy f5").state
    assert dm.actor(asked) == 0
    state = play(asked, "accept").state
    assert field(state, 1) == {"Free Levy f5 weakened", "Pike Rank c4"}
    assert state.players[0].charges == 0
    state = play(asked, "decline").state
    assert field(state, 1) == {"Free Levy f5", "Pike Rank c4"}
    assert state.players[0].charges == 1


def test_elf_maelis_mothcrown_not_without_a_charge_nor_for_an_ally() -> None:
    me = side("Maelis Mothcrown a1", charges=0)
    you = side(hand=["Free Levy"])
    state = play(at(ELF, "deploy", me, you, turn=1), "deploy Free Levy f5").state
    assert dm.actor(state) == 1
    me = side("Maelis Mothcrown a1", charges=3, hand=["Duskhound"])
    state = play(at(ELF, "deploy", me, you), "deploy Duskhound b1").state
    assert field(state, 0) == {"Maelis Mothcrown a1", "Duskhound b1"}
    assert options(state) == ["link", "pass"]


def test_elf_thessaly_twinmoon_swaps_places_with_an_ally() -> None:
    me = side("Thessaly Twinmoon c3", "Duskhound a1", "Dawnhound f2")
    state = play(at(ELF, "reposition", me, LEVY), "use c3").state
    assert set(options(state)) == {"target a1", "target f2"}
    state = play(state, "target a1").state
    assert field(state, 0) == {"Thessaly Twinmoon a1", "Duskhound c3", "Dawnhound f2"}
    assert not [option for option in options(state) if option.startswith("use")]
    assert {"shift a1 a2", "shift c3 c2"} <= set(options(state))  # a swap is no shift


def test_elf_thessaly_twinmoon_swaps_with_allies_only_and_in_the_reposition_phase() -> None:
    assert "use c3" not in options(at(ELF, "reposition", side("Thessaly Twinmoon c3"), LEVY))
    me = side("Thessaly Twinmoon c3", "Duskhound a1")
    assert "use c3" not in options(at(ELF, "move", me, LEVY))


@pytest.mark.parametrize(("mark", "defence", "free"), [(" weakened", 6, True), ("", 7, False)])
def test_elf_thessaly_twinmoon_free_strike_at_a_weakened_enemy(
    mark: str, defence: int, free: bool
) -> None:
    state = at(ELF, "attack", side("Thessaly Twinmoon c3"), side(f"Free Levy c4{mark}"))
    played = play(state, "attack c3 x c4", "draw 1", "power deck", "draw 4")
    assert strikes(played) == [(6, defence, False)]
    assert ("counterattack" in options(played.state)) != free


# ---------------------------------------------------------------- Elites


def test_elf_shadowblade_deploys_into_the_neutral_line() -> None:
    me = side("Duskhound a3", hand=["Shadowblade", "Dawnhound"], charges=1)
    state = at(ELF, "deploy", me, side("Free Levy c3", "Pike Rank c4"))
    ability = {option for option in options(state) if option.endswith("by ability")}
    assert ability == {f"deploy Shadowblade {column}3 by ability" for column in "bdef"}
    after = play(state, "deploy Shadowblade d3 by ability").state
    assert field(after, 0) == {"Duskhound a3", "Shadowblade d3"}
    assert after.players[0].charges == 0
    after = play(state, "deploy Shadowblade d2").state  # its Domain costs nothing
    assert after.players[0].charges == 1


def test_elf_shadowblade_not_without_a_charge() -> None:
    state = at(ELF, "deploy", side(hand=["Shadowblade"]), LEVY)
    assert not [option for option in options(state) if option.endswith("by ability")]
    assert "deploy Shadowblade a1" in options(state)


def test_elf_shadowblade_in_the_initial_deployment_too() -> None:
    state = dm.apply_list(dm.apply_list(dm.initial_state(ELF)).state).state
    state = play(state, "draw 4", "draw 3", "draw 1", "draw 2", "first 0").state
    state = play(state, "deploy Shadowblade d3 by ability").state
    assert field(state, 0) == {"Shadowblade d3"}
    assert state.players[0].charges == 1  # of the two at setup
    for mine, yours in (
        ("Thornweaver b1", "Free Levy b5"),
        ("Duskpetal Poisoner e1", "Sky Skiff e5"),
        ("Duskhound a1", "Pike Rank a5"),
        ("Dawnhound b2", "Gate Halberdier f5"),
    ):
        state = play(state, f"deploy {yours}", f"deploy {mine}").state
    state = play(state, "deploy Lance Sergeant a4").state
    # The Neutral Line of the last three placements is still owed (DM-R5).
    assert {option.split()[-1] for option in options(state)} == {"a3", "b3", "c3", "e3", "f3"}


def test_elf_moonveil_stalker_lunges() -> None:
    state = at(ELF, "attack", side("Moonveil Stalker c2"), LEVY)
    assert set(options(state)) == {"lunge c2 c3", "done"}
    state = play(state, "lunge c2 c3", "draw 1").state
    assert options(state) == ["power deck", "decline"]  # a second draw
    played = play(state, "power deck", "draw 4", "decline")
    assert strikes(played) == [(7, 3, True)]
    assert field(played.state, 0) == {"Moonveil Stalker c3"}
    assert field(played.state, 1) == {"Free Levy c4 wounded"}
    assert played.state.powers[0].used == (1, 4)


def test_elf_moonveil_stalker_draws_once_without_the_shift() -> None:
    state = at(ELF, "attack", side("Moonveil Stalker c3"), LEVY)
    state = play(state, "attack c3 x c4", "draw 1").state
    assert dm.actor(state) == 1


@pytest.mark.parametrize(
    ("space", "enemy", "wounds"), [("c4", "d4", True), ("c3", "d4", False), ("c2", "c3", False)]
)
def test_elf_moonveil_stalker_infiltrate_deadly(space: str, enemy: str, wounds: bool) -> None:
    state = at(ELF, "attack", side(f"Moonveil Stalker {space}"), side(f"Free Levy {enemy}"))
    played = play(state, f"attack {space} x {enemy}", "draw 2", "power deck", "draw 2")
    assert strikes(played) == [(5, 5, wounds)]


def test_elf_briar_witch_weakens_an_enemy_within_range() -> None:
    me = side("Briar Witch b3", charges=1)
    you = side("Free Levy c4", "Pike Rank b4", "Sky Skiff e4")
    state = play(at(ELF, "attack", me, you), "use b3").state
    assert set(options(state)) == {"target b4", "target c4"}
    state = play(state, "target c4").state
    assert field(state, 1) == {"Free Levy c4 weakened", "Pike Rank b4", "Sky Skiff e4"}
    assert state.players[0].charges == 0
    assert "attack b3 x c4" in options(state)  # it has not attacked


@pytest.mark.parametrize(
    ("phase", "charges", "enemy"),
    [
        ("attack", 0, "Free Levy c4"),
        ("attack", 3, "Free Levy d4"),
        ("attack", 3, "Free Levy c4 weakened"),
        ("charge", 3, "Free Levy c4"),
    ],
)
def test_elf_briar_witch_not_otherwise(phase: str, charges: int, enemy: str) -> None:
    state = at(ELF, phase, side("Briar Witch b3", charges=charges), side(enemy))
    assert "use b3" not in options(state)


def test_elf_glimmerwing_rider_alt_attack_in_the_reposition_phase() -> None:
    state = at(ELF, "reposition", side("Glimmerwing Rider c3", "Duskhound b4"), LEVY)
    state = play(state, "use c3").state
    assert options(state) == ["attack c3 x c4", "decline"]
    played = play(state, "attack c3 x c4", "draw 1", "decline")  # nobody can join
    assert strikes(played) == [(4, 3, True)]
    state = played.state
    assert field(state, 1) == {"Free Levy c4 wounded"}
    assert "use c3" not in options(state)
    assert "shift c3 c2" in options(state)
    state = play(state, "done", "link", "phase attack").state
    assert "attack c3 x c4" in options(state)  # in addition


def test_elf_glimmerwing_rider_not_otherwise() -> None:
    rider = side("Glimmerwing Rider c3")
    assert "use c3" not in options(at(ELF, "reposition", rider, side("Free Levy d4")))
    assert "use c3" not in options(at(ELF, "move", rider, LEVY))


def test_elf_thornweaver_shifts_the_attacker_that_it_blocks() -> None:
    state = at(ELF, "attack", side("Thornweaver c3"), LEVY, turn=1)
    played = play(state, "attack c4 x c3", "draw 1", "decline")
    assert strikes(played) == [(4, 4, False)]
    asked = played.state
    assert (dm.actor(asked), options(asked)) == (0, ["accept", "decline"])
    state = play(asked, "accept").state
    assert set(options(state)) == {"to b4", "to d4"}
    state = play(state, "to b4").state
    assert field(state, 1) == {"Free Levy b4"}
    assert dm.actor(state) == 1  # out of range of a counterattack
    state = play(asked, "decline").state
    assert options(state) == ["counterattack", "decline"]


def test_elf_thornweaver_not_when_it_is_wounded() -> None:
    state = at(ELF, "attack", side("Thornweaver c3"), LEVY, turn=1)
    state = play(state, "attack c4 x c3", "draw 2", "decline").state
    assert field(state, 0) == {"Thornweaver c3 wounded"}
    assert dm.actor(state) == 1


def test_elf_whisper_duellist_wins_and_weakens() -> None:
    you = side("Free Levy c4", "Pike Rank d3", "Sky Skiff d4")
    state = at(ELF, "attack", side("Whisper Duellist c3"), you)
    state = play(state, "use c3", "draw 3").state
    assert options(state) == ["power deck", "decline"]
    state = play(state, "power deck", "draw 2").state
    assert set(options(state)) == {"target c4", "target d3"}
    state = play(state, "target d3").state
    assert field(state, 0) == {"Whisper Duellist c3"}
    assert field(state, 1) == {"Free Levy c4", "Pike Rank d3 weakened", "Sky Skiff d4"}
    assert "use c3" not in options(state)  # once in a phase


@pytest.mark.parametrize(
    ("mine", "yours", "wins"),
    [("3", "3", False), ("1", "4", False), ("critical", "4", True), ("4", "critical", False)],
)
def test_elf_whisper_duellist_loses_a_tie(mine: str, yours: str, wins: bool) -> None:
    state = at(ELF, "attack", side("Whisper Duellist c3"), LEVY)
    state = play(state, "use c3", f"draw {mine}", "power deck", f"draw {yours}").state
    assert ("Whisper Duellist c3" in field(state, 0)) == wins
    assert ("Free Levy c4 weakened" in field(state, 1)) == wins
    assert ("Whisper Duellist c3 weakened" in field(state, 0)) != wins


def test_elf_leafmask_infiltrator_deploys_into_the_enemy_domain() -> None:
    me = side(hand=["Leafmask Infiltrator", "Duskhound"], charges=2)
    state = at(ELF, "deploy", me, LEVY)
    ability = {option for option in options(state) if option.endswith("by ability")}
    free = [space for space in DOMAIN if space != "c4"]
    assert ability == {f"deploy Leafmask Infiltrator {space} by ability" for space in free}
    state = play(state, "deploy Leafmask Infiltrator b5 by ability").state
    assert field(state, 0) == {"Leafmask Infiltrator b5"}
    assert state.players[0].charges == 0


@pytest.mark.parametrize(("mine", "yours"), [(1, 0), (2, 1), (3, 3)])
def test_elf_leafmask_infiltrator_not_otherwise(mine: int, yours: int) -> None:
    me = side(hand=["Leafmask Infiltrator"], charges=mine)
    state = at(ELF, "deploy", me, side("Free Levy c4", charges=yours))
    assert not [option for option in options(state) if option.endswith("by ability")]


def test_elf_canopy_sharpshot_wounds_in_its_column() -> None:
    me = side("Canopy Sharpshot c2", reserve="4")
    you = side("Free Levy c4", "Pike Rank c3", "Sky Skiff d3")
    state = play(at(ELF, "charge", me, you), "use c2").state
    assert options(state) == ["power deck", "power reserve 4"]
    state = play(state, "power reserve 4").state
    assert set(options(state)) == {"target c3", "target c4"}
    state = play(state, "target c4").state
    assert field(state, 1) == {"Free Levy c4 wounded", "Pike Rank c3", "Sky Skiff d3"}
    assert state.powers[0].used == (4,)
    assert state.players[0].charges == 2  # the Charge phase went on


@pytest.mark.parametrize(
    ("power", "hit"), [("1", False), ("3", False), ("4", True), ("critical", True)]
)
def test_elf_canopy_sharpshot_on_4_or_a_critical(power: str, hit: bool) -> None:
    state = at(ELF, "charge", side("Canopy Sharpshot c2"), LEVY)
    state = play(state, "use c2", f"draw {power}").state
    assert field(state, 1) == {"Free Levy c4 wounded" if hit else "Free Levy c4"}
    assert "use c2" not in options(state)


def test_elf_duskpetal_poisoner_weakens_whom_it_wounds() -> None:
    state = at(ELF, "attack", side("Duskpetal Poisoner c3"), LEVY)
    state = play(state, "attack c3 x c4", "draw 1", "decline").state
    assert field(state, 1) == {"Free Levy c4 wounded weakened"}


def test_elf_duskpetal_poisoner_by_a_counterattack_too() -> None:
    state = at(ELF, "attack", side("Duskpetal Poisoner c3"), LEVY, turn=1)
    state = play(state, "attack c4 x c3", "draw 1", "power deck", "draw 4", "counterattack").state
    played = play(state, "draw 2", "decline")
    assert strikes(played) == [(5, 3, True)]
    assert field(played.state, 1) == {"Free Levy c4 wounded weakened"}


def test_elf_duskpetal_poisoner_not_when_blocked() -> None:
    state = at(ELF, "attack", side("Duskpetal Poisoner c3"), LEVY)
    state = play(state, "attack c3 x c4", "draw 1", "power deck", "draw 1", "decline").state
    assert field(state, 1) == {"Free Levy c4"}
