"""Games, configs, records and bots from what is typed on the command line."""

from collections.abc import Generator
from contextlib import contextmanager
from math import isfinite
from pathlib import Path
from typing import Any, Final, TypeAlias

import click

from tabletop_rules.cli.files import read_text
from tabletop_rules.core import (
    Bot,
    ConfigError,
    Game,
    Played,
    Record,
    RecordError,
    Seat,
    from_data,
    load_game,
    parse_record,
    replay_steps,
)
from tabletop_rules.core.toml import read_toml

__all__ = [
    "SECONDS",
    "AnyBot",
    "AnyGame",
    "AnyRecord",
    "AnyStep",
    "check_seat",
    "find_game",
    "read_config",
    "read_record",
    "read_steps",
    "seat_count",
]

AnyGame: TypeAlias = Game[Any, Any, Any, Any]
AnyBot: TypeAlias = Bot[Any, Any]
AnyRecord: TypeAlias = Record[Any, Any]
AnyStep: TypeAlias = Played[Any, Any]


class _Seconds(click.FloatRange):
    name = "seconds"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Return the number of seconds; `nan` is in every range, and nothing waits for ever."""
        seconds: float = super().convert(value, param, ctx)
        if not isfinite(seconds):
            self.fail(f"expected a number of seconds above 0, got {value}", param, ctx)
        return seconds


SECONDS: Final = _Seconds(0, min_open=True)
"""The type of an option that limits a time."""


def find_game(name: str) -> AnyGame:
    """Return the game of that name.

    Raises:
        UnknownGameError: no installed package has it.
        ClickException: the package that has it cannot be imported.
    """
    with _importing():
        return load_game(name)


@contextmanager
def _importing() -> Generator[None, None, None]:
    """Report a package of a game that cannot be imported; it may be anybody's."""
    try:
        yield
    except (ImportError, AttributeError) as error:
        raise click.ClickException(f"the game cannot be loaded: {error}") from error


def read_config(game: AnyGame, path: Path | None) -> Any:
    """Return the config that a TOML file describes; without a file the default one.

    Raises:
        ConfigError: the file holds no config of this game.
    """
    if path is None:
        return game.Config()
    table = read_toml(read_text(path), error=ConfigError, source=str(path))
    return from_data(table, game.Config, error=ConfigError, source=str(path))


def read_record(path: Path, game: AnyGame | None = None) -> tuple[AnyGame, AnyRecord]:
    """Return the record that a file holds, and its game.

    Raises:
        RecordError: it cannot be read, or is of another game or version of its rules.
        UnknownGameError: no installed package has the game.
    """
    text = read_text(path)
    with _importing():
        record: AnyRecord = parse_record(text, game, str(path))
        return load_game(record.game) if game is None else game, record


def read_steps(game: AnyGame, record: AnyRecord, path: Path) -> tuple[AnyStep, ...]:
    """Return all steps of a record that was read from a file.

    Raises:
        RecordError: the record is of another game or version, or an action is illegal.
    """
    try:
        return tuple(replay_steps(game, record))
    except RecordError as error:
        raise RecordError(error.problems, str(path)) from error


def seat_count(game: AnyGame, config: Any) -> int:
    """Return the number of seats of a game with that config."""
    return len(game.score(game.initial_state(config)))


def check_seat(seat: Seat, seats: int, option: str) -> None:
    """Refuse a seat that the game has not got.

    Raises:
        UsageError: it names the seats that there are.
    """
    if not 0 <= seat < seats:
        expected = f"expected a seat from 0 to {seats - 1}, got {seat}"
        raise click.BadParameter(expected, param_hint=f"'{option}'")
