"""Playing a game with bots, replaying a record, counting paths."""

from collections.abc import Iterator, Sequence
from itertools import chain
from random import Random
from typing import Generic, TypeVar

from attrs import frozen

from tabletop_rules.core.actors import CHANCE, HOST, Actor
from tabletop_rules.core.calling import Listeners, ask
from tabletop_rules.core.chance import sample
from tabletop_rules.core.errors import IllegalActionError, Problem, RecordError, shown
from tabletop_rules.core.protocol import Bot, Game
from tabletop_rules.core.records import Record, check_record
from tabletop_rules.core.values import Event

__all__ = ["Played", "perft", "play", "play_steps", "replay", "replay_steps"]

C = TypeVar("C")
S = TypeVar("S")
A = TypeVar("A")
V = TypeVar("V")
S_co = TypeVar("S_co", covariant=True)
A_co = TypeVar("A_co", covariant=True)


@frozen
class Played(Generic[S_co, A_co]):
    """One action of a game: the state before it, who acted, and what it led to."""

    before: S_co
    actor: Actor
    action: A_co
    after: S_co
    events: tuple[Event, ...]


def play(
    game: Game[C, S, A, V], config: C, bots: Sequence[Bot[V, A]], *, seed: int
) -> Record[C, A]:
    """Play one game, a bot for each seat, and return its record.

    `seed` decides all chance steps; the bots keep their own randomness. An `AttentiveBot` is told
    a seed of its own that follows from it, what its seat observes, and how the game ended.

    Raises:
        ValueError: the number of bots is not the number of seats, or the game waits for its host.
        BotError: a bot raised, or answered with something that was not offered.
    """
    actions = [step.action for step in play_steps(game, config, bots, seed=seed)]
    return Record(game.name, game.rules_version, config, seed, tuple(actions))


def play_steps(
    game: Game[C, S, A, V], config: C, bots: Sequence[Bot[V, A]], *, seed: int
) -> Iterator[Played[S, A]]:
    """Play one game as `play` does, and give each step as it is made and told.

    Bots are told how the game ended also if nobody asks for more than its last step; if it is left
    before, that it was stopped: an outcome of ``None``.

    Raises:
        ValueError: the number of bots is not the number of seats, or the game waits for its host.
        BotError: a bot raised, or answered with something that was not offered.
    """
    state = game.initial_state(config)
    seats = len(game.score(state))
    if len(bots) != seats:
        raise ValueError(f"expected a bot for each of {seats} seats, got {len(bots)}")
    return _played(game, config, state, bots, seed)


def _played(
    game: Game[C, S, A, V], config: C, state: S, bots: Sequence[Bot[V, A]], seed: int
) -> Iterator[Played[S, A]]:
    rng = chance_generator(seed)
    listeners = Listeners(game, dict(enumerate(bots)))
    try:
        listeners.begin(config, seed)
        while (actor := game.actor(state)) is not None:
            if actor is HOST:
                raise ValueError(f"{game.name} waits for its host, which no bot can play")
            if actor is CHANCE:
                action = sample(game.chance_outcomes(state), rng)
            else:
                action = ask(game, state, actor, bots[actor])
            after, events = game.apply(state, action)
            before, state = state, after
            listeners.notice(events)
            yield Played(before, actor, action, after, events)
    except BaseException:  # a bot raised, say, or nobody wants to see more steps
        listeners.stop(game.outcome(state), game.score(state))
        raise
    listeners.finish(game.outcome(state), game.score(state))


def chance_generator(seed: int) -> Random:
    """Return the generator of all chance steps of a game with that seed."""
    return Random(f"chance {seed}")  # a text, so that a bot's Random(seed) is another stream


def replay(game: Game[C, S, A, V], record: Record[C, A]) -> Iterator[S]:
    """Give the initial state and then the state after each action of a record.

    Raises:
        RecordError: the record is of another game or rules version, or an action is illegal;
            the error says which.
    """
    check_record(game, record)
    start = game.initial_state(record.config)
    return chain((start,), (step.after for step in _replayed(game, record, start)))


def replay_steps(game: Game[C, S, A, V], record: Record[C, A]) -> Iterator[Played[S, A]]:
    """Give each step of a record, with its events.

    Raises:
        RecordError: as `replay`.
    """
    check_record(game, record)
    return _replayed(game, record, game.initial_state(record.config))


def _replayed(game: Game[C, S, A, V], record: Record[C, A], state: S) -> Iterator[Played[S, A]]:
    for number, action in enumerate(record.actions, 1):
        actor = game.actor(state)
        try:
            after, events = game.apply(state, action)
        except IllegalActionError as error:
            what = f"{error.reason} [{error.rule}]"
            raise RecordError([Problem(f"action {number}, {shown(action)}", what)]) from error
        yield Played(state, actor, action, after, events)
        state = after


def perft(game: Game[C, S, A, V], state: S, depth: int) -> int:
    """Return the number of sequences of exactly `depth` actions, chance included, from `state`.

    Raises:
        ValueError: `depth` is negative.
    """
    if depth not in range(2**31):
        raise ValueError(f"expected a whole depth of 0 or more, got {shown(depth)}")
    if depth == 0:
        return 1
    options = game.legal_actions(state)
    if depth == 1:
        return len(options)
    return sum(perft(game, game.apply(state, action).state, depth - 1) for action in options)
