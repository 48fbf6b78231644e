"""The other side: a bot of this library as a program."""

import os
import sys
from collections.abc import Generator
from contextlib import contextmanager
from io import TextIOWrapper
from typing import Any, BinaryIO, Final, TypeAlias

from tabletop_rules.bots import BotMaker
from tabletop_rules.core import Bot, Game, Outcome, from_data, load_game
from tabletop_rules.core.errors import shown
from tabletop_rules.programs.forms import read_event, read_view
from tabletop_rules.programs.messages import PROTOCOL, decode, encode

__all__ = ["ServeError", "serve", "standard_streams"]

AnyGame: TypeAlias = Game[Any, Any, Any, Any]
AnyBot: TypeAlias = Bot[Any, Any]


class ServeError(ValueError):
    """What a program was told makes no sense to it: `expected` and `given` say why."""

    def __init__(self, expected: str, given: str) -> None:
        super().__init__(expected, given)
        self.expected = expected
        self.given = given

    def __str__(self) -> str:
        return f"expected {self.expected}, got {self.given}"


def serve(make: BotMaker, requests: BinaryIO, answers: BinaryIO, *, name: str = "bot") -> None:
    """Answer `requests` by the bots of `make`, until they end or say quit.

    Each game has a bot of its own, made from the game and the seed that is told. It is given the
    views, options and events that it would be given in our process, but only as far as the game's
    package has them: it needs `View`, and its events below `Event`. What the bot raises is raised.

    Raises:
        ServeError: a message is none, or comes at the wrong time, or is for other rules.
        UnknownGameError: no installed package has the game.
        ProblemsError: a config or a view is none of the game.
    """
    server = _Server(make, name)
    for line in requests:
        try:
            message = decode(line)
        except ValueError as error:
            raise ServeError("a message", f"{shown(line)}: {error}") from None
        if message.get("type") == "quit":
            return
        try:
            answer = server.answer(message)
        except KeyError as error:
            what = f"the key {error} in a message {shown(message.get('type'))}"
            raise ServeError(what, f"only {', '.join(map(shown, message))}") from error
        if answer is not None:
            answers.write(encode(answer))
            answers.flush()


class _Server:
    """Knows the game that is played, and the bot that plays it."""

    def __init__(self, make: BotMaker, name: str) -> None:
        self._make: Final = make
        self._name: Final = name
        self._game: AnyGame | None = None
        self._bot: AnyBot | None = None
        self._told: Any = None
        self._config: Any = None

    def answer(self, message: dict[str, Any]) -> dict[str, Any] | None:
        """Return the answer to a message, if there is one; unknown messages are ignored."""
        match message.get("type"):
            case "hello":
                self._hello(message)
                return {"type": "ready", "protocol": PROTOCOL, "name": self._name}
            case "start":
                self._start(message)
                return {"type": "ready"}
            case "choose":
                return self._choose(message)
            case "end":
                self._end(message)
            case _:
                pass
        return None

    def _hello(self, message: dict[str, Any]) -> None:
        if message["protocol"] != PROTOCOL:
            raise ServeError(f"protocol {PROTOCOL}", shown(message["protocol"]))
        game = load_game(message["game"])
        if message["rules_version"] != game.rules_version:
            expected = f"rules {game.rules_version} of {game.name}"
            raise ServeError(expected, shown(message["rules_version"]))
        if not hasattr(game, "View"):
            raise ServeError("a game whose package has View", game.name)
        self._game = game

    def _start(self, message: dict[str, Any]) -> None:
        game = self._game
        if game is None:
            raise ServeError("hello first", "start")
        if message["config"] != self._told or self._config is None:
            self._told = message["config"]
            self._config = from_data(self._told, game.Config)
        self._bot = self._make(game, message["seed"])
        begin = getattr(self._bot, "begin", None)
        if begin is not None:
            begin(self._config, message["seat"], message["seed"])

    def _choose(self, message: dict[str, Any]) -> dict[str, Any]:
        game: Any = self._game
        bot = self._bot
        if bot is None:
            raise ServeError("start first", "choose")
        self._notice(message)
        texts = [option["text"] for option in message["options"]]
        view = read_view(message["view"], game.View, self._config, self._told)
        options = tuple(map(game.parse_action, texts))
        answer = bot.choose(view, options)
        for index, option in enumerate(options):
            if option is answer or (type(option) is type(answer) and option == answer):
                return {"type": "choice", "id": message["id"], "index": index}
        raise ServeError(f"one of {len(options)} options from the bot", shown(answer))

    def _notice(self, message: dict[str, Any]) -> None:
        notice = getattr(self._bot, "notice", None)
        if notice is not None and message["events"]:
            assert self._game is not None
            notice(tuple(read_event(event, self._game) for event in message["events"]))

    def _end(self, message: dict[str, Any]) -> None:
        if self._bot is None:
            raise ServeError("start first", "end")
        self._notice(message)
        finish = getattr(self._bot, "finish", None)
        if finish is not None:
            outcome = message["outcome"]
            read = None if outcome is None else from_data(outcome, Outcome)
            finish(read, tuple(message["score"]))
        self._bot = None


@contextmanager
def standard_streams() -> Generator[tuple[BinaryIO, BinaryIO]]:
    """Give the standard input and output; what a bot prints goes to the error output meanwhile."""
    sys.stdout.flush()
    with os.fdopen(os.dup(1), "wb") as output:
        os.dup2(2, 1)
        if isinstance(sys.stdout, TextIOWrapper):
            sys.stdout.reconfigure(line_buffering=True)  # in time with the error output
        try:
            yield sys.stdin.buffer, output
        finally:
            sys.stdout.flush()
            os.dup2(output.fileno(), 1)
