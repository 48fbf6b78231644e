"""Errors: what they hold survives pickling, and their texts stay readable."""

import copy
import pickle
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop_rules.core import (
    BotError,
    ConfigError,
    ContentError,
    Fault,
    FaultError,
    IllegalActionError,
    MissingExtraError,
    NotationError,
    PositionError,
    Problem,
    ProblemsError,
    RecordError,
    UnknownGameError,
    VerificationError,
    errors,
)
from tabletop_rules.core.errors import shown

TWO = (Problem("a.b[1]", "expected 1, got 2"), Problem("", "not enough"))


def of_problems(kind: type[ProblemsError]) -> tuple[Exception, dict[str, object]]:
    return kind(TWO, "file.toml"), {"problems": TWO, "source": "file.toml"}


OF_PROBLEMS = (
    ProblemsError,
    PositionError,
    ContentError,
    ConfigError,
    RecordError,
    VerificationError,
)
EXAMPLES: tuple[tuple[Exception, dict[str, object]], ...] = (
    (
        IllegalActionError(("take", 4), "X-1", "at most 3"),
        {"action": ("take", 4), "rule": "X-1", "reason": "at most 3"},
    ),
    (NotationError("tkae 3", "'take COUNT'"), {"text": "tkae 3", "expected": "'take COUNT'"}),
    (UnknownGameError("chess", ("go", "nim")), {"name": "chess", "known": ("go", "nim")}),
    (BotError(2, "raised"), {"seat": 2, "reason": "raised"}),
    (FaultError(Fault.LATE, "was late"), {"reason": "was late"}),
    (MissingExtraError("rich", "cli"), {"library": "rich", "extra": "cli"}),
    *map(of_problems, OF_PROBLEMS),
)
LONG = "x" * 10**6


class Hostile:
    """Raises whenever it is looked at."""

    def __repr__(self) -> str:
        raise RuntimeError("repr")

    def __str__(self) -> str:
        raise RuntimeError("str")


class NoText:
    def __repr__(self) -> Any:
        return 3


def test_every_error_of_the_module_has_an_example() -> None:
    named = [getattr(errors, name) for name in errors.__all__]
    assert {type(error) for error, _ in EXAMPLES} == {
        kind for kind in named if issubclass(kind, Exception)
    }


@pytest.mark.parametrize(("error", "attributes"), EXAMPLES)
@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_attributes_and_text_survive_pickle_and_copies(
    error: Exception, attributes: dict[str, object], protocol: int
) -> None:
    for made in (
        error,
        pickle.loads(pickle.dumps(error, protocol)),
        copy.copy(error),
        copy.deepcopy(error),
    ):
        assert type(made) is type(error)
        assert {name: getattr(made, name) for name in attributes} == attributes
        assert str(made) == str(error)


@pytest.mark.parametrize(("error", "attributes"), EXAMPLES)
def test_the_text_names_all_that_the_error_holds(
    error: Exception, attributes: dict[str, object]
) -> None:
    text = str(error)
    for value in attributes.values():
        if value is TWO:
            assert all(str(problem) in text for problem in TWO)
        elif isinstance(value, tuple) and isinstance(error, UnknownGameError):
            assert all(name in text for name in value)
        else:
            assert str(value) in text


def test_wrong_values_are_value_errors_and_names_without_a_game_lookup_errors() -> None:
    for kind in (IllegalActionError, NotationError, ProblemsError):
        assert issubclass(kind, ValueError)
    for kind in (PositionError, ContentError, ConfigError, RecordError, VerificationError):
        assert issubclass(kind, ProblemsError)
    assert issubclass(UnknownGameError, LookupError)
    assert issubclass(BotError, RuntimeError)


# ------------------------------------------------------------------------------ problems


def test_one_problem_stands_in_the_line_of_its_kind_and_source() -> None:
    problem = Problem("a.b[1]", "expected 1, got 2")
    assert str(ProblemsError([problem])) == "input: a.b[1]: expected 1, got 2"
    assert str(PositionError([problem])) == "position: a.b[1]: expected 1, got 2"
    assert str(ContentError([problem], "x.toml")) == "content x.toml: a.b[1]: expected 1, got 2"
    assert str(ConfigError([Problem("", "not enough")])) == "config: not enough"


def test_several_problems_stand_in_a_line_each_under_their_number() -> None:
    first, *others = str(RecordError(TWO, "x.txt")).splitlines()
    assert first == "record x.txt has 2 problems:"
    assert others == ["  - a.b[1]: expected 1, got 2", "  - not enough"]


def test_problems_are_taken_from_any_iterable_and_kept_in_order() -> None:
    error = ProblemsError(problem for problem in TWO)
    assert error.problems == TWO
    assert error.source == ""
    assert pickle.loads(pickle.dumps(error)).problems == TWO


# ------------------------------------------------------------------------------ bounded texts


@pytest.mark.parametrize(
    "value", [LONG, [LONG], {LONG: LONG}, 10**5000, Hostile(), NoText(), b"x" * 10**6], ids=range(7)
)
def test_shown_is_bounded_and_never_raises(value: object) -> None:
    assert len(shown(value)) < 300


@settings(deadline=None)
@given(st.text() | st.integers() | st.lists(st.text(max_size=3)))
def test_shown_is_the_repr_or_its_beginning(value: object) -> None:
    text = shown(value)
    assert text == repr(value) or repr(value).startswith(text.partition("... (")[0])


def test_shown_tells_how_long_the_whole_is() -> None:
    assert "1000002 characters" in shown(LONG)


def test_shown_names_the_class_whose_repr_raises() -> None:
    assert "Hostile" in shown(Hostile())
    assert "RuntimeError" in shown(Hostile())


@pytest.mark.parametrize("value", [LONG, Hostile(), NoText(), [[LONG]]], ids=range(4))
def test_the_text_of_an_illegal_action_is_bounded_whatever_the_action(value: object) -> None:
    assert len(str(IllegalActionError(value, "X-1", "no"))) < 400


def test_texts_that_hold_an_input_are_bounded() -> None:
    assert len(str(NotationError(LONG, "'take COUNT'"))) < 400
    assert len(str(UnknownGameError(LONG, ("nim",)))) < 400


@pytest.mark.parametrize("count", range(2, 80))
def test_each_problem_is_listed_or_counted(count: int) -> None:
    error = ProblemsError(Problem(f"line {number}", "no action") for number in range(count))
    first, *others = str(error).splitlines()
    assert f"{count} problems" in first
    listed = [other for other in others if ": no action" in other]
    assert len(listed) >= 2
    if len(listed) < count:
        assert others == [*listed, f"  - and {count - len(listed)} more"]
    else:
        assert others == listed


def test_the_text_of_many_problems_is_bounded_and_the_problems_are_all_there() -> None:
    error = RecordError(Problem(f"line {number}", "no action") for number in range(100_000))
    assert len(error.problems) == 100_000
    assert "100000" in str(error)
    assert len(str(error)) < 10_000
