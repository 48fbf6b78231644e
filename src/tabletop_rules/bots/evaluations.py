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


EVALUATIONS: Final[Mapping[str, Evaluation[Any]]] = MappingProxyType(
    {"dome_crushers": dome_crushers}
)
"""The evaluations by the name of their game."""
