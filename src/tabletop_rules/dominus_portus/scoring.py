"""Who places in a province and what it pays, points by source, and the result."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from attrs import frozen

from tabletop_rules.core import Outcome, OutcomeKind, Seat
from tabletop_rules.dominus_portus.events import ProvinceScored
from tabletop_rules.dominus_portus.map_boards import ScoreTile
from tabletop_rules.dominus_portus.state import State
from tabletop_rules.dominus_portus.values import Tally

__all__ = [
    "Award",
    "Breakdown",
    "Place",
    "ProvinceScore",
    "SeatTotal",
    "breakdown",
    "outcome",
    "places",
    "province_events",
    "score",
    "score_provinces",
]

_HIGHEST: Final = 0
_MIDDLE: Final = 1
_LOWEST: Final = 2


@frozen
class Place:
    """What a player gets in a province: an index into the points of the tile, or nothing.

    0 is the highest multiplier, 1 the middle and 2 the lowest one; `rule` says why.
    """

    multiplier: int | None
    rule: str


@lru_cache(maxsize=1 << 14)
def places(powers: tuple[int, ...]) -> tuple[Place, ...]:
    """Return the place of each player by power (rules DS-R2, DS-PLACE-1 to DS-TIE-4).

    The players with power are ranked into groups of equal power; zero does not place (DS-R3).

    >>> [place.multiplier for place in places((4, 2, 2, 1))]
    [0, 2, 2, None]
    """
    ranked = sorted({power for power in powers if power > 0}, reverse=True)
    by_power = dict(zip(ranked, _group_places([powers.count(p) for p in ranked]), strict=True))
    return tuple(by_power.get(power, Place(None, "DS-R3")) for power in powers)


def _group_places(sizes: list[int]) -> Iterator[Place]:
    """Give the place of each group of equal power, the most powerful first."""
    for rank, size in enumerate(sizes):
        if rank == 0:
            yield Place(_HIGHEST, "DS-PLACE-1") if size == 1 else Place(_MIDDLE, "DS-TIE-1")
        elif rank == 1 and sizes[0] > 1:
            yield Place(_LOWEST, "DS-TIE-2" if size == 1 else "DS-TIE-3")
        elif rank == 1:
            yield Place(_MIDDLE, "DS-PLACE-2") if size == 1 else Place(_LOWEST, "DS-TIE-3")
        elif rank == 2 and sizes[0] > 1:
            yield Place(None, "DS-TIE-2")
        elif rank == 2 and sizes[1] > 1:
            yield Place(None, "DS-TIE-4")
        elif rank == 2 and size == 1:
            yield Place(_LOWEST, "DS-PLACE-3")
        else:
            yield Place(None, "DS-R2")


@frozen
class Award:
    """What one seat scores in one province, and why.

    `place` is 1, 2 or 3 by the multiplier that is paid, ``None`` where nothing is; `count` is how
    many sets the city has that the tile pays for; `points` is ``count * multiplier``.
    """

    seat: Seat
    power: int
    place: int | None
    count: int
    multiplier: int
    points: int
    rule: str


@frozen
class ProvinceScore:
    """What a province pays, an award for each seat, those of zero points too."""

    province: str
    tile: str
    awards: tuple[Award, ...]


@frozen
class SeatTotal:
    """The points of a seat by source.

    `points` were scored during the game (or are the host's, at the end); `provinces` are those of
    the map; the others are what coins, population and faith are worth in a stand-alone game.
    """

    points: int
    provinces: int
    coins: int
    population: int
    faith: int

    @property
    def total(self) -> int:
        """All points."""
        return self.points + self.provinces + self.coins + self.population + self.faith


@frozen
class Breakdown:
    """The whole score: each province, and each seat."""

    provinces: tuple[ProvinceScore, ...]
    seats: tuple[SeatTotal, ...]


def score_provinces(
    tallies: Sequence[Tally], provinces: Sequence[tuple[str, ScoreTile, Sequence[int]]]
) -> tuple[ProvinceScore, ...]:
    """Return what provinces pay, from plain input (rules DS-AIM-1, DS-END-1, DS-END-2).

    `tallies` has what each seat's city counts; `provinces` has for each province its name, its
    score tile, and the power of each seat. What a place is worth stands on the tile alone (DS-R20).

    >>> from tabletop_rules.dominus_portus import Needs
    >>> tile = ScoreTile("Lyre pairs", "", Needs(lyres=2), (3, 2, 1))
    >>> cities = [Tally(lyres=5), Tally(lyres=4)]
    >>> [award.points for award in score_provinces(cities, [("Gallia", tile, (4, 2))])[0].awards]
    [6, 4]
    """
    return tuple(
        _scored(province, tile, tuple(powers), tuple([tile.count(tally) for tally in tallies]))
        for province, tile, powers in provinces
    )


@lru_cache(maxsize=1 << 14)
def _scored(
    province: str, tile: ScoreTile, powers: tuple[int, ...], counts: tuple[int, ...]
) -> ProvinceScore:
    """Return what one province pays, given how many sets each city has; it recurs in a search."""
    awards: list[Award] = []
    for seat, place in enumerate(places(powers)):
        count, at = counts[seat], place.multiplier
        paid = 0 if at is None else tile.points[at]
        nth = None if at is None else at + 1
        awards.append(Award(seat, powers[seat], nth, count, paid, count * paid, place.rule))
    return ProvinceScore(province, tile.name, tuple(awards))


def _provinces(state: State) -> tuple[ProvinceScore, ...]:
    """Return what the provinces pay as it stands; Rome is none (DS-ROME-1, DS-ROME-2)."""
    if not state.armies or len(state.dealt.tiles) < len(state.config.map_board.provinces):
        return ()
    by_name = state.config.score_tiles.by_name
    dealt = zip(state.config.map_board.provinces, state.dealt.tiles, strict=True)
    listed = [
        (province, by_name[tile], tuple([army.power(place) for army in state.armies]))
        for place, (province, tile) in enumerate(dealt, 1)
    ]
    return score_provinces([city.tally for city in state.cities], listed)


def breakdown(state: State) -> Breakdown:
    """Return all points as they stand now, by province and by source (rules DS-R17, DS-R18)."""
    provinces = _provinces(state)
    rates = state.config.city_tiles.rates
    seats: list[SeatTotal] = []
    for seat, city in enumerate(state.cities):
        given = city.points if state.final is None else state.final.points[seat]
        paid = sum(province.awards[seat].points for province in provinces)
        if state.config.hosted:
            seats.append(SeatTotal(given, paid, 0, 0, 0))
            continue
        worth = (
            city.coins // rates.coins,
            city.population // rates.population,
            city.faith // rates.faith,
        )
        seats.append(SeatTotal(given, paid, *worth))
    return Breakdown(provinces, tuple(seats))


def score(state: State) -> tuple[int, ...]:
    """Return the points that each seat has now, as if the game ended here."""
    return tuple(seat.total for seat in breakdown(state).seats)


def province_events(state: State) -> Iterator[ProvinceScored]:
    """Give an event for each award that pays."""
    for province in _provinces(state):
        for award in province.awards:
            if award.points:
                yield ProvinceScored(
                    rule=award.rule,
                    seat=award.seat,
                    province=province.province,
                    power=award.power,
                    count=award.count,
                    multiplier=award.multiplier,
                    points=award.points,
                )


def outcome(state: State) -> Outcome | None:
    """Return the result, or ``None`` until the game is over.

    The most points win; a tie is shared, unless the host has said otherwise (rule DS-R9).
    """
    if state.agenda:
        return None
    points = score(state)
    broken = state.final is not None and bool(state.final.tie_break)
    last = state.final.tie_break if state.final is not None and broken else (0,) * len(points)
    keys = list(zip(points, last, strict=True))
    ranks = tuple(1 + sum(other > key for other in keys) for key in keys)
    best = max(points)
    reason = " to ".join(str(each) for each in sorted(points, reverse=True)) + " points"
    tied = points.count(best) > 1
    decided = tied and ranks.count(1) < points.count(best)
    rule = "DS-R9" if tied else "DS-END-1" if state.config.hosted else "DS-R17"
    return Outcome(OutcomeKind.WIN, ranks, reason, rule, "DS-R9" if decided else None)
