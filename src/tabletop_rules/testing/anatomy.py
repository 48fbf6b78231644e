"""What a value is made of: all that pickle would write of it, compared or not, shown or not.

Two views may be equal and yet differ in a field that ``==`` and ``repr`` pass over. Whoever sends
such a view away sends that field too.
"""

import types
from collections.abc import Iterator
from enum import Enum
from fractions import Fraction
from numbers import Number
from random import Random
from typing import Any, Final

import attrs

__all__ = ["mutable_parts", "same_parts"]

_ATOMS: Final = (str, bytes, Number, Enum, type(None), type, Fraction)
_MUTABLE: Final = (
    list,
    dict,
    set,
    bytearray,
    memoryview,
    Random,
    types.FunctionType,
    types.MethodType,
    types.GeneratorType,
    types.ModuleType,
)


def same_parts(one: Any, other: Any) -> bool:
    """Return whether two values hold the same everywhere, compared or not."""
    if one is other:
        return True
    if type(one) is not type(other):
        return False
    if isinstance(one, _ATOMS):
        return bool(one == other)
    if isinstance(one, frozenset | set):
        return sorted(map(repr, one)) == sorted(map(repr, other))
    if isinstance(one, dict):
        return list(one) == list(other) and all(same_parts(one[key], other[key]) for key in one)
    parts, others = (_parts(value) for value in (one, other))
    return len(parts) == len(others) and all(map(same_parts, parts, others))


def _parts(value: Any) -> tuple[Any, ...]:
    return tuple(value) if isinstance(value, tuple | list) else _reduced(value)


def _reduced(value: Any) -> tuple[Any, ...]:
    """Return what pickle would rebuild a value from, without the function that does it."""
    parts = value.__reduce_ex__(4)
    return (parts,) if isinstance(parts, str) else tuple(parts[1:3])


def mutable_parts(
    value: Any, where: str = "it", met: dict[int, object] | None = None
) -> Iterator[str]:
    """Give where in a value something stands that is not frozen: what could be changed behind it.

    Allowed are numbers, texts, enums, tuples, frozen sets, classes, and instances of classes that
    refuse to have their fields set. What was `met` already, by its identity, is passed over.
    """
    met = {} if met is None else met
    if isinstance(value, _MUTABLE):
        yield f"{where} is a {type(value).__name__}"
    elif isinstance(value, _ATOMS) or id(value) in met:
        return
    elif isinstance(value, tuple | frozenset):
        met[id(value)] = value  # kept, so that nothing else gets its identity
        for number, part in enumerate(value):
            yield from mutable_parts(part, f"{where}[{number}]", met)
    else:
        met[id(value)] = value
        yield from _mutable_fields(value, where, met)


def _mutable_fields(value: Any, where: str, met: dict[int, object]) -> Iterator[str]:
    names = _field_names(value)
    for name in names:
        part = getattr(value, name)
        if _can_be_set(value, name, part):
            yield f"{where}.{name} can be set"
            return
        yield from mutable_parts(part, f"{where}.{name}", met)


def _field_names(value: Any) -> tuple[str, ...]:
    kind = type(value)
    if attrs.has(kind):
        return tuple(each.name for each in attrs.fields(kind))
    if hasattr(kind, "__dataclass_fields__"):
        return tuple(kind.__dataclass_fields__)
    return tuple(getattr(value, "__dict__", ()))


def _can_be_set(value: Any, name: str, part: Any) -> bool:
    """Return whether a field of a value can be set; it is set to what it is."""
    try:
        setattr(value, name, part)
    except AttributeError:
        return False
    return True
