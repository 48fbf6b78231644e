"""The games of a server: each in a room, where its seats act and listen and its bots think."""

import asyncio
import logging
import os
from collections.abc import AsyncGenerator, Iterable, Sequence
from typing import Any, Final

from attrs import frozen

from tabletop_rules.core import (
    CHANCE,
    IllegalActionError,
    NotationError,
    Problem,
    Seat,
    from_json,
    load_game,
    to_json,
)
from tabletop_rules.drawing import Layout
from tabletop_rules.serving.crew import Crew, MakeBot, program_bot
from tabletop_rules.serving.errors import RequestError, ServingError, StoreError
from tabletop_rules.serving.links import new_seed, new_token
from tabletop_rules.serving.listening import Listeners
from tabletop_rules.serving.match import AnyGame, Match, Move
from tabletop_rules.serving.payloads import (
    encoded,
    entry_data,
    refusal_data,
    rules_data,
    table_data,
)
from tabletop_rules.serving.store import KeptAction, KeptGame, Receipt, Store
from tabletop_rules.serving.threads import beside

__all__ = ["Links", "Room", "Rooms"]

_RESTING: Final = 8
"""The most games whose bots are kept running while persons decide."""
_LOG: Final = logging.getLogger("tabletop_rules.serving")


@frozen
class Links:
    """The tokens of a game: of each seat of a person, and of its spectators."""

    game: int
    seats: dict[Seat, str]
    spectator: str


class Room:
    """One game, with everybody who takes part in it. All methods run in the event loop."""

    def __init__(self, kept: KeptGame, match: Match, store: Store, rooms: "Rooms") -> None:
        self.number: Final = kept.id
        self.match: Final = match
        self.players: Final = kept.players
        self._store: Final = store
        self._rooms: Final = rooms
        self._crew: Final = Crew(match, kept.players, rooms.make_bot)
        self._listeners: Final = Listeners()
        self._thinking: asyncio.Task[None] | None = None
        self._tables: dict[tuple[Seat | None, Layout], bytes] = {}
        self._made_at = -1
        self.failure: str | None = None
        self._stuck = False

    @property
    def game(self) -> AnyGame:
        """The rules that are played by."""
        return self.match.game

    # ---------------------------------------------------------------- what is sent

    def table(self, seat: Seat | None, layout: Layout = "wide") -> bytes:
        """Return what a seat is shown now, as JSON."""
        if self._made_at != self.match.version:
            self._tables, self._made_at = {}, self.match.version
        key = seat, layout
        if key not in self._tables:
            self._tables[key] = encoded(table_data(self.match, seat, self.players, layout))
        return self._tables[key]

    def news(
        self, seat: Seat | None, layout: Layout = "wide", known: Sequence[int] = ()
    ) -> tuple[bytes, list[int]]:
        """Return the table and what has happened since, as JSON, and the ids of all moves.

        `known` are the ids of the moves that the seat has got before. It is told how many of them
        still stand, and all that came after these.
        """
        ids = [move.version for move in self.match.moves]
        stand = 0
        while stand < min(len(ids), len(known)) and ids[stand] == known[stand]:
            stand += 1
        new = encoded([entry_data(self.game, move, seat) for move in self.match.moves[stand:]])
        table = self.table(seat, layout)
        body = b'{"table":%b,"stand":%d,"log":%b,"failure":%b}' % (
            table,
            stand,
            new,
            encoded(self.failure),
        )
        return body, ids

    def stream(self, seat: Seat | None, layout: Layout = "wide") -> AsyncGenerator[bytes]:
        """Give the news as server-sent events, at once and whenever something changes.

        Raises:
            RequestError: too many of the seat are open.
        """
        self._listeners.make_room(seat)
        return self._listeners.stream(seat, lambda known: self.news(seat, layout, known))

    def dismiss(self) -> None:
        """End all streams: their links lead nowhere any more."""
        self._listeners.dismiss()

    def rules(self) -> dict[str, Any]:
        """Return the rules of the game."""
        return rules_data(self.game.rulebook)

    # ---------------------------------------------------------------- what is asked for

    def act(self, seat: Seat | None, version: int, text: str, request: str) -> int:
        """Do an action of a seat, in its notation, and return the version of the game after it.

        Raises:
            RequestError: it is refused, and why; nothing has changed.
        """
        place = _seated(seat)
        done = self._done(place, request, what := f"act {version} {text}")
        if done is not None:
            return done
        self._check_version(version)
        action = self._read(text)
        self._check_allowed(action, place)
        try:
            moves = self.match.ahead(action)
        except IllegalActionError as error:
            more = refusal_data(self.game, error.rule, error.reason)
            raise RequestError(422, "not_allowed", error.reason, **more) from error
        receipt = Receipt(place, request, what, moves[-1].version + 1)
        self._add(moves, receipt)
        self.wake()
        if self.match.actor is None and self._crew.working:
            asyncio.create_task(beside(self._crew.close))  # noqa: RUF006 - nobody waits for it
        return receipt.version

    async def undo(self, seat: Seat | None, version: int, request: str) -> int:
        """Take back the last decision of a seat, and return the version of the game after it.

        Raises:
            RequestError: it stands, and why; nothing has changed.
        """
        place = _seated(seat)
        done = self._done(place, request, what := f"undo {version}")
        if done is not None:
            return done
        self._check_version(version)
        if self._thinking is not None:
            raise RequestError(409, "stands", "a bot is thinking about its answer already")
        reason = self.match.why_not_undo(place)
        if reason is not None:
            raise RequestError(409, "stands", reason)
        receipt = Receipt(place, request, what, self.match.version + 1)
        self._store.take_back(self.number, len(self.match.moves) - 1, receipt)
        self.match.take_back()
        self._listeners.tell()
        return receipt.version

    def why(self, seat: Seat | None, text: str) -> dict[str, Any]:
        """Return whether a seat may do an action now, and why not.

        Raises:
            RequestError: the text is the notation of no action.
        """
        place = _seated(seat)
        action = self._read(text)
        refusal = self.game.why_not(self.match.state, action, place)
        notation = self.game.format_action(action)
        if refusal is None:
            return {"action": notation, "allowed": True}
        more = refusal_data(self.game, refusal.rule, refusal.reason)
        return {"action": notation, "allowed": False, **more}

    def _done(self, seat: Seat, request: str, what: str) -> int | None:
        """Return the version after a request that was done before, or ``None`` if it is new."""
        receipt = self._store.receipt(self.number, seat, request)
        if receipt is None:
            return None
        if receipt.what != what:
            message = "this request id was used before, for something else"
            raise RequestError(409, "request_used", message)
        return receipt.version

    def _check_version(self, version: int) -> None:
        now = self.match.version
        if version != now:
            message = f"the game has gone on: this was an answer to version {version}, it is {now}"
            raise RequestError(409, "stale", message, version=now)

    def _read(self, text: str) -> Any:
        try:
            return self.game.parse_action(text)
        except NotationError as error:
            message = f"{text!r} is not how an action is written"
            raise RequestError(422, "notation", message, expected=error.expected) from error

    def _check_allowed(self, action: Any, seat: Seat) -> None:
        actor = self.match.actor
        if actor is None:
            raise RequestError(409, "over", "the game is over")
        refusal = self.game.why_not(self.match.state, action, seat)
        if refusal is not None:
            more = refusal_data(self.game, refusal.rule, refusal.reason)
            raise RequestError(422, "not_allowed", refusal.reason, **more)
        if actor != seat:
            raise RequestError(409, "not_your_turn", f"it is not seat {seat} that decides now")

    # ---------------------------------------------------------------- how it goes on

    def _add(self, moves: Sequence[Move], receipt: Receipt | None = None) -> None:
        """Write moves into the file, and only then go on by them."""
        kept = [
            KeptAction(self.game.format_action(move.step.action), move.version, move.note)
            for move in moves
        ]
        self._store.add_actions(self.number, len(self.match.moves), kept, receipt)
        self.match.add(moves)
        self.failure = None
        self._listeners.tell()

    def wake(self) -> None:
        """Let chance and bots act if it is their turn."""
        if self._thinking is not None or self._stuck:
            return
        try:
            if self.match.actor is CHANCE:
                self._add(self.match.ahead())
        except StoreError as error:
            self._stand_still(error)
        if self._bot_is_next():
            self._thinking = asyncio.create_task(self._let_bots_act())

    def _stand_still(self, error: Exception) -> None:
        """Say that the game does not go on: until somebody comes, if only the file is to blame."""
        if isinstance(error, StoreError):
            _LOG.error("game %d stands still: %s", self.number, error)
            failure = "the file of the games cannot be written"
        else:
            _LOG.error("game %d stands still", self.number, exc_info=error)
            failure, self._stuck = type(error).__name__, True
        if failure != self.failure:
            self.failure = failure
            self._listeners.tell()

    def _bot_is_next(self) -> bool:
        actor = self.match.actor
        return isinstance(actor, int) and self.players[actor] is not None

    async def _let_bots_act(self) -> None:
        try:
            while self._bot_is_next() and not self._rooms.closing:
                await self._let_bot_act()
        except Exception as error:
            self._stand_still(error)
        finally:
            self._thinking = None
        if self.match.actor is None:
            await beside(self._crew.close)

    async def _let_bot_act(self) -> None:
        match = self.match
        state, seat = match.state, match.actor
        assert isinstance(seat, int)
        history = [move.step.events for move in match.moves]
        await self._rooms.make_way(self)
        async with self._rooms.processors:
            action, fault = await beside(lambda: self._crew.decide(state, seat, history))
        note = None
        if fault is not None:
            # The reason may hold what the bot alone knows: it is for the owner of the server.
            _LOG.warning("game %d: %s (%s)", self.number, fault, fault.fault.value)
            note = (
                f"The bot of seat {seat} has failed ({fault.fault.value}): "
                "one of its options was chosen at random."
            )
        self._add(match.ahead(action, note))

    @property
    def rests(self) -> bool:
        """Whether bots of the room are running, and none of them thinks."""
        return self._crew.working and self._thinking is None

    async def rest(self) -> None:
        """End the bots until they are asked again."""
        await beside(self._crew.close)

    async def close(self) -> None:
        """Stop the bots and end the streams."""
        if self._thinking is not None:
            self._thinking.cancel()
        else:
            await self.rest()
        self.dismiss()


def _seated(seat: Seat | None) -> Seat:
    if seat is None:
        raise RequestError(403, "spectator", "a spectator only looks on")
    return seat


class Rooms:
    """All games of a file. A game is loaded when somebody comes for it."""

    def __init__(self, store: Store, make_bot: MakeBot = program_bot) -> None:
        self.make_bot: Final = make_bot
        self.closing = False
        self.processors: Final = asyncio.Semaphore(os.cpu_count() or 1)
        self._store: Final = store
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

    async def make_way(self, room: Room) -> None:
        """End the bots of games in which nobody has acted for long, if there are many such."""
        self._rooms[room.number] = self._rooms.pop(room.number)  # the last one is the latest
        resting = [each for each in self._rooms.values() if each.rests and each is not room]
        for each in resting[: max(0, len(resting) - _RESTING)]:
            await each.rest()

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
        return Room(kept, match, self._store, self)

    async def close(self) -> None:
        """Stop all bots and end all streams."""
        self.closing = True
        await asyncio.gather(*(room.close() for room in self._rooms.values()))
