"""Processes of this machine: as many games at a time, and bots that may crash or never answer."""

from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from attrs import define

from tabletop_rules.arena.engines.base import Engine, Pace
from tabletop_rules.arena.engines.workers import Order, Packed, Played, Worker, packed
from tabletop_rules.arena.fixtures import Fixture
from tabletop_rules.arena.jobs import Job
from tabletop_rules.arena.refereeing import KnownFault, Result
from tabletop_rules.core import Fault

__all__ = ["Local", "WorkerError"]

_LOOK: Final = 0.25
"""Seconds between two looks at what the workers are at."""
_GRACE: Final = 1.0
"""Seconds after its time within which a bot that answers is late, and not silent."""
_TRIES: Final = 4
"""How often a game may end its process without a bot that can be blamed."""


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

    known: tuple[KnownFault, ...] = ()
    last: tuple[int, int] | None = None
    """The seat and the call in which it ended the last time, if nobody was blamed for it."""
    tries: int = 0


class Local(Engine):
    """Plays in `workers` processes of this machine.

    A process that ends in a call of a bot is started again, and the game played anew; if it ends
    in the same call again, the bot has crashed. A bot that does not return a second after its time
    is silent: its process is ended, and the game played anew up to there.

    Raises:
        ArenaError: the bots cannot be sent to another process.
        WorkerError: a process ends again and again, and no bot can be blamed.
    """

    def __init__(self, job: Job | Packed, workers: int) -> None:
        data = job if isinstance(job, Packed) else packed(job)
        self._limit: Final = data.policy.seconds
        self._folder: Final = TemporaryDirectory(prefix="tabletop-rules-")
        paths = (Path(self._folder.name, f"{number}") for number in range(workers))
        self._workers: Final = [Worker(data, path) for path in paths]
        self._suspicions: Final[dict[int, _Suspicion]] = {}
        self._pace: Final = Pace()

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        for worker in self._workers:
            if kind is not None:
                worker.kill()
            worker.close()
        self._folder.cleanup()

    def play(self, fixtures: Iterable[Fixture]) -> Iterator[list[Result]]:
        """Give the results of all `fixtures`, a few at a time."""
        fresh = iter(fixtures)
        again: deque[Order] = deque()
        busy: dict[Future[Played], Worker] = {}
        idle = list(self._workers)
        while True:
            while idle and (orders := self._next(fresh, again)):
                worker = idle.pop()
                busy[worker.submit(orders)] = worker
            if not busy:
                return
            ready, _ = wait(busy, timeout=_LOOK, return_when=FIRST_COMPLETED)
            if not ready:
                self._end_silent(busy.values())
            for future in ready:
                worker = busy.pop(future)
                idle.append(worker)
                try:
                    results, seconds = future.result()
                except BrokenProcessPool:
                    again.extend(self._anew(worker))
                    continue
                self._pace.took(len(results), seconds)
                yield results

    def _next(self, fresh: Iterator[Fixture], again: deque[Order]) -> list[Order]:
        """Return what a worker plays next: alone, what was with a worker that has ended."""
        if again:
            return [again.popleft()]
        return [Order(fixture) for fixture in self._pace.take(fresh)]

    def _end_silent(self, workers: Iterable[Worker]) -> None:
        if self._limit is None:
            return
        for worker in workers:
            if worker.overdue(self._limit + _GRACE):
                number, seat, call = worker.place
                reason = f"did not answer in its {self._limit:g} s"
                self._blame(number, KnownFault(seat, call, Fault.SILENT, reason))
                worker.kill()

    def _blame(self, number: int, fault: KnownFault) -> None:
        known = self._suspicion(number).known
        self._suspicions[number] = _Suspicion((*known, fault))

    def _suspicion(self, number: int) -> _Suspicion:
        return self._suspicions.setdefault(number, _Suspicion())

    def _anew(self, worker: Worker) -> list[Order]:
        """Return the games of a worker that has ended, with what is known of them now."""
        worker.close()
        number, seat, call = worker.place
        suspicion = self._suspicion(number)
        if any((each.seat, each.call) == (seat, call) for each in suspicion.known):
            pass  # it was ended for that
        elif seat >= 0 and suspicion.last == (seat, call):
            reason = "ended the process that it played in"
            self._blame(number, KnownFault(seat, call, Fault.CRASH, reason))
        else:
            suspicion.last = (seat, call)
            suspicion.tries += 1
            if suspicion.tries >= _TRIES:
                raise WorkerError(number, _TRIES)
        fixtures = (order.fixture for order in worker.orders)
        return [Order(fixture, self._suspicion(fixture.number).known) for fixture in fixtures]
