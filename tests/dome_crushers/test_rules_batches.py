"""What all still know of a batch under a deck when the hand drawn from it has been played (DC-R20).

Of a batch all know which cards lay open and how many others there are; a hand that is played out
shows what was drawn.
"""

from collections import Counter
from random import Random

import pytest

from tabletop_rules import dome_crushers as dc
from tabletop_rules.core import PositionError
from tabletop_rules.dome_crushers.state import Batch

from .helpers import SEATS, card, duel, play, scene

LETTERS = duel(*(card(name, 1) for name in "ABCDEFGHIJKL"))
PAIRS = duel(*(card(name, 1, copies=2) for name in "ABCDEF"))
KEEP = 'agenda = [{ type = "new_round" }, { type = "keep" }]\nstart_player = ME\n'


def kept_nothing(config: dc.Config, me: int, head: str, mine: str) -> dc.State:
    """Return what is left of a keep decision in which nobody keeps anything; I place by name."""
    state = scene(config, me, head, f"{mine}\nplays = 0", "hand = []\nplays = 0")
    state = play(state, "keep nothing", "keep nothing").state
    while isinstance(dc.legal_actions(state)[0], dc.PlaceUnder):
        state = dc.apply(state, dc.legal_actions(state)[0]).state
    return state


def batch_of(state: dc.State, me: int) -> Batch:
    """Return what the opponent knows of the first batch under my deck."""
    return dc.view(state, 1 - me).players[me].batches[0]


@pytest.mark.parametrize("me", SEATS)
def test_DC_R20_an_open_card_that_was_played_has_left_its_batch(me: int) -> None:
    # A, B and C went under openly. One of them was drawn with three others; all four are scored.
    mine = """hand = []
        face_down = ["A", "D", "E", "F", "G"]
        revealed = ["D", "A", "E", "F"]
        bottom = ["B", "C", "H", "I"]
        batches = [{ open = ["A", "B", "C"], others = 0, drawn = [0] }, { open = [], others = 2}]"""
    state = kept_nothing(LETTERS, me, KEEP, mine)
    seen = batch_of(state, me)
    assert (seen.open, seen.others, seen.lost) == (("B", "C"), 0, 0)


@pytest.mark.parametrize("me", SEATS)
def test_DC_R20_what_was_played_from_a_batch_had_lain_in_it_unseen(me: int) -> None:
    # A and B went under with an unseen card. One card was drawn: D, E, F or G, as all were played.
    mine = """hand = []
        face_down = ["D", "E", "F", "G"]
        revealed = ["D", "E", "F", "G"]
        bottom = ["A", "B", "H", "I"]
        batches = [{ open = ["A", "B"], others = 1, drawn = [0] }, { open = [], others = 2 }]"""
    state = kept_nothing(LETTERS, me, KEEP, mine)
    seen = batch_of(state, me)
    assert (seen.open, seen.others, seen.lost) == (("A", "B"), 0, 0)


@pytest.mark.parametrize("me", SEATS)
@pytest.mark.parametrize("hand", ["", '"B"'])
def test_DC_R20_a_card_that_nobody_saw_leave_is_still_in_its_batch(me: int, hand: str) -> None:
    # A and B went under with an unseen card, and one of the three was drawn. An A was played: that
    # one, or the other A. If no card is in the hand the B cannot be the one that was drawn.
    mine = f"""hand = [{hand}]
        face_down = ["A", "D", "E", "F"]
        revealed = ["A", "D", "E", "F"]
        bottom = ["A", "B", "C", "C"]
        batches = [{{ open = ["A", "B"], others = 1, drawn = [0] }}, {{ open = [], others = 2 }}]"""
    state = kept_nothing(PAIRS, me, KEEP, mine)
    seen = batch_of(state, me)
    assert (seen.open, seen.others, seen.lost) == (("A", "B"), 1, 1)
    assert seen.safe == (() if hand else ("B",))
    rng = Random(1)
    places = Counter(
        "B" in dc.resample(dc.view(state, 1 - me), rng).players[me].deck.bottom[:2]
        for _ in range(200)
    )
    assert (places[False] > 0) == bool(hand)
    assert dc.parse_state(dc.format_state(state), PAIRS) == state


@pytest.mark.parametrize("me", SEATS)
def test_DC_R20_of_cards_alike_that_went_under_one_is_surely_drawn(me: int) -> None:
    # Both A went under openly, and nothing else with them. One was drawn: it is in the hand, and
    # goes under again when nothing is kept.
    mine = """hand = ["A", "D"]
        bottom = ["A", "C", "C"]
        batches = [{ open = ["A", "A"], others = 0, drawn = [0] }, { open = [], others = 2 }]"""
    state = kept_nothing(PAIRS, me, KEEP, mine)
    *_, new = dc.view(state, 1 - me).players[me].batches
    assert (new.open, new.others) == (("A",), 1)


@pytest.mark.parametrize("me", SEATS)
@pytest.mark.parametrize(("time", "known"), [(0, ()), (1, ("A",))])
def test_DC_R20_what_was_played_before_a_draw_is_not_the_drawn_card(
    me: int, time: int, known: tuple[str, ...]
) -> None:
    # A batch of one open A was drawn when `time` cards had been played; an A is the first of them.
    mine = f"""hand = ["A", "D"]
        face_down = ["A"]
        revealed = ["A"]
        bottom = ["C", "C"]
        batches = [{{ open = ["A"], others = 0, drawn = [{time}] }}, {{ open = [], others = 2 }}]"""
    state = kept_nothing(PAIRS, me, KEEP, mine)
    *_, new = dc.view(state, 1 - me).players[me].batches
    assert (new.open, new.others) == (known, 2 - len(known))


@pytest.mark.parametrize(
    "batch",
    [
        'open = ["A"], others = 2, lost = 1, safe = ["B"]',
        'open = ["A"], others = 1, safe = ["A"]',
        'open = ["A"], others = 2, lost = 1, safe = ["Z"]',
        'open = ["A", "D"], others = 1, lost = 1, safe = ["D"]',
    ],
)
def test_DC_R20_safe_cards_are_open_ones_that_are_there(batch: str) -> None:
    text = f"""turn = 0
        [[seats]]
        hand = ["E"]
        bottom = ["A", "B"]
        batches = [{{ {batch} }}]
        [[seats]]
        hand = ["E"]"""
    with pytest.raises(PositionError, match="batches"):
        dc.parse_state(text, LETTERS)
