"""Functions are pure: nothing that a game is given changes, and asking again gives the same."""

import pickle
from random import Random
from typing import TypeVar

from tabletop_rules.core import Game, Played
from tabletop_rules.testing.anatomy import mutable_parts
from tabletop_rules.testing.broken import notation, observers, require

__all__ = ["check_frozen", "check_purity", "check_repeated"]

C = TypeVar("C")
S = TypeVar("S")
A = TypeVar("A")
V = TypeVar("V")


def check_purity(game: Game[C, S, A, V], state: S, rng: Random) -> None:
    """Check that a state keeps hash and pickle while everything is asked of it."""
    value, pickled = hash(state), pickle.dumps(state)
    for option in game.legal_actions(state):
        after, events = game.apply(state, option)
        for seat in observers(game, state):
            game.observe(events, seat)
            game.view(after, seat)
        game.legal_actions(after)
    game.chance_outcomes(state)
    game.outcome(state)
    game.format_state(state)
    for seat in observers(game, state):
        view = game.view(state, seat)
        game.render(view)
        game.resample(view, rng)
    require_unchanged(state, value, pickled)


def require_unchanged(state: object, value: int, pickled: bytes) -> None:
    """Check that a state still has a hash and a pickle."""
    require(hash(state) == value, "the hash of a state has changed")
    require(pickle.dumps(state) == pickled, "the pickle of a state has changed")


def check_frozen(game: Game[C, S, A, V], state: S) -> None:
    """Check that nothing in a state, its options and its views can be changed."""
    values: dict[str, object] = {"the state": state}
    for option in game.legal_actions(state)[:3]:
        values[f"the action {notation(game, option)}"] = option
    for seat in observers(game, state):
        values[f"the view of {seat}"] = game.view(state, seat)
    met: dict[int, object] = {}
    for name, value in values.items():
        for part in mutable_parts(value, name, met):
            require(False, f"{part}: whoever holds it can change it")


def check_repeated(game: Game[C, S, A, V], step: Played[S, A]) -> None:
    """Check that a step, made again from the old state, leads to the same."""
    after, events = game.apply(step.before, step.action)
    name = notation(game, step.action)
    require(after == step.after, f"{name}, done again from the same state, led to another state")
    require(events == step.events, f"{name}, done again from the same state, had other events")
    require(game.actor(step.before) == step.actor, "another one is asked when asked again")
    for seat in observers(game, after):
        same = game.view(after, seat) == game.view(step.after, seat)
        require(same, f"equal states look different to seat {seat}")
    same = game.legal_actions(after) == game.legal_actions(step.after)
    require(same, "equal states have different options")
    require(game.score(after) == game.score(step.after), "equal states have different scores")
