"""What stays the same in all states of one game: the parts in the box."""

from collections.abc import Callable, Mapping
from typing import Final

from tabletop_rules.dominus_portus.state import State
from tabletop_rules.dominus_portus.turns import BeginGame, Take
from tabletop_rules.dominus_portus.voyages import supply_of

__all__ = ["CONSERVED"]


def _dominus_parts(state: State) -> object:
    """Whether no unit or tile is there too often; the tokens that lie on no province (DS-COMP-1).

    A supply is what is not on the map, so one that is below zero has lost a unit.
    """
    places = len(state.config.map_board.all)
    armies = all(
        len(army.legions) == places
        and min(army.legions) >= 0 <= army.supply
        and (army.general is None or 0 <= army.general < places)
        for army in state.armies
    )
    tiles = len(set(state.dealt.tiles)) == len(state.dealt.tiles)
    tokens = min(state.tokens, default=0) >= 0
    spare = sum(state.tokens) - state.sealed.bit_count()
    return armies, tiles, tokens, len(state.armies), spare


def _portus_parts(state: State) -> object:
    """Whether no island, ship or good is there too often (PT-COMP-1)."""
    islands = state.dealt.islands
    supply = supply_of(state.config.goods, state.goods_held) if state.ships else ()
    held = sum(good.copies for good in state.config.goods.goods) - sum(supply)
    counted = held == sum(len(ship.goods) for ship in state.ships) if state.ships else True
    ships = len(state.ships) in (0, state.config.seats)
    return len(set(islands)) == len(islands), ships, min(supply, default=0) >= 0, counted


def _city_tiles(state: State) -> object:
    """The city tiles in supply, ring and cities, stand-alone (DS-R17)."""
    if state.config.hosted:
        return None
    placed = state.turn
    if state.agenda and type(state.agenda[0]) not in (Take, BeginGame):
        placed += 1
    market = state.market
    return sum(market.supply) + len(market.ring) + placed, min(market.supply) >= 0


CONSERVED: Final[Mapping[str, Callable[[State], object]]] = {
    "DS-COMP-1": _dominus_parts,
    "PT-COMP-1": _portus_parts,
    "DS-R17": _city_tiles,
}
"""By rule, a value that no action changes."""
