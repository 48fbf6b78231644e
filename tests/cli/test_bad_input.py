"""Input that cannot be used: one message on standard error, exit code 2, never a traceback."""

from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from tabletop_rules.cli import BAD_INPUT
from tabletop_rules.core import load_game

from .toy import AnyGame, Run

GAME = load_game("dome-crushers")
HEAD = f'format = 1\ngame = "dome_crushers"\nrules_version = "{GAME.rules_version}"\nseed = 1\n'


def refused(done: Result) -> str:
    """Return the one message with which the input was refused."""
    assert done.exit_code == BAD_INPUT
    assert done.stdout == ""
    assert done.stderr.startswith("Error: ")
    assert done.stderr.count("Error: ") == 1
    assert "Traceback" not in done.stderr
    return done.stderr.removeprefix("Error: ")


@pytest.mark.parametrize(
    ("command", "message"),
    [
        (["chess"], "No such command 'chess'"),
        (["games", "--fast"], "No such option '--fast'"),
        (["play"], "missing argument GAME"),
        (["rules"], "Missing argument 'GAME'"),
        (["replay"], "Missing argument 'FILE'"),
        (["perft", "dome-crushers"], "Missing argument 'DEPTH'"),
        (["play", "chess"], "no game is called 'chess': expected one of dome-crushers"),
        (["rules", "chess"], "no game is called 'chess': expected one of dome-crushers"),
        (["perft", "chess", "1"], "no game is called 'chess': expected one of dome-crushers"),
        (["perft", "dome-crushers", "-1"], "No such option"),
        (["perft", "dome-crushers", "--", "-1"], "-1 is not in the range"),
        (["perft", "dome-crushers", "x"], "'x' is not a valid integer"),
        (["play", "dome-crushers", "--seed", "x"], "'x' is not a valid integer"),
        (["play", "dome-crushers", "--seed", "1.5"], "'1.5' is not a valid integer"),
        (["play", "dome-crushers", "--seed", "-1"], "-1 is not in the range"),
        (["play", "dome-crushers", "--seed", "9" * 30], "is not in the range"),
        (["play", "dome-crushers", "--seed", "9" * 5000], "is not a valid integer"),
        (
            ["play", "dome-crushers", "--bots", "clever"],
            "no bot is called 'clever': expected one of endgame, flat, greedy, mcts, random",
        ),
        (
            ["play", "dome-crushers", "--bots", "random,greedy,random"],
            "expected one bot, or one for each of 2 seats without a person, got 3",
        ),
        (
            ["play", "dome-crushers", "--human", "0", "--bots", "random,greedy"],
            "expected one bot, or one for each of 1 seats without a person, got 2",
        ),
        (["play", "dome-crushers", "--bots", ""], "expected bots with commas between them, got ''"),
        (
            ["play", "dome-crushers", "--bots", "flat,flat", "--bots", "flat"],
            "expected one list, or one bot each time, as it is given several times: "
            "got 'flat,flat'",
        ),
        (["play", "dome-crushers", "--human", "2"], "expected a seat from 0 to 1, got 2"),
        (["play", "dome-crushers", "--human", "-1"], "expected a seat from 0 to 1, got -1"),
        (["play", "dome-crushers", "--human", "me"], "'me' is not a valid integer"),
        (["play", "dome-crushers", "--eyes", "2"], "expected a seat from 0 to 1, got 2"),
        (["play", "dome-crushers", "--eyes", "\u00b2"], "expected a seat, 'all' or 'none'"),
        (["play", "dome-crushers", "--eyes", "both"], "expected a seat, 'all' or 'none'"),
        (["play", "dome-crushers", "--human", "0", "--eyes", "1"], "are for bots alone"),
        (["play", "dome-crushers", "--human", "0", "--pictures"], "are for bots alone"),
        (["play", "dome-crushers", "--json", "--eyes", "1"], "--json holds the whole game"),
    ],
)
def test_on_the_command_line(run: Run, command: list[str], message: str) -> None:
    said = refused(run(*command))
    assert message in said
    assert said.count("\n") == 1


FILES = {
    "empty": b"",
    "binary": b"\x00\x01\xff\xfe" * 100,
    "not TOML": b"= = =\n",
    "nested": b"a = " + b"[" * 100_000,
}


def using(path: Path) -> list[list[Any]]:
    """Return every command that reads a file, and what sort of file it reads."""
    return [
        ["replay", path],
        ["play", "--resume", path],
        ["play", "dome-crushers", "--config", path],
        ["perft", "dome-crushers", "1", "--config", path],
        ["perft", "dome-crushers", "1", "--position", path],
    ]


@pytest.mark.parametrize("which", range(5))
def test_a_file_that_is_missing_or_a_folder(run: Run, tmp_path: Path, which: int) -> None:
    missing = tmp_path / "missing"
    assert refused(run(*using(missing)[which])) == f"{missing}: No such file or directory\n"
    assert refused(run(*using(tmp_path)[which])) == f"{tmp_path}: Is a directory\n"


@pytest.mark.parametrize("which", range(5))
@pytest.mark.parametrize("content", FILES.values(), ids=FILES)
def test_a_file_that_holds_something_else(
    run: Run, tmp_path: Path, which: int, content: bytes
) -> None:
    path = tmp_path / "file"
    path.write_bytes(content)
    command = using(path)[which]
    if content == b"" and "--config" in command:
        assert run(*command).exit_code == 0  # every field of a config has a default
        return
    assert str(path) in refused(run(*command))


def test_a_file_without_end(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("tabletop_rules.cli.files._MOST_BYTES", 2**20)
    path = tmp_path / "file"
    path.write_bytes(b"#" * (2**20 + 1))
    assert refused(run("replay", path)) == f"{path}: larger than 1 MiB\n"


END = "---\n"
RECORDS = {
    "no end of the head": (HEAD, ["no line '---' ends the head"]),
    "another version": (
        HEAD.replace(f'"{GAME.rules_version}"', '"0.1"') + END,
        [f"rules_version: expected '{GAME.rules_version}'", "got '0.1'"],
    ),
    "another game": (HEAD.replace("dome_crushers", "chess") + END, ["no game is called 'chess'"]),
    "another format": (
        HEAD.replace("format = 1", "format = 2") + END,
        ["format: expected 1, got 2"],
    ),
    "unknown key": (f"{HEAD}colour = 1\n---\n", ["colour: unknown key"]),
    "bad config": (f"{HEAD}config = {{ hand_size = 0 }}\n---\n", ["config", "hand_size"]),
    "cut off": (f"{HEAD}---\nstart 0\ndra", ["line 7", "cannot read 'dra'"]),
    "illegal": (f"{HEAD}---\nstart 0\nstart 0\n", ["action 2", "[DC-DRAW-1]"]),
    "too long": (f"{HEAD}---\nstart 0\nattack Tusker\n", ["action 2"]),
    "several": (f"{HEAD}---\nx\n\ny\n", ["has 2 problems", "line 6", "line 8"]),
}


@pytest.mark.parametrize(("text", "messages"), RECORDS.values(), ids=RECORDS)
@pytest.mark.parametrize("command", [["replay"], ["play", "--resume"]])
def test_a_record_that_cannot_be_used(
    run: Run, tmp_path: Path, command: list[str], text: str, messages: list[str]
) -> None:
    path = tmp_path / "record.txt"
    path.write_text(text, encoding="utf-8")
    said = refused(run(*command, path))
    assert all(message in said for message in messages)
    if "chess" not in text:
        assert str(path) in said


def test_a_record_of_another_game_than_the_named_one(
    run: Run, toy: AnyGame, tmp_path: Path
) -> None:
    path = tmp_path / "record.txt"
    path.write_text(HEAD + END, encoding="utf-8")
    said = refused(run("play", "toy-cards", "--resume", path))
    assert "expected 'toy_cards', got 'dome_crushers'" in said


def test_a_record_keeps_its_seed_and_config(run: Run, tmp_path: Path) -> None:
    path, config = tmp_path / "record.txt", tmp_path / "config.toml"
    path.write_text(HEAD + END, encoding="utf-8")
    config.write_text("", encoding="utf-8")
    said = refused(run("play", "--resume", path, "--seed", 2))
    assert f"--seed 2 is not the seed of {path}, 1" in said
    assert run("play", "--resume", path, "--seed", 1).exit_code == 0
    said = refused(run("play", "--resume", path, "--config", config))
    assert "--config cannot be combined with --resume" in said


@pytest.mark.parametrize(
    ("text", "messages"),
    [
        ("hand_size = 0\n", ["hand_size: expected 1 to 12"]),
        ('hand_size = "4"\n', ["hand_size", "expected a whole number, got '4'"]),
        ("hands = 4\n", ["hands: unknown key"]),
        ('deck = { shipped = "gold" }\n', ["no content is shipped as 'gold'"]),
    ],
)
def test_a_config_that_cannot_be_used(
    run: Run, tmp_path: Path, text: str, messages: list[str]
) -> None:
    path = tmp_path / "config.toml"
    path.write_text(text, encoding="utf-8")
    said = refused(run("play", "dome-crushers", "--config", path))
    assert f"config {path}" in said
    assert all(message in said for message in messages)


@pytest.mark.parametrize("name", ["missing/game.txt", "."])
def test_a_place_that_cannot_be_saved_to_is_refused_before_the_game(
    run: Run, tmp_path: Path, name: str
) -> None:
    said = refused(run("play", "dome-crushers", "--save", tmp_path / name))
    assert "there is no folder" in said or "not a file" in said
