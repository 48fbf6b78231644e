"""What a benchmark entry is: a name, and a function that plays one random game."""

from collections.abc import Callable
from importlib import metadata
from random import Random
from typing import TypeAlias

from attrs import frozen


@frozen
class GameLength:
    """How long one game was: the players' decisions, and all steps, those of chance included."""

    decisions: int
    steps: int


PlayGame: TypeAlias = Callable[[Random], GameLength]


@frozen(kw_only=True)
class Entry:
    """One game of one library, loaded when it is measured."""

    name: str
    distribution: str  # as pip knows it
    how: str  # the loop in one line, for the reader of the table
    # Takes a seed, for a library that draws from a generator of its own.
    # Raises ModuleNotFoundError where the library is not installed.
    load: Callable[[int], PlayGame]
    ours: bool = False

    def version(self) -> str | None:
        """Return the installed version of the distribution, None where there is none."""
        try:
            return metadata.version(self.distribution)
        except metadata.PackageNotFoundError:
            return None
