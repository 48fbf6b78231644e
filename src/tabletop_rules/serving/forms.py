"""What browsers send: the forms of requests, read strictly."""

import json
from typing import Any, Final, NoReturn, TypeVar

from attrs import frozen

from tabletop_rules.core import ProblemsError, from_data
from tabletop_rules.serving.errors import RequestError

__all__ = ["ActForm", "CheckForm", "LinksForm", "NewForm", "UndoForm", "WhyForm", "read_form"]

T = TypeVar("T")

_LONGEST_ID: Final = 64
_LONGEST_ACTION: Final = 1000


@frozen
class ActForm:
    """An answer to what is asked in a version of the game; `request` is an id of its own."""

    version: int
    action: str
    request: str

    def __attrs_post_init__(self) -> None:
        _check_id(self.request)
        _check_action(self.action)


@frozen
class UndoForm:
    """The wish to take back the last decision."""

    version: int
    request: str

    def __attrs_post_init__(self) -> None:
        _check_id(self.request)


@frozen
class WhyForm:
    """The question whether an action is allowed, and why not."""

    action: str

    def __attrs_post_init__(self) -> None:
        _check_action(self.action)


@frozen
class CheckForm:
    """A game and its config in TOML, of which the seats are asked."""

    game: str
    config: str = ""


@frozen
class NewForm:
    """A new game: for each seat the name of a bot, or ``person``."""

    game: str
    players: tuple[str, ...]
    config: str = ""


@frozen
class LinksForm:
    """The wish for other links of a game."""

    game: int


def _check_id(text: str) -> None:
    if not 1 <= len(text) <= _LONGEST_ID or not text.isascii() or not text.isprintable():
        raise ValueError(f"request: expected 1 to {_LONGEST_ID} letters, digits or signs")


def _check_action(text: str) -> None:
    if len(text) > _LONGEST_ACTION:
        raise ValueError(f"action: expected up to {_LONGEST_ACTION} characters")


def read_form(body: bytes, kind: type[T]) -> T:
    """Return the form that a body holds.

    Raises:
        RequestError: it is not JSON, or not of this form, with everything that is wrong.
    """
    try:
        data = json.loads(
            body.decode("utf-8"), object_pairs_hook=_table, parse_constant=_no_constant
        )
        # A text that no answer could repeat holds half a character: an escaped lone surrogate.
        json.dumps(data, ensure_ascii=False).encode("utf-8")
    except (ValueError, RecursionError) as error:
        raise RequestError(400, "not_json", f"expected JSON in UTF-8: {error}") from error
    try:
        return from_data(data, kind)
    except ProblemsError as error:
        problems = [{"where": p.where, "what": p.what} for p in error.problems]
        raise RequestError(422, "form", str(error), problems=problems) from error


def _table(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    table = dict(pairs)
    if len(table) != len(pairs):
        raise ValueError("a key stands twice in one object")
    return table


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON")
