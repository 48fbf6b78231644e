"""What the processes that share a long piece of work need of each other."""

import os
import threading
from time import sleep
from typing import Final

__all__ = ["end_with_parent"]

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
