"""One worker from outside: a process that plays games, and can be seen to hang or to end.

The processes are those of loky, which need nothing of the program that they are started from: a
script, a notebook or a prompt.
"""

import os
import signal
from collections.abc import Generator
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from multiprocessing import resource_tracker
from pathlib import Path
from threading import Thread
from time import monotonic
from typing import Final

from attrs import define, field
from loky.process_executor import ProcessPoolExecutor

from tabletop_rules.arena.engines.inside import (
    CALL,
    COUNT,
    GAME,
    NOBODY,
    PID,
    SEAT,
    Order,
    Played,
    Telltale,
    play_orders,
    prepare,
    telltale_of,
)
from tabletop_rules.arena.engines.packing import Packed
from tabletop_rules.arena.engines.sweeper import MARK, end_marked
from tabletop_rules.core.processes import without_strays

__all__ = ["Worker"]

_PATIENCE: Final = 1.0
"""Seconds that a process has to end when it is asked to; a thread of a bot may keep it."""


@define(eq=False)
class Worker:
    """A process that plays what it is given; it is started when it is given something."""

    data: Packed
    path: Path
    """Where the shared numbers are; it is the mark of the process as well."""
    telltale: Telltale = field(init=False)
    orders: list[Order] = field(init=False, factory=list)
    """What it was given last."""
    pool: ProcessPoolExecutor | None = field(init=False, default=None)
    seen: int = field(init=False, default=-1)
    since: float = field(init=False, default=0.0)

    def __attrs_post_init__(self) -> None:
        self.telltale = telltale_of(self.path, "w+")

    def submit(self, orders: list[Order]) -> Future[Played]:
        """Let the worker play some games; its end is a ``BrokenProcessPool`` of the future."""
        self.orders = orders
        self.telltale[SEAT], self.telltale[GAME] = NOBODY, -1
        self.seen = -1
        with without_strays(), _without_interrupt():
            if self.pool is not None:
                try:
                    return self._given(self.pool)
                except BrokenProcessPool:  # it has ended while it had nothing to do
                    self.close()
            given = (self.data, self.path)
            mark = {MARK: str(self.path)}
            self.pool = ProcessPoolExecutor(1, initializer=prepare, initargs=given, env=mark)
            return self._given(self.pool)

    def _given(self, pool: ProcessPoolExecutor) -> Future[Played]:
        future: Future[Played] = pool.submit(play_orders, self.orders)
        return future

    @property
    def place(self) -> tuple[int, int, int]:
        """The game, the seat and the call that it is in, or was in when it ended."""
        number, seat, call = (int(self.telltale[place]) for place in (GAME, SEAT, CALL))
        if number < 0:  # it has not begun
            return self.orders[0].fixture.number, min(seat, NOBODY), -1
        return number, seat, call

    @property
    def seconds(self) -> float:
        """How long it has been in the same call of a bot, or loads the bots: 0 if in none.

        It has to be asked again and again, for it compares with what it saw before.
        """
        count = int(self.telltale[COUNT])
        if self.telltale[SEAT] == NOBODY or count != self.seen:
            self.seen, self.since = count, monotonic()
            return 0.0
        return monotonic() - self.since

    @property
    def ended(self) -> bool:
        """Whether its process has ended; who was started by it may hide that from its future."""
        process = int(self.telltale[PID])
        if not process:
            return False
        try:
            return os.waitid(os.P_PID, process, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
        except ChildProcessError:
            return True

    def kill(self) -> None:
        """End the process at once, with all that it has started; its future learns of it."""
        if self.telltale[PID]:
            with suppress(ProcessLookupError):
                os.kill(int(self.telltale[PID]), signal.SIGKILL)
        end_marked(str(self.path))

    def close(self) -> None:
        """End the process when it has done what it was given, and all that it has started."""
        pool, self.pool = self.pool, None
        if pool is not None:
            ending = Thread(target=pool.shutdown, kwargs={"wait": True})
            ending.start()
            ending.join(_PATIENCE)
            while ending.is_alive():
                self.kill()
                ending.join(0.1)
            end_marked(str(self.path))
        self.telltale[PID] = 0


@contextmanager
def _without_interrupt() -> Generator[None]:
    """Let a process be started that Ctrl-C does not reach, not even before it can say so."""
    resource_tracker.ensure_running()  # the start of that process lets Ctrl-C through again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT,))
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
