"""What the games of a server share: processors to think with, and room for bots that wait."""

import asyncio
import os
from typing import Final, Protocol

from tabletop_rules.serving.crew import MakeBot

__all__ = ["Hall", "Host"]

_RESTING: Final = 8
"""The most games whose bots are kept running while persons decide."""


class Host(Protocol):
    """A game whose bots run."""

    @property
    def rests(self) -> bool:
        """Whether bots are running, and none of them thinks."""
        ...

    async def rest(self) -> None:
        """End the bots until they are asked again."""
        ...


class Hall:
    """Where the bots of all games run. All methods run in the event loop.

    `processors` is held while a bot thinks; nobody thinks on when the hall is `closing`.
    """

    def __init__(self, make_bot: MakeBot) -> None:
        self.make_bot: Final = make_bot
        self.processors: Final = asyncio.Semaphore(os.cpu_count() or 1)
        self.closing = False
        self._hosts: Final[dict[Host, None]] = {}  # the last one has played last

    async def make_way(self, host: Host) -> None:
        """End the bots of games in which nobody has acted for long, if there are many such."""
        self._hosts.pop(host, None)
        self._hosts[host] = None
        resting = [each for each in self._hosts if each.rests and each is not host]
        for each in resting[: max(0, len(resting) - _RESTING)]:
            await each.rest()
