"""Walks: games, or beginnings of games, in which every action is legal."""

from collections.abc import Sequence
from random import Random
from typing import Any, Generic, TypeVar

from attrs import frozen

from tabletop_rules.core import CHANCE, Game, Played, Record, format_record, sample

__all__ = ["Walk", "random_walk", "walk_by"]

C = TypeVar("C")
S = TypeVar("S")
A = TypeVar("A")
V = TypeVar("V")


@frozen(repr=False)
class Walk(Generic[C, S, A]):
    """The steps from the initial state of a config. Its ``repr`` is the record of it, as text."""

    config: C
    start: S
    steps: tuple[Played[S, A], ...]
    text: str

    @property
    def end(self) -> S:
        """The last state."""
        return self.steps[-1].after if self.steps else self.start

    @property
    def states(self) -> tuple[S, ...]:
        """All states, from the initial one to the last."""
        return (self.start, *(step.after for step in self.steps))

    def __repr__(self) -> str:
        return f"<Walk of {len(self.steps)} actions>\n{self.text}"

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """Print the record rather than all states when Hypothesis reports a failure."""
        printer.text(repr(self))


def random_walk(
    game: Game[C, S, A, V], config: C, seed: int, *, most: int | None = None
) -> Walk[C, S, A]:
    """Return a game of random decisions, or its first `most` actions; chance by its odds."""
    return walk_by(game, config, Random(seed), most=most)


def walk_by(
    game: Game[C, S, A, V],
    config: C,
    rng: Random,
    *,
    picked: Sequence[int] = (),
    most: int | None = None,
) -> Walk[C, S, A]:
    """Return the walk whose first actions are `picked` by number, modulo the number of options.

    The rest is random. It ends with the game, at a question of the host, or after `most` actions.
    """
    start = state = game.initial_state(config)
    steps: list[Played[S, A]] = []
    while (most is None or len(steps) < most) and (options := game.legal_actions(state)):
        actor = game.actor(state)
        if len(steps) < len(picked):
            action = options[picked[len(steps)] % len(options)]
        elif actor is CHANCE:
            action = sample(game.chance_outcomes(state), rng)
        else:
            action = options[int(rng.random() * len(options))]
        after, events = game.apply(state, action)
        steps.append(Played(state, actor, action, after, events))
        state = after
    actions = tuple(step.action for step in steps)
    record = Record(game.name, game.rules_version, config, None, actions)
    return Walk(config, start, tuple(steps), format_record(game, record))
