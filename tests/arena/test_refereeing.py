"""One game of a tournament, whatever its bots do."""

from typing import Any

import pytest

from tabletop_rules import dome_crushers, dominus_portus
from tabletop_rules.arena import Policy
from tabletop_rules.arena.fixtures import ArenaError, Fixture
from tabletop_rules.arena.jobs import Job
from tabletop_rules.arena.refereeing import KnownFault, Result, referee
from tabletop_rules.bots import RandomBot
from tabletop_rules.core import Fault, FaultError, parse_record, play, replay

DEFAULT = Policy(on_fault="default")


class Faulty:
    """Plays at random, and does something else in one of its decisions, or from then on."""

    def __init__(self, act: Any, *, at: int, always: bool = False) -> None:
        self.act, self.at, self.always = act, at, always
        self.asked = 0
        self.rng = RandomBot(1)

    def choose(self, view: Any, options: tuple[Any, ...], /) -> Any:
        number = self.asked
        self.asked += 1
        if number == self.at or (self.always and number > self.at):
            return self.act(options)
        return self.rng.choose(view, options)


def raising(error: BaseException) -> Any:
    def act(_options: object) -> Any:
        raise error

    return act


FAULTS: list[tuple[Any, Fault]] = [
    (raising(ValueError("x")), Fault.EXCEPTION),
    (raising(SystemExit(1)), Fault.EXCEPTION),
    (raising(MemoryError()), Fault.MEMORY),
    (raising(FaultError(Fault.SILENT, "did not answer")), Fault.SILENT),
    (raising(FaultError(Fault.CRASH, "ended")), Fault.CRASH),
    (lambda _: None, Fault.ILLEGAL),
    (lambda options: options, Fault.ILLEGAL),
]


def played(bots: list[Any], policy: Policy, *, seats: int = 2, **more: Any) -> Result:
    if seats == 2:
        job = Job(dome_crushers, dome_crushers.Config(), policy=policy)
    else:
        job = Job(dominus_portus, dominus_portus.Config(seats=seats), policy=policy)
    return referee(job, Fixture(0, 0, 7, tuple(range(seats))), bots, **more)


def test_a_game_without_faults_is_the_one_that_play_plays() -> None:
    result = played([RandomBot(1), RandomBot(2)], Policy())
    config = dome_crushers.Config()
    record = play(dome_crushers, config, [RandomBot(1), RandomBot(2)], seed=7)
    assert parse_record(result.record, dome_crushers) == record
    *_, end = replay(dome_crushers, record)
    outcome = dome_crushers.outcome(end)
    assert outcome is not None
    assert (result.ranks, result.score) == (outcome.ranks, dome_crushers.score(end))
    assert result.faults == ()
    assert result.fault_counts == (0, 0)


@pytest.mark.parametrize(("act", "fault"), FAULTS)
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("at", [0, 3])
def test_a_fault_forfeits_a_game_of_two(act: Any, fault: Fault, seat: int, at: int) -> None:
    bots: list[Any] = [RandomBot(2), RandomBot(2)]
    bots[seat] = Faulty(act, at=at)
    result = played(bots, Policy())
    assert result.kind == "forfeit"
    assert result.ranks == ((2, 1) if seat == 0 else (1, 2))
    assert result.points == ((0.0, 1.0) if seat == 0 else (1.0, 0.0))
    ((note,)) = result.faults
    assert (note.seat, note.decision, note.fault) == (seat, at, fault)
    assert f"# forfeited: seat {seat}\n" in result.record
    assert f"# fault: seat {seat}, decision {at}, {fault.value}: " in result.record
    assert parse_record(result.record, dome_crushers).actions  # comments do not disturb


@pytest.mark.parametrize(("act", "fault"), FAULTS)
def test_by_the_other_policy_the_game_goes_on(act: Any, fault: Fault) -> None:
    faulty = Faulty(act, at=1, always=True)
    result = played([RandomBot(2), faulty], DEFAULT)
    assert result.kind in ("win", "draw", "truncated")
    assert {note.fault for note in result.faults} == {fault}
    stops = fault in (Fault.SILENT, Fault.CRASH, Fault.MEMORY, Fault.FLOOD)
    assert (result.fault_counts[1] == 1) == stops
    assert len(result.faults) == min(result.fault_counts[1], 5)
    assert (faulty.asked == 2) == stops
    record = parse_record(result.record, dome_crushers)
    *_, end = replay(dome_crushers, record)
    assert dome_crushers.outcome(end) is not None


@pytest.mark.parametrize("seats", [3, 4])
def test_in_a_larger_game_the_others_play_on_and_rank_above(seats: int) -> None:
    bots: list[Any] = [RandomBot(seat) for seat in range(seats)]
    bots[1] = Faulty(lambda _: None, at=2)
    bots[0] = Faulty(lambda _: None, at=4)
    result = played(bots, Policy(), seats=seats)
    assert result.kind == "forfeit"
    first, second = (note.seat for note in result.faults)
    assert {first, second} == {0, 1}
    assert result.ranks[first] == seats  # the earlier, the lower
    assert result.ranks[second] == seats - 1
    assert max(result.ranks[2:]) <= seats - 2
    assert (bots[0].asked, bots[1].asked) == (5, 3)
    record = parse_record(result.record, dominus_portus)
    *_, end = replay(dominus_portus, record)
    if seats == 4:  # with two left the game is played to its end
        assert dominus_portus.outcome(end) is not None


def test_a_late_answer_is_a_fault() -> None:
    result = played([RandomBot(2), RandomBot(2)], Policy(seconds=1e-9))
    assert result.faults[0].fault is Fault.LATE


def test_a_known_fault_is_not_tried_again() -> None:
    bot = Faulty(raising(AssertionError("it was asked")), at=2)
    known = KnownFault(1, 2, Fault.CRASH, "ended the process that it played in")
    result = played([RandomBot(2), bot], Policy(), known=[known])
    assert [note.fault for note in result.faults] == [Fault.CRASH]
    assert bot.asked == 2


def test_the_watch_learns_of_every_call() -> None:
    seen: list[tuple[int, int]] = []
    bots = [Faulty(None, at=-1), Faulty(None, at=-1)]
    played(list(bots), Policy(), watch=lambda seat, call: seen.append((seat, call)))
    for seat, bot in enumerate(bots):
        assert [call for who, call in seen if who == seat] == list(range(bot.asked))
    assert seen[1::2] == [(-1, -1)] * (len(seen) // 2)


class Attentive(RandomBot):
    """Writes down what it is told."""

    def __init__(self, seed: int, failing: str = "") -> None:
        super().__init__(seed)
        self.told: list[Any] = []
        self.failing = failing

    def _tell(self, what: str, *more: Any) -> None:
        self.told.append((what, *more))
        if what == self.failing:
            raise RuntimeError("failed")

    def begin(self, config: Any, seat: int, seed: int, /) -> None:
        self._tell("begin", config, seat, seed)

    def notice(self, events: tuple[Any, ...], /) -> None:
        self._tell("notice", events)

    def finish(self, outcome: Any, score: tuple[int, ...], /) -> None:
        self._tell("finish", outcome, score)


def test_an_attentive_bot_is_told_what_its_seat_observes_and_no_more() -> None:
    bot = Attentive(1)
    result = played([bot, RandomBot(2)], Policy())
    record = parse_record(result.record, dome_crushers)
    state = dome_crushers.initial_state(record.config)
    expected: list[Any] = []
    for action in record.actions:
        state, events = dome_crushers.apply(state, action)
        if seen := dome_crushers.observe(events, 0):
            expected.append(("notice", seen))
    first, *between, last = bot.told
    assert first[:3] == ("begin", record.config, 0)
    assert between == expected
    assert last == ("finish", dome_crushers.outcome(state), dome_crushers.score(state))


@pytest.mark.parametrize("failing", ["begin", "notice"])
def test_a_bot_that_fails_when_it_is_told_something_forfeits(failing: str) -> None:
    result = played([Attentive(1, failing), RandomBot(2)], Policy())
    assert (result.kind, result.ranks) == ("forfeit", (2, 1))


def test_what_a_bot_does_after_the_end_changes_no_result() -> None:
    failing = played([Attentive(1, "finish"), RandomBot(2)], Policy())
    sound = played([Attentive(1), RandomBot(2)], Policy())
    assert (failing.kind, failing.ranks) == (sound.kind, sound.ranks)
    assert failing.fault_counts == (1, 0)


def test_the_number_of_bots_is_that_of_the_seats() -> None:
    with pytest.raises(ArenaError, match="each of 2 seats, got 1"):
        played([RandomBot(1)], Policy())


@pytest.mark.parametrize(
    "settings",
    [{"on_fault": "ignore"}, {"seconds": 0}, {"seconds": float("nan")}, {"memory": 5}],
)
def test_a_policy_that_makes_no_sense_is_refused(settings: Any) -> None:
    with pytest.raises(ArenaError) as caught:
        Policy(**settings)
    assert [problem.where for problem in caught.value.problems] == list(settings)
