"""Bots of Python that misbehave in the processes of a tournament, and what is left of them."""

import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from textwrap import dedent
from typing import Any, Final

import pytest
from attrs import evolve

from tabletop_rules import arena, dome_crushers, dominus_portus
from tabletop_rules.arena.engines import Here, Local, local
from tabletop_rules.arena.entrants import entrants_of
from tabletop_rules.arena.faults import STOPPING
from tabletop_rules.arena.fixtures import ArenaError, Fixture
from tabletop_rules.arena.jobs import Job
from tabletop_rules.arena.refereeing import Result
from tabletop_rules.core import Fault, parse_record, replay

from . import misbehaving

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere less can be ended")

FILE: Final = Path(misbehaving.__file__)
POLICY: Final = arena.Policy(seconds=2.0, memory=2**28)
DEFAULT: Final = evolve(POLICY, on_fault="default")

FAULTS: Final = {
    "Raises": Fault.EXCEPTION,
    "Interrupts": Fault.EXCEPTION,
    "Misreports": Fault.EXCEPTION,
    "Exits": Fault.EXCEPTION,
    "Recurses": Fault.EXCEPTION,
    "Reads": Fault.EXCEPTION,
    "Nonsense": Fault.ILLEGAL,
    "Stale": Fault.ILLEGAL,
    "Disguised": Fault.ILLEGAL,
    "Loops": Fault.SILENT,
    "Sleeps": Fault.SILENT,
    "Holds": Fault.SILENT,
    "Stops": Fault.SILENT,
    "Ends": Fault.CRASH,
    "Segfaults": Fault.CRASH,
    "Kills": Fault.CRASH,
    "Closes": Fault.CRASH,
    "Bequeaths": Fault.CRASH,
    "Fills": Fault.MEMORY,
}
"""What is wrong with the second decision of a bot."""
STRAY: Final = """
    import os
    import sys
    from pathlib import Path

    if "tabletop_rules" not in sys.modules:
        raise RuntimeError("this is not random")


    class Last:
        def choose(self, view, options):
            Path("seen.txt").write_text(" ".join(os.environ), "utf-8")
            return options[-1]
"""
NUISANCES: Final = ("Alarms", "Floods", "Forks")
ELSEWHERE: Final = {
    "RaisesWhenMade": Fault.EXCEPTION,
    "HangsWhenMade": Fault.SILENT,
    "EndsWhenMade": Fault.CRASH,
    "FillsWhenMade": Fault.MEMORY,
    "InterruptsWhenMade": Fault.EXCEPTION,
    "IsNoneWhenMade": Fault.EXCEPTION,
    "Hides": Fault.EXCEPTION,
    "InterruptsInNotice": Fault.EXCEPTION,
    "RaisesInBegin": Fault.EXCEPTION,
    "HangsInBegin": Fault.SILENT,
    "RaisesInNotice": Fault.EXCEPTION,
    "EndsInNotice": Fault.CRASH,
    "FillsInNotice": Fault.MEMORY,
    "RaisesInFinish": Fault.EXCEPTION,
    "HangsInFinish": Fault.SILENT,
}
"""What is wrong when a bot is made, or told something."""


@pytest.fixture(autouse=True)
def nothing_is_left(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """Check that no process and no file is left of what a test has started."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(local, "_GRACE", 0.5)
    monkeypatch.setattr(local, "_START", 3.0)
    monkeypatch.setenv("LEFT_BY", str(tmp_path))
    yield
    assert left(tmp_path) == []
    assert list(tmp_path.iterdir()) == []


def left(mark: Path) -> list[str]:
    """Return the commands of the processes that were started in a test and run on."""
    found: list[str] = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            environment = (entry / "environ").read_bytes()  # empty for the dead
            command = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode()
        except OSError:
            continue
        # Python has one process for all that this one starts, which ends with it.
        if f"LEFT_BY={mark}\0".encode() in environment and "resource_tracker" not in command:
            found.append(command)
    return found


def job_of(names: Sequence[str], policy: arena.Policy, seats: int = 2) -> Job:
    """Return a job of these bots."""
    game: Any = dome_crushers if seats == 2 else dominus_portus
    config = game.Config() if seats == 2 else game.Config(seats=seats)
    bots = {name: f"{FILE}:{name}" for name in names}
    return Job(game, config, entrants_of(bots, game), policy, 1)


def tables(pairs: Sequence[tuple[int, ...]]) -> list[Fixture]:
    return [Fixture(number, 0, 100 + number, seats) for number, seats in enumerate(pairs)]


def played(job: Job, fixtures: list[Fixture], workers: int = 3) -> list[Result]:
    """Return the games in the order of their numbers, each of which is there once."""
    with Local(job, workers) as engine:
        results = [result for some in engine.play(fixtures) for result in some]
    results.sort(key=lambda result: result.fixture.number)
    assert [result.fixture for result in results] == fixtures
    return results


def check(result: Result, seat: int, fault: Fault, job: Job) -> None:
    """Check that one seat has committed one kind of fault, and what came of it."""
    name = job.entrants[result.fixture.seats[seat]].name
    assert {(note.seat, note.fault) for note in result.faults} == {(seat, fault)}, name
    assert [bool(count) for count in result.fault_counts] == [
        each == seat for each in range(len(result.ranks))
    ]
    assert all(note.reason.count("\n") <= 1 for note in result.faults)
    record = parse_record(result.record, job.game)
    *_, end = replay(job.game, record)
    if job.policy.on_fault == "forfeit":
        assert result.kind == "forfeit", name
        assert result.ranks[seat] == len(result.ranks)
        assert max(rank for other, rank in enumerate(result.ranks) if other != seat) < len(
            result.ranks
        )
    else:
        outcome = job.game.outcome(end)
        assert outcome is not None
        assert (result.kind, result.ranks) == (outcome.kind.value, outcome.ranks)
        assert result.fault_counts[seat] == 1 or fault not in STOPPING


@pytest.mark.parametrize("policy", [POLICY, DEFAULT], ids=["forfeit", "default"])
def test_the_fault_of_a_decision_is_that_of_its_seat_and_of_no_other(policy: arena.Policy) -> None:
    names = ["Sound", *FAULTS, *NUISANCES]
    job = job_of(names, policy)
    bad = [(0, place) if place % 2 else (place, 0) for place in range(1, len(names))]
    fixtures = tables([seats for each in bad for seats in (each, (0, 0))])
    results = played(job, fixtures)
    sound = [result for result in results if set(result.fixture.seats) == {0}]
    assert sound == [result for some in Here(job).play(fixtures[1::2]) for result in some]
    for result in results[::2]:
        seat, place = max(enumerate(result.fixture.seats), key=lambda each: each[1])
        if names[place] in NUISANCES:
            assert result.faults == (), names[place]
            assert result.kind != "forfeit"
        else:
            check(result, seat, FAULTS[names[place]], job)
            assert [note.decision for note in result.faults] == [1]


@pytest.mark.parametrize("policy", [POLICY, DEFAULT], ids=["forfeit", "default"])
def test_so_is_one_where_a_bot_is_made_or_told_something(policy: arena.Policy) -> None:
    names = ["Sound", *ELSEWHERE]
    job = job_of(names, policy)
    results = played(job, tables([(place, 0) for place in range(1, len(names))]))
    for result, (name, fault) in zip(results, ELSEWHERE.items(), strict=True):
        if name.endswith("InFinish"):  # what a bot does after the end changes no result
            assert {(note.seat, note.fault) for note in result.faults} == {(0, fault)}
            assert result.kind != "forfeit"
        else:
            check(result, 0, fault, job)


@pytest.mark.parametrize(("policy", "seats"), [(POLICY, 4), (DEFAULT, 3)])
def test_several_faults_in_a_game_of_several(policy: arena.Policy, seats: int) -> None:
    names = ["Sound", "Ends", "Loops", "Raises", "Fills"]
    job = job_of(names, policy, seats)
    groups = [(0, 1, 2, 0), (3, 2, 0, 1), (1, 0, 1, 4)]
    for result in played(job, tables([group[:seats] for group in groups])):
        faults = {
            note.seat: (names[result.fixture.seats[note.seat]], note.fault)
            for note in result.faults
        }
        assert all(FAULTS[name] is fault for name, fault in faults.values())
        bad = [seat for seat, place in enumerate(result.fixture.seats) if place]
        sound = [seat for seat in range(seats) if seat not in bad]
        if policy.on_fault == "default" or len(sound) > 1:
            assert sorted(faults) == bad
        else:  # it is over when one is left, who may be one that would have failed as well
            assert set(faults) <= set(bad)
            assert len(faults) == seats - 1
        if policy.on_fault == "forfeit":
            order = [note.seat for note in result.faults]
            assert sorted(order, key=lambda seat: -result.ranks[seat]) == order
            assert all(result.ranks[seat] <= seats - len(order) for seat in sound)


def test_a_whole_tournament_goes_on_to_its_end() -> None:
    bots = {name: f"{FILE}:{name}" for name in ("Sound", "Ends", "Forks")}
    tournament = arena.run("dome-crushers", bots, games=6, policy=POLICY, workers=2)
    assert (tournament.table.games, tournament.table.forfeited) == (6, 4)
    faults = {row.name: row.faults for row in tournament.table.rows}
    assert faults == {"Sound": 0, "Ends": 4, "Forks": 0}
    assert tournament.table.rows[-1].name == "Ends"


def test_ctrl_c_reaches_no_worker_not_even_the_first_before_it_can_say_so() -> None:
    script = """
        import signal

        from loky.backend import fork_exec

        from tabletop_rules import arena

        start = fork_exec.fork_exec

        def watched(*given, **more):
            print(signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ()))
            return start(*given, **more)

        fork_exec.fork_exec = watched
        arena.run("dome-crushers", ["random", "greedy"], games=40, workers=2)
    """
    command = [sys.executable, "-c", dedent(script)]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    assert set(run.stdout.split()) == {"True"}


def test_files_where_the_arena_runs_are_no_modules_of_workers(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    """The bot lies in one that is called as a module of Python, which the workers import."""
    place = tmp_path_factory.mktemp("strays")
    bots = place / "bots"
    bots.mkdir()
    (bots / "random.py").write_text(dedent(STRAY), "utf-8")
    script = place / "run.py"  # not -c or -m, which would put the bots first for the arena too
    script.write_text("from tabletop_rules.cli import main\nmain()\n", "utf-8")
    words = "arena dome-crushers --bots random.py:Last,greedy --games 2 --workers 2"
    command = [sys.executable, str(script), *words.split()]
    run = subprocess.run(command, cwd=bots, capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr) == (0, "")
    assert "PYTHONSAFEPATH" not in (bots / "seen.txt").read_text("utf-8").split()


def test_what_a_bot_keeps_is_not_counted_against_another() -> None:
    names = ["Sound", "Hoards"]
    job = job_of(names, evolve(DEFAULT, memory=2**26))
    (result,) = played(job, tables([(0, 1)]), 1)
    assert {(note.seat, note.fault) for note in result.faults} == {(1, Fault.MEMORY)}


def test_what_a_bot_leaves_is_not_counted_in_another_game() -> None:
    job = job_of(["Sound", "Leaks", "Needs"], evolve(DEFAULT, memory=2**26))
    results = played(job, tables([(0, 1), (0, 2)]), 1)
    assert [result.faults for result in results] == [(), ()]


@pytest.mark.parametrize(
    ("bot", "reason"),
    [
        (misbehaving.Unsendable(), "sent to another process: it is mine"),
        (misbehaving.Unloadable(), "another process can load: ZeroDivisionError"),
        (misbehaving.EndsWhenLoaded(), "another process can load: the process ended"),
        (misbehaving.HangsWhenLoaded(), r"another process can load: .* took more than 3 s"),
    ],
)
def test_what_cannot_be_sent_or_loaded_is_told(bot: Any, reason: str) -> None:
    with pytest.raises(ArenaError, match=reason):
        arena.run("dome-crushers", ["random", bot], games=2, workers=1)
