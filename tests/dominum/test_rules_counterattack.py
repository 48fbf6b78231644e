"""Who may counterattack whom and when, and what follows from it."""

import pytest

from tabletop_rules import dominum as dm
from tabletop_rules.dominum import events

from .helpers_fights import (
    DEADLY,
    EVASIVE,
    FREE_STRIKE,
    KNOCKBACK,
    LUNGE,
    OUTFLANK,
    SUBMERGE,
    Scene,
    activated,
    beside,
    both_seats,
    card,
    scene,
    triggered,
    war,
)

PARTS = (
    card("Ant", 2),
    card("Bee", 2, reach="radial"),
    card("Wasp", 2, reach="radial"),
    card("Ox", 3),
    card("Owl", 3, reach="radial"),
    card("Adder", 2, DEADLY),
    card("Ram", 3, KNOCKBACK),
    card("Cat", 2, EVASIVE),
    card("Hare", 2, LUNGE),
    card("Wolf", 2, OUTFLANK, reach="radial"),
    card("Eel", 2, SUBMERGE),
    card("Spear", 2, FREE_STRIKE),
    card("Bold", 2, FREE_STRIKE + ', when = [{ type = "is", status = ["unweakened"] }]'),
    card("Thorn", 4, triggered("blocks", 'type = "wound"'), reach="radial"),
    card("Hexer", 4, triggered("blocks", 'type = "weaken", who = "other"')),
    card("Shover", 4, triggered("blocks", 'type = "shift", who = "other"')),
    card("Imp", 2, triggered("on_discard", 'type = "wound", who = "other"')),
    card("Lout", 2, activated("attack", 'type = "attack"')),
    card("Lad", 2, activated("attack", 'type = "attack", free = true')),
    card("Post", 1),
    card("King", 4, kind="hero", reach="radial"),
)
CAST = war(*PARTS)
FAR = war(*PARTS, rulings=dm.Rulings(counterattack_needs_range=False))
BLOCK = ("=1", "=4")
"""The attacker draws 1 and the defender 4: blocked, if the attacker has at most 3 more strength."""


def blocked(state: Scene, attack: str, *helpers: str) -> Scene:
    """Return the position after an attack that is blocked, before the blocker's answer."""
    state = state.play(f"attack {attack}", *(f"with {space}" for space in helpers))
    return state.play(*(["go"] if "go" in state.options else []), *BLOCK)


# --- when it is offered -------------------------------------------------------------------------


@both_seats
def test_DM_ATK_6_DM_R21_B11_who_blocked_may_counterattack_or_not(me: int) -> None:
    state = blocked(scene(CAST, "Ant c3, Post f3", "Ox c4, Post f4", me=me), "c3 x c4")
    assert state.results() == [(7, False)]
    assert (state.asked, set(state.options)) == ("you", {"counterattack", "decline"})
    after = state.play("decline")
    assert after.asked == "me"
    assert after.cards == state.cards
    assert after.of(events.AttackDeclared) == []
    counter = state.play("counterattack")
    (declared,) = counter.of(events.AttackDeclared)
    assert (declared.attacker, declared.target, declared.kind) == ("Ox", "Ant", "a counterattack")


@both_seats
def test_DM_ATK_6_DM_R21_B11_an_attack_that_wounds_is_not_countered(me: int) -> None:
    state = scene(CAST, "Ant c3, Post f3", "Ox c4, Post f4", me=me)
    state = state.play("attack c3 x c4", "=4", "decline")
    assert state.cards["c4"] == "-Ox wounded"
    assert state.asked == "me"


@both_seats
def test_DM_ATK_6_DM_R21_B11_a_blocked_counterattack_is_not_countered(me: int) -> None:
    state = blocked(scene(CAST, "Ant c3, Post f3", "Ox c4, Post f4", me=me), "c3 x c4")
    state = state.play("counterattack", "=1", "=4")  # 4 against 6
    assert state.results() == [(6, False)]
    assert state.asked == "me"
    assert state.starting("attack") == {"f3 x f4"}


@both_seats
@pytest.mark.parametrize(
    ("attacker", "helper", "counter"),
    [
        ("Ant", None, True),
        ("Adder", None, True),
        ("Ram", None, True),
        ("Hare", None, True),
        ("Spear", None, False),  # a free strike
        ("Wolf", None, True),  # Outflank alone is no coordinated attack
        ("Wolf", "Bee", False),
        ("Ant", "Wolf", False),
        ("Ant", "Bee", True),
        ("Ant", "Spear", True),  # only the primary's abilities count
        ("Spear", "Bee", False),
    ],
)
def test_DM_R21_DM_KEY_5_DM_KEY_8_DM_R23_B11_keywords_of_the_attackers(
    me: int, attacker: str, helper: str | None, counter: bool
) -> None:
    # The helper stands beside the target, within the range of any card.
    army = f"{attacker} c3, Post f3" + (f", {helper} b4" if helper else "")
    state = scene(CAST, army, "Owl c4, Post f4", me=me)
    state = blocked(state, "c3 x c4", *(["b4"] if helper else []))
    assert state.results() == [(7, False)]
    if counter:
        assert (state.asked, set(state.options)) == ("you", {"counterattack", "decline"})
    else:
        assert state.asked == "me"
        assert state.starting("attack") == {"f3 x f4"}


@both_seats
@pytest.mark.parametrize(("lout", "counter"), [("Lout", True), ("Lad", False)])
def test_DM_R21_DM_R36_B11_attacks_by_abilities_are_countered_free_ones_are_not(
    me: int, lout: str, counter: bool
) -> None:
    state = scene(CAST, f"{lout} c3, Post f3", "Owl c4, Post f4", me=me).play("use c3")
    if "attack c3 x c4" in state.options:
        state = state.play("attack c3 x c4")
    state = state.play(*BLOCK)
    assert (state.asked == "you") == counter
    assert ("counterattack" in state.options) == counter


@both_seats
@pytest.mark.parametrize("shift", [True, False])
def test_DM_KEY_4_DM_R38_DM_R21_B11_an_evasive_shift_prevents_it(me: int, shift: bool) -> None:
    state = blocked(scene(CAST, "Cat c3, Post f3", "Owl c4, Post f4", me=me), "c3 x c4")
    assert state.asked == "me"  # before the blocker decides
    assert set(state.options) == {"evade b3", "evade d3", "evade c2", "decline"}
    state = state.play("evade d3" if shift else "decline")
    # The Owl could still reach d3: it is the shift that saves the Cat.
    assert state.asked == ("me" if shift else "you")
    assert ("counterattack" in state.options) != shift


@both_seats
def test_DM_R21_DM_R39_B11_submerge_may_replace_it(me: int) -> None:
    state = blocked(scene(CAST, "Ant c3, Post f3", "Eel c4, Post f4", me=me), "c3 x c4")
    assert state.asked == "you"
    assert set(state.options) == {
        "counterattack",
        "decline",
        "submerge b4",
        "submerge d4",
    }
    state = state.play("submerge b4")
    assert state.asked == "me"
    assert state.cards["b4"] == "-Eel"
    assert state.of(events.AttackDeclared) == []


# --- range --------------------------------------------------------------------------------------


@both_seats
@pytest.mark.parametrize("space", ["b2", "c2", "d2", "b3", "d3", "b4", "c4", "d4"])
@pytest.mark.parametrize("guard", ["Ox", "Owl"])
def test_DM_R20_B11_a_counterattack_needs_range_by_default(me: int, space: str, guard: str) -> None:
    for config, needed in ((CAST, True), (FAR, False)):
        state = scene(config, "Bee c3, Post f3", f"{guard} {space}, Post f4", me=me)
        state = blocked(state, f"c3 x {space}")
        reaches = guard == "Owl" or space in beside("c3") or not needed
        assert ("counterattack" in state.options) == reaches
        assert state.asked == ("you" if reaches else "me")
        if reaches:
            state = state.play("counterattack", "=4", "decline")
            assert state.totals() == [3 + 4]
            assert state.cards["c3"] == "Bee wounded"


# --- against whom -------------------------------------------------------------------------------


@both_seats
@pytest.mark.parametrize(("primary", "helper"), [("c3", "d3"), ("d3", "c3")])
def test_DM_ATK_6_DM_R21_B11_the_primary_attacker_alone_is_countered(
    me: int, primary: str, helper: str
) -> None:
    state = scene(CAST, "Bee c3, Wasp d3, Post f3", "Owl c4, Post f4", me=me)
    state = blocked(state, f"{primary} x c4", helper)
    assert set(state.options) == {"counterattack", "decline"}
    state = state.play("counterattack", "=4", "decline")
    assert "wounded" in state.cards[primary]
    assert "wounded" not in state.cards[helper]


@both_seats
def test_DM_R21_B11_with_range_to_a_helper_only_there_is_none(me: int) -> None:
    # The Ox on c4 reaches c3, where the helper stands, not the primary on d3.
    state = scene(CAST, "Ant c3, Bee d3, Post f3", "Ox c4, Post f4", me=me)
    state = blocked(state, "d3 x c4", "c3")
    assert state.asked == "me"


@both_seats
def test_DM_R21_B11_a_card_counters_every_attack_that_it_blocks(me: int) -> None:
    state = scene(CAST, "Ant c3, Bee d3, Post f3", "Owl c4, Post f4", me=me)
    state = blocked(state, "c3 x c4").play("counterattack", "=1", "=4")
    state = state.play("attack d3 x c4", "=1", "=4")
    assert set(state.options) == {"counterattack", "decline"}
    state = state.play("counterattack", "=3", "decline")
    assert state.cards["d3"] == "Bee wounded"


@both_seats
def test_DM_R21_a_counterattack_does_not_use_up_an_attack(me: int) -> None:
    state = blocked(scene(CAST, "Ant c3, Post f3", "Owl c4, Post f4", me=me), "c3 x c4")
    state = state.play("counterattack", "=1", "=3")
    assert [unit.attacked for unit in state.state.units if unit.seat != me] == [False, False]


# --- as an attack -------------------------------------------------------------------------------


@both_seats
def test_DM_CTR_1_DM_POWER_13_it_draws_power_and_is_defended_as_usual(me: int) -> None:
    state = scene(
        CAST, "Ant c3, Post f3", "Ox c4, Post f4", me=me, my='reserve = "2"', your='reserve = "3"'
    )
    state = state.play("attack c3 x c4", "power deck", "draw 1", "power deck", "draw 4")
    state = state.play("counterattack")
    assert (state.asked, set(state.options)) == ("you", {"power deck", "power reserve 3"})
    state = state.play("power reserve 3")
    assert state.totals() == [6]
    assert (state.asked, set(state.options)) == ("me", {"power deck", "power reserve 2", "decline"})
    assert state.play("power reserve 2").results() == [(4, True)]
    assert state.play("power deck", "draw 4").results() == [(6, False)]


@both_seats
def test_DM_R21_DM_KEY_6_DM_R27_knockback_works_on_a_counterattack(me: int) -> None:
    state = blocked(scene(CAST, "Ant c3, Post f3", "Ram c4, Post f4", me=me), "c3 x c4")
    state = state.play("counterattack", "=4", "decline")
    assert state.asked == "you"
    assert state.starting("knock") == {"b3", "d3", "c2"}
    state = state.play("knock d3")
    assert state.cards["d3"] == "Ant wounded"
    assert "c3" not in state.cards


@both_seats
def test_DM_KEY_7_DM_R37_lunge_is_not_for_counterattacks(me: int) -> None:
    state = blocked(scene(CAST, "Bee c3, Post f3", "Hare c4, Post f4", me=me), "c3 x c4")
    assert set(state.options) == {"counterattack", "decline"}
    state = state.play("counterattack", "=1")
    assert state.totals() == [3]
    assert state.asked == "me"
    # From d4 a Lunge would reach d3, but the counterattack has no such shift.
    state = blocked(scene(CAST, "Bee d3, Post f3", "Hare c4, Post f4", me=me), "d3 x c4")
    assert state.asked == "me"


@both_seats
def test_DM_KEY_4_DM_R38_a_blocked_counterattack_of_an_evasive_card_may_shift(me: int) -> None:
    state = blocked(scene(CAST, "Ant c3, Post f3", "Cat c4, Post f4", me=me), "c3 x c4")
    state = state.play("counterattack", "=1", "=4")
    assert state.asked == "you"
    assert state.starting("evade") == {"b4", "d4"}
    state = state.play("evade d4")
    assert state.cards["d4"] == "-Cat"
    assert state.asked == "me"


@both_seats
def test_DM_R39_submerge_is_not_for_a_blocked_counterattack(me: int) -> None:
    state = blocked(scene(CAST, "Eel c3, Post f3", "Ox c4, Post f4", me=me), "c3 x c4")
    state = state.play("counterattack", "=1", "=4")
    assert state.starting("submerge") == set()
    assert state.asked == "me"
    assert state.cards["c3"] == "Eel"


# --- a counterattack that defeats (R40) ---------------------------------------------------------


@both_seats
@pytest.mark.parametrize("advance", [True, False])
def test_DM_R40_DM_R24_DM_ADV_2_the_attacker_leaves_and_the_blocker_may_advance(
    me: int, advance: bool
) -> None:
    state = scene(CAST, "Ant c3 wounded, Bee d3, Post f3", "Owl c4, Post f4", me=me)
    state = blocked(state, "c3 x c4").play("counterattack", "=4", "decline")
    assert state.left() == [("Ant", "DEFEATED")]
    assert state.discard("me") == ["Ant"]
    assert (state.asked, set(state.options)) == ("you", {"advance c3", "decline"})
    state = state.play("advance c3" if advance else "decline")
    assert state.cards["c3" if advance else "c4"] == "-Owl"
    # The phase goes on with the other cards.
    assert state.asked == "me"
    assert state.starting("attack") == {"f3 x f4", "d3 x c3" if advance else "d3 x c4"}


@both_seats
def test_DM_R40_helpers_of_a_defeated_attacker_have_attacked(me: int) -> None:
    state = scene(CAST, "Ant c3 wounded, Bee d3, Post f3", "Owl c4, Post f4", me=me)
    state = blocked(state, "c3 x c4", "d3").play("counterattack", "=4", "decline", "decline")
    assert "c3" not in state.cards
    assert state.starting("attack") == {"f3 x f4"}


@both_seats
def test_DM_R40_without_other_cards_the_phase_is_over(me: int) -> None:
    state = blocked(scene(CAST, "Ant c3 wounded", "Ox c4", me=me), "c3 x c4")
    state = state.play("counterattack", "=4", "decline", "decline")
    assert (state.asked, set(state.options)) == ("me", {"link", "pass"})


@both_seats
def test_DM_R40_DM_R25_DM_TRIG_5_on_discard_of_the_attacker_comes_before_the_advance(
    me: int,
) -> None:
    state = scene(CAST, "Imp c3 wounded, Post f3", "Ox c4, Post f4", me=me)
    state = blocked(state, "c3 x c4").play("counterattack", "=4", "decline")
    assert state.cards["c4"] == "-Ox wounded"
    assert state.asked == "you"
    assert "advance c3" in state.options
    # If On Discard defeats the blocker nobody is left to advance.
    state = scene(CAST, "Imp c3 wounded, Post f3", "Ox c4 wounded, Post f4", me=me)
    state = blocked(state, "c3 x c4").play("counterattack", "=4", "decline")
    assert state.left() == [("Imp", "DEFEATED"), ("Ox", "DEFEATED")]
    assert state.asked == "me"


@both_seats
def test_DM_R40_DM_R24_a_diagonal_counterattack_does_not_advance(me: int) -> None:
    state = scene(CAST, "Bee d3 wounded, Post f3", "Owl c4, Post f4", me=me)
    state = blocked(state, "d3 x c4").play("counterattack", "=4", "decline")
    assert state.left() == [("Bee", "DEFEATED")]
    assert state.asked == "me"


# --- what happens between the block and the counterattack ---------------------------------------


@both_seats
@pytest.mark.parametrize("end", ["b3", "c2", "d3"])
def test_DM_R20_range_is_looked_at_when_the_counterattack_is_made(me: int, end: str) -> None:
    state = blocked(scene(CAST, "Ant c3, Post f3", "Shover c4, Post f4", me=me), "c3 x c4")
    state = state.play(f"to {end}")
    assert "counterattack" not in state.options
    assert state.asked == "me"
    far = blocked(scene(FAR, "Ant c3, Post f3", "Shover c4, Post f4", me=me), "c3 x c4")
    assert "counterattack" in far.play(f"to {end}").options


@both_seats
def test_DM_KEY_8_DM_R21_an_outflank_attack_stays_one_when_the_card_is_defeated(me: int) -> None:
    state = scene(CAST, "Ant c3, Wolf b4 wounded, Post f3", "Thorn c4, Post f4", me=me)
    state = blocked(state, "c3 x c4", "b4").play("target b4")
    assert state.left() == [("Wolf", "DEFEATED")]
    assert state.asked == "me"
    # When the primary attacker is gone there is nobody to counterattack.
    state = scene(CAST, "Ant c3 wounded, Bee b4, Post f3", "Thorn c4, Post f4", me=me)
    state = blocked(state, "c3 x c4", "b4").play("target c3")
    assert state.asked == "me"
    # A helper without Outflank makes no difference.
    state = scene(CAST, "Ant c3, Bee b4 wounded, Post f3", "Thorn c4, Post f4", me=me)
    state = blocked(state, "c3 x c4", "b4").play("target b4")
    assert set(state.options) == {"counterattack", "decline"}


@both_seats
def test_DM_KEY_5_DM_R21_a_free_strike_stays_one_when_its_condition_ends(me: int) -> None:
    state = blocked(scene(CAST, "Bold c3, Post f3", "Hexer c4, Post f4", me=me), "c3 x c4")
    assert state.cards["c3"] == "Bold weakened"
    assert state.asked == "me"
    weak = scene(CAST, "Bold c3 weakened, Post f3", "Hexer c4, Post f4", me=me)
    assert set(blocked(weak, "c3 x c4").options) == {"counterattack", "decline"}
