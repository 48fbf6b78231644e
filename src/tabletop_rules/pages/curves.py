"""The score over a game as a curve: a picture that stretches to the width it has."""

from collections.abc import Iterator, Sequence
from typing import Final

__all__ = ["curve_svg"]

_SEATS: Final = 6
"""Seats with a colour of their own in the style of pictures."""


def curve_svg(scores: Sequence[Sequence[int]]) -> str:
    """Return the curve of the scores of all seats, one for each moment, as SVG.

    A unit to the right is a moment, one down a point less; the style says how thick lines are.
    """
    points = [point for score in scores for point in score] or [0]
    low, high = min(0, *points), max(1, *points)
    last = max(1, len(scores) - 1)
    room = (high - low) * 0.06
    frame = f"0 {-high - room:g} {last} {high - low + 2 * room:g}"
    lines = "".join(_lines(scores))
    return (
        f'<svg class="tabletop-rules theme-auto" viewBox="{frame}" preserveAspectRatio="none"'
        ' aria-hidden="true">'
        f'<path class="zero" d="M0 0H{last}"/>{lines}'
        f'<path class="cursor" d="M0 {-high - room:g}V{-low + room:g}"/></svg>'
    )


def _lines(scores: Sequence[Sequence[int]]) -> Iterator[str]:
    for seat, course in enumerate(zip(*scores, strict=True)):
        steps = "".join(
            f"H{place}V{-points}"
            for place, points in enumerate(course)
            if place and points != course[place - 1]
        )
        path = f"M0 {-course[0]}{steps}H{max(1, len(course) - 1)}"
        yield f'<path class="line{seat % _SEATS} course{seat % _SEATS}" d="{path}"/>'
