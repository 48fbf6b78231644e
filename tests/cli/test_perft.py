"""``perft``."""

import json
from pathlib import Path

import pytest

from tabletop_rules.cli import BAD_INPUT

from .toy import AnyGame, Run


@pytest.mark.parametrize(
    ("depth", "count"),
    [(0, 1), (1, 3), (2, 3 * 2), (3, 6), (4, 6 * 2), (5, 12 * 3), (6, 12 * (2 + 2 + 2))],
)
def test_counts_worked_out_by_hand(run: Run, toy: AnyGame, depth: int, count: int) -> None:
    assert run("perft", "toy-cards", depth).stdout == f"{count}\n"
    data = json.loads(run("perft", "toy-cards", depth, "--json").stdout)
    assert data == {"game": "toy_cards", "depth": depth, "count": count}


def test_either_player_starts_and_then_draws_one_of_the_different_cards(run: Run) -> None:
    assert run("perft", "dome-crushers", 1).stdout == "2\n"


def test_divide(run: Run, toy: AnyGame) -> None:
    assert run("perft", "toy-cards", 2, "--divide").stdout == (
        "deal 1: 2\ndeal 2: 2\ndeal 3: 2\n6\n"
    )
    data = json.loads(run("perft", "toy-cards", 2, "--divide", "--json").stdout)
    assert data["count"] == 6
    assert data["divided"] == [{"action": f"deal {card}", "count": 2} for card in (1, 2, 3)]


def test_from_a_position(run: Run, toy: AnyGame, tmp_path: Path) -> None:
    position = tmp_path / "position.txt"
    position.write_text("dealt\n", encoding="utf-8")
    assert run("perft", "toy-cards", 2, "--position", position).stdout == "6\n"


def test_with_a_config(run: Run, toy: AnyGame, tmp_path: Path) -> None:
    config = tmp_path / "config.toml"
    config.write_text("hosted = true\n", encoding="utf-8")
    assert run("perft", "toy-cards", 1, "--config", config).stdout == "0\n"
    position = tmp_path / "position.txt"
    position.write_text("dealt\n", encoding="utf-8")
    given = ["--position", position, "--config", config]
    assert run("perft", "toy-cards", 1, *given).stdout == "0\n"


def test_a_position_that_is_none_is_refused_with_its_file(
    run: Run, toy: AnyGame, tmp_path: Path
) -> None:
    position = tmp_path / "position.txt"
    position.write_text("lost\n", encoding="utf-8")
    done = run("perft", "toy-cards", 2, "--position", position)
    assert done.exit_code == BAD_INPUT
    assert done.stderr == f"Error: position {position}: line 1: expected 'dealt'\n"


def test_divide_needs_a_first_action(run: Run, toy: AnyGame) -> None:
    done = run("perft", "toy-cards", 0, "--divide")
    assert done.exit_code == BAD_INPUT
    assert "--divide needs a DEPTH of 1 or more" in done.stderr
