"""Numbering actions: one number for each that a config can offer, the same in every state."""

from bisect import bisect_right
from collections.abc import Callable, Iterable
from itertools import accumulate
from operator import index
from typing import Any, Final, Generic, Protocol, SupportsIndex, TypeVar

from tabletop_rules.core.errors import shown
from tabletop_rules.encodings.errors import (
    ActionNumberError,
    EncodingError,
    TooLargeError,
    UnnumberedActionError,
)

__all__ = ["MOST_ACTIONS", "Family", "Listed", "Numbering", "Parts"]

A = TypeVar("A")
A_co = TypeVar("A_co", covariant=True)

MOST_ACTIONS: Final = 2**22
"""The most actions that are numbered: a mask has a byte for each."""
_HELD: Final = 1 << 14
"""Of so many objects the numbers are kept."""


class Family(Protocol[A_co]):
    """Actions that have numbers without gaps, counted from 0 within the family."""

    name: str
    meaning: str

    @property
    def count(self) -> int:
        """How many actions it has."""
        ...

    def number(self, action: Any, /) -> int | None:
        """Return the number of an action, or ``None`` if it is not of this family."""
        ...

    def action(self, number: int, /) -> A_co:
        """Return the action of a number below the count."""
        ...


class Listed(Generic[A]):
    """A family whose actions are listed in the order of their numbers."""

    def __init__(self, name: str, meaning: str, actions: Iterable[A]) -> None:
        self.name = name
        self.meaning = meaning
        self.actions = tuple(dict.fromkeys(actions))
        self.numbers = {action: number for number, action in enumerate(self.actions)}

    @property
    def count(self) -> int:
        """How many actions it has."""
        return len(self.actions)

    def number(self, action: Any, /) -> int | None:
        """Return the number of an action, or ``None`` if it is not of this family."""
        return self.numbers.get(action)

    def action(self, number: int, /) -> A:
        """Return the action of a number below the count."""
        return self.actions[number]


class Parts(Generic[A]):
    """A family with an action for each part of a multiset of names.

    `copies` is how many there are of each name. A part is a sorted tuple of names. Its number has
    a digit for each name in the order of their sorting, the last one lowest: how many copies are
    in it, to the base of the copies plus 1. So the empty part has number 0, the whole the last.
    """

    def __init__(  # noqa: PLR0913, PLR0917 - what the family is called, and how it is made and read
        self,
        name: str,
        meaning: str,
        copies: dict[str, int],
        kind: type[A],
        make: Callable[[tuple[str, ...]], A],
        names_of: Callable[[Any], tuple[str, ...]],
    ) -> None:
        self.name = name
        self.meaning = meaning
        self._kind = kind
        self._make = make
        self._names_of = names_of
        self._worth: dict[str, tuple[int, int]] = {}
        worth = 1
        for each in sorted(copies, reverse=True):
            self._worth[each] = worth, copies[each]
            worth *= copies[each] + 1
        self._count = worth

    @property
    def count(self) -> int:
        """How many actions it has."""
        return self._count

    def number(self, action: Any, /) -> int | None:
        """Return the number of an action, or ``None`` if it is not of this family."""
        if type(action) is not self._kind:
            return None
        number = 0
        left = {name: most for name, (_, most) in self._worth.items()}
        last = ""
        for name in self._names_of(action):
            if name < last or not left.get(name):
                return None
            last = name
            left[name] -= 1
            number += self._worth[name][0]
        return number

    def action(self, number: int, /) -> A:
        """Return the action of a number below the count."""
        names: list[str] = []
        for name in sorted(self._worth):
            worth, most = self._worth[name]
            names += [name] * (number // worth % (most + 1))
        return self._make(tuple(names))


class Numbering(Generic[A]):
    """Families one behind the other: ``len`` is the number of actions.

    Raises:
        TooLargeError: there are more than `MOST_ACTIONS`.
    """

    def __init__(self, what: str, families: Iterable[Family[A]]) -> None:
        self.what: Final = what
        self.families: Final = tuple(families)
        counts = [each.count for each in self.families]
        self._starts = (0, *accumulate(counts))
        self._count = self._starts[-1]
        if self._count > MOST_ACTIONS:
            raise TooLargeError("actions of one config", self._count, MOST_ACTIONS)
        self._numbers: dict[A, int] = {}
        """The numbers of what is listed, and of what has been asked for."""
        self._known: dict[int, int] = {}
        """The numbers of the objects that are held, by their identity."""
        self._held: list[A] = []
        for first, family in zip(self._starts, self.families, strict=False):
            if isinstance(family, Listed):
                listed: Listed[A] = family
                for number, action in enumerate(listed.actions, first):
                    self._numbers[action] = number

    def __len__(self) -> int:
        return self._count

    @property
    def ranges(self) -> tuple[tuple[Family[A], range], ...]:
        """Each family with its numbers."""
        starts = zip(self._starts, self._starts[1:], strict=False)
        return tuple(
            (family, range(*both)) for family, both in zip(self.families, starts, strict=True)
        )

    def encode(self, action: A) -> int:
        """Return the number of an action.

        Raises:
            UnnumberedActionError: the config never offers it.
        """
        try:
            return self._numbers[action]
        except KeyError:
            return self._found(action)
        except TypeError as error:
            raise UnnumberedActionError(action, self.what) from error

    def encode_all(self, actions: Iterable[A]) -> tuple[int, ...]:
        """Return the numbers of actions.

        Raises:
            EncodingError: they are no actions one behind the other.
            UnnumberedActionError: the config never offers one of them.
        """
        try:
            listed = tuple(actions)
        except TypeError as error:
            raise EncodingError(f"expected a tuple of actions, got {shown(actions)}") from error
        known = self._known
        try:
            return tuple([known[id(action)] for action in listed])
        except KeyError:
            return tuple([self._recognized(action) for action in listed])

    def _recognized(self, action: A) -> int:
        """Return the number of an action, and know the object the next time.

        Rules hand out the same objects again and again, which are found faster than equal ones. As
        they are held, no other object can be taken for one of them.
        """
        number = self.encode(action)
        if id(action) not in self._known:
            if len(self._held) >= _HELD:
                self._held.clear()
                self._known.clear()
            self._held.append(action)
            self._known[id(action)] = number
        return number

    def _found(self, action: A) -> int:
        """Return the number of an action that has not been asked for, and keep it."""
        for first, family in zip(self._starts, self.families, strict=False):
            try:
                number = family.number(action)
            except TypeError:  # what an action holds is not checked when it is made
                continue
            if number is not None:
                self._numbers[action] = first + number
                return first + number
        raise UnnumberedActionError(action, self.what)

    def decode(self, number: SupportsIndex) -> A:
        """Return the action of a number.

        Raises:
            ActionNumberError: no action has it.
        """
        try:
            place = index(number)
        except TypeError as error:
            raise ActionNumberError(number, self._count, self.what) from error
        if isinstance(number, bool) or not 0 <= place < self._count:
            raise ActionNumberError(number, self._count, self.what)
        family = bisect_right(self._starts, place) - 1
        return self.families[family].action(place - self._starts[family])

    def __repr__(self) -> str:
        return f"<Numbering of {self._count} {shown(self.what)}>"
