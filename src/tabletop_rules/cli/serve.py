"""``tabletop-rules serve``: the play page."""

from pathlib import Path
from typing import Any, Final

import click

from tabletop_rules.cli.seating import bots_option, persons_option

__all__ = ["serve_command"]

_FILE: Final = click.Path(path_type=Path)
_DEFAULT_FILE: Final = Path("tabletop-rules.sqlite")
_PORT: Final = 8484


@click.command("serve", short_help="Play in a browser.")
@click.argument("game_name", metavar="[GAME]", required=False)
@persons_option("A person plays the seat; may be given for several seats.  [default: 0]")
@bots_option()
@click.option("--config", metavar="FILE", type=_FILE, help="The config of the game, in TOML.")
@click.option(
    "--seed",
    metavar="N",
    type=click.IntRange(0, 2**63 - 1),
    help="Decides all chance of the new game.  [default: one that nobody can guess]",
)
@click.option(
    "--file",
    "path",
    metavar="FILE",
    type=_FILE,
    default=_DEFAULT_FILE,
    show_default=True,
    help="Keep all games in this file, and go on with those that are in it.",
)
@click.option(
    "--host",
    metavar="ADDRESS",
    default="127.0.0.1",
    show_default=True,
    help="Answer at this address; 0.0.0.0 lets others in your network play.",
)
@click.option(
    "--port",
    metavar="N",
    type=click.IntRange(0, 65535),
    default=_PORT,
    show_default=True,
    help="Answer at this port; 0: a free one.",
)
@click.option(
    "--name", "names", metavar="NAME", multiple=True, help="A name by which browsers may call it."
)
@click.option("--open", "opens", is_flag=True, help="Open the page in a browser.")
def serve_command(**given: Any) -> None:
    """Serve a page at which persons and bots play any of the games.

    With GAME a game begins at once, and its links are printed: one for each person, which nobody
    else should get, and one for spectators. Further games are begun on the start page. Games are
    kept: after a stop of the server, of whatever kind, they go on with the same links.
    """
    from tabletop_rules.cli.service import Service  # noqa: PLC0415 - needs an extra

    Service(**given).run()
