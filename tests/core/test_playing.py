"""Playing with bots that behave and bots that do not, replaying, counting paths."""

import pickle
from collections.abc import Callable
from itertools import islice, pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop_rules import dome_crushers as dc
from tabletop_rules.core import (
    CHANCE,
    HOST,
    BotError,
    Fault,
    FaultError,
    Game,
    IllegalActionError,
    Record,
    RecordError,
    format_record,
    parse_record,
    perft,
    play,
    play_steps,
    replay,
    replay_steps,
)

from . import heap
from .heap import Action, Add, Config, Start, Take
from .players import Answering, AnyOption, Attentive, Scripted

AnyGame = Game[Any, Any, Any, Any]
GAMES: list[AnyGame] = [heap, dc]
seeds = st.integers(-(2**70), 2**70)


def bots(count: int, seed: int = 0) -> list[AnyOption]:
    return [AnyOption(seed + seat) for seat in range(count)]


def scripted(*answers: Action) -> Scripted[Action]:
    return Scripted(list(answers))


def recorded(config: Config, *actions: Action) -> Record[Config, Action]:
    """Return a record without a seed."""
    return Record("heap", "3", config, None, actions)


# ------------------------------------------------------------------------------ play


@pytest.mark.parametrize("game", GAMES, ids=["heap", "dome_crushers"])
@pytest.mark.parametrize("seed", [0, 1, -1, 2**70])
def test_the_same_seed_and_equal_bots_give_the_same_record(game: AnyGame, seed: int) -> None:
    config = game.Config()
    first = play(game, config, bots(2), seed=seed)
    assert play(game, config, bots(2), seed=seed) == first
    assert first.seed == seed
    assert first.config == config
    assert (first.game, first.rules_version) == (game.name, game.rules_version)


def test_other_seeds_give_other_games() -> None:
    records = {play(dc, dc.Config(), bots(2), seed=seed).actions for seed in range(10)}
    assert len(records) == 10


@pytest.mark.parametrize("game", GAMES, ids=["heap", "dome_crushers"])
def test_an_attentive_bot_is_told_what_its_seat_observes(game: AnyGame) -> None:
    config = game.Config()
    attentive = [Attentive(0), Attentive(1)]
    record = play(game, config, attentive, seed=3)
    assert record == play(game, config, bots(2), seed=3)  # it makes no other game
    steps = list(replay_steps(game, record))
    end = steps[-1].after
    for seat, bot in enumerate(attentive):
        first, *between, last = bot.told
        assert first[:3] == ("begin", config, seat)
        seen = [game.observe(step.events, seat) for step in steps]
        assert between == [("notice", events) for events in seen if events]
        assert last == ("finish", game.outcome(end), game.score(end))


def test_what_an_attentive_bot_may_use_as_seed_follows_from_that_of_the_game() -> None:
    given = []
    for seed in (3, 3, 4):
        attentive = [Attentive(0), Attentive(1)]
        play(heap, Config(), attentive, seed=seed)
        given.append(tuple(bot.told[0][3] for bot in attentive))
    assert given[0] == given[1]
    assert len({*given[0], *given[2]}) == 4


@pytest.mark.parametrize("failing", ["begin", "notice", "finish"])
@pytest.mark.parametrize(
    ("error", "fault"),
    [
        (ValueError("x"), Fault.EXCEPTION),
        (SystemExit(), Fault.EXCEPTION),
        (MemoryError(), Fault.MEMORY),
        (FaultError(Fault.CRASH, "ended"), Fault.CRASH),
    ],
)
def test_a_bot_that_raises_when_it_is_told_something(
    failing: str, error: BaseException, fault: Fault
) -> None:
    other = Attentive(0)
    with pytest.raises(BotError) as caught:
        play(heap, Config(), [other, Attentive(1, failing, error)], seed=3)
    assert (caught.value.seat, caught.value.fault) == (1, fault)
    assert [kind for kind, *_ in other.told].count("finish") == 1


def test_a_bot_that_has_not_begun_is_not_told_of_the_end() -> None:
    late = Attentive(1)
    with pytest.raises(BotError, match="seat 0"):
        play(heap, Config(), [Attentive(0, "begin", ValueError()), late], seed=3)
    assert late.told == []


def test_all_are_told_of_the_end_whoever_raises_then() -> None:
    other = Attentive(1)
    with pytest.raises(BotError, match="seat 0"):
        play(heap, Config(), [Attentive(0, "finish", ValueError()), other], seed=3)
    kind, outcome, _ = other.told[-1]
    assert kind == "finish"
    assert outcome is not None


class Passing:
    """Passes on to another bot whatever it is asked for."""

    def __init__(self, other: Any) -> None:
        self.other = other

    def __getattr__(self, name: str) -> Any:
        return getattr(self.other, name)


def test_a_bot_that_passes_everything_on_is_told_of_its_game() -> None:
    bot = Attentive(0)
    passing: Any = Passing(bot)
    play(heap, Config(), [passing, AnyOption(1)], seed=3)
    assert [bot.told[0][0], bot.told[-1][0]] == ["begin", "finish"]


class Hiding(AnyOption):
    """Raises when it is looked for methods that it has not got."""

    def __getattr__(self, name: str) -> Any:
        raise KeyError(name)


class Closed(AnyOption):
    """Has a method that cannot be had."""

    def begin(self, config: Any, seat: int, seed: int, /) -> None:
        pass

    def finish(self, outcome: Any, score: tuple[int, ...], /) -> None:
        pass

    @property
    def notice(self) -> Any:
        raise OSError("closed")


@pytest.mark.parametrize(
    ("kind", "reason"), [(Hiding, "raised KeyError"), (Closed, "raised OSError")]
)
def test_what_a_bot_raises_when_it_is_looked_at_is_its_fault(kind: Any, reason: str) -> None:
    with pytest.raises(BotError, match=reason) as caught:
        play(heap, Config(), [AnyOption(1), kind(0)], seed=3)
    assert (caught.value.seat, caught.value.fault) == (1, Fault.EXCEPTION)


class NoReasonError(FaultError):
    """Raises when it is asked for its reason."""

    @property
    def reason(self) -> str:
        raise LookupError

    @reason.setter
    def reason(self, _: str) -> None:
        pass


@pytest.mark.parametrize(
    "error",
    [FaultError("late", "x"), FaultError(Fault.LATE, 7), NoReasonError(Fault.LATE, "x")],  # type: ignore[arg-type]
)
def test_a_fault_that_makes_no_sense_is_an_exception(error: FaultError) -> None:
    with pytest.raises(BotError) as caught:
        play(heap, Config(), [Attentive(0, "begin", error), AnyOption(1)], seed=3)
    assert caught.value.fault is Fault.EXCEPTION


def test_whenever_a_game_is_left_bots_are_told_how_far_it_is() -> None:
    length = len(play(heap, Config(), bots(2), seed=3).actions)
    for count in range(1, length + 1):
        bot = Attentive(0)
        steps = play_steps(heap, Config(), [bot, AnyOption(1)], seed=3)
        *_, last = islice(steps, count)
        steps.close()  # type: ignore[attr-defined]  # it is a generator
        outcome = heap.outcome(last.after)
        assert (outcome is None) == (count < length)
        assert bot.told[-1] == ("finish", outcome, heap.score(last.after))
        noticed = [told for told in bot.told if told[0] == "notice"]
        assert noticed[-1] == ("notice", heap.observe(last.events, 0))


@settings(deadline=None)
@given(seeds)
def test_chance_is_decided_by_the_seed_and_not_by_the_bots(seed: int) -> None:
    starts = {
        play(heap, Config(seats=4, tokens=9), bots(4, first), seed=seed).actions[0]
        for first in range(5)
    }
    assert len(starts) == 1


def test_chance_is_no_generator_that_a_bot_with_the_same_seed_has() -> None:
    """A bot that starts from the seed of the game does not know the chance beforehand."""
    config = Config(seats=2, tokens=1)
    agreed = 0
    for seed in range(200):
        start = play(heap, config, bots(2), seed=seed).actions[0]
        agreed += AnyOption(seed).choose(None, (Start(0), Start(1), Start(1))) == start
    assert 60 < agreed < 160  # 1/3 * 1/3 + 2/3 * 2/3 of 200 is 111, with 7 to either side


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_each_bot_is_asked_for_its_own_seat_alone(seats: int) -> None:
    players = [scripted(Take(1), Take(1), Take(1)) for _ in range(seats)]
    record = play(heap, Config(seats=seats, tokens=3 * seats), players, seed=1)
    assert len(record.actions) == 1 + 3 * seats
    for seat, player in enumerate(players):
        assert len(player.given) == 3
        for view, options in player.given:
            assert isinstance(view, heap.State)
            assert heap.actor(view) == seat
            assert options == heap.legal_actions(view)


def test_a_bot_is_given_the_view_of_its_seat_and_never_the_state() -> None:
    given_to: list[tuple[int, object, object]] = []

    class Watching:
        def __init__(self, seat: int) -> None:
            self._seat, self._bot = seat, AnyOption(seat)

        def choose(self, view: dc.View, options: tuple[dc.Action, ...], /) -> dc.Action:
            given_to.append((self._seat, view, options))
            return self._bot.choose(view, options)

    record = play(dc, dc.Config(), [Watching(0), Watching(1)], seed=4)
    steps = [step for step in replay_steps(dc, record) if step.actor is not CHANCE]
    assert [
        (step.actor, dc.view(step.before, step.actor), dc.legal_actions(step.before))
        for step in steps
        if isinstance(step.actor, int)
    ] == given_to


def test_steps_are_those_of_the_record_and_hang_together() -> None:
    record = play(dc, dc.Config(), bots(2), seed=5)
    steps = list(play_steps(dc, dc.Config(), bots(2), seed=5))
    assert tuple(step.action for step in steps) == record.actions
    assert steps[0].before == dc.initial_state(dc.Config())
    assert all(step.after == following.before for step, following in pairwise(steps))
    assert all(step.actor == dc.actor(step.before) for step in steps)
    assert all((step.after, step.events) == dc.apply(step.before, step.action) for step in steps)
    assert dc.actor(steps[-1].after) is None
    assert all(dc.outcome(step.before) is None for step in steps)
    assert dc.outcome(steps[-1].after) is not None


def test_steps_come_one_by_one() -> None:
    players = [scripted(Take(1)), scripted(Take(1))]
    steps = play_steps(heap, Config(tokens=9), players, seed=1)
    assert next(steps).actor is CHANCE
    assert not players[0].given
    assert not players[1].given
    assert next(steps).action == Take(1)
    assert len(players[0].given) + len(players[1].given) == 1


@pytest.mark.parametrize(("seats", "count"), [(2, 0), (2, 1), (2, 3), (4, 2)])
def test_a_wrong_number_of_bots_is_refused_with_both_numbers(seats: int, count: int) -> None:
    with pytest.raises(ValueError, match=f"{seats} seats.*got {count}"):
        play(heap, Config(seats=seats), bots(count), seed=1)
    with pytest.raises(ValueError, match=f"{seats} seats.*got {count}"):
        list(play_steps(heap, Config(seats=seats), bots(count), seed=1))


def test_a_game_that_waits_for_its_host_is_not_played_by_bots() -> None:
    config = Config(tokens=3, pause=2)
    with pytest.raises(ValueError, match="host"):
        play(heap, config, [scripted(Take(1)), scripted(Take(1))], seed=1)


# ------------------------------------------------------------------------------ bad bots


class RaisesOn:
    """Hashes like an option, and raises in one of its methods."""

    def __init__(self, method: str, like: object) -> None:
        self._method, self._hash = method, hash(like)

    def _maybe(self, method: str) -> None:
        if method == self._method:
            raise RuntimeError(f"raised in {method}")

    def __eq__(self, other: object) -> bool:
        self._maybe("eq")
        return False

    def __hash__(self) -> int:
        self._maybe("hash")
        return self._hash

    def __repr__(self) -> str:
        self._maybe("repr")
        return "x" * 10**6


class EqualsAll(RaisesOn):
    """Claims to be equal to everything."""

    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = RaisesOn.__hash__


class BadRepr:
    def __repr__(self) -> Any:
        return 3


class BadTextError(Exception):
    def __str__(self) -> str:
        raise RuntimeError("str")


WRONG_ANSWERS: dict[str, Callable[[tuple[Any, ...]], object]] = {
    "nothing": lambda _: None,
    "a number": lambda _: 0,
    "a text": lambda _: "take 1",
    "an option of another time": lambda _: Take(9),
    "an option of another game": lambda _: dc.Decline(),
    "a chance action": lambda _: Start(0),
    "all options": lambda options: options,
    "an unhashable": lambda _: [],
    "a tuple with an unhashable": lambda _: ([],),
    "not a number": lambda _: float("nan"),
    "a class": lambda options: type(options[0]),
    "an exception": lambda _: ValueError("x"),
    "eq raises": lambda options: RaisesOn("eq", options[0]),
    "hash raises": lambda options: RaisesOn("hash", options[0]),
    "repr raises": lambda options: RaisesOn("repr", options[0]),
    "repr is long": lambda options: RaisesOn("", options[0]),
    "repr is no text": lambda _: BadRepr(),
}


@pytest.mark.parametrize("game", GAMES, ids=["heap", "dome_crushers"])
@pytest.mark.parametrize("answer", WRONG_ANSWERS.values(), ids=WRONG_ANSWERS.keys())
def test_an_answer_that_was_not_offered_is_the_bots_fault(
    game: AnyGame, answer: Callable[[tuple[Any, ...]], object]
) -> None:
    with pytest.raises(BotError) as caught:
        play(game, game.Config(), [Answering(answer)] * 2, seed=1)
    assert caught.value.seat in (0, 1)
    assert caught.value.fault is Fault.ILLEGAL
    assert str(caught.value.seat) in str(caught.value)
    assert len(str(caught.value)) < 1000
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


RAISED = (
    (ValueError("x"), Fault.EXCEPTION),
    (SystemExit(3), Fault.EXCEPTION),
    (GeneratorExit(), Fault.EXCEPTION),
    (MemoryError(), Fault.MEMORY),
    (FaultError(Fault.LATE, "was late"), Fault.LATE),
)


@pytest.mark.parametrize(("raised", "fault"), RAISED, ids=lambda value: type(value).__name__)
def test_whatever_a_bot_raises_is_its_fault(raised: BaseException, fault: Fault) -> None:
    class Raising:
        def choose(self, _view: object, _options: object, /) -> Any:
            raise raised

    with pytest.raises(BotError) as caught:
        play(heap, Config(), [Raising(), Raising()], seed=1)
    assert caught.value.fault is fault
    assert caught.value.__cause__ is raised


def test_whoever_presses_ctrl_c_stops_the_game_and_not_the_bot() -> None:
    class Interrupted:
        def choose(self, _view: object, _options: object, /) -> Any:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play(heap, Config(), [Interrupted(), Interrupted()], seed=1)


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_seat_of_the_bad_bot_is_named(seat: int) -> None:
    players: list[Any] = bots(3)
    players[seat] = Answering(lambda _: None)
    with pytest.raises(BotError) as caught:
        play(heap, Config(seats=3, tokens=50), players, seed=2)
    assert caught.value.seat == seat


@pytest.mark.parametrize("game", GAMES, ids=["heap", "dome_crushers"])
def test_what_claims_to_equal_everything_does_not_get_into_a_game(game: AnyGame) -> None:
    """It may be refused, or taken for the option that it claims to be."""
    liar = Answering(lambda options: EqualsAll("", options[0]))
    try:
        made = play(game, game.Config(), [liar, liar], seed=1).actions
    except BotError:
        made = ()
    assert not any(isinstance(action, EqualsAll) for action in made)


def test_the_record_holds_the_option_and_not_what_only_equals_it() -> None:
    """True equals 1, and numpy's numbers equal Python's; their texts do not parse back."""
    player = Answering(lambda _: Take(True))
    record = play(heap, Config(tokens=2), [player, player], seed=1)
    assert parse_record(format_record(heap, record), heap) == record
    assert [type(action.count) for action in record.actions if isinstance(action, Take)] == [
        int,
        int,
    ]


def raising(error: BaseException) -> Answering:
    def answer(_: tuple[Any, ...]) -> Any:
        raise error

    return Answering(answer)


@pytest.mark.parametrize(
    "error",
    [
        ValueError("a reason"),
        IllegalActionError(Take(1), "HP-TAKE", "a reason"),
        StopIteration("a reason"),
        RecursionError("a reason"),
        AssertionError("a reason"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_an_exception_of_a_bot_is_its_fault_and_is_kept_as_the_cause(error: Exception) -> None:
    with pytest.raises(BotError, match="a reason") as caught:
        play(heap, Config(), [raising(error)] * 2, seed=1)
    assert caught.value.__cause__ is error
    assert type(error).__name__ in str(caught.value)


def test_an_exception_whose_text_raises_is_the_bots_fault() -> None:
    with pytest.raises(BotError, match="BadTextError"):
        play(heap, Config(), [raising(BadTextError())] * 2, seed=1)


def test_an_exception_with_a_long_text_is_told_in_short() -> None:
    with pytest.raises(BotError) as caught:
        play(heap, Config(), [raising(ValueError("x" * 10**6))] * 2, seed=1)
    assert len(str(caught.value)) < 1000


def test_a_fault_of_the_game_is_not_put_on_the_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    def view(state: object, seat: object) -> object:
        raise RuntimeError("the game's own fault")

    monkeypatch.setattr(heap, "view", view)
    with pytest.raises(RuntimeError, match="own fault") as caught:
        play(heap, Config(), bots(2), seed=1)
    assert not isinstance(caught.value, BotError)


# ------------------------------------------------------------------------------ replay


@pytest.mark.parametrize("game", GAMES, ids=["heap", "dome_crushers"])
def test_replaying_gives_the_states_and_events_that_were_played(game: AnyGame) -> None:
    steps = list(play_steps(game, game.Config(), bots(2), seed=6))
    record = play(game, game.Config(), bots(2), seed=6)
    assert list(replay_steps(game, record)) == steps
    assert list(replay(game, record)) == [steps[0].before, *(step.after for step in steps)]


def test_a_record_without_actions_replays_to_the_initial_state() -> None:
    record = recorded(Config())
    assert list(replay(heap, record)) == [heap.initial_state(Config())]
    assert list(replay_steps(heap, record)) == []


def test_a_record_may_stop_before_the_end_and_have_no_seed() -> None:
    record = recorded(Config(tokens=7), Start(0), Take(3))
    *_, last = replay(heap, record)
    assert heap.actor(last) == 1
    assert last.tokens == 4


def test_what_the_host_did_is_replayed() -> None:
    config = Config(tokens=3, pause=2)
    record = recorded(config, Start(0), Take(1), Add(4), Take(3), Take(3))
    steps = list(replay_steps(heap, record))
    assert [step.actor for step in steps] == [CHANCE, 0, HOST, 1, 0]
    assert heap.score(steps[-1].after) == (1, 0)
    assert parse_record(format_record(heap, record), heap) == record


@pytest.mark.parametrize(
    ("actions", "number"),
    [
        ((Take(1),), 1),
        ((Start(2),), 1),
        ((Start(0), Start(0)), 2),
        ((Start(0), Take(4)), 2),
        ((Start(0), Take(1), Add(1)), 3),
        ((Start(0), Take(3), Take(2), Take(1)), 4),
    ],
    ids=["chance first", "no such seat", "twice", "too many", "no host", "over"],
)
def test_an_illegal_action_is_named_with_its_number_and_rule(
    actions: tuple[Action, ...], number: int
) -> None:
    states = replay(heap, recorded(Config(tokens=5), *actions))
    for _ in range(number):
        next(states)  # the initial state, and those after the legal actions
    with pytest.raises(RecordError) as caught:
        next(states)
    (problem,) = caught.value.problems
    assert problem.where.startswith(f"action {number},")
    assert repr(actions[number - 1]) in problem.where
    assert "HP-" in problem.what
    assert isinstance(caught.value.__cause__, IllegalActionError)


def test_an_action_that_is_none_is_refused_with_its_number() -> None:
    wrong: Any = []
    with pytest.raises(RecordError, match="action 2"):
        list(replay(heap, recorded(Config(), Start(0), wrong)))


@pytest.mark.parametrize(
    ("record", "place"),
    [
        (Record("dome_crushers", "3", Config()), "game"),
        (Record("", "3", Config()), "game"),
        (Record("heap", "2", Config()), "rules_version"),
        (Record("heap", "3", dc.Config()), "config"),
        (Record("heap", "3", None), "config"),
    ],
)
def test_a_record_that_does_not_fit_is_refused_before_anything_is_given(
    record: Record[Any, Any], place: str
) -> None:
    for run in (replay, replay_steps):
        with pytest.raises(RecordError) as caught:
            next(iter(run(heap, record)))
        assert [problem.where for problem in caught.value.problems] == [place]


def test_all_that_does_not_fit_is_listed() -> None:
    wrong: Record[Any, Any] = Record("chess", "1", 64)
    with pytest.raises(RecordError) as caught:
        list(replay(heap, wrong))
    assert [problem.where for problem in caught.value.problems] == ["game", "config"]


def test_a_record_may_write_its_game_with_dashes() -> None:
    actions: tuple[dc.Action, ...] = (dc.StartWith(0),)
    record: Record[dc.Config, dc.Action] = Record(
        "dome-crushers", dc.rules_version, dc.Config(), None, actions
    )
    assert len(list(replay(dc, record))) == 2


# ------------------------------------------------------------------------------ perft


@pytest.mark.parametrize(
    ("config", "counts"),
    [
        # Two starts, then the ways to take from the heap.
        (Config(seats=2, tokens=1), [1, 2, 2, 0, 0]),
        (Config(seats=3, tokens=1), [1, 3, 3, 0]),
        # 3 | 1+2, 2+1 | 1+1+1
        (Config(seats=2, tokens=3), [1, 2, 2 * 3, 2 * 3, 2 * 1, 0]),
        # From 4: take 1, 2 or 3; then 3, 2 or 1 are left, all of which may be taken.
        (Config(seats=4, tokens=4), [1, 4, 4 * 3, 4 * 6, 4 * 4, 4 * 1, 0]),
        # The host's options are open, so no path through them is counted.
        (Config(seats=2, tokens=2, pause=1), [1, 2, 2 * 2, 0]),
    ],
)
def test_perft_counts_the_sequences_of_exactly_that_length(
    config: Config, counts: list[int]
) -> None:
    state = heap.initial_state(config)
    assert [perft(heap, state, depth) for depth in range(len(counts))] == counts


def test_perft_counts_from_the_state_that_it_is_given() -> None:
    state = heap.apply(heap.initial_state(Config(tokens=3)), Start(0)).state
    assert [perft(heap, state, depth) for depth in range(5)] == [1, 3, 3, 1, 0]


@pytest.mark.parametrize("depth", [-1, -100])
def test_perft_refuses_a_negative_depth(depth: int) -> None:
    with pytest.raises(ValueError, match=f"0 or more, got {depth}"):
        perft(heap, heap.initial_state(Config()), depth)
