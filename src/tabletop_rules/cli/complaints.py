"""What went wrong with an input, in one message."""

from typing import Final

import click

from tabletop_rules.bots import BotLoadError, UnknownBotError
from tabletop_rules.cli.text import clean
from tabletop_rules.core import BotError, MissingExtraError, ProblemsError, UnknownGameError

__all__ = ["complaint"]

_LISTED: Final = 10


def complaint(error: Exception) -> str | None:
    """Return the message about an error in what was given, or ``None`` if it is none of those."""
    match error:
        case click.UsageError(ctx=click.Context() as context):
            said = error.format_message()
            if isinstance(error, click.MissingParameter):  # which lists the choices on lines
                said = " ".join(said.split())
            message = f"{said} (see '{context.command_path} --help')"
        case click.ClickException():
            message = error.format_message()
        case ProblemsError():
            message = _bounded(error)
        case UnknownGameError() | UnknownBotError() | BotLoadError() | BotError():
            message = str(error)
        case MissingExtraError():
            message = str(error)
        case OSError():
            name = f"{error.filename}: " if isinstance(error.filename, str) else ""
            message = f"{name}{error.strerror or error}"
        case _:
            return None
    return clean(message)


def _bounded(error: ProblemsError) -> str:
    """Return the text of an error with at most ten of its problems."""
    left_out = len(error.problems) - _LISTED
    if left_out <= 0:
        return str(error)
    first = str(type(error)(error.problems[:_LISTED], error.source))
    counted = first.replace(f"has {_LISTED} problems", f"has {len(error.problems)} problems", 1)
    return f"{counted}\n  - and {left_out} more"
