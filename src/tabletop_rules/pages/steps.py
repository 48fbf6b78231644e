"""The list of all steps with their events, and the rules that are cited there."""

from collections.abc import Iterator, Sequence
from typing import Any
from urllib.parse import quote

from tabletop_rules.core import Event, Game, Outcome, RuleKind, told_result, who
from tabletop_rules.pages.html import text_html
from tabletop_rules.pages.watching import Moment, Told

__all__ = ["cited", "result_html", "rules_html", "steps_html"]


def steps_html(shown: Sequence[Moment]) -> str:
    """Return the list of all moments.

    What is told otherwise to other eyes stands there for each, and the attribute ``data-eyes``
    names them; what others than the first see is hidden.
    """
    return "\n".join(
        f'<li id="step-{number}"><a class="number" href="#step-{number}">{number}</a>'
        f'<div class="told">{"".join(_told(moment))}</div></li>'
        for number, moment in enumerate(shown)
    )


def _told(moment: Moment) -> Iterator[str]:
    acted = "The beginning" if moment.actor is None else who(moment.actor).capitalize()
    seat = f" seat-{moment.actor % 6}" if isinstance(moment.actor, int) else ""
    yield f'<span class="who{seat}">{acted}</span>'
    first = next(iter(moment.told))
    versions: dict[Told, list[str]] = {}
    for eyes, told in moment.told.items():
        versions.setdefault(told, []).append(eyes)
    for told, names in versions.items():
        only = f' data-eyes="{" ".join(names)}"' if len(versions) > 1 else ""
        hidden = "" if first in names else " hidden"
        action = "" if told.action is None else f"<code>{text_html(told.action)}</code>"
        events = "".join(f"<li>{_event(event)}</li>" for event in told.events)
        if action or events:
            yield f"<div{only}{hidden}>{action}{f'<ul>{events}</ul>' if events else ''}</div>"


def _event(event: Event) -> str:
    return f"{text_html(event.describe())} {_link(event.rule)}"


def _link(rule: str) -> str:
    return f'<a class="rule" href="#rule-{_id(rule)}">{text_html(rule)}</a>'


def _id(rule: str) -> str:
    """Return what stands for a rule in the id of an element, the same in an address."""
    return quote(rule, safe="").replace("%", ".")


def result_html(outcome: Outcome | None) -> str:
    """Return how the game ended, or that it has not."""
    if outcome is None:
        return "The game is not over."
    result = f"The game is over, {told_result(outcome)}: {outcome.reason}."
    return f"{text_html(result)} {' '.join(map(_link, outcome.rules))}"


def cited(shown: Sequence[Moment], outcome: Outcome | None) -> set[str]:
    """Return the ids of all rules that are cited."""
    rules = {
        event.rule for moment in shown for told in moment.told.values() for event in told.events
    }
    if outcome is not None:
        rules.update(outcome.rules)
    return rules


def rules_html(game: Game[Any, Any, Any, Any], rules: set[str]) -> str:
    """Return the rules of these ids in the order of the ledger, in our words."""
    lines: list[str] = []
    section = ""
    for rule in game.rulebook.values():
        if rule.id in rules:
            if rule.section != section:
                section = rule.section
                lines.append(f"<h3>{text_html(section)}</h3>")
            kind = "" if rule.kind is RuleKind.RULE else f" <small>({rule.kind.value})</small>"
            lines.append(
                f'<div class="law" id="rule-{_id(rule.id)}"><b>{text_html(rule.id)}</b>'
                f" <span>{text_html(rule.text)}{kind}</span></div>"
            )
    return "\n".join(lines)
