"""``tabletop-rules content``: what is shipped, and checking and beginning files of one's own."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

import click
from attrs import fields

from tabletop_rules.cli.files import read_text
from tabletop_rules.cli.inputs import find_game
from tabletop_rules.cli.terminal import STRONG, WEAK, Terminal
from tabletop_rules.core import Content, ContentError, from_data, game_names
from tabletop_rules.core.errors import shown
from tabletop_rules.core.toml import read_toml

__all__ = ["content_command"]

Kinds = Mapping[str, type[Content]]


def _kinds() -> dict[str, tuple[str, type[Content]]]:
    """Return the game and the class of each kind of content; names are the games' own."""
    found: dict[str, tuple[str, type[Content]]] = {}
    for name in game_names():
        kinds: Kinds = getattr(find_game(name), "content_kinds", {})
        found.update({kind: (name, made) for kind, made in kinds.items()})
    return found


@click.group("content", short_help="List, check and begin content such as decks.")
def content_command() -> None:
    """Content is what is printed on cards, boards and tiles, as TOML apart from the rules."""


@content_command.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")
def list_command(as_json: bool) -> None:
    """List the content that is shipped, with its digest and where it comes from."""
    listed: list[dict[str, str]] = []
    for kind, (game, made) in _kinds().items():
        for content_id in made.shelf.ids:
            content = made.shelf.get(content_id)
            provenance = getattr(content, "provenance", None)
            listed.append(
                {
                    "game": game,
                    "kind": kind,
                    "id": content_id,
                    "digest": made.shelf.digest(content_id),
                    "provenance": "" if provenance is None else str(provenance.value),
                }
            )
    if as_json:
        click.echo(json.dumps(listed, indent=2))
        return
    terminal = Terminal()
    for each in listed:
        head = f"{each['game']}  {each['kind']}  "
        facts = f"  {each['digest']}  {each['provenance']}".rstrip()
        terminal.line((head, WEAK), (each["id"], STRONG), (facts, WEAK))


@content_command.command("new")
@click.argument("kind")
def new_command(kind: str) -> None:
    """Print a commented skeleton of a file of that KIND, to be filled in."""
    _, made = _kind(kind)
    click.echo(made.shelf.skeleton, nl=False)


@content_command.command("check")
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--kind", metavar="KIND", help="What the file is to be; otherwise told from its keys."
)
def check_command(file: Path, kind: str | None) -> None:
    """Read FILE as the library would, and say everything that is wrong with it."""
    table = read_toml(read_text(file), error=ContentError, source=str(file))
    name = _likely(table, file) if kind is None else kind
    game, made = _kind(name)
    content: Any = from_data(table, made, error=ContentError, source=str(file))
    Terminal().line(f"{file}: {content.id} ({name} of {game}): nothing is wrong with it")


def _kind(kind: str) -> tuple[str, type[Content]]:
    kinds = _kinds()
    found = kinds.get(kind.replace("-", "_"))
    if found is None:
        known = ", ".join(sorted(kinds))
        raise click.ClickException(f"there is no content {shown(kind)}: expected one of {known}")
    return found


def _likely(table: dict[str, Any], file: Path) -> str:
    """Return the kind that finds least wrong with a file, if there is one."""
    wrong: dict[str, int] = {}
    for kind, (_, made) in _kinds().items():
        try:
            from_data(table, made, error=ContentError)
        except ContentError as error:
            wrong[kind] = 1 + len(error.problems)
        else:
            wrong[kind] = 0
        known = {field.name for field in fields(cast("Any", made))}
        wrong[kind] += 3 * len(set(table) - known)  # a foreign key tells more than a wrong value
    best = [kind for kind, count in wrong.items() if count == min(wrong.values())]
    if len(best) != 1:
        choices = ", ".join(sorted(best))
        raise click.ClickException(f"{file}: its keys tell no kind: give --kind, one of {choices}")
    return best[0]
