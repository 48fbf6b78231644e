"""Coordinated attacks: who may take part, the total, and whose abilities count."""

from itertools import combinations
from random import Random

import pytest

from tabletop_rules.dominum import events

from .helpers_fights import (
    BARRAGE,
    DEADLY,
    EVASIVE,
    FREE_STRIKE,
    KNOCKBACK,
    LUNGE,
    OPEN,
    OUTFLANK,
    SEATS,
    Scene,
    activated,
    around,
    beside,
    both_seats,
    card,
    scene,
    triggered,
    war,
)

WARY = 'type = "bonus", stat = "attack", amount = 2, when = [{ type = "attacking" }]'
TEAM = 'type = "bonus", stat = "attack", amount = 1, when = [{ type = "coordinated" }]'
CAST = war(
    card("Ant", 2),
    card("Ox", 3),
    card("Cub", 0),
    card("Bee", 2, reach="radial"),
    card("Wasp", 1, reach="radial"),
    card("Kite", 4, fly=True),
    card("Adder", 2, DEADLY),
    card("Ram", 2, KNOCKBACK),
    card("Cat", 2, EVASIVE),
    card("Hare", 2, LUNGE),
    card("Wolf", 2, OUTFLANK),
    card("Fox", 2, OUTFLANK),
    card("Spear", 2, FREE_STRIKE),
    card("Drum", 2, BARRAGE),
    card("Bull", 2, WARY),
    card("Pal", 2, TEAM),
    card("Rat", 2, triggered("wounds", 'type = "weaken", who = "other"')),
    card("Lout", 2, activated("attack", 'type = "attack"')),
    card("Fort", 4),
    card("Post", 1),
    card("King", 5, kind="hero", reach="radial"),
)


def radial(name: str) -> bool:
    return name in ("Bee", "Wasp", "King")


def reach(name: str, space: str) -> set[str]:
    return around(space) if radial(name) else beside(space)


def declare(state: Scene, attack: str, *helpers: str) -> Scene:
    """Return the position in which these helpers are named, in the order that is asked for."""
    actions = [f"attack {attack}"]
    left = set(helpers)
    while left:
        after = state.play(*actions)
        # Each group is named in one order only, that of the options.
        helper = next(text for text in after.options if text.removeprefix("with ") in left)
        actions.append(helper)
        left.discard(helper.removeprefix("with "))
    after = state.play(*actions)
    return state.play(*actions, "go") if "go" in after.options else after


def groups(state: Scene) -> list[frozenset[str]]:
    """Return all groups of helpers that can be named from here, as often as there are ways."""
    if state.asked != "me" or "go" not in state.options:
        return [frozenset()]
    found: list[frozenset[str]] = [frozenset()]
    for space in state.starting("with"):
        found += [group | {space} for group in groups(state.play(f"with {space}"))]
    return found


# --- who may take part --------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(25))
def test_DM_COORD_1_DM_R23_B12_who_may_help_is_what_a_plain_enumeration_gives(seed: int) -> None:
    rng = Random(seed)
    names = ["Ant", "Ox", "Bee", "Wasp", "Kite", "Wolf", "Hare", "Spear"]
    for me in SEATS:
        spaces = rng.sample([s for s in OPEN if s[0] in "bcde" and s[1] in "234"], 8)
        mine = dict(zip(spaces[:6], rng.sample(names, 6), strict=True))
        done = {space for space in mine if rng.random() < 0.25}
        yours = dict(zip(spaces[6:], ["King", "Fort"], strict=True))
        army = ", ".join(f"{n} {s}{' attacked' * (s in done)}" for s, n in mine.items())
        state = scene(CAST, army, ", ".join(f"{n} {s}" for s, n in yours.items()), me=me)
        attacks = {
            f"{space} x {target}"
            for space, name in mine.items()
            if space not in done
            for target in yours
            if target in reach(name, space)
        }
        assert state.starting("attack") == attacks
        for attack in attacks:
            primary, target = attack.split(" x ")
            allowed = {
                space
                for space, name in mine.items()
                if space not in done | {primary} and target in reach(name, space)
            }
            found = groups(state.play(f"attack {attack}"))
            every = [
                frozenset(group)
                for size in range(len(allowed) + 1)
                for group in combinations(allowed, size)
            ]
            assert sorted(map(sorted, found)) == sorted(map(sorted, every))


@both_seats
def test_DM_COORD_1_DM_COORD_4_cards_out_of_range_or_with_a_used_attack_are_refused(
    me: int,
) -> None:
    state = scene(
        CAST, "Ant c3, Ox b4 attacked, Cub d3, Bee b3, Post f3", "King c4, Fort f4", me=me
    )
    state = state.play("attack c3 x c4")
    assert set(state.options) == {"with b3", "go"}
    for space in ("b4", "d3", "f3", "c3", "c4"):
        assert state.refused(f"with {space}").startswith("DM-")


# --- the total ----------------------------------------------------------------------------------


@both_seats
@pytest.mark.parametrize("primary", ["Ant", "Ox", "Cub"])
@pytest.mark.parametrize("count", [0, 1, 2])
def test_DM_COORD_2_DM_COORD_3_DM_R23_B12_the_primarys_strength_and_1_for_each_other(
    me: int, primary: str, count: int
) -> None:
    helpers = ["b4", "d4"][:count]
    state = scene(CAST, f"{primary} c3, Kite b4, Fort d4", "King c4", me=me)
    state = declare(state, "c3 x c4", *helpers)
    (declared,) = state.of(events.AttackDeclared)
    assert (declared.attacker, declared.target) == (primary, "King")
    assert (
        set(declared.helpers) == {"Kite", "Fort"} if count == 2 else len(declared.helpers) == count
    )
    strength = {"Ant": 2, "Ox": 3, "Cub": 0}[primary]
    assert state.play("=2").totals() == [strength + count + 2]


@both_seats
def test_DM_COORD_3_a_weakened_helper_adds_1_a_weakened_primary_has_one_less(me: int) -> None:
    state = scene(CAST, "Ant c3, Cub b4 weakened wounded", "King c4", me=me)
    assert declare(state, "c3 x c4", "b4").play("=2").totals() == [2 + 1 + 2]
    state = scene(CAST, "Ant c3 weakened, Cub b4", "King c4", me=me)
    assert declare(state, "c3 x c4", "b4").play("=2").totals() == [1 + 1 + 2]


@both_seats
@pytest.mark.parametrize(("primary", "strength"), [("c3", 2), ("b4", 3), ("d4", 0)])
def test_DM_COORD_2_any_of_them_can_be_the_primary(me: int, primary: str, strength: int) -> None:
    spaces = ["c3", "b4", "d4"]
    state = scene(CAST, "Ant c3, Ox b4, Cub d4", "King c4", me=me)
    others = [space for space in spaces if space != primary]
    state = declare(state, f"{primary} x c4", *others).play("=1")
    assert state.totals() == [strength + 2 + 1]


@both_seats
def test_DM_COORD_2_the_defender_hears_who_takes_part_before_any_power_is_drawn(me: int) -> None:
    state = scene(CAST, "Ant c3, Ox b4", "King c4", me=me).play("attack c3 x c4")
    assert state.asked == "me"
    assert state.of(events.PowerUsed) == []
    state = state.play("with b4")
    state = state.play("go") if "go" in state.options else state
    assert state.of(events.PowerUsed) == []
    assert state.asked == "chance"
    after = declare(scene(CAST, "Ant c3, Ox b4", "King c4", me=me), "c3 x c4", "b4").play("=1")
    assert (after.asked, "with b4" in after.options) == ("you", False)


# --- all have attacked --------------------------------------------------------------------------


@both_seats
@pytest.mark.parametrize("result", ["wounded", "blocked", "defeated"])
def test_DM_COORD_4_DM_R23_B12_all_have_then_attacked_blocked_or_not(me: int, result: str) -> None:
    state = scene(
        CAST,
        "Ant c3, Ox b4, Bee d3, Wasp b3",
        f"Cub c4{' wounded' * (result == 'defeated')}, Fort a4, Post e3",
        me=me,
    )
    before = state.starting("attack")
    assert before == {"c3 x c4", "b4 x c4", "b4 x a4", "b3 x c4", "b3 x a4", "d3 x c4", "d3 x e3"}
    state = declare(state, "c3 x c4", "b4", "d3")
    state = state.play("=1", "=critical" if result == "blocked" else "decline")
    if state.options[0] != "attack b3 x a4" and "decline" in state.options:
        state = state.play("decline")  # the counterattack, or the advance
    gone = {"b3 x a4"} if result == "defeated" else {"b3 x c4", "b3 x a4"}
    assert state.starting("attack") == gone
    for space in ("c3", "b4", "d3"):
        assert not any(text.startswith(space) for text in state.starting("attack"))


@both_seats
def test_DM_COORD_4_a_helper_cannot_help_twice(me: int) -> None:
    state = scene(CAST, "Ant c3, Ox b4, Post a3", "Fort c4, King a4", me=me)
    state = declare(state, "c3 x c4", "b4").play("=1", "=critical", "decline")
    state = state.play("attack a3 x a4")
    assert state.asked == "chance"  # nobody is left to help, so nobody is asked


# --- whose abilities count ----------------------------------------------------------------------


@both_seats
@pytest.mark.parametrize(
    ("primary", "helper", "wins"), [("Adder", "Ant", True), ("Ant", "Adder", False)]
)
def test_DM_COORD_5_DM_R23_deadly_counts_for_the_primary_only(
    me: int, primary: str, helper: str, wins: bool
) -> None:
    state = scene(CAST, f"{primary} c3, {helper} b4, Post f3", "Fort c4, Post f4", me=me)
    state = declare(state, "c3 x c4", "b4").play("=1", "decline")  # 2 + 1 + 1 against 4
    assert state.results() == [(4, wins)]


@both_seats
@pytest.mark.parametrize(
    ("primary", "helper", "knock"), [("Ram", "Ant", True), ("Ant", "Ram", False)]
)
def test_DM_COORD_5_DM_R27_knockback_is_by_the_primary_only(
    me: int, primary: str, helper: str, knock: bool
) -> None:
    state = scene(CAST, f"{primary} c3, {helper} b4, Post f3", "Fort c4, Post f4", me=me)
    state = declare(state, "c3 x c4", "b4").play("=4", "decline")
    assert state.cards["c4"] == "-Fort wounded"
    assert bool(state.starting("knock")) == knock


@both_seats
@pytest.mark.parametrize(
    ("primary", "helper", "evade"), [("Cat", "Ant", True), ("Ant", "Cat", False)]
)
def test_DM_COORD_5_DM_R38_evasive_is_for_the_primary_only(
    me: int, primary: str, helper: str, evade: bool
) -> None:
    state = scene(CAST, f"{primary} c3, {helper} b4, Post f3", "Fort c4, Post f4", me=me)
    state = declare(state, "c3 x c4", "b4").play("=1", "decline")
    assert bool(state.starting("evade")) == evade
    assert state.asked == ("me" if evade else "you")


@both_seats
@pytest.mark.parametrize(("primary", "helper", "total"), [("Bull", "Ant", 6), ("Ant", "Bull", 4)])
def test_DM_COORD_5_bonuses_of_helpers_do_not_count(
    me: int, primary: str, helper: str, total: int
) -> None:
    state = scene(CAST, f"{primary} c3, {helper} b4", "Fort c4", me=me)
    assert declare(state, "c3 x c4", "b4").play("=1").totals() == [total]


@both_seats
@pytest.mark.parametrize(
    ("primary", "helper", "weak"), [("Rat", "Ant", True), ("Ant", "Rat", False)]
)
def test_DM_COORD_5_triggers_of_helpers_do_not_count(
    me: int, primary: str, helper: str, weak: bool
) -> None:
    state = scene(CAST, f"{primary} c3, {helper} b4, Post f3", "Fort c4, Post f4", me=me)
    state = declare(state, "c3 x c4", "b4").play("=4", "decline")
    assert state.cards["c4"] == "-Fort wounded" + " weakened" * weak


@both_seats
def test_DM_COORD_5_an_ability_of_the_primary_can_look_at_the_coordination(me: int) -> None:
    state = scene(CAST, "Pal c3, Ant b4", "Fort c4", me=me)
    assert declare(state, "c3 x c4", "b4").play("=1").totals() == [2 + 1 + 1 + 1]
    assert declare(state, "c3 x c4").play("=1").totals() == [2 + 1]
    # The Ant as the primary gets nothing from the Pal but the 1.
    assert declare(state, "b4 x c4", "c3").play("=1").totals() == [2 + 1 + 1]


@both_seats
@pytest.mark.parametrize(
    ("primary", "helpers", "free"),
    [
        ("Wolf", [], False),
        ("Wolf", ["Ant"], True),
        ("Ant", ["Wolf"], True),
        ("Ant", ["Ox", "Wolf"], True),
        ("Ant", ["Wolf", "Fox"], True),
        ("Wolf", ["Fox"], True),
        ("Ant", ["Ox"], False),
        ("Ant", ["Spear"], False),
    ],
)
def test_DM_KEY_8_DM_COORD_5_DM_R23_outflank_of_any_participant_makes_a_free_strike(
    me: int, primary: str, helpers: list[str], free: bool
) -> None:
    spaces = ["b4", "d4"][: len(helpers)]
    army = ", ".join(
        [f"{primary} c3", "Post f3", *(f"{n} {s}" for n, s in zip(helpers, spaces, strict=True))]
    )
    state = scene(CAST, army, "Fort c4, Post f4", me=me)
    state = declare(state, "c3 x c4", *spaces).play("=1", "=4")
    assert state.results() == [(8, False)]
    assert state.asked == ("me" if free else "you")


@both_seats
def test_DM_KEY_8_an_outflank_card_that_takes_no_part_changes_nothing(me: int) -> None:
    state = scene(CAST, "Ant c3, Ox b4, Wolf d4, Post f3", "Fort c4, Post f4", me=me)
    state = declare(state, "c3 x c4", "b4").play("=1", "=4")
    assert (state.asked, set(state.options)) == ("you", {"counterattack", "decline"})


# --- after the attack ---------------------------------------------------------------------------


@both_seats
@pytest.mark.parametrize("primary", ["c3", "b4"])
def test_DM_R24_DM_ADV_1_the_primary_alone_may_advance(me: int, primary: str) -> None:
    state = scene(CAST, "Ant c3, Ox b4, Post f3", "Fort c4 wounded, Post f4", me=me)
    helper = "b4" if primary == "c3" else "c3"
    state = declare(state, f"{primary} x c4", helper).play("=4", "decline")
    assert state.left() == [("Fort", "DEFEATED")]
    assert set(state.options) == {"advance c4", "decline"}
    state = state.play("advance c4")
    assert primary not in state.cards
    assert helper in state.cards
    # A primary that is not orthogonally adjacent does not advance, nor does its helper.
    state = scene(CAST, "Bee b3, Ox b4, Post f3", "Fort c4 wounded, Post f4", me=me)
    state = declare(state, "b3 x c4", "b4").play("=4", "decline")
    assert state.starting("advance") == set()


@both_seats
def test_DM_R36_DM_R23_only_attacks_of_the_own_attack_phase_are_coordinated(me: int) -> None:
    state = scene(CAST, "Lout c3, Ox b4", "Fort c4", me=me).play("use c3")
    if "attack c3 x c4" in state.options:
        state = state.play("attack c3 x c4")
    assert state.starting("with") == set()
    assert state.asked == "chance"
    state = state.play("=1", "=4", "decline")
    assert state.totals() == [3]
    # A counterattack is not coordinated either.
    state = scene(CAST, "Ant c3, Post f3", "Fort c4, Ox b3, Post f4", me=me)
    state = state.play("attack c3 x c4", "=1", "decline", "counterattack")
    assert state.starting("with") == set()


@both_seats
def test_DM_R37_DM_COORD_5_a_lunging_primary_may_be_helped_a_helper_does_not_lunge(
    me: int,
) -> None:
    state = scene(CAST, "Hare c2, Ox b4", "Fort c4", me=me)
    state = state.play("lunge c2 c3")
    if "attack c3 x c4" in state.options:
        state = state.play("attack c3 x c4")
    assert state.starting("with") == {"b4"}
    state = scene(CAST, "Ox b4, Hare c2", "Fort c4", me=me).play("attack b4 x c4")
    assert state.starting("with") == set()
