"""Bots out of somebody's own Python: named by their file or module, for the command line."""

import copy
import hashlib
import inspect
import sys
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from traceback import extract_tb
from types import ModuleType
from typing import Any, Final, TypeAlias

from tabletop_rules.bots.making import UnknownBotError, bot_names, make_bot
from tabletop_rules.bots.random_bot import Seed
from tabletop_rules.core import Bot, Game
from tabletop_rules.core.errors import shortened, shown

__all__ = ["BotLoadError", "BotMaker", "bot_maker", "load_bot_maker"]

AnyGame: TypeAlias = Game[Any, Any, Any, Any]
AnyBot: TypeAlias = Bot[Any, Any]
BotMaker: TypeAlias = Callable[[AnyGame, Seed], AnyBot]
"""Returns a new bot for one seat of one game; the seed decides what it leaves to chance."""

_FORMS: Final = "FILE.py:NAME or MODULE:NAME"


class BotLoadError(LookupError):
    """A text that leads to no bot: `expected` and `given` say why, and `where` the place."""

    def __init__(self, text: str, expected: str, given: str, where: str = "") -> None:
        super().__init__(text, expected, given, where)
        self.text = text
        self.expected = expected
        self.given = given
        self.where = where

    def __str__(self) -> str:
        place = f" ({self.where})" if self.where else ""
        start = f"cannot load a bot from {shown(self.text)}"
        return f"{start}: expected {self.expected}, got {self.given}{place}"


def load_bot_maker(text: str) -> BotMaker:
    """Return what makes the bots that a text names: ``mcts:2000``, ``file.py:Mine``, ``mine:Bot``.

    Before the colon stands a file, or a module that Python can import; behind it a name in there,
    dotted if need be:

    * a class or function that takes two positional arguments is called with the game and a seed,
    * any other class or function is called without arguments,
    * any other object with `choose` is copied, so that no game sees what another one left in it.

    The names of `make_bot` come first. A file is run once in a process, and may import what lies
    beside it.

    Raises:
        BotLoadError: the text leads to no bot. So does the function that is returned, if what it
            calls raises or gives no bot.
        UnknownBotError: the text is a mere name, and no bot has it; or, from the function that is
            returned, the bot has no such budget.
    """
    place, colon, name = text.rpartition(":")
    if text.partition(":")[0] in bot_names():
        return lambda game, seed: make_bot(text, game, seed)
    if not colon:
        if text.isidentifier():
            raise UnknownBotError(text, bot_names())
        raise BotLoadError(text, _FORMS, "no colon with a name behind it")
    if not place or not all(part.isidentifier() for part in name.split(".")):
        raise BotLoadError(text, _FORMS, f"{shown(place)} and {shown(name)}")
    found: Any = _module(text, place)
    for part in name.split("."):
        try:
            found = getattr(found, part)
        except KeyboardInterrupt:
            raise
        except AttributeError:
            raise BotLoadError(text, f"a bot called {name}", "no such name", place) from None
        except BaseException as error:
            raise _raised(text, f"a bot called {name}", error, place) from error
    return bot_maker(found, text)


def _module(text: str, place: str) -> ModuleType:
    """Return the module that a place names, run on first use."""
    try:
        if not place.endswith(".py"):
            return import_module(place)
        file = Path(place).resolve()
        if not file.is_file():
            raise BotLoadError(text, "a file of Python", "no such file", place)
        return _run(file)
    except (KeyboardInterrupt, BotLoadError):
        raise
    except BaseException as error:  # SystemExit too: it is somebody's code
        raise _raised(text, "what can be imported", error, place) from error


def _run(file: Path) -> ModuleType:
    """Return the module of a file, which may be called anything and imports its neighbours."""
    digest = hashlib.sha256(str(file).encode("utf-8", "surrogateescape")).hexdigest()[:16]
    name = f"bot_file_{digest}"
    if name in sys.modules:
        return sys.modules[name]
    spec = spec_from_file_location(name, file)
    if spec is None or spec.loader is None:
        raise ImportError(f"{file.name} cannot be imported")
    if str(file.parent) not in sys.path:
        sys.path.append(str(file.parent))  # last: it hides nothing
    module = sys.modules[name] = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


def _raised(text: str, expected: str, error: BaseException, place: str) -> BotLoadError:
    """Return the error about an exception of somebody's code, with the line that raised it."""
    given = f"{type(error).__name__}: {shortened(error)}"
    frames = [
        frame
        for frame in extract_tb(error.__traceback__)
        if frame.filename not in {__file__, copy.__file__, inspect.__file__}
        and "importlib" not in frame.filename
    ]
    where = f"{frames[-1].filename}:{frames[-1].lineno}" if frames else place
    return BotLoadError(text, expected, given, where)


def bot_maker(found: Any, text: str = "") -> BotMaker:
    """Return what makes bots out of a class, a function or an object, as `load_bot_maker` has it.

    `text` is what the error calls it.

    Raises:
        BotLoadError: no bots can be made of it.
    """
    try:
        text = text or _name(found)
        ready = _is_bot(found) and not inspect.isclass(found)
        arguments = 0 if ready or not callable(found) else _arguments(text, found)
    except (KeyboardInterrupt, BotLoadError):
        raise
    except BaseException as error:  # whatever is looked up in it may be code of its own
        raise _raised(text or type(found).__name__, "a bot", error, "") from error
    if ready:
        bot: Any = found
        return lambda _game, _seed: _copied(text, bot)
    if not callable(found):
        raise BotLoadError(text, "a class, a function or an object with choose", shown(found))

    def make(game: AnyGame, seed: Seed) -> AnyBot:
        try:
            bot: Any = found(*(game, seed)[:arguments])
            made = _is_bot(bot)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            raise _raised(text, "a bot", error, "") from error
        if not made:
            raise BotLoadError(text, "a bot, which has choose", shown(bot))
        return bot  # type: ignore[no-any-return]  # whatever has choose

    return make


def _copied(text: str, bot: AnyBot) -> AnyBot:
    try:
        return copy.deepcopy(bot)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise _raised(text, "a bot that can be copied", error, "") from error


def _is_bot(value: object) -> bool:
    return callable(getattr(value, "choose", None))


def _arguments(text: str, found: Callable[..., Any]) -> int:
    """Return how many arguments a class or function is called with: two or none."""
    try:
        signature = inspect.signature(found)
    except (TypeError, ValueError):  # it is written in C, and does not say
        return 0
    for count in (2, 0):
        try:
            signature.bind(*(None,) * count)
        except TypeError:
            continue
        return count
    expected = "what is called with a game and a seed, or without arguments"
    raise BotLoadError(text, expected, f"{shortened(_name(found))}{signature}")


def _name(found: object) -> str:
    """Return the name of an object, or that of its class; some raise if they are asked."""
    with suppress(Exception):
        if isinstance(name := getattr(found, "__qualname__", None), str):
            return name
    return type(found).__qualname__
