"""Scouting: looking for ways to the rules that random play seldom reaches.

A scout walks to where the rules come up that it has seen least, and sets out again from where it
found one. What it brings back is an atlas: for each rule a few short ways to it. A seed always
gives the same atlas.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Final, Generic, TypeVar

from attrs import frozen

from tabletop_rules.core import CHANCE, HOST, Game, Played, Record, format_record, sample
from tabletop_rules.testing.broken import BrokenProtocolError, crash
from tabletop_rules.testing.coverage import Lawyer

__all__ = ["Atlas", "Place", "scout"]

C = TypeVar("C")
S = TypeVar("S")
A = TypeVar("A")
V = TypeVar("V")

_KEPT: Final = 4
_TRIED: Final = 4
_CURIOUS: Final = 0.4
_RETURNING: Final = 0.6


@frozen
class Place(Generic[C, A]):
    """The way to a state in which the next action exercised a rule."""

    config: C
    actions: tuple[A, ...]
    """Those that lead to the state."""
    action: A
    """The one that then exercised the rule."""


@frozen
class Atlas(Generic[C, A]):
    """Places near each rule, by its id: the rarest rule first, and of each the shortest way."""

    places: Mapping[str, tuple[Place[C, A], ...]]
    times: Mapping[str, int]
    """How often the scout saw each rule."""
    broken: BrokenProtocolError | None = None
    """The first error that the game raised, with the record that leads to it."""

    def near(self, rule: str) -> tuple[Place[C, A], ...]:
        """Return the places near a rule, ``()`` if the scout never saw it."""
        return self.places.get(rule, ())


def scout(
    game: Game[C, S, A, V],
    configs: Sequence[C],
    *,
    seed: int = 0,
    actions: int = 2_000,
    stride: int = 60,
) -> Atlas[C, A]:
    """Return what a scout found who made `actions` actions in each of `configs`.

    Every `stride` actions, when a game is over, and where it raises an error, it sets out again.
    """
    explorer = _Scout(Lawyer(game), Random(seed))
    for config in configs:
        explorer.look_around(config, actions, stride)
    return explorer.atlas()


@frozen
class _Camp(Generic[C, S, A]):
    """A state and the way to it, from which the scout can set out again."""

    config: C
    way: tuple[A, ...]
    state: S
    places: tuple[Place[C, A], ...] = ()
    """The place that it is; none at the beginning of a game."""


class _Scout(Generic[C, S, A, V]):
    def __init__(self, lawyer: Lawyer[C, S, A, V], rng: Random) -> None:
        self.lawyer = lawyer
        self.game = lawyer.game
        self.rng = rng
        self.times = Counter[str]()
        self.camps: dict[str, list[_Camp[C, S, A]]] = {}
        self.broken: BrokenProtocolError | None = None

    def look_around(self, config: C, actions: int, stride: int) -> None:
        """Make that many actions in games of a config."""
        home = _Camp[C, S, A](config, (), self.game.initial_state(config))
        made = 0
        while made < actions:
            camp = self._departure(config, home)
            state, way = camp.state, list(camp.way)
            goal = made + stride
            while made < goal:
                try:
                    step = self._step(state)
                    if step is None:
                        break
                    self._note(step, config, way)
                except Exception as error:  # the checks tell more of it, where they come by
                    self.broken = self.broken or self._crashed(error, config, way)
                    break
                way.append(step.action)
                state = step.after
                made += 1
            made += 1  # so that a game that is over at once ends the loop too

    def atlas(self) -> Atlas[C, A]:
        """Return what was found."""
        rarest = sorted(self.camps, key=lambda rule: (self.times[rule], rule))
        places = {
            rule: tuple(place for camp in self.camps[rule] for place in camp.places)
            for rule in rarest
        }
        return Atlas(places, dict(self.times), self.broken)

    def _crashed(self, error: Exception, config: C, way: Sequence[A]) -> BrokenProtocolError:
        record = Record(self.game.name, self.game.rules_version, config, None, tuple(way))
        text = format_record(self.game, record)
        return BrokenProtocolError(crash("playing on", error).what, "playing", text)

    def _departure(self, config: C, home: _Camp[C, S, A]) -> _Camp[C, S, A]:
        """Return where to set out from: often a camp near a rule that was seldom seen."""
        if self.rng.random() >= _RETURNING:
            return home
        camps = {
            rule: here
            for rule, kept in self.camps.items()
            if (here := [camp for camp in kept if camp.config == config])
        }
        if not camps:
            return home
        rules = sorted(camps, key=lambda rule: (self.times[rule], rule))
        rule = rules[int(self.rng.random() ** 2 * len(rules))]
        here = camps[rule]
        return here[int(self.rng.random() * len(here))]

    def _step(self, state: S) -> Played[S, A] | None:
        """Return the next step: often that one of a few which shows the rarest rules."""
        game, rng = self.game, self.rng
        actor = game.actor(state)
        host = self.lawyer.verification.host
        options = game.legal_actions(state)
        if actor is HOST and host is not None:
            return self._played(state, host(state, rng))
        if actor is None or not options:
            return None
        if rng.random() < _CURIOUS:
            tried = [options[int(rng.random() * len(options))] for _ in range(_TRIED)]
            steps = [self._played(state, action) for action in dict.fromkeys(tried)]
            return min(steps, key=self._familiar)
        if actor is CHANCE:
            return self._played(state, sample(game.chance_outcomes(state), rng))
        return self._played(state, options[int(rng.random() * len(options))])

    def _familiar(self, step: Played[S, A]) -> int:
        """Return how often the rarest rule of a step has been seen."""
        return min((self.times[rule] for rule, _ in self.lawyer.exercised(step)), default=2**62)

    def _played(self, state: S, action: A) -> Played[S, A]:
        after, events = self.game.apply(state, action)
        return Played(state, self.game.actor(state), action, after, events)

    def _note(self, step: Played[S, A], config: C, way: Sequence[A]) -> None:
        """Count the rules of a step, and keep its place where a rule has no shorter ways."""
        for rule in {rule: None for rule, _ in self.lawyer.exercised(step)}:
            self.times[rule] += 1
            kept = self.camps.setdefault(rule, [])
            if len(kept) == _KEPT and len(way) >= len(kept[-1].way):
                continue
            place = Place(config, tuple(way), step.action)
            kept.append(_Camp(config, place.actions, step.before, (place,)))
            kept.sort(key=lambda camp: len(camp.way))
            del kept[_KEPT:]
