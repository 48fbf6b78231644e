"""What happens when a bot does not answer as it should: one policy for all kinds of fault."""

from math import isfinite
from typing import Final, Literal

from attrs import frozen

from tabletop_rules.arena.fixtures import ArenaError
from tabletop_rules.core import Fault, Problem, Seat
from tabletop_rules.core.errors import shown

__all__ = ["DEFAULT_POLICY", "STOPPING", "FaultNote", "Policy"]

STOPPING: Final = frozenset({Fault.CRASH, Fault.SILENT, Fault.FLOOD, Fault.MEMORY})
"""Faults after which a bot is not asked again in the same game."""

_LEAST_MEMORY: Final = 2**24


@frozen(kw_only=True)
class Policy:
    """What a bot may take, and what becomes of a game in which it takes more.

    With `on_fault` ``"forfeit"`` a bot that commits a fault, of whatever kind, is ranked below all
    that have not, the earlier the lower; in a game of two that ends it, in a larger one a default
    action, one of the options at random, is made for it from then on. With ``"default"`` a default
    action is made for it in that decision alone, unless it cannot go on (`STOPPING`), and its rank
    is what comes of it.

    `seconds` is the time for each decision (``None``: no limit), `memory` the most bytes for each
    process of a program, and on Linux for what a bot of Python in a worker takes in one call; all
    bots of a game may keep as many times that as there are seats (``None``: no limit).

    Raises:
        ArenaError: a setting is out of its range.
    """

    on_fault: Literal["forfeit", "default"] = "forfeit"
    seconds: float | None = 10.0
    memory: int | None = 2**30

    def __attrs_post_init__(self) -> None:
        problems: list[Problem] = []
        if self.on_fault not in ("forfeit", "default"):
            given = shown(self.on_fault)
            problems.append(Problem("on_fault", f"expected 'forfeit' or 'default', got {given}"))
        seconds, memory = self.seconds, self.memory
        if seconds is not None and not (
            type(seconds) in (int, float) and isfinite(seconds) and seconds > 0
        ):
            what = f"expected a finite number of seconds above 0, got {shown(seconds)}"
            problems.append(Problem("seconds", what))
        if memory is not None and (type(memory) is not int or memory < _LEAST_MEMORY):
            what = f"expected {_LEAST_MEMORY} bytes or more, got {shown(memory)}"
            problems.append(Problem("memory", what))
        if problems:
            raise ArenaError(problems)


DEFAULT_POLICY: Final = Policy()


@frozen
class FaultNote:
    """A fault that was committed in a game: by which seat, in which of its decisions (from 0).

    `reason` continues a sentence that begins with the bot: "answered ...". It holds no times and
    nothing else that differs from run to run.
    """

    seat: Seat
    decision: int
    fault: Fault
    reason: str
