"""The program of a worker of a vector environment: ``python -m tabletop_rules.encodings.worker``.

It is started by `tabletop_rules.encodings.workers` only.
"""

import gc
import mmap
import os
import pickle
import signal
import sys

from tabletop_rules.core.errors import shortened
from tabletop_rules.core.processes import end_with_parent
from tabletop_rules.encodings.batches import Games, batch_within
from tabletop_rules.encodings.workers import END, FINE, LENGTH, Part

__all__ = ["main"]


def main() -> None:
    """Do what the orders say until there are no more."""
    end_with_parent()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever presses Ctrl-C means the parent
    orders = sys.stdin.buffer
    answers = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)  # what a game prints is no answer
    (length,) = LENGTH.unpack(orders.read(LENGTH.size))
    given = orders.read(length)
    games: Games | None = None
    while (line := orders.readline()) and line != END:
        order, _, argument = line.decode().strip().partition(" ")
        answer = FINE
        try:
            if games is None:
                games = _games(given)
                # States are values without cycles; looking for those would stall all workers.
                gc.disable()
            elif order == "reset":
                games.reset(int(argument))
            else:
                games.step()
        except Exception as error:
            text = f"{type(error).__name__}: {shortened(error)}".replace("\n", " ")
            answer = f"{text}\n".encode()
        try:
            answers.write(answer)
        except BrokenPipeError:  # who asked has been killed
            return


def _games(given: bytes) -> Games:
    """Return the games of this worker, in the memory that all share."""
    part: Part = pickle.loads(given)
    memory = mmap.mmap(part.memory, 0)
    os.close(part.memory)
    batch = batch_within(part.encoding, part.count, memory, finals=part.finals)
    rows = batch.rows(part.first, part.last)
    return Games(part.encoding, rows, part.first, part.most_decisions)


if __name__ == "__main__":
    main()
