"""Resampling gives each world as often as chance gives it, by exact count of a small tree.

From the beginning of a game all ways are followed, with their exact probabilities. The ways that
look the same to a seat, by its own actions and the events it saw, are one *information set*. Where
the others have chosen the same from the same options in all of them, chance alone tells its states
apart, whatever the others' habits are: there `resample` must draw each state with its exact share.
Everywhere else it must still draw none that cannot have happened.
"""

from collections import Counter, defaultdict
from collections.abc import Generator
from contextlib import contextmanager
from fractions import Fraction
from random import Random
from typing import Any, Final, Generic, TypeVar

from attrs import define, field, frozen

from tabletop_rules.core import CHANCE, HOST, Game, Record, Seat, format_record
from tabletop_rules.testing.broken import BrokenProtocolError, described, require, spread

__all__ = ["Counted", "check_odds"]

C = TypeVar("C")
S = TypeVar("S")
A = TypeVar("A")
V = TypeVar("V")

_SPREAD: Final = 6
"""Standard deviations that a count may be off; beyond that one in 500 million is."""


@frozen
class Counted:
    """How many information sets were compared, and how many states there were in them."""

    sets: int
    states: int
    possible: int = 0
    """In how many more sets nothing was drawn that cannot have happened."""

    def __str__(self) -> str:
        return f"{self.states} states in {self.sets} information sets have their exact share"


@define
class _Information(Generic[S]):
    """The states that look the same to a seat, with their weights."""

    weights: defaultdict[S, Fraction] = field(factory=lambda: defaultdict(Fraction))
    choices: set[Any] = field(factory=set)
    ways: dict[S, tuple[Any, ...]] = field(factory=dict)
    """The actions that lead to each state."""


@frozen
class _Way(Generic[S]):
    """A way from the beginning: its state, probability, what was seen, the others' choices."""

    state: S
    weight: Fraction
    seen: tuple[Any, ...]
    choices: tuple[Any, ...]
    actions: tuple[Any, ...] = ()


def check_odds(  # noqa: PLR0913 - how much is tried can be set
    game: Game[C, S, A, V],
    config: C,
    rng: Random,
    *,
    ways: int = 4_000,
    sets: int = 60,
    samples: int = 600,
) -> Counted:
    """Check `resample` against the exact shares of all states that a seat cannot tell apart.

    At most `ways` ways are followed, level by level; at most `sets` information sets of two states
    or more are compared, for each of the seats and a spectator, by `samples` samples each; and as
    many in which choices of others differ, by a tenth of that.
    """
    start = game.initial_state(config)
    compared = states = possible = 0
    for seat in (*range(len(game.score(start))), None):
        found = _information_sets(game, start, seat, ways)
        exact = [each for each in found if len(each.weights) > 1 and len(each.choices) == 1]
        for each in spread(exact, sets):
            with _recorded(game, config, each):
                _require_shares(game, seat, each, rng, samples)
            compared += 1
            states += len(each.weights)
        others = [each for each in found if len(each.choices) > 1]
        for each in spread(others, sets):
            with _recorded(game, config, each):
                _drawn(game, seat, each, rng, samples // 10 + 1)
            possible += 1
    return Counted(compared, states, possible)


@contextmanager
def _recorded(
    game: Game[C, Any, Any, Any], config: C, information: _Information[Any]
) -> Generator[None]:
    """Give what is found the record of a way to an information set."""
    try:
        yield
    except BrokenProtocolError as error:
        way = next(iter(information.ways.values()))
        record = Record(game.name, game.rules_version, config, None, way)
        text = format_record(game, record)
        raise BrokenProtocolError(error.what, error.check, text) from error


def _information_sets(
    game: Game[C, S, A, V], start: S, seat: Seat | None, most: int
) -> list[_Information[S]]:
    level = [_Way(start, Fraction(1), (), ())]
    found: list[_Information[S]] = []
    followed = 0
    while level and followed < most:
        followed += len(level)
        sets: defaultdict[Any, _Information[S]] = defaultdict(_Information[S])
        for way in level:
            sets[way.seen].weights[way.state] += way.weight
            sets[way.seen].choices.add(way.choices)
            sets[way.seen].ways.setdefault(way.state, way.actions)
        found += sets.values()
        following: list[_Way[S]] = []
        for way in level:
            following += _further(game, way, seat)
            if followed + len(following) > most:  # a level is followed as a whole or not at all
                return found
        level = following
    return found


def _further(game: Game[C, S, A, V], way: _Way[S], seat: Seat | None) -> list[_Way[S]]:
    actor = game.actor(way.state)
    if actor is HOST or actor is None:
        return []
    options = game.legal_actions(way.state)
    if actor is CHANCE:
        odds = [(each.action, each.probability) for each in game.chance_outcomes(way.state)]
    else:
        odds = [(action, Fraction(1)) for action in options]
    made: list[_Way[S]] = []
    for action, probability in odds:
        after, events = game.apply(way.state, action)
        own = action if actor == seat else None
        seen = (*way.seen, (own, game.observe(events, seat)))
        chosen = actor is not CHANCE and actor != seat
        choices = (*way.choices, (action, options)) if chosen else way.choices
        actions = (*way.actions, action)
        made.append(_Way(after, way.weight * probability, seen, choices, actions))
    return made


def _drawn(
    game: Game[C, S, A, V],
    seat: Seat | None,
    information: _Information[S],
    rng: Random,
    samples: int,
) -> Counter[S]:
    """Return how often each state is drawn; all must be states that can have happened."""
    states = list(information.weights)
    view = game.view(states[0], seat)
    for other in states[1:]:
        same = game.view(other, seat) == view
        require(same, f"{described(seat)} has seen the same in two games, and its views differ")
    counts = Counter(game.resample(view, rng) for _ in range(samples))
    strangers = [state for state in counts if state not in information.weights]
    if strangers:
        text = game.format_state(strangers[0])
        what = f"{described(seat)}'s view is resampled to what cannot have happened"
        require(False, f"{what}:\n{text}")
    return counts


def _require_shares(
    game: Game[C, S, A, V],
    seat: Seat | None,
    information: _Information[S],
    rng: Random,
    samples: int,
) -> None:
    counts = _drawn(game, seat, information, rng, samples)
    total = sum(information.weights.values())
    for state, weight in information.weights.items():
        share = weight / total
        off = abs(counts[state] - float(samples * share))
        deviation = float(samples * share * (1 - share)) ** 0.5
        what = f"of {samples} samples of {described(seat)}'s view {counts[state]}"
        how = f"are this state, whose exact share is {share}:\n{game.format_state(state)}"
        require(off <= _SPREAD * deviation + 1, f"{what} {how}")
