"""How good a position of Dome Crushers looks."""

from typing import Protocol

from tabletop_rules.bots.evaluations.leads import lead

__all__ = ["evaluate"]


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


def evaluate(view: DuelView, seat: int) -> float:
    """Return the lead in points and in the Strength Total of the running round together."""
    return lead(view.scores, seat) + lead(view.totals, seat)
