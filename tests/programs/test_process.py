"""What a program is given, and that it is ended with all that it has started, come what may."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from textwrap import dedent

import pytest
from attrs import evolve

from tabletop_rules.core import FaultError
from tabletop_rules.programs import ProgramBot

from .scripts import (
    DOME,
    OPTIONS,
    PATIENT,
    SEAT,
    VIEW,
    AnyProgramBot,
    Scripted,
    command,
    running,
    script,
)

ON_LINUX = pytest.mark.skipif(sys.platform != "linux", reason="processes are counted in /proc")

FAMILIES = {
    "children": "for _ in range(5):\n    if os.fork() == 0: hang()",
    "a child that left the group": "if os.fork() == 0:\n    os.setsid()\n    hang()",
    "a daemon": """
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                os.closerange(0, 3)
                hang()
            os._exit(0)
        """,
    "a child that ignores signals": """
        if os.fork() == 0:
            for number in range(1, 32):
                if number not in (signal.SIGKILL, signal.SIGSTOP):
                    signal.signal(number, signal.SIG_IGN)
            hang()
        """,
    "a child that is stopped": "if os.fork() == 0: os.kill(os.getpid(), signal.SIGSTOP)",
    "a child that keeps forking": """
        if os.fork() == 0:
            for _ in range(300):
                if os.fork(): os._exit(0)
                os.setsid()
                time.sleep(0.001)
            hang()
        """,
    "children with children": """
        for _ in range(3):
            if os.fork() == 0:
                os.fork()
                os.setsid()
                os.fork()
                hang()
        """,
}
each_family = pytest.mark.parametrize("family", FAMILIES.values(), ids=FAMILIES)


def started(bot: AnyProgramBot) -> None:
    bot.begin(DOME.Config(), SEAT, 1)
    assert bot.choose(VIEW, OPTIONS) == OPTIONS[0]


def wait_until_gone(folder: Path) -> None:
    """Wait for processes to vanish that nobody here waits for."""
    while running(folder):
        time.sleep(0.02)


@ON_LINUX
@each_family
@pytest.mark.parametrize("end", ["choose(message)", "choose(message)\nsys.exit()"])
def test_close_ends_the_whole_family(
    scripted: Scripted, tmp_path: Path, family: str, end: str
) -> None:
    bot = scripted(first=family, on_choose=end)
    started(bot)
    bot.close()
    assert not running(tmp_path)
    bot.close()  # a second time does nothing


@ON_LINUX
@each_family
def test_the_family_ends_when_we_are_killed(tmp_path: Path, family: str) -> None:
    program = command(tmp_path, script(first=family, on_choose="hang()"))
    ours = dedent(
        f"""
        import sys
        from tabletop_rules.core import load_game
        from tabletop_rules.programs import ProgramBot
        game = load_game("dome-crushers")
        bot = ProgramBot({program!r}, game)
        bot.begin(game.Config(), 0, 1)
        print("begun", flush=True)
        state = game.initial_state(game.Config())
        bot.choose(game.view(state, 0), game.legal_actions(state))
        """
    )
    with subprocess.Popen([sys.executable, "-c", ours], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"begun\n"
        assert running(tmp_path) - {process.pid}
        process.send_signal(signal.SIGKILL)
    wait_until_gone(tmp_path)


@ON_LINUX
def test_a_fork_of_ours_does_not_keep_the_program_alive(tmp_path: Path) -> None:
    ours = dedent(
        f"""
        import os, time
        from tabletop_rules.core import load_game
        from tabletop_rules.programs import ProgramBot
        game = load_game("dome-crushers")
        bot = ProgramBot({command(tmp_path, script())!r}, game)
        bot.begin(game.Config(), 0, 1)
        child = os.fork()
        if child:
            print(child, flush=True)
        time.sleep(1000)
        """
    )
    with subprocess.Popen([sys.executable, "-c", ours], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        child = int(process.stdout.readline())
        process.kill()
    try:
        while running(tmp_path) - {child}:
            time.sleep(0.02)
        assert running(tmp_path) == {child}
    finally:
        os.kill(child, signal.SIGKILL)
    wait_until_gone(tmp_path)


@ON_LINUX
def test_a_killed_guard_takes_the_program_with_it(scripted: Scripted, tmp_path: Path) -> None:
    bot = scripted()
    started(bot)
    assert bot._program is not None
    bot._program._guard.kill()
    bot._program._guard.wait()
    with pytest.raises(FaultError, match="ended together with its guard"):
        bot.choose(VIEW, OPTIONS)
    wait_until_gone(tmp_path)
    started(bot)


@ON_LINUX
def test_a_forgotten_bot_leaves_nothing(tmp_path: Path) -> None:
    source = f"""
        from tabletop_rules.core import load_game
        from tabletop_rules.programs import ProgramBot
        game = load_game("dome-crushers")
        bot = ProgramBot({command(tmp_path, script())!r}, game)
        bot.begin(game.Config(), 0, 1)
        """
    subprocess.run([sys.executable, "-c", dedent(source)], check=True)
    wait_until_gone(tmp_path)


def told(scripted: Scripted, expression: str) -> list[str]:
    """Return what a program says about itself."""
    bot = scripted(first=f"write(type='log', text=json.dumps({expression}))")
    started(bot)
    answer: list[str] = json.loads(bot.logged[0])
    return answer


def test_the_environment_holds_no_secrets(
    scripted: Scripted, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SERVICE_TOKEN", "secret")
    monkeypatch.setenv("PYTHONPATH", "elsewhere")
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    names = told(scripted, "sorted(os.environ)")
    assert {"LC_ALL", "PATH"} <= set(names)
    assert not {"SERVICE_TOKEN", "PYTHONPATH", "PYTEST_CURRENT_TEST"} & set(names)


def test_it_has_a_session_of_its_own(scripted: Scripted) -> None:
    session, group, pid = map(int, told(scripted, "[os.getsid(0), os.getpgrp(), os.getpid()]"))
    assert session == group == pid
    assert session != os.getsid(0)


@ON_LINUX
def test_it_inherits_no_file_but_the_three_streams(scripted: Scripted) -> None:
    with Path(__file__).open() as file:
        os.set_inheritable(file.fileno(), True)
        opened = "[os.readlink('/proc/self/fd/' + n) for n in os.listdir('/proc/self/fd')[:-1]]"
        files = told(scripted, opened)
    kinds = [name.partition(":")[0] for name in files if not name.endswith("program.py")]
    assert kinds == ["pipe"] * 3


@ON_LINUX
def test_signals_and_limits_are_those_of_a_fresh_program(scripted: Scripted) -> None:
    blocked = "[s for s in open('/proc/self/status') if s.startswith('SigBlk')]"
    assert [int(line.split()[1], 16) for line in told(scripted, blocked)] == [0]
    bot = scripted(
        evolve(PATIENT, memory=123 * 2**20),
        first="""
        import resource as r
        limits = [r.getrlimit(which) for which in (r.RLIMIT_CORE, r.RLIMIT_DATA)]
        write(type="log", text=json.dumps(limits))
        """,
    )
    started(bot)
    assert json.loads(bot.logged[0]) == [[0, 0], [123 * 2**20] * 2]


def test_an_interrupt_in_a_decision_ends_the_program(
    scripted: Scripted, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot = scripted()
    started(bot)

    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(bot, "_receive", interrupted)
        with pytest.raises(KeyboardInterrupt):
            bot.choose(VIEW, OPTIONS)
    with pytest.raises(RuntimeError, match="no game was begun"):
        bot.choose(VIEW, OPTIONS)
    started(bot)


def test_without_a_game_there_is_no_choice(tmp_path: Path) -> None:
    with ProgramBot(command(tmp_path, script()), DOME, limits=PATIENT) as bot:
        with pytest.raises(RuntimeError, match="no game was begun"):
            bot.choose(VIEW, OPTIONS)
        bot.finish(None, (0, 0))


def test_what_it_says_is_kept_for_diagnosis(scripted: Scripted) -> None:
    bot = scripted(
        on_choose=r"""
        for number in range(100):
            write(type="log", text=f"\x1b[2J\ud800{number}" + "x" * 1000)
            sys.stderr.write(f"\x1b[2J{number}\n")
        choose(message)
        """
    )
    started(bot)
    assert (bot.name, len(bot.logged)) == ("scripted", 20)
    assert all(line.isprintable() and len(line) <= 500 for line in bot.logged)
    bot.close()
    assert bot.error_lines[-1] == "[2J99"
    assert all(map(str.isprintable, bot.error_lines))
