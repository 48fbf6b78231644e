"""Files of SQLite: whose they are, in which layout, and writing all or nothing."""

import sqlite3
from collections.abc import Generator, Iterable
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from attrs import frozen

from tabletop_rules.core.errors import Problem, ProblemsError

__all__ = ["Layout", "open_database", "writing"]


@frozen(kw_only=True)
class Layout:
    """What a file holds."""

    what: str
    """In words, such as "the file of a tournament"."""
    application: int
    """What SQLite keeps in the head of the file to say whose it is."""
    format: int
    """The number of this layout."""
    tables: str
    """The statements that make it, each but the last ending a line with a semicolon."""


def open_database(  # noqa: PLR0913 - what SQLite wants to know
    path: Path | None,
    layout: Layout,
    *,
    error: type[ProblemsError],
    source: str,
    wait: float,
    settings: Iterable[str] = (),
) -> sqlite3.Connection:
    """Return the database in a file, made if it is not there; ``None``: in memory.

    Nothing is in a transaction unless `writing` begins one. `wait` is how many seconds to wait for
    others that write; `settings` are pragmas. Any thread may use it and close it: one after the
    other, as what they write would be one transaction.

    Raises:
        ProblemsError: the `error`: the file cannot be written, or is in another layout.
        OSError: there is a folder, or no folder for it.
    """
    if path is not None and path.is_dir():
        raise IsADirectoryError(21, "Is a directory", str(path))
    if path is not None and not path.parent.is_dir():
        raise FileNotFoundError(2, "No such directory", str(path.parent))
    name = ":memory:" if path is None else str(path)
    with ExitStack() as on_error:
        try:
            base = sqlite3.connect(
                name, timeout=wait, isolation_level=None, check_same_thread=False
            )
            on_error.callback(base.close)
            for setting in settings:
                base.execute(f"PRAGMA {setting}")
            problems = _settle(base, layout)
        except sqlite3.OperationalError as raised:
            expected = "expected a file that can be written and that no other program has"
            raise error([Problem("", f"{expected}: {raised}")], source) from raised
        except sqlite3.Error as raised:
            raise error([Problem("", f"expected {layout.what}: {raised}")], source) from raised
        if problems:
            raise error(problems, source)
        on_error.pop_all()
    return base


def _settle(base: sqlite3.Connection, layout: Layout) -> list[Problem]:
    """Make the tables if there are none, and return what is wrong with the database."""
    with writing(base):
        if not base.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            for statement in layout.tables.split(";\n"):
                base.execute(statement)
            base.execute(f"PRAGMA application_id = {layout.application}")
            base.execute(f"PRAGMA user_version = {layout.format}")
        application = base.execute("PRAGMA application_id").fetchone()[0]
        version = base.execute("PRAGMA user_version").fetchone()[0]
    if application != layout.application:
        return [Problem("", f"expected {layout.what}, got another database")]
    if version != layout.format:
        return [Problem("format", f"expected {layout.format}, got {version}")]
    return []


@contextmanager
def writing(base: sqlite3.Connection) -> Generator[None]:
    """Write all that is done within, or nothing if anything raises.

    Raises:
        sqlite3.Error: it cannot be written: the disk is full, say.
    """
    try:
        base.execute("BEGIN IMMEDIATE")
        yield
        base.execute("COMMIT")
    except BaseException:
        if base.in_transaction:  # it is not where SQLite has rolled it back already
            with suppress(sqlite3.Error):
                base.execute("ROLLBACK")
        raise
