"""Wounds, Knockback, defeat and the other ways out of play, and advancing."""

import pytest

from tabletop_rules.dominum import events

from .helpers_fights import (
    FREE_STRIKE,
    KNOCKBACK,
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

CHARGE = 'type = "charge"'
WOUND = 'type = "wound", target = { side = "either" }'
BLAST = 'type = "wound", who = "all", target = { within = "adjacent" }'
WEAK = 'when = [{ type = "is", status = ["weakened"] }]'
CAST = war(
    card("Ant", 2),
    card("Bee", 3, reach="radial"),
    card("Ram", 4, KNOCKBACK, reach="radial"),
    card("Goat", 2, KNOCKBACK, FREE_STRIKE),
    card("Butt", 2, KNOCKBACK, activated("attack", 'type = "attack"')),
    card("Vow", 1, triggered("first_wound", CHARGE)),
    card("Bomb", 1, triggered("on_discard", 'type = "wound", who = "other"')),
    card("Urn", 1, triggered("on_discard", CHARGE), triggered("first_wound", CHARGE)),
    card("Mine", 1, triggered("on_discard", BLAST)),
    card("Warden", 1, triggered("on_discard", CHARGE, more='when = [{ type = "protector" }]')),
    card("Sulk", 1, triggered("on_discard", CHARGE, more=WEAK)),
    card("Heir", 1, triggered("on_discard", 'type = "deploy", places = ["own_domain"]')),
    card("Tug", 1, triggered("on_discard", 'type = "shift", who = "other"')),
    card("Priest", 1, activated("attack", WOUND)),
    card("Doom", 1, activated("attack", 'type = "wound", wounds = 2')),
    card("Nurse", 1, activated("attack", 'type = "heal", target = { side = "either" }')),
    card("Cult", 1, activated("attack", CHARGE, more='cost = { sacrifice = { side = "own" } }')),
    card("Rite", 1, activated("attack", 'type = "sacrifice", target = { side = "own" }')),
    card("Cub", 0),
    card("Post", 1),
    card("King", 4, kind="hero", reach="radial"),
)
KEEP = "Post f3"
GUARD = "Post f4"
HOLD = 'stronghold = "Keep 0"'


def fight(
    mine: str, yours: str, me: int, attack: str = "c3 x c4", power: str = "=critical"
) -> Scene:
    """Return the position after an attack that wounds; other cards keep the phase going."""
    state = scene(CAST, f"{mine}, {KEEP}", f"{yours}, {GUARD}", me=me, my=HOLD, your=HOLD)
    state = state.play(f"attack {attack}")
    return state.play(*(["go"] if "go" in state.options else []), power, "decline")


def struck(name: str, me: int, by: str = "Ant") -> Scene:
    """Return the position after a card on c4 was wounded by one on c3."""
    return fight(f"{by} c3", f"{name} c4", me)


# --- wounds and defeat --------------------------------------------------------------------------


@both_seats
def test_DM_COND_1_DM_COND_2_DM_ATK_4_the_first_wound_stays_the_second_defeats(me: int) -> None:
    state = struck("Cub", me)
    assert state.cards["c4"] == "-Cub wounded"
    assert state.left() == []
    state = fight("Ant c3", "Cub c4 wounded", me)
    assert "c4" not in state.cards
    assert state.left() == [("Cub", "DEFEATED")]
    assert state.discard("you") == ["Cub"]


@both_seats
def test_DM_TRIG_4_DM_R25_B13_1st_wound_happens_on_the_first_wound_and_must(me: int) -> None:
    state = struck("Vow", me)
    assert state.charges("you") == 1
    assert state.asked == "me"  # nobody was asked whether
    assert state.charges("me") == 0


@both_seats
@pytest.mark.parametrize("name", ["Vow", "Urn"])
def test_DM_R25_DM_TRIG_5_B13_the_second_wound_sets_off_on_discard_only(me: int, name: str) -> None:
    state = fight("Ant c3", f"{name} c4 wounded", me)
    assert state.left() == [(name, "DEFEATED")]
    assert state.charges("you") == (1 if name == "Urn" else 0)
    assert len(state.of(events.AbilityUsed)) == (1 if name == "Urn" else 0)


@both_seats
def test_DM_R25_two_wounds_at_once_are_a_defeat_without_1st_wound(me: int) -> None:
    state = scene(
        CAST, f"Doom a2, Bee c3, {KEEP}", f"Urn c4, Vow d4, {GUARD}", me=me, my=HOLD, your=HOLD
    )
    after = state.play("use a2", "target c4")
    assert after.left() == [("Urn", "DEFEATED")]
    assert after.charges("you") == 1  # On Discard alone, not 1st wound too
    after = state.play("use a2", "target d4")
    assert after.left() == [("Vow", "DEFEATED")]
    assert after.charges("you") == 0


@both_seats
def test_DM_R44_B13_after_healing_the_next_wound_is_a_first_wound_again(me: int) -> None:
    state = scene(
        CAST, f"Nurse a2, Ant c3, {KEEP}", f"Vow c4 wounded, {GUARD}", me=me, my=HOLD, your=HOLD
    )
    state = state.play("use a2")
    state = state.play("target c4") if "target c4" in state.options else state
    assert state.cards["c4"] == "-Vow"
    state = state.play("attack c3 x c4", "=critical", "decline")
    assert state.cards["c4"] == "-Vow wounded"
    assert state.charges("you") == 1


@both_seats
def test_DM_TRIG_5_DM_R25_an_ability_that_defeats_sets_off_on_discard_without_advance(
    me: int,
) -> None:
    state = scene(CAST, f"Priest c3, {KEEP}", f"Urn c4 wounded, {GUARD}", me=me, my=HOLD, your=HOLD)
    state = state.play("use c3", "target c4")
    assert state.left() == [("Urn", "DEFEATED")]
    assert state.charges("you") == 1
    # DM-ADV-2: only an attack or counterattack lets a card advance.
    assert state.starting("advance") == set()
    assert state.asked == "me"
    # Its wound is a first wound too, and no Knockback follows.
    state = scene(CAST, f"Priest c3, {KEEP}", f"Urn c4, {GUARD}", me=me, my=HOLD, your=HOLD)
    state = state.play("use c3", "target c4")
    assert (state.cards["c4"], state.charges("you")) == ("-Urn wounded", 1)


@both_seats
def test_DM_R26_DM_TRIG_5_on_discard_knows_who_defeated_the_card(me: int) -> None:
    state = fight("Ant c3", "Bomb c4 wounded", me)
    assert state.cards["c3"] == "Ant wounded"
    # A wound that On Discard gives can defeat, and then nobody advances.
    state = fight("Ant c3 wounded", "Bomb c4 wounded", me)
    assert state.left() == [("Bomb", "DEFEATED"), ("Ant", "DEFEATED")]
    assert state.starting("advance") == set()


@both_seats
def test_DM_R26_on_discard_sees_the_card_as_it_was(me: int) -> None:
    # The spaces beside c4, where it stood; d3 and the Post are not beside it.
    state = fight("Ant c3, Bee d4, Cub d3", "Mine c4 wounded", me)
    assert state.cards["c3"] == "Ant wounded"
    assert state.cards["d4"] == "Bee wounded"
    assert state.cards["d3"] == "Cub"
    # Protector: c4 is its own Domain, c3 the Neutral Line.
    assert fight("Ant c3", "Warden c4 wounded", me).charges("you") == 1
    assert fight("Ant c2", "Warden c3 wounded", me, "c2 x c3").charges("you") == 0
    # Tokens come off in the discard pile, but it was weakened.
    assert fight("Ant c3", "Sulk c4 wounded weakened", me).charges("you") == 1
    assert fight("Ant c3", "Sulk c4 wounded", me).charges("you") == 0


# --- sacrifice and retreat ----------------------------------------------------------------------


@both_seats
@pytest.mark.parametrize("marks", ["", " wounded"])
def test_DM_SAC_1_DM_SAC_2_DM_R26_B13_a_sacrifice_as_a_cost_is_no_defeat(
    me: int, marks: str
) -> None:
    state = scene(CAST, f"Cult a2, Urn b2{marks}, Ant c3", "Cub c4", me=me, my=HOLD).play("use a2")
    assert state.starting("sacrifice") == {"b2", "c3"}
    state = state.play("sacrifice b2")
    assert state.left() == [("Urn", "SACRIFICED")]
    assert state.discard("me") == ["Urn"]
    assert state.charges("me") == 1  # the Cult's own, nothing from the Urn


@both_seats
def test_DM_SAC_1_DM_SAC_2_DM_R26_B13_a_sacrifice_as_an_effect_is_no_defeat(me: int) -> None:
    state = scene(CAST, "Rite a2, Urn b2 wounded, Ant c3", "Cub c4", me=me, my=HOLD)
    state = state.play("use a2", "target b2")
    assert state.left() == [("Urn", "SACRIFICED")]
    assert state.discard("me") == ["Urn"]
    assert state.charges("me") == 0


@both_seats
def test_DM_DEP_5_DM_R26_DM_TRIG_5_B13_a_retreat_is_no_defeat(me: int) -> None:
    state = scene(CAST, "Urn b2 wounded, Ant c3", "Cub c4", me=me, phase="deploy", my=HOLD)
    state = state.play("retreat b2")
    assert state.left() == [("Urn", "RETREATED")]
    assert state.discard("me") == ["Urn"]
    assert state.charges("me") == 0


# --- knockback ----------------------------------------------------------------------------------


@both_seats
@pytest.mark.parametrize("space", ["c4", "b5", "a5", "d3", "e4"])
def test_DM_KEY_6_DM_R27_to_an_empty_adjacent_space_of_the_owners_choice(
    me: int, space: str
) -> None:
    start = min(beside(space))
    state = fight(f"Ram {start}", f"Cub {space}, Ant c2", me, f"{start} x {space}")
    assert state.asked == "me"
    assert state.starting("knock") == beside(space) - {start, "f4"}
    assert "decline" in state.options
    assert state.play("decline").cards[space] == "-Cub wounded"
    for target in state.starting("knock"):
        after = state.play(f"knock {target}")
        assert after.cards[target] == "-Cub wounded"
        assert space not in after.cards
        (moved,) = after.of(events.CardMoved)
        assert (moved.card, moved.seat) == ("Cub", 1 - me)


@both_seats
def test_DM_R27_with_no_free_space_nothing_happens(me: int) -> None:
    state = fight("Ram a4", "Cub a5, Bee b5", me, "a4 x a5")
    assert state.cards["a5"] == "-Cub wounded"
    assert state.starting("knock") == set()
    assert state.starting("attack") == {"f3 x f4"}


@both_seats
def test_DM_KEY_6_DM_R27_never_a_hero(me: int) -> None:
    state = struck("King", me, by="Ram")
    assert state.cards["c4"] == "-King wounded"
    assert state.starting("knock") == set()
    assert state.asked == "me"


@both_seats
def test_DM_R25_no_knockback_on_the_second_wound(me: int) -> None:
    state = fight("Ram c3", "Cub c4 wounded", me)
    assert set(state.options) == {"advance c4", "decline"}


@both_seats
def test_DM_R27_not_when_the_attack_is_blocked(me: int) -> None:
    state = scene(CAST, f"Ram c3, {KEEP}", f"Bee c4, {GUARD}", me=me)
    state = state.play("attack c3 x c4", "=1", "=4", "decline")
    assert state.starting("knock") == set()


@both_seats
def test_DM_R27_on_free_strikes_and_attacks_by_abilities_too(me: int) -> None:
    assert struck("Cub", me, by="Goat").starting("knock") == {"b4", "d4"}
    state = scene(CAST, f"Butt c3, {KEEP}", f"Cub c4, {GUARD}", me=me).play("use c3")
    state = state.play("attack c3 x c4") if "attack c3 x c4" in state.options else state
    assert state.play("=4", "decline").starting("knock") == {"b4", "d4"}


@both_seats
@pytest.mark.parametrize("knock", ["knock b4", "decline"])
def test_DM_KEY_6_DM_R25_knockback_comes_before_1st_wound(me: int, knock: str) -> None:
    state = struck("Vow", me, by="Ram")
    assert state.asked == "me"
    assert state.charges("you") == 0
    state = state.play(knock)
    assert state.charges("you") == 1


@both_seats
def test_DM_KEY_6_DM_R25_1st_wound_sees_where_knockback_has_put_the_card(me: int) -> None:
    # Protector: out of the own Domain by the Knockback, the 1st wound ability does not work.
    first = triggered("first_wound", CHARGE, more='when = [{ type = "protector" }]')
    config = war(card("Ram", 4, KNOCKBACK), card("Oath", 1, first), card("Post", 1))
    for knock, charges in (("knock b3", 0), ("knock a4", 1)):
        state = scene(config, "Ram c4, Post f3", "Oath b4, Post f4", me=me, your=HOLD)
        state = state.play("attack c4 x b4", "=4", "decline", knock)
        assert state.charges("you") == charges


# --- advance ------------------------------------------------------------------------------------


@both_seats
@pytest.mark.parametrize("space", sorted(around("c3")))
def test_DM_ADV_1_DM_R24_only_into_an_orthogonally_adjacent_space(me: int, space: str) -> None:
    state = fight("Bee c3", f"Cub {space} wounded", me, f"c3 x {space}")
    assert state.left() == [("Cub", "DEFEATED")]
    if space in beside("c3"):
        assert (state.asked, set(state.options)) == ("me", {f"advance {space}", "decline"})
        after = state.play(f"advance {space}")
        assert after.cards[space] == "Bee"
        assert "c3" not in after.cards
        stayed = state.play("decline")
        assert stayed.cards["c3"] == "Bee"
        assert space not in stayed.cards
    else:
        assert state.starting("advance") == set()
        assert state.starting("attack") == {"f3 x f4"}


@both_seats
@pytest.mark.parametrize("by", ["Goat", "Butt"])
def test_DM_R24_free_strikes_and_attacks_by_abilities_advance_too(me: int, by: str) -> None:
    state = scene(CAST, f"{by} c3, {KEEP}", f"Cub c4 wounded, {GUARD}", me=me)
    state = state.play("use c3" if by == "Butt" else "attack c3 x c4")
    state = state.play("attack c3 x c4") if "attack c3 x c4" in state.options else state
    state = state.play("=4", "decline")
    assert set(state.options) == {"advance c4", "decline"}


@both_seats
def test_DM_R24_no_advance_when_the_enemy_survives(me: int) -> None:
    assert struck("Cub", me).starting("advance") == set()


@both_seats
@pytest.mark.parametrize("where", ["c4", "b4"])
def test_DM_R25_DM_R24_on_discard_comes_first_and_may_fill_the_space(me: int, where: str) -> None:
    state = scene(
        CAST,
        f"Ant c3, {KEEP}",
        f"Heir c4 wounded, {GUARD}",
        me=me,
        your=f'{HOLD}\nhand = ["Cub"]',
    )
    state = state.play("attack c3 x c4", "=4", "decline")
    assert state.asked == "you"
    assert f"deploy Cub {where}" in state.options
    state = state.play(f"deploy Cub {where}")
    assert state.cards[where] == "-Cub"
    assert state.starting("advance") == ({"c4"} if where == "b4" else set())


@both_seats
@pytest.mark.parametrize(("start", "end"), [("b3", "b4"), ("b3", "c3"), ("c3", "b3")])
def test_DM_R24_on_discard_that_shifts_the_attacker_gives_it_no_advance(
    me: int, start: str, end: str
) -> None:
    # From b3 it was not adjacent when it defeated the Tug; from b3 c4 is no shift away.
    state = scene(CAST, f"Bee {start}, {KEEP}", f"Tug c4 wounded, {GUARD}", me=me)
    state = state.play(f"attack {start} x c4", "=4", "decline", f"to {end}")
    assert state.cards[end] == "Bee"
    assert state.starting("advance") == set()
    assert state.asked == "me"
