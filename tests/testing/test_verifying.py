"""A verification reports the same however it is made, and stops at the first failure."""

import os
from typing import Any

import pytest
from attrs import evolve

from tabletop_rules import dome_crushers
from tabletop_rules.core import Game, VerificationError, replay
from tabletop_rules.core import parse_record as read
from tabletop_rules.testing import (
    Failure,
    How,
    UnknownCheckError,
    check_game,
    check_walk,
    random_walk,
    verify,
)
from tabletop_rules.testing.trials import CHECKS, WHOLE_CHECKS

from . import sound, unordered
from .defects import DEFECTS

market: Game[sound.Config, sound.State, sound.Action, sound.View] = sound
BRISK = {"brisk": sound.BRISK}


def broken(name: str) -> Any:
    [defect] = [each for each in DEFECTS if each.name == name]
    return defect.game()


def test_the_report_does_not_depend_on_the_workers() -> None:
    told: list[int] = []
    checks = ["length", "conserved", "ends"]
    one = verify(market, BRISK, examples=60, checks=checks, progress=told.append)
    assert sum(told) == one.examples == 60
    assert told == [50, 10]
    two = verify(market, BRISK, examples=60, checks=checks, workers=2)
    assert two == one


def test_the_report_does_not_depend_on_what_else_a_process_has_imported() -> None:
    """Drawn by `integers`, games were others where other modules, and so constants, are loaded."""
    made = verify(dome_crushers, examples=110, checks=["length"])
    assert verify(dome_crushers, examples=110, checks=["length"], workers=2) == made


class Ending:
    """A game that ends the process in which it is loaded."""

    def __getattr__(self, name: str) -> Any:
        return getattr(dome_crushers, name)

    def __reduce__(self) -> Any:
        return os._exit, (3,)


def test_a_worker_that_ends_is_told() -> None:
    game: Any = Ending()
    with pytest.raises(ChildProcessError, match="a worker process has ended"):
        verify(game, examples=60, checks=["length"], workers=2)


def test_a_failure_does_not_depend_on_the_workers() -> None:
    game: Any = unordered
    one = verify(game, BRISK, examples=60, checks=["processes"])
    assert one.failure is not None
    assert verify(game, BRISK, examples=60, checks=["processes"], workers=2) == one


def test_a_report_says_what_was_done() -> None:
    report = verify(market, BRISK, examples=5, seed=3, checks=["options", "length"])
    assert report.clean
    assert (report.game, report.rules_version, report.seed) == ("sound", "1", 3)
    assert report.checks == ("options", "length")
    assert report.examples == 5
    assert report.states >= 5
    assert report.coverage.counts["MK-LAY-2", How.REFUSAL]
    assert verify(market, BRISK, examples=5, seed=3, checks=["length", "options"]) == report


def test_it_stops_at_the_first_failure() -> None:
    told: list[int] = []
    game = broken("an odd action raises")
    report = verify(game, BRISK, examples=500, checks=["options"], progress=told.append)
    assert not report.clean
    assert len(told) == 1
    assert report.examples <= 50
    assert report.failure is not None
    assert report.failure.check == "options"
    assert read(report.failure.record, market).actions == ()


def test_a_failure_of_a_check_made_once_stops_it_before_any_game() -> None:
    report = verify(broken("a weight off by one"), examples=10, checks=["options", "odds"])
    assert report.failure is not None
    assert report.failure.check == "odds"
    assert report.examples == 0


def test_where_a_game_cannot_be_played_on_its_options_say_why() -> None:
    """Even if they are not checked: the games end there."""
    report = verify(broken("an option that raises"), BRISK, examples=20, checks=["length"])
    assert report.failure is not None
    assert report.failure.check == "options"
    assert "raised IndexError" in report.failure.what
    *_, end = replay(market, read(report.failure.record, market))
    assert isinstance(end.agenda[-1], sound.AskPrize)


def test_a_game_that_does_not_do_the_same_twice_is_told_so() -> None:
    game = broken("junk is accepted")
    start = sound.initial_state(sound.BRISK)
    times = 0

    def apply(state: sound.State, action: sound.Action) -> Any:
        """Deal the first card otherwise when it is dealt for the 600th time."""
        nonlocal times
        times += state == start
        after, events = sound.apply(state, action)
        return evolve(after, pot=99) if times == 600 else after, events

    game.apply = apply
    report = verify(game, BRISK, examples=200, checks=["repeated"])
    assert report.failure is not None
    assert "not each time" in report.failure.what


@pytest.mark.parametrize("name", ["examples", "workers"])
def test_numbers_below_1_are_refused(name: str) -> None:
    numbers: dict[str, Any] = {name: 0}
    with pytest.raises(ValueError, match=f"expected 1 or more {name}, got 0"):
        verify(market, **numbers)


def test_at_least_one_config_is_expected() -> None:
    with pytest.raises(ValueError, match="at least one config"):
        verify(market, {})


def test_unknown_checks_are_refused_by_name() -> None:
    known = (*WHOLE_CHECKS, *CHECKS)
    for make in (
        lambda: verify(market, checks=["options", "spelling"]),
        lambda: check_game(market, checks=["spelling"]),
        lambda: check_walk(market, random_walk(market, sound.BRISK, 1), checks=["spelling"]),
    ):
        with pytest.raises(UnknownCheckError) as raised:
            make()
        assert raised.value.known == known
        assert str(raised.value).startswith("no check is called 'spelling': expected one of ")


def test_what_a_game_says_to_its_verifiers_must_fit_it() -> None:
    game: Any = broken("junk is accepted")
    given = sound.verification()
    game.verification = lambda: type(given)(configs={}, conserved={"MK-NONE-1": sound.cards})
    with pytest.raises(VerificationError, match="at least one config"):
        check_game(game)


def test_a_failure_is_a_value() -> None:
    assert Failure("options", "what", "") == Failure("options", "what", "")
