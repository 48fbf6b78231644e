"""The bots of a game at the play page: each in a process of its own, with limits."""

import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from random import Random
from typing import Any, Final, TypeAlias

from tabletop_rules.arena.entrants import NamedBot, Program, read_entrant
from tabletop_rules.core import Bot, BotError, Event, Fault, FaultError, Outcome, Seat
from tabletop_rules.core.calling import ask, is_attentive
from tabletop_rules.programs import Limits, ProgramBot
from tabletop_rules.serving.links import digest
from tabletop_rules.serving.match import AnyGame, Match

__all__ = ["LIMITS", "Crew", "MakeBot", "program_bot"]

AnyBot: TypeAlias = Bot[Any, Any]
MakeBot: TypeAlias = Callable[[str, AnyGame], AnyBot]
"""Returns the bot of a name for a game."""

LIMITS: Final = Limits(seconds=60)
"""What a bot may take for each decision."""
_STARTS: Final = 3
"""How often a bot of a game is started; one that breaks down again acts at random from then on."""
_GOES_ON: Final = frozenset({Fault.LATE, Fault.ILLEGAL})
"""Faults after which a bot is as it was."""


def program_bot(name: str, game: AnyGame) -> AnyBot:
    """Return the bot of a name, as `read_entrant` has it, in a process of its own."""
    match read_entrant(name, game).what:
        case Program(command):
            return ProgramBot(command, game, limits=LIMITS)
        case NamedBot(text):
            # -P: or a file in the current directory may stand in for a module of its name
            command = (sys.executable, "-P", "-m", "tabletop_rules.programs", text)
            return ProgramBot(command, game, limits=LIMITS)
        case other:
            raise TypeError(f"{other} has no name")


class Crew:
    """The bots of one game. They are started when first asked, and told what they have missed.

    The methods may be called from any thread, one at a time.
    """

    def __init__(self, match: Match, names: Sequence[str | None], make: MakeBot) -> None:
        self._game: Final = match.game
        self._config: Final = match.config
        self._seed: Final = match.seed
        self._names: Final = tuple(names)
        self._make: Final = make
        self._bots: Final[dict[Seat, AnyBot]] = {}
        self._told: Final[dict[Seat, int]] = {}
        self._starts: Final[dict[Seat, int]] = {}

    @property
    def working(self) -> bool:
        """Whether a bot was started, and not ended since."""
        return bool(self._bots)

    def decide(
        self, state: Any, seat: Seat, history: Sequence[tuple[Event, ...]]
    ) -> tuple[Any, BotError | None]:
        """Return what the bot of a seat decides, given the events of all steps so far.

        If it commits a fault, the action is one of the options at random, and the fault is
        returned too.
        """
        try:
            bot = self._bot(seat)
            self._catch_up(seat, bot, history)
            return ask(self._game, state, seat, bot), None
        except BotError as error:
            fault = error
        except FaultError as error:
            fault = BotError(seat, error.reason, error.fault)
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # whatever a bot does, the game goes on
            fault = BotError(seat, f"raised {type(error).__name__}")
        if fault.fault not in _GOES_ON and self._starts.get(seat, 0) < _STARTS:
            self._drop(seat)  # and so it is started again when it is next asked
        options = self._game.legal_actions(state)
        place = Random(f"default {self._seed} {seat} {len(history)}").random()
        return options[int(place * len(options))], fault

    def _catch_up(self, seat: Seat, bot: AnyBot, history: Sequence[tuple[Event, ...]]) -> None:
        """Tell a bot what it has missed."""
        if is_attentive(bot):
            for events in history[self._told.get(seat, 0) :]:
                if seen := self._game.observe(events, seat):
                    bot.notice(seen)
        self._told[seat] = len(history)

    def _bot(self, seat: Seat) -> AnyBot:
        """Return the bot of a seat, started if need be.

        Raises:
            FaultError: it does not start.
        """
        if seat not in self._bots:
            name = self._names[seat]
            assert name is not None
            self._starts[seat] = self._starts.get(seat, 0) + 1
            bot = self._bots[seat] = self._make(name, self._game)
            self._told[seat] = 0
            if is_attentive(bot):
                # It is not told the seed, which decides chance, but one that does not lead to it.
                own = int.from_bytes(digest(f"bot {self._seed} {seat}")[:6], "big")
                bot.begin(self._config, seat, own)
        return self._bots[seat]

    def _drop(self, seat: Seat) -> None:
        bot = self._bots.pop(seat, None)
        close: Any = getattr(bot, "close", None)
        if close is not None:
            with suppress(Exception):
                close()

    def finish(
        self,
        outcome: Outcome | None,
        score: tuple[int, ...],
        history: Sequence[tuple[Event, ...]],
    ) -> None:
        """Tell the bots how the game ended, given the events of all steps, and end them."""
        for seat, bot in self._bots.items():
            if is_attentive(bot):
                with suppress(Exception):  # whatever it does now, the game is over
                    self._catch_up(seat, bot, history)
                    bot.finish(outcome, score)
        self.close()

    def close(self) -> None:
        """End the bots; they are started again if asked."""
        for seat in tuple(self._bots):
            self._drop(seat)
