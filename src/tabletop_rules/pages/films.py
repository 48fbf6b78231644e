"""The pictures of a game in few bytes, in a form that a browser can unpack quickly at any place.

Pictures in a row are nearly the same, and all are made of the same pieces: a piece is a tag with
the text before it. So a picture is a row of numbers of pieces, and the pieces are listed once.
The numbers of some pictures are deflated together, a block, which finds what is the same in them;
to show a picture a browser inflates one block.
"""

import json
import re
import sys
import zlib
from array import array
from base64 import b64encode
from collections.abc import Collection, Sequence
from typing import Any, Final

__all__ = ["Cutter"]

_BLOCK: Final = 64
"""How many pictures are in a block."""
_SHORT: Final = 1 << 16
"""Numbers below it fit into two bytes."""
_PIECE: Final = re.compile(r"[^>]*>")

Strip = tuple[int, ...]
"""A picture as the numbers of its pieces."""


class Cutter:
    """Cuts pictures into pieces that it remembers."""

    def __init__(self) -> None:
        self._numbers: Final[dict[str, int]] = {}

    def cut(self, svg: str) -> Strip:
        """Return a picture as the numbers of its pieces."""
        numbers = self._numbers
        return tuple(numbers.setdefault(piece, len(numbers)) for piece in _PIECE.findall(svg))

    def packed(self, films: Collection[Sequence[Strip]]) -> dict[str, Any]:
        """Return films, each a row of pictures that this has cut, as data for the page."""
        longest = max((len(strip) for film in films for strip in film), default=0)
        kind = "H" if max(longest, len(self._numbers)) < _SHORT else "I"
        return {
            "bytes": array(kind).itemsize,
            "pieces": _deflated(json.dumps(list(self._numbers), ensure_ascii=False).encode()),
            "block": _BLOCK,
            "films": [_blocks(film, kind) for film in films],
        }


def _blocks(film: Sequence[Strip], kind: str) -> list[str]:
    """Return a film as blocks: first the lengths of its pictures, then their numbers."""
    blocks: list[str] = []
    for first in range(0, len(film), _BLOCK):
        strips = film[first : first + _BLOCK]
        numbers = array(kind, (len(strip) for strip in strips))
        for strip in strips:
            numbers.extend(strip)
        if sys.byteorder == "big":
            numbers.byteswap()
        blocks.append(_deflated(numbers.tobytes()))
    return blocks


def _deflated(data: bytes) -> str:
    packer = zlib.compressobj(9, wbits=-zlib.MAX_WBITS)
    return b64encode(packer.compress(data) + packer.flush()).decode()
