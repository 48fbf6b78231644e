"""How good a position looks to a seat, read from its view; one function for a game.

Bots import no game, so a function here names in a protocol what it reads of that game's views.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final, Protocol, TypeAlias, TypeVar

__all__ = ["EVALUATIONS", "Evaluation", "lead"]

V = TypeVar("V")

Evaluation: TypeAlias = Callable[[V, int], float]
"""Takes a view and the seat that it is of; higher is better for that seat."""


def lead(points: tuple[float, ...], seat: int) -> float:
    """Return by how much the points of `seat` exceed those of the best other seat.

    >>> lead((3, 5, 4), 1), lead((3, 5, 4), 0)
    (1, -2)
    """
    others = points[:seat] + points[seat + 1 :]
    return points[seat] - max(others, default=0)


class DuelView(Protocol):
    """What is read of a view of Dome Crushers."""

    @property
    def scores(self) -> tuple[int, int]:
        """The points of both seats."""
        raise NotImplementedError

    @property
    def totals(self) -> tuple[int, int]:
        """The Strength Totals of the round that is being played."""
        raise NotImplementedError


def dome_crushers(view: DuelView, seat: int) -> float:
    """Return the lead in points and in the Strength Total of the running round together."""
    return lead(view.scores, seat) + lead(view.totals, seat)


class CityArmy(Protocol):
    """What is read of a player's units in Dominus."""

    @property
    def legions(self) -> tuple[int, ...]:
        """The Legions in each province, Rome first."""
        raise NotImplementedError


class CityState(Protocol):
    """What is read of a state of Dominus and Portus."""

    @property
    def armies(self) -> tuple[CityArmy, ...]:
        """The units of each seat; none without Dominus."""
        raise NotImplementedError


class CityView(Protocol):
    """What is read of a view of Dominus and Portus."""

    @property
    def scores(self) -> tuple[int, ...]:
        """The points of all seats, as if the game ended now."""
        raise NotImplementedError

    @property
    def state(self) -> CityState:
        """The public state: nothing is secret."""
        raise NotImplementedError


def dominus_portus(view: CityView, seat: int) -> float:
    """Return the lead in points as if the game ended now, with a little for units on the map."""
    deployed = tuple(float(sum(army.legions)) for army in view.state.armies)
    units = lead(deployed, seat) / 10 if deployed else 0.0
    return lead(view.scores, seat) + units


EVALUATIONS: Final[Mapping[str, Evaluation[Any]]] = MappingProxyType(
    {"dome_crushers": dome_crushers, "dominus_portus": dominus_portus}
)
"""The evaluations by the name of their game."""
