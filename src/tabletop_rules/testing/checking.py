"""All checks together: on a state, on a walk, on a game."""

import pickle
from collections.abc import Iterable
from random import Random
from typing import Final, TypeVar

from tabletop_rules.core import Game, Played
from tabletop_rules.testing import checks as single
from tabletop_rules.testing.broken import BrokenProtocolError, crash, named
from tabletop_rules.testing.checks.purity import require_unchanged
from tabletop_rules.testing.coverage import Coverage, How, Lawyer
from tabletop_rules.testing.scouting import Atlas
from tabletop_rules.testing.trials import CHECKS, Check, Trial, chosen, made
from tabletop_rules.testing.walking import Walk

__all__ = ["check_state", "check_walk", "examine"]

C = TypeVar("C")
S = TypeVar("S")
A = TypeVar("A")
V = TypeVar("V")

_LOOKS: Final = 3
"""How many states of a walk are picked at random, and how many near rare rules."""


def check_state(  # noqa: PLR0913 - who verifies a whole game counts what is exercised
    game: Game[C, S, A, V],
    state: S,
    rng: Random,
    others: Iterable[A] = (),
    *,
    lawyer: Lawyer[C, S, A, V] | None = None,
    coverage: Coverage | None = None,
) -> None:
    """Make all checks that one state allows, also on each step from it.

    `others` are actions to try, as in `check_options`. With a lawyer and a coverage, the rules that
    are exercised are counted.

    Raises:
        BrokenProtocolError: with the name of the check that found something.
    """
    tried = tuple(others)
    value, pickled = hash(state), pickle.dumps(state)
    with named("options"):
        refused = single.check_options(game, state, tried)
    with named("chance"):
        single.check_chance(game, state)
    with named("ends"):
        single.check_end(game, state)
    with named("purity"):
        require_unchanged(state, value, pickled)
        single.check_purity(game, state, rng)
    for option in game.legal_actions(state):
        after, events = game.apply(state, option)
        step = Played(state, game.actor(state), option, after, events)
        with named("repeated"):
            single.check_repeated(game, step)
        with named("events"):
            single.check_events(game, step)
        if lawyer is not None and coverage is not None:
            coverage.add(lawyer.exercised(step))
    with named("frozen"):
        single.check_frozen(game, state)
    with named("forms"):
        single.check_round_trips(game, state)
        single.check_equality(game, state)
    with named("resampling"):
        single.check_hidden(game, state, rng)
    with named("secrets"):
        single.check_secrets(game, state, rng, tried)
    if coverage is not None:
        coverage.add((rule, How.REFUSAL) for rule in refused)


def check_walk(
    game: Game[C, S, A, V],
    walk: Walk[C, S, A],
    *,
    every: int = 1,
    checks: Iterable[str] | None = None,
) -> Coverage:
    """Make all checks of walks, or those named, and return which rules the walk exercises.

    Steps are all looked at, of the states every `every`-th and the last.

    Raises:
        BrokenProtocolError: with the name of the check and the record that leads to the place.
        UnknownCheckError: no check has such a name.
    """
    last = len(walk.steps)
    lawyer = Lawyer(game)
    trial = Trial(lawyer, walk, tuple(sorted({*range(0, last, every), last})), Random(walk.text))
    for name in chosen(checks):
        if name in CHECKS:
            made(CHECKS[name], trial)
    for step in walk.steps:
        trial.coverage.add(lawyer.exercised(step))
    return trial.coverage


def examine(
    lawyer: Lawyer[C, S, A, V],
    walk: Walk[C, S, A],
    wanted: Iterable[Check],
    rng: Random,
    atlas: Atlas[C, A] | None = None,
) -> Trial[C, S, A, V]:
    """Make checks on a walk: on all steps, and on a few states.

    The states are the last, those before the steps that exercise the rarest rules of an atlas, and
    some others.

    Raises:
        BrokenProtocolError: with the name of the check and the record that leads to the place.
    """
    last = len(walk.steps)
    looked = {last, *(int(rng.random() * (last + 1)) for _ in range(_LOOKS))}
    if atlas is not None:
        looked.update(_rarest(lawyer, walk, atlas)[:_LOOKS])
    trial = Trial(lawyer, walk, tuple(sorted(looked)), rng)
    for check in wanted:
        made(check, trial)
    try:
        for step in walk.steps:
            trial.coverage.add(lawyer.exercised(step))
    except Exception as error:
        raise BrokenProtocolError(crash("playing on", error).what, "playing", walk.text) from error
    return trial


def _rarest(lawyer: Lawyer[C, S, A, V], walk: Walk[C, S, A], atlas: Atlas[C, A]) -> list[int]:
    """Return the numbers of the steps whose events cite a rule, that of the rarest rule first."""
    times = {
        number: min(atlas.times.get(event.rule, 0) for event in step.events)
        for number, step in enumerate(walk.steps)
        if step.events
    }
    return sorted(times, key=times.__getitem__)
