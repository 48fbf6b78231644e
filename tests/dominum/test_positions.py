"""Position texts: everything that is wrong with one is listed."""

from typing import Any

import pytest

from tabletop_rules import dominum as dm
from tabletop_rules.core import PositionError

from .helpers import CONFIG

PLAIN = '[[seats]]\ncards = ["Grunt c3"]\n[[seats]]\ncards = ["Grunt c4"]\n'


def wrong(text: str) -> list[str]:
    """Return what is wrong with a position."""
    with pytest.raises(PositionError) as caught:
        dm.parse_state(text, CONFIG)
    return [str(problem) for problem in caught.value.problems]


@pytest.mark.parametrize(
    ("head", "what"),
    [
        ('game = "chess"\nturn = 0', "game: expected 'dominum', got 'chess'"),
        ("turn = 2", "turn: expected 0 or 1, got 2"),
        ("", "turn: give either a turn or an agenda"),
        ("turn = 0\nagenda = []", "turn: give either a turn or an agenda"),
        ("turn = 0\nround = 99", "round: expected 0 to 60, got 99"),
        ("agenda = []", "agenda: it is empty, but the game is not over"),
        (
            'agenda = [{ type = "turns", last = 0 }]',
            "agenda: its last item must be a question that somebody answers",
        ),
        (
            'agenda = [{ type = "choose_phase", seat = 3 }]',
            "agenda[0].seat: expected 0 or 1, got 3",
        ),
        (
            'turn = 0\nphase = "move"\nactive = 1',
            "agenda[2]: its seat and phase must be the active seat and the phase of the position",
        ),
    ],
)
def test_the_head_of_a_position_is_checked(head: str, what: str) -> None:
    assert what in wrong(f"{head}\n{PLAIN}")


@pytest.mark.parametrize(
    ("seat", "what"),
    [
        ("charges = 4", "seats[0].charges: expected 0 to 3, got 4"),
        ("points = -1", "seats[0].points: expected 0 or more, got -1"),
        ('hand = ["Grunt", "Grunt"]', "seats[0]: Grunt is in 2 places"),
        ('hand = ["Grnt"]', "seats[0].hand: no card of Proving Ground is called 'Grnt'"),
        ('hand = ["Grunt"]\nknown = ["Pike"]', "seats[0].known: expected only cards in hand"),
        (
            'hand = ["Marshal", "Seer"]',
            "seats[0]: expected at most 1 of type 'hero', got 2",
        ),
        ('reserve = "1 2 3 4"', "seats[0].reserve: expected at most 3, got 4"),
        ('reserve = "x"', "seats[0].reserve: expected numbers and 'critical', got 'x'"),
        ('reserve = "1 1 1"', "seats[0]: 1 stands there more often than a Power Deck has it"),
        (
            'used = "1 1 2 2 3 3 4 4 critical"',
            "seats[0].used: the deck must have cycled: all nine cards are used",
        ),
        ("counters = [5]", "seats[0].counters: expected some of [1, 2, 3, 4], got [5]"),
        (
            'stronghold = "Tower"',
            "seats[0].stronghold: expected one of Bastion, Gallows, Well, got 'Tower'",
        ),
        (
            'phases = ["move", "attack", "charge", "deploy", "reserve", "reposition"]',
            "seats[0].phases: expected at most 5, got 6",
        ),
        ('cards = ["Pike z9"]', "seats[0].cards[0]: the board has no space z9"),
        ('cards = ["Pik c2"]', "seats[0].cards[0]: no card of this domain is called 'Pik'"),
        (
            'cards = ["Pike c2 sleepy"]',
            "seats[0].cards[0]: expected 'NAME c3' and perhaps marks, got 'Pike c2 sleepy'",
        ),
        ('cards = ["Pike c4"]', "cards: 2 cards stand on c4"),
        ("fired = [-1]", "seats[0].fired: expected no negative numbers, got -1"),
    ],
)
def test_a_seat_of_a_position_is_checked(seat: str, what: str) -> None:
    assert what in wrong(f'turn = 0\n[[seats]]\n{seat}\n[[seats]]\ncards = ["Grunt c4"]\n')


def test_DM_DEP_1_seven_cards_are_too_many() -> None:
    names = ("Grunt a1", "Pike b1", "Scout e1", "Guard f1", "Herald a2", "Martyr b2", "Viper c2")
    found = wrong(f"turn = 0\n[[seats]]\ncards = {list(names)}\n[[seats]]\n")
    assert found == ["seats[0].cards: expected at most 6, got 7"]


def test_agendas_that_do_not_hang_together_are_refused() -> None:
    top = '{ type = "power_draw", seat = 0, may = true }'
    found = wrong(f'agenda = [{{ type = "turns", last = 0 }}, {top}]\n{PLAIN}')
    assert found == ["agenda[1]: expected EndPhase or LinkOrPass after Turns"]
    assert wrong("turn = 0\n[[seats]]\n") == ["seats: expected 2, got 1"]
    other = dm.Config()
    with pytest.raises(PositionError, match="not the config"):
        dm.parse_state("turn = 0\nconfig = { max_rounds = 3 }\n" + PLAIN, other)


def test_DM_R31_what_lasts_for_a_phase_is_written_and_read() -> None:
    marks = "wounded weakened moved attacked used=2 attack+1 strength-2 has=deadly"
    text = 'turn = 0\nphase = "attack"\n' + PLAIN.replace("Grunt c3", f"Duellist c3 {marks}")
    state = dm.parse_state(text, CONFIG)
    unit = state.at[CONFIG.board.by_name["c3"]]
    assert (unit.wounded, unit.weakened, unit.moved, unit.attacked, unit.used) == (True,) * 4 + (2,)
    assert [keyword.value for keyword in unit.granted] == ["deadly"]
    assert dm.parse_state(dm.format_state(state), CONFIG) == state


def test_a_picture_has_both_sides_tokens_and_mats() -> None:
    state = dm.parse_state(
        'round = 3\nturn = 0\nphase = "attack"\n[[seats]]\nstronghold = "Well"\ncharges = 2\n'
        'surge = true\nhand = ["Pike"]\ncards = ["Grunt c3 wounded weakened"]\n'
        'reserve = "critical"\n'
        '[[seats]]\nhand = ["Pike", "Scout"]\nknown = ["Scout"]\ncards = ["Breaker c4"]\n'
        "linked = true\n",
        CONFIG,
    )
    picture = dm.render(dm.view(state, 0))
    for part in (
        "Round 3",
        "Grunt*~",
        "[Break]",
        "c4 Breaker 3/2",
        "Scout, 1 hidden",
        "Well, 2 charges, Surge",
        "reserve critical",
        "(linked)",
    ):
        assert part in picture
    assert dm.render(dm.view(dm.initial_state(CONFIG), None)).startswith("Setup")
    with pytest.raises(ValueError, match="expected seat"):
        dm.view(state, 2)


FIVE = 'phases = ["deploy", "move", "reposition", "attack", "charge"]'
LINKING = 'agenda = [{ type = "turns", last = 0 }, { type = "link_or_pass", seat = 0 }]'


@pytest.mark.parametrize(
    ("head", "seat", "what"),
    [
        (
            "turn = 0",
            FIVE,
            "seats[0].phases: all 5 are activated: it cannot activate another one",
        ),
        (
            LINKING,
            FIVE,
            "seats[0].phases: all 5 are activated: it cannot activate another one",
        ),
        (
            LINKING,
            'phases = ["move"]\nlinked = true',
            "seats[0].linked: the Link token is spent: it cannot link",
        ),
        (
            "turn = 0",
            'phases = ["initiative"]',
            "initiative: expected 0, as seat 0 has activated that phase, got None",
        ),
        (
            "turn = 0\ninitiative = 1",
            'phases = ["initiative"]',
            "initiative: expected 0, as seat 0 has activated that phase, got 1",
        ),
    ],
)
def test_DM_ROUND_5_DM_LINK_1_DM_R6_the_tracks_are_checked(head: str, seat: str, what: str) -> None:
    assert wrong(f"{head}\n[[seats]]\n{seat}\n[[seats]]\n") == [what]


def test_DM_ROUND_5_who_has_a_phase_left_may_be_asked_for_it() -> None:
    four = FIVE.replace(', "charge"', "")
    for seat in (f"{four}\nlinked = true", f"{four}\n[[seats]]\n{FIVE}"):
        both = seat if "[[seats]]" in seat else f"{seat}\n[[seats]]"
        state = dm.parse_state(f"turn = 0\n[[seats]]\n{both}\n", CONFIG)
        assert dm.parse_action("phase charge") in dm.legal_actions(state)
    begun = 'phases = ["initiative"]\n[[seats]]\n'
    state = dm.parse_state(f'turn = 0\nphase = "initiative"\n[[seats]]\n{begun}', CONFIG)
    assert dm.legal_actions(state) == (dm.parse_action("initiative"),)


def test_what_a_state_has_worked_out_cannot_be_changed() -> None:
    state = dm.parse_state("turn = 0\n" + PLAIN, CONFIG)
    at: Any = state.at
    with pytest.raises(TypeError, match="does not support item assignment"):
        at[0] = state.units[0]
    assert dict(state.at) == {unit.space: unit for unit in state.units}
