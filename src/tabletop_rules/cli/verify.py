"""``tabletop-rules verify``: all checks on many games, and which rules they exercised."""

from pathlib import Path
from typing import Any, Final

import click

from tabletop_rules.cli.files import overwrite_option

__all__ = ["FOUND", "SAVED", "verify_command"]

FOUND: Final = 1
"""The exit code when a check has found something."""
_EXAMPLES: Final = 200
_STATES: Final = 10_000
SAVED: Final = "FAILURE.record"
"""Where a game that fails is saved if nobody says where."""
_FILE: Final = click.Path(path_type=Path)


@click.command("verify", short_help="Check a game, and show which rules were exercised.")
@click.argument("game_name", metavar="GAME")
@click.option(
    "--examples",
    metavar="N",
    default=_EXAMPLES,
    show_default=True,
    type=click.IntRange(1),
    help="How many games to check.",
)
@click.option(
    "--seed",
    metavar="N",
    default=0,
    show_default=True,
    type=click.IntRange(0),
    help="Another seed: other games.",
)
@click.option("--config", metavar="FILE", type=_FILE, help="Only this config, in TOML.")
@click.option("--check", "checks", metavar="NAME", multiple=True, help="Only this check, or these.")
@click.option(
    "--workers",
    metavar="N",
    default=1,
    show_default=True,
    type=click.IntRange(1, 64),
    help="Processes to work in.",
)
@click.option("--exhaustive", is_flag=True, help="Look at all states of the small configs.")
@click.option(
    "--states",
    metavar="N",
    default=_STATES,
    show_default=True,
    type=click.IntRange(1),
    help="With --exhaustive: leave larger configs out.",
)
@click.option("--against", metavar="GAME", help="Compare with another implementation.")
@click.option(
    "--save",
    metavar="FILE",
    type=_FILE,
    help=f"Where a game that fails is saved.  [default: {SAVED}, which the next one replaces]",
)
@click.option("--html", metavar="FILE", type=_FILE, help="Write the ledger and its coverage.")
@overwrite_option("--save and --html")
@click.option("--all", "every", is_flag=True, help="List every rule with how often it came up.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")
def verify_command(**given: Any) -> None:
    """Make every check on games of GAME: of its own configs, half of them near rare rules.

    The first thing that is wrong is shrunk to a short game, which --save writes to a file that
    `tabletop-rules replay` opens. The exit code is 1 then.

    With --exhaustive all states of the game's small configs are looked at instead. With --against
    the game is compared with another one by the same name of its actions.
    """
    from tabletop_rules.cli.verifying import Request, verify  # noqa: PLC0415 - needs an extra

    verify(Request(**given))
