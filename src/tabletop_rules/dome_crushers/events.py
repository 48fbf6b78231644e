"""What can happen, as values that cite their rule. Secret ones have a public twin."""

from attrs import evolve, frozen

from tabletop_rules.core import Event, Seat
from tabletop_rules.dome_crushers.contents import Mode

__all__ = [
    "AbilityCancelled",
    "AbilityRestored",
    "AnswerTaken",
    "BatchPlaced",
    "CardDrawn",
    "CardPlacedUnder",
    "CardPlayed",
    "CardReturned",
    "CardSwitched",
    "CardsKept",
    "CardsScored",
    "DecksShuffled",
    "DrawBegun",
    "EffectDeclined",
    "EffectMissed",
    "EffectUnmet",
    "GameEnded",
    "RoundBegan",
    "RoundCutShort",
    "RoundEnded",
    "StartPlayerNamed",
    "TurnSkipped",
]


def listed(cards: tuple[str, ...]) -> str:
    """Return cards as a text, "nothing" if there are none."""
    return ", ".join(cards) or "nothing"


@frozen(kw_only=True)
class StartPlayerNamed(Event):
    """A seat starts the next round (rules DC-SETUP-3, DC-START-1, DC-START-2, DC-R4)."""

    seat: Seat

    def describe(self) -> str:
        return f"Seat {self.seat} is the start player."


@frozen(kw_only=True)
class RoundBegan(Event):
    """A round begins (rule DC-DRAW-1)."""

    round: int

    def describe(self) -> str:
        return f"Round {self.round} begins: both draw up to a full hand."


@frozen(kw_only=True)
class DecksShuffled(Event):
    """Hands, tables and decks were shuffled together (rule DC-SIMPLE-1)."""

    def describe(self) -> str:
        return "Each player shuffles all cards outside the scoring pile."


@frozen(kw_only=True)
class DrawBegun(Event):
    """An ability draws `possible` of the `wanted` cards (rule DC-ABIL-2, DC-R8 if fewer)."""

    seat: Seat
    wanted: int
    possible: int

    def describe(self) -> str:
        return f"Seat {self.seat} draws {self.possible} of {self.wanted}."


@frozen(kw_only=True)
class CardDrawn(Event):
    """A seat drew a card; the others see only that it drew one."""

    seat: Seat
    card: str | None

    def seen_by(self, seat: Seat | None, /) -> "CardDrawn":
        return self if seat == self.seat else evolve(self, card=None)

    def describe(self) -> str:
        return f"Seat {self.seat} draws {self.card or 'a card'}."


@frozen(kw_only=True)
class CardPlayed(Event):
    """A card was played face up (rules DC-TURN-2, DC-TURN-3)."""

    seat: Seat
    card: str
    mode: Mode
    play: int

    def describe(self) -> str:
        return f"Seat {self.seat} plays {self.card} (#{self.play}) in {self.mode.value} mode."


@frozen(kw_only=True)
class AbilityCancelled(Event):
    """A card in Ability Mode does not work, or stops working (rule DC-CANCEL-1)."""

    play: int
    card: str

    def describe(self) -> str:
        return f"{self.card} (#{self.play}) is cancelled."


@frozen(kw_only=True)
class AbilityRestored(Event):
    """A card in Ability Mode works again (rule DC-CANCEL-2)."""

    play: int
    card: str

    def describe(self) -> str:
        return f"{self.card} (#{self.play}) works again."


@frozen(kw_only=True)
class EffectMissed(Event):
    """A card was cancelled when it entered Ability Mode: no immediate effect (rule DC-R2)."""

    play: int
    card: str

    def describe(self) -> str:
        return f"{self.card} (#{self.play}) is cancelled, so its immediate effect is not performed."


@frozen(kw_only=True)
class EffectUnmet(Event):
    """An effect found nothing (more) to do (rules DC-R17, DC-R15)."""

    play: int
    card: str

    def describe(self) -> str:
        return f"The effect of {self.card} (#{self.play}) finds no target."


@frozen(kw_only=True)
class EffectDeclined(Event):
    """The owner of an effect that says "may" does not use the rest of it (rule DC-R17)."""

    play: int
    card: str

    def describe(self) -> str:
        return f"The effect of {self.card} (#{self.play}) is declined."


@frozen(kw_only=True)
class CardSwitched(Event):
    """A card was switched to the other mode (rule DC-SWITCH-1)."""

    play: int
    card: str
    to: Mode

    def describe(self) -> str:
        return f"{self.card} (#{self.play}) is switched to {self.to.value} mode."


@frozen(kw_only=True)
class CardReturned(Event):
    """A played card went back to its owner's hand (rule DC-R18)."""

    seat: Seat
    play: int
    card: str

    def describe(self) -> str:
        return f"{self.card} (#{self.play}) returns to the hand of seat {self.seat}."


@frozen(kw_only=True)
class TurnSkipped(Event):
    """A seat that could still play has no card in hand (rule DC-R7)."""

    seat: Seat

    def describe(self) -> str:
        return f"Seat {self.seat} has no card in hand: its turn is skipped."


@frozen(kw_only=True)
class RoundCutShort(Event):
    """A working ability ends the round at once (rules DC-END-6, DC-R10)."""

    play: int
    card: str

    def describe(self) -> str:
        return f"{self.card} (#{self.play}) ends the round."


@frozen(kw_only=True)
class RoundEnded(Event):
    """The round is over (rules DC-END-1 to DC-END-3, DC-R3); no `winner` when the totals tie."""

    round: int
    totals: tuple[int, ...]
    winner: Seat | None

    def describe(self) -> str:
        who = "nobody wins" if self.winner is None else f"seat {self.winner} wins"
        return f"Round {self.round} ends {self.totals[0]} : {self.totals[1]}, {who}."


@frozen(kw_only=True)
class CardsScored(Event):
    """Cards in Attack Mode went to their owner's scoring pile (rules DC-END-4, DC-END-5)."""

    seat: Seat
    cards: tuple[str, ...]
    face_up: bool

    def describe(self) -> str:
        side = "up" if self.face_up else "down"
        return f"Seat {self.seat} scores face {side}: {listed(self.cards)}."


@frozen(kw_only=True)
class AnswerTaken(Event):
    """A seat has chosen what to keep; the others see only that it has (rule DC-R12)."""

    seat: Seat
    cards: tuple[str, ...] | None

    def seen_by(self, seat: Seat | None, /) -> "AnswerTaken":
        return self if seat == self.seat else evolve(self, cards=None)

    def describe(self) -> str:
        if self.cards is None:
            return f"Seat {self.seat} has chosen what to keep."
        return f"Seat {self.seat} keeps {listed(self.cards)}."


@frozen(kw_only=True)
class CardsKept(Event):
    """How many cards a seat keeps, shown when both have chosen (rule DC-NEXT-1)."""

    seat: Seat
    count: int

    def describe(self) -> str:
        return f"Seat {self.seat} keeps {self.count}."


@frozen(kw_only=True)
class BatchPlaced(Event):
    """Cards go under a deck: those that lay `open`, and a number of others (rule DC-NEXT-2)."""

    seat: Seat
    open: tuple[str, ...]
    others: int

    def describe(self) -> str:
        other = "other " if self.open else ""
        count = f"{self.others} {other}card{'' if self.others == 1 else 's'}"
        parts = [*self.open, *([count] if self.others else [])]
        return f"Under the deck of seat {self.seat} go {' and '.join(parts)}."


@frozen(kw_only=True)
class CardPlacedUnder(Event):
    """A card was placed under its deck; the others do not see which (rule DC-R12)."""

    seat: Seat
    card: str | None

    def seen_by(self, seat: Seat | None, /) -> "CardPlacedUnder":
        return self if seat == self.seat else evolve(self, card=None)

    def describe(self) -> str:
        return f"Seat {self.seat} places {self.card or 'a card'} under its deck."


@frozen(kw_only=True)
class GameEnded(Event):
    """The game is over (rules DC-OVER-1, DC-R5, DC-R9)."""

    reason: str

    def describe(self) -> str:
        return f"The game ends: {self.reason}."
