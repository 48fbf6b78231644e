"""What is told of a game: each event with all that it says, in the order in which things happen."""

import pytest

from tabletop_rules import dome_crushers as dc
from tabletop_rules.core import Event
from tabletop_rules.dome_crushers import events

from .helpers import SEATS, card, duel, play, refused, scene

ATTACK, ABILITY = dc.Mode.ATTACK, dc.Mode.ABILITY
SWITCH = 'type = "switch", to = '
TINY = [card("Ant", 1, copies=4), card("Bee", 2, copies=4)]
GAME = duel(*TINY, hand_size=2)
BEASTS = duel(
    card("Rally", 3, 'type = "strength", amount = 2', copies=2, by=("The Veil",)),
    card("Veil", 3, copies=2),
    card("Push", 4, f'{SWITCH}"attack"'),
    card("Pull", 4, f'{SWITCH}"ability"'),
    card("Tempt", 5, f'{SWITCH}"ability", may = true', 'type = "draw", count = 2'),
    card("Press", 5, 'type = "draw"', by=("The Veil",)),
    card("Spit", 6, 'type = "return_to_hand"'),
    card("Titan", 1, 'type = "end_round"', by=("The Veil",)),
    card("Idle", 0, copies=8),
    hand_size=8,
)


def told(me: int, action: str, *, attackers: str = "", abilities: str = "") -> list[Event]:
    """Return what I am told when I play a card, or what follows it, with +X mine and -X yours."""
    lies = {"+": "ME", "-": "YOU"}
    attack, ability = (
        ", ".join(f'{{ seat = {lies[c[0]]}, card = "{c[1:]}" }}' for c in cards.split())
        for cards in (attackers, abilities)
    )
    head = f"turn = ME\nstart_player = ME\nattackers = [{attack}]\nabilities = [{ability}]"
    first, *more = action.split(" then ")
    name = first.split()[1]
    mine = f'hand = ["{name}", "Idle"]\ntop = ["Idle"]'
    state = scene(BEASTS, me, head, mine, 'hand = ["Idle", "Idle"]')
    return list(play(state, first, *more).events)


def used(me: int, name: str, number: int) -> Event:
    return events.CardPlayed(rule="DC-ABIL-1", seat=me, card=name, mode=ABILITY, play=number)


def test_DC_SETUP_3_DC_START_3_the_beginning_of_a_game() -> None:
    for seat in SEATS:
        assert list(play(dc.initial_state(GAME), f"start {seat}").events) == [
            events.StartPlayerNamed(rule="DC-SETUP-3", seat=seat),
            events.RoundBegan(rule="DC-DRAW-1", round=1),
        ]


def test_DC_END_2_DC_NEXT_2_DC_START_3_a_round_that_is_won_and_what_follows() -> None:
    state = play(dc.initial_state(GAME), "start 0").state
    drawn = play(state, "draw Bee", "draw Bee", "draw Ant", "draw Ant")
    assert list(drawn.events) == [
        events.CardDrawn(rule="DC-DRAW-1", seat=seat, card=name)
        for seat, name in ((0, "Bee"), (0, "Bee"), (1, "Ant"), (1, "Ant"))
    ]
    state = play(drawn.state, "attack Bee", "ability Ant", "attack Bee").state
    last = play(state, "attack Ant")
    assert list(last.events) == [
        events.CardPlayed(rule="DC-TURN-3", seat=1, card="Ant", mode=ATTACK, play=4),
        events.RoundEnded(rule="DC-END-2", round=1, totals=(4, 1), winner=0),
        events.CardsScored(rule="DC-END-4", seat=0, cards=("Bee", "Bee"), face_up=True),
        events.CardsScored(rule="DC-END-5", seat=1, cards=("Ant",), face_up=False),
        events.StartPlayerNamed(rule="DC-START-1", seat=0),
    ]
    first = play(last.state, "keep nothing")
    assert list(first.events) == [events.AnswerTaken(rule="DC-R12", seat=0, cards=())]
    second = play(first.state, "keep nothing")
    assert list(second.events) == [
        events.AnswerTaken(rule="DC-R12", seat=1, cards=()),
        events.CardsKept(rule="DC-NEXT-1", seat=0, count=0),
        events.CardsKept(rule="DC-NEXT-1", seat=1, count=0),
        events.BatchPlaced(rule="DC-NEXT-2", seat=1, open=("Ant",), others=0),
        events.CardPlacedUnder(rule="DC-NEXT-2", seat=1, card="Ant"),
        events.RoundBegan(rule="DC-DRAW-1", round=2),
    ]


@pytest.mark.parametrize("start", SEATS)
def test_DC_END_3_DC_R3_DC_R4_a_round_that_nobody_wins(start: int) -> None:
    state = play(dc.initial_state(GAME), f"start {start}", *["draw Bee"] * 4).state
    last = play(state, *["attack Bee"] * 4)
    assert list(last.events[-4:]) == [
        events.RoundEnded(rule="DC-END-3", round=1, totals=(4, 4), winner=None),
        events.CardsScored(rule="DC-R3", seat=0, cards=("Bee", "Bee"), face_up=False),
        events.CardsScored(rule="DC-R3", seat=1, cards=("Bee", "Bee"), face_up=False),
        events.StartPlayerNamed(rule="DC-R4", seat=start),
    ]


def test_DC_SIMPLE_1_DC_R13_the_shuffle_is_told_before_the_round() -> None:
    simple = duel(*TINY, hand_size=2, simple=True)
    begun = play(dc.initial_state(simple), "start 0")
    assert begun.of(events.DecksShuffled) == []
    last = play(begun.state, *["draw Ant"] * 4, *["ability Ant"] * 4)
    assert list(last.events[-2:]) == [
        events.DecksShuffled(rule="DC-SIMPLE-1"),
        events.RoundBegan(rule="DC-DRAW-1", round=2),
    ]


def test_DC_NEXT_2_DC_R12_each_card_that_goes_under_a_deck() -> None:
    state = play(dc.initial_state(GAME), "start 0", "draw Ant", "draw Bee", *["draw Ant"] * 2).state
    state = play(state, *["ability Ant"] * 2, "ability Bee", "ability Ant").state
    asked = play(state, "keep nothing", "keep nothing")
    assert list(asked.events[-4:]) == [
        events.CardsKept(rule="DC-NEXT-1", seat=0, count=0),
        events.BatchPlaced(rule="DC-NEXT-2", seat=0, open=("Ant", "Bee"), others=0),
        events.CardsKept(rule="DC-NEXT-1", seat=1, count=0),
        events.BatchPlaced(rule="DC-NEXT-2", seat=1, open=("Ant", "Ant"), others=0),
    ]
    assert list(play(asked.state, "under Bee").events) == [
        events.CardPlacedUnder(rule="DC-NEXT-2", seat=0, card="Bee"),
        events.CardPlacedUnder(rule="DC-NEXT-2", seat=0, card="Ant"),
    ]


@pytest.mark.parametrize("me", SEATS)
def test_DC_MODE_3_a_switch_to_attack_mode(me: int) -> None:
    assert told(me, "ability Push", abilities="-Idle") == [
        used(me, "Push", 2),
        events.CardSwitched(rule="DC-MODE-3", play=1, card="Idle", to=ATTACK),
    ]


@pytest.mark.parametrize("me", SEATS)
def test_DC_SWITCH_1_a_switch_to_ability_mode(me: int) -> None:
    assert told(me, "ability Pull", attackers="-Idle") == [
        used(me, "Pull", 2),
        events.CardSwitched(rule="DC-SWITCH-1", play=1, card="Idle", to=ABILITY),
    ]


@pytest.mark.parametrize("me", SEATS)
def test_DC_SWITCH_2_DC_ABIL_2_DC_R16_what_is_switched_draws_for_its_owner(me: int) -> None:
    assert told(me, "ability Pull", attackers="-Press") == [
        used(me, "Pull", 2),
        events.CardSwitched(rule="DC-SWITCH-1", play=1, card="Press", to=ABILITY),
        events.DrawBegun(rule="DC-ABIL-2", seat=1 - me, wanted=1, possible=1),
    ]


@pytest.mark.parametrize("me", SEATS)
def test_DC_ABIL_2_a_card_that_an_ability_draws_is_not_drawn_up_to_a_hand(me: int) -> None:
    hands = ('hand = ["Dustmite"]\ntop = ["Gulper"]', 'hand = ["Tusker"]')
    state = scene(dc.Config(), me, "turn = ME", *hands)
    state = play(state, "ability Dustmite").state
    assert refused(state, "draw Tusker") == "DC-ABIL-2"
    (drawn,) = play(state, "draw Gulper").of(events.CardDrawn)
    assert drawn == events.CardDrawn(rule="DC-ABIL-2", seat=me, card="Gulper")


@pytest.mark.parametrize("me", SEATS)
@pytest.mark.parametrize("owner", ["+", "-"])
def test_DC_CANCEL_1_DC_CANCEL_2_what_stops_to_work_and_works_again(me: int, owner: str) -> None:
    assert told(me, "ability Veil", abilities=f"{owner}Rally") == [
        used(me, "Veil", 2),
        events.AbilityCancelled(rule="DC-CANCEL-1", play=1, card="Rally"),
    ]
    lies = f"{owner}Rally -Veil"
    assert told(me, "ability Push then target #2 Veil", abilities=lies.replace("+R", "-R")) == [
        used(me, "Push", 3),
        events.CardSwitched(rule="DC-MODE-3", play=2, card="Veil", to=ATTACK),
        events.AbilityRestored(rule="DC-CANCEL-2", play=1, card="Rally"),
    ]


@pytest.mark.parametrize("me", SEATS)
def test_DC_R2_an_effect_that_is_missed(me: int) -> None:
    assert told(me, "ability Press", abilities="-Veil") == [
        used(me, "Press", 2),
        events.AbilityCancelled(rule="DC-CANCEL-1", play=2, card="Press"),
        events.EffectMissed(rule="DC-R2", play=2, card="Press"),
    ]


@pytest.mark.parametrize("me", SEATS)
def test_DC_R17_an_effect_without_a_target_and_one_that_is_declined(me: int) -> None:
    assert told(me, "ability Push") == [
        used(me, "Push", 1),
        events.EffectUnmet(rule="DC-R17", play=1, card="Push"),
    ]
    assert told(me, "ability Tempt then decline", attackers="-Idle") == [
        used(me, "Tempt", 2),
        events.EffectDeclined(rule="DC-R17", play=2, card="Tempt"),
        events.DrawBegun(rule="DC-ABIL-2", seat=me, wanted=2, possible=2),
    ]


@pytest.mark.parametrize("me", SEATS)
def test_DC_R18_a_card_that_returns(me: int) -> None:
    assert told(me, "ability Spit", attackers="-Idle") == [
        used(me, "Spit", 2),
        events.CardReturned(rule="DC-R18", seat=1 - me, play=1, card="Idle"),
    ]


@pytest.mark.parametrize("me", SEATS)
def test_DC_R10_DC_END_6_a_round_that_is_cut_short(me: int) -> None:
    happened = told(me, "ability Titan", attackers="-Rally")
    assert happened[:2] == [
        used(me, "Titan", 2),
        events.RoundCutShort(rule="DC-R10", play=2, card="Titan"),
    ]
    (ended,) = (event for event in happened if isinstance(event, events.RoundEnded))
    assert (ended.totals[me], ended.totals[1 - me], ended.winner) == (0, 3, 1 - me)


@pytest.mark.parametrize("me", SEATS)
def test_DC_R7_a_player_without_cards_is_passed_over(me: int) -> None:
    state = scene(
        BEASTS, me, "turn = ME\nstart_player = ME", 'hand = ["Idle", "Idle"]', "hand = []"
    )
    assert list(play(state, "attack Idle").events) == [
        events.CardPlayed(rule="DC-TURN-3", seat=me, card="Idle", mode=ATTACK, play=1),
        events.TurnSkipped(rule="DC-R7", seat=1 - me),
    ]
