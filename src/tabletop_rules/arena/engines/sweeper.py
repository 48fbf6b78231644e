"""Ends what is left of a run: processes that bots have started, and files.

The processes of a run carry its mark in their environment, and so does all that they start. The
arena ends what carries the mark of a worker whenever that worker ends. A second process, which is
run as a script, ``python -I -S sweeper.py PARENT FOLDER``, and imports nothing of this library,
does the same for the whole run when the arena ends, however it ends, and removes its folder. Of its
input the arena alone holds the other end.

Only Linux tells the environment of a process; elsewhere nothing is found.
"""

import os
import select
import signal
import sys
import time
from contextlib import suppress
from typing import Final

__all__ = ["MARK", "end_marked"]

MARK: Final = "TABLETOP_RULES_RUN"
"""The variable that holds the mark: the folder of the run, a slash and the number of the worker."""
_ROUNDS: Final = 1000
"""How often it is looked for what was started in the meantime, 5 ms each."""
_LOOK: Final = 1.0
"""Seconds after which it looks for the arena again: a fork of it may hold the input open."""


def _marked(wanted: bytes) -> list[int]:
    """Return the processes with that in their environment; what has ended has none."""
    found: list[int] = []
    with suppress(OSError):
        for entry in filter(str.isdigit, os.listdir("/proc")):  # noqa: PTH208 - pathlib is slow to import
            with suppress(OSError), open(f"/proc/{entry}/environ", "rb") as file:  # noqa: PTH123 - likewise
                if wanted in b"\0" + file.read() + b"\0":
                    found.append(int(entry))
    return found


def end_marked(mark: str, *, whole: bool = True) -> None:
    """End all processes with that mark, or, unless it is a whole one, all that begin with it."""
    wanted = os.fsencode(f"\0{MARK}={mark}") + (b"\0" if whole else b"")
    for _ in range(_ROUNDS):
        processes = [process for process in _marked(wanted) if process != os.getpid()]
        if not processes:
            return
        for process in processes:
            with suppress(OSError):
                os.kill(process, signal.SIGKILL)
        time.sleep(0.005)


def sweep_after(parent: int, folder: str) -> None:
    """Wait until the arena ends, or lets go, and end and remove what is left of its run."""
    while os.getppid() == parent:
        readable, _, _ = select.select([0], [], [], _LOOK)
        if readable and not os.read(0, 1):
            break
    end_marked(f"{folder}/", whole=False)
    with suppress(OSError):
        for name in os.listdir(folder):  # noqa: PTH208 - pathlib is slow to import
            with suppress(OSError):
                os.unlink(f"{folder}/{name}")  # noqa: PTH108 - likewise
        os.rmdir(folder)  # noqa: PTH106 - likewise


if __name__ == "__main__":
    sweep_after(int(sys.argv[1]), sys.argv[2])
