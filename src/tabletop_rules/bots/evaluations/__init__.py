"""How good a position looks to a seat, read from its view; a module for each game.

Bots import no game, so a module here names in protocols what it reads of that game's views.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final, TypeAlias, TypeVar

from tabletop_rules.bots.evaluations import dome_crushers, dominum, dominus_portus
from tabletop_rules.bots.evaluations.leads import lead

__all__ = ["EVALUATIONS", "Evaluation", "lead"]

V = TypeVar("V")

Evaluation: TypeAlias = Callable[[V, int], float]
"""Takes a view and the seat that it is of; higher is better for that seat."""

EVALUATIONS: Final[Mapping[str, Evaluation[Any]]] = MappingProxyType(
    {
        "dome_crushers": dome_crushers.evaluate,
        "dominum": dominum.evaluate,
        "dominus_portus": dominus_portus.evaluate,
    }
)
"""The evaluations by the name of their game."""
