"""What the processes that share a long piece of work need of each other."""

import os
import threading
from collections.abc import Generator
from contextlib import contextmanager
from time import sleep
from typing import Final

__all__ = ["end_with_parent", "forget_strays", "without_strays"]

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
