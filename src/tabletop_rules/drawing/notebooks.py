"""Views as pictures in a notebook: ``%load_ext tabletop_rules.drawing``.

The games know nothing of pictures, so the notebook is told how their views are shown.
"""

from collections.abc import Callable
from functools import partial
from typing import Any, Protocol

from tabletop_rules.core import load_game
from tabletop_rules.drawing.pictures import PAINTERS, draw

__all__ = ["load_ipython_extension"]


class _Formatter(Protocol):
    def for_type_by_name(
        self, type_module: str, type_name: str, func: Callable[[Any], str], /
    ) -> object: ...


class _Display(Protocol):
    @property
    def formatters(self) -> dict[str, Any]: ...


class Shell(Protocol):
    """What is needed of IPython's shell."""

    @property
    def display_formatter(self) -> Any:
        """What decides how values are displayed."""
        ...


def load_ipython_extension(shell: Shell) -> None:
    """Let the views of all games that can be drawn be shown as pictures.

    IPython calls it for ``%load_ext tabletop_rules.drawing``.
    """
    display: _Display = shell.display_formatter
    formatter: _Formatter = display.formatters["image/svg+xml"]
    for name in PAINTERS:
        module = f"tabletop_rules.{name}.views"
        formatter.for_type_by_name(module, "View", partial(_shown, name))


def _shown(name: str, view: Any) -> str:
    return draw(load_game(name), view).svg
