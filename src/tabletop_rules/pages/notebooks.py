"""A record in a notebook."""

from html import escape
from typing import Any

from attrs import frozen

from tabletop_rules.core import Game, Record
from tabletop_rules.pages.replaying import replay_page
from tabletop_rules.pages.watching import ALL, Whose

__all__ = ["Shown", "show"]


@frozen
class Shown:
    """A replay page that a notebook shows in a frame of `height` CSS pixels."""

    page: str
    height: int

    def __str__(self) -> str:
        return self.page

    def _repr_html_(self) -> str:
        """Return the page in a frame, in which its script can reach nothing of the notebook."""
        return (
            f'<iframe title="Replay" sandbox="allow-scripts" srcdoc="{escape(self.page)}"'
            f' style="border: 0; height: {self.height}px; width: 100%"></iframe>'
        )


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
