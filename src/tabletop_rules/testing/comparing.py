"""Two implementations of one game: a fast one and a plain one, say, or an old and a new one.

They may have different classes. What they are compared by is the notation of actions and all else
that the protocol gives as text or numbers.
"""

from collections.abc import Iterator
from random import Random
from typing import Any, Final, TypeVar

from attrs import frozen

from tabletop_rules.core import (
    CHANCE,
    HOST,
    Actor,
    ConfigError,
    Game,
    Record,
    format_record,
    from_data,
    perft,
    sample,
    to_data,
)
from tabletop_rules.core.errors import shortened
from tabletop_rules.testing.broken import BrokenProtocolError, observers

__all__ = ["Compared", "check_same", "same_config"]

C = TypeVar("C")
S = TypeVar("S")
A = TypeVar("A")
V = TypeVar("V")
C2 = TypeVar("C2")
S2 = TypeVar("S2")
A2 = TypeVar("A2")
V2 = TypeVar("V2")

_CHECK: Final = "same"


@frozen
class Compared:
    """How much was found to be the same."""

    games: int
    actions: int
    perft: tuple[int, ...]
    """The number of sequences of 1, 2, ... actions."""

    def __str__(self) -> str:
        counts = ", ".join(map(str, self.perft))
        return f"the same in {self.games} games of {self.actions} actions; perft {counts}"


def check_same(  # noqa: PLR0913 - two games with a config each, and how much is compared
    game: Game[C, S, A, V],
    other: Game[C2, S2, A2, V2],
    config: C,
    other_config: C2,
    *,
    games: int = 20,
    most: int = 400,
    depth: int = 2,
    seed: int = 0,
) -> Compared:
    """Check that two implementations of a game offer and do the same, and return how much.

    Compared are, at every step of `games` random games of at most `most` actions: who is asked, the
    options as a set of notations, the odds, the score, the kind and ranks of the outcome, and how
    many events each seat sees of which rules; and `perft` up to a depth.

    Raises:
        BrokenProtocolError: with the first difference, and the record that leads to it.
    """
    counts: list[int] = []
    for length in range(1, depth + 1):
        one = perft(game, game.initial_state(config), length)
        two = perft(other, other.initial_state(other_config), length)
        if one != two:
            what = f"{one} sequences of {length} actions in one, {two} in the other"
            raise BrokenProtocolError(what, _CHECK)
        counts.append(one)
    actions = 0
    for number in range(games):
        rng = Random(f"{seed} {number}")
        actions += _play_both(game, other, config, other_config, rng, most)
    return Compared(games, actions, tuple(counts))


def _play_both(  # noqa: PLR0913, PLR0917 - two games with a config each
    game: Game[C, S, A, V],
    other: Game[C2, S2, A2, V2],
    config: C,
    other_config: C2,
    rng: Random,
    most: int,
) -> int:
    """Play one random game on both, and return its number of actions."""
    state, twin = game.initial_state(config), other.initial_state(other_config)
    played: list[A] = []
    heard: tuple[str, ...] = ()
    heard_there = heard
    while True:
        here = (*_said(game, state), *heard)
        there = (*_said(other, twin), *heard_there)
        for ours, theirs in zip(here, there, strict=False):
            if ours != theirs:
                record = Record(game.name, game.rules_version, config, None, tuple(played))
                what = f"one says {shortened(ours)}, the other {shortened(theirs)}"
                raise BrokenProtocolError(what, _CHECK, format_record(game, record))
        options = game.legal_actions(state)
        if not options or len(played) == most:
            return len(played)
        action = options[int(rng.random() * len(options))]
        if game.actor(state) is CHANCE:
            action = sample(game.chance_outcomes(state), rng)
        played.append(action)
        state, events = game.apply(state, action)
        twin, events_there = other.apply(twin, other.parse_action(game.format_action(action)))
        heard = tuple(_heard(game, state, events))
        heard_there = tuple(_heard(other, twin, events_there))


def _said(game: Game[C, S, A, V], state: S) -> Iterator[str]:
    """Give in texts what a game says of a state."""
    yield f"{_named(game.actor(state))} is asked"
    options = sorted(game.format_action(option) for option in game.legal_actions(state))
    yield f"the options are {options}"
    odds = {
        game.format_action(outcome.action): str(outcome.probability)
        for outcome in game.chance_outcomes(state)
    }
    yield f"the odds are {sorted(odds.items())}"
    yield f"the score is {game.score(state)}"
    outcome = game.outcome(state)
    ended = None if outcome is None else (outcome.kind.value, outcome.ranks)
    yield f"the outcome is {ended}"


def _heard(game: Game[C, S, A, V], state: S, events: tuple[Any, ...]) -> Iterator[str]:
    """Give in texts what is seen of events."""
    for seat in observers(game, state):
        rules = [event.rule for event in game.observe(events, seat)]
        yield f"{seat} sees events by {rules}"


def _named(actor: Actor) -> str:
    if actor is CHANCE:
        return "chance"
    return "the host" if actor is HOST else f"seat {actor}"


def same_config(config: object, other: Game[C2, S2, A2, V2]) -> C2:
    """Return the config of another implementation that has the same fields with the same data.

    Raises:
        ConfigError: the other one has other fields.
    """
    return from_data(to_data(config), other.Config, error=ConfigError)
