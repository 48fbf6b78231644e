"""Text in pictures: made harmless, measured roughly, wrapped, shortened."""

import unicodedata
from functools import lru_cache
from typing import Final

import svg

__all__ = ["clean", "fitted", "measure", "shorten", "wrap"]

_NARROW: Final = frozenset("iljtfrI.,:;'|!()[]{}\" ")
_BROAD: Final = frozenset("mwMW@%—…")
_SQUEEZE: Final = 0.8
"""How far letters may be pressed together before the text is shortened."""


def clean(text: object) -> str:
    """Return a text that may stand in XML, between tags as in an attribute.

    What has no shape (control characters, marks that turn the direction) becomes a sign that says
    so.
    """
    shapes = str(text)
    if not shapes.isprintable():
        shapes = "".join(c if c.isprintable() else " " if c in "\n\t" else "\ufffd" for c in shapes)
    return svg.escape(shapes).replace('"', "&quot;")


@lru_cache(maxsize=1 << 13)
def measure(text: str, size: float, *, bold: bool = False) -> float:
    """Return about how wide a text is, on the wide side: the reader's font is not known."""
    width = 0.0
    for letter in text:
        if letter in _NARROW:
            width += 0.34
        elif letter in _BROAD or unicodedata.east_asian_width(letter) in "WF":
            width += 1.0
        elif letter.isupper() or letter.isdigit():
            width += 0.66
        elif not unicodedata.combining(letter):
            width += 0.57
    return width * size * (1.06 if bold else 1.0)


def shorten(text: str, width: float, size: float, *, bold: bool = False) -> str:
    """Return the text, or as much of it as is that wide, with an ellipsis."""
    if measure(text, size, bold=bold) <= width:
        return text
    kept = text
    while kept and measure(f"{kept}…", size, bold=bold) > width:
        kept = kept[:-1]
    return f"{kept.rstrip()}…"


def fitted(text: str, width: float, size: float, *, bold: bool = False) -> tuple[str, float | None]:
    """Return a text that is that wide, and the length to force on it if that is needed."""
    kept = shorten(text, width / _SQUEEZE, size, bold=bold)
    needed = measure(kept, size, bold=bold)
    return kept, round(min(needed, width), 1) if needed > width * 0.9 else None


def wrap(text: str, width: float, size: float, lines: int, *, bold: bool = False) -> list[str]:
    """Return a text in at most so many lines, broken between words; the last may be too long."""
    found: list[str] = []
    line = ""
    for word in text.split():
        longer = f"{line} {word}" if line else word
        if line and measure(longer, size, bold=bold) > width and len(found) < lines - 1:
            found.append(line)
            line = word
        else:
            line = longer
    return [*found, line] if line else found
