"""All checks together: on a state, on a walk, on a game."""

from collections.abc import Iterable
from random import Random
from typing import Final, TypeVar

from tabletop_rules.core import Game, Played
from tabletop_rules.testing import checks as single
from tabletop_rules.testing.coverage import Coverage, How, Lawyer
from tabletop_rules.testing.scouting import Atlas
from tabletop_rules.testing.trials import CHECKS, Check, Trial, chosen, made
from tabletop_rules.testing.walking import Walk

__all__ = ["check_state", "check_walk", "examine"]

C = TypeVar("C")
S = TypeVar("S")
A = TypeVar("A")
V = TypeVar("V")

_LOOKS: Final = 4
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
    """
    tried = tuple(others)
    refused = single.check_options(game, state, tried)
    single.check_chance(game, state)
    single.check_purity(game, state, rng)
    single.check_round_trips(game, state)
    single.check_hidden(game, state, rng)
    single.check_secrets(game, state, rng, tried)
    single.check_end(game, state)
    if coverage is not None:
        coverage.add((rule, How.REFUSAL) for rule in refused)
    for option in game.legal_actions(state):
        after, events = game.apply(state, option)
        step = Played(state, game.actor(state), option, after, events)
        single.check_repeated(game, step)
        single.check_events(game, step)
        if lawyer is not None and coverage is not None:
            coverage.add(lawyer.exercised(step))


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
    trial = Trial(lawyer, walk, tuple(sorted({*range(0, last, every), last})), Random(last))
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
    for step in walk.steps:
        trial.coverage.add(lawyer.exercised(step))
    return trial


def _rarest(lawyer: Lawyer[C, S, A, V], walk: Walk[C, S, A], atlas: Atlas[C, A]) -> list[int]:
    """Return the numbers of the steps whose events cite a rule, that of the rarest rule first."""
    times = {
        number: min(atlas.times.get(event.rule, 0) for event in step.events)
        for number, step in enumerate(walk.steps)
        if step.events
    }
    return sorted(times, key=times.__getitem__)
