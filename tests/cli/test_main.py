"""The command line as a whole: help, errors, pipes, terminals."""

import os
import subprocess
import sys
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

import click
import pytest

from tabletop_rules import cli
from tabletop_rules.cli.complaints import complaint
from tabletop_rules.core import ConfigError, Problem

from .toy import Run

PROGRAM = [sys.executable, "-c", "from tabletop_rules.cli import main; main()"]
SMALL = {"PATH": os.defpath, "TERM": "xterm-256color"}


def test_help_lists_every_command_with_its_own_summary(run: Run) -> None:
    listed = run().stdout
    assert listed == run("--help").stdout
    for name in cli._COMMANDS:
        command = cli.main.get_command(click.Context(cli.main), name)
        assert command is not None
        assert f"  {name}" in listed
        assert command.short_help == cli._COMMANDS[name][1]
        assert run(name, "--help").exit_code == 0


@pytest.mark.parametrize("name", ["content", "bot"])
def test_a_group_by_itself_shows_its_help(run: Run, name: str) -> None:
    done = run(name)
    assert (done.exit_code, done.stdout) == (cli.BAD_INPUT, "")
    assert done.stderr == run(name, "--help").stdout


def test_what_can_be_chosen_is_listed_in_the_line_of_the_message(run: Run) -> None:
    done = run("score")
    start = "Error: Missing argument 'WHAT'. Choose from: dominus (see '"
    assert (done.exit_code, done.stderr[: len(start)]) == (cli.BAD_INPUT, start)
    assert done.stderr.count("\n") == 1


def test_version(run: Run) -> None:
    assert run("--version").stdout.startswith("tabletop-rules, version ")


def test_help_imports_neither_the_library_nor_rich() -> None:
    code = (
        "import sys; from tabletop_rules.cli import main\n"
        "try: main(['--help'])\n"
        "except SystemExit: pass\n"
        "heavy = {'attrs', 'cattrs', 'rich', 'tabletop_rules.core'} & set(sys.modules)\n"
        "sys.exit(f'imported {heavy}' if heavy else 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


OPTIONAL = (
    "cloudpickle",
    "loky",
    "networkx",
    "openskill",
    "svg",
    "gymnasium",
    "hypothesis",
    "matplotlib",
    "pytest",
    "ray",
    "starlette",
    "uvicorn",
)
"""What extras install, without click and rich, with which there is no command line."""


@pytest.mark.parametrize("name", cli._COMMANDS)
def test_help_needs_nothing_that_an_extra_installs(name: str) -> None:
    code = (
        "import sys; from tabletop_rules.cli import main\n"
        f"sys.modules.update(dict.fromkeys({OPTIONAL}))\n"
        f"main([{name!r}, '--help'])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Usage:" in done.stdout


def options(command: click.Command) -> Iterator[click.Option]:
    """Give all options that take a value, also of the commands of a group."""
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            assert below is not None
            yield from options(below)
    yield from (each for each in command.params if isinstance(each, click.Option))


def test_the_help_of_an_option_says_what_it_takes_and_what_without_it() -> None:
    for option in options(cli.main):
        context = click.Context(cli.main)
        shown = option.get_help_record(context)
        if shown is None or option.is_flag:
            continue
        assert "RANGE" not in shown[0], option
        assert "TEXT" not in shown[0], option
        if isinstance(option.get_default(context), int | float | str | Path):
            assert "[default: " in shown[1], option


def test_git_ignores_what_commands_write_unasked() -> None:
    lines = (Path(__file__).parents[2] / ".gitignore").read_text("utf-8").splitlines()
    defaults = [option.get_default(click.Context(cli.main)) for option in options(cli.main)]
    files = [default for default in defaults if isinstance(default, Path)]
    assert files
    for file in files:
        assert any(fnmatch(file.name, line) for line in lines), file


def test_usage_marks_what_may_be_left_out(run: Run) -> None:
    for name in ("play", "arena", "serve"):
        assert "[OPTIONS] [GAME]\n" in run(name, "--help").stdout
    assert "[OPTIONS] GAME DEPTH\n" in run("perft", "--help").stdout


def test_the_installed_program_runs() -> None:
    program = Path(sys.executable).with_name("tabletop-rules")
    done = subprocess.run([program, "games"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "dome-crushers" in done.stdout


@pytest.mark.parametrize("options", [[], ["--save", "game.txt"]])
def test_a_closed_pipe_is_quiet(tmp_path: Path, options: list[str]) -> None:
    command = [*PROGRAM, "play", "dome-crushers", "--bots", "random", *options]
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(command, stdout=writer, stderr=subprocess.PIPE, cwd=tmp_path, check=False)
    os.close(writer)
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_game_is_saved_whole_although_nobody_reads_on(tmp_path: Path, run: Run) -> None:
    command = [*PROGRAM, "play", "dome-crushers", "--bots", "random", "--save", "game.txt"]
    reader, writer = os.pipe()
    os.close(reader)
    subprocess.run(command, stdout=writer, cwd=tmp_path, check=True)
    os.close(writer)
    assert "The game is over" in run("replay", tmp_path / "game.txt").stdout


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no full device")
def test_output_that_cannot_be_written_is_one_message() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [*PROGRAM, "rules", "dome-crushers"], stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert done.returncode == cli.BAD_INPUT
    assert done.stderr == b"Error: No space left on device\n"


def test_output_may_be_closed() -> None:
    command = [*PROGRAM, "games"]
    shell = ["sh", "-c", 'exec "$@" >&-', "sh", *command]
    done = subprocess.run(shell, stderr=subprocess.PIPE, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


def test_input_may_be_closed() -> None:
    command = [*PROGRAM, "play", "dome-crushers", "--human", "0"]
    shell = ["sh", "-c", 'exec "$@" <&-', "sh", *command]
    done = subprocess.run(shell, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.strip().startswith("Stopped. The game was not saved")


def test_typed_bytes_that_are_no_text_are_no_crash() -> None:
    command = [*PROGRAM, "play", "dome-crushers", "--human", "0"]
    done = subprocess.run(
        command, input=b"\xff\xfe\nquit\nquit\n", capture_output=True, check=False
    )
    assert done.returncode == 0
    assert b"cannot read" in done.stdout


def test_what_the_encoding_of_the_output_lacks_is_escaped(tmp_path: Path) -> None:
    deck = tmp_path / "config.toml"
    deck.write_text(
        'hand_size = 1\n[deck]\nid = "own"\nname = "own"\ncards = [{ name = "Wyrm \u2603", '
        'strength = 1, ability = "Bite", text = "-", effects = [] }]\n',
        encoding="utf-8",
    )
    command = [*PROGRAM, "play", "dome-crushers", "--config", str(deck)]
    environment = {**SMALL, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Wyrm \\u2603" in done.stdout


def on_a_terminal(environment: dict[str, str]) -> str:
    """Return what `games` writes to a terminal."""
    pty = pytest.importorskip("pty", reason="the system has no pseudo-terminals")
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [*PROGRAM, "games"], stdin=theirs, stdout=theirs, stderr=theirs, env=environment
    ) as process:
        os.close(theirs)
        written = b""
        try:
            while data := os.read(ours, 1024):
                written += data
        except OSError:  # Linux: the other end is closed
            pass
        process.wait()
    os.close(ours)
    return written.decode()


def test_colours_on_a_terminal_only_and_not_against_the_wish_of_its_user() -> None:
    assert "\x1b[" in on_a_terminal(SMALL)
    assert "\x1b" not in on_a_terminal({**SMALL, "NO_COLOR": "1"})
    assert "\x1b" in on_a_terminal({**SMALL, "NO_COLOR": ""})
    forced = {**SMALL, "FORCE_COLOR": "1"}
    done = subprocess.run([*PROGRAM, "games"], env=forced, capture_output=True, check=True)
    assert b"\x1b" not in done.stdout


def test_a_long_list_of_problems_is_cut_short() -> None:
    few = ConfigError([Problem(f"key {number}", "wrong") for number in range(10)], "x.toml")
    assert complaint(few) == str(few)
    many = ConfigError([Problem(f"key {number}", "wrong") for number in range(12)], "x.toml")
    message = complaint(many)
    assert message is not None
    assert message.startswith("config x.toml has 12 problems:\n  - key 0: wrong\n")
    assert message.endswith("  - key 9: wrong\n  - and 2 more")


def test_a_bug_is_not_taken_for_bad_input() -> None:
    assert complaint(ValueError("some bug")) is None


def test_a_message_cannot_steer_the_terminal() -> None:
    hostile = ConfigError([Problem("key \x1b[2J", "wrong")])
    assert complaint(hostile) == "config: key \\x1b[2J: wrong"
