"""``tabletop-rules bot``: which bots there are, and checking one that is a program."""

import json
import shlex
from pathlib import Path
from typing import Any, Final

import click

from tabletop_rules.bots import bot_descriptions
from tabletop_rules.cli.inputs import SECONDS, AnyGame, find_game
from tabletop_rules.cli.terminal import STRONG, WEAK, Terminal
from tabletop_rules.core import game_names
from tabletop_rules.core.errors import shown
from tabletop_rules.programs import CHECKS, Finding, Limits, NotStartedError, check_program

__all__ = ["FOUND", "bot_command"]

FOUND: Final = 1
"""The exit code when a check has found something."""


@click.group("bot", short_help="List bots, and check one that is a program.")
def bot_command() -> None:
    """Bots play by names of the library, by Python of your own, or as programs in any language."""


@bot_command.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")
def list_command(as_json: bool) -> None:
    """List the bots of the library, and how one of your own is named."""
    listed = bot_descriptions()
    if as_json:
        data = [{"name": name, "plays": plays} for name, plays in listed.items()]
        click.echo(json.dumps(data, indent=2))
        return
    terminal = Terminal()
    own = {
        "FILE.py:NAME": "a class, function or object of your own",
        "MODULE:NAME": "the same in a module that can be imported",
    }
    width = max(map(len, (*listed, *own)))
    for name, plays in {**listed, **own}.items():
        terminal.line((f"{name:<{width}}", STRONG), f"  {plays}")


@bot_command.command("check", context_settings={"ignore_unknown_options": True})
@click.option("--game", "names", metavar="GAME", multiple=True, help="Only this game, or these.")
@click.option("--seconds", default=10.0, show_default=True, type=SECONDS, help="For each decision.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")
@click.argument("command", nargs=-1, required=True, type=click.UNPROCESSED)
def check_command(
    names: tuple[str, ...], seconds: float, *, as_json: bool, command: tuple[str, ...]
) -> None:
    """Check whether a program keeps to the protocol of docs/bot_protocol.md.

    COMMAND is the program with its arguments, after the options of this command; or one text that
    holds both. The exit code is 1 if something was found.
    """
    words = _words(command)
    games = {name: find_game(name) for name in names or game_names()}
    limits = Limits(seconds=seconds)
    found = {name: _check(name, game, words, limits, as_json) for name, game in games.items()}
    if as_json:
        data = [_finding_data(name, each) for name, listed in found.items() for each in listed]
        click.echo(json.dumps(data, indent=2))
    if any(not each.warning for listed in found.values() for each in listed):
        raise click.exceptions.Exit(FOUND)


def _words(command: tuple[str, ...]) -> tuple[str, ...]:
    """Return the program and its arguments; a single text that is no file may hold both."""
    words = command
    if len(command) == 1 and not Path(command[0]).is_file():
        try:
            words = tuple(shlex.split(command[0]))
        except ValueError as error:
            expected = f"expected a program and its arguments: {error}"
            raise click.BadParameter(expected, param_hint="'COMMAND'") from error
    if not words or not words[0]:
        raise click.BadParameter("expected a program", param_hint="'COMMAND'")
    return words


def _check(
    name: str, game: AnyGame, words: tuple[str, ...], limits: Limits, quiet: bool
) -> list[Finding]:
    """Check the program in one game, and print what is found."""
    try:
        found = check_program(words, game, limits=limits)
    except NotStartedError as error:
        expected = f"expected a program: {shown(words[0])} {error}"
        raise click.BadParameter(expected, param_hint="'COMMAND'") from error
    if quiet:
        return found
    terminal = Terminal()
    asked = {check.name: check.asks for check in CHECKS}
    wrong = [each for each in found if not each.warning]
    verdict = (
        f"{len(wrong)} of {len(CHECKS)} checks found something" if wrong else "all checks hold"
    )
    terminal.line((name, STRONG), f": {verdict}")
    for each in found:
        kind = "warning" if each.warning else "wrong"
        terminal.line(f"  {kind}, ", (each.check, STRONG), f": the program {each.what}")
        terminal.line((f"    {asked[each.check]}", WEAK))
    return found


def _finding_data(name: str, found: Finding) -> dict[str, Any]:
    return {
        "game": name,
        "check": found.check,
        "what": found.what,
        "warning": found.warning,
    }
