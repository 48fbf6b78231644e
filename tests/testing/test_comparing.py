"""Two implementations of a game are told apart by an option, a weight or an event."""

from types import SimpleNamespace
from typing import Any

import pytest

from tabletop_rules.core import Game, Weighted, parse_record
from tabletop_rules.testing import BrokenProtocolError, check_same

from . import sound
from .defects import ALIKE, DEFECTS
from .test_coverage import NANO

market: Game[sound.Config, sound.State, sound.Action, sound.View] = sound


def test_a_game_is_the_same_as_itself() -> None:
    compared = check_same(market, market, NANO, NANO, games=3, depth=3)
    # two cards for seat 0; then two or one for seat 1; then each lays what it has
    assert compared.perft == (2, 3, 3)
    assert compared.games == 3
    assert 3 * 4 <= compared.actions <= 3 * 5  # equal cards leave no prize
    assert str(compared) == f"the same in 3 games of {compared.actions} actions; perft 2, 3, 3"


def test_the_classes_may_be_others() -> None:
    """Compared is what is written, so options that are texts do as well."""
    texts: Any = SimpleNamespace(
        **{each: getattr(sound, each) for each in vars(sound) if not each.startswith("__")}
    )
    texts.legal_actions = lambda state: tuple(map(sound.format_action, sound.legal_actions(state)))
    texts.apply = lambda state, text: sound.apply(state, sound.parse_action(text))
    texts.format_action = texts.parse_action = lambda text: text
    odds = sound.chance_outcomes
    texts.chance_outcomes = lambda state: tuple(
        Weighted(sound.format_action(each.action), each.probability) for each in odds(state)
    )
    check_same(market, texts, sound.BRISK, sound.BRISK, games=4)


@pytest.mark.parametrize("defect", ALIKE, ids=lambda defect: defect.name)
def test_a_difference_is_told_from_either_side(defect: Any) -> None:
    for one, other in ((market, defect.game()), (defect.game(), market)):
        with pytest.raises(BrokenProtocolError, match=defect.says) as raised:
            check_same(one, other, sound.BRISK, sound.BRISK, depth=0)
        assert raised.value.check == "same"
        assert parse_record(raised.value.record, market).config == sound.BRISK


def test_perft_tells_of_a_different_number_of_options() -> None:
    other = sound.Config(2, 1, ("ash", "ash", "ash"), tokens=1, rounds=1)
    with pytest.raises(
        BrokenProtocolError, match="2 sequences of 1 actions in one, 1 in the other"
    ):
        check_same(market, market, NANO, other)


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("points that are no whole numbers", "the score is"),
        ("ranks from 0", "the outcome is"),
    ],
)
def test_points_and_outcomes_are_compared(name: str, says: str) -> None:
    [defect] = [each for each in DEFECTS if each.name == name]
    with pytest.raises(BrokenProtocolError, match=says):
        check_same(market, defect.game(), sound.BRISK, sound.BRISK)
