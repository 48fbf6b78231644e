"""``tabletop-rules rules``: the rule ledger of a game."""

import json
from collections.abc import Iterator
from difflib import get_close_matches
from textwrap import wrap
from typing import Any

import click

from tabletop_rules.cli.inputs import AnyGame, find_game
from tabletop_rules.cli.terminal import RULE, STRONG, WEAK, Part, Terminal
from tabletop_rules.core import Rule, RuleKind
from tabletop_rules.core.errors import shown

__all__ = ["find_rule", "rule_lines", "rules_command"]


def find_rule(game: AnyGame, rule_id: str) -> Rule:
    """Return the rule of that id, in whatever case it is typed.

    Raises:
        ClickException: there is none; the message names the ids that come near.
    """
    ids = {known.casefold(): known for known in game.rulebook}
    found = ids.get(rule_id.casefold())
    if found is not None:
        return game.rulebook[found]
    near = get_close_matches(rule_id.casefold()[:100], list(ids), n=4, cutoff=0.5)
    hint = f"did you mean {', '.join(ids[each] for each in near)}?" if near else "none is near it"
    raise click.ClickException(f"{game.rulebook.title} has no rule {shown(rule_id)}: {hint}")


def rule_lines(rule: Rule, width: int | None) -> Iterator[tuple[Part, ...]]:
    """Give the lines of a rule: its id, and the text in lines of `width`, whole if ``None``."""
    mark = "" if rule.kind is RuleKind.RULE else f"({rule.kind.value}) "
    text = f"{mark}{rule.text}"
    indent = 13
    lines = wrap(text, max(width - indent, 30)) if width is not None else [text]
    for number, line in enumerate(lines):
        head = "" if number else rule.id
        yield (f"{head:<{indent - 1}} ", RULE), line


def _rule_data(rule: Rule) -> dict[str, Any]:
    return {
        "id": rule.id,
        "section": rule.section,
        "kind": rule.kind.value,
        "text": rule.text,
    }


@click.command("rules", short_help="Show the rules of a game under their ids.")
@click.argument("game_name", metavar="GAME")
@click.argument("rule_id", metavar="[ID]", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")
def rules_command(game_name: str, rule_id: str | None, as_json: bool) -> None:
    """Show the rules of GAME in our own words, or only the one with that ID.

    The ids are those that events and refusals cite. A "ruling" decides what the rulebook leaves
    open; a "switch" is one that a config can turn the other way.
    """
    game = find_game(game_name)
    if rule_id is not None:
        rule = find_rule(game, rule_id)
        if as_json:
            click.echo(json.dumps(_rule_data(rule), indent=2))
            return
        terminal = Terminal()
        for parts in rule_lines(rule, terminal.width):
            terminal.line(*parts)
        return
    if as_json:
        click.echo(json.dumps([_rule_data(rule) for rule in game.rulebook.values()], indent=2))
        return
    _show_all(game)


def _show_all(game: AnyGame) -> None:
    terminal = Terminal()
    book = game.rulebook
    terminal.line((book.title, STRONG), (f", rules {book.version}, {len(book)} rules", WEAK))
    section = None
    for rule in book.values():
        if rule.section != section:
            section = rule.section
            terminal.line()
            terminal.line((section, STRONG))
        for parts in rule_lines(rule, terminal.width):
            terminal.line(*parts)
