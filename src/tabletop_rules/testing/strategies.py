"""Hypothesis strategies that give reachable states of any game."""

from collections.abc import Callable, Sequence
from random import Random
from typing import TypeAlias, TypeVar

from hypothesis import assume
from hypothesis import strategies as st

from tabletop_rules.core import Game
from tabletop_rules.testing.scouting import Atlas
from tabletop_rules.testing.walking import Walk, walk_by

__all__ = ["any_walks", "positions", "states", "walks", "walks_near"]

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
    walk = draw(_from_start(_integers, game, config, least, most))
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
    return draw(_near(_integers, game, atlas, rules, beyond, through=through))


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
    return draw(_near(_integers, game, atlas, rules, beyond, through=False)).end


@st.composite
def any_walks(
    draw: st.DrawFn,
    game: Game[C, S, A, V],
    configs: Sequence[C],
    atlas: Atlas[C, A],
    *,
    most: int,
) -> Walk[C, S, A]:
    """Give walks from the beginning as often as walks near the rules of an atlas, if it has any.

    Unlike the others, which shrink better, it gives the same walks in every process.
    """
    if draw(st.booleans()) and atlas.places:
        return draw(_near(_flips, game, atlas, None, 30, through=draw(st.booleans())))
    config = configs[draw(_flips(len(configs)))]
    return draw(_from_start(_flips, game, config, 0, most))


Numbers: TypeAlias = Callable[[int], st.SearchStrategy[int]]
"""Returns a strategy for whole numbers from 0 below another."""


def _integers(below: int) -> st.SearchStrategy[int]:
    return st.integers(0, below - 1)


def _flips(below: int) -> st.SearchStrategy[int]:
    """Give numbers by flips of a coin.

    `integers` would also give the constants of whatever modules happen to be loaded, and so other
    numbers in another process.
    """
    flips = st.tuples(*[st.booleans()] * max(1, (below - 1).bit_length()))
    return flips.map(lambda drawn: int("".join("01"[flip] for flip in drawn), 2) % below)


@st.composite
def _from_start(  # noqa: PLR0913, PLR0917 - how numbers are drawn, and for what
    draw: st.DrawFn,
    numbers: Numbers,
    game: Game[C, S, A, V],
    config: C,
    least: int,
    most: int,
) -> Walk[C, S, A]:
    """Give beginnings of games, or shorter games."""
    length = least + draw(numbers(most - least + 1))
    picked = draw(st.lists(numbers(256), max_size=60))
    rng = Random(draw(numbers(2**32)))
    return walk_by(game, config, rng, picked=picked, most=length)


@st.composite
def _near(  # noqa: PLR0913, PLR0917 - how numbers are drawn, and for what
    draw: st.DrawFn,
    numbers: Numbers,
    game: Game[C, S, A, V],
    atlas: Atlas[C, A],
    rules: Sequence[str] | None,
    beyond: int,
    *,
    through: bool,
) -> Walk[C, S, A]:
    """Give games that come to a place, or `through` it, and go on from there."""
    known = tuple(atlas.places) if rules is None else rules
    places = atlas.near(known[draw(numbers(len(known)))])
    place = places[draw(numbers(len(places)))]
    length = draw(numbers(beyond + 1))
    picked = draw(st.lists(numbers(256), max_size=10))
    rng = Random(draw(numbers(2**32)))
    begun = (*place.actions, place.action) if through else place.actions
    return walk_by(game, place.config, rng, begun=begun, picked=picked, most=length)
