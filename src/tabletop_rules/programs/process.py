"""One running program: lines to it, lines from it, each with a deadline, and its certain end."""

import os
import re
import selectors
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Final

from tabletop_rules.core import Fault, FaultError
from tabletop_rules.core.errors import shortened
from tabletop_rules.programs.limits import Limits

__all__ = ["NotStartedError", "Program"]

_GUARD: Final = Path(__file__).with_name("guard.py")
_PASSED_ON: Final = frozenset(
    {"HOME", "LANG", "LANGUAGE", "LOGNAME", "PATH", "SHELL", "TMPDIR", "TZ", "USER"}
)
_BLOCK: Final = 2**16
_KEPT: Final = 2**14
"""Bytes of the error output that are kept for diagnosis."""
_FOLLOWS: Final = 2.0
"""Seconds within which the end of a program follows on the end of its output."""
_STOPS: Final = 15.0
"""Seconds in which the guard certainly has ended everything."""
_NEARLY: Final = 0.9
"""The part of its memory that a program may hold when the next request is refused."""
_NO_MEMORY: Final = re.compile(
    r"MemoryError|out of memory|OutOfMemory|bad_alloc|cannot allocate memory"
    r"|memory allocation of \d+ bytes failed",
    re.IGNORECASE,
)
_AN_ERROR: Final = re.compile(r"(Uncaught )?[\w.$]*(Error|Exception)\b")
_FOOTER: Final = re.compile(r"[\w.]+ v\d+(\.\d+)+( \(.*\))?|at .*|note: run with .*")
"""What a runtime writes below the error: its version, where it was, how to learn more."""


def _environment() -> dict[str, str]:
    """Return the variables that a program is given: what it needs to run, and no secrets."""
    return {
        name: value
        for name, value in os.environ.items()
        if name in _PASSED_ON or name.startswith("LC_")
    }


class NotStartedError(FaultError):
    """A program that could not be started at all: there is no such file, say."""

    def __init__(self, why: str) -> None:
        super().__init__(Fault.CRASH, f"could not be started: {why}")


class Program:
    """A program that was started, with its own session, environment and limits.

    It is ended, with all that it started, by `kill` or `close`, and as soon as this process ends,
    however it ends.
    """

    def __init__(self, command: Sequence[str], limits: Limits) -> None:
        self._limits: Final = limits
        life, self._life = os.pipe()
        self._status, status = os.pipe()
        settings = (life, status, os.getpid(), limits.memory or 0)
        try:
            self._guard: Final = subprocess.Popen(
                [sys.executable, "-I", "-S", str(_GUARD), *map(str, settings), *command],
                bufsize=0,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=_environment(),
                pass_fds=(life, status),
                start_new_session=True,  # Ctrl-C on our terminal is not for it
            )
        except BaseException:
            os.close(self._life)
            os.close(self._status)
            raise
        finally:
            os.close(life)
            os.close(status)
        assert self._guard.stdin is not None
        assert self._guard.stdout is not None
        assert self._guard.stderr is not None
        self._input: Final = self._guard.stdin.fileno()
        self._output: Final = self._guard.stdout.fileno()
        self._errors: Final = self._guard.stderr.fileno()
        self._selector: Final = selectors.DefaultSelector()
        for stream in (self._output, self._errors, self._status):
            os.set_blocking(stream, False)
            self._selector.register(stream, selectors.EVENT_READ)
        os.set_blocking(self._input, False)
        self._unsent = bytearray()
        self._unread = bytearray()
        self._searched = 0  # no line ends before this place of `_unread`
        self._written = {self._output: 0, self._errors: 0}
        self._error_output = b""
        self._closed_at: float | None = None
        self._ended: str | None = None
        self._running = True

    @property
    def running(self) -> bool:
        """Whether it has not been ended by `kill` or `close`."""
        return self._running

    @property
    def error_lines(self) -> tuple[str, ...]:
        """The last lines that it wrote to its error output."""
        text = self._error_output.decode("utf-8", "replace")
        lines = ("".join(c if c.isprintable() else " " for c in line) for line in text.split("\n"))
        return tuple(line.strip() for line in lines if line.strip())

    def send(self, line: bytes) -> None:
        """Send a line as far as it takes it now; what is left goes out while `receive` waits."""
        self._unsent += line
        self._flush()

    def end_input(self) -> None:
        """Close its input, once all is sent that it takes."""
        self._flush()
        self._stop_sending()

    def receive(self, deadline: float) -> bytes | None:
        """Return the next line that it writes, or ``None`` if there is none by the deadline.

        Raises:
            NotStartedError: it could not be started.
            FaultError: with `Fault.CRASH` or `Fault.MEMORY` it has ended, with `Fault.FLOOD` it
                writes too much.
        """
        while True:
            end = self._unread.find(b"\n", self._searched)
            if end >= 0:
                line = bytes(self._unread[:end])
                del self._unread[: end + 1]
                self._searched = 0
                return line
            self._searched = len(self._unread)
            if self._ended is not None:
                raise self._fault_of_end()
            until = deadline
            if self._closed_at is not None:
                until = min(deadline, self._closed_at + _FOLLOWS)
            if not self._wait(until):
                if until < deadline:
                    raise FaultError(Fault.CRASH, "closed its output")
                return None

    def begin_count(self) -> None:
        """Count what it writes from now on, for the limit of its output."""
        self._written = dict.fromkeys(self._written, 0)

    def exit_code(self, deadline: float) -> int | None:
        """Return its exit code, minus the signal if one ended it; ``None``: it runs on.

        What it still writes is dropped.
        """
        while self._ended is None:
            self.begin_count()
            with suppress(FaultError):
                if not self._wait(deadline):
                    return None
        kind, number, _ = self._how()
        return -number if kind == "signal" else number

    def kill(self) -> None:
        """End it, and everything that it has started, at once."""
        if not self._running:
            return
        self._running = False
        os.close(self._life)
        self._selector.close()
        with suppress(OSError):
            self._drain_errors()
        for stream in (self._guard.stdin, self._guard.stdout, self._guard.stderr):
            if stream is not None:
                stream.close()
        try:
            self._guard.wait(_STOPS)
        except subprocess.TimeoutExpired:  # stopped, or starved
            self._guard.kill()
            self._guard.wait()
        finally:
            os.close(self._status)

    # ---------------------------------------------------------------- streams

    def _wait(self, until: float) -> bool:
        """Pass on what can be sent or read by then; return whether there was anything."""
        ready = self._selector.select(max(0.0, until - monotonic()))
        streams = {key.fd for key, _ in ready}
        if self._input in streams:
            self._flush()
        for stream in (self._output, self._errors):
            if stream in streams:
                self._read(stream)
        if self._status in streams:
            self._end()
        return bool(ready)

    def _read(self, stream: int) -> bool:
        """Read once, and return whether there may be more."""
        try:
            data = os.read(stream, _BLOCK)
        except BlockingIOError:
            return False
        if not data:
            self._selector.unregister(stream)
            if stream == self._output:
                self._closed_at = monotonic()
            return False
        self._written[stream] += len(data)
        if stream == self._output:
            self._unread += data
        else:
            self._error_output = (self._error_output + data)[-_KEPT:]
        if self._written[stream] > self._limits.output:
            name = "output" if stream == self._output else "error output"
            what = f"wrote more than {self._limits.output} bytes to its {name} without an answer"
            raise FaultError(Fault.FLOOD, what)
        return True

    def _end(self) -> None:
        """Learn how it ended, after the last that it has written."""
        self._ended = os.read(self._status, 100).decode("ascii").strip()
        self._selector.unregister(self._status)
        for stream in (self._output, self._errors):
            while stream in self._selector.get_map() and self._read(stream):
                pass

    def _drain_errors(self) -> None:
        while data := os.read(self._errors, _BLOCK):
            self._error_output = (self._error_output + data)[-_KEPT:]

    def _flush(self) -> None:
        if self._guard.stdin is None or self._guard.stdin.closed:
            return
        try:
            while self._unsent:
                del self._unsent[: os.write(self._input, self._unsent[:_BLOCK])]
        except BlockingIOError:
            pass
        except OSError:  # it reads no more: its end will say why, or its silence
            self._stop_sending()
            return
        waiting = self._input in self._selector.get_map()
        if self._unsent and not waiting:
            self._selector.register(self._input, selectors.EVENT_WRITE)
        elif waiting and not self._unsent:
            self._selector.unregister(self._input)

    def _stop_sending(self) -> None:
        self._unsent.clear()
        if self._input in self._selector.get_map():
            self._selector.unregister(self._input)
        if self._guard.stdin is not None:
            self._guard.stdin.close()

    # ---------------------------------------------------------------- its end

    def _how(self) -> tuple[str, int, int]:
        """Return what the guard has told: the kind of end, a number, and the most memory held."""
        kind, number, peak = f"{self._ended or 'lost'} 0 0".split()[:3]
        return kind, int(number), int(peak)

    def _fault_of_end(self) -> FaultError:
        kind, code, peak = self._how()
        if kind == "error":
            return NotStartedError(os.strerror(code))
        if kind not in {"exit", "signal"}:
            return FaultError(Fault.CRASH, "ended together with its guard")
        lines = self.error_lines
        memory = self._limits.memory
        if memory is not None and (kind == "signal" or code != 0):
            spoken = any(map(_NO_MEMORY.search, lines[-30:]))
            if spoken or peak > _NEARLY * memory:
                return FaultError(Fault.MEMORY, f"used up its memory of {memory} bytes")
        how = f"ended with exit code {code}" if kind == "exit" else f"was ended by {_signal(code)}"
        return FaultError(Fault.CRASH, f"{how}: {_telling(lines)}" if lines else how)


def _telling(lines: Sequence[str]) -> str:
    """Return the line of an error output that tells most: the last, or the error above a footer."""
    if not _FOOTER.fullmatch(lines[-1]):
        return shortened(lines[-1])
    errors = [line for line in lines if _AN_ERROR.match(line)]
    others = [line for line in lines if not _FOOTER.fullmatch(line)]
    return shortened((errors or others or lines)[-1])


def _signal(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:  # a real-time signal
        return f"signal {number}"
