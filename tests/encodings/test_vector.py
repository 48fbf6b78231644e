"""Many games at once: what happens in one depends on its seed, number and actions alone."""

import copy
import gc
import os
import pickle
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tabletop_rules import dominus_portus
from tabletop_rules.core import CHANCE, Outcome, OutcomeKind, load_game
from tabletop_rules.encodings import EncodingError
from tabletop_rules.encodings.batches import Batch
from tabletop_rules.encodings.rewards import rewards
from tabletop_rules.encodings.vector import MaskedActionError, VectorEnv, WorkerError

from .games import GAMES, configs

SMALL = {
    "dome_crushers": "tiny_long",
    "dominum": "points",
    "dominus_portus": "Dominus, three players",
}


def first_or_last(batch: Batch) -> Any:
    """Return an option of each game that depends on what is seen there alone."""
    last = batch.masks.shape[1] - 1 - batch.masks[:, ::-1].argmax(axis=1)
    odd = batch.observations.sum(axis=1).astype(np.int64) % 2 == 1
    return np.where(odd, last, batch.masks.argmax(axis=1))


def played(
    name: str, count: int, workers: int, steps: int = 60, seed: int = 5
) -> list[tuple[bytes, ...]]:
    """Return all that the first three games showed in some steps."""
    found: list[tuple[bytes, ...]] = []
    config = configs(name)[SMALL[name]]
    with VectorEnv(name, config, count=count, workers=workers, most_decisions=40) as env:
        batch = env.reset(seed)
        for _ in range(steps):
            batch = env.step(first_or_last(batch))
            three = batch.rows(0, 3)
            found.append(
                tuple(
                    each.tobytes()
                    for each in (
                        three.observations, three.masks, three.actors, three.rewards,
                        three.terminated, three.truncated, three.episodes,
                    )
                )
            )  # fmt: skip
    return found


@pytest.mark.parametrize("name", GAMES)
def test_games_depend_neither_on_their_number_nor_on_the_workers(name: str) -> None:
    alone = played(name, 3, 0)
    assert alone == played(name, 5, 0)
    assert alone == played(name, 5, 2)
    assert alone != played(name, 3, 0, seed=6)


@pytest.mark.parametrize("name", GAMES)
def test_rows_are_those_of_the_games_one_by_one(name: str) -> None:
    game = load_game(name)
    config = configs(name)[SMALL[name]]
    env = VectorEnv(name, config, count=4)
    batch = env.reset(1)
    for _ in range(40):
        actions = first_or_last(batch)
        before = batch.copy()
        batch = env.step(actions)
        assert batch.masks[np.arange(4), :].any(axis=1).all()
        ended = batch.terminated | batch.truncated
        assert (batch.episodes == before.episodes + ended).all()
        assert not batch.rewards[~batch.terminated].any()
        assert np.allclose(batch.rewards.sum(axis=1), 0)
        assert not (batch.terminated & batch.truncated).any()
        for row, state in enumerate(env._games._states):  # type: ignore[union-attr]
            seat = game.actor(state)
            assert batch.actors[row] == seat
            assert isinstance(seat, int)
            seen = env.encoding.observe(game.view(state, seat))
            assert (batch.observations[row] == seen).all()
            assert (batch.masks[row] == env.encoding.mask(game.legal_actions(state))).all()


def test_games_end_with_their_rewards_and_begin_anew() -> None:
    config = configs("dome_crushers")["duel"]
    game = load_game("dome_crushers")
    env = VectorEnv(game, config, count=30)
    batch = env.reset(3)
    won = 0
    truncated = 0
    for _ in range(40):
        batch = env.step(first_or_last(batch))
        won += int(batch.terminated.sum())
        truncated += int(batch.truncated.sum())
        for row in np.flatnonzero(batch.terminated):
            assert sorted(batch.rewards[row]) == [-1, 1]
    assert won + truncated == batch.episodes.sum()
    assert truncated > 0


def test_a_game_is_truncated_after_so_many_decisions() -> None:
    env = VectorEnv("dominum", count=2, most_decisions=5)
    batch = env.reset(0)
    for step in range(1, 16):
        batch = env.step(batch.masks.argmax(axis=1))
        assert batch.truncated.all() == (step % 5 == 0)
        assert not batch.terminated.any()
        assert not batch.rewards.any()


def test_an_action_that_is_masked_stops_all_games_before_they_move() -> None:
    with VectorEnv("dome_crushers", count=3) as env:
        batch = env.reset(0)
        before = batch.copy()
        for bad in (-1, env.encoding.action_count, int(before.masks[1].argmin())):
            actions = before.masks.argmax(axis=1)
            actions[1] = bad
            with pytest.raises(MaskedActionError, match=f"game 1 .* got {bad}"):
                env.step(actions)
        for strange in ([0.0] * 3, [0, 0], "abc", None):
            with pytest.raises(EncodingError, match="expected 3 whole numbers"):
                env.step(strange)  # type: ignore[arg-type]
        assert (batch.observations == before.observations).all()


@pytest.mark.parametrize(
    ("bad", "what"),
    [
        ({"count": 0}, "count: expected 1 or more"),
        ({"count": 2, "workers": -1}, "workers: expected 0 or more"),
        ({"count": 2, "workers": "two"}, "workers: expected 0 or more"),
        ({"count": 2, "most_decisions": 0}, "most_decisions: expected 1 or more"),
        ({"count": True}, "count: expected 1 or more"),
    ],
)
def test_bad_numbers_are_refused(bad: dict[str, Any], what: str) -> None:
    with pytest.raises(EncodingError, match=what):
        VectorEnv("dome_crushers", **bad)


def test_it_is_used_after_reset_and_before_close() -> None:
    env = VectorEnv("dome_crushers", count=1)
    with pytest.raises(EncodingError, match=r"expected reset\(seed\)"):
        env.step([0])
    with pytest.raises(EncodingError, match="seed: expected a whole number"):
        env.reset("1")  # type: ignore[arg-type]
    with pytest.raises(EncodingError, match="seed: expected a whole number"):
        env.reset(10**5000)
    env.reset(0)
    with pytest.raises(EncodingError, match="expected 1 whole numbers"):
        env.step([[1, 2], [3]])
    env.close()
    env.close()
    with pytest.raises(EncodingError, match="not closed"):
        env.step([-1])
    with pytest.raises(EncodingError, match="not closed"):
        env.reset(0)


def test_who_writes_into_the_masks_deceives_nobody() -> None:
    env = VectorEnv("dome_crushers", count=2)
    batch = env.reset(1)
    kept = batch.copy()
    first = kept.masks.argmax(axis=1)
    forbidden = int(np.flatnonzero(~kept.masks[1])[0])
    batch.masks.fill(True)
    with pytest.raises(MaskedActionError):
        env.step([first[0], forbidden])
    assert (batch.observations == kept.observations).all()
    batch.masks.fill(False)
    env.step(first)


def test_numbers_may_be_those_of_numpy() -> None:
    env = VectorEnv("dome_crushers", count=np.int64(2))  # type: ignore[arg-type]
    one = env.reset(np.int64(3)).copy()  # type: ignore[arg-type]
    other = env.reset(3)
    assert (one.observations == other.observations).all()


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, pickle.dumps])
def test_it_says_that_it_cannot_be_copied(copied: Callable[[Any], Any]) -> None:
    env = VectorEnv("dome_crushers", count=1)
    with pytest.raises(TypeError, match="make another one"):
        copied(env)


@pytest.mark.parametrize("workers", [0, 1])
def test_a_game_that_waits_for_its_host_is_refused(workers: int) -> None:
    config = dominus_portus.Config(hosted=True)
    with (
        VectorEnv(dominus_portus, config, count=1, workers=workers) as env,
        pytest.raises(EncodingError, match="waits for its host"),
    ):
        env.reset(0)


def test_workers_end_with_their_environment_and_leave_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made: list[Path] = []

    def noted(prefix: str, dir: str | None) -> tuple[int, str]:  # noqa: A002 - as it is called
        handle, path = make(prefix=prefix, dir=dir)
        made.append(Path(path))
        return handle, path

    make = tempfile.mkstemp
    monkeypatch.setattr(tempfile, "mkstemp", noted)
    env = VectorEnv("dome_crushers", count=4, workers=2)
    assert env._crew is not None
    processes = list(env._crew.processes)
    env.reset(1)
    assert all(process.poll() is None for process in processes)
    (shared,) = made
    assert not shared.exists()
    del env
    gc.collect()
    assert all(process.poll() == 0 for process in processes)


def test_a_worker_that_is_killed_is_noticed() -> None:
    env = VectorEnv("dome_crushers", count=4, workers=2)
    assert env._crew is not None
    batch = env.reset(1)
    processes = list(env._crew.processes)
    processes[1].kill()
    processes[1].wait()
    with pytest.raises(WorkerError, match=r"worker 1 .* has ended"):
        env.step(batch.masks.argmax(axis=1))
    assert all(process.poll() is not None for process in processes)
    with pytest.raises(EncodingError, match="not closed"):
        env.reset(1)


def test_there_are_no_more_workers_than_games() -> None:
    with VectorEnv("dome_crushers", count=1, workers=3) as env:
        assert env._crew is not None
        assert len(env._crew.processes) == 1
        env.reset(os.getpid())


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_rewards_sum_to_nothing_and_follow_the_ranks(seats: int) -> None:
    all_ranks = {
        tuple(sum(other < own for other in given) + 1 for own in given)
        for given in np.ndindex(*(seats,) * seats)
    }
    for ranks in all_ranks:
        worth = rewards(Outcome(OutcomeKind.WIN, ranks, "", ""))
        assert sum(worth) == pytest.approx(0)
        assert -1 <= min(worth) <= max(worth) <= 1
        for one in range(seats):
            for other in range(seats):
                assert (ranks[one] < ranks[other]) == (worth[one] > worth[other])
        for kind in (OutcomeKind.DRAW, OutcomeKind.TRUNCATED):
            assert rewards(Outcome(kind, ranks, "", "")) == (0,) * seats
    assert rewards(Outcome(OutcomeKind.WIN, tuple(range(1, seats + 1)), "", ""))[0] == 1


def test_chance_is_settled_between_decisions() -> None:
    env = VectorEnv("dominus_portus", count=2)
    env.reset(9)
    game = load_game("dominus_portus")
    assert env._games is not None
    assert all(game.actor(state) is not CHANCE for state in env._games._states)
