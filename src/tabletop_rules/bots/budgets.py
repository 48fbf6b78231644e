"""How long a search may think: a number of iterations, a time, or both."""

from collections.abc import Iterator
from math import isfinite
from time import perf_counter
from typing import Final

from attrs import frozen

from tabletop_rules.core.errors import shown

__all__ = ["DEFAULT_ITERATIONS", "Budget"]

DEFAULT_ITERATIONS: Final = 500
"""What a search has for a decision if nothing is said."""


@frozen
class Budget:
    """The most iterations and the most seconds for one decision; what ends first ends it.

    ``None`` sets no bound. Without either bound it is `DEFAULT_ITERATIONS`. With iterations alone
    a seed gives the same choice on every machine; with a time it does not.

    Raises:
        ValueError: `iterations` is no whole number above 0, or `seconds` no finite one above 0.
    """

    iterations: int | None = None
    seconds: float | None = None

    def __attrs_post_init__(self) -> None:
        count, seconds = self.iterations, self.seconds
        if count is not None and (type(count) is not int or count < 1):
            raise ValueError(f"expected a whole number of 1 or more iterations, got {shown(count)}")
        if seconds is not None and not (
            type(seconds) in (int, float) and isfinite(seconds) and seconds > 0
        ):
            raise ValueError(f"expected a finite number of seconds above 0, got {shown(seconds)}")

    def spend(self) -> Iterator[int]:
        """Give the numbers of the iterations, from 0, while the budget lasts: at least one."""
        most = self.iterations
        if self.seconds is None:
            yield from range(most or DEFAULT_ITERATIONS)
            return
        deadline = perf_counter() + self.seconds
        number = 0
        while (most is None or number < most) and (not number or perf_counter() < deadline):
            yield number
            number += 1
