"""Timed play in interleaved rounds, and the figures drawn from it."""

import gc
from collections.abc import Callable, Iterable, Mapping
from random import Random
from statistics import median
from time import perf_counter

from attrs import frozen

from benchmarks.entries import PlayGame


@frozen
class Slice:
    """What one entry did in its part of one round: whole games only."""

    seconds: float
    games: int
    decisions: int
    steps: int

    @property
    def decisions_per_second(self) -> float:
        """Players' decisions in a second; the time of the chance between them counts."""
        return self.decisions / self.seconds

    @property
    def steps_per_second(self) -> float:
        """All steps in a second, those of chance included."""
        return self.steps / self.seconds

    @property
    def games_per_second(self) -> float:
        """Whole games in a second."""
        return self.games / self.seconds


@frozen
class Spread:
    """A figure over the rounds."""

    median: float
    low: float
    high: float

    @classmethod
    def of(cls, values: Iterable[float]) -> "Spread":
        """Return the spread of one value per round."""
        ordered = sorted(values)
        return cls(median(ordered), ordered[0], ordered[-1])


def play_slice(
    play: PlayGame, seconds: float, rng: Random, clock: Callable[[], float] = perf_counter
) -> Slice:
    """Play whole games until the time is over, at least one."""
    games = decisions = steps = 0
    gc.collect()  # nobody pays for what the one before left
    start = clock()
    deadline = start + seconds
    while (now := clock()) < deadline or not games:
        length = play(rng)
        games += 1
        decisions += length.decisions
        steps += length.steps
    return Slice(now - start, games, decisions, steps)


def measure(
    players: Mapping[str, PlayGame],
    *,
    seconds: float,
    rounds: int,
    seed: int,
    clock: Callable[[], float] = perf_counter,
) -> dict[str, tuple[Slice, ...]]:
    """Return a slice per round of each player, played in turn: A B C, A B C, ...

    `seconds` is the time of one player in all rounds together. Each has a generator of its own, so
    that its games do not depend on who else plays.
    """
    generators = {name: Random(seed) for name in players}
    slices: dict[str, list[Slice]] = {name: [] for name in players}
    for name, play in players.items():
        play_slice(play, seconds / rounds / 10, generators[name], clock)  # fills caches, not kept
    for _ in range(rounds):
        for name, play in players.items():
            slices[name].append(play_slice(play, seconds / rounds, generators[name], clock))
    return {name: tuple(of_player) for name, of_player in slices.items()}


def paired_ratio(ours: Iterable[float], peer: Iterable[float]) -> Spread:
    """Return how many times the peer's speed ours is, round by round."""
    return Spread.of(a / b for a, b in zip(ours, peer, strict=True))
