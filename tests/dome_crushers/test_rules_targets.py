"""Whose effects and whose choices: targets, nested effects, and cards that return to a hand."""

from random import Random

import pytest

from tabletop_rules import dome_crushers as dc
from tabletop_rules.core import CHANCE, Event, sample
from tabletop_rules.dome_crushers import events

from .helpers import (
    SEATS,
    able,
    assert_sound,
    attacking,
    card,
    draw_all,
    duel,
    hands,
    options,
    play,
    scene,
    totals,
    working,
)

TO_ABILITY = 'type = "switch", to = "ability"'
TO_ATTACK = 'type = "switch", to = "attack"'
RETURN = 'type = "return_to_hand"'
BEASTS = duel(
    card("Dig", 2, 'type = "draw"', copies=2),
    card("Rally", 3, 'type = "strength", amount = 2', copies=3, by=("The Veil",)),
    card("Veil", 3, copies=2),
    card("Push", 4, TO_ATTACK, copies=2),
    card("Pull", 4, TO_ABILITY, copies=2),
    card("Haul", 5, f'{TO_ABILITY}, side = "own", count = 2', 'type = "draw"'),
    card("Tempt", 5, f"{TO_ABILITY}, count = 2, may = true", 'type = "draw"'),
    card("Press", 5, TO_ABILITY, 'type = "draw"', by=("The Veil",)),
    card("Spring", 6, f'{TO_ATTACK}, side = "own"'),
    card("Spit", 6, f'{RETURN}, side = "either", other = true', copies=3),
    card("Snap", 6, f'{RETURN}, side = "own", mode = "ability"'),
    card("Scare", 6, f'{RETURN}, mode = "attack"'),
    card("Kick", 6, f'{RETURN}, side = "own", other = true'),
    card("Whirl", 6, f'{RETURN}, side = "own", mode = "ability"', 'type = "draw"'),
    card("Roll", 6, f'{TO_ATTACK}, side = "own"', 'type = "draw"'),
    card("Idle", 0, copies=8),
    hand_size=8,
)
START = "turn = ME\nstart_player = ME\n"
IDLES = 'hand = ["Idle", "Idle"]\ntop = ["Idle", "Idle", "Idle"]'


def hold(*cards: str) -> str:
    return f'hand = {[*cards, "Idle"]}\ntop = ["Idle", "Idle", "Idle"]'


def row(owner: str, *cards: str) -> str:
    return ", ".join(f'{{ seat = {owner}, card = "{name}" }}' for name in cards)


def table(attackers: str = "", abilities: str = "") -> str:
    return f"{START}attackers = [{attackers}]\nabilities = [{abilities}]"


# --- whose card -------------------------------------------------------------------------------


@pytest.mark.parametrize("me", SEATS)
def test_DC_R16_the_owner_of_a_switched_card_draws(me: int) -> None:
    state = scene(BEASTS, me, table(row("YOU", "Dig")), hold("Pull"), IDLES)
    played = play(state, "ability Pull", "draw Idle")
    assert [event.seat for event in played.of(events.DrawBegun)] == [1 - me]
    assert [event.seat for event in played.of(events.CardDrawn)] == [1 - me]
    assert [len(hand) for hand in (hands(played.state)[me], hands(played.state)[1 - me])] == [1, 3]
    assert dc.actor(played.state) == 1 - me


@pytest.mark.parametrize("me", SEATS)
def test_DC_R16_the_owner_of_a_switched_card_chooses(me: int) -> None:
    """I switch your Pull: you choose which of MY attackers it switches."""
    state = scene(
        BEASTS,
        me,
        table(row("ME", "Rally", "Dig") + ", " + row("YOU", "Pull")),
        hold("Pull"),
        IDLES,
    )
    played = play(state, "ability Pull")
    assert dc.actor(played.state) == 1 - me
    assert options(played.state) == ["target #1 Rally", "target #2 Dig"]
    played = play(played.state, "target #1 Rally")
    assert able(played.state, me) == ["Pull", "Rally"]
    assert able(played.state, 1 - me) == ["Pull"]
    assert totals(played.state)[me] == 2 + 2


@pytest.mark.parametrize("me", SEATS)
def test_DC_R16_a_bonus_of_a_switched_card_is_its_owners(me: int) -> None:
    state = scene(BEASTS, me, table(row("YOU", "Rally")), hold("Pull"), IDLES)
    state = play(state, "ability Pull").state
    assert (totals(state)[me], totals(state)[1 - me]) == (0, 2)


# --- targets ----------------------------------------------------------------------------------


@pytest.mark.parametrize("me", SEATS)
def test_DC_R17_the_owner_chooses_among_all_targets_alike_ones_too(me: int) -> None:
    lies = table(row("YOU", "Veil", "Dig", "Veil"), row("YOU", "Idle"))
    state = scene(BEASTS, me, lies, hold("Pull"), IDLES)
    state = play(state, "ability Pull").state
    assert dc.actor(state) == me
    assert options(state) == ["target #1 Veil", "target #2 Dig", "target #3 Veil"]
    state = play(state, "target #3 Veil").state
    assert [c.play for c in state.attackers] == [1, 2]
    assert dc.actor(state) == 1 - me


@pytest.mark.parametrize("me", SEATS)
def test_DC_R17_with_one_target_nobody_is_asked(me: int) -> None:
    state = scene(BEASTS, me, table(row("YOU", "Veil")), hold("Pull"), IDLES)
    played = play(state, "ability Pull")
    assert [event.play for event in played.of(events.CardSwitched)] == [1]
    assert dc.actor(played.state) == 1 - me


@pytest.mark.parametrize("me", SEATS)
@pytest.mark.parametrize("name", ["Push", "Pull", "Spit", "Scare", "Kick"])
def test_DC_R17_without_a_target_there_is_no_effect(me: int, name: str) -> None:
    played = play(scene(BEASTS, me, START, hold(name), IDLES), f"ability {name}")
    (unmet,) = played.of(events.EffectUnmet)
    assert (unmet.card, unmet.rule) == (name, "DC-R17")
    assert able(played.state, me) == [name]
    assert dc.actor(played.state) == 1 - me


@pytest.mark.parametrize("me", SEATS)
@pytest.mark.parametrize(
    ("name", "targets"),
    [  # on the table: #1 mine and #3 yours attack, #2 mine and #4 yours are abilities
        ("Push", {4}),
        ("Pull", {3}),
        ("Haul", {1}),
        ("Spit", {1, 2, 3, 4}),
        ("Scare", {3}),
        ("Kick", {1, 2}),
        ("Snap", {2, 5}),  # its text does not say another card
        ("Spring", {2, 5}),
    ],
)
def test_DC_R17_DC_ABIL_7_only_the_cards_that_the_text_names_are_targets(
    me: int, name: str, targets: set[int]
) -> None:
    lies = f"""{START}
        attackers = [
            {{ seat = ME, card = "Veil", play = 1 }}, {{ seat = YOU, card = "Dig", play = 3 }},
        ]
        abilities = [
            {{ seat = ME, card = "Rally", play = 2 }}, {{ seat = YOU, card = "Idle", play = 4 }},
        ]
    """
    played = play(scene(BEASTS, me, lies, hold(name), IDLES), f"ability {name}")
    moved = {event.play for event in played.of(events.CardSwitched)}
    moved |= {event.play for event in played.of(events.CardReturned)}
    asked = {int(text.split()[1][1:]) for text in options(played.state) if "target" in text}
    assert moved | asked == targets
    assert bool(asked) == (len(targets) > 1)


@pytest.mark.parametrize("me", SEATS)
def test_DC_R17_a_card_may_be_its_own_and_only_target(me: int) -> None:
    played = play(scene(BEASTS, me, START, hold("Spring", "Snap"), IDLES), "ability Spring")
    assert attacking(played.state, me) == ["Spring"]
    assert totals(played.state)[me] == 6
    played = play(played.state, "attack Idle", "ability Snap")
    assert hands(played.state)[me] == ("Idle", "Snap")


@pytest.mark.parametrize("me", SEATS)
@pytest.mark.parametrize("there", [0, 1, 2, 3])
@pytest.mark.parametrize("taken", [0, 1, 2])
def test_DC_R17_may_lets_the_owner_stop_before_each_target(me: int, there: int, taken: int) -> None:
    lies = table(row("YOU", *["Idle"] * there))
    state = scene(BEASTS, me, lies, hold("Tempt"), 'hand = ["Idle"]')
    played = play(state, "ability Tempt")
    for number in range(min(taken, there)):
        assert options(played.state)[-1] == "decline"  # also with one target
        played = play(played.state, f"target #{number + 1} Idle")
    if taken < min(there, 2):
        played = play(played.state, "decline")
        (declined,) = played.of(events.EffectDeclined)
        assert declined.rule == "DC-R17"
    assert dc.actor(played.state) is CHANCE  # whatever was declined, the draw comes next
    played = play(played.state, "draw Idle")
    assert len(attacking(played.state, 1 - me)) == there - min(taken, there)
    assert dc.actor(played.state) == 1 - me


# --- one effect inside another ----------------------------------------------------------------


@pytest.mark.parametrize("me", SEATS)
def test_DC_R17_an_effect_set_off_by_a_switch_comes_first(me: int) -> None:
    lies = table(row("ME", "Dig", "Push"), row("YOU", "Idle"))
    state = scene(BEASTS, me, lies, hold("Haul"), IDLES)
    state = play(state, "ability Haul").state
    assert options(state) == ["target #1 Dig", "target #2 Push"]
    played = play(state, "target #1 Dig")
    assert dc.actor(played.state) is CHANCE  # the draw of Dig, before the second switch
    assert attacking(played.state, me) == ["Push"]
    played = play(played.state, "draw Idle")
    # Now the second switch, of Push, whose effect comes at once; only then the draw of Haul.
    assert attacking(played.state, me) == []
    assert attacking(played.state, 1 - me) == ["Idle"]
    assert dc.actor(played.state) is CHANCE
    played = play(played.state, "draw Idle")
    assert dc.actor(played.state) == 1 - me
    assert hands(played.state)[me] == ("Idle", "Idle", "Idle")


@pytest.mark.parametrize("me", SEATS)
def test_DC_R17_an_effect_set_off_deep_inside_comes_first_too(me: int) -> None:
    """Haul switches my Pull, which switches your Pull, which switches my Dig."""
    lies = table(row("ME", "Pull", "Dig") + ", " + row("YOU", "Pull"))
    state = scene(BEASTS, me, lies, hold("Haul"), IDLES)
    played = play(state, "ability Haul", "target #1 Pull")
    switched = [event.play for event in played.of(events.CardSwitched)]
    assert switched == [1, 3, 2]
    (begun,) = played.of(events.DrawBegun)
    assert begun.seat == me
    played = play(played.state, "draw Idle")  # of Dig
    assert played.of(events.EffectUnmet)  # Haul finds no second card
    assert dc.actor(played.state) is CHANCE  # and draws
    assert dc.actor(play(played.state, "draw Idle").state) == 1 - me


@pytest.mark.parametrize("me", SEATS)
def test_DC_R17_an_effect_is_finished_although_its_card_was_cancelled(me: int) -> None:
    state = scene(BEASTS, me, table(row("YOU", "Veil")), hold("Press"), IDLES)
    played = play(state, "ability Press")  # the Veil that it switches cancels it
    assert working(played.state) == ["Veil"]
    assert dc.actor(played.state) is CHANCE
    played = play(played.state, "draw Idle")
    assert len(hands(played.state)[me]) == 2


@pytest.mark.parametrize("me", SEATS)
def test_DC_R17_an_effect_is_finished_although_its_card_has_left(me: int) -> None:
    state = scene(BEASTS, me, table(row("ME", "Kick")), hold("Haul"), IDLES)
    played = play(state, "ability Haul")  # switches Kick, which returns Haul to my hand
    assert hands(played.state)[me] == ("Haul", "Idle")
    assert dc.actor(played.state) is CHANCE
    played = play(played.state, "draw Idle")
    assert hands(played.state)[me] == ("Haul", "Idle", "Idle")
    assert dc.actor(played.state) == 1 - me


@pytest.mark.parametrize("me", SEATS)
@pytest.mark.parametrize("name", ["Whirl", "Roll"])
def test_DC_R17_an_effect_is_finished_although_its_card_moves_itself(me: int, name: str) -> None:
    played = play(scene(BEASTS, me, START, hold(name), IDLES), f"ability {name}")
    assert (name in hands(played.state)[me]) == (name == "Whirl")
    assert attacking(played.state, me) == (["Roll"] if name == "Roll" else [])
    assert dc.actor(played.state) is CHANCE
    assert dc.actor(play(played.state, "draw Idle").state) == 1 - me


# --- no endless flipping ----------------------------------------------------------------------

FLIP = f'{TO_ATTACK}, side = "own", other = true', f'{TO_ABILITY}, side = "own", other = true'
CROSS = f'{TO_ATTACK}, side = "either", count = 2', f'{TO_ABILITY}, side = "either", count = 2'
FLIPS = duel(card("Flip", 1, *FLIP, copies=6), card("Cross", 2, *CROSS, copies=6), hand_size=6)


@pytest.mark.parametrize("me", SEATS)
def test_DC_R15_A6_two_cards_that_switch_each_other_stop(me: int) -> None:
    state = scene(
        FLIPS, me, table(row("ME", "Flip")), 'hand = ["Flip", "Flip"]', 'hand = ["Cross"]'
    )
    played = play(state, "ability Flip")
    # #2 finds no ability and switches #1 to Ability Mode; #1 switches #2 to Attack Mode and
    # would switch it back, but it has been switched; then #2 has nothing left to do.
    assert [(e.play, e.to) for e in played.of(events.CardSwitched)] == [
        (1, dc.Mode.ABILITY),
        (2, dc.Mode.ATTACK),
    ]
    assert [c.play for c in played.state.abilities] == [1]
    assert [c.play for c in played.state.attackers] == [2]
    assert dc.actor(played.state) == 1 - me


@pytest.mark.parametrize("me", SEATS)
def test_DC_R15_the_next_played_card_may_switch_them_again(me: int) -> None:
    state = scene(
        FLIPS, me, table(row("ME", "Flip")), 'hand = ["Flip", "Flip"]', 'hand = ["Cross"]'
    )
    state = play(state, "ability Flip", "attack Cross").state
    played = play(state, "ability Flip")  # #4: to attack only #1, then #1 or #2 to ability
    assert [(e.play, e.to) for e in played.of(events.CardSwitched)] == [
        (1, dc.Mode.ATTACK),
        (2, dc.Mode.ABILITY),  # #1 has been switched already, so #2 it is, unasked
        (4, dc.Mode.ATTACK),  # by #2, whose second effect finds only cards that were switched
    ]


def test_DC_R15_no_card_switches_twice_while_one_played_card_is_resolved() -> None:
    rng = Random(15)
    switches = 0
    for seed in range(12):
        state = play(dc.initial_state(FLIPS), f"start {seed % 2}").state
        switched: list[int] = []
        while state.round == 1 and dc.actor(state) is not None:
            chances = dc.chance_outcomes(state)
            action = sample(chances, rng) if chances else rng.choice(dc.legal_actions(state))
            state, happened = dc.apply(state, action)
            assert_sound(state, happened)
            for event in happened:
                if isinstance(event, events.CardPlayed):
                    switched = []
                if isinstance(event, events.CardSwitched):
                    switched.append(event.play)
                    switches += 1
            assert len(switched) == len(set(switched))
    assert switches > 50


# --- back to the hand -------------------------------------------------------------------------


@pytest.mark.parametrize("me", SEATS)
@pytest.mark.parametrize("owner", ["ME", "YOU"])
@pytest.mark.parametrize("mode", ["attackers", "abilities"])
def test_DC_R18_a_returned_card_goes_to_its_owners_hand_and_counts_no_more(
    me: int, owner: str, mode: str
) -> None:
    seat = me if owner == "ME" else 1 - me
    lies = f"{START}{mode} = [{row(owner, 'Rally')}]"
    state = scene(BEASTS, me, lies, hold("Spit"), IDLES)
    assert totals(state)[seat] == (3 if mode == "attackers" else 2)
    played = play(state, "ability Spit")
    (event,) = played.of(events.CardReturned)
    assert (event.seat, event.card, event.rule) == (seat, "Rally", "DC-R18")
    assert "Rally" in hands(played.state)[seat]
    assert "Rally" not in hands(played.state)[1 - seat]
    assert totals(played.state) == (0, 0)
    assert [c.card for c in played.state.attackers + played.state.abilities] == ["Spit"]


@pytest.mark.parametrize("me", SEATS)
def test_DC_R18_DC_CANCEL_2_a_returned_canceller_stops_working_at_once(me: int) -> None:
    lies = table(abilities=row("YOU", "Veil") + ", " + row("ME", "Rally"))
    state = scene(BEASTS, me, lies, hold("Spit"), IDLES)
    played = play(state, "ability Spit", "target #1 Veil")
    assert totals(played.state)[me] == 2
    assert working(played.state) == ["Rally", "Spit"]


@pytest.mark.parametrize("me", SEATS)
def test_DC_R18_a_returned_card_may_be_played_again_with_its_effect(me: int) -> None:
    state = scene(BEASTS, me, table(abilities=row("YOU", "Dig")), hold("Spit"), IDLES)
    played = play(state, "ability Spit", "ability Dig", "draw Idle")
    assert [event.seat for event in played.of(events.CardDrawn)] == [1 - me]
    assert [event.play for event in played.of(events.CardPlayed)] == [2, 3]  # a new play
    assert played.state.players[1 - me].plays == 2


@pytest.mark.parametrize("me", SEATS)
def test_DC_R18_plays_are_counted_and_not_cards(me: int) -> None:
    """You play Dig three times; that is three of your four plays."""
    config = duel(
        card("Spit", 1, RETURN, copies=2),
        card("Dig", 2, 'type = "draw"', copies=1),
        card("Idle", 0, copies=9),
    )
    state = scene(
        config,
        1 - me,
        START,
        'hand = ["Dig", "Idle"]\ntop = ["Idle", "Idle", "Idle", "Idle"]',
        'hand = ["Spit", "Spit", "Idle", "Idle"]',
    )
    again = ["ability Dig", "draw Idle", "ability Spit"]
    state = play(state, *again, *again, "ability Dig", "draw Idle", "attack Idle").state
    assert state.players[1 - me].plays == 3
    assert dc.actor(state) == 1 - me
    state = play(state, "attack Idle").state  # the fourth
    assert len(hands(state)[1 - me]) == 3
    assert dc.actor(state) == me  # who has one play left, the last of the round
    played = play(state, "attack Idle")
    assert [event.totals for event in played.of(events.RoundEnded)] == [(0, 0)]
    assert draw_all(played.state).state == played.state  # no draw: what to keep is asked first


def kinds(happened: tuple[Event, ...]) -> list[str]:
    return [type(event).__name__ for event in happened]


@pytest.mark.parametrize("me", SEATS)
def test_DC_R17_events_tell_the_order_of_nested_effects(me: int) -> None:
    lies = table(row("ME", "Dig"))
    state = scene(BEASTS, me, lies, hold("Haul"), IDLES)
    first = play(state, "ability Haul")
    second = play(first.state, "draw Idle")
    third = play(second.state, "draw Idle")
    assert kinds(first.events) == ["CardPlayed", "CardSwitched", "DrawBegun"]
    assert kinds(second.events) == ["CardDrawn", "EffectUnmet", "DrawBegun"]
    assert kinds(third.events) == ["CardDrawn"]
