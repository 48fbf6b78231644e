"""Writing to a terminal or a pipe, and reading lines from a person."""

import os
import sys
from collections.abc import Iterable
from contextlib import suppress
from importlib import import_module
from typing import Final

from rich.console import Console
from rich.text import Text

from tabletop_rules.cli.text import clean

__all__ = ["RULE", "STRONG", "WEAK", "Part", "Terminal", "load_line_editing"]

Part = str | tuple[str, str]
"""A text, or a text and its style."""

STRONG: Final = "bold"
WEAK: Final = "dim"
RULE: Final = "cyan"

_WIPE: Final = "\x1b[H\x1b[2J\x1b[3J"
"""Clears the screen and what has been scrolled off it."""


class _Console(Console):
    goes_on = False

    def on_broken_pipe(self) -> None:
        """Be quiet from now on, or raise the error on; rich would end the program."""
        if not self.goes_on:
            raise  # noqa: PLE0704 - rich calls this while it handles the error
        self.quiet = True


class Terminal:
    """Where a command writes: standard output, or standard error if output is for a program.

    Colours are used on a terminal only, and not if ``NO_COLOR`` is set. Texts are shown as they
    are: nothing in them is taken for markup. When nobody reads on, a terminal that `goes_on` is
    quiet, and any other raises `BrokenPipeError`.
    """

    def __init__(self, *, error: bool = False, goes_on: bool = False) -> None:
        stream = sys.stderr if error else sys.stdout
        self._error: Final = error
        self.is_terminal: Final = bool(stream and stream.isatty())  # a closed one is None
        plain = bool(os.environ.get("NO_COLOR")) or not self.is_terminal
        self._console: Final = _Console(
            stderr=error,
            color_system=None if plain else "auto",
            markup=False,
            emoji=False,
            highlight=False,
            soft_wrap=True,
        )
        self._console.goes_on = goes_on

    @property
    def width(self) -> int | None:
        """The number of columns of a terminal; ``None`` elsewhere, where lines stay whole."""
        return self._console.width if self.is_terminal else None

    def line(self, *parts: Part) -> None:
        """Write a line made of the parts."""
        cleaned = (
            clean(part) if isinstance(part, str) else (clean(part[0]), part[1]) for part in parts
        )
        self._console.print(Text.assemble(*cleaned))

    def lines(self, lines: Iterable[str]) -> None:
        """Write several lines."""
        for line in lines:
            self.line(line)

    def ask(self, prompt: str) -> str:
        """Return the line that the person types, without spaces around it.

        Raises:
            EOFError: the input has ended.
            KeyboardInterrupt: the person pressed Ctrl-C.
        """
        if sys.stdin is None:  # closed by the shell
            raise EOFError
        shown = clean(prompt)
        if self._error:  # `input` would write to standard output
            self._console.print(Text(shown), end="")
            shown = ""
        typed = input(shown).strip()
        if not sys.stdin.isatty():
            self.line(typed)  # a person's terminal has shown it already
        return typed

    def wipe(self) -> None:
        """Remove everything from the screen, so that the next person does not see it."""
        if self.is_terminal:
            self._console.file.write(_WIPE)
            self._console.file.flush()


def load_line_editing() -> None:
    """Give `Terminal.ask` the arrow keys and a history of what was typed, if Python has them."""
    with suppress(ImportError):
        import_module("readline")
