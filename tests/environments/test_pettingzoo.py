"""PettingZoo's own tests, and what they do not look at."""

import copy
import pickle
import sys
import warnings
from collections.abc import Iterator
from importlib import import_module
from itertools import count
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pettingzoo
import pytest
from pettingzoo.utils.wrappers import OrderEnforcingWrapper, TerminateIllegalWrapper

from tabletop_rules.core import IllegalActionError, OutcomeKind, load_game, replay
from tabletop_rules.encodings import ActionNumberError, EncodingError
from tabletop_rules.encodings.rewards import rewards
from tabletop_rules.environments import EnvironmentsError, NotBegunError, OverError
from tabletop_rules.environments.pettingzoo import GameEnv, env

from .games import CASES, DEFAULT, chooser, config

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # it uses its own old names
    from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test

# What PettingZoo's test says of its own environments with masks too, but to a list of theirs
MASKED = [
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be",
    "Action mask numpy array is all zeros",  # the game is over
]
ignore_masked = [pytest.mark.filterwarnings(f"ignore:{text}:UserWarning") for text in MASKED]


def turns(made: Any, seed: int = 1) -> Iterator[tuple[str, Any]]:
    """Play a random game that was begun; give each agent before it acts, and what it sees."""
    choose = chooser(seed)
    for agent in made.agent_iter():
        seen, _, terminated, truncated, _ = made.last()
        if terminated or truncated:
            made.step(None)
        else:
            yield agent, seen
            made.step(choose(seen["action_mask"]))


class TestPettingZoosOwn:
    pytestmark = ignore_masked

    @pytest.mark.parametrize(("game", "name"), CASES)
    def test_api(self, game: str, name: str) -> None:
        api_test(env(game, config(game, name)), num_cycles=120)
        wrapped = OrderEnforcingWrapper(env(game, config(game, name), render_mode="ansi"))
        api_test(wrapped, num_cycles=20)

    @pytest.mark.parametrize(("game", "name"), CASES)
    def test_seed(self, game: str, name: str) -> None:
        seed_test(lambda: env(game, config(game, name)), num_cycles=60)

    @pytest.mark.parametrize("game", DEFAULT)
    def test_render(self, game: str, capsys: pytest.CaptureFixture[str]) -> None:
        def make(render_mode: str) -> GameEnv:
            return env(game, render_mode=render_mode)

        wanted: Any = make  # whose type there is that of environments of Gymnasium
        render_test(wanted)
        assert capsys.readouterr().out

    @pytest.mark.parametrize(("game", "name"), CASES)
    def test_performance(
        self,
        game: str,
        name: str,
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        seconds = count()  # it plays for five seconds of a clock that goes on when it is looked at
        module = sys.modules[performance_benchmark.__module__]
        monkeypatch.setattr(module, "time", SimpleNamespace(time=lambda: next(seconds)))
        performance_benchmark(env(game, config(game, name)))
        assert "turns per second" in capsys.readouterr().out


@pytest.mark.parametrize(("game", "name"), CASES)
def test_a_game_ends_with_the_rewards_of_its_outcome(game: str, name: str) -> None:
    rules = load_game(game)
    made: Any = env(game, config(game, name))
    made.reset(seed=3)
    last: Any = None
    for _ in turns(made):
        assert set(made.rewards.values()) == {0}
        last = made.record()
    assert made.agents == []
    assert last is not None
    for state in replay(rules, made.record()):
        last = state
    outcome = rules.outcome(last)
    assert outcome is not None
    assert made._episode.rewards == rewards(outcome)
    assert made._episode.truncated == (outcome.kind is OutcomeKind.TRUNCATED)


@pytest.mark.parametrize(("game", "name"), CASES)
def test_last_gives_each_agent_its_reward_once(game: str, name: str) -> None:
    made: Any = env(game, config(game, name))
    made.reset(seed=4)
    given: dict[str, float] = {}
    choose = chooser(4)
    for agent in made.agent_iter():
        seen, reward, terminated, truncated, info = made.last()
        over = terminated or truncated
        assert info == {}
        if over:
            given[agent] = reward
            assert not seen["action_mask"].any()
            made.step(None)
        else:
            assert reward == 0
            made.step(choose(seen["action_mask"]))
    assert tuple(given.values()) == made.unwrapped._episode.rewards
    assert list(given) == made.possible_agents


@pytest.mark.parametrize(("game", "name"), CASES)
def test_observations_are_those_of_the_views_and_of_nobody_else(game: str, name: str) -> None:
    rules = load_game(game)
    made: Any = env(game, config(game, name), render_mode="ansi")
    made.reset(seed=5)
    numbers, episode = made.encoding, made._episode
    for step, (agent, seen) in enumerate(turns(made)):
        if step % 17:
            continue
        actor = made._seats[agent]
        assert (seen["action_mask"] == numbers.mask(rules.legal_actions(episode.state))).all()
        state = episode.state
        for other, seat in made._seats.items():
            view = rules.view(state, seat)
            shown = made.observe(other)
            assert (shown["observation"] == numbers.observe(view)).all()
            assert shown["action_mask"].any() == (seat == actor)
            text, infos = made.render(), dict(made.infos)
            for seed in range(2):  # nothing of what the seat cannot see
                episode.state = rules.resample(view, Random(seed))
                again = made.observe(other)
                assert again["observation"].tobytes() == shown["observation"].tobytes()
                assert again["action_mask"].tobytes() == shown["action_mask"].tobytes()
                assert dict(made.infos) == infos
                assert made.render() == text or seat != actor
            episode.state = state


def test_arrays_that_were_given_stay_as_they_are() -> None:
    made: Any = env()
    made.reset(seed=1)
    kept = [(seen, {key: each.copy() for key, each in seen.items()}) for _, seen in turns(made)]
    for seen, before in kept:
        assert all((seen[key] == before[key]).all() for key in before)


def test_a_seed_is_the_game_and_its_successors() -> None:
    def games(seed: int) -> list[Any]:
        made = env()
        found: list[Any] = []
        for number in range(3):
            made.reset(seed=None if number else seed)
            for _ in turns(made):
                pass
            found.append(made.record())
        return found

    first = games(7)
    assert first == games(7)
    assert first != games(8)
    assert first[0].seed == 7
    assert len({record.seed for record in first}) == 3


def test_without_any_seed_games_differ() -> None:
    one, other = env(), env()
    one.reset()
    other.reset()
    assert one.record().seed != other.record().seed


def test_copies_and_pickles_go_on_by_themselves() -> None:
    made: Any = env()
    made.reset(seed=1)
    before = made.record()
    action = int(made.last()[0]["action_mask"].argmax())
    for other in (copy.deepcopy(made), pickle.loads(pickle.dumps(made))):
        other.step(action)
        assert made.record() == before
        assert len(other.record().actions) > len(before.actions)


def test_an_illegal_action_raises_and_changes_nothing() -> None:
    made: Any = env()
    made.reset(seed=1)
    before = made.record()
    illegal = int(made.observe(made.agent_selection)["action_mask"].argmin())
    with pytest.raises(IllegalActionError):
        made.step(illegal)
    for strange in (-1, made.encoding.action_count, None, "0", 1.5):
        with pytest.raises(ActionNumberError, match="expected the number of an action"):
            made.step(strange)
    assert made.record() == before
    made.step(np.int32(made.observe(made.agent_selection)["action_mask"].argmax()))
    assert made.record() != before


@pytest.mark.filterwarnings("ignore")  # PettingZoo warns of the illegal move
def test_pettingzoos_wrapper_for_illegal_actions_ends_the_game() -> None:
    made: Any = TerminateIllegalWrapper(env(), illegal_reward=-1)
    made.reset(seed=1)
    loser = made.agent_selection
    made.step(int(made.last()[0]["action_mask"].argmin()))
    given: dict[str, float] = {}
    for agent in made.agent_iter():
        _, reward, terminated, truncated, _ = made.last()
        assert terminated
        assert truncated
        given[agent] = reward
        made.step(None)
    assert given == {agent: -float(agent == loser) for agent in made.possible_agents}
    made.reset(seed=2)
    assert made.agents == made.possible_agents
    assert not any(made.terminations.values())


def test_a_game_is_truncated_after_so_many_decisions() -> None:
    made: Any = env("dominum", most_decisions=5)
    made.reset(seed=1)
    assert len(list(turns(made))) == 5
    assert made._episode.truncated
    assert made._episode.rewards == (0, 0)


def test_a_render_is_what_the_agent_that_acts_sees() -> None:
    game = load_game("dome_crushers")
    made: Any = env(render_mode="ansi")
    made.reset(seed=1)
    for agent, _ in turns(made):
        view = game.view(made._episode.state, made.possible_agents.index(agent))
        assert made.render() == game.render(view)
    assert env().render() is None


def test_human_prints_what_ansi_returns(capsys: pytest.CaptureFixture[str]) -> None:
    shown: Any = env(render_mode="human", most_decisions=9)
    given: Any = env(render_mode="ansi", most_decisions=9)
    shown.reset(seed=1)
    given.reset(seed=1)
    for _ in turns(shown):
        pass
    texts = [given.render() for _ in turns(given)]
    assert capsys.readouterr().out == "".join(f"{text}\n" for text in texts)


def test_closed_in_the_middle_it_is_over_until_the_next_reset() -> None:
    made: Any = env()
    made.close()
    made.reset(seed=1)
    option = int(made.last()[0]["action_mask"].argmax())
    made.close()
    made.close()
    for use in (lambda: made.step(option), made.last):
        with pytest.raises(OverError, match="expected reset"):
            use()
    assert not list(made.agent_iter())
    made.reset(seed=1)
    made.step(option)


@pytest.mark.parametrize("method", ["observe", "observation_space", "action_space"])
@pytest.mark.parametrize("agent", ["player_2", "", None, 0, [], {}])
def test_an_agent_that_does_not_play_is_refused(method: str, agent: Any) -> None:
    made: Any = env()
    made.reset(seed=1)
    with pytest.raises(EnvironmentsError, match=f"{method}: expected player_0, player_1, got "):
        getattr(made, method)(agent)


def test_it_is_used_between_reset_and_the_end() -> None:
    made: Any = env(render_mode="ansi")
    for use in (
        lambda: made.step(0),
        lambda: made.observe("player_0"),
        made.render,
        made.last,
        made.agent_iter,
        made.record,
    ):
        with pytest.raises(NotBegunError, match="expected reset"):
            use()
    made.reset(seed=1)
    with pytest.raises(EnvironmentsError, match="expected player_0, player_1, got 'nobody'"):
        made.observe("nobody")
    for _ in turns(made):
        pass
    for use in (made.last, made.render, lambda: made.step(0), lambda: made.step(None)):
        with pytest.raises(OverError, match=r"expected reset\(\) after the end"):
            use()
    with pytest.raises(OverError, match="expected reset"):
        made._episode.act(0)
    made.close()


@pytest.mark.parametrize(
    ("bad", "what"),
    [
        ({"render_mode": "rgb_array"}, "render_mode: expected 'human', 'ansi' or None, got 'rgb"),
        ({"render_mode": np.array(["ansi", "human"])}, "render_mode: expected 'human', 'ansi'"),
        ({"most_decisions": 0}, "most_decisions: expected a whole number above 0"),
        ({"most_decisions": "many"}, "most_decisions: expected a whole number above 0"),
    ],
)
def test_bad_arguments_are_refused(bad: dict[str, Any], what: str) -> None:
    with pytest.raises(EnvironmentsError, match=what):
        env(**bad)


def test_bad_configs_and_seeds_are_refused() -> None:
    with pytest.raises(EncodingError, match="expected a dominum Config"):
        GameEnv("dominum", 3)
    made: Any = env()
    for bad in (-1, "1", 1.5):
        with pytest.raises(EnvironmentsError, match="seed: expected a whole number of 0 or more"):
            made.reset(seed=bad)
    hosted = env("dominus_portus", config("dominus_portus", "hosted"))
    with pytest.raises(EnvironmentsError, match="wait for its host"):
        hosted.reset(seed=1)


@pytest.mark.skipif(not hasattr(pettingzoo, "register"), reason="PettingZoo has no registry yet")
@pytest.mark.parametrize("game", DEFAULT)
def test_games_are_made_by_their_ids(game: str) -> None:
    made: Any = pettingzoo.make("aec", f"tabletop_rules/{game}-v0", render_mode="ansi")
    made.reset(seed=1)
    assert made.unwrapped.encoding.name == game
    assert made.render()


@pytest.mark.parametrize("game", DEFAULT)
def test_the_default_is_the_default_config(game: str) -> None:
    made: Any = env(game)
    assert made.unwrapped.encoding.config == import_module(f"tabletop_rules.{game}").Config()
    assert str(made) == f"{game}_v0"
