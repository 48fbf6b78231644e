"""The checks find what is wrong with a program, each its own, and nothing with the examples."""

import shutil
import sys
from pathlib import Path

import pytest
from attrs import evolve

from tabletop_rules.core import game_names, load_game
from tabletop_rules.programs import CHECKS, Limits, NotStartedError, check_program

from .scripts import DOME, PATIENT, command, script

FOLDER = Path(__file__).parents[2] / "examples" / "programs"
PROMPT = evolve(PATIENT, grace_seconds=0.5)
"""For programs that do not end."""

EXAMPLES = {
    "python": [sys.executable, "-I", "-S", str(FOLDER / "brute.py")],
    "node": ["node", str(FOLDER / "brute.mjs")],
    "perl": ["perl", str(FOLDER / "brute.pl")],
    "ours": [sys.executable, "-m", "tabletop_rules.programs", "random"],
}


@pytest.mark.parametrize("game", game_names())
@pytest.mark.parametrize("example", EXAMPLES)
def test_nothing_is_wrong_with_the_examples(example: str, game: str) -> None:
    words = EXAMPLES[example]
    if shutil.which(words[0]) is None:
        pytest.skip(f"there is no {words[0]} here")
    if game == "dominum" and example != "python":
        pytest.skip("its games are long, and another is played in that language")
    assert check_program(words, load_game(game), limits=PATIENT) == []


def found(folder: Path, source: str, *names: str, limits: Limits = PATIENT) -> dict[str, str]:
    """Return what each check, or those of the names, found in Dome Crushers."""
    checks = [check for check in CHECKS if check.name in (names or BY_NAME)]
    listed = check_program(command(folder, source), DOME, limits=limits, checks=checks)
    assert all(each.warning == (each.check == "repeats") for each in listed)
    return {each.check: each.what for each in listed}


BY_NAME = {check.name for check in CHECKS}
SOUND = script()
TWICE = """
    answer = json.dumps({"type": "choice", "id": message["id"], "index": 0}) + chr(10)
    raw((answer + answer).encode())
    """
"""Answers twice at once, so that no time lies between."""


def test_the_scripted_program_is_sound(tmp_path: Path) -> None:
    assert found(tmp_path, SOUND) == {}


@pytest.mark.parametrize(
    ("at", "check", "what"),
    [
        ({"first": "sys.exit(3)"}, "starts", "ended with exit code 3"),
        (
            {"on_hello": "write(type='ready', protocol=1, name=' ')"},
            "starts",
            "has no name",
        ),
        (
            {"on_choose": "choose(message, index=0 if message['id'] < 3 else 99)"},
            "plays",
            "chose the option 99",
        ),
        (
            {
                "first": "begun = 0",
                "on_start": "global begun\nbegun += 1\nwrite(type='ready')",
                "on_choose": "choose(message, index=0 if begun < 2 else 99)",
            },
            "stopped",
            "chose the option 99",
        ),
        (
            {"on_start": "write(type='choice', id=1, index=0)"},
            "quits",
            "did not get ready after start",
        ),
        ({"on_choose": "ready()"}, "quits", "did not make a choice when asked to"),
        ({"on_choose": "choose(message, index=99)"}, "quits", "chose what is none of its options"),
        (
            {
                "first": "asked = 0",
                "on_start": "global asked\nasked = 0\nwrite(type='ready')",
                "on_choose": "global asked\nasked += 1\nwrite(type='choice', id=asked, index=0)",
            },
            "ids",
            "answered the question 7 as 1",
        ),
        (
            {"on_choose": "assert 'rumour' not in message\nchoose(message)"},
            "unknown",
            "ended with exit code 1: AssertionError",
        ),
        (
            {"on_choose": "message.get('note', '')[:9].encode('ascii')\nchoose(message)"},
            "unicode",
            "ended with exit code 1: UnicodeEncodeError",
        ),
        (
            {"on_choose": "assert len(line) < 2**16\nchoose(message)"},
            "long lines",
            "ended with exit code 1: AssertionError",
        ),
        (
            {"on_choose": TWICE},
            "quiet",
            "wrote something after its answer that was not asked for",
        ),
        (
            {"on_choose": "n = hash(line) % len(message['options'])\nchoose(message, index=n)"},
            "repeats",
            "chose otherwise in the same game with the same seed",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) and " " not in value else "",
)
def test_what_is_wrong_is_found(tmp_path: Path, at: dict[str, str], check: str, what: str) -> None:
    assert found(tmp_path, script(**at), check).get(check, "nothing").startswith(what)


@pytest.mark.parametrize("end", ["continue", "sys.exit(5)"])
def test_a_bad_end_is_found(tmp_path: Path, end: str) -> None:
    source = SOUND.replace(
        "def on_quit(message):\n    sys.exit()", f"def on_quit(message):\n    {end}"
    )
    source = source.replace("    continue", "    hang()") + "\nhang()"
    assert set(found(tmp_path, source, "ids", "quits", "input ends", limits=PROMPT)) == {
        "quits",
        "input ends",
    }


def test_each_check_has_a_name_and_a_sentence() -> None:
    assert len({check.name for check in CHECKS}) == len(CHECKS)
    assert all(check.asks.startswith("It ") and check.asks.endswith(".") for check in CHECKS)


def test_a_program_that_does_not_get_ready_is_checked_no_further(tmp_path: Path) -> None:
    assert set(found(tmp_path, "raise SystemExit")) == {"starts"}


def test_a_program_that_cannot_be_run(tmp_path: Path) -> None:
    file = tmp_path / "bot.txt"
    file.write_text("hello", encoding="utf-8")
    with pytest.raises(NotStartedError, match="could not be started: No such file or directory"):
        check_program([str(tmp_path / "missing")], DOME)
    for path in (tmp_path, file):
        with pytest.raises(NotStartedError, match="could not be started: Permission denied"):
            check_program([str(path)], DOME)
    file.chmod(0o700)
    with pytest.raises(NotStartedError, match="could not be started: Exec format error"):
        check_program([str(file)], DOME)
