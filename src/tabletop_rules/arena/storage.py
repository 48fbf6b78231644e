"""A tournament in one SQLite file: what it is, and every game of it."""

import json
import sqlite3
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, Self
from weakref import finalize

from attrs import frozen

from tabletop_rules.arena.fixtures import ArenaError
from tabletop_rules.arena.refereeing import Result
from tabletop_rules.core import Problem, from_data, to_data
from tabletop_rules.core.database import Layout, open_database, writing
from tabletop_rules.core.errors import shown

__all__ = ["FORMAT", "Store"]

FORMAT: Final = 1
"""The number of the layout of the file."""
_LAYOUT: Final = Layout(
    what="the file of a tournament",
    application=0x7461_626C,  # "tabl"
    format=FORMAT,
    tables="""
CREATE TABLE arena (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE games (
    number INTEGER PRIMARY KEY,
    round INTEGER NOT NULL,
    seed INTEGER NOT NULL,
    seats TEXT NOT NULL,   -- JSON: the place of the entrant in each seat
    kind TEXT NOT NULL,    -- win, draw, truncated, forfeit
    ranks TEXT NOT NULL,   -- JSON
    score TEXT NOT NULL,   -- JSON
    actions INTEGER NOT NULL,
    fault_counts TEXT NOT NULL,  -- JSON: by seat
    faults TEXT NOT NULL,  -- JSON
    record BLOB NOT NULL   -- zlib: the text of the record
);
""",
)
_MOST: Final = 2**63 - 1
"""The greatest number that SQLite keeps."""
_COLUMNS: Final = (
    "number, round, seed, seats, kind, ranks, score, actions, fault_counts, faults, record"
)


@frozen
class _Bot:
    """Who takes part, as it is written down."""

    name: str
    plays: str


@frozen(kw_only=True)
class _About:
    """What a tournament is, as it is written down."""

    game: str
    rules_version: str
    config: Any
    bots: tuple[_Bot, ...]
    schedule: str
    seed: int
    policy: dict[str, Any]
    luck: str = ""


class Store:
    """The file of a tournament. What was added is in it, whatever happens afterwards.

    Games are added in any order and given in that of their numbers; one that is there already is
    not added again.

    Raises:
        ArenaError: the file is no tournament, or of another layout.
        OSError: it cannot be opened.
    """

    def __init__(self, path: Path | None) -> None:
        self._source: Final = "" if path is None else str(path)
        self._base: Final = open_database(
            path,
            _LAYOUT,
            error=ArenaError,
            source=self._source,
            wait=60,
            settings=("synchronous = NORMAL",),
        )
        self._end: Final = finalize(self, self._base.close)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file. One that is no longer used is closed by itself."""
        self._end()

    def _problem(self, where: str, what: str) -> ArenaError:
        return ArenaError([Problem(where, what)], self._source)

    @property
    def about(self) -> dict[str, Any]:
        """What the tournament is: game, config, bots and so on; empty in a new file.

        Raises:
            ArenaError: it cannot be read.
        """
        try:
            rows = self._base.execute("SELECT key, value FROM arena ORDER BY key")
            about = {key: json.loads(value) for key, value in rows}
        except (ValueError, TypeError, sqlite3.Error) as error:
            raise self._problem("arena", f"expected JSON: {error}") from error
        if about:
            from_data(about, _About, error=ArenaError, source=self._source)
        return about

    def begin(self, about: Mapping[str, Any]) -> None:
        """Write down what the tournament is, or go on with it if it is the same.

        Raises:
            ArenaError: the file has another tournament: with all that is different.
        """
        with writing(self._base):
            before = self.about
            if not before:
                rows = [(key, json.dumps(value, sort_keys=True)) for key, value in about.items()]
                self._base.executemany("INSERT INTO arena VALUES (?, ?)", rows)
                return
        before, wanted = _flat(before), _flat(json.loads(json.dumps(dict(about))))
        problems = [
            Problem(key, f"this file has {shown(before.get(key))}, got {shown(wanted.get(key))}")
            for key in sorted(before.keys() | wanted.keys())
            if before.get(key) != wanted.get(key)
        ]
        if problems:
            raise ArenaError(problems, self._source)

    def add(self, results: list[Result]) -> None:
        """Keep games; those that are there already stay as they are."""
        marks = ", ".join("?" * (_COLUMNS.count(",") + 1))
        statement = f"INSERT OR IGNORE INTO games ({_COLUMNS}) VALUES ({marks})"
        with writing(self._base):
            self._base.executemany(statement, [_row(result) for result in results])

    def numbers(self) -> set[int]:
        """Return the numbers of the games that are there.

        Raises:
            ArenaError: they cannot be read.
        """
        return {number for (number,) in self._rows("SELECT number FROM games")}

    def _rows(self, query: str, *given: int) -> Iterator[tuple[Any, ...]]:
        """Give the rows of a query."""
        try:
            rows = self._base.execute(query, given)
            for row in rows:  # noqa: UP028 - that would close a cursor which is closed with its file
                yield row
        except sqlite3.Error as error:
            raise self._problem("games", f"cannot be read: {error}") from error

    def results(self, below: int | None = None) -> Iterator[Result]:
        """Give the games in the order of their numbers, those with a number below `below`.

        Raises:
            ArenaError: one cannot be read.
        """
        most = _MOST if below is None else min(below, _MOST)
        query = f"SELECT {_COLUMNS} FROM games WHERE number < ? ORDER BY number"
        bots = len(self.about.get("bots", ()))
        for row in self._rows(query, most):
            yield self._result(row, bots)

    def result(self, number: int) -> Result:
        """Return one game.

        Raises:
            ArenaError: it has not been played, or cannot be read.
        """
        query = f"SELECT {_COLUMNS} FROM games WHERE number = ?"
        for row in self._rows(query, min(number, _MOST)):
            return self._result(row, len(self.about.get("bots", ())))
        count = len(self.numbers())
        what = f"game {number} is none of the {count} that were played"
        raise self._problem("number", what)

    def _result(self, row: tuple[Any, ...], bots: int) -> Result:
        """Return the game of a row, between so many bots."""
        number, round_, seed, seats, kind, ranks, score, actions, counts, faults, record = row
        try:
            data = {
                "fixture": {
                    "number": number,
                    "round": round_,
                    "seed": seed,
                    "seats": json.loads(seats),
                },
                "kind": kind,
                "ranks": json.loads(ranks),
                "score": json.loads(score),
                "actions": actions,
                "fault_counts": json.loads(counts),
                "faults": json.loads(faults),
                "record": zlib.decompress(record).decode(),
            }
            result = from_data(data, Result, error=ArenaError)
        except (ValueError, TypeError, zlib.error) as error:
            raise self._problem(f"game {number}", f"cannot be read: {error}") from error
        size = len(result.fixture.seats)
        by_seat = (result.ranks, result.score, result.fault_counts)
        if size < 1 or any(len(each) != size for each in by_seat):
            raise self._problem(
                f"game {number}", "expected as many ranks, scores and faults as seats"
            )
        if not all(0 <= place < bots for place in result.fixture.seats):
            raise self._problem(f"game {number}", f"expected seats of bots 0 to {bots - 1}")
        return result


def _flat(about: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a tournament is with each setting of the config and the policy by itself."""
    flat: dict[str, Any] = {}
    for name, value in about.items():
        if name in {"config", "policy"} and isinstance(value, dict):
            flat |= {f"{name}.{key}": each for key, each in value.items()}
        else:
            flat[name] = value
    return flat


def _row(result: Result) -> tuple[Any, ...]:
    fixture = result.fixture
    return (
        fixture.number,
        fixture.round,
        fixture.seed,
        json.dumps(fixture.seats),
        result.kind,
        json.dumps(result.ranks),
        json.dumps(result.score),
        result.actions,
        json.dumps(result.fault_counts),
        json.dumps(to_data(result.faults)),
        zlib.compress(result.record.encode(), 9),
    )
