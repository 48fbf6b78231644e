"""Positions as TOML that a person can read and write.

Only what is not plain has to be written; without an agenda, a turn begins.

    turn = 4
    open = ["Gallia"]
    revealed = ["coins"]
    islands = ["Delos", "Samos"]

    [[seats]]
    legions = { Rome = 2, Gallia = 1 }
    general = "Gallia"
    ship = "island 0 3"
    goods = ["oil"]
    points = 3
    tally = { lyres = 2, brown = 1 }

    [[seats]]
"""

from typing import Any, Final

from attrs import Factory, evolve, frozen

from tabletop_rules.core import PositionError, Problem, from_data, to_data
from tabletop_rules.core.errors import shown
from tabletop_rules.core.toml import read_toml, toml_lines
from tabletop_rules.dominus_portus.actions import FinalPoints
from tabletop_rules.dominus_portus.asks import Ask
from tabletop_rules.dominus_portus.config import Config
from tabletop_rules.dominus_portus.harbours import home_of
from tabletop_rules.dominus_portus.position_checks import problems_of
from tabletop_rules.dominus_portus.state import Army, City, Dealt, Market, Ship, State
from tabletop_rules.dominus_portus.turns import initial_state, opening
from tabletop_rules.dominus_portus.values import NOTHING, Tally, is_between

__all__ = ["format_state", "parse_state"]

_NAME: Final = "dominus-portus"


@frozen
class _Seat:
    """A player; ``None`` stands for what the setup gives."""

    legions: dict[str, int] | None = None
    general: str | None = None
    ship: str | None = None
    goods: tuple[str, ...] = ()
    coins: int = 0
    population: int = 0
    faith: int = 0
    points: int = 0
    tally: Tally = NOTHING


@frozen
class _Position:
    seats: tuple[_Seat, ...]
    game: str = _NAME
    turn: int = 0
    tiles: dict[str, str] | None = None
    open: tuple[str, ...] = ()
    revealed: tuple[str, ...] = ()
    islands: tuple[str, ...] | None = None
    ring: tuple[str, ...] | None = None
    gone: dict[str, int] = Factory(dict)
    final: FinalPoints | None = None
    agenda: tuple[Ask, ...] | None = None
    config: Config | None = None


def format_state(state: State) -> str:
    """Return the position as a text that parses back to an equal state."""
    config = state.config
    whole: dict[str, Any] = {"game": _NAME, "turn": state.turn}
    if config != Config():
        whole["config"] = to_data(config)
    if config.dominus:
        board = config.map_board
        dealt = zip(board.provinces, state.dealt.tiles, strict=False)
        whole["tiles"] = dict(dealt)
        closed = state.sealed
        whole["open"] = [n for p, n in enumerate(board.all) if p and not closed >> p & 1]
        left = zip(config.settlements.tokens, state.tokens, strict=True)
        whole["revealed"] = [t.name for t, count in left for _ in range(t.copies - count)]
    if config.portus:
        whole["islands"] = state.dealt.islands
    if not config.hosted:
        whole["ring"] = state.market.ring
        whole["gone"] = _gone(state)
    if state.final is not None:
        whole["final"] = to_data(state.final)
    if state.agenda != opening(config.hosted, state.seat):
        whole["agenda"] = [to_data(ask, Ask) for ask in state.agenda]
    lines = toml_lines(whole)
    for seat in range(config.seats):
        lines += ["", "[[seats]]", *toml_lines(_seat_data(state, seat))]
    return "\n".join(lines) + "\n"


def _gone(state: State) -> dict[str, int]:
    """Return how many of each city tile lie in cities: neither in the supply nor in the ring."""
    seats = state.config.seats
    counted = zip(state.config.city_tiles.tiles, state.market.supply, strict=True)
    left = {t.name: t.copies * seats - n - state.market.ring.count(t.name) for t, n in counted}
    return {name: count for name, count in left.items() if count}


def _seat_data(state: State, seat: int) -> dict[str, Any]:
    data: dict[str, Any] = {}
    city = state.cities[seat]
    if state.armies:
        army = state.armies[seat]
        names = state.config.map_board.all
        placed = zip(names, army.legions, strict=True)
        data["legions"] = {name: count for name, count in placed if count}
        data["general"] = None if army.general is None else names[army.general]
    if state.ships:
        ship = state.ships[seat]
        data["ship"] = str(state.ring[ship.space])
        data["goods"] = ship.goods or None
    for key in ("coins", "population", "faith", "points"):
        data[key] = getattr(city, key) or None
    tally = {key: number for key, number in to_data(city.tally).items() if number}
    data["tally"] = tally or None
    return data


def parse_state(text: str, config: Config | None = None) -> State:
    """Return the position that `text` describes, validated.

    `config` is the config of the position; without it, that of the text, else the default one
    with as many seats as the text has.

    Raises:
        PositionError: with everything that is wrong with it.
    """
    table = read_toml(text, error=PositionError)
    position = from_data(table, _Position, error=PositionError)
    problems: list[Problem] = []
    if position.game.replace("_", "-") != _NAME:
        problems.append(Problem("game", f"expected {_NAME!r}, got {shown(position.game)}"))
    if config is not None and position.config not in (None, config):
        problems.append(Problem("config", "it is not the config that was given beside the text"))
    used = config or position.config
    if used is None:
        seats = len(position.seats)
        used = Config(seats=seats) if 2 <= seats <= 4 else Config()
    if len(position.seats) != used.seats:
        problems.append(Problem("seats", f"expected {used.seats}, got {len(position.seats)}"))
    if not problems:
        state, problems = _state(position, used)
        problems = problems or problems_of(state)
        if not problems:
            return state
    raise PositionError(problems)


def _state(position: _Position, config: Config) -> tuple[State, list[Problem]]:
    """Return the state as it is written, and the names and numbers that mean nothing."""
    problems: list[Problem] = []
    start = initial_state(config)
    if not 0 <= position.turn <= config.all_turns:
        problems.append(Problem("turn", f"expected 0 to {config.all_turns}, got {position.turn}"))
    dealt = _dealt(position, config, problems)
    tokens, sealed = _tokens(position, start, problems)
    ships = _ships(position, config, dealt, problems)
    problems += [
        Problem(f"seats[{seat}]", "there are no units without Dominus")
        for seat, written in enumerate(position.seats)
        if not config.dominus and (written.legions or written.general)
    ]
    armies = tuple(
        _army(config, start.armies[seat], written, f"seats[{seat}]", problems)
        for seat, written in enumerate(position.seats)
        if config.dominus
    )
    market = _market(position, start, problems)
    cities = tuple(City(s.tally, s.coins, s.population, s.faith, s.points) for s in position.seats)
    agenda = position.agenda
    if agenda is None:
        agenda = opening(config.hosted, position.turn % config.seats)
    made = evolve(
        start,
        turn=position.turn,
        dealt=dealt,
        market=market,
        tokens=tokens,
        sealed=sealed,
        cities=cities,
        armies=armies,
        ships=ships,
        final=position.final,
        agenda=agenda,
    )
    return made, problems


def _dealt(position: _Position, config: Config, problems: list[Problem]) -> Dealt:
    tiles: tuple[str, ...] = ()
    provinces = config.map_board.provinces
    if config.dominus:
        given = position.tiles
        if given is None:
            tiles = config.score_tiles.names[: len(provinces)]
        else:
            tiles = tuple(given[name] for name in provinces if name in given)
            named = tuple(name for name in provinces if name in given)
            if named != provinces[: len(named)]:
                problems.append(Problem("tiles", "provinces get their tiles in their order"))
            problems += [
                Problem(f"tiles.{name}", "there is no such province")
                for name in given
                if name not in provinces
            ]
        known = config.score_tiles.by_name
        problems += [Problem("tiles", f"no tile is called {n!r}") for n in tiles if n not in known]
        if len(set(tiles)) < len(tiles):
            problems.append(Problem("tiles", "a tile lies at two provinces"))
    elif position.tiles:
        problems.append(Problem("tiles", "Dominus is not in play"))
    islands: tuple[str, ...] = ()
    if config.portus:
        written = position.islands
        islands = config.harbour.names[: config.seats] if written is None else written
        unknown = [name for name in islands if name not in config.harbour.by_name]
        problems += [Problem("islands", f"no island is called {name!r}") for name in unknown]
        if len(set(islands)) < len(islands) or len(islands) > config.seats:
            problems.append(Problem("islands", f"expected {config.seats} different islands"))
    elif position.islands:
        problems.append(Problem("islands", "Portus is not in play"))
    return Dealt(tiles, islands)


def _tokens(
    position: _Position, start: State, problems: list[Problem]
) -> tuple[tuple[int, ...], int]:
    config = start.config
    if not config.dominus:
        if position.open or position.revealed:
            problems.append(Problem("open", "Dominus is not in play"))
        return (), 0
    sealed = start.sealed
    for name in position.open:
        bit = 1 << config.map_board.index.get(name, 0)
        if not sealed & bit:
            problems.append(
                Problem("open", f"{name!r} is no province with a token, or named twice")
            )
        sealed &= ~bit
    unknown = [n for n in position.revealed if n not in config.settlements.index]
    problems += [Problem("revealed", f"no token is called {name!r}") for name in unknown]
    tokens = tuple(t.copies - position.revealed.count(t.name) for t in config.settlements.tokens)
    if any(count < 0 for count in tokens):
        problems.append(Problem("revealed", "there are not so many tokens of a type"))
    if len(position.open) != len(position.revealed):
        what = f"expected a token for each of {len(position.open)} open provinces"
        problems.append(Problem("revealed", f"{what}, got {len(position.revealed)}"))
    return tokens, sealed


def _ships(
    position: _Position, config: Config, dealt: Dealt, problems: list[Problem]
) -> tuple[Ship, ...]:
    if not config.portus:
        problems += [
            Problem(f"seats[{seat}]", "there are no ships and goods without Portus")
            for seat, written in enumerate(position.seats)
            if written.ship is not None or written.goods
        ]
    if not config.portus or problems:
        return ()
    if len(dealt.islands) < config.seats:
        problems += [
            Problem(f"seats[{seat}]", "there is no ship until an island follows each port")
            for seat, written in enumerate(position.seats)
            if written.ship is not None or written.goods
        ]
        return ()
    probe = evolve(initial_state(config), dealt=dealt)
    by_text = {str(space): place for place, space in enumerate(probe.ring)}
    ships: list[Ship] = []
    for seat, written in enumerate(position.seats):
        where = f"seats[{seat}]"
        text = written.ship
        home = home_of(config.harbour, dealt.islands, seat)
        if text is not None and text not in by_text:
            expected = "'port SEAT SPACE' or 'island SEAT SPACE'"
            problems.append(Problem(f"{where}.ship", f"expected {expected}, got {shown(text)}"))
        problems += [
            Problem(f"{where}.goods", f"there is no good {name!r}")
            for name in written.goods
            if name not in config.goods.by_name
        ]
        place = home if text is None else by_text.get(text, home)
        ships.append(Ship(place, tuple(sorted(written.goods))))
    return tuple(ships)


def _army(config: Config, start: Army, written: _Seat, where: str, problems: list[Problem]) -> Army:
    index = config.map_board.index
    legions = written.legions
    named = (*(legions or ()), *(() if written.general is None else (written.general,)))
    problems += [
        Problem(where, f"there is no province {name!r}") for name in named if name not in index
    ]
    counts = start.legions
    if legions is not None:
        counts = tuple(legions.get(name, 0) for name in config.map_board.all)
    general = None if written.general is None else index.get(written.general)
    return Army(counts, general)


def _market(position: _Position, start: State, problems: list[Problem]) -> Market:
    config = start.config
    ring = position.ring
    if config.hosted:
        if ring or position.gone:
            problems.append(Problem("ring", "a hosted game has no city tiles of its own"))
        return Market()
    tiles = config.city_tiles
    for key, names in (("ring", ring or ()), ("gone", position.gone)):
        problems += [
            Problem(key, f"no city tile is called {name!r}")
            for name in names
            if name not in tiles.index
        ]
    gone = [position.gone.get(tile.name, 0) for tile in tiles.tiles]
    if not all(is_between(number, 0, 10_000) for number in gone):
        problems.append(Problem("gone", "expected numbers of tiles from 0 on"))
    supply = [most - n for most, n in zip(start.market.supply, gone, strict=True)]
    if ring is None:
        counted = zip(tiles.tiles, supply, strict=True)
        copies = [(copy, tile.name) for tile, n in counted for copy in range(n)]
        ring = tuple(name for _, name in sorted(copies)[: tiles.ring])
    for place, tile in enumerate(tiles.tiles):
        supply[place] -= ring.count(tile.name)
        if supply[place] < 0:
            problems.append(Problem("ring", f"there are not so many of {tile.name!r}"))
    return Market(tuple(supply), tuple(sorted(ring)))
