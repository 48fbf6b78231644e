"""A record in a notebook: ``show``, or ``%load_ext tabletop_rules.pages`` for all of them."""

from html import escape
from typing import Any

from attrs import frozen

from tabletop_rules.core import Game, Record, load_game
from tabletop_rules.drawing import load_ipython_extension as let_views_be_shown
from tabletop_rules.pages.replaying import replay_page
from tabletop_rules.pages.watching import ALL, Whose

__all__ = ["Shown", "load_ipython_extension", "show"]


@frozen
class Shown:
    """A replay page that a notebook shows in a frame of `height` CSS pixels."""

    page: str
    height: int

    def __str__(self) -> str:
        return self.page

    def framed(self) -> str:
        """Return the page in a frame, in which its script can reach nothing of the notebook."""
        return (
            f'<iframe title="Replay" sandbox="allow-scripts" srcdoc="{escape(self.page)}"'
            f' style="border: 0; height: {self.height}px; width: 100%"></iframe>'
        )

    def _repr_html_(self) -> str:
        """Return the page as a notebook shows it."""
        return self.framed()


def show(
    game: Game[Any, Any, Any, Any],
    record: Record[Any, Any],
    *,
    eyes: Whose = ALL,
    height: int = 800,
) -> Shown:
    """Return the replay page of a record as something that a notebook shows.

    Raises:
        RecordError, PageError: as `replay_page`.
    """
    return Shown(replay_page(game, record, eyes=eyes), height)


def load_ipython_extension(shell: Any) -> None:
    """Let records be shown as replay pages, and views as pictures.

    IPython calls it, with its shell, for ``%load_ext tabletop_rules.pages``.
    """
    let_views_be_shown(shell)
    formatter = shell.display_formatter.formatters["text/html"]
    formatter.for_type(Record, _shown)


def _shown(record: Record[Any, Any]) -> str:
    return show(load_game(record.game), record).framed()
