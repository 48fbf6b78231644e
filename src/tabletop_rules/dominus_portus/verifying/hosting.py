"""A host that knows nothing of the base game and hands in whatever the boundary allows."""

from random import Random

from tabletop_rules.core import sample
from tabletop_rules.dominus_portus.actions import Action, CloseTurn, FinalPoints, FurtherGains
from tabletop_rules.dominus_portus.draws import Drawing
from tabletop_rules.dominus_portus.scoring import breakdown
from tabletop_rules.dominus_portus.state import State
from tabletop_rules.dominus_portus.turns import HostEnd, HostTurn
from tabletop_rules.dominus_portus.values import (
    TALLY_FIELDS,
    Colour,
    Placement,
    Symbol,
    SymbolKind,
    Tally,
)

__all__ = ["host_action"]

_COLOURS = tuple(Colour)


def host_action(state: State, rng: Random) -> Action:
    """Return something that the host may do now (rules DS-R1, DS-R15, DS-R19)."""
    ask = state.agenda[-1]
    if isinstance(ask, Drawing):
        return sample(ask.odds(state), rng)
    if isinstance(ask, HostEnd):
        return _final_points(state, rng)
    assert isinstance(ask, HostTurn)
    roll = rng.random()
    if ask.colour is None and not ask.closing and roll < 0.7:
        colour = _COLOURS[_below(rng, 3)]
        coins, population, legions = _below(rng, 3), _below(rng, 3), _below(rng, 3)
        change = _tally(state, rng)
        return Placement(ask.seat, colour, coins, population, _symbols(rng), legions, change)
    if roll < 0.8 and ask.gains < 3:
        return FurtherGains(ask.seat, _below(rng, 2), _tally(state, rng))
    return CloseTurn()


def _below(rng: Random, end: int) -> int:
    """Return a random number from 0 to below `end`."""
    return int(rng.random() * end)


def _tally(state: State, rng: Random) -> Tally:
    """Return a change to what the city of the present seat counts; districts may grow together."""
    now = state.cities[state.seat].tally
    numbers = [_below(rng, 4) - 1 for _ in TALLY_FIELDS]
    return Tally(*(max(n, -have) for n, have in zip(numbers, now.numbers, strict=True)))


def _symbols(rng: Random) -> tuple[Symbol, ...]:
    made: list[Symbol] = []
    for _ in range(_below(rng, 3)):
        same = rng.random() < 0.5
        if rng.random() < 0.5:
            made.append(Symbol(SymbolKind.MILITARY, same))
        else:
            made.append(Symbol(SymbolKind.PRESTIGE, same, _below(rng, 4)))
    return tuple(made)


def _final_points(state: State, rng: Random) -> FinalPoints:
    """Return points at the end, with which half of all games are tied (rule DS-R9)."""
    tied = rng.random() < 0.5
    seats = breakdown(state).seats
    points = tuple(60 - seat.provinces if tied else _below(rng, 60) for seat in seats)
    broken = tuple(_below(rng, 3) for _ in seats) if rng.random() < 0.5 else ()
    return FinalPoints(points, broken)
