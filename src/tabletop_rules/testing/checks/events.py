"""Events cite rules, say what happened, and are looked at through one door."""

import pickle
from typing import TypeVar

from tabletop_rules.core import Event, Game, Played
from tabletop_rules.testing.anatomy import mutable_parts
from tabletop_rules.testing.broken import observers, require, told

__all__ = ["check_events"]

C = TypeVar("C")
S = TypeVar("S")
A = TypeVar("A")
V = TypeVar("V")


def check_events(game: Game[C, S, A, V], step: Played[S, A]) -> None:
    """Check the events of a step: cited rules exist, and what each seat sees is consistent."""
    for event in step.events:
        _require_sound(game, event)
    spectator = game.observe(step.events, None)
    for seat in observers(game, step.before):
        seen = game.observe(step.events, seat)
        for event in seen:
            _require_sound(game, event)
        require(
            game.observe(seen, seat) == seen, f"what {seat} sees, it does not see again: {seen}"
        )
        again = game.observe(seen, None)
        what = f"a spectator sees {told(spectator)}, and of what seat {seat} sees {told(again)}"
        require(again == spectator, what)


def _require_sound(game: Game[C, S, A, V], event: Event) -> None:
    require(event.rule in game.rulebook, f"{event} cites a rule that does not exist")
    text = event.describe()
    require(bool(text) and text.isprintable(), f"{event} describes itself as {text!r}")
    require(pickle.loads(pickle.dumps(event)) == event, f"{event} differs after a pickle")
    for part in mutable_parts(event, type(event).__name__):
        require(False, f"{part}: whoever holds the event can change it")
