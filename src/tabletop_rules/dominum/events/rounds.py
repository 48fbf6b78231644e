"""Rounds, the phases in them, and the end of the game."""

from attrs import frozen

from tabletop_rules.core import Event, Seat

__all__ = [
    "GameEnded",
    "InitiativeTaken",
    "Linked",
    "PhaseActivated",
    "RoundBegan",
    "RoundEnded",
]


@frozen(kw_only=True)
class RoundBegan(Event):
    """A round begins (rules DM-ROUND-2, DM-END-3)."""

    round: int
    seat: Seat

    def describe(self) -> str:
        return f"Round {self.round} begins with seat {self.seat}."


@frozen(kw_only=True)
class PhaseActivated(Event):
    """A seat takes the token of a phase (rule DM-ROUND-3)."""

    seat: Seat
    phase: str
    number: int

    def describe(self) -> str:
        return f"Seat {self.seat} activates {self.phase} ({self.number})."


@frozen(kw_only=True)
class Linked(Event):
    """A seat spends its Link token (rule DM-LINK-1)."""

    seat: Seat

    def describe(self) -> str:
        return f"Seat {self.seat} links another phase."


@frozen(kw_only=True)
class InitiativeTaken(Event):
    """A seat will start the next round (rule DM-R8)."""

    seat: Seat

    def describe(self) -> str:
        return f"Seat {self.seat} takes the initiative."


@frozen(kw_only=True)
class RoundEnded(Event):
    """Both have activated five phases (rule DM-ROUND-5)."""

    round: int
    points: tuple[int, int]

    def describe(self) -> str:
        return f"Round {self.round} ends at {self.points[0]} : {self.points[1]}."


@frozen(kw_only=True)
class GameEnded(Event):
    """The game is over."""

    reason: str

    def describe(self) -> str:
        return f"The game ends: {self.reason}."
