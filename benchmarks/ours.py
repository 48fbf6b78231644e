"""Our games, played through the protocol that they share.

Every step goes through `apply`, which checks that the action is legal; chance is drawn by its
exact probabilities.
"""

from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any, TypeAlias

from benchmarks.entries import Entry, GameLength, PlayGame
from tabletop_rules.core import CHANCE, Game, load_game, sample

AnyGame: TypeAlias = Game[Any, Any, Any, Any]

GAMES = (
    "dome-crushers",
    "dominum",
    "dominus-portus",
)


def random_action(game: AnyGame, state: Any, actor: object, rng: Random) -> Any:
    """Return an action of whoever is asked: chance by its probabilities, a seat evenly."""
    if actor is CHANCE:
        return sample(game.chance_outcomes(state), rng)
    options = game.legal_actions(state)
    return options[int(rng.random() * len(options))]


def play(game: AnyGame, config: Any, rng: Random) -> GameLength:
    """Play one random game to its end."""
    state = game.initial_state(config)
    decisions = steps = 0
    while (actor := game.actor(state)) is not None:
        state = game.apply(state, random_action(game, state, actor, rng)).state
        decisions += actor is not CHANCE
        steps += 1
    return GameLength(decisions, steps)


def random_states(game: AnyGame, config: Any, rng: Random) -> Iterator[Any]:
    """Yield every state of one random game, in order; each has been asked for its options."""
    state = game.initial_state(config)
    while (actor := game.actor(state)) is not None:
        yield state
        state = game.apply(state, random_action(game, state, actor, rng)).state
    yield state


def _load(name: str, _seed: int) -> PlayGame:
    game: AnyGame = load_game(name)
    return partial(play, game, game.Config())


ENTRIES = tuple(
    Entry(
        name=name,
        distribution="tabletop-rules",
        how="legal_actions, a random one, apply with its check; chance by exact probabilities",
        load=partial(_load, name),
        ours=True,
    )
    for name in GAMES
)
