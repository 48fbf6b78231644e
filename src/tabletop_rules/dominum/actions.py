"""The actions of players and of chance, small frozen values with a text each.

Cards stand in them by their names, spaces by theirs (``c4``), so that an action means the same in
every state and on every board.
"""

from functools import lru_cache
from typing import Final, TypeAlias

from attrs import frozen

from tabletop_rules.core import Seat
from tabletop_rules.dominum.abilities import Phase
from tabletop_rules.dominum.terms import Term

__all__ = [
    "Action",
    "Activate",
    "AttackCard",
    "ChooseCard",
    "ChooseFirst",
    "DeployCard",
    "DrawCard",
    "FlipCoin",
    "Hop",
    "HopVerb",
    "OnPower",
    "OnSpace",
    "Option",
    "PowerVerb",
    "ReturnOne",
    "Say",
    "SpaceVerb",
    "UseAbility",
    "Word",
]


class Word(Term):
    """The actions that are one word."""

    LINK = "link"
    PASS = "pass"
    DONE = "done"
    GO = "go"
    POWER_DECK = "power deck"
    DECLINE = "decline"
    ACCEPT = "accept"
    COUNTERATTACK = "counterattack"
    ASSAULT = "assault"
    SURGE = "surge"
    CHARGE = "charge"
    RESERVE = "reserve"
    INITIATIVE = "initiative"


class HopVerb(Term):
    """The actions that take a card from one space to another."""

    MOVE = "move"
    SHIFT = "shift"
    LUNGE = "lunge"


class SpaceVerb(Term):
    """The actions that name one space."""

    RETREAT = "retreat"
    WITH = "with"
    SUBMERGE = "submerge"
    EVADE = "evade"
    KNOCK = "knock"
    ADVANCE = "advance"
    TARGET = "target"
    TO = "to"
    CURE = "cure"
    SACRIFICE = "sacrifice"


class PowerVerb(Term):
    """The actions that name a power card, or a Cycle Counter."""

    RESERVE = "power reserve"
    DISCARD = "discard"
    TAKE = "take"
    COUNTER = "counter"


@frozen(cache_hash=True)
class ChooseCard:
    """Choose a stronghold or a card for one's forces (rule DM-SEL-2)."""

    name: str


@frozen(cache_hash=True)
class FlipCoin:
    """Chance: this seat decides who is the 1st Player (rule DM-FIRST-4)."""

    seat: Seat


@frozen(cache_hash=True)
class ChooseFirst:
    """Name the 1st Player (rule DM-FIRST-2)."""

    seat: Seat


@frozen(cache_hash=True)
class DrawCard:
    """Chance: this is the next card of the Power Deck; 0 is the Critical."""

    card: int


@frozen(cache_hash=True)
class DeployCard:
    """Deploy a card from the hand; `ability`: where only its own ability lets it (DM-INIT-8)."""

    name: str
    space: str
    ability: bool = False


@frozen(cache_hash=True)
class ReturnOne:
    """Choose a card of one's discard pile (rule DM-R44)."""

    name: str


@frozen(cache_hash=True)
class Activate:
    """Take the token of a phase (rule DM-ROUND-3)."""

    phase: Phase


@frozen(cache_hash=True)
class Hop:
    """Move, shift or lunge from one space to another."""

    verb: HopVerb
    start: str
    end: str


@frozen(cache_hash=True)
class AttackCard:
    """Attack the card on `target` with the card on `space` as primary attacker (rule DM-ATK-1)."""

    space: str
    target: str


@frozen(cache_hash=True)
class OnSpace:
    """Whatever the verb says, with that space or the card on it."""

    verb: SpaceVerb
    space: str


@frozen(cache_hash=True)
class OnPower:
    """Use, discard or take a power card of that number, or a Cycle Counter; 0 is the Critical."""

    verb: PowerVerb
    card: int


@frozen(cache_hash=True)
class UseAbility:
    """Use an activated ability of the card on `space`, or of the stronghold (rule DM-ACT-2).

    `number` counts the activated abilities and Alt Attacks of the card from 1.
    """

    space: str | None
    number: int = 1


@frozen(cache_hash=True)
class Option:
    """Choose the first or the second of two."""

    number: int


@frozen(cache_hash=True)
class Say:
    """One of the words."""

    word: Word


Action: TypeAlias = (
    ChooseCard
    | FlipCoin
    | ChooseFirst
    | DrawCard
    | DeployCard
    | ReturnOne
    | Activate
    | Hop
    | AttackCard
    | OnSpace
    | OnPower
    | UseAbility
    | Option
    | Say
)

said: Final = {word: Say(word) for word in Word}
"""The one-word actions, each always the same object."""

hop = lru_cache(maxsize=1 << 14)(Hop)
attack = lru_cache(maxsize=1 << 14)(AttackCard)
on_space = lru_cache(maxsize=1 << 12)(OnSpace)
on_power = lru_cache(maxsize=1 << 8)(OnPower)
deploy = lru_cache(maxsize=1 << 14)(DeployCard)
choose = lru_cache(maxsize=1 << 12)(ChooseCard)
use = lru_cache(maxsize=1 << 10)(UseAbility)
activate: Final = {phase: Activate(phase) for phase in Phase}
