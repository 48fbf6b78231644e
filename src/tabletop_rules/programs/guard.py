"""Stands between this library and one program: starts it, and ends it with all that it started.

It is run as a script, ``python -I -S guard.py LIFE STATUS PARENT MEMORY COMMAND...``, and imports
nothing of this library. Of LIFE, a pipe, only the process PARENT holds the other end: when it is
closed, by will or because PARENT was killed, nothing of the program is left running. To STATUS, a
pipe, it writes one line after all is over:

* ``exit CODE PEAK`` or ``signal NUMBER PEAK``, with the most memory the program held, in bytes;
* ``error ERRNO``: the program could not be started.
"""

import ctypes
import os
import resource
import select
import signal
import sys
import time
from contextlib import suppress
from typing import Final

_SET_PARENT_DEATH_SIGNAL: Final = 1
_SET_CHILD_SUBREAPER: Final = 36
_LOOK: Final = 1.0
"""Seconds after which it looks for its parent again: a fork of it may hold LIFE open."""
_ROUNDS: Final = 1000
"""How often it tries to end what does not end (a process of another user), 5 ms each."""


def _process_control(option: int, value: int) -> None:
    """Call ``prctl``, which Linux alone has."""
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def _become(command: list[str], memory: int) -> None:
    """Turn this new process into the program; return only by an error."""
    os.setsid()
    _process_control(_SET_PARENT_DEATH_SIGNAL, signal.SIGKILL)
    signal.set_wakeup_fd(-1)
    for ignored in (
        signal.SIGPIPE,
        signal.SIGXFSZ,
    ):  # Python ignores them, and so would the program
        signal.signal(ignored, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_SETMASK, ())
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if memory:
        _, highest = resource.getrlimit(resource.RLIMIT_DATA)
        most = memory if highest == resource.RLIM_INFINITY else min(memory, highest)
        resource.setrlimit(resource.RLIMIT_DATA, (most, most))
    os.execvp(command[0], command)


def _start(command: list[str], memory: int) -> tuple[int, int]:
    """Return the process id of the program, and the error number if it could not be started."""
    told, telling = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            _become(command, memory)
        except OSError as error:
            os.write(telling, str(error.errno).encode())
        finally:
            os._exit(127)
    os.close(telling)
    error_number = os.read(told, 100)  # empty as soon as the program runs: the pipe closes then
    os.close(told)
    return pid, int(error_number or b"0")


def _descendants() -> list[int]:
    """Return all that descends from this process, as far as /proc tells."""
    children: dict[int, list[int]] = {}
    with suppress(OSError):
        for entry in filter(str.isdigit, os.listdir("/proc")):  # noqa: PTH208 - pathlib is slow to import
            with suppress(OSError, ValueError, IndexError):
                with open(f"/proc/{entry}/stat", "rb") as file:  # noqa: PTH123 - likewise
                    parent = int(file.read().rpartition(b")")[2].split()[1])
                children.setdefault(parent, []).append(int(entry))
    found = [os.getpid()]
    for each in found:
        found += children.get(each, [])
    return found[1:]


class _Ward:
    """The program and what it has started."""

    def __init__(self, pid: int) -> None:
        self.pid: Final = pid
        self.ended = ""
        """How the program ended, once it has."""

    def reap(self) -> bool:
        """Bury who has ended; return whether a child is left."""
        while True:
            try:
                pid, status, usage = os.wait4(-1, os.WNOHANG)
            except ChildProcessError:
                return False
            if pid == 0:
                return True
            if pid == self.pid:
                code = os.waitstatus_to_exitcode(status)
                peak = usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
                how = f"exit {code}" if code >= 0 else f"signal {-code}"
                self.ended = f"{how} {peak}"

    def end(self) -> None:
        """End everything: the group, and on Linux also who has left it."""
        for _ in range(_ROUNDS):
            with suppress(OSError):
                os.killpg(self.pid, signal.SIGKILL)
            for each in _descendants():
                with suppress(OSError):
                    os.kill(each, signal.SIGKILL)
            if not self.reap():
                return
            time.sleep(0.005)


def guard(life: int, status: int, parent: int, memory: int, command: list[str]) -> None:
    """Run the program until it ends, or until the parent lets go."""
    for pipe in (life, status):
        os.set_inheritable(pipe, False)
    woken, waking = os.pipe()
    os.set_blocking(waking, False)
    signal.set_wakeup_fd(waking, warn_on_full_buffer=False)
    stopping: list[int] = []
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, lambda given, _: stopping.append(given))
    signal.signal(signal.SIGCHLD, lambda _given, _frame: None)
    _process_control(_SET_CHILD_SUBREAPER, 1)
    pid, error = _start(command, memory)
    ward = _Ward(pid)
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):  # they are the program's alone
        os.dup2(nothing, stream)
    while not error and not stopping and os.getppid() == parent:
        ready, _, _ = select.select([life, woken], [], [], _LOOK)
        if life in ready:
            break
        if woken in ready:
            os.read(woken, 4096)
        ward.reap()
        if ward.ended:
            break
    ward.end()
    with suppress(OSError):
        os.write(status, (f"error {error}" if error else ward.ended).encode() + b"\n")


if __name__ == "__main__":
    _, _life, _status, _parent, _memory, *_command = sys.argv
    guard(int(_life), int(_status), int(_parent), int(_memory), _command)
