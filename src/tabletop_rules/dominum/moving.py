"""Where cards can go: steps, moves, shifts, as bit masks."""

from functools import lru_cache

from tabletop_rules.dominum.abilities import KeywordName, Stat
from tabletop_rules.dominum.board import Board
from tabletop_rules.dominum.contents import Range
from tabletop_rules.dominum.standing import has, stat_bonus
from tabletop_rules.dominum.state import State, Unit

__all__ = ["could_reach", "move_mask", "shift_mask", "steps_of"]

_STEPS = 3


@lru_cache(maxsize=1 << 11)
def reach(board: Board, start: int, steps: int, diagonal: bool, blocked: int) -> int:
    """Return what can be reached in up to `steps`, not passing `blocked` spaces (rule DM-MOVE-2).

    A stronghold is one space that can be passed through (rules DM-MOVE-6, DM-R1).
    """
    first, second = board.strongholds
    open_spaces = (board.spaces | first | second) & ~blocked
    spread = board.radial if diagonal else board.orthogonal
    reached = frontier = 1 << start
    for _ in range(steps):
        frontier = spread(frontier) & open_spaces & ~reached
        if frontier & first:
            frontier |= first
        if frontier & second:
            frontier |= second
        if not frontier:
            break
        reached |= frontier
    return reached & board.spaces & ~(1 << start)


def steps_of(state: State, unit: Unit) -> int:
    """Return how many steps a card's Move-phase move may have."""
    return max(0, _STEPS + stat_bonus(state, unit, (Stat.STEPS,)))


def move_mask(state: State, unit: Unit, steps: int) -> int:
    """Return the spaces to which a card can move (DM-MOVE-3, DM-MOVE-5, DM-MOVE-7, DM-R19)."""
    if steps <= 0:
        return 0
    flying = has(state, unit, KeywordName.FLYING)
    radial = state.config.domains[unit.seat].cards[unit.card].range is Range.RADIAL
    blocked = 0 if flying else state.masks[1 - unit.seat]
    return reach(state.config.board, unit.space, steps, flying or radial, blocked) & state.empty


def could_reach(
    state: State, unit: Unit, space: int, *, past_enemies: bool = False, diagonally: bool = False
) -> bool:
    """Return whether a card's Move-phase move could end on a space if it went so."""
    radial = state.config.domains[unit.seat].cards[unit.card].range is Range.RADIAL
    flying = has(state, unit, KeywordName.FLYING)
    blocked = 0 if past_enemies or flying else state.masks[1 - unit.seat]
    board, steps = state.config.board, max(0, steps_of(state, unit))
    spaces = reach(board, unit.space, steps, diagonally or radial or flying, blocked)
    return bool(spaces >> space & 1)


def shift_mask(state: State, unit: Unit) -> int:
    """Return the spaces to which a card can shift (rules DM-SHIFT-1, DM-REPO-1)."""
    return state.config.board.adjacent[unit.space] & state.empty
