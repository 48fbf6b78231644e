"""Attacks: who reaches whom, the totals, who draws when, and what a tie is."""

import pytest

from tabletop_rules import dominum as dm
from tabletop_rules.dominum import events

from .helpers_fights import (
    OPEN,
    Scene,
    activated,
    around,
    beside,
    both_seats,
    card,
    scene,
    war,
)

WEAKEN = activated("attack", 'type = "weaken"')
CAST = war(
    card("Ant", 2),
    card("Ox", 3),
    card("Bee", 3, reach="radial"),
    card("Kite", 2, fly=True),
    card("Cub", 0),
    card("Wall", 1, defence=4),
    card("Glass", 4, defence=0),
    card("Witch", 1, WEAKEN),
    card("King", 4, kind="hero", reach="radial"),
    card("Post", 1),
)


# --- range --------------------------------------------------------------------------------------


@both_seats
@pytest.mark.parametrize("attacker", ["Ant", "Bee", "Kite"])
@pytest.mark.parametrize("space", OPEN)
def test_DM_ATK_1_DM_CARD_3_DM_R19_one_step_of_the_own_range(
    me: int, attacker: str, space: str
) -> None:
    reach = around(space) if attacker == "Bee" else beside(space)  # flying changes moves only
    for target in OPEN:
        if target == space:
            continue
        state = scene(CAST, f"{attacker} {space}", f"King {target}", me=me)
        expected = [f"attack {space} x {target}"] if target in reach else []
        assert [text for text in state.options if text.startswith("attack")] == expected


@both_seats
@pytest.mark.parametrize(("mine", "yours"), [("b1", "e1"), ("c2", "d2"), ("b1", "c2")])
def test_DM_R19_nothing_is_reached_across_a_stronghold(me: int, mine: str, yours: str) -> None:
    state = scene(CAST, f"Ant {mine}", f"Ox {yours}", me=me)
    reached = (mine, yours) == ("c2", "d2")
    assert state.starting("attack") == ({"c2 x d2"} if reached else set())


@both_seats
def test_DM_ATK_1_only_enemies_are_attacked_in_the_attack_phase_alone(me: int) -> None:
    state = scene(CAST, "Bee c3, Ant c2, Cub b3", "Ox d3, King d4", me=me)
    assert state.starting("attack") == {"c3 x d3", "c3 x d4"}
    assert state.refused("attack c3 x c2") in {"DM-ATK-1", "DM-R19"}
    for phase in ("move", "reposition"):
        other = scene(CAST, "Bee c3, Ant c2", "Ox d3", me=me, phase=phase)
        assert other.starting("attack") == set()


# --- the total ----------------------------------------------------------------------------------


@both_seats
@pytest.mark.parametrize("number", [1, 2, 3, 4])
@pytest.mark.parametrize(("attacker", "strength"), [("Ant", 2), ("Ox", 3), ("Cub", 0)])
def test_DM_ATK_2_strength_and_power_are_the_attack_total(
    me: int, number: int, attacker: str, strength: int
) -> None:
    state = scene(CAST, f"{attacker} c3", "King c4", me=me).play("attack c3 x c4", f"={number}")
    assert state.totals() == [strength + number]
    assert state.asked == "you"


@both_seats
@pytest.mark.parametrize(("target", "defence"), [("Ox", 3), ("Wall", 4), ("Glass", 0)])
def test_DM_ATK_3_DM_ATK_5_DM_R18_B9_only_a_total_above_the_defence_wounds(
    me: int, target: str, defence: int
) -> None:
    for number in (1, 2, 3, 4):
        state = scene(CAST, "Cub c3, Post f3", f"{target} c4, Post f4", me=me)
        state = state.play("attack c3 x c4", f"={number}", "decline")
        assert state.results() == [(defence, number > defence)]
        assert state.cards["c4"].endswith("wounded") == (number > defence)
        blocked = number <= defence
        assert state.asked == ("you" if blocked else "me")  # the counterattack is offered, or not


@both_seats
def test_DM_R18_one_printed_strength_serves_attack_and_defence_unless_there_is_a_defence(
    me: int,
) -> None:
    for mine, total in (("Wall", 1 + 2), ("Glass", 4 + 2), ("Ox", 3 + 2)):
        state = scene(CAST, f"{mine} c3", "King c4", me=me).play("attack c3 x c4", "=2")
        assert state.totals() == [total]


@both_seats
@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_DM_BLOCK_1_B9_a_power_card_of_the_defender_is_added(me: int, number: int) -> None:
    state = scene(CAST, "Ox c3, Post f3", "Ant c4, Post f4", me=me)
    state = state.play("attack c3 x c4", "=2", f"={number}")  # 5 against 2 + number
    assert state.results() == [(2 + number, number < 3)]


# --- weakened -----------------------------------------------------------------------------------


@both_seats
def test_DM_COND_3_DM_R18_B17_weakened_cards_attack_and_defend_with_one_less(me: int) -> None:
    state = scene(CAST, "Ox c3 weakened", "King c4", me=me).play("attack c3 x c4", "=3")
    assert state.totals() == [2 + 3]
    for target, defence in (("Ox", 2), ("Wall", 3), ("King", 3)):
        state = scene(CAST, "Ant c3", f"{target} c4 weakened", me=me)
        assert state.play("attack c3 x c4", "=1", "decline").results()[0][0] == defence
    state = scene(CAST, "Ant c3", "Ox c4 weakened", me=me).play("attack c3 x c4", "=1", "=2")
    assert state.results() == [(2 + 2, False)]


@both_seats
def test_DM_R18_a_weakened_strength_is_never_below_0(me: int) -> None:
    state = scene(CAST, "Cub c3 weakened", "Glass c4 weakened", me=me)
    state = state.play("attack c3 x c4", "=1")
    assert state.totals() == [1]
    assert state.play("decline").results() == [(0, True)]
    assert state.play("=1").results() == [(1, False)]


@both_seats
def test_DM_COND_4_B17_weaken_tokens_do_not_add_up(me: int) -> None:
    state = scene(CAST, "Witch a2, Ant c3", "Ox c4, King e5", me=me)
    state = state.play("use a2", "target c4")
    assert state.cards["c4"] == "-Ox weakened"
    # Alone, a weakened enemy is nothing to use the ability on; two such abilities do no more.
    state = scene(CAST, "Witch a2, Ant c3", "Ox c4 weakened", me=me)
    assert "use a2" not in state.options
    assert state.cards["c4"] == "-Ox weakened"
    assert state.play("attack c3 x c4", "=1", "decline").results() == [(2, True)]


# --- who draws, and when ------------------------------------------------------------------------


@both_seats
@pytest.mark.parametrize("reserve", ["2", "1 critical", "1 2 3"])
def test_DM_POWER_13_DM_POWER_3_the_attacker_must_draw_from_deck_or_reserve(
    me: int, reserve: str
) -> None:
    state = scene(CAST, "Ant c3", "Ox c4", me=me, my=f'reserve = "{reserve}"')
    state = state.play("attack c3 x c4")
    assert state.asked == "me"
    assert set(state.options) == {
        "power deck",
        *(f"power reserve {name}" for name in reserve.split()),
    }
    assert state.refused("decline").startswith("DM-")
    for name in reserve.split():
        after = state.play(f"power reserve {name}")
        used = 0 if name == "critical" else int(name)
        assert after.power("me").used == (used,)  # to the used pile at once
        assert used not in after.power("me").reserve


@both_seats
def test_DM_POWER_2_a_flip_is_an_even_chance_over_the_deck(me: int) -> None:
    state = scene(CAST, "Ant c3", "Ox c4", me=me, my='used = "1 2 2 critical"')
    state = state.play("attack c3 x c4")
    assert state.asked == "chance"
    odds = {dm.format_action(a): str(share) for a, share in dm.chance_outcomes(state.state)}
    assert odds == {"draw 1": "1/5", "draw 3": "2/5", "draw 4": "2/5"}


@both_seats
@pytest.mark.parametrize("number", ["1", "4", "critical"])
@pytest.mark.parametrize("target", ["Cub", "King"])
def test_DM_POWER_12_DM_ATK_8_DM_R41_the_defender_is_always_asked_after_the_total(
    me: int, number: str, target: str
) -> None:
    # Also where nothing can change: 0 + 1 against 4, or a Critical without one to answer it.
    state = scene(
        CAST, "Cub c3", f"{target} c4", me=me, your='reserve = "2 3" \n used = "critical"'
    )
    state = state.play("attack c3 x c4", f"={number}")
    assert state.totals() == [None if number == "critical" else int(number)]
    assert state.asked == "you"
    assert set(state.options) == {"power deck", "power reserve 2", "power reserve 3", "decline"}
    before = state.power("you")
    assert state.play("decline").power("you") == before
    after = state.play("power reserve 3")
    assert after.power("you").used == (0, 3)
    assert after.power("you").reserve == (2,)


@both_seats
def test_DM_R41_declining_leaves_the_strength_alone(me: int) -> None:
    state = scene(CAST, "Cub c3", "Ox c4", me=me).play("attack c3 x c4", "=4", "decline")
    assert state.results() == [(3, True)]
    assert len(state.of(events.PowerDeclined)) == 1


@both_seats
@pytest.mark.parametrize("reserve", ["1 4", "1 4 critical"])
def test_DM_R15_B4_with_an_empty_deck_power_comes_from_the_reserve_only(
    me: int, reserve: str
) -> None:
    rest = ["critical", "1", "1", "2", "2", "3", "3", "4", "4"]
    for name in reserve.split():
        rest.remove(name)
    mine = f'reserve = "{reserve}"\nused = "{" ".join(rest)}"'
    state = scene(CAST, "Ant c3", "Ox c4", me=me, my=mine, your=mine)
    state = state.play("attack c3 x c4")
    assert state.of(events.DeckCycled) == []
    assert set(state.options) == {f"power reserve {name}" for name in reserve.split()}
    state = scene(CAST, "Ant c3", "Ox c4", me=me, your=mine).play("attack c3 x c4", "=1")
    assert state.asked == "you"
    assert set(state.options) == {
        "decline",
        *(f"power reserve {name}" for name in reserve.split()),
    }


# --- how often ----------------------------------------------------------------------------------


@both_seats
@pytest.mark.parametrize("answer", ["decline", "=critical"])
def test_DM_ATK_7_a_card_attacks_once_in_the_phase(me: int, answer: str) -> None:
    state = scene(
        CAST, "Bee c3, Ant a3, Post f3", "Ox c4, Cub d4, Cub2 a4".replace(", Cub2 a4", ""), me=me
    )
    state = scene(
        CAST, "Bee c3, Ant a3", "Cub c4, Cub d4".replace("Cub d4", "Glass d4, Ox a4"), me=me
    )
    assert state.starting("attack") == {"c3 x c4", "c3 x d4", "a3 x a4"}
    state = state.play("attack c3 x c4", "=1", answer)
    if state.asked == "you":
        state = state.play("decline")
    assert state.starting("attack") == {"a3 x a4"}
    assert state.refused("attack c3 x d4").startswith("DM-ATK")


@both_seats
def test_DM_ATK_7_in_the_next_attack_phase_it_may_attack_again(me: int) -> None:
    tokens = 'phases = ["move", "charge"]'
    state = scene(CAST, "Ant c3", "Ox c4", me=me, my=tokens, your=tokens)
    state = state.play("attack c3 x c4", "=4", "=1")  # 6 against 4
    assert state.cards["c4"] == "-Ox wounded"
    other = scene(CAST, "Ant c3 attacked, Post f3", "Ox c4, Post f4", me=me)
    assert other.starting("attack") == {"f3 x f4"}
    units = state.play("pass").state.units
    assert not any(unit.attacked for unit in units)


@both_seats
def test_DM_ATK_1_no_card_has_to_attack(me: int) -> None:
    state = scene(CAST, "Ant c3", "Ox c4", me=me)
    assert state.options == ["attack c3 x c4", "done"]
    after = state.play("done")
    assert after.cards == state.cards
    assert after.asked == "me"
    assert set(after.options) == {"link", "pass"}


@both_seats
def test_DM_ATK_2_DM_POWER_4_the_events_tell_the_exchange_in_order(me: int) -> None:
    state: Scene = scene(CAST, "Ant c3", "Ox c4", me=me).play("attack c3 x c4", "=4", "=2")
    assert [type(event).__name__ for event in state.events] == [
        "AttackDeclared",
        "PowerUsed",
        "AttackTotalled",
        "PowerUsed",
        "AttackResolved",
        "CardStatus",
    ]
    assert state.results() == [(5, True)]
    assert (state.power("me").used, state.power("you").used) == ((4,), (2,))
