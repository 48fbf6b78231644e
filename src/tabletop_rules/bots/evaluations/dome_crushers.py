"""How good a position of Dome Crushers looks."""

from functools import lru_cache
from typing import Any, Final, Protocol

from tabletop_rules.bots.evaluations.leads import lead

__all__ = ["evaluate"]


class DuelView(Protocol):
    """What is read of a view of Dome Crushers."""

    @property
    def config(self) -> Any:
        """The deck."""
        raise NotImplementedError

    @property
    def players(self) -> tuple[Any, Any]:
        """Both players with their scoring piles."""
        raise NotImplementedError

    @property
    def attackers(self) -> tuple[Any, ...]:
        """The cards in Attack Mode, which go to the scoring piles."""
        raise NotImplementedError

    @property
    def scores(self) -> tuple[int, int]:
        """The points of both seats."""
        raise NotImplementedError

    @property
    def totals(self) -> tuple[int, int]:
        """The Strength Totals of the round that is being played."""
        raise NotImplementedError


_TOTAL: Final = 1.5
_LEFT: Final = 2.0


def evaluate(view: DuelView, seat: int) -> float:
    """Return the lead in points, in the running round, and in the cards that are left, together.

    Cards that were played to attack are gone for good, whoever wins the round. What is left to a
    player is worth by how much it is stronger, card for card, than the deck was at first.
    """
    deck, scores = view.config.deck, view.scores
    totals = [0.0, 0.0]
    for place, player in enumerate(view.players):
        out = tuple([card.card for card in view.attackers if card.seat == place])
        spent = _spent(deck, player.face_up) + _spent(deck, player.face_down) + _spent(deck, out)
        totals[place] = scores[place] - _LEFT * spent
    return lead((totals[0], totals[1]), seat) + _TOTAL * lead(view.totals, seat)


@lru_cache(maxsize=1 << 14)
def _spent(deck: Any, cards: tuple[str, ...]) -> float:
    """Return by how much cards together exceed as many average cards of the deck."""
    mean = sum(deck.by_name[name].strength for name in deck.listed) / len(deck.listed)
    return sum((deck.by_name[name].strength - mean for name in cards), 0.0)
