"""Abilities that no shipped card has, but that a domain of one's own may give."""

import pytest

from tabletop_rules import dominum as dm
from tabletop_rules.core import ConfigError

from .helpers_fights import (
    Scene,
    activated,
    both_seats,
    card,
    domain,
    scene,
    triggered,
    war,
)

DRUM = 'type = "keyword", keyword = "deadly", to = { side = "own" }'
SCOUT = 'type = "deployment", places = ["neutral_line"]'
LAME = 'type = "bonus", stat = "steps", amount = -3'
SLOW = 'type = "bonus", stat = "steps", amount = -2'
CLEAN = 'type = "sacrifice", who = "all", target = { side = "own", names = ["Quill"] }'
POINT = 'type = "victory_points"'
SLAY = 'type = "wound", wounds = 2, target = { side = "own", names = ["Ant"] }'
ANT = card("Ant", 2)


def mage(
    me: int, *effects: str, mine: str = "", yours: str = "", more: str = "", my: str = ""
) -> Scene:
    """Return the position in which my Mage on c2 can use an ability with these effects."""
    config = war(card("Mage", 1, activated("attack", *effects, more=more)), card("Ox", 3), ANT)
    return scene(config, f"Mage c2, {mine}" if mine else "Mage c2", yours, me=me, my=my)


@both_seats
def test_DM_R36_each_of_several_cards_may_attack_or_not(me: int) -> None:
    state = mage(
        me,
        'type = "attack", who = "all", target = { side = "own", names = ["Ox", "Ant"] }',
        mine="Ox b3, Ant d3",
        yours="Ox b4, Ant d4",
    ).play("use c2")
    assert set(state.options) == {"attack b3 x b4", "decline"}  # in board order
    assert state.refused("attack b3 x d4") == "DM-ATK-1"
    state = state.play("decline")
    assert set(state.options) == {"attack d3 x d4", "decline"}
    state = state.play("attack d3 x d4", "=4", "decline")  # 2 + 4 against 2
    assert state.cards["d4"] == "-Ant wounded"
    assert state.cards["b4"] == "-Ox"


@both_seats
def test_DM_R36_whoever_reaches_nobody_is_not_asked(me: int) -> None:
    state = mage(
        me,
        'type = "attack", who = "all", target = { side = "own", names = ["Ox", "Ant"] }',
        mine="Ox b3, Ant d3",
        yours="Ant d4",
    ).play("use c2")
    assert set(state.options) == {"attack d3 x d4", "decline"}


@both_seats
def test_DM_SHIFT_1_each_of_several_cards_is_shifted(me: int) -> None:
    everyone = 'type = "shift", who = "all", target = { side = "own" }'
    state = mage(me, everyone, mine="Ox a2, Ant f2").play("use c2")
    assert state.starting("to") == {"a1", "a3", "b2"}
    state = state.play("to a3")
    assert state.starting("to") == {"f1", "f3", "e2"}
    state = state.play("to e2")
    assert state.cards == {"c2": "Mage", "a3": "Ox", "e2": "Ant"}


@both_seats
def test_DM_R43_a_card_that_has_left_is_brought_nowhere(me: int) -> None:
    """Of two effects for the card that was chosen the first removes it."""
    state = mage(
        me,
        'type = "wound", target = { names = ["Ox"] }',
        'type = "shift", who = "same"',
        POINT,
        yours="Ox c4 wounded, Ant f4",
    ).play("use c2")
    assert state.discard("you") == ["Ox"]
    assert dm.score(state.state)[me] == 1
    assert state.starting("to") == set()


@both_seats
@pytest.mark.parametrize("effect", ["heal", "cure"])
def test_DM_ACT_2_an_effect_on_the_card_itself_may_be_declined(me: int, effect: str) -> None:
    config = war(
        card("Mage", 1, activated("attack", f'type = "{effect}", who = "self", may = true'))
    )
    mark = "wounded" if effect == "heal" else "weakened"
    state = scene(config, f"Mage c2 {mark}", me=me).play("use c2")
    assert set(state.options) == {"target c2", "decline"}
    assert state.play("decline").cards == {"c2": f"Mage {mark}"}
    assert state.play("target c2").cards == {"c2": "Mage"}


@both_seats
def test_DM_R44_what_must_return_and_is_alone_returns_by_itself(me: int) -> None:
    back = 'type = "return_card", may = false'
    state = mage(me, back, my='discard = ["Ox"]').play("use c2")
    assert (state.hand("me"), state.discard("me")) == (["Ox"], [])
    state = mage(me, back, my='discard = ["Ant", "Ox"]').play("use c2")
    assert set(state.options) == {"return Ant", "return Ox"}
    state = mage(me, POINT, back).play("use c2")
    assert dm.score(state.state)[me] == 1
    assert state.hand("me") == []


@both_seats
def test_DM_INIT_8_a_deployment_elsewhere_may_cost_nothing(me: int) -> None:
    config = war(card("Scout", 1, SCOUT), ANT)
    for charges in (0, 2):
        mine = f'hand = ["Scout", "Ant"]\ncharges = {charges}'
        state = scene(config, "", me=me, phase="deploy", my=mine)
        (option,) = (text for text in state.options if text.startswith("deploy Scout b3"))
        assert not any(text.startswith("deploy Ant b3") for text in state.options)
        state = state.play(option)
        assert state.cards == {"b3": "Scout"}
        assert (state.hand("me"), state.charges("me")) == (["Ant"], charges)


@both_seats
@pytest.mark.parametrize("condition", ["attacking", "defending"])
def test_DM_TRIG_1_outside_an_attack_nobody_attacks_or_defends(me: int, condition: str) -> None:
    never = f'when = [{{ type = "{condition}" }}]'
    state = mage(me, POINT, yours="Ant c3", more=never)
    assert "attack c2 x c3" in state.options
    assert "use c2" not in state.options


@both_seats
def test_DM_MOVE_2_a_card_whose_steps_are_all_taken_away_does_not_move(me: int) -> None:
    config = war(card("Lame", 1, LAME), card("Slow", 1, SLOW))
    state = scene(config, "Lame a1, Slow f1", me=me, phase="move")
    assert state.starting("move") == {"f1 e1", "f1 f2"}


@both_seats
def test_DM_COORD_5_DM_R23_what_a_helper_lends_does_not_count(me: int) -> None:
    """A Deadly that others have from a Drum: 2 + 1 + 1 is a tie with 4."""
    config = war(card("Drum", 1, DRUM), card("Wall", 4), ANT, card("Bug", 1))
    attack = ["attack c3 x c4", "=1", "decline"]
    alone = scene(config, "Ant c3, Drum f1", "Wall c4 weakened", me=me).play(*attack)
    assert alone.results() == [(3, True)]  # 2 + 1 against 3
    other = scene(config, "Ant c3, Bug b4, Drum f1", "Wall c4", me=me)
    other = other.play("attack c3 x c4", "with b4", "=1", "decline")
    assert other.results() == [(4, True)]
    helping = scene(config, "Ant c3, Drum b4", "Wall c4", me=me)
    helping = helping.play("attack c3 x c4", "with b4", "=1", "decline")
    assert helping.results() == [(4, False)]


@both_seats
def test_DM_TRIG_1_DM_R25_a_card_that_left_before_its_turn_does_nothing(me: int) -> None:
    config = war(
        card("Mage", 1, activated("attack", SLAY)),
        card("Pike", 1, triggered("ally_defeated", CLEAN)),
        card("Quill", 1, triggered("ally_defeated", POINT)),
        ANT,
    )
    both = scene(config, "Mage c2, Quill f2, Ant d3", me=me).play("use c2")
    assert dm.score(both.state)[me] == 1
    state = scene(config, "Mage c2, Pike a2, Quill f2, Ant d3", me=me).play("use c2")
    assert sorted(state.discard("me")) == ["Ant", "Quill"]
    assert dm.score(state.state)[me] == 0


@both_seats
def test_DM_R3_DM_SETUP_2_a_view_tells_who_is_asked(me: int) -> None:
    state = mage(me, POINT).state
    for viewer in (0, 1, None):
        assert dm.view(state, viewer).actor == dm.actor(state) == me


def test_DM_R3_a_domain_without_a_ready_army_has_none_to_apply() -> None:
    config = dm.Config((domain(ANT), domain(ANT)))
    with pytest.raises(ConfigError, match="no ready army"):
        dm.apply_list(dm.initial_state(config))
