"""The encoding of Dominus and Portus."""

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from typing import Final

from tabletop_rules.core import Seat
from tabletop_rules.dominus_portus import (
    Action,
    Army,
    ChooseTrack,
    City,
    Colour,
    Config,
    DealIsland,
    DealTile,
    Decline,
    DeployGeneral,
    DeployLegion,
    DrawGood,
    MoveGeneral,
    MoveLegion,
    RefillRing,
    Resolve,
    RevealToken,
    Symbol,
    TakePoints,
    TakeTile,
    View,
)
from tabletop_rules.dominus_portus.asks import Ask
from tabletop_rules.dominus_portus.gains import GOODS, Track
from tabletop_rules.dominus_portus.harbours import ring_of
from tabletop_rules.dominus_portus.state import Dealt, Market
from tabletop_rules.dominus_portus.turns import (
    EndOfTurn,
    HostTurn,
)
from tabletop_rules.dominus_portus.units import Order, Reveal, SecondUse, Symbols, Use
from tabletop_rules.encodings.base import Encoding
from tabletop_rules.encodings.dominus_portus_parts import (
    COLOURS,
    KINDS,
    SYMBOLS,
    Places,
    all_symbols,
)
from tabletop_rules.encodings.numbering import Family, Listed
from tabletop_rules.encodings.parts import Part, Piece
from tabletop_rules.encodings.rows import NOTHING, by_identity, fitted, numbers, one_of

__all__ = ["DominusPortusEncoding"]

_CACHED: Final = 1 << 13


class DominusPortusEncoding(Encoding[Config, Action, View]):
    """The numbers of Dominus and Portus.

    Seats are rotated: row 0 is the viewer, the next rows follow clockwise; so are the islands, each
    with the seat whose port it follows, and the ports on which ships stand. A spectator sees seat 0
    first. The part ``seat`` says who the viewer really is. What a host does is an open set and has
    no numbers.
    """

    name = "dominus_portus"

    def __init__(self, config: Config) -> None:
        places = Places(config)
        self._places: Final = places
        self._tiles: Final = places.tiles
        self._score_tiles: Final = places.score_tiles
        self._tokens: Final = places.tokens
        self._islands: Final = places.islands
        self._goods: Final = places.goods
        self._provinces: Final = places.provinces
        self._row_length: Final = len(places.agenda_columns)
        self._held = lru_cache(_CACHED)(self._goods.counts)
        self._sealed = lru_cache(_CACHED)(self._sealed_row)
        self._market = by_identity(self._market_row)
        self._city = by_identity(_city_row)
        self._legions = by_identity(_legions_row)
        self._ship = lru_cache(_CACHED)(self._ship_row)
        self._dealt = by_identity(self._dealt_row)
        viewers = range(config.seats)
        self._islands_of = [by_identity(partial(self._islands_row, each)) for each in viewers]
        self._cities_of = [by_identity(partial(self._cities_row, each)) for each in viewers]
        self._asks_of = [by_identity(partial(self._ask_row, each)) for each in viewers]
        super().__init__(config)

    @property
    def seats(self) -> int:
        """The number of players."""
        return self.config.seats

    # ---------------------------------------------------------------- actions

    def _families(self) -> Iterator[Family[Action]]:
        config = self.config
        board = config.map_board
        if not config.hosted:
            yield Listed("take", "take a city tile from the ring", map(TakeTile, self._tiles.names))
        if config.dominus:
            borders = [(one, other) for one in board.all for other in board.neighbours[one]]
            symbols = map(Resolve, all_symbols(config))
            yield Listed("resolve", "use this of the turn's symbols next", symbols)
            yield Listed("points", "score a Prestige symbol", (TakePoints(),))
            deployed = (DeployLegion(), DeployGeneral())
            yield Listed("deploy", "deploy a Legion, or the General", deployed)
            legions = (MoveLegion(*border) for border in borders)
            yield Listed("move legion", "move a Legion over a border: source, target", legions)
            generals = (MoveGeneral(*border) for border in borders)
            yield Listed("move general", "move the General over a border, likewise", generals)
            yield Listed("decline", "do not use a symbol, or the rest of it", (Decline(),))
        yield Listed("track", "advance on a star track", map(ChooseTrack, COLOURS))

    def _chance_families(self) -> Iterator[Family[Action]]:
        config = self.config
        if config.dominus:
            dealt = map(DealTile, self._score_tiles.names)
            yield Listed("deal tile", "deal a score tile to the next province", dealt)
        if config.portus:
            islands = map(DealIsland, self._islands.names)
            yield Listed("deal island", "deal an island to the port of the next seat", islands)
        if not config.hosted:
            refills = map(RefillRing, self._tiles.names)
            yield Listed("refill", "put a city tile into the ring", refills)
        if config.dominus:
            revealed = map(RevealToken, self._tokens.names)
            yield Listed("reveal", "reveal a settlement token", revealed)
        if config.portus:
            yield Listed("good", "draw a good", map(DrawGood, self._goods.names))

    def _parts(self) -> Iterator[Part]:
        return self._places.parts()

    # ---------------------------------------------------------------- observations

    def _pieces(self, view: View, /) -> Sequence[Piece]:
        config, state = self.config, view.state
        seats = config.seats
        viewer = view.seat or 0
        pieces: list[Piece] = [
            one_of(seats if view.seat is None else view.seat, seats + 1),
            state.turn,
        ]
        if config.dominus:
            pieces.append(self._dealt(state.dealt))
            pieces += state.tokens
            pieces.append(self._sealed(state.sealed))
        if config.portus:
            pieces.append(self._islands_of[viewer](state.dealt))
        if not config.hosted:
            pieces.append(self._market(state.market))
        pieces.append(self._cities_of[viewer](state.cities))
        if config.dominus:
            armies = state.armies[viewer:] + state.armies[:viewer]
            places = len(self._provinces)
            pieces += map(self._legions, armies)
            pieces += [
                NOTHING if army.general is None else one_of(army.general, places) for army in armies
            ]
        if config.portus:
            ships = state.ships[viewer:] + state.ships[:viewer]
            nowhere = [NOTHING] * (seats - len(ships))
            islands = state.dealt.islands
            pieces += [self._ship(islands, ship.space, viewer) for ship in ships] + nowhere
            pieces += [self._held(ship.goods) for ship in ships] + nowhere
        if config.hosted:
            final = state.final
            given = ((), ()) if final is None else (final.points, final.tie_break)
            pieces += [numbers(each[viewer:] + each[:viewer]) for each in given]
            pieces += [bool(each) for each in given]
        agenda = state.agenda
        fitted("items of an agenda", agenda, self._places.agenda_room)
        pieces.append(b"".join(map(self._asks_of[viewer], agenda[::-1])))
        return pieces

    def _dealt_row(self, dealt: Dealt) -> bytes:
        """Return the score tiles at the provinces."""
        return b"".join([self._score_tiles.ones[tile] for tile in dealt.tiles])

    def _islands_row(self, viewer: Seat, dealt: Dealt) -> bytes:
        """Return the island of each seat, a row of zeros for one that has none yet."""
        islands = self._islands
        rows = [islands.ones[name] for name in dealt.islands]
        rows += [islands.counts(())] * (self.config.seats - len(rows))
        return b"".join(rows[viewer:] + rows[:viewer])

    def _cities_row(self, viewer: Seat, cities: tuple[City, ...]) -> bytes:
        return b"".join(map(self._city, cities[viewer:] + cities[:viewer]))

    def _market_row(self, market: Market) -> bytes:
        """Return the supply and the ring."""
        return numbers(market.supply) + self._tiles.counts(market.ring)

    def _sealed_row(self, sealed: int) -> bytes:
        return numbers(sealed >> place & 1 for place in range(len(self._provinces)))

    def _ship_row(self, islands: tuple[str, ...], space: int, viewer: Seat) -> bytes:
        here = ring_of(self.config.harbour, islands)[space]
        first = (here.port - viewer) % self.config.seats * self._places.spaces
        beyond = 0 if here.arrow is None else self.config.harbour.port_spaces
        return one_of(first + beyond + here.number - 1, self.config.seats * self._places.spaces)

    def _ask_row(self, viewer: Seat, ask: Ask) -> bytes:
        seats = self.config.seats
        seat: Seat | None = getattr(ask, "seat", None)
        colour: Colour | None = None
        gains = closing = left = of_goods = 0
        province: str | None = None
        symbols: tuple[Symbol, ...] = ()
        match ask:
            case EndOfTurn():
                colour = ask.colour
            case HostTurn():
                colour, gains, closing = ask.colour, ask.gains, int(ask.closing)
            case Symbols() | Order():
                symbols = ask.pending
            case Use() | SecondUse():
                symbols = (ask.symbol,)
            case Reveal():
                province = ask.province
            case Track():
                left, of_goods = ask.left, int(ask.source == GOODS)
            case _:
                pass
        fitted("symbols at once", symbols, self._places.symbols)
        row: list[float] = [type(ask) is kind for kind in KINDS]
        turned = None if seat is None else (seat - viewer) % seats
        row += [turned == place for place in range(seats)]
        row += [colour is each for each in COLOURS]
        row += (gains, closing, left, of_goods)
        if self.config.dominus:
            row += [province == each for each in self._provinces.names]
        for symbol in symbols:
            row += [symbol.kind is kind for kind in SYMBOLS]
            row += (symbol.same, symbol.points)
        row += [0] * (self._row_length - len(row))
        return numbers(row)


def _legions_row(army: Army) -> bytes:
    return numbers(army.legions)


def _city_row(city: City) -> bytes:
    return numbers((*city.tally.numbers, city.coins, city.population, city.faith, city.points))
