"""Finding games by name through the entry-point group ``tabletop_rules.games``."""

from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Final

from tabletop_rules.core.errors import UnknownGameError
from tabletop_rules.core.protocol import Game

__all__ = ["game_names", "load_game"]

GROUP: Final = "tabletop_rules.games"


@cache
def _entries() -> dict[str, EntryPoint]:
    return {_normal(entry.name): entry for entry in entry_points(group=GROUP)}


def _normal(name: str) -> str:
    return name.replace("_", "-")


def game_names() -> tuple[str, ...]:
    """Return the names of all games that installed packages register, sorted."""
    return tuple(sorted(_entries()))


def load_game(name: str) -> Game[Any, Any, Any, Any]:
    """Return the game of that name; dashes and underscores are the same.

    Raises:
        UnknownGameError: no installed package registers it.
    """
    entry = _entries().get(_normal(name))
    if entry is None:
        raise UnknownGameError(name, game_names())
    game: Game[Any, Any, Any, Any] = entry.load()
    return game
