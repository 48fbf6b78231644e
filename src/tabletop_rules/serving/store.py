"""The file of the play page: every game with its links and actions, in SQLite."""

import errno
import json
import sqlite3
from collections.abc import Generator, Iterable, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, Self
from weakref import finalize

from attrs import frozen

from tabletop_rules.core import Seat
from tabletop_rules.core.database import Layout, open_database, writing
from tabletop_rules.serving.errors import ServingError, StoreError
from tabletop_rules.serving.links import digest, is_digest_of

__all__ = ["KeptAction", "KeptGame", "Receipt", "Store"]

FORMAT: Final = 1
"""The number of the layout of the file."""
_NUMBERS: Final = 2**63
"""The numbers below it are those that SQLite has."""

_LAYOUT: Final = Layout(
    what="the file of a play page",
    application=0x7461_6270,  # "tabp"
    format=FORMAT,
    tables="""
CREATE TABLE games (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game TEXT NOT NULL,
    rules_version TEXT NOT NULL,
    config TEXT NOT NULL,   -- JSON
    seed TEXT NOT NULL,     -- decimal; it decides all chance
    players TEXT NOT NULL,  -- JSON: for each seat the name of its bot, or null for a person
    version INTEGER NOT NULL
);
CREATE TABLE links (
    digest BLOB PRIMARY KEY,
    game INTEGER NOT NULL REFERENCES games,
    seat INTEGER            -- null: a spectator
) WITHOUT ROWID;
CREATE TABLE actions (
    game INTEGER NOT NULL REFERENCES games,
    number INTEGER NOT NULL,
    action TEXT NOT NULL,      -- its notation
    version INTEGER NOT NULL,  -- of the game, before it
    note TEXT,
    PRIMARY KEY (game, number)
) WITHOUT ROWID;
CREATE TABLE receipts (
    game INTEGER NOT NULL REFERENCES games,
    seat INTEGER NOT NULL,
    request TEXT NOT NULL,     -- the id that the browser gave it
    what TEXT NOT NULL,        -- what was asked for
    version INTEGER NOT NULL,  -- of the game, afterwards
    PRIMARY KEY (game, seat, request)
) WITHOUT ROWID
""",
)


@frozen
class KeptAction:
    """An action of a kept game, in its notation, the version it was made in, and a note."""

    action: str
    version: int
    note: str | None


@frozen
class KeptGame:
    """A game as it is kept; `players` has the names of bots, and ``None`` for a person."""

    id: int
    game: str
    rules_version: str
    config: str
    seed: int
    players: tuple[str | None, ...]
    version: int


@frozen
class Receipt:
    """That a request of a seat was done: its id, what it asked for, and the version after it."""

    seat: Seat
    request: str
    what: str
    version: int


class Store:
    """The file; what was written is in it, whatever happens afterwards. ``None``: in memory.

    It is for one server at a time, and for its owner's eyes: it holds every secret.

    Raises:
        ServingError: the file is none of these, of another layout, or another server has it.
        OSError: it cannot be opened.
    """

    def __init__(self, path: Path | None) -> None:
        self.path: Final = path
        if path is not None and path.parent.is_dir() and not path.exists():
            path.touch(mode=0o600)
        self._base: Final = open_database(
            path,
            _LAYOUT,
            error=ServingError,
            source="" if path is None else f"file {path}",
            wait=1,
            settings=("locking_mode = EXCLUSIVE", "foreign_keys = ON"),
        )
        self._end: Final = finalize(self, self._base.close)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file. One that is no longer used is closed by itself."""
        self._end()

    @contextmanager
    def _writing(self) -> Generator[None, None, None]:
        """Write all that is done within, or nothing if anything raises.

        Raises:
            StoreError: the file cannot be written: the disk is full, say.
        """
        try:
            with writing(self._base):
                yield
        except sqlite3.OperationalError as error:
            name = None if self.path is None else str(self.path)
            raise StoreError(errno.EIO, f"cannot be written: {error}", name) from error

    # ---------------------------------------------------------------- games and links

    def add_game(self, game: KeptGame, links: Mapping[str, Seat | None]) -> int:
        """Keep a new game with its tokens (``None``: a spectator's), and return its number."""
        with self._writing():
            row = (
                game.game,
                game.rules_version,
                game.config,
                str(game.seed),
                json.dumps(game.players),
                game.version,
            )
            added = self._base.execute(
                "INSERT INTO games (game, rules_version, config, seed, players, version)"
                " VALUES (?, ?, ?, ?, ?, ?)",
                row,
            ).lastrowid
            assert added is not None
            self._add_links(added, links)
        return added

    def replace_links(self, number: int, links: Mapping[str, Seat | None]) -> None:
        """Give a game other tokens; those that it had lead nowhere from now on."""
        with self._writing():
            self._base.execute("DELETE FROM links WHERE game = ?", (number,))
            self._add_links(number, links)

    def _add_links(self, number: int, links: Mapping[str, Seat | None]) -> None:
        rows = [(digest(token), number, seat) for token, seat in links.items()]
        self._base.executemany("INSERT INTO links VALUES (?, ?, ?)", rows)

    def find_link(self, token: str) -> tuple[int, Seat | None] | None:
        """Return the game and the seat (``None``: a spectator) that a token is for, if any."""
        row: Any = self._base.execute(
            "SELECT digest, game, seat FROM links WHERE digest = ?", (digest(token),)
        ).fetchone()
        if row is None or not is_digest_of(row[0], token):
            return None
        return row[1], row[2]

    def games(self) -> tuple[KeptGame, ...]:
        """Return all games, the newest first."""
        rows = self._base.execute(f"SELECT {_COLUMNS} FROM games ORDER BY id DESC")
        return tuple(map(_kept, rows))

    def game(self, number: int) -> KeptGame | None:
        """Return the game of a number, if there is one."""
        if not 0 < number < _NUMBERS:
            return None
        row: Any = self._base.execute(
            f"SELECT {_COLUMNS} FROM games WHERE id = ?", (number,)
        ).fetchone()
        return None if row is None else _kept(row)

    # ---------------------------------------------------------------- actions

    def actions(self, number: int) -> tuple[KeptAction, ...]:
        """Return the actions of a game in their order."""
        rows = self._base.execute(
            "SELECT action, version, note FROM actions WHERE game = ? ORDER BY number", (number,)
        )
        return tuple(KeptAction(*row) for row in rows)

    def add_actions(
        self, number: int, first: int, actions: Iterable[KeptAction], receipt: Receipt | None
    ) -> None:
        """Keep actions, of which `first` is the place of the first, and for which request."""
        rows = [
            (number, first + place, each.action, each.version, each.note)
            for place, each in enumerate(actions)
        ]
        with self._writing():
            self._base.executemany("INSERT INTO actions VALUES (?, ?, ?, ?, ?)", rows)
            self._set_version(number, rows[-1][3] + 1)
            self._add_receipt(number, receipt)

    def take_back(self, number: int, place: int, receipt: Receipt) -> None:
        """Forget the action at the last `place`, as a request has asked for."""
        with self._writing():
            self._base.execute(
                "DELETE FROM actions WHERE game = ? AND number >= ?", (number, place)
            )
            self._set_version(number, receipt.version)
            self._add_receipt(number, receipt)

    def receipt(self, number: int, seat: Seat, request: str) -> Receipt | None:
        """Return what came of a request that a seat has made before, if it has."""
        row: Any = self._base.execute(
            "SELECT what, version FROM receipts WHERE game = ? AND seat = ? AND request = ?",
            (number, seat, request),
        ).fetchone()
        return None if row is None else Receipt(seat, request, *row)

    def _set_version(self, number: int, version: int) -> None:
        self._base.execute("UPDATE games SET version = ? WHERE id = ?", (version, number))

    def _add_receipt(self, number: int, receipt: Receipt | None) -> None:
        if receipt is not None:
            row = (number, receipt.seat, receipt.request, receipt.what, receipt.version)
            self._base.execute("INSERT INTO receipts VALUES (?, ?, ?, ?, ?)", row)


_COLUMNS: Final = "id, game, rules_version, config, seed, players, version"


def _kept(row: Any) -> KeptGame:
    number, game, rules_version, config, seed, players, version = row
    return KeptGame(
        number, game, rules_version, config, int(seed), tuple(json.loads(players)), version
    )
