"""All content of the game in one place, and reading it from a caller's TOML."""

from typing import Final

from tabletop_rules.core import load_content
from tabletop_rules.dominus_portus.city_tiles import CityTile, CityTiles, Rates
from tabletop_rules.dominus_portus.harbours import Good, Goods, Harbour, Island, IslandSpace
from tabletop_rules.dominus_portus.map_boards import (
    MapBoard,
    Needs,
    ScoreTile,
    ScoreTiles,
    Settlement,
    Settlements,
)

__all__ = [
    "CityTile",
    "CityTiles",
    "Good",
    "Goods",
    "Harbour",
    "Island",
    "IslandSpace",
    "MapBoard",
    "Needs",
    "Rates",
    "ScoreTile",
    "ScoreTiles",
    "Settlement",
    "Settlements",
    "load_city_tiles",
    "load_goods",
    "load_harbour",
    "load_map_board",
    "load_score_tiles",
    "load_settlements",
]

DEFAULT: Final = "reconstructed"
"""The id of shipped content that is, at least in part, invented here."""
PRINTED: Final = "printed"
"""The id of shipped content that the rulebook gives."""


def load_map_board(text: str, source: str = "") -> MapBoard:
    """Return the map that a TOML text describes.

    Raises:
        ContentError: with every problem of the text and its place; so do the other readers.
    """
    return load_content(text, MapBoard, source)


def load_score_tiles(text: str, source: str = "") -> ScoreTiles:
    """Return the score tiles that a TOML text describes."""
    return load_content(text, ScoreTiles, source)


def load_settlements(text: str, source: str = "") -> Settlements:
    """Return the settlement tokens that a TOML text describes."""
    return load_content(text, Settlements, source)


def load_harbour(text: str, source: str = "") -> Harbour:
    """Return the port and island tiles that a TOML text describes."""
    return load_content(text, Harbour, source)


def load_goods(text: str, source: str = "") -> Goods:
    """Return the goods that a TOML text describes."""
    return load_content(text, Goods, source)


def load_city_tiles(text: str, source: str = "") -> CityTiles:
    """Return the city tiles of a stand-alone game that a TOML text describes."""
    return load_content(text, CityTiles, source)
