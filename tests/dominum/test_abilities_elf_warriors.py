"""What the Warriors of the Elf do, from their printed texts.

Seat 0 has the Elf. Among its enemies are a Free Levy (3) and a Pike Rank (2) without any ability
that counts here.
"""

import pytest

from tabletop_rules import dominum as dm

from .helpers import options, play
from .helpers_abilities import against, at, field, side, strikes

ELF = against("elf", "freemen")
LEVY = side("Free Levy c4")


@pytest.mark.parametrize(
    ("primary", "helper", "hound", "free"),
    [
        ("Dawnhound", "Sapling Guard", True, True),
        ("Dawnhound", "Sapling Guard", False, False),
        ("Sapling Guard", "Dawnhound", True, True),
        ("Sapling Guard", "Dawnhound", False, False),
    ],
)
def test_elf_dawnhound_outflank_beside_duskhound(
    primary: str, helper: str, hound: bool, free: bool
) -> None:
    me = side(f"{primary} c3", f"{helper} b4", "Duskhound a1" if hound else "Glade Runner a1")
    state = play(at(ELF, "attack", me, LEVY), "attack c3 x c4", "with b4").state
    played = play(state, "draw 1", "power deck", "draw 1")
    assert strikes(played) == [(4, 4, False)]
    assert ("counterattack" in options(played.state)) != free


def test_elf_dawnhound_alone_makes_no_free_strike() -> None:
    state = at(ELF, "attack", side("Dawnhound c3", "Duskhound a1"), LEVY)
    state = play(state, "attack c3 x c4", "draw 1", "decline").state
    assert options(state) == ["counterattack", "decline"]


def test_elf_dawnhound_needs_its_own_duskhound() -> None:
    elves = against("elf", "elf")
    state = at(elves, "attack", side("Dawnhound c3", "Sapling Guard b4"), side("Duskhound c4"))
    state = play(state, "attack c3 x c4", "with b4", "draw 1", "power deck", "draw 1").state
    assert options(state) == ["counterattack", "decline"]


def test_elf_glade_runner_moves_4_steps() -> None:
    state = at(ELF, "move", side("Glade Runner a3", "Duskhound a2"), LEVY)
    ends = {option for option in options(state) if option.startswith("move")}
    assert {"move a3 e3", "move a3 d2", "move a3 a5"} <= ends
    assert not ends & {"move a3 f3", "move a3 e2"}
    assert "move a2 d2" in ends
    assert not ends & {"move a2 e2", "move a2 d3"}


def test_elf_glade_runner_shifts_when_an_ally_is_deployed() -> None:
    me = side("Glade Runner a3", hand=["Duskhound"])
    asked = play(at(ELF, "deploy", me, LEVY), "deploy Duskhound f1").state
    assert options(asked) == ["accept", "decline"]
    state = play(asked, "accept").state
    assert set(options(state)) == {"to a2", "to a4", "to b3"}
    state = play(state, "to a4").state
    assert field(state, 0) == {"Glade Runner a4", "Duskhound f1"}
    assert field(play(asked, "decline").state, 0) == {"Glade Runner a3", "Duskhound f1"}


def test_elf_glade_runner_not_for_itself_nor_for_an_enemy() -> None:
    me = side("Duskhound a1", hand=["Glade Runner"])
    state = play(at(ELF, "deploy", me, LEVY), "deploy Glade Runner f1").state
    assert options(state) == ["link", "pass"]
    you = side(hand=["Free Levy"])
    state = at(ELF, "deploy", side("Glade Runner a3"), you, turn=1)
    assert dm.actor(play(state, "deploy Free Levy f5").state) == 1


@pytest.mark.parametrize(
    ("phase", "action", "left"),
    [
        ("move", "move c3 c4", 1),
        ("move", "move c3 a5", 1),
        ("move", "move c3 c2", 2),
        ("reposition", "shift c3 c4", 1),
        ("reposition", "shift c3 b3", 2),
    ],
)
def test_elf_mothwing_scout_takes_a_charge(phase: str, action: str, left: int) -> None:
    state = at(ELF, phase, side("Mothwing Scout c3", charges=1), side("Free Levy f5", charges=2))
    state = play(state, action).state
    assert [player.charges for player in state.players] == [1, left]


def test_elf_mothwing_scout_must_be_in_the_enemy_domain_afterwards() -> None:
    state = at(ELF, "move", side("Mothwing Scout c4"), side("Free Levy f5", charges=2))
    assert play(state, "move c4 c3").state.players[1].charges == 2
    assert play(state, "move c4 d4").state.players[1].charges == 1
    state = at(ELF, "move", side("Mothwing Scout c4"), side("Free Levy f5", charges=0))
    assert play(state, "move c4 d4").state.players[1].charges == 0


def test_elf_mothwing_scout_not_by_an_advance() -> None:
    state = at(ELF, "attack", side("Mothwing Scout c3"), side("Free Levy c4 wounded", charges=2))
    state = play(state, "attack c3 x c4", "draw 4", "decline", "advance c4").state
    assert field(state, 0) == {"Mothwing Scout c4"}
    assert state.players[1].charges == 2


def test_elf_fern_lurker_submerges() -> None:
    me = side("Fern Lurker c3", "Duskhound b3")
    state = at(ELF, "attack", me, LEVY, turn=1)
    state = play(state, "attack c4 x c3", "draw 1", "power deck", "draw 2").state
    assert set(options(state)) == {"counterattack", "submerge c2", "submerge d3", "decline"}
    state = play(state, "submerge d3").state
    assert field(state, 0) == {"Fern Lurker d3", "Duskhound b3"}
    assert dm.actor(state) == 1


def test_elf_fern_lurker_only_in_the_attack_phase_of_the_opponent() -> None:
    # Its own attack is blocked; it blocks the counterattack, and there is nothing to submerge from.
    state = at(ELF, "attack", side("Fern Lurker c3"), LEVY)
    state = play(state, "attack c3 x c4", "draw 1", "decline", "counterattack").state
    played = play(state, "draw 1", "power deck", "draw 4")
    assert strikes(played) == [(4, 6, False)]
    assert field(played.state, 0) == {"Fern Lurker c3"}
    assert not [option for option in options(played.state) if option.startswith("submerge")]


@pytest.mark.parametrize(
    ("space", "enemy", "total"),
    [("c4", "d4", 5), ("b5", "b4", 5), ("c3", "c4", 4), ("a4", "a5", 4), ("c2", "c3", 4)],
)
def test_elf_fern_lurker_attacks_better_in_the_enemy_zone(
    space: str, enemy: str, total: int
) -> None:
    state = at(ELF, "attack", side(f"Fern Lurker {space}"), side(f"Free Levy {enemy}"))
    played = play(state, f"attack {space} x {enemy}", "draw 2", "decline")
    assert strikes(played) == [(total, 3, True)]


def test_elf_fern_lurker_defends_no_better_there() -> None:
    state = at(ELF, "attack", side("Fern Lurker c4"), side("Free Levy d4"), turn=1)
    played = play(state, "attack d4 x c4", "draw 1", "decline")
    assert strikes(played) == [(4, 2, True)]


def test_elf_veil_dancer_evades_and_weakens_the_blocker() -> None:
    state = at(ELF, "attack", side("Veil Dancer c3"), LEVY)
    asked = play(state, "attack c3 x c4", "draw 1", "decline").state  # 3 against 3
    assert set(options(asked)) == {"evade b3", "evade d3", "evade c2", "decline"}
    state = play(asked, "evade b3").state
    assert field(state, 0) == {"Veil Dancer b3"}
    assert field(state, 1) == {"Free Levy c4 weakened"}
    assert dm.actor(state) == 0
    state = play(asked, "decline").state
    assert field(state, 1) == {"Free Levy c4 weakened"}
    played = play(state, "counterattack", "draw 1", "decline")
    assert strikes(played) == [(3, 2, True)]  # one less than its 4


def test_elf_veil_dancer_not_evasive_while_weakened() -> None:
    state = at(ELF, "attack", side("Veil Dancer c3 weakened"), LEVY)
    played = play(state, "attack c3 x c4", "draw 2", "decline")
    assert strikes(played) == [(3, 3, False)]
    assert options(played.state) == ["counterattack", "decline"]
    assert field(played.state, 1) == {"Free Levy c4 weakened"}


def test_elf_veil_dancer_does_not_weaken_whom_it_wounds() -> None:
    state = at(ELF, "attack", side("Veil Dancer c3"), LEVY)
    state = play(state, "attack c3 x c4", "draw 2", "decline").state
    assert field(state, 1) == {"Free Levy c4 wounded"}


def test_elf_hollow_archer_free_strike() -> None:
    state = at(ELF, "attack", side("Hollow Archer c3"), LEVY)
    played = play(state, "attack c3 x c4", "draw 1", "decline")
    assert strikes(played) == [(3, 3, False)]
    assert options(played.state) == ["link", "pass"]


@pytest.mark.parametrize(
    ("enemy", "charges", "total"),
    [
        ("Sky Skiff c4", 0, 4),
        ("Free Levy c4", 0, 3),
        ("Falcon Outrider c4", 1, 4),  # charged: Flying
        ("Falcon Outrider c4", 0, 3),
    ],
)
def test_elf_hollow_archer_against_flying_enemies(enemy: str, charges: int, total: int) -> None:
    state = at(ELF, "attack", side("Hollow Archer c3"), side(enemy, charges=charges))
    played = play(state, "attack c3 x c4", "draw 1", "power deck", "draw 4")
    assert [attack for attack, _, _ in strikes(played)] == [total]


def test_elf_hollow_archer_counterattacks_flying_enemies_better() -> None:
    state = at(ELF, "attack", side("Hollow Archer c3"), side("Sky Skiff c4"), turn=1)
    state = play(state, "attack c4 x c3", "draw 1", "power deck", "draw 4", "counterattack").state
    assert strikes(play(state, "draw 1", "decline")) == [(4, 2, True)]  # it is an attack, too


def test_elf_rootsinger_cures_all_allies_in_the_domain() -> None:
    me = side(
        "Rootsinger b2 weakened",
        "Duskhound a1 weakened",
        "Veil Dancer f2 weakened wounded",
        "Dawnhound c3 weakened",
    )
    state = play(at(ELF, "charge", me, LEVY), "use b2").state
    assert field(state, 0) == {
        "Rootsinger b2 weakened",
        "Duskhound a1",
        "Veil Dancer f2 wounded",
        "Dawnhound c3 weakened",
    }


@pytest.mark.parametrize(
    ("phase", "ally"),
    [
        ("charge", "Duskhound a1"),
        ("charge", "Duskhound a3 weakened"),
        ("move", "Duskhound a1 weakened"),
    ],
)
def test_elf_rootsinger_not_otherwise(phase: str, ally: str) -> None:
    state = at(ELF, phase, side("Rootsinger b2 weakened", ally), LEVY)
    assert "use b2" not in options(state)


def test_elf_mistcaller_places_an_ally_beside_itself() -> None:
    me = side("Mistcaller b3", "Duskhound f1", "Dawnhound a3", charges=1)
    state = play(at(ELF, "move", me, side("Free Levy b4")), "use b3").state
    assert set(options(state)) == {"target f1", "target a3"}
    state = play(state, "target f1").state
    assert set(options(state)) == {"to b2", "to c3"}
    state = play(state, "to c3").state
    assert field(state, 0) == {"Mistcaller b3", "Duskhound c3", "Dawnhound a3"}
    assert state.players[0].charges == 0
    assert "move c3 c4" in options(state)  # it was placed, it has not moved


@pytest.mark.parametrize(
    ("phase", "charges", "allies", "enemies"),
    [
        ("move", 0, ["Duskhound f1"], ["Free Levy b4"]),
        ("move", 3, [], ["Free Levy b4"]),
        ("move", 3, ["Duskhound b1"], ["Free Levy b2"]),
        ("reposition", 3, ["Duskhound f1"], ["Free Levy b4"]),
    ],
)
def test_elf_mistcaller_not_otherwise(
    phase: str, charges: int, allies: list[str], enemies: list[str]
) -> None:
    # a1 is adjacent to a2 and b1 alone.
    me = side("Mistcaller a1", *allies, charges=charges)
    you = side(*enemies, *(["Pike Rank a2"] if "Duskhound b1" in allies else []))
    assert "use a1" not in options(at(ELF, phase, me, you))


@pytest.mark.parametrize(
    ("guard", "enemy", "target", "total"),
    [
        ("c2", "c3", "c2", 3),
        ("c2", "c3", "d3", 3),  # whomever it attacks
        ("c2", "d3", "d2", 4),  # not adjacent
        ("c3", "c4", "c3", 4),  # no Protector in the Neutral Line
    ],
)
def test_elf_sapling_guard_protector_against_adjacent_enemies(
    guard: str, enemy: str, target: str, total: int
) -> None:
    allies = [] if target == guard else [f"Duskhound {target}"]
    me = side(f"Sapling Guard {guard}", *allies)
    state = at(ELF, "attack", me, side(f"Free Levy {enemy}"), turn=1)
    played = play(state, f"attack {enemy} x {target}", "draw 1", "power deck", "draw 4")
    assert [attack for attack, _, _ in strikes(played)] == [total]


def test_elf_sapling_guard_leaves_the_defence_alone() -> None:
    state = at(ELF, "attack", side("Sapling Guard c2"), side("Free Levy c3"))
    played = play(state, "attack c2 x c3", "draw 1", "decline")
    assert strikes(played) == [(3, 3, False)]
    played = play(played.state, "counterattack", "draw 1", "decline")
    assert strikes(played) == [(3, 2, True)]  # a counterattack is an attack


@pytest.mark.parametrize(
    ("picker", "enemy", "defence"),
    [
        ("c3", "Free Levy c4 weakened", 1),
        ("d4", "Free Levy c4 weakened", 1),
        ("d3", "Free Levy c4 weakened", 2),
        ("c3", "Free Levy c4", 3),
    ],
)
def test_elf_nightshade_picker_adjacent_weakened_enemies(
    picker: str, enemy: str, defence: int
) -> None:
    me = side(f"Nightshade Picker {picker} attacked", "Duskhound b4")
    played = play(at(ELF, "attack", me, side(enemy)), "attack b4 x c4", "draw 1", "decline")
    assert strikes(played) == [(4, defence, True)]


def test_elf_nightshade_picker_attacks_itself() -> None:
    state = at(ELF, "attack", side("Nightshade Picker c3"), side("Free Levy c4 weakened"))
    played = play(state, "attack c3 x c4", "draw 1", "decline")
    assert strikes(played) == [(3, 1, True)]


def test_elf_star_reader_resets_the_power_deck() -> None:
    me = side(hand=["Star Reader"], reserve="3", used="1 4 critical", counters=[2, 3])
    asked = play(at(ELF, "deploy", me, LEVY), "deploy Star Reader c2").state
    assert options(asked) == ["accept", "decline"]
    power = play(asked, "accept", "draw critical", "draw 2").state.powers[0]
    assert (power.reserve, power.used) == ((0, 2), ())
    assert power.deck == (1, 1, 2, 3, 3, 4, 4)
    assert power.counters == (2, 3)  # a reset is no cycle
    power = play(asked, "decline").state.powers[0]
    assert (power.reserve, power.used) == ((3,), (0, 1, 4))


def test_elf_star_reader_not_when_another_is_deployed() -> None:
    me = side("Star Reader a1", hand=["Duskhound"], used="1 4")
    state = play(at(ELF, "deploy", me, LEVY), "deploy Duskhound c2").state
    assert options(state) == ["link", "pass"]


def test_elf_echo_thief_discards_from_the_enemy_reserve() -> None:
    you = side("Free Levy c4", reserve="3 critical", used="1")
    state = play(at(ELF, "deploy", side(hand=["Echo Thief"]), you), "deploy Echo Thief c2").state
    assert dm.actor(state) == 0
    assert set(options(state)) == {"discard 3", "discard critical"}
    power = play(state, "discard critical").state.powers[1]
    assert (power.reserve, power.used) == ((3,), (0, 1))


def test_elf_echo_thief_nothing_to_discard() -> None:
    me = side(hand=["Echo Thief"], reserve="2")
    state = play(at(ELF, "deploy", me, LEVY), "deploy Echo Thief c2").state
    assert options(state) == ["link", "pass"]
    assert state.powers[0].reserve == (2,)


def test_elf_echo_thief_may_complete_a_cycle_of_the_enemy() -> None:
    you = side("Free Levy c4", reserve="critical", used="1 1 2 2 3 3 4 4", counters=[1, 4])
    state = play(at(ELF, "deploy", side(hand=["Echo Thief"]), you), "deploy Echo Thief c2").state
    assert dm.actor(state) == 1
    assert options(state) == ["counter 1", "counter 4"]


@pytest.mark.parametrize(("reserve", "total"), [("", 3), ("1", 2), ("1 critical", 2)])
def test_elf_echo_thief_attacks_better_while_the_board_is_empty(reserve: str, total: int) -> None:
    you = side("Pike Rank c4", reserve=reserve)
    state = at(ELF, "attack", side("Echo Thief c3"), you)
    played = play(state, "attack c3 x c4", "draw 1", "decline")
    assert strikes(played) == [(total, 2, total > 2)]


@pytest.mark.parametrize(("reserve", "defence"), [("", 2), ("1", 1)])
def test_elf_echo_thief_defends_better_while_the_board_is_empty(reserve: str, defence: int) -> None:
    you = side("Pike Rank c4", reserve=reserve)
    state = at(ELF, "attack", side("Echo Thief c3"), you, turn=1)
    power = ["power deck"] if reserve else []
    played = play(state, "attack c4 x c3", *power, "draw 4", "decline")
    assert strikes(played) == [(6, defence, True)]


def test_elf_echo_thief_total_stands_once_it_was_said() -> None:
    """The total is what it was when the defender answers, even with its last reserve card."""
    state = at(ELF, "attack", side("Echo Thief c3"), side("Pike Rank c4", reserve="3"))
    played = play(state, "attack c3 x c4", "draw 4", "power reserve 3")
    assert strikes(played) == [(5, 5, False)]


def test_elf_lantern_wisp_on_discard_deploys_a_warrior() -> None:
    me = side("Lantern Wisp c3 wounded", hand=["Duskhound", "Thornweaver", "Star Reader"])
    state = at(ELF, "attack", me, side("Free Levy c4", "Pike Rank e3"), turn=1)
    asked = play(state, "attack c4 x c3", "draw 1", "decline").state
    assert dm.actor(asked) == 0
    warriors = {option for option in options(asked) if option.startswith("deploy")}
    assert len(warriors) == 2 * 5  # two Warriors, e3 is taken, its own space is free
    assert not [option for option in warriors if "Thornweaver" in option]
    (mine,) = [option for option in warriors if "Duskhound c3" in option]
    state = play(asked, mine).state
    assert field(state, 0) == {"Duskhound c3"}
    assert dm.actor(state) == 1
    assert "advance c3" not in options(state)  # the space is not empty any more
    state = play(asked, "decline").state
    assert field(state, 0) == set()
    assert options(state) == ["advance c3", "decline"]


def test_elf_lantern_wisp_not_on_a_first_wound_nor_on_a_retreat() -> None:
    hand = ["Duskhound"]
    state = at(ELF, "attack", side("Lantern Wisp c3", hand=hand), LEVY, turn=1)
    state = play(state, "attack c4 x c3", "draw 1", "decline").state
    assert field(state, 0) == {"Lantern Wisp c3 wounded"}
    assert dm.actor(state) == 1
    state = play(at(ELF, "deploy", side("Lantern Wisp c3", hand=hand), LEVY), "retreat c3").state
    assert "deploy Duskhound a1" in options(state)
    assert not [option for option in options(state) if option.startswith("deploy Duskhound c3")]


def test_elf_changeling_page_swaps_with_an_enemy_warrior_in_the_neutral_line() -> None:
    you = side("Free Levy c3", "Sky Skiff f3", "Lance Sergeant d3", "Pike Rank c4")
    state = at(ELF, "deploy", side("Duskhound e3", hand=["Changeling Page"]), you)
    asked = play(state, "deploy Changeling Page a1").state
    assert options(asked) == ["accept", "decline"]
    state = play(asked, "accept").state
    assert set(options(state)) == {"target c3", "target f3"}
    state = play(state, "target c3").state
    assert field(state, 0) == {"Changeling Page c3", "Duskhound e3"}
    assert field(state, 1) == {"Free Levy a1", "Sky Skiff f3", "Lance Sergeant d3", "Pike Rank c4"}
    state = play(asked, "decline").state
    assert field(state, 0) == {"Changeling Page a1", "Duskhound e3"}


@pytest.mark.parametrize("enemy", ["Free Levy c4", "Free Levy c2", "Lance Sergeant c3"])
def test_elf_changeling_page_not_otherwise(enemy: str) -> None:
    state = at(ELF, "deploy", side(hand=["Changeling Page"]), side(enemy))
    state = play(state, "deploy Changeling Page a1").state
    assert options(state) == ["link", "pass"]


@pytest.mark.parametrize("other", ["Duskhound", "Glade Runner"])
def test_elf_dappled_skirmisher_outflank(other: str) -> None:
    me = side("Dappled Skirmisher c3", f"{other} b4")
    state = at(ELF, "attack", me, LEVY)
    alone = play(state, "attack c3 x c4", "go", "draw 1", "decline").state
    assert options(alone) == ["counterattack", "decline"]
    both = play(state, "attack c3 x c4", "with b4", "draw 1", "power deck", "draw 1")
    assert strikes(both) == [(4, 4, False)]
    assert options(both.state) == ["link", "pass"]


@pytest.mark.parametrize(("power", "wounds"), [("1", False), ("2", True)])
def test_elf_dappled_skirmisher_defends_better_in_the_enemy_attack_phase(
    power: str, wounds: bool
) -> None:
    state = at(ELF, "attack", side("Dappled Skirmisher c3"), side("Pike Rank c4"), turn=1)
    played = play(state, "attack c4 x c3", f"draw {power}", "decline")
    assert strikes(played) == [(2 + int(power), 3, wounds)]


def test_elf_dappled_skirmisher_not_in_the_own_attack_phase() -> None:
    state = at(ELF, "attack", side("Dappled Skirmisher c3"), LEVY)
    state = play(state, "attack c3 x c4", "draw 1", "decline", "counterattack").state
    assert strikes(play(state, "draw 1", "decline")) == [(4, 2, True)]


def test_elf_dappled_skirmisher_not_in_another_enemy_phase() -> None:
    you = side("Ballista Crew c3", "Free Levy d2", charges=1)
    state = at(ELF, "assault", side("Dappled Skirmisher c2"), you, turn=1)
    played = play(state, "use c3", "attack c3 x c2", "draw 1", "decline")
    assert strikes(played) == [(4, 2, True)]


def test_elf_greenway_courier_shifts_an_ally_up_to_2_spaces() -> None:
    me = side("Greenway Courier c2", "Duskhound a1", "Dawnhound f3")
    state = play(at(ELF, "reposition", me, LEVY), "use c2").state
    assert set(options(state)) == {"target a1", "target f3"}
    state = play(state, "target a1").state
    assert set(options(state)) == {"to a2", "to b1"}
    once = play(state, "to a2").state
    assert {"to a3", "to b2", "decline"} <= set(options(once))
    assert "Duskhound a3" in field(play(once, "to a3").state, 0)
    after = play(once, "decline").state
    assert field(after, 0) == {"Greenway Courier c2", "Duskhound a2", "Dawnhound f3"}
    assert "use c2" not in options(after)
    assert "shift a2 a3" in options(after)  # its own shift of the phase is left


def test_elf_greenway_courier_not_otherwise() -> None:
    assert "use c2" not in options(at(ELF, "reposition", side("Greenway Courier c2"), LEVY))
    me = side("Greenway Courier c2", "Duskhound a1")
    assert "use c2" not in options(at(ELF, "move", me, LEVY))
    shut = side("Pike Rank a2", "Free Levy b1")
    assert "use c2" not in options(at(ELF, "reposition", me, shut))
