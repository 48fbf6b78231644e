"""Who listens at a game: the streams of news that browsers hold open."""

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from typing import Final, TypeAlias

from tabletop_rules.core import Seat
from tabletop_rules.serving.errors import RequestError

__all__ = ["MOST_STREAMS", "Listeners", "MakeNews"]

MakeNews: TypeAlias = Callable[[Sequence[int]], Awaitable[tuple[bytes, Sequence[int]]]]
"""Returns the news for who knows the moves of these ids, and the ids of all moves."""

MOST_STREAMS: Final = 64
"""The most streams that the link of a seat holds open at once."""
_HEARTBEAT: Final = 15.0
"""Seconds after which a stream says that it is still there."""
_PAUSE: Final = 0.03
"""Seconds between two pieces of news, so that many steps of a fast bot are told at once."""


class Listeners:
    """All streams of a game. All methods run in the event loop."""

    def __init__(self) -> None:
        self._changed = asyncio.Event()
        self._audience = 0
        self._open: Final[Counter[Seat | None]] = Counter()

    def tell(self) -> None:
        """Let all streams give what is new."""
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()

    def dismiss(self) -> None:
        """End all streams that are open now."""
        self._audience += 1
        self.tell()

    def make_room(self, seat: Seat | None) -> None:
        """Refuse a further stream of a seat that has too many.

        Raises:
            RequestError: it has.
        """
        if self._open[seat] >= MOST_STREAMS:
            message = f"expected up to {MOST_STREAMS} open pages of one link: close some"
            raise RequestError(429, "too_many", message)

    async def stream(self, seat: Seat | None, news: MakeNews) -> AsyncGenerator[bytes]:
        """Give the news as server-sent events, at once and whenever something changes."""
        if self._open[seat] >= MOST_STREAMS:  # others that had room made have begun meanwhile
            return
        known: Sequence[int] = ()
        audience = self._audience
        self._open[seat] += 1
        try:
            while audience == self._audience:
                changed = self._changed
                body, known = await news(known)
                if audience != self._audience:  # dismissed meanwhile
                    return
                yield b"event: news\ndata: %b\n\n" % body
                await asyncio.sleep(_PAUSE)
                while not changed.is_set():
                    try:
                        await asyncio.wait_for(changed.wait(), _HEARTBEAT)
                    except TimeoutError:
                        yield b": still here\n\n"
        finally:
            self._open[seat] -= 1
