"""Strength Totals, points, and the result."""

from tabletop_rules.core import Outcome, OutcomeKind, Seat
from tabletop_rules.dome_crushers.contents import DeckList, Side
from tabletop_rules.dome_crushers.state import InPlay, State

__all__ = ["outcome", "pile_score", "score", "strength_totals"]


def strength_totals(
    deck: DeckList,
    attackers: tuple[InPlay, ...],
    abilities: tuple[InPlay, ...],
    works: tuple[bool, ...],
) -> tuple[int, int]:
    """Return the Strength Totals of both seats as the cards lie; there is no floor (DC-R19).

    Cards in Attack Mode count their printed strength (DC-MODE-1, DC-ATK-1); cards in Ability Mode
    only the bonuses of those that work (DC-ABIL-3, DC-ABIL-6, DC-R14).
    """
    totals = [0, 0]
    by_name = deck.by_name
    for card in attackers:
        totals[card.seat] += by_name[card.card].strength
    for card, active in zip(abilities, works, strict=True):
        if active:
            for bonus in by_name[card.card].bonuses:
                seat = card.seat if bonus.side is Side.OWN else 1 - card.seat
                totals[seat] += bonus.amount
    return totals[0], totals[1]


def pile_score(deck: DeckList, face_up: tuple[str, ...]) -> int:
    """Return the sum of printed strengths of face-up cards in a scoring pile (DC-ATK-3)."""
    return sum(deck.by_name[card].strength for card in face_up)


def score(state: State) -> tuple[int, ...]:
    """Return the points that each seat has now: its face-up cards (DC-ATK-3, DC-OVER-2)."""
    return tuple(pile_score(state.config.deck, player.face_up) for player in state.players)


def outcome(state: State) -> Outcome | None:
    """Return the result, or ``None`` until the game is over.

    The higher score wins; a tie is broken by the start player of the last round played (DC-OVER-2,
    DC-OVER-3, DC-R6). A game that reached the cap of rounds has no winner (DC-R9).
    """
    if state.agenda:
        return None
    if not cannot_go_on(state):
        rounds = state.config.max_rounds
        reason = f"the cap of {rounds} rounds was reached"
        return Outcome(OutcomeKind.TRUNCATED, (1, 1), reason, "DC-R9")
    first, second = score(state)
    if first == second:
        winner: Seat = state.start_player
        reason = f"{first} points each, and seat {winner} started the last round"
        ranks = (1, 2) if winner == 0 else (2, 1)
        return Outcome(OutcomeKind.WIN, ranks, reason, "DC-OVER-2", "DC-OVER-3")
    winner = 0 if first > second else 1
    reason = f"{max(first, second)} points to {min(first, second)}"
    return Outcome(OutcomeKind.WIN, (1, 2) if winner == 0 else (2, 1), reason, "DC-OVER-2")


def cannot_go_on(state: State) -> bool:
    """Return whether a player cannot bring the hand up to its size (DC-OVER-1, DC-R5).

    It is asked at the end of a round: all cards that are not in a scoring pile count.
    """
    size = len(state.config.deck)
    return any(
        size - len(player.face_up) - len(player.face_down) < state.config.hand_size
        for player in state.players
    )
