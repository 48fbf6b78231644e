"""How far a tournament is, on a terminal or in a log."""

from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from math import ceil
from time import monotonic
from typing import Final

from rich.console import Console, RenderableType
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

from tabletop_rules import arena
from tabletop_rules.cli.terminal import Terminal
from tabletop_rules.cli.text import clean

__all__ = ["watched"]

PAUSE: Final = 10.0
"""Seconds between two lines that say how far it is, where there is no terminal."""


@contextmanager
def watched(*, quiet: bool) -> Generator[Callable[[arena.Progress], None] | None]:
    """Show how far the tournament is, with the table so far; where it is no terminal, in lines."""
    console = Console(stderr=True)
    if quiet:
        yield None
        return
    if not console.is_terminal:
        yield _Lines()
        return
    with Live(console) as live:
        yield live.show


class Live(Progress):
    """A table that grows while the games are played, and a bar with the time that is left."""

    def __init__(self, console: Console) -> None:
        self._lines: tuple[str, ...] = ()
        self._screen: Final = console
        super().__init__(
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("games, about"),
            TimeRemainingColumn(),
            TextColumn("left"),
            console=console,
            transient=True,
        )
        self._games = self.add_task("", total=None)

    def show(self, progress: arena.Progress) -> None:
        """Show how far it is now."""
        self._lines = arena.table_lines(progress.table())
        self.update(self._games, total=progress.games, completed=progress.played)

    def get_renderables(self) -> Iterable[RenderableType]:
        """Give the lines of the table that have room on the screen, and the bar."""
        room = max(1, self._screen.height - 2)
        for line in self._lines[:room]:
            yield Text(clean(line), no_wrap=True, overflow="ellipsis")
        yield from super().get_renderables()


def _leaders(progress: arena.Progress) -> str:
    rows = progress.table().rows[:4]
    return "  ".join(f"{row.rank}. {row.name} {row.rating:.0f}" for row in rows)


class _Lines:
    """Writes a line now and then: for a log file, or another program."""

    def __init__(self) -> None:
        self._terminal: Final = Terminal(error=True)
        self._start: Final = monotonic()
        self._said = self._start

    def __call__(self, progress: arena.Progress) -> None:
        """Write how far it is, unless that was said a while ago."""
        now = monotonic()
        if now - self._said < PAUSE:
            return
        self._said = now
        new = progress.played - progress.resumed
        left = (now - self._start) / max(1, new) * (progress.games - progress.played)
        done = f"{progress.played} of {progress.games} games"
        self._terminal.line(f"{done}, about {ceil(left / 60)} min left  {_leaders(progress)}")
