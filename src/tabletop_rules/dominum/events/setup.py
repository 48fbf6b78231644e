"""Before the first round: forces, strongholds, the 1st Player. The secret choice has a twin."""

from attrs import evolve, frozen

from tabletop_rules.core import Event, Seat

__all__ = [
    "CoinFlipped",
    "FirstPlayerNamed",
    "ForceChosen",
    "PlacementSkipped",
    "RevealedTotals",
    "StrongholdsRevealed",
]


@frozen(kw_only=True)
class ForceChosen(Event):
    """A seat has chosen a card or stronghold; the others see only that it has (rule DM-R3)."""

    seat: Seat
    name: str | None

    def seen_by(self, seat: Seat | None, /) -> "ForceChosen":
        return self if seat == self.seat else evolve(self, name=None)

    def describe(self) -> str:
        return f"Seat {self.seat} chooses {self.name or 'in secret'}."


@frozen(kw_only=True)
class StrongholdsRevealed(Event):
    """Both strongholds lie face up with their charges (rule DM-SETUP-1)."""

    names: tuple[str, str]

    def describe(self) -> str:
        return f"The strongholds are {self.names[0]} and {self.names[1]}."


@frozen(kw_only=True)
class RevealedTotals(Event):
    """What the cards revealed for the first player total (rule DM-FIRST-2)."""

    totals: tuple[int, int]

    def describe(self) -> str:
        return f"The revealed cards total {self.totals[0]} : {self.totals[1]}."


@frozen(kw_only=True)
class CoinFlipped(Event):
    """A coin has said who decides about the 1st Player (rule DM-FIRST-4)."""

    seat: Seat

    def describe(self) -> str:
        return f"The coin lets seat {self.seat} decide."


@frozen(kw_only=True)
class FirstPlayerNamed(Event):
    """A seat is the 1st Player for the whole game (rule DM-FIRST-3)."""

    seat: Seat

    def describe(self) -> str:
        return f"Seat {self.seat} is the 1st Player."


@frozen(kw_only=True)
class PlacementSkipped(Event):
    """A placement of the initial deployment is impossible (rule DM-R35)."""

    seat: Seat

    def describe(self) -> str:
        return f"Seat {self.seat} cannot place a card."
