"""A game at the play page: what its seats are sent and ask for, and how it goes on."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Sequence
from typing import Any, Final

from tabletop_rules.core import CHANCE, Event, IllegalActionError, NotationError, Seat
from tabletop_rules.drawing import Layout
from tabletop_rules.serving.crew import Crew
from tabletop_rules.serving.errors import RequestError, StoreError
from tabletop_rules.serving.hall import Hall
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

__all__ = ["Room"]

_LOG: Final = logging.getLogger("tabletop_rules.serving")


class Room:
    """One game, with everybody who takes part in it. All methods run in the event loop."""

    def __init__(self, kept: KeptGame, match: Match, store: Store, hall: Hall) -> None:
        self.number: Final = kept.id
        self.match: Final = match
        self.players: Final = kept.players
        self._store: Final = store
        self._hall: Final = hall
        self._crew: Final = Crew(match, kept.players, hall.make_bot)
        self._listeners: Final = Listeners()
        self._thinking: asyncio.Task[None] | None = None
        self._tables: dict[tuple[Seat | None, Layout], asyncio.Future[bytes]] = {}
        self._made_at = -1
        self.failure: str | None = None
        self._stuck = False

    @property
    def game(self) -> AnyGame:
        """The rules that are played by."""
        return self.match.game

    # ---------------------------------------------------------------- what is sent

    def _table(self, seat: Seat | None, layout: Layout) -> asyncio.Future[bytes]:
        """Return what a seat is shown now, as JSON; it is drawn beside the event loop, once."""
        now = self.match.now
        if self._made_at != now.version:
            self._tables, self._made_at = {}, now.version
        key = seat, layout
        if key not in self._tables:
            made = beside(lambda: encoded(table_data(now, seat, self.players, layout)))
            self._tables[key] = asyncio.ensure_future(made)
        return asyncio.shield(self._tables[key])  # who goes away takes it from nobody else

    async def news(
        self, seat: Seat | None, layout: Layout = "wide", known: Sequence[int] = ()
    ) -> tuple[bytes, list[int]]:
        """Return the table and what has happened since, as JSON, and the ids of all moves.

        `known` are the ids of the moves that the seat has got before. It is told how many of them
        still stand, and all that came after these.
        """
        # All of it is taken now: the game may go on while the table is drawn.
        moves, failure, table = tuple(self.match.moves), self.failure, self._table(seat, layout)
        ids = [move.version for move in moves]
        stand = 0
        while stand < min(len(ids), len(known)) and ids[stand] == known[stand]:
            stand += 1
        new = encoded([entry_data(self.game, move, seat) for move in moves[stand:]])
        body = b'{"table":%b,"stand":%d,"log":%b,"failure":%b}' % (
            await table,
            stand,
            new,
            encoded(failure),
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
            asyncio.create_task(self._finish())  # noqa: RUF006 - nobody waits for it
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
            while self._bot_is_next() and not self._hall.closing:
                await self._let_bot_act()
        except Exception as error:
            self._stand_still(error)
        finally:
            self._thinking = None
        if self.match.actor is None:
            await self._finish()

    async def _let_bot_act(self) -> None:
        match = self.match
        state, seat = match.state, match.actor
        assert isinstance(seat, int)
        history = self._history()
        await self._hall.make_way(self)
        async with self._hall.processors:
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

    def _history(self) -> list[tuple[Event, ...]]:
        return [move.step.events for move in self.match.moves]

    async def _finish(self) -> None:
        """Tell the bots how the game ended, and end them."""
        state, history = self.match.state, self._history()
        outcome, score = self.game.outcome(state), self.game.score(state)
        await beside(lambda: self._crew.finish(outcome, score, history))

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
