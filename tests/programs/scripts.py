"""Small programs that speak the protocol, and misbehave at a given place."""

import sys
from collections.abc import Callable
from pathlib import Path
from textwrap import dedent, indent
from typing import Any, Final

from tabletop_rules.core import Game, load_game
from tabletop_rules.core.playing import play_steps
from tabletop_rules.programs import Limits, ProgramBot

AnyGame = Game[Any, Any, Any, Any]
AnyProgramBot = ProgramBot[Any, Any, Any, Any]
Scripted = Callable[..., AnyProgramBot]

DOME: Final = load_game("dome-crushers")
PATIENT: Final = Limits(seconds=60, start_seconds=60, grace_seconds=60)
"""No program that answers at all exceeds these."""

_SCRIPT: Final = """
import json, os, signal, subprocess, sys, time

def write(**message):
    print(json.dumps(message), flush=True)

def raw(line):
    sys.stdout.buffer.write(line)
    sys.stdout.buffer.flush()

def hang():
    while True:
        time.sleep(1000)

def ready():
    write(type="ready", protocol=1, name="scripted")

def choose(message, **more):
    write(type="choice", id=message["id"], **(more or {{"index": 0}}))

def ignore(message):
    pass

def on_hello(message):
{on_hello}

def on_start(message):
{on_start}

def on_choose(message):
{on_choose}

def on_end(message):
{on_end}

def on_quit(message):
    sys.exit()

{first}
for line in sys.stdin:
    message = json.loads(line)
    globals().get("on_" + message["type"], ignore)(message)
"""


def script(
    *,
    first: str = "",
    on_hello: str = "ready()",
    on_start: str = "write(type='ready')",
    on_choose: str = "choose(message)",
    on_end: str = "pass",
) -> str:
    """Return a program that does this at these messages."""
    bodies = {
        "on_hello": on_hello,
        "on_start": on_start,
        "on_choose": on_choose,
        "on_end": on_end,
    }
    inner = {name: indent(dedent(body).strip(), "    ") for name, body in bodies.items()}
    return _SCRIPT.format(first=dedent(first).strip(), **inner)


def command(folder: Path, source: str, name: str = "program.py") -> list[str]:
    """Return the command that runs a program, written to a folder."""
    file = folder / name
    file.write_text(source, encoding="utf-8")
    return [sys.executable, "-I", "-S", str(file)]


def first_decision(game: AnyGame = DOME) -> tuple[int, Any, tuple[Any, ...]]:
    """Return the seat, view and options of a first decision between several options."""

    class First:
        def choose(self, _view: object, options: tuple[Any, ...], /) -> Any:
            return options[0]

    config = game.Config()
    seats = len(game.score(game.initial_state(config)))
    for step in play_steps(game, config, [First()] * seats, seed=1):
        options = game.legal_actions(step.before)
        if isinstance(step.actor, int) and len(options) > 1:
            return step.actor, game.view(step.before, step.actor), options
    raise AssertionError("the game has no decision")


SEAT, VIEW, OPTIONS = first_decision()


def running(folder: Path) -> set[int]:
    """Return the processes that a folder is named in the command of: program, guard and forks."""
    found: set[int] = set()
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                line = (entry / "cmdline").read_bytes()  # empty for the dead
            except OSError:
                continue
            if bytes(folder) in line:
                found.add(int(entry.name))
    return found
