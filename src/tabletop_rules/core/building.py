"""Frozen classes that are quicker to make, or quicker to read, than attrs makes them."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Final, TypeVar

from attrs import NOTHING, Attribute, Factory, fields

__all__ = ["quickly_built", "quickly_read"]

T = TypeVar("T")

_CACHED_HASH: Final = "_attrs_cached_hash"  # the slot of `frozen(cache_hash=True)`


def quickly_built(cls: type[T]) -> type[T]:
    """Give a frozen class a constructor that takes half the time of the one by attrs.

    attrs sets each field of a frozen object past the ``__setattr__`` that refuses it, by a call for
    each. Here the object is of a class with the same slots that refuses nothing while its fields
    are set, and of `cls` before anybody sees it. Nothing else changes: signature, equality, hash,
    copies and pickles are those of attrs. A subclass has to be made by attrs too, or have empty
    ``__slots__``. The class itself pickles by its name only: cloudpickle cannot send one that was
    made in ``__main__``.

    >>> from attrs import frozen
    >>> @quickly_built
    ... @frozen(weakref_slot=False)
    ... class Square:
    ...     file: str
    ...     rank: int = 1
    >>> Square("a", rank=8)
    Square(file='a', rank=8)
    >>> Square("a").rank = 2
    Traceback (most recent call last):
        ...
    attr.exceptions.FrozenInstanceError: can't set attribute

    Raises:
        TypeError: `cls` is no class of attrs with slots for all its fields and
            ``weakref_slot=False`` (or its objects could not change their class); or making one is
            more than keeping what is given: a converter, a validator, a factory, an `init=False`,
            an ``__init__`` or ``__attrs_pre_init__`` or ``__attrs_post_init__`` of its own, or what
            exceptions do.
    """
    made: tuple[Attribute[Any], ...] = fields(cls)  # type: ignore[arg-type]  # or a TypeError
    _check(cls, made)
    slots: tuple[str, ...] = cls.__dict__["__slots__"]
    kept = [f"self.{each.name} = {each.alias}" for each in made]
    if _CACHED_HASH in slots:
        kept.append(f"self.{_CACHED_HASH} = None")
    # _Kind is not always cls: a subclass with empty slots has this constructor too.
    lines = ("_Kind = self.__class__", "_become(self, _Open)", *kept, "self.__class__ = _Kind")
    open_to_all = {"__slots__": slots, "__setattr__": object.__setattr__}  # a base may be frozen
    scope: dict[str, Any] = {
        "__name__": cls.__module__,
        "_become": object.__dict__["__class__"].__set__,  # as the frozen class refuses this too
        "_Open": type(cls.__name__, cls.__bases__, open_to_all),
        "_defaults": {each.name: each.default for each in made},
    }
    head = f"def __init__({', '.join(('self', *_parameters(made)))}):\n    "
    exec(compile(head + "\n    ".join(lines), f"<constructor of {cls.__name__}>", "exec"), scope)
    quick = scope["__init__"]
    quick.__qualname__ = f"{cls.__qualname__}.__init__"
    quick.__annotations__ = cls.__init__.__annotations__
    quick.__doc__ = cls.__init__.__doc__
    type.__setattr__(cls, "__init__", quick)
    return cls


def _check(cls: type, made: "tuple[Attribute[Any], ...]") -> None:
    slots = cls.__dict__.get("__slots__", ("__dict__",))
    if not {each.name for each in made} <= {*slots} or "__weakref__" in slots:
        raise TypeError(
            f"expected a class with slots for all its fields and weakref_slot=False, got"
            f" {cls.__name__} with the slots {slots}"
        )
    for hook in ("__attrs_pre_init__", "__attrs_post_init__"):
        if hasattr(cls, hook):
            raise TypeError(f"expected no {hook}, got that of {cls.__name__}")
    if "__attrs_init__" in cls.__dict__:  # in the place of `__init__`
        raise TypeError(f"expected the __init__ of attrs, got that of {cls.__name__}")
    if issubclass(cls, BaseException):  # keeps its arguments besides
        raise TypeError(f"expected no exception, got {cls.__name__}")
    for each in made:
        more = each.converter or each.validator or isinstance(each.default, Factory)  # type: ignore[arg-type]  # a class at run time
        if more or not each.init:
            raise TypeError(
                f"expected fields that are kept as they are given, got {cls.__name__}.{each.name}"
                " with a converter, a validator, a factory, or init=False"
            )


def _parameters(made: "tuple[Attribute[Any], ...]") -> list[str]:
    plain = [_parameter(each) for each in made if not each.kw_only]
    by_name = [_parameter(each) for each in made if each.kw_only]
    return [*plain, "*", *by_name] if by_name else plain


def _parameter(each: "Attribute[Any]") -> str:
    default = "" if each.default is NOTHING else f"=_defaults[{each.name!r}]"
    return f"{each.alias}{default}"


# ---------------------------------------------------------------- quick to read

_EAGER: Final = "_eager_properties"


def quickly_read(cls: type[T]) -> type[T]:
    """Work out the cached properties of a slotted class when an object is made.

    attrs keeps them in slots too, but works each out when it is first read, by a ``__getattr__``.
    With that, reading anything of an object takes five times as long, fields included. Here the
    object has it only while it is made: it is of a subclass that has, reads each property once,
    and is of `cls` before anybody sees it. So properties must not fail in an object that its
    ``__attrs_post_init__`` accepts.

    A base with cached properties has to be made by this too, and so does each subclass.

    >>> from functools import cached_property
    >>> from attrs import frozen
    >>> @quickly_read
    ... @frozen
    ... class Square:
    ...     name: str
    ...
    ...     @cached_property
    ...     def file(self) -> str:
    ...         return self.name[0]
    >>> Square("a8").file
    'a'
    >>> hasattr(Square, "__getattr__")
    False

    Raises:
        TypeError: `cls` is no class of attrs (`NotAnAttrsClassError`), or has no slots or no cached
            property, or both it and a base have some.
    """
    made = {each.name for each in fields(cls)}  # type: ignore[arg-type]  # or a TypeError
    lazily, inherited = cls.__dict__.get("__getattr__"), getattr(cls, _EAGER, None)
    if (lazily is None) == (inherited is None):
        raise TypeError(f"expected cached properties of {cls.__name__} alone, or of a base alone")
    if lazily is not None:
        slots = cls.__dict__["__slots__"]
        names = tuple(n for n in slots if n not in made and n not in (_CACHED_HASH, "__weakref__"))
        inherited = names, lazily
        type.__setattr__(cls, _EAGER, inherited)
        type.__delattr__(cls, "__getattr__")
    assert inherited is not None
    names, lazily = inherited
    open_to_lazy = {"__slots__": (), "__getattr__": lazily, "__module__": cls.__module__}
    lazy = type(cls.__name__, (cls,), open_to_lazy)
    for method in ("__init__", "__setstate__"):
        type.__setattr__(cls, method, _eager(cls, lazy, names, getattr(cls, method)))
    return cls


def _eager(
    cls: type, lazy: type, names: tuple[str, ...], method: Callable[..., None]
) -> Callable[..., None]:
    """Return a method that makes an object, and reads what it has to work out."""
    become = object.__dict__["__class__"].__set__  # as a frozen class refuses this

    @wraps(method)
    def eagerly(self: Any, *args: Any, **named: Any) -> None:
        if type(self) is not cls:
            raise TypeError(f"expected {type(self).__name__} to be made by quickly_read too")
        become(self, lazy)
        method(self, *args, **named)
        for name in names:
            getattr(self, name)
        become(self, cls)

    return eagerly
