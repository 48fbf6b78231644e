"""Abilities that are used, declined or capped, and what is chosen for them."""

from attrs import frozen

from tabletop_rules.core import Event, Seat

__all__ = [
    "AbilityCapped",
    "AbilityDeclined",
    "AbilityUsed",
    "OptionChosen",
    "TargetNamed",
]


@frozen(kw_only=True)
class AbilityUsed(Event):
    """An ability of a card or stronghold takes effect."""

    seat: Seat
    name: str

    def describe(self) -> str:
        return f"Seat {self.seat}: the ability of {self.name}."


@frozen(kw_only=True)
class TargetNamed(Event):
    """The owner of an ability has chosen a card for it."""

    seat: Seat
    card: str
    space: str

    def describe(self) -> str:
        return f"Seat {self.seat} chooses {self.card} on {self.space}."


@frozen(kw_only=True)
class OptionChosen(Event):
    """The owner of an ability has chosen one of its two effects, by its number."""

    seat: Seat
    number: int

    def describe(self) -> str:
        return f"Seat {self.seat} chooses option {self.number} of the ability."


@frozen(kw_only=True)
class AbilityDeclined(Event):
    """An ability, or a part of it, is not used."""

    seat: Seat

    def describe(self) -> str:
        return f"Seat {self.seat} declines."


@frozen(kw_only=True)
class AbilityCapped(Event):
    """An ability was set off too often in one activation (rule DM-R47)."""

    seat: Seat
    name: str

    def describe(self) -> str:
        return f"Seat {self.seat}: {self.name} has had its ability often enough for now."
