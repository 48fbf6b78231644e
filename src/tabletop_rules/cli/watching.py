"""Showing games that bots play, and records."""

from collections.abc import Iterator

from tabletop_rules.cli.inputs import AnyGame, AnyStep
from tabletop_rules.cli.narration import step_lines, view_lines
from tabletop_rules.cli.session import Session
from tabletop_rules.cli.terminal import Terminal
from tabletop_rules.core import Eyes

__all__ = ["advancing", "show_step"]


def advancing(session: Session) -> Iterator[tuple[int, AnyStep]]:
    """Play on with bots to the end, and give each step and its number as it is made."""
    while session.actor is not None:
        step = session.advance()
        yield len(session.steps), step


def show_step(
    terminal: Terminal, game: AnyGame, numbered: tuple[int, AnyStep], eyes: Eyes, pictures: bool
) -> None:
    """Write a step, and before a decision the picture of what is seen then."""
    number, step = numbered
    if pictures and isinstance(step.actor, int):
        terminal.line()
        terminal.lines(view_lines(game, step.before, step.actor, eyes))
        terminal.line()
    for parts in step_lines(game, number, step, eyes):
        terminal.line(*parts)
