"""Telling a game: who acted, through whose eyes it is seen, and how it ended."""

from typing import Any

from attrs import frozen

from tabletop_rules.core.actors import CHANCE, Actor, Seat
from tabletop_rules.core.playing import Played
from tabletop_rules.core.protocol import Game
from tabletop_rules.core.values import Event, Outcome, OutcomeKind

__all__ = ["Eyes", "told_result", "who"]


@frozen
class Eyes:
    """Through whose eyes a game is told: those of a seat, of a spectator (``None``), or all."""

    seat: Seat | None = None
    everything: bool = False

    def events(
        self, game: Game[Any, Any, Any, Any], events: tuple[Event, ...]
    ) -> tuple[Event, ...]:
        """Return what is seen of events."""
        return events if self.everything else game.observe(events, self.seat)

    def action(self, game: Game[Any, Any, Any, Any], step: Played[Any, Any]) -> str | None:
        """Return the notation of the step's action, or ``None`` if it is not seen as such."""
        if self.everything or step.actor == self.seat:
            return game.format_action(step.action)
        return None


def who(actor: Actor) -> str:
    """Return an actor in words."""
    if actor is CHANCE:
        return "chance"
    return f"seat {actor}"


def told_result(outcome: Outcome) -> str:
    """Return in words who has won, if anybody."""
    if outcome.kind is OutcomeKind.TRUNCATED:
        return "cut short without a winner"
    if outcome.kind is OutcomeKind.DRAW:
        return "a draw"
    winners = [str(seat) for seat in outcome.winners]
    if len(winners) == 1:
        return f"seat {winners[0]} has won"
    return f"seats {', '.join(winners[:-1])} and {winners[-1]} have won together"
