"""Resampling gives each world as often as chance gives it, by exact count of a small tree.

From the beginning of a game all ways are followed, with their exact probabilities. The ways that
look the same to a seat, by its own actions and the events it saw, are one *information set*. Where
the others have chosen the same from the same options in all of them, chance alone tells its states
apart, whatever the others' habits are: there `resample` must draw each state with its exact share.
"""

from collections import Counter, defaultdict
from fractions import Fraction
from random import Random
from typing import Any, Final, Generic, TypeVar

from attrs import define, field, frozen

from tabletop_rules.core import CHANCE, HOST, Game, Seat
from tabletop_rules.testing.broken import described, require

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

    def __str__(self) -> str:
        return f"{self.states} states in {self.sets} information sets have their exact share"


@define
class _Information(Generic[S]):
    """The states that look the same to a seat, with their weights."""

    weights: defaultdict[S, Fraction] = field(factory=lambda: defaultdict(Fraction))
    choices: set[Any] = field(factory=set)


@frozen
class _Way(Generic[S]):
    """A way from the beginning: its state, probability, the others' choices, and what was seen."""

    state: S
    weight: Fraction
    seen: tuple[Any, ...]
    choices: tuple[Any, ...]


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
    or more are compared, for each of the seats and a spectator, by `samples` samples each.
    """
    start = game.initial_state(config)
    compared = states = 0
    for seat in (*range(len(game.score(start))), None):
        found = _information_sets(game, start, seat, ways)
        hidden = [each for each in found if len(each.weights) > 1 and len(each.choices) == 1]
        for each in hidden[:: max(1, len(hidden) // sets)][:sets]:
            _require_shares(game, seat, each, rng, samples)
            compared += 1
            states += len(each.weights)
    return Counted(compared, states)


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
        found += sets.values()
        level = [further for way in level for further in _further(game, way, seat)]
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
        made.append(_Way(after, way.weight * probability, seen, choices))
    return made


def _require_shares(
    game: Game[C, S, A, V],
    seat: Seat | None,
    information: _Information[S],
    rng: Random,
    samples: int,
) -> None:
    weights = information.weights
    states = list(weights)
    view = game.view(states[0], seat)
    for other in states[1:]:
        same = game.view(other, seat) == view
        require(same, f"{described(seat)} has seen the same in two games, and its views differ")
    total = sum(weights.values())
    counts = Counter(game.resample(view, rng) for _ in range(samples))
    strangers = [state for state in counts if state not in weights]
    if strangers:
        text = game.format_state(strangers[0])
        require(
            False, f"{described(seat)}'s view is resampled to what cannot have happened:\n{text}"
        )
    for state, weight in weights.items():
        share = weight / total
        spread = float(samples * share * (1 - share)) ** 0.5
        off = abs(counts[state] - float(samples * share))
        what = f"of {samples} samples of {described(seat)}'s view {counts[state]}"
        how = f"are this state, whose exact share is {share}:\n{game.format_state(state)}"
        require(off <= _SPREAD * spread + 1, f"{what} {how}")
