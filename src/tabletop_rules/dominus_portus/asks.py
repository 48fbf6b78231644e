"""Everything that can stand on the agenda, as one closed union."""

from typing import TypeAlias

import attrs

from tabletop_rules.dominus_portus.draws import DealIslands, DealTiles, FillRing
from tabletop_rules.dominus_portus.gains import Track
from tabletop_rules.dominus_portus.state import State
from tabletop_rules.dominus_portus.turns import (
    BeginGame,
    EndOfTurn,
    HostEnd,
    HostTurn,
    NextTurn,
    Take,
)
from tabletop_rules.dominus_portus.units import Order, Reveal, SecondUse, Symbols, Use
from tabletop_rules.dominus_portus.voyages import Good

__all__ = ["Ask"]

Ask: TypeAlias = (
    DealTiles
    | DealIslands
    | FillRing
    | BeginGame
    | Take
    | HostTurn
    | HostEnd
    | EndOfTurn
    | NextTurn
    | Symbols
    | Order
    | Use
    | SecondUse
    | Reveal
    | Track
    | Good
)

attrs.resolve_types(State, localns={"Ask": Ask})  # questions need the state, and it names them
