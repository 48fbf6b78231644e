"""A game that is played by numbers: what all environments with one game at a time share."""

from random import Random
from typing import TYPE_CHECKING, Any, Final, SupportsIndex, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tabletop_rules.core import CHANCE, HOST, Event, OutcomeKind, Record, Seat, sample
from tabletop_rules.core.playing import chance_generator
from tabletop_rules.encodings import Array, Encoding
from tabletop_rules.encodings.rewards import rewards
from tabletop_rules.environments.arguments import is_whole
from tabletop_rules.environments.errors import EnvironmentsError, NotBegunError, OverError

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["MOST_EMPTY_GAMES", "Episode", "Flags"]

MOST_EMPTY_GAMES: Final = 1000
"""So many games in a row may end before anybody is asked anything."""

Flags: TypeAlias = NDArray[np.int8]
"""A 1 for each action that may be done, otherwise 0."""


class Episode:
    """One game at a time. All chance is settled at once, so that always a seat is asked.

    Attributes:
        encoding: what its numbers mean
        state: the state of the game
        asked: the seat that acts next; none when the game is over, or before the first
        most_decisions: after so many it is broken off, if it is given
        truncated: it was broken off, by its rules or after `most_decisions`
        watch: is told all events as they happen
    """

    def __init__(
        self, encoding: Encoding[Any, Any, Any], most_decisions: int | None = None
    ) -> None:
        """Make an environment's game, which begins with `begin`.

        Raises:
            EnvironmentsError: `most_decisions` is not above 0.
        """
        given: Any = most_decisions
        if given is not None and (not is_whole(given) or given < 1):
            raise EnvironmentsError("most_decisions", "a whole number above 0, or None", given)
        self.encoding: Final = encoding
        self.state: Any = None
        self.asked: Seat | None = None
        self.truncated = False
        self.watch: Callable[[tuple[Event, ...]], None] | None = None
        self._game: Final = encoding.game
        self.most_decisions: Final = None if given is None else int(given)
        self._decisions = 0
        self._seed = 0
        self._rng = Random(0)
        self._actions: list[Any] = []
        self._shape = (encoding.action_count,)
        self._options: tuple[Any, ...] | None = None

    def begin(self, seed: int) -> None:
        """Begin the game of a seed, whose chance is that of `core.play` with the same seed.

        Raises:
            EnvironmentsError: the game waits for its host.
        """
        self._seed = seed
        self._rng = chance_generator(seed)
        self._actions = []
        self._decisions = 0
        self.truncated = False
        self.state = self._game.initial_state(self.encoding.config)
        self._options = None
        self._settle()

    def act(self, number: SupportsIndex) -> None:
        """Do an action of the seat that is asked, and settle the chance behind it.

        Raises:
            ActionNumberError: the number stands for no action.
            IllegalActionError: the rules do not allow it; nothing has changed.
            NotBegunError: no game has begun.
            OverError: the game is over.
        """
        if self.asked is None:
            raise NotBegunError("step") if self.state is None else OverError("step")
        self.do(self.encoding.option(number, self.options))

    def do(self, action: Any) -> None:
        """Do an action as a value, as `act` does one as a number."""
        self._apply(action)
        self._decisions += 1
        self._settle()
        most = self.most_decisions
        if most is not None and self._decisions >= most and self.asked is not None:
            self.asked = None
            self.truncated = True

    def stop(self) -> None:
        """Break the game off: nobody is asked any more."""
        self.asked = None

    def _settle(self) -> None:
        """Go on to the next decision or to the end."""
        game = self._game
        while (actor := game.actor(self.state)) is CHANCE:
            self._apply(sample(game.chance_outcomes(self.state), self._rng))
        if actor is HOST:
            what = "a config that does not wait for its host, whom no environment can play"
            raise EnvironmentsError(game.name, what, self.encoding.config)
        self.asked = actor
        if actor is None:
            outcome = game.outcome(self.state)
            self.truncated = outcome is not None and outcome.kind is OutcomeKind.TRUNCATED

    def _apply(self, action: Any) -> None:
        self.state, events = self._game.apply(self.state, action)
        self._options = None
        self._actions.append(action)
        if self.watch is not None:
            self.watch(events)

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_game"}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        self.__dict__["_game"] = self.encoding.game  # a module, which cannot be copied

    # ---------------------------------------------------------------- what is shown

    @property
    def begun(self) -> Any:
        """The state of a game that has begun.

        Raises:
            NotBegunError: none has.
        """
        if self.state is None:
            raise NotBegunError("observation")
        return self.state

    @property
    def options(self) -> tuple[Any, ...]:
        """What may be done now, listed once for each state."""
        options = self._options
        if options is None:
            options = self._options = self._game.legal_actions(self.begun)
        return options

    def observation(self, seat: Seat) -> Array:
        """Return what a seat sees, in a new array."""
        return self.encoding.observe(self._game.view(self.begun, seat))

    def mask(self, seat: Seat) -> Flags:
        """Return what a seat may do, in a new array: nothing when it is not asked.

        Raises:
            NotBegunError: no game has begun.
        """
        if self.state is None:
            raise NotBegunError("action mask")
        if seat != self.asked:
            return np.zeros(self._shape, np.int8)
        return self.encoding.mask(self.options).view(np.int8)

    def render(self, seat: Seat | None) -> str:
        """Return what a seat sees as a text."""
        return self._game.render(self._game.view(self.begun, seat))

    @property
    def rewards(self) -> tuple[float, ...]:
        """What the game was worth to each seat: 0 until it is over, and when it was truncated."""
        outcome = None if self.truncated else self._game.outcome(self.begun)
        return (0.0,) * self.encoding.seats if outcome is None else rewards(outcome)

    def record(self) -> Record[Any, Any]:
        """Return the record of the game so far, all chance and secrets in it.

        Raises:
            NotBegunError: no game has begun.
        """
        if self.state is None:
            raise NotBegunError("record")
        game = self._game
        actions = tuple(self._actions)
        return Record(game.name, game.rules_version, self.encoding.config, self._seed, actions)
