"""Exhaustive exploration: every state that a small config can reach."""

from collections.abc import Callable
from typing import TypeVar

from attrs import frozen

from tabletop_rules.core import Game

__all__ = ["Explored", "explore"]

C = TypeVar("C")
S = TypeVar("S")
A = TypeVar("A")
V = TypeVar("V")


@frozen
class Explored:
    """How many states there are, how many of them are ends, and how many actions join them."""

    states: int
    ends: int
    actions: int

    def __str__(self) -> str:
        return f"all {self.states} states, {self.ends} ends, {self.actions} actions"


def explore(
    game: Game[C, S, A, V], config: C, check: Callable[[S], None], *, most: int = 1_000_000
) -> Explored:
    """Call `check` on every state that can be reached, each once, and return the counts.

    Raises:
        ValueError: there are more than `most` states.
    """
    start = game.initial_state(config)
    found = {start}
    waiting = [start]
    ends = actions = 0
    while waiting:
        state = waiting.pop()
        check(state)
        options = game.legal_actions(state)
        ends += game.actor(state) is None
        actions += len(options)
        for option in options:
            after = game.apply(state, option).state
            if after not in found:
                found.add(after)
                waiting.append(after)
        if len(found) > most:
            raise ValueError(f"expected at most {most} states, found {len(found)}")
    return Explored(len(found), ends, actions)
