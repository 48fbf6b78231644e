"""The interface of encodings: views as arrays, actions as numbers, options as masks."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from functools import cached_property
from operator import index
from typing import Any, ClassVar, Final, Generic, Protocol, SupportsIndex, TypeAlias, TypeVar

import numpy as np

from tabletop_rules.core import Game, load_game
from tabletop_rules.core.errors import shown
from tabletop_rules.encodings.errors import (
    BufferShapeError,
    EncodingError,
    UnnumberedActionError,
)
from tabletop_rules.encodings.numbering import Family, Numbering
from tabletop_rules.encodings.parts import Array, Layout, Part, Piece, described

__all__ = ["Encoding", "Mask"]

C = TypeVar("C")
A = TypeVar("A")
V = TypeVar("V", bound="Configured")

Mask: TypeAlias = np.ndarray[tuple[int], np.dtype[np.bool_]]
"""A flag for each action number."""
Arrays: TypeAlias = np.ndarray[Any, np.dtype[np.float32]]
"""One observation or a batch of them."""
_BOOL: Final = np.dtype(np.bool_)


class Configured(Protocol):
    """What every view has: the config of its game."""

    @property
    def config(self) -> Any:
        """The config."""
        ...


_KEPT: Final = 1 << 12
"""Of so many tuples of options the numbers are kept."""


class Encoding(ABC, Generic[C, A, V]):
    """How the views and actions of a game with one config become numbers.

    Equal encodings are those of the same game and config; they pickle as these. All numbers follow
    from the config: the same action has the same number in every state, and in every game played
    with an equal config.
    """

    name: ClassVar[str]
    """The name of the game."""

    def __init__(self, config: C) -> None:
        self.config: Final = config
        self._layout: Final = Layout(self._parts())
        self._actions: Final = Numbering("an action of a player", self._families())
        self._chances: Final = Numbering("an action of chance", self._chance_families())
        self._kept_numbers: dict[int, tuple[tuple[A, ...], tuple[int, ...]]] = {}
        self._mask_shape = (len(self._actions),)

    @abstractmethod
    def _parts(self) -> Iterable[Part]:
        """Return the parts of an observation."""

    @abstractmethod
    def _families(self) -> Iterable[Family[A]]:
        """Return the actions of players."""

    @abstractmethod
    def _chance_families(self) -> Iterable[Family[A]]:
        """Return the actions of chance."""

    @abstractmethod
    def _pieces(self, view: V, /) -> Sequence[Piece]:
        """Return what to write, row by row of all parts."""

    @property
    @abstractmethod
    def seats(self) -> int:
        """The number of players."""

    @cached_property
    def game(self) -> Game[C, Any, A, V]:
        """The game."""
        game: Game[C, Any, A, V] = load_game(self.name)
        return game

    def notes(self) -> tuple[str, ...]:
        """Return lines of Markdown on what the specification of this game needs besides."""
        return ()

    # ---------------------------------------------------------------- observations

    @property
    def parts(self) -> tuple[Part, ...]:
        """The specification of an observation: its parts, in their order in the buffer."""
        return self._layout.parts

    @property
    def size(self) -> int:
        """The length of an observation, in 32-bit floats."""
        return self._layout.size

    @cached_property
    def low(self) -> Array:
        """The least value at each place of an observation."""
        return self._bounds([part.low for part in self.parts])

    @cached_property
    def high(self) -> Array:
        """The greatest value at each place of an observation."""
        return self._bounds([part.high for part in self.parts])

    def _bounds(self, values: list[float]) -> Array:
        sizes = [part.size for part in self.parts]
        made: Array = np.repeat(np.array(values, np.float32), sizes)
        made.flags.writeable = False
        return made

    def observe(self, view: V, out: Array | None = None) -> Array:
        """Return a view as a flat array of 32-bit floats, `out` if it is given.

        With `out`, no array is made.

        Raises:
            BufferShapeError: `out` cannot be written into, or has another shape or type.
            EncodingError: it is no view, or one of a game with another config.
            TooLargeError: it is of a position that no game reaches, with more than fits.
        """
        try:
            config = view.config
            if config is not self.config and config != self.config:
                what = f"{_named(view)} of a game with {shown(config)}"
                raise EncodingError(
                    f"expected a view of a game with {shown(self.config)}, got {what}"
                )
            pieces = self._pieces(view)
        except AttributeError as error:  # a state, say
            raise EncodingError(f"expected a view of {self.name}, got {_named(view)}") from error
        return self._layout.write(pieces, out)

    def part(self, observation: Arrays, name: str) -> Arrays:
        """Return a named part of an observation in its shape, as a view of the same memory.

        Of a batch, whose last axis is that of an observation, it is that part of each.

        Raises:
            EncodingError: there is no such part, or the array holds no observations.
        """
        given: Any = name
        found = self._layout.by_name.get(name) if isinstance(given, str) else None
        if found is None:
            known = ", ".join(self._layout.by_name)
            raise EncodingError(f"expected a part: {known}; got {shown(name)}")
        self._check_observation(observation)
        return found.of(observation)

    def split(self, observation: Arrays) -> dict[str, Arrays]:
        """Return all parts of an observation, or of a batch, by name, as `part` does.

        Raises:
            EncodingError: the array holds no observations.
        """
        self._check_observation(observation)
        return {part.name: part.of(observation) for part in self.parts}

    def _check_observation(self, observation: Any) -> None:
        shape = np.shape(observation)
        if not isinstance(observation, np.ndarray) or shape[-1:] != (self.size,):
            what = f"an array whose last axis has the {self.size} numbers of an observation"
            raise EncodingError(f"expected {what}, got a {type(observation).__name__} of {shape}")

    # ---------------------------------------------------------------- actions

    @property
    def action_count(self) -> int:
        """How many actions players can ever be offered; their numbers are below it."""
        return len(self._actions)

    @property
    def action_ranges(self) -> tuple[tuple[Family[A], range], ...]:
        """The families of these actions with their numbers."""
        return self._actions.ranges

    def encode(self, action: A) -> int:
        """Return the number of an action of a player.

        Raises:
            UnnumberedActionError: the config never offers it to a player.
        """
        return self._actions.encode(action)

    def decode(self, number: SupportsIndex) -> A:
        """Return the action of a player that has a number.

        Raises:
            ActionNumberError: it is not below `action_count`, or no number at all.
        """
        return self._actions.decode(number)

    def mask(self, options: Iterable[A], out: Mask | None = None) -> Mask:
        """Return a flag for each action number, set for `options`; `out` if it is given.

        With `out`, no array is made. Options of chance have no place in it: give it ``()`` then.

        Raises:
            BufferShapeError: `out` cannot be written into, or has another shape or type.
            EncodingError: `options` are no actions one behind the other.
            UnnumberedActionError: the config never offers one of `options` to a player; nothing
                is written.
        """
        numbers = self._numbers(options)
        if out is None:
            out = np.zeros(self._mask_shape, _BOOL)
        elif getattr(out, "shape", None) != self._mask_shape or out.dtype != _BOOL:
            raise self._no_mask(out)
        else:
            try:
                out.fill(False)
            except ValueError as error:  # it is read-only
                raise self._no_mask(out) from error
        for place in numbers:
            out[place] = True
        return out

    def _no_mask(self, out: object) -> BufferShapeError:
        what = f"a writable array of shape {self._mask_shape} and dtype bool"
        return BufferShapeError(what, described(out))

    def _numbers(self, options: Iterable[A]) -> tuple[int, ...]:
        """Return the numbers of options.

        Rules hand out the same tuple again and again, so they are kept by its identity. As the
        tuple is kept too, no other can have it.
        """
        found = self._kept_numbers.get(id(options))
        if found is not None:
            return found[1]
        numbers = self._actions.encode_all(options)
        if type(options) is tuple:
            if len(self._kept_numbers) >= _KEPT:
                self._kept_numbers.clear()
            self._kept_numbers[id(options)] = options, numbers
        return numbers

    def option(self, number: SupportsIndex, options: tuple[A, ...]) -> A:
        """Return the one of `options` that has a number.

        If it is none of them, return the action that `decode` does, for the rules to refuse it.
        They know an option that is handed out again at once, so it is worth looking for.

        Raises:
            ActionNumberError: the number is not below `action_count`, or no number at all.
        """
        numbers = self._numbers(options)
        try:
            place = numbers.index(index(number))
        except (TypeError, ValueError):
            return self.decode(number)
        return self.decode(number) if isinstance(number, bool) else options[place]

    # ---------------------------------------------------------------- chance

    @property
    def chance_count(self) -> int:
        """How many actions chance can ever have; their numbers, apart from those, are below it."""
        return len(self._chances)

    @property
    def chance_ranges(self) -> tuple[tuple[Family[A], range], ...]:
        """The families of the actions of chance with their numbers."""
        return self._chances.ranges

    def encode_chance(self, action: A) -> int:
        """Return the number of an action of chance, which is in a numbering of its own.

        Raises:
            UnnumberedActionError: chance never has it.
        """
        return self._chances.encode(action)

    def decode_chance(self, number: SupportsIndex) -> A:
        """Return the action of chance that has a number.

        Raises:
            ActionNumberError: it is not below `chance_count`, or no number at all.
        """
        return self._chances.decode(number)

    def offers(self, action: A) -> bool:
        """Return whether the config can ever offer an action to a player."""
        try:
            self._actions.encode(action)
        except UnnumberedActionError:
            return False
        return True

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and other.config == self.config

    def __hash__(self) -> int:
        return hash((type(self), self.config))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.config,)

    def __repr__(self) -> str:
        return f"<Encoding of {self.name}: {self.size} numbers, {self.action_count} actions>"


def _named(value: object) -> str:
    """Return what kind of value something is, with the module of that."""
    return f"a {type(value).__module__}.{type(value).__qualname__}"
