"""Calling bots: asking them to decide, and telling them of their game.

Whatever a bot raises is a `BotError`; only Ctrl-C passes.
"""

from collections.abc import Callable, Mapping
from contextlib import suppress
from random import Random
from typing import Any, Final, TypeVar

from tabletop_rules.core.actors import Seat
from tabletop_rules.core.errors import BotError, Fault, FaultError, shortened, shown
from tabletop_rules.core.protocol import AttentiveBot, Bot, Game
from tabletop_rules.core.values import Event, Outcome

__all__ = ["Listeners", "ask", "tell"]

C = TypeVar("C")
S = TypeVar("S")
A = TypeVar("A")
V = TypeVar("V")


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


def tell(seat: Seat, method: Callable[..., None], *what: object) -> None:
    """Tell the bot of a seat something, by one of its methods.

    Raises:
        BotError: it raised.
    """
    try:
        method(*what)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise _raised(seat, error) from error


def _raised(seat: Seat, error: BaseException) -> BotError:
    """Return the error about what a bot has raised."""
    if isinstance(error, FaultError):
        return BotError(seat, error.reason, error.fault)
    fault = Fault.MEMORY if isinstance(error, MemoryError) else Fault.EXCEPTION
    return BotError(seat, f"raised {type(error).__name__}: {shortened(error)}", fault)


class Listeners:
    """Those bots of a game that want to be told of it, each an `AttentiveBot`.

    The methods raise `BotError` if one of them raises, all but `stop`.
    """

    def __init__(self, game: Game[Any, Any, Any, Any], bots: Mapping[Seat, Bot[Any, Any]]) -> None:
        self._game: Final = game
        self._bots = {seat: bot for seat, bot in bots.items() if isinstance(bot, AttentiveBot)}

    def begin(self, config: Any, seed: int) -> None:
        """Begin the game of a seed; each bot is given a seed of its own that follows from it."""
        for seat, bot in self._bots.items():
            own = Random(f"bot {seed} {seat}").getrandbits(53)  # it tells nothing of chance
            tell(seat, bot.begin, config, seat, own)

    def notice(self, events: tuple[Event, ...]) -> None:
        """Tell of events, each bot as its seat observes them."""
        for seat, bot in self._bots.items():
            if seen := self._game.observe(events, seat):
                tell(seat, bot.notice, seen)

    def finish(self, outcome: Outcome | None, score: tuple[int, ...]) -> None:
        """Tell how the game ended; nobody is told anything after that."""
        bots, self._bots = self._bots, {}
        for seat, bot in bots.items():
            tell(seat, bot.finish, outcome, score)

    def stop(self, score: tuple[int, ...]) -> None:
        """Tell that the game was stopped before its end, if it has not ended."""
        bots, self._bots = self._bots, {}
        for seat, bot in bots.items():
            with suppress(BotError):
                tell(seat, bot.finish, None, score)
