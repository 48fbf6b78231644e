"""``tabletop-rules replay``: a saved game, step by step."""

import json
from pathlib import Path
from typing import Any

import click

from tabletop_rules.cli.inputs import AnyGame, AnyRecord, AnyStep, read_record, read_steps
from tabletop_rules.cli.narration import (
    outcome_data,
    outcome_line,
    read_eyes,
    score_line,
    step_data,
)
from tabletop_rules.cli.terminal import STRONG, WEAK, Terminal
from tabletop_rules.cli.watching import show_step
from tabletop_rules.core import Eyes

__all__ = ["replay_command"]


@click.command("replay", short_help="Show a saved game step by step.")
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
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
def replay_command(file: Path, *, eyes: str, pictures: bool, stepwise: bool, as_json: bool) -> None:
    """Show the game that FILE holds, each event with the id of its rule."""
    if as_json and (pictures or stepwise):
        raise click.UsageError("--json cannot be combined with --pictures or --step")
    game, record = read_record(file)
    steps = read_steps(game, record, file)
    last = steps[-1].after if steps else game.initial_state(record.config)
    seen = read_eyes(eyes, len(game.score(last)))
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
