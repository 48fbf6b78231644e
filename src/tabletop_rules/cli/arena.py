"""``tabletop-rules arena``: bots play a tournament, and everything is kept."""

import os
from pathlib import Path
from typing import Any, Final

import click

from tabletop_rules.cli.files import overwrite_option
from tabletop_rules.cli.inputs import SECONDS

__all__ = ["LUCKS", "SCHEDULES", "arena_command"]

SCHEDULES: Final = ("round-robin", "gauntlet", "swiss")
LUCKS: Final = ("round", "game")
"""Both are those of the arena, which is imported only when bots play."""
_FILE: Final = click.Path(path_type=Path)


@click.command("arena", short_help="Let bots play a tournament.")
@click.argument("game_name", metavar="[GAME]", required=False)
@click.option(
    "--bots",
    metavar="LIST",
    multiple=True,
    help="The bots, with commas between them: names (mcts:200), FILE.py:CLASS, or commands of "
    "programs; NAME=... gives a name. If given several times, each time is one bot; in a list "
    "write \\, for a comma of a bot.",
)
@click.option(
    "--games", metavar="N", type=click.IntRange(1, 2**63 - 1), help="How many games in all."
)
@click.option(
    "--schedule",
    type=click.Choice(SCHEDULES),
    help="Who plays whom; in a gauntlet the first bot plays all others.  [default: round-robin]",
)
@click.option(
    "--luck",
    type=click.Choice(LUCKS),
    help="Which games have the same chance: those of a round, or none.  [default: round]",
)
@click.option(
    "--seed",
    metavar="N",
    type=click.IntRange(0, 2**63 - 1),
    help="Another seed: other games.  [default: 0]",
)
@click.option("--config", metavar="FILE", type=_FILE, help="The config of the game, in TOML.")
@click.option(
    "--workers",
    metavar="N",
    default=os.cpu_count() or 1,
    type=click.IntRange(0, 256),
    help="Processes to play in; 0: in this one.  [default: one for each processor]",
)
@click.option(
    "--engine",
    type=click.Choice(("local", "ray")),
    default="local",
    show_default=True,
    help="Play on this machine, or on a Ray cluster.",
)
@click.option(
    "--file", metavar="FILE", type=_FILE, help="Keep every game here, or go on with what is here."
)
@click.option(
    "--on-fault",
    type=click.Choice(("forfeit", "default")),
    help="What a fault of a bot costs: the game, or its choice.  [default: forfeit]",
)
@click.option(
    "--time",
    metavar="SECONDS",
    type=SECONDS,
    help="For each decision.  [default: 10]",
)
@click.option(
    "--memory",
    metavar="MIB",
    type=click.IntRange(16),
    help="For each process of a program, and each call of a bot of Python.  [default: 1024]",
)
@click.option("--record", metavar="N", type=click.IntRange(0), help="Print game N of --file.")
@click.option("--faults", is_flag=True, help="List the faults of the games of --file.")
@click.option("--csv", metavar="FILE", type=_FILE, help="Write a line for each game and seat.")
@click.option("--export", metavar="FILE", type=_FILE, help="Write all games as JSON.")
@click.option("--with-records", is_flag=True, help="Write the record of each game with --export.")
@click.option("--html", metavar="FILE", type=_FILE, help="Write a report, with plots, as a page.")
@overwrite_option("--csv, --export and --html")
@click.option("--json", "as_json", is_flag=True, help="Print the table, or --faults, as JSON.")
def arena_command(**given: Any) -> None:
    """Let bots play a tournament of GAME, with seats rotated and the same chance for all.

    With --file every game is kept as soon as it is over, and a tournament that was stopped, by
    whatever, is gone on with: the same command again, or --file with --games. --file alone shows
    the table of what is there. What is not said is as the file has it. The same seed gives the
    same games and the same table whatever the number of workers.

    A bot that raises, crashes, is late, or answers what it was not offered forfeits its game, or
    with `--on-fault default` has a choice made for it; the tournament goes on.
    """
    from tabletop_rules.cli.tournament import Request, arrange  # noqa: PLC0415 - needs an extra

    arrange(Request(**given))
