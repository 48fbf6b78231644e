"""Whether a decision may be taken back: only while nothing was revealed since."""

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from tabletop_rules.core.actors import CHANCE, Seat
from tabletop_rules.core.playing import Played
from tabletop_rules.core.protocol import Game

__all__ = ["why_not_undo"]

_SAMPLES: Final = 32
"""How many states that look the same to a seat its action is tried on."""


def why_not_undo(
    game: Game[Any, Any, Any, Any], steps: Sequence[Played[Any, Any]], seat: Seat
) -> str | None:
    """Return why the last decision of `seat` stands, or ``None`` if it can be taken back.

    It can while nothing was revealed since: neither chance nor another seat has acted, and what
    the seat saw follows from what it knew before.
    """
    if not any(step.actor == seat for step in steps):
        return "you have not decided anything yet"
    last = steps[-1]
    if last.actor is CHANCE:
        return "chance has acted since your last decision"
    if last.actor != seat:
        return f"seat {last.actor} has decided since your last decision"
    if _revealing(game, last, seat):
        return "your last decision has revealed something to you"
    return None


def _revealing(game: Game[Any, Any, Any, Any], step: Played[Any, Any], seat: Seat) -> bool:
    """Return whether `seat` saw something in its own step that it could not foresee.

    The action is tried on other states that look the same to the seat.
    """
    known = game.view(step.before, seat)
    seen = (game.view(step.after, seat), game.observe(step.events, seat))
    rng = Random("undo")
    for _ in range(_SAMPLES):
        after, events = game.apply(game.resample(known, rng), step.action)
        if (game.view(after, seat), game.observe(events, seat)) != seen:
            return True
    return False
