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


class WarPlayer(Protocol):
    """What is read of a player in a view of Dominum."""

    @property
    def points(self) -> int:
        """Victory points."""
        raise NotImplementedError

    @property
    def charges(self) -> int:
        """Charges on the stronghold."""
        raise NotImplementedError


class WarView(Protocol):
    """What is read of a view of Dominum."""

    @property
    def config(self) -> Any:
        """The board and the domains."""
        raise NotImplementedError

    @property
    def players(self) -> tuple[WarPlayer, WarPlayer]:
        """Both players."""
        raise NotImplementedError

    @property
    def powers(self) -> tuple[Any, Any]:
        """Both Power Decks."""
        raise NotImplementedError

    @property
    def units(self) -> tuple[Any, ...]:
        """The cards on the battlefield."""
        raise NotImplementedError


_POINT: Final = 8.0
_WOUND: Final = 2.0
_IN_ZONE: Final = 1.5
_FORTIFIED: Final = 2.5
_NEUTRAL: Final = 0.4
_GUARD: Final = 0.8


def dominum(view: WarView, seat: int) -> float:
    """Return the lead in points, standing cards, ground, charges and reserved power together.

    A card is worth its strength and one more, less if it is wounded or weakened, and more where it
    threatens the other's stronghold or guards its own.
    """
    totals = [0.0, 0.0]
    board = view.config.board
    for unit in view.units:
        own, other = unit.seat, 1 - unit.seat
        card = view.config.domains[own].cards[unit.card]
        place = 1 << unit.space
        value = 1.0 + card.strength - _WOUND * unit.wounded - unit.weakened
        if board.zones[other] & place:
            value += _FORTIFIED if board.fortified[other] & place else _IN_ZONE
        elif board.neutral & place:
            value += _NEUTRAL
        elif board.fortified[own] & place:
            value += _GUARD
        totals[own] += value
    for place, player in enumerate(view.players):
        totals[place] += _POINT * player.points + 0.3 * player.charges
        totals[place] += 0.15 * sum(view.powers[place].reserve)
    return lead((totals[0], totals[1]), seat)


EVALUATIONS: Final[Mapping[str, Evaluation[Any]]] = MappingProxyType(
    {"dome_crushers": dome_crushers, "dominum": dominum, "dominus_portus": dominus_portus}
)
"""The evaluations by the name of their game."""
