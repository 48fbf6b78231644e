"""Attacks, from their declaration to their result."""

from attrs import frozen

from tabletop_rules.core import Event, Seat

__all__ = [
    "AttackDeclared",
    "AttackPrepared",
    "AttackResolved",
    "AttackTotalled",
]


@frozen(kw_only=True)
class AttackPrepared(Event):
    """A card is about to attack; others may still join (rule DM-COORD-2)."""

    seat: Seat
    attacker: str
    space: str
    target: str
    target_space: str
    helpers: tuple[str, ...]

    def describe(self) -> str:
        helped = f" with {', '.join(self.helpers)}" if self.helpers else ""
        who = f"{self.attacker} of seat {self.seat} on {self.space}"
        return f"{who} gets ready{helped} for {self.target} on {self.target_space}."


@frozen(kw_only=True)
class AttackDeclared(Event):
    """An attack begins (rules DM-ATK-1, DM-COORD-2)."""

    seat: Seat
    attacker: str
    space: str
    target: str
    target_space: str
    helpers: tuple[str, ...]
    kind: str

    def describe(self) -> str:
        helped = f" with {', '.join(self.helpers)}" if self.helpers else ""
        who = f"{self.attacker} of seat {self.seat} on {self.space}"
        return f"{who}{helped}: {self.kind} on {self.target} on {self.target_space}."


@frozen(kw_only=True)
class AttackTotalled(Event):
    """The attack total is said (rule DM-ATK-8); ``None`` stands for a Critical."""

    seat: Seat
    total: int | None

    def describe(self) -> str:
        total = "a Critical" if self.total is None else str(self.total)
        return f"The attack total of seat {self.seat} is {total}."


@frozen(kw_only=True)
class AttackResolved(Event):
    """An attack wounds or is blocked; ``None`` stands for a Critical."""

    seat: Seat
    defence: int | None
    wounds: bool

    def describe(self) -> str:
        total = "a Critical" if self.defence is None else str(self.defence)
        result = "wounds" if self.wounds else "is blocked"
        return f"Against a defence total of {total} the attack of seat {self.seat} {result}."
