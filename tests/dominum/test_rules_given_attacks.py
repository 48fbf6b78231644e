"""Alt Attack and the other attacks that abilities give."""

import pytest

from tabletop_rules.dominum import events

from .helpers_fights import (
    Scene,
    activated,
    both_seats,
    card,
    scene,
    stronghold,
    triggered,
    war,
)

ALT = 'type = "alt_attack", phases = ["reposition"]'
NESTED = {
    "choice": 'type = "choose", first = [{ type = "attack" }], second = [{ type = "charge" }]',
    "duel": 'type = "power_duel", lose = [{ type = "attack" }]',
    "draw": 'type = "draw_power", at_least = 1, success = [{ type = "attack" }]',
}
"""Attacks that are not an effect of the ability itself, but follow from one."""
CAST = war(
    card("Ant", 2),
    card("Bow", 2, ALT, reach="radial"),
    card("Bolt", 2, 'type = "alt_attack", phases = ["reposition"], free = true', reach="radial"),
    card("Sling", 2, 'type = "alt_attack", phases = ["attack"]'),
    card("Toll", 2, 'type = "alt_attack", phases = ["attack"], cost = { charges = 1 }'),
    card("Hurl", 2, 'type = "alt_attack", phases = ["move"], bonus = 2'),
    card("Raid", 2, triggered("on_deploy", 'type = "attack"', more="may = true")),
    card("Kin", 2, triggered("ally_defeated", 'type = "attack"')),
    card("Lout", 2, activated("attack", 'type = "attack"')),
    card("Fort", 4),
    card("Keep", 4, reach="radial"),
    card("Cub", 0),
    card("Post", 1),
    *(
        card(f"Nested {key}", 2, triggered("ally_defeated", effect))
        for key, effect in NESTED.items()
    ),
    stronghold(
        "Horn",
        triggered(
            "ally_defeated",
            'type = "attack", target = { side = "own", names = ["Keep"] }, who = "all"',
        ),
    ),
)
BLOCK = ("=1", "=4")


def use(state: Scene, space: str, attack: str) -> Scene:
    """Return the position after an ability's attack is declared."""
    state = state.play(f"use {space}")
    return state.play(f"attack {attack}") if f"attack {attack}" in state.options else state


@both_seats
def test_DM_KEY_1_DM_R36_alt_attack_is_optional_at_the_time_on_the_card(me: int) -> None:
    for phase in ("deploy", "move", "reposition", "attack", "charge"):
        state = scene(CAST, "Bow c3, Ant f2", "Fort c4, Cub f3", me=me, phase=phase)
        assert ("use c3" in state.options) == (phase == "reposition")
    state = scene(CAST, "Bow c3, Ant f2", "Fort c4, Cub f3", me=me, phase="reposition")
    assert "done" in state.options
    assert "use c3" not in state.play("shift c3 c2").options  # no enemy within range there


@both_seats
def test_DM_KEY_1_DM_R31_DM_R36_once_per_phase(me: int) -> None:
    state = scene(CAST, "Bow c3, Ant f2", "Fort c4, Cub d4", me=me, phase="reposition")
    state = use(state, "c3", "c3 x d4").play("=4", "decline")
    assert state.cards["d4"] == "-Cub wounded"
    assert "use c3" not in state.options
    assert state.refused("use c3").startswith("DM-")
    assert "shift c3 c2" in state.options


@both_seats
@pytest.mark.parametrize("name", ["Sling", "Lout"])
@pytest.mark.parametrize("first", ["use", "attack"])
def test_DM_KEY_1_DM_R36_it_comes_on_top_of_the_attack_of_the_phase(
    me: int, name: str, first: str
) -> None:
    state = scene(CAST, f"{name} c3, Ant f2", "Fort c4, Cub f3", me=me)
    if first == "use":
        state = use(state, "c3", "c3 x c4").play("=4", "decline")
        assert "c3 x c4" in state.starting("attack")
        state = state.play("attack c3 x c4", "=3", "=4", "decline")
    else:
        state = state.play("attack c3 x c4", "=4", "decline")
        assert "use c3" in state.options
        state = use(state, "c3", "c3 x c4").play("=3", "=4", "decline")
    assert {"use c3", "attack c3 x c4"}.isdisjoint(state.options)


@both_seats
def test_DM_R36_all_rules_of_attacks_hold(me: int) -> None:
    state = scene(CAST, "Bow c3, Ant b3", "Keep c4, Cub f3", me=me, phase="reposition")
    state = use(state, "c3", "c3 x c4")
    assert state.asked == "chance"  # by that card alone: no helper is asked for
    state = state.play("=3")
    assert state.totals() == [5]
    assert (state.asked, set(state.options)) == ("you", {"power deck", "decline"})
    assert state.play("decline").results() == [(4, True)]
    state = state.play("=1")
    assert state.results() == [(5, False)]
    assert set(state.options) == {"counterattack", "decline"}
    state = state.play("counterattack", "=4", "decline")
    assert state.cards["c3"] == "Bow wounded"
    assert "shift c3 c2" in state.options  # the phase goes on


@both_seats
def test_DM_R36_DM_KEY_5_a_free_one_cannot_be_countered(me: int) -> None:
    state = scene(CAST, "Bolt c3, Ant b3", "Keep c4, Cub f3", me=me, phase="reposition")
    state = use(state, "c3", "c3 x c4").play(*BLOCK)
    assert state.results() == [(8, False)]
    assert state.asked == "me"


@both_seats
def test_DM_R36_DM_R24_it_can_defeat_and_advance_in_any_phase(me: int) -> None:
    state = scene(CAST, "Bow c3, Ant b2", "Fort c4 wounded, Cub f3", me=me, phase="reposition")
    state = use(state, "c3", "c3 x c4").play("=4", "decline")
    assert set(state.options) == {"advance c4", "decline"}
    state = state.play("advance c4")
    assert state.cards["c4"] == "Bow"


@both_seats
def test_DM_R36_a_bonus_of_the_ability_counts(me: int) -> None:
    state = scene(CAST, "Hurl c3, Ant b2", "Keep c4, Cub f3", me=me, phase="move")
    assert use(state, "c3", "c3 x c4").play("=1").totals() == [2 + 2 + 1]


@both_seats
@pytest.mark.parametrize("charges", [0, 1, 3])
def test_DM_ACT_2_B17_an_alt_attack_that_cannot_be_paid_is_not_offered(
    me: int, charges: int
) -> None:
    mine = f'stronghold = "Keep 0"\ncharges = {charges}'
    state = scene(CAST, "Toll c3, Ant f2", "Keep c4, Cub f3", me=me, my=mine)
    assert ("use c3" in state.options) == (charges > 0)
    if charges:
        state = use(state, "c3", "c3 x c4")
        assert state.charges("me") == charges - 1


@both_seats
def test_DM_R36_without_an_enemy_in_range_nothing_is_attacked(me: int) -> None:
    state = scene(CAST, "Sling c2, Ant f2", "Keep c4, Cub f3", me=me)
    if "use c2" in state.options:
        state = state.play("use c2")
    assert state.of(events.AttackDeclared) == []


@both_seats
@pytest.mark.parametrize("answer", ["accept", "decline"])
def test_DM_R36_DM_DEP_3_an_attack_on_deploying_is_at_once_or_lost(me: int, answer: str) -> None:
    hand = 'hand = ["Raid", "Cub"]'
    state = scene(CAST, "Ant f3", "Keep c3, Post f4", me=me, phase="deploy", my=hand)
    state = state.play("deploy Raid c2", answer)
    if answer == "accept":
        state = state.play("attack c2 x c3") if "attack c2 x c3" in state.options else state
        state = state.play(*BLOCK)
        assert set(state.options) == {"counterattack", "decline"}
        state = state.play("decline")
    assert state.asked == "me"
    assert "deploy Cub a1" in state.options
    assert "accept" not in state.options
    assert state.starting("attack") == set()


@both_seats
def test_DM_R36_an_attack_on_the_opponents_turn(me: int) -> None:
    state = scene(CAST, "Ant b3, Bow c3, Post f3", "Fort b4 wounded, Kin c4, Post f4", me=me)
    state = state.play("attack b3 x b4", "go", "=critical", "decline")
    assert state.asked == "you"
    state = state.play("attack c4 x c3") if "attack c4 x c3" in state.options else state
    state = state.play("=4", "decline")
    assert state.cards["c3"] == "Bow wounded"
    # Then my phase goes on: the advance of the Ant, then the other cards.
    assert state.asked == "me"
    assert "advance b4" in state.options


@both_seats
def test_DM_R36_an_attack_by_a_trigger_once_per_phase(me: int) -> None:
    state = scene(
        CAST,
        "Ant b3, Bow d3, Keep c3, Post f3",
        "Fort b4 wounded, Cub d4 wounded, Kin c4, Post f4",
        me=me,
    )
    state = _defeats(state, "b3 x b4")
    assert state.asked == "you"
    assert state.starting("attack") == {"c4 x c3"}
    state = state.play("attack c4 x c3", "=1", "=4", "decline")
    state = state.play("decline") if state.starting("advance") else state
    state = _defeats(state, "d3 x d4")
    assert state.left()[-1] == ("Cub", "DEFEATED")
    assert state.asked == "me"  # the Kin has made the attack that its ability gives it


def _defeats(state: Scene, attack: str) -> Scene:
    state = state.play(f"attack {attack}")
    return state.play(*(["go"] if "go" in state.options else []), "=3", "decline")


@both_seats
@pytest.mark.parametrize("key", NESTED)
def test_DM_R36_an_attack_in_an_effect_of_an_effect_once_per_phase(me: int, key: str) -> None:
    before = {"choice": ["option 1"], "duel": ["=1", "=4"], "draw": ["=2"]}[key]
    state = scene(
        CAST,
        "Ant b3, Bow d3, Keep c3, Post f3",
        f"Fort b4 wounded, Cub d4 wounded, Nested {key} c4, Post f4",
        me=me,
    )
    state = _defeats(state, "b3 x b4").play(*before)
    assert state.starting("attack") == {"c4 x c3"}
    state = state.play("attack c4 x c3", "=1", "=4", "decline")
    state = state.play("decline") if state.starting("advance") else state
    state = _defeats(state, "d3 x d4")
    assert state.left()[-1] == ("Cub", "DEFEATED")
    assert state.asked == "me"


@both_seats
def test_DM_R36_DM_SH_3_an_attack_by_a_trigger_of_the_stronghold_once_per_phase(me: int) -> None:
    state = scene(
        CAST,
        "Ant b3, Bow d3, Keep c3, Post f3",
        "Fort b4 wounded, Cub d4 wounded, Keep c4, Post f4",
        me=me,
        your='stronghold = "Horn"',
    )
    state = _defeats(state, "b3 x b4")
    assert "c4 x c3" in state.starting("attack")
    state = state.play("attack c4 x c3", "=1", "=4", "decline")
    state = state.play("decline") if state.starting("advance") else state
    state = _defeats(state, "d3 x d4")
    assert state.left()[-1] == ("Cub", "DEFEATED")
    assert state.asked == "me"
    state = state.play("decline") if state.starting("advance") else state
    state = state.play(*(["done"] if "done" in state.options else []), "pass")
    assert state.state.players[1 - me].used == 0  # in the next phase it happens again


@both_seats
def test_DM_R37_a_lunge_goes_only_where_its_victim_is_one_still(me: int) -> None:
    """The Moth flies only while an enemy is in its Domain, so a lunge out of it finds no flyer."""
    moth = (
        'type = "keyword", keyword = "flying", when = [{ type = "count", '
        'cards = { side = "enemy", places = ["own_domain"] } }]'
    )
    swat = 'type = "attack", victim = { flying = true }, keywords = ["lunge"]'
    config = war(card("Swat", 2, activated("attack", swat)), card("Moth", 2, moth))
    state = scene(config, "Swat b4", "Moth c3", me=me)
    assert state.starting("use") == {"b4"}  # by way of c4, in the enemy Domain
    state = state.play("use b4")
    assert set(state.options) == {"lunge b4 c4", "decline"}  # b3 is in range of the Moth, too
    state = state.play("lunge b4 c4", "=4", "decline")  # no second card
    assert state.totals() == [6]
