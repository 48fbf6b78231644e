"""How good a position of Dome Crushers looks."""

from functools import lru_cache
from typing import Any, Final, Protocol

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
    deck = _worths(view.config.deck)
    excess, pile = deck.excess, deck.pile
    out = [0.0, 0.0]
    for card in view.attackers:
        out[card.seat] += excess[card.card]
    totals = [0.0, 0.0]
    for place, player in enumerate(view.players):
        points, up = pile(player.face_up)
        _, down = pile(player.face_down)
        totals[place] = points - _LEFT * (up + down + out[place])
    strengths, other = view.totals, 1 - seat
    return totals[seat] - totals[other] + _TOTAL * (strengths[seat] - strengths[other])


class _Worths:
    """What the cards of a deck are worth; the piles that recur are kept."""

    def __init__(self, deck: Any) -> None:
        self._strengths = {name: card.strength for name, card in deck.by_name.items()}
        mean = sum(self._strengths[name] for name in deck.listed) / len(deck.listed)
        self.excess = {name: strength - mean for name, strength in self._strengths.items()}
        """By how much each card exceeds the average card."""
        self.pile = lru_cache(maxsize=1 << 13)(self._pile)

    def _pile(self, cards: tuple[str, ...]) -> tuple[int, float]:
        """Return the strengths of cards together, and by how much they exceed average cards."""
        strengths, excess = self._strengths, self.excess
        return sum(strengths[name] for name in cards), sum((excess[name] for name in cards), 0.0)


_worths = lru_cache(maxsize=1 << 4)(_Worths)
