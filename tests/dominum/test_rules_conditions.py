"""Abilities under conditions: which attack, which other card, and how near they mean."""

import pytest

from tabletop_rules import dominum as dm
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

POINT = 'type = "victory_points"'
ATTACKING = 'when = [{ type = "attacking" }]'
DEFENDING = 'when = [{ type = "defending" }]'
TEAM = 'when = [{ type = "coordinated" }]'


def keyword(name: str, more: str) -> str:
    return f'type = "keyword", keyword = "{name}", {more}'


def points(state: Scene) -> tuple[int, int]:
    """Return my points and yours."""
    first, second = dm.score(state.state)
    return (first, second) if state.me == 0 else (second, first)


CAST = war(
    card("Ant", 2),
    card("Ox", 3),
    card("Bee", 2, reach="radial"),
    card("Fort", 4),
    card("Ram", 2, keyword("knockback", ATTACKING)),
    card("Cat", 2, keyword("evasive", ATTACKING)),
    card("Eel", 3, keyword("submerge", DEFENDING)),
    card("Drum", 1, keyword("deadly", f'{TEAM}, to = {{ side = "own" }}')),
    card("Sore", 1, triggered("first_wound", POINT, more=DEFENDING)),
    card("Wary", 4, triggered("blocks", POINT, more=DEFENDING)),
    card("Kin", 1, triggered("ally_defeated", POINT, more=TEAM)),
    card("Witch", 1, activated("attack", 'type = "wound", target = { names = ["Sore"] }')),
    card("Post", 1),
    card("King", 4, kind="hero"),
)


# --- which attack -----------------------------------------------------------------------------


@both_seats
def test_DM_KEY_6_DM_KEY_4_keywords_that_a_card_has_while_it_attacks(me: int) -> None:
    state = scene(CAST, "Ram c3", "Ox c4, Post f5", me=me)
    state = state.play("attack c3 x c4", "=4", "decline")
    assert state.starting("knock") == {"b4", "d4"}
    state = scene(CAST, "Cat c3", "Fort c4", me=me).play("attack c3 x c4", "=1", "decline")
    assert state.starting("evade") == {"b3", "d3", "c2"}


@both_seats
def test_DM_KEY_9_a_keyword_that_a_card_has_while_it_defends(me: int) -> None:
    state = scene(CAST, "Ant c3", "Eel c4", me=me).play("attack c3 x c4", "=1", "decline")
    assert state.starting("submerge") == {"b4", "d4"}  # c5 is the stronghold


@both_seats
def test_DM_COORD_1_a_keyword_that_is_lent_for_coordinated_attacks(me: int) -> None:
    """2 + 1 + 1 and 3 + 1 are ties with 4."""
    together = scene(CAST, "Ant c3, Bee b3, Drum f1", "Fort c4", me=me)
    together = together.play("attack c3 x c4", "with b3", "=1", "decline")
    assert together.results() == [(4, True)]
    alone = scene(CAST, "Ox c3, Drum f1", "Fort c4", me=me)
    assert alone.play("attack c3 x c4", "=1", "decline").results() == [(4, False)]


@both_seats
def test_DM_TRIG_4_a_first_wound_by_an_attack_or_by_an_ability(me: int) -> None:
    state = scene(CAST, "Ox c3, Witch a1", "Sore c4, Post f5", me=me)
    assert points(state.play("attack c3 x c4", "=4", "decline")) == (0, 1)
    assert points(state.play("use a1")) == (0, 0)


@both_seats
def test_DM_TRIG_1_what_a_block_and_a_defeat_in_an_attack_set_off(me: int) -> None:
    blocked = scene(CAST, "Ant c3", "Wary c4", me=me).play("attack c3 x c4", "=1", "decline")
    assert points(blocked) == (0, 1)
    mine, yours = "Ant c3, Bee b3, Post f1", "Post c4 wounded, Kin f5"
    state = scene(CAST, mine, yours, me=me).play("attack c3 x c4")
    assert points(state.play("with b3", "=4", "decline")) == (0, 1)
    assert points(state.play("go", "=4", "decline")) == (0, 0)


@both_seats
@pytest.mark.parametrize(
    ("against", "attacker", "strength"),
    [
        ('within = "adjacent"', "Bee c3", 2 + 3),
        ('within = "adjacent"', "Bee b3", 2),  # diagonally
        ('places = ["neutral_line"]', "Bee c3", 2 + 3),
        ('places = ["own_domain"]', "Bee c3", 2),
        ('places = ["own_domain"]', "Bee b4", 2 + 3),
        ('places = ["enemy_domain"]', "Bee b4", 2),
        ('types = ["hero"]', "Bee c3", 2),
        ('types = ["warrior"]', "Bee c3", 2 + 3),
    ],
)
def test_DM_R18_a_defence_against_certain_attackers(
    me: int, against: str, attacker: str, strength: int
) -> None:
    when = f'when = [{{ type = "defending", against = {{ {against} }} }}]'
    config = war(
        card("Wall", 2, f'type = "bonus", stat = "defence", amount = 3, {when}'),
        card("Bee", 2, reach="radial"),
    )
    space = attacker.split()[1]
    state = scene(config, attacker, "Wall c4", me=me).play(f"attack {space} x c4", "=1", "decline")
    assert state.results()[0][0] == strength


@both_seats
def test_DM_R36_an_attack_by_ability_on_certain_victims(me: int) -> None:
    for places, spaces in (
        ("neutral_line", {"attack c2 x c3"}),
        ("own_domain", {"attack c2 x b2"}),
        ("enemy_domain", set[str]()),
    ):
        given = f'type = "attack", victim = {{ places = ["{places}"] }}'
        config = war(card("Mage", 3, activated("move", given)), card("Ant", 2))
        other = scene(config, "Mage c2", "Ant b2", me=me, phase="move")
        state = scene(config, "Mage c2", "Ant c3", me=me, phase="move")
        found: set[str] = set()
        for each in (state, other):
            if "use c2" in each.options:
                found |= {o for o in each.play("use c2").options if o.startswith("attack")}
        assert found == spaces


# --- which other card -------------------------------------------------------------------------

HERO = 'when = [{ type = "other_is", cards = { side = "SIDE", types = ["hero"] } }]'


@both_seats
@pytest.mark.parametrize("bearer", ["card", "stronghold"])
def test_DM_TRIG_1_the_other_card_of_a_deployment(me: int, bearer: str) -> None:
    hero = triggered("ally_deploys", POINT, more=HERO.replace("SIDE", "own"))
    foe = triggered("enemy_deploys", POINT, more=HERO.replace("SIDE", "enemy"))
    parts = [card("King", 4, kind="hero"), card("Ant", 2)]
    parts += [
        stronghold("Hall", hero, foe) if bearer == "stronghold" else card("Bard", 1, hero, foe)
    ]
    config = war(*parts)
    hall = 'stronghold = "Hall"\n' if bearer == "stronghold" else ""
    bard = "Bard f1" if bearer == "card" else ""
    for name, gained in (("King", 1), ("Ant", 0)):
        hand = 'hand = ["King", "Ant"]'
        state = scene(config, bard, "", me=me, phase="deploy", my=hall + hand)
        assert points(state.play(f"deploy {name} a1")) == (gained, 0)
        state = scene(config, "", bard, me=me, phase="deploy", my=hand, your=hall)
        assert points(state.play(f"deploy {name} a1")) == (0, gained)


@both_seats
@pytest.mark.parametrize("bearer", ["card", "stronghold"])
def test_DM_TRIG_1_the_other_card_of_a_defeat(me: int, bearer: str) -> None:
    hero = triggered("ally_defeated", POINT, more=HERO.replace("SIDE", "own"))
    foe = triggered("enemy_defeated", POINT, more=HERO.replace("SIDE", "enemy"))
    parts = [card("King", 1, kind="hero"), card("Ant", 1), card("Ox", 3)]
    parts += [
        stronghold("Hall", hero, foe) if bearer == "stronghold" else card("Bard", 1, hero, foe)
    ]
    config = war(*parts)
    hall = 'stronghold = "Hall"' if bearer == "stronghold" else ""
    bard = ", Bard f1" if bearer == "card" else ""
    for name, gained in (("King", 1), ("Ant", 0)):
        fight = ("attack c3 x c4", "=4", "decline")
        victim = f"{name} c4 wounded"
        state = scene(config, "Ox c3" + bard, victim, me=me, my=hall)
        assert points(state.play(*fight)) == (gained, 0)
        state = scene(config, "Ox c3", victim + bard, me=me, your=hall)
        assert points(state.play(*fight)) == (0, gained)


# --- how near, and how many -------------------------------------------------------------------


def boosted(me: int, target: str, mine: str) -> set[str]:
    effect = f'type = "strengthen", who = "all", target = {{ side = "own", {target} }}'
    config = war(card("Mage", 1, activated("attack", effect)), card("Ox", 3), card("Ant", 2))
    state = scene(config, f"Mage c2, {mine}", me=me)
    if "use c2" not in state.options:  # there is nobody whom it could be for
        return set()
    return {event.card for event in state.play("use c2").of(events.CardBoosted)}


@both_seats
def test_DM_ADJ_1_in_the_same_column_or_row(me: int) -> None:
    column = 'within = "column"'
    assert boosted(me, column, "Ox c4, Ant d2") == {"Ox"}
    assert boosted(me, column, "Ox b2, Ant d3") == set()
    assert boosted(me, f"{column}, itself = true", "Ox d2") == {"Mage"}
    row = 'within = "row"'
    assert boosted(me, row, "Ox f2, Ant c3") == {"Ox"}
    assert boosted(me, f"{row}, itself = true", "Ox a2, Ant a3") == {"Mage", "Ox"}


@both_seats
def test_DM_ACT_1_the_same_card_is_meant_beyond_an_effect_in_between(me: int) -> None:
    effects = ('type = "weaken"', 'type = "charge"', 'type = "wound", who = "same"')
    config = war(card("Mage", 1, activated("attack", *effects)), card("Ox", 3), card("Ant", 2))
    state = scene(config, "Mage c2", "Ox c4, Ant d4", me=me).play("use c2", "target d4")
    assert state.cards["d4"] == "-Ant wounded weakened"
    assert state.cards["c4"] == "-Ox"
    assert state.charges("me") == 1


@both_seats
def test_DM_SH_1_an_effect_for_both_sides_is_told_twice(me: int) -> None:
    both = 'type = "charge", amount = 1, side = "either"'
    config = war(card("Mage", 1, activated("attack", both)))
    state = scene(config, "Mage c2", me=me).play("use c2")
    assert sorted(event.seat for event in state.of(events.ChargesChanged)) == [0, 1]
    more = 'type = "victory_points", side = "either"'
    config = war(card("Mage", 1, activated("attack", more)))
    state = scene(config, "Mage c2", me=me).play("use c2")
    assert sorted(event.seat for event in state.of(events.PointsChanged)) == [0, 1]
    assert points(state) == (1, 1)


@both_seats
def test_DM_RES_2_three_cards_of_a_reserve_board_are_lost_one_by_one(me: int) -> None:
    config = war(card("Thief", 1, activated("attack", 'type = "lose_reserve", count = 3')))
    theirs = 'reserve = "1 2 3"'
    state = scene(config, "Thief c2", me=me, your=theirs).play("use c2", "discard 2", "discard 1")
    assert [event.card for event in state.of(events.PowerDiscarded)] == [2, 1, 3]
    assert state.power("you").reserve == ()


@both_seats
@pytest.mark.parametrize(
    ("mine", "yours", "rule"),
    [("3", "2", "DM-DUEL-2"), ("critical", "2", "DM-POWER-11"), ("3", "critical", "DM-POWER-11")],
)
def test_DM_POWER_11_DM_DUEL_2_what_decides_a_duel(
    me: int, mine: str, yours: str, rule: str
) -> None:
    config = war(
        card("Mage", 1, activated("attack", f'type = "power_duel", win = [{{ {POINT} }}]'))
    )
    reserves = {"my": f'reserve = "{mine}"', "your": f'reserve = "{yours}"'}
    state = scene(config, "Mage c2", me=me, **reserves)
    state = state.play("use c2", f"power reserve {mine}", f"power reserve {yours}")
    (settled,) = state.of(events.DuelSettled)
    assert (settled.rule, settled.seat, settled.won) == (rule, me, yours != "critical")
