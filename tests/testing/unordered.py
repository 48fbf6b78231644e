"""Market with a planted defect: the order of the options of a seat depends on hashing.

It is a file of its own, because another process must be able to load the game. Only there it shows.
"""

from typing import Any

from . import sound


def legal_actions(state: sound.State, /) -> tuple[sound.Action, ...]:
    options = sound.legal_actions(state)
    if not isinstance(sound.actor(state), int):
        return options
    texts = {sound.format_action(option) for option in options}
    return tuple(sound.parse_action(text) for text in texts)


def __getattr__(name: str) -> Any:
    """Return what is the same as in the sound game: all else."""
    return getattr(sound, name)
