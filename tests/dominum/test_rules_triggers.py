"""Triggered abilities: when they happen, in what order, and how often at most."""

import pytest

from tabletop_rules.dominum import events

from .helpers_fights import (
    DEADLY,
    EVASIVE,
    KNOCKBACK,
    LUNGE,
    OPEN,
    SUBMERGE,
    Scene,
    activated,
    beside,
    both_seats,
    card,
    scene,
    stronghold,
    triggered,
    war,
)

CHARGE = 'type = "charge"'
POINT = 'type = "victory_points"'
PROTECTOR = 'type = "protector"'
INFILTRATE = 'type = "infiltrate"'
LOOP = ('type = "heal", who = "self"', 'type = "wound", who = "self"')
CAST = war(
    card("Ant", 2),
    card("Ox", 3),
    card("Bee", 2, reach="radial"),
    card("Fort", 4),
    card("Cub", 0),
    card("Cub Two", 0),
    card("Spy", 2, DEADLY + f", when = [{{ {INFILTRATE} }}]"),
    card("Guard", 2, f'type = "bonus", stat = "defence", amount = 1, when = [{{ {PROTECTOR} }}]'),
    card("Raider", 2, triggered("wounds", CHARGE)),
    card("Killer", 2, triggered("defeats", CHARGE)),
    card("Blocker", 2, triggered("blocks", CHARGE)),
    card("Blocked", 2, triggered("blocked", CHARGE)),
    card("Walker", 2, triggered("moves", CHARGE)),
    card("Mourner", 2, triggered("ally_defeated", CHARGE)),
    card("Cheerer", 2, triggered("enemy_defeated", CHARGE)),
    card("Host", 2, triggered("ally_deploys", CHARGE)),
    card("Watch", 2, triggered("enemy_deploys", CHARGE)),
    card("Herald", 2, triggered("assaults", CHARGE)),
    card("Mover", 2, triggered("moves", CHARGE), LUNGE, EVASIVE, SUBMERGE),
    card("Ram", 2, KNOCKBACK),
    card("Maybe", 2, triggered("blocks", POINT, more="may = true")),
    card("Price", 2, triggered("blocks", POINT, more="cost = { charges = 2 }")),
    card("Spite", 1, triggered("blocks", 'type = "weaken", who = "other"')),
    card("Post", 1),
    card("King", 4, kind="hero"),
    stronghold("Shrine", triggered("ally_defeated", CHARGE), triggered("enemy_defeated", POINT)),
)
HOLD = 'stronghold = "Keep 0"'
BLOCK = ("=1", "=4")


def fight(mine: str, yours: str, me: int, *rest: str, my: str = HOLD, your: str = HOLD) -> Scene:
    """Return the position after c3 attacks c4; Posts keep the phase going."""
    state = scene(CAST, f"{mine}, Post f3", f"{yours}, Post f4", me=me, my=my, your=your)
    return state.play("attack c3 x c4", *rest)


# --- infiltrate and protector -------------------------------------------------------------------


@both_seats
@pytest.mark.parametrize("space", OPEN)
def test_DM_TRIG_2_infiltrate_is_active_in_the_opponents_domain_only(me: int, space: str) -> None:
    target = min(beside(space))
    state = scene(CAST, f"Spy {space}", f"Ox {target}", me=me)
    state = state.play(f"attack {space} x {target}", "=1", "decline")  # a tie of 3 to 3
    assert state.results() == [(3, space[1] in "45")]


@both_seats
@pytest.mark.parametrize("space", OPEN)
def test_DM_TRIG_3_protector_is_active_in_the_own_domain_only(me: int, space: str) -> None:
    start = min(beside(space))
    state = scene(CAST, f"Ant {start}", f"Guard {space}", me=me)
    state = state.play(f"attack {start} x {space}", "=1", "decline")  # 3 against 2 or 3
    own = space[1] in "45"  # the Guard is the opponent's
    assert state.results() == [(3, False) if own else (2, True)]


# --- when each trigger happens ------------------------------------------------------------------


@both_seats
def test_DM_TRIG_1_wounds_and_defeats(me: int) -> None:
    hit, kill = ("=critical", "decline"), " wounded"
    assert fight("Raider c3", "Cub c4", me, *hit).charges("me") == 1
    assert fight("Killer c3", "Cub c4", me, *hit).charges("me") == 0
    assert fight("Raider c3", f"Cub c4{kill}", me, *hit).charges("me") == 0
    assert fight("Killer c3", f"Cub c4{kill}", me, *hit).charges("me") == 1
    for name in ("Raider", "Killer"):
        assert fight(f"{name} c3", "Fort c4", me, *BLOCK).charges("me") == 0


@both_seats
def test_DM_TRIG_1_wounds_and_defeats_by_a_counterattack(me: int) -> None:
    counter = (*BLOCK, "counterattack", "=3", "decline")
    assert fight("Cub c3", "Raider c4", me, *counter).charges("you") == 1
    assert fight("Cub c3 wounded", "Killer c4", me, *counter).charges("you") == 1


@both_seats
def test_DM_TRIG_1_blocks_and_blocked(me: int) -> None:
    state = fight("Blocked c3", "Blocker c4", me, *BLOCK)
    assert (state.charges("me"), state.charges("you")) == (1, 1)
    state = fight("Blocked c3", "Blocker c4", me, "=critical", "decline")
    assert (state.charges("me"), state.charges("you")) == (0, 0)
    # The attacker that blocks the counterattack blocks an attack.
    state = fight("Blocker c3", "Blocked c4", me, *BLOCK, "counterattack", "=1", "=4")
    assert (state.charges("me"), state.charges("you")) == (1, 1)


@both_seats
def test_DM_TRIG_1_ally_and_enemy_defeated(me: int) -> None:
    hit = ("=critical", "decline")
    state = fight(
        "Ant c3, Mourner a1, Cheerer b1", "Cub c4 wounded, Mourner a5, Cheerer b5", me, *hit
    )
    assert (state.charges("me"), state.charges("you")) == (1, 1)
    assert [event.name for event in state.of(events.AbilityUsed)] == ["Cheerer", "Mourner"]
    # Not for a wound, nor for the card itself.
    assert fight("Ant c3, Cheerer b1", "Cub c4", me, *hit).charges("me") == 0
    assert fight("Ant c3", "Mourner c4 wounded", me, *hit).charges("you") == 0


@both_seats
def test_DM_TRIG_1_DM_SH_2_a_stronghold_has_triggers_too(me: int) -> None:
    shrine = 'stronghold = "Shrine"'
    state = fight("Ant c3", "Cub c4 wounded", me, "=critical", "decline", my=shrine, your=shrine)
    assert (state.charges("me"), state.charges("you")) == (0, 1)
    assert state.state.players[state.seat("me")].points == 1
    assert state.state.players[state.seat("you")].points == 0


@both_seats
def test_DM_TRIG_1_allies_and_enemies_that_deploy(me: int) -> None:
    mine = f'{HOLD}\nhand = ["Host", "Cub", "Cub Two"]'
    state = scene(CAST, "Ant f3", "Watch a5", me=me, phase="deploy", my=mine, your=HOLD)
    state = state.play("deploy Host a1")
    assert (state.charges("me"), state.charges("you")) == (0, 1)  # not for itself
    state = state.play("deploy Cub b1")
    assert (state.charges("me"), state.charges("you")) == (1, 2)


@both_seats
def test_DM_TRIG_1_moves_is_a_move_or_a_shift_in_the_own_phase(me: int) -> None:
    for phase, action in (("move", "move c2 c3"), ("reposition", "shift c2 c3")):
        state = scene(CAST, "Walker c2, Ant b1", "Fort a5", me=me, phase=phase, my=HOLD)
        assert state.play(action).charges("me") == 1


@both_seats
def test_DM_TRIG_1_DM_R24_DM_R27_DM_R37_DM_R38_DM_R39_nothing_else_is_such_a_move(me: int) -> None:
    advance = fight("Mover c3", "Cub c4 wounded", me, "=critical", "decline", "advance c4")
    assert (advance.cards["c4"], advance.charges("me")) == ("Mover", 0)
    evade = fight("Mover c3", "Fort c4", me, *BLOCK, "evade b3")
    assert (evade.cards["b3"], evade.charges("me")) == ("Mover", 0)
    submerge = fight("Ant c3", "Mover c4", me, *BLOCK, "submerge b4")
    assert (submerge.cards["b4"], submerge.charges("you")) == ("-Mover", 0)
    knock = fight("Ram c3", "Mover c4", me, "=critical", "decline", "knock b4")
    assert (knock.cards["b4"], knock.charges("you")) == ("-Mover wounded", 0)
    lunge = scene(CAST, "Mover c2, Post f3", "Fort c4, Post f4", me=me, my=HOLD)
    assert lunge.play("lunge c2 c3").charges("me") == 0


@both_seats
def test_DM_TRIG_1_after_the_owners_assault(me: int) -> None:
    state = scene(
        CAST, "Herald c4, Ant b1", "Herald a5", me=me, phase="assault", my=HOLD, your=HOLD
    )
    state = state.play("assault") if "assault" in state.options else state
    state = state.play("=1", "=1")
    assert (state.charges("me"), state.charges("you")) == (1, 0)


# --- asked or not -------------------------------------------------------------------------------


@both_seats
@pytest.mark.parametrize("answer", ["accept", "decline"])
def test_DM_TRIG_1_who_owns_a_may_decides_before_the_counterattack(me: int, answer: str) -> None:
    state = fight("Ant c3", "Maybe c4", me, *BLOCK)
    assert (state.asked, set(state.options)) == ("you", {"accept", "decline"})
    state = state.play(answer)
    assert state.state.players[state.seat("you")].points == (answer == "accept")
    assert set(state.options) == {"counterattack", "decline"}


@both_seats
@pytest.mark.parametrize("charges", [0, 1, 2, 3])
def test_DM_ACT_2_B17_a_trigger_that_costs_is_offered_if_it_can_be_paid(
    me: int, charges: int
) -> None:
    state = fight("Ant c3", "Price c4", me, *BLOCK, your=f"{HOLD}\ncharges = {charges}")
    assert ("accept" in state.options) == (charges >= 2)
    if charges >= 2:
        after = state.play("accept")
        assert after.charges("you") == charges - 2
        assert after.state.players[after.seat("you")].points == 1
        assert state.play("decline").charges("you") == charges
    else:
        assert set(state.options) == {"counterattack", "decline"}
        assert state.charges("you") == charges


@both_seats
def test_DM_TRIG_1_DM_R18_an_effect_between_block_and_counterattack_counts(me: int) -> None:
    state = fight("Ant c3", "Spite c4", me, *BLOCK)
    assert state.cards["c3"] == "Ant weakened"
    state = state.play("counterattack", "=1", "decline")  # 2 against 2 - 1
    assert state.results() == [(1, True)]


# --- the order ----------------------------------------------------------------------------------


ORDER = war(
    card("Ant", 2),
    card("Cub", 0),
    card("Post", 1),
    *(
        card(name, 1, triggered("ally_defeated", CHARGE), triggered("enemy_defeated", CHARGE))
        for name in ("Uno", "Due", "Tre", "Quattro")
    ),
)


@both_seats
@pytest.mark.parametrize(("left", "right"), [("Uno", "Due"), ("Due", "Uno")])
def test_DM_R25_triggers_of_a_moment_active_player_first_then_board_order(
    me: int, left: str, right: str
) -> None:
    state = scene(
        ORDER,
        f"Ant c3, {right} f1, {left} a1, Post f3",
        "Cub c4 wounded, Quattro e5, Tre b5, Post f4",
        me=me,
        my=HOLD,
        your=HOLD,
    )
    state = state.play("attack c3 x c4", "=critical", "decline")
    used = [(event.name, event.seat) for event in state.of(events.AbilityUsed)]
    you = 1 - me
    assert used == [(left, me), (right, me), ("Tre", you), ("Quattro", you)]


@both_seats
def test_DM_R25_the_active_player_comes_first_also_when_the_other_attacks(me: int) -> None:
    # The counterattack is the other's, but it is still my Attack phase.
    state = scene(
        ORDER,
        "Cub c3 wounded, Uno f1, Post f3",
        "Ant c4, Tre b5, Post f4",
        me=me,
        my=HOLD,
        your=HOLD,
    )
    state = state.play("attack c3 x c4", "=1", "=4", "counterattack", "=4", "decline")
    assert [event.name for event in state.of(events.AbilityUsed)] == ["Uno", "Tre"]


# --- no endless chains (R47) --------------------------------------------------------------------


@both_seats
def test_DM_R47_a_triggered_ability_resolves_at_most_six_times_in_an_activation(me: int) -> None:
    config = war(
        card("Ant", 2), card("Phoenix", 2, triggered("first_wound", POINT, *LOOP)), card("Post", 1)
    )
    state = scene(config, "Ant c3, Post f3", "Phoenix c4, Post f4", me=me)
    state = state.play("attack c3 x c4", "=critical", "decline")
    you = state.seat("you")
    assert state.state.players[you].points == 6
    assert [event.name for event in state.of(events.AbilityCapped)] == ["Phoenix"]
    assert state.cards["c4"] == "-Phoenix wounded"
    assert state.asked == "me"
    # In the next activation it may happen six times again.
    assert state.play("done", "pass").state.players[you].fired == ()


@both_seats
def test_DM_R47_each_ability_of_each_card_has_its_own_count(me: int) -> None:
    phoenix = triggered("first_wound", POINT, *LOOP)
    everyone = activated("attack", 'type = "wound", who = "all"')
    config = war(card("Twin", 2, phoenix), card("Twin Two", 2, phoenix), card("Bee", 2, everyone))
    state = scene(config, "Bee a1", "Twin c4, Twin Two e4", me=me).play("use a1")
    assert state.state.players[state.seat("you")].points == 12
    assert len(state.of(events.AbilityCapped)) == 2


@both_seats
@pytest.mark.parametrize(("victim", "charges"), [("King", 1), ("Ox", 0)])
def test_DM_R26_what_was_attacked_is_seen_as_it_was_once_it_is_defeated(
    me: int, victim: str, charges: int
) -> None:
    hunter = triggered(
        "defeats",
        'type = "charge"',
        more='when = [{ type = "attacking", against = { types = ["hero"] } }]',
    )
    config = war(card("Hunter", 2, hunter), card("Ox", 2), card("King", 2, kind="hero"))
    table = scene(config, "Hunter c2", f"{victim} c3 wounded", me=me, my='stronghold = "Keep 0"')
    table = table.play("attack c2 x c3", "=4", "decline")
    assert table.charges("me") == charges


@both_seats
def test_DM_R26_who_attacked_is_seen_as_it_was_once_it_is_gone(me: int) -> None:
    """The Wall defeats its attacker in a counterattack of which the Scribe hears."""
    wall = (
        triggered("blocks", 'type = "wound", who = "other"'),
        triggered(
            "blocks",
            'type = "charge"',
            more='when = [{ type = "defending", against = { types = ["hero"] } }]',
        ),
    )
    config = war(card("Wall", 4, *wall), card("King", 2, kind="hero"))
    keep = 'stronghold = "Keep 0"'
    table = scene(config, "King c2 wounded", "Wall c3", me=me, your=keep)
    table = table.play("attack c2 x c3", "=1", "decline")
    assert table.left() == [("King", "DEFEATED")]
    assert table.charges("you") == 1
