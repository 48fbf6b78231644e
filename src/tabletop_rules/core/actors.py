"""Who is to act: a seat, chance, another program, or nobody."""

from enum import Enum
from typing import Final, TypeAlias

__all__ = ["CHANCE", "HOST", "Actor", "Chance", "Host", "Seat"]

Seat: TypeAlias = int
"""A player's place at the table, counted from 0, clockwise."""


class Chance(Enum):
    """The type of `CHANCE`; an enum of one member narrows under ``is`` and survives pickling."""

    CHANCE = "chance"


class Host(Enum):
    """The type of `HOST`; an enum of one member narrows under ``is`` and survives pickling."""

    HOST = "host"


CHANCE: Final = Chance.CHANCE
"""The actor of a chance step, whose exact odds `Game.chance_outcomes` gives."""

HOST: Final = Host.HOST
"""The actor of a state that waits for another program, such as the base game of an expansion."""

Actor: TypeAlias = Seat | Chance | Host | None
"""Whose action comes next; ``None`` means that the game is over."""
