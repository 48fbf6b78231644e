"""Booking a placement: what its owner and the guests gain, and the symbols that follow."""

from functools import lru_cache
from typing import Any

from tabletop_rules.core import Event, Transition
from tabletop_rules.core.agenda import run_steps
from tabletop_rules.dominus_portus.events import TilePlaced
from tabletop_rules.dominus_portus.gains import gained
from tabletop_rules.dominus_portus.state import City, Market, State
from tabletop_rules.dominus_portus.units import symbols_asked
from tabletop_rules.dominus_portus.values import NOTHING, Bonus, Placement, SymbolKind
from tabletop_rules.dominus_portus.voyages import guests_of

__all__ = ["book", "pending_of"]


@lru_cache(maxsize=1 << 12)
def pending_of(placed: Placement) -> tuple[Any, ...]:
    """Return what stands on the agenda for the symbols of a placement (rule DS-R13)."""
    return symbols_asked(placed.seat, placed.pending)


@lru_cache(maxsize=1 << 12)
def tile_placed(placed: Placement, tile: str | None) -> TilePlaced:
    """Make a `TilePlaced`, the same object for the same fields."""
    return TilePlaced(
        rule="DS-R13",
        seat=placed.seat,
        colour=placed.colour,
        coins=placed.coins,
        population=placed.population,
        tile=tile,
    )


@lru_cache(maxsize=1 << 12)
def base_points(placed: Placement) -> int:
    """Return the points of the Prestige symbols of a placement (rule DS-R16)."""
    return sum(s.points for s in placed.symbols if s.kind is SymbolKind.PRESTIGE)


@lru_cache(maxsize=1 << 12)
def _for_guests(placed: Placement) -> Bonus:
    """Return what guests gain by a placement (rules PT-GUEST-1, PT-GUEST-2)."""
    return Bonus(coins=placed.coins, population=placed.population)


def book(
    state: State,
    placed: Placement,
    tile: str | None,
    market: Market,
    agenda: tuple[Any, ...],
) -> Transition[State]:
    """Book a placement and pay the guests by where the ships are now (rules DS-R13, PT-R4).

    Guests gain coins and population, and no Legions or anything else (rule PT-GUEST-2). Without
    Dominus there is nothing to choose: Prestige symbols give points as ever (DS-PLAY-1).
    """
    seat, config = placed.seat, state.config
    cities = list(state.cities)
    city = cities[seat]
    events: tuple[Event, ...] = (tile_placed(placed, tile),)
    points = 0 if config.dominus else base_points(placed)
    cities[seat] = City(
        city.tally if placed.change == NOTHING else city.tally.plus(placed.change),
        city.coins + placed.coins,
        city.population + placed.population,
        city.faith,
        city.points + points,
    )
    if points:
        events += (gained("DS-PLAY-1", seat, Bonus(points=points)),)
    if state.ships and (placed.coins or placed.population):
        for guest in guests_of(state, seat):
            city = cities[guest]
            cities[guest] = City(
                city.tally,
                city.coins + placed.coins,
                city.population + placed.population,
                city.faith,
                city.points,
            )
            events += (gained("PT-GUEST-1", guest, _for_guests(placed)),)
    made = State(
        config,
        state.turn,
        state.dealt,
        market,
        state.tokens,
        state.sealed,
        tuple(cities),
        state.armies,
        state.ships,
        state.final,
        agenda,
    )
    return run_steps(made, events)
