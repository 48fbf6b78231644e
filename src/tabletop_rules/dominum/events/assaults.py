"""Assaults, points, and the tokens of a stronghold."""

from attrs import frozen

from tabletop_rules.core import Event, Seat

__all__ = [
    "AssaultBegan",
    "AssaultSettled",
    "ChargesChanged",
    "PointsChanged",
    "SurgeMoved",
]


@frozen(kw_only=True)
class AssaultBegan(Event):
    """The initial score of an assault is counted (rule DM-ASLT-2)."""

    seat: Seat
    initial: int

    def describe(self) -> str:
        return f"Seat {self.seat} assaults with an initial score of {self.initial}."


@frozen(kw_only=True)
class AssaultSettled(Event):
    """The assault total scores (rules DM-ASLT-4 to DM-ASLT-6)."""

    seat: Seat
    total: int
    points: int

    def describe(self) -> str:
        return f"The assault total of seat {self.seat} is {self.total}: {self.points} points."


@frozen(kw_only=True)
class PointsChanged(Event):
    """A seat has gained or lost victory points."""

    seat: Seat
    amount: int
    points: int

    def describe(self) -> str:
        return f"Seat {self.seat}: {self.amount:+} points, now {self.points}."


@frozen(kw_only=True)
class SurgeMoved(Event):
    """A Surge token was collected, or used."""

    seat: Seat
    held: bool

    def describe(self) -> str:
        return f"Seat {self.seat} {'collects' if self.held else 'uses'} the Surge token."


@frozen(kw_only=True)
class ChargesChanged(Event):
    """A stronghold has gained or lost charges."""

    seat: Seat
    amount: int
    charges: int

    def describe(self) -> str:
        return f"The stronghold of seat {self.seat}: {self.amount:+} charge, now {self.charges}."
