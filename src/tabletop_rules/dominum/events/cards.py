"""Cards that come, go, move, return, and what is put on them."""

from enum import Enum

from attrs import frozen

from tabletop_rules.core import Event, Seat

__all__ = [
    "CardBoosted",
    "CardDeployed",
    "CardLeft",
    "CardMoved",
    "CardReturned",
    "CardStatus",
    "Cause",
]


class Cause(Enum):
    """Why a card leaves the battlefield (rule DM-R26)."""

    DEFEATED = "is defeated"
    SACRIFICED = "is sacrificed"
    RETREATED = "retreats"


@frozen(kw_only=True)
class CardDeployed(Event):
    """A card came to the battlefield by being deployed."""

    seat: Seat
    card: str
    space: str

    def describe(self) -> str:
        return f"Seat {self.seat} deploys {self.card} on {self.space}."


@frozen(kw_only=True)
class CardMoved(Event):
    """A card went from one space to another."""

    seat: Seat
    card: str
    start: str
    end: str
    how: str

    def describe(self) -> str:
        return f"{self.card} of seat {self.seat} {self.how} from {self.start} to {self.end}."


@frozen(kw_only=True)
class CardStatus(Event):
    """A card is wounded, healed, weakened or cured."""

    seat: Seat
    card: str
    space: str
    status: str

    def describe(self) -> str:
        return f"{self.card} of seat {self.seat} on {self.space} is {self.status}."


@frozen(kw_only=True)
class CardBoosted(Event):
    """A card has something more, or less, until the end of the phase (rule DM-R31)."""

    seat: Seat
    card: str
    what: str

    def describe(self) -> str:
        return f"{self.card} of seat {self.seat} gets {self.what}."


@frozen(kw_only=True)
class CardLeft(Event):
    """A card left the battlefield for the discard pile (rule DM-R26)."""

    seat: Seat
    card: str
    space: str
    cause: Cause

    def describe(self) -> str:
        return f"{self.card} of seat {self.seat} on {self.space} {self.cause.value}."


@frozen(kw_only=True)
class CardReturned(Event):
    """A card came back from the discard pile to the hand (rule DM-R45)."""

    seat: Seat
    card: str

    def describe(self) -> str:
        return f"{self.card} returns to the hand of seat {self.seat}."
