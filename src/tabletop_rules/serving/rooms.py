"""The games of a server: begun, found by their links, and loaded when somebody comes."""

import asyncio
import logging
from collections.abc import Iterable
from typing import Any, Final

from attrs import frozen

from tabletop_rules.core import Problem, Seat, from_json, load_game, to_json
from tabletop_rules.serving.crew import MakeBot, program_bot
from tabletop_rules.serving.errors import RequestError, ServingError
from tabletop_rules.serving.hall import Hall
from tabletop_rules.serving.links import new_seed, new_token
from tabletop_rules.serving.match import AnyGame, Match
from tabletop_rules.serving.room import Room
from tabletop_rules.serving.store import KeptGame, Store

__all__ = ["Links", "Rooms"]

_LOG: Final = logging.getLogger("tabletop_rules.serving")


@frozen
class Links:
    """The tokens of a game: of each seat of a person, and of its spectators."""

    game: int
    seats: dict[Seat, str]
    spectator: str


class Rooms:
    """All games of a file. A game is loaded when somebody comes for it."""

    def __init__(self, store: Store, make_bot: MakeBot = program_bot) -> None:
        self._store: Final = store
        self._hall: Final = Hall(make_bot)
        self._rooms: Final[dict[int, Room]] = {}

    def new(
        self, game: AnyGame, config: Any, players: Iterable[str | None], seed: int | None = None
    ) -> Links:
        """Begin a game and return its links; for each seat the name of a bot, ``None``: a person.

        Raises:
            ServingError: the number of players is not that of the seats, or the game waits for
                another program.
        """
        match = Match(game, config, new_seed() if seed is None else seed)
        seated = tuple(players)
        if len(seated) != match.seats:
            what = f"expected one for each of {match.seats} seats, got {len(seated)}"
            raise ServingError([Problem("players", what)])
        if match.waits_for_host():
            what = f"{game.rulebook.title} would wait for another program, its host"
            raise ServingError([Problem("config", what)])
        tokens = {seat: new_token() for seat, name in enumerate(seated) if name is None}
        spectator = new_token()
        kept = KeptGame(
            0, game.name, game.rules_version, to_json(config), match.seed, seated, match.version
        )
        seats: dict[str, Seat | None] = {token: seat for seat, token in tokens.items()}
        number = self._store.add_game(kept, {**seats, spectator: None})
        return Links(number, tokens, spectator)

    def new_links(self, number: int) -> Links:
        """Give a game other links in place of those it had.

        Raises:
            RequestError: there is no such game.
        """
        kept = self._store.game(number)
        if kept is None:
            raise RequestError(404, "no_game", f"there is no game {number}")
        tokens = {seat: new_token() for seat, name in enumerate(kept.players) if name is None}
        spectator = new_token()
        seats: dict[str, Seat | None] = {token: seat for seat, token in tokens.items()}
        self._store.replace_links(number, {**seats, spectator: None})
        if number in self._rooms:
            self._rooms[number].dismiss()
        return Links(number, tokens, spectator)

    def games(self) -> tuple[KeptGame, ...]:
        """Return all games, the newest first."""
        return self._store.games()

    def enter(self, token: str) -> tuple[Room, Seat | None]:
        """Return the room and the seat that a token is for.

        Raises:
            RequestError: it is the token of none, or the game cannot be gone on with.
        """
        found = self._store.find_link(token)
        if found is None:
            raise RequestError(401, "unknown_link", "no seat has this link")
        number, seat = found
        room = self._rooms.get(number)
        if room is None:
            room = self._rooms[number] = self._load(number)
        room.wake()
        return room, seat

    def _load(self, number: int) -> Room:
        kept = self._store.game(number)
        assert kept is not None
        try:
            game = load_game(kept.game)
            if game.rules_version != kept.rules_version:
                versions = f"{kept.rules_version}, and these are {game.rules_version}"
                raise ServingError([Problem("rules_version", f"it was begun under {versions}")])
            match = Match(game, from_json(kept.config, game.Config), kept.seed)
            actions = [
                (game.parse_action(each.action), each.version, each.note)
                for each in self._store.actions(number)
            ]
            match.restore(actions, kept.version)
        except (LookupError, ValueError, ImportError) as error:
            message = f"this game cannot be gone on with: {type(error).__name__}"
            _LOG.warning("game %d cannot be gone on with: %s", number, error)
            raise RequestError(410, "cannot_go_on", message) from error
        return Room(kept, match, self._store, self._hall)

    async def close(self) -> None:
        """Stop all bots and end all streams."""
        self._hall.closing = True
        await asyncio.gather(*(room.close() for room in self._rooms.values()))
