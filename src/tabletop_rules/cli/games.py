"""``tabletop-rules games``: what can be played."""

import json
from typing import Any

import click

from tabletop_rules.cli.inputs import find_game, seat_count
from tabletop_rules.cli.terminal import STRONG, WEAK, Terminal
from tabletop_rules.core import game_names

__all__ = ["games_command"]


@click.command("games", short_help="List the games.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")
def games_command(as_json: bool) -> None:
    """List the games with the version and the number of their rules, and their seats.

    The seats are those of the default config. Games of other installed packages are listed too.
    """
    listed: list[dict[str, Any]] = []
    for name in game_names():
        try:
            listed.append(_game_data(name))
        except click.ClickException as error:  # somebody's broken package hides no other game
            click.echo(f"{name}: {error.format_message()}", err=True)
    if as_json:
        click.echo(json.dumps(listed, indent=2))
        return
    terminal = Terminal()
    width = max((len(entry["name"]) for entry in listed), default=0)
    for entry in listed:
        facts = f"rules {entry['rules_version']}, {entry['rules']} rules, {entry['seats']} seats"
        terminal.line((f"{entry['name']:<{width}}", STRONG), f"  {entry['title']}  ", (facts, WEAK))


def _game_data(name: str) -> dict[str, Any]:
    game = find_game(name)
    return {
        "name": name,
        "title": game.rulebook.title,
        "rules_version": game.rules_version,
        "rules": len(game.rulebook),
        "seats": seat_count(game, game.Config()),
    }
