"""The config of a game: seats, modules, who plays the base game, content, and the switches."""

from collections.abc import Iterator
from typing import Final

from attrs import Factory, frozen

from tabletop_rules.core import ConfigError, Problem
from tabletop_rules.core.errors import shown
from tabletop_rules.dominus_portus.contents import (
    DEFAULT,
    PRINTED,
    CityTiles,
    Goods,
    Harbour,
    MapBoard,
    ScoreTiles,
    Settlements,
)
from tabletop_rules.dominus_portus.values import is_between

__all__ = ["Config", "Rulings"]

_MOST_TURNS: Final = 1_000


@frozen
class Rulings:
    """The rulings that a table may turn the other way."""

    beautifications: bool = False
    """DS-R4: the base game's variant of that name is in play, so that its settlement token is
    an event for the host; otherwise the token has no effect."""
    anchor_on_arrival: bool = True
    """PT-R3: a ship that arrives on an Anchor at the end of a turn draws a good at once;
    otherwise only one that has stayed there does."""


@frozen(cache_hash=True)
class Config:
    """What is agreed before a game; public.

    Raises:
        ConfigError: with everything that is wrong.
    """

    seats: int = 2
    """The number of players, 2 to 4."""
    dominus: bool = True
    """The Dominus module is in play."""
    portus: bool = True
    """The Portus module is in play."""
    hosted: bool = False
    """Another program plays the base game and hands its placements in (DS-R1)."""
    host_draws: bool = False
    """The host, and not chance, says what is dealt and drawn, as at a real table (DS-R19)."""
    turns: int = 24
    """The turns that each player has (DS-R17)."""
    map_board: MapBoard = Factory(lambda: MapBoard.shelf.get(DEFAULT))
    score_tiles: ScoreTiles = Factory(lambda: ScoreTiles.shelf.get(PRINTED))
    settlements: Settlements = Factory(lambda: Settlements.shelf.get(PRINTED))
    harbour: Harbour = Factory(lambda: Harbour.shelf.get(DEFAULT))
    goods: Goods = Factory(lambda: Goods.shelf.get(DEFAULT))
    city_tiles: CityTiles = Factory(lambda: CityTiles.shelf.get(DEFAULT))
    rulings: Rulings = Rulings()

    def __attrs_post_init__(self) -> None:
        problems = list(_problems(self))
        if problems:
            raise ConfigError(problems)

    @property
    def all_turns(self) -> int:
        """The turns of all players together."""
        return self.seats * self.turns


_KINDS: Final[tuple[tuple[str, type], ...]] = (
    ("map_board", MapBoard),
    ("score_tiles", ScoreTiles),
    ("settlements", Settlements),
    ("harbour", Harbour),
    ("goods", Goods),
    ("city_tiles", CityTiles),
    ("rulings", Rulings),
    ("dominus", bool),
    ("portus", bool),
    ("hosted", bool),
    ("host_draws", bool),
)


def _problems(config: Config) -> Iterator[Problem]:
    """Give what is wrong with a config, whatever an untyped caller has passed."""
    typed = True
    for key, kind in _KINDS:
        given = getattr(config, key)
        if not isinstance(given, kind):
            typed = False
            yield Problem(key, f"expected {kind.__name__}, got {shown(given)}")
    for key, lowest, highest in (("seats", 2, 4), ("turns", 1, _MOST_TURNS)):
        given = getattr(config, key)
        if not is_between(given, lowest, highest):
            typed = False
            yield Problem(key, f"expected {lowest} to {highest}, got {shown(given)}")
    if typed:
        yield from _fit_problems(config)


def _fit_problems(config: Config) -> Iterator[Problem]:
    """Give where the parts of a config do not fit together."""
    if not config.dominus and not config.portus:
        yield Problem("dominus", "expected at least one of the modules dominus and portus")
    if config.host_draws and not config.hosted:
        yield Problem("host_draws", "only in a hosted game is there a host that can draw")
    provinces = len(config.map_board.provinces)
    if config.dominus and len(config.score_tiles.tiles) < provinces:
        what = f"expected {provinces}, one for each province, got {len(config.score_tiles.tiles)}"
        yield Problem("score_tiles", what)
    if config.dominus and sum(config.settlements.counts) < provinces:
        what = f"expected {provinces} tokens, one for each province"
        yield Problem("settlements", f"{what}, got {sum(config.settlements.counts)}")
    if config.portus and len(config.harbour.islands) < config.seats:
        what = f"expected an island for each of {config.seats} seats"
        yield Problem("harbour", f"{what}, got {len(config.harbour.islands)}")
    if config.portus and not config.goods.goods:
        yield Problem("goods", "expected at least one type of goods, got none")
    if not config.hosted and config.city_tiles.each < config.turns:
        what = f"expected a tile for each of {config.turns} turns of a player"
        yield Problem("city_tiles", f"{what}, got {config.city_tiles.each}")
