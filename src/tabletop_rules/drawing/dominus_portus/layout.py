"""Where the provinces of a map stand in its picture: set by hand, or laid out by their borders.

A map that nobody has laid out is drawn so that provinces stand as far apart as the number of
borders between them; then each takes a cell of a grid, and cells are exchanged while that makes
borders shorter or lets fewer of them cross. Nothing is random: equal maps give equal places.
"""

import math
import tomllib
from collections.abc import Iterator, Mapping
from functools import lru_cache
from importlib.resources import files
from types import MappingProxyType
from typing import Final, TypeAlias

from tabletop_rules.dominus_portus import MapBoard

__all__ = ["Point", "laid_out", "map_places", "passes"]

Point: TypeAlias = tuple[float, float]
"""A column and a row; provinces of a grid stand one apart."""
_Cell: TypeAlias = tuple[int, int]

_ROUNDS: Final = 60
_WORK: Final = 200_000
"""So often at most are two borders, or a border and a province, looked at when cells change."""
_CROSSING: Final = 3.0
_PASSING: Final = 8.0
_FARTHEST: Final = 6
"""No two provinces want to be farther apart: a long chain is to curl up."""
_HALF_WIDTH: Final = 0.42
_HALF_HEIGHT: Final = 0.40


@lru_cache(maxsize=1 << 6)
def map_places(board: MapBoard) -> Mapping[str, Point]:
    """Return where each province stands, from 0 on in both directions."""
    known = _by_hand()
    if set(board.all) == set(known):
        return known
    return MappingProxyType(laid_out(board))


@lru_cache(maxsize=1)
def _by_hand() -> Mapping[str, Point]:
    text = files("tabletop_rules.drawing.dominus_portus").joinpath("places.toml").read_text("utf-8")
    listed: dict[str, list[float]] = tomllib.loads(text)
    return MappingProxyType({name: (place[0], place[1]) for name, place in listed.items()})


def laid_out(board: MapBoard) -> dict[str, Point]:
    """Return a cell of a grid for each province, no two alike, from 0 on in both directions."""
    names = board.all
    ways = [_ways(board, name) for name in names]
    cells = _snapped(_relaxed(ways))
    borders = sorted(
        {
            (min(pair), max(pair))
            for first, second in board.borders + board.dotted
            for pair in [(board.index[first], board.index[second])]
        }
    )
    _Grid(cells, borders).settle()
    left = min(column for column, _ in cells)
    top = min(row for _, row in cells)
    return {
        name: (float(column - left), float(row - top))
        for name, (column, row) in zip(names, cells, strict=True)
    }


def _ways(board: MapBoard, start: str) -> list[int]:
    """Return how many borders lie between a province and each of `MapBoard.all`."""
    found = {start: 0}
    waiting = [start]
    for name in waiting:
        for other in board.neighbours[name]:
            if other not in found:
                found[other] = found[name] + 1
                waiting.append(other)
    return [found[name] for name in board.all]


def _relaxed(ways: list[list[int]]) -> list[Point]:
    """Return places whose distances are near the numbers of borders (stress majorization)."""
    count = len(ways)
    turns = [2 * math.pi * place / max(count - 1, 1) for place in range(count)]
    points: list[Point] = [
        (far * math.cos(turn), far * math.sin(turn))
        for far, turn in zip(ways[0], turns, strict=True)
    ]
    for _ in range(_ROUNDS if count > 1 else 0):
        points = [_pulled(points, ways[place], place) for place in range(count)]
    return points


def _pulled(points: list[Point], ways: list[int], place: int) -> Point:
    """Return where one province goes when all others have it as far away as they want."""
    here = points[place]
    across = down = total = 0.0
    for other, there in enumerate(points):
        if other == place:
            continue
        wanted = min(ways[other], _FARTHEST)
        weight = 1.0 / (wanted * wanted)
        apart = math.dist(here, there) or 1e-9
        across += weight * (there[0] + wanted * (here[0] - there[0]) / apart)
        down += weight * (there[1] + wanted * (here[1] - there[1]) / apart)
        total += weight
    return across / total, down / total


def _snapped(points: list[Point]) -> list[_Cell]:
    """Return the nearest free cell of a grid for each place, in their order."""
    cells: list[_Cell] = []
    for point in points:
        across, down = round(point[0], 6), round(point[1], 6)
        near = _spiral((round(across), round(down)))
        free = [cell for cell in near if cell not in cells]
        cells.append(min(free, key=lambda c: (round(math.dist(c, (across, down)), 6), c)))
    return cells


def _spiral(middle: _Cell) -> list[_Cell]:
    """Return the cells about one, more than there can be provinces."""
    return [(middle[0] + x, middle[1] + y) for y in range(-4, 5) for x in range(-4, 5)]


class _Grid:
    """Provinces on cells, exchanged while that is better."""

    def __init__(self, cells: list[_Cell], borders: list[tuple[int, int]]) -> None:
        self.cells = cells
        self.borders = borders
        self.work = 0

    def settle(self) -> None:
        """Move provinces to cells beside theirs, or exchange two, until nothing gets better."""
        better = True
        while better and self.work < _WORK:
            improved = [self._improved(place) for place in range(len(self.cells))]
            better = any(improved)

    def _improved(self, place: int) -> bool:
        """Make the best move of one province; return whether there was one."""
        home = self.cells[place]
        best = (0.0, home)
        for x in (-1, 0, 1):
            for y in (-1, 0, 1):
                cell = (home[0] + x, home[1] + y)
                if cell == home or self.work >= _WORK:
                    continue
                moved = (place, *([self.cells.index(cell)] if cell in self.cells else []))
                now = self._cost(moved)
                self._exchange(place, cell)
                gain = round(now - self._cost(moved), 6)
                self._exchange(place, home)
                best = max(best, (gain, cell), key=lambda known: known[0])
        if best[0] > 0:
            self._exchange(place, best[1])
        return best[0] > 0

    def _exchange(self, place: int, cell: _Cell) -> None:
        if cell in self.cells:
            self.cells[self.cells.index(cell)] = self.cells[place]
        self.cells[place] = cell

    def _cost(self, moved: tuple[int, ...]) -> float:
        """Return how bad those borders are that change when these provinces move."""
        cost = 0.0
        for border in self.borders:
            first, second = (self.cells[end] for end in border)
            if moved[0] in border or moved[-1] in border:
                cost += math.dist(first, second) ** 2
                cost += _CROSSING * self._crossings(border)
                cost += _PASSING * sum(
                    passes(first, second, cell)
                    for place, cell in enumerate(self.cells)
                    if place not in border
                )
                self.work += len(self.cells) + len(self.borders)
            else:
                cost += _PASSING * sum(
                    passes(first, second, self.cells[place])
                    for place in moved
                    if place not in border
                )
            self.work += 1
        return cost

    def _crossings(self, border: tuple[int, int]) -> int:
        first, second = (self.cells[end] for end in border)
        count = 0
        for other in self.borders:
            if set(other).isdisjoint(border):
                count += _cross(first, second, *(self.cells[end] for end in other))
        return count


def _cross(a: _Cell, b: _Cell, c: _Cell, d: _Cell) -> bool:
    """Return whether two lines have a point in common that is an end of neither."""
    return _side(a, b, c) * _side(a, b, d) < 0 and _side(c, d, a) * _side(c, d, b) < 0


def _side(a: _Cell, b: _Cell, c: _Cell) -> int:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def passes(first: Point, second: Point, middle: Point) -> bool:
    """Return whether the straight line between two provinces goes through a third."""
    low, high = 0.0, 1.0
    sides = (_HALF_WIDTH, _HALF_HEIGHT)
    for start, end, at, half in zip(first, second, middle, sides, strict=True):
        along = end - start
        if along == 0:
            if abs(start - at) >= half:
                return False
            continue
        enter, leave = sorted(_hits(start, along, at, half))
        low, high = max(low, enter), min(high, leave)
    return low < high


def _hits(start: float, along: float, at: float, half: float) -> Iterator[float]:
    yield (at - half - start) / along
    yield (at + half - start) / along
