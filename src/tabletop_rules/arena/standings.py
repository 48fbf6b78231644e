"""The table of a tournament: points, ratings and who did what against whom."""

from collections.abc import Iterable, Sequence
from math import log, sqrt
from typing import Any, Final

from attrs import frozen
from openskill.models import PlackettLuce

from tabletop_rules.arena.refereeing import Result
from tabletop_rules.core import OutcomeKind

__all__ = ["Row", "Score", "Standings", "Table", "wilson"]

_Z: Final = 1.959964
"""The normal quantile of 97.5 %."""
_START: Final = 1500.0
"""The rating of an entrant that has not played."""


def wilson(share: float, games: int) -> tuple[float, float]:
    """Return the 95 % interval of a share of `games`, by Wilson; from 0 to 1 without games.

    >>> low, high = wilson(0.5, 100)
    >>> round(low, 3), round(high, 3)
    (0.404, 0.596)
    """
    if not games:
        return 0.0, 1.0
    spread = _Z * _Z / games
    middle = (share + spread / 2) / (1 + spread)
    half = _Z / (1 + spread) * sqrt(share * (1 - share) / games + spread / games / 4)
    # Rounding may leave the bounds on the wrong side of 0, of the share, or of 1.
    return max(0.0, min(share, middle - half)), min(1.0, max(share, middle + half))


@frozen
class Score:
    """What one entrant got in games against another one, or against all."""

    games: int = 0
    points: float = 0.0
    """The share of the others that it beat, summed over the games; an equal rank is a half."""

    @property
    def share(self) -> float:
        """The points of a game on average, from 0 to 1; a half without games."""
        return self.points / self.games if self.games else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the share, by Wilson."""
        return wilson(self.share, self.games)

    def plus(self, points: float) -> "Score":
        """Return the score after one more game."""
        return Score(self.games + 1, self.points + points)


@frozen
class Row:
    """What an entrant has done in a tournament."""

    rank: int
    name: str
    score: Score
    won: int
    """Games that it was the only first of."""
    drawn: int
    """Games that it was first of together with others, truncated ones among them."""
    lost: int
    faults: int
    """How often it did not answer as it should, in all games."""
    rating: float
    """On the scale of Elo: 400 more are odds of 10 to 1 in a game of two. All begin at 1500."""
    margin: float
    """Half the width of the 95 % interval of the rating."""


@frozen
class Table:
    """The standings after some games, best rating first."""

    games: int
    truncated: int
    """Games that were cut off by their config, without a winner."""
    forfeited: int
    """Games in which somebody forfeited."""
    rows: tuple[Row, ...]
    cross: tuple[tuple[Score, ...], ...]
    """What the entrant of each row got against that of each other row."""

    def __str__(self) -> str:
        """Return the table as lines of text, with the cross table if there are more than two."""
        from tabletop_rules.arena.tables import cross_lines, table_lines  # noqa: PLC0415 - likewise

        cross = ("", "Share of the points of the row against the column:", *cross_lines(self))
        return "\n".join((*table_lines(self), *(cross if len(self.rows) > 2 else ())))

    def _repr_html_(self) -> str:
        """Return the table as a notebook shows it."""
        from tabletop_rules.arena.pages import table_html  # noqa: PLC0415 - it imports this

        return table_html(self)


class Standings:
    """Counts games as they are added, in the order of their numbers.

    Ratings are those of Weng and Lin with the model of Plackett and Luce, as OpenSkill computes
    them, of strengths that do not change (``tau=0``). They depend a little on the order, which is
    why it is fixed.
    """

    def __init__(self, names: Sequence[str]) -> None:
        self._names: Final = tuple(names)
        size = len(self._names)
        self._model: Final = PlackettLuce(tau=0.0)
        self._ratings: Final[list[Any]] = [self._model.rating() for _ in names]
        self._scale: Final = 400 / (sqrt(2) * self._model.beta * log(10))
        self._scores: Final = [Score()] * size
        self._cross: Final = [[Score()] * size for _ in names]
        self._won: Final = [0] * size
        self._drawn: Final = [0] * size
        self._faults: Final = [0] * size
        self._kinds: Final = {"truncated": 0, "forfeit": 0}
        self.games = 0

    def rating(self, place: int) -> tuple[float, float]:
        """Return the rating of an entrant now, and half its 95 % interval."""
        rated, model = self._ratings[place], self._model
        return _START + self._scale * (rated.mu - model.mu), _Z * self._scale * rated.sigma

    def add(self, result: Result) -> None:
        """Count one more game."""
        self.games += 1
        if result.kind in self._kinds:
            self._kinds[result.kind] += 1
        points = _points(result)
        places = list(points)
        first = max(points.values())
        firsts = [place for place in places if points[place] == first]
        for place in places:
            self._scores[place] = self._scores[place].plus(points[place])
            for other in places:
                if other != place:
                    got = (points[place] > points[other]) + (points[place] == points[other]) / 2
                    self._cross[place][other] = self._cross[place][other].plus(got)
        for place in firsts:
            won = len(firsts) == 1 and result.kind not in _UNDECIDED
            (self._won if won else self._drawn)[place] += 1
        for place, count in zip(result.fixture.seats, result.fault_counts, strict=True):
            self._faults[place] += count
        teams = [[self._ratings[place]] for place in places]
        ranks = [float(sum(other > points[place] for other in points.values())) for place in places]
        for place, (rated,) in zip(places, self._model.rate(teams, ranks=ranks), strict=True):
            self._ratings[place] = rated

    def table(self) -> Table:
        """Return the table of the games so far."""
        order = sorted(range(len(self._names)), key=lambda place: (-self.rating(place)[0], place))
        rows = tuple(self._row(rank, place) for rank, place in enumerate(order, 1))
        cross = tuple(tuple(self._cross[one][other] for other in order) for one in order)
        kinds = self._kinds
        return Table(self.games, kinds["truncated"], kinds["forfeit"], rows, cross)

    def _row(self, rank: int, place: int) -> Row:
        score, won, drawn = self._scores[place], self._won[place], self._drawn[place]
        rating, margin = self.rating(place)
        return Row(
            rank,
            self._names[place],
            score,
            won,
            drawn,
            score.games - won - drawn,
            self._faults[place],
            rating,
            margin,
        )


_UNDECIDED: Final = (OutcomeKind.DRAW.value, OutcomeKind.TRUNCATED.value)


def _points(result: Result) -> dict[int, float]:
    """Return what each entrant of a game got: with several seats, the mean of theirs."""
    got: dict[int, list[float]] = {}
    for place, points in zip(result.fixture.seats, result.points, strict=True):
        got.setdefault(place, []).append(points)
    return {place: sum(each) / len(each) for place, each in got.items()}


def standings_of(names: Sequence[str], results: Iterable[Result]) -> Table:
    """Return the table of some games."""
    standings = Standings(names)
    for result in results:
        standings.add(result)
    return standings.table()
