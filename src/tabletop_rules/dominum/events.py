"""What can happen, as values that cite their rule. The secret choice of forces has a twin."""

from enum import Enum

from attrs import evolve, frozen

from tabletop_rules.core import Event, Seat
from tabletop_rules.dominum.contents import CRITICAL

__all__ = [
    "AbilityCapped",
    "AbilityDeclined",
    "AbilityUsed",
    "AssaultBegan",
    "AssaultSettled",
    "AttackDeclared",
    "AttackPrepared",
    "AttackResolved",
    "AttackTotalled",
    "CardBoosted",
    "CardDeployed",
    "CardLeft",
    "CardMoved",
    "CardReturned",
    "CardStatus",
    "Cause",
    "ChargesChanged",
    "CoinFlipped",
    "CounterSpent",
    "DeckCycled",
    "DuelSettled",
    "FirstPlayerNamed",
    "ForceChosen",
    "GameEnded",
    "InitiativeTaken",
    "Linked",
    "OptionChosen",
    "PhaseActivated",
    "PlacementSkipped",
    "PointsChanged",
    "PowerDeclined",
    "PowerDiscarded",
    "PowerGained",
    "PowerReset",
    "PowerTested",
    "PowerUsed",
    "RevealedTotals",
    "RoundBegan",
    "RoundEnded",
    "StrongholdsRevealed",
    "SurgeMoved",
    "TargetNamed",
]


def power(card: int) -> str:
    """Return a power card in a sentence."""
    return "the Critical" if card == CRITICAL else f"a {card}"


class Cause(Enum):
    """Why a card leaves the battlefield (rule DM-R26)."""

    DEFEATED = "is defeated"
    SACRIFICED = "is sacrificed"
    RETREATED = "retreats"


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
class CardDeployed(Event):
    """A card came to the battlefield by being deployed."""

    seat: Seat
    card: str
    space: str

    def describe(self) -> str:
        return f"Seat {self.seat} deploys {self.card} on {self.space}."


@frozen(kw_only=True)
class PlacementSkipped(Event):
    """A placement of the initial deployment is impossible (rule DM-R35)."""

    seat: Seat

    def describe(self) -> str:
        return f"Seat {self.seat} cannot place a card."


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
class CardLeft(Event):
    """A card left the battlefield for the discard pile (rule DM-R26)."""

    seat: Seat
    card: str
    space: str
    cause: Cause

    def describe(self) -> str:
        return f"{self.card} of seat {self.seat} on {self.space} {self.cause.value}."


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


@frozen(kw_only=True)
class ChargesChanged(Event):
    """A stronghold has gained or lost charges."""

    seat: Seat
    amount: int
    charges: int

    def describe(self) -> str:
        return f"The stronghold of seat {self.seat}: {self.amount:+} charge, now {self.charges}."


@frozen(kw_only=True)
class SurgeMoved(Event):
    """A Surge token was collected, or used."""

    seat: Seat
    held: bool

    def describe(self) -> str:
        return f"Seat {self.seat} {'collects' if self.held else 'uses'} the Surge token."


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


@frozen(kw_only=True)
class CardReturned(Event):
    """A card came back from the discard pile to the hand (rule DM-R45)."""

    seat: Seat
    card: str

    def describe(self) -> str:
        return f"{self.card} returns to the hand of seat {self.seat}."


@frozen(kw_only=True)
class GameEnded(Event):
    """The game is over."""

    reason: str

    def describe(self) -> str:
        return f"The game ends: {self.reason}."
