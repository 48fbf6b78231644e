"""Every kind of exchange, as a table worked out from the sentences alone."""

from itertools import product

import pytest

from .helpers_fights import DEADLY, FREE_STRIKE, Scene, both_seats, card, scene, war

STRENGTHS = {"Ant": 2, "Ox": 3}
CAST = war(
    card("Ant", 2, reach="radial"),
    card("Adder", 2, DEADLY, reach="radial"),
    card("Ox", 3, reach="radial"),
    card("Asp", 3, DEADLY, reach="radial"),
    card("Spear", 2, FREE_STRIKE),
    card("Fang", 2, FREE_STRIKE, DEADLY),
    card("Pawn", 5, reach="radial"),
    card("Page", 5, reach="radial"),
    card("Post", 1),
)
POWER = ["1", "2", "3", "4", "critical"]
ANSWERS = ["decline", *POWER]
MARKS = ["", " weakened"]


def wounds(total: int | None, defence: int | None, deadly: bool) -> bool:
    """Return whether an attack wounds; ``None`` is a Critical.

    The defender's Critical blocks all (DM-POWER-9), also a Critical and also Deadly (DM-R22); an
    attacker's Critical beats all else; otherwise the higher total, a tie only if Deadly.
    """
    if defence is None:
        return False
    if total is None:
        return True
    return total >= defence if deadly else total > defence


def answered(state: Scene, answer: str) -> Scene:
    return state.play("decline" if answer == "decline" else f"={answer}")


@both_seats
@pytest.mark.parametrize("power", POWER)
@pytest.mark.parametrize("deadly", [False, True])
@pytest.mark.parametrize("helpers", [0, 1, 2])
def test_DM_ATK_3_DM_ATK_5_DM_POWER_9_DM_KEY_3_DM_COORD_3_DM_COND_3_DM_R22_DM_R23_B9_B10(
    me: int, power: str, deadly: bool, helpers: int
) -> None:
    for mine, yours, guard in product(MARKS, MARKS, ("Ant", "Ox")):
        allies = [f"{name} {space}" for name, space in [("Pawn", "b3"), ("Page", "d3")][:helpers]]
        attacker = "Adder" if deadly else "Ant"
        army = ", ".join([f"{attacker} c3{mine}", "Post f3", *allies])
        state = scene(CAST, army, f"{guard} c4{yours}, Post f4", me=me)
        state = state.play("attack c3 x c4")
        for space in ("b3", "d3")[:helpers]:
            state = state.play(f"with {space}")
        if state.asked == "me":
            state = state.play("go")
        state = state.play(f"={power}")
        base = 2 - bool(mine) + helpers
        total = None if power == "critical" else base + int(power)
        assert state.totals() == [total]
        strength = STRENGTHS[guard] - bool(yours)
        for answer in ANSWERS:
            defence = {"decline": strength, "critical": None}.get(answer)
            if answer.isdigit():
                defence = strength + int(answer)
            expected = wounds(total, defence, deadly)
            after = answered(state, answer)
            assert after.results() == [(defence, expected)]
            assert after.cards["c4"] == f"-{guard}{' wounded' * expected}{yours}"
            assert after.cards["c3"] == f"{attacker}{mine}"
            # Who wounds goes on; who has blocked may counterattack.
            assert after.asked == ("me" if expected else "you")
            assert ("counterattack" in after.options) != expected


@both_seats
@pytest.mark.parametrize("guard", ["Ox", "Asp"])
def test_DM_CTR_1_DM_KEY_3_DM_R22_B9_B10_a_counterattack_is_decided_like_an_attack(
    me: int, guard: str
) -> None:
    for mine, yours, power in product(MARKS, MARKS, POWER):
        state = scene(CAST, f"Adder c3{mine}, Post f3", f"{guard} c4{yours}, Post f4", me=me)
        state = state.play("attack c3 x c4", "=1", "=4", "counterattack")
        assert state.asked == "chance"
        state = state.play(f"={power}")
        total = None if power == "critical" else 3 - bool(yours) + int(power)
        assert state.totals() == [total]
        assert state.asked == "me"
        for answer in ANSWERS:
            defence = {"decline": 2 - bool(mine), "critical": None}.get(answer)
            if answer.isdigit():
                defence = 2 - bool(mine) + int(answer)
            # The Adder's own Deadly is of no use when it defends.
            expected = wounds(total, defence, guard == "Asp")
            after = answered(state, answer)
            assert after.results() == [(defence, expected)]
            assert after.cards["c3"] == f"Adder{' wounded' * expected}{mine}"
            assert after.cards["c4"] == f"-{guard}{yours}"
            assert after.asked == "me"  # no counterattack to a counterattack
            assert "counterattack" not in after.options


@both_seats
@pytest.mark.parametrize("striker", ["Spear", "Fang"])
def test_DM_KEY_3_DM_KEY_5_DM_R22_B9_B10_a_free_strike_is_decided_like_an_attack(
    me: int, striker: str
) -> None:
    for power, answer in product(POWER, ANSWERS):
        state = scene(CAST, f"{striker} c3, Post f3", "Ox c4, Post f4", me=me)
        after = answered(state.play("attack c3 x c4", f"={power}"), answer)
        total = None if power == "critical" else 2 + int(power)
        defence = {"decline": 3, "critical": None}.get(answer)
        if answer.isdigit():
            defence = 3 + int(answer)
        assert after.results() == [(defence, wounds(total, defence, striker == "Fang"))]
        assert after.asked == "me"  # blocked or not: never a counterattack


@both_seats
def test_DM_KEY_3_B9_deadly_does_not_help_a_defender(me: int) -> None:
    # Were Deadly of use to a defender, it could only turn a total above its own.
    state = scene(CAST, "Ant c3", "Asp c4", me=me).play("attack c3 x c4", "=2", "decline")
    assert (state.totals(), state.results()) == ([4], [(3, True)])
    state = scene(CAST, "Ant c3", "Asp c4", me=me).play("attack c3 x c4", "=1", "decline")
    assert (state.totals(), state.results()) == ([3], [(3, False)])
    # A Deadly attacker against a Deadly defender wins the tie.
    state = scene(CAST, "Adder c3", "Asp c4", me=me).play("attack c3 x c4", "=1", "decline")
    assert (state.totals(), state.results()) == ([3], [(3, True)])
