"""Keeping a game in a file while it is played."""

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import click

from tabletop_rules.cli.files import check_outputs, check_writable, write_text
from tabletop_rules.cli.session import Session
from tabletop_rules.core import format_record

__all__ = ["Keeper"]


class Keeper:
    """Saves a game as a record, into files that it may write and no others.

    `path` is the file that was named on the command line; `resumed` the one that the game was
    continued from. A file that is there already, and is neither, holds something else: `config`
    that of the config, which is never written over. `players` are the options that give the seats
    to the same players again.

    Raises:
        ClickException: `path` cannot be written to, or is there already and not to be overwritten.
        UsageError: `path` is that of the config.
    """

    def __init__(
        self,
        path: Path | None,
        *,
        resumed: Path | None = None,
        config: Path | None = None,
        overwrite: bool = False,
        players: Sequence[str] = (),
    ) -> None:
        self.path: Final = path
        self._players: Final = players
        self._last: Path | None = resumed
        self._own: Final = {resumed.resolve()} if resumed is not None else set[Path]()
        self._saved: tuple[Any, ...] | None = None
        if path is not None:
            known = overwrite or path.resolve() in self._own
            check_outputs({"--save": path}, kept={"--config": config}, overwrite=known)
            self._own.add(path.resolve())

    def note_resumed(self, session: Session) -> None:
        """Take note that the game so far is what the resumed file holds."""
        self._saved = session.record.actions

    def save(self, session: Session, path: Path | None = None) -> Path:
        """Save the game to `path`, else to the file that it was last kept in, and return that.

        Raises:
            ClickException: no file is known, or the file may not be overwritten.
            OSError: it cannot be written.
        """
        target = path or self.path or self._last
        if target is None:
            raise click.ClickException("the name of a file is missing: save FILE")
        self._check(target)
        record = session.record
        write_text(target, format_record(session.game, record))
        self._saved = record.actions
        self._last = target
        return target

    def keep(self, session: Session) -> None:
        """Save the game to the file of the command line, if there is one and something is new."""
        if self.path is not None and not self.is_saved(session):
            self.save(session, self.path)

    def is_saved(self, session: Session) -> bool:
        """Return whether the file that the game was last kept in holds all of it."""
        return self._saved is not None and self._saved == session.record.actions

    def farewell(self, session: Session) -> str:
        """Return where the game is, and how to go on with it, or that it is lost."""
        if self.is_saved(session):
            return f"The game is saved in {self._last}.{self._way_on(session)}"
        return "The game was not saved (--save FILE, or the command 'save FILE', would have)."

    def _way_on(self, session: Session) -> str:
        if session.actor is None or self._last is None:
            return ""
        file = str(self._last)
        command = ["tabletop-rules", "play", *self._players, "--resume", file, "--save", file]
        return f" Go on with: {shlex.join(command)}"

    def _check(self, path: Path) -> None:
        check_writable(path)
        target = path.resolve()
        if target.exists() and target not in self._own:
            what = f"{path}: there is such a file already; choose another name"
            raise click.ClickException(what)
        self._own.add(target)
