"""Values that nearly fit: each of these once got in, or broke something further on."""

from fractions import Fraction
from random import Random
from typing import Any

import numpy as np
import pytest
from attrs import evolve, frozen

from tabletop_rules import dome_crushers as dc
from tabletop_rules.bots import RandomBot
from tabletop_rules.core import (
    CHANCE,
    Distribution,
    RecordError,
    Weighted,
    format_record,
    from_json,
    parse_record,
    play,
    replay,
    sample,
    to_json,
)

UNTYPED: Any = dc


@pytest.mark.parametrize("one", [True, np.int64(1), 1.0])
def test_a_state_holds_the_option_and_not_what_equals_it(one: object) -> None:
    start = dc.initial_state(dc.Config())
    made = UNTYPED.apply(start, UNTYPED.StartWith(one)).state
    assert to_json(made) == to_json(dc.apply(start, dc.StartWith(1)).state)


def test_exact_odds_go_through_json() -> None:
    outcomes = dc.chance_outcomes(dc.initial_state(dc.Config()))
    assert to_json(outcomes) == '[[{"seat": 0}, "1/2"], [{"seat": 1}, "1/2"]]'
    assert from_json('"-2/6"', Fraction) == Fraction(-1, 3)
    for wrong in ('"1/0"', '"a"', "0.5", '"1 / 2"'):
        with pytest.raises(ValueError, match="fraction"):
            from_json(wrong, Fraction)


@frozen
class Text:
    type: str


@frozen
class Other:
    size: int


def _other() -> Any:
    @frozen
    class Other:
        size: int

    return Other


def test_a_union_whose_members_cannot_be_told_apart_is_a_mistake_of_its_author() -> None:
    unions: list[Any] = [Text | Other, Other | _other()]
    for union in unions:
        with pytest.raises(TypeError, match="of one name, or a field called 'type'"):
            to_json(Other(1), union)


def test_a_value_of_no_member_of_a_union_is_not_written() -> None:
    union: Any = dc.Action
    with pytest.raises(TypeError, match="none of the classes"):
        to_json(Other(1), union)


def test_odds_that_do_not_sum_to_1_are_not_drawn_from() -> None:
    half = (Weighted("a", Fraction(1, 2)),)
    with pytest.raises(ValueError, match="sum to 1"):
        sample(half, Random(1))
    with pytest.raises(ValueError, match="sum to 1"):
        Distribution((*half, Weighted("b", Fraction(3, 2)), Weighted("c", Fraction(-1))))
    with pytest.raises(ValueError, match="whole weights"):
        UNTYPED_DISTRIBUTION.of([("a", Fraction(1, 2)), ("b", Fraction(1, 2))])


UNTYPED_DISTRIBUTION: Any = Distribution


def test_a_distribution_can_be_made_of_its_own_items() -> None:
    odds = Distribution.of([("a", 1), ("b", 2)])
    again = Distribution(tuple(odds))
    assert (again, again.bounds, again.actions) == (odds, (1, 3), ("a", "b"))


def _record() -> Any:
    return play(dc, dc.Config(), [RandomBot(1), RandomBot(2)], seed=1)


def test_only_a_record_that_can_be_read_back_is_written() -> None:
    record = _record()
    with pytest.raises(RecordError, match="game"):
        format_record(dc, evolve(record, game="heap"))
    for card in ("A\nB", " ", "A "):
        with pytest.raises(RecordError, match="stand in a line"):
            format_record(dc, evolve(record, actions=(dc.PlaceUnder(card),)))


def test_a_byte_order_mark_does_no_harm() -> None:
    record = _record()
    assert parse_record("\ufeff" + format_record(dc, record), dc) == record


def test_wrong_bots_and_records_are_refused_before_the_first_step() -> None:
    record = _record()
    with pytest.raises(RecordError):
        replay(dc, evolve(record, rules_version="0"))
    assert dc.why_not(dc.initial_state(record.config), dc.StartWith(0), UNTYPED_CHANCE) is not None


UNTYPED_CHANCE: Any = CHANCE
