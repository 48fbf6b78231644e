"""What a seat is sent: made from its view, its own options and the events that it observes.

Nothing else of a game reaches a browser. Each function takes the game and the seat, and looks at
the state through the seat's view alone; `None` is a spectator.
"""

import json
from collections.abc import Sequence
from random import Random
from typing import Any, Final

from tabletop_rules.core import CHANCE, HOST, Outcome, Rulebook, Seat
from tabletop_rules.drawing import Layout, draw
from tabletop_rules.serving.match import AnyGame, Moment, Move

__all__ = ["encoded", "entry_data", "refusal_data", "rules_data", "table_data"]

_SAMPLES: Final = 3
"""On how many states that fit a view it is tried what an option does first."""
_PREVIEWED: Final = 1000
"""The most options for which it is tried."""


def encoded(data: Any) -> bytes:
    """Return data as JSON in UTF-8; equal data give equal bytes."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()


def table_data(
    now: Moment, seat: Seat | None, players: Sequence[str | None], layout: Layout = "wide"
) -> dict[str, Any]:
    """Return all that a seat is shown now, but for what has happened."""
    game, state, last = now.game, now.state, now.last
    view = game.view(state, seat)
    actor = game.actor(state)
    yours = seat is not None and actor == seat
    options = game.legal_actions(state) if yours else ()
    seen = () if last is None else game.observe(last.step.events, seat)
    text = game.render(view)
    return {
        "game": game.name,
        "title": game.rulebook.title,
        "version": now.version,
        "seat": seat,
        "players": [_player(place, name, seat) for place, name in enumerate(players)],
        "actor": _actor_name(actor),
        "yours": yours,
        "question": [line[2:] for line in text.splitlines() if line.startswith("> ")],
        "score": list(game.score(state)),
        "outcome": _outcome_data(game.outcome(state)),
        "svg": draw(game, view, options=options, events=seen, layout=layout).unstyled,
        "text": text,
        "options": _options_data(game, view, options, seat),
        "undo": last is not None and seat is not None and last.step.actor == seat,
    }


def _player(place: Seat, name: str | None, seat: Seat | None) -> dict[str, Any]:
    return {"seat": place, "bot": name, "you": place == seat}


def _actor_name(actor: Any) -> int | str | None:
    if actor is CHANCE:
        return "chance"
    if actor is HOST:
        return "host"
    assert actor is None or isinstance(actor, int)
    return actor


def _outcome_data(outcome: Outcome | None) -> dict[str, Any] | None:
    if outcome is None:
        return None
    return {
        "kind": outcome.kind.value,
        "winners": list(outcome.winners),
        "ranks": list(outcome.ranks),
        "reason": outcome.reason,
        "rules": list(outcome.rules),
    }


def _options_data(
    game: AnyGame, view: Any, options: Sequence[Any], seat: Seat | None
) -> list[dict[str, Any]]:
    """Return the options in notation and, where it is known, what each of them does first.

    That is found by doing them in states that fit the view, and told if it is the same in all.
    """
    listed = [{"text": game.format_action(option)} for option in options]
    if not 1 <= len(options) <= _PREVIEWED:
        return listed
    rng = Random("preview")
    states = [game.resample(view, rng) for _ in range(_SAMPLES)]
    for entry, option in zip(listed, options, strict=True):
        firsts = {_first(game, state, option, seat) for state in states}
        first = firsts.pop()
        if not firsts and first is not None:
            entry["means"], entry["rule"] = first
    return listed


def _first(game: AnyGame, state: Any, option: Any, seat: Seat | None) -> tuple[str, str] | None:
    seen = game.observe(game.apply(state, option).events, seat)
    return (seen[0].describe(), seen[0].rule) if seen else None


def entry_data(game: AnyGame, move: Move, seat: Seat | None) -> dict[str, Any]:
    """Return a move as a seat sees it: who acted, how if it was the seat itself, the events."""
    step = move.step
    own = seat is not None and step.actor == seat
    return {
        "id": move.version,
        "actor": _actor_name(step.actor),
        "action": game.format_action(step.action) if own else None,
        "events": [
            {"text": event.describe(), "rule": event.rule}
            for event in game.observe(step.events, seat)
        ],
        "note": move.note,
    }


def refusal_data(game: AnyGame, rule: str, reason: str) -> dict[str, Any]:
    """Return why an action is refused: the rule, the reason, and what the rule says."""
    known = rule in game.rulebook
    return {"rule": rule, "reason": reason, "text": game.rulebook[rule].text if known else ""}


def rules_data(rulebook: Rulebook) -> dict[str, Any]:
    """Return all rules in our words."""
    return {
        "title": rulebook.title,
        "version": rulebook.version,
        "rules": [
            {"id": rule.id, "text": rule.text, "section": rule.section, "kind": rule.kind.value}
            for rule in rulebook.values()
        ],
    }
