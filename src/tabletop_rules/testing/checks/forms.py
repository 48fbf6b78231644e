"""Everything comes back equal from every form in which it is written, and bad texts are refused."""

import copy
import pickle
from random import Random
from typing import Any, Final, TypeVar

from tabletop_rules.core import (
    Game,
    NotationError,
    PositionError,
    RecordError,
    from_json,
    parse_record,
    replay,
    to_json,
)
from tabletop_rules.testing.broken import crash, notation, observers, require, spread
from tabletop_rules.testing.walking import Walk

__all__ = [
    "check_bad_records",
    "check_bad_texts",
    "check_equality",
    "check_records",
    "check_round_trips",
]

C = TypeVar("C")
S = TypeVar("S")
A = TypeVar("A")
V = TypeVar("V")

_COPIED: Final = 8
"""How many options of a state are copied, and followed."""
_BARE: Final = (tuple, frozenset)
"""Classes that do not say how their parts are read."""
_LONG: Final = 3_000
"""The length of a text that is damaged in fewer ways, as it is slow to read."""


def check_round_trips(game: Game[C, S, A, V], state: S) -> None:
    """Check that state, views and options come back equal from every form they are written in."""
    _require_copies(state, "state")
    text = game.format_state(state)
    again = game.parse_state(text)
    require(again == state, f"a state differs after its text:\n{text}")
    require(game.format_state(again) == text, f"the text of a position is not kept:\n{text}")
    notations: dict[str, A] = {}
    for option in game.legal_actions(state):
        written = game.format_action(option)
        other = notations.setdefault(written, option)
        require(other == option, f"{option} and {other} are both written {written!r}")
        require(game.parse_action(written) == option, f"{option} differs after {written!r}")
    for option in spread(game.legal_actions(state), _COPIED):
        _require_copies(option, "action")
    seats = observers(game, state)
    written_out = seats[len(text) % len(seats)]  # a view at a time, now this one and now that
    for seat in seats:
        view = game.view(state, seat)
        _require_copies(view, "view", json=seat == written_out)
        require(bool(game.render(view)), "a view has no picture")


def check_equality(game: Game[C, S, A, V], state: S) -> None:
    """Check that equal states are written the same: that equality passes over nothing.

    Compared are a state and those that its options lead to.
    """
    states = {state: state}
    for option in spread(game.legal_actions(state), _COPIED):
        after = game.apply(state, option).state
        twin = states.setdefault(after, after)
        if twin is after:
            continue
        text = game.format_state(twin)
        name = notation(game, option)
        what = f"{name} leads to a state that equals one with another text:\n{text}"
        require(game.format_state(after) == text, what)


def _require_copies(value: Any, what: str, *, json: bool = True) -> None:
    pickled = pickle.loads(pickle.dumps(value))
    require(pickled == value, f"a pickled {what} differs")
    require(hash(pickled) == hash(value), f"a pickled {what} has another hash")
    copied = copy.deepcopy(value)
    require(copied == value, f"a deep copy of a {what} differs")
    require(hash(copied) == hash(value), f"a deep copy of a {what} has another hash")
    if json and type(value) not in _BARE:  # whose parts a class does not say
        require(from_json(to_json(value), type(value)) == value, f"a {what} differs after JSON")


def check_records(game: Game[C, S, A, V], walk: Walk[C, S, A]) -> None:
    """Check that the record of a walk, read from its text, replays to the same states."""
    record = parse_record(walk.text, game)
    require(record.config == walk.config, "a config differs after the text of its record")
    require(record.actions == walk.actions, "the actions differ after the text of their record")
    states = tuple(replay(game, record))
    require(states == walk.states, "a record replays to other states")


def check_bad_texts(game: Game[C, S, A, V], state: S, rng: Random) -> None:
    """Check that damaged texts are read as something sound, or refused by the error meant for it.

    Each text has lost a line or a few letters, or has a letter too many.
    """
    position = game.format_state(state)
    for text in _damaged(position, rng):
        try:
            parsed = game.parse_state(text)
        except PositionError as error:
            require(bool(error.problems), f"a position is refused without a problem:\n{text}")
            continue
        except Exception as error:
            raise crash(f"reading this position\n{text}\n", error) from error
        _require_playable(game, parsed, text)
    for option in game.legal_actions(state)[:4]:
        for text in _damaged(game.format_action(option), rng):
            try:
                action = game.parse_action(text)
            except NotationError:
                continue
            except Exception as error:
                raise crash(f"reading the action {text!r}", error) from error
            again = game.parse_action(game.format_action(action))
            require(again == action, f"{text!r} is read as {action}, which is written otherwise")


def _require_playable(game: Game[C, S, A, V], state: S, text: str) -> None:
    """Check that a position that was accepted can be played on."""
    name = "playing on"
    try:
        for option in game.legal_actions(state):
            name = notation(game, option)
            game.apply(state, option)
        for seat in observers(game, state):
            name = f"the view of {seat}"
            game.view(state, seat)
    except Exception as error:
        raise crash(f"{name} in a position that was accepted\n{text}\n", error) from error


def _damaged(text: str, rng: Random) -> tuple[str, ...]:
    """Return texts that differ from `text` in one place: five, or two of a long one."""
    lines = text.split("\n")
    line = int(rng.random() * len(lines))
    at = int(rng.random() * (len(text) + 1))
    letter = 'x9 -[{"\n'[int(rng.random() * 8)]
    ways = (
        "\n".join(lines[:line] + lines[line + 1 :]),
        "\n".join((*lines[: line + 1], *lines[line:])),
        text[:at] + text[at + 1 + int(rng.random() * 4) :],
        text[:at] + letter + text[at:],
        text[:at],
    )
    if len(text) < _LONG:
        return ways
    way = int(rng.random() * len(ways))
    return ways[way], ways[way - 1]


def check_bad_records(game: Game[C, S, A, V], walk: Walk[C, S, A], rng: Random) -> None:
    """Check that a damaged record is read, and replayed, or refused by a `RecordError`."""
    for text in _damaged(walk.text, rng):
        try:
            for _ in replay(game, parse_record(text, game)):
                pass
        except RecordError as error:
            require(bool(error.problems), f"a record is refused without a problem:\n{text}")
        except Exception as error:
            raise crash(f"replaying this record\n{text}\n", error) from error
