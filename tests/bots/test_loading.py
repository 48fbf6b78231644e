"""Bots out of files and modules: what is called, what is copied, and what is refused."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tabletop_rules.bots import BotLoadError, MctsBot, UnknownBotError, load_bot_maker
from tabletop_rules.core import load_game, play

DOME = load_game("dome-crushers")

SOURCE = """
from dataclasses import dataclass

class Plain:
    def choose(self, view, options):
        return options[0]

class Seeded(Plain):
    def __init__(self, game, seed):
        self.given = game.name, seed

@dataclass
class Counting:
    asked: int = 0
    def choose(self, view, options):
        self.asked += 1
        return options[0]

class Callable(Plain):
    def __call__(self):
        raise AssertionError("it is a bot already")

class Keyword(Plain):
    def __init__(self, *, game=None):
        self.game = game

def make(game, seed):
    return Seeded(game, f"{seed}!")

def one(game): ...
def number(): return 7
def fails():
    raise ValueError("no luck")
def leaves(game, seed):
    raise SystemExit(3)

class Single(Plain):
    def __deepcopy__(self, memo):
        raise TypeError("there is one")

counting = Counting()
single = Single()
called = Callable()
value = 7

class Outer:
    Inner = Plain

class Meta(type):
    def __getattr__(cls, name):
        raise RuntimeError(f"no {name} here")

class Closed(Plain, metaclass=Meta):
    pass
"""

Write = Callable[..., str]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Return a function that writes a file and returns its path."""

    def written(source: str = SOURCE, name: str = "my bots.py") -> str:
        file = tmp_path / name
        file.write_text(source, encoding="utf-8")
        return str(file)

    return written


@pytest.fixture(autouse=True)
def _leave_the_path_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)


def made(text: str, seed: int = 5) -> Any:
    return load_bot_maker(text)(DOME, seed)


def test_a_class_is_called_with_game_and_seed_if_it_takes_two(write: Write) -> None:
    file = write()
    assert made(f"{file}:Seeded").given == ("dome_crushers", 5)
    assert made(f"{file}:make").given == ("dome_crushers", "5!")
    assert type(made(f"{file}:Plain")).__name__ == "Plain"
    assert made(f"{file}:Keyword").game is None
    assert type(made(f"{file}:Outer.Inner")).__name__ == "Plain"


def test_an_object_is_copied_for_each_game(write: Write) -> None:
    make = load_bot_maker(f"{write()}:counting")
    first: Any
    second: Any
    first, second = make(DOME, 1), make(DOME, 2)
    first.choose(None, (1, 2))
    assert (first.asked, second.asked) == (1, 0)
    assert type(made(f"{write()}:called")).__name__ == "Callable"


def test_it_plays(write: Write) -> None:
    make = load_bot_maker(f"{write()}:Plain")
    assert play(DOME, DOME.Config(), [make(DOME, 1), make(DOME, 2)], seed=3).actions


def test_the_names_of_bots_come_first() -> None:
    assert isinstance(made("mcts:20"), MctsBot)
    with pytest.raises(UnknownBotError, match="no bot is called 'clever'"):
        load_bot_maker("clever")
    with pytest.raises(UnknownBotError, match="expected a number of iterations"):
        made("mcts:many")


def test_a_module_is_imported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "own_bots_here.py").write_text(SOURCE, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    assert made("own_bots_here:Seeded").given == ("dome_crushers", 5)
    assert type(made("tabletop_rules.bots.greedy:GreedyBot")).__name__ == "GreedyBot"


def test_a_file_is_run_once_and_imports_its_neighbours(write: Write) -> None:
    write("WORD = 'hello'", "neighbour_of_bots.py")
    file = write(f"from neighbour_of_bots import WORD\n{SOURCE}\nPlain.word = WORD")
    assert made(f"{file}:Plain").word == "hello"
    assert type(made(f"{file}:Plain")) is type(made(f"{file}:Outer.Inner"))


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Nobody", "expected a bot called Nobody, got no such name"),
        ("value", "expected a class, a function or an object with choose, got 7"),
        ("one", r"expected what is called with a game and a seed.*got one\(game\)"),
        ("two words", "expected FILE.py:NAME or MODULE:NAME, got"),
        ("", "expected FILE.py:NAME or MODULE:NAME, got"),
        ("number", "expected a bot, which has choose, got 7"),
        ("single", r"expected a bot that can be copied, got TypeError: there is one \(.*bots.py:"),
        ("fails", r"expected a bot, got ValueError: no luck \(.*bots.py:\d+\)"),
        ("leaves", r"expected a bot, got SystemExit: 3 \(.*bots.py:\d+\)"),
        ("Closed", r"expected a bot, got RuntimeError: no \w+ here \(.*bots.py:\d+\)"),
        ("Closed.Inner", r"expected a bot called .*, got RuntimeError: no Inner here \("),
    ],
)
def test_what_is_no_bot_is_refused(write: Write, name: str, expected: str) -> None:
    with pytest.raises(BotLoadError, match=expected) as caught:
        made(f"{write()}:{name}")
    assert caught.value.text.endswith(name)


@pytest.mark.parametrize(
    ("source", "given"),
    [
        ("1 +", "SyntaxError: "),
        ("import nothing_of_that_name", "ModuleNotFoundError: "),
        ("x = 1\nraise SystemExit(2)", r"SystemExit: 2 \(.*bad.py:2\)"),
    ],
)
def test_a_file_that_cannot_be_run_is_refused(write: Write, source: str, given: str) -> None:
    file = write(source, "bad.py")
    for _ in range(2):  # also the second time
        with pytest.raises(BotLoadError, match=f"expected what can be imported, got {given}"):
            made(f"{file}:Bot")


def test_a_place_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BotLoadError, match="expected a file of Python, got no such file"):
        made(f"{tmp_path / 'none.py'}:Bot")
    with pytest.raises(BotLoadError, match="ModuleNotFoundError"):
        made("no.such.module:Bot")
    with pytest.raises(BotLoadError, match=r"expected FILE\.py:NAME or MODULE:NAME, got no colon"):
        made("file.py")
