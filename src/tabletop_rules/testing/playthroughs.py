"""A record written out with everything that happens: the golden files of a game."""

from typing import TypeVar

from tabletop_rules.core import (
    CHANCE,
    HOST,
    Actor,
    Game,
    Record,
    format_record,
    parse_record,
    replay_steps,
)

__all__ = ["playthrough", "replayed"]

C = TypeVar("C")
S = TypeVar("S")
A = TypeVar("A")
V = TypeVar("V")


def playthrough(game: Game[C, S, A, V], record: Record[C, A]) -> str:
    """Return the record with comments after each action: its events and their rules, and the score.

    It is still a record: `parse_record` passes over the comments.
    """
    text = format_record(game, record)
    head = text[: text.index("\n---\n") + 5]
    lines: list[str] = []
    state = game.initial_state(record.config)
    for step in replay_steps(game, record):
        lines.append(game.format_action(step.action))
        lines.append(f"#   by {_named(step.actor)}")
        lines += [f"#   {event.describe()} [{event.rule}]" for event in step.events]
        state = step.after
        lines.append(f"#   score {' : '.join(map(str, game.score(state)))}")
    lines.append(f"# {game.outcome(state)}")
    lines += [f"# {line}".rstrip() for line in game.render(game.view(state, None)).split("\n")]
    return head + "\n".join(lines) + "\n"


def replayed(game: Game[C, S, A, V], text: str) -> str:
    """Return the playthrough of the record in `text` as the rules have it now."""
    return playthrough(game, parse_record(text, game))


def _named(actor: Actor) -> str:
    if actor is HOST:
        return "the host"
    return "chance" if actor is CHANCE else f"seat {actor}"
