"""Every example runs."""

import runpy
import sys
from pathlib import Path
from typing import Any

import pytest

from tabletop_rules.environments.spaces import Actions

EXAMPLES = sorted((Path(__file__).parents[1] / "examples").glob("*.py"))


ARGUMENTS = {"learn": ["--games", "1", "--last", "1"]}
"""What makes the examples that take their time brief; tests of their own tell what they do."""


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_example_runs(
    path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", [str(path), *ARGUMENTS.get(path.stem, ())])
    runpy.run_path(str(path), run_name="__main__")
    assert capsys.readouterr().out


def test_the_environments_play_the_same_games_again(monkeypatch: pytest.MonkeyPatch) -> None:
    sample = Actions.sample
    runs: list[list[int]] = []

    def noted(space: Actions, mask: Any = None) -> Any:
        runs[-1].append(int(chosen := sample(space, mask)))
        return chosen

    monkeypatch.setattr(Actions, "sample", noted)
    for _ in range(2):
        runs.append([])
        runpy.run_path(str(EXAMPLES[0].with_name("environments.py")), run_name="__main__")
    assert runs[0]
    assert runs[0] == runs[1]


def test_there_are_examples() -> None:
    assert EXAMPLES
