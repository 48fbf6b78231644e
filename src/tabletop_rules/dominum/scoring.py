"""Points and the result."""

from tabletop_rules.core import Outcome, OutcomeKind
from tabletop_rules.dominum.state import State

__all__ = ["outcome", "score", "verdict"]

_WINNING = 7


def score(state: State) -> tuple[int, ...]:
    """Return the victory points of each seat."""
    return tuple(player.points for player in state.players)


def verdict(state: State) -> Outcome | None:
    """Return the result if a game ends with the round that is over, else ``None``.

    By points (rules DM-WIN-1, DM-R11), or when both have cycled four times (rules DM-WIN-2,
    DM-CYCLE-6, DM-R12); a tie is fought on if that was agreed (rule DM-WIN-3).
    """
    first, second = (player.points for player in state.players)
    cycled = all(not power.counters for power in state.powers)
    by_points = max(first, second) >= _WINNING
    if not by_points and not cycled:
        return None
    rule = "DM-WIN-1" if by_points else "DM-WIN-2"
    if first == second:
        if state.config.rulings.to_the_bitter_end:
            return None
        return Outcome(OutcomeKind.DRAW, (1, 1), f"{first} points each", rule)
    ranks = (1, 2) if first > second else (2, 1)
    reason = f"{max(first, second)} points to {min(first, second)}"
    return Outcome(OutcomeKind.WIN, ranks, reason, rule)


def outcome(state: State) -> Outcome | None:
    """Return the result, or ``None`` until the game is over (rules DM-R11, DM-R12, DM-R32)."""
    if state.agenda:
        return None
    over = verdict(state)
    if over is not None:
        return over
    reason = f"the cap of {state.config.max_rounds} rounds was reached"
    return Outcome(OutcomeKind.TRUNCATED, (1, 1), reason, "DM-R32")
