"""Bots in the other seats of an environment with one seat."""

from collections.abc import Sequence
from random import Random
from typing import Any, Final, TypeAlias

from tabletop_rules.bots import BotMaker, bot_maker, load_bot_maker
from tabletop_rules.core import AttentiveBot, Bot, Event, Outcome, Seat
from tabletop_rules.core.playing import ask
from tabletop_rules.encodings import Encoding
from tabletop_rules.environments.errors import EnvironmentsError

__all__ = ["Opponent", "Opponents"]

Opponent: TypeAlias = str | BotMaker | Bot[Any, Any] | type
"""What `tabletop_rules.bots.load_bot_maker` or `bot_maker` takes: a name, a class, a bot ..."""


class Opponents:
    """The bots of all seats but one, made anew for each game."""

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
        self._makers: Final = [
            load_bot_maker(each) if isinstance(each, str) else bot_maker(each) for each in given
        ]
        self._bots: dict[Seat, Bot[Any, Any]] = {}
        self._attentive: dict[Seat, AttentiveBot[Any, Any, Any]] = {}

    @property
    def listen(self) -> bool:
        """Whether any of them wants to be told of events."""
        return bool(self._attentive)

    def begin(self, seat: Seat, seed: int) -> None:
        """Make the bots for the game of a seed, of which all seats but `seat` are theirs."""
        self._bots = {}
        self._attentive = {}
        for place, make in enumerate(self._makers, 1):
            taken = (seat + place) % self._seats
            own = Random(f"bot {seed} {taken}").getrandbits(63)
            bot = self._bots[taken] = make(self._encoding.game, own)
            if isinstance(bot, AttentiveBot):
                self._attentive[taken] = bot
                bot.begin(self._encoding.config, taken, own)

    def choose(self, state: Any, seat: Seat) -> Any:
        """Return what the bot of a seat chooses.

        Raises:
            BotError: it raised, or answered with something that was not offered.
        """
        return ask(self._encoding.game, state, seat, self._bots[seat])

    def notice(self, events: tuple[Event, ...]) -> None:
        """Tell the bots of events, each as its seat sees them."""
        for seat, bot in self._attentive.items():
            if seen := self._encoding.game.observe(events, seat):
                bot.notice(seen)

    def finish(self, outcome: Outcome | None, score: tuple[int, ...]) -> None:
        """Tell the bots how their game ended, once."""
        for bot in self._attentive.values():
            bot.finish(outcome, score)
        self._attentive = {}
