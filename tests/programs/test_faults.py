"""Every kind of fault, each by a real program that misbehaves, and what is left of it."""

import shutil
import sys
from pathlib import Path

import pytest
from attrs import evolve

from tabletop_rules.core import BotError, Fault, FaultError
from tabletop_rules.core.calling import ask
from tabletop_rules.core.playing import play_steps
from tabletop_rules.programs import Limits, ProgramBot

from .scripts import DOME, OPTIONS, PATIENT, SEAT, VIEW, AnyProgramBot, Scripted, running

HASTY = evolve(PATIENT, seconds=0.2, grace_seconds=0.1)
SMALL = evolve(PATIENT, output=100_000)
ON_LINUX = pytest.mark.skipif(sys.platform != "linux", reason="other systems bound it otherwise")


def fault_of(bot: AnyProgramBot, decisions: int = 1) -> FaultError:
    """Return the fault of a program, at the latest at that decision."""
    try:
        bot.begin(DOME.Config(), SEAT, 1)
        for _ in range(decisions):
            bot.choose(VIEW, OPTIONS)
    except FaultError as error:
        return error
    raise AssertionError("there was no fault")


def check(bot: AnyProgramBot, fault: Fault, reason: str, decisions: int = 1) -> None:
    """Check the fault and its reason, again after a new start, and that nothing runs on."""
    found = fault_of(bot, decisions)
    assert found.fault is fault, found.reason
    assert found.reason.startswith(reason), found.reason
    with pytest.raises(FaultError) as again:  # until the next game
        bot.choose(VIEW, OPTIONS)
    assert again.value.args == found.args
    assert not running(Path(bot.command[-1]).parent)
    assert fault_of(bot, decisions).args == found.args


# ---------------------------------------------------------------- silent and late


@pytest.mark.parametrize(
    "silence",
    [
        "pass",
        "hang()",
        "raw(b'{\"type\": ')\nhang()",
        "sys.stdin.close()\nhang()",
        "signal.signal(signal.SIGTERM, signal.SIG_IGN)\nhang()",
        "while True: pass",
        "os.kill(os.getpid(), signal.SIGSTOP)",
        "write(type='log', text='thinking')\nhang()",
        "sys.stderr.write('thinking\\n')\nhang()",
    ],
)
def test_silence(scripted: Scripted, silence: str) -> None:
    bot = scripted(HASTY, on_choose=silence)
    check(bot, Fault.SILENT, "did not answer within 0.2 s and a grace")


def test_a_program_that_reads_nothing_does_not_hold_us_up(scripted: Scripted) -> None:
    bot = scripted(HASTY, on_start="write(type='ready')\nhang()")
    bot.begin(DOME.Config(), SEAT, 1)
    for step in play_steps(DOME, DOME.Config(), [First(), First()], seed=1):
        bot.notice(DOME.observe(step.events, SEAT) * 100)  # more than a pipe holds
    with pytest.raises(FaultError) as caught:
        bot.choose(VIEW, OPTIONS)
    assert caught.value.fault is Fault.SILENT


def test_a_late_answer_leaves_the_program_running(
    scripted: Scripted, monkeypatch: pytest.MonkeyPatch
) -> None:
    limits = evolve(PATIENT, seconds=0.5)
    slow_once = "time.sleep(1 if message['id'] == 1 else 0)\nchoose(message)"
    bot = scripted(limits, on_choose=slow_once, first="write(type='log', text=str(os.getpid()))")
    found = fault_of(bot)
    assert (found.fault, found.reason) == (Fault.LATE, "answered, but not within 0.5 s")
    monkeypatch.setattr(bot, "limits", PATIENT)  # the next answer is in time however slow it is
    assert bot.choose(VIEW, OPTIONS) == OPTIONS[0]
    assert len(bot.logged) == 1  # it was started once


# ---------------------------------------------------------------- crashes


def test_a_program_that_is_not_there() -> None:
    bot: AnyProgramBot = ProgramBot(["/no/such/program"], DOME, limits=PATIENT)
    for _ in range(2):
        found = fault_of(bot)
        expected = "could not be started: No such file or directory"
        assert (found.fault, found.reason) == (Fault.CRASH, expected)


def test_a_file_that_cannot_be_run(tmp_path: Path) -> None:
    file = tmp_path / "bot.txt"
    file.write_text("hello", encoding="utf-8")
    bot: AnyProgramBot = ProgramBot([str(file)], DOME, limits=PATIENT)
    found = fault_of(bot)
    expected = "could not be started: Permission denied"
    assert (found.fault, found.reason) == (Fault.CRASH, expected)
    file.chmod(0o700)
    assert fault_of(bot).reason == "could not be started: Exec format error"


@pytest.mark.parametrize("place", ["first", "on_hello", "on_start", "on_choose"])
@pytest.mark.parametrize(
    ("end", "reason"),
    [
        ("sys.exit(3)", "ended with exit code 3"),
        ("sys.exit()", "ended with exit code 0"),
        ("sys.exit('no cards')", "ended with exit code 1: no cards"),
        ("1 / 0", "ended with exit code 1: ZeroDivisionError: division by zero"),
        ("os.kill(os.getpid(), signal.SIGSEGV)", "was ended by SIGSEGV"),
        ("os.kill(os.getpid(), signal.SIGKILL)", "was ended by SIGKILL"),
        ("raw(b'half')\nsys.exit(2)", "ended with exit code 2"),
        ("if os.fork(): os._exit(4)\nhang()", "ended with exit code 4"),
    ],
)
def test_a_program_that_ends(scripted: Scripted, place: str, end: str, reason: str) -> None:
    check(scripted(**{place: end}), Fault.CRASH, reason)


@pytest.mark.parametrize(
    ("written", "told"),
    [
        (  # JavaScript
            [
                "null.x",
                "     ^",
                "TypeError: no cards",
                "    at f (bot.mjs:1:6) {",
                "}",
                "Node.js v20.1",
            ],
            "TypeError: no cards",
        ),
        (["node:1", "throw 'no cards'", "^", "no cards", "", "Node.js v20.20.2"], "no cards"),
        (["Error: a loss", "TypeError: no cards", "Bun v1.2.3 (Linux x64)"], "TypeError: no cards"),
        (["a.b.NoCardsException: none", "\tat Bot.main(Bot.java:3)"], "a.b.NoCardsException: none"),
        (["thread 'main' panicked:", "no cards", "note: run with `X=1`"], "no cards"),
        (["KeyError: 3", "during which", "bot.NoCards: none"], "bot.NoCards: none"),
        (["ValueError: a retry", "no cards"], "no cards"),
        (["Node.js v20.20.2"], "Node.js v20.20.2"),
    ],
)
def test_the_line_that_tells_most_is_quoted(
    scripted: Scripted, written: list[str], told: str
) -> None:
    bot = scripted(on_choose=f"sys.exit({chr(10).join(written)!r})")
    check(bot, Fault.CRASH, f"ended with exit code 1: {told}")


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no Node")
def test_a_crash_of_node_is_explained(tmp_path: Path) -> None:
    file = tmp_path / "bot.mjs"
    file.write_text("process.stdin.on('data', () => null.cards)", encoding="utf-8")
    bot: AnyProgramBot = ProgramBot(["node", str(file)], DOME, limits=evolve(PATIENT, memory=None))
    check(bot, Fault.CRASH, "ended with exit code 1: TypeError: ")


def test_an_answer_before_the_end_counts(scripted: Scripted) -> None:
    bot = scripted(on_choose="choose(message)\nsys.exit(7)")
    bot.begin(DOME.Config(), SEAT, 1)
    assert bot.choose(VIEW, OPTIONS) == OPTIONS[0]
    check(bot, Fault.CRASH, "ended with exit code 7", decisions=2)


def test_a_program_that_ends_between_games_is_started_again(scripted: Scripted) -> None:
    bot = scripted(on_end="sys.exit()")
    for _ in range(3):
        bot.begin(DOME.Config(), SEAT, 1)
        assert bot.choose(VIEW, OPTIONS) == OPTIONS[0]
        bot.finish(None, (0, 0))


@pytest.mark.parametrize("place", ["on_hello", "on_choose"])
def test_a_program_that_closes_its_output(scripted: Scripted, place: str) -> None:
    check(scripted(**{place: "os.close(1)\nhang()"}), Fault.CRASH, "closed its output")


@pytest.mark.parametrize("place", ["on_hello", "on_start"])
def test_a_program_that_does_not_get_ready(scripted: Scripted, place: str) -> None:
    bot = scripted(evolve(PATIENT, start_seconds=1), **{place: "hang()"})
    check(bot, Fault.CRASH, "was not ready within 1 s")


# ---------------------------------------------------------------- floods and memory


@pytest.mark.parametrize("place", ["first", "on_hello", "on_choose"])
@pytest.mark.parametrize(
    ("flood", "name"),
    [
        ("while True: write(type='log', text='x' * 1000)", "output"),
        ("while True: raw(b'x' * 1000)", "output"),
        ("raw(b'x' * 10**8)", "output"),
        ("while True: sys.stderr.write('x' * 1000 + chr(10))", "error output"),
        ("while True: os.write(2, bytes(range(256)))", "error output"),
    ],
)
def test_floods(scripted: Scripted, place: str, flood: str, name: str) -> None:
    reason = f"wrote more than 100000 bytes to its {name} without an answer"
    check(scripted(SMALL, **{place: flood}), Fault.FLOOD, reason)


def test_each_answer_allows_as_much_again(scripted: Scripted) -> None:
    much = "write(type='log', text='x' * 60_000)\nsys.stderr.write('x' * 60_000)\nchoose(message)"
    bot = scripted(SMALL, on_choose=much)
    bot.begin(DOME.Config(), SEAT, 1)
    for _ in range(5):
        assert bot.choose(VIEW, OPTIONS) == OPTIONS[0]


@ON_LINUX
@pytest.mark.parametrize(
    "hunger",
    [
        "held = []\nwhile True: held.append(bytes(1_000_000))",
        "held = bytearray(10**12)",
        "held = []\ntry:\n  while True: held.append(b'x' * 10**6)\nexcept MemoryError: os._exit(9)",
    ],
)
def test_memory(scripted: Scripted, hunger: str) -> None:
    bot = scripted(evolve(PATIENT, memory=100_000_000), on_choose=hunger)
    check(bot, Fault.MEMORY, "used up its memory of 100000000 bytes")


@ON_LINUX
def test_a_program_that_makes_do_with_its_memory_goes_on(scripted: Scripted) -> None:
    much = "try: bytearray(10**12)\nexcept MemoryError: choose(message)"
    bot = scripted(evolve(PATIENT, memory=100_000_000), on_choose=much)
    bot.begin(DOME.Config(), SEAT, 1)
    assert bot.choose(VIEW, OPTIONS) == OPTIONS[0]


# ---------------------------------------------------------------- protocol

WRITTEN = {
    "no JSON": (b"first option", "wrote what is no message: it is not JSON"),
    "an empty line": (b"", "wrote what is no message: it is not JSON"),
    "binary": (b"\xff\xfe\x00\x80", "wrote what is no message: it is not UTF-8"),
    "a list": (b"[1]", "wrote what is no message: it is no object"),
    "NaN": (b'{"type": NaN}', "wrote what is no message: NaN is no number of JSON"),
    "-Infinity": (b'{"type": -Infinity}', "wrote what is no message: -Infinity is no number"),
    "a key twice": (b'{"id": 1, "id": 1}', "wrote what is no message: a key stands twice"),
    "a bomb": (b"[" * 50_000, "wrote what is no message: it is nested too deeply"),
    "a bomb of objects": (b'{"a":' * 50_000, "wrote what is no message: it is nested too deeply"),
    "no type": (b"{}", "wrote no message: expected the type"),
    "an unknown type": (b'{"type": "move"}', "wrote no message: expected the type"),
    "a list as type": (b'{"type": ["choice"]}', "wrote no message: expected the type"),
    "no id": (b'{"type": "choice", "index": 0}', "wrote no message: expected choice with an id"),
    "no option": (b'{"type": "choice", "id": 1}', "wrote no message: expected choice with"),
    "both": (b'{"type": "choice", "id": 1, "index": 0, "text": ""}', "wrote no message"),
    "true": (b'{"type": "choice", "id": 1, "index": true}', "wrote no message"),
    "true as id": (b'{"type": "choice", "id": true, "index": 0}', "wrote no message"),
    "a fraction": (b'{"type": "choice", "id": 1, "index": 0.5}', "wrote no message"),
    "a text as index": (b'{"type": "choice", "id": 1, "index": "0"}', "wrote no message"),
    "an old id": (b'{"type": "choice", "id": 0, "index": 0}', "made a choice with the id 0,"),
    "a later id": (
        b'{"type": "choice", "id": 2, "index": 0}',
        "made a choice with the id 2,",
    ),
    "ready": (b'{"type": "ready", "protocol": 1, "name": ""}', "said again that it is ready"),
    "a log without text": (b'{"type": "log"}', "wrote no message: expected log with a text"),
    "a huge id": (b'{"type": "choice", "id": 1' + b"0" * 3000 + b', "index": 0}', "made a choice"),
    "a number too long": (b'{"id": ' + b"9" * 5000 + b"}", "wrote what is no message"),
}


@pytest.mark.parametrize(("line", "reason"), WRITTEN.values(), ids=WRITTEN)
def test_what_is_no_answer(scripted: Scripted, line: bytes, reason: str) -> None:
    check(scripted(on_choose=f"raw({line!r} + b'\\n')"), Fault.PROTOCOL, reason)


@pytest.mark.parametrize(
    ("hello", "reason"),
    [
        ("raw(b'Welcome!\\n')", "wrote what is no message"),
        ("write(type='ready')", "did not say its protocol and its name when it was ready"),
        ("write(type='ready', protocol=1)", "did not say its protocol and its name"),
        ("write(type='ready', protocol=2, name='x')", "speaks protocol 2, expected 1"),
        ("write(type='ready', protocol=True, name='x')", "speaks protocol True, expected 1"),
        ("write(type='ready', protocol=1, name=7)", "wrote no message: expected ready with"),
        ("write(type='choice', id=1, index=0)", "made a choice before it was ready"),
    ],
)
def test_a_wrong_handshake(scripted: Scripted, hello: str, reason: str) -> None:
    check(scripted(on_hello=hello), Fault.PROTOCOL, reason)


def test_a_second_answer(scripted: Scripted) -> None:
    bot = scripted(on_choose="choose(message)\nchoose(message)")
    reason = "made a choice with the id 1, which was not asked for"
    found = fault_of(bot, decisions=2)
    assert (found.fault, found.reason) == (Fault.PROTOCOL, reason)


@pytest.mark.parametrize(
    "end",
    ["write(type='choice', id=2, index=0)", "raw(b'half')", "print('bye')", "raw(b'x' * 10**6)"],
)
def test_what_is_wrong_after_a_game_is_no_fault_in_the_next(scripted: Scripted, end: str) -> None:
    bot = scripted(SMALL, on_end=end)
    for _ in range(3):
        bot.begin(DOME.Config(), SEAT, 1)
        assert bot.choose(VIEW, OPTIONS) == OPTIONS[0]
        bot.finish(None, (0, 0))


# ---------------------------------------------------------------- illegal


@pytest.mark.parametrize(
    "answer",
    [
        "index=-1",
        "index=len(message['options'])",
        "index=10**30",
        "text=''",
        "text='concede'",
        "text=message['options'][0]['text'].upper() + ' '",
        r"text='\ud800\u202e\x1b[2J\0'",
        "text='x' * 100_000",
    ],
)
def test_what_is_none_of_the_options(scripted: Scripted, answer: str) -> None:
    wrong_once = f"choose(message, **(dict({answer}) if message['id'] == 1 else {{}}))"
    bot = scripted(on_choose=wrong_once)
    found = fault_of(bot)
    assert found.fault is Fault.ILLEGAL
    assert found.reason.startswith("chose ")
    assert found.reason.isprintable()
    assert len(found.reason) < 400
    assert bot.choose(VIEW, OPTIONS) == OPTIONS[0]  # it runs on


def test_a_fault_is_told_with_its_seat(scripted: Scripted) -> None:
    bot = scripted(on_choose="sys.exit(5)")
    step = next(
        s for s in play_steps(DOME, DOME.Config(), [First(), First()], seed=1) if s.actor in (0, 1)
    )
    assert isinstance(step.actor, int)
    bot.begin(DOME.Config(), step.actor, 1)
    with pytest.raises(BotError, match="ended with exit code 5") as caught:
        ask(DOME, step.before, step.actor, bot)
    assert (caught.value.seat, caught.value.fault) == (step.actor, Fault.CRASH)


class First:
    """Chooses the first option."""

    def choose(self, _view: object, options: tuple[object, ...], /) -> object:
        return options[0]


@pytest.mark.parametrize("field", ["seconds", "grace_seconds", "start_seconds", "memory", "output"])
@pytest.mark.parametrize("value", [0, -1, float("nan"), float("inf"), True, "1"])
def test_a_limit_is_a_number_above_0(field: str, value: object) -> None:
    with pytest.raises(ValueError, match=f"{field}: expected a number"):
        Limits(**{field: value})  # type: ignore[arg-type]  # that is the point


@pytest.mark.parametrize("command", [[], "program", [""], ["a\0b"], [1]])
def test_a_command_is_made_of_texts(command: object) -> None:
    with pytest.raises(ValueError, match="expected a program and its arguments"):
        ProgramBot(command, DOME)  # type: ignore[arg-type]  # likewise
