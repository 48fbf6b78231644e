"""Exhaustive exploration: every state that a small config can reach."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Generic, TypeVar

from attrs import frozen

from tabletop_rules.core import HOST, Game, Record, Seat, format_record
from tabletop_rules.core.errors import shortened
from tabletop_rules.testing.broken import BrokenProtocolError, described, named, require
from tabletop_rules.testing.checking import check_state
from tabletop_rules.testing.coverage import Coverage, How, Lawyer

__all__ = ["Explored", "Proof", "check_histories", "explore", "prove"]

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


@frozen
class Proof:
    """What was found to hold in all states of a config, and which rules they exercise."""

    explored: Explored
    histories: int
    """How many different courses of events the seats and a spectator can have seen."""
    longest: int
    """The most actions of a game."""
    coverage: Coverage

    def __str__(self) -> str:
        length = f"games of at most {self.longest} actions"
        return f"{self.explored}; {self.histories} histories; {length}: every check holds"


def explore(
    game: Game[C, S, A, V], config: C, check: Callable[[S], None], *, most: int = 1_000_000
) -> Explored:
    """Call `check` on every state that can be reached, each once, and return the counts.

    Raises:
        ValueError: there are more than `most` states.
        BrokenProtocolError: of a check, with the record that leads to the state.
    """
    start = game.initial_state(config)
    found = {start}
    waiting: list[tuple[S, _Way[A] | None]] = [(start, None)]
    ends = actions = 0
    while waiting:
        state, way = waiting.pop()
        try:
            check(state)
        except BrokenProtocolError as error:
            record = _record(game, config, way)
            raise BrokenProtocolError(error.what, error.check, record) from error
        options = game.legal_actions(state)
        ends += game.actor(state) is None
        actions += len(options)
        for option in options:
            after = game.apply(state, option).state
            if after not in found:
                found.add(after)
                waiting.append((after, _Way(option, way)))
        if len(found) > most:
            raise ValueError(f"expected at most {most} states, found {len(found)}")
    return Explored(len(found), ends, actions)


@frozen
class _Way(Generic[A]):
    """The way by which a state was found: the last action, and the way to the state before."""

    action: A
    before: "_Way[A] | None"


def _record(game: Game[C, S, A, V], config: C, way: _Way[A] | None) -> str:
    actions: list[A] = []
    while way is not None:
        actions.append(way.action)
        way = way.before
    made = Record(game.name, game.rules_version, config, None, tuple(reversed(actions)))
    return format_record(game, made)


def prove(game: Game[C, S, A, V], config: C, *, most: int = 100_000) -> Proof:
    """Make all checks in every state that a config can reach, and follow all that can be seen.

    Raises:
        ValueError: there are more than `most` states, or a host takes part.
        BrokenProtocolError: a check has found something.
    """
    start = game.initial_state(config)
    lawyer = Lawyer(game)
    coverage = Coverage.of(game.rulebook)
    rng = Random(0)
    tried: list[A] = []
    conserved = lawyer.verification.conserved
    at_first = {rule: measured(start) for rule, measured in conserved.items()}

    def check(state: S) -> None:
        if game.actor(state) is HOST:
            raise ValueError("expected a config without a host, whose actions are an open set")
        with named("conserved"):
            for rule, measured in conserved.items():
                what = f"a state has {shortened(measured(state))} of what {rule} says to stay"
                require(measured(state) == at_first[rule], f"{what} {shortened(at_first[rule])}")
        check_state(game, state, rng, tried[-12:], lawyer=lawyer, coverage=coverage)
        tried.extend(game.legal_actions(state)[:1])

    explored = explore(game, config, check, most=most)
    coverage.add((rule, How.CONSERVED) for rule in conserved)
    seats: Sequence[Seat | None] = (*range(len(game.score(start))), None)
    lengths: list[int] = []
    histories = 0
    for seat in seats:
        length, seen = check_histories(game, config, seat)
        lengths.append(length)
        histories += seen
    longest = max(lengths)
    if longest > game.max_actions(config):
        what = f"a game has {longest} actions, max_actions says {game.max_actions(config)}"
        raise BrokenProtocolError(what, "length")
    return Proof(explored, histories, longest, coverage)


def check_histories(game: Game[C, S, A, V], config: C, seat: Seat | None) -> tuple[int, int]:
    """Check that what a seat sees is a function of what it has seen and done before.

    Two games that it cannot tell apart by its own actions and the events it saw look the same to it
    at every step, and ask the same. Returned are the most actions of a game, and how many different
    histories the seat can have.

    Raises:
        BrokenProtocolError: there are two such games that look different.
    """
    level = {game.initial_state(config): frozenset[int]([0])}
    length = -1
    histories = 0
    while level:
        length += 1
        shown: dict[int, tuple[V, Any]] = {}
        names: dict[tuple[Any, ...], int] = {}
        following: dict[S, set[int]] = {}
        for state, pasts in level.items():
            look = (game.view(state, seat), game.actor(state))
            for past in pasts:
                if shown.setdefault(past, look) != look:
                    what = f"{described(seat)} has seen the same in two games that look different"
                    raise BrokenProtocolError(f"{what}:\n{shown[past]}\n{look}", "histories")
            for action in game.legal_actions(state):
                after, events = game.apply(state, action)
                own = action if game.actor(state) == seat else None
                seen = game.observe(events, seat)
                reached = following.setdefault(after, set())
                reached.update(names.setdefault((past, own, seen), len(names)) for past in pasts)
        histories += len(shown)
        level = {state: frozenset(pasts) for state, pasts in following.items()}
    return length, histories
