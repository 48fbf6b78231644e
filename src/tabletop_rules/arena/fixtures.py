"""Who plays whom: the games of a tournament, before they are played.

Which games there are depends on nothing but the schedule, the number of entrants and seats and the
seed (in a Swiss tournament on the results as well), so whoever plays them, and in which order, all
play the same ones.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import chain, combinations, count
from typing import Final, Protocol

from attrs import frozen

from tabletop_rules.core import Problem, ProblemsError
from tabletop_rules.core.errors import shown

__all__ = [
    "GAME",
    "LUCKS",
    "ROUND",
    "SCHEDULES",
    "ArenaError",
    "Fixture",
    "Gauntlet",
    "RoundRobin",
    "Schedule",
    "Swiss",
    "derived",
    "make_schedule",
]

Points = Mapping[int, tuple[float, ...]]
"""What each seat got in each game that was played, by the number of the game."""


class ArenaError(ProblemsError):
    """A tournament that cannot be played as it was asked for."""

    kind = "arena"


@frozen
class Fixture:
    """One game of a tournament: its number, its round, and which entrant takes which seat.

    `seed` decides all chance of the game. All games of a round share it, so that each entrant
    meets the same luck in each seat.
    """

    number: int
    round: int
    seed: int
    seats: tuple[int, ...]


def derived(*parts: object) -> int:
    """Return a whole number below 2 ** 53 that the parts decide.

    The same parts give the same number on every machine; other parts give, as far as anyone can
    tell, an unrelated one. Every language reads a number of this size exactly from JSON.
    """
    text = "\n".join(str(part) for part in parts)
    return int.from_bytes(sha256(text.encode()).digest()[:8], "big") >> 11


ROUND: Final = "round"
"""All games of a round have the same seed, so that luck does not decide between bots."""
GAME: Final = "game"
"""Each game has its own, so that nobody has an advantage from what it has seen in another one."""
LUCKS: Final = (ROUND, GAME)


class Schedule(Protocol):
    """Gives the rounds of a tournament, one after the other, without end."""

    @property
    def waits(self) -> bool:
        """Whether a round depends on the results of the rounds before it."""
        raise NotImplementedError

    def round(self, played: Sequence["Fixture"], points: Points) -> tuple[tuple[int, ...], ...]:
        """Return the entrants by seat of each game of the next round.

        `played` and `points` are all games of earlier rounds; they are empty unless it `waits`.
        """
        raise NotImplementedError


def fixtures(
    schedule: Schedule, seed: int, games: int, points: Points, luck: str = ROUND
) -> Iterator[tuple[Fixture, ...]]:
    """Give the fixtures round by round, `games` in all; `luck` is one of `LUCKS`.

    Where the schedule `waits`, `points` must hold the results of a round before the next is asked
    for.
    """
    played: list[Fixture] = []
    number = 0
    for index in count():
        if number >= games:
            return
        tables = schedule.round(played, points)[: games - number]
        chance = derived("round", seed, index)
        made = tuple(
            Fixture(i, index, derived("game", seed, i) if luck == GAME else chance, seats)
            for i, seats in enumerate(tables, number)
        )
        number += len(made)
        if schedule.waits:
            played += made
        yield made


def _rotations(group: Sequence[int], seats: int) -> tuple[tuple[int, ...], ...]:
    """Return the games in which each entrant of a group has each seat once.

    Where there are fewer entrants than seats, they take further seats in turn, and each of them
    takes them first once.
    """
    shifts = range(len(group) if len(group) < seats else 1)
    orders = ([*group[shift:], *group[:shift]] * seats for shift in shifts)
    lines = [order[:seats] for order in orders]
    games = (tuple(line[turn:] + line[:turn]) for line in lines for turn in range(seats))
    return tuple(dict.fromkeys(games))


def _games(groups: Iterable[Sequence[int]], seats: int) -> tuple[tuple[int, ...], ...]:
    return tuple(chain.from_iterable(_rotations(group, seats) for group in groups))


@frozen
class RoundRobin:
    """Every group of entrants that can sit at a table plays in each round, with seats rotated."""

    entrants: int
    seats: int

    waits = False

    def _groups(self) -> Iterable[tuple[int, ...]]:
        return combinations(range(self.entrants), min(self.entrants, self.seats))

    def round(self, played: Sequence[Fixture], points: Points) -> tuple[tuple[int, ...], ...]:
        """Return the games of any round: they are the same in all."""
        del played, points
        return _games(self._groups(), self.seats)


@frozen
class Gauntlet(RoundRobin):
    """The first entrant plays with every group of others, in each round, with seats rotated."""

    def _groups(self) -> Iterable[tuple[int, ...]]:
        others = combinations(range(1, self.entrants), min(self.entrants, self.seats) - 1)
        return ((0, *group) for group in others)


@frozen
class Swiss:
    """In each round entrants of about equal success play, and if possible not the same again.

    Success is the mean of what an entrant got in its games, and decides the order. Those for whom
    there is no full table sit out: whoever has sat out least often, and among these the last.

    In games of two the pairs are those with the fewest meetings before, and among these with the
    smallest sum of squared distances in the order. In larger games the first in the order who has
    no table is joined by those it has met least often, and among these by the next, until the
    table is full; then it goes on with the rest.
    """

    entrants: int
    seats: int

    waits = True

    def round(self, played: Sequence[Fixture], points: Points) -> tuple[tuple[int, ...], ...]:
        """Return the games of the next round."""
        entrants = range(self.entrants)
        got: list[list[float]] = [[] for _ in entrants]
        met: Counter[tuple[int, int]] = Counter()
        for fixture in played:
            for place, each in zip(fixture.seats, points[fixture.number], strict=True):
                got[place].append(each)
            met.update({(one, other) for one in fixture.seats for other in fixture.seats})
        success = [sum(each) / len(each) if each else 0.5 for each in got]
        waiting = sorted(entrants, key=lambda place: -success[place])
        size = min(self.entrants, self.seats)
        for _ in range(self.entrants % size):
            most = max(len(got[place]) for place in waiting)
            waiting.remove([place for place in waiting if len(got[place]) == most][-1])
        groups = _pairs(waiting, met) if size == 2 else _tables(waiting, met, size)
        return _games(groups, self.seats)


def _pairs(order: Sequence[int], met: Mapping[tuple[int, int], int]) -> list[tuple[int, ...]]:
    """Return pairs with the fewest meetings before, and then the least distance in the order."""
    import networkx  # noqa: PLC0415 - slow, and no other schedule needs it

    graph = networkx.Graph()
    size = len(order)
    again = size**3  # more than all squared distances together
    for first, second in combinations(range(size), 2):
        meetings = met.get((order[first], order[second]), 0)
        graph.add_edge(first, second, weight=again * meetings + (second - first) ** 2)
    pairs = networkx.min_weight_matching(graph)
    return [(order[first], order[second]) for first, second in sorted(map(sorted, pairs))]


def _tables(
    order: Sequence[int], met: Mapping[tuple[int, int], int], size: int
) -> list[tuple[int, ...]]:
    """Return groups of `size` that have met seldom and are near in the order."""
    waiting = list(order)
    groups: list[tuple[int, ...]] = []
    while waiting:
        group = [waiting.pop(0)]
        while len(group) < size:
            nearest = min(waiting, key=lambda place: sum(met.get((place, one), 0) for one in group))
            waiting.remove(nearest)
            group.append(nearest)
        groups.append(tuple(group))
    return groups


SCHEDULES: Final[Mapping[str, type[RoundRobin | Swiss]]] = {
    "round-robin": RoundRobin,
    "gauntlet": Gauntlet,
    "swiss": Swiss,
}
"""The schedules by name."""


def make_schedule(name: str, entrants: int, seats: int) -> Schedule:
    """Return the schedule of that name.

    Raises:
        ArenaError: there is none, or there are not enough entrants or seats for a tournament.
    """
    problems: list[Problem] = []
    if name not in SCHEDULES:
        expected = ", ".join(SCHEDULES)
        problems.append(Problem("schedule", f"expected one of {expected}, got {shown(name)}"))
    if entrants < 2:
        problems.append(Problem("bots", f"expected 2 or more bots, got {entrants}"))
    if seats < 2:
        problems.append(Problem("config", f"expected a game of 2 or more seats, got {seats}"))
    if problems:
        raise ArenaError(problems)
    return SCHEDULES[name](entrants, seats)
