"""Games side by side in arrays: what one process plays of a vector environment."""

from collections.abc import Callable, Iterator
from math import prod
from random import Random
from typing import Any, Final, TypeAlias

import numpy as np
from attrs import field, fields, frozen

from tabletop_rules.core import CHANCE, HOST, OutcomeKind, Seat, sample
from tabletop_rules.encodings.base import Encoding
from tabletop_rules.encodings.errors import EncodingError
from tabletop_rules.encodings.rewards import rewards

__all__ = ["Batch", "Games", "batch_size", "batch_within", "chance_generator"]

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
        kept: the final observations, or none if the environment keeps none
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
    kept: Floats | None = field(default=None, repr=False)

    @property
    def final_observations(self) -> Floats:
        """What each seat saw at the end of the game that has just ended in a row, otherwise 0.

        The shape is that of the games, the seats and an observation.

        Raises:
            EncodingError: the environment keeps none.
        """
        if self.kept is None:
            raise EncodingError("expected an environment made with final_observations=True")
        return self.kept

    def rows(self, first: int, last: int) -> "Batch":
        """Return the part of games `first` up to but without `last`, in the same memory."""
        return self._each(lambda array: array[first:last])

    def copy(self) -> "Batch":
        """Return the same numbers in memory of their own."""
        return self._each(np.copy)

    def _each(self, change: Callable[[Any], Any]) -> "Batch":
        arrays: list[Any] = [getattr(self, each.name) for each in fields(Batch)]
        changed: list[Any] = [None if array is None else change(array) for array in arrays]
        return Batch(*changed)


def _shapes(
    encoding: Encoding[Any, Any, Any], count: int, finals: bool
) -> Iterator[tuple[tuple[int, ...], type[np.generic]]]:
    yield (count, encoding.size), np.float32
    yield (count, encoding.action_count), np.bool_
    yield (count,), np.int64
    yield (count, encoding.seats), np.float32
    yield (count,), np.bool_
    yield (count,), np.bool_
    yield (count,), np.int64
    yield (count,), np.int64
    if finals:
        yield (count, encoding.seats, encoding.size), np.float32


def batch_size(encoding: Encoding[Any, Any, Any], count: int, *, finals: bool) -> int:
    """Return how many bytes a batch of so many games takes, with final observations or without."""
    return sum(_room(shape, kind) for shape, kind in _shapes(encoding, count, finals))


def _room(shape: tuple[int, ...], kind: type[np.generic]) -> int:
    length = prod(shape) * np.dtype(kind).itemsize
    return -(-length // _ALIGNED) * _ALIGNED


def batch_within(
    encoding: Encoding[Any, Any, Any], count: int, memory: Any, *, finals: bool
) -> Batch:
    """Return the batch that lies in a buffer of `batch_size` bytes."""
    arrays: list[Any] = []
    start = 0
    for shape, kind in _shapes(encoding, count, finals):
        arrays.append(np.ndarray(shape, kind, memory, start))
        start += _room(shape, kind)
    return Batch(*arrays)


def chance_generator(seed: int, game: int, episode: int) -> Random:
    """Return what the chance of a game is drawn from: of a seed, a row, and its games so far."""
    return Random(f"vector {seed} {game} {episode}")


class Games:
    """Some games of a vector environment, played in this process.

    The chance of a game is that of `chance_generator`, so nothing else that is played matters.
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
        self._episodes = [0] * count  # again, as the batch is everybody's to write into
        self._ended: list[int] = []
        """The rows that have final observations."""
        # A view of each row, so that none has to be made in a step
        self._observations = list(batch.observations)
        self._masks = list(batch.masks)

    def reset(self, seed: int) -> None:
        """Begin all games anew."""
        self._seed = seed
        self._clear()
        for row in range(len(self._states)):
            self._begin(row, 0)

    def step(self) -> None:
        """Do what was chosen in each game; one that has ended is begun anew."""
        self._clear()
        batch, apply = self._batch, self._game.apply
        option = self._encoding.option
        for row, number in enumerate(batch.chosen.tolist()):
            self._decisions[row] += 1
            state = apply(self._states[row], option(number, self._options[row])).state
            state, seat = self._until_asked(state, self._rngs[row])
            if seat is None:
                outcome = self._game.outcome(state)
                assert outcome is not None  # nobody is asked any more
                batch.rewards[row] = rewards(outcome)
                self._end(row, state, broken=outcome.kind is OutcomeKind.TRUNCATED)
            elif self._most is not None and self._decisions[row] >= self._most:
                self._end(row, state, broken=True)
            else:
                self._show(row, state, seat)

    def _clear(self) -> None:
        """Take away what the last step has said of ends."""
        batch = self._batch
        batch.rewards.fill(0)
        batch.terminated.fill(False)
        batch.truncated.fill(False)
        if batch.kept is not None:
            for row in self._ended:
                batch.kept[row] = 0
            self._ended.clear()

    def _begin(self, row: int, episode: int) -> None:
        for number in range(episode, episode + _EMPTY_GAMES):
            rng = chance_generator(self._seed, self._first + row, number)
            start = self._game.initial_state(self._encoding.config)
            state, seat = self._until_asked(start, rng)
            if seat is not None:
                self._rngs[row] = rng
                self._decisions[row] = 0
                self._episodes[row] = number
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

    def _end(self, row: int, state: Any, *, broken: bool) -> None:
        batch = self._batch
        (batch.truncated if broken else batch.terminated)[row] = True
        if batch.kept is not None:
            self._ended.append(row)
            for seat, out in enumerate(batch.kept[row]):
                self._encoding.observe(self._game.view(state, seat), out)
        self._begin(row, self._episodes[row] + 1)

    def _show(self, row: int, state: Any, seat: Seat) -> None:
        self._states[row] = state
        encoding, game = self._encoding, self._game
        encoding.observe(game.view(state, seat), self._observations[row])
        options = self._options[row] = game.legal_actions(state)
        encoding.mask(options, self._masks[row])
        self._batch.actors[row] = seat
        self._batch.episodes[row] = self._episodes[row]
