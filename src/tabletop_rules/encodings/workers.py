"""Processes that play parts of a vector environment, and share its memory.

A worker is the program `tabletop_rules.encodings.worker`, so that it needs nothing of the program
that starts it: no guard around a script's main part, no fork of a process with threads. It gets
lines of orders, answers each with a line, and ends when there are no more. The memory is a file
without a name that all map, so that nothing stays behind, however they end.
"""

import contextlib
import mmap
import os
import pickle
import struct
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import IO, Any, Final, NoReturn

from attrs import define, frozen

from tabletop_rules.core.errors import shortened
from tabletop_rules.encodings.base import Encoding
from tabletop_rules.encodings.batches import Batch, batch_size, batch_within
from tabletop_rules.encodings.errors import EncodingError

__all__ = ["END", "FINE", "LENGTH", "Crew", "Part", "WorkerError", "crew", "end"]

LENGTH: Final = struct.Struct("<Q")
"""How long the pickled part of a worker is, which comes before all orders."""
FINE: Final = b"fine\n"
"""The answer to an order that was done."""
END: Final = b"end\n"
"""The last order. A process that was forked may hold the pipe open, so its end is not enough."""
_MEMORY: Final = Path("/dev/shm")
"""Where files are in memory alone, on Linux. It may be small, in a container for example."""
_PATIENCE: Final = 5.0
"""Seconds that a worker has to end when there are no more orders."""


class WorkerError(EncodingError):
    """A worker process that has failed or ended."""

    def __init__(self, number: int, what: str) -> None:
        super().__init__(number, what)
        self.number = number
        self.what = what

    def __str__(self) -> str:
        return f"worker {self.number} of the vector environment {self.what}"


@frozen
class Part:
    """What a worker is to do: the games `first` to `last` of all, in a file that it has open."""

    encoding: Encoding[Any, Any, Any]
    count: int
    first: int
    last: int
    most_decisions: int | None
    finals: bool
    memory: int


@define(eq=False)
class Crew:
    """All workers of a vector environment, which obey the process that has started them.

    Attributes:
        batch: the arrays that all share
        processes: the workers
        owner: the process that has started them
    """

    batch: Batch
    processes: list[subprocess.Popen[bytes]]
    owner: int

    def check_owner(self) -> None:
        """Refuse to give orders from a fork of the process that has started the workers.

        Raises:
            EncodingError: this is one: the games would move under the hands of the other.
        """
        if os.getpid() != self.owner:
            what = f"process {self.owner}, which has made the environment"
            raise EncodingError(f"expected to be used in {what}, got {os.getpid()}, a fork of it")

    def order(self, line: str) -> None:
        """Give all workers an order, and wait until all have done it.

        Raises:
            WorkerError: one has failed; all are ended then.
        """
        words = f"{line}\n".encode()
        for number, process in enumerate(self.processes):
            try:
                _pipe(process.stdin).write(words)
                _pipe(process.stdin).flush()
            except OSError:
                self._fail(number, b"")
        answers = [_pipe(process.stdout).readline() for process in self.processes]
        for number, answer in enumerate(answers):
            if answer != FINE:
                self._fail(number, answer)

    def _fail(self, number: int, answer: bytes) -> NoReturn:
        """Raise what a worker has said, or that it is gone."""
        end(self.processes, self.owner)
        what = answer.decode("utf-8", "replace").strip()
        code = self.processes[number].returncode
        raise WorkerError(
            number, f"has failed: {what}" if what else f"has ended by itself with code {code}"
        )


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None  # they are all made with pipes
    return pipe


def end(processes: Sequence[subprocess.Popen[bytes]], owner: int) -> None:
    """End processes of an owner: those that are not done in a few seconds by force.

    A fork of the owner, which has copies of all that it had, leaves them alone.
    """
    if os.getpid() != owner:
        return
    for process in processes:
        stdin = _pipe(process.stdin)
        with contextlib.suppress(OSError, ValueError):  # it has ended, or was told so already
            stdin.write(END)
            stdin.flush()
        with contextlib.suppress(OSError):
            stdin.close()
    for process in processes:
        try:
            process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        _pipe(process.stdout).close()


def crew(
    encoding: Encoding[Any, Any, Any],
    count: int,
    workers: int,
    most_decisions: int | None,
    *,
    finals: bool,
) -> Crew:
    """Start workers, each with an equal part of the games, with final observations or without.

    Raises:
        EncodingError: there is no room for the arrays.
        WorkerError: one could not begin.
    """
    size = batch_size(encoding, count, finals=finals)
    handle = _shared(size)
    processes: list[subprocess.Popen[bytes]] = []
    owner = os.getpid()
    try:
        batch = batch_within(encoding, count, mmap.mmap(handle, size), finals=finals)
        made = Crew(batch, processes, owner)
        bounds = [count * number // workers for number in range(workers + 1)]
        for first, last in pairwise(bounds):
            part = Part(encoding, count, first, last, most_decisions, finals, handle)
            processes.append(_started(part))
        _spread(processes)
        made.order("begin")
    except BaseException:
        end(processes, owner)
        raise
    finally:
        os.close(handle)
    return made


def _spread(processes: Sequence[subprocess.Popen[bytes]]) -> None:
    """Give each worker a processor of its own where there are just as many.

    All wait for the slowest in each step, and are woken together by a process that sleeps then.
    Linux often wakes two on one processor, so that one waits for the other.
    """
    if not hasattr(os, "sched_setaffinity"):  # not on Linux
        return
    processors = sorted(os.sched_getaffinity(0))
    if len(processors) != len(processes):
        return
    for process, processor in zip(processes, processors, strict=True):
        with contextlib.suppress(OSError):  # it has ended, or may not be moved
            os.sched_setaffinity(process.pid, {processor})


def _shared(size: int) -> int:
    """Return an open file of so many bytes to share, which has no name.

    Raises:
        EncodingError: there is no room for it.
    """
    places: list[str | None] = [None]  # that of temporary files
    if _MEMORY.is_dir() and os.access(_MEMORY, os.W_OK):
        places.insert(0, str(_MEMORY))
    problems: list[str] = []
    for place in places:
        handle, path = tempfile.mkstemp(prefix="tabletop-rules-", dir=place)
        Path(path).unlink()
        try:
            os.truncate(handle, size)
            if hasattr(os, "posix_fallocate"):  # or who writes where no room is left is killed
                os.posix_fallocate(handle, 0, size)
        except (OSError, OverflowError) as error:
            os.close(handle)
            problems.append(f"{Path(path).parent}: {shortened(error)}")
        else:
            return handle
    what = f"room for arrays of {size:,} bytes"
    raise EncodingError(f"expected {what} that workers share, got {', '.join(problems)}")


def _started(part: Part) -> subprocess.Popen[bytes]:
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(place or str(Path.cwd()) for place in sys.path),
    }
    # -P: or a file in the current directory may stand in for a module of its name
    process = subprocess.Popen(
        [sys.executable, "-P", "-m", "tabletop_rules.encodings.worker"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        pass_fds=(part.memory,),
        env=environment,
    )
    given = pickle.dumps(part)
    with contextlib.suppress(OSError):  # it has ended already, which is noticed with its answer
        _pipe(process.stdin).write(LENGTH.pack(len(given)) + given)
        _pipe(process.stdin).flush()
    return process
