"""Games per second of the arena with two workers beside one.

Run it with ``python -m benchmarks.workers``.

Each slice is a tournament of `arena.run` with the local engine: its processes are started, all
games are played and kept in memory, and the processes are ended. With one worker and with two the
same games are played, in turn; ratios are of slices of the same round.
"""

import gc
import json
from collections.abc import Sequence
from time import perf_counter

from attrs import asdict, frozen

from benchmarks.arguments import parser_of
from benchmarks.report import Machine
from benchmarks.tables import table
from benchmarks.timing import Spread, paired_ratio
from tabletop_rules import arena

AT_LEAST = 1.7
"""How many times the games of one worker two workers should play in the same time."""


@frozen(kw_only=True)
class Entry:
    """A tournament: bots whose games take some milliseconds, so that passing them on is little."""

    game: str
    bots: tuple[str, ...]
    games: int  # of one slice


ENTRIES = (
    Entry(game="dome-crushers", bots=("greedy", "mcts:20"), games=300),
    Entry(game="dominum", bots=("greedy", "random"), games=48),
    Entry(game="dominus-portus", bots=("greedy", "mcts:20"), games=60),
)


@frozen(kw_only=True)
class Result:
    """Games per second in each round, with one worker and with two."""

    entry: Entry
    one: tuple[float, ...]
    two: tuple[float, ...]

    @property
    def ratio(self) -> Spread:
        """Return how many times the games of one worker two have played."""
        return paired_ratio(self.two, self.one)


def play_slice(entry: Entry, workers: int, seed: int) -> float:
    """Play the tournament and return the games per second."""
    gc.collect()  # nobody pays for what the one before left
    start = perf_counter()
    arena.run(entry.game, entry.bots, games=entry.games, seed=seed, workers=workers)
    return entry.games / (perf_counter() - start)


def run(entries: Sequence[Entry], rounds: int, seed: int) -> tuple[Result, ...]:
    """Play all tournaments in turn, in each round with other games."""
    reached: dict[tuple[str, int], list[float]] = {}
    for number in range(rounds):
        for entry in entries:
            for workers in (1, 2):
                speed = play_slice(entry, workers, seed + number)
                reached.setdefault((entry.game, workers), []).append(speed)
    return tuple(
        Result(entry=entry, one=tuple(reached[entry.game, 1]), two=tuple(reached[entry.game, 2]))
        for entry in entries
    )


def render(results: Sequence[Result], rounds: int, seed: int) -> str:
    """Return the report as a table of Markdown."""
    machine = Machine.here()
    rows: list[tuple[str, ...]] = []
    for result in results:
        one, two, ratio = Spread.of(result.one), Spread.of(result.two), result.ratio
        rows.append(
            (
                result.entry.game,
                ", ".join(result.entry.bots),
                f"{result.entry.games}",
                f"{1000 / one.median:,.0f}",
                f"{one.median:,.2f}",
                f"{two.median:,.2f}",
                f"{ratio.median:.2f}",
                f"{ratio.low:.2f} to {ratio.high:.2f}",
                "met" if ratio.median >= AT_LEAST else "MISSED",
            )
        )
    heads = (
        "game", "bots", "games", "ms/game", "games/s, one worker", "two workers",
        "two / one", "min to max", f"at least {AT_LEAST:g}",
    )  # fmt: skip
    return (
        f"{machine.python}, {machine.cpus} CPUs. Seeds from {seed}; {rounds} interleaved rounds,"
        " their median;\nthe lowest to the highest ratio within a round.\n\n" + table(heads, rows)
    )


def main(argv: Sequence[str] | None = None) -> None:
    """Run the command and print its report."""
    names = {entry.game: entry for entry in ENTRIES}
    description = "Games per second of the arena with two workers beside one."
    parser = parser_of("benchmarks.workers", description, names)
    options = parser.parse_args(argv)
    chosen = [names[name] for name in options.only or names]
    results = run(chosen, options.rounds, options.seed)
    if options.json:
        figures = [asdict(result) for result in results]
        print(json.dumps({"seed": options.seed, "results": figures}, indent=2))
    else:
        print(render(results, options.rounds, options.seed))


if __name__ == "__main__":
    main()
