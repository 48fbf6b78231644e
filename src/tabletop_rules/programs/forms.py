"""What is told to a program: configs, views, actions and events as data, and the messages."""

import sys
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, Final, TypeAlias

import attrs

from tabletop_rules.core import Content, Event, Game, Outcome, Seat, from_data, to_data
from tabletop_rules.core.serial import tag_of, unstructure_table
from tabletop_rules.programs.messages import PROTOCOL

__all__ = [
    "choose_message",
    "config_data",
    "end_message",
    "hello_message",
    "read_event",
    "read_view",
    "start_message",
    "view_data",
]

AnyGame: TypeAlias = Game[Any, Any, Any, Any]
Path: TypeAlias = tuple[str, ...]
Message: TypeAlias = dict[str, Any]

_SEEDS: Final = 2**53
"""All whole numbers below this are numbers of JSON in every language."""


def hello_message(game: AnyGame) -> Message:
    """Return the first message: which game it is, by which rules."""
    hello = {"type": "hello", "protocol": PROTOCOL}
    return {**hello, "game": game.name, "rules_version": game.rules_version}


def start_message(game: AnyGame, config: object, seat: Seat, seed: int, seconds: float) -> Message:
    """Return the message that starts a game; the seed is reduced to 53 bits."""
    return {
        "type": "start",
        "config": config_data(config),
        "seats": len(game.score(game.initial_state(config))),
        "seat": seat,
        "seed": seed % _SEEDS,
        "seconds": seconds,
    }


def choose_message(  # noqa: PLR0913, PLR0917 - all that a decision is made of
    game: AnyGame,
    asked: int,
    view: object,
    options: tuple[Any, ...],
    events: Iterable[Event],
    seconds: float,
) -> Message:
    """Return the question which of `options` is chosen, under the id `asked`."""
    return {
        "type": "choose",
        "id": asked,
        "seconds": seconds,
        "events": [event_data(event) for event in events],
        "view": view_data(view, game.Config),
        "picture": game.render(view),
        "options": [
            {"index": index, "text": game.format_action(option), "data": _tagged(option)}
            for index, option in enumerate(options)
        ],
    }


def end_message(
    outcome: Outcome | None, score: tuple[int, ...], events: Iterable[Event]
) -> Message:
    """Return the message that a game has ended, or was stopped."""
    return {
        "type": "end",
        "events": [event_data(event) for event in events],
        "outcome": None if outcome is None else to_data(outcome),
        "score": list(score),
    }


# ---------------------------------------------------------------- values as data


def config_data(config: object) -> Any:
    """Return a config as data with all of its content spelled out.

    A program in another language has no content of ours that an id could lead to. `from_data`
    reads this form as well.
    """
    return _spelled(config, to_data(config))


def _spelled(value: Any, data: Any) -> Any:
    if isinstance(value, Content):
        return to_data(unstructure_table(type(value))(value))
    if attrs.has(type(value)) and isinstance(data, dict):
        return {key: _spelled(getattr(value, key, None), item) for key, item in data.items()}
    if isinstance(value, tuple | list) and isinstance(data, list):
        return [_spelled(*pair) for pair in zip(value, data, strict=True)]
    return data


@cache
def _config_path(kind: Any, config: Any) -> Path | None:
    """Return the fields that lead from a view to the config in it, if there is one."""
    if not attrs.has(kind):
        return None
    for field in attrs.fields(attrs.resolve_types(kind)):
        if field.type is config:
            return (field.name,)
        if isinstance(field.type, type) and attrs.has(field.type):
            below = _config_path(field.type, config)
            if below is not None:
                return (field.name, *below)
    return None


def view_data(view: object, config: Any) -> Any:
    """Return a view as data without the config, which is told once, when the game starts."""
    data = to_data(view)
    kind: Any = type(view)
    path = _config_path(kind, config)
    if path is not None:
        del _at(data, path)[path[-1]]
    return data


def read_view(data: Any, kind: Any, config: object, told: Any) -> Any:
    """Return the view that `data` describes; `told` is the config as data.

    Raises:
        ProblemsError: with everything that is wrong.
    """
    made: Any = type(config)
    path = _config_path(kind, made)
    if path is not None:
        _at(data, path)[path[-1]] = told
    return from_data(data, kind)


def _at(data: Any, path: Path) -> Any:
    for name in path[:-1]:
        data = data[name]
    return data


def _tagged(value: object) -> Any:
    """Return a value of an attrs class with its type, as in a union; any other as it is."""
    data = to_data(value)
    return {"type": tag_of(type(value)), **data} if attrs.has(type(value)) else data


def event_data(event: Event) -> dict[str, Any]:
    """Return an event as a sentence, the id of its rule, its type, and its fields."""
    fields = _tagged(event)
    del fields["rule"]
    kind = fields.pop("type")
    return {"text": event.describe(), "rule": event.rule, "type": kind, "fields": fields}


def read_event(data: dict[str, Any], game: AnyGame) -> Event:
    """Return the event that `event_data` has described.

    Raises:
        ProblemsError: its fields are not those of its type.
        KeyError: the game has no event of that type.
    """
    kind = _event_kinds(_package(game))[data["type"]]
    return from_data({**data["fields"], "rule": data["rule"]}, kind)


def _package(game: AnyGame) -> str:
    """Return the name of the package, or module, that a game is or is made in."""
    name = getattr(game, "__name__", type(game).__module__)
    assert isinstance(name, str)
    return name


@cache
def _event_kinds(package: str) -> dict[str, type[Event]]:
    """Return the events that a package defines, by type."""
    return {
        tag_of(kind): kind
        for kind in _below(Event)
        if f"{kind.__module__}.".startswith(f"{package}.") and kind.__module__ in sys.modules
    }


def _below(kind: type[Event]) -> Iterator[type[Event]]:
    for each in kind.__subclasses__():
        yield each
        yield from _below(each)
