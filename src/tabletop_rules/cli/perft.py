"""``tabletop-rules perft``: counting sequences of actions, to compare rules engines."""

import json
from pathlib import Path
from typing import Any

import click

from tabletop_rules.cli.files import read_text
from tabletop_rules.cli.inputs import AnyGame, find_game, read_config
from tabletop_rules.cli.terminal import STRONG, Terminal
from tabletop_rules.core import PositionError, perft

__all__ = ["perft_command"]

_FILE = click.Path(path_type=Path)


@click.command("perft", short_help="Count the sequences of actions from a position.")
@click.argument("game_name", metavar="GAME")
@click.argument("depth", metavar="DEPTH", type=click.IntRange(0, 1000))
@click.option("--position", metavar="FILE", type=_FILE, help="Count from this position.")
@click.option("--config", metavar="FILE", type=_FILE, help="The config of the game, in TOML.")
@click.option("--divide", is_flag=True, help="Count for each first action by itself.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")
def perft_command(  # noqa: PLR0913 - a parameter for each option
    game_name: str,
    depth: int,
    position: Path | None,
    config: Path | None,
    *,
    divide: bool,
    as_json: bool,
) -> None:
    """Count the sequences of exactly DEPTH actions of GAME, outcomes of chance included.

    Sequences that end earlier because the game is over do not count.
    """
    game = find_game(game_name)
    state = _state(game, position, config)
    if divide and depth == 0:
        raise click.UsageError("--divide needs a DEPTH of 1 or more")
    divided: list[tuple[str, int]] = []
    if divide:
        for action in game.legal_actions(state):
            count = perft(game, game.apply(state, action).state, depth - 1)
            divided.append((game.format_action(action), count))
    total = sum(count for _, count in divided) if divide else perft(game, state, depth)
    if as_json:
        data: dict[str, Any] = {"game": game.name, "depth": depth, "count": total}
        if divide:
            data["divided"] = [{"action": text, "count": count} for text, count in divided]
        click.echo(json.dumps(data, indent=2))
        return
    terminal = Terminal()
    for text, count in divided:
        terminal.line(f"{text}: {count}")
    terminal.line((str(total), STRONG))


def _state(game: AnyGame, position: Path | None, config: Path | None) -> Any:
    """Return the position that a file describes, or the initial state.

    Raises:
        PositionError: the file describes none.
        ConfigError: the config cannot be used.
    """
    if position is None:
        return game.initial_state(read_config(game, config))
    given = None if config is None else read_config(game, config)
    text = read_text(position)
    try:
        return game.parse_state(text, given)
    except PositionError as error:
        raise PositionError(error.problems, str(position)) from error
