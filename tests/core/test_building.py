"""Quick constructors: they make what those of attrs make, and nothing can be changed after."""

import copy
import inspect
import pickle
from collections.abc import Callable
from importlib import import_module
from typing import Any

import attrs
import pytest
from attrs import Factory, field, frozen
from attrs.exceptions import FrozenInstanceError

from tabletop_rules.core.building import quickly_built


@frozen
class Slow:
    first: int
    second: str = "two"
    _third: tuple[int, ...] = ()
    fourth: float = field(default=4.0, kw_only=True)


@quickly_built
@frozen(weakref_slot=False)
class Quick:
    first: int
    second: str = "two"
    _third: tuple[int, ...] = ()
    fourth: float = field(default=4.0, kw_only=True)


class Named:
    __slots__ = ("_kept",)


@quickly_built
@frozen(cache_hash=True, weakref_slot=False)
class Hashed(Named):
    value: object


GIVEN: list[tuple[tuple[Any, ...], dict[str, Any]]] = [
    ((1,), {}),
    ((1, "b"), {}),
    ((1, "b", (3,)), {"fourth": 0.5}),
    ((), {"fourth": 0.5, "third": (3,), "first": 1}),
]


@pytest.mark.parametrize(("plain", "named"), GIVEN)
def test_it_makes_what_attrs_makes(plain: tuple[Any, ...], named: dict[str, Any]) -> None:
    slow, quick = Slow(*plain, **named), Quick(*plain, **named)
    assert attrs.astuple(quick) == attrs.astuple(slow)
    assert repr(quick) == repr(slow).replace("Slow", "Quick")
    assert quick == Quick(*plain, **named)
    assert hash(quick) == hash(Quick(*plain, **named))
    assert quick != Quick(-1)
    assert type(quick) is Quick


@pytest.mark.parametrize(
    ("plain", "named"),
    [((), {}), ((1, "b", (), 4.0), {}), ((1,), {"first": 2}), ((1,), {"_third": ()})],
)
def test_it_refuses_what_attrs_refuses(plain: tuple[Any, ...], named: dict[str, Any]) -> None:
    with pytest.raises(TypeError):
        Slow(*plain, **named)
    with pytest.raises(TypeError, match=r"Quick\.__init__"):
        Quick(*plain, **named)


def test_its_signature_is_that_of_attrs() -> None:
    assert inspect.signature(Quick) == inspect.signature(Slow)
    assert Quick.__init__.__annotations__ == Slow.__init__.__annotations__
    assert Quick.__init__.__module__ == Slow.__init__.__module__
    assert Quick.__init__.__doc__ == str(Slow.__init__.__doc__).replace("Slow", "Quick")


def test_nothing_can_be_changed_after() -> None:
    quick = Quick(1)
    with pytest.raises(FrozenInstanceError):
        quick.first = 2  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        delattr(quick, "first")
    with pytest.raises(FrozenInstanceError):
        quick.__class__ = Slow  # type: ignore[assignment]
    with pytest.raises(FrozenInstanceError):
        quick.fifth = 5  # type: ignore[attr-defined]
    assert not hasattr(quick, "__dict__")
    assert quick == Quick(1)


@pytest.mark.parametrize("value", [Quick(1, "b", (3,)), Hashed((1, "b"))])
@pytest.mark.parametrize(
    "again", [copy.copy, copy.deepcopy, lambda value: pickle.loads(pickle.dumps(value))]
)
def test_copies_and_pickles_are_equal(value: object, again: Callable[[Any], Any]) -> None:
    made = again(value)
    assert made == value
    assert hash(made) == hash(value)
    assert type(made) is type(value)


def test_evolve_makes_another_one() -> None:
    assert attrs.evolve(Quick(1, "b", (3,)), first=2) == Quick(2, "b", (3,))


def test_the_hash_is_worked_out_once() -> None:
    asked: list[int] = []

    class Counting:
        def __hash__(self) -> int:
            asked.append(1)
            return 1

    hashed = Hashed(Counting())
    assert hash(hashed) == hash(hashed)
    assert len(asked) == 1


def test_slots_of_a_base_stay_empty() -> None:
    hashed = Hashed(1)
    assert not hasattr(hashed, "_kept")
    object.__setattr__(hashed, "_kept", 5)
    assert hashed._kept == 5  # type: ignore[attr-defined]
    assert hashed == Hashed(1)


def test_a_subclass_with_empty_slots_makes_its_own_objects() -> None:
    class Child(Quick):
        __slots__ = ()

    child = Child(1, "b")
    assert type(child) is Child
    assert attrs.astuple(child) == attrs.astuple(Quick(1, "b"))
    with pytest.raises(FrozenInstanceError):
        child.first = 2  # type: ignore[misc]


def test_a_base_may_be_frozen() -> None:
    @frozen(weakref_slot=False)
    class Base:
        pass

    @quickly_built
    @frozen(weakref_slot=False)
    class Built(Base):
        value: int

    built = Built(1)
    assert built.value == 1
    with pytest.raises(FrozenInstanceError):
        built.value = 2  # type: ignore[misc]


@frozen(weakref_slot=False)
class Converted:
    value: int = field(converter=int)


@frozen(weakref_slot=False)
class Validated:
    value: int = field(validator=attrs.validators.instance_of(int))


@frozen(weakref_slot=False)
class Made:
    value: tuple[int, ...] = Factory(tuple)


@frozen(weakref_slot=False)
class Hidden:
    value: int = field(init=False, default=1)


@frozen(weakref_slot=False)
class Checked:
    value: int

    def __attrs_post_init__(self) -> None:
        assert self.value


@frozen(weakref_slot=False)
class Prepared:
    value: int

    def __attrs_pre_init__(self) -> None:
        raise AssertionError


@frozen(weakref_slot=False)
class Own:
    value: int

    def __init__(self, value: int) -> None:
        self.__attrs_init__(2 * value)  # type: ignore[attr-defined]


@frozen(weakref_slot=False)
class Raised(Exception):  # noqa: N818 - no error of the library
    value: int


@frozen
class Weak:
    value: int


@frozen(slots=False)
class Open:
    value: int


@frozen(weakref_slot=False)
class Child(Quick):
    value: int = 5


@pytest.mark.parametrize(
    ("kind", "told"),
    [
        (Converted, r"Converted\.value with a converter"),
        (Validated, r"Validated\.value with a converter, a validator"),
        (Made, r"Made\.value with a converter, a validator, a factory"),
        (Hidden, r"Hidden\.value .* init=False"),
        (Checked, "no __attrs_post_init__, got that of Checked"),
        (Prepared, "no __attrs_pre_init__, got that of Prepared"),
        (Own, "the __init__ of attrs, got that of Own"),
        (Raised, "no exception, got Raised"),
        (Weak, r"weakref_slot=False, got Weak with the slots \('value', '__weakref__'\)"),
        (Open, "slots for all its fields .* Open"),
        (Child, "slots for all its fields .* Child"),
        (Named, "Named"),
        (int, "int"),
    ],
)
def test_a_class_it_cannot_build_is_refused(kind: type, told: str) -> None:
    with pytest.raises((TypeError, attrs.exceptions.NotAnAttrsClassError), match=told):
        quickly_built(kind)


def test_a_refused_class_is_as_it_was() -> None:
    before = Made.__init__
    with pytest.raises(TypeError):
        quickly_built(Made)
    assert Made.__init__ is before


@pytest.mark.parametrize("game", ["dome_crushers", "dominum", "dominus_portus"])
def test_states_and_views_of_the_games_are_quickly_built(game: str) -> None:
    module = import_module(f"tabletop_rules.{game}")
    for kind in (module.State, module.View):
        code = kind.__init__.__code__
        assert code.co_filename == f"<constructor of {kind.__name__}>"
