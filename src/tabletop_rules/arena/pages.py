"""The tables of a tournament in HTML: of the report, and of a notebook."""

from typing import Final

from tabletop_rules.arena.standings import Score, Table
from tabletop_rules.arena.tables import row_cells
from tabletop_rules.pages.html import text_html

__all__ = ["cross_html", "table_html"]

_HEADS: Final = ("games", "won", "drawn", "lost", "share", "95 %", "rating", "margin", "faults")


def table_html(table: Table) -> str:
    """Return the standings as a table of HTML."""
    heads = "".join(f'<th scope="col">{head}</th>' for head in _HEADS)
    lines = [f'<thead><tr><th></th><th class="name" scope="col">bot</th>{heads}</tr></thead>']
    lines += [
        f'<tr><td>{row.rank}</td><th class="name" scope="row">{text_html(row.name)}</th>'
        + "".join(f"<td>{cell}</td>" for cell in row_cells(row))
        + "</tr>"
        for row in table.rows
    ]
    return "<table>" + "\n".join(lines) + "</table>"


def cross_html(table: Table) -> str:
    """Return what each got against each other as a table of HTML, coloured and in numbers."""
    heads = "".join(
        f'<th scope="col" title="{text_html(row.name)}">{row.rank}</th>' for row in table.rows
    )
    lines = [f'<thead><tr><th></th><th class="name" scope="col">bot</th>{heads}</tr></thead>']
    for row, scores in zip(table.rows, table.cross, strict=True):
        lines.append(
            f'<tr><td>{row.rank}</td><th class="name" scope="row">{text_html(row.name)}</th>'
            + "".join(map(_cross_cell, scores))
            + "</tr>"
        )
    return "<table>" + "\n".join(lines) + "</table>"


def _cross_cell(score: Score) -> str:
    if not score.games:
        return "<td>-</td>"
    colour = "0 114 178" if score.share >= 0.5 else "230 159 0"
    strength = round(abs(score.share - 0.5) * 120)
    return (
        f'<td style="background: rgb({colour} / {strength}%)">{score.share:.1%}'
        f" <small>of {score.games}</small></td>"
    )
