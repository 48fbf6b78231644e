"""``bot``: the list of bots, and checking programs."""

import json
import sys
from pathlib import Path

import pytest

from tabletop_rules.bots import bot_names
from tabletop_rules.cli import BAD_INPUT
from tabletop_rules.cli.bot import FOUND

from ..programs.scripts import PATIENT  # noqa: TID252 - tests are no package that could be named
from .toy import Run

BRUTE = Path(__file__).parents[2] / "examples" / "programs" / "brute.py"
DOME = ("--game", "dome-crushers")


def test_the_bots_are_listed(run: Run) -> None:
    done = run("bot", "list")
    assert done.exit_code == 0
    names = [line.split()[0] for line in done.stdout.splitlines()]
    assert names == [*bot_names(), "FILE.py:NAME", "MODULE:NAME"]


def test_the_bots_as_json(run: Run) -> None:
    listed = json.loads(run("bot", "list", "--json").stdout)
    assert [each["name"] for each in listed] == list(bot_names())
    assert all(each["plays"] for each in listed)


@pytest.mark.parametrize(
    "command", [(sys.executable, "-S", BRUTE), (f"{sys.executable} -S {BRUTE}",)]
)
def test_a_sound_program(
    run: Run, monkeypatch: pytest.MonkeyPatch, command: tuple[object, ...]
) -> None:
    monkeypatch.setattr("tabletop_rules.cli.bot.Limits", lambda **_: PATIENT)
    done = run("bot", "check", *DOME, *command)
    assert (done.exit_code, done.stdout) == (0, "dome-crushers: all checks hold\n")


def test_a_program_with_a_fault(run: Run, tmp_path: Path) -> None:
    program = tmp_path / "bad.py"
    program.write_text("import sys\nsys.exit('\\x1b[2J no cards')", encoding="utf-8")
    done = run("bot", "check", *DOME, sys.executable, program)
    assert done.exit_code == FOUND
    head, found, asked = done.stdout.splitlines()
    assert head.startswith("dome-crushers: 1 of ")
    assert found == "  wrong, starts: the program ended with exit code 1: [2J no cards"
    assert asked.startswith("    It starts")


def test_findings_as_json(run: Run) -> None:
    words = (sys.executable, "-c", "raise SystemExit('no cards')")
    done = run("bot", "check", *DOME, "--game", "dominum", "--json", "--", *words)
    assert done.exit_code == FOUND
    listed = json.loads(done.stdout)
    assert [each["game"] for each in listed] == ["dome-crushers", "dominum"]
    assert {each["what"] for each in listed} == {"ended with exit code 1: no cards"}
    assert not any(each["warning"] for each in listed)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ((), "Missing argument 'COMMAND...'"),
        (("",), "expected a program"),
        (("--game", "chess", "cat"), "no game is called 'chess'"),
        (("--seconds", "0", "cat"), "0.0 is not in the range"),
        (("a 'b",), "No closing quotation"),
        (("/no/such/bot --fast",), "'/no/such/bot' could not be started: No such file"),
        (("--json", "/no/such/bot"), "'/no/such/bot' could not be started: No such file"),
    ],
)
def test_bad_input(run: Run, options: tuple[str, ...], message: str) -> None:
    done = run("bot", "check", *options)
    assert done.exit_code == BAD_INPUT
    assert message in done.stderr
    assert done.stdout == ""
