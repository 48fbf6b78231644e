"""Hypothesis strategies that give boards."""

from attrs import frozen
from hypothesis import strategies as st

from tabletop_rules.dominum.board import Board
from tabletop_rules.dominum.strategies.abilities import few

__all__ = ["boards"]


@frozen
class _Half:
    """One player's Domain: its depth and width, and a stronghold somewhere in its back rows."""

    depth: int
    width: int
    rows: range
    columns: range

    def letter(self, row: int, column: int) -> str:
        """Return what a place is: in the stronghold, around it, or neither."""
        if row in self.rows and column in self.columns:
            return "s"
        near = row in _wider(self.rows) and column in _wider(self.columns)
        return "z" if near else "d"


def _wider(places: range) -> range:
    return range(places.start - 1, places.stop + 1)


@st.composite
def _halves(draw: st.DrawFn, width: int) -> list[list[str]]:
    """Give the letters of a Domain, the back row first, with six spaces or more."""
    depth = draw(st.integers(2, 4))
    wide = draw(st.integers(1, min(3, width, depth * width - 6)))
    high = draw(st.integers(1, depth - 1)) if wide * (depth - 1) <= depth * width - 6 else 1
    row, column = draw(st.integers(0, depth - 1 - high)), draw(st.integers(0, width - wide))
    half = _Half(depth, width, range(row, row + high), range(column, column + wide))
    picture = [[half.letter(r, c) for c in range(width)] for r in range(depth)]
    places = [(r, c) for r in range(depth) for c in range(width) if picture[r][c] != "s"]
    for r, c in draw(few(places, most=len(places) - 6)):
        picture[r][c] = "."
    for r, c in draw(few(places, most=4)):
        picture[r][c] = "f" if picture[r][c] == "z" else picture[r][c]
    return picture


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """Give boards of 4 to 8 columns: Domains of any depth, with holes, that may reach forward.

    Strongholds have one to nine places and stand anywhere in the back of their Domain.
    """
    width = draw(st.integers(4, 8))
    near, far = draw(_halves(width)), draw(_halves(width))
    mixed = st.lists(st.sampled_from("-.dD"), min_size=width, max_size=width)
    line = draw(st.lists(mixed, max_size=2))
    whole = ["-"] * width
    whole[1 : width - 1] = draw(
        st.lists(st.sampled_from("-."), min_size=width - 2, max_size=width - 2)
    )
    rows = [[letter.upper() for letter in row] for row in far]
    lines = [*rows, *line, whole, *reversed(near)]
    return Board("given", "Given", "\n".join("".join(row) for row in lines))
