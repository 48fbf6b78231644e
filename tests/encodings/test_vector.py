"""Many games at once: what happens in one depends on its seed, number and actions alone."""

import copy
import gc
import os
import pickle
import subprocess
import sys
import tempfile
from collections.abc import Callable
from errno import ENOSPC
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tabletop_rules import dominus_portus
from tabletop_rules.core import CHANCE, Outcome, OutcomeKind, load_game, sample
from tabletop_rules.encodings import Encoding, EncodingError, workers
from tabletop_rules.encodings.batches import Batch, Games, chance_generator
from tabletop_rules.encodings.rewards import rewards
from tabletop_rules.encodings.vector import MaskedActionError, VectorEnv, WorkerError

from .games import GAMES, configs

SMALL = {
    "dome_crushers": "tiny_long",
    "dominum": "points",
    "dominus_portus": "Dominus, three players",
}


PLAYED = (
    *((name, config, 0) for name, config in SMALL.items()),
    ("dome_crushers", "duel", 0),
    ("dominus_portus", "one province", 2),
    ("dominus_portus", "Portus, three players", 0),
)
"""Games with configs of theirs whose games end soon, and workers."""


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
    with VectorEnv(
        name,
        config,
        count=count,
        workers=workers,
        most_decisions=40,
        final_observations=True,
    ) as env:
        batch = env.reset(seed)
        for _ in range(steps):
            batch = env.step(first_or_last(batch))
            three = batch.rows(0, 3)
            found.append(
                tuple(
                    each.tobytes()
                    for each in (
                        three.observations, three.masks, three.actors, three.rewards,
                        three.terminated, three.truncated, three.episodes, three.final_observations,
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


class ByHand:
    """A game of a row, stepped by the protocol alone."""

    def __init__(self, numbers: Encoding[Any, Any, Any], seed: int, row: int) -> None:
        self.numbers = numbers
        self.game = numbers.game
        self.place = seed, row
        self.decisions = 0
        self.begin(0)

    def begin(self, episode: int) -> None:
        self.episode = episode
        self.decisions = 0
        self.rng = chance_generator(*self.place, episode)
        self.state = self.game.initial_state(self.numbers.config)
        self.settle()
        if self.game.actor(self.state) is None:
            self.begin(episode + 1)

    def settle(self) -> None:
        while self.game.actor(self.state) is CHANCE:
            action = sample(self.game.chance_outcomes(self.state), self.rng)
            self.state = self.game.apply(self.state, action).state

    def step(self, number: int, most: int) -> tuple[Any, bool, bool, Any]:
        """Return the rewards, whether it has ended and how, and what all saw then."""
        none = np.zeros((self.numbers.seats, self.numbers.size), np.float32)
        self.state = self.game.apply(self.state, self.numbers.decode(number)).state
        self.settle()
        self.decisions += 1
        outcome = self.game.outcome(self.state)
        if outcome is None and self.decisions < most:
            return (0,) * self.numbers.seats, False, False, none
        broken = outcome is None or outcome.kind is OutcomeKind.TRUNCATED
        worth = (0.0,) * self.numbers.seats if outcome is None else rewards(outcome)
        seats = range(self.numbers.seats)
        seen = [self.numbers.observe(self.game.view(self.state, seat)) for seat in seats]
        self.begin(self.episode + 1)
        return worth, not broken, broken, np.array(seen)


@pytest.mark.parametrize(("name", "config", "workers"), PLAYED)
def test_rows_are_those_of_the_games_one_by_one(name: str, config: str, workers: int) -> None:
    made = VectorEnv(
        name,
        configs(name)[config],
        count=3,
        workers=workers,
        most_decisions=30,
        final_observations=True,
    )
    ends = 0
    with made as env:
        batch = env.reset(1)
        games = [ByHand(env.encoding, 1, row) for row in range(3)]
        for _ in range(70):
            actions = first_or_last(batch)
            batch = env.step(actions)
            for row, (each, action) in enumerate(zip(games, actions.tolist(), strict=True)):
                worth, terminated, truncated, seen = each.step(action, 30)
                assert batch.rewards[row].tolist() == pytest.approx(worth)
                assert batch.terminated[row] == terminated
                assert batch.truncated[row] == truncated
                assert batch.episodes[row] == each.episode
                assert (batch.final_observations[row] == seen).all()
                seat = each.game.actor(each.state)
                assert batch.actors[row] == seat
                shown = env.encoding.observe(each.game.view(each.state, seat))  # type: ignore[arg-type]
                assert (batch.observations[row] == shown).all()
                options = each.game.legal_actions(each.state)
                assert (batch.masks[row] == env.encoding.mask(options)).all()
                ends += terminated or truncated
    assert ends


def test_final_observations_are_kept_only_if_they_are_asked_for() -> None:
    env = VectorEnv("dome_crushers", count=1)
    for batch in (env.reset(1), env.reset(1).copy(), env.reset(1).rows(0, 1)):
        with pytest.raises(EncodingError, match="made with final_observations=True"):
            _ = batch.final_observations
    with pytest.raises(EncodingError, match="final_observations: expected True or False, got 1"):
        VectorEnv("dome_crushers", count=1, final_observations=1)  # type: ignore[arg-type]


def test_final_observations_go_with_the_next_reset() -> None:
    env = VectorEnv("dominum", count=2, most_decisions=1, final_observations=True)
    batch = env.step(env.reset(3).masks.argmax(axis=1))
    assert batch.final_observations.any(axis=2).all()
    assert not env.reset(3).final_observations.any()


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


def test_files_where_the_program_runs_are_no_modules_of_workers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "numpy.py").write_text("raise RuntimeError('this is not numpy')\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    with VectorEnv("dome_crushers", count=1, workers=1) as env:
        assert env.reset(1).masks.any()


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


def test_who_writes_into_the_arrays_changes_no_game() -> None:
    env, other = (VectorEnv("dome_crushers", count=2, most_decisions=3) for _ in range(2))
    batch, untouched = env.reset(1), other.reset(1)
    for _ in range(9):
        actions = untouched.masks.argmax(axis=1)
        for array in (
            batch.observations, batch.masks, batch.actors, batch.rewards, batch.terminated,
            batch.truncated, batch.episodes, batch.chosen,
        ):  # fmt: skip
            array.fill(1)
        batch, untouched = env.step(actions), other.step(actions)
        assert (batch.observations == untouched.observations).all()
        assert (batch.masks == untouched.masks).all()
        assert (batch.actors == untouched.actors).all()
        assert (batch.episodes == untouched.episodes).all()
        assert (batch.truncated == untouched.truncated).all()


def test_a_step_that_was_interrupted_is_not_gone_on_with(monkeypatch: pytest.MonkeyPatch) -> None:
    env = VectorEnv("dome_crushers", count=3)
    batch = env.reset(1)
    actions = batch.masks.argmax(axis=1)

    def interrupted(_self: Any, row: int, state: Any, seat: int) -> None:
        if row == 1:
            raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(Games, "_show", interrupted)
        with pytest.raises(KeyboardInterrupt):
            env.step(actions)
    with pytest.raises(EncodingError, match=r"expected reset\(seed\) .* interrupted"):
        env.step(actions)
    again = env.reset(1).copy()
    assert (again.observations == VectorEnv("dome_crushers", count=3).reset(1).observations).all()


@pytest.mark.parametrize("name", GAMES)
def test_games_leave_no_cycles(name: str) -> None:
    """Workers look for none."""
    env = VectorEnv(name, configs(name)[SMALL[name]], count=4, most_decisions=20)
    batch = env.reset(1)
    gc.collect()
    gc.disable()
    try:
        for _ in range(60):
            batch = env.step(first_or_last(batch))
        assert gc.collect() == 0
    finally:
        gc.enable()


def test_workers_end_though_a_child_holds_their_pipes() -> None:
    env = VectorEnv("dome_crushers", count=2, workers=2)
    assert env._crew is not None
    processes = list(env._crew.processes)
    held = [os.dup(process.stdin.fileno()) for process in processes if process.stdin]
    try:
        env.close()
        assert [process.returncode for process in processes] == [0, 0], "ended by force"
    finally:
        for each in held:
            os.close(each)


FORKED = """
import gc, os
from tabletop_rules.encodings.vector import EncodingError, VectorEnv

env, other = (VectorEnv("dome-crushers", count=4, workers=workers) for workers in (2, 0))
batch, expected = env.reset(1), other.reset(1)
child = os.fork()
if child == 0:
    for use in (lambda: env.step(batch.masks.argmax(axis=1)), lambda: env.reset(2)):
        try:
            use()
        except EncodingError as error:
            assert f"process {os.getppid()}, which has made" in str(error)
            assert f"got {os.getpid()}, a fork" in str(error)
        else:
            raise AssertionError("a fork has given orders")
    env.close()
    del env
    gc.collect()
    other.step(expected.masks.argmax(axis=1))  # games without workers are its own
    raise SystemExit(0)  # and all that is done at an exit is done
assert os.waitpid(child, 0)[1] == 0
for _ in range(20):
    env.step(batch.masks.argmax(axis=1))
    other.step(expected.masks.argmax(axis=1))
    assert (batch.observations == expected.observations).all()
env.close()
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there are no forks")
def test_a_fork_neither_steps_nor_ends_the_workers_of_its_parent() -> None:
    program = [sys.executable, "-c", FORKED]
    done = subprocess.run(program, check=False, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_where_memory_is_short_the_arrays_are_in_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = VectorEnv("dome_crushers", count=2).reset(1)
    room = [False, True]

    def filled(_handle: int, _start: int, _size: int) -> None:
        if not room.pop(0):
            raise OSError(ENOSPC, "no space left")

    monkeypatch.setattr(os, "posix_fallocate", filled, raising=False)
    monkeypatch.setattr(workers, "_MEMORY", Path(tempfile.gettempdir()))
    with VectorEnv("dome_crushers", count=2, workers=1) as env:
        assert (env.reset(1).observations == expected.observations).all()
    room[:] = [False, False]
    with pytest.raises(EncodingError, match=r"expected room for arrays of .* no space left"):
        VectorEnv("dome_crushers", count=2, workers=1)


def test_games_that_no_memory_holds_are_refused() -> None:
    for many in (2**45, 2**70):
        with pytest.raises(EncodingError, match="room for arrays"):
            VectorEnv("dome_crushers", count=many)
        with pytest.raises(EncodingError, match="room for arrays"):
            VectorEnv("dome_crushers", count=many, workers=1)


@pytest.mark.skipif(not hasattr(os, "sched_getaffinity"), reason="only Linux moves processes")
@pytest.mark.parametrize("more", [0, 1])
def test_as_many_workers_as_processors_have_one_each(
    monkeypatch: pytest.MonkeyPatch, more: int
) -> None:
    allowed = os.sched_getaffinity
    here = sorted(allowed(0))
    if len(here) == 1:
        pytest.skip("there is one processor")
    monkeypatch.setattr(os, "sched_getaffinity", lambda _process: set(here[: 2 - more]))
    with VectorEnv("dome-crushers", count=2, workers=2) as env:
        assert env._crew is not None
        own = [allowed(process.pid) for process in env._crew.processes]
    assert own == ([set(here)] * 2 if more else [{here[0]}, {here[1]}])
