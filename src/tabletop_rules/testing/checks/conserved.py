"""What the game's own verification says to stay the same stays the same."""

from typing import TypeVar

from tabletop_rules.core import Game, Verification
from tabletop_rules.core.errors import shortened
from tabletop_rules.testing.broken import BrokenProtocolError, notation
from tabletop_rules.testing.walking import Walk, walk_of

__all__ = ["check_conserved"]

C = TypeVar("C")
S = TypeVar("S")
A = TypeVar("A")
V = TypeVar("V")


def check_conserved(
    game: Game[C, S, A, V], verification: Verification[C, S, A], walk: Walk[C, S, A]
) -> None:
    """Check that each value of `Verification.conserved` is the same in all states of a walk."""
    for rule, measured in verification.conserved.items():
        first = measured(walk.start)
        for number, step in enumerate(walk.steps, 1):
            after = measured(step.after)
            if after == first:
                continue
            what = f"{notation(game, step.action)} changed what {rule} says to stay the same"
            way = walk_of(game, walk.config, walk.start, walk.steps[:number])
            changed = f"{shortened(first)} became {shortened(after)}"
            raise BrokenProtocolError(f"{what}: {changed}", record=way.text)
