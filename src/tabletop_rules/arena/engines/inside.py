"""What runs in the process of a worker.

It writes into shared numbers which game it plays, and which call of which bot it is in, so that who
has started it knows whom to ask when it has ended or does not come back. Whatever a bot has done to
the process is found, or undone, before its call is over.
"""

import os
import resource
import select
import signal
import stat
import sys
from contextlib import suppress
from pathlib import Path
from time import perf_counter
from typing import Any, Final, Literal, TypeAlias

import cloudpickle
import numpy as np
from attrs import define, frozen

from tabletop_rules.arena.engines.packing import Packed, not_loaded
from tabletop_rules.arena.entrants import Program
from tabletop_rules.arena.fixtures import Fixture
from tabletop_rules.arena.jobs import Job
from tabletop_rules.arena.refereeing import KnownFault, Result
from tabletop_rules.arena.teams import Team
from tabletop_rules.core import Fault
from tabletop_rules.core.errors import shortened
from tabletop_rules.core.processes import end_with_parent, forget_strays

__all__ = [
    "CALL",
    "COUNT",
    "GAME",
    "LOADING",
    "NOBODY",
    "PID",
    "SEAT",
    "Order",
    "Played",
    "Telltale",
    "play_orders",
    "prepare",
    "telltale_of",
]


@frozen
class Order:
    """A game to be played, and the faults in it that are known already."""

    fixture: Fixture
    known: tuple[KnownFault, ...] = ()


Played: TypeAlias = tuple[list[Result], float]
"""The results of some games, and the seconds that they took."""

Telltale: TypeAlias = np.memmap[Any, np.dtype[np.int64]]
"""The numbers that a worker shares, in a file that both sides map."""

PID, GAME, SEAT, CALL, COUNT = range(5)
"""Their places; the game is -1 while there is none."""
NOBODY: Final = -1
"""The seat while no bot is called."""
LOADING: Final = -2
"""The seat while the bots are loaded."""


def telltale_of(path: Path, mode: Literal["r+", "w+"]) -> Telltale:
    """Return the numbers that are shared in a file."""
    return np.memmap(path, np.int64, mode, shape=(5,))


class _Watch:
    """Knows each call of a bot, and leaves the process after it as it was before."""

    def __init__(self, telltale: Telltale, job: Job) -> None:
        self._telltale: Final = telltale
        self._process: Final = os.getpid()
        self._needed: Final = select.poll()
        for number in _needed_files():
            self._needed.register(number, 0)
        self._usage: Final = _usage_file()
        self._memory: Final = job.policy.memory if self._usage >= 0 else None
        self._seats: Final = len(job.game.score(job.game.initial_state(job.config)))
        _, self._highest = resource.getrlimit(resource.RLIMIT_DATA)
        if self._usage >= 0:
            self._needed.register(self._usage, 0)
        self._base: Final = self._used() if self._usage >= 0 else 0

    def __call__(self, seat: int, call: int) -> None:
        telltale = self._telltale
        if seat != NOBODY:
            telltale[SEAT] = seat
            telltale[CALL] = call
            telltale[COUNT] += 1
            if self._memory is not None:
                most = min(self._used() + self._memory, self._base + self._seats * self._memory)
                self._limit(most)
            return
        if self._memory is not None:
            self._limit(self._highest)
        self.check()
        telltale[SEAT] = NOBODY
        telltale[COUNT] += 1

    def check(self) -> None:
        """End this process if it is a fork by a bot, or if a bot has closed what it needs."""
        if os.getpid() != self._process:
            os._exit(0)
        if any(event & select.POLLNVAL for _, event in self._needed.poll(0)):
            os._exit(1)
        signal.setitimer(signal.ITIMER_REAL, 0)  # an alarm would go off in the call of another bot

    def _used(self) -> int:
        """Return the bytes of data that this process holds."""
        return int(os.pread(self._usage, 200, 0).split()[5]) * resource.getpagesize()

    def _limit(self, most: int) -> None:
        if self._highest != resource.RLIM_INFINITY:
            most = min(most, self._highest)
        resource.setrlimit(resource.RLIMIT_DATA, (most, self._highest))


def _needed_files() -> list[int]:
    """Return the numbers of the standard streams and of the pipes of this process."""
    found: list[int] = []
    with suppress(OSError):
        for number in sorted(int(path.name) for path in Path("/dev/fd").iterdir()):
            with suppress(OSError):
                if number <= 2 or stat.S_ISFIFO(os.fstat(number).st_mode):
                    found.append(number)
    return found


def _usage_file() -> int:
    """Return the number of the open file that says what this process holds; -1: there is none."""
    if sys.platform == "linux":
        with suppress(OSError):
            return os.open("/proc/self/statm", os.O_RDONLY | os.O_CLOEXEC)
    return -1


@define
class _Inside:
    """What a worker knows."""

    telltale: Telltale
    team: Team | None = None
    job: Job | None = None
    watch: _Watch | None = None
    problem: str = ""
    games: int = 0
    """That it has played."""


_INSIDE: Final[list[_Inside]] = []


def prepare(data: Packed, path: Path) -> None:
    """Make a process that has just been started a worker."""
    forget_strays()
    end_with_parent()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever presses Ctrl-C means the arena
    signal.pthread_sigmask(signal.SIG_UNBLOCK, (signal.SIGINT,))
    _, highest = resource.getrlimit(resource.RLIMIT_CORE)
    resource.setrlimit(resource.RLIMIT_CORE, (0, highest))
    _silence()
    telltale = telltale_of(path, "r+")
    inside = _Inside(telltale)
    _INSIDE.append(inside)
    telltale[SEAT] = LOADING
    telltale[COUNT] += 1
    telltale[PID] = os.getpid()
    process = os.getpid()
    try:
        job: Job = cloudpickle.loads(data.job)
        team = Team(job)
        team.load()
        inside.job, inside.team, inside.watch = job, team, _Watch(telltale, job)
    except BaseException as error:
        inside.problem = f"{type(error).__name__}: {shortened(error)}"
    if os.getpid() != process:
        os._exit(0)
    telltale[SEAT] = NOBODY
    telltale[COUNT] += 1


def _silence() -> None:
    """Give bots nothing to read, and send what they print nowhere: the output is the arena's."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    if nowhere > 2:
        os.close(nowhere)


def play_orders(orders: list[Order]) -> Played:
    """Play some games; fewer than were ordered if this process is not fit for the next of them.

    Raises:
        ArenaError: the bots could not be loaded.
    """
    inside = _INSIDE[-1]
    job, team, watch = inside.job, inside.team, inside.watch
    if job is None or team is None or watch is None:
        raise not_loaded(inside.problem)
    start = perf_counter()
    results: list[Result] = []
    for order in orders:
        inside.telltale[GAME] = order.fixture.number
        result = team.play(order.fixture, order.known, watch)
        if inside.games and _out_of_memory(job, result):
            break  # it may be for what an earlier game has left: only in a new process it counts
        results.append(result)
        inside.games += 1
    return results, perf_counter() - start


def _out_of_memory(job: Job, result: Result) -> bool:
    """Return whether a bot that plays in this process has used up its memory."""
    plays = [job.entrants[place].what for place in result.fixture.seats]
    return any(
        note.fault is Fault.MEMORY and not isinstance(plays[note.seat], Program)
        for note in result.faults
    )
