"""Observations: what of a view is in them, and nothing else."""

from random import Random
from typing import Any

import numpy as np
import pytest
from attrs import evolve

from tabletop_rules import dome_crushers
from tabletop_rules.core import load_game
from tabletop_rules.encodings import (
    BufferShapeError,
    Encoding,
    EncodingError,
    TooLargeError,
    encoding,
)

from .games import CASES, configs, made, observers, thinned, walk_states


def seen(name: str, config: str, seeds: range) -> dict[Any, bytes]:
    """Return the bytes of all views of some games, the last of games of the config."""
    game, numbers = load_game(name), made(name, config)
    found: dict[Any, bytes] = {}
    for seed in seeds:
        for state in walk_states(name, config, seed):
            for seat in observers(numbers):
                view = game.view(state, seat)
                written = numbers.observe(view).tobytes()
                assert found.setdefault(view, written) == written, "equal views, other arrays"
    return found


@pytest.mark.parametrize(("name", "config"), CASES)
def test_views_that_differ_have_arrays_that_differ(name: str, config: str) -> None:
    by_bytes: dict[bytes, Any] = {}
    for view, written in seen(name, config, range(8)).items():
        assert by_bytes.setdefault(written, view) == view
    assert by_bytes


@pytest.mark.parametrize(("name", "config"), CASES)
def test_all_values_are_within_what_the_specification_says(name: str, config: str) -> None:
    numbers = made(name, config)
    for written in seen(name, config, range(2)).values():
        array = np.frombuffer(written, np.float32)
        bad = (array < numbers.low) | (array > numbers.high) | (array % 1 != 0)
        parts = [part.name for part in numbers.parts if part.of(bad).any()]
        assert not parts


@pytest.mark.parametrize(("name", "config"), CASES)
def test_nobody_learns_more_from_an_array_than_from_a_view(name: str, config: str) -> None:
    game, numbers = load_game(name), made(name, config)
    for state in thinned(walk_states(name, config, 3), 25, 3):
        for seat in observers(numbers):
            view = game.view(state, seat)
            written = numbers.observe(view).tobytes()
            for seed in range(3):
                other = game.resample(view, Random(seed))
                assert numbers.observe(game.view(other, seat)).tobytes() == written
                if seat is not None and game.actor(state) == seat:
                    masks = [numbers.mask(game.legal_actions(each)) for each in (state, other)]
                    assert (masks[0] == masks[1]).all()


@pytest.mark.parametrize("name", sorted({name for name, _ in CASES}))
def test_parts_lie_side_by_side_and_share_the_memory(name: str) -> None:
    game, numbers = load_game(name), encoding(name)
    array = numbers.observe(game.view(game.initial_state(numbers.config), 0))
    split = numbers.split(array)
    assert [part.start for part in numbers.parts] == [
        sum(other.size for other in numbers.parts[:place]) for place in range(len(numbers.parts))
    ]
    assert sum(part.size for part in numbers.parts) == numbers.size == array.size
    for part in numbers.parts:
        assert split[part.name].shape == part.shape
        assert not part.columns or len(part.columns) == part.shape[-1]
        assert part.low <= part.high
        if part.size:
            assert np.shares_memory(split[part.name], array)
            assert np.shares_memory(numbers.part(array, part.name), array)


@pytest.mark.parametrize("name", sorted({name for name, _ in CASES}))
def test_what_cannot_be_observed_is_refused(name: str) -> None:
    game, numbers = load_game(name), encoding(name)
    view = game.view(game.initial_state(numbers.config), 0)
    frozen = np.zeros(numbers.size, np.float32)
    frozen.flags.writeable = False
    for bad in (
        np.zeros(numbers.size + 1, np.float32),
        np.zeros(numbers.size, np.float64),
        np.zeros(2 * numbers.size, np.float32)[::2],
        frozen,
        [0.0],
    ):
        with pytest.raises(BufferShapeError, match="writable contiguous"):
            numbers.observe(view, bad)  # type: ignore[arg-type]
    unknown: tuple[Any, ...] = ("nothing", None, ["hand"])
    for part in unknown:
        with pytest.raises(EncodingError, match="expected a part"):
            numbers.part(numbers.observe(view), part)
    other = next(each for each in configs(name).values() if each != numbers.config)
    with pytest.raises(EncodingError, match=r"expected a view .* got a .*\.View of a game with"):
        numbers.observe(game.view(game.initial_state(other), 0))


def _row(numbers: Encoding[Any, Any, Any]) -> np.ndarray[Any, Any]:
    return np.full((3, numbers.size), 7, np.float32)


@pytest.mark.parametrize("name", sorted({name for name, _ in CASES}))
def test_a_row_of_a_batch_is_a_buffer(name: str) -> None:
    game, numbers = load_game(name), encoding(name)
    batch = _row(numbers)
    view = game.view(game.initial_state(numbers.config), 1)
    row = batch[1]
    assert numbers.observe(view, row) is row
    assert (batch[1] == numbers.observe(view)).all()
    assert (batch[[0, 2]] == 7).all()


@pytest.mark.parametrize("name", ["dome_crushers", "dominum", "dominus_portus"])
def test_parts_of_a_batch_are_those_of_its_rows(name: str) -> None:
    numbers = made(name, next(iter(configs(name))))
    batch = np.arange(6 * numbers.size, dtype=np.float32).reshape(2, 3, numbers.size)
    for part, found in numbers.split(batch).items():
        assert np.shares_memory(found, batch)
        assert (numbers.part(batch, part) == found).all()
        for row in np.ndindex(2, 3):
            assert (found[row] == numbers.part(batch[row], part)).all()


@pytest.mark.parametrize("bad", [np.zeros(3, np.float32), np.float32(1), [0.0], None])
def test_only_observations_have_parts(bad: Any) -> None:
    numbers = encoding("dome_crushers")
    with pytest.raises(EncodingError, match="expected an array whose last axis has the 1521"):
        numbers.part(bad, "hand")
    with pytest.raises(EncodingError, match="expected an array whose last axis has the 1521"):
        numbers.split(bad)


@pytest.mark.parametrize("name", ["dome_crushers", "dominum", "dominus_portus"])
def test_a_state_is_no_view(name: str) -> None:
    numbers = encoding(name)
    for bad in (numbers.game.initial_state(numbers.config), None):
        with pytest.raises(EncodingError, match=f"expected a view of {name}, got a"):
            numbers.observe(bad)


def test_a_position_that_no_game_reaches_is_refused_where_it_does_not_fit() -> None:
    config = dome_crushers.Config(hand_size=1)
    state = dome_crushers.parse_state(
        """
round = 3
turn = 0

[[seats]]
hand = ["Tusker"]

[[seats]]
hand = ["Gulper"]
""",
        config,
    )
    numbers = encoding(dome_crushers, config)
    view = dome_crushers.view(state, 0)
    numbers.observe(view)
    own, other = view.players
    for wrong, what in (
        (evolve(own, revealed=("Tusker", "Gulper")), "revealed cards"),
        (evolve(own, late=(2,)), "revealed cards"),
        (evolve(own, bottom=("Tusker",) * 13), "cards under a deck"),
    ):
        with pytest.raises(TooLargeError, match=what):
            numbers.observe(evolve(view, players=(wrong, other)))
    far = (dome_crushers.InPlay(9, 0, "Tusker"),)
    with pytest.raises(TooLargeError, match="plays of a round, got 9"):
        numbers.observe(evolve(view, attackers=far))
