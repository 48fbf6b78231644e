"""What ``tabletop-rules serve`` does, once the extras are there."""

import errno
import socket
import sqlite3
import webbrowser
from pathlib import Path
from typing import Final

import click

from tabletop_rules.cli.inputs import AnyGame, find_game, read_config, seat_count
from tabletop_rules.cli.players import read_bots
from tabletop_rules.cli.seating import DEFAULT_BOT, seat_players
from tabletop_rules.cli.text import clean
from tabletop_rules.core.errors import shown
from tabletop_rules.serving import Rooms, Store, listen, need_serving, new_token, run
from tabletop_rules.serving.errors import ServingError
from tabletop_rules.serving.names import is_host_name

__all__ = ["Service"]


class Service:
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
        """Serve the page until the process is told to end."""
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
