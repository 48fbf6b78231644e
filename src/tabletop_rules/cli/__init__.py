"""The command line: ``tabletop-rules``, with a module for each command.

This module imports only click: a command's module, and with it the library, is imported when the
command is used.
"""

import os
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module, metadata
from types import MappingProxyType
from typing import Any, Final, TextIO

import click

__all__ = ["BAD_INPUT", "INTERRUPTED", "Commands", "main"]

BAD_INPUT: Final = 2
"""The exit code after an input that cannot be used."""
INTERRUPTED: Final = 130
"""The exit code after Ctrl-C."""

_COMMANDS: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {
        "games": ("games", "List the games."),
        "play": ("play", "Play a game, or watch bots play it."),
        "serve": ("serve", "Play in a browser."),
        "replay": ("replay", "Show a saved game step by step."),
        "rules": ("rules", "Show the rules of a game under their ids."),
        "content": ("content", "List, check and begin content such as decks."),
        "perft": ("perft", "Count the sequences of actions from a position."),
        "verify": ("verify", "Check a game, and show which rules were exercised."),
        "arena": ("arena", "Let bots play a tournament."),
        "bot": ("bot", "List bots, and check one that is a program."),
        "score": ("score", "Score the end of a game from a small file."),
    }
)
"""The module of each command, and its line in the help."""


class Commands(click.Group):
    """A group that imports a command when it is used, and reports what went wrong in one message.

    Exit codes: 0, or 2 when an input cannot be used, or 130 after Ctrl-C.
    """

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands in the order of the help."""
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command of that name, or ``None``."""
        if cmd_name not in _COMMANDS:
            return None
        module, _ = _COMMANDS[cmd_name]
        command = getattr(import_module(f"{__name__}.{module}"), f"{cmd_name}_command")
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands' lines of the help without importing any of them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, line) in _COMMANDS.items()])

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command, quietly also when nobody reads its output on."""
        try:
            result = super().invoke(ctx)
            if sys.stdout is not None:  # closed by the shell
                sys.stdout.flush()
        except BrokenPipeError:
            _discard_output()
            return 0
        return result

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        """Run the command that `args` name, and leave the process with its exit code."""
        for stream in (sys.stdin, sys.stdout, sys.stderr):
            _escape_what_does_not_fit(stream)
        try:
            code = super().main(args, prog_name, complete_var, False, **extra)
        except click.Abort:
            code = INTERRUPTED
        except click.exceptions.NoArgsIsHelpError as error:
            error.show()
            code = error.exit_code
        except Exception as error:
            code = _report(error)
        sys.exit(code)


def _report(error: Exception) -> int:
    """Write the one message about an error and return the exit code; raise what is a bug."""
    from tabletop_rules.cli.complaints import complaint  # noqa: PLC0415 - slow, and rarely needed

    message = complaint(error)
    if message is None:
        raise error
    click.echo(f"Error: {message}", err=True)
    return BAD_INPUT


def _escape_what_does_not_fit(stream: TextIO | Any) -> None:
    """Let a stream read and write what its encoding has not got as escapes, rather than raise."""
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="backslashreplace")


def _discard_output() -> None:
    """Send the rest of the output nowhere, so that the exit of Python does not complain."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


@click.group(
    cls=Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(metadata.version("tabletop-rules"), prog_name="tabletop-rules")
@click.pass_context
def main(context: click.Context, /) -> None:
    """Play, replay and check board games."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())
