"""Power Decks, reserve boards and Cycle Counters, and what a draw decides by itself."""

from attrs import frozen

from tabletop_rules.core import Event, Seat
from tabletop_rules.dominum.contents import CRITICAL

__all__ = [
    "CounterSpent",
    "DeckCycled",
    "DuelSettled",
    "PowerDeclined",
    "PowerDiscarded",
    "PowerGained",
    "PowerReset",
    "PowerTested",
    "PowerUsed",
]


def power(card: int) -> str:
    """Return a power card in a sentence."""
    return "the Critical" if card == CRITICAL else f"a {card}"


@frozen(kw_only=True)
class PowerReset(Event):
    """A Power Deck is reset (rule DM-RESET-1)."""

    seat: Seat

    def describe(self) -> str:
        return f"Seat {self.seat} resets the Power Deck."


@frozen(kw_only=True)
class PowerGained(Event):
    """A power card has come to a reserve board."""

    seat: Seat
    card: int

    def describe(self) -> str:
        return f"Seat {self.seat} puts {power(self.card)} on the reserve board."


@frozen(kw_only=True)
class PowerUsed(Event):
    """A power card was used (rules DM-POWER-2 to DM-POWER-4)."""

    seat: Seat
    card: int
    reserve: bool

    def describe(self) -> str:
        source = "from the reserve board" if self.reserve else "from the deck"
        return f"Seat {self.seat} uses {power(self.card)} {source}."


@frozen(kw_only=True)
class PowerDeclined(Event):
    """A seat draws no power, or keeps what it has drawn."""

    seat: Seat

    def describe(self) -> str:
        return f"Seat {self.seat} draws no power."


@frozen(kw_only=True)
class PowerDiscarded(Event):
    """A card of a reserve board went to the used pile."""

    seat: Seat
    card: int

    def describe(self) -> str:
        return f"Seat {self.seat} loses {power(self.card)} from the reserve board."


@frozen(kw_only=True)
class DeckCycled(Event):
    """All nine power cards were used: the deck cycles (rule DM-CYCLE-1)."""

    seat: Seat

    def describe(self) -> str:
        return f"The Power Deck of seat {self.seat} cycles."


@frozen(kw_only=True)
class CounterSpent(Event):
    """A Cycle Counter was put aside and its power card taken (rule DM-CYCLE-2)."""

    seat: Seat
    counter: int
    left: int

    def describe(self) -> str:
        return f"Seat {self.seat} puts counter {self.counter} aside, {self.left} left."


@frozen(kw_only=True)
class DuelSettled(Event):
    """A Power Duel is decided (rules DM-DUEL-2, DM-R17)."""

    seat: Seat
    won: bool

    def describe(self) -> str:
        return f"Seat {self.seat} {'wins' if self.won else 'loses'} the Power Duel it initiated."


@frozen(kw_only=True)
class PowerTested(Event):
    """A drawn power card was enough for an ability, or was not."""

    seat: Seat
    success: bool

    def describe(self) -> str:
        return f"The draw of seat {self.seat} {'succeeds' if self.success else 'fails'}."
