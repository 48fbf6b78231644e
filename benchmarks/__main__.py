"""The command ``python -m benchmarks``."""

import json
from collections.abc import Sequence

from attrs import asdict

from benchmarks import ours, peers
from benchmarks.arguments import add_seconds, parser_of
from benchmarks.entries import Entry, PlayGame
from benchmarks.memory import measure_memory
from benchmarks.report import Machine, Report, Result, ratios_of, verdicts_of
from benchmarks.tables import render
from benchmarks.timing import measure
from tabletop_rules.core import load_game

ENTRIES = {entry.name: entry for entry in (*ours.ENTRIES, *peers.ENTRIES)}


def run(entries: Sequence[Entry], *, seconds: float, rounds: int, seed: int) -> Report:
    """Measure the entries, each of which may be missing unless it is ours."""
    players: dict[str, PlayGame] = {}
    missing: dict[str, str] = {}
    for entry in entries:
        try:
            players[entry.name] = entry.load(seed)
        except ModuleNotFoundError as error:
            if entry.ours:
                raise
            missing[entry.name] = error.name or str(error)
    slices = measure(players, seconds=seconds, rounds=rounds, seed=seed)
    results = tuple(
        Result.of(entry, slices.get(entry.name), missing.get(entry.name)) for entry in entries
    )
    ratios = ratios_of(results)
    return Report(
        machine=Machine.here(),
        seed=seed,
        seconds=seconds,
        rounds=rounds,
        results=results,
        ratios=ratios,
        verdicts=verdicts_of(results, ratios),
        memory=tuple(
            measure_memory(entry.name, load_game(entry.name), seed)
            for entry in entries
            if entry.ours
        ),
    )


def main(argv: Sequence[str] | None = None) -> None:
    """Run the command and print its report."""
    description = "Random play: decisions per second, ours beside other libraries'."
    parser = parser_of("benchmarks", description, ENTRIES)
    add_seconds(parser)
    options = parser.parse_args(argv)
    chosen = [ENTRIES[name] for name in ENTRIES if not options.only or name in options.only]
    report = run(chosen, seconds=options.seconds, rounds=options.rounds, seed=options.seed)
    print(json.dumps(asdict(report), indent=2) if options.json else render(report))


if __name__ == "__main__":
    main()
