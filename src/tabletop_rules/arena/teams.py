"""The bots of a process that plays games of a tournament."""

from collections.abc import Sequence
from contextlib import ExitStack
from typing import Any, Final, Self, TypeAlias

from tabletop_rules.arena.entrants import Program
from tabletop_rules.arena.fixtures import Fixture
from tabletop_rules.arena.jobs import Job
from tabletop_rules.arena.refereeing import MAKING, KnownFault, Result, Watch, referee
from tabletop_rules.bots import BotLoadError, BotMaker, UnknownBotError
from tabletop_rules.core import Bot, Fault, FaultError, Seat
from tabletop_rules.core.processes import steady
from tabletop_rules.programs import Limits, ProgramBot

__all__ = ["Team"]

_DAY: Final = 86_400.0
"""What a program has for a decision when there is no limit: even then it must end some time."""

AnyBot: TypeAlias = Bot[Any, Any]
AnyProgramBot: TypeAlias = ProgramBot[Any, Any, Any, Any]


class _NotMade:
    """Stands for a bot that could not be made for a game, which is its fault."""

    def __init__(self, fault: Fault, reason: str) -> None:
        self._fault = fault
        self._reason = reason

    def choose(self, _view: object, _options: object, /) -> Any:
        """Tell why there is no bot."""
        raise FaultError(self._fault, self._reason)


class Team:
    """Plays games of a job, and keeps its programs running from game to game.

    Every game gets bots made anew, so that no game depends on what was played before it.
    """

    def __init__(self, job: Job) -> None:
        self._job = job
        self._makers: dict[int, BotMaker] = {}
        self._programs: dict[tuple[int, int], AnyProgramBot] = {}
        self._open = ExitStack()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End all programs."""
        self._programs.clear()
        self._open.close()

    @steady()
    def load(self) -> None:
        """Load all bots of Python, so that it is known whether this process can.

        Raises:
            BotLoadError: one cannot be loaded.
            UnknownBotError: a name leads to no bot.
        """
        for place in range(len(self._job.entrants)):
            self._maker(place)

    def play(
        self, fixture: Fixture, known: Sequence[KnownFault] = (), watch: Watch | None = None
    ) -> Result:
        """Play one game."""
        bots = [self._bot(fixture, seat, known, watch) for seat in range(len(fixture.seats))]
        return referee(self._job, fixture, bots, known=known, watch=watch)

    def _bot(
        self, fixture: Fixture, seat: Seat, known: Sequence[KnownFault], watch: Watch | None
    ) -> AnyBot:
        """Return the bot of a seat, or what stands for one that could not be made."""
        place = fixture.seats[seat]
        what = self._job.entrants[place].what
        if isinstance(what, Program):
            copy = fixture.seats[:seat].count(place)  # it may have several seats in one game
            if (place, copy) not in self._programs:
                self._programs[place, copy] = self._open.enter_context(self._program(what))
            return self._programs[place, copy]
        for each in known:
            if (each.seat, each.call) == (seat, MAKING):
                return _NotMade(each.fault, each.reason)
        if watch is not None:
            watch(seat, MAKING)
        try:
            with steady():
                maker = self._maker(place)
                assert maker is not None
                return maker(self._job.game, self._job.bot_seed(fixture, seat))
        except (BotLoadError, UnknownBotError) as error:
            fault = Fault.EXCEPTION
            if isinstance(error.__cause__, MemoryError):
                fault = Fault.MEMORY
            return _NotMade(fault, f"could not be made: {error}")
        except KeyboardInterrupt:
            if watch is None:
                raise
            return _NotMade(Fault.EXCEPTION, "could not be made: it raised KeyboardInterrupt")
        finally:
            if watch is not None:
                watch(-1, -1)

    def _maker(self, place: int) -> BotMaker | None:
        """Return what makes the bots of an entrant; ``None`` if that is a program."""
        what = self._job.entrants[place].what
        if not isinstance(what, Program) and place not in self._makers:
            self._makers[place] = what.maker()
        return self._makers.get(place)

    def _program(self, program: Program) -> AnyProgramBot:
        policy = self._job.policy
        limits = Limits(seconds=policy.seconds or _DAY, memory=policy.memory)
        return ProgramBot(program.command, self._job.game, limits=limits)
