"""What must hold in every state of every game, each check usable on its own.

A check returns nothing, or raises a `BrokenProtocolError` that says what is wrong.
"""

import copy
import pickle
from collections.abc import Iterable
from random import Random
from typing import Any, TypeVar

from tabletop_rules.core import (
    CHANCE,
    HOST,
    Event,
    Game,
    IllegalActionError,
    OutcomeKind,
    Played,
    Seat,
    from_json,
    to_json,
)
from tabletop_rules.testing.walking import Walk

__all__ = [
    "BrokenProtocolError",
    "check_end",
    "check_forks",
    "check_hidden",
    "check_options",
    "check_purity",
    "check_round_trips",
    "check_state",
    "check_walk",
]

C = TypeVar("C")
S = TypeVar("S")
A = TypeVar("A")
V = TypeVar("V")


class BrokenProtocolError(AssertionError):
    """A game breaks the protocol."""


def _require(holds: bool, what: str) -> None:
    if not holds:
        raise BrokenProtocolError(what)


def _seats(game: Game[C, S, A, V], state: S) -> tuple[Seat | None, ...]:
    """Return all who may look: the seats and a spectator."""
    return (*range(len(game.score(state))), None)


def check_options(game: Game[C, S, A, V], state: S, others: Iterable[object] = ()) -> None:
    """Check that the options are complete and exact: distinct, accepted, and nothing else is.

    `others` are actions to try that may or may not be legal here; junk is always tried.
    """
    options = game.legal_actions(state)
    actor = game.actor(state)
    outcomes = game.chance_outcomes(state)
    _require(bool(options) == (actor is not None and actor is not HOST), "options and actor differ")
    _require(len(set(options)) == len(options), f"an option is listed twice: {options}")
    _require(game.legal_actions(state) == options, "the options change when asked for again")
    if actor is CHANCE:
        _require(tuple(o.action for o in outcomes) == options, "odds and options differ")
        _require(sum(o.probability for o in outcomes) == 1, "the odds do not sum to 1")
        _require(all(o.probability > 0 for o in outcomes), "an outcome has no chance")
    else:
        _require(outcomes == (), "there are odds although chance is not asked")
    for option in options:
        transition = game.apply(state, option)
        _require_cited(game, transition.events)
        if isinstance(actor, int):
            _require(game.why_not(state, option, actor) is None, f"{option} is listed and refused")
    for action in (*others, None, "junk", [], object()):
        if any(type(action) is type(option) and action == option for option in options):
            continue
        _require_refused(game, state, action)


def _require_refused(game: Game[C, S, A, V], state: S, action: Any) -> None:
    if game.actor(state) is HOST:
        return  # a host's actions are an open set
    try:
        game.apply(state, action)
    except IllegalActionError as error:
        _require(error.rule in game.rulebook, f"refused by {error.rule!r}, which is no rule")
        _require(bool(error.reason), "refused without a reason")
    else:
        raise BrokenProtocolError(f"{action!r} is accepted although it is not among the options")
    for seat in _seats(game, state):
        if seat is not None:
            refusal = game.why_not(state, action, seat)
            _require(refusal is not None, f"{action!r} is refused, but why_not gives no reason")
            if refusal is not None:
                _require(refusal.rule in game.rulebook, f"{refusal.rule!r} is no rule")


def _require_cited(game: Game[C, S, A, V], events: tuple[Event, ...]) -> None:
    for event in events:
        _require(event.rule in game.rulebook, f"{event} cites a rule that does not exist")
        _require(bool(event.describe()), f"{event} has no description")


def check_round_trips(game: Game[C, S, A, V], state: S) -> None:
    """Check that state, views and options come back equal from every form they are written in."""
    _require(pickle.loads(pickle.dumps(state)) == state, "a pickled state differs")
    _require(copy.deepcopy(state) == state, "a deep copy differs")
    _require(hash(copy.deepcopy(state)) == hash(state), "equal states have different hashes")
    kind: type[S] = type(state)
    _require(from_json(to_json(state), kind) == state, "a state differs after JSON")
    text = game.format_state(state)
    _require(game.parse_state(text) == state, f"a state differs after its text:\n{text}")
    for option in game.legal_actions(state):
        notation = game.format_action(option)
        _require(game.parse_action(notation) == option, f"{option} differs after {notation!r}")
    for seat in _seats(game, state):
        view = game.view(state, seat)
        _require(pickle.loads(pickle.dumps(view)) == view, "a pickled view differs")
        _require(bool(game.render(view)), "a view has no picture")


def check_hidden(game: Game[C, S, A, V], state: S, rng: Random) -> None:
    """Check that resampled states fit each view, with the same actor, and the viewer's options."""
    actor = game.actor(state)
    for seat in _seats(game, state):
        view = game.view(state, seat)
        other = game.resample(view, rng)
        _require(game.view(other, seat) == view, f"a resampled state looks different to {seat}")
        _require(game.actor(other) == actor, f"a resampled state asks {game.actor(other)}")
        if seat == actor:
            same = game.legal_actions(other) == game.legal_actions(state)
            _require(same, "a resampled state has other options for the one who is asked")


def check_forks(
    game: Game[C, S, A, V],
    state: S,
    blind: Iterable[Seat | None],
    options: Iterable[A] | None = None,
) -> None:
    """Check that the `blind` cannot tell apart what secret `options` lead to.

    Without `options` all options of the question that is open are secret.

    Compared are their views, pictures and events, the actor, the options if they are asked next,
    and the reasons for which an action is refused to them.
    """
    secret = game.legal_actions(state) if options is None else tuple(options)
    for seat in blind:
        seen = {_seen(game, state, option, seat) for option in secret}
        _require(len(seen) == 1, f"seat {seat} can tell apart what {secret} lead to")


def _seen(game: Game[C, S, A, V], state: S, option: A, seat: Seat | None) -> str:
    """Return in one text all that a seat can learn from an answer that is not its own."""
    after, events = game.apply(state, option)
    view = game.view(after, seat)
    parts = [repr(view), game.render(view), repr(game.observe(events, seat))]
    parts += [event.describe() for event in game.observe(events, seat)]
    parts.append(repr(game.actor(after)))
    if seat is not None:
        parts += [repr(game.why_not(after, action, seat)) for action in game.legal_actions(state)]
        if game.actor(after) == seat:
            parts += [game.format_action(action) for action in game.legal_actions(after)]
    return "\n".join(parts)


def check_purity(game: Game[C, S, A, V], state: S) -> None:
    """Check that a state keeps hash and pickle while everything is asked of it."""
    value, pickled = hash(state), pickle.dumps(state)
    for option in game.legal_actions(state):
        game.apply(state, option)
    game.format_state(state)
    for seat in _seats(game, state):
        game.view(state, seat)
    _require_unchanged(state, value, pickled)


def _require_unchanged(state: object, value: int, pickled: bytes) -> None:
    _require(hash(state) == value, "the hash of a state has changed")
    _require(pickle.dumps(state) == pickled, "the pickle of a state has changed")


def check_end(game: Game[C, S, A, V], state: S) -> None:
    """Check that a state is over in every respect, or in none, and that its scores make sense."""
    outcome = game.outcome(state)
    scores = game.score(state)
    _require((outcome is None) == (game.actor(state) is not None), "outcome and actor differ")
    if outcome is None:
        return
    _require(game.legal_actions(state) == (), "a game that is over has options")
    _require(outcome.rule in game.rulebook, f"the outcome cites {outcome.rule!r}")
    _require(len(outcome.ranks) == len(scores), "not every seat has a rank")
    _require(min(outcome.ranks) == 1, "nobody is first")
    if outcome.kind is not OutcomeKind.WIN:
        _require(outcome.winners == (), "there is a winner without a win")
    _require_refused(game, state, "anything")


def check_state(
    game: Game[C, S, A, V], state: S, rng: Random, others: Iterable[object] = ()
) -> None:
    """Make all checks on one state; `others` are actions to try as in `check_options`."""
    check_purity(game, state)
    check_options(game, state, others)
    check_round_trips(game, state)
    check_hidden(game, state, rng)
    check_end(game, state)


def check_walk(game: Game[C, S, A, V], walk: Walk[C, S, A], *, every: int = 1) -> None:
    """Check a whole walk: its length, that it replays, and every `every`-th state of it."""
    _require(len(walk.steps) <= game.max_actions(walk.config), "longer than max_actions allows")
    rng = Random(len(walk.steps))
    tried: list[A] = []
    hashes = [(state, hash(state), pickle.dumps(state)) for state in walk.states]
    for number, step in enumerate(walk.steps):
        _require_step(game, step)
        tried = [*tried[-20:], step.action]
        if number % every == 0:
            check_state(game, step.before, rng, tried)
    check_state(game, walk.end, rng, tried)
    for state, value, pickled in hashes:
        _require_unchanged(state, value, pickled)


def _require_step(game: Game[C, S, A, V], step: Played[S, A]) -> None:
    again = game.apply(step.before, step.action)
    _require(again.state == step.after, "the same action led to another state")
    _require(again.events == step.events, "the same action had other events")
    _require_cited(game, step.events)
