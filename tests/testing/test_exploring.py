"""What is proved of a tiny game, with counts worked out by hand."""

import pytest

from tabletop_rules.core import Game, parse_record
from tabletop_rules.testing import (
    BrokenProtocolError,
    Explored,
    How,
    check_histories,
    explore,
    prove,
)

from . import sound

market: Game[sound.Config, sound.State, sound.Action, sound.View] = sound
PICO = sound.Config(2, 1, ("ash", "oak"), tokens=1, rounds=1)
"""Ash or oak for seat 0, the other card for seat 1; both lay it, and oak takes a prize."""


def test_the_states_of_a_tiny_game_are_counted() -> None:
    # after each action: one start, then two deals, and at last two prizes each
    expected = Explored(states=1 + 2 + 2 + 2 + 2 + 4, ends=4, actions=2 + 2 + 2 + 2 + 4)
    assert explore(market, PICO, lambda _: None) == expected


@pytest.mark.parametrize(
    ("seat", "histories"),
    [
        (0, 1 + 2 + 2 + 2 + 2 + 4),  # its own card tells all
        (1, 1 + 1 + 2 + 2 + 2 + 4),  # it sees nothing of the first card
        (None, 1 + 1 + 1 + 1 + 2 + 4),  # nothing until both are shown
    ],
)
def test_the_histories_of_a_tiny_game_are_counted(seat: int | None, histories: int) -> None:
    assert check_histories(market, PICO, seat) == (5, histories)


def test_a_tiny_game_is_proved() -> None:
    proof = prove(market, PICO)
    assert proof.histories == 13 + 12 + 10
    assert proof.longest == 5
    text = "all 13 states, 4 ends, 12 actions; 35 histories; games of at most 5 actions"
    assert str(proof) == f"{text}: every check holds"
    assert proof.coverage.counts["MK-DEAL-1", How.EVENT] == 2 + 2
    assert proof.coverage.counts["MK-PRIZE-2", How.EVENT] == 2
    assert proof.coverage.counts["MK-CARDS-1", How.CONSERVED] == 1
    # the odds are even, the cards differ, and no card is left for another round
    never = {"MK-DEAL-2", "MK-SHOW-3", "MK-ROUND-1", "MK-END-3"}
    assert set(proof.coverage.missing) == never


def test_what_a_check_finds_has_the_record_of_the_way() -> None:
    def check(state: sound.State) -> None:
        if not state.agenda:
            raise BrokenProtocolError("it is over", "mine")

    with pytest.raises(BrokenProtocolError, match="it is over") as raised:
        explore(market, PICO, check)
    assert raised.value.check == "mine"
    record = parse_record(raised.value.record, market)
    assert record.config == PICO
    assert len(record.actions) == 5


def test_too_many_states_are_refused() -> None:
    with pytest.raises(ValueError, match="expected at most 12 states, found 13"):
        prove(market, PICO, most=12)
