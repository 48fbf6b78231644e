"""Arrays tell no secrets, also not when a game is forked; into a buffer nothing else is made."""

import tracemalloc
from random import Random
from typing import Any

import numpy as np
import pytest

from tabletop_rules.core import load_game

from .games import CASES, GAMES, configs, made, observers, thinned, walk_states


@pytest.mark.parametrize(("name", "config"), CASES)
def test_who_sees_the_same_events_sees_the_same_array(name: str, config: str) -> None:
    game, numbers = load_game(name), made(name, config)
    rng = Random(4)
    for state in thinned(walk_states(name, config, 4), 12, 4):
        for seat in observers(numbers):
            if game.actor(state) == seat:
                continue
            view = game.view(state, seat)
            shown: dict[Any, bytes] = {}
            for world in (state, game.resample(view, rng)):
                for option in game.legal_actions(world)[:12]:
                    after, events = game.apply(world, option)
                    seen = numbers.observe(game.view(after, seat)).tobytes()
                    observed = game.observe(events, seat)
                    assert shown.setdefault(observed, seen) == seen


@pytest.mark.parametrize("name", GAMES)
def test_writing_into_a_buffer_makes_no_array(name: str) -> None:
    game = load_game(name)
    numbers = made(name, next(iter(configs(name))))
    out = np.zeros(numbers.size, np.float32)
    mask = np.zeros(numbers.action_count, np.bool_)
    states = [s for s in walk_states(name, next(iter(configs(name))), 2) if game.actor(s) in (0, 1)]
    asked: list[tuple[Any, Any]] = [
        (game.view(state, game.actor(state)), game.legal_actions(state))  # type: ignore[arg-type]
        for state in states
    ]
    for view, options in asked:  # rows are kept from the first time on
        numbers.observe(view, out)
        numbers.mask(options, mask)
    tracemalloc.start()
    try:
        for view, options in asked:
            before, _ = tracemalloc.get_traced_memory()
            tracemalloc.reset_peak()
            assert numbers.observe(view, out) is out
            _, peak = tracemalloc.get_traced_memory()
            assert peak - before < out.nbytes
            tracemalloc.reset_peak()
            assert numbers.mask(options, mask) is mask
            _, peak = tracemalloc.get_traced_memory()
            assert peak - before < max(mask.nbytes, 1 << 10)
        arrays = tracemalloc.take_snapshot().filter_traces(
            [tracemalloc.DomainFilter(inclusive=True, domain=np.lib.tracemalloc_domain)]
        )
        assert not arrays.traces
    finally:
        tracemalloc.stop()
