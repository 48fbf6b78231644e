"""``tabletop-rules replay``: a saved game, step by step."""

import json
from pathlib import Path
from typing import Any, Final

import click

from tabletop_rules.cli.files import check_outputs, overwrite_option, write_text
from tabletop_rules.cli.inputs import AnyGame, AnyRecord, AnyStep, read_record, read_steps
from tabletop_rules.cli.narration import (
    outcome_data,
    outcome_line,
    read_eyes,
    score_line,
    step_data,
)
from tabletop_rules.cli.progress import progress_bar
from tabletop_rules.cli.terminal import STRONG, WEAK, Terminal
from tabletop_rules.cli.watching import show_step
from tabletop_rules.core import Eyes
from tabletop_rules.drawing import need_drawing
from tabletop_rules.pages import Whose, replay_page

__all__ = ["replay_command"]

_PERCENT: Final = 100
_FILE: Final = click.Path(path_type=Path)


@click.command("replay", short_help="Show a saved game step by step.")
@click.argument("file", metavar="FILE", type=_FILE)
@click.option(
    "--eyes",
    metavar="WHOSE",
    default="all",
    show_default=True,
    help="Show what this seat sees; 'all': everything; 'none': what a spectator sees.",
)
@click.option("--pictures", is_flag=True, help="Show the table before each decision.")
@click.option("--step", "stepwise", is_flag=True, help="Wait for Enter after each step.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")
@click.option("--html", metavar="OUT", type=_FILE, help="Write a page to look at the game with.")
@overwrite_option("--html")
def replay_command(  # noqa: PLR0913 - a parameter for each option
    file: Path,
    *,
    eyes: str,
    pictures: bool,
    stepwise: bool,
    as_json: bool,
    html: Path | None,
    overwrite: bool,
) -> None:
    """Show the game that FILE holds, each event with the id of its rule.

    With --html it is not shown here, but written as one page that a browser opens from the disk.
    A page with the eyes of a seat holds nothing that the seat has not seen.
    """
    if as_json and (pictures or stepwise):
        raise click.UsageError("--json cannot be combined with --pictures or --step")
    if html is not None and (as_json or pictures or stepwise):
        raise click.UsageError("--html cannot be combined with --json, --pictures or --step")
    if html is not None:
        need_drawing()
        check_outputs({"--html": html}, kept={"FILE": file}, overwrite=overwrite)
    game, record = read_record(file)
    steps = read_steps(game, record, file)
    last = steps[-1].after if steps else game.initial_state(record.config)
    seen = read_eyes(eyes, len(game.score(last)))
    if html is not None:
        write_text(html, _page(game, record, _whose(seen)))
        return
    if as_json:
        click.echo(json.dumps(_data(game, record, steps, last, seen), indent=2))
        return
    terminal = Terminal()
    seed = "" if record.seed is None else f", seed {record.seed}"
    terminal.line((game.rulebook.title, STRONG), (f", rules {game.rules_version}{seed}", WEAK))
    for number, step in enumerate(steps, 1):
        show_step(terminal, game, (number, step), seen, pictures)
        if stepwise and number < len(steps) and not _goes_on(terminal):
            return
    terminal.line(*outcome_line(game.outcome(last)))
    terminal.line(score_line(game.score(last)))


def _whose(eyes: Eyes) -> Whose:
    """Return the eyes as a page names them."""
    if eyes.everything:
        return "all"
    return "spectator" if eyes.seat is None else eyes.seat


def _page(game: AnyGame, record: AnyRecord, eyes: Whose) -> str:
    """Return the page of a record, and show on a terminal how far it is."""
    with progress_bar(game.rulebook.title, _PERCENT) as advance:
        shown = 0

        def progress(done: float) -> None:
            nonlocal shown
            advance(int(done * _PERCENT) - shown)
            shown = int(done * _PERCENT)

        return replay_page(game, record, eyes=eyes, progress=progress)


def _goes_on(terminal: Terminal) -> bool:
    """Return whether the person wants to see the next step."""
    try:
        typed = terminal.ask("Enter: next step, q: stop ")
    except EOFError:
        typed = "q"
    return typed.lower() not in ("q", "quit")


def _data(
    game: AnyGame, record: AnyRecord, steps: tuple[AnyStep, ...], last: Any, eyes: Eyes
) -> dict[str, Any]:
    return {
        "game": record.game,
        "rules_version": record.rules_version,
        "seed": record.seed,
        "steps": [step_data(game, number, step, eyes) for number, step in enumerate(steps, 1)],
        "score": list(game.score(last)),
        "outcome": outcome_data(game.outcome(last)),
    }
