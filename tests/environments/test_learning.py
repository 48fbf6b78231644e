"""The example that learns: its curve rises beyond the random bot's half."""

import os
import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

LEARN = Path(__file__).parents[2] / "examples" / "learn.py"


def test_the_learning_curve_rises_beyond_random() -> None:
    run = subprocess.run(
        [sys.executable, str(LEARN), "--games", "600", "--seed", "1", "--last", "300"],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},
    )
    curve = [float(share) for share in re.findall(r"([\d.]+)% won", run.stdout)]
    first, *_, last = curve
    # Four seeds that were tried were all above 80; who chooses at random wins three fifths of
    # 300 games once in 3,000 tries.
    assert len(curve) == 3
    assert first < last
    assert last > 60


@pytest.mark.parametrize(
    ("name", "given", "least"),
    [("games", -1, 0), ("seed", -1, 0), ("last", 0, 1), ("workers", -1, 0)],
)
def test_numbers_that_are_too_small_are_refused(
    name: str, given: int, least: int, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        runpy.run_path(str(LEARN))["main"]([f"--{name}={given}"])
    assert f"--{name}: expected {least} or more, got {given}" in capsys.readouterr().err
