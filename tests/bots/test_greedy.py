"""The bot that looks one step ahead, on games small enough to reckon by hand."""

from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from tabletop_rules.bots import GreedyBot, make_bot
from tabletop_rules.core import (
    CHANCE,
    Distribution,
    Outcome,
    OutcomeKind,
    Transition,
    load_game,
    play_steps,
)

DOME = load_game("dome-crushers")


class Coins:
    """Seat 0 chooses a name of `worth`, its points; a list means that chance draws one of them.

    A state is ``""`` before the choice, then what was chosen. Seat 1 has 10 points. The view is
    the state.
    """

    def __init__(self, worth: dict[str, Any], outcomes: dict[str, Outcome] | None = None) -> None:
        self.worth = worth
        self.outcomes = outcomes or {}
        self.resampled: list[str] = []

    def actor(self, state: Any) -> Any:
        if state == "":
            return 0
        return CHANCE if isinstance(self.value(state), list) else 1

    def value(self, state: Any) -> Any:
        return self.worth[state] if isinstance(state, str) else state

    def chance_outcomes(self, state: Any) -> Any:
        return Distribution.uniform(self.value(state))

    def apply(self, state: Any, action: Any) -> Transition[Any]:
        return Transition(action, ())

    def score(self, state: Any) -> tuple[Any, ...]:
        value = self.value(state)
        return (0 if isinstance(value, list) else value, 10)

    def outcome(self, state: Any) -> Outcome | None:
        return self.outcomes.get(state)

    def view(self, state: Any, seat: int) -> Any:
        return state

    def resample(self, view: Any, rng: Random) -> Any:
        rng.random()
        self.resampled.append(view)
        return view


def choice(worth: dict[str, Any], seed: int = 1, **options: Any) -> str:
    """Return what a greedy bot chooses among the names that stand for no deeper chance."""
    game: Any = Coins(worth, options.pop("outcomes", None))
    names = tuple(name for name in worth if not name.startswith("_"))
    chosen = GreedyBot(game, seed, **options).choose("", names)
    assert isinstance(chosen, str)
    return chosen


def test_chance_that_follows_is_weighed_exactly() -> None:
    assert choice({"gamble": [0, 0, 13], "safe": 4}) == "gamble"  # 13/3 against 4
    assert choice({"gamble": [0, 0, 11], "safe": 4}) == "safe"  # 11/3 against 4


def test_chance_after_chance_is_weighed_too() -> None:
    worth = {"gamble": [0, "_again"], "_again": [0, 16]}  # a quarter of 16
    assert choice({**worth, "safe": 3}) == "gamble"
    assert choice({**worth, "safe": 5}) == "safe"


def test_chance_beyond_the_bound_is_not_looked_at() -> None:
    worth = {"gamble": [10, 10, 10], "safe": 4}
    assert choice(worth, leaves=3) == "gamble"
    assert choice(worth, leaves=2) == "safe"  # the gamble counts as it is before chance: 0


def test_ties_are_broken_by_the_seed() -> None:
    worth = {"first": 3, "second": [2, 4], "third": 2}
    chosen = [choice(worth, seed) for seed in range(50)]
    assert set(chosen) == {"first", "second"}
    assert chosen == [choice(worth, seed) for seed in range(50)]


def test_winning_outweighs_points() -> None:
    won = Outcome(OutcomeKind.WIN, (1, 2), "", "")
    lost = Outcome(OutcomeKind.WIN, (2, 1), "", "")
    worth = {"win": 0, "lose": 500, "go on": 100}
    assert choice(worth, outcomes={"win": won, "lose": lost}) == "win"
    assert choice({"lose": 500, "go on": 0}, outcomes={"lose": lost}) == "go on"
    drawn = Outcome(OutcomeKind.DRAW, (1, 1), "", "")
    assert choice({"draw": 5, "go on": 4}, outcomes={"draw": drawn}) == "draw"


def test_an_evaluation_takes_the_place_of_the_lead() -> None:
    assert choice(
        {"much": 9, "little": 1}, evaluate=lambda view, seat: float(view == "little")
    ) == ("little")


def test_it_looks_at_states_that_fit_its_view() -> None:
    game: Any = Coins({"a": 1, "b": 2})
    bot = GreedyBot(game, 1, samples=5)
    assert bot.choose("", ("a", "b")) == "b"
    assert game.resampled == [""] * 5
    assert bot.choose("", ("a",)) == "a"
    assert len(game.resampled) == 5  # a single option needs no thought


@pytest.mark.parametrize("bounds", [{"samples": 0}, {"leaves": 0}])
def test_bounds_of_nothing_are_refused(bounds: dict[str, Any]) -> None:
    game: Any = SimpleNamespace()
    with pytest.raises(ValueError, match="expected 1 or more samples, leaves, steps and beam"):
        GreedyBot(game, 1, **bounds)


def test_it_beats_the_random_bot() -> None:
    """A fair coin would give 75 or more of 100 in one case of 3,500,000."""
    won = 0
    for seed in range(100):
        seat = seed % 2
        bots = [make_bot("random", DOME, f"random {seed}")] * 2
        bots[seat] = make_bot("greedy", DOME, f"greedy {seed}")
        *_, last = play_steps(DOME, DOME.Config(), bots, seed=seed)
        outcome = DOME.outcome(last.after)
        won += outcome is not None and outcome.winners == (seat,)
    assert won >= 75


def test_it_begins_anew_after_reset() -> None:
    """All options are equal, so each choice is by chance."""
    names = tuple(f"{number}" for number in range(100))
    game: Any = Coins(dict.fromkeys(names, 5))
    bot: Any = GreedyBot(game, 1)
    first = [bot.choose("", names) for _ in range(3)]
    bot.reset()
    assert [bot.choose("", names) for _ in range(3)] == first
    assert len(set(first)) > 1


def test_equal_samples_are_tried_once() -> None:
    class Counting(Coins):
        applied = 0

        def apply(self, state: Any, action: Any) -> Transition[Any]:
            self.applied += 1
            return super().apply(state, action)

    game: Any = Counting({"a": 1, "b": 2})
    assert GreedyBot(game, 1, samples=4).choose("", ("a", "b")) == "b"
    assert game.applied == 2
