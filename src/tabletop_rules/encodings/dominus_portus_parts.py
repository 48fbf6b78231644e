"""What an observation of Dominus and Portus holds, and how much of it there can be."""

from collections.abc import Iterator
from typing import Final

from tabletop_rules.dominus_portus import (
    Colour,
    Config,
    Symbol,
    SymbolKind,
)
from tabletop_rules.dominus_portus.draws import DealIslands, DealTiles, FillRing
from tabletop_rules.dominus_portus.gains import Track
from tabletop_rules.dominus_portus.state import LEGIONS
from tabletop_rules.dominus_portus.turns import (
    MOST_GAINS,
    BeginGame,
    EndOfTurn,
    HostEnd,
    HostTurn,
    NextTurn,
    Take,
)
from tabletop_rules.dominus_portus.units import Order, Reveal, SecondUse, Symbols, Use
from tabletop_rules.dominus_portus.values import (
    LEGION,
    MOST_AT_ONCE,
    MOST_SYMBOLS,
    TALLY_FIELDS,
    Bonus,
)
from tabletop_rules.dominus_portus.voyages import Good
from tabletop_rules.encodings.parts import Part
from tabletop_rules.encodings.rows import Names, spaced

__all__ = ["COLOURS", "KINDS", "SYMBOLS", "Places", "all_symbols"]

KINDS: Final = (
    BeginGame,
    DealTiles,
    DealIslands,
    FillRing,
    Take,
    HostTurn,
    HostEnd,
    EndOfTurn,
    NextTurn,
    Symbols,
    Order,
    Use,
    SecondUse,
    Reveal,
    Track,
    Good,
)
"""What can stand on the agenda."""
COLOURS: Final = tuple(Colour)
SYMBOLS: Final = tuple(SymbolKind)
_SYMBOL_COLUMNS: Final = (*(kind.value for kind in SYMBOLS), "same", "points")
_MOST_POINTS: Final = 1_000_000
"""The most points that it may name at the end."""


class Places:
    """The names that have places in an observation of a config, and its parts.

    Attributes:
        config: the config
        tiles: the city tiles
        score_tiles: the score tiles
        tokens: the types of settlement tokens
        islands: the islands
        goods: the types of goods
        provinces: the provinces, Rome first
        spaces: the spaces of a port and of the longest island together
        symbols: so many symbols can wait together
        agenda_room: so many items can stand on the agenda: each sealed province that is entered by
            a symbol of another's token adds one
    """

    def __init__(self, config: Config) -> None:
        self.config: Final = config
        self.tiles: Final = Names(config.city_tiles.names)
        self.score_tiles: Final = Names(config.score_tiles.names)
        self.tokens: Final = Names(config.settlements.names)
        self.islands: Final = Names(config.harbour.names)
        self.goods: Final = Names(good.name for good in config.goods.goods)
        self.provinces: Final = Names(config.map_board.all)
        longest = max((len(island.spaces) for island in config.harbour.islands), default=0)
        self.spaces: Final = config.harbour.port_spaces + longest
        self.symbols: Final = _most_symbols(config)
        self.agenda_room: Final = 6 + (len(self.provinces) if config.dominus else 0)

    def parts(self) -> Iterator[Part]:
        """Give the parts, in their order."""
        config, seats = self.config, self.config.seats
        dominus = config.dominus
        yield Part(
            "seat",
            (seats + 1,),
            0,
            1,
            "flag",
            "who looks",
            (*(f"seat {seat}" for seat in range(seats)), "a spectator"),
        )
        yield Part("turn", (1,), 0, config.all_turns, "turns", "the turns that are over", (), 0)
        if dominus:
            yield Part(
                "score_tiles",
                (len(self.provinces) - 1, len(self.score_tiles)),
                0,
                1,
                "flag",
                "the score tile at each province but Rome, in the order of the map; none until"
                " it is dealt",
                self.score_tiles.names,
            )
            yield Part(
                "tokens",
                (len(self.tokens),),
                0,
                max(config.settlements.counts),
                "tokens",
                "the settlement tokens that are not yet revealed",
                self.tokens.names,
                0,
            )
            yield Part(
                "sealed",
                (len(self.provinces),),
                0,
                1,
                "flag",
                "provinces whose settlement token is not yet revealed",
                self.provinces.names,
            )
        if config.portus:
            yield Part(
                "islands",
                (seats, len(self.islands)),
                0,
                1,
                "flag",
                "the island after each seat's port; none until it is dealt",
                self.islands.names,
            )
        if not config.hosted:
            supply = max(tile.copies for tile in config.city_tiles.tiles) * seats
            yield Part(
                "supply",
                (len(self.tiles),),
                0,
                supply,
                "tiles",
                "the city tiles that are not yet drawn",
                self.tiles.names,
            )
            yield Part(
                "ring",
                (len(self.tiles),),
                0,
                min(supply, config.city_tiles.ring),
                "tiles",
                "the city tiles that lie in the ring",
                self.tiles.names,
                joined=True,
            )
        yield Part(
            "cities",
            (seats, len(TALLY_FIELDS) + 4),
            0,
            _most_in_a_city(config),
            "numbers",
            "what each seat's city counts, and the coins, population, faith and points gained",
            (*TALLY_FIELDS, "coins", "population", "faith", "points"),
        )
        if dominus:
            yield Part(
                "legions",
                (seats, len(self.provinces)),
                0,
                LEGIONS,
                "Legions",
                "the Legions of each seat in each province",
                self.provinces.names,
                seats,
            )
            yield Part(
                "general",
                (seats, len(self.provinces)),
                0,
                1,
                "flag",
                "the province of each seat's General; none while it is in the supply",
                self.provinces.names,
                seats,
            )
        if config.portus:
            yield Part(
                "ships",
                (seats, seats, self.spaces),
                0,
                1,
                "flag",
                "where each seat's ship is: by the port, the viewer's first, that it is on or has"
                " left last, and the space of the port, then of the island after it",
                (
                    *(f"port {n + 1}" for n in range(config.harbour.port_spaces)),
                    *(f"island {n + 1}" for n in range(self.spaces - config.harbour.port_spaces)),
                ),
                seats,
            )
            yield Part(
                "goods",
                (seats, len(self.goods)),
                0,
                1,
                "goods",
                "the goods on each seat's ship",
                self.goods.names,
                seats,
            )
        if config.hosted:
            yield Part(
                "final",
                (2, seats),
                -_MOST_POINTS,
                _MOST_POINTS,
                "points",
                "what the host has said at the end: the points of each seat, and its tie-break",
                (),
                2,
            )
            yield Part(
                "final_given",
                (2,),
                0,
                1,
                "flag",
                "the host has said it",
                ("points", "tie-break"),
                0,
            )
        yield Part(
            "agenda",
            (self.agenda_room, len(self.agenda_columns)),
            0,
            max(MOST_GAINS, MOST_AT_ONCE, _most_stars(config)),
            "flags, numbers",
            "what is still to be settled, the question that is open first: its kind, whose it is;"
            " the colour of the tile placed; the gains of a host's turn, and whether it is closing;"
            " stars left, and whether they are of goods; the province entered; the symbols",
            self.agenda_columns,
        )

    @property
    def agenda_columns(self) -> tuple[str, ...]:
        """What the places of a row of the agenda stand for."""
        return (
            *(spaced(kind.__name__) for kind in KINDS),
            *(f"seat +{seat}" for seat in range(self.config.seats)),
            *(colour.value for colour in COLOURS),
            "gains",
            "closing",
            "left",
            "of goods",
            *(self.provinces.names if self.config.dominus else ()),
            *(f"{n + 1} {each}" for n in range(self.symbols) for each in _SYMBOL_COLUMNS),
        )


def all_symbols(config: Config) -> tuple[Symbol, ...]:
    """Return the symbols that a turn can have: those of the tiles, or all that a host may give."""
    if not config.hosted:
        listed = [symbol for tile in config.city_tiles.tiles for symbol in tile.symbols]
        return tuple(dict.fromkeys((*listed, LEGION)))
    military = [Symbol(SymbolKind.MILITARY, same) for same in (False, True)]
    prestige = [
        Symbol(SymbolKind.PRESTIGE, same, points)
        for same in (False, True)
        for points in range(MOST_AT_ONCE + 1)
    ]
    return (*military, *prestige, LEGION)


def _bonuses(config: Config) -> tuple[tuple[Bonus, int], ...]:
    """Return what a seat can gain besides placements, and how often in a game at most."""
    tokens = [(token.bonus, token.copies) for token in config.settlements.tokens]
    goods = [(good.bonus, config.turns) for good in config.goods.goods]
    return (*tokens, *goods)


def _most_symbols(config: Config) -> int:
    """Return how many symbols can be waiting together."""
    if not config.dominus:
        return 0
    most = [token.bonus.legions for token in config.settlements.tokens]
    most.append(sum(good.bonus.legions for good in config.goods.goods))
    if config.hosted:
        most.append(2 * MOST_SYMBOLS)
    most += [len(tile.symbols) + tile.legions for tile in config.city_tiles.tiles]
    return max(1, *most)


def _most_stars(config: Config) -> int:
    """Return how many stars can be asked for together: a ship may have one good of each type."""
    tokens = [token.bonus.stars for token in config.settlements.tokens]
    return max(0, *tokens, sum(good.bonus.stars for good in config.goods.goods))


def _most_in_a_city(config: Config) -> int:
    """Return a bound on all numbers of a city."""
    turns = config.all_turns
    if config.hosted:
        placed = MOST_AT_ONCE * (1 + 2 * MOST_GAINS + 2 * MOST_SYMBOLS)
    else:
        placed = max(
            max(
                tile.coins,
                tile.population,
                sum(symbol.points for symbol in tile.symbols),
                *tile.change.numbers,
            )
            for tile in config.city_tiles.tiles
        )
    gained = sum(
        max(bonus.coins, bonus.population, bonus.faith, bonus.points, bonus.stars) * times
        for bonus, times in _bonuses(config)
    )
    return turns * placed + gained
