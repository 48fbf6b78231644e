"""Saving, going on with a saved game, and never losing one."""

import os
import shlex
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import click
import pytest

from tabletop_rules.cli import BAD_INPUT, INTERRUPTED, files
from tabletop_rules.cli.saving import Keeper
from tabletop_rules.core import load_game, parse_record

from .toy import AnyGame, Run

GAME = load_game("dome-crushers")
TOY = ("play", "toy-cards", "--human", 0, "--bots", "random", "--seed", 1)


@pytest.mark.parametrize("bots", ["random", "greedy"])
def test_breaks_change_nothing(run: Run, tmp_path: Path, bots: str) -> None:
    """Chance and bots go on as if there had been no break, wherever it is."""
    game = ("play", "dome-crushers", "--human", 1, "--bots", bots, "--seed", 4)
    whole, broken = tmp_path / "whole.txt", tmp_path / "broken.txt"
    run(*game, "--save", whole, typed="1\n" * 100)
    first = run(*game, "--save", broken, typed="1\n" * 3)
    assert (first.exit_code, first.stderr) == (
        0,
        f"\nStopped. The game is saved in {broken}. Go on with: {way_on(broken, bots, 1)}\n",
    )
    resumed = shlex.split(way_on(broken, bots, 1))[1:]
    breaks = 0
    while GAME.outcome(state_of(broken)) is None:
        run(*resumed, typed="1\n1\n1\nquit\n")
        breaks += 1
    assert breaks > 2
    assert broken.read_text("utf-8") == whole.read_text("utf-8")


def way_on(path: Path, bots: str, seat: int = 0) -> str:
    """Return the command that goes on with a game, as it is told."""
    others = "" if bots == "greedy" else f" --bots {bots}"
    return f"tabletop-rules play --human {seat}{others} --resume {path} --save {path}"


def state_of(path: Path) -> Any:
    state = GAME.initial_state(GAME.Config())
    for action in parse_record(path.read_text("utf-8"), GAME).actions:
        state = GAME.apply(state, action).state
    return state


def test_bots_alone_go_on_too(run: Run, tmp_path: Path) -> None:
    whole, cut = tmp_path / "whole.txt", tmp_path / "cut.txt"
    game = ("play", "dome-crushers", "--bots", "random,greedy", "--seed", 8)
    run(*game, "--save", whole)
    lines = whole.read_text("utf-8").splitlines(keepends=True)
    cut.write_text("".join(lines[:30]), encoding="utf-8")
    shown = run("play", "dome-crushers", "--bots", "random,greedy", "--resume", cut,
                "--save", cut).stdout  # fmt: skip
    played = 30 - lines.index("---\n") - 1
    assert f"\nContinued after {played} actions.\n{played + 1}. " in shown
    assert cut.read_text("utf-8") == whole.read_text("utf-8")


def test_a_finished_game_shows_its_result_when_it_is_resumed(run: Run, tmp_path: Path) -> None:
    saved = tmp_path / "game.txt"
    run("play", "dome-crushers", "--save", saved)
    done = run("play", "--resume", saved)
    assert done.exit_code == 0
    assert "The game is over, seat" in done.stdout
    assert "The game is over, seat" in run("play", "--human", 0, "--resume", saved).stdout


def test_a_resumed_person_is_told_what_happened_since_the_last_decision(
    run: Run, tmp_path: Path
) -> None:
    saved = tmp_path / "game.txt"
    game = ("play", "dome-crushers", "--human", 0, "--seed", 1)
    run(*game, "--save", saved, typed="1\n")
    shown = run("play", "--human", 0, "--resume", saved).stdout
    assert "    Seat 1 plays" in shown
    assert "draws" not in shown
    assert "    Seat 0 plays" not in shown


def test_a_record_without_a_seed_goes_on_with_the_given_one(
    run: Run, toy: AnyGame, tmp_path: Path
) -> None:
    head = 'format = 1\ngame = "toy_cards"\nrules_version = "1.0"\n'
    seedless, other = tmp_path / "seedless.txt", tmp_path / "seeded.txt"
    seedless.write_text(f"{head}---\ndeal 1\n", encoding="utf-8")
    other.write_text(f"{head}seed = 5\n---\ndeal 1\n", encoding="utf-8")
    resume = ("play", "--bots", "random", "--resume")
    assert run(*resume, seedless, "--seed", 5).stdout == run(*resume, other).stdout
    assert run(*resume, seedless).stdout == run(*resume, seedless, "--seed", 0).stdout


def test_the_command_save(run: Run, toy: AnyGame, tmp_path: Path) -> None:
    saved = tmp_path / "game.txt"
    done = run(*TOY, typed=f"save\nred\nsave {saved}\nquit\n")
    assert "Not saved: the name of a file is missing: save FILE" in done.stdout
    told = f"The game is saved in {saved}. Go on with: {way_on(saved, 'random')}\n"
    assert f"seat 0> save {saved}\n{told}seat 0> quit\n{told}" in done.stdout
    assert saved.read_text("utf-8").splitlines()[-1] == "red"


def test_save_without_a_name_uses_the_file_of_before(
    run: Run, toy: AnyGame, tmp_path: Path
) -> None:
    saved = tmp_path / "game.txt"
    run(*TOY, typed=f"save {saved}\nred\nsave\nquit\n")
    assert saved.read_text("utf-8").splitlines()[-1] == "red"
    run("play", "--human", 0, "--resume", saved, typed="undo\nBlue\nsave\nquit\n")
    assert saved.read_text("utf-8").splitlines()[-1] == "Blue"


def test_a_resumed_game_is_not_written_to_its_file_unless_it_is_told(
    run: Run, toy: AnyGame, tmp_path: Path
) -> None:
    saved = tmp_path / "game.txt"
    run(*TOY, "--save", saved, typed="red\n")
    before = saved.read_text("utf-8")
    done = run("play", "--human", 0, "--resume", saved, typed="peek\n")
    assert done.exit_code == 1
    assert "The game was not saved" in done.stderr
    assert saved.read_text("utf-8") == before


def test_the_file_is_kept_at_each_decision(
    run: Run, toy: AnyGame, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that the game is there although the program is killed."""
    saved = tmp_path / "game.txt"
    answers = iter(["red", "peek"])
    seen = []

    def answer(prompt: str = "") -> str:
        seen.append(saved.read_text("utf-8").splitlines()[-1])
        return next(answers)

    monkeypatch.setattr("builtins.input", answer)
    with pytest.raises(StopIteration):  # killed, so to say
        run(*TOY, "--save", saved)
    assert seen[1:] == ["red", "peek"]


def test_ctrl_c_saves(
    run: Run, toy: AnyGame, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved = tmp_path / "game.txt"
    answers = iter(["red"])

    def answer(prompt: str = "") -> str:
        for text in answers:
            return text
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", answer)
    done = run(*TOY, "--save", saved)
    assert done.exit_code == INTERRUPTED
    assert done.stderr.startswith(f"\nStopped. The game is saved in {saved}. Go on with: ")
    assert saved.read_text("utf-8").splitlines()[-1] == "red"


def test_a_real_interrupt_saves(tmp_path: Path) -> None:
    saved = tmp_path / "game.txt"
    heeding = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
    code = f"{heeding}; from tabletop_rules.cli import main; main()"  # a background job is deaf
    command = [sys.executable, "-c", code, "play", "dome-crushers", "--human", "0"]
    with subprocess.Popen(
        [*command, "--save", saved],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        shown = b""
        while not shown.endswith(b"seat 0> "):
            shown += process.stdout.read(1) or pytest.fail(shown.decode())
        process.send_signal(signal.SIGINT)
        with suppress(BrokenPipeError):  # or one that came just before the read would wait for it
            os.write(process.stdin.fileno(), b"\n")
        told = process.stderr.read().decode()
    assert process.returncode == INTERRUPTED
    assert "The game is saved" in told
    assert "Traceback" not in told
    assert saved.is_file()


def test_a_bot_that_raises_loses_no_game(
    run: Run, toy: AnyGame, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Faulty:
        def choose(self, view: object, options: list[str]) -> object:
            raise RuntimeError("no idea")

    monkeypatch.setattr("tabletop_rules.cli.players.made_bot", lambda *_: Faulty())
    saved = tmp_path / "game.txt"
    done = run(*TOY, "--save", saved, typed="red\nfold\n")
    assert done.exit_code == BAD_INPUT
    assert "the bot of seat 1 raised RuntimeError: no idea" in done.stderr
    assert "The game is saved" in done.stderr
    assert saved.read_text("utf-8").splitlines()[-1] == "fold"


def test_ctrl_c_while_a_bot_thinks_loses_no_decision(
    run: Run, toy: AnyGame, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Slow:
        def choose(self, view: object, options: list[str]) -> object:
            raise KeyboardInterrupt

    monkeypatch.setattr("tabletop_rules.cli.players.made_bot", lambda *_: Slow())
    saved = tmp_path / "game.txt"
    done = run(*TOY, "--save", saved, typed="red\nfold\n")
    assert done.exit_code == INTERRUPTED
    assert saved.read_text("utf-8").splitlines()[-1] == "fold"


def test_a_file_that_holds_something_else_is_not_written_over(
    run: Run, toy: AnyGame, tmp_path: Path
) -> None:
    other = tmp_path / "letter.txt"
    other.write_text("Dear reader", encoding="utf-8")
    done = run(*TOY, "--save", other)
    assert (done.exit_code, done.stdout) == (BAD_INPUT, "")
    what = f"{other}: there is such a file already; choose another name"
    assert done.stderr == f"Error: {what}, or give --overwrite\n"
    shown = run(*TOY, typed=f"save {other}\n").stdout
    assert f"Not saved: {what}\n" in shown
    assert other.read_text("utf-8") == "Dear reader"
    run(*TOY, "--save", other, "--overwrite", typed="red\n")
    assert other.read_text("utf-8").startswith("# a record of tabletop-rules")


@pytest.mark.parametrize("name", ["missing/game.txt", ".", "a\0b", "~nobody/game.txt"])
def test_a_name_that_cannot_be_saved_to_is_said_and_the_game_goes_on(
    run: Run, toy: AnyGame, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    done = run(*TOY, typed=f"save {name}\nred\n")
    assert "\nNot saved: " in done.stdout
    assert "says [bold]red[/bold]" in done.stdout
    assert list(tmp_path.iterdir()) == []


def test_a_full_disk_in_mid_game_is_said_and_the_game_goes_on(
    run: Run, toy: AnyGame, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved = tmp_path / "game.txt"
    real = os.fsync
    full = iter([False, True, True])

    def fsync(descriptor: int) -> None:
        if next(full, False):
            raise OSError(28, "No space left on device")
        real(descriptor)

    monkeypatch.setattr(os, "fsync", fsync)
    done = run(*TOY, "--save", saved, typed="red\nquit\nquit\n")
    assert done.stdout.count("Not saved: [Errno 28] No space left on device") == 2
    assert done.exit_code == 0
    assert saved.read_text("utf-8").splitlines()[-1] == "red"


def test_a_write_is_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "game.txt"
    files.write_text(target, "old\n")

    def fsync(descriptor: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", fsync)
    with pytest.raises(KeyboardInterrupt):
        files.write_text(target, "new and longer\n")
    assert target.read_text("utf-8") == "old\n"
    assert [path.name for path in tmp_path.iterdir()] == ["game.txt"]


def test_nothing_is_written_to_the_file_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "game.txt"
    files.write_text(target, "old\n")

    def replace(self: Path, target: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", replace)
    with pytest.raises(OSError, match="No space left"):
        files.write_text(target, "new\n")
    assert target.read_text("utf-8") == "old\n"
    assert [path.name for path in tmp_path.iterdir()] == ["game.txt"]


def test_a_link_to_the_file_stays_a_link_and_its_permissions_stay(tmp_path: Path) -> None:
    target, link = tmp_path / "game.txt", tmp_path / "link.txt"
    files.write_text(target, "old\n")
    target.chmod(0o640)
    link.symlink_to(target)
    files.write_text(link, "new\n")
    assert link.is_symlink()
    assert target.read_text("utf-8") == "new\n"
    assert target.stat().st_mode & 0o777 == 0o640


def test_a_device_is_no_file_to_save_in() -> None:
    with pytest.raises(click.ClickException, match="not a file"):
        Keeper(Path("/dev/null"))
