"""A report as tables of Markdown that read well as plain text too."""

from collections.abc import Iterable, Sequence

from benchmarks.report import Report, Result
from benchmarks.timing import Spread


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a Markdown table, aligned; columns after the first are set to the right."""
    lines = [heads, *rows]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]

    def row(cells: Sequence[str]) -> str:
        right = map(str.rjust, cells[1:], widths[1:])
        return f"| {' | '.join((cells[0].ljust(widths[0]), *right))} |"

    rule = ["-" * widths[0], *("-" * (width - 1) + ":" for width in widths[1:])]
    return "\n".join([row(heads), row(rule), *map(row, lines[1:])])


def _spread(spread: Spread, digits: int = 0) -> tuple[str, str]:
    return (
        f"{spread.median:,.{digits}f}",
        f"{spread.low:,.{digits}f} to {spread.high:,.{digits}f}",
    )


def _speed_row(result: Result) -> tuple[str, ...]:
    library = f"{result.distribution} {result.version or ''}".rstrip()
    figures = result.figures
    if figures is None:
        return (result.name, library, "not installed", *[""] * 5)
    return (
        result.name,
        library,
        *_spread(figures.decisions_per_second),
        f"{figures.steps_per_second.median:,.0f}",
        f"{figures.games_per_second.median:,.0f}",
        f"{figures.decisions_per_game:,.1f}",
        f"{figures.steps_per_game:,.1f}",
    )


def speed(report: Report) -> str:
    """Return the table of what each entry does in a second."""
    heads = (
        "game", "library", "decisions/s", "min to max",
        "steps/s", "games/s", "decisions/game", "steps/game",
    )  # fmt: skip
    return table(heads, map(_speed_row, report.results))


def ratios(report: Report) -> str:
    """Return the table of our speed divided by each peer's."""
    heads = ("ours / peer", "decisions/s", "min to max", "steps/s", "min to max")
    rows = (
        (
            f"{ratio.ours} / {ratio.peer}",
            *_spread(ratio.decisions_per_second, 2),
            *_spread(ratio.steps_per_second, 2),
        )
        for ratio in report.ratios
    )
    return table(heads, rows)


def bars(report: Report) -> str:
    """Return the table of what has to be reached, beside what was."""
    rows = (
        (
            f"{verdict.ours} / {verdict.bar.peer}",
            f"{verdict.bar.at_least:g}",
            f"{verdict.bar.aim:g}",
            "" if verdict.measured is None else f"{verdict.measured.median:.2f}",
            verdict.word,
        )
        for verdict in report.verdicts
    )
    return table(("bar, by decisions/s", "at least", "aim", "measured", "verdict"), rows)


def memory(report: Report) -> str:
    """Return the table of what our states cost."""
    heads = (
        "state of", "pickled, mean", "largest", "in memory, mean", "largest",
        "states kept", "bytes", "as deep copies", "copies / kept",
    )  # fmt: skip
    rows = (
        (
            of_game.game,
            f"{of_game.pickled_mean:,.0f}",
            f"{of_game.pickled_max:,}",
            f"{of_game.size_mean:,.0f}",
            f"{of_game.size_max:,}",
            f"{of_game.states:,} of {of_game.games:,} game{'s' * (of_game.games > 1)}",
            f"{of_game.kept:,}",
            f"{of_game.copied:,}",
            f"{of_game.copied / of_game.kept:.2f}",
        )
        for of_game in report.memory
    )
    return table(heads, rows)


def render(report: Report) -> str:
    """Return the whole report."""
    machine = report.machine
    parts = [
        f"{machine.python}, {machine.cpus} CPUs, one process. Random play, seed {report.seed};"
        f" {report.rounds} interleaved rounds, {report.seconds:g} s for each game in all."
        "\nMedian of the rounds, and the slowest to the fastest round; ratios within a round.",
        speed(report),
    ]
    if report.ratios:
        parts.append(ratios(report))
    if report.verdicts:
        parts.append(bars(report))
    if report.memory:
        parts.append(memory(report))
        parts.append(
            "In bytes. A state in memory is counted with its options listed, and without what"
            "\nall games have in common (configuration, content, values made once); a pickle has"
            "\nits configuration. Of the states kept, what they share is counted once; deep copies"
            "\nshare only what all games have in common."
        )
    how = (f"- {result.name}: {result.how}." for result in report.results)
    parts.append("\n".join(["How each is played:", "", *how]))
    return "\n\n".join(parts)
