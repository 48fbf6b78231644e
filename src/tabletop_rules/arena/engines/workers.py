"""One worker: a process that plays games, and can be seen from outside to hang or to end.

The processes are those of loky, which need nothing of the program that they are started from: a
script, a notebook or a prompt. A worker writes into shared numbers which game it plays, and which
call of which bot it is in, so that who has started it knows whom to ask when it has ended or does
not come back.
"""

import os
import signal
import sys
from collections.abc import Generator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from importlib.machinery import PathFinder
from pathlib import Path
from time import monotonic, perf_counter
from types import ModuleType
from typing import Any, Final, Literal, TypeAlias

import cloudpickle
import numpy as np
from attrs import define, field, frozen
from loky.process_executor import ProcessPoolExecutor

from tabletop_rules.arena.entrants import MadeBot
from tabletop_rules.arena.faults import Policy
from tabletop_rules.arena.fixtures import ArenaError, Fixture
from tabletop_rules.arena.jobs import Job
from tabletop_rules.arena.refereeing import KnownFault, Result
from tabletop_rules.arena.teams import Team
from tabletop_rules.core import Problem
from tabletop_rules.core.errors import shortened
from tabletop_rules.core.processes import end_with_parent

__all__ = ["Order", "Packed", "Played", "Worker", "packed"]


@frozen
class Order:
    """A game to be played, and the faults in it that are known already."""

    fixture: Fixture
    known: tuple[KnownFault, ...] = ()


Played: TypeAlias = tuple[list[Result], float]
"""The results of some games, and the seconds that they took."""

Telltale: TypeAlias = np.memmap[Any, np.dtype[np.int64]]
"""The numbers that a worker shares, in a file that both sides map."""

_PID, _GAME, _SEAT, _CALL, _COUNT = range(5)
"""Their places; seat and game are -1 while there is none."""


def _telltale(path: Path, mode: Literal["r+", "w+"]) -> Telltale:
    return np.memmap(path, np.int64, mode, shape=(5,))


@frozen
class Packed:
    """A job as another process can load it, and what has to be known before."""

    job: bytes
    policy: Policy


def packed(job: Job) -> Packed:
    """Pack a job, bots of a notebook and lambdas too.

    Raises:
        ArenaError: a bot cannot be sent to another process.
    """
    try:
        with _by_value(job):
            return Packed(cloudpickle.dumps(job), job.policy)
    except Exception as error:
        what = f"expected bots that can be sent to another process: {shortened(error)}"
        raise ArenaError([Problem("bots", f"{what}; workers=0 plays in this one")]) from error


@contextmanager
def _by_value(job: Job) -> Generator[None]:
    """Let bots be sent with their code where another process could not import it."""
    modules: list[ModuleType] = []
    for entrant in job.entrants:
        if isinstance(entrant.what, MadeBot):
            made = entrant.what.what
            kind = made if hasattr(made, "__module__") else type(made)
            module = sys.modules.get(str(kind.__module__))
            if module is not None and not _can_be_found(module):
                modules.append(module)
    for module in modules:
        cloudpickle.register_pickle_by_value(module)
    try:
        yield
    finally:
        for module in dict.fromkeys(modules):
            cloudpickle.unregister_pickle_by_value(module)


def _can_be_found(module: ModuleType) -> bool:
    """Return whether a new process with our search path would find a module, or need not."""
    top = module.__name__.partition(".")[0]
    return top in {"__main__", *sys.builtin_module_names} or PathFinder.find_spec(top) is not None


# ---------------------------------------------------------------- inside


@define
class _Inside:
    """What a worker knows."""

    team: Team | None
    telltale: Telltale
    problem: str = ""


_INSIDE: Final[list[_Inside]] = []


def _prepare(data: Packed, path: Path) -> None:
    end_with_parent()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever presses Ctrl-C means the arena
    _silence()
    telltale = _telltale(path, "r+")
    telltale[_PID] = os.getpid()
    try:
        _INSIDE.append(_Inside(Team(cloudpickle.loads(data.job)), telltale))
    except Exception as error:
        _INSIDE.append(_Inside(None, telltale, f"{type(error).__name__}: {shortened(error)}"))


def _silence() -> None:
    """Send what bots print nowhere: the output is the arena's."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):
        os.dup2(nowhere, stream)
    os.close(nowhere)


def _work(orders: list[Order]) -> Played:
    team, telltale = _INSIDE[-1].team, _INSIDE[-1].telltale
    if team is None:
        what = f"expected bots that another process can load: {_INSIDE[-1].problem}"
        raise ArenaError([Problem("bots", what)])

    def watch(seat: int, call: int) -> None:
        telltale[_SEAT] = seat
        telltale[_CALL] = call
        telltale[_COUNT] += 1

    start = perf_counter()
    results: list[Result] = []
    for order in orders:
        telltale[_GAME] = order.fixture.number
        results.append(team.play(order.fixture, order.known, watch))
    return results, perf_counter() - start


# ---------------------------------------------------------------- outside


@define(eq=False)
class Worker:
    """A process that plays what it is given; it is started when it is given something."""

    data: Packed
    path: Path
    """Where the shared numbers are."""
    telltale: Telltale = field(init=False)
    orders: list[Order] = field(init=False, factory=list)
    """What it was given last."""
    pool: ProcessPoolExecutor | None = field(init=False, default=None)
    seen: int = field(init=False, default=-1)
    since: float = field(init=False, default=0.0)

    def __attrs_post_init__(self) -> None:
        self.telltale = _telltale(self.path, "w+")

    def submit(self, orders: list[Order]) -> Future[Played]:
        """Let the worker play some games; its end is a ``BrokenProcessPool`` of the future."""
        self.orders = orders
        self.telltale[_SEAT] = self.telltale[_GAME] = -1
        self.seen = -1
        if self.pool is None:
            given = (self.data, self.path)
            self.pool = ProcessPoolExecutor(1, initializer=_prepare, initargs=given)
        future: Future[Played] = self.pool.submit(_work, orders)
        return future

    @property
    def place(self) -> tuple[int, int, int]:
        """The game, the seat and the call that it is in, or was in when it ended."""
        number, seat, call = (int(self.telltale[place]) for place in (_GAME, _SEAT, _CALL))
        if number < 0:  # it has not begun
            return self.orders[0].fixture.number, -1, -1
        return number, seat, call

    def overdue(self, limit: float) -> bool:
        """Return whether it was in one call of a bot for more than `limit` seconds.

        It has to be asked again and again, for it compares with what it saw before.
        """
        count = int(self.telltale[_COUNT])
        if self.telltale[_SEAT] < 0 or count != self.seen:
            self.seen, self.since = count, monotonic()
            return False
        return monotonic() - self.since > limit

    def kill(self) -> None:
        """End the process at once; its future learns of it."""
        if self.telltale[_PID]:
            with suppress(ProcessLookupError):
                os.kill(int(self.telltale[_PID]), signal.SIGKILL)

    def close(self) -> None:
        """End the process when it has done what it was given, and wait for it."""
        pool, self.pool = self.pool, None
        if pool is not None:
            pool.shutdown(wait=True)
        self.telltale[_PID] = 0
