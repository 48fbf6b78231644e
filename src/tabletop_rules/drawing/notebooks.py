"""Views as pictures in a notebook: ``%load_ext tabletop_rules.drawing``.

The games know nothing of pictures, so the notebook is told how their views are shown.
"""

from functools import partial
from typing import Any

from tabletop_rules.core import load_game
from tabletop_rules.drawing.pictures import PAINTERS, draw

__all__ = ["load_ipython_extension"]


def load_ipython_extension(shell: Any) -> None:
    """Let the views of all games that can be drawn be shown as pictures.

    IPython calls it, with its shell, for ``%load_ext tabletop_rules.drawing``.
    """
    formatter = shell.display_formatter.formatters["image/svg+xml"]
    for name in PAINTERS:
        module = f"tabletop_rules.{name}.views"
        formatter.for_type_by_name(module, "View", partial(_shown, name))


def _shown(name: str, view: Any) -> str:
    return draw(load_game(name), view).svg
