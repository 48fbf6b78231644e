"""What abilities do: drawing, bonuses, and cards that switch their mode."""

import pytest

from tabletop_rules import dome_crushers as dc
from tabletop_rules.core import CHANCE
from tabletop_rules.dome_crushers import events

from .helpers import (
    SEATS,
    able,
    attacking,
    card,
    draw_all,
    duel,
    hands,
    odds,
    options,
    play,
    scene,
    totals,
    working,
)

TO_ABILITY = 'type = "switch", to = "ability"'
TO_ATTACK = 'type = "switch", to = "attack"'
BEASTS = duel(
    card("Dig", 2, 'type = "draw"', copies=2),
    card("Rally", 3, 'type = "strength", amount = 2', copies=2),
    card("Sap", 1, 'type = "strength", amount = -3, side = "opponent"', copies=2),
    card("Push", 4, f'{TO_ATTACK}, side = "opponent"', copies=2),
    card("Pull", 4, f'{TO_ABILITY}, side = "opponent"', copies=2),
    card("Lift", 5, f'{TO_ATTACK}, side = "own", other = true', copies=2),
    card("Lower", 5, f'{TO_ABILITY}, side = "own", other = true', copies=2),
    card("Both", 6, 'type = "draw"', f"{TO_ABILITY}", 'type = "strength", amount = 1'),
    card("Turn", 6, 'type = "strength", amount = 1', f"{TO_ABILITY}", 'type = "draw"'),
    card("Idle", 0, copies=8),
    hand_size=8,
)
START = "turn = ME\nstart_player = ME\n"
IDLES = 'hand = ["Idle", "Idle"]\ntop = ["Idle", "Idle"]'


def hold(*cards: str) -> str:
    return f'hand = {[*cards, "Idle"]}\ntop = ["Idle", "Idle"]'


# --- immediate effects ------------------------------------------------------------------------


@pytest.mark.parametrize("me", SEATS)
def test_DC_ABIL_1_DC_ABIL_2_an_immediate_effect_is_carried_out_at_once(me: int) -> None:
    state = play(scene(BEASTS, me, START, hold("Dig"), IDLES), "ability Dig").state
    assert dc.actor(state) is CHANCE  # before anybody else does anything
    played = play(state, "draw Idle")
    assert [event.seat for event in played.of(events.CardDrawn)] == [me]
    assert hands(played.state)[me] == ("Idle", "Idle")
    assert dc.actor(played.state) == 1 - me


@pytest.mark.parametrize("me", SEATS)
def test_DC_ABIL_1_DC_TURN_3_in_attack_mode_an_ability_does_nothing(me: int) -> None:
    for name in ("Dig", "Sap", "Push", "Pull", "Lift", "Lower", "Both"):
        head = f"""{START}attackers = [{{ seat = YOU, card = "Rally" }}]
            abilities = [{{ seat = YOU, card = "Idle" }}]"""
        played = play(scene(BEASTS, me, head, hold(name), IDLES), f"attack {name}")
        assert len(played.events) == 1  # it was played, and that is all
        assert totals(played.state)[1 - me] == 3


@pytest.mark.parametrize("me", SEATS)
@pytest.mark.parametrize("wanted", [1, 2, 3])
@pytest.mark.parametrize("there", [0, 1, 2, 3, 4])
def test_DC_R8_A7_a_draw_takes_what_there_is_and_says_so(me: int, wanted: int, there: int) -> None:
    config = duel(card("Dig", 1, f'type = "draw", count = {wanted}'), card("Idle", 0, copies=6))
    mine = f'hand = ["Dig", "Idle"]\nface_down = {["Idle"] * (5 - there)}'
    played = play(scene(config, me, START, mine, 'hand = ["Idle"]'), "ability Dig")
    possible = min(wanted, there)
    (begun,) = played.of(events.DrawBegun)
    assert (begun.seat, begun.wanted, begun.possible) == (me, wanted, possible)
    assert begun.rule == ("DC-ABIL-2" if there >= wanted else "DC-R8")
    for _ in range(possible):
        assert odds(played.state) == {"draw Idle": "1"}  # one possible card is still a step
        played = play(played.state, "draw Idle")
    assert len(hands(played.state)[me]) == 1 + possible
    assert dc.outcome(played.state) is None  # the game does not end in mid-round
    assert dc.actor(played.state) == 1 - me


# --- ongoing effects --------------------------------------------------------------------------


@pytest.mark.parametrize("me", SEATS)
def test_DC_ABIL_3_DC_ABIL_1_a_bonus_holds_while_the_card_is_in_ability_mode(me: int) -> None:
    state = play(scene(BEASTS, me, START, hold("Rally"), hold("Push")), "ability Rally").state
    assert totals(state)[me] == 2
    state = play(state, "ability Push").state  # Rally is switched to Attack Mode
    assert (totals(state)[me], totals(state)[1 - me]) == (3, 0)


@pytest.mark.parametrize("me", SEATS)
def test_DC_ABIL_3_a_bonus_ends_with_the_round(me: int) -> None:
    one = 'hand = ["Rally"]\ntop = ["Dig", "Idle", "Idle", "Idle", "Idle", "Idle", "Idle", "Idle"]'
    two = 'hand = ["Sap"]\ntop = ["Dig", "Idle", "Idle", "Idle", "Idle", "Idle", "Idle", "Idle"]'
    played = play(scene(BEASTS, me, START, one, two), "ability Rally", "ability Sap")
    (ended,) = played.of(events.RoundEnded)
    assert (ended.totals[me], ended.totals[1 - me]) == (2 - 3, 0)
    state = draw_all(play(played.state, "keep nothing", "keep nothing").state).state
    assert state.round == 2
    assert totals(state) == (0, 0)
    state = play(state, "attack Dig", "attack Dig").state
    assert totals(state) == (2, 2)


@pytest.mark.parametrize("me", SEATS)
def test_DC_ABIL_3_DC_R14_bonuses_add_up_on_the_side_that_they_name(me: int) -> None:
    table = """abilities = [
        { seat = ME, card = "Rally" }, { seat = ME, card = "Sap" }, { seat = YOU, card = "Rally" },
        { seat = YOU, card = "Rally" },
    ]"""
    state = scene(BEASTS, me, START + table, hold("Sap"), IDLES)
    assert (totals(state)[me], totals(state)[1 - me]) == (2, 4 - 3)
    state = play(state, "ability Sap").state
    assert (totals(state)[me], totals(state)[1 - me]) == (2, 4 - 6)


@pytest.mark.parametrize("me", SEATS)
def test_DC_ABIL_6_the_printed_strength_of_an_ability_does_not_count(me: int) -> None:
    state = play(scene(BEASTS, me, START, hold("Both"), hold("Turn")), "ability Both").state
    state = play(state, "draw Idle").state
    assert totals(state)[me] == 1  # the bonus, and nothing of the 6
    assert totals(state)[1 - me] == 0


@pytest.mark.parametrize("me", SEATS)
def test_DC_ABIL_7_effects_are_carried_out_in_the_order_of_the_text(me: int) -> None:
    table = 'attackers = [{ seat = YOU, card = "Rally" }]'
    first = play(scene(BEASTS, me, START + table, hold("Both"), IDLES), "ability Both", "draw Idle")
    kinds = [type(event).__name__ for event in first.events]
    assert kinds.index("CardDrawn") < kinds.index("CardSwitched")
    second = play(scene(BEASTS, me, START + table, hold("Turn"), IDLES), "ability Turn")
    assert dc.actor(second.state) is CHANCE  # the switch is done, the draw is still to come
    assert [event.card for event in second.of(events.CardSwitched)] == ["Rally"]
    for state in (first.state, play(second.state, "draw Idle").state):
        assert (totals(state)[me], totals(state)[1 - me]) == (1, 2)
        assert len(hands(state)[me]) == 2


def test_DC_ABIL_7_a_card_tells_immediate_from_ongoing_effects() -> None:
    for printed in BEASTS.deck.cards:
        assert printed.text == "As its effects say."
        assert len(printed.immediate) + len(printed.bonuses) == len(printed.effects)
    both = BEASTS.deck.by_name["Both"]
    assert (len(both.immediate), len(both.bonuses), both.ends_round) == (2, 1, False)


# --- switching --------------------------------------------------------------------------------


@pytest.mark.parametrize("me", SEATS)
@pytest.mark.parametrize(("way", "owner"), [("Pull", "YOU"), ("Lower", "ME")])
def test_DC_SWITCH_1_DC_SWITCH_2_A6_immediate_effects_happen_on_the_switch(
    me: int, way: str, owner: str
) -> None:
    seat = me if owner == "ME" else 1 - me
    table = f'attackers = [{{ seat = {owner}, card = "Dig" }}]'
    state = scene(BEASTS, me, START + table, hold(way), IDLES)
    assert totals(state)[seat] == 2
    played = play(state, f"ability {way}")
    assert totals(played.state)[seat] == 0  # at once, before anything is drawn
    assert able(played.state, seat)[-1] == "Dig"
    assert dc.actor(played.state) is CHANCE
    played = play(played.state, "draw Idle")
    assert [event.seat for event in played.of(events.CardDrawn)] == [seat]
    assert dc.actor(played.state) == 1 - me


@pytest.mark.parametrize("me", SEATS)
@pytest.mark.parametrize(("way", "owner"), [("Pull", "YOU"), ("Lower", "ME")])
def test_DC_SWITCH_2_A6_ongoing_effects_hold_from_the_switch_on(
    me: int, way: str, owner: str
) -> None:
    seat = me if owner == "ME" else 1 - me
    table = f'attackers = [{{ seat = {owner}, card = "Rally" }}]'
    played = play(scene(BEASTS, me, START + table, hold(way), IDLES), f"ability {way}")
    (switched,) = played.of(events.CardSwitched)
    assert (switched.card, switched.to, switched.rule) == ("Rally", dc.Mode.ABILITY, "DC-SWITCH-1")
    assert totals(played.state)[seat] == 2  # the bonus instead of the strength of 3
    assert totals(played.state)[1 - seat] == 0


@pytest.mark.parametrize("me", SEATS)
def test_DC_SWITCH_1_A6_it_is_active_again_however_often_it_has_been(me: int) -> None:
    mine = 'hand = ["Dig", "Idle", "Idle"]\ntop = ["Idle", "Idle", "Idle"]'
    state = scene(BEASTS, me, START, mine, 'hand = ["Push", "Push", "Pull", "Pull", "Idle"]')
    state = play(state, "ability Dig", "draw Idle").state
    for _ in range(2):
        played = play(state, "ability Push")  # to Attack Mode: nothing is drawn
        assert not played.of(events.DrawBegun)
        assert attacking(played.state, me)[-1] == "Dig"
        played = play(played.state, "attack Idle", "ability Pull", "target #1 Dig", "draw Idle")
        assert [event.seat for event in played.of(events.CardDrawn)] == [me]
        assert able(played.state, me) == ["Dig"]
        state = play(played.state, "attack Idle").state


@pytest.mark.parametrize("me", SEATS)
@pytest.mark.parametrize(("way", "owner"), [("Push", "YOU"), ("Lift", "ME")])
def test_DC_MODE_1_A6_a_card_switched_to_attack_mode_counts_and_stops_working(
    me: int, way: str, owner: str
) -> None:
    seat = me if owner == "ME" else 1 - me
    table = f'abilities = [{{ seat = {owner}, card = "Sap" }}]'
    state = scene(BEASTS, me, START + table, hold(way), IDLES)
    assert totals(state)[1 - seat] == -3
    played = play(state, f"ability {way}")
    assert attacking(played.state, seat) == ["Sap"]
    assert (totals(played.state)[seat], totals(played.state)[1 - seat]) == (1, 0)
    assert working(played.state) == [way]


@pytest.mark.parametrize("me", SEATS)
@pytest.mark.parametrize("there", [0, 1, 2, 3])
@pytest.mark.parametrize("count", [1, 2, 3])
def test_DC_R17_X13_a_switch_of_several_does_as_many_as_there_are(
    me: int, there: int, count: int
) -> None:
    config = duel(
        card("Sweep", 1, f"{TO_ABILITY}, count = {count}"),
        card("Beast", 2, copies=4),
        card("Idle", 0, copies=4),
    )
    rows = ", ".join(['{ seat = YOU, card = "Beast" }'] * there)
    table = f"attackers = [{rows}]"
    state = scene(config, me, START + table, 'hand = ["Sweep", "Idle"]', 'hand = ["Idle"]')
    played = play(state, "ability Sweep")
    happened = played.events
    for done in range(min(count, there)):
        if there - done > 1:  # with one target left nobody is asked
            assert dc.actor(played.state) == me
            assert len(options(played.state)) == there - done
            played = play(played.state, options(played.state)[0])
            happened += played.events
    assert dc.actor(played.state) == 1 - me
    assert totals(played.state)[1 - me] == 2 * max(there - count, 0)
    switched = [event for event in happened if isinstance(event, events.CardSwitched)]
    unmet = [event for event in happened if isinstance(event, events.EffectUnmet)]
    assert len(switched) == min(count, there)
    assert bool(unmet) == (there < count)
