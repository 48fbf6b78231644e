"""What states cost in memory: one state, and a thousand kept ones beside as many deep copies.

What every state of a game has in common is not counted: its configuration and content, and values
made once for all games, such as actions. It is found by looking: the objects that two games reach.

The deep copies are reckoned, not made: `copy.deepcopy` gives tuples of plain values back as they
are, and leaves cached options behind, so that its copies would not be the same states.
"""

import gc
import pickle
import sys
from collections.abc import Iterable
from enum import Enum
from random import Random
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any, TypeAlias

from attrs import frozen

from benchmarks.ours import AnyGame, random_states

KEPT = 1000

Objects: TypeAlias = dict[int, object]  # by id; holds them, so that the ids stay theirs

_PART_OF_THE_PROGRAM = (type, ModuleType, FunctionType, BuiltinFunctionType, Enum)


@frozen(kw_only=True)
class Memory:
    """Bytes that the states of a game take. Sizes are of states with their options listed."""

    game: str
    states: int  # how many were kept
    games: int  # from how many games, played one after the other
    pickled_mean: float  # one state, with its configuration
    pickled_max: int
    size_mean: float  # one state alone, without what all games have in common
    size_max: int
    kept: int  # all of them as they were played, what they share counted once
    copied: int  # the same as deep copies: each on its own


def reachable(roots: Iterable[object], common: Objects) -> Objects:
    """Return all objects that the roots lead to, except the common ones and the program itself."""
    found: Objects = {}
    to_visit = list(roots)
    while to_visit:
        item = to_visit.pop()
        if id(item) in found or id(item) in common or isinstance(item, _PART_OF_THE_PROGRAM):
            continue
        found[id(item)] = item
        attributes = getattr(item, "__dict__", None)  # made to exist, so that it has a size
        if attributes is not None:
            to_visit.append(attributes)
        to_visit.extend(gc.get_referents(item))
    return found


def size_of(objects: Objects) -> int:
    """Return the bytes of the objects themselves."""
    return sum(map(sys.getsizeof, objects.values()))


def common_objects(game: AnyGame, config: object, rng: Random) -> Objects:
    """Return what states of different games have in common, and all that the config holds."""
    one, other = (reachable(random_states(game, config, rng), {}) for _ in range(2))
    shared = {key: item for key, item in one.items() if key in other}
    return shared | reachable([config], {})


def measure_memory(name: str, game: AnyGame, seed: int, kept: int = KEPT) -> Memory:
    """Keep the states of random games until there are enough of them, and weigh them."""
    rng = Random(seed)
    config = game.Config()
    common = common_objects(game, config, rng)
    states: list[Any] = []
    games = 0
    while len(states) < kept:
        states.extend(random_states(game, config, rng))
        games += 1
    del states[kept:]
    pickled = [len(pickle.dumps(state, pickle.HIGHEST_PROTOCOL)) for state in states]
    sizes = [size_of(reachable([state], common)) for state in states]
    return Memory(
        game=name,
        states=len(states),
        games=games,
        pickled_mean=sum(pickled) / len(pickled),
        pickled_max=max(pickled),
        size_mean=sum(sizes) / len(sizes),
        size_max=max(sizes),
        kept=size_of(reachable(states, common)),
        copied=sum(sizes),
    )
