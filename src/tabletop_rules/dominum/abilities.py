"""Abilities as data, in layers: keywords, bonuses, deployments, triggered and activated ones.

Everything here is a plain frozen value that a TOML file can hold. What the values do is the
business of the engine; every union is closed.
"""

from typing import TypeAlias

from attrs import frozen

from tabletop_rules.dominum.conditions import (
    FREE,
    At,
    Attacking,
    Charged,
    Condition,
    Coordinated,
    Cost,
    Count,
    Defending,
    During,
    Infiltrate,
    Is,
    Leading,
    OtherIs,
    Protector,
    Reserve,
    Trailing,
    Turn,
    Uncharged,
)
from tabletop_rules.dominum.effects import (
    Attack,
    Charge,
    Choose,
    Cure,
    Deploy,
    DrawPower,
    Effect,
    ExtraAttack,
    GainReserve,
    GainSurge,
    Grant,
    Heal,
    LoseReserve,
    Move,
    PlaceCard,
    PowerDuel,
    ResetPower,
    ReturnCard,
    Sacrifice,
    Shift,
    Strengthen,
    Swap,
    Targeted,
    TargetedEffect,
    VictoryPoints,
    Weaken,
    Wound,
)
from tabletop_rules.dominum.terms import (
    Cards,
    KeywordName,
    Phase,
    Pile,
    Place,
    Side,
    Stat,
    Status,
    Trigger,
    Type,
    Who,
    Within,
)

__all__ = [
    "FREE",
    "Ability",
    "Activated",
    "AltAttack",
    "At",
    "Attack",
    "Attacking",
    "Bonus",
    "Cards",
    "Charge",
    "Charged",
    "Choose",
    "Condition",
    "Coordinated",
    "Cost",
    "Count",
    "Cure",
    "Defending",
    "Deploy",
    "Deployment",
    "DrawPower",
    "During",
    "Effect",
    "ExtraAttack",
    "GainReserve",
    "GainSurge",
    "Grant",
    "Heal",
    "Infiltrate",
    "Is",
    "Keyword",
    "KeywordName",
    "Leading",
    "LoseReserve",
    "Move",
    "OtherIs",
    "Phase",
    "Pile",
    "Place",
    "PlaceCard",
    "PowerDuel",
    "Protector",
    "Reserve",
    "ResetPower",
    "ReturnCard",
    "Sacrifice",
    "Shift",
    "Side",
    "Stat",
    "Status",
    "Strengthen",
    "Swap",
    "Targeted",
    "TargetedEffect",
    "Trailing",
    "Trigger",
    "Triggered",
    "Turn",
    "Type",
    "Uncharged",
    "VictoryPoints",
    "Weaken",
    "Who",
    "Within",
    "Wound",
]


@frozen
class Keyword:
    """A keyword, while all of `when` holds; `to` other cards than the card itself, if given."""

    keyword: KeywordName
    when: tuple[Condition, ...] = ()
    to: Cards | None = None


@frozen
class Bonus:
    """A number is changed while all of `when` holds; `to` other cards, if given.

    It is computed, never written on a card.
    """

    stat: Stat
    amount: int
    when: tuple[Condition, ...] = ()
    to: Cards | None = None


@frozen
class Deployment:
    """The card may also be deployed on `places`, for a cost (rules DM-INIT-8, DM-R5)."""

    places: tuple[Place, ...]
    cost: Cost = FREE
    when: tuple[Condition, ...] = ()


@frozen
class Triggered:
    """When the trigger happens and all of `when` holds, the effects follow.

    `may`: its owner may decline; what costs something may always be declined (rule DM-ACT-2).
    """

    trigger: Trigger
    effects: tuple[Effect, ...]
    when: tuple[Condition, ...] = ()
    cost: Cost = FREE
    may: bool = False


@frozen
class Activated:
    """Its owner may use it in the named phases of his own, once a phase (rules DM-ACT-3, DM-R42).

    On a stronghold once a turn, unless `every_phase` says otherwise (rules DM-SH-3, DM-R10).
    """

    phases: tuple[Phase, ...]
    effects: tuple[Effect, ...]
    when: tuple[Condition, ...] = ()
    cost: Cost = FREE
    every_phase: bool = False


@frozen
class AltAttack:
    """Alt Attack: one more attack in the named phases, optional, once a phase (rule DM-KEY-1)."""

    phases: tuple[Phase, ...]
    when: tuple[Condition, ...] = ()
    cost: Cost = FREE
    free: bool = False
    keywords: tuple[KeywordName, ...] = ()
    bonus: int = 0


Ability: TypeAlias = Keyword | Bonus | Deployment | Triggered | Activated | AltAttack
