"""What a painter is given, and what it returns."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator
from enum import Enum
from typing import Any, Generic, TypeAlias, TypeVar

import attrs
import svg
from attrs import frozen

from tabletop_rules.core import Event, Game, Seat

__all__ = ["NO_MARK", "Mark", "Marks", "Painter", "Scene", "Sheet"]

V_co = TypeVar("V_co", covariant=True)

Key: TypeAlias = Hashable
"""A text or enum value, or a pair of a field's name and its value."""


@frozen
class Mark:
    """What an element has to do with the options (their indices) and with the last step."""

    options: tuple[int, ...] = ()
    last: bool = False


NO_MARK = Mark()


class Marks:
    """Which options and events concern what, found by the values in their fields.

    A key is a text or enum value that stands in a field, wherever it does, or a pair of the
    field's name and any value: ``"c4"``, ``Phase.MOVE``, ``("card", 3)``. What painters have
    marked is remembered, so that the rest of the options can be drawn as a list.
    """

    def __init__(self, options: tuple[object, ...], events: tuple[Event, ...]) -> None:
        self.options = options
        self.events = events
        self._marked: set[int] = set()
        self._options: defaultdict[Key, list[int]] = defaultdict(list)
        self._events: defaultdict[tuple[Seat | None, Key], bool] = defaultdict(bool)
        for place, option in enumerate(options):
            for key in dict.fromkeys(_keys(option)):
                self._options[key].append(place)
        for event in events:
            seat = getattr(event, "seat", None)
            for key in _keys(event):
                self._events[None, key] = self._events[seat, key] = True

    def option(self, *keys: Key, kind: type | tuple[type, ...] = object) -> tuple[int, ...]:
        """Return the indices of the options, all of `kind`, that have any of `keys`."""
        found = {place for key in keys for place in self._options.get(key, ())}
        return self._taken(p for p in found if isinstance(self.options[p], kind))

    def where(self, wanted: Callable[[Any], bool]) -> tuple[int, ...]:
        """Return the indices of the options that are `wanted`."""
        return self._taken(p for p, option in enumerate(self.options) if wanted(option))

    def happened(self, *keys: Key, seat: Seat | None = None) -> bool:
        """Return whether an event has any of `keys`; with `seat`, an event of that seat."""
        return any(self._events.get((seat, key), False) for key in keys)

    def saw(self, *kinds: type[Event], seat: Seat | None = None) -> bool:
        """Return whether an event is one of `kinds`; with `seat`, an event of that seat."""
        return any(
            isinstance(event, kinds) and (seat is None or getattr(event, "seat", None) == seat)
            for event in self.events
        )

    def mark(
        self, *keys: Key, kind: type | tuple[type, ...] = object, seat: Seat | None = None
    ) -> Mark:
        """Return what has to do with any of `keys`: see `option` and `happened`."""
        return Mark(self.option(*keys, kind=kind), self.happened(*keys, seat=seat))

    @property
    def rest(self) -> tuple[int, ...]:
        """The indices of the options that no painter has marked until now."""
        return tuple(p for p in range(len(self.options)) if p not in self._marked)

    def _taken(self, places: Iterator[int]) -> tuple[int, ...]:
        found = tuple(sorted(places))
        self._marked.update(found)
        return found


def _keys(value: object) -> Iterator[Key]:
    """Give the keys of an action or event: of its fields, and theirs."""
    for name in _names(type(value)):
        yield from _field_keys(name, getattr(value, name))


def _names(kind: type[Any]) -> tuple[str, ...]:
    """Return the names of the fields of an attrs class, or nothing."""
    return tuple(field.name for field in attrs.fields(kind)) if attrs.has(kind) else ()


def _field_keys(name: str, value: object) -> Iterator[Key]:
    if isinstance(value, tuple):
        for each in value:
            yield from _field_keys(name, each)
    elif _names(type(value)):
        yield from _keys(value)
    elif isinstance(value, Hashable):
        yield name, value
        if isinstance(value, str | Enum):
            yield value


@frozen
class Scene(Generic[V_co]):
    """What to draw: a view, with the options and events to mark, in a layout."""

    game: Game[Any, Any, Any, Any]
    view: V_co
    marks: Marks
    layout: str = "wide"

    @property
    def narrow(self) -> bool:
        """Whether it is for a narrow screen."""
        return self.layout == "narrow"


@frozen
class Sheet:
    """What a painter has painted: elements from (0, 0) on, and words for who cannot see them.

    The options that it has not marked are drawn below as a list.
    """

    width: int
    height: int
    elements: tuple[svg.Element, ...]
    title: str
    description: str


@frozen
class Painter:
    """How the views of a game, all of a class, are painted."""

    view: type
    paint: Callable[[Scene[Any]], Sheet]
