"""How many connections are open at once, and how long they may be silent.

Without bounds anybody who reaches the server takes all of its file handles, with which its bots
are started and its file is written.
"""

import asyncio
import sys
from typing import Final

from uvicorn.protocols.http.h11_impl import H11Protocol

__all__ = ["BACKLOG", "BoundedProtocol", "most_connections"]

BACKLOG: Final = 16
"""The most connections that wait to be taken: for each asyncio logs an error if none is left."""
_SILENT_SECONDS: Final = 10.0
_MOST: Final = 500


def most_connections() -> int:
    """Return how many connections may be open: up to half of what the system lets us open."""
    if sys.platform == "win32":
        return _MOST
    import resource  # noqa: PLC0415 - not on every system

    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return _MOST if soft == resource.RLIM_INFINITY else max(1, min(_MOST, soft // 2))


class BoundedProtocol(H11Protocol):
    """HTTP for one connection, which is dropped if there are too many or if it asks nothing."""

    def connection_made(  # type: ignore[override]  # as uvicorn has it
        self, transport: asyncio.Transport
    ) -> None:
        """Take a connection, or drop it."""
        super().connection_made(transport)
        if len(self.connections) > most_connections():
            transport.abort()
            return
        # The timer is stopped by the first bytes that come.
        self.timeout_keep_alive_task = self.loop.call_later(
            _SILENT_SECONDS, self.timeout_keep_alive_handler
        )

    def connection_lost(self, exc: Exception | None) -> None:
        """Let go of a connection."""
        super().connection_lost(exc)
        if self.timeout_keep_alive_task is not None:
            self.timeout_keep_alive_task.cancel()
