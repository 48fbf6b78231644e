"""What is killed from outside: a worker, or the arena itself."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tabletop_rules import arena
from tabletop_rules.arena.engines.sweeper import MARK

from . import misbehaving

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere less can be ended")

BOTS = {"sound": f"{misbehaving.__file__}:Sound", "forks": f"{misbehaving.__file__}:Forks"}
DRIVER = """
import sys
from tabletop_rules import arena

bots = {"sound": sys.argv[1] + ":Sound", "forks": sys.argv[1] + ":Forks"}
arena.run("dome-crushers", bots, games=10_000, workers=2, file=sys.argv[2])
"""


def processes(name: str, value: str) -> set[int]:
    """Return the processes in whose environment a variable begins like this."""
    found: set[int] = set()
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            environment = (entry / "environ").read_bytes()  # empty for the dead
        except OSError:
            continue
        if f"\0{name}={value}".encode() in b"\0" + environment:
            found.add(int(entry.name))
    return found


def wait_until(reached: Callable[[], bool]) -> None:
    """Wait for what must come."""
    while not reached():
        time.sleep(0.02)


@pytest.mark.parametrize("schedule", ["round-robin", "swiss"])
@pytest.mark.parametrize("pause", [0, 0.5], ids=["at once", "known before more is to be played"])
def test_a_worker_that_is_killed_from_outside_is_not_blamed_on_a_bot(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, schedule: str, pause: float
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    killed: list[int] = []

    def kill(_progress: arena.Progress) -> None:
        if not killed:
            killed.extend(processes(MARK, str(tmp_path)))
            for process in killed:
                os.kill(process, signal.SIGKILL)
            time.sleep(pause)

    how: dict[str, Any] = {"games": 40, "seed": 2, "schedule": schedule}
    bots = {"sound": BOTS["sound"], "random": "random"}
    disturbed = arena.run("dome-crushers", bots, workers=2, on_progress=kill, **how)
    assert len(killed) == 2
    undisturbed = arena.run("dome-crushers", bots, workers=0, **how)
    assert disturbed.table == undisturbed.table
    assert list(disturbed.results()) == list(undisturbed.results())
    assert all(row.faults == 0 for row in disturbed.table.rows)


def test_of_an_arena_that_is_killed_nothing_is_left(tmp_path: Path) -> None:
    file = tmp_path / "t.db"
    ours = {**os.environ, "TMPDIR": str(tmp_path), "LEFT_BY": str(tmp_path)}
    command = [sys.executable, "-c", DRIVER, misbehaving.__file__, str(file)]
    running = subprocess.Popen(command, env=ours)

    def begun() -> bool:
        assert running.poll() is None
        if not file.is_file() or not file.stat().st_size:
            return False
        with arena.Store(file) as store:
            return len(store.numbers()) > 2

    wait_until(begun)
    assert len(processes(MARK, str(tmp_path))) > 2  # workers, and what bots have left behind
    running.kill()
    running.wait()
    wait_until(lambda: not processes("LEFT_BY", str(tmp_path)))
    wait_until(lambda: not list(tmp_path.glob("tabletop-rules-*")))
    with arena.Store(file) as store:
        assert len(store.numbers()) > 2
