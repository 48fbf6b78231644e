"""A view as a picture in text, for a terminal: the cities, the map, the ring of ships."""

from collections.abc import Iterator
from typing import Final, assert_never

from tabletop_rules.core import Seat
from tabletop_rules.dominus_portus.asks import Ask
from tabletop_rules.dominus_portus.draws import DealIslands, DealTiles, FillRing
from tabletop_rules.dominus_portus.gains import Track
from tabletop_rules.dominus_portus.harbours import Space
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
from tabletop_rules.dominus_portus.values import (
    TALLY_FIELDS,
    Colour,
    Placement,
    Symbol,
    Tally,
    counted,
)
from tabletop_rules.dominus_portus.views import View
from tabletop_rules.dominus_portus.voyages import Good

__all__ = ["question", "render"]

_COLOURS: Final = {colour.value for colour in Colour}
_TALLY_NAMES: Final = tuple(
    f"{name} districts" if name in _COLOURS else name.replace("_", " ") for name in TALLY_FIELDS
)


def render(seen: View) -> str:
    """Return the game as `seen`: each seat, the map with powers, the ring with ships."""
    state, config = seen.state, seen.config
    lines = [f"Turn {min(state.turn + 1, config.all_turns)} of {config.all_turns}"]
    for seat in range(config.seats):
        lines += _seat_lines(seen, seat)
    if state.market.ring:
        lines.append(f"City tiles to take, and {sum(state.market.supply)} more in the supply")
        by_name = config.city_tiles.placements[0]
        lines += [f"  {_tile(name, by_name[name])}" for name in state.market.ring]
    if config.dominus:
        lines += _map_lines(seen)
    if state.ships:
        lines += _ring_lines(state)
    lines += _turn_lines(state)
    lines.append(f"> {question(state.agenda[-1]) if state.agenda else 'The game is over.'}")
    return "\n".join(lines)


def _turn_lines(state: State) -> Iterator[str]:
    """Give what the present turn has seen and has still to come, apart from what is asked."""
    for ask in state.agenda:
        if isinstance(ask, EndOfTurn | HostTurn) and ask.colour is not None:
            yield f"Placed in this turn: a {ask.colour.value} tile"
    waiting = [s for ask in state.agenda if isinstance(ask, Order | Symbols) for s in ask.pending]
    if waiting:
        yield f"Symbols to come: {'; '.join(map(_named, waiting))}"


def _seat_lines(seen: View, seat: Seat) -> list[str]:
    state = seen.state
    city = state.cities[seat]
    you = " (you)" if seat == seen.seat else ""
    have = f"{counted(city.coins, 'coins')}, {city.population} population, {city.faith} faith"
    lines = [
        f"Seat {seat}{you}: {seen.scores[seat]} points ({city.points} so far), {have}",
        f"  city   {_tally(city.tally)}",
    ]
    if state.armies:
        army = state.armies[seat]
        general = "in the supply" if army.general is None else "on the map"
        lines.append(f"  units  {army.supply} Legions in the supply, the General {general}")
    if state.ships:
        ship = state.ships[seat]
        goods = [f"{name} ({state.config.goods.by_name[name].bonus})" for name in ship.goods]
        lines.append(f"  ship   {state.ring[ship.space]}, goods {', '.join(goods) or '-'}")
    return lines


def _tile(name: str, placed: Placement) -> str:
    """Return what is printed on a city tile."""
    given = [(placed.coins, "coins"), (placed.population, "population")]
    given += [(placed.legions, "Legion symbols")]
    listed = [counted(count, what) for count, what in given if count]
    listed += [_named(symbol) for symbol in placed.symbols]
    return f"{name} ({placed.colour.value}): {', '.join([*listed, _tally(placed.change)])}"


def _tally(tally: Tally) -> str:
    named = zip(_TALLY_NAMES, tally.numbers, strict=True)
    return ", ".join(counted(number, name) for name, number in named if number) or "-"


def _map_lines(seen: View) -> list[str]:
    state, board = seen.state, seen.config.map_board
    seats = range(seen.config.seats)
    wide = max(map(len, board.all))
    tiles = ("", *state.dealt.tiles, *[""] * len(board.provinces))
    lines = [
        f"{'Power':<{wide}}  {'  '.join(f'{seat:>2}' for seat in seats)}  general  token  tile"
    ]
    for place, (name, powers) in enumerate(seen.powers.items()):
        generals = "".join(str(s) for s in seats if state.armies[s].general == place)
        row = "  ".join(f"{power or '.':>2}" for power in powers)
        token = "?" if state.sealed >> place & 1 else "-"
        lines.append(
            f"{name:<{wide}}  {row}  {generals or '-':<7}  {token:<5}  {tiles[place]}".rstrip()
        )
    if state.sealed:
        left = zip(seen.config.settlements.names, state.tokens, strict=True)
        listed = ", ".join(f"{count} {token}" for token, count in left if count)
        lines.append(f"Tokens not yet revealed: {listed}")
    return lines


def _ring_lines(state: State) -> list[str]:
    lines = ["Ships sail down this list, and from its end to its top"]
    for place, space in enumerate(state.ring):
        here = [f"ship {seat}" for seat, ship in enumerate(state.ships) if ship.space == place]
        lines.append(f"  {_space(state, space):<32}  {', '.join(here) or '.'}")
    return lines


def _space(state: State, space: Space) -> str:
    if space.arrow is None:
        return f"{space}"
    anchor = ", Anchor" if space.anchor else ""
    return f"{space} {state.dealt.islands[space.port]}, {space.arrow.value}{anchor}"


def _named(symbol: Symbol) -> str:
    row = "same colour" if symbol.same else "different colours"
    points = f", {counted(symbol.points, 'points')}" if symbol.points else ""
    return f"{symbol.kind.value} symbol ({row}{points})"


def question(ask: Ask) -> str:
    """Return who is asked, and what, as a sentence."""
    match ask:
        case DealTiles() | DealIslands() | FillRing() | Reveal() | Good():
            who = "The host" if ask.by_host else "Chance"
            return f"{who} names {ask.expected}."
        case Take(seat=seat):
            return f"Seat {seat} takes a city tile."
        case HostTurn(seat=seat, colour=colour):
            what = "closes the turn" if colour else "hands in a placement or closes the turn"
            return f"The host {what} of seat {seat}."
        case HostEnd():
            return "The host hands in the points for everything but the provinces."
        case Order(seat=seat):
            return f"Seat {seat} chooses which symbol to use next."
        case Use(seat=seat, symbol=symbol):
            return f"Seat {seat} uses a {_named(symbol)}."
        case SecondUse(seat=seat):
            return f"Seat {seat} deploys or moves a second Legion."
        case Track(seat=seat):
            return f"Seat {seat} chooses a star track."
        case BeginGame() | EndOfTurn() | NextTurn() | Symbols():
            return "The rules go on by themselves."
        case _:
            assert_never(ask)
