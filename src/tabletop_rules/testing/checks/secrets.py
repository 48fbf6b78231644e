"""Hidden information stays hidden, though no game declares what is secret.

What a seat knows is its view. A *world* is a state that looks to a seat as the true one does: the
true state, and what `resample` makes of the view. Whatever is done, a seat must not tell worlds
apart but by the events that it sees.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from random import Random
from typing import Any, Final, Generic, TypeVar

import attrs
from attrs import frozen

from tabletop_rules.core import Actor, Event, Game, IllegalActionError, Seat
from tabletop_rules.testing.anatomy import same_parts
from tabletop_rules.testing.broken import (
    described,
    notation,
    observers,
    require,
    spread,
    told,
)

__all__ = ["check_forks", "check_hidden", "check_secrets"]

C = TypeVar("C")
S = TypeVar("S")
A = TypeVar("A")
V = TypeVar("V")

_TRIED: Final = 8
"""How many of the secret options themselves are tried after each of them."""
_CLOSELY: Final = 3
"""How many pairs of transitions from a state are compared by their texts too, which are slow."""


def check_hidden(game: Game[C, S, A, V], state: S, rng: Random) -> None:
    """Check that resampled states fit each view, with the same actor, and the viewer's options."""
    actor = game.actor(state)
    for seat in observers(game, state):
        who = described(seat)
        view = game.view(state, seat)
        seed = int(rng.random() * 2**32)
        other, again = (game.resample(view, Random(seed)) for _ in range(2))
        require(other == again, f"{who}'s view is resampled otherwise by the same generator")
        seen = game.view(other, seat)
        require(seen == view, f"a resampled state looks different to {who}")
        same = same_parts(seen, view) and repr(seen) == repr(view)
        same = same and game.render(seen) == game.render(view)
        require(same, f"a resampled state looks different to {who} in what is not compared")
        require(game.actor(other) == actor, f"a resampled state asks {game.actor(other)}")
        require(game.outcome(other) == game.outcome(state), "a resampled state ends differently")
        require(game.score(other) == game.score(state), "a resampled state has another score")
        if seat == actor:
            same = game.legal_actions(other) == game.legal_actions(state)
            require(same, f"a resampled state has other options for {who}, who is asked")


def check_secrets(  # noqa: PLR0913 - how much is tried can be set
    game: Game[C, S, A, V],
    state: S,
    rng: Random,
    others: Iterable[Any] = (),
    *,
    worlds: int = 2,
    most: int = 6,
) -> None:
    """Check that nobody learns anything but by the events that they see.

    In `worlds` resampled worlds besides the true one, up to `most` options are tried. Who sees the
    same events, and has not chosen between them, must see the same view, to the last field, the
    same one who is asked, the same options and reasons. And what a view hides, events must not
    tell: two transitions to different states that look alike have the same events.

    `others` are actions whose refusals are compared.
    """
    tried = tuple(dict.fromkeys((*game.legal_actions(state)[:3], *others)))[:most]
    for seat in observers(game, state):
        view = game.view(state, seat)
        alike = [state, *(game.resample(view, rng) for _ in range(worlds))]
        answers = [_answers(game, world, seat, tried) for world in alike]
        for other in answers:
            require(other == answers[0], _difference(seat, answers[0], other))
        _Watcher(game, seat, tried).require_blind(alike, rng, most)


@frozen
class _Seen(Generic[S, A, V]):
    """What somebody sees after a transition."""

    option: A
    state: S
    events: tuple[Event, ...]
    view: V
    actor: Actor
    answers: tuple[str, ...]


def _texts(game: Game[C, S, A, V], seen: _Seen[S, A, V]) -> tuple[str, ...]:
    """Return all texts that view and events have."""
    told = (event.describe() for event in seen.events)
    return (repr(seen.view), game.render(seen.view), repr(seen.events), *told)


@frozen
class _Watcher(Generic[C, S, A, V]):
    game: Game[C, S, A, V]
    seat: Seat | None
    tried: tuple[Any, ...]

    def require_blind(self, alike: Sequence[S], rng: Random, most: int) -> None:
        """Check that transitions from worlds that look alike differ by the events seen alone."""
        actor = self.game.actor(alike[0])
        own = actor is not None and actor == self.seat
        by_events: dict[object, _Seen[S, A, V]] = {}
        closely = _CLOSELY
        by_option: dict[object, _Seen[S, A, V]] = {}
        for world in alike:
            by_view: dict[object, _Seen[S, A, V]] = {}
            for option in _some(self.game.legal_actions(world), rng, most):
                seen = self._seen(world, option)
                first = by_events.setdefault((own and option, seen.events), seen)
                self._require_same(first, seen, closely=closely > 0)
                closely -= first is not seen
                twin = by_view.setdefault((seen.view, seen.actor), seen)
                self._require_untold(twin, seen, own=own)
                same = by_option.setdefault((option, seen.view, seen.actor), seen)
                self._require_untold(same, seen, own=False)

    def all_texts(self, world: S, option: A) -> tuple[object, ...]:
        """Return all that can be learned from an option of another, as texts and who is asked."""
        seen = self._seen(world, option)
        return (*_texts(self.game, seen), seen.actor, *seen.answers)

    def _seen(self, world: S, option: A) -> _Seen[S, A, V]:
        game = self.game
        after, events = game.apply(world, option)
        observed = game.observe(events, self.seat)
        view = game.view(after, self.seat)
        answers = _answers(game, after, self.seat, self.tried)
        return _Seen(option, after, observed, view, game.actor(after), answers)

    def _require_same(
        self, first: _Seen[S, A, V], second: _Seen[S, A, V], *, closely: bool
    ) -> None:
        """Check that who has seen the same events sees the same, to the last field."""
        if first is second:
            return
        what = f"{self._both(first, second)} show {described(self.seat)} the same events"
        if first.view != second.view:
            differing = ", ".join(_differing(first.view, second.view)) or "the view"
            require(False, f"{what}, but the view differs in {differing}")
        require(first.actor == second.actor, f"{what}, but ask {first.actor} or {second.actor}")
        if first.answers != second.answers:
            found = _difference(self.seat, first.answers, second.answers)
            require(False, f"{what}, but {found}")
        same = same_parts((first.view, first.events), (second.view, second.events))
        if closely:
            same = same and _texts(self.game, first) == _texts(self.game, second)
        require(same, f"{what}, but what is not compared differs in view or events")

    def _require_untold(self, first: _Seen[S, A, V], second: _Seen[S, A, V], *, own: bool) -> None:
        """Check that events do not tell what the view hides."""
        if own or first.state == second.state or first.events == second.events:
            return
        what = f"{self._both(first, second)} lead to states that look alike to"
        how = f"but are told apart by events: {told(first.events)} | {told(second.events)}"
        require(False, f"{what} {described(self.seat)}, {how}")

    def _both(self, first: _Seen[S, A, V], second: _Seen[S, A, V]) -> str:
        return f"{notation(self.game, first.option)} and {notation(self.game, second.option)}"


def _some(options: Sequence[A], rng: Random, most: int) -> list[A]:
    """Return at most `most` of the options, in their order."""
    if len(options) <= most:
        return list(options)
    chosen = {int(rng.random() * len(options)) for _ in range(most)}
    return [options[number] for number in sorted(chosen)]


def _answers(
    game: Game[C, S, A, V], state: S, seat: Seat | None, tried: Iterable[Any]
) -> tuple[str, ...]:
    """Return all texts by which a seat learns what it may do, and why not."""
    if seat is None:
        return ()
    answers = [f"{action!r}: {game.why_not(state, action, seat)}" for action in tried]
    if game.actor(state) == seat:
        answers += [game.format_action(option) for option in game.legal_actions(state)]
        answers += [_refusal(game, state, action) for action in (*tried, "junk")]
    return tuple(answers)


def _refusal(game: Game[C, S, A, V], state: S, action: Any) -> str:
    """Return the text of the error that an action raises."""
    try:
        game.apply(state, action)
    except IllegalActionError as error:
        return str(error)
    return ""


def _difference(seat: Seat | None, first: Sequence[str], second: Sequence[str]) -> str:
    pairs = zip_longest(first, second, fillvalue="nothing")
    one, other = next(((a, b) for a, b in pairs if a != b), ("", ""))
    return f"{described(seat)} is told {one!r} or {other!r}, by what it cannot see"


def _differing(first: object, second: object) -> Iterator[str]:
    """Give the names of the fields in which two views differ."""
    kind: Any = type(first)
    if attrs.has(kind) and kind is type(second):
        for each in attrs.fields(kind):
            if getattr(first, each.name) != getattr(second, each.name):
                yield each.name


def check_forks(
    game: Game[C, S, A, V],
    state: S,
    blind: Iterable[Seat | None],
    options: Iterable[A] | None = None,
) -> None:
    """Check that the `blind` cannot tell apart what secret `options` lead to.

    Without `options` all options of the question that is open are secret. Unlike `check_secrets` it
    is told what is secret, so that it also finds what view and events both give away.
    """
    secret = game.legal_actions(state) if options is None else tuple(options)
    tried = spread(game.legal_actions(state), _TRIED)
    for seat in blind:
        watcher = _Watcher(game, seat, tuple(tried))
        seen = {watcher.all_texts(state, option) for option in secret}
        require(len(seen) == 1, f"{described(seat)} can tell apart what {secret} lead to")
