"""The games in OpenSpiel: its own tests, its searches and solvers, and what a seat is told."""

import math
import pickle
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from itertools import chain
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import cfr, exploitability, ismcts, mcts
from open_spiel.python.algorithms.generate_playthrough import playthrough
from open_spiel.python.observation import make_observation

from tabletop_rules.core import CHANCE, ConfigError, IllegalActionError, load_game, to_json
from tabletop_rules.core.serial import to_data
from tabletop_rules.core.toml import toml_lines
from tabletop_rules.dome_crushers import Config
from tabletop_rules.encodings import ActionNumberError, encoding
from tabletop_rules.encodings.rewards import rewards
from tabletop_rules.environments import EnvironmentsError
from tabletop_rules.environments.histories import Position, begin
from tabletop_rules.environments.naming import config_from, config_text, named_configs
from tabletop_rules.environments.openspiel import NAMES, TabletopGame, spiel_game

CASES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("dome_crushers", {}),
    ("dome_crushers", {"config": "tiny"}),
    ("dome_crushers", {"config": "duel", "returns": "points"}),
    ("dominum", {}),
    ("dominum", {"config": "nobody_left"}),
    ("dominus_portus", {}),
    ("dominus_portus", {"players": 3}),
    ("dominus_portus", {"players": 4}),
    ("dominus_portus", {"config": "dominus_three_players"}),
    ("dominus_portus", {"config": "both"}),
)
SHORT = tuple(case for case in CASES if case != ("dominum", {}))
"""Those of which whole games are quick."""


def loaded(name: str, parameters: dict[str, Any]) -> Any:
    return pyspiel.load_game(NAMES[name], parameters)


def observation(game: Any, kind: Any = None) -> Any:
    """Return OpenSpiel's own observation of a game."""
    return make_observation(game, kind)


def label(value: object) -> str:
    return value if isinstance(value, str) else "-".join(map(str, dict(value).values()))  # type: ignore[call-overload]


def walk(state: Any, seed: int, most: int = 400) -> Iterator[tuple[Any, int]]:
    """Play at random; give each state with the action that follows."""
    rng = Random(seed)
    for _ in range(most):
        if state.is_terminal():
            return
        actions = state.legal_actions()
        action = actions[int(rng.random() * len(actions))]
        yield state, action
        state.apply_action(action)


def tree(position: Position) -> Iterator[Position]:
    """Give all positions of a tiny game."""
    yield position
    for number in [*position.options, *(number for number, _ in position.chances)]:
        yield from tree(position.after(number))


# ---------------------------------------------------------------- OpenSpiel's own tests and players


@pytest.mark.parametrize(("name", "parameters"), CASES, ids=label)
def test_openspiel_accepts_it(name: str, parameters: dict[str, Any]) -> None:
    pyspiel.random_sim_test(loaded(name, parameters), 1, serialize=True, verbose=False)


def test_all_games_load_without_parameters() -> None:
    for name, short in NAMES.items():
        game = pyspiel.load_game(short)
        assert isinstance(game, TabletopGame)
        assert game.encoding == encoding(name)


def test_mcts_plays_it() -> None:
    for name, parameters in (("dome_crushers", {"config": "tiny"}), ("dominus_portus", {})):
        game = loaded(name, parameters)
        random = np.random.RandomState(3)
        evaluator = mcts.RandomRolloutEvaluator(1, random)
        bot = mcts.MCTSBot(game, 2.0, 5, evaluator, random_state=random)
        state = game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(state.chance_outcomes()[0][0])
        assert bot.step(state) in state.legal_actions()


@pytest.mark.filterwarnings("ignore:The chararray class:DeprecationWarning")  # with NumPy 2.5
@pytest.mark.parametrize(
    ("name", "config"), [("dome_crushers", "tiny"), ("dominus_portus", "both")]
)
def test_openspiel_writes_a_playthrough(name: str, config: str) -> None:
    written = playthrough(f"{NAMES[name]}(config={config})", action_sequence=None, seed=1)
    assert "IsTerminal() = True" in written


def test_information_set_mcts_plays_it() -> None:
    for by_view in (False, True):
        game = loaded("dome_crushers", {"config": "tiny_pairs", "returns": "points"})
        random = np.random.RandomState(3)
        bot = ismcts.ISMCTSBot(
            game=game,
            uct_c=2.0,
            max_simulations=20,
            evaluator=mcts.RandomRolloutEvaluator(1, random),
            random_state=random,
            use_observation_string=by_view,
        )
        decided = 0
        for state, action in walk(game.new_initial_state(), 5):
            if not state.is_chance_node() and len(state.legal_actions()) > 1 and decided < 4:
                decided += 1
                assert bot.step(state) in state.legal_actions(), action
        assert decided


def test_cfr_solves_the_tiny_duel() -> None:
    game = loaded("dome_crushers", {"config": "duel", "returns": "points"})
    solver = cfr.CFRPlusSolver(game)
    found: list[float] = []
    for iterations in (1, 4, 15):
        for _ in range(iterations):
            solver.evaluate_and_update_policy()
        found.append(exploitability.exploitability(game, solver.average_policy()))
    assert found[0] > found[1] > found[2] >= 0
    assert found[2] < 0.1 * game.max_utility()
    assert found[2] < 0.1 * found[0]


def test_the_solvers_in_cplusplus_take_it() -> None:
    game = loaded("dome_crushers", {"config": "duel", "returns": "points"})
    solver = pyspiel.CFRSolver(game)
    found: list[float] = []
    for iterations in (1, 9):
        for _ in range(iterations):
            solver.evaluate_and_update_policy()
        found.append(pyspiel.exploitability(game, solver.average_policy()))
    assert found[0] > 2 * found[1] >= 0


# ---------------------------------------------------------------- the same game as ours


@pytest.mark.parametrize(("name", "parameters"), SHORT, ids=label)
def test_the_same_actions_lead_to_the_same_end(name: str, parameters: dict[str, Any]) -> None:
    game = loaded(name, parameters)
    numbers, ours = game.encoding, load_game(name)
    for seed in range(2):
        state = game.new_initial_state()
        own = ours.initial_state(numbers.config)
        for each, number in walk(state, seed, most=10_000):
            assert each.position.state == own
            chance = ours.actor(own) is CHANCE
            action = numbers.decode_chance(number) if chance else numbers.decode(number)
            assert each.action_to_string(number) == ours.format_action(action)
            own = ours.apply(own, action).state
        assert state.is_terminal()
        outcome, score = ours.outcome(own), ours.score(own)
        assert outcome is not None
        if parameters.get("returns") == "points":
            assert state.returns() == [score[0] - score[1], score[1] - score[0]]
        else:
            assert state.returns() == list(rewards(outcome))
        assert min(state.returns()) >= game.min_utility()
        assert max(state.returns()) <= game.max_utility()
        assert sum(state.returns()) == pytest.approx(0)


@pytest.mark.parametrize(("name", "parameters"), CASES, ids=label)
def test_chance_has_our_odds(name: str, parameters: dict[str, Any]) -> None:
    game = loaded(name, parameters)
    ours = load_game(name)
    met = 0
    for state, _ in walk(game.new_initial_state(), 1, most=80):
        if not state.is_chance_node():
            continue
        met += 1
        given = state.chance_outcomes()
        exact = dict(ours.chance_outcomes(state.position.state))
        assert [number for number, _ in given] == sorted({number for number, _ in given})
        assert {game.encoding.decode_chance(n): p for n, p in given} == {
            action: float(p) for action, p in exact.items()
        }
        assert sum(p for _, p in given) == pytest.approx(1, abs=1e-12)
    assert met


@pytest.mark.parametrize(("name", "parameters"), CASES, ids=label)
def test_texts_and_structs_of_actions_come_back(name: str, parameters: dict[str, Any]) -> None:
    game = loaded(name, parameters)
    ours, numbers = load_game(name), game.encoding
    for state, _ in walk(game.new_initial_state(), 2, most=60):
        chance = state.is_chance_node()
        for number in state.legal_actions()[:4]:
            text = state.action_to_string(number)
            assert state.string_to_action(text) == number
            parsed = ours.parse_action(text)
            assert (numbers.encode_chance if chance else numbers.encode)(parsed) == number
            struct = state.action_to_struct(number)
            assert state.struct_to_actions(struct) == [number]


def test_a_struct_can_be_applied() -> None:
    state = loaded("dome_crushers", {"config": "duel"}).new_initial_state()
    copy = state.clone()
    struct = state.action_to_struct(state.legal_actions()[1])
    assert struct.to_dict() == {"type": "start_with", "seat": 1}
    state.apply_action(1)
    copy.apply_action_struct(struct)
    assert str(copy) == str(state)
    assert "round" in state.to_struct().to_dict()
    assert state.to_observation_struct(0).to_dict()["seat"] == 0


@pytest.mark.parametrize(("name", "parameters"), SHORT, ids=label)
def test_copies_are_equal_and_apart(name: str, parameters: dict[str, Any]) -> None:
    game = loaded(name, parameters)
    made: tuple[Callable[[Any], Any], ...] = (
        lambda state: state.clone(),
        lambda state: game.deserialize_state(state.serialize()),
        lambda state: pickle.loads(pickle.dumps(state)),
        lambda state: pyspiel.deserialize_game_and_state(
            pyspiel.serialize_game_and_state(game, state)
        )[1],
    )
    state = game.new_initial_state()
    for _ in walk(state, 4, most=30):
        pass
    for make in made:
        copy = make(state)
        assert copy.history() == state.history()
        assert copy.position.state == state.position.state
        for player in range(game.num_players()):
            told = state.information_state_string(player)
            assert copy.information_state_string(player) == told
        before = str(state)
        for _ in walk(copy, 5, most=3):
            pass
        assert str(state) == before


# ---------------------------------------------------------------- what a player is told


@pytest.mark.parametrize(("name", "parameters"), CASES, ids=label)
def test_observations_are_those_of_the_view(name: str, parameters: dict[str, Any]) -> None:
    game = loaded(name, parameters)
    ours = load_game(name)
    seen = observation(game)
    public = observation(
        game,
        pyspiel.IIGObservationType(
            perfect_recall=False, public_info=True, private_info=pyspiel.PrivateInfoType.NONE
        ),
    )
    parts = {part.name for part in game.encoding.parts}
    for place, (state, _) in enumerate(walk(game.new_initial_state(), 3, most=40)):
        if place % 8:
            continue
        for player in range(game.num_players()):
            view = ours.view(state.position.state, player)
            expected = game.encoding.observe(view)
            assert np.array_equal(np.array(state.observation_tensor(player), np.float32), expected)
            seen.set_from(state, player)
            assert np.array_equal(seen.tensor, expected)
            assert set(seen.dict) == parts
            public.set_from(state, player)
            spectator = game.encoding.observe(ours.view(state.position.state, None))
            assert np.array_equal(public.tensor, spectator)


@pytest.mark.parametrize("config", ["duel", "tiny", "tiny_late"])
def test_information_states_have_perfect_recall(config: str) -> None:
    start = begin(encoding("dome_crushers", named_configs("dome_crushers")[config]))
    alike: dict[tuple[int, str], list[Position]] = defaultdict(list)
    for position in tree(start):
        for seat in (0, 1):
            alike[seat, position.text(seat)].append(position)
    assert any(len(each) > 1 for each in alike.values())
    pasts: set[tuple[int, tuple[Any, ...]]] = set()
    for (seat, _), positions in alike.items():
        first = positions[0]
        past = tuple(first.rows(seat))
        pasts.add((seat, past))
        for other in positions[1:]:
            assert other.actor == first.actor
            if first.actor == seat:
                assert other.options == first.options
            assert tuple(other.rows(seat)) == past  # own actions, and all that was seen
    assert len(pasts) == len(alike)  # the array tells apart what the text tells apart


@pytest.mark.parametrize(("name", "parameters"), SHORT, ids=label)
def test_a_player_cannot_tell_resampled_states(name: str, parameters: dict[str, Any]) -> None:
    game = loaded(name, parameters)
    rng = Random(8)
    forks = asked = 0
    walks = (walk(game.new_initial_state(), seed, most=100) for seed in range(4))
    for state, number in chain.from_iterable(walks):
        if state.is_chance_node():
            continue
        asked += 1
        if forks > 20 and asked % 8:
            continue
        player = state.current_player()
        other = state.resample_from_infostate(player, rng.random)
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.observation_string(player) == state.observation_string(player)
        assert other.legal_actions() == state.legal_actions()
        assert other.history() == []
        after, elsewhere = state.child(number), other.child(number)
        for _ in range(4):  # while it sees the same, it cannot tell them apart
            same = after.information_state_string(player) == elsewhere.information_state_string(
                player
            )
            if not same or after.is_terminal():
                break
            assert elsewhere.observation_string(player) == after.observation_string(player)
            forks += 1
            common = set(after.legal_actions()) & set(elsewhere.legal_actions())
            if not common:
                break
            after.apply_action(min(common))
            elsewhere.apply_action(min(common))
    assert forks


def test_a_secret_changes_what_its_owner_is_told_alone() -> None:
    game = loaded("dome_crushers", {})
    drawn = 0
    for state, _ in walk(game.new_initial_state(), 6, most=60):
        actions = state.legal_actions()
        if (
            not state.is_chance_node()
            or len(actions) < 2
            or "draw" not in str(state.action_to_string(actions[0]))
        ):
            continue
        drawn += 1
        children = [state.child(action) for action in actions]
        told = sorted(
            len({child.information_state_string(player) for child in children}) for player in (0, 1)
        )
        assert told == [1, len(actions)]
    assert drawn


def test_the_tensor_of_an_information_state_is_its_history() -> None:
    game = loaded("dome_crushers", {"config": "tiny"})
    kind = pyspiel.IIGObservationType(perfect_recall=True)
    recalled = observation(game, kind)
    state = game.new_initial_state()
    for _ in walk(state, 3):
        pass
    for player in (0, 1):
        recalled.set_from(state, player)
        rows = state.position.rows(player)
        flat = np.array(state.information_state_tensor(player), np.float32)
        assert np.array_equal(recalled.tensor, flat)
        assert recalled.dict["actions"].sum() == sum(row.action is not None for row in rows)
        for place, row in enumerate(rows):
            expected = game.encoding.observe(row.view)
            assert np.array_equal(recalled.dict["observations"][place], expected)


def test_long_games_have_no_tensor_of_information_states() -> None:
    game = loaded("dominum", {})
    assert not game.get_type().provides_information_state_tensor
    with pytest.raises(EnvironmentsError, match="1 to 262,144"):
        game.new_initial_state().information_state_tensor(0)


def test_a_resampled_state_pickles() -> None:
    state = loaded("dome_crushers", {"config": "tiny"}).new_initial_state()
    for _ in walk(state, 3, most=6):
        pass
    other = state.resample_from_infostate(1, Random(1).random)
    copy = pickle.loads(pickle.dumps(other.position))
    assert copy.state == other.position.state
    assert [copy.text(seat) for seat in (0, 1)] == [other.position.text(seat) for seat in (0, 1)]
    assert copy.rows(1) == other.position.rows(1)


# ---------------------------------------------------------------- parameters


def test_a_config_comes_back_from_its_texts() -> None:
    config = Config(hand_size=3, max_rounds=7)
    toml = "\n".join(toml_lines(to_data(config)))
    for text in (to_json(config), toml, config_text("dome_crushers", config)):
        assert config_from("dome_crushers", text) == config
        game = loaded("dome_crushers", {"config": text})
        assert game.encoding.config == config
        assert pyspiel.load_game(str(game)).encoding.config == config
    made = spiel_game("dome-crushers", config, returns="points")
    assert made.encoding.config == config
    assert made.points


@pytest.mark.parametrize("name", NAMES)
def test_named_configs_are_named(name: str) -> None:
    for text, config in named_configs(name).items():
        assert text == text.strip().lower()
        assert config_from(name, text) == config
        assert config_from(name, config_text(name, config)) == config


def test_the_number_of_players_can_be_given() -> None:
    assert loaded("dominus_portus", {"players": 4}).num_players() == 4
    assert loaded("dominus_portus", {"config": "both", "players": 2}).num_players() == 2
    assert loaded("dome_crushers", {"players": 2}).num_players() == 2


@pytest.mark.parametrize(
    ("name", "parameters", "error", "said"),
    [
        ("dome_crushers", {"config": "huge"}, EnvironmentsError, "tiny.*JSON or TOML, got 'huge'"),
        ("dome_crushers", {"config": "{"}, ConfigError, "not JSON"),
        ("dome_crushers", {"config": '{"hand_size": 0}'}, ConfigError, "hand_size"),
        ("dome_crushers", {"config": "hand_size = "}, ConfigError, "not TOML"),
        ("dome_crushers", {"config": "hands = 3"}, ConfigError, "hands"),
        ("dome_crushers", {"config": "%7B%22"}, ConfigError, "not JSON"),
        ("dome_crushers", {"players": 3}, ConfigError, "expected 2, got 3"),
        ("dominus_portus", {"players": 5}, ConfigError, "expected 2 to 4, got 5"),
        ("dominus_portus", {"players": -1}, ConfigError, "expected 2 to 4, got -1"),
        ("dome_crushers", {"returns": "money"}, EnvironmentsError, "'points', got 'money'"),
        ("dominum", {"returns": "points"}, EnvironmentsError, "no known bound"),
        ("dominus_portus", {"config": "hosted"}, EnvironmentsError, "host"),
        ("dome_crushers", {"colour": "red"}, pyspiel.SpielError, "colour"),
    ],
    ids=str,
)
def test_a_bad_parameter_is_named(
    name: str, parameters: dict[str, Any], error: type[Exception], said: str
) -> None:
    with pytest.raises(error, match=said):
        for _ in walk(loaded(name, parameters).new_initial_state(), 1):
            pass


def test_an_action_must_be_legal() -> None:
    state = loaded("dome_crushers", {"config": "duel"}).new_initial_state()
    for number in (-3, 10**6):
        with pytest.raises(ActionNumberError, match=f"an action of chance.*got {number}"):
            state.apply_action(number)
    with pytest.raises(IllegalActionError):  # to draw a card is for later
        state.apply_action(2)
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    before, history = str(state), state.history()
    illegal = next(n for n in range(state.num_distinct_actions()) if n not in state.legal_actions())
    with pytest.raises(IllegalActionError):
        state.apply_action(illegal)
    with pytest.raises(ActionNumberError):
        state.apply_action(state.num_distinct_actions())
    with pytest.raises(EnvironmentsError, match="chance acts"):
        state.chance_outcomes()
    strangers: tuple[Any, ...] = (2, -1, True, 1.0, None)
    for player in strangers:
        with pytest.raises(EnvironmentsError, match=f"0 to 1, got {player}"):
            state.resample_from_infostate(player, Random(1).random)
    samplers: tuple[Any, ...] = (None, 0.5, lambda: 2, lambda: -0.1, lambda: None, lambda: math.nan)
    for sampler in samplers:
        with pytest.raises(EnvironmentsError, match="sampler: expected a function that returns"):
            state.resample_from_infostate(0, sampler)
    assert (str(state), state.history()) == (before, history)
    for _ in walk(state, 1):
        pass
    with pytest.raises(EnvironmentsError, match="not over"):
        state.apply_action(0)


def test_what_cannot_be_observed_is_not() -> None:
    game = loaded("dome_crushers", {"config": "duel"})
    with pytest.raises(EnvironmentsError, match="no parameters"):
        game.make_py_observer(None, {"size": 3})
    everyone, one = pyspiel.PrivateInfoType.ALL_PLAYERS, pyspiel.PrivateInfoType.SINGLE_PLAYER
    for public, private, recall in ((True, everyone, False), (False, one, True)):
        kind = pyspiel.IIGObservationType(
            public_info=public, perfect_recall=recall, private_info=private
        )
        assert observation(game, kind) is None
    with pytest.raises(EnvironmentsError, match="new_initial_state"):
        game.new_initial_state("elsewhere")


def test_a_missing_extra_is_named() -> None:
    code = """
import sys
sys.modules["pyspiel"] = None
from tabletop_rules.environments import MissingExtraError
try:
    import tabletop_rules.environments.openspiel
except MissingExtraError as error:
    print(error)
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "pip install 'tabletop-rules[openspiel]'" in run.stdout
