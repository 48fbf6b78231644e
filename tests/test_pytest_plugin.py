"""The pytest plugin: one line of configuration, on the example, with and without its bug."""

import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from tabletop_rules.core import parse_record
from tabletop_rules.testing import CHECKS, WHOLE_CHECKS

EXAMPLE = Path(__file__).parents[1] / "examples" / "verify_your_game"
ALL = len(CHECKS) + len(WHOLE_CHECKS)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a copy of the example, so that nothing is left in it."""
    made = tmp_path / "example"
    shutil.copytree(EXAMPLE, made, ignore=shutil.ignore_patterns("__pycache__", ".*"))
    return made


def _pytest(folder: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "pytest", *arguments]
    return subprocess.run(
        command, cwd=folder, capture_output=True, text=True, encoding="utf-8", check=False
    )


def test_one_line_makes_each_check_a_test(folder: Path) -> None:
    done = _pytest(folder, "--game-examples", "20")
    assert done.returncode == 0, done.stdout
    assert f"{ALL} passed" in done.stdout


def test_the_planted_bug_is_found_and_saved(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done = _pytest(folder, "--game", "leaky_high_card", "--game-examples", "20")
    assert done.returncode == 1
    assert "FAILED ::game leaky_high_card::secrets" in done.stdout
    assert "high_card: options" not in done.stdout
    assert "Traceback" not in done.stdout
    saved = folder / ".pytest_cache/d/tabletop_rules/game-leaky_high_card-secrets.record"
    assert f"saved in {saved}" in done.stdout
    monkeypatch.syspath_prepend(EXAMPLE)
    game: Any = import_module("leaky_high_card")
    record = parse_record(saved.read_text("utf-8"), game)
    assert len(record.actions) == 2


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("no_such_game", "no game is called 'no_such_game'"),
        ("pathlib", "the module is no game"),
    ],
)
def test_what_is_no_game_is_refused_in_one_line(folder: Path, name: str, complaint: str) -> None:
    done = _pytest(folder, "--game", name)
    assert done.returncode == pytest.ExitCode.USAGE_ERROR
    assert complaint in done.stderr + done.stdout
    assert "Traceback" not in done.stderr + done.stdout


def test_the_game_by_which_another_test_fails_is_saved_too(folder: Path) -> None:
    (folder / "test_it.py").write_text(
        "import leaky_high_card\n"
        "from tabletop_rules.testing import check_game\n"
        "def test_leak():\n"
        "    check_game(leaky_high_card, checks=['secrets'], examples=20)\n",
        encoding="utf-8",
    )
    done = _pytest(folder, "test_it.py", "--override-ini=addopts=-p tabletop_rules.pytest_plugin")
    assert done.returncode == 1, done.stdout
    assert (folder / ".pytest_cache/d/tabletop_rules/test_it-py-test_leak.record").exists()
