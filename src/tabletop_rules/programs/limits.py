"""What a program may take."""

from math import inf
from typing import Any

from attrs import Attribute, field, frozen

from tabletop_rules.core.errors import shown

__all__ = ["Limits"]


def _above_zero(_: Any, attribute: "Attribute[float]", value: object) -> None:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value < inf:
        raise ValueError(f"{attribute.name}: expected a number above 0, got {shown(value)}")


def _some_bytes(_: Any, attribute: "Attribute[int]", value: object) -> None:
    if type(value) is not int or value < 1:
        raise ValueError(f"{attribute.name}: expected a number of bytes, got {shown(value)}")


def _some_bytes_or_none(_: Any, attribute: "Attribute[int]", value: object) -> None:
    if value is not None:
        _some_bytes(_, attribute, value)


@frozen(kw_only=True)
class Limits:
    """The limits of a program, each above 0.

    Raises:
        ValueError: a limit is none.
    """

    seconds: float = field(default=10.0, validator=_above_zero)
    """The time for each decision; the program is told."""
    grace_seconds: float = field(default=1.0, validator=_above_zero)
    """How long a late answer is waited for. Without one, the program is ended."""
    start_seconds: float = field(default=30.0, validator=_above_zero)
    """The time to start and say that it is ready."""
    memory: int | None = field(default=2**30, validator=_some_bytes_or_none)
    """Bytes of data that each of its processes may hold; ``None``: no limit."""
    output: int = field(default=2**20, validator=_some_bytes)
    """Bytes that it may write between two answers, on each of its two outputs."""
