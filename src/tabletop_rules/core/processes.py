"""What processes that do a long piece of work, or call code of others, have to see to."""

import os
import sys
import threading
from collections.abc import Generator
from contextlib import contextmanager, suppress
from time import sleep
from typing import Final

__all__ = ["Surroundings", "end_with_parent", "forget_strays", "steady", "without_strays"]

_SAFE_PATH: Final = "PYTHONSAFEPATH"
"""The variable that keeps the current directory out of what Python starts with."""
_ALONE: Final = "tabletop_rules"
"""Its value if it is for the process alone, and not for what that starts."""
_LOOK: Final = 0.5
"""Seconds between two looks at whose child this process is."""


def end_with_parent() -> None:
    """Let this process end when the one that has started it ends, however that ends.

    A parent that was killed cannot tell its children; without this they would wait for ever.
    """
    threading.Thread(target=_wait_for_end, args=(os.getppid(),), daemon=True).start()


def _wait_for_end(parent: int) -> None:
    while os.getppid() == parent:
        sleep(_LOOK)
    os._exit(1)


@contextmanager
def without_strays() -> Generator[None]:
    """Let processes be started that take no file of the current directory for a module.

    Python starts those of other libraries by ``-m`` and ``-c``, which put that directory first: a
    file called ``random.py`` would stop them all. They call `forget_strays`.
    """
    if os.environ.get(_SAFE_PATH):
        yield
        return
    os.environ[_SAFE_PATH] = _ALONE
    try:
        yield
    finally:
        del os.environ[_SAFE_PATH]


def forget_strays() -> None:
    """Let what this process starts be as it would be without `without_strays`."""
    if os.environ.get(_SAFE_PATH) == _ALONE:
        del os.environ[_SAFE_PATH]


class Surroundings:
    """The folder and the recursion limit of this process, to go back to after somebody's code.

    They are those of the process, which may have other threads: it is for programs of our own. A
    higher limit stays, for who has set it may rely on it.
    """

    def __init__(self) -> None:
        self._folder: Final = _folder()
        self._limit: Final = sys.getrecursionlimit()

    def restore(self) -> None:
        """Make them what they were when this was made."""
        if sys.getrecursionlimit() < self._limit:
            sys.setrecursionlimit(self._limit)
        if self._folder is not None and _folder() != self._folder:
            with suppress(OSError):
                os.chdir(self._folder)


def _folder() -> str | None:
    try:
        return os.getcwd()  # noqa: PTH109 - for every call of a bot
    except OSError:  # it is gone
        return None


@contextmanager
def steady() -> Generator[None]:
    """Go back to the `Surroundings` of before, whatever is done in them."""
    before = Surroundings()
    try:
        yield
    finally:
        before.restore()
