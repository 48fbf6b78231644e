"""What Dominum says to its verifiers: its configs, its witnesses, and what stays the same."""

from functools import cache

import pytest
from attrs import evolve

from tabletop_rules import dominum as dm
from tabletop_rules.core import Played, verification_of
from tabletop_rules.dominum.state import State
from tabletop_rules.testing import Atlas, random_walk, scout

from .helpers import CONFIG, PROVING, options, scene

GIVEN = verification_of(dm)
NAMES = tuple(GIVEN.configs)
BITTER = dm.Config((PROVING, PROVING), rulings=dm.Rulings(to_the_bitter_end=True))


@cache
def atlas() -> Atlas[dm.Config, dm.Action]:
    """Return what a scout finds in all configs."""
    return scout(dm, list(GIVEN.configs.values()), actions=2_000)


def seen(rule: str, state: State, *actions: str) -> list[bool]:
    """Return of each of the actions whether by its witness it exercises a rule."""
    found: list[bool] = []
    for text in actions:
        action = dm.parse_action(text)
        assert action in dm.legal_actions(state), f"{text!r} is none of {options(state)}"
        after, events = dm.apply(state, action)
        step = Played(state, dm.actor(state), action, after, events)
        found.append(GIVEN.witnesses[rule](step))
        state = after
    return found


def at(phase: str, me: str, you: str = "", more: str = "", config: dm.Config = CONFIG) -> State:
    """Return a position in the middle of a phase of seat 0."""
    return scene(f'turn = 0\nphase = "{phase}"\n{more}', me, you, config=config)


def side(*cards: str, more: str = "") -> str:
    """Return what a seat has: cards on the battlefield as "NAME c3 wounded", and other keys."""
    listed = ", ".join(f'"{card}"' for card in cards)
    return f"cards = [{listed}]\n{more}"


def power(reserve: str, used: str = "") -> str:
    """Return the keys of a Power Deck."""
    return f'reserve = "{reserve}"\nused = "{used}"'


# ---------------------------------------------------------------- the whole


@pytest.mark.parametrize("name", NAMES)
def test_each_config_can_be_played(name: str) -> None:
    walk = random_walk(dm, GIVEN.configs[name], 1)
    assert dm.outcome(walk.end) is not None


def test_every_switch_is_turned_both_ways() -> None:
    rulings = [config.rulings for config in GIVEN.configs.values()]
    for field in ("stronghold_use", "to_the_bitter_end", "duel_resets_deck"):
        assert len({getattr(each, field) for each in rulings}) == 2
    assert {each.counterattack_needs_range for each in rulings} == {True, False}


def test_every_rule_is_cited_or_has_a_witness_or_is_conserved() -> None:
    known = {*atlas().times, *GIVEN.witnesses, *GIVEN.conserved, *GIVEN.unreachable}
    assert [rule for rule in dm.rulebook if rule not in known] == []


def test_a_scout_comes_by_nearly_every_rule() -> None:
    found = {*atlas().times, *GIVEN.conserved}
    missing = [rule for rule in dm.rulebook if rule not in found]
    assert len(missing) <= 0.02 * len(dm.rulebook), missing


def test_DM_R3_there_is_no_small_config() -> None:
    """With 19 Heroes, 4 Elites and 7 Warriors the forces are chosen in the fewest ways."""
    heroes, elites, warriors = 19, 2**4, 2**7
    one = 3 + 3 * heroes * (elites - 1) + 3 * heroes * (warriors - 1)
    assert one + 3 * heroes * one > 400_000
    assert not GIVEN.small


# ---------------------------------------------------------------- what stays the same


@pytest.mark.parametrize("name", NAMES)
def test_X10_what_is_conserved_is_the_same_in_every_state(name: str) -> None:
    walk = random_walk(dm, GIVEN.configs[name], 2, most=600)
    for rule, value in GIVEN.conserved.items():
        first = value(walk.start)
        assert all(value(state) == first for state in walk.states), rule


def test_DM_COMP_4_DM_SEL_2_a_missing_card_is_noticed() -> None:
    state = random_walk(dm, CONFIG, 3, most=60).end
    cards, powers = GIVEN.conserved["DM-SEL-2"], GIVEN.conserved["DM-COMP-4"]
    poorer = evolve(state.players[1], hand=state.players[1].hand[1:])
    assert cards(state.with_player(1, poorer)) != cards(state)
    assert cards(state.with_units(state.units[1:])) != cards(state)
    emptier = evolve(state.powers[0], deck=state.powers[0].deck[1:])
    assert powers(state.with_power(0, emptier)) != powers(state)
    strange = evolve(state.powers[0], counters=(1, 1))
    assert powers(state.with_power(0, strange)) != powers(state)


def test_DM_SEL_2_a_card_lost_while_forces_are_chosen_is_noticed() -> None:
    cards = GIVEN.conserved["DM-SEL-2"]
    state = random_walk(dm, CONFIG, 3, most=9).end
    poorer = evolve(state.players[0], hand=state.players[0].hand[1:])
    assert cards(state.with_player(0, poorer)) != cards(state)


def test_DM_R1_DM_SH_1_DM_DEP_1_what_breaks_a_bound_is_noticed() -> None:
    state = at("move", side("Grunt a1", "Pike b2"), side("Scout d4"))
    standing = GIVEN.conserved["DM-R1"]
    twice = (state.units[0], evolve(state.units[1], space=state.units[0].space))
    assert standing(state) is not standing(state.with_units(twice))
    beside = (evolve(state.units[0], space=2),)  # in the stronghold
    assert standing(state) is not standing(state.with_units(beside))
    rich = evolve(state.players[0], charges=4)
    charges = GIVEN.conserved["DM-SH-1"]
    assert charges(state) is not charges(state.with_player(0, rich))
    crowd = tuple(evolve(state.units[0], card=n, space=n) for n in (0, 1, 4, 5, 7, 8, 9))
    six = GIVEN.conserved["DM-DEP-1"]
    assert six(state) is not six(state.with_units(crowd))


# ---------------------------------------------------------------- witnesses: attacks


def test_DM_BLOCK_1_only_an_equal_total_decides() -> None:
    state = at("attack", side("Grunt c3", more=power("1")), side("Pike c4", more=power("1")))
    attack = ("attack c3 x c4", "power reserve 1")  # 2 and 1 against 3
    assert seen("DM-BLOCK-1", state, *attack, "decline") == [False, False, True]
    assert seen("DM-BLOCK-1", state, *attack, "power reserve 1") == [False, False, False]


def test_DM_R22_a_critical_meets_a_critical() -> None:
    me, you = power("2 critical"), power("2 critical")
    state = at("attack", side("Grunt c3", more=me), side("Pike c4", more=you))
    first = ("attack c3 x c4", "power reserve critical")
    assert seen("DM-R22", state, *first, "power reserve critical")[-1]
    assert not seen("DM-R22", state, *first, "power reserve 2")[-1]
    other = ("attack c3 x c4", "power reserve 2")
    assert not seen("DM-R22", state, *other, "power reserve critical")[-1]


def test_DM_COND_3_a_token_counts_on_who_fights() -> None:
    me, you = power("1"), power("1")
    weak = at("attack", side("Grunt c3 weakened", more=me), side("Pike c4", more=you))
    actions = ("attack c3 x c4", "power reserve 1", "decline")
    assert seen("DM-COND-3", weak, *actions) == [False, True, False]
    beside = at("attack", side("Grunt c3", "Pike a1 weakened", more=me), side("Pike c4", more=you))
    assert seen("DM-COND-3", beside, *actions) == [False, False, False]
    target = at("attack", side("Grunt c3", more=me), side("Pike c4 weakened", more=you))
    assert seen("DM-COND-3", target, *actions) == [False, False, True]


def test_DM_R20_a_block_from_outside_its_range() -> None:
    actions = ("attack c3 x {}", "power reserve 1", "decline")
    for place, decided in (("d4", True), ("c4", False)):
        state = at("attack", side("Scout c3", more=power("1")), side(f"Pike {place}"))
        made = [action.format(place) for action in actions]
        assert seen("DM-R20", state, *made)[-1] is decided


def test_DM_KEY_5_a_free_strike_is_blocked() -> None:
    for attacker, decided in (("Striker", True), ("Lancer", False)):
        state = at("attack", side(f"{attacker} c3", more=power("1")), side("Wall c4"))
        actions = ("attack c3 x c4", "power reserve 1", "decline")
        assert seen("DM-KEY-5", state, *actions)[-1] is decided


def test_DM_R40_a_counterattack_defeats() -> None:
    for mark, decided in ((" wounded", True), ("", False)):
        me, you = side(f"Grunt c3{mark}", more=power("1")), side("Pike c4", more=power("4"))
        state = at("attack", me, you)
        blocked = ("attack c3 x c4", "power reserve 1", "decline", "counterattack")
        assert seen("DM-R40", state, *blocked, "power deck", "draw 4", "decline")[-1] is decided


def test_DM_COORD_5_the_knockback_of_a_helper_is_idle() -> None:
    you = side("Scout c4")
    for primary, decided in (("c3", True), ("b4", False)):
        state = at("attack", side("Grunt c3", "Breaker b4", more=power("4")), you)
        helper = "b4" if primary == "c3" else "c3"
        actions = (f"attack {primary} x c4", f"with {helper}", "power reserve 4", "decline")
        assert seen("DM-COORD-5", state, *actions)[-1] is decided


def test_DM_R41_asked_although_it_is_blocked() -> None:
    for target, decided in (("Wall", True), ("Scout", False)):
        state = at("attack", side("Grunt c3", more=power("1")), side(f"{target} c4"))
        actions = ("attack c3 x c4", "power reserve 1", "decline")
        assert seen("DM-R41", state, *actions)[-1] is decided


def test_DM_ADV_2_nobody_advances_for_a_wound_by_ability() -> None:
    """A Zealot wounds all enemies beside it; a wounded one is defeated beside a card or alone."""
    beside = at("assault", side("Zealot c4", "Grunt d3"), side("Pike d4 wounded"))
    assert seen("DM-ADV-2", beside, "use c4") == [True]
    alone = at("assault", side("Zealot c4"), side("Pike d4 wounded", "Grunt a5"))
    assert seen("DM-ADV-2", alone, "use c4") == [False]
    unhurt = at("assault", side("Zealot c4"), side("Pike d4"))
    assert seen("DM-ADV-2", unhurt, "use c4") == [False]


# ---------------------------------------------------------------- witnesses: moves


def test_DM_MOVE_5_past_an_ally_or_kept_off_by_an_enemy() -> None:
    corner = at("move", side("Grunt a1", "Pike a2", "Guard b1"), side("Scout f5"))
    assert seen("DM-MOVE-5", corner, "move a1 a3") == [True]
    alone = at("move", side("Grunt a1"), side("Scout f5"))
    assert seen("DM-MOVE-5", alone, "move a1 a3") == [False]
    barred = at("move", side("Grunt a1"), side("Scout a3"))
    assert seen("DM-MOVE-5", barred, "move a1 a2") == [True]


def test_DM_MOVE_6_through_the_stronghold() -> None:
    state = at("move", side("Grunt b1"), side("Scout f5"))
    assert seen("DM-MOVE-6", state, "move b1 e1") == [True]
    assert seen("DM-MOVE-6", state, "move b1 b2") == [False]


def test_DM_MOVE_7_over_an_enemy_or_diagonally() -> None:
    state = at("move", side("Marshal a3"), side("Scout a4"))
    assert seen("DM-MOVE-7", state, "move a3 a5") == [True]
    assert seen("DM-MOVE-7", state, "move a3 d3") == [False]
    assert seen("DM-MOVE-7", state, "move a3 d4") == [True]


def test_DM_MOVE_2_all_three_steps() -> None:
    state = at("move", side("Grunt a1"), side("Scout f5"))
    assert seen("DM-MOVE-2", state, "move a1 b3") == [True]
    assert seen("DM-MOVE-2", state, "move a1 b2") == [False]


# ---------------------------------------------------------------- witnesses: phases, rounds


def test_DM_R7_a_link_lets_the_same_player_choose() -> None:
    state = at("charge", side("Grunt a1"), side("Scout f5"))
    assert seen("DM-R7", state, "charge", "link")[-1]
    assert not seen("DM-R7", state, "charge", "pass")[-1]
    assert seen("DM-ROUND-4", state, "charge", "pass")[-1]
    assert not seen("DM-ROUND-4", state, "charge", "link")[-1]


def test_DM_R9_a_phase_without_anything_to_do() -> None:
    state = scene("turn = 0", side("Grunt a1"), side("Scout f5"))
    assert seen("DM-R9", state, "phase attack") == [True]
    assert seen("DM-R9", state, "phase move") == [False]
    assert seen("DM-R9", state, "phase charge") == [False]


def test_DM_R11_seven_points_in_the_middle_of_a_round() -> None:
    for points, decided in ((6, True), (5, False), (7, False)):
        state = at("move", side("Marshal a1", "Grunt b2", more=f"points = {points}"))
        assert seen("DM-R11", state, "use a1")[0] is decided


def test_DM_WIN_3_a_tie_is_fought_on() -> None:
    last = 'phases = ["deploy", "move", "reposition", "attack"]'
    done = 'phases = ["deploy", "move", "reposition", "attack", "reserve"]'
    for config, mine, decided in ((BITTER, 7, True), (BITTER, 8, False), (CONFIG, 7, False)):
        me = side("Grunt a1", more=f"points = {mine}\n{last}")
        you = side("Scout f5", more=f"points = 7\n{done}")
        state = scene("turn = 0", me, you, config=config)
        assert seen("DM-WIN-3", state, "phase charge")[-1] is decided


def test_DM_R16_a_full_board_loses_a_card_first() -> None:
    state = at("reserve", side("Seer a1", more=power("1 2 3")))
    assert seen("DM-R16", state, "reserve", "discard 1") == [False, True]
    room = at("reserve", side("Seer a1", more=power("1 2")))
    assert seen("DM-R16", room, "reserve") == [False]
    empty = at("reserve", side("Seer a1", more=power("1 2", "1 2 3 3 4 4 critical")))
    assert seen("DM-R16", empty, "reserve") == [True]


def test_DM_RES_3_DM_R15_the_last_card_of_a_deck() -> None:
    used = "1 2 3 3 4 4"
    last = at("reserve", side("Seer a1", more=power("1 2", used)))
    for rule in ("DM-RES-3", "DM-R15"):
        assert seen(rule, last, "reserve", "draw critical") == [False, True]
    other = at("reserve", side("Seer a1", more=power("1 2", "1 2 3 3 4")))
    for rule in ("DM-RES-3", "DM-R15"):
        assert seen(rule, other, "reserve", "draw critical") == [False, False]


def test_DM_POWER_10_the_critical_in_an_assault() -> None:
    state = at("assault", side("Grunt c4", more=power("3 4 critical")), side("Scout f1"))
    first = ("assault", "power reserve critical", "power reserve 4")
    assert seen("DM-POWER-10", state, *first) == [False, False, True]
    assert not seen("DM-POWER-10", state, "assault", "power reserve 3", "power reserve 4")[-1]
    second = ("assault", "power reserve 4", "power reserve critical")
    assert seen("DM-POWER-10", state, *second)[-1]


def test_DM_DEP_5_a_retreat_without_on_discard() -> None:
    state = at("deploy", side("Martyr a1", "Grunt b2", more='hand = ["Pike"]'))
    assert seen("DM-DEP-5", state, "retreat a1") == [True]
    assert seen("DM-DEP-5", state, "retreat b2") == [False]


def test_DM_R33_no_retreat_after_a_deployment() -> None:
    state = at("deploy", side("Grunt b2", more='hand = ["Pike", "Scout"]'))
    assert seen("DM-R33", state, "deploy Pike a1", "deploy Scout a2") == [False, True]
    assert seen("DM-R33", state, "retreat b2") == [True]


def test_DM_SH_3_a_stronghold_rests_for_the_turn() -> None:
    more = 'stronghold = "Bastion"\ncharges = 2'
    state = at("attack", side("Grunt c3", "Pike a1", more=more), side("Scout c4"))
    assert seen("DM-SH-3", state, "use stronghold", "target c3", "done") == [False, False, True]
    assert seen("DM-SH-3", state, "done") == [False]
