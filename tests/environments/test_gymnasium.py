"""Gymnasium's own check, and what it does not look at."""

import copy
import pickle
from random import Random
from typing import Any, ClassVar

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

from tabletop_rules import dominus_portus
from tabletop_rules.bots import BotLoadError, RandomBot, UnknownBotError
from tabletop_rules.core import (
    BotError,
    IllegalActionError,
    Outcome,
    OutcomeKind,
    load_game,
    replay,
)
from tabletop_rules.encodings import ActionNumberError, EncodingError
from tabletop_rules.encodings.rewards import rewards
from tabletop_rules.environments import EnvironmentsError, NotBegunError, OverError
from tabletop_rules.environments.gymnasium import IDS, SeatEnv

from .games import CASES, chooser, config


def played(env: Any, seed: int | None = 1) -> list[tuple[Any, float, bool, bool, Any]]:
    """Play a random game and return what each step gave."""
    choose = chooser(seed or 0)
    _, info = env.reset(seed=seed)
    found: list[tuple[Any, float, bool, bool, Any]] = []
    while not found or not (found[-1][2] or found[-1][3]):
        step = env.step(choose(info["action_mask"]))
        info = step[4]
        found.append(step)
    return found


@pytest.mark.parametrize(("game", "name"), CASES)
@pytest.mark.parametrize("illegal", ["lose", "random"])
@pytest.mark.parametrize("masked", [False, True], ids=["mask in info", "mask in both"])
def test_gymnasiums_own_check(game: str, name: str, illegal: str, masked: bool) -> None:
    made = gymnasium.make(
        IDS[game],
        config=config(game, name),
        illegal=illegal,
        mask_in_observation=masked,
    )
    check_env(made.unwrapped)


@pytest.mark.parametrize(("game", "name"), CASES)
def test_the_last_step_has_the_reward_of_the_seat(game: str, name: str) -> None:
    rules = load_game(game)
    env = SeatEnv(game, config(game, name), seat=1)
    steps = played(env)
    assert not any(step[1] for step in steps[:-1])
    last: Any = None
    for state in replay(rules, env.record()):
        last = state
    outcome = rules.outcome(last)
    assert outcome is not None
    _, reward, terminated, truncated, info = steps[-1]
    assert reward == rewards(outcome)[1]
    assert truncated == (outcome.kind is OutcomeKind.TRUNCATED)
    assert terminated != truncated
    assert not info["action_mask"].any()


@pytest.mark.parametrize(("game", "name"), CASES)
def test_nobody_learns_more_than_the_view_of_the_seat(game: str, name: str) -> None:
    rules = load_game(game)
    env = SeatEnv(game, config(game, name), render_mode="ansi", mask_in_observation=True)
    choose = chooser(2)
    _, info = env.reset(seed=2)
    for step in range(60):
        if not info["action_mask"].any():
            break
        if step % 9 == 0:
            state = env._episode.state
            view = rules.view(state, 0)
            seen, info = env._shown()
            text = env.render()
            assert text == rules.render(view)
            for seed in range(3):
                env._episode.state = rules.resample(view, Random(seed))
                again, other = env._shown()
                for key in ("observation", "action_mask"):
                    assert again[key].tobytes() == seen[key].tobytes()
                assert other.keys() == info.keys()
                assert (other["action_mask"] == info["action_mask"]).all()
                assert (env.action_masks() == info["action_mask"]).all()
                assert env.render() == text
            env._episode.state = state
        info = env.step(choose(info["action_mask"]))[4]


@pytest.mark.parametrize("identity", IDS.values())
def test_games_are_made_by_their_ids(identity: str) -> None:
    made = gymnasium.make(identity, opponents="greedy", most_decisions=30)
    assert made.reset(seed=1)[1]["action_mask"].any()
    masks = made.get_wrapper_attr("action_masks")()
    assert masks.dtype == np.bool_
    assert masks.any()
    made.close()


def test_vectors_keep_the_last_observation_if_they_restart_in_the_same_step() -> None:
    made = gymnasium.make_vec(
        IDS["dome_crushers"],
        num_envs=2,
        vectorization_mode="sync",
        vector_kwargs={"autoreset_mode": AutoresetMode.SAME_STEP},
        most_decisions=20,
    )
    alone = SeatEnv(most_decisions=20)
    _, infos = made.reset(seed=1)
    last, _ = alone.reset(seed=1)
    ended = False
    while not ended:
        actions = infos["action_mask"].argmax(axis=1)
        _, _, terminated, truncated, infos = made.step(actions)
        last, *_ = alone.step(int(actions[0]))
        ended = bool(terminated[0] or truncated[0])
    assert (infos["final_obs"][0] == last).all()
    assert not infos["final_info"]["action_mask"][0].any()
    assert infos["action_mask"][0].any()
    made.close()


def test_several_are_stepped_by_gymnasiums_vectors() -> None:
    made = gymnasium.make_vec(IDS["dome_crushers"], num_envs=3, vectorization_mode="sync")
    seen, infos = made.reset(seed=1)
    assert seen.shape == (3, SeatEnv().encoding.size)
    for _ in range(30):
        masks = infos["action_mask"]
        actions = masks.argmax(axis=1)  # of a game that is over nothing is asked
        seen, _, _, _, infos = made.step(actions)
    made.close()


class Attentive:
    """A bot that notes what it is told."""

    told: list[Any]

    def __init__(self) -> None:
        self.rng = Random(0)
        self.told = []
        ALL.append(self)

    def begin(self, config: object, seat: int, seed: int, /) -> None:
        self.told.append(("begin", seat))

    def notice(self, events: tuple[Any, ...], /) -> None:
        self.told.append(("notice", events))

    def finish(self, outcome: Outcome | None, score: tuple[int, ...], /) -> None:
        self.told.append(("finish", outcome, score))

    def choose(self, view: object, options: tuple[Any, ...], /) -> Any:
        return options[int(self.rng.random() * len(options))]


ALL: list[Attentive] = []


def test_attentive_bots_are_told_what_their_seat_sees() -> None:
    ALL.clear()
    game = load_game("dome_crushers")
    env = SeatEnv(game, opponents=Attentive)
    played(env, seed=3)
    (bot,) = ALL
    assert bot.told[0] == ("begin", 1)
    states = list(replay(game, env.record()))
    expected: list[Any] = []
    for state, action in zip(states[:-1], env.record().actions, strict=True):
        if seen := game.observe(game.apply(state, action).events, 1):
            expected.append(("notice", seen))
    assert bot.told[1:-1] == expected
    assert bot.told[-1] == ("finish", game.outcome(states[-1]), game.score(states[-1]))
    env.reset(seed=4)
    env.reset(seed=5)
    assert [each.told[-1][:2] for each in ALL[1:2]] == [("finish", None)]
    assert len(bot.told) == len(expected) + 2


def test_opponents_sit_in_turn_from_the_seat_on() -> None:
    class First(RandomBot): ...

    class Second(RandomBot): ...

    def first(_game: Any, seed: Any) -> First:
        return First(seed)

    def second(_game: Any, seed: Any) -> Second:
        return Second(seed)

    env = SeatEnv(
        "dominus_portus",
        config("dominus_portus", "three players"),
        seat=1,
        opponents=[first, second],
    )
    env.reset(seed=1)
    assert {seat: type(bot) for seat, bot in env._opponents._bots.items()} == {2: First, 0: Second}


def test_any_seat_is_drawn_in_each_game() -> None:
    env = SeatEnv(seat="any")
    seats: set[int] = set()
    for seed in range(20):
        env.reset(seed=seed)
        seats.add(env.seat)
        assert env._episode.asked == env.seat
    assert seats == {0, 1}


@pytest.mark.parametrize("seed", [1, 2])
def test_a_seed_is_the_game(seed: int) -> None:
    one, other = SeatEnv(opponents="greedy"), SeatEnv(opponents="greedy")
    for number in (seed, None):
        played(one, number)
        played(other, number)
        assert one.record() == other.record()


def test_a_copy_goes_on_by_itself() -> None:
    env = SeatEnv()
    _, info = env.reset(seed=1)
    copied = copy.deepcopy(env)
    action = int(info["action_mask"].argmax())
    before = env.record()
    copied.step(action)
    assert env.record() == before
    env.step(action)
    assert env.record() == copied.record()


class Holder:
    """A bot that holds the game, and remembers what it was told."""

    def __init__(self, game: Any, seed: int) -> None:
        self.game = game
        self.rng = Random(seed)
        self.told: list[Any] = []

    def begin(self, config: Any, seat: int, seed: int) -> None:
        self.told = []

    def notice(self, events: Any) -> None:
        self.told.append(events)

    def finish(self, outcome: Any, score: Any) -> None:
        self.told.append(outcome)

    def choose(self, view: Any, options: Any) -> Any:
        return options[(len(self.told) + self.rng.randrange(len(options))) % len(options)]


@pytest.mark.parametrize("opponents", ["random", "greedy", "flat:3", "mcts:3", "endgame:3", Holder])
@pytest.mark.parametrize("game", ["dome_crushers", "dominus_portus"])
@pytest.mark.parametrize("how", ["copied", "pickled"])
def test_bots_go_on_in_a_copy(game: str, opponents: Any, how: str) -> None:
    env = SeatEnv(game, opponents=opponents)
    choose = chooser(3)
    _, info = env.reset(seed=3)
    for _ in range(4):
        *_, info = env.step(choose(info["action_mask"]))
    before = env.record()
    other = copy.deepcopy(env) if how == "copied" else pickle.loads(pickle.dumps(env))
    for each in (other, env):
        assert each.record() == before
        choose, mask = chooser(4), info["action_mask"]
        while mask.any():
            *_, told = each.step(choose(mask))
            mask = told["action_mask"]
    assert env.record() == other.record()
    env.reset(seed=5)
    other.reset(seed=5)
    assert env.record() == other.record()


def test_a_bot_that_cannot_be_copied_is_named() -> None:
    class Stubborn(Holder):
        def __init__(self, game: Any, seed: int) -> None:
            super().__init__(game, seed)
            self.stream = iter(lambda: 1, 2)
            self.module = copy

    env = SeatEnv(opponents=Stubborn)
    env.reset(seed=1)
    with pytest.raises(EnvironmentsError, match="opponents: expected bots that can be copied"):
        copy.deepcopy(env)
    with pytest.raises(EnvironmentsError, match="opponents: expected bots that can be pickled"):
        pickle.dumps(env)


@pytest.mark.parametrize("method", ["choose", "notice", "begin", "finish"])
def test_nothing_goes_on_after_a_bot_has_failed(method: str) -> None:
    """Otherwise an action of the seat would be done by another one."""

    class Failing(Holder):
        calls = 0

        def fail(self, *_: Any) -> Any:
            type(self).calls += 1
            if method not in {"choose", "notice"} or type(self).calls == 5:
                raise RuntimeError("out of order")
            return _[-1][0]

    setattr(Failing, method, Failing.fail)
    env = SeatEnv(opponents=Failing)
    with pytest.raises(BotError, match="raised RuntimeError: out of order"):
        played(env)
    if env._episode.state is not None:
        before = env.record()
        with pytest.raises(OverError):
            env.step(0)
        assert env.record() == before


def test_numbers_may_be_those_of_numpy() -> None:
    one = SeatEnv(seat=1, most_decisions=9)
    numbers: Any = {"seat": np.int64(1), "most_decisions": np.int32(9)}
    other = SeatEnv(**numbers)
    one.reset(seed=5)
    other.reset(seed=np.int64(5))  # type: ignore[arg-type]
    assert one.record() == other.record()


def test_an_illegal_action_is_an_error_by_default() -> None:
    env = SeatEnv()
    _, info = env.reset(seed=1)
    before = env.record()
    with pytest.raises(IllegalActionError):
        env.step(int(info["action_mask"].argmin()))
    with pytest.raises(ActionNumberError):
        env.step(-1)
    assert env.record() == before


def test_an_illegal_action_loses() -> None:
    env = SeatEnv(illegal="lose")
    _, info = env.reset(seed=1)
    _, reward, terminated, truncated, after = env.step(int(info["action_mask"].argmin()))
    assert (reward, terminated, truncated) == (-1, True, False)
    assert not after["action_mask"].any()
    with pytest.raises(OverError):
        env.step(0)


def test_an_illegal_action_is_replaced() -> None:
    records: list[Any] = []
    for _ in range(2):
        env = SeatEnv(illegal="random")
        _, info = env.reset(seed=1)
        before = env.record()
        env.step(int(info["action_mask"].argmin()))
        records.append(env.record())
        assert len(env.record().actions) > len(before.actions)
        list(replay(load_game("dome_crushers"), env.record()))
    assert records[0] == records[1]


def test_a_game_is_truncated_after_so_many_decisions() -> None:
    env = SeatEnv("dominum", most_decisions=8)
    *_, (_, reward, terminated, truncated, info) = played(env)
    assert (reward, terminated, truncated) == (0, False, True)
    assert not info["action_mask"].any()


@pytest.mark.parametrize(
    ("bad", "error", "what"),
    [
        ({"mask_in_observation": 1}, EnvironmentsError, "mask_in_observation: expected True or"),
        ({"most_decisions": True}, EnvironmentsError, "most_decisions: expected a whole number"),
        ({"seat": 2}, EnvironmentsError, "seat: expected 0 to 1, or 'any', got 2"),
        ({"seat": True}, EnvironmentsError, "seat: expected 0 to 1"),
        ({"seat": np.array([0, 1])}, EnvironmentsError, "seat: expected 0 to 1"),
        ({"illegal": "pass"}, EnvironmentsError, "'error' or 'lose' or 'random', got 'pass'"),
        ({"illegal": np.array(["error", "lose"])}, EnvironmentsError, "illegal: expected 'error'"),
        ({"render_mode": "rgb_array"}, EnvironmentsError, "expected 'human', 'ansi' or None, got"),
        ({"render_mode": np.array(["ansi", "human"])}, EnvironmentsError, "render_mode: expected"),
        ({"opponents": ["random"] * 2}, EnvironmentsError, "opponents: expected one, or 1"),
        ({"opponents": "nobody"}, UnknownBotError, "no bot is called 'nobody'"),
        ({"opponents": "mcts:many"}, UnknownBotError, "no bot is called 'mcts:many'"),
        ({"render_mode": []}, EnvironmentsError, "render_mode: expected 'human', 'ansi'"),
        ({"game": 3}, EncodingError, "expected a game or the name of one, got 3"),
        ({"opponents": 3}, BotLoadError, "expected a class, a function or an object"),
    ],
)
def test_bad_arguments_are_refused(bad: dict[str, Any], error: type[Exception], what: str) -> None:
    with pytest.raises(error, match=what):
        SeatEnv(**bad)


def test_a_game_broken_off_before_the_seat_is_asked_is_refused_with_the_reason() -> None:
    config = load_game("dominum").Config()
    env = SeatEnv("dominum", config, seat=1, most_decisions=1)  # seat 0 chooses its forces first
    with pytest.raises(EnvironmentsError, match="seat decides within most_decisions=1, got"):
        env.reset(seed=1)
    with pytest.raises(OverError):
        env.step(0)


def test_masks_in_observations_stay_where_only_some_games_are_begun_anew() -> None:
    mode = {"autoreset_mode": AutoresetMode.DISABLED}
    identity = IDS["dome_crushers"]
    several = gymnasium.make_vec(
        identity, num_envs=3, vector_kwargs=mode, mask_in_observation=True, most_decisions=40
    )
    seen, info = several.reset(seed=1)
    choose = chooser(1)
    steps: list[Any] = []
    while not steps or not any(steps[-1]) or all(steps[-1]):
        if steps and all(steps[-1]):
            seen, _ = several.reset()
        acts = np.array([choose(mask) for mask in seen["action_mask"]])
        seen, _, terminated, truncated, _ = several.step(acts)
        steps.append(terminated | truncated)
    begun = steps[-1]
    before = seen["action_mask"].copy()
    seen, info = several.reset(options={"reset_mask": begun})
    assert info["_action_mask"].tolist() == begun.tolist()
    assert not info["action_mask"][~begun].any()  # so Gymnasium has it
    assert (seen["action_mask"][~begun] == before[~begun]).all()
    assert seen["action_mask"].any(axis=1).all()
    several.close()


def test_it_is_used_after_reset() -> None:
    env = SeatEnv(render_mode="ansi")
    for use in (lambda: env.step(0), env.record, env.action_masks):
        with pytest.raises(NotBegunError):
            use()
    with pytest.raises(NotBegunError):
        env.render()
    for bad in (-1, True):
        with pytest.raises(EnvironmentsError, match="seed: expected"):
            env.reset(seed=bad)


def test_human_prints_what_ansi_returns(capsys: pytest.CaptureFixture[str]) -> None:
    shown = SeatEnv(render_mode="human", most_decisions=4)
    given = SeatEnv(render_mode="ansi", most_decisions=4)
    texts: list[str] = []
    for env in (shown, given):
        _, info = env.reset(seed=3)
        over = False
        while not over:
            texts += [env.render()] if env is given else []
            _, _, terminated, truncated, info = env.step(int(info["action_mask"].argmax()))
            over = terminated or truncated
    texts.append(given.render())
    assert capsys.readouterr().out == "".join(f"{text}\n" for text in texts)
    assert shown.render() is None


class Costly(Holder):
    """A bot that holds something: a program, say."""

    open: ClassVar[list["Costly"]] = []

    def __init__(self, game: Any, seed: int) -> None:
        super().__init__(game, seed)
        self.open.append(self)

    def close(self) -> None:
        self.open.remove(self)


def test_bots_are_closed_when_others_play_and_with_the_environment() -> None:
    env = SeatEnv("dominus-portus", dominus_portus.Config(seats=3), opponents=Costly)
    for seed in range(4):
        env.reset(seed=seed)
        assert len(Costly.open) == 2
    env.close()
    env.close()
    assert not Costly.open


def test_a_bot_that_plays_again_is_not_closed_between_games() -> None:
    bot = Costly(load_game("dome_crushers"), 1)
    env = SeatEnv(opponents=lambda: bot)
    env.reset(seed=1)
    env.reset(seed=2)
    assert Costly.open == [bot]
    env.close()
    assert not Costly.open


def test_a_bot_that_cannot_be_closed_keeps_no_other_one_open() -> None:
    class Stuck(Costly):
        def close(self) -> None:
            super().close()
            raise RuntimeError("stuck")

    env = SeatEnv(
        "dominus-portus", dominus_portus.Config(seats=4), opponents=[Stuck, Costly, Stuck]
    )
    env.reset(seed=1)
    with pytest.raises(BotError, match="raised RuntimeError: stuck"):
        env.close()
    assert not Costly.open


def test_closed_in_the_middle_it_is_over_until_the_next_reset() -> None:
    env = SeatEnv(opponents=Attentive)
    ALL.clear()
    _, info = env.reset(seed=1)
    option = int(info["action_mask"].argmax())
    env.close()
    assert ALL[-1].told[-1][:2] == ("finish", None)
    told = list(ALL[-1].told)
    before = env.record()
    with pytest.raises(OverError, match="expected reset"):
        env.step(option)
    assert env.record() == before
    assert not env.action_masks().any()
    env.reset(seed=1)
    assert env.action_masks()[option]
    assert ALL[-2].told == told
