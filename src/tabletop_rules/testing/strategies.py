"""Hypothesis strategies that give reachable states of any game."""

from collections.abc import Sequence
from random import Random
from typing import TypeVar

from hypothesis import strategies as st

from tabletop_rules.core import Game
from tabletop_rules.testing.walking import Walk, walk_by

__all__ = ["walks"]

C = TypeVar("C")
S = TypeVar("S")
A = TypeVar("A")
V = TypeVar("V")


@st.composite
def walks(
    draw: st.DrawFn,
    game: Game[C, S, A, V],
    configs: Sequence[C] | st.SearchStrategy[C],
    *,
    most: int = 400,
) -> Walk[C, S, A]:
    """Give games, or beginnings of at most `most` actions, of one of `configs`.

    A number of choices is drawn one by one, so that a failing game shrinks to a short one with
    first options; a seed decides the rest, so that long games are reached too.
    """
    config = draw(configs if isinstance(configs, st.SearchStrategy) else st.sampled_from(configs))
    length = draw(st.integers(0, most))
    picked = draw(st.lists(st.integers(0, 255), max_size=60))
    rng = Random(draw(st.integers(0, 2**32 - 1)))
    return walk_by(game, config, rng, picked=picked, most=length)
