"""What environments are given, checked: whole numbers, seeds, one of a few words."""

from typing import Any, Final

import numpy as np

from tabletop_rules.environments.errors import EnvironmentsError

__all__ = ["RENDER_MODES", "checked_render_mode", "checked_seed", "checked_word", "is_whole"]

RENDER_MODES: Final = ("human", "ansi")
"""How an environment shows itself: "human" prints a text, "ansi" returns it."""


def is_whole(given: object) -> bool:
    """Return whether it is a whole number, which may be one of numpy's, and no truth value."""
    return isinstance(given, int | np.integer) and not isinstance(given, bool)


def checked_seed(seed: object) -> int:
    """Return a seed, which may be one of numpy's numbers.

    Raises:
        EnvironmentsError: it is no whole number of 0 or more.
    """
    given: Any = seed
    if not is_whole(given) or given < 0:
        raise EnvironmentsError("seed", "a whole number of 0 or more", seed)
    return int(given)


def checked_word(where: str, given: object, words: tuple[str, ...]) -> str:
    """Return one of a few words.

    Raises:
        EnvironmentsError: it is none of them.
    """
    if not isinstance(given, str) or given not in words:  # it may be an array, which has no truth
        raise EnvironmentsError(where, " or ".join(map(repr, words)), given)
    return given


def checked_render_mode(given: object) -> str | None:
    """Return a render mode, or None.

    Raises:
        EnvironmentsError: it is none.
    """
    if given is not None and not (isinstance(given, str) and given in RENDER_MODES):
        what = f"{', '.join(map(repr, RENDER_MODES))} or None"
        raise EnvironmentsError("render_mode", what, given)
    return given
