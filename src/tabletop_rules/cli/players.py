"""The bots of ``--bots``, read and made; they may be those of the library, files and programs."""

import re
from collections.abc import Sequence
from contextlib import ExitStack

import click

from tabletop_rules.arena import ArenaError, Entrant
from tabletop_rules.arena.entrants import Program, read_entrant
from tabletop_rules.cli.inputs import AnyBot, AnyGame
from tabletop_rules.core.errors import shown
from tabletop_rules.core.processes import steady
from tabletop_rules.programs import ProgramBot

__all__ = ["given_bots", "made_bot", "read_bots"]


def given_bots(given: Sequence[str], game: AnyGame) -> list[str]:
    """Return the bots of ``--bots``: given once it is a list, given several times each is one bot.

    In a list a comma of a bot has a backslash before it.

    Raises:
        BadParameter: one of several is a list, or one is empty.
    """
    listed = _split(given[0]) if len(given) == 1 else list(given)
    for text in listed:
        if not text.strip():
            what = f"expected bots with commas between them, got {shown(','.join(given))}"
            raise click.BadParameter(what, param_hint="'--bots'")
        if "," in text and len(given) > 1:
            try:
                read_entrant(text, game)
            except ArenaError as error:
                expected = "expected one list, or one bot each time, as it is given several times"
                why = "; ".join(map(str, error.problems))
                what = f"{expected}: got {shown(text)}, which is no bot: {why}"
                raise click.BadParameter(what, param_hint="'--bots'") from error
    return [text.strip() for text in listed]


def _split(text: str) -> list[str]:
    """Return the parts of a list; commas with a backslash before them do not separate."""
    return [part.replace("\\,", ",") for part in re.split(r"(?<!\\),", text)]


def read_bots(given: Sequence[str], game: AnyGame) -> list[tuple[str, Entrant]]:
    """Return the bots of ``--bots`` as they were given, and what each is.

    Raises:
        BadParameter: one of them is no bot.
    """
    try:
        return [(text, read_entrant(text, game)) for text in given_bots(given, game)]
    except ArenaError as error:
        what = "; ".join(map(str, error.problems))
        raise click.BadParameter(what, param_hint="'--bots'") from error


@steady()
def made_bot(player: Entrant, game: AnyGame, seed: str, programs: ExitStack) -> AnyBot:
    """Return a bot for a seat; one that is a program ends with the others of the stack.

    Raises:
        BotLoadError: what makes it raises now.
    """
    if isinstance(player.what, Program):
        return programs.enter_context(ProgramBot(player.what.command, game))
    return player.what.maker()(game, seed)
