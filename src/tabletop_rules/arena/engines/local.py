"""Processes of this machine: as many games at a time, and bots that may crash or never answer."""

import os
import subprocess
import sys
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from time import monotonic
from typing import Final

from attrs import define, field

from tabletop_rules.arena.engines import sweeper
from tabletop_rules.arena.engines.base import Engine, Pace
from tabletop_rules.arena.engines.inside import LOADING, NOBODY, Order, Played
from tabletop_rules.arena.engines.packing import Packed, not_loaded, packed
from tabletop_rules.arena.engines.workers import Worker
from tabletop_rules.arena.fixtures import Fixture
from tabletop_rules.arena.jobs import Job
from tabletop_rules.arena.refereeing import MAKING, KnownFault, Result
from tabletop_rules.core import Fault

__all__ = ["Local", "WorkerError"]

_LOOK: Final = 0.25
"""Seconds between two looks at what the workers are at."""
_GRACE: Final = 1.0
"""Seconds after its time within which a bot that answers is late, and not silent."""
_START: Final = 30.0
"""Seconds that bots have to be loaded, and at least those that each has to be made."""
_TRIES: Final = 4
"""How often a game may end its process before the last bot that was called is blamed for it."""


class WorkerError(RuntimeError):
    """A game whose process has ended again and again although no bot can be blamed."""

    def __init__(self, number: int, times: int) -> None:
        super().__init__(number, times)
        self.number = number
        self.times = times

    def __str__(self) -> str:
        return f"the process that played game {self.number} has ended {self.times} times"


@define
class _Suspicion:
    """What is known of a game whose process has ended."""

    known: dict[tuple[int, int], KnownFault] = field(factory=dict)
    """The faults, by the seat and the call."""
    last: tuple[int, int] | None = None
    """The seat and the call in which it ended the last time, if nobody was blamed for it."""
    tries: int = 0


class Local(Engine):
    """Plays in `workers` processes of this machine.

    A process that ends in a call of a bot is started again, and the game played anew; if it ends
    in the same call again, or too often, the bot has crashed. A bot that does not return a second
    after its time is silent: its process is ended, and the game played anew up to there.

    Raises:
        ArenaError: the bots cannot be sent to another process, or not be loaded there.
        WorkerError: a process ends again and again, and no bot can be blamed.
    """

    def __init__(self, job: Job | Packed, workers: int) -> None:
        data = job if isinstance(job, Packed) else packed(job)
        self._limit: Final = data.policy.seconds
        self._folder: Final = mkdtemp(prefix="tabletop-rules-")
        self._sweeper: Final = _sweeper(self._folder)
        paths = (Path(self._folder, f"{number}") for number in range(workers))
        self._workers: Final = [Worker(data, path) for path in paths]
        self._suspicions: Final[dict[int, _Suspicion]] = {}
        self._pace: Final = Pace()

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        try:
            for worker in self._workers:
                if kind is not None:
                    worker.kill()
                worker.close()
        finally:
            self._sweeper.communicate()  # it sweeps when its input is closed
            rmtree(self._folder, ignore_errors=True)

    def play(self, fixtures: Iterable[Fixture]) -> Iterator[list[Result]]:
        """Give the results of all `fixtures`, a few at a time."""
        fresh = iter(fixtures)
        again: deque[Order] = deque()
        busy: dict[Future[Played], Worker] = {}
        idle = list(self._workers)
        looked = monotonic()
        while True:
            while idle and (orders := self._next(fresh, again)):
                worker = idle.pop()
                busy[worker.submit(orders)] = worker
            if not busy:
                return
            ready, _ = wait(busy, timeout=_LOOK, return_when=FIRST_COMPLETED)
            if monotonic() - looked >= _LOOK:
                looked = monotonic()
                for future, worker in busy.items():
                    if not future.done():
                        self._look_at(worker)
            for future in ready:
                worker = busy.pop(future)
                idle.append(worker)
                try:
                    results, seconds = future.result()
                except BrokenProcessPool:
                    again.extend(self._anew(worker))
                    continue
                if rest := worker.orders[len(results) :]:
                    worker.close()  # the next of them needs a new process
                    again.extend(rest)
                self._pace.took(len(results), seconds)
                yield results

    def _next(self, fresh: Iterator[Fixture], again: deque[Order]) -> list[Order]:
        """Return what a worker plays next: alone, what was with a worker that has ended."""
        if again:
            return [again.popleft()]
        return [Order(fixture) for fixture in self._pace.take(fresh)]

    def _look_at(self, worker: Worker) -> None:
        """End a worker that hangs, and what a worker that has ended has left."""
        number, seat, call = worker.place
        seconds = worker.seconds
        if worker.ended:
            worker.kill()
        elif seat == LOADING:
            if seconds > _START:
                self._suspicion(number).last = (seat, call)  # it needs no second try
                worker.kill()
        elif call == MAKING:
            most = _START if self._limit is None else max(_START, self._limit)
            if seconds > most:
                reason = f"could not be made in {most:g} s"
                self._blame(number, KnownFault(seat, call, Fault.SILENT, reason))
                worker.kill()
        elif self._limit is not None and seconds > self._limit + _GRACE:
            reason = f"did not answer in its {self._limit:g} s"
            self._blame(number, KnownFault(seat, call, Fault.SILENT, reason))
            worker.kill()

    def _blame(self, number: int, fault: KnownFault) -> None:
        self._suspicion(number).known[fault.seat, fault.call] = fault

    def _suspicion(self, number: int) -> _Suspicion:
        return self._suspicions.setdefault(number, _Suspicion())

    def _anew(self, worker: Worker) -> list[Order]:
        """Return the games of a worker that has ended, with what is known of them now."""
        worker.close()
        number, seat, call = worker.place
        suspicion = self._suspicion(number)
        if (seat, call) not in suspicion.known:  # else it was ended for that
            suspicion.tries += 1
            again = suspicion.last == (seat, call)
            suspicion.last = (seat, call)
            if seat == LOADING and again:
                raise not_loaded(f"the process ended, or took more than {_START:g} s")
            if seat > NOBODY and (again or suspicion.tries >= _TRIES):
                reason = "ended the process that it played in"
                self._blame(number, KnownFault(seat, call, Fault.CRASH, reason))
            elif suspicion.tries >= _TRIES:
                raise WorkerError(number, suspicion.tries)
        return [
            Order(order.fixture, tuple(self._suspicion(order.fixture.number).known.values()))
            for order in worker.orders
        ]


def _sweeper(folder: str) -> "subprocess.Popen[bytes]":
    """Start what ends and removes all that is left of this run, once we let go or have ended."""
    return subprocess.Popen(
        [sys.executable, "-I", "-S", sweeper.__file__, str(os.getpid()), folder],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={},  # so that it carries no mark itself
        cwd="/",
        start_new_session=True,  # Ctrl-C on our terminal is not for it
    )
