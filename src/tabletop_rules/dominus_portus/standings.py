"""Scoring the end of a game from plain input, for someone who wants only that.

[cities.Yellow]
lyres = 5
stars = 8

[cities.Blue]
lyres = 2

[[provinces]]
name = "Gallia"
tile = "Lyre pairs"
armies.Yellow = { legions = 2, general = true }
armies.Blue = { legions = 2 }
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

from attrs import Factory, frozen

from tabletop_rules.core import PositionError, Problem, from_data
from tabletop_rules.core.errors import shown
from tabletop_rules.core.toml import read_toml
from tabletop_rules.dominus_portus.contents import PRINTED, ScoreTiles
from tabletop_rules.dominus_portus.map_boards import MOST, NEEDS_FIELDS
from tabletop_rules.dominus_portus.scoring import ProvinceScore, score_provinces
from tabletop_rules.dominus_portus.state import LEGIONS
from tabletop_rules.dominus_portus.values import Tally

__all__ = ["Standing", "StandingProvince", "Units", "read_standing", "score_standing"]

_SEATS: Final = 4


@frozen
class _City:
    """What a city counts; stars of all three tracks together."""

    columns: int = 0
    lyres: int = 0
    masks: int = 0
    brown: int = 0
    purple: int = 0
    red: int = 0
    monuments: int = 0
    stars: int = 0


@frozen
class Units:
    """The units of one player in one province."""

    legions: int = 0
    general: bool = False

    @property
    def power(self) -> int:
        """1 for each Legion, 2 for the General (rule DS-POWER-1)."""
        return self.legions + (2 if self.general else 0)


@frozen
class StandingProvince:
    """A province: its score tile, and the units of each player who has any."""

    name: str
    tile: str
    armies: dict[str, Units] = Factory(dict)


@frozen
class Standing:
    """All that the end scoring of Dominus needs: cities by player, and provinces."""

    cities: dict[str, _City]
    provinces: tuple[StandingProvince, ...]

    @property
    def players(self) -> tuple[str, ...]:
        """The names of the players, in the order of the file."""
        return tuple(self.cities)


def read_standing(text: str, source: str = "", tiles: ScoreTiles | None = None) -> Standing:
    """Return the standing that a TOML text describes, checked against the score tiles.

    `tiles` are the twelve printed ones unless others are given.

    Raises:
        PositionError: with everything that is wrong with it.
    """
    table: dict[str, Any] = read_toml(text, error=PositionError, source=source)
    standing = from_data(table, Standing, error=PositionError, source=source)
    problems = list(_problems(standing, tiles or ScoreTiles.shelf.get(PRINTED)))
    if problems:
        raise PositionError(problems, source)
    return standing


def score_standing(
    standing: Standing, tiles: ScoreTiles | None = None
) -> tuple[ProvinceScore, ...]:
    """Return what each province pays; seats are the players of the standing, in order.

    >>> standing = read_standing('''
    ... [cities.Yellow]
    ... lyres = 5
    ... [cities.Blue]
    ... lyres = 2
    ... [[provinces]]
    ... name = "Gallia"
    ... tile = "Lyre pairs"
    ... armies.Yellow = { legions = 2, general = true }
    ... armies.Blue = { legions = 2 }
    ... ''')
    >>> [award.points for award in score_standing(standing)[0].awards]
    [6, 2]
    """
    by_name = (tiles or ScoreTiles.shelf.get(PRINTED)).by_name
    tallies = [_tally(city) for city in standing.cities.values()]
    provinces = [
        (
            province.name,
            by_name[province.tile],
            tuple([province.armies.get(name, Units()).power for name in standing.players]),
        )
        for province in standing.provinces
    ]
    return score_provinces(tallies, provinces)


def _tally(city: _City) -> Tally:
    return Tally(
        columns=city.columns,
        lyres=city.lyres,
        masks=city.masks,
        brown=city.brown,
        purple=city.purple,
        red=city.red,
        monuments=city.monuments,
        brown_stars=city.stars,
    )


def _problems(standing: Standing, tiles: ScoreTiles) -> Iterator[Problem]:
    if not 2 <= len(standing.cities) <= _SEATS:
        yield Problem("cities", f"expected 2 to {_SEATS} players, got {len(standing.cities)}")
    for player, city in standing.cities.items():
        for key in NEEDS_FIELDS:
            number = getattr(city, key)
            if not 0 <= number <= MOST:
                yield Problem(f"cities.{player}.{key}", f"expected 0 to {MOST}, got {number}")
    for key in ("name", "tile"):
        for value, times in Counter(getattr(p, key) for p in standing.provinces).items():
            if times > 1:
                yield Problem("provinces", f"{times} of them have the {key} {value!r}")
    for place, province in enumerate(standing.provinces):
        yield from _province_problems(f"provinces[{place}]", standing, province, tiles)
    yield from _unit_problems(standing)


def _province_problems(
    where: str, standing: Standing, province: StandingProvince, tiles: ScoreTiles
) -> Iterator[Problem]:
    if province.name == "Rome":
        yield Problem(f"{where}.name", "Rome is not scored [DS-ROME-1]")
    if province.tile not in tiles.by_name:
        known = ", ".join(tiles.names)
        what = f"no score tile is called {shown(province.tile)} (expected one of {known})"
        yield Problem(f"{where}.tile", what)
    for player, units in province.armies.items():
        if player not in standing.cities:
            yield Problem(f"{where}.armies.{player}", "there is no city of that player")
        if units.legions < 0:
            what = f"expected 0 or more, got {units.legions}"
            yield Problem(f"{where}.armies.{player}.legions", what)


def _unit_problems(standing: Standing) -> Iterator[Problem]:
    """Give the players who have more units than there are (rule DS-COMP-1)."""
    for player in standing.cities:
        armies = [p.armies[player] for p in standing.provinces if player in p.armies]
        legions = sum(units.legions for units in armies)
        generals = sum(units.general for units in armies)
        if legions > LEGIONS:
            what = f"{player} has {legions} Legions, but only {LEGIONS} exist [DS-COMP-1]"
            yield Problem("provinces", what)
        if generals > 1:
            what = f"{player} has {generals} Generals, but only 1 exists [DS-COMP-1]"
            yield Problem("provinces", what)
