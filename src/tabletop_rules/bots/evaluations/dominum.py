"""How good a position of Dominum looks."""

from functools import lru_cache
from typing import Any, Final, Protocol

__all__ = ["evaluate"]


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
_KEPT: Final = 1 << 14


def evaluate(view: WarView, seat: int) -> float:
    """Return the lead in points, standing cards, ground, charges and reserved power together.

    A card is worth its strength and one more, less if it is wounded or weakened, and more where it
    threatens the other's stronghold or guards its own.
    """
    worth = _worths(view.config)
    totals = [0.0, 0.0]
    for unit in view.units:
        totals[unit.seat] += worth[unit]
    powers = view.powers
    for place, player in enumerate(view.players):
        totals[place] += _POINT * player.points + 0.3 * player.charges
        totals[place] += 0.15 * sum(powers[place].reserve)
    return totals[seat] - totals[1 - seat]


class _Worths(dict[Any, float]):
    """What cards on a battlefield are worth, worked out when it is first asked."""

    def __init__(self, config: Any) -> None:
        self._board = config.board
        self._domains = config.domains

    def __missing__(self, unit: Any) -> float:
        if len(self) >= _KEPT:
            self.clear()
        board = self._board
        own, other = unit.seat, 1 - unit.seat
        place = 1 << unit.space
        strength: int = self._domains[own].cards[unit.card].strength
        value: float = 1.0 + strength - _WOUND * unit.wounded - unit.weakened
        if board.zones[other] & place:
            value += _FORTIFIED if board.fortified[other] & place else _IN_ZONE
        elif board.neutral & place:
            value += _NEUTRAL
        elif board.fortified[own] & place:
            value += _GUARD
        self[unit] = value
        return value


_worths = lru_cache(maxsize=1 << 4)(_Worths)
