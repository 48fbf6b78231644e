"""Calling bots: asking them to decide, and telling them of their game.

Whatever a bot raises is a `BotError`; only Ctrl-C passes.
"""

from collections.abc import Mapping
from contextlib import suppress
from random import Random
from typing import Any, Final, Literal, TypeAlias, TypeGuard, TypeVar

from tabletop_rules.core.actors import Seat
from tabletop_rules.core.errors import BotError, Fault, FaultError, shortened, shown
from tabletop_rules.core.protocol import AttentiveBot, Bot, Game
from tabletop_rules.core.values import Event, Outcome

__all__ = ["Listeners", "Method", "ask", "bot_seed", "is_attentive", "release", "tell"]

C = TypeVar("C")
S = TypeVar("S")
A = TypeVar("A")
V = TypeVar("V")

Method: TypeAlias = Literal["begin", "notice", "finish"]
"""What an `AttentiveBot` is told something by."""
_METHODS: Final[tuple[Method, ...]] = ("begin", "notice", "finish")


def ask(game: Game[C, S, A, V], state: S, seat: Seat, bot: Bot[V, A]) -> A:
    """Return the answer of a bot that has been checked to be one of its options.

    Raises:
        BotError: the bot raised, or answered with something that was not offered.
    """
    options = game.legal_actions(state)
    view = game.view(state, seat)
    try:
        answer = bot.choose(view, options)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # SystemExit too: a bot does not end the program it plays in
        raise _raised(seat, error) from error
    try:
        for option in options:
            if option is answer or (type(option) is type(answer) and option == answer):
                return option
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # a lying bot may return a value whose comparison raises
        reason = f"answered with a {type(answer).__name__} that raised {type(error).__name__}"
        raise BotError(seat, reason, Fault.ILLEGAL) from error
    count = len(options)
    reason = f"answered {shown(answer)}, which is none of its {count} options"
    raise BotError(seat, reason, Fault.ILLEGAL)


def is_attentive(bot: Bot[V, A]) -> TypeGuard[AttentiveBot[Any, V, A]]:
    """Return whether a bot has all methods of an `AttentiveBot`, alike in every version of Python.

    One that raises when it is looked for them is taken to have them: who tells it something is
    told what it raises.
    """
    try:
        return all(callable(getattr(bot, method, None)) for method in _METHODS)
    except KeyboardInterrupt:
        raise
    except BaseException:
        return True


def tell(seat: Seat, bot: AttentiveBot[Any, Any, Any], method: Method, *what: object) -> None:
    """Tell the bot of a seat something, by one of its methods.

    Raises:
        BotError: it raised.
    """
    try:
        getattr(bot, method)(*what)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise _raised(seat, error) from error


def release(seat: Seat, bot: Bot[Any, Any]) -> None:
    """Call the method `close` of the bot of a seat, if it has one, as a program has.

    Raises:
        BotError: it raised.
    """
    try:
        close: Any = getattr(bot, "close", None)
        if callable(close):
            close()
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise _raised(seat, error) from error


def _raised(seat: Seat, error: BaseException) -> BotError:
    """Return the error about what a bot has raised."""
    if isinstance(error, FaultError):
        with suppress(Exception):  # of those of the bots of others, nothing is certain
            given: tuple[Any, Any] = error.fault, error.reason
            if isinstance(given[0], Fault) and isinstance(given[1], str):
                return BotError(seat, f"{given[1]}", given[0])
    fault = Fault.MEMORY if isinstance(error, MemoryError) else Fault.EXCEPTION
    return BotError(seat, f"raised {type(error).__name__}: {shortened(error)}", fault)


def bot_seed(seed: int, seat: Seat) -> int:
    """Return the seed of a bot in the game of a seed, which tells nothing of its chance."""
    return Random(f"bot {seed} {seat}").getrandbits(53)  # a whole number in any language


class Listeners:
    """Those bots of a game that want to be told of it, each an `AttentiveBot`.

    A bot is told how a game goes on and ends if it has begun it. The methods raise `BotError` if a
    bot raises, all but `stop`.
    """

    def __init__(self, game: Game[Any, Any, Any, Any], bots: Mapping[Seat, Bot[Any, Any]]) -> None:
        self._game: Final = game
        self._waiting: Final = {seat: bot for seat, bot in bots.items() if is_attentive(bot)}
        self._bots: dict[Seat, AttentiveBot[Any, Any, Any]] = {}
        """Those that have begun the game."""

    def __bool__(self) -> bool:
        """Whether there are any."""
        return bool(self._waiting)

    def begin(self, config: Any, seed: int) -> None:
        """Begin the game of a seed; each bot is given a seed of its own that follows from it."""
        for seat, bot in self._waiting.items():
            tell(seat, bot, "begin", config, seat, bot_seed(seed, seat))
            self._bots[seat] = bot

    def notice(self, events: tuple[Event, ...]) -> None:
        """Tell of events, each bot as its seat observes them."""
        for seat, bot in self._bots.items():
            if seen := self._game.observe(events, seat):
                tell(seat, bot, "notice", seen)

    def finish(self, outcome: Outcome | None, score: tuple[int, ...]) -> None:
        """Tell how the game ended, also those after one that raises; that is all they are told."""
        bots, self._bots = self._bots, {}
        errors: list[BotError] = []
        for seat, bot in bots.items():
            try:
                tell(seat, bot, "finish", outcome, score)
            except BotError as error:
                errors.append(error)
        if errors:
            raise errors[0]

    def stop(self, outcome: Outcome | None, score: tuple[int, ...]) -> None:
        """Tell that nobody plays on, unless they were told of the end.

        `outcome` is ``None`` if the game is not over.
        """
        with suppress(BotError):
            self.finish(outcome, score)
