"""What can be wrong with a position that somebody has written down."""

from collections.abc import Iterator
from typing import Final

import attrs

from tabletop_rules.core import Problem, Question, Seat
from tabletop_rules.core.errors import shown
from tabletop_rules.dominus_portus.asks import Ask
from tabletop_rules.dominus_portus.draws import DealIslands, DealTiles, Drawing, FillRing
from tabletop_rules.dominus_portus.gains import Track
from tabletop_rules.dominus_portus.state import LEGIONS, City, State
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
    MOST_AT_ONCE,
    MOST_SYMBOLS,
    Symbol,
    SymbolKind,
    symbol_order,
)
from tabletop_rules.dominus_portus.voyages import Good

__all__ = ["problems_of"]

_MOST: Final = 1_000_000_000
_MOST_STARS: Final = 81
_STAR_SOURCES: Final = ("DS-SETTLE-1", "PT-GOODS-4")
_SYMBOLS: Final = (Symbols, Order, Use, SecondUse, Reveal)
_ABOVE: Final[dict[type, tuple[type, ...]]] = {
    Take: (),
    HostTurn: (*_SYMBOLS, Track),
    EndOfTurn: (*_SYMBOLS, Track, FillRing),
    NextTurn: (*_SYMBOLS, Track, Good),
}
"""What may stand above each item that can be at the bottom of the agenda during a turn."""


def problems_of(state: State) -> list[Problem]:
    """Return everything that is wrong with a state, the simplest first."""
    simple = [*_number_problems(state), *_ship_problems(state)]
    if simple:
        return simple
    shape = list(_agenda_problems(state))
    return shape or [
        *_ask_problems(state),
        *_token_problems(state),
        *_market_problems(state),
    ]


def _number_problems(state: State) -> Iterator[Problem]:
    for seat, city in enumerate(state.cities):
        for attribute in attrs.fields(City)[1:]:
            number = getattr(city, attribute.name)
            if not 0 <= number <= _MOST:
                what = f"expected 0 to {_MOST}, got {number}"
                yield Problem(f"seats[{seat}].{attribute.name}", what)
        if not all(0 <= number <= _MOST for number in city.tally.numbers):
            yield Problem(f"seats[{seat}].tally", f"expected numbers from 0 to {_MOST}")
    for seat, army in enumerate(state.armies):
        if min(army.legions) < 0 or sum(army.legions) > LEGIONS:
            what = f"expected 0 to {LEGIONS} Legions on the map [DS-COMP-1]"
            yield Problem(f"seats[{seat}].legions", what)
    if state.final is not None and not HostEnd().accepts(state, state.final):
        yield Problem("final", HostEnd().refuse(state, state.final).reason)


def _ship_problems(state: State) -> Iterator[Problem]:
    for seat, ship in enumerate(state.ships):
        where = f"seats[{seat}].goods"
        if len(set(ship.goods)) < len(ship.goods):
            yield Problem(where, "a type twice: such goods are lost [PT-GOODS-1]")
        if ship.goods and state.ring[ship.space].arrow is None:
            yield Problem(where, "a ship on a port has no goods [PT-GOODS-4]")
    held = state.goods_held
    for good in state.config.goods.goods:
        if held.count(good.name) > good.copies:
            yield Problem("seats", f"there are not so many of {good.name!r}")


def _agenda_problems(state: State) -> Iterator[Problem]:
    """Give what is wrong with the shape of the agenda."""
    agenda, config = state.agenda, state.config
    over = state.turn == config.all_turns
    if bool(state.final) != (config.hosted and not agenda):
        yield Problem("final", "it is given where a hosted game is over, and only there")
    if not agenda or over:
        if not over:
            yield Problem("agenda", "it is empty, but the game is not over")
        elif agenda != ((HostEnd(),) if config.hosted and not state.final else ()):
            what = "all turns are over, but it goes on: write the agenda of a finished game, []"
            yield Problem("agenda", what)
        return
    bottom, top = agenda[0], agenda[-1]
    if not isinstance(top, Question):
        yield Problem("agenda", "its last item must be a question that somebody answers")
        return
    if not isinstance(bottom, BeginGame):
        yield from _undealt_problems(state)
    if isinstance(bottom, BeginGame):
        yield from _setup_problems(state)
        return
    if type(bottom) not in _ABOVE:
        yield Problem("agenda[0]", f"{type(bottom).__name__} cannot be the first item")
        return
    if isinstance(bottom, HostTurn) != config.hosted and not isinstance(bottom, NextTurn):
        what = "a hosted game waits for its host, and a stand-alone game for nobody else's"
        yield Problem("agenda[0]", what)
    yield from _above_problems(agenda)


def _above_problems(agenda: tuple[Ask, ...]) -> Iterator[Problem]:
    allowed, last = _ABOVE[type(agenda[0])], len(agenda) - 1
    used = last - isinstance(agenda[-1], FillRing)  # before a symbol is used the ring is refilled
    for index, ask in enumerate(agenda[1:], 1):
        if not isinstance(ask, allowed):
            yield Problem(f"agenda[{index}]", f"{type(ask).__name__} cannot stand here")
        most = used if isinstance(ask, Use | Order) else last
        if not isinstance(ask, Symbols | SecondUse | Good) and index < most:
            yield Problem(f"agenda[{index}]", "it must be the last item")
        if isinstance(ask, Good) and len(agenda) > 2:
            yield Problem(f"agenda[{index}]", "it must be the only question")


def _undealt_problems(state: State) -> Iterator[Problem]:
    config = state.config
    if config.dominus and len(state.dealt.tiles) < len(config.map_board.provinces):
        yield Problem("tiles", "expected a score tile at each province [DS-SETUP-2]")
    if config.portus and len(state.dealt.islands) < config.seats:
        yield Problem("islands", "expected an island after each port [PT-SETUP-2]")


def _setup_problems(state: State) -> Iterator[Problem]:
    """Give what is wrong with the setup: what is asked must be what is not yet dealt."""
    config, asked = state.config, state.agenda[1:]
    market = state.market
    ringed = len(market.ring) < config.city_tiles.ring and any(market.supply)
    missing = (
        (FillRing, not config.hosted and ringed),
        (DealIslands, config.portus and len(state.dealt.islands) < config.seats),
        (DealTiles, config.dominus and len(state.dealt.tiles) < len(config.map_board.provinces)),
    )
    expected = [kind for kind, needed in missing if needed]
    if [type(ask) for ask in asked] != expected:
        names = ", ".join(kind.__name__ for kind in expected)
        yield Problem("agenda", f"expected {names} above its first item")
    if state.turn:
        yield Problem("turn", f"expected 0 in the setup, got {state.turn}")


def _ask_problems(state: State) -> Iterator[Problem]:
    """Give what is wrong with each item of the agenda, looked at on its own."""
    config = state.config
    for index, ask in enumerate(state.agenda):
        where = f"agenda[{index}]"
        seat: Seat = getattr(ask, "seat", state.seat)
        if seat != state.seat:
            yield Problem(where, f"expected seat {state.seat}, whose turn it is, got {seat}")
        hand = config.host_draws
        if isinstance(ask, Drawing) and ask.by_host != hand:
            yield Problem(f"{where}.by_host", f"expected {str(hand).lower()} as in the config")
        if isinstance(ask, _SYMBOLS) and not config.dominus:
            yield Problem(where, "Dominus is not in play")
            continue
        if isinstance(ask, Good) and not config.portus:
            yield Problem(where, "Portus is not in play")
            continue
        yield from _content_problems(state, where, ask)


def _content_problems(state: State, where: str, ask: object) -> Iterator[Problem]:
    match ask:
        case Symbols(pending=pending) | Order(pending=pending):
            least = 2 if isinstance(ask, Order) else 1
            if len(set(pending)) < least or list(pending) != sorted(pending, key=symbol_order):
                yield Problem(f"{where}.pending", f"expected {least} or more symbols in order")
            yield from _pending_problems(state, f"{where}.pending", pending)
        case Use(symbol=symbol) | SecondUse(symbol=symbol):
            yield from _symbol_problems(f"{where}.symbol", symbol)
            if isinstance(ask, SecondUse) and not symbol.same:
                yield Problem(f"{where}.symbol", "only tiles of one colour have a second use")
        case Reveal():
            yield from _reveal_problems(state, where, ask)
        case Track(left=left, source=source):
            most = max(_MOST_STARS, sum(good.bonus.stars for good in state.config.goods.goods))
            if not 1 <= left <= most:
                yield Problem(f"{where}.left", f"expected 1 to {most}, got {left}")
            if source not in _STAR_SOURCES:
                yield Problem(f"{where}.source", f"expected {' or '.join(_STAR_SOURCES)}")
        case Good(seat=seat):
            yield from _anchor_problems(state, where, seat)
        case HostTurn():
            yield from _host_problems(state, where, ask)
        case _:
            pass


def _pending_problems(state: State, where: str, pending: tuple[Symbol, ...]) -> Iterator[Problem]:
    most = max(2 * MOST_SYMBOLS, sum(good.bonus.legions for good in state.config.goods.goods))
    if len(pending) > most:
        yield Problem(where, f"expected at most {most}, got {len(pending)}")
    for place, symbol in enumerate(pending):
        yield from _symbol_problems(f"{where}[{place}]", symbol)


def _reveal_problems(state: State, where: str, ask: Reveal) -> Iterator[Problem]:
    place = state.config.map_board.index.get(ask.province, 0)
    army = state.armies[ask.seat] if 0 <= ask.seat < len(state.armies) else None
    if not state.sealed >> place & 1 or army is None or not army.power(place):
        what = f"seat {ask.seat} has entered no sealed province {shown(ask.province)}"
        yield Problem(where, what)


def _host_problems(state: State, where: str, ask: HostTurn) -> Iterator[Problem]:
    if not 0 <= ask.gains <= MOST_GAINS:
        yield Problem(f"{where}.gains", f"expected 0 to {MOST_GAINS}, got {ask.gains}")
    if ask.closing and not state.config.portus:
        yield Problem(f"{where}.closing", "Portus is not in play")
    elif ask.closing and ask.colour is None:
        yield Problem(f"{where}.colour", "a ship leaves its island only by the colour of a tile")


def _anchor_problems(state: State, where: str, seat: Seat) -> Iterator[Problem]:
    space = state.ring[state.ships[seat].space] if 0 <= seat < len(state.ships) else None
    if space is None or not space.anchor:
        yield Problem(where, f"the ship of seat {seat} is on no Anchor")
    total = sum(good.copies for good in state.config.goods.goods)
    if total <= len(state.goods_held):
        yield Problem(where, "the supply of goods is empty")


def _symbol_problems(where: str, symbol: Symbol) -> Iterator[Problem]:
    if symbol.kind is SymbolKind.LEGION and symbol.same:
        yield Problem(where, "a Legion symbol has the lesser benefit [DS-LEGION-1]")
    if symbol.points and symbol.kind is not SymbolKind.PRESTIGE:
        yield Problem(where, "only a Prestige symbol gives points")
    if not 0 <= symbol.points <= MOST_AT_ONCE:
        yield Problem(where, f"expected 0 to {MOST_AT_ONCE} points, got {symbol.points}")


def _token_problems(state: State) -> Iterator[Problem]:
    top = state.agenda[-1] if state.agenda else None
    entered = top.province if isinstance(top, Reveal) else None
    for seat, army in enumerate(state.armies):
        for place, name in enumerate(state.config.map_board.all):
            if state.sealed >> place & 1 and army.power(place) and name != entered:
                what = f"units are in {name}, so its token was revealed [DS-SETTLE-1]"
                yield Problem(f"seats[{seat}]", what)


def _market_problems(state: State) -> Iterator[Problem]:
    """Give what is wrong with the city tiles: a setup has to leave one for every turn, too."""
    config, market = state.config, state.market
    bottom = state.agenda[0] if state.agenda else None
    if config.hosted:
        return
    size = config.city_tiles.ring
    filling = bool(state.agenda) and isinstance(state.agenda[-1], FillRing)
    if len(market.ring) > size:
        yield Problem("ring", f"expected at most {size} tiles, got {len(market.ring)}")
    setup = isinstance(bottom, BeginGame)  # it says itself what is still to be dealt
    if not setup and filling != (len(market.ring) < size and any(market.supply)):
        yield Problem("ring", "it is refilled at once while the supply lasts [DS-R17]")
    placed = isinstance(bottom, EndOfTurn | NextTurn)
    needed = config.all_turns - state.turn - placed
    if len(market.ring) + sum(market.supply) < needed:
        yield Problem("ring", f"{needed} turns are to come, but there are not so many tiles")
