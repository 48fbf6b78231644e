"""Files of SQLite: made, found again, and refused if they are somebody else's."""

import sqlite3
from pathlib import Path

import pytest
from attrs import evolve

from tabletop_rules.core import ConfigError
from tabletop_rules.core.database import Layout, open_database, writing

LAYOUT = Layout(
    what="a shelf",
    application=0x1234,
    format=3,
    tables="CREATE TABLE books (title TEXT);\nCREATE TABLE boards (name TEXT)",
)


def opened(path: Path | None, layout: Layout = LAYOUT) -> sqlite3.Connection:
    return open_database(path, layout, error=ConfigError, source="s", wait=0)


def titles(base: sqlite3.Connection) -> list[str]:
    return [title for (title,) in base.execute("SELECT title FROM books ORDER BY title")]


def problem(path: Path, layout: Layout = LAYOUT) -> str:
    """Return the one problem with which a file is refused."""
    with pytest.raises(ConfigError) as caught:
        opened(path, layout)
    assert caught.value.source == "s"
    (found,) = caught.value.problems
    return str(found)


def test_what_was_written_is_there_again(tmp_path: Path) -> None:
    for number in range(2):
        base = opened(tmp_path / "file")
        with writing(base):
            base.execute("INSERT INTO books VALUES (?)", (f"volume {number}",))
        base.close()
    base = opened(tmp_path / "file")
    assert titles(base) == ["volume 0", "volume 1"]
    base.close()


def test_all_is_written_or_nothing() -> None:
    base = opened(None)
    half = [("half",), ()]  # a row without its title
    with pytest.raises(sqlite3.Error), writing(base):
        base.executemany("INSERT INTO books VALUES (?)", half)
    assert titles(base) == []
    with writing(base):
        base.execute("INSERT INTO books VALUES ('whole')")
    assert titles(base) == ["whole"]


def test_a_file_of_something_else(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"no database, but long enough to be one" * 100)
    assert problem(path) == "expected a shelf: file is not a database"
    path.unlink()
    opened(path).close()
    assert problem(path, evolve(LAYOUT, application=1)) == "expected a shelf, got another database"
    assert problem(path, evolve(LAYOUT, format=4)) == "format: expected 4, got 3"


def test_a_file_that_another_program_writes(tmp_path: Path) -> None:
    path = tmp_path / "file"
    other = opened(path)
    with writing(other):
        said = problem(path)
    other.close()
    assert said.startswith("expected a file that can be written and that no other program has")


def test_a_place_where_no_file_can_be(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError):
        opened(tmp_path)
    with pytest.raises(FileNotFoundError):
        opened(tmp_path / "missing" / "file")
