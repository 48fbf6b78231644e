"""Information sets of a small game, counted by hand."""

from random import Random

import pytest

from tabletop_rules.core import Game, parse_record
from tabletop_rules.testing import BrokenProtocolError, check_odds
from tabletop_rules.testing.checks import Counted

from . import sound
from .defects import DEFECTS
from .test_coverage import NANO

market: Game[sound.Config, sound.State, sound.Action, sound.View] = sound


def test_all_information_sets_are_compared() -> None:
    counted = check_odds(market, NANO, Random(1))
    # Seat 0 with ash does not know whether seat 1 has ash or oak, before and after it lays its own.
    # Seat 1 does not know the card of seat 0, before and after it gets ash itself; when seat 0 has
    # laid its card, that was a choice. A spectator does not know who has the oak, if anybody.
    exact = {0: (2, 2), 1: (2, 2), None: (2, 3)}
    chosen = {0: 0, 1: 1, None: 1}
    sets = sum(len(states) for states in exact.values())
    states = sum(sum(states) for states in exact.values())
    assert counted == Counted(sets, states, possible=sum(chosen.values()))
    assert str(counted) == "13 states in 6 information sets have their exact share"


def test_the_number_of_sets_and_ways_is_bounded() -> None:
    assert check_odds(market, NANO, Random(1), sets=1) == Counted(3, 2 + 2 + 2, possible=2)
    assert check_odds(market, NANO, Random(1), ways=1) == Counted(0, 0)


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("a weight off by one", "whose exact share is"),
        ("resampling that is skewed", "whose exact share is"),
        ("resampling goes a round on", "what cannot have happened"),
    ],
)
def test_what_is_found_has_a_record(name: str, says: str) -> None:
    [defect] = [each for each in DEFECTS if each.name == name]
    with pytest.raises(BrokenProtocolError, match=says) as raised:
        check_odds(defect.game(), NANO, Random(1))
    assert len(parse_record(raised.value.record, market).actions) <= 3
