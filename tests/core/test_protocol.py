"""The protocol: packages and modules are games, and generic code takes any of them.

Much of this is proved by the type checkers, which run on the tests, too.
"""

import copy
import pickle
from random import Random
from typing import Any, TypeVar

import pytest

from tabletop_rules import dome_crushers
from tabletop_rules.bots import RandomBot
from tabletop_rules.core import (
    CHANCE,
    HOST,
    Actor,
    Bot,
    Distribution,
    Game,
    IllegalActionError,
    Outcome,
    Played,
    Record,
    Refusal,
    Seat,
    Transition,
    Weighted,
    format_record,
    load_game,
    parse_record,
    perft,
    play,
    play_steps,
    replay,
    replay_steps,
    sample,
)

from . import heap
from .players import AnyOption

C = TypeVar("C")
S = TypeVar("S")
A = TypeVar("A")
V = TypeVar("V")

# A package and a module are games, with all types known ...
DUEL: Game[dome_crushers.Config, dome_crushers.State, dome_crushers.Action, dome_crushers.View] = (
    dome_crushers
)
HEAP: Game[heap.Config, heap.State, heap.Action, heap.State] = heap
# ... and with none.
GAMES: tuple[Game[Any, Any, Any, Any], ...] = (dome_crushers, heap)

# The types are checked, and not only the names.
WRONG_CONFIG: Game[str, heap.State, heap.Action, heap.State] = heap  # type: ignore[assignment]  # pyright: ignore[reportAssignmentType]  # that is the test
WRONG_VIEW: Game[heap.Config, heap.State, heap.Action, str] = heap  # type: ignore[assignment]  # pyright: ignore[reportAssignmentType]  # that is the test
NO_GAME: Game[Any, Any, Any, Any] = pickle  # type: ignore[assignment]  # pyright: ignore[reportAssignmentType]  # that is the test

# One bot plays any game; a bot of one game plays that one.
ANY_BOT: Bot[object, object] = AnyOption(1)
HEAP_BOT: Bot[heap.State, heap.Action] = AnyOption(1)
DUEL_BOT: Bot[dome_crushers.View, dome_crushers.Action] = RandomBot(1)


def whole_game(game: Game[C, S, A, V], bots: list[Bot[V, A]], seed: int) -> Record[C, A]:
    """Type-check: everything of the core can be used on a game of which nothing is known."""
    config: C = game.Config()
    start: S = game.initial_state(config)
    actor: Actor = game.actor(start)
    options: tuple[A, ...] = game.legal_actions(start)
    odds: tuple[Weighted[A], ...] = game.chance_outcomes(start)
    drawn: A = sample(odds, Random(seed))
    made: Transition[S] = game.apply(start, drawn)
    text: str = game.format_action(options[0])
    parsed: A = game.parse_action(text)
    refusal: Refusal | None = game.why_not(start, parsed, 0)
    seen: V = game.view(made.state, None)
    full: S = game.resample(seen, Random(seed))
    result: Outcome | None = game.outcome(full)
    points: tuple[int, ...] = game.score(full)
    record: Record[C, A] = play(game, config, bots, seed=seed)
    states: list[S] = list(replay(game, record))
    steps: list[Played[S, A]] = list(replay_steps(game, record))
    again: Record[C, A] = parse_record(format_record(game, record), game)
    assert actor is CHANCE
    assert refusal is not None
    assert result is None
    assert len(points) == len(bots)
    assert len(states) == len(steps) + 1
    assert again == record
    assert perft(game, start, 1) == len(options)
    assert game.parse_state(game.format_state(full), config) == full
    assert game.render(seen)
    return record


def test_generic_code_takes_any_game_and_knows_its_types() -> None:
    duel: Record[dome_crushers.Config, dome_crushers.Action] = whole_game(
        dome_crushers, [DUEL_BOT, DUEL_BOT], 1
    )
    tokens: Record[heap.Config, heap.Action] = whole_game(heap, [HEAP_BOT, HEAP_BOT], 1)
    assert len(duel.config.deck) == 12
    assert tokens.config.tokens == 7


def test_a_loaded_game_can_be_used_without_its_types() -> None:
    record = whole_game(load_game("dome-crushers"), [RandomBot(1), RandomBot(2)], 1)
    assert record.game == "dome_crushers"


def test_one_bot_may_sit_on_every_seat_of_every_game() -> None:
    for game in GAMES:
        whole_game(game, [AnyOption(1), AnyOption(2)], 1)


# ------------------------------------------------------------------------------ what the core holds


SEEDS = range(5)
game_of = pytest.mark.parametrize("game", GAMES, ids=["dome_crushers", "heap"])


def steps_of(game: Game[C, S, A, V], seed: int) -> list[Played[S, A]]:
    config = game.Config()
    seats = len(game.score(game.initial_state(config)))
    return list(play_steps(game, config, [AnyOption(seat) for seat in range(seats)], seed=seed))


@game_of
@pytest.mark.parametrize("seed", SEEDS)
def test_options_are_listed_as_they_are_accepted(game: Game[Any, Any, Any, Any], seed: int) -> None:
    for step in steps_of(game, seed):
        options = game.legal_actions(step.before)
        assert step.action in options
        assert len(set(options)) == len(options) > 0
        for option in options:
            game.apply(step.before, option)
            assert game.parse_action(game.format_action(option)) == option
        if isinstance(step.actor, int):
            assert all(game.why_not(step.before, option, step.actor) is None for option in options)
            assert game.chance_outcomes(step.before) == ()
        else:
            odds = game.chance_outcomes(step.before)
            assert tuple(outcome.action for outcome in odds) == options
            assert sum(outcome.probability for outcome in odds) == 1


@game_of
@pytest.mark.parametrize("seed", SEEDS)
def test_states_pickle_copy_compare_and_hash(game: Game[Any, Any, Any, Any], seed: int) -> None:
    for step in steps_of(game, seed):
        before = pickle.dumps(step.before)
        for made in (pickle.loads(before), copy.deepcopy(step.before)):
            assert made == step.before
            assert hash(made) == hash(step.before)
            assert game.legal_actions(made) == game.legal_actions(step.before)
        game.apply(step.before, step.action)
        assert pickle.dumps(step.before) == before


@game_of
def test_a_finished_game_asks_nobody_and_refuses_everything(
    game: Game[Any, Any, Any, Any],
) -> None:
    *_, last = steps_of(game, 1)
    over = last.after
    assert game.actor(over) is None
    assert game.legal_actions(over) == game.chance_outcomes(over) == ()
    with pytest.raises(IllegalActionError) as caught:
        game.apply(over, last.action)
    assert caught.value.rule in game.rulebook
    refusal = game.why_not(over, last.action, 0)
    assert refusal is not None
    assert (refusal.rule, refusal.reason) == (caught.value.rule, caught.value.reason)


# ------------------------------------------------------------------------------ heap itself


def paused(tokens: int = 2) -> heap.State:
    """Return a state that waits for its host."""
    config = heap.Config(tokens=tokens + 1, pause=tokens)
    started = heap.apply(heap.initial_state(config), heap.Start(1)).state
    return heap.apply(started, heap.Take(1)).state


@pytest.mark.parametrize("count", [1, 2, 17, 10**30])
def test_the_host_answers_from_an_open_set(count: int) -> None:
    state = paused()
    assert heap.actor(state) is HOST
    assert heap.legal_actions(state) == ()
    assert heap.chance_outcomes(state) == ()
    made, events = heap.apply(state, heap.Add(count))
    assert made.tokens == 2 + count
    assert heap.actor(made) == 0
    assert [event.rule for event in events] == ["HP-ADD", "HP-TAKE"]


@pytest.mark.parametrize("action", [heap.Add(0), heap.Add(-1), heap.Take(1), heap.Start(0)])
def test_the_host_is_refused_by_the_rule_of_its_question(action: heap.Action) -> None:
    with pytest.raises(IllegalActionError) as caught:
        heap.apply(paused(), action)
    assert caught.value.rule == "HP-ADD"


@pytest.mark.parametrize("seat", [0, 1])
def test_no_seat_answers_for_the_host(seat: Seat) -> None:
    refusal = heap.why_not(paused(), heap.Add(1), seat)
    assert refusal is not None
    assert refusal.reason.startswith(f"seat {seat} is not asked now")


def test_chance_is_not_uniform_where_the_game_says_so() -> None:
    state = heap.initial_state(heap.Config(seats=3))
    expected = Distribution.of((heap.Start(seat), seat + 1) for seat in range(3))
    assert heap.chance_outcomes(state) == expected


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_turn_goes_round_the_table(seats: int) -> None:
    config = heap.Config(seats=seats, tokens=20)
    bots = [AnyOption(seat) for seat in range(seats)]
    steps = list(play_steps(heap, config, bots, seed=seats))
    first = steps[0].action
    assert isinstance(first, heap.Start)
    assert [step.actor for step in steps[1:]] == [
        (first.seat + turn) % seats for turn in range(len(steps) - 1)
    ]
    result = heap.outcome(steps[-1].after)
    assert result is not None
    assert result.winners == (steps[-1].actor,)
