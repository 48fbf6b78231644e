"""Immediate effects that were cancelled when their card came (DC-R2)."""

import pytest

from tabletop_rules import dome_crushers as dc
from tabletop_rules.dome_crushers import events

from .helpers import SEATS, Played, able, card, duel, hands, odds, play, scene, totals, working

VEIL = ("The Veil",)
CARDS = (
    card("Dig", 2, 'type = "draw"', 'type = "strength", amount = 1', copies=2, by=VEIL),
    card("Shove", 2, 'type = "switch", to = "attack", side = "opponent"', copies=3, by=VEIL),
    card("Veil", 3, copies=2),
    card("Push", 0, 'type = "switch", to = "attack", side = "either", other = true', copies=3),
    card("Pull", 0, 'type = "switch", to = "ability", side = "either", other = true', copies=3),
    card("Give", 0, 'type = "return_to_hand", side = "either", other = true', copies=2),
    card("Idle", 0, copies=9),
)
NEVER = duel(*CARDS, hand_size=8)
LATER = duel(*CARDS, hand_size=8, missed=True)
START = "turn = ME\nstart_player = ME\n"
HAND = 'hand = ["Dig", "Push", "Pull", "Idle", "Idle"]\ntop = ["Idle", "Idle", "Idle"]'
IDLES = 'hand = ["Idle", "Idle", "Idle"]\ntop = ["Idle", "Idle", "Idle"]'


def draws(played: Played, seat: int) -> int:
    return sum(event.seat == seat for event in played.of(events.CardDrawn))


def veiled(config: dc.Config, me: int, owner: int) -> Played:
    """Return what happens when `me` plays Dig while a Veil of `owner` works."""
    table = f'abilities = [{{ seat = {owner}, card = "Veil" }}]'
    return play(scene(config, me, START + table, HAND, IDLES), "ability Dig")


@pytest.mark.parametrize("config", [NEVER, LATER])
@pytest.mark.parametrize("owner", SEATS)
@pytest.mark.parametrize("me", SEATS)
def test_DC_R2_A5_a_cancelled_effect_is_not_performed_on_entry(
    config: dc.Config, me: int, owner: int
) -> None:
    played = veiled(config, me, owner)
    assert draws(played, me) == 0
    assert working(played.state) == ["Veil"]
    assert len(hands(played.state)[me]) == 4
    assert dc.actor(played.state) == 1 - me
    missed = [(event.card, event.rule) for event in played.of(events.EffectMissed)]
    assert missed == ([("Dig", "DC-R2")] if config is NEVER else [])


@pytest.mark.parametrize("owner", SEATS)
@pytest.mark.parametrize("me", SEATS)
def test_DC_R2_A5_it_is_not_made_up_for_when_the_canceller_leaves(me: int, owner: int) -> None:
    state = play(veiled(NEVER, me, owner).state, "attack Idle").state
    played = play(state, "ability Push", "target #1 Veil")
    assert draws(played, me) == 0
    assert working(played.state) == ["Dig", "Push"]
    assert totals(played.state)[me] == 1 + (3 if owner == me else 0)  # the ongoing effect resumes
    assert dc.actor(played.state) == 1 - me


@pytest.mark.parametrize("owner", SEATS)
@pytest.mark.parametrize("me", SEATS)
def test_DC_R2_A5_with_the_switch_it_is_performed_once(me: int, owner: int) -> None:
    state = play(veiled(LATER, me, owner).state, "attack Idle").state
    state = play(state, "ability Push", "target #1 Veil").state
    assert odds(state) == {"draw Idle": "1"}
    played = play(state, "draw Idle", "attack Idle")
    assert draws(played, me) == 1
    assert totals(played.state)[me] == 1 + (3 if owner == me else 0)
    # The Veil comes back and leaves again: nothing more is drawn.
    played = play(played.state, "ability Pull", "target #1 Veil")
    assert working(played.state) == ["Push", "Pull", "Veil"]
    assert draws(played, me) == 0
    played = play(played.state, "attack Idle", "attack Idle")
    assert draws(played, me) == 0


@pytest.mark.parametrize("config", [NEVER, LATER])
@pytest.mark.parametrize("me", SEATS)
def test_DC_R2_A5_what_was_performed_on_entry_is_never_performed_again(
    config: dc.Config, me: int
) -> None:
    hand = 'hand = ["Dig", "Push", "Veil", "Idle"]\ntop = ["Idle", "Idle"]'
    played = play(scene(config, me, START, hand, IDLES), "ability Dig", "draw Idle", "attack Idle")
    assert draws(played, me) == 1
    played = play(played.state, "ability Veil", "attack Idle")
    assert working(played.state) == ["Veil"]
    played = play(played.state, "ability Push", "target #3 Veil")
    assert working(played.state) == ["Dig", "Push"]
    assert draws(played, me) == 0
    assert dc.actor(played.state) == 1 - me


@pytest.mark.parametrize("me", SEATS)
@pytest.mark.parametrize("way", ["Push", "Give"])
def test_DC_R2_with_the_switch_two_returns_of_the_veil_give_one_draw(me: int, way: str) -> None:
    """The canceller leaves twice; the effect was missed once."""
    table = 'abilities = [{ seat = ME, card = "Veil" }, { seat = ME, card = "Dig", due = true }]'
    hand = f'hand = ["{way}", "{way}", "Pull", "Veil", "Idle"]\ntop = ["Idle", "Idle"]'
    state = scene(LATER, me, START + table, hand, IDLES)
    played = play(state, f"ability {way}", "target #1 Veil", "draw Idle", "attack Idle")
    assert draws(played, me) == 1
    played = play(played.state, "ability Veil", "attack Idle")
    assert working(played.state) == [way, "Veil"]
    played = play(played.state, f"ability {way}", "target #5 Veil")
    assert draws(played, me) == 0
    assert working(played.state) == ["Dig", way, way]
    assert dc.actor(played.state) == 1 - me


@pytest.mark.parametrize("config", [NEVER, LATER])
@pytest.mark.parametrize("me", SEATS)
def test_DC_R2_a_card_that_left_ability_mode_misses_nothing_any_more(
    config: dc.Config, me: int
) -> None:
    state = play(veiled(config, me, me).state, "attack Idle").state
    state = play(state, "ability Push", "target #2 Dig", "attack Idle").state  # Dig attacks
    played = play(state, "ability Pull", "target #2 Dig")  # in again, cancelled again
    assert draws(played, me) == 0
    assert working(played.state) == ["Veil", "Push", "Pull"]


@pytest.mark.parametrize("config", [NEVER, LATER])
@pytest.mark.parametrize("me", SEATS)
def test_DC_R2_in_attack_mode_nothing_is_made_up_for(config: dc.Config, me: int) -> None:
    table = 'abilities = [{ seat = ME, card = "Veil" }, { seat = ME, card = "Dig" }]'
    if config is LATER:
        table = table.replace('"Dig"', '"Dig", due = true')
    hand = 'hand = ["Push", "Push", "Pull"]\ntop = ["Idle", "Idle"]'
    state = scene(config, me, START + table, hand, IDLES)
    state = play(state, "ability Push", "target #2 Dig", "attack Idle").state
    played = play(state, "ability Push", "target #1 Veil", "attack Idle")
    assert draws(played, me) == 0
    # Now Dig enters uncancelled: that is one draw, in either setting.
    played = play(played.state, "ability Pull", "target #2 Dig", "draw Idle")
    assert draws(played, me) == 1
    assert dc.actor(played.state) == 1 - me


@pytest.mark.parametrize("me", SEATS)
@pytest.mark.parametrize("count", [0, 1, 2])
def test_DC_R2_with_the_switch_every_effect_that_was_missed_is_performed(
    me: int, count: int
) -> None:
    due = ['{ seat = ME, card = "Dig", due = true }', '{ seat = YOU, card = "Dig", due = true }']
    table = ", ".join(['{ seat = YOU, card = "Veil" }', *due[:count]])
    hand = 'hand = ["Push", "Idle"]\ntop = ["Idle"]'
    state = scene(LATER, me, f"{START}abilities = [{table}]", hand, IDLES)
    played = play(state, "ability Push", *(["target #1 Veil"] if count else []))
    total = Played(played.state, played.events)
    for _ in range(count):
        step = play(total.state, "draw Idle")
        total = Played(step.state, total.events + step.events)
    assert draws(total, me) == min(count, 1)
    assert draws(total, 1 - me) == max(count - 1, 0)
    assert dc.actor(total.state) == 1 - me


@pytest.mark.parametrize("me", SEATS)
def test_DC_R2_with_the_switch_a_late_effect_is_its_owners(me: int) -> None:
    table = """abilities = [
        { seat = ME, card = "Veil" }, { seat = YOU, card = "Shove", due = true },
        { seat = ME, card = "Idle" }, { seat = ME, card = "Idle" },
    ]"""
    state = scene(LATER, me, START + table, 'hand = ["Give", "Idle"]', IDLES)
    played = play(state, "ability Give", "target #1 Veil")
    assert dc.actor(played.state) == 1 - me  # you choose among my cards
    played = play(played.state, "target #3 Idle")
    assert able(played.state, me) == ["Idle", "Give"]
    assert dc.actor(played.state) == 1 - me  # and now it is your turn
    play(played.state, "attack Idle")


@pytest.mark.parametrize("me", SEATS)
def test_DC_R2_the_newer_of_two_that_cancel_each_other_misses_its_effect(me: int) -> None:
    twins = (
        card("Yin", 1, 'type = "draw"', by=("The Yang",)),
        card("Yang", 1, 'type = "draw"', by=("The Yin",)),
        card("Idle", 0, copies=8),
    )
    for old, new in (("Yin", "Yang"), ("Yang", "Yin")):
        state = scene(duel(*twins), me, START, f'hand = ["{old}", "Idle"]', f'hand = ["{new}"]')
        played = play(state, f"ability {old}", "draw Idle")
        assert draws(played, me) == 1
        played = play(played.state, f"ability {new}")
        assert len(played.of(events.CardDrawn)) == 0
        assert [event.card for event in played.of(events.EffectMissed)] == [new]


@pytest.mark.parametrize("me", SEATS)
def test_DC_R2_DC_R17_what_leaves_before_its_turn_does_not_hold_up_the_next(me: int) -> None:
    """Three missed effects become possible at once; the first takes the card of the second away."""
    fetch = 'type = "return_to_hand", side = "own", mode = "ability", other = true'
    config = duel(card("Fetch", 1, fetch, by=VEIL), *CARDS, hand_size=8, missed=True)
    missed = ", ".join(
        f'{{ seat = ME, card = "{c}", due = true }}' for c in ("Fetch", "Dig", "Dig")
    )
    table = f'abilities = [{{ seat = ME, card = "Veil" }}, {missed}]'
    hand = 'hand = ["Push", "Idle"]\ntop = ["Idle", "Idle"]'
    state = play(scene(config, me, START + table, hand, IDLES), "ability Push").state
    state = play(state, "target #1 Veil").state
    played = play(state, "target #3 Dig", "draw Idle")
    assert draws(played, me) == 1  # of the other Dig alone
    assert hands(played.state)[me] == ("Dig", "Idle", "Idle")
    assert able(played.state, me) == ["Fetch", "Dig", "Push"]
    assert dc.actor(played.state) == 1 - me


@pytest.mark.parametrize("me", SEATS)
def test_DC_R2_DC_R15_an_effect_stays_due_while_other_cards_switch(me: int) -> None:
    table = 'abilities = [{ seat = ME, card = "Veil" }, { seat = ME, card = "Dig", due = true }]'
    table += '\nattackers = [{ seat = YOU, card = "Idle" }]'
    state = scene(LATER, me, START + table, HAND.replace('"Dig", ', ""), IDLES)
    lying = {c.card: c.play for c in state.attackers + state.abilities}
    state = play(state, "ability Pull", "attack Idle").state  # Idle has switched
    assert able(state, 1 - me) == ["Idle"]
    played = play(state, "ability Push", f"target #{lying['Veil']} Veil", "draw Idle")
    assert draws(played, me) == 1


@pytest.mark.parametrize("me", SEATS)
def test_DC_R10_DC_R2_nothing_is_due_any_more_in_a_round_that_is_cut_short(me: int) -> None:
    config = duel(card("Titan", 1, 'type = "end_round"'), *CARDS, hand_size=8, missed=True)
    table = 'abilities = [{ seat = ME, card = "Veil" }, { seat = ME, card = "Dig", due = true }]'
    played = play(scene(config, me, START + table, 'hand = ["Titan"]', IDLES), "ability Titan")
    assert played.of(events.RoundCutShort)
    assert [(c.card, c.due) for c in played.state.abilities] == [
        (name, False) for name in ("Veil", "Dig", "Titan")
    ]
    assert draws(played, me) == 0
