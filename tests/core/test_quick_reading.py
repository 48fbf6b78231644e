"""Classes that are quick to read: all is worked out when an object is made, and none is lazy."""

import copy
import pickle
from collections.abc import Callable
from functools import cached_property
from typing import Any

import attrs
import pytest
from attrs import frozen
from attrs.exceptions import FrozenInstanceError, NotAnAttrsClassError

from tabletop_rules.core.building import quickly_read

asked: list[str] = []
"""The properties that were worked out, in that order."""


@quickly_read
@frozen(cache_hash=True)
class Board:
    picture: str

    def __attrs_post_init__(self) -> None:
        if not self.width:
            raise ValueError("no rows")

    @cached_property
    def area(self) -> int:
        """Needs what stands below it."""
        asked.append("area")
        return self.width * len(self.rows)

    @cached_property
    def width(self) -> int:
        asked.append("width")
        return len(self.rows[0]) if self.rows else 0

    @cached_property
    def rows(self) -> tuple[str, ...]:
        asked.append("rows")
        return tuple(self.picture.splitlines())


@quickly_read
@frozen
class Named(Board):
    name: str = "small"


AGAIN = [copy.copy, copy.deepcopy, lambda value: pickle.loads(pickle.dumps(value))]


@pytest.mark.parametrize("board", [Board("ab\ncd"), Named("ab\ncd", name="large")])
def test_all_is_there_and_nothing_is_lazy(board: Board) -> None:
    asked.clear()
    assert (board.area, board.width, board.rows) == (4, 2, ("ab", "cd"))
    assert asked == []
    assert not hasattr(type(board), "__getattr__")
    with pytest.raises(AttributeError, match="height"):
        board.height  # type: ignore[attr-defined]  # noqa: B018 - reading it is what fails


def test_each_is_worked_out_once_when_the_object_is_made() -> None:
    asked.clear()
    Board("ab\ncd")
    assert sorted(asked) == ["area", "rows", "width"]


def test_what_is_refused_is_not_worked_out() -> None:
    asked.clear()
    with pytest.raises(ValueError, match="no rows"):
        Board("")
    assert "area" not in asked


@pytest.mark.parametrize("board", [Board("ab\ncd"), Named("ab\ncd", name="large")])
@pytest.mark.parametrize("again", AGAIN)
def test_copies_and_pickles_have_all(board: Board, again: Callable[[Any], Any]) -> None:
    made = again(board)
    assert type(made) is type(board)
    assert made == board
    assert hash(made) == hash(board)
    assert (made.area, made.rows) == (4, ("ab", "cd"))


def test_evolve_works_it_out_anew() -> None:
    board = attrs.evolve(Named("ab\ncd", name="large"), picture="abc")
    assert (board.name, board.area, board.rows) == ("large", 3, ("abc",))


def test_nothing_can_be_changed_after() -> None:
    board = Board("ab")
    for name in ("picture", "area", "rows", "__class__"):
        with pytest.raises(FrozenInstanceError):
            setattr(board, name, ())
    assert board == Board("ab")


def test_a_subclass_has_to_be_made_by_it_too() -> None:
    class Plain(Board):
        pass

    with pytest.raises(TypeError, match="expected Plain to be made by quickly_read too"):
        Plain("ab")


def test_what_it_cannot_make_is_refused() -> None:
    class NoAttrs:
        @cached_property
        def area(self) -> int:
            return 1

    @frozen(slots=False)
    class NoSlots(NoAttrs):
        picture: str

    @frozen
    class Nothing:
        picture: str

    @frozen
    class Both(Board):
        @cached_property
        def height(self) -> int:
            return len(self.rows)

    with pytest.raises(NotAnAttrsClassError):
        quickly_read(NoAttrs)
    for refused in (NoSlots, Nothing, Both):
        with pytest.raises(TypeError, match=f"expected cached properties of {refused.__name__} al"):
            quickly_read(refused)
