"""Views as numpy arrays, actions as numbers: the games for whoever has a learner already.

>>> from tabletop_rules import dome_crushers
>>> from tabletop_rules.encodings import encoding
>>> numbers = encoding(dome_crushers, dome_crushers.Config())
>>> action = dome_crushers.parse_action("attack Tusker")
>>> numbers.decode(numbers.encode(action)) == action
True
"""

from importlib import import_module
from types import MappingProxyType
from typing import Any, Final

from tabletop_rules.core import Game, load_game
from tabletop_rules.core.errors import shown
from tabletop_rules.encodings.base import Encoding, Mask
from tabletop_rules.encodings.describing import specification
from tabletop_rules.encodings.errors import (
    ActionNumberError,
    BufferShapeError,
    EncodingError,
    NoEncodingError,
    TooLargeError,
    UnnumberedActionError,
)
from tabletop_rules.encodings.numbering import MOST_ACTIONS, Family, Numbering
from tabletop_rules.encodings.parts import FLOAT, Array, Part
from tabletop_rules.encodings.rewards import rewards

__all__ = [
    "FLOAT",
    "MOST_ACTIONS",
    "ActionNumberError",
    "Array",
    "BufferShapeError",
    "Encoding",
    "EncodingError",
    "Family",
    "Mask",
    "NoEncodingError",
    "Numbering",
    "Part",
    "TooLargeError",
    "UnnumberedActionError",
    "encoding",
    "rewards",
    "specification",
]

_CLASSES: Final = MappingProxyType(
    {
        "dome_crushers": "DomeCrushersEncoding",
        "dominum": "DominumEncoding",
        "dominus_portus": "DominusPortusEncoding",
    }
)
"""The class in the module that is called as the game."""


def encoding(
    game: Game[Any, Any, Any, Any] | str, config: object = None
) -> Encoding[Any, Any, Any]:
    """Return the encoding of a game, or of the game of that name, with a config.

    Without one it is that of the game's default config. Only the game that is asked for is
    imported.

    Raises:
        UnknownGameError: no game has that name.
        NoEncodingError: nobody has written an encoding for the game.
        EncodingError: it is no game, or the config is none of that game.
        TooLargeError: the config has more actions than are numbered, or comes to numbers that no
            32-bit float holds.
    """
    played = load_game(game) if isinstance(game, str) else game
    name = getattr(played, "name", None)
    if not isinstance(name, str):
        raise EncodingError(f"expected a game or the name of one, got {shown(game)}")
    if name not in _CLASSES:
        raise NoEncodingError(name, tuple(_CLASSES))
    if config is None:
        config = played.Config()
    if not isinstance(config, played.Config):
        kind = type(config)
        what = f"{shown(config)}, a {kind.__module__}.{kind.__qualname__}"
        raise EncodingError(f"expected a {name} Config, got {what}")
    module = import_module(f"{__name__}.{name}")
    made: type[Encoding[Any, Any, Any]] = getattr(module, _CLASSES[name])
    return made(config)
