"""The Ray engine, on a local cluster of two processors."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tabletop_rules import arena
from tabletop_rules.arena.engines import cluster
from tabletop_rules.cli import main

OWN_BOTS = '''
import os, time
from pathlib import Path


class First:
    def choose(self, view, options):
        return options[0]


class Crashing:
    """Ends its process in its third decision."""

    def __init__(self):
        self.count = 0

    def choose(self, view, options):
        self.count += 1
        if self.count == 3:
            os._exit(3)
        return options[-1]


class Slow:
    """Takes its time, so that there is a middle; and says for whom it plays."""

    def choose(self, view, options):
        said = Path(__file__).with_name(f"parent.{os.getppid()}")
        draft = said.with_name(f"draft.{os.getpid()}")
        draft.write_text(f"{os.getpid()} {os.environ['TABLETOP_RULES_RUN']}")
        draft.replace(said)  # whoever reads it finds all of it
        time.sleep(0.005)
        return options[len(options) // 2]
'''
DRIVER = """
import sys
from tabletop_rules import arena

bots, file, games = sys.argv[1:]
names = ["random", f"{bots}:Slow"]
arena.run("dome-crushers", names, games=int(games), file=file, engine="ray", seed=4)
"""
HERE: dict[str, Any] = {"workers": 0}
LOCAL: dict[str, Any] = {"workers": 1}
RAY: dict[str, Any] = {"engine": "ray"}


def games_of(tournament: arena.Tournament) -> list[arena.Result]:
    return list(tournament.results())


@pytest.fixture(scope="module")
def ray() -> Iterator[Any]:
    """Start a cluster, which is this program's own."""
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    ray = pytest.importorskip("ray")
    ray.init(
        address="local",
        num_cpus=2,
        include_dashboard=False,
        log_to_driver=False,
        logging_level="ERROR",
        object_store_memory=2**27,
    )
    yield ray
    ray.shutdown()


@pytest.fixture
def bots(tmp_path: Path) -> Path:
    """Return a file with bots."""
    path = tmp_path / "own_bots.py"
    path.write_text(OWN_BOTS)
    return path


def environment(ray: Any) -> dict[str, str]:
    """Return the environment of another program that uses the cluster."""
    return {**os.environ, "RAY_ADDRESS": ray.get_runtime_context().gcs_address}


def wait_for_games(path: Path, games: int, running: subprocess.Popen[Any]) -> None:
    """Wait until that many games are in a file."""
    while True:
        assert running.poll() is None
        if path.is_file() and path.stat().st_size:
            with arena.Store(path) as store:
                if len(store.numbers()) >= games:
                    return
        time.sleep(0.05)


@pytest.mark.usefixtures("ray")
@pytest.mark.parametrize("schedule", ["round-robin", "swiss"])
def test_games_and_table_equal_those_of_this_process(bots: Path, schedule: str) -> None:
    names = ["random", "greedy", f"{bots}:First"]
    here, there = (
        arena.run("dome-crushers", names, games=30, schedule=schedule, seed=3, **how)
        for how in (HERE, RAY)
    )
    assert games_of(there) == games_of(here)
    assert there.table == here.table


@pytest.mark.usefixtures("ray")
def test_bots_of_this_program_are_sent_along() -> None:
    class Last:
        def choose(self, view: object, options: tuple[Any, ...], /) -> Any:
            return options[-1]

    here, there = (
        arena.run("dominus-portus", [Last, "random"], games=6, **how) for how in (HERE, RAY)
    )
    assert games_of(there) == games_of(here)


@pytest.mark.usefixtures("ray")
def test_a_bot_that_crashes_is_blamed_as_on_this_machine(bots: Path) -> None:
    names = ["random", f"{bots}:Crashing"]
    here, there = (arena.run("dome-crushers", names, games=2, **how) for how in (LOCAL, RAY))
    assert games_of(there) == games_of(here)
    for result in games_of(there):
        (fault,) = result.faults
        assert result.fixture.seats[fault.seat] == 1
        assert (fault.decision, fault.fault.value) == (2, "crash")


def test_a_killed_process_of_the_cluster_loses_and_doubles_nothing(ray: Any, bots: Path) -> None:
    names = ["random", f"{bots}:Slow"]
    killed: dict[int, str] = {}
    given: list[int] = []

    def kill(progress: arena.Progress) -> None:
        given.append(progress.played)
        for path in bots.parent.glob("parent.*") if not killed else ():
            process = int(path.suffix[1:])
            assert Path(f"/proc/{process}/cmdline").read_bytes().startswith(b"ray::")
            killed[process] = path.read_text()
            os.kill(process, signal.SIGKILL)

    there = arena.run("dome-crushers", names, games=8, seed=4, engine="ray", on_progress=kill)
    assert killed
    assert games_of(there) == games_of(arena.run("dome-crushers", names, games=8, seed=4))
    assert given == sorted(set(given))
    assert given[-1] == 8
    for worker, folder in (said.split() for said in killed.values()):
        while Path("/proc", worker).exists() or Path(folder).parent.exists():
            time.sleep(0.05)  # they end with the process that was killed
    assert ray.is_initialized()  # it was not the arena's to end


def test_a_killed_program_is_resumed(ray: Any, bots: Path, tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    command = [sys.executable, "-c", DRIVER, str(bots), str(file)]
    running = subprocess.Popen([*command, "9999"], env=environment(ray))
    wait_for_games(file, 2, running)
    running.kill()
    running.wait()
    with arena.Store(file) as store:
        assert 2 <= len(store.numbers()) < 9999
    done = subprocess.run(
        [*command, "8"], env=environment(ray), capture_output=True, text=True, check=True
    )
    assert (done.stdout, done.stderr) == ("", "")
    names = ["random", f"{bots}:Slow"]
    whole = arena.run("dome-crushers", names, games=8, seed=4)
    with arena.Store(file) as store:
        assert list(store.results(8)) == games_of(whole)


@pytest.mark.usefixtures("ray")
def test_what_is_wrong_there_is_said_here(bots: Path) -> None:
    class Unloadable:
        def choose(self, view: object, options: tuple[Any, ...], /) -> Any:
            return options[0]

        def __deepcopy__(self, memo: object) -> Any:
            return self

        def __reduce__(self) -> Any:
            return divmod, (1, 0)

    with pytest.raises(arena.ArenaError, match="another process can load: ZeroDivisionError"):
        arena.run("dome-crushers", ["random", Unloadable()], games=2, engine="ray")


@pytest.mark.usefixtures("ray")
def test_a_bot_that_cannot_be_loaded_there_is_one_message_on_the_command_line(
    tmp_path: Path,
) -> None:
    file = tmp_path / "here_only.py"
    file.write_text("import os\nassert 'TABLETOP_RULES_RUN' not in os.environ\n" + OWN_BOTS)
    bots = ["--bots", f"random,{file}:First"]
    arguments = ["arena", "dome-crushers", *bots, "--games", "2", "--engine", "ray"]
    result = CliRunner().invoke(main, arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "expected bots that another process can load: BotLoadError: " in result.stderr
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize("address", ["127.0.0.1:1", "ray://127.0.0.1:1", "nonsense"])
def test_a_cluster_that_cannot_be_reached_is_an_error_that_says_so(
    address: str, tmp_path: Path
) -> None:
    script = """
from tabletop_rules import arena
try:
    arena.run("dome-crushers", ["random", "greedy"], games=2, engine="ray")
except arena.ArenaError as error:
    print(error)
"""
    ours = {**os.environ, "RAY_ADDRESS": address, "RAY_TMPDIR": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", script], env=ours, capture_output=True, text=True, check=True
    )
    expected = f"arena: engine: expected a Ray cluster at RAY_ADDRESS={address}; "
    assert done.stdout.startswith(expected)
    assert done.stderr == ""


def test_where_no_cluster_runs_the_error_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    class NoCluster:
        def init(self, **_: object) -> None:
            raise ConnectionError("none is here")

    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    with pytest.raises(arena.ArenaError, match=r"on this machine, or RAY_ADDRESS.*none is here"):
        cluster._connect(NoCluster())


def test_without_ray_the_error_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(arena.ArenaError, match=r"engine: expected Ray, .*tabletop-rules\[ray\]"):
        cluster._ray()
    with pytest.raises(arena.ArenaError, match=r"tabletop-rules\[ray\]"):
        arena.run("dome-crushers", ["random", "greedy"], games=2, engine="ray")
