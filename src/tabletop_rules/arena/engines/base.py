"""What every engine is, and the simplest one."""

import sys
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, redirect_stdout
from itertools import islice
from time import perf_counter
from typing import Final, Protocol

from tabletop_rules.arena.fixtures import Fixture
from tabletop_rules.arena.jobs import Job
from tabletop_rules.arena.refereeing import Result
from tabletop_rules.arena.teams import Team

__all__ = ["Engine", "Here", "Pace"]

_SECONDS: Final = 0.5
"""How long a worker should be busy with what it is given at a time."""
_MOST: Final = 256


class Engine(AbstractContextManager["Engine"], Protocol):
    """Plays games, and gives their results in the order in which they end."""

    def play(self, fixtures: Iterable[Fixture]) -> Iterator[list[Result]]:
        """Give the results of all `fixtures`, a few at a time."""
        raise NotImplementedError


class Pace:
    """How many games to give a worker at a time, after how long the last ones took."""

    def __init__(self) -> None:
        self.games = 1

    def took(self, games: int, seconds: float) -> None:
        """Learn how long some games took."""
        fitting = int(_SECONDS * games / max(seconds, 1e-6))
        self.games = max(1, min(_MOST, fitting, 4 * self.games))

    def take(self, fixtures: Iterator[Fixture]) -> list[Fixture]:
        """Return the next fixtures to give; none when there are none left."""
        return list(islice(fixtures, self.games))


class Here(Engine):
    """Plays in this process: bots can be looked at in a debugger, and their crash is ours."""

    def __init__(self, job: Job) -> None:
        self._team = Team(job)

    def __exit__(self, *_: object) -> None:
        self._team.close()

    def play(self, fixtures: Iterable[Fixture]) -> Iterator[list[Result]]:
        """Give the results of all `fixtures`, a few at a time."""
        rest, pace = iter(fixtures), Pace()
        while some := pace.take(rest):
            start = perf_counter()
            with redirect_stdout(sys.stderr):  # the output is the arena's
                played = [self._team.play(fixture) for fixture in some]
            pace.took(len(some), perf_counter() - start)
            yield played
