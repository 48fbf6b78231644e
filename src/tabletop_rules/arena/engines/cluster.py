"""The machines of a Ray cluster: games are sent there as tasks, a few at a time.

Ray decides where a task runs, and runs it again if its process or its machine ends. There the games
are played by a `Local` engine, so that a bot is treated as it is on this machine, whatever it does.
"""

import os
import socket
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from time import perf_counter
from typing import Any, Final
from urllib.parse import urlsplit

from tabletop_rules.arena.engines.base import Engine, Pace
from tabletop_rules.arena.engines.inside import Played
from tabletop_rules.arena.engines.local import Local, WorkerError
from tabletop_rules.arena.engines.packing import Packed, packed
from tabletop_rules.arena.fixtures import ArenaError, Fixture
from tabletop_rules.arena.jobs import Job
from tabletop_rules.arena.refereeing import Result
from tabletop_rules.core import Problem
from tabletop_rules.core.errors import shortened

__all__ = ["Cluster"]

_RETRIES: Final = 10
"""How often a task is run again whose process has ended."""
_AHEAD: Final = 2
"""Tasks under way for each processor of the cluster, so that none waits for this process."""
_PATIENCE: Final = 10.0
"""Seconds within which the cluster has to be reached."""


class Cluster(Engine):
    """Plays on a Ray cluster that is there already.

    If this program has called ``ray.init``, that is the cluster; otherwise the one of the
    environment variable RAY_ADDRESS, or else the one that runs on this machine. None is started:
    on one machine `Local` does the same. Its machines need this library and what the bots import,
    installed or by a ``runtime_env`` of Ray. Files are looked for from the folder in which this
    program runs if it is there as well, unless the ``runtime_env`` has a ``working_dir``.

    Raises:
        ArenaError: Ray is not installed here, or this library not there; there is no cluster; or
            the bots cannot be sent to it.
        WorkerError: processes end again and again, and no bot can be blamed.
    """

    def __init__(self, job: Job) -> None:
        data = packed(job)
        self._ray: Final = _ray()
        self._connected: Final = not self._ray.is_initialized()
        if self._connected:
            _connect(self._ray)
        task = self._ray.remote(num_cpus=1, max_retries=_RETRIES)
        self._task: Final = task(_played)
        self._data: Final = self._ray.put(data)
        self._name: Final = sha256(data.job).hexdigest()
        self._pace: Final = Pace()
        self._under_way: Final[dict[Any, list[Fixture]]] = {}

    def __exit__(self, *_: object) -> None:
        for task in self._under_way:
            self._ray.cancel(task, force=True)
        self._under_way.clear()
        if self._connected:
            self._ray.shutdown()

    def play(self, fixtures: Iterable[Fixture]) -> Iterator[list[Result]]:
        """Give the results of all `fixtures`, a few at a time."""
        rest = iter(fixtures)
        while True:
            room = _AHEAD * max(1, int(self._ray.cluster_resources().get("CPU", 0)))
            while len(self._under_way) < room and (some := self._pace.take(rest)):
                task = self._task.remote(self._name, self._data, str(Path.cwd()), some)
                self._under_way[task] = some
            if not self._under_way:
                return
            self._ray.wait(list(self._under_way))  # one; then all that are ready
            count = len(self._under_way)
            ready, _ = self._ray.wait(list(self._under_way), num_returns=count, timeout=0)
            for task in ready:
                results, seconds = self._result(task)
                del self._under_way[task]
                self._pace.took(len(results), seconds)
                yield results

    def _result(self, task: Any) -> Played:
        """Return what came of a task."""
        errors = self._ray.exceptions
        try:
            played: Played = self._ray.get(task)
        except errors.RayTaskError as error:
            cause = error.cause
            if isinstance(cause, (ArenaError, WorkerError)):
                raise cause from None
            what = "expected a cluster whose machines have this library and what it needs"
            raise _problem(f"{what}: {shortened(cause)}") from error
        except (errors.WorkerCrashedError, errors.NodeDiedError, errors.OutOfMemoryError) as error:
            raise WorkerError(self._under_way[task][0].number, _RETRIES + 1) from error
        return played


def _problem(what: str) -> ArenaError:
    return ArenaError([Problem("engine", what)])


def _ray() -> Any:
    """Return Ray."""
    try:
        import ray  # noqa: PLC0415 - an extra
    except ImportError as error:
        what = "expected Ray, which comes with tabletop-rules[ray]"
        raise _problem(f"{what}: {shortened(error)}") from error
    return ray


def _connect(ray: Any) -> None:
    """Connect to the cluster of the environment, without a word."""
    address = os.environ.get("RAY_ADDRESS", "")
    try:
        _reach(address)
        ray.init(address="auto", log_to_driver=False, logging_level="ERROR")
    except (OSError, RuntimeError, ValueError) as error:
        place = f"at RAY_ADDRESS={address}" if address else "on this machine, or RAY_ADDRESS"
        what = f"expected a Ray cluster {place}; `ray start --head` starts one"
        raise _problem(f"{what}: {shortened(error)}") from error


def _reach(address: str) -> None:
    """Raise if nobody listens there: Ray would try for minutes, and then end this program."""
    place = urlsplit(address if "://" in address else f"//{address}")
    if place.hostname and place.port:
        socket.create_connection((place.hostname, place.port), timeout=_PATIENCE).close()


# ---------------------------------------------------------------- there

_PLAYERS: Final[dict[str, Local]] = {}
"""The engine of this process of Ray, by what it plays: kept for the next task."""


def _played(name: str, data: Packed, folder: str, fixtures: list[Fixture]) -> Played:
    """Play some games in a process of Ray."""
    start = perf_counter()
    if name not in _PLAYERS:
        for other in _PLAYERS.values():
            other.__exit__(None)
        _PLAYERS.clear()
        _go_to(folder)
        _PLAYERS[name] = Local(data, 1)
    player = _PLAYERS.pop(name)
    results = [result for some in player.play(fixtures) for result in some]
    _PLAYERS[name] = player  # not if it has raised
    return results, perf_counter() - start


def _go_to(folder: str) -> None:
    """Look for files where the arena does, if Ray was not told otherwise."""
    told = _ray().get_runtime_context().runtime_env.get("working_dir")
    if not told and Path(folder).is_dir():
        os.chdir(folder)
