"""Many games at once: arrays in, arrays out, in one process or several.

>>> import numpy as np
>>> from tabletop_rules.encodings.vector import VectorEnv
>>> env = VectorEnv("dome-crushers", count=8)
>>> batch = env.reset(seed=7)
>>> batch.observations.shape == (8, env.encoding.size)
True
>>> batch = env.step(batch.masks.argmax(axis=1))  # the first option in each game
>>> batch.rewards.shape, bool(batch.terminated.any())
((8, 2), False)
"""

import os
from typing import Any, Final, Self
from weakref import finalize

import numpy as np
from numpy.typing import ArrayLike

from tabletop_rules.core import Game
from tabletop_rules.core.errors import shown
from tabletop_rules.encodings import encoding
from tabletop_rules.encodings.batches import Batch, Games, batch_size, batch_within
from tabletop_rules.encodings.errors import EncodingError
from tabletop_rules.encodings.workers import Crew, WorkerError, crew, end

__all__ = ["Batch", "MaskedActionError", "VectorEnv", "WorkerError"]


_SEED_BITS: Final = 4096
_SEEDS: Final = 1 << _SEED_BITS


class MaskedActionError(EncodingError):
    """An action that is not among the options of its game. No game has been stepped."""

    def __init__(self, game: int, number: Any) -> None:
        super().__init__(game, number)
        self.game = game
        self.number = number

    def __str__(self) -> str:
        return f"expected for game {self.game} an action that its mask allows, got {self.number}"


def _is_whole(number: Any) -> bool:
    return isinstance(number, int | np.integer) and not isinstance(number, bool)


class VectorEnv:
    """`count` games of one config side by side, each with its own chance.

    Each step does one decision in each game, of the seat that `Batch.actors` names, and all chance
    that follows. A game that ends is begun anew in the same step: its row has the rewards and the
    flag of the end, and the observation, the mask and the actor of the next game. Rewards are those
    of `tabletop_rules.encodings.rewards.rewards`.

    What each seat saw at the end of a game is kept for `Batch.final_observations`, if that is
    asked for.

    What happens in game i depends on the seed, on i and on the actions chosen in it, not on how
    many games or workers there are. Without workers all is done in this process.

    Close it, or use it in a ``with``; what is forgotten is closed when it is collected or the
    program ends.
    """

    def __init__(  # noqa: PLR0913 - all but the first two are named
        self,
        game: Game[Any, Any, Any, Any] | str,
        config: object = None,
        *,
        count: int,
        workers: int = 0,
        most_decisions: int | None = None,
        final_observations: bool = False,
    ) -> None:
        """Make the games; they begin with `reset`.

        Args:
            game: the game, or its name
            config: its config, by default its default config
            count: how many games
            workers: in how many processes besides this one they are played; 0 in this one
            most_decisions: after so many decisions a game is truncated, if it is given
            final_observations: keep what each seat saw at the end of a game

        Raises:
            EncodingError: a number is not above 0, there is no encoding, or no room for the arrays.
            WorkerError: a worker could not begin.
        """
        for name, number, least in (
            ("count", count, 1),
            ("workers", workers, 0),
            ("most_decisions", 1 if most_decisions is None else most_decisions, 1),
        ):
            if not _is_whole(number) or number < least:
                raise EncodingError(f"{name}: expected {least} or more, got {shown(number)}")
        count, workers = int(count), int(workers)
        most_decisions = None if most_decisions is None else int(most_decisions)
        finals: Any = final_observations
        if not isinstance(finals, bool | np.bool_):
            raise EncodingError(f"final_observations: expected True or False, got {shown(finals)}")
        self.encoding: Final = encoding(game, config)
        self.count: Final = count
        self._crew: Crew | None = None
        self._games: Games | None = None
        workers = min(workers, count)
        if workers:
            self._crew = crew(self.encoding, count, workers, most_decisions, finals=bool(finals))
            self._batch = self._crew.batch
        else:
            size = batch_size(self.encoding, count, finals=bool(finals))
            try:
                memory = bytearray(size)
            except (MemoryError, OverflowError) as error:
                what = f"room for arrays of {size:,} bytes"
                raise EncodingError(f"count: expected {what}, got {count:,} games") from error
            self._batch = batch_within(self.encoding, count, memory, finals=bool(finals))
            self._games = Games(self.encoding, self._batch, 0, most_decisions)
        processes = self._crew.processes if self._crew else []
        self._end = finalize(self, end, processes, os.getpid())
        self._rows = np.arange(count)
        self._allowed = np.zeros_like(self._batch.masks)
        """The masks again, for whoever is given those may write into them."""
        self._begun = False

    @property
    def seats(self) -> int:
        """The number of players of each game."""
        return self.encoding.seats

    def reset(self, seed: int) -> Batch:
        """Begin all games anew and return their arrays.

        Raises:
            EncodingError: the seed is no whole number, it is closed, or its workers are those of
                the process that this one is a fork of.
            WorkerError: a worker has failed.
        """
        if not _is_whole(seed) or abs(int(seed)) >= _SEEDS:
            what = f"a whole number between -2^{_SEED_BITS} and 2^{_SEED_BITS}"
            raise EncodingError(f"seed: expected {what}, got {shown(seed)}")
        self._order(f"reset {int(seed)}")
        return self._batch

    def step(self, actions: ArrayLike) -> Batch:
        """Do an action in each game and return the arrays, the same memory as before.

        Args:
            actions: an action number for each game.

        Raises:
            EncodingError: they are not so many whole numbers, `reset` was not called, it is closed,
                or its workers are those of the process that this one is a fork of.
            MaskedActionError: one is not among the options of its game; nothing is done then.
            WorkerError: a worker has failed.
        """
        self._check_open()
        if not self._begun:
            what = "reset(seed) before the first step, and after one that was interrupted"
            raise EncodingError(f"expected {what}")
        try:
            given = np.asarray(actions)
        except ValueError as error:  # rows of different lengths
            raise EncodingError(f"expected {self.count} whole numbers, got {error}") from error
        if given.shape != (self.count,) or given.dtype.kind not in "iu":
            what = f"shape {given.shape} and dtype {given.dtype}"
            raise EncodingError(f"expected {self.count} whole numbers, got {what}")
        inside = (given >= 0) & (given < self.encoding.action_count)
        allowed = inside & self._allowed[self._rows, np.where(inside, given, 0)]
        if not allowed.all():
            game = int(np.argmin(allowed))
            raise MaskedActionError(game, int(given[game]))
        self._batch.chosen[:] = given
        self._order("step")
        return self._batch

    def _check_open(self) -> None:
        if not self._end.alive:
            raise EncodingError("expected an environment that is not closed")
        if self._crew is not None:
            self._crew.check_owner()

    def _order(self, line: str) -> None:
        self._check_open()
        self._begun = False  # until all games have done it
        if self._crew is not None:
            try:
                self._crew.order(line)
            except BaseException:
                self.close()
                raise
        elif self._games is not None:
            order, _, argument = line.partition(" ")
            if order == "reset":
                self._games.reset(int(argument))
            else:
                self._games.step()
        np.copyto(self._allowed, self._batch.masks)
        self._begun = True

    def __reduce_ex__(self, protocol: Any) -> Any:
        """Refuse to be copied or pickled: the games may be in other processes.

        Raises:
            TypeError: always.
        """
        raise TypeError("a VectorEnv cannot be copied or pickled: make another one, with its seed")

    def close(self) -> None:
        """End the workers; more than once does no harm."""
        self._end()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
