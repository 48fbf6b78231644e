"""Every value that can be given to any command, bad: one message, and exit code 2."""

from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from tabletop_rules.cli import BAD_INPUT, main
from tabletop_rules.core import Record, format_record, load_game

from .toy import Run

GAME = load_game("dome-crushers")
WRONG_FILES = ("DIR", "DIR/missing", "DIR/junk")
WRONG_PLACES = ("DIR", "DIR/missing/file")
TAKEN_PLACES = (*WRONG_PLACES, "DIR/junk")
WRONG_NUMBERS = ("-1", "x", "1.5", "")
WRONG_SECONDS = ("0", "-1", "x", "nan", "inf")
NO_GAMES = ("chess", "")

ARENA = "arena dome-crushers --bots random,random --games 2 --workers 0"
SERVE = "serve dome-crushers --file DIR/games --port 0"
BAD = {
    "play [GAME]": ("play ?", NO_GAMES),
    "play --human": ("play dome-crushers --human ?", ("2", *WRONG_NUMBERS)),
    "play --bots": ("play dome-crushers --bots ?", ("", "clever", "mcts:x", "flat,flat,flat")),
    "play --seed": ("play dome-crushers --seed ?", WRONG_NUMBERS),
    "play --config": ("play dome-crushers --config ?", WRONG_FILES),
    "play --save": ("play dome-crushers --save ?", TAKEN_PLACES),
    "play --resume": ("play --resume ?", WRONG_FILES),
    "play --eyes": ("play dome-crushers --eyes ?", ("2", "-1", "both", "")),
    "serve [GAME]": ("serve ? --file DIR/games --port 0", NO_GAMES),
    "serve --human": (f"{SERVE} --human ?", ("2", *WRONG_NUMBERS)),
    "serve --bots": (
        f"{SERVE} --bots ?",
        ("", "clever", "mcts:x", "flat,flat", "DIR/missing", "DIR/missing.py:Bot", "DIR/junk"),
    ),
    "serve --config": (f"{SERVE} --config ?", WRONG_FILES),
    "serve --seed": (f"{SERVE} --seed ?", WRONG_NUMBERS),
    "serve --file": ("serve --port 0 --file ?", (*WRONG_PLACES, "DIR/junk")),
    "serve --host": ("serve --file DIR/games --port 0 --host ?", ("no such host", "192.0.2.1")),
    "serve --port": ("serve --file DIR/games --port ?", ("65536", *WRONG_NUMBERS)),
    "serve --name": (f"{SERVE} --name ?", ("", "a b", "http://a", "a:8484", "a/b", "::x")),
    "replay FILE": ("replay ?", WRONG_FILES),
    "replay --eyes": ("replay DIR/record --eyes ?", ("2", "-1", "both", "")),
    "replay --html": ("replay DIR/record --html ?", TAKEN_PLACES),
    "rules GAME": ("rules ?", NO_GAMES),
    "rules [ID]": ("rules dome-crushers ?", ("DC-NONE-1", "")),
    "content new KIND": ("content new ?", ("cheese", "")),
    "content check FILE": ("content check ?", WRONG_FILES),
    "content check --kind": ("content check DIR/table --kind ?", ("cheese", "")),
    "perft GAME": ("perft ? 1", NO_GAMES),
    "perft DEPTH": ("perft dome-crushers -- ?", ("1001", *WRONG_NUMBERS)),
    "perft --position": ("perft dome-crushers 1 --position ?", WRONG_FILES),
    "perft --config": ("perft dome-crushers 1 --config ?", WRONG_FILES),
    "verify GAME": ("verify ?", NO_GAMES),
    "verify --examples": ("verify dome-crushers --examples ?", ("0", *WRONG_NUMBERS)),
    "verify --seed": ("verify dome-crushers --seed ?", WRONG_NUMBERS),
    "verify --config": ("verify dome-crushers --config ?", WRONG_FILES),
    "verify --check": ("verify dome-crushers --check ?", ("luck", "")),
    "verify --workers": ("verify dome-crushers --workers ?", ("0", "65", *WRONG_NUMBERS)),
    "verify --states": ("verify dome-crushers --exhaustive --states ?", ("0", *WRONG_NUMBERS)),
    "verify --against": ("verify dome-crushers --against ?", NO_GAMES),
    "verify --save": ("verify dome-crushers --save ?", TAKEN_PLACES),
    "verify --html": ("verify dome-crushers --html ?", TAKEN_PLACES),
    "arena [GAME]": ("arena ? --bots random,random --games 2 --workers 0", NO_GAMES),
    "arena --bots": (
        "arena dome-crushers --games 2 --workers 0 --bots ?",
        ("", "flat", "flat,clever", "flat,DIR/missing", "flat,DIR/missing.py:Bot", "flat,DIR/junk"),
    ),
    "arena --games": (f"{ARENA} --games ?", ("0", *WRONG_NUMBERS)),
    "arena --schedule": (f"{ARENA} --schedule ?", ("ladder", "")),
    "arena --luck": (f"{ARENA} --luck ?", ("bad", "")),
    "arena --seed": (f"{ARENA} --seed ?", WRONG_NUMBERS),
    "arena --config": (f"{ARENA} --config ?", WRONG_FILES),
    "arena --workers": (f"{ARENA} --workers ?", ("257", *WRONG_NUMBERS)),
    "arena --engine": (f"{ARENA} --engine ?", ("steam", "")),
    "arena --file": (f"{ARENA} --file ?", (*WRONG_PLACES, "DIR/junk")),
    "arena --on-fault": (f"{ARENA} --on-fault ?", ("shrug", "")),
    "arena --time": (f"{ARENA} --time ?", WRONG_SECONDS),
    "arena --memory": (f"{ARENA} --memory ?", ("15", *WRONG_NUMBERS)),
    "arena --record": ("arena --file DIR/junk --record ?", ("0", *WRONG_NUMBERS)),
    "arena --csv": (f"{ARENA} --csv ?", TAKEN_PLACES),
    "arena --export": (f"{ARENA} --export ?", TAKEN_PLACES),
    "arena --html": (f"{ARENA} --html ?", TAKEN_PLACES),
    "bot check --game": ("bot check --game ? cat", NO_GAMES),
    "bot check --seconds": ("bot check --seconds ? cat", WRONG_SECONDS),
    "bot check COMMAND...": ("bot check ?", ("", "DIR", "DIR/missing --fast", "DIR/junk", "a 'b")),
    "score WHAT": ("score ? DIR/table", ("chess", "")),
    "score FILE": ("score dominus ?", WRONG_FILES),
}
"""For each value of each command how it is given, and bad ones; DIR is a folder with files."""


def commands(command: click.Command, *names: str) -> Iterator[tuple[str, click.Command]]:
    """Give the name and the command of everything that can be run."""
    if not isinstance(command, click.Group):
        yield " ".join(names), command
        return
    context = click.Context(command)
    for name in command.list_commands(context):
        below = command.get_command(context, name)
        assert below is not None
        yield from commands(below, *names, name)


def values(command: click.Command) -> Iterator[str]:
    """Give the name of everything that a command is given a value for."""
    for each in command.params:
        if isinstance(each, click.Argument):
            yield each.make_metavar(click.Context(command))
        elif isinstance(each, click.Option) and not each.is_flag:
            yield each.opts[-1]


def test_the_table_has_every_value_of_every_command() -> None:
    assert set(BAD) == {
        f"{name} {what}" for name, found in commands(main) for what in values(found)
    }


@pytest.mark.parametrize(
    ("command", "value"),
    [(command, value) for command, values in BAD.values() for value in values],
)
def test_a_bad_value(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, command: str, value: str
) -> None:
    monkeypatch.setattr("tabletop_rules.cli.service.run", lambda *_, **__: None)
    monkeypatch.chdir(tmp_path)
    record = format_record(GAME, Record(GAME.name, GAME.rules_version, GAME.Config()))
    (tmp_path / "record").write_text(record, encoding="utf-8")
    (tmp_path / "table").write_text("", encoding="utf-8")
    (tmp_path / "junk").write_bytes(b"\x00 = \xff")
    words = [value if word == "?" else word for word in command.split()]
    done = run(*(word.replace("DIR", str(tmp_path)) for word in words))
    assert done.exit_code == BAD_INPUT
    assert done.stdout == ""
    assert done.stderr.startswith("Error: ")
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("name", [name for name, _ in commands(main)])
def test_an_option_that_there_is_not(run: Run, name: str) -> None:
    done = run(*name.split(), "--no-such-option")
    assert done.exit_code == BAD_INPUT
    assert (done.stdout, done.stderr[:7]) == ("", "Error: ")
