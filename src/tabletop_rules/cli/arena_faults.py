"""What bots did wrong in a tournament: a note below its table, and the list of ``--faults``."""

import json
import shlex
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
from attrs import frozen

from tabletop_rules import arena
from tabletop_rules.cli.terminal import RULE, Terminal
from tabletop_rules.cli.text import clean
from tabletop_rules.core import Seat

__all__ = ["note_faults", "print_faults"]


@frozen
class _Listed:
    """A fault, or so `many` of a seat of which only the number is known."""

    game: int
    seat: Seat
    bot: str
    note: arena.FaultNote | None
    many: int = 1

    @property
    def where(self) -> str:
        return f"game {self.game}, seat {self.seat} ({self.bot})"

    @property
    def what(self) -> str:
        if self.note is None:
            return f": {self.many} more"
        return f", decision {self.note.decision}, {self.note.fault.value}: {self.note.reason}"

    @property
    def data(self) -> dict[str, Any]:
        """The same for programs."""
        data: dict[str, Any] = {"game": self.game, "seat": self.seat, "bot": self.bot}
        if self.note is None:
            return data | {"more": self.many}
        fault = {"fault": self.note.fault.value, "reason": self.note.reason}
        return data | {"decision": self.note.decision} | fault


def print_faults(file: Path, *, as_json: bool) -> None:
    """List the faults of the games in a file, those of which only the number is known too.

    Raises:
        ArenaError: it is no file of a tournament.
    """
    with arena.Store(file) as store:
        names = [each["name"] for each in store.about.get("bots", [])]
        listed = _listed(store.results(), names)
        if as_json:
            click.echo(json.dumps([each.data for each in listed], indent=2))
            return
        terminal, found = Terminal(), False
        for each in listed:
            terminal.line((each.where, RULE), each.what)
            found = True
        if not found:
            terminal.line(f"No faults in {len(store.numbers())} games.")


def _listed(results: Iterator[arena.Result], names: list[str]) -> Iterator[_Listed]:
    for result in results:
        noted = Counter(note.seat for note in result.faults)
        number = result.fixture.number
        bots = [names[place] for place in result.fixture.seats]
        for note in result.faults:
            yield _Listed(number, note.seat, bots[note.seat], note)
        for seat, count in enumerate(result.fault_counts):
            if more := count - noted[seat]:
                yield _Listed(number, seat, bots[seat], None, more)


def note_faults(tournament: arena.Tournament, file: Path | None) -> None:
    """Say on the error output how often each bot was at fault, why the first time, and what to do.

    `file` is the one that the games are kept in.
    """
    counts = {row.name: row.faults for row in tournament.table.rows if row.faults}
    if not counts:
        return
    names = [each["name"] for each in tournament.about["bots"]]
    first: dict[str, _Listed] = {}
    for each in _listed(tournament.results(), names):
        first.setdefault(each.bot, each)
        if len(first) == len(counts):
            break
    for name, count in counts.items():
        faults = f"{count} fault{'s' * (count != 1)}"
        found = first[name]
        reason = "" if found.note is None else ": " + " ".join(found.note.reason.split())
        click.echo(clean(f"{name}: {faults}, the first in game {found.game}{reason}"), err=True)
    if file is None:
        click.echo("Keep the games with --file FILE to have all listed by --faults.", err=True)
    else:
        words = ["tabletop-rules", "arena", "--file", str(file), "--faults"]
        click.echo(f"All of them: {clean(shlex.join(words))}", err=True)
