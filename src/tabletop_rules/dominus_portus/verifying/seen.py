"""What several witnesses look for in a step."""

from collections.abc import Iterator
from typing import Final, TypeAlias, TypeVar

from tabletop_rules.core import Event, Played
from tabletop_rules.dominus_portus.actions import (
    Action,
    DeployGeneral,
    DeployLegion,
    MoveGeneral,
    MoveLegion,
    Placement,
    TakeTile,
)
from tabletop_rules.dominus_portus.state import State
from tabletop_rules.dominus_portus.turns import BeginGame
from tabletop_rules.dominus_portus.units import Use

__all__ = ["MOVES", "UNITS", "Seen", "of_kind", "placement_of", "sets_out", "used"]

Seen: TypeAlias = Played[State, Action]
"""A step of the game."""

E = TypeVar("E", bound=Event)

DEPLOYMENTS: Final = (DeployLegion, DeployGeneral)
MOVES: Final = (MoveLegion, MoveGeneral)
UNITS: Final = (*DEPLOYMENTS, *MOVES)


def sets_out(step: Seen) -> bool:
    """Return whether the setup is done with this step: the first turn begins."""
    return type(step.before.agenda[0]) is BeginGame and type(step.after.agenda[0]) is not BeginGame


def of_kind(step: Seen, kind: type[E]) -> Iterator[E]:
    """Give the events of a kind."""
    return (event for event in step.events if type(event) is kind)


def used(step: Seen) -> Use | None:
    """Return the question of a symbol that a unit has been deployed or moved for, if it is one."""
    if type(step.action) not in UNITS:
        return None
    ask = step.before.agenda[-1]
    return ask if isinstance(ask, Use) else None


def placement_of(step: Seen) -> Placement | None:
    """Return the placement that was booked in a step, hosted or not."""
    action = step.action
    if isinstance(action, Placement):
        return action
    if not isinstance(action, TakeTile):
        return None
    state = step.before
    return state.config.city_tiles.placements[state.seat][action.tile]
