"""The bots that search by playouts, on games small enough to reckon by hand."""

import subprocess
import sys
from itertools import count, islice, pairwise
from random import Random
from typing import Any

import pytest

from tabletop_rules.bots import FlatBot, MctsBot, RandomBot, make_bot
from tabletop_rules.bots.playouts import Choice, rank_rewards
from tabletop_rules.core import Outcome, OutcomeKind, Transition, load_game, play_steps

from .tiny import (
    DRAW,
    LOSS,
    WIDE,
    WIN,
    Ask,
    End,
    State,
    Tiny,
    View,
    gamble,
    guess,
    in_one,
    in_two,
    late_guess,
    long,
    trap,
    two_steps,
)

DOME = load_game("dome-crushers")
BOTS = [MctsBot, FlatBot]
SEEDS = range(5)


def mcts(game: Any, **settings: Any) -> Any:
    return MctsBot(game, 1, **settings)


def choice(kind: Any, game: Tiny, **settings: Any) -> set[str]:
    """Return what bots of several seeds choose at the start."""
    options = game.legal_actions(State("", ()))
    settings = {"iterations": 300, **settings}
    return {kind(game, seed, **settings).choose(View(0, ()), options) for seed in SEEDS}


@pytest.mark.parametrize("kind", BOTS)
def test_it_finds_a_win_in_one(kind: Any) -> None:
    assert choice(kind, Tiny(in_one), iterations=30) == {"b"}


def test_it_finds_a_win_in_two() -> None:
    """Random answers win a third of `deep` and a half of `half`; the best win all and none."""
    assert choice(MctsBot, Tiny(in_two), iterations=1000) == {"deep"}
    assert choice(FlatBot, Tiny(in_two), iterations=1000) == {"half"}


def test_it_avoids_a_loss() -> None:
    """Random answers of the other make `trap` worth 3/4, its best one 0; `plain` is worth 1/2."""
    assert choice(MctsBot, Tiny(trap)) == {"plain"}
    assert choice(FlatBot, Tiny(trap), iterations=1000) == {"trap"}


@pytest.mark.parametrize("kind", BOTS)
@pytest.mark.parametrize("rules", [guess, late_guess])
def test_what_is_hidden_is_not_guessed(kind: Any, rules: Any) -> None:
    """Naming the secret is worth 1/2 to who does not see it, 1 to who does; `safe` is worth 3/4."""
    assert choice(kind, Tiny(rules, ("one", "two")), iterations=1000) == {"safe"}


def test_it_learns_what_a_secret_is_likely_to_be() -> None:
    """Of twenty states 19 have the first secret: naming it is worth 19/20, more than 3/4."""
    game = Tiny(late_guess, ("one",) * 19 + ("two",))
    assert choice(MctsBot, game, iterations=2000) == {"guess"}


@pytest.mark.parametrize("kind", BOTS)
def test_chance_is_weighed_by_its_odds(kind: Any) -> None:
    assert choice(kind, Tiny(gamble(1, 2)), iterations=1000) == {"draw"}  # 1/3 against 1/2
    assert choice(kind, Tiny(gamble(2, 1)), iterations=1000) == {"gamble"}  # 2/3 against 1/2


def test_the_mean_of_a_gamble_is_its_expectation() -> None:
    """Three of four, 0.75; of 3,000 playouts or more the standard error is under 0.008."""
    bot = mcts(Tiny(gamble(3, 1)), iterations=4000)
    assert bot.choose(View(0, ()), ("draw", "gamble")) == "gamble"
    edge = bot._root.edges["gamble"]
    assert edge.visits > 3000
    assert edge.total / edge.visits == pytest.approx(0.75, abs=0.04)
    assert bot._root.edges["draw"].total / bot._root.edges["draw"].visits == 0.5


def test_secret_actions_of_others_lead_to_one_information_set() -> None:
    bot = mcts(Tiny(late_guess, ("one", "two")), iterations=50)
    bot.choose(View(0, ()), ("guess", "safe"))
    assert list(bot._root.children) == [View(0, ("guess",))]
    assert bot.node_count == 2


@pytest.mark.parametrize("kind", BOTS)
def test_it_never_sees_the_state(kind: Any) -> None:
    """The secret of the game that is played is none of those that resampling gives."""
    game = Tiny(late_guess, ("one", "two"))
    bot: Any = kind(game, 1, iterations=50)
    bot.choose(View(0, ()), ("guess", "safe"))
    bot.choose(View(0, ("guess",)), ("one", "two"))
    assert {state.secret for state in game.states} == {"one", "two"}


@pytest.mark.parametrize("kind", BOTS)
def test_one_option_needs_no_thought(kind: Any) -> None:
    game = Tiny(in_one)
    assert kind(game, 1).choose(View(0, ()), ("c",)) == "c"
    assert not game.states


@pytest.mark.parametrize("kind", BOTS)
def test_only_what_is_offered_is_chosen(kind: Any) -> None:
    bot = kind(Tiny(in_one), 1, iterations=50)
    assert bot.choose(View(0, ()), ("a", "c")) in ("a", "c")


def test_in_turn_every_option_has_as_many_playouts() -> None:
    game = Tiny(in_one)
    assert choice(FlatBot, game, exploration=None, iterations=3) == {"b"}


@pytest.mark.parametrize("kind", BOTS)
def test_a_time_is_a_budget_too(kind: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = count()
    monkeypatch.setattr("tabletop_rules.bots.budgets.perf_counter", lambda: next(clock) / 10_000)
    assert choice(kind, Tiny(in_one), iterations=None, seconds=0.02) == {"b"}
    assert kind(Tiny(in_one), 1, seconds=1e-9).choose(View(0, ()), ("a", "b")) in ("a", "b")
    assert choice(kind, Tiny(in_one), iterations=20, seconds=3600.0) == {"b"}


def test_a_cut_off_playout_is_worth_its_points() -> None:
    """The logistic of 5 points over a scale of 5 is 0.7311, of the other's 5 less 0.2689."""
    game = Tiny(long, points=lambda path: (5, 0) if path[:1] == ("b",) else (0, 0))
    bot = mcts(game, iterations=60, cutoff=0, scale=5.0)
    assert bot.choose(View(0, ()), ("a", "b", "c")) == "b"
    edge = bot._root.edges["b"]
    assert edge.total / edge.visits == pytest.approx(0.7310586)


def test_an_evaluation_takes_the_place_of_the_points() -> None:
    def last(view: View, seat: int) -> float:
        return 9.0 if (view.path[0] == "c") == (seat == 0) else -9.0

    for kind in BOTS:
        assert choice(kind, Tiny(long), evaluate=last, cutoff=0, iterations=60) == {"c"}


def test_a_policy_plays_the_playouts() -> None:
    class First:
        def choose(self, view: View, options: tuple[str, ...]) -> str:
            return "r" if "r" in options else options[0]

    assert choice(FlatBot, Tiny(trap), policy=First(), iterations=20) == {"plain"}


def test_the_tree_is_bounded() -> None:
    bot = mcts(Tiny(long), iterations=400, nodes=7)
    assert bot.choose(View(0, ()), ("a", "b", "c")) in ("a", "b", "c")
    assert bot.node_count == 7


def test_each_of_several_seats_goes_for_its_own_rank() -> None:
    """Seat 1 answers `spite` with what makes itself second, though seat 0 would not mind."""

    def rules(_: str, path: tuple[str, ...]) -> Any:
        match path:
            case ():
                return Ask(0, ("spite", "plain"))
            case ("plain",):
                return End((2, 1, 3))
            case ("spite",):
                return Ask(1, ("x", "y"))
            case _:
                return End((1, 3, 2)) if path[1] == "x" else End((3, 2, 1))

    assert choice(MctsBot, Tiny(rules), iterations=600) == {"plain"}


def test_outcomes_beyond_the_widening_are_drawn_by_their_odds() -> None:
    """Of 100 equal outcomes few have a node, and yet the mean is over all: 1/4 of them win."""

    def rules(_: str, path: tuple[str, ...]) -> Any:
        if not path:
            return Ask(0, ("go", "draw"))
        if path == ("draw",):
            return DRAW
        if len(path) == 1:
            return WIDE
        if len(path) == 2:
            return Ask(1, ("x", "y"))
        return WIN if int(path[1]) % 4 == 0 else LOSS

    bot = mcts(Tiny(rules), iterations=3000, widening=0.1, exploration=5.0)
    assert bot.choose(View(0, ()), ("go", "draw")) == "draw"
    edge = bot._root.edges["go"]
    assert edge.grown <= max(1, 0.1 * edge.visits**0.5)
    assert edge.total / edge.visits == pytest.approx(0.25, abs=0.06)  # 5 standard errors


def by_letter(view: View, seat: int) -> float:
    """Prefer `c` to `b` to `a`, for the seat that chose last."""
    value = "abc".index(view.path[-1]) * 3.0 if view.path and view.path[-1] in "abc" else 0.0
    return value if (len(view.path) - 1) // 2 % 2 == seat else -value


@pytest.mark.parametrize("iterations", [1, 2])
def test_a_prior_puts_the_best_looking_option_first(iterations: int) -> None:
    game = Tiny(long)
    settings = {"evaluate": by_letter, "cutoff": 0, "iterations": iterations, "exploration": 0.0}
    assert choice(MctsBot, game, prior=1.0, **settings) == {"c"}
    assert len(choice(MctsBot, game, **settings)) > 1  # without one the first is any


@pytest.mark.parametrize("prior", [1.0, 2.5])
def test_a_prior_counts_as_so_many_visits(prior: float) -> None:
    """What is won counts 1; the prior of 6 points over a scale of 3 is the logistic of 2."""
    game = Tiny(in_one, points=lambda path: (6, 0))
    game.outcome = lambda state: None if state.path == ("b",) else Tiny.outcome(game, state)  # type: ignore[method-assign]
    bot = mcts(game, prior=prior, iterations=40, scale=3.0)
    assert bot.choose(View(0, ()), ("a", "b", "c")) == "b"
    edge = bot._root.edges["b"]
    assert edge.weight == edge.visits + prior
    assert edge.total == pytest.approx(0.8807970779778823 * edge.weight)


def test_a_misleading_prior_is_overcome() -> None:
    """What looks best loses: the search finds it out, though it begins there."""
    points = {"a": (9, 0), "b": (0, 9), "c": (5, 0)}
    game = Tiny(two_steps, points=lambda path: points[path[0]] if path else (0, 0))
    assert choice(MctsBot, game, prior=4.0, iterations=600) == {"b"}


@pytest.mark.parametrize("threshold", [1, 2, 5])
def test_a_node_is_gone_on_from_after_so_many_visits(threshold: int) -> None:
    """What was reached less often has no options listed; and the best is found all the same."""
    bot = mcts(Tiny(long), iterations=300, threshold=threshold)
    bot.choose(View(0, ()), ("a", "b", "c"))
    waiting = list(bot._root.children.values())
    assert waiting
    while waiting:
        node = waiting.pop()
        assert node.reached <= threshold
        assert not node.edges or node.reached == threshold
        waiting += node.children.values()
    assert choice(MctsBot, Tiny(in_two), iterations=1000, threshold=threshold) == {"deep"}


class Counted(Tiny):
    """It counts how often it is resampled, and how many actions are applied."""

    resampled = applied = 0

    def resample(self, view: View, rng: Random) -> State:
        self.resampled += 1
        return super().resample(view, rng)

    def apply(self, state: State, action: str) -> Transition[State]:
        self.applied += 1
        return super().apply(state, action)


@pytest.mark.parametrize(("shared", "drawn"), [(1, 100), (8, 16 + 11), (1000, 16)])
def test_so_many_iterations_share_a_determinization(shared: int, drawn: int) -> None:
    """Sixteen at first, then one of each eight: the 17th, the 25th ... the 97th."""
    game = Counted(late_guess, ("one", "two"))
    mcts(game, iterations=100, shared=shared, cutoff=0).choose(View(0, ()), ("guess", "safe"))
    assert game.resampled == drawn


@pytest.mark.parametrize("shared", [2, 8])
def test_what_is_shared_is_found_as_without(shared: int) -> None:
    """Chance is drawn anew in each iteration, and each of the secrets gets its share of them."""
    assert choice(MctsBot, Tiny(in_two), shared=shared, iterations=1000) == {"deep"}
    assert choice(MctsBot, Tiny(trap), shared=shared) == {"plain"}
    assert choice(MctsBot, Tiny(gamble(1, 2)), shared=shared, iterations=1000) == {"draw"}
    assert choice(MctsBot, Tiny(gamble(2, 1)), shared=shared, iterations=1000) == {"gamble"}
    secret = Tiny(late_guess, ("one", "two"))
    assert choice(MctsBot, secret, shared=shared, iterations=1000) == {"safe"}


def test_steps_that_iterations_have_in_common_are_made_once() -> None:
    """Without chance there are 3 + 3 x 2 steps to make in each of 16 determinizations."""
    game = Counted(two_steps)
    mcts(game, iterations=1000, shared=1000, cutoff=0).choose(View(0, ()), ("a", "b", "c"))
    assert game.applied <= 16 * (3 + 3 * 2)


def test_what_an_option_gained_is_recalled_at_other_nodes() -> None:
    """Of `long` no node but the first has an option that its seat had not before."""
    settings = {"evaluate": by_letter, "cutoff": 0, "iterations": 200, "prior": 1.0}
    counts = {}
    for recall in (False, True):
        game = Counted(long)
        mcts(game, recall=recall, **settings).choose(View(0, ()), ("a", "b", "c"))
        counts[recall] = game.applied
        assert choice(MctsBot, Tiny(long), recall=recall, **settings) == {"c"}
    assert counts[True] < counts[False]


def test_what_was_recalled_is_forgotten_with_the_decision() -> None:
    """In the first decision `c` looks best, in the second it looks worst."""
    best = "c"

    def looks(view: View, seat: int) -> float:
        if not view.path or view.path[-1] != best:
            return 0.0
        return 9.0 if len(view.path) % 2 == 1 - seat else -9.0

    bot = mcts(Tiny(long), evaluate=looks, cutoff=0, iterations=1, prior=1.0, recall=True)
    assert bot.choose(View(0, ()), ("a", "b", "c")) == "c"
    best = "a"
    assert bot.choose(View(0, ()), ("a", "b", "c")) == "a"


def test_of_two_seats_one_gets_what_the_other_leaves() -> None:
    """3 points over a scale of 5 are the logistic of 0.6 to the one who searches."""
    bot = mcts(Tiny(long), evaluate=lambda view, seat: 3.0, cutoff=0, iterations=200, scale=5.0)
    bot.choose(View(0, ()), ("a", "b", "c"))
    children = bot._root.children.values()
    own = [edge for edge in bot._root.edges.values() if edge.visits]
    others = [edge for node in children for edge in node.edges.values() if edge.visits]
    assert [edge.total / edge.visits for edge in own] == pytest.approx([0.6456563] * len(own))
    assert others
    assert all(edge.total / edge.visits == pytest.approx(0.3543437) for edge in others)


@pytest.mark.parametrize("kind", [MctsBot, FlatBot])
def test_reset_resets_the_policy(kind: Any) -> None:
    class Counting:
        resets = 0

        def choose(self, view: View, options: tuple[str, ...]) -> str:
            return options[0]

        def reset(self) -> None:
            self.resets += 1

    policy = Counting()
    kind(Tiny(in_one), 1, policy=policy).reset()
    assert policy.resets == 1
    kind(Tiny(in_one), 1, policy=RandomBot(1)).reset()


def test_equal_options_keep_their_counts() -> None:
    """The options that a determinization allows differ; each counts where it was allowed."""
    bot = mcts(Tiny(late_guess, ("one", "two")), iterations=20)
    node: Any = bot._root_for(View(0, ("guess",)))
    state = State("one", ("guess",))
    for options in (("one", "two"), ("two",), ("one", "two")):
        bot._select(node, Choice(state, 0, options))
    assert node.edges["one"].available == 2
    assert node.edges["two"].available == 3


@pytest.mark.parametrize("widening", [0.5, 2.0])
def test_wide_chance_widens_with_the_root_of_the_visits(widening: float) -> None:
    bot = mcts(Tiny(long), iterations=900, widening=widening)
    bot.choose(View(0, ()), ("a", "b", "c"))
    for edge in bot._root.edges.values():
        assert 1 <= edge.grown <= widening * edge.visits**0.5
    assert sum(edge.grown for edge in bot._root.edges.values()) == len(bot._root.children)


def reached(bot: Any) -> View:
    """Return a view two choices below the root."""
    child = next(each for each in bot._root.children.values() if each.children)
    view = next(iter(child.children))
    assert isinstance(view, View)
    return view


def test_a_subtree_is_gone_on_with() -> None:
    bot = mcts(Tiny(long), iterations=900)
    bot.choose(View(0, ()), ("a", "b", "c"))
    view = reached(bot)
    old = next(
        grandchild
        for child in bot._root.children.values()
        for seen, grandchild in child.children.items()
        if seen == view
    )
    assert bot.choose(view, ("c", "b")) in ("b", "c")
    assert bot._root is old
    assert bot.node_count > 1


def test_nothing_is_left_of_another_game() -> None:
    bot = mcts(Tiny(long), iterations=200)
    first = bot.choose(View(0, ()), ("a", "b", "c"))
    root, count = bot._root, bot.node_count
    bot.choose(View(0, ()), ("a", "b", "c"))
    assert bot._root is not root
    bot.reset()
    assert bot._root is None
    assert bot.node_count == 0
    assert bot.choose(View(0, ()), ("a", "b", "c")) == first
    assert bot.node_count == count
    never = mcts(Tiny(long), iterations=900, reuse=False)
    never.choose(View(0, ()), ("a", "b", "c"))
    view = reached(never)
    never.choose(view, ("a", "b"))
    assert set(never._root.edges) == {"a", "b"}


def test_flat_begins_anew_after_reset() -> None:
    tiny: Any = Tiny(long)
    bot: Any = FlatBot(tiny, 1, iterations=4)
    state = bot._rng.getstate()
    bot.choose(View(0, ()), ("a", "b", "c"))
    bot.reset()
    assert bot._rng.getstate() == state


def test_a_reused_tree_offers_nothing_else() -> None:
    """`play_steps` refuses an answer that is not an option; some trees are gone on with."""
    bot: Any = MctsBot(DOME, 1, iterations=40, cutoff=0)
    steps = play_steps(DOME, DOME.Config(), [bot, RandomBot(2)], seed=3)
    roots = [bot._root for step in steps if step.actor == 0]
    assert any(root is not old and below(old, root) for old, root in pairwise(roots) if old)


def below(node: Any, sought: Any) -> bool:
    return node is sought or any(below(child, sought) for child in node.children.values())


SCRIPT = """
from itertools import islice
from tabletop_rules.bots import make_bot
from tabletop_rules.core import load_game, play_steps
game = load_game("dome-crushers")
bots = [make_bot("mcts:20", game, 1), make_bot("flat:20", game, 2)]
for step in islice(play_steps(game, game.Config(), bots, seed=4), 40):
    print(game.format_action(step.action))
"""


def test_a_seed_chooses_alike_whatever_the_hash_seed() -> None:
    bots = [make_bot("mcts:20", DOME, 1), make_bot("flat:20", DOME, 2)]
    steps = islice(play_steps(DOME, DOME.Config(), bots, seed=4), 40)
    here = [DOME.format_action(step.action) for step in steps]
    for hash_seed in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT],
            env={"PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout.splitlines() == here


@pytest.mark.parametrize(
    ("ranks", "rewards"),
    [
        ((1, 2), (1, 0)),
        ((1, 1), (0.5, 0.5)),
        ((3, 1, 2), (0, 1, 0.5)),
        ((1, 1, 3, 3), (5 / 6, 5 / 6, 1 / 6, 1 / 6)),
        ((1,), (1,)),
    ],
)
def test_rewards_go_by_ranks(ranks: tuple[int, ...], rewards: tuple[float, ...]) -> None:
    got = rank_rewards(Outcome(OutcomeKind.WIN, ranks, "", ""))
    assert got == pytest.approx(rewards)
    assert len(ranks) == 1 or sum(got) == pytest.approx(len(ranks) / 2)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"iterations": 0}, "expected a whole number of 1 or more iterations, got 0"),
        ({"iterations": 2.5}, "expected a whole number of 1 or more iterations, got 2.5"),
        ({"seconds": 0}, "expected a finite number of seconds above 0, got 0"),
        ({"seconds": float("nan")}, "expected a finite number of seconds above 0, got nan"),
        ({"exploration": -1.0}, "expected a finite exploration of 0 or more, got -1.0"),
        ({"cutoff": -1}, "expected a cutoff of 0 or more decisions, got -1"),
        ({"scale": 0.0}, "expected a finite scale above 0, got 0.0"),
    ],
)
@pytest.mark.parametrize("kind", BOTS)
def test_bad_settings_are_refused(kind: Any, settings: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message.replace(".", r"\.")):
        kind(Tiny(in_one), 1, **settings)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"widening": 0.0}, "expected a finite widening above 0, got 0.0"),
        ({"prior": -1.0}, "expected a finite prior of 0 or more visits, got -1.0"),
        ({"nodes": 0}, "expected a whole number of 1 or more nodes, got 0"),
        ({"threshold": 0}, "expected a whole number of 1 or more visits as threshold, got 0"),
        ({"shared": 0}, "expected a whole number of 1 or more iterations that share .*, got 0"),
        ({"recall": 1}, "expected True or False for recall, got 1"),
    ],
)
def test_bad_bounds_of_a_tree_are_refused(settings: dict[str, Any], message: str) -> None:
    game: Any = Tiny(in_one)
    with pytest.raises(ValueError, match=message):
        MctsBot(game, 1, **settings)
