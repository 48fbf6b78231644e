"""What the tests of environments play: of each game the default config, small ones, more seats."""

from collections.abc import Callable
from random import Random
from typing import Any, Final

import numpy as np

from tabletop_rules.core import load_game, verification_of

CASES: Final = (
    ("dome_crushers", "shipped"),
    ("dome_crushers", "tiny"),
    ("dome_crushers", "rings"),
    ("dominum", "default"),
    ("dominum", "points"),
    ("dominus_portus", "whole game"),
    ("dominus_portus", "three players"),
    ("dominus_portus", "one province"),
    ("dominus_portus", "Dominus"),
    ("dominus_portus", "Portus, three players"),
)
"""Games with configs of theirs."""
DEFAULT: Final = {
    "dome_crushers": "shipped",
    "dominum": "default",
    "dominus_portus": "whole game",
}


def config(game: str, name: str) -> Any:
    """Return a config that a game is verified with."""
    said = verification_of(load_game(game))
    return {**said.configs, **said.small}[name]


def chooser(seed: int) -> Callable[[Any], int]:
    """Return what chooses a random action of a mask."""
    rng = Random(seed)

    def choose(mask: Any) -> int:
        options = np.flatnonzero(mask)
        return int(options[int(rng.random() * len(options))])

    return choose
