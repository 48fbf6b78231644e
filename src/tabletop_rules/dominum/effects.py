"""Effects of abilities, as plain data: a closed union."""

from typing import TypeAlias

import attrs
from attrs import frozen

from tabletop_rules.dominum.terms import (
    ALLIES,
    ENEMIES,
    OTHERS,
    Cards,
    KeywordName,
    Pile,
    Place,
    Side,
    Stat,
    Type,
    Who,
    Within,
)

__all__ = [
    "Attack",
    "Charge",
    "Choose",
    "Cure",
    "Deploy",
    "DrawPower",
    "Effect",
    "ExtraAttack",
    "GainReserve",
    "GainSurge",
    "Grant",
    "Heal",
    "LoseReserve",
    "Move",
    "PlaceCard",
    "PowerDuel",
    "ResetPower",
    "ReturnCard",
    "Sacrifice",
    "Shift",
    "Strengthen",
    "Swap",
    "Targeted",
    "TargetedEffect",
    "VictoryPoints",
    "Weaken",
    "Wound",
]


@frozen
class Targeted:
    """Base of the effects that are for cards on the battlefield.

    Up to `count` cards of `target` are chosen if `who` is ``"chosen"``; `may`: also none.
    """

    who: Who = Who.CHOSEN
    target: Cards = ENEMIES
    count: int = 1
    may: bool = False


@frozen
class Wound(Targeted):
    """Wound cards; a second wound defeats (rule DM-COND-2).

    Two `wounds` at once are a defeat without "1st wound" (rule DM-R25).
    """

    wounds: int = 1


@frozen
class Heal(Targeted):
    """Remove wounds (rule DM-R44)."""

    target: Cards = ALLIES


@frozen
class Weaken(Targeted):
    """Weaken cards, never twice (rule DM-COND-4)."""


@frozen
class Cure(Targeted):
    """Remove Weaken tokens."""

    target: Cards = ALLIES


@frozen
class Shift(Targeted):
    """Shift cards, up to `spaces` times, each time one space orthogonally (rule DM-SHIFT-1)."""

    spaces: int = 1


@frozen
class Move(Targeted):
    """Move cards up to `spaces` steps of their own range (rules DM-R43, DM-INIT-9)."""

    spaces: int = 3


@frozen
class PlaceCard(Targeted):
    """Put cards on any empty space of `places`, near as `within` and `near` say.

    `within` counts from the card with the ability; `near`: adjacent to such a card.
    """

    places: tuple[Place, ...] = ()
    within: Within | None = None
    near: Cards | None = None


@frozen
class Swap(Targeted):
    """Exchange the places of the card with the ability and another card."""


@frozen
class Strengthen(Targeted):
    """Change a number of cards until the end of the phase (rule DM-R31)."""

    amount: int = 1
    stat: Stat = Stat.STRENGTH
    target: Cards = ALLIES


@frozen
class Grant(Targeted):
    """Give cards a keyword until the end of the phase (rule DM-R31)."""

    keyword: KeywordName = KeywordName.DEADLY
    target: Cards = ALLIES


@frozen
class Attack(Targeted):
    """Let cards make an attack now, by themselves, without spending their own (DM-R36, DM-INIT-10).

    `target` says who may attack; `victim` whom. `free`: it is a free strike. `keywords` and
    `bonus` count for this attack only.
    """

    who: Who = Who.SELF
    target: Cards = ALLIES
    victim: Cards = ENEMIES
    free: bool = False
    keywords: tuple[KeywordName, ...] = ()
    bonus: int = 0


@frozen
class ExtraAttack(Targeted):
    """Let cards that have attacked in this Attack phase attack once more in it."""

    target: Cards = ALLIES


@frozen
class Sacrifice(Targeted):
    """Remove cards from play: no On Discard (rule DM-SAC-2)."""

    target: Cards = OTHERS


@frozen
class Charge:
    """Add charge tokens to a stronghold (up to 3), or with a negative `amount` take some away."""

    amount: int = 1
    side: Side = Side.OWN


@frozen
class GainReserve:
    """Put power cards on one's own reserve board, drawn from the deck or picked from the used pile.

    At three cards one is discarded first (rule DM-R16).
    """

    count: int = 1
    source: Pile = Pile.DECK


@frozen
class LoseReserve:
    """Discard power cards of a reserve board; the owner of the ability chooses which."""

    count: int = 1
    side: Side = Side.ENEMY


@frozen
class ResetPower:
    """Reset a Power Deck: nine shuffled, two to the reserve board, no counter (rule DM-RESET-1)."""

    side: Side = Side.OWN


@frozen
class ReturnCard:
    """Return a card of one's own discard pile to the hand, or deploy it on `places` (rule DM-R44).

    Empty `places`: to the hand.
    """

    types: tuple[Type, ...] = ()
    places: tuple[Place, ...] = ()
    may: bool = True


@frozen
class Deploy:
    """Deploy a card of such types from the hand on one of `places` (rule DM-R34)."""

    types: tuple[Type, ...] = ()
    places: tuple[Place, ...] = (Place.OWN_DOMAIN,)
    may: bool = True


@frozen
class VictoryPoints:
    """Gain victory points, or with a negative `amount` lose some, never below 0."""

    amount: int = 1
    side: Side = Side.OWN


@frozen
class GainSurge:
    """Collect one's Surge token."""


@frozen
class PowerDuel:
    """A power duel that the owner initiates (rule DM-DUEL-1); what follows from either result."""

    win: "tuple[Effect, ...]" = ()
    lose: "tuple[Effect, ...]" = ()


@frozen
class DrawPower:
    """The owner draws power; a Critical or `at_least` so much is a success."""

    at_least: int
    success: "tuple[Effect, ...]" = ()
    failure: "tuple[Effect, ...]" = ()


@frozen
class Choose:
    """The owner chooses one of two."""

    first: "tuple[Effect, ...]"
    second: "tuple[Effect, ...]"


TargetedEffect: TypeAlias = (
    Wound
    | Heal
    | Weaken
    | Cure
    | Shift
    | Move
    | PlaceCard
    | Swap
    | Strengthen
    | Grant
    | Attack
    | ExtraAttack
    | Sacrifice
)

Effect: TypeAlias = (
    TargetedEffect
    | Charge
    | GainReserve
    | LoseReserve
    | ResetPower
    | ReturnCard
    | Deploy
    | VictoryPoints
    | GainSurge
    | PowerDuel
    | DrawPower
    | Choose
)

for _nested in (PowerDuel, DrawPower, Choose):  # an effect may hold effects
    attrs.resolve_types(_nested, globalns=globals())
