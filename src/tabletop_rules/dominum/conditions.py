"""Conditions and costs of abilities, as plain data."""

from typing import Final, TypeAlias

from attrs import frozen

from tabletop_rules.dominum.terms import (
    Cards,
    Phase,
    Place,
    Side,
    Status,
)

__all__ = [
    "FREE",
    "At",
    "Attacking",
    "Charged",
    "Condition",
    "Coordinated",
    "Cost",
    "Count",
    "Defending",
    "During",
    "Infiltrate",
    "Is",
    "Leading",
    "OtherIs",
    "Protector",
    "Reserve",
    "Trailing",
    "Turn",
    "Uncharged",
]


@frozen
class Infiltrate:
    """The card is in the opponent's Domain (rule DM-TRIG-2)."""


@frozen
class Protector:
    """The card is in its own Domain (rule DM-TRIG-3)."""


@frozen
class At:
    """The card is in one of `places`."""

    places: tuple[Place, ...]


@frozen
class Charged:
    """A stronghold has charge tokens, `at_least` so many (rule DM-COND-5)."""

    side: Side = Side.OWN
    at_least: int = 1


@frozen
class Uncharged:
    """A stronghold has no charge token (rule DM-COND-5)."""

    side: Side = Side.OWN


@frozen
class Is:
    """The card is wounded, weakened ...: all of `status`."""

    status: tuple[Status, ...]


@frozen
class Count:
    """There are so many of `cards` on the battlefield."""

    cards: Cards
    at_least: int = 1
    at_most: int | None = None


@frozen
class Trailing:
    """The card's owner has fewer victory points than the opponent."""


@frozen
class Leading:
    """The card's owner has more victory points than the opponent."""


@frozen
class During:
    """One of `phases` is being performed, by either player."""

    phases: tuple[Phase, ...]


@frozen
class Turn:
    """It is the activation of a side."""

    side: Side = Side.OWN


@frozen
class Attacking:
    """The card is the primary attacker (counterattacks too), `against` such a card."""

    against: Cards | None = None


@frozen
class Defending:
    """The card is being attacked, `against` such a card."""

    against: Cards | None = None


@frozen
class Coordinated:
    """The attack at hand is a coordinated one."""


@frozen
class OtherIs:
    """The other card of the trigger is one of `cards`."""

    cards: Cards


@frozen
class Reserve:
    """A reserve board holds so many power cards."""

    side: Side = Side.OWN
    at_least: int = 1
    at_most: int | None = None


Condition: TypeAlias = (
    Infiltrate
    | Protector
    | At
    | Charged
    | Uncharged
    | Is
    | Count
    | Trailing
    | Leading
    | During
    | Turn
    | Attacking
    | Defending
    | Coordinated
    | OtherIs
    | Reserve
)


@frozen
class Cost:
    """What must be paid, all of it, in this order.

    `charges` of one's stronghold; `discard_power` cards of one's reserve board; `draw_power` cards
    drawn from deck or reserve and used, whatever they show; the `sacrifice` of one own card.
    """

    charges: int = 0
    discard_power: int = 0
    draw_power: int = 0
    sacrifice: Cards | None = None


FREE: Final = Cost()
"""No cost at all."""
