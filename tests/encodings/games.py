"""What the tests of all encodings play: configs of all games, and their states."""

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any, Final

from tabletop_rules.core import HOST, load_game, verification_of
from tabletop_rules.encodings import Encoding, encoding
from tabletop_rules.testing import random_walk

GAMES: Final = ("dome_crushers", "dominum", "dominus_portus")


def configs(name: str) -> dict[str, Any]:
    """Return all configs that a game is verified with."""
    said = verification_of(load_game(name))
    return {**said.configs, **said.small}


CASES: Final = tuple((game, config) for game in GAMES for config in configs(game))
"""Each game with the name of each of its configs."""


@cache
def made(name: str, config: str) -> Encoding[Any, Any, Any]:
    """Return the encoding of a config."""
    return encoding(name, configs(name)[config])


LENGTH: Final = {"dome_crushers": 250, "dominum": 120, "dominus_portus": 150}
"""How many actions of a game are looked at."""


def walk_states(name: str, config: str, seed: int) -> tuple[Any, ...]:
    """Return the states of a random game, or of its beginning."""
    return random_walk(load_game(name), configs(name)[config], seed, most=LENGTH[name]).states


def observers(numbers: Encoding[Any, Any, Any]) -> tuple[int | None, ...]:
    """Return all seats, and a spectator."""
    return (*range(numbers.seats), None)


def thinned(states: tuple[Any, ...], count: int, seed: int) -> Iterator[Any]:
    """Give some states of a game, in order, the first and the last among them."""
    rng = Random(seed)
    chosen = {0, len(states) - 1} | {int(rng.random() * len(states)) for _ in range(count)}
    for place in sorted(chosen):
        yield states[place]


def is_decision(actor: object) -> bool:
    """Return whether a player is asked."""
    return actor is not None and actor is not HOST and isinstance(actor, int)
