"""The exact solver, on endings that are worked out by hand or by a plain recursion."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from attrs import evolve

from tabletop_rules.bots import Obstacle, RandomBot, Solver, UnsolvedError
from tabletop_rules.bots.playouts import exact_rewards, rank_rewards
from tabletop_rules.core import (
    CHANCE,
    Outcome,
    OutcomeKind,
    load_game,
    perft,
    play,
    replay,
)

from ..core import heap  # noqa: TID252 - tests are no package that could be named
from .tiny import (
    DRAW,
    LOSS,
    WIN,
    Ask,
    End,
    Odds,
    State,
    Tiny,
    View,
    gamble,
    guess,
    in_one,
    in_two,
    late_guess,
    trap,
)

DOME: Any = load_game("dome-crushers")
CITY: Any = load_game("dominus-portus")
START = State("", ())
HALF = Fraction(1, 2)


def solver(game: Any, **settings: Any) -> Any:
    return Solver(game, **settings)


def obstacle(game: Any, state: Any, **settings: Any) -> Obstacle:
    with pytest.raises(UnsolvedError) as caught:
        solver(game, **settings).solve(state)
    return caught.value.obstacle


def plain(game: Any, state: Any) -> tuple[Fraction, ...]:
    """Return the values of a state by the definition, without a table."""
    actor = game.actor(state)
    if actor is None:
        return exact_rewards(game.outcome(state))
    if actor is CHANCE:
        weighed = [
            [p * v for v in plain(game, game.apply(state, action).state)]
            for action, p in game.chance_outcomes(state)
        ]
        return tuple(sum(of_seat, Fraction(0)) for of_seat in zip(*weighed, strict=True))
    branches = [
        plain(game, game.apply(state, action).state) for action in game.legal_actions(state)
    ]
    return max(branches, key=lambda values: values[actor])  # the first of equal ones


def heap_at(tokens: int) -> heap.State:
    return heap.State(heap.Config(2, tokens), tokens, (heap.Turn(0),))


# ---------------------------------------------------------------- worked by hand


@pytest.mark.parametrize(
    ("rules", "value", "best"),
    [
        (in_one, 1, ("b",)),
        (in_two, 1, ("deep",)),  # seat 0 has the right answer to either of x and y
        (trap, HALF, ("plain",)),  # seat 1 would answer `trap` with r
        (gamble(1, 2), HALF, ("draw",)),
        (gamble(2, 1), Fraction(2, 3), ("gamble",)),
        (gamble(1, 1), HALF, ("draw", "gamble")),
    ],
)
def test_the_best_is_found(rules: Any, value: Fraction, best: tuple[str, ...]) -> None:
    solved = solver(Tiny(rules)).solve(START)
    assert solved.values == (value, 1 - value)
    assert solved.best == best


def test_chance_before_and_after_a_choice_is_weighed_exactly() -> None:
    """By 1/3 seat 1 chooses between a draw and 3/7 for seat 0; by 2/3 the game is a draw."""

    def rules(_: str, path: tuple[str, ...]) -> Ask | Odds | End:
        match path:
            case ():
                return Odds((("choose", 1), ("end", 2)))
            case ("choose",):
                return Ask(1, ("draw", "odds"))
            case ("choose", "odds"):
                return Odds((("won", 3), ("lost", 4)))
            case _:
                return {"won": WIN, "lost": LOSS}.get(path[-1], DRAW)

    game = Tiny(rules)
    solved = solver(game).solve(START)
    expected = Fraction(1, 3) * Fraction(3, 7) + Fraction(2, 3) * HALF
    assert solved.values == (expected, 1 - expected)
    assert solved.best == ()  # chance acts
    assert solver(game).solve(State("", ("choose",))).best == ("odds",)


def test_an_end_is_worth_its_ranks() -> None:
    assert solver(Tiny(lambda _, path: LOSS)).solve(START).values == (0, 1)


def test_of_options_equal_for_a_seat_of_three_the_first_is_taken() -> None:
    """Seat 0 is last either way; what it picks decides who wins, and seat 1 asks for that."""

    def rules(_: str, path: tuple[str, ...]) -> Ask | Odds | End:
        match path:
            case ():
                return Ask(1, ("leave", "ask"))
            case ("leave",):
                return End((1, 1, 3))
            case ("ask",):
                return Ask(0, ("for 1", "for 2"))
            case _:
                return End((3, 1, 2) if path[-1] == "for 1" else (3, 2, 1))

    solved = solver(Tiny(rules)).solve(START)
    assert solved.values == (0, 1, HALF)
    assert solved.best == ("ask",)
    assert solver(Tiny(rules)).solve(State("", ("ask",))).best == ("for 1", "for 2")


def test_a_seat_alone_is_solved() -> None:
    class Alone(Tiny):
        def outcome(self, state: State) -> Outcome | None:
            kind = OutcomeKind.WIN if state.path == ("b",) else OutcomeKind.TRUNCATED
            return Outcome(kind, (1,), "", "")

    solved = solver(Alone(lambda _, path: End((1,)) if path else Ask(0, ("a", "b")))).solve(START)
    assert (solved.values, solved.best) == ((1,), ("b",))


@pytest.mark.parametrize("tokens", range(1, 13))
def test_a_heap_is_lost_where_four_divides_it(tokens: int) -> None:
    """Taking up to three: who leaves a multiple of four wins."""
    solved = solver(heap).solve(heap_at(tokens))
    if tokens % 4:
        assert solved.values == (1, 0)
        assert solved.best == (heap.Take(tokens % 4),)
    else:
        assert solved.values == (0, 1)
        assert [action.count for action in solved.best] == [1, 2, 3]


@pytest.mark.parametrize("ranks", [(1, 2), (1, 1), (2, 1, 2), (1, 3, 1, 4), (1, 1, 1)])
def test_exact_rewards_are_the_rewards_of_ranks(ranks: tuple[int, ...]) -> None:
    outcome = Outcome(OutcomeKind.WIN, ranks, "", "")
    exact = exact_rewards(outcome)
    assert tuple(map(float, exact)) == rank_rewards(outcome)
    assert sum(exact) == Fraction(len(ranks), 2)


# ---------------------------------------------------------------- against a plain recursion


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_whole_heaps_agree_with_the_definition(seats: int) -> None:
    start = heap.initial_state(heap.Config(seats, 8))
    assert solver(heap).solve(start).values == plain(heap, start)


def positions(game: Any, config: Any, seed: int) -> Iterator[Any]:
    """Give the states of a random game from its end backwards."""
    seats = len(game.score(game.initial_state(config)))
    bots = [RandomBot(f"{seed} {seat}") for seat in range(seats)]
    yield from reversed(list(replay(game, play(game, config, bots, seed=seed))))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_ends_of_a_game_with_open_cards_agree_with_the_definition(seats: int) -> None:
    """Portus, in which nothing is secret."""
    config = CITY.Config(seats=seats, dominus=False, turns=4)
    compared = 0
    for seed in range(3):
        for state in positions(CITY, config, seed):
            if sum(perft(CITY, state, depth) for depth in range(1, 4)) > 150:
                break
            assert solver(CITY).solve(state).values == plain(CITY, state)
            compared += CITY.actor(state) is not None
    assert compared > 3


@pytest.mark.parametrize("name", sorted(DOME.verification().small))
def test_ends_of_a_tiny_duel_agree_with_the_definition_or_are_refused(name: str) -> None:
    config = DOME.verification().small[name]
    solved = 0
    refused: set[Obstacle] = set()
    for seed in range(5):
        for state in list(positions(DOME, config, seed))[:12]:
            try:
                found = solver(DOME, states=300).solve(state)
            except UnsolvedError as error:
                refused.add(error.obstacle)
            else:
                assert found.values == plain(DOME, state)
                solved += 1
    assert solved
    assert refused <= {Obstacle.HIDDEN, Obstacle.STATES}


# ---------------------------------------------------------------- the table


def test_a_state_is_solved_once_whichever_ways_lead_to_it() -> None:
    """Each number from 0 to 12 is left to one of two seats, by hundreds of ways."""
    start = heap_at(12)
    ways = sum(perft(heap, start, depth) for depth in range(1, 13))
    used = solver(heap)
    used.solve(start)
    assert used.state_count <= 2 * 13 < ways


def test_what_was_solved_is_remembered_and_another_remainder_begins_anew() -> None:
    game = Tiny(in_two)
    used = solver(game)
    used.solve(START)
    count = used.state_count
    game.states.clear()
    assert used.solve(State("", ("deep", "x"))).best == ("x",)
    assert not game.states  # nothing was looked at
    assert used.state_count == count
    game.secrets = ("another",)
    used.solve(State("another", ("deep", "x")))
    assert used.state_count == 4  # itself, and an end for each of three answers


def test_no_more_states_are_looked_at_than_allowed() -> None:
    used = solver(heap)
    used.solve(heap_at(30))
    needed = used.state_count
    assert solver(heap, states=needed).solve(heap_at(30)).values == (1, 0)
    failing = solver(heap, states=needed - 1)
    with pytest.raises(UnsolvedError, match=f"there are more than {needed - 1} states") as caught:
        failing.solve(heap_at(30))
    assert caught.value.obstacle is Obstacle.STATES
    assert failing.state_count == 0
    assert failing.solve(heap_at(3)).values == (1, 0)


def test_a_long_line_is_no_deep_recursion() -> None:
    assert solver(heap).solve(heap_at(5_000)).values == (0, 1)


def test_a_quick_solver_gives_up_early_where_there_is_no_hope() -> None:
    def rules(_: str, path: tuple[str, ...]) -> Ask | Odds | End:
        return DRAW if len(path) == 30 else Ask(len(path) % 2, ("a", "b"))

    def looked_at(**settings: Any) -> int:
        game = Tiny(rules)
        assert obstacle(game, START, states=2_000, **settings) is Obstacle.STATES
        return len(game.states)

    assert looked_at() >= 2_000
    assert looked_at(quick=True) < 100


def test_a_quick_solver_solves_what_fits() -> None:
    def rules(_: str, path: tuple[str, ...]) -> Ask | Odds | End:
        return DRAW if len(path) == 10 else Ask(len(path) % 2, ("a", "b"))

    assert solver(Tiny(rules), states=2**11, quick=True).solve(START).values == (HALF, HALF)


@pytest.mark.parametrize("states", [0, -1, 1.5, True, None, "9"])
def test_a_number_of_states_is_checked(states: Any) -> None:
    with pytest.raises(ValueError, match="expected a whole number of 1 or more states, got"):
        solver(heap, states=states)


# ---------------------------------------------------------------- what is refused


@pytest.mark.parametrize("rules", [guess, late_guess])
@pytest.mark.parametrize("secrets", [("one", "two"), ("two",) * 9 + ("one",)])
def test_what_is_hidden_from_who_decides_is_refused(rules: Any, secrets: tuple[str, ...]) -> None:
    for secret in ("one", "two"):
        assert obstacle(Tiny(rules, secrets), State(secret, ())) is Obstacle.HIDDEN


def test_a_seat_that_decides_later_has_to_know_too() -> None:
    class Lopsided(Tiny):
        """Seat 0 sees the secret, seat 1 does not."""

        def view(self, state: State, seat: int) -> Any:
            return state if seat == 0 else View(seat, state.path)

        def resample(self, view: Any, rng: Random) -> State:
            return view if isinstance(view, State) else super().resample(view, rng)

    def game(seat: int) -> Any:
        def rules(secret: str, path: tuple[str, ...]) -> Ask | Odds | End:
            if len(path) < 2:
                return Ask(seat if path else 0, ("one", "two"))
            return WIN if path[1] == secret else LOSS

        return Lopsided(rules, ("one", "two"))

    assert solver(game(0)).solve(State("one", ())).values == (1, 0)
    assert obstacle(game(1), State("one", ())) is Obstacle.HIDDEN


class Later(Tiny):
    """Chance draws first, and nobody sees what."""

    def view(self, state: State, seat: int) -> View:
        return View(seat, state.path[1:] if state.path else ("before",))

    def resample(self, view: View, rng: Random) -> State:
        if view.path == ("before",):
            return START
        return State("", (("one", "two")[int(rng.random() * 2)], *view.path))


def later(choice: Callable[[str], Ask]) -> Callable[[str, tuple[str, ...]], Ask | Odds | End]:
    def rules(_: str, path: tuple[str, ...]) -> Ask | Odds | End:
        if not path:
            return Odds((("one", 1), ("two", 1)))
        return choice(path[0]) if len(path) == 1 else WIN if path[0] == path[1] else LOSS

    return rules


def test_a_draw_that_will_be_secret_is_refused() -> None:
    """At the start all is known; it is the state after the draw that the seat cannot tell."""
    assert obstacle(Later(later(lambda _: Ask(0, ("one", "two")))), START) is Obstacle.HIDDEN


def test_a_secret_draw_in_which_nobody_chooses_is_none() -> None:
    solved = solver(Later(later(lambda _: Ask(0, ("one",))))).solve(START)
    assert solved.values == (HALF, HALF)


def test_hidden_hands_are_refused() -> None:
    state = DOME.initial_state(DOME.Config())
    rng = Random(1)
    while DOME.actor(state) is CHANCE:
        outcomes = DOME.legal_actions(state)
        state = DOME.apply(state, outcomes[int(rng.random() * len(outcomes))]).state
    assert obstacle(DOME, state) is Obstacle.HIDDEN


class Round(Tiny):
    """Three places in a ring, and a step back to the first: states that come again."""

    def apply(self, state: State, action: str) -> Any:
        made = super().apply(state, action)
        return made._replace(state=START) if action == "back" else made


def test_a_state_that_comes_again_is_refused() -> None:
    def rules(_: str, path: tuple[str, ...]) -> Ask | Odds | End:
        if path[-1:] == ("end",):
            return WIN
        if len(path) % 2:
            return Odds((("on", 1), ("back", 1), ("end", 1)))
        return Ask(0, ("end", "on", "back")) if len(path) == 2 else Ask(0, ("on", "end"))

    def bounded(secret: str, path: tuple[str, ...]) -> Ask | Odds | End:
        return DRAW if len(path) == 3 else rules(secret, path)

    assert obstacle(Round(bounded), START) is Obstacle.CYCLE


def test_a_host_is_refused() -> None:
    config = heap.Config(2, 6, pause=3)
    state = evolve(heap_at(6), config=config)
    assert obstacle(heap, state) is Obstacle.HOST
    waiting = heap.apply(state, heap.Take(3)).state
    assert obstacle(heap, waiting) is Obstacle.HOST


def test_the_error_says_why() -> None:
    with pytest.raises(UnsolvedError) as caught:
        solver(Tiny(guess, ("one", "two"))).solve(State("one", ()))
    assert str(caught.value) == "not solved: something is hidden from seat 0"
