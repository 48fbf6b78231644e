"""A game as it is watched: each step as it is seen by those that a page is for."""

from collections.abc import Iterator, Mapping
from typing import Any, Final, Literal, TypeAlias

from attrs import frozen

from tabletop_rules.core import Actor, Event, Eyes, Game, Played, Seat

__all__ = ["ALL", "SPECTATOR", "Moment", "Told", "Whose", "eyes_of", "moments"]

Whose: TypeAlias = Seat | Literal["all", "spectator"]
"""Whose eyes: those of a seat, of a spectator, or of all of them, who see everything."""

ALL: Final = "all"
SPECTATOR: Final = "spectator"


@frozen
class Told:
    """What is told of a step: the notation of the action, if it is seen as such, and the events."""

    action: str | None = None
    events: tuple[Event, ...] = ()


@frozen
class Moment:
    """The beginning of a game, or what a step has led to."""

    state: Any
    actor: Actor
    """Who acted; ``None`` at the beginning."""
    told: Mapping[str, Told]
    """By whose eyes."""


def eyes_of(whose: Whose, seats: int) -> dict[str, Eyes]:
    """Return by name the eyes that a page for `whose` eyes can show; it begins with the first."""
    if whose == ALL:
        everybody = {str(seat): Eyes(seat) for seat in range(seats)}
        return {ALL: Eyes(everything=True), **everybody, SPECTATOR: Eyes()}
    if whose == SPECTATOR:
        return {SPECTATOR: Eyes()}
    assert isinstance(whose, int)
    return {str(whose): Eyes(whose)}


def moments(
    game: Game[Any, Any, Any, Any],
    start: Any,
    steps: Iterator[Played[Any, Any]],
    eyes: Mapping[str, Eyes],
) -> Iterator[Moment]:
    """Give the beginning and every step of which anything is seen.

    A step that nobody of `eyes` notices is left out, so that not even their number tells of it.
    """
    yield Moment(start, None, dict.fromkeys(eyes, Told()))
    for step in steps:
        told = {
            name: Told(each.action(game, step), each.events(game, step.events))
            for name, each in eyes.items()
        }
        if any(map(_noticed, told.values())) or _changed(game, step, eyes):
            yield Moment(step.after, step.actor, told)


def _noticed(told: Told) -> bool:
    return told.action is not None or bool(told.events)


def _changed(
    game: Game[Any, Any, Any, Any], step: Played[Any, Any], eyes: Mapping[str, Eyes]
) -> bool:
    """Return whether any of `eyes` sees another table after a step."""
    return any(
        game.view(step.before, each.seat) != game.view(step.after, each.seat)
        for each in eyes.values()
    )
