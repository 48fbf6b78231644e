"""The conversation of docs/bot_protocol.md is one that was held, and its tables are whole."""

import re
import sys
from pathlib import Path

import pytest

from tabletop_rules import dome_crushers
from tabletop_rules.bots import RandomBot
from tabletop_rules.core import CHANCE, Fault, sample
from tabletop_rules.core.playing import chance_generator
from tabletop_rules.programs import CHECKS, ProgramBot
from tabletop_rules.programs.process import Program

from .scripts import PATIENT, AnyProgramBot

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "bot_protocol.md").read_text("utf-8")
SHOWN = re.findall(r"^```text\n(.*?)^```$", TEXT, flags=re.DOTALL | re.MULTILINE)
CONFIG = dome_crushers.Config(hand_size=1, max_rounds=1)
SEED = 4


def conversation(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Play the shortest game with the Python example in seat 0, and return all lines."""
    lines: list[str] = []
    send, receive = Program.send, Program.receive

    def sending(self: Program, line: bytes) -> None:
        lines.append(f"> {line.decode().rstrip()}")
        send(self, line)

    def receiving(self: Program, deadline: float) -> bytes | None:
        line = receive(self, deadline)
        if line is not None:
            lines.append(f"< {line.decode()}")
        return line

    monkeypatch.setattr(Program, "send", sending)
    monkeypatch.setattr(Program, "receive", receiving)
    words = [sys.executable, "-I", "-S", str(ROOT / "examples" / "programs" / "brute.py")]
    bot: AnyProgramBot
    with ProgramBot(words, dome_crushers, limits=PATIENT) as bot:
        game, other, chance = dome_crushers, RandomBot(1), chance_generator(SEED)
        state = game.initial_state(CONFIG)
        bot.begin(CONFIG, 0, 5)
        while (actor := game.actor(state)) is not None:
            options = game.legal_actions(state)
            if actor is CHANCE:
                action = sample(game.chance_outcomes(state), chance)
            elif actor == 0:
                action = bot.choose(game.view(state, 0), options)
            else:
                action = other.choose(None, options)
            state, events = game.apply(state, action)
            bot.notice(game.observe(events, 0))
        bot.finish(game.outcome(state), game.score(state))
    return lines


def test_the_conversation_is_a_true_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three dots stand for what is left out of a line; no line is left out."""
    (shown,) = SHOWN
    held = conversation(monkeypatch)
    expected = shown.splitlines()
    assert len(expected) == len(held)
    for pattern, line in zip(expected, held, strict=True):
        assert re.fullmatch(re.escape(pattern).replace(re.escape("..."), ".*"), line), line


def test_every_fault_has_its_row() -> None:
    for fault in Fault:
        if fault is not Fault.EXCEPTION:  # of a bot in our own process
            assert f"| `{fault.value}` |" in TEXT


def test_every_check_is_listed() -> None:
    for check in CHECKS:
        assert f"| {check.name} | {check.asks} |" in TEXT
