"""Every question refuses what it does not offer, by a rule of the ledger (X1)."""

import pytest

from tabletop_rules import dome_crushers as dc
from tabletop_rules.core import IllegalActionError
from tabletop_rules.dome_crushers import events

from .helpers import SEATS, card, duel, options, play, refused, scene

GAME = duel(
    card("Pull", 1, 'type = "switch", to = "ability"', copies=2),
    card("Tempt", 1, 'type = "switch", to = "ability", may = true', copies=2),
    card("Dig", 1, 'type = "draw"', copies=2),
    card("Ant", 1, copies=3),
    card("Bee", 1, copies=3),
)
HEAD = """turn = ME
start_player = ME
attackers = [
    { seat = YOU, card = "Ant" }, { seat = YOU, card = "Bee" }, { seat = ME, card = "Bee" },
]
abilities = [{ seat = YOU, card = "Dig" }]
"""
MINE = 'hand = ["Pull", "Tempt", "Dig", "Ant"]\nplays = 1'
YOURS = 'hand = ["Pull", "Bee"]\nplays = 3'


def turn(me: int) -> dc.State:
    return scene(GAME, me, HEAD, MINE, YOURS)


def keeping(me: int) -> dc.State:
    """Return the position in which `me` is asked what to keep; the other holds a Dig."""
    head = """agenda = [{ type = "new_round" }, { type = "keep" }]
        abilities = [{ seat = ME, card = "Tempt" }, { seat = YOU, card = "Pull" }]"""
    state = scene(GAME, me, head, 'hand = ["Ant", "Bee"]\nplays = 0', 'hand = ["Dig"]\nplays = 0')
    return state if me == 0 else play(state, "keep nothing").state


def placing(me: int) -> dc.State:
    """Return the position in which `me`, who keeps a Bee, places Ant, Ant and Tempt."""
    head = """agenda = [{ type = "new_round" }, { type = "keep" }]
        abilities = [{ seat = ME, card = "Tempt" }]"""
    mine = 'hand = ["Ant", "Ant", "Bee"]\nplays = 0'
    state = scene(GAME, me, head, mine, 'hand = ["Dig"]\nplays = 0')
    answers = ["keep Bee", "keep Dig"]
    return play(state, *(answers if me == 0 else answers[::-1])).state


def position(name: str, me: int) -> dc.State:
    match name:
        case "start":
            return dc.initial_state(GAME)
        case "draw":
            return play(turn(me), "ability Dig").state
        case "turn":
            return turn(me)
        case "target":
            return play(turn(me), "ability Pull").state
        case "may":
            return play(turn(me), "ability Tempt").state
        case "keep":
            return keeping(me)
        case _:
            return placing(me)


EVERYTHING = (
    *("start 0", "start 1", "decline", "keep nothing", "target #1 Ant", "target #3 Bee"),
    *(
        f"{verb} {name}"
        for verb in ("draw", "attack", "ability", "keep", "under")
        for name in ("Ant", "Bee", "Dig", "Pull", "Tempt", "Nobody")
    ),
    *("target #2 Bee", "target #1 Bee", "target #4 Dig", "target #9 Ant", "target #5 Pull"),
    *("keep Ant, Ant", "keep Ant, Bee", "keep Bee, Bee", "keep Ant, Tempt", "keep Dig, Dig"),
)
LEGAL = {  # what is legal at each question, worked out by hand
    "start": {"start 0", "start 1"},
    # my deck: one Pull, one Tempt, one Dig, two Ants, two Bees, less what lies open or is held
    "draw": {"draw Pull", "draw Tempt", "draw Dig", "draw Ant", "draw Bee"},
    "turn": {
        f"{mode} {name}"
        for mode in ("attack", "ability")
        for name in ("Pull", "Tempt", "Dig", "Ant")
    },
    "target": {"target #1 Ant", "target #2 Bee"},
    "may": {"target #1 Ant", "target #2 Bee", "decline"},
    "keep": {"keep nothing", "keep Ant", "keep Bee", "keep Ant, Bee"},
    "under": {"under Ant", "under Tempt"},
}
CITED = {
    "start": {"DC-SETUP-3"},
    "draw": {"DC-DRAW-1", "DC-ABIL-2", "DC-R8"},
    "turn": {"DC-TURN-2", "DC-TURN-3"},
    "target": {"DC-R17", "DC-R15"},
    "may": {"DC-R17", "DC-R15"},
    "keep": {"DC-NEXT-1", "DC-R12"},
    "under": {"DC-NEXT-2", "DC-R12"},
}


@pytest.mark.parametrize("me", SEATS)
@pytest.mark.parametrize("name", LEGAL)
def test_X1_DC_TURN_2_DC_R17_DC_NEXT_1_DC_NEXT_2_all_else_is_refused(name: str, me: int) -> None:
    state = position(name, me)
    assert set(options(state)) == LEGAL[name]
    for text in EVERYTHING:
        if text in LEGAL[name]:
            play(state, text)
        else:
            assert refused(state, text) in CITED[name], text


@pytest.mark.parametrize("me", SEATS)
@pytest.mark.parametrize("name", LEGAL)
def test_X1_DC_R12_who_is_not_asked_learns_nothing_else(name: str, me: int) -> None:
    state = position(name, me)
    for seat in SEATS:
        refusals = {dc.why_not(state, dc.parse_action(text), seat) for text in EVERYTHING}
        if dc.actor(state) == seat:
            assert None in refusals
        else:  # one and the same answer, whether the action is legal for somebody or not
            assert len(refusals) == 1
            assert None not in refusals


@pytest.mark.parametrize("me", SEATS)
@pytest.mark.parametrize("name", LEGAL)
def test_X1_what_is_no_action_at_all_is_refused(name: str, me: int) -> None:
    state = position(name, me)
    values: tuple[object, ...] = (
        None,
        0,
        "",
        "attack Ant",
        (),
        [],
        {},
        {"card": "Ant"},
        object(),
        dc.StartWith(2),
        dc.StartWith(-1),
        dc.KeepCards(("Bee", "Ant")),
        dc.KeepCards(("",)),
    )
    for value in values:
        with pytest.raises(IllegalActionError) as caught:
            dc.apply(state, value)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
        assert caught.value.rule in dc.rulebook
    assert state == position(name, me)


@pytest.mark.parametrize("me", SEATS)
def test_DC_R12_only_cards_in_hand_may_be_kept(me: int) -> None:
    state = keeping(me)
    assert refused(state, "keep Tempt") == "DC-R12"  # it lies in Ability Mode
    assert refused(state, "keep Ant, Ant") == "DC-R12"  # one is held
    assert refused(state, "keep Dig") == "DC-R12"  # the other player holds it


@pytest.mark.parametrize("me", SEATS)
def test_DC_R17_an_effect_that_must_be_done_cannot_be_declined(me: int) -> None:
    state = position("target", me)
    assert refused(state, "decline") == "DC-R17"
    assert refused(state, "target #3 Bee") in CITED["target"]  # mine, not an opponent's card
    assert refused(state, "target #4 Dig") in CITED["target"]  # it lies in Ability Mode already


@pytest.mark.parametrize("me", SEATS)
def test_DC_R15_a_card_that_has_switched_is_no_target(me: int) -> None:
    flip = ('type = "switch", to = "ability", side = "either"',)
    flop = ('type = "switch", to = "attack", side = "either", other = true',)
    config = duel(card("Seesaw", 1, *flip, *flop), card("Ant", 1, copies=6))
    lies = ", ".join(['{ seat = YOU, card = "Ant" }'] * 2)
    others = ", ".join(['{ seat = YOU, card = "Ant" }'] * 2)
    head = f"turn = ME\nattackers = [{lies}]\nabilities = [{others}]"
    state = scene(config, me, head, 'hand = ["Seesaw", "Ant"]', "hand = []")
    state = play(state, "ability Seesaw", "target #1 Ant").state
    assert options(state) == ["target #3 Ant", "target #4 Ant"]  # not #1, in Ability Mode now
    assert refused(state, "target #1 Ant") == "DC-R15"
    assert refused(state, "target #2 Ant") == "DC-R17"  # it has not switched, but attacks already
    played = play(state, "target #3 Ant")
    assert [event.play for event in played.of(events.CardSwitched)] == [3]
