"""The table of a tournament as text and as data."""

from collections.abc import Mapping, Sequence
from typing import Any

from tabletop_rules.arena.standings import Row, Table
from tabletop_rules.pages.html import visible

__all__ = ["cross_lines", "row_cells", "table_data", "table_lines"]

_HEADS = ("", "bot", "games", "won", "drawn", "lost", "share", "95 %", "rating", "", "faults")


def table_lines(table: Table) -> tuple[str, ...]:
    """Return the table as lines of text, a head and a line for each entrant."""
    lines = [(f"{row.rank}", visible(row.name), *row_cells(row)) for row in table.rows]
    return _aligned([_HEADS, *lines], names=1)


def row_cells(row: Row) -> tuple[str, ...]:
    """Return what a table, of whatever kind, shows behind the name of an entrant."""
    low, high = row.score.interval
    return (
        f"{row.score.games}",
        f"{row.won}",
        f"{row.drawn}",
        f"{row.lost}",
        f"{row.score.share:.1%}",
        f"{low:.1%} to {high:.1%}",
        f"{row.rating:.0f}",
        f"± {row.margin:.0f}",
        f"{row.faults}",
    )


def cross_lines(table: Table) -> tuple[str, ...]:
    """Return what each got against each other: the share of points, and of how many games."""
    heads = ["", *(f"{row.rank}" for row in table.rows)]
    lines = [
        [
            f"{row.rank} {visible(row.name)}",
            *(f"{s.share:.1%} of {s.games}" if s.games else "-" for s in got),
        ]
        for row, got in zip(table.rows, table.cross, strict=True)
    ]
    return _aligned([heads, *lines], names=0)


def _aligned(rows: Sequence[Sequence[str]], *, names: int) -> tuple[str, ...]:
    """Return rows as lines; the column `names` to the left, those of numbers to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return tuple(
        "  ".join(
            cell.ljust(width) if place == names else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )


def table_data(table: Table, about: Mapping[str, Any]) -> dict[str, Any]:
    """Return a table as data for programs; it holds no times.

    The same tournament gives the same data whoever has played it. Shares and ratings are rounded
    to six and three digits behind the point.
    """
    return {
        **about,
        "games": table.games,
        "truncated": table.truncated,
        "forfeited": table.forfeited,
        "table": [
            {
                "rank": row.rank,
                "name": row.name,
                "games": row.score.games,
                "won": row.won,
                "drawn": row.drawn,
                "lost": row.lost,
                "points": round(row.score.points, 6),
                "share": round(row.score.share, 6),
                "share_interval": [round(bound, 6) for bound in row.score.interval],
                "rating": round(row.rating, 3),
                "margin": round(row.margin, 3),
                "faults": row.faults,
            }
            for row in table.rows
        ],
        "cross": [
            [{"games": score.games, "points": round(score.points, 6)} for score in scores]
            for scores in table.cross
        ],
    }
