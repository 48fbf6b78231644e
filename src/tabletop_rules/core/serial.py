"""States, actions, configs and records as plain data and as JSON, strictly, through cattrs.

Values of a union are written with a ``type`` key. Reading refuses unknown keys and values of the
wrong type (no text is taken for a number or a list), and an error lists everything that is wrong.
"""

import dataclasses
import json
import re
from collections.abc import Callable, Mapping
from enum import Enum
from fractions import Fraction
from types import NoneType, UnionType
from typing import Any, Final, TypeVar, Union, get_args, get_origin, overload

import attrs
import cattrs
from cattrs.cols import list_structure_factory, mapping_structure_factory
from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn

from tabletop_rules.core.errors import Problem, ProblemsError, shown

__all__ = ["from_data", "from_json", "to_data", "to_json"]

T = TypeVar("T")
Hook = Callable[[Any, Any], Any]

converter: Final = cattrs.Converter(forbid_extra_keys=True)
"""The one converter of the library; `core.content` adds its hooks to it."""

TAG: Final = "type"
_FRACTION: Final = re.compile(r"-?[0-9]{1,100}(/[1-9][0-9]{0,99})?")


def _strict(wanted: type[T], name: str) -> Hook:
    def structure(value: Any, _: Any) -> T:
        if type(value) is not wanted:
            raise ValueError(f"expected {name}, got {shown(value)}")
        return value

    return structure


def _structure_float(value: Any, _: Any) -> float:
    if type(value) not in (int, float):
        raise ValueError(f"expected a number, got {shown(value)}")
    return float(value)


def _is_attrs(kind: Any) -> bool:
    return attrs.has(get_origin(kind) or kind)


def structure_table(kind: Any) -> Hook:
    """Return how a class is read from a table, strictly."""
    whole = make_dict_structure_fn(kind, converter, _cattrs_forbid_extra_keys=True)

    def structure(value: Any, given: Any) -> Any:
        if not isinstance(value, Mapping):
            raise ValueError(f"expected a table, got {shown(value)}")
        return whole(value, given)

    return structure


def unstructure_table(kind: Any) -> Callable[[Any], Any]:
    """Return how a class is written as a table, with all its fields."""
    return make_dict_unstructure_fn(kind, converter, _cattrs_omit_if_default=False)


def _is_tuple(kind: Any) -> bool:
    return get_origin(kind) is tuple or kind is tuple


def _structure_tuple(kind: Any) -> Hook:
    """Return how a tuple is read: cattrs itself takes a text for a tuple of its letters."""
    args = get_args(kind)
    homogeneous = list[args[0]] if len(args) == 2 and args[1] is Ellipsis else None  # type: ignore[valid-type]

    def structure(value: Any, _: Any) -> Any:
        if not isinstance(value, list | tuple):
            raise ValueError(f"expected a list, got {shown(value)}")
        if homogeneous is not None:
            return tuple(converter.structure(value, homogeneous))
        if len(value) != len(args):
            raise ValueError(f"expected a list of {len(args)}, got {shown(value)}")
        return tuple(_each(value, args))

    return structure


def _each(values: Any, kinds: tuple[Any, ...]) -> list[Any]:
    """Return the values, each read as its kind; all problems are listed."""
    read: list[Any] = []
    problems: list[Problem] = []
    for place, (value, kind) in enumerate(zip(values, kinds, strict=True)):
        try:
            read.append(converter.structure(value, kind))
        except Exception as raised:  # as in from_data
            problems += problems_of(raised, f"[{place}]")
    if problems:
        raise ProblemsError(problems)
    return read


def _is_collection(kind: Any) -> bool:
    return get_origin(kind) in (list, frozenset)


def _structure_collection(kind: Any) -> Hook:
    """Return how a list or a frozen set is read: again, no text is a list of its letters."""
    listed: Any = list[get_args(kind)[0]]  # type: ignore[misc]  # a kind known at run time
    whole = list_structure_factory(listed, converter)
    made = get_origin(kind)

    def structure(value: Any, given: Any) -> Any:
        if not isinstance(value, list | tuple):
            raise ValueError(f"expected a list, got {shown(value)}")
        return made(whole(value, given))

    return structure


def _is_dict(kind: Any) -> bool:
    return get_origin(kind) is dict


def _structure_dict(kind: Any) -> Hook:
    """Return how a table with keys of the caller's choice is read; cattrs wants a mapping."""
    whole = mapping_structure_factory(kind, converter)

    def structure(value: Any, given: Any) -> Any:
        if not isinstance(value, Mapping):
            raise ValueError(f"expected a table, got {shown(value)}")
        return whole(value, given)

    return structure


def _structure_fraction(value: Any, _: Any) -> Fraction:
    if isinstance(value, str) and _FRACTION.fullmatch(value):
        return Fraction(value)
    raise ValueError(f"expected a fraction such as '1/3', got {shown(value)}")


def _is_enum(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, Enum)


def _structure_enum(kind: type[Enum]) -> Hook:
    by_value = {member.value: member for member in kind}

    def structure(value: Any, _: Any) -> Any:
        for known, member in by_value.items():
            if type(known) is type(value) and known == value:
                return member
        raise ValueError(f"expected {_either(by_value)}, got {shown(value)}")

    return structure


def _either(values: Any) -> str:
    listed = list(map(repr, values))
    return listed[0] if len(listed) == 1 else f"{', '.join(listed[:-1])} or {listed[-1]}"


def _is_union(kind: Any) -> bool:
    if get_origin(kind) not in (Union, UnionType):
        return False
    members = _members(kind)
    return len(members) > 1 and all(map(_is_attrs, members))


def _members(union: Any) -> list[Any]:
    return [member for member in get_args(union) if member is not NoneType]


def tag_of(kind: Any) -> str:
    """Return the name by which values of a class are told apart in data."""
    name = (get_origin(kind) or kind).__name__
    return "".join(f"_{c.lower()}" if c.isupper() else c for c in name).lstrip("_")


def _tagged(union: Any) -> dict[str, Any]:
    """Return the classes of a union by the names under which they are written.

    Raises:
        TypeError: two of them would be told apart by nothing.
    """
    members = {tag_of(member): member for member in _members(union)}
    fields = [a.name for m in members.values() for a in attrs.fields(get_origin(m) or m)]
    if len(members) != len(_members(union)) or TAG in fields:
        raise TypeError(f"{union} has two classes of one name, or a field called {TAG!r}")
    return members


def _structure_union(union: Any) -> Hook:
    members = _tagged(union)
    optional = NoneType in get_args(union)

    def structure(value: Any, _: Any) -> Any:
        if optional and value is None:
            return None
        if not isinstance(value, Mapping):
            raise ValueError(f"expected a table with a key {TAG!r}, got {shown(value)}")
        tag = value.get(TAG)
        if not isinstance(tag, str) or tag not in members:
            raise ValueError(f"expected {TAG!r} to be {_either(members)}, got {shown(tag)}")
        rest = {key: item for key, item in value.items() if key != TAG}
        return converter.structure(rest, members[tag])

    return structure


def _unstructure_union(union: Any) -> Callable[[Any], Any]:
    kinds = {get_origin(member) or member for member in _tagged(union).values()}

    def unstructure(value: Any) -> Any:
        if value is None and NoneType in get_args(union):
            return None
        if type(value) not in kinds:
            raise TypeError(f"{shown(value)} is of none of the classes of {union}")
        return {TAG: tag_of(type(value)), **converter.unstructure(value)}

    return unstructure


for _kind, _name in ((int, "a whole number"), (str, "a text"), (bool, "true or false")):
    converter.register_structure_hook(_kind, _strict(_kind, _name))
converter.register_structure_hook(float, _structure_float)
converter.register_structure_hook(Fraction, _structure_fraction)
converter.register_unstructure_hook(Fraction, str)
converter.register_structure_hook_factory(_is_collection, _structure_collection)
converter.register_structure_hook_factory(_is_dict, _structure_dict)
converter.register_structure_hook_factory(_is_tuple, _structure_tuple)
converter.register_structure_hook_factory(_is_enum, _structure_enum)
converter.register_structure_hook_factory(_is_attrs, structure_table)
converter.register_structure_hook_factory(_is_union, _structure_union)
converter.register_unstructure_hook_factory(_is_attrs, unstructure_table)
converter.register_unstructure_hook_factory(_is_union, _unstructure_union)


def to_data(value: Any, kind: Any = None) -> Any:
    """Return `value` as tables, lists, texts and numbers."""
    return _listed(converter.unstructure(value, unstructure_as=kind))


def _listed(data: Any) -> Any:
    if isinstance(data, dict):
        return {key: _listed(item) for key, item in data.items()}
    if isinstance(data, list | tuple):
        return [_listed(item) for item in data]
    if isinstance(data, str | int | float | NoneType) and not isinstance(data, Enum):
        return data
    plain = converter.unstructure(data)  # what cattrs leaves as it is inside an unknown tuple
    if plain is data or isinstance(data, frozenset | set):
        raise TypeError(f"{shown(data)} has no place in data")
    return _listed(plain)


@overload
def from_data(
    data: Any, kind: type[T], *, error: type[ProblemsError] = ..., source: str = ...
) -> T: ...
@overload
def from_data(
    data: Any, kind: Any, *, error: type[ProblemsError] = ..., source: str = ...
) -> Any: ...
def from_data(
    data: Any, kind: Any, *, error: type[ProblemsError] = ProblemsError, source: str = ""
) -> Any:
    """Return the value of class `kind`, or of a union, that `data` describes.

    Raises:
        ProblemsError: (or the subclass given as `error`) with every problem and its place.
    """
    try:
        return converter.structure(data, kind)
    except RecursionError:
        raise error([Problem("", "nested too deeply")], source) from None
    except Exception as raised:  # cattrs wraps whatever a hook or a validator raises
        raise error(problems_of(raised), source) from None


def problems_of(raised: BaseException, where: str = "") -> list[Problem]:
    """Return what is wrong, with its place, from an exception (group) of cattrs or attrs."""
    if isinstance(raised, ProblemsError):
        return [Problem(_joined(where, p.where), p.what) for p in raised.problems]
    if isinstance(raised, cattrs.IterableValidationError):
        indexed, others = raised.group_exceptions()
        found = [
            problem
            for inner, note in indexed
            for problem in problems_of(inner, f"{where}[{_key(note.index)}]")
        ]
        return found + [problem for inner in others for problem in problems_of(inner, where)]
    if isinstance(raised, cattrs.ClassValidationError):
        named, others = raised.group_exceptions()
        found = [
            problem
            for inner, note in named
            for problem in problems_of(inner, _joined(where, note.name))
        ]
        return found + [problem for inner in others for problem in problems_of(inner, where)]
    if isinstance(raised, cattrs.ForbiddenExtraKeysError):
        known = ", ".join(_field_names(raised.cl))
        keys = sorted(map(_key, raised.extra_fields))
        what = f"unknown key (expected only {known})"
        return [Problem(_joined(where, key), what) for key in keys]
    if isinstance(raised, KeyError):  # cattrs has noted the place already
        return [Problem(where, "missing")]
    return [Problem(where, str(raised) or type(raised).__name__)]


def _key(key: object) -> str:
    text = key if isinstance(key, str) else repr(key)
    return text if len(text) <= 100 else f"{text[:100]}..."


def _field_names(kind: Any) -> list[str]:
    """Return the names of the fields of an attrs class or a dataclass."""
    if attrs.has(kind):
        return [each.name for each in attrs.fields(kind)]
    return [each.name for each in dataclasses.fields(kind)]


def _joined(where: str, name: str) -> str:
    if not where or not name:
        return where or name
    return f"{where}{name}" if name.startswith("[") else f"{where}.{name}"


def to_json(value: Any, kind: Any = None, *, indent: int | None = None) -> str:
    """Return `value` as JSON with sorted keys: equal values give equal texts.

    Give the union as `kind` when `value` is to be read back as a member of it.
    """
    return json.dumps(to_data(value, kind), indent=indent, sort_keys=True, ensure_ascii=False)


@overload
def from_json(
    text: str, kind: type[T], *, error: type[ProblemsError] = ..., source: str = ...
) -> T: ...
@overload
def from_json(
    text: str, kind: Any, *, error: type[ProblemsError] = ..., source: str = ...
) -> Any: ...
def from_json(
    text: str, kind: Any, *, error: type[ProblemsError] = ProblemsError, source: str = ""
) -> Any:
    """Return the value of class `kind`, or of a union, that the JSON `text` describes.

    Raises:
        ProblemsError: (or the subclass given as `error`) with every problem and its place.
    """
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as raised:
        raise error([Problem("", f"not JSON: {raised}")], source) from None
    return from_data(data, kind, error=error, source=source)
