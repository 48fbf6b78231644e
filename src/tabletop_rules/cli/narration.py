"""Steps, results and actors in words and as data for programs."""

from collections.abc import Iterable, Iterator
from typing import Any, Final

import click

from tabletop_rules.cli.inputs import AnyGame, AnyStep, check_seat
from tabletop_rules.cli.terminal import RULE, STRONG, Part
from tabletop_rules.core import CHANCE, Actor, Event, Eyes, Outcome, to_data, told_result, who

__all__ = [
    "event_line",
    "outcome_data",
    "outcome_line",
    "read_eyes",
    "score_line",
    "step_data",
    "step_lines",
    "view_lines",
]

_ALL: Final = "all"
_NONE: Final = ("none", "spectator")


def read_eyes(text: str, seats: int) -> Eyes:
    """Return the eyes that an option names: a seat, ``all``, or ``none`` for a spectator.

    Raises:
        BadParameter: it is none of these.
    """
    if text == _ALL:
        return Eyes(everything=True)
    if text in _NONE:
        return Eyes()
    if not (text.isascii() and text.isdigit()):
        expected = f"expected a seat, 'all' or 'none', got {text!r}"
        raise click.BadParameter(expected, param_hint="'--eyes'")
    check_seat(int(text), seats, "--eyes")
    return Eyes(int(text))


def view_lines(game: AnyGame, state: Any, actor: Actor, eyes: Eyes) -> list[str]:
    """Return what is seen of `state`; all eyes see it as the seat does that is to act."""
    seat = actor if eyes.everything and isinstance(actor, int) else eyes.seat
    return game.render(game.view(state, seat)).splitlines()


def event_line(event: Event) -> tuple[Part, ...]:
    """Return an event as a line that ends with the id of its rule."""
    return f"    {event.describe()}  ", (f"[{event.rule}]", RULE)


def step_lines(game: AnyGame, number: int, step: AnyStep, eyes: Eyes) -> Iterator[tuple[Part, ...]]:
    """Give the lines that tell a step: who acted, how if that is seen, and the events."""
    action = eyes.action(game, step)
    told = who(step.actor) if action is None else f"{who(step.actor)}: {action}"
    yield f"{number}. ", (told, STRONG)
    for event in eyes.events(game, step.events):
        yield event_line(event)


def score_line(score: Iterable[int], names: Iterable[str] = ()) -> str:
    """Return the points of all seats in a line, with the names of the players if given."""
    players = list(names)
    parts = [
        f"seat {seat}{f' ({players[seat]})' if players else ''} {points}"
        for seat, points in enumerate(score)
    ]
    return f"Score: {', '.join(parts)}"


def outcome_line(outcome: Outcome | None) -> tuple[Part, ...]:
    """Return the result in a line, or that there is none yet."""
    if outcome is None:
        return (("The game is not over.", STRONG),)
    told = f"The game is over, {told_result(outcome)}"
    return (told, STRONG), f": {outcome.reason}.  ", (f"[{', '.join(outcome.rules)}]", RULE)


def outcome_data(outcome: Outcome | None) -> dict[str, Any] | None:
    """Return the result as data, ``None`` if there is none yet."""
    if outcome is None:
        return None
    return {
        "kind": outcome.kind.value,
        "winners": list(outcome.winners),
        "ranks": list(outcome.ranks),
        "reason": outcome.reason,
        "rule": outcome.rule,
        "tie_break": outcome.tie_break,
    }


def step_data(game: AnyGame, number: int, step: AnyStep, eyes: Eyes) -> dict[str, Any]:
    """Return a step as data: who acted, how (``None`` if that is not seen), and the events."""
    return {
        "step": number,
        "actor": "chance" if step.actor is CHANCE else step.actor,
        "action": eyes.action(game, step),
        "events": [_event_data(event) for event in eyes.events(game, step.events)],
    }


def _event_data(event: Event) -> dict[str, Any]:
    fields = {key: value for key, value in to_data(event).items() if key != "rule"}
    return {
        "event": type(event).__name__,
        "rule": event.rule,
        "text": event.describe(),
        "fields": fields,
    }
