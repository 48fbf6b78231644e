"""Shapes that are written once: the pictures of a game repeat them by the thousand."""

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Final, ParamSpec

import svg

__all__ = ["baked"]

P = ParamSpec("P")

_KEPT: Final = 1 << 14


class _Baked(svg.Element):
    """An element of which only its text is left."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = text

    def as_str(self) -> str:
        return self._text


def baked(shape: Callable[P, svg.Element]) -> Callable[P, svg.Element]:
    """Remember what a function of values returns, as text."""

    @lru_cache(maxsize=_KEPT, typed=True)
    def remembered(*values: P.args, **named: P.kwargs) -> svg.Element:
        return _Baked(str(shape(*values, **named)))

    @wraps(shape)
    def remembering(*values: P.args, **named: P.kwargs) -> svg.Element:
        return remembered(*values, **named)  # type: ignore[arg-type]  # they are values

    return remembering
