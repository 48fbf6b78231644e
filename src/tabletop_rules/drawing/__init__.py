"""Views as SVG. It draws views only, so a picture cannot show what its viewer may not know.

It needs svg.py, which comes with the extra ``drawing``. Equal arguments give equal bytes.
"""

from tabletop_rules.drawing.notebooks import load_ipython_extension
from tabletop_rules.drawing.pictures import (
    DrawingError,
    DrawingMissingError,
    Layout,
    Picture,
    Theme,
    draw,
    need_drawing,
)
from tabletop_rules.drawing.style import stylesheet

__all__ = [
    "DrawingError",
    "DrawingMissingError",
    "Layout",
    "Picture",
    "Theme",
    "draw",
    "load_ipython_extension",
    "need_drawing",
    "stylesheet",
]
