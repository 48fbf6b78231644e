"""The words of abilities: types, phases, places, keywords, and which cards are meant."""

from enum import Enum
from typing import Final

from attrs import frozen

__all__ = [
    "ALLIES",
    "ENEMIES",
    "OTHERS",
    "Cards",
    "KeywordName",
    "Phase",
    "Pile",
    "Place",
    "Side",
    "Stat",
    "Status",
    "Term",
    "Trigger",
    "Type",
    "Who",
    "Within",
]


class Term(Enum):
    """A term by which much is looked up: it hashes by identity, quicker than by its name."""

    __hash__ = object.__hash__


class Type(Term):
    """The three types of cards in a domain (rule DM-CARD-2)."""

    HERO = "hero"
    ELITE = "elite"
    WARRIOR = "warrior"


class Phase(Term):
    """The eight phases of a round (rule DM-R6)."""

    DEPLOY = "deploy"
    MOVE = "move"
    REPOSITION = "reposition"
    ATTACK = "attack"
    ASSAULT = "assault"
    CHARGE = "charge"
    RESERVE = "reserve"
    INITIATIVE = "initiative"


class Side(Term):
    """Whose, seen from the owner of the card."""

    OWN = "own"
    ENEMY = "enemy"
    EITHER = "either"


class Place(Term):
    """A part of the board, seen from the owner of the card."""

    OWN_DOMAIN = "own_domain"
    ENEMY_DOMAIN = "enemy_domain"
    NEUTRAL_LINE = "neutral_line"
    OWN_ZONE = "own_zone"
    """The Assault Zone around one's own stronghold."""
    ENEMY_ZONE = "enemy_zone"
    OWN_FORTIFIED = "own_fortified"
    ENEMY_FORTIFIED = "enemy_fortified"


class Within(Term):
    """How near a card or space is to the card with the ability."""

    ADJACENT = "adjacent"
    """Above, below or beside: never diagonal (rule DM-ADJ-1)."""
    AROUND = "around"
    """One of the eight neighbours."""
    RANGE = "range"
    """One step of its own range (rule DM-R19)."""
    ROW = "row"
    COLUMN = "column"


class Status(Term):
    """A condition of a card."""

    WOUNDED = "wounded"
    UNWOUNDED = "unwounded"
    WEAKENED = "weakened"
    UNWEAKENED = "unweakened"


class KeywordName(Term):
    """The keywords that a card can have; for Alt Attack see `AltAttack`."""

    BARRAGE = "barrage"
    DEADLY = "deadly"
    EVASIVE = "evasive"
    FLYING = "flying"
    FREE_STRIKE = "free_strike"
    KNOCKBACK = "knockback"
    LUNGE = "lunge"
    OUTFLANK = "outflank"
    SUBMERGE = "submerge"


class Stat(Term):
    """A number that a bonus changes."""

    STRENGTH = "strength"
    """Attack and defence strength."""
    ATTACK = "attack"
    DEFENCE = "defence"
    ASSAULT = "assault"
    """The initial score of an assault of its owner."""
    STEPS = "steps"
    """The steps of a Move-phase move."""


class Trigger(Term):
    """What sets off a triggered ability."""

    ON_DEPLOY = "on_deploy"
    FIRST_WOUND = "first_wound"
    ON_DISCARD = "on_discard"
    WOUNDS = "wounds"
    """This card's attack, counterattack or free strike wounds an enemy that survives it."""
    DEFEATS = "defeats"
    """This card's attack, counterattack or free strike defeats an enemy."""
    BLOCKS = "blocks"
    """This card blocks an attack of an enemy."""
    BLOCKED = "blocked"
    """An enemy blocks this card's attack."""
    MOVES = "moves"
    """This card has made its move of a Move phase or its shift of a Reposition phase."""
    ALLY_DEFEATED = "ally_defeated"
    ENEMY_DEFEATED = "enemy_defeated"
    ALLY_DEPLOYS = "ally_deploys"
    ENEMY_DEPLOYS = "enemy_deploys"
    ASSAULTS = "assaults"
    """An assault of the card's owner has been settled."""


class Who(Enum):
    """Which card an effect is for."""

    SELF = "self"
    """The card with the ability."""
    OTHER = "other"
    """The other card of the trigger: whom it wounded, who blocked it, who was deployed ..."""
    SAME = "same"
    """The card that the effect before it was for."""
    CHOSEN = "chosen"
    """A card that the owner of the ability chooses among `target`."""
    ALL = "all"
    """Every card of `target`."""


class Pile(Enum):
    """Where a power card comes from."""

    DECK = "deck"
    USED = "used"


@frozen
class Cards:
    """Which cards on the battlefield are meant; everything that is given must fit.

    Empty `types`, `places` and `names` mean any. `itself`: also the card with the ability.
    """

    side: Side = Side.ENEMY
    types: tuple[Type, ...] = ()
    places: tuple[Place, ...] = ()
    within: Within | None = None
    status: tuple[Status, ...] = ()
    itself: bool = False
    flying: bool | None = None
    most_strength: int | None = None
    """Only cards whose printed strength is not above this."""
    names: tuple[str, ...] = ()


ENEMIES: Final = Cards()
OTHERS: Final = Cards(side=Side.OWN)
ALLIES: Final = Cards(side=Side.OWN, itself=True)
