"""Serving a bot: what it is told wrongly is refused in a sentence."""

import json
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from tabletop_rules.bots import load_bot_maker
from tabletop_rules.core import ProblemsError, UnknownGameError
from tabletop_rules.programs import ServeError, serve
from tabletop_rules.programs.forms import choose_message, end_message, hello_message, start_message

from .scripts import DOME, OPTIONS, SEAT, VIEW

HELLO = hello_message(DOME)
START = start_message(DOME, DOME.Config(), SEAT, 1, 10.0)
CHOOSE = choose_message(DOME, 5, VIEW, OPTIONS, (), 10.0)
END = end_message(None, (0, 0), ())
QUIT = {"type": "quit"}


def served(*messages: object, bot: str = "random") -> list[Any]:
    """Return the answers to messages."""
    lines = [m if isinstance(m, bytes) else json.dumps(m).encode() for m in messages]
    answers = BytesIO()
    serve(load_bot_maker(bot), BytesIO(b"\n".join(lines)), answers, name="served")
    return [json.loads(line) for line in answers.getvalue().splitlines()]


def test_a_conversation() -> None:
    strange = {"type": "weather"}
    hello, start, choice, _, again = served(
        HELLO, strange, START, CHOOSE, END, START, CHOOSE, QUIT, CHOOSE
    )
    assert hello == {"type": "ready", "protocol": 1, "name": "served"}
    assert start == {"type": "ready"}
    assert choice["id"] == 5
    assert choice["index"] in range(len(OPTIONS))
    assert again == choice  # the same seed, the same choice


@pytest.mark.parametrize(
    ("messages", "what"),
    [
        ([b"hello"], "expected a message, got b'hello'"),
        ([b"[]"], r"expected a message, got b'\[\]': it is no object"),
        ([{**HELLO, "protocol": 2}], "expected protocol 1, got 2"),
        ([{**HELLO, "rules_version": "0"}], "expected rules .* of dome_crushers, got '0'"),
        ([{"type": "hello"}], "expected the key 'protocol' in a message 'hello', got only 'type'"),
        ([START], "expected hello first, got start"),
        ([HELLO, CHOOSE], "expected start first, got choose"),
        ([HELLO, END], "expected start first, got end"),
    ],
)
def test_what_makes_no_sense_is_refused(messages: list[object], what: str) -> None:
    with pytest.raises(ServeError, match=what):
        served(*messages)


def test_another_game_or_config_is_refused() -> None:
    with pytest.raises(UnknownGameError):
        served({**HELLO, "game": "chess"})
    with pytest.raises(ProblemsError, match="hand_size"):
        served(HELLO, {**START, "config": {**START["config"], "hand_size": 0}})
    with pytest.raises(ProblemsError, match="round"):
        served(HELLO, START, {**CHOOSE, "view": {**CHOOSE["view"], "round": "one"}})


def test_a_bot_that_makes_its_option_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", list(sys.path))
    file = tmp_path / "liar.py"
    file.write_text("class Liar:\n    def choose(self, *_): return 'win'\n", encoding="utf-8")
    with pytest.raises(ServeError, match="options from the bot, got 'win'"):
        served(HELLO, START, CHOOSE, bot=f"{file}:Liar")


def run(*words: object, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "tabletop_rules.programs", *map(str, words)]
    return subprocess.run(command, input=given, capture_output=True, check=False)


def test_the_command_says_what_is_wrong_in_a_line() -> None:
    unknown = run("clever")
    assert (unknown.returncode, unknown.stdout) == (2, b"")
    assert unknown.stderr.startswith(b"Error: no bot is called 'clever'")
    nonsense = run("random", given=b"hello\n")
    assert nonsense.returncode == 2
    assert nonsense.stderr == b"Error: expected a message, got b'hello\\n': it is not JSON\n"
    assert run("random").returncode == 0  # the input has ended
