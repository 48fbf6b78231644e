"""Hypothesis strategies that give reachable states of any game."""

from collections.abc import Callable, Sequence
from random import Random
from typing import TypeVar

from hypothesis import assume
from hypothesis import strategies as st

from tabletop_rules.core import Game
from tabletop_rules.testing.scouting import Atlas
from tabletop_rules.testing.walking import Walk, walk_by

__all__ = ["positions", "states", "walks", "walks_near"]

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
    least: int = 0,
    most: int = 400,
) -> Walk[C, S, A]:
    """Give games, or beginnings of `least` to `most` actions, of one of `configs`.

    A number of choices is drawn one by one, so that a failing game shrinks to a short one; a
    seed decides the rest, so that long games are reached too.
    """
    config = draw(configs if isinstance(configs, st.SearchStrategy) else st.sampled_from(configs))
    length = draw(st.integers(least, most))
    picked = draw(st.lists(st.integers(0, 255), max_size=60))
    rng = Random(draw(st.integers(0, 2**32 - 1)))
    walk = walk_by(game, config, rng, picked=picked, most=length)
    assume(len(walk.steps) >= least)
    return walk


@st.composite
def states(  # noqa: PLR0913 - how deep and where are told apart
    draw: st.DrawFn,
    game: Game[C, S, A, V],
    configs: Sequence[C] | st.SearchStrategy[C],
    *,
    least: int = 0,
    most: int = 400,
    where: Callable[[S], bool] | None = None,
) -> S:
    """Give states that `least` to `most` actions lead to.

    With `where` it is the first such state of a game that it holds for: one in which a question is
    open, say, or a seat is asked.
    """
    walk = draw(walks(game, configs, least=least, most=most))
    if where is None:
        return walk.end
    found = [state for state in walk.states[least:] if where(state)]
    assume(found)
    return found[0]


@st.composite
def walks_near(
    draw: st.DrawFn,
    game: Game[C, S, A, V],
    atlas: Atlas[C, A],
    *,
    rules: Sequence[str] | None = None,
    beyond: int = 30,
) -> Walk[C, S, A]:
    """Give games that come by a rule, or to where it can come, and end at most `beyond` later.

    They come by the rules `rules`, or by all that the atlas knows: each as often, however rare it
    is in random play.
    """
    through = draw(st.booleans())
    return draw(_near(game, atlas, rules, beyond, through=through))


@st.composite
def positions(
    draw: st.DrawFn,
    game: Game[C, S, A, V],
    atlas: Atlas[C, A],
    *,
    rules: Sequence[str] | None = None,
    beyond: int = 0,
) -> S:
    """Give states near rules that random play seldom reaches.

    The next action can exercise the rule, or up to `beyond` actions have been made since.
    """
    return draw(_near(game, atlas, rules, beyond, through=False)).end


@st.composite
def _near(  # noqa: PLR0913 - which place, and how far from it
    draw: st.DrawFn,
    game: Game[C, S, A, V],
    atlas: Atlas[C, A],
    rules: Sequence[str] | None,
    beyond: int,
    *,
    through: bool,
) -> Walk[C, S, A]:
    """Give games that come to a place, or `through` it, and go on from there."""
    rule = draw(st.sampled_from(tuple(atlas.places) if rules is None else rules))
    place = draw(st.sampled_from(atlas.near(rule)))
    length = draw(st.integers(0, beyond))
    picked = draw(st.lists(st.integers(0, 255), max_size=10))
    rng = Random(draw(st.integers(0, 2**32 - 1)))
    begun = (*place.actions, place.action) if through else place.actions
    return walk_by(game, place.config, rng, begun=begun, picked=picked, most=length)
