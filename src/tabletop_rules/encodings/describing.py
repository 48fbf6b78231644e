"""The specification of an encoding as a page of Markdown."""

import re
from collections.abc import Iterable, Sequence
from typing import Any

from tabletop_rules.encodings.base import Encoding

__all__ = ["specification"]


def specification(encoding: Encoding[Any, Any, Any]) -> str:
    """Return what stands where in an observation, and which numbers the actions have.

    >>> from tabletop_rules.encodings import encoding
    >>> print(specification(encoding("dome-crushers")).splitlines()[0])
    An observation has 1,521 numbers; there are 2,415 actions of players and 12 of chance.
    """
    head = (
        f"An observation has {encoding.size:,} numbers; there are {encoding.action_count:,} actions"
        f" of players and {encoding.chance_count:,} of chance."
    )
    parts = _table(
        ("part", "shape", "from", "values", "unit", "what it is"),
        (
            (
                f"`{part.name}`",
                " x ".join(map(str, part.shape)),
                f"{part.start:,}",
                f"{part.low:,.0f} to {part.high:,.0f}",
                part.unit,
                part.meaning,
            )
            for part in encoding.parts
        ),
    )
    columns = [
        f"* `{part.name}`: {', '.join(_runs(part.columns))}"
        for part in encoding.parts
        if part.columns
    ]
    actions = _table(
        ("actions", "numbers", "what they are"),
        (
            (f"{whose}{family.name}", _numbers(numbered), family.meaning)
            for whose, ranges in (
                ("", encoding.action_ranges),
                ("chance: ", encoding.chance_ranges),
            )
            for family, numbered in ranges
        ),
    )
    told = ["The places of the last axis:", "", *columns] if columns else []
    return "\n".join([head, "", *parts, "", *told, "", *actions, *encoding.notes()])


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    rule = ["---"] * len(heads)
    return [f"| {' | '.join(cells)} |" for cells in (heads, rule, *rows)]


def _numbers(numbered: range) -> str:
    if len(numbered) == 1:
        return f"{numbered[0]:,}"
    return f"{numbered[0]:,} to {numbered[-1]:,}" if numbered else "none"


def _runs(names: Sequence[str]) -> list[str]:
    """Return names, with what differs by a number counted up in one.

    >>> _runs(["own", "card 1", "card 2", "card 3", "place"])
    ['own', 'card 1 to 3', 'place']
    """
    found: list[tuple[str, int, int, str]] = []
    for name in names:
        match = re.fullmatch(r"(.*?)(\d+)", name)
        stem, number = (match[1], int(match[2])) if match else (name, -1)
        if found and number > 0 and found[-1][0] == stem and found[-1][2] + 1 == number:
            found[-1] = (stem, found[-1][1], number, name)
        else:
            found.append((stem, number, number, name))
    return [
        name if first == last else f"{stem}{first} to {last}" for stem, first, last, name in found
    ]
