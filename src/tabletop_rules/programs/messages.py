"""The lines of the protocol: one JSON object each. What they mean is in docs/bot_protocol.md."""

import json
from collections.abc import Mapping
from typing import Any, Final, TypeAlias

from attrs import frozen

from tabletop_rules.core import Fault, FaultError
from tabletop_rules.core.errors import shown

__all__ = ["PROTOCOL", "Answer", "Choice", "Log", "Ready", "decode", "encode", "read_answer"]

PROTOCOL: Final = 1
"""The version of the protocol."""
_NAME_LENGTH: Final = 100
_LOG_LENGTH: Final = 500


@frozen
class Ready:
    """A program is ready for a game; its first word also says its name and its protocol."""

    protocol: int | None
    name: str | None


@frozen
class Choice:
    """The answer to the question `id`: the index of an option, or its text."""

    id: int
    option: int | str


@frozen
class Log:
    """Something that a program wants its author to read."""

    text: str


Answer: TypeAlias = Ready | Choice | Log


def encode(message: Mapping[str, Any]) -> bytes:
    """Return a message as a line, in ASCII: it can be read in whatever encoding."""
    return json.dumps(message, separators=(",", ":"), allow_nan=False).encode("ascii") + b"\n"


def decode(line: bytes) -> dict[str, Any]:
    """Return the object that a line holds.

    Raises:
        ValueError: it holds none, or one that another reader may take for something else: two
            equal keys, or a number that JSON has not got.
    """
    try:
        data = json.loads(
            line.decode("utf-8"), object_pairs_hook=_table, parse_constant=_no_constant
        )
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    except UnicodeDecodeError:
        raise ValueError("it is not UTF-8") from None
    except json.JSONDecodeError:
        raise ValueError("it is not JSON") from None
    if not isinstance(data, dict):
        raise ValueError("it is no object")
    return data


def _table(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    table = dict(pairs)
    if len(table) != len(pairs):
        raise ValueError("a key stands twice in it")
    return table


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no number of JSON")


def read_answer(line: bytes) -> Answer:
    """Return what a program wrote.

    Raises:
        FaultError: with `Fault.PROTOCOL`: the line is no message of a program.
    """
    try:
        data = decode(line)
    except ValueError as error:
        given = shown(line.decode("utf-8", "backslashreplace"))
        raise FaultError(Fault.PROTOCOL, f"wrote what is no message: {error}: {given}") from None
    match data:
        case {"type": "choice"}:
            return _read_choice(data)
        case {"type": "log", "text": str(text)}:
            return Log(_plain(text, _LOG_LENGTH))
        case {"type": "ready"}:
            return _read_ready(data)
        case {"type": "log"}:
            raise _not_a_message("log with a text", data)
        case _:
            raise _not_a_message("the type ready, choice or log", data)


def _read_ready(data: dict[str, Any]) -> Ready:
    version, name = data.get("protocol"), data.get("name")
    if version is not None and (type(version) is not int or version != PROTOCOL):
        what = f"speaks protocol {shown(version)}, expected {PROTOCOL}"
        raise FaultError(Fault.PROTOCOL, what)
    if not isinstance(name, str | None):
        raise _not_a_message("ready with a name", data)
    return Ready(version, name if name is None else _plain(name, _NAME_LENGTH))


def _read_choice(data: dict[str, Any]) -> Choice:
    match data:
        case {"index": _, "text": _}:
            pass
        case {"id": int(asked), "index": int(index)}:
            if type(asked) is int and type(index) is int:  # true is an int in Python
                return Choice(asked, index)
        case {"id": int(asked), "text": str(text)} if type(asked) is int:
            return Choice(asked, text)
        case _:
            pass
    raise _not_a_message("choice with an id, and an index or a text", data)


def _not_a_message(expected: str, data: object) -> FaultError:
    return FaultError(Fault.PROTOCOL, f"wrote no message: expected {expected}, got {shown(data)}")


def _plain(text: str, length: int) -> str:
    """Return a bounded text in which nothing steers a terminal."""
    return "".join(c if c.isprintable() else " " for c in text[:length])
