"""Walks: games, or beginnings of games, in which every action is legal."""

from collections.abc import Sequence
from random import Random
from typing import Any, Generic, TypeVar

from attrs import frozen

from tabletop_rules.core import (
    CHANCE,
    HOST,
    Game,
    Played,
    Record,
    format_record,
    sample,
    verification_of,
)
from tabletop_rules.testing.broken import BrokenProtocolError, crash

__all__ = ["Walk", "random_walk", "walk_by", "walk_of"]

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

    @property
    def actions(self) -> tuple[A, ...]:
        """The action of each step."""
        return tuple(step.action for step in self.steps)

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


def walk_by(  # noqa: PLR0913 - the ways in which the actions are chosen
    game: Game[C, S, A, V],
    config: C,
    rng: Random,
    *,
    begun: Sequence[A] = (),
    picked: Sequence[int] = (),
    most: int | None = None,
) -> Walk[C, S, A]:
    """Return the walk of the actions `begun`, then of those `picked` by number.

    A number is taken modulo the number of options. The rest is random: chance by its odds, the host
    by the game's own `Verification.host`. The walk ends with the game, at a question of the host if
    nobody plays it, or after `most` actions more than those `begun`.

    Raises:
        BrokenProtocolError: the game raised an error; with the record that leads to the place.
    """
    start = state = game.initial_state(config)
    steps: list[Played[S, A]] = []
    left = list(reversed(picked))
    try:
        for action in begun:
            steps.append(_step(game, state, action))
            state = steps[-1].after
        while most is None or len(steps) - len(begun) < most:
            actor = game.actor(state)
            options = game.legal_actions(state)
            host = verification_of(game).host if actor is HOST else None
            if host is not None:
                action = host(state, rng)
            elif actor is None or not options:
                break
            elif left:
                action = options[left.pop() % len(options)]
            elif actor is CHANCE:
                action = sample(game.chance_outcomes(state), rng)
            else:
                action = options[int(rng.random() * len(options))]
            steps.append(_step(game, state, action))
            state = steps[-1].after
    except Exception as error:
        what = crash("playing on", error).what
        record = walk_of(game, config, start, steps).text
        raise BrokenProtocolError(what, "playing", record) from error
    return walk_of(game, config, start, steps)


def walk_of(
    game: Game[C, S, A, V], config: C, start: S, steps: Sequence[Played[S, A]]
) -> Walk[C, S, A]:
    """Return the walk of these steps."""
    actions = tuple(step.action for step in steps)
    record = Record(game.name, game.rules_version, config, None, actions)
    return Walk(config, start, tuple(steps), format_record(game, record))


def _step(game: Game[C, S, A, V], state: S, action: A) -> Played[S, A]:
    after, events = game.apply(state, action)
    return Played(state, game.actor(state), action, after, events)
