"""The checks find planted defects: each broken game differs from Dome Crushers in one function."""

from collections.abc import Callable
from fractions import Fraction
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given, settings

from tabletop_rules import dome_crushers as dc
from tabletop_rules.core import Event, Transition, Weighted, parse_record, replay
from tabletop_rules.testing import (
    BrokenProtocolError,
    Walk,
    check_forks,
    check_state,
    check_walk,
    explore,
    random_walk,
    walks,
)

DuelWalk = Walk[dc.Config, dc.State, dc.Action]


def _broken(**functions: object) -> Any:
    """Return Dome Crushers with other functions."""
    sound = {name: getattr(dc, name) for name in dc.__all__}
    return SimpleNamespace(**{**sound, **functions})


def _option_missing(state: dc.State) -> Any:
    options = dc.legal_actions(state)
    return options[:-1] if len(options) > 1 and isinstance(dc.actor(state), int) else options


def _option_twice(state: dc.State) -> Any:
    return dc.legal_actions(state) + dc.legal_actions(state)[:1]


def _option_too_many(state: dc.State) -> Any:
    return (*dc.legal_actions(state), dc.PlayCard("Nobody", dc.Mode.ATTACK))


def _odds_off(state: dc.State) -> Any:
    return tuple(
        Weighted(o.action, o.probability + Fraction(1, 99)) for o in dc.chance_outcomes(state)
    )


def _forgets(state: dc.State, action: dc.Action) -> Any:
    after, events = dc.apply(state, action)
    return Transition(evolve(after, round=after.round + Random().choice((0, 1))), events)


def _cites_nothing(state: dc.State, action: dc.Action) -> Any:
    after, events = dc.apply(state, action)
    return Transition(after, (*events, Event(rule="DC-NONE-1")))


def _leaks(state: dc.State, seat: int | None) -> Any:
    """Show the whole hand of both."""
    seen = dc.view(state, seat)
    first, second = (
        evolve(player, hand=real.hand)
        for player, real in zip(seen.players, state.players, strict=True)
    )
    return evolve(seen, players=(first, second))


def _another_hand(view: dc.View, rng: Random) -> Any:
    return evolve(dc.resample(view, rng), round=view.round + 1)


def _text_loses_the_start(state: dc.State) -> str:
    return dc.format_state(state).replace("start_player = 1", "start_player = 0")


def _notation_loses_the_mode(action: dc.Action) -> str:
    return dc.format_action(action).replace("ability", "attack")


def _over_too_early(state: dc.State) -> Any:
    return dc.outcome(state) or ("draw" if state.round > 1 else None)


def _accepts_junk(state: dc.State, action: Any) -> Any:
    return Transition(state, ()) if action == "junk" else dc.apply(state, action)


def _no_reason(state: dc.State, action: Any, seat: int) -> Any:
    return None


DEFECTS: dict[str, tuple[dict[str, Callable[..., Any]], str]] = {
    "an option is missing": ({"legal_actions": _option_missing}, "accepted although"),
    "an option twice": ({"legal_actions": _option_twice}, "listed twice"),
    "an option too many": ({"legal_actions": _option_too_many}, "illegal|odds and options"),
    "odds that do not sum to 1": ({"chance_outcomes": _odds_off}, "sum to 1"),
    "a generator in a step": ({"apply": _forgets}, "another state"),
    "an event that cites no rule": ({"apply": _cites_nothing}, "other events|does not exist"),
    "resampling does not fit": ({"resample": _another_hand}, "looks different"),
    "a position text that loses something": ({"format_state": _text_loses_the_start}, "its text"),
    "a notation that loses something": (
        {"format_action": _notation_loses_the_mode},
        "differs after",
    ),
    "an outcome before the end": ({"outcome": _over_too_early}, "ends: outcome and actor"),
    "junk is accepted": ({"apply": _accepts_junk}, "accepted although"),
    "a refusal without a reason": ({"why_not": _no_reason}, "why_not allows"),
}


def _check_some_walks(game: Any) -> None:
    for seed in range(5):
        check_walk(game, random_walk(dc, dc.Config(), seed))


@pytest.mark.parametrize("name", DEFECTS)
def test_a_planted_defect_is_found(name: str) -> None:
    functions, message = DEFECTS[name]
    with pytest.raises((BrokenProtocolError, ValueError), match=message):
        _check_some_walks(_broken(**functions))


def test_the_sound_game_passes() -> None:
    check_walk(_broken(), random_walk(dc, dc.Config(), 1), every=5)


def test_a_view_that_shows_a_hidden_hand_is_found_by_forking() -> None:
    """View and resample agree on this leak, so only forking the secret node finds it."""
    state = dc.apply(dc.initial_state(dc.Config()), dc.StartWith(0)).state
    check_forks(dc, state, (1, None))
    for seat in (1, None):
        with pytest.raises(BrokenProtocolError, match="can tell apart"):
            check_forks(_broken(view=_leaks), state, (seat,))


@settings(max_examples=20, deadline=None)
@given(walks(dc, [dc.Config(max_rounds=2)], most=60))
def test_a_walk_is_a_record_of_itself(walk: DuelWalk) -> None:
    *_, end = replay(dc, parse_record(walk.text, dc))
    assert end == walk.end
    assert len(walk.states) == len(walk.steps) + 1
    assert walk.text in repr(walk)


def test_a_random_walk_is_the_same_for_a_seed_and_ends_where_it_is_told() -> None:
    walk = random_walk(dc, dc.Config(), 3)
    assert walk == random_walk(dc, dc.Config(), 3)
    assert dc.actor(walk.end) is None
    assert random_walk(dc, dc.Config(), 3, most=9).steps == walk.steps[:9]
    assert random_walk(dc, dc.Config(), 3, most=0).end == walk.start


def test_exploring_gives_up_at_its_bound_and_says_what_it_found() -> None:
    with pytest.raises(ValueError, match="at most 50 states"):
        explore(dc, dc.Config(), lambda _: None, most=50)
    config = dc.Config(dc.load_deck(ONE), hand_size=1, max_rounds=1)
    # start, two starts, first draw, second draw; then the first play in two modes for each start,
    # and the second play in two modes for each of these
    explored = explore(dc, config, lambda state: check_state(dc, state, Random(1)))
    assert explored.states == 1 + 2 + 2 + 2 + 4 + 8
    assert explored.actions == 2 + 2 + 2 + 4 + 8
    assert str(explored) == "all 19 states, 8 ends, 18 actions"


ONE = """
id = "one"
name = "One card"

[[cards]]
name = "Only"
strength = 1
ability = "None"
text = "-"
effects = []
"""
