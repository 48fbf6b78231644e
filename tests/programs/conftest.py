"""Bots that are scripted programs, of which nothing may be left running."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tabletop_rules.programs import Limits, ProgramBot

from .scripts import DOME, PATIENT, AnyProgramBot, Scripted, command, running, script


@pytest.fixture
def scripted(tmp_path: Path) -> Iterator[Scripted]:
    """Return a function that makes a bot of a scripted program; all are closed afterwards."""
    bots: list[AnyProgramBot] = []

    def make(limits: Limits = PATIENT, **at: str) -> AnyProgramBot:
        source = script(**at)
        bot: AnyProgramBot = ProgramBot(command(tmp_path, source), DOME, limits=limits)
        bots.append(bot)
        return bot

    yield make
    for bot in bots:
        bot.close()
    if sys.platform == "linux":
        assert not running(tmp_path)
