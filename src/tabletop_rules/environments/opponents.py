"""Bots in the other seats of an environment with one seat."""

import copy
import io
import pickle
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from typing import Any, Final, TypeAlias

from tabletop_rules.bots import BotMaker, bot_maker, load_bot_maker
from tabletop_rules.core import Bot, Event, Game, Outcome, Seat
from tabletop_rules.core.calling import Listeners, ask, bot_seed, release
from tabletop_rules.core.errors import shortened
from tabletop_rules.encodings import Encoding
from tabletop_rules.environments.errors import EnvironmentsError

__all__ = ["Opponent", "Opponents"]

Opponent: TypeAlias = str | BotMaker | Callable[[], Bot[Any, Any]] | Bot[Any, Any] | type
"""What `tabletop_rules.bots.load_bot_maker` or `bot_maker` takes: a name, a class, a bot ..."""

AnyGame: TypeAlias = Game[Any, Any, Any, Any]

_GAME: Final = "game"
"""Stands for the game where a bot that is pickled holds it: a module cannot be pickled."""


class Opponents:
    """The bots of all seats but one, made anew for each game.

    Copied and pickled, the bots are so too, as they are in the middle of their game.
    """

    def __init__(
        self,
        encoding: Encoding[Any, Any, Any],
        opponents: Opponent | Sequence[Opponent],
    ) -> None:
        """Take what makes the bots: one for all, or one for each, in turn from the free seat on.

        Raises:
            BotLoadError: one makes no bots.
            UnknownBotError: no bot has that name.
            EnvironmentsError: there is another number of them.
        """
        self._encoding: Final = encoding
        self._seats: Final = encoding.seats
        if isinstance(opponents, Sequence) and not isinstance(opponents, str):
            given = tuple(opponents)
        else:
            given = (opponents,) * (self._seats - 1)
        if len(given) != self._seats - 1:
            raise EnvironmentsError("opponents", f"one, or {self._seats - 1} in a list", opponents)
        self._given: Final = given
        self._makers = _makers(given)
        for each, make in zip(given, self._makers, strict=True):
            if isinstance(each, str):
                make(encoding.game, 0)  # or it is not known before the first game that it cannot
        self._bots: dict[Seat, Bot[Any, Any]] = {}
        self._listeners = Listeners(encoding.game, {})

    @property
    def listen(self) -> bool:
        """Whether any of them wants to be told of events."""
        return bool(self._listeners)

    def begin(self, seat: Seat, seed: int) -> None:
        """Make the bots for the game of a seed, of which all seats but `seat` are theirs.

        Those of the game before are closed, if they are not the same.

        Raises:
            BotError: a bot raised.
            BotLoadError: what makes a bot raised, or made none.
        """
        game = self._encoding.game
        before, self._bots = self._bots, {}
        self._listeners = Listeners(game, {})
        try:
            for place, make in enumerate(self._makers, 1):
                taken = (seat + place) % self._seats
                self._bots[taken] = make(game, bot_seed(seed, taken))
            self._listeners = Listeners(game, self._bots)
            self._listeners.begin(self._encoding.config, seed)
        finally:
            kept = {id(bot) for bot in self._bots.values()}
            _close({s: bot for s, bot in before.items() if id(bot) not in kept})

    def choose(self, state: Any, seat: Seat) -> Any:
        """Return what the bot of a seat chooses.

        Raises:
            BotError: it raised, or answered with something that was not offered.
        """
        return ask(self._encoding.game, state, seat, self._bots[seat])

    def notice(self, events: tuple[Event, ...]) -> None:
        """Tell the bots of events, each as its seat sees them."""
        self._listeners.notice(events)

    def finish(self, outcome: Outcome | None, score: tuple[int, ...]) -> None:
        """Tell the bots how their game ended, once."""
        self._listeners.finish(outcome, score)

    def stop(self, outcome: Outcome | None, score: tuple[int, ...]) -> None:
        """Tell the bots that nobody plays on, unless they were told of the end."""
        self._listeners.stop(outcome, score)

    def close(self) -> None:
        """Close the bots that have a method `close`: programs, say. There are none then.

        Raises:
            BotError: a bot raised.
        """
        bots, self._bots = self._bots, {}
        self._listeners = Listeners(self._encoding.game, {})
        _close(bots)

    def __deepcopy__(self, memo: dict[int, Any]) -> "Opponents":
        """Return a copy whose bots are copies, which share the game.

        Raises:
            EnvironmentsError: a bot cannot be copied.
        """
        game = self._encoding.game
        memo[id(game)] = game  # bots may hold it, and a module cannot be copied
        copied = object.__new__(type(self))
        memo[id(self)] = copied
        try:
            for name, value in self.__dict__.items():
                whole = name in {"_given", "_makers", "_encoding"}  # they do not change
                copied.__dict__[name] = value if whole else copy.deepcopy(value, memo)
        except Exception as error:
            raise _uncopied("copied", error) from error
        return copied

    def __getstate__(self) -> dict[str, Any]:
        """Return what is pickled.

        Raises:
            EnvironmentsError: a bot, or what makes it, cannot be pickled.
        """
        try:
            given = pickle.dumps(self._given)
            bots = _pickled((self._bots, self._listeners), self._encoding.game)
        except Exception as error:
            raise _uncopied("pickled", error) from error
        return {"encoding": self._encoding, "given": given, "bots": bots}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        given = pickle.loads(kept["given"])
        encoding: Encoding[Any, Any, Any] = kept["encoding"]
        bots, listeners = _Unpickler(io.BytesIO(kept["bots"]), encoding.game).load()
        self.__dict__.update(
            _encoding=encoding,
            _seats=encoding.seats,
            _given=given,
            _makers=_makers(given),
            _bots=bots,
            _listeners=listeners,
        )


def _close(bots: Mapping[Seat, Bot[Any, Any]]) -> None:
    """Close bots that can be closed, also those after one that raises."""
    with ExitStack() as open_still:
        for seat, bot in bots.items():
            open_still.callback(release, seat, bot)


def _makers(given: Sequence[Opponent]) -> list[BotMaker]:
    return [load_bot_maker(each) if isinstance(each, str) else bot_maker(each) for each in given]


def _uncopied(done: str, error: Exception) -> EnvironmentsError:
    what = f"bots that can be {done}"
    return EnvironmentsError("opponents", f"{what} ({type(error).__name__}: {shortened(error)})")


def _pickled(value: object, game: AnyGame) -> bytes:
    text = io.BytesIO()
    _Pickler(text, game).dump(value)
    return text.getvalue()


class _Pickler(pickle.Pickler):
    """Writes a mark where the game stands."""

    def __init__(self, file: io.BytesIO, game: AnyGame) -> None:
        super().__init__(file)
        self._game = game

    def persistent_id(self, obj: Any) -> Any:
        return _GAME if obj is self._game else None


class _Unpickler(pickle.Unpickler):
    """Puts the game where its mark stands."""

    def __init__(self, file: io.BytesIO, game: AnyGame) -> None:
        super().__init__(file)
        self._game = game

    def persistent_load(self, pid: Any) -> Any:
        return self._game
