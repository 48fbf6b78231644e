"""``tabletop-rules arena``."""

import csv
import io
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from time import sleep

import pytest
from click.testing import CliRunner, Result
from rich.console import Console

from tabletop_rules import arena
from tabletop_rules.cli import arena as arena_command
from tabletop_rules.cli import arena_progress, main
from tabletop_rules.core import parse_record

BASE = ["arena", "dome-crushers", "--bots", "random,second=random,third=random"]

MISSING = ["--bots", "random", "--bots", "./no --a=b,c"]


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


def test_a_file_knows_its_luck(tmp_path: Path) -> None:
    file = str(tmp_path / "t.db")
    first = table(*BASE, "--games", "6", "--luck", "game", "--file", file, "--workers", "0")
    assert json.loads(first)["luck"] == "game"
    assert table("arena", "--file", file, "--workers", "0") == first
    assert "luck" not in json.loads(table(*BASE, "--games", "6", "--workers", "0"))


def test_a_person_reads_a_table(tmp_path: Path) -> None:
    result = call(*BASE, "--games", "6", "--workers", "0")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0] == "Dome Crushers: 6 games, seed 0"
    assert {line.split()[1] for line in lines[2:5]} == {"random", "second", "third"}


def test_a_run_killed_in_the_middle_is_gone_on_with(tmp_path: Path) -> None:
    file = str(tmp_path / "t.db")
    command = [sys.executable, "-m", "tabletop_rules.cli", *BASE, "--file", file]
    for _ in range(2):
        begun = count(file)
        run = subprocess.Popen([*command, "--games", "99999", "--workers", "1"])
        while count(file) <= begun:
            assert run.poll() is None
            sleep(0.05)
        run.kill()
        run.wait()
    assert 0 < count(file) < 99999
    resumed = table("arena", "--file", file, "--games", "60", "--workers", "0")
    assert resumed == table(*BASE, "--games", "60", "--workers", "0")


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


@pytest.mark.parametrize("missing", [(2,), (1, 4), (0,)])
def test_a_file_alone_plays_nothing_also_if_a_game_is_missing(
    tmp_path: Path, missing: tuple[int, ...]
) -> None:
    """As after a kill of several workers."""
    file = str(tmp_path / "t.db")
    whole = table(*BASE, "--games", "6", "--workers", "0", "--file", file)
    with closing(sqlite3.connect(file)) as base, base:
        base.executemany("DELETE FROM games WHERE number = ?", [(each,) for each in missing])
    alone = call("arena", "--file", file, "--json")
    assert count(file) == 6 - len(missing)
    assert f"{6 - len(missing) - missing[0]} more games are there" in alone.stderr
    assert "--games 6" in alone.stderr
    if missing[0]:
        assert json.loads(alone.stdout)["games"] == missing[0]
    else:
        assert alone.exit_code == 2
    assert table("arena", "--file", file, "--games", "6", "--workers", "0") == whole


@pytest.mark.parametrize("looked", [["--record", "1"], ["--faults"]])
@pytest.mark.parametrize("more", [["--csv", "x"], ["--export", "x"], ["--html", "x"], ["--faults"]])
def test_what_only_prints_something_refuses_to_write_something(
    tmp_path: Path, looked: list[str], more: list[str]
) -> None:
    if looked == more:
        return
    file = str(tmp_path / "t.db")
    table(*BASE, "--games", "3", "--workers", "0", "--file", file)
    refused = call("arena", "--file", file, *looked, *more)
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert f"leave {more[0]} out" in refused.stderr


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


def test_a_name_that_is_no_text_is_written_all_the_same(tmp_path: Path) -> None:
    program = tmp_path / "bot\udcff"  # a file whose name is no UTF-8
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    file = tmp_path / "games.csv"
    bots = ["--bots", str(program), "--bots", "random"]
    table("arena", "dome-crushers", *bots, "--games", "2", "--workers", "0", "--csv", str(file))
    rows = list(csv.DictReader(io.StringIO(file.read_text("utf-8"))))
    assert {row["bot"] for row in rows} == {rf"{tmp_path}/bot\udcff", "random"}


def test_given_several_times_a_command_with_a_comma_is_one_bot(tmp_path: Path) -> None:
    example = Path(__file__).parents[2] / "examples" / "programs" / "brute.py"
    program = shutil.copy(example, tmp_path / "brute,fast.py")
    bots = ["--bots", f"brute={sys.executable} -S {program}", "--bots", "random"]
    games = ["--games", "2", "--workers", "0", "--json"]
    data = json.loads(table("arena", "dome-crushers", *bots, *games))
    assert [each["name"] for each in data["bots"]] == ["brute", "random"]
    assert data["forfeited"] == 0


@pytest.fixture
def failing(tmp_path: Path) -> str:
    """Return a bot that raises whenever it is asked."""
    file = tmp_path / "failing.py"
    text = "class Bot:\n    def choose(self, view, options):\n        raise KeyError('\\x1b[2J')\n"
    file.write_text(text, encoding="utf-8")
    return f"{file}:Bot"


@pytest.mark.parametrize("json", [[], ["--json"]])
def test_bots_at_fault_are_noted_with_the_reason_and_where_to_see_more(
    tmp_path: Path, failing: str, json: list[str]
) -> None:
    kept = ["--file", str(tmp_path / "t.db")]
    missing = tmp_path / "missing"
    missing.write_text(f"#!{tmp_path}/no-interpreter\n", encoding="utf-8")
    missing.chmod(0o755)
    bots = f"bad={failing},lost={missing},greedy"
    command = ["arena", "dome-crushers", "--bots", bots, "--games", "6", "--workers", "0"]
    for options, way in (([], "--file FILE"), (kept, f"tabletop-rules arena {' '.join(kept)}")):
        done = call(*command, *options, *json)
        assert done.exit_code == 0
        notes = done.stderr.splitlines()
        by_name = {note.partition(":")[0]: note for note in notes[:-1]}
        assert set(by_name) == {"bad", "lost"}
        assert ": raised KeyError: " in by_name["bad"]
        assert "faults, the first in game " in by_name["bad"]
        assert ": could not be started: No such file" in by_name["lost"]
        assert way in notes[-1]
        assert "--faults" in notes[-1]
        assert "\x1b" not in done.output


def test_the_faults_of_a_file_are_listed_also_for_programs_and_also_if_there_are_none(
    tmp_path: Path, failing: str
) -> None:
    file = str(tmp_path / "bad.db")
    bots = ["--bots", f"bad={failing},greedy", "--games", "2", "--workers", "0", "--file", file]
    assert call("arena", "dome-crushers", *bots).exit_code == 0
    lines = call("arena", "--file", file, "--faults").stdout.splitlines()
    listed = json.loads(call("arena", "--file", file, "--faults", "--json").stdout)
    assert len(lines) == len(listed) == 2
    assert [(each["game"], each["bot"]) for each in listed] == [(0, "bad"), (1, "bad")]
    assert all(each["reason"].startswith("raised KeyError") for each in listed)
    clean = str(tmp_path / "clean.db")
    table(*BASE, "--games", "6", "--workers", "0", "--file", clean)
    assert call("arena", "--file", clean, "--faults").stdout == "No faults in 6 games.\n"
    assert json.loads(call("arena", "--file", clean, "--faults", "--json").stdout) == []


def test_names_cannot_steer_a_terminal() -> None:
    bots = ["--bots", "a=random", "--bots", "random"]
    result = call("arena", "dome-crushers", *bots, "--games", "2", "--workers", "0")
    assert "\x1b" not in result.output


def test_the_options_offer_what_the_arena_has() -> None:
    assert tuple(arena.SCHEDULES) == arena_command.SCHEDULES
    assert arena.LUCKS == arena_command.LUCKS


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["arena"], "missing GAME"),
        (["arena", "dome-crushers"], "missing --bots"),
        ([*BASE], "missing --games"),
        (["arena", "chess", "--bots", "a,b", "--games", "2"], "no game is called 'chess'"),
        (["arena", "dome-crushers", "--bots", "random", "--games", "2"], "expected 2 or more bots"),
        (["arena", "dome-crushers", "--bots", "nobody,random", "--games", "2"], "'nobody'"),
        (["arena", "dome-crushers", "--bots", "random,", "--games", "2"], "got 'random,'"),
        (["arena", "dome-crushers", "--bots", "mcts:x,random", "--games", "2"], "mcts"),
        (["arena", "dome-crushers", "--bots", "no.py:Bot,random", "--games", "2"], "no such file"),
        ([*BASE, "--bots", "random", "--games", "3"], "expected one list, or one bot each time"),
        ([*BASE, "--games", "0"], "0 is not in the range"),
        ([*BASE, "--games", "2", "--file", "/nowhere/at/all.db"], "No such directory"),
        ([*BASE, "--games", str(2**70)], "is not in the range"),
        (["arena", "dome-crushers", *MISSING, "--games", "2"], "which is no bot: bot './no"),
        (["arena", "--record", "1"], "needs the --file"),
        (["arena", "--file", "no.db", "--record", "1"], "no.db: no such file"),
        (["arena", "--file", "no.db", "--faults"], "no.db: no such file"),
    ],
)
def test_bad_input_is_one_message(arguments: list[str], message: str) -> None:
    result = call(*arguments)
    assert result.exit_code == 2
    assert message in result.stderr
    assert "Traceback" not in result.output


@pytest.mark.parametrize("option", ["--csv", "--export", "--html"])
@pytest.mark.parametrize("other", ["--file", "--config", "--csv"])
def test_no_file_is_written_over_another_one(tmp_path: Path, option: str, other: str) -> None:
    file = tmp_path / "t"
    if other == "--file":
        table(*BASE, "--games", "2", "--workers", "0", "--file", str(file))
    elif other == "--config":
        file.write_text("max_rounds = 2")
    if option == other:
        return
    before = file.read_bytes() if file.exists() else None
    (tmp_path / "folder").mkdir()
    path = str(tmp_path / "folder" / ".." / "t")
    result = call(*BASE, "--games", "2", "--workers", "0", other, str(file), option, path)
    assert result.exit_code == 2
    assert "name the same file" in result.stderr
    assert (file.read_bytes() if file.exists() else None) == before


def test_a_damaged_file_is_one_message(tmp_path: Path) -> None:
    file = tmp_path / "t.db"
    table(*BASE, "--games", "2", "--workers", "0", "--file", str(file))
    with closing(sqlite3.connect(file)) as base, base:
        base.execute("DELETE FROM arena WHERE key = 'bots'")
    for more in ([], ["--faults"], ["--record", "1"]):
        result = call("arena", "--file", str(file), *more)
        assert result.exit_code == 2
        assert "bots: missing" in result.stderr


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


def test_what_is_not_said_is_as_the_file_has_it(tmp_path: Path) -> None:
    file = str(tmp_path / "t.db")
    said = ["--seed", "5", "--schedule", "gauntlet", "--time", "20", "--memory", "99"]
    said += ["--on-fault", "default"]
    base = [*BASE, "--workers", "0", "--file", file]
    before = table(*base, "--games", "4", *said)
    assert table(*base, "--games", "4") == before
    assert table("arena", "--file", file, "--workers", "0", "--time", "20") == before


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (["--seed", "9"], "seed: this file has 0, got 9"),
        (["--schedule", "swiss"], "schedule: this file has 'round-robin', got 'swiss'"),
        (["--time", "5"], "policy.seconds: this file has 10.0, got 5.0"),
        (["--memory", "20"], "policy.memory: this file has 1073741824, got 20971520"),
        (["--on-fault", "default"], "policy.on_fault: this file has 'forfeit', got 'default'"),
        (["--bots", "random,greedy"], "bots: this file has"),
        (["dominum"], "game: this file has dome_crushers, got dominum"),
        (["--config", "SHORT"], "config.max_rounds: this file has 60, got 2"),
    ],
)
def test_what_is_said_otherwise_than_in_the_file_is_refused(
    tmp_path: Path, given: list[str], message: str
) -> None:
    file = str(tmp_path / "t.db")
    before = table(*BASE, "--games", "2", "--workers", "0", "--file", file)
    short = tmp_path / "short.toml"
    short.write_text("max_rounds = 2\n", encoding="utf-8")
    result = call("arena", "--file", file, *(each.replace("SHORT", str(short)) for each in given))
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr
    assert "Traceback" not in result.stderr
    assert table("arena", "--file", file) == before


@pytest.mark.parametrize("json", [[], ["--json"]])
def test_fewer_games_than_a_round_are_noted(json: list[str]) -> None:
    few = call(*BASE, "--games", "5", "--workers", "0", *json)
    assert few.stderr.startswith("Note: 5 of the 6 games of one round: not every bot ")
    assert call(*BASE, "--games", "6", "--workers", "0", *json).stderr == ""


def test_without_a_terminal_a_line_now_and_then_says_how_far_it_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(arena_progress, "PAUSE", 0.0)
    result = call(*BASE, "--games", "12", "--workers", "0")
    *_, last = result.stderr.splitlines()
    assert last.startswith("12 of 12 games, about 0 min left  1. ")
    assert call(*BASE, "--games", "12", "--workers", "0", "--json").stderr == ""


@pytest.mark.parametrize("height", [3, 20])
def test_a_terminal_shows_the_table_so_far_as_far_as_it_has_room(height: int) -> None:
    written = io.StringIO()
    console = Console(file=written, force_terminal=True, width=100, height=height)
    names = {f"bot {number}": "random" for number in range(4)}
    with arena_progress.Live(console) as live:
        arena.run("dome-crushers", names, games=12, workers=0, on_progress=live.show)
        live.refresh()
        shown = [str(line) for line in live.get_renderables()][:-1]  # the last is the bar
    assert "12/12" in written.getvalue()
    assert shown[0].split()[::8] == ["bot", "rating"]
    assert len(shown) == min(5, height - 2)


def test_ctrl_c_keeps_what_was_played(tmp_path: Path) -> None:
    file = tmp_path / "t.db"
    heeding = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
    code = f"{heeding}; from tabletop_rules.cli import main; main()"  # a background job is deaf
    command = [sys.executable, "-c", code, *BASE, "--file", str(file)]
    running = subprocess.Popen(
        [*command, "--games", "99999", "--workers", "2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        env={**os.environ, "PATH": ""},  # nothing is needed that a slim machine has not
    )
    while not count(str(file)):
        assert running.poll() is None
        sleep(0.02)
    os.killpg(running.pid, signal.SIGINT)  # as a terminal does it
    output, errors = running.communicate()
    assert (running.returncode, output) == (130, "")
    assert "Stopped. What was played is kept: tabletop-rules arena" in errors
    assert "Traceback" not in errors
    assert 0 < count(str(file)) < 99999
    assert table("arena", "--file", str(file), "--games", "24", "--workers", "0") == table(
        *BASE, "--games", "24", "--workers", "0"
    )
