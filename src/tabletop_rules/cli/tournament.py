"""What ``tabletop-rules arena`` does, once the extra ``arena`` is there."""

import csv
import io
import itertools
import json
import shlex
import sqlite3
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, Literal

import click
from attrs import frozen

from tabletop_rules import arena
from tabletop_rules.arena.exports import export_text
from tabletop_rules.cli.arena_faults import note_faults, print_faults
from tabletop_rules.cli.arena_progress import watched
from tabletop_rules.cli.files import check_outputs, write_text
from tabletop_rules.cli.inputs import AnyGame, find_game, read_config
from tabletop_rules.cli.players import given_bots
from tabletop_rules.cli.terminal import STRONG, WEAK, Terminal
from tabletop_rules.core import ConfigError, Problem, from_data
from tabletop_rules.plots import need_plots

__all__ = ["Request", "arrange"]

_MEBIBYTE: Final = 2**20


@frozen(kw_only=True)
class Request:
    """What was asked for on the command line."""

    game_name: str | None
    bots: tuple[str, ...]
    games: int | None
    schedule: str | None
    luck: str | None
    seed: int | None
    config: Path | None
    workers: int
    engine: str
    file: Path | None
    on_fault: str | None
    time: float | None
    memory: int | None
    record: int | None
    faults: bool
    csv: Path | None
    export: Path | None
    with_records: bool
    html: Path | None
    overwrite: bool
    as_json: bool


def arrange(request: Request) -> None:
    """Play, show and keep a tournament, or show what is in its file, as requested."""
    _check_combinations(request)
    if request.record is not None:
        _print_record(request)
        return
    if request.faults:
        print_faults(_existing(request, "--faults"), as_json=request.as_json)
        return
    check_outputs(
        {"--csv": request.csv, "--export": request.export, "--html": request.html},
        kept={"--file": request.file, "--config": request.config},
        overwrite=request.overwrite,
    )
    game, wanted = _wanted(request)
    if request.html is not None:
        need_plots()
    _note_rounds(game, wanted)
    with _stopping(request, wanted["games"]), watched(quiet=request.as_json) as on_progress:
        tournament = arena.run(game, **wanted, on_progress=on_progress)
    with tournament.store:
        failed = _write(request, tournament)
        if request.as_json:
            data = arena.table_data(tournament.table, tournament.about)
            click.echo(json.dumps(data, indent=2, sort_keys=True))
        else:
            _show(tournament)
        note_faults(tournament, request.file)
    if failed:
        raise failed[0]


def _check_combinations(request: Request) -> None:
    looks = [("--record", request.record is not None), ("--faults", request.faults)]
    writes = [("--csv", request.csv), ("--export", request.export), ("--html", request.html)]
    printing = [option for option, given in looks if given]
    for option, given in [*looks[1:], *writes]:
        if given and printing and printing[0] != option:
            raise click.UsageError(f"{printing[0]} prints nothing but that: leave {option} out")
    if request.with_records and request.export is None:
        raise click.UsageError("--with-records is for --export")


def _write(request: Request, tournament: arena.Tournament) -> list[Exception]:
    """Write the files that were asked for, and return why some could not be written.

    So the table is shown, and the others are written, whatever has become of a disk meanwhile.
    """
    texts: tuple[tuple[Path | None, Callable[[], str | Iterable[str]]], ...] = (
        (request.csv, lambda: _csv(tournament)),
        (request.export, lambda: export_text(tournament, with_records=request.with_records)),
        (request.html, tournament.to_html),
    )
    failed: list[Exception] = []
    for path, text in texts:
        if path is not None:
            try:
                write_text(path, text())
            except (OSError, click.ClickException) as error:
                failed.append(error)
    return failed


def _wanted(request: Request) -> tuple[AnyGame, dict[str, Any]]:
    """Return the game and the arguments of `arena.run`; what is not said is in the file."""
    about: dict[str, Any] = {}
    count = 0
    if request.file is not None and request.file.exists():
        with arena.Store(request.file) as store:
            about, count = store.about, _whole(store, request.games)
    if not about and (request.game_name is None or not request.bots):
        missing = "GAME" if request.game_name is None else "--bots"
        raise click.UsageError(f"missing {missing}: only a --file that is there can say it")
    common: dict[str, Any] = {
        "games": request.games or count or None,
        "file": request.file,
        "workers": request.workers,
        "engine": request.engine,
    }
    if common["games"] is None:
        raise click.UsageError("missing --games: how many games are to be played in all")
    source = str(request.file)
    game = find_game(str(about["game"]) if request.game_name is None else request.game_name)
    if about and game.name != about["game"]:
        what = f"this file has {about['game']}, got {game.name}"
        raise arena.ArenaError([Problem("game", what)], source)
    config = read_config(game, request.config)
    before = arena.Policy()
    if about:
        before = from_data(about["policy"], arena.Policy, error=arena.ArenaError, source=source)
        if request.config is None:
            config = from_data(about["config"], game.Config, error=ConfigError, source=source)
    return game, common | {
        # With a name before it, an equals sign in a command is never taken for the end of one.
        "bots": (given_bots(request.bots, game) if request.bots else None)
        or {each["name"]: f"bot={each['plays']}" for each in about["bots"]},
        "config": config,
        "schedule": request.schedule or about.get("schedule", "round-robin"),
        "luck": request.luck or about.get("luck", arena.LUCKS[0]),
        "seed": about.get("seed", 0) if request.seed is None else request.seed,
        "policy": arena.Policy(
            on_fault=before.on_fault if request.on_fault is None else _on_fault(request.on_fault),
            seconds=before.seconds if request.time is None else request.time,
            memory=before.memory if request.memory is None else request.memory * _MEBIBYTE,
        ),
    }


def _whole(store: arena.Store, wanted: int | None) -> int:
    """Return how many games are there without a gap, and say so if there are more behind one."""
    numbers = store.numbers()
    count = next(number for number in itertools.count() if number not in numbers)
    if wanted is None and count < len(numbers):
        total = max(numbers) + 1
        what = f"{len(numbers) - count} more games are there, but not all before them"
        click.echo(f"Note: {what}: --games {total} plays those that are missing.", err=True)
    return count


def _on_fault(text: str) -> Literal["forfeit", "default"]:
    return "default" if text == "default" else "forfeit"


def _note_rounds(game: AnyGame, wanted: dict[str, Any]) -> None:
    """Say so if the games are fewer than one round."""
    size = arena.round_size(
        game, len(wanted["bots"]), config=wanted["config"], schedule=wanted["schedule"]
    )
    if wanted["games"] < size:
        what = "not every bot plays in each seat, or as often as the others"
        click.echo(f"Note: {wanted['games']} of the {size} games of one round: {what}.", err=True)


def _existing(request: Request, option: str) -> Path:
    if request.file is None:
        raise click.UsageError(f"{option} needs the --file of a tournament")
    if not request.file.is_file():
        raise click.ClickException(f"{request.file}: no such file")
    return request.file


@contextmanager
def _stopping(request: Request, games: int) -> Generator[None]:
    """Say after Ctrl-C how to go on, and report a file that cannot be written any more."""
    try:
        yield
    except KeyboardInterrupt:
        if request.file is None:
            click.echo("Stopped. Nothing is kept: --file FILE would have.", err=True)
        else:
            file = str(request.file)
            words = ["tabletop-rules", "arena", "--file", file, "--games", str(games)]
            click.echo(f"Stopped. What was played is kept: {shlex.join(words)}", err=True)
        raise
    except sqlite3.Error as error:
        raise click.ClickException(f"{request.file}: {error}") from error
    except arena.WorkerError as error:
        raise click.ClickException(str(error)) from error


def _print_record(request: Request) -> None:
    file = _existing(request, "--record")
    assert request.record is not None
    with arena.Store(file) as store:
        click.echo(store.result(request.record).record, nl=False)


def _show(tournament: arena.Tournament) -> None:
    terminal, table = Terminal(), tournament.table
    head, *lines = arena.table_lines(table)
    title = tournament.game.rulebook.title
    notes = [f"{table.games} games", f"seed {tournament.about['seed']}"]
    if table.truncated:
        notes.append(f"{table.truncated} cut off without a winner")
    if table.forfeited:
        notes.append(f"{table.forfeited} forfeited")
    terminal.line((title, STRONG), (": " + ", ".join(notes), WEAK))
    terminal.line((head, WEAK))
    terminal.lines(lines)
    if len(table.rows) > 2:
        terminal.line("")
        terminal.line(("Share of the points of the row against the column:", WEAK))
        terminal.lines(arena.cross_lines(table))


def _csv(tournament: arena.Tournament) -> str:
    """Return all games as lines: one for each seat of each game."""
    named = (str(each["name"]) for each in tournament.about["bots"])
    names = [name.encode("utf-8", "backslashreplace").decode() for name in named]
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    heads = ("number", "round", "seed", "seat", "bot", "kind", "rank", "score", "faults", "actions")
    writer.writerow(heads)
    for result in tournament.results():
        fixture = result.fixture
        for seat, place in enumerate(fixture.seats):
            writer.writerow(
                (
                    fixture.number,
                    fixture.round,
                    fixture.seed,
                    seat,
                    names[place],
                    result.kind,
                    result.ranks[seat],
                    result.score[seat],
                    result.fault_counts[seat],
                    result.actions,
                )
            )
    return text.getvalue()
