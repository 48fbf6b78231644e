"""Games side by side in arrays: what one process plays of a vector environment."""

from collections.abc import Iterator
from random import Random
from typing import Any, Final, TypeAlias

import numpy as np
from attrs import field, frozen

from tabletop_rules.core import CHANCE, HOST, OutcomeKind, Seat, sample
from tabletop_rules.encodings.base import Encoding
from tabletop_rules.encodings.errors import EncodingError
from tabletop_rules.encodings.rewards import rewards

__all__ = ["Batch", "Games", "batch_size", "batch_within"]

Numbers: TypeAlias = np.ndarray[Any, np.dtype[np.int64]]
Flags: TypeAlias = np.ndarray[Any, np.dtype[np.bool_]]
Floats: TypeAlias = np.ndarray[Any, np.dtype[np.float32]]

_EMPTY_GAMES: Final = 1000
"""So many games in a row may end before anybody is asked anything."""
_ALIGNED: Final = 64


@frozen(eq=False)
class Batch:
    """The arrays of a vector environment, a row for each game.

    They are the same memory after each step, so copy what has to last.

    Attributes:
        observations: what the seat to act sees, 32-bit floats
        masks: what it may do, a flag for each action number
        actors: the seat to act
        rewards: what the game that has just ended was worth to each seat, otherwise 0
        terminated: a game has ended by its rules, and the row is of the next one already
        truncated: a game was broken off, and the row is of the next one already
        episodes: the number of the game that is being played in the row, from 0
    """

    observations: Floats
    masks: Flags
    actors: Numbers
    rewards: Floats
    terminated: Flags
    truncated: Flags
    episodes: Numbers
    chosen: Numbers = field(repr=False)
    """The actions of the next step."""

    def rows(self, first: int, last: int) -> "Batch":
        """Return the part of games `first` up to but without `last`, in the same memory."""
        return Batch(
            self.observations[first:last],
            self.masks[first:last],
            self.actors[first:last],
            self.rewards[first:last],
            self.terminated[first:last],
            self.truncated[first:last],
            self.episodes[first:last],
            self.chosen[first:last],
        )

    def copy(self) -> "Batch":
        """Return the same numbers in memory of their own."""
        return Batch(
            self.observations.copy(),
            self.masks.copy(),
            self.actors.copy(),
            self.rewards.copy(),
            self.terminated.copy(),
            self.truncated.copy(),
            self.episodes.copy(),
            self.chosen.copy(),
        )


def _fields(
    encoding: Encoding[Any, Any, Any], count: int
) -> Iterator[tuple[tuple[int, ...], type[np.generic]]]:
    yield (count, encoding.size), np.float32
    yield (count, encoding.action_count), np.bool_
    yield (count,), np.int64
    yield (count, encoding.seats), np.float32
    yield (count,), np.bool_
    yield (count,), np.bool_
    yield (count,), np.int64
    yield (count,), np.int64


def batch_size(encoding: Encoding[Any, Any, Any], count: int) -> int:
    """Return how many bytes a batch of so many games takes."""
    return sum(_room(shape, kind) for shape, kind in _fields(encoding, count))


def _room(shape: tuple[int, ...], kind: type[np.generic]) -> int:
    length = int(np.prod(shape)) * np.dtype(kind).itemsize
    return -(-length // _ALIGNED) * _ALIGNED


def batch_within(encoding: Encoding[Any, Any, Any], count: int, memory: Any) -> Batch:
    """Return the batch that lies in a buffer of `batch_size` bytes."""
    arrays: list[Any] = []
    start = 0
    for shape, kind in _fields(encoding, count):
        arrays.append(np.ndarray(shape, kind, memory, start))
        start += _room(shape, kind)
    return Batch(*arrays)


class Games:
    """Some games of a vector environment, played in this process.

    Game `number` of a seed draws its chance from a generator that depends on the seed, its number
    and how many games were played in its row before, and on nothing else.
    """

    def __init__(
        self,
        encoding: Encoding[Any, Any, Any],
        batch: Batch,
        first: int,
        most_decisions: int | None,
    ) -> None:
        self._encoding = encoding
        self._game = encoding.game
        self._first = first
        self._most = most_decisions
        self._batch = batch
        count = len(batch.actors)
        self._seed = 0
        self._states: list[Any] = [None] * count
        self._rngs = [Random(0)] * count
        self._options: list[tuple[Any, ...]] = [()] * count
        self._decisions = [0] * count
        # A view of each row, so that none has to be made in a step
        self._observations = list(batch.observations)
        self._masks = list(batch.masks)

    def reset(self, seed: int) -> None:
        """Begin all games anew."""
        self._seed = seed
        batch = self._batch
        batch.rewards.fill(0)
        batch.terminated.fill(False)
        batch.truncated.fill(False)
        batch.episodes.fill(0)
        for row in range(len(self._states)):
            self._begin(row, 0)

    def step(self) -> None:
        """Do what was chosen in each game; one that has ended is begun anew."""
        batch, apply = self._batch, self._game.apply
        batch.rewards.fill(0)
        batch.terminated.fill(False)
        batch.truncated.fill(False)
        option = self._encoding.option
        for row, number in enumerate(batch.chosen.tolist()):
            self._decisions[row] += 1
            state = apply(self._states[row], option(number, self._options[row])).state
            state, seat = self._until_asked(state, self._rngs[row])
            if seat is None:
                self._end(row, state)
            elif self._most is not None and self._decisions[row] >= self._most:
                batch.truncated[row] = True
                self._begin(row, int(batch.episodes[row]) + 1)
            else:
                self._show(row, state, seat)

    def _begin(self, row: int, episode: int) -> None:
        for number in range(episode, episode + _EMPTY_GAMES):
            rng = Random(f"vector {self._seed} {self._first + row} {number}")
            start = self._game.initial_state(self._encoding.config)
            state, seat = self._until_asked(start, rng)
            if seat is not None:
                self._rngs[row] = rng
                self._decisions[row] = 0
                self._batch.episodes[row] = number
                self._show(row, state, seat)
                return
        raise EncodingError(f"expected a config with decisions, got {_EMPTY_GAMES} games with none")

    def _until_asked(self, state: Any, rng: Random) -> tuple[Any, Seat | None]:
        """Return the state in which a seat is asked next, and the seat; none at the end."""
        game = self._game
        while (actor := game.actor(state)) is CHANCE:
            state = game.apply(state, sample(game.chance_outcomes(state), rng)).state
        if actor is HOST:
            raise EncodingError(f"{game.name} waits for its host, whom no environment can play")
        return state, actor

    def _end(self, row: int, state: Any) -> None:
        batch = self._batch
        outcome = self._game.outcome(state)
        assert outcome is not None  # nobody is asked any more
        broken = outcome.kind is OutcomeKind.TRUNCATED
        batch.terminated[row] = not broken
        batch.truncated[row] = broken
        batch.rewards[row] = rewards(outcome)
        self._begin(row, int(batch.episodes[row]) + 1)

    def _show(self, row: int, state: Any, seat: Seat) -> None:
        self._states[row] = state
        encoding, game = self._encoding, self._game
        encoding.observe(game.view(state, seat), self._observations[row])
        options = self._options[row] = game.legal_actions(state)
        encoding.mask(options, self._masks[row])
        self._batch.actors[row] = seat
