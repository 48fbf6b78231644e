"""``tabletop-rules arena``."""

import csv
import json
import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from time import sleep

import pytest
from click.testing import CliRunner, Result

from tabletop_rules.cli import main
from tabletop_rules.core import parse_record

BASE = ["arena", "dome-crushers", "--bots", "random,second=random,third=random"]


def call(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


def table(*arguments: str) -> str:
    result = call(*arguments, "--json")
    assert result.exit_code == 0, result.output
    return result.stdout


def test_the_table_is_the_same_bytes_whatever_the_number_of_workers() -> None:
    tables = {table(*BASE, "--games", "18", "--workers", workers) for workers in "012"}
    assert len(tables) == 1
    data = json.loads(tables.pop())
    assert data["games"] == 18
    assert [row["games"] for row in data["table"]] == [12, 12, 12]
    assert sum(row["points"] for row in data["table"]) == 18


def test_a_person_reads_a_table(tmp_path: Path) -> None:
    result = call(*BASE, "--games", "6", "--workers", "0")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0] == "Dome Crushers: 6 games, seed 0"
    assert {line.split()[1] for line in lines[2:5]} == {"random", "second", "third"}


def test_a_run_killed_in_the_middle_is_gone_on_with(tmp_path: Path) -> None:
    file = str(tmp_path / "t.db")
    command = [sys.executable, "-m", "tabletop_rules.cli", *BASE, "--games", "300", "--file", file]
    for _ in range(2):
        run = subprocess.Popen([*command, "--workers", "1"], stdout=subprocess.DEVNULL)
        begun = count(file)
        while run.poll() is None and count(file) <= begun:
            sleep(0.05)
        os.kill(run.pid, signal.SIGKILL)
        run.wait()
    between = count(file)
    assert between > 0
    resumed = table("arena", "--file", file, "--games", "300", "--workers", "0")
    assert resumed == table(*BASE, "--games", "300", "--workers", "0")


def count(file: str) -> int:
    """Return the number of games in a file."""
    if not Path(file).exists():
        return 0
    with closing(sqlite3.connect(file, timeout=60)) as base:
        try:
            return int(base.execute("SELECT count(*) FROM games").fetchone()[0])
        except sqlite3.OperationalError:  # it is being made
            return 0


def test_a_file_alone_says_what_is_in_it(tmp_path: Path) -> None:
    file = str(tmp_path / "t.db")
    before = table(*BASE, "--games", "6", "--workers", "0", "--file", file)
    assert table("arena", "--file", file) == before


def test_a_game_of_a_file_is_a_record(tmp_path: Path) -> None:
    file = str(tmp_path / "t.db")
    table(*BASE, "--games", "3", "--workers", "0", "--file", file)
    result = call("arena", "--file", file, "--record", "2")
    assert parse_record(result.stdout).actions
    refused = call("arena", "--file", file, "--record", "3")
    assert refused.exit_code == 2
    assert "game 3 is none of the 3 that were played" in refused.stderr


def test_all_games_as_lines(tmp_path: Path) -> None:
    file = tmp_path / "games.csv"
    table(*BASE, "--games", "6", "--workers", "0", "--csv", str(file))
    with file.open(newline="") as lines:
        rows = list(csv.DictReader(lines))
    assert [row["number"] for row in rows] == [str(n // 2) for n in range(12)]
    assert {row["bot"] for row in rows} == {"random", "second", "third"}


def test_names_cannot_steer_a_terminal() -> None:
    bots = ["--bots", "a=random", "--bots", "random"]
    result = call("arena", "dome-crushers", *bots, "--games", "2", "--workers", "0")
    assert "\x1b" not in result.output


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["arena"], "missing GAME"),
        (["arena", "dome-crushers"], "missing --bots"),
        ([*BASE], "missing --games"),
        (["arena", "chess", "--bots", "a,b", "--games", "2"], "no game is called 'chess'"),
        (["arena", "dome-crushers", "--bots", "random", "--games", "2"], "expected 2 or more bots"),
        (["arena", "dome-crushers", "--bots", "nobody,random", "--games", "2"], "'nobody'"),
        (["arena", "dome-crushers", "--bots", "mcts:x,random", "--games", "2"], "mcts"),
        (["arena", "dome-crushers", "--bots", "no.py:Bot,random", "--games", "2"], "no such file"),
        ([*BASE, "--games", "0"], "0 is not in the range"),
        ([*BASE, "--games", "2", "--file", "/nowhere/at/all.db"], "No such directory"),
        (["arena", "--record", "1"], "needs the --file"),
    ],
)
def test_bad_input_is_one_message(arguments: list[str], message: str) -> None:
    result = call(*arguments)
    assert result.exit_code == 2
    assert message in result.stderr
    assert "Traceback" not in result.output


def test_a_file_of_another_tournament_is_not_touched(tmp_path: Path) -> None:
    file = str(tmp_path / "t.db")
    before = table(*BASE, "--games", "3", "--workers", "0", "--file", file)
    result = call(*BASE, "--games", "6", "--seed", "9", "--file", file)
    assert result.exit_code == 2
    assert "seed" in result.stderr
    assert table("arena", "--file", file) == before


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    file = tmp_path / "t.db"
    file.write_text("hello " * 1000)
    result = call("arena", "--file", str(file))
    assert result.exit_code == 2
    assert "expected the file of a tournament" in result.stderr
