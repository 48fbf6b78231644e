"""How good a position of Dominus and Portus looks: by the points that its end is likely to bring.

Cities go on growing as the tiles of the supply do on average, and units stay where they are. So a
place in a province is worth what the city will count there at the end, and not only what it does.
"""

from functools import lru_cache
from typing import Any, Final, Protocol, TypeAlias

from tabletop_rules.bots.evaluations.leads import lead

__all__ = ["evaluate"]

Counts: TypeAlias = tuple[float, ...]
"""What a city counts for the score tile of each province."""

_ICONS: Final = ("columns", "lyres", "masks", "brown", "purple", "red", "monuments", "stars")
_IN_ROME: Final = 1.0
"""Of a unit that has still to move, in points; less towards the end."""
_SETTLED: Final = 6
"""Turns before the end from which on units in Rome are worth less."""
_SYMBOL: Final = 2.0
_SAME: Final = 3.0
"""Of a symbol still to be used, and of one of two tiles of one colour."""
_GOOD: Final = 0.8
"""Of a good on a ship, which may yet be lost."""
_UNEVEN: Final = 0.25
"""Of a set that needs several of a kind: what is on average left over."""
_SECOND_LEGION: Final = "DS-ACT-2"
"""The rule by which the second of two Legions is asked for."""


class CityState(Protocol):
    """What is read of a state of Dominus and Portus; its parts are those of the game."""

    @property
    def config(self) -> Any:
        """Seats, turns and content."""
        raise NotImplementedError

    @property
    def turn(self) -> int:
        """How many turns are over."""
        raise NotImplementedError

    @property
    def dealt(self) -> Any:
        """The score tiles of the provinces."""
        raise NotImplementedError

    @property
    def cities(self) -> tuple[Any, ...]:
        """What each seat has."""
        raise NotImplementedError

    @property
    def armies(self) -> tuple[Any, ...]:
        """The units of each seat; none without Dominus."""
        raise NotImplementedError

    @property
    def ships(self) -> tuple[Any, ...]:
        """The ship of each seat; none without Portus."""
        raise NotImplementedError

    @property
    def agenda(self) -> tuple[Any, ...]:
        """What is still to be settled, the turn first."""
        raise NotImplementedError


class CityView(Protocol):
    """What is read of a view of Dominus and Portus."""

    @property
    def scores(self) -> tuple[int, ...]:
        """The points of all seats, as if the game ended now."""
        raise NotImplementedError

    @property
    def state(self) -> CityState:
        """The public state: nothing is secret."""
        raise NotImplementedError


def evaluate(view: CityView, seat: int) -> float:
    """Return the lead in points likely at the end: provinces, riches, symbols and goods to come.

    Of a game that is over it is the lead.
    """
    state = view.state
    if not state.agenda:
        return lead(view.scores, seat)
    config = state.config
    rates = config.city_tiles.rates
    totals = [float(city.points) for city in state.cities]
    if not config.hosted:
        for place, city in enumerate(state.cities):
            totals[place] += city.coins / rates.coins
            totals[place] += city.population / rates.population + city.faith / rates.faith
    if state.armies and len(state.dealt.tiles) == len(config.map_board.provinces):
        _add_provinces(state, totals)
        _add_symbols(state, totals)
    for place, ship in enumerate(state.ships):
        totals[place] += _GOOD * len(ship.goods)
    return lead(tuple(totals), seat)


def _add_provinces(state: CityState, totals: list[float]) -> None:
    """Add what the places in the provinces will pay, and units that have still to go there."""
    config, tiles = state.config, state.dealt.tiles
    counts = [
        _counts(config.score_tiles, config.city_tiles, tiles, city.tally, _left(state, seat))
        for seat, city in enumerate(state.cities)
    ]
    early = min(1.0, (config.turns - state.turn // config.seats) / _SETTLED)
    for seat, (in_rome, paid) in enumerate(_paid(config.score_tiles, tiles, state.armies)):
        has = counts[seat]
        totals[seat] += _IN_ROME * early * in_rome
        for place, each in paid:
            totals[seat] += each * has[place]


def _add_symbols(state: CityState, totals: list[float]) -> None:
    """Add what the symbols are worth that have still to be used."""
    for ask in state.agenda:
        if getattr(ask, "rule", None) == _SECOND_LEGION:
            totals[ask.seat] += _SYMBOL
            continue
        for symbol in getattr(ask, "pending", None) or (getattr(ask, "symbol", None),):
            if symbol is not None:
                totals[ask.seat] += max(symbol.points, _SAME if symbol.same else _SYMBOL)


def _left(state: CityState, seat: int) -> int:
    """Return how many tiles a seat has still to place: none that another program deals."""
    config, turn, seats = state.config, state.turn, state.config.seats
    if config.hosted:
        return 0
    placed: int = (turn + seats - 1 - seat) // seats
    if seat == turn % seats and hasattr(state.agenda[0], "run"):
        placed += 1  # the turn has come to a step: its end, which is below all that follows
    turns: int = config.turns
    return max(0, turns - placed)


@lru_cache(maxsize=1 << 6)
def _growth(city_tiles: Any) -> tuple[float, ...]:
    """Return how much a tile of the supply adds to each icon on average."""
    each = city_tiles.each
    return tuple(
        sum(tile.copies * getattr(tile.change, icon) for tile in city_tiles.tiles) / each
        for icon in _ICONS
    )


@lru_cache(maxsize=1 << 8)
def _needs(score_tiles: Any, names: tuple[str, ...]) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Return which icons, and how many of each, a set of each of these score tiles takes."""
    return tuple(
        tuple(
            (place, getattr(score_tiles.by_name[name].needs, icon))
            for place, icon in enumerate(_ICONS)
            if getattr(score_tiles.by_name[name].needs, icon)
        )
        for name in names
    )


@lru_cache(maxsize=1 << 8)
def _paying(score_tiles: Any, names: tuple[str, ...]) -> tuple[tuple[int, ...], ...]:
    """Return what a set pays by place, the last for none."""
    return tuple((*score_tiles.by_name[name].points, 0) for name in names)


@lru_cache(maxsize=1 << 14)
def _counts(
    score_tiles: Any, city_tiles: Any, names: tuple[str, ...], tally: Any, left: int
) -> Counts:
    """Return what a city counts for each of these score tiles after so many more tiles."""
    needs = _needs(score_tiles, names)
    has = [getattr(tally, icon) for icon in _ICONS]
    if not left:
        return tuple(float(min(has[icon] // number for icon, number in each)) for each in needs)
    growth = _growth(city_tiles)
    will = [now + left * more for now, more in zip(has, growth, strict=True)]
    return tuple(
        min(will[icon] / number for icon, number in each)
        - (_UNEVEN if any(number > 1 for _, number in each) else 0.0)
        for each in needs
    )


@lru_cache(maxsize=1 << 14)
def _paid(
    score_tiles: Any, names: tuple[str, ...], armies: tuple[Any, ...]
) -> tuple[tuple[int, tuple[tuple[int, int], ...]], ...]:
    """Return for each seat its power in Rome, and in which provinces what a set pays it."""
    rows: list[list[int]] = []
    for army in armies:
        row = list(army.legions)
        if army.general is not None:
            row[army.general] += 2  # as much power as two Legions
        rows.append(row)
    paying = _paying(score_tiles, names)
    paid: list[list[tuple[int, int]]] = [[] for _ in armies]
    for place, powers in enumerate(zip(*(row[1:] for row in rows), strict=True)):
        for seat, rank in enumerate(_ranks(powers)):
            if paying[place][rank]:
                paid[seat].append((place, paying[place][rank]))
    return tuple((row[0], tuple(each)) for row, each in zip(rows, paid, strict=True))


@lru_cache(maxsize=1 << 14)
def _ranks(powers: tuple[int, ...]) -> tuple[int, ...]:
    """Return the place of each seat in a province by power: 0 is the first, 3 is none.

    Of several with equal power none is first; the two highest powers always have a place.
    """
    places: dict[int, int] = {0: 3}
    free = 0
    for rank, power in enumerate(sorted({*powers} - {0}, reverse=True)):
        place = free + (powers.count(power) > 1)
        places[power] = min(place, 2 if rank < 2 else 3)
        free = places[power] + 1
    return tuple(places[power] for power in powers)
