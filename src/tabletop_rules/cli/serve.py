"""``tabletop-rules serve``: the play page."""

import errno
import socket
import sqlite3
import webbrowser
from pathlib import Path
from typing import Any, Final

import click

from tabletop_rules.cli.inputs import AnyGame, find_game, read_config, seat_count
from tabletop_rules.cli.seating import (
    DEFAULT_BOT,
    bots_option,
    persons_option,
    read_bots,
    seat_players,
)
from tabletop_rules.cli.text import clean
from tabletop_rules.core.errors import shown
from tabletop_rules.serving import Rooms, Store, listen, need_serving, new_token, run
from tabletop_rules.serving.errors import ServingError
from tabletop_rules.serving.names import is_host_name

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
    _Service(**given).run()


class _Service:
    """What was asked for on the command line."""

    def __init__(  # noqa: PLR0913 - the options
        self,
        *,
        game_name: str | None,
        persons: tuple[int, ...],
        bots: tuple[str, ...],
        config: Path | None,
        seed: int | None,
        path: Path,
        host: str,
        port: int,
        names: tuple[str, ...],
        opens: bool,
    ) -> None:
        if game_name is None:
            given = {"--config": config, "--seed": seed, "--human": persons, "--bots": bots}
            for option, value in given.items():
                if value not in (None, ()):
                    raise click.UsageError(f"{option} is for a new game: name GAME")
        for name in names:
            if not is_host_name(name):
                expected = f"expected the name of a computer or its address, got {shown(name)}"
                raise click.BadParameter(expected, param_hint="'--name'")
        need_serving()
        self._game: Final = None if game_name is None else find_game(game_name)
        self._config: Final = None if self._game is None else read_config(self._game, config)
        self._bots: Final = [] if self._game is None else _texts(bots, self._game)
        self._persons: Final = persons or (0,)
        self._seed: Final = seed
        self._path: Final = path
        self._address: Final = host, port
        self._names: Final = names
        self._opens: Final = opens

    def run(self) -> None:
        players: list[str | None] = []
        if self._game is not None:
            seats = seat_count(self._game, self._config)
            players = seat_players(self._bots, self._persons, seats)
        token = new_token()
        with _opened(self._path) as store, _listening(*self._address) as listening:
            rooms = Rooms(store)
            base = self._base(listening.getsockname()[1])
            start = f"{base}/#{token}"
            lines = [("Start page", start)]
            if self._game is not None:
                links = rooms.new(self._game, self._config, players, self._seed)
                pages = [(f"Seat {seat}", each) for seat, each in links.seats.items()]
                pages.append(("Spectators", links.spectator))
                lines = [(name, f"{base}/play#{each}") for name, each in pages] + lines

            def announce() -> None:
                for name, link in lines:
                    click.echo(clean(f"{name + ':':<12}{link}"))
                click.echo("Stop with Ctrl-C; games are kept in " + clean(str(self._path)) + ".")
                if self._opens:
                    webbrowser.open(lines[0][1])

            run(
                rooms,
                listening,
                host_token=token,
                bots=tuple(dict.fromkeys(self._bots)),
                names=self._names,
                on_start=announce,
            )

    def _base(self, port: int) -> str:
        host, _ = self._address
        if host in ("0.0.0.0", "::"):
            host = self._names[0] if self._names else "127.0.0.1"
        return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def _texts(bots: tuple[str, ...], game: AnyGame) -> list[str]:
    """Return the bots of the option as they were given, each of which there is."""
    return [text for text, _ in read_bots(bots or (DEFAULT_BOT,), game)]


def _opened(path: Path) -> Store:
    """Return the file of the games.

    Raises:
        ClickException: another server has it.
    """
    try:
        return Store(path)
    except ServingError as error:
        cause = error.__cause__
        if not isinstance(cause, sqlite3.Error) or cause.sqlite_errorcode != sqlite3.SQLITE_BUSY:
            raise
        way = "stop the server that has it, or give this one another --file and --port"
        raise click.ClickException(f"{error}: {way}") from error


def _listening(host: str, port: int) -> socket.socket:
    """Return the socket of the server.

    Raises:
        ClickException: another program has the port.
    """
    try:
        return listen(host, port)
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            raise
        way = "give another --port, or --port 0 for a free one"
        raise click.ClickException(f"{error.filename}: {error.strerror}: {way}") from error
