"""Dominus and Portus: provinces and ships, two expansions of a Roman city game.

The package itself is the game: it satisfies `tabletop_rules.core.Game`. The base game is not here:
another program hosts these modules and hands its placements in, or a ring of city tiles stands in
for it, so that they can be played by themselves.

>>> from tabletop_rules import dominus_portus
>>> state = dominus_portus.initial_state(dominus_portus.Config())
>>> len(dominus_portus.legal_actions(state))
12
>>> dominus_portus.format_action(dominus_portus.legal_actions(state)[0])
'tile Lyre pairs'
"""

from collections.abc import Mapping
from random import Random
from types import MappingProxyType
from typing import Final

from tabletop_rules.core import (
    Content,
    Outcome,
    Refusal,
    Seat,
    Transition,
    Weighted,
    load_rulebook,
    observe,
)
from tabletop_rules.core import agenda as _agenda
from tabletop_rules.core.agenda import actor
from tabletop_rules.dominus_portus import drawing as _drawing
from tabletop_rules.dominus_portus import notation as _notation
from tabletop_rules.dominus_portus import positions as _positions
from tabletop_rules.dominus_portus import scoring as _scoring
from tabletop_rules.dominus_portus import turns as _turns
from tabletop_rules.dominus_portus import views as _views
from tabletop_rules.dominus_portus.actions import (
    Action,
    ChooseTrack,
    CloseTurn,
    DealIsland,
    DealTile,
    Decline,
    DeployGeneral,
    DeployLegion,
    DrawGood,
    FinalPoints,
    FurtherGains,
    MoveGeneral,
    MoveLegion,
    Placement,
    RefillRing,
    Resolve,
    RevealToken,
    TakePoints,
    TakeTile,
)
from tabletop_rules.dominus_portus.config import Config, Rulings
from tabletop_rules.dominus_portus.contents import (
    CityTile,
    CityTiles,
    Good,
    Goods,
    Harbour,
    Island,
    IslandSpace,
    MapBoard,
    Needs,
    Rates,
    ScoreTile,
    ScoreTiles,
    Settlement,
    Settlements,
    load_city_tiles,
    load_goods,
    load_harbour,
    load_map_board,
    load_score_tiles,
    load_settlements,
)
from tabletop_rules.dominus_portus.events import (
    BeautificationGained,
    Gained,
    LegionSymbolsGained,
    StarGained,
)
from tabletop_rules.dominus_portus.harbours import Space
from tabletop_rules.dominus_portus.scoring import (
    Award,
    Breakdown,
    ProvinceScore,
    SeatTotal,
    score_provinces,
)
from tabletop_rules.dominus_portus.standings import Standing, read_standing, score_standing
from tabletop_rules.dominus_portus.state import (
    Army,
    City,
    Dealt,
    Market,
    Ship,
    State,
)
from tabletop_rules.dominus_portus.values import (
    Bonus,
    Colour,
    Symbol,
    SymbolKind,
    Tally,
)
from tabletop_rules.dominus_portus.verifying import verification
from tabletop_rules.dominus_portus.views import View

__all__ = [
    "Action",
    "Army",
    "Award",
    "BeautificationGained",
    "Bonus",
    "Breakdown",
    "ChooseTrack",
    "City",
    "CityTile",
    "CityTiles",
    "CloseTurn",
    "Colour",
    "Config",
    "DealIsland",
    "DealTile",
    "Dealt",
    "Decline",
    "DeployGeneral",
    "DeployLegion",
    "DrawGood",
    "FinalPoints",
    "FurtherGains",
    "Gained",
    "Good",
    "Goods",
    "Harbour",
    "Island",
    "IslandSpace",
    "LegionSymbolsGained",
    "MapBoard",
    "Market",
    "MoveGeneral",
    "MoveLegion",
    "Needs",
    "Placement",
    "ProvinceScore",
    "Rates",
    "RefillRing",
    "Resolve",
    "RevealToken",
    "Rulings",
    "ScoreTile",
    "ScoreTiles",
    "SeatTotal",
    "Settlement",
    "Settlements",
    "Ship",
    "Space",
    "Standing",
    "StarGained",
    "State",
    "Symbol",
    "SymbolKind",
    "TakePoints",
    "TakeTile",
    "Tally",
    "View",
    "actor",
    "apply",
    "breakdown",
    "chance_outcomes",
    "content_kinds",
    "format_action",
    "format_state",
    "initial_state",
    "legal_actions",
    "load_city_tiles",
    "load_goods",
    "load_harbour",
    "load_map_board",
    "load_score_tiles",
    "load_settlements",
    "max_actions",
    "name",
    "observe",
    "outcome",
    "parse_action",
    "parse_state",
    "read_standing",
    "render",
    "resample",
    "rulebook",
    "rules_version",
    "score",
    "score_provinces",
    "score_standing",
    "verification",
    "view",
    "why_not",
]

_OVER: Final = "DS-R18"

content_kinds: Final[Mapping[str, type[Content]]] = MappingProxyType(
    {
        "map_board": MapBoard,
        "score_tiles": ScoreTiles,
        "settlements": Settlements,
        "harbour": Harbour,
        "goods": Goods,
        "city_tiles": CityTiles,
    }
)
"""The kinds of content that a caller can replace."""
name: Final = "dominus_portus"
rulebook: Final = load_rulebook("tabletop_rules.dominus_portus")
rules_version: Final = rulebook.version


def initial_state(config: Config, /) -> State:
    """Return the state before anything is dealt (rules DS-SETUP-1 to -4, PT-SETUP-1 to -5)."""
    return _turns.initial_state(config)


def legal_actions(state: State, /) -> tuple[Action, ...]:
    """Return all legal actions, those of chance too, ``()`` when over or the host's turn."""
    return _agenda.legal_actions(state)


def chance_outcomes(state: State, /) -> tuple[Weighted[Action], ...]:
    """Return the legal actions with their exact probabilities, ``()`` unless chance acts."""
    return _agenda.chance_outcomes(state)


def apply(state: State, action: Action, /) -> Transition[State]:
    """Return the new state and what happened; `state` is untouched.

    Raises:
        IllegalActionError: with the id of the rule that forbids the action.
    """
    return _agenda.apply(state, action, _OVER)


def score(state: State, /) -> tuple[int, ...]:
    """Return the points that each seat has, as if the game ended now (rules DS-END-1, DS-R17)."""
    return _scoring.score(state)


def breakdown(state: State, /) -> Breakdown:
    """Return the points as they stand now, by province and rule, and by source."""
    return _scoring.breakdown(state)


def outcome(state: State, /) -> Outcome | None:
    """Return the result, or ``None`` until the game is over."""
    return _scoring.outcome(state)


def view(state: State, seat: Seat | None, /) -> View:
    """Return all that `seat` may know; ``None`` is a spectator.

    Raises:
        ValueError: there is no such seat.
    """
    return _views.view(state, seat)


def resample(seen: View, rng: Random, /) -> State:
    """Return the full state that fits a view, the only one there is (rule DS-R19)."""
    return _views.resample(seen, rng)


def why_not(state: State, action: Action, seat: Seat, /) -> Refusal | None:
    """Return why `seat` may not do `action` now, or ``None`` if it may."""
    return _agenda.why_not(state, action, seat, _OVER)


def format_action(action: Action, /) -> str:
    """Return the notation of an action, the same in every state."""
    return _notation.format_action(action)


def parse_action(text: str, /) -> Action:
    """Return the action that a text is the notation of.

    Raises:
        NotationError: it is the notation of none.
    """
    return _notation.parse_action(text)


def format_state(state: State, /) -> str:
    """Return the position as TOML that a person can read and write."""
    return _positions.format_state(state)


def parse_state(text: str, config: Config | None = None, /) -> State:
    """Return the position that a text describes; `config` unless the text has one.

    Raises:
        PositionError: with everything that is wrong with it.
    """
    return _positions.parse_state(text, config)


def render(seen: View, /) -> str:
    """Return a view as a picture in text."""
    return _drawing.render(seen)


def max_actions(config: Config, /) -> int:
    """Return a bound on the number of actions, chance included, of any game."""
    return _turns.max_actions(config)
