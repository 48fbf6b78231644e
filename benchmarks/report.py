"""The figures of one run: collected, and as tables of Markdown that read well as plain text."""

import os
import platform
from collections.abc import Callable, Iterable, Sequence

from attrs import frozen

from benchmarks.entries import Entry
from benchmarks.memory import Memory
from benchmarks.timing import Slice, Spread, paired_ratio


@frozen(kw_only=True)
class Machine:
    """What the figures depend on, without what would tell whose machine it is."""

    python: str
    cpus: int | None

    @classmethod
    def here(cls) -> "Machine":
        """Return this one."""
        python = f"{platform.python_implementation()} {platform.python_version()}"
        return cls(python=python, cpus=os.cpu_count())


@frozen(kw_only=True)
class Figures:
    """The speed of one entry."""

    decisions_per_second: Spread
    steps_per_second: Spread
    games_per_second: Spread
    decisions_per_game: float
    steps_per_game: float
    games: int
    rounds: tuple[Slice, ...]

    @classmethod
    def of(cls, rounds: tuple[Slice, ...]) -> "Figures":
        """Return the figures of all rounds of one entry."""
        games = sum(part.games for part in rounds)
        return cls(
            decisions_per_second=Spread.of(part.decisions_per_second for part in rounds),
            steps_per_second=Spread.of(part.steps_per_second for part in rounds),
            games_per_second=Spread.of(part.games_per_second for part in rounds),
            decisions_per_game=sum(part.decisions for part in rounds) / games,
            steps_per_game=sum(part.steps for part in rounds) / games,
            games=games,
            rounds=rounds,
        )


@frozen(kw_only=True)
class Result:
    """One entry: its figures, or None with the name of the module that is not installed."""

    name: str
    ours: bool
    distribution: str
    version: str | None
    how: str
    missing: str | None
    figures: Figures | None

    @classmethod
    def of(cls, entry: Entry, rounds: tuple[Slice, ...] | None, missing: str | None) -> "Result":
        """Return the result of an entry that was measured, or that is missing."""
        return cls(
            name=entry.name,
            ours=entry.ours,
            distribution=entry.distribution,
            version=entry.version(),
            how=entry.how,
            missing=missing,
            figures=None if rounds is None else Figures.of(rounds),
        )


@frozen(kw_only=True)
class Ratio:
    """How many times a peer's speed ours is, paired by round."""

    ours: str
    peer: str
    decisions_per_second: Spread
    steps_per_second: Spread


@frozen(kw_only=True)
class Bar:
    """What the ratio of decisions per second of one of our games to a peer has to reach."""

    ours: str
    peer: str
    at_least: float
    aim: float


BARS = (
    Bar(ours="dome-crushers", peer="python_liars_poker", at_least=1, aim=2),
    Bar(ours="dominum", peer="python-chess", at_least=1, aim=1),
    Bar(ours="dominus-portus", peer="python_block_dominoes", at_least=1, aim=2),
)


@frozen(kw_only=True)
class Verdict:
    """A bar beside what was measured, which is None when one of the two is missing."""

    ours: str
    bar: Bar
    measured: Spread | None
    word: str

    @classmethod
    def of(cls, ours: str, bar: Bar, measured: Spread | None) -> "Verdict":
        """Return how the median stands to the bar."""
        if measured is None:
            word = "not measured"
        elif measured.median >= bar.aim:
            word = "aim reached"
        elif measured.median >= bar.at_least:
            word = "met"
        else:
            word = "MISSED"
        return cls(ours=ours, bar=bar, measured=measured, word=word)


@frozen(kw_only=True)
class Report:
    """All that one run found out."""

    machine: Machine
    seed: int
    seconds: float  # of each entry, all rounds together
    rounds: int
    results: tuple[Result, ...]
    ratios: tuple[Ratio, ...]
    verdicts: tuple[Verdict, ...]
    memory: tuple[Memory, ...]


def _paired(ours: Figures, peer: Figures, speed: Callable[[Slice], float]) -> Spread:
    return paired_ratio(map(speed, ours.rounds), map(speed, peer.rounds))


def ratios_of(results: Iterable[Result]) -> tuple[Ratio, ...]:
    """Return the ratio of each of our games to each peer that was measured."""
    measured = [(result, result.figures) for result in results if result.figures is not None]
    return tuple(
        Ratio(
            ours=ours.name,
            peer=peer.name,
            decisions_per_second=_paired(fast, slow, lambda part: part.decisions_per_second),
            steps_per_second=_paired(fast, slow, lambda part: part.steps_per_second),
        )
        for ours, fast in measured
        if ours.ours
        for peer, slow in measured
        if not peer.ours
    )


def verdicts_of(results: Iterable[Result], ratios: Sequence[Ratio]) -> tuple[Verdict, ...]:
    """Return the bars of those of our games that were measured."""
    found = {(ratio.ours, ratio.peer): ratio.decisions_per_second for ratio in ratios}
    return tuple(
        Verdict.of(result.name, bar, found.get((result.name, bar.peer)))
        for result in results
        if result.ours
        for bar in BARS
        if bar.ours == result.name
    )
