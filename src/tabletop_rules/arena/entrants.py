"""Who takes part in a tournament: bots by name, classes and objects of Python, programs."""

import re
import shlex
import shutil
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, TypeAlias

from attrs import frozen

from tabletop_rules.arena.fixtures import ArenaError
from tabletop_rules.bots import (
    BotLoadError,
    BotMaker,
    UnknownBotError,
    bot_maker,
    bot_names,
    load_bot_maker,
)
from tabletop_rules.core import Bot, Game, Problem
from tabletop_rules.core.errors import shown
from tabletop_rules.core.processes import steady

__all__ = ["Entrant", "MadeBot", "NamedBot", "Program", "entrants_of", "read_entrant"]

AnyGame: TypeAlias = Game[Any, Any, Any, Any]
AnyBot: TypeAlias = Bot[Any, Any]

_QUOTES: Final = ("'", '"')
"""What only a command begins with."""
_NAME: Final = re.compile(r"[\w .:+#-]*[\w.+#-]")


@frozen
class NamedBot:
    """A bot by its name (``mcts:200``), or by where it is in Python (``file.py:Class``)."""

    text: str

    def maker(self) -> BotMaker:
        """Return what makes the bots."""
        return load_bot_maker(self.text)


@frozen(eq=False)
class MadeBot:
    """A bot of Python as it was given: each game gets one made, or copied, anew."""

    what: Any

    def maker(self) -> BotMaker:
        """Return what makes the bots."""
        return bot_maker(self.what)


@frozen
class Program:
    """A program that speaks the bot protocol on its standard streams."""

    command: tuple[str, ...]


@frozen
class Entrant:
    """One who takes part: the name in the table, and what plays."""

    name: str
    what: NamedBot | MadeBot | Program

    @property
    def label(self) -> str:
        """Return what plays as a text that is the same whenever the same is meant."""
        match self.what:
            case NamedBot(text):
                return text
            case Program(command):
                return _command_line(command)
            case MadeBot(what):
                kind = what if isinstance(what, type) else type(what)
                return f"{kind.__module__}:{_attribute(what, '__qualname__')}"


@steady()
def read_entrant(text: str, game: AnyGame) -> Entrant:
    """Return the entrant of a text: ``what``, or ``name=what`` to give it a name.

    What plays is the name of a bot (``mcts:200``), a bot of Python (``my_bot.py:Brute``,
    ``package.module:Brute``), or the command line of a program (``./my_bot --fast``). It is tried
    whether there is such a bot or program. The names of bots come first: a program that is called
    like one is played by its path, ``./random``, or in quotes, ``'random'``.

    Raises:
        ArenaError: it is none of these.
    """
    label, equals, rest = text.partition("=")
    first, *more = text.split() or [""]
    if more and "=" not in first and shutil.which(first):
        equals = ""  # it belongs to the arguments of a program
    named = bool(equals) and _NAME.fullmatch(label.strip()) is not None
    what = (rest if named else text).strip()
    name = label.strip() if named else what
    program = None if what.partition(":")[0] in bot_names() else _program(what)
    if program is not None and (":" not in what or what.startswith(_QUOTES)):
        return Entrant(name, program)
    try:
        load_bot_maker(what)(game, 0)
    except (BotLoadError, UnknownBotError) as error:
        if program is not None:
            return Entrant(name, program)
        if (file := _not_executable(what)) is not None:
            given = f"expected a program, got {shown(file)}, which is not executable"
            raise ArenaError([Problem(f"bot {shown(name)}", given)]) from error
        if ":" in what or " " not in what:
            raise ArenaError([Problem(f"bot {shown(name)}", str(error))]) from error
        known = ", ".join(bot_names())
        expected = f"expected the name of a bot ({known}), FILE.py:CLASS, or a program"
        what = f"{expected}, got {shown(what)}"
        raise ArenaError([Problem(f"bot {shown(name)}", what)]) from error
    return Entrant(name, NamedBot(what))


def _command_line(words: Sequence[str]) -> str:
    """Return the text of a command, which `read_entrant` takes for nothing else."""
    text, first = shlex.join(words), words[0]
    if first != shlex.quote(first) or (":" not in first and text not in bot_names()):
        return text
    return f"'{first}'{text.removeprefix(first)}"


def _program(text: str) -> Program | None:
    """Return the program of a command line, if there is one."""
    try:
        command = tuple(shlex.split(text))
    except ValueError:
        return None
    return Program(command) if command and shutil.which(command[0]) else None


def _not_executable(text: str) -> str | None:
    """Return the file that a command line begins with, if it is there and cannot be run."""
    first = (text.split() or [""])[0]
    with suppress(OSError):  # it is too long to be a file, say
        if "/" in first and ":" not in first and Path(first).is_file():
            return first
    return None


def entrants_of(bots: Mapping[str, Any] | Iterable[Any], game: AnyGame) -> tuple[Entrant, ...]:
    """Return the entrants of what `run` was given.

    Each is a text as of `read_entrant`; a sequence of texts, the words of a command; a class or
    function that makes a bot, given the game and a seed or nothing; or any object with `choose`,
    of which each game gets a copy as it was given. Without a mapping from names they are named
    after their text or class, the second one of a name ``#2``.

    Raises:
        ArenaError: with everything that is wrong.
    """
    given: list[tuple[Any, Any]]
    given = list(bots.items()) if isinstance(bots, Mapping) else [(None, each) for each in bots]
    entrants: list[Entrant] = []
    problems: list[Problem] = []
    for name, what in given:
        if not isinstance(name, str | None):
            problems.append(Problem("bots", f"expected texts as names, got {shown(name)}"))
            continue
        try:
            entrant = _entrant(what, game)
        except ArenaError as error:
            problems += error.problems
            continue
        wanted = entrant.name if name is None else name
        taken = {each.name for each in entrants}
        names = (wanted, *(f"{wanted} #{number}" for number in range(2, len(taken) + 2)))
        unique = next(each for each in names if each not in taken)
        entrants.append(Entrant(unique, entrant.what))
    if problems:
        raise ArenaError(problems)
    return tuple(entrants)


@steady()
def _entrant(what: Any, game: AnyGame) -> Entrant:
    if isinstance(what, Entrant):
        return what
    bare = not hasattr(type(what), "choose")  # or it is a bot, a named tuple with state say
    if bare and isinstance(what, str):
        return read_entrant(what, game)
    if bare and isinstance(what, Sequence) and what and all(isinstance(w, str) for w in what):
        if not what[0] or any("\0" in word for word in what):
            expected = f"expected a program and its arguments, got {shown(what)}"
            raise ArenaError([Problem("bots", expected)])
        return Entrant(Path(what[-1]).name, Program(tuple(what)))
    name = _attribute(what, "__name__")
    try:
        bot_maker(what)(game, 0)
    except BotLoadError as error:
        raise ArenaError([Problem(f"bot {shown(name)}", str(error))]) from error
    return Entrant(name, MadeBot(what))


def _attribute(what: Any, name: str) -> str:
    """Return a name that an object has, or else that of its class; some raise if they are asked."""
    with suppress(Exception):
        if isinstance(found := getattr(what, name), str):
            return found
    return str(getattr(type(what), name))
