"""The example that solves a tiny duel."""

import re
import runpy
from pathlib import Path
from typing import Any

import pytest

EXAMPLE = Path(__file__).parents[2] / "examples" / "solve_tiny_duel.py"


@pytest.fixture(scope="module")
def example() -> dict[str, Any]:
    return runpy.run_path(str(EXAMPLE))


@pytest.mark.parametrize("kind", ["svg", "png"])
def test_it_prints_and_plots(
    example: dict[str, Any], kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    picture = tmp_path / f"duel.{kind}"
    example["main"](["--iterations", "3", "--plot", str(picture)])
    printed = capsys.readouterr().out
    rows = [line.split() for line in printed.splitlines()[1:4]]
    assert [int(row[0]) for row in rows] == [1, 2, 3]
    measured = [float(row[1]) for row in rows]
    assert measured == sorted(measured, reverse=True)
    assert "with Imp: attack Imp" in printed
    start = picture.read_bytes()[:100]
    assert start.startswith(b"\x89PNG" if kind == "png" else b"<?xml")


def test_it_wants_an_iteration(example: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        example["main"](["--iterations", "0"])
    assert "at least 1 iteration" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--config", "huge"], "--config: config: expected default, .* got 'huge'"),
        (["--config", "hand_size=300"], "--config: config: hand_size: expected 1 to 12"),
        (["--plot", "no/such/folder/duel.svg"], "--plot: expected a file in a folder that is"),
        (["--plot", "duel.zzz"], "--plot: Format 'zzz' is not supported"),
    ],
)
def test_what_it_cannot_do_is_said_in_a_line(
    example: dict[str, Any], arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as raised:
        example["main"](["--iterations", "1", *arguments])
    assert raised.value.code == 2
    assert re.search(said, capsys.readouterr().err)


def test_it_measures_at_round_numbers(example: dict[str, Any]) -> None:
    assert example["milestones"](20) == [1, 2, 5, 10, 20]
    assert example["milestones"](7) == [1, 2, 5, 7]
