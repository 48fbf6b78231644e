"""Playing one game of a tournament to its end, whatever the bots do."""

from collections.abc import Callable, Sequence
from random import Random
from time import perf_counter
from typing import Any, Final, TypeAlias

from attrs import frozen

from tabletop_rules.arena.faults import STOPPING, FaultNote
from tabletop_rules.arena.fixtures import ArenaError, Fixture
from tabletop_rules.arena.jobs import Job
from tabletop_rules.bots.playouts import rank_rewards
from tabletop_rules.core import (
    CHANCE,
    HOST,
    AttentiveBot,
    Bot,
    BotError,
    Fault,
    Outcome,
    OutcomeKind,
    Problem,
    Record,
    Seat,
    format_record,
    sample,
)
from tabletop_rules.core.calling import Method, ask, is_attentive, tell
from tabletop_rules.core.playing import chance_generator
from tabletop_rules.core.processes import Surroundings
from tabletop_rules.programs import ProgramBot

__all__ = ["FORFEIT", "MAKING", "KnownFault", "Result", "Watch", "referee"]

AnyBot: TypeAlias = Bot[Any, Any]
Watch: TypeAlias = Callable[[Seat, int], None]
"""Is told before each call of a bot its seat and which of its calls it is, and -1, -1 after it.

Who watches sees to it that Ctrl-C does not reach the process.
"""

MAKING: Final = -1
"""Stands for a call in which the bot of a seat is made, before all calls of its methods."""
FORFEIT: Final = "forfeit"
"""How a game ended in which a bot forfeited."""
_NOTED: Final = 5
"""The most faults of a seat in a game that are written down; all are counted."""


@frozen
class Result:
    """What came of one game of a tournament."""

    fixture: Fixture
    kind: str
    """``"win"``, ``"draw"``, ``"truncated"`` or ``"forfeit"``."""
    ranks: tuple[int, ...]
    """The place of each seat: 1 for the first, equal places shared."""
    score: tuple[int, ...]
    """The points of each seat when the game ended."""
    actions: int
    """The number of actions, chance included."""
    fault_counts: tuple[int, ...]
    """The number of faults of each seat."""
    faults: tuple[FaultNote, ...]
    """The first few faults of each seat."""
    record: str
    """The game as a text that ``parse_record`` reads; faults stand in it as comments."""

    @property
    def points(self) -> tuple[float, ...]:
        """What each seat got: the share of the others that it beat, an equal rank a half."""
        return rank_rewards(Outcome(OutcomeKind.DRAW, self.ranks, "", ""))


@frozen
class KnownFault:
    """A fault that ended the process in which a game was played, and so is known before a replay.

    `call` counts the calls of the bot's methods in the game, from 0, after `MAKING`.
    """

    seat: Seat
    call: int
    fault: Fault
    reason: str


def referee(
    job: Job,
    fixture: Fixture,
    bots: Sequence[AnyBot],
    *,
    known: Sequence[KnownFault] = (),
    watch: Watch | None = None,
) -> Result:
    """Play a game with a bot for each seat, and return what came of it.

    Instead of a call that is `known` to end in a fault, that fault is taken as committed.

    Raises:
        ArenaError: the game waits for its host, or the number of bots is not that of the seats.
    """
    return _Referee(job, fixture, bots, known, watch).play()


class _Referee:
    """One game while it is played."""

    def __init__(
        self,
        job: Job,
        fixture: Fixture,
        bots: Sequence[AnyBot],
        known: Sequence[KnownFault],
        watch: Watch | None,
    ) -> None:
        self._job: Final = job
        self._game: Final = job.game
        self._policy: Final = job.policy
        self._fixture: Final = fixture
        self._bots: Final = tuple(bots)
        self._known: Final = {(each.seat, each.call): each for each in known}
        self._watch: Final = watch
        self._surroundings: Final = Surroundings()
        self._calls: Final = [0] * len(bots)
        self._decisions: Final = [0] * len(bots)
        self._counts: Final = [0] * len(bots)
        self._notes: Final[list[FaultNote]] = []
        self._stopped: Final[set[Seat]] = set()
        self._forfeited: Final[list[Seat]] = []
        self._defaults: Final[dict[Seat, Random]] = {}

    def play(self) -> Result:
        game, fixture = self._game, self._fixture
        state = game.initial_state(self._job.config)
        if len(game.score(state)) != len(self._bots):
            what = f"expected a bot for each of {len(game.score(state))} seats"
            raise ArenaError([Problem("bots", f"{what}, got {len(self._bots)}")])
        rng = chance_generator(fixture.seed)
        attentive = {seat: bot for seat, bot in enumerate(self._bots) if is_attentive(bot)}
        for seat, bot in attentive.items():
            own = self._job.bot_seed(fixture, seat)
            self._tell(seat, bot, "begin", self._job.config, seat, own)
        actions: list[Any] = []
        while not self._over() and (actor := game.actor(state)) is not None:
            if actor is HOST:
                what = f"{game.name} waits for its host, which no bot can play"
                raise ArenaError([Problem("config", what)])
            if actor is CHANCE:
                action = sample(game.chance_outcomes(state), rng)
            else:
                assert isinstance(actor, int)
                action = self._decision(state, actor)
                if self._over():
                    break
            state, events = game.apply(state, action)
            actions.append(action)
            for seat, bot in attentive.items():
                if seen := game.observe(events, seat):
                    self._tell(seat, bot, "notice", seen)
        outcome, score = game.outcome(state), game.score(state)
        forfeited = tuple(self._forfeited)  # what a bot does after the end changes no result
        for seat, bot in attentive.items():
            self._tell(seat, bot, "finish", outcome, score)
        return self._result(outcome, score, actions, forfeited)

    def _over(self) -> bool:
        """Whether all but one have forfeited."""
        return len(self._forfeited) >= len(self._bots) - 1

    def _decision(self, state: Any, seat: Seat) -> Any:
        """Return what the bot of a seat chooses, or the default action."""
        if seat not in self._stopped:
            try:
                return self._called(seat, lambda: self._asked(state, seat))
            except BotError as error:
                self._add(seat, error.fault, error.reason)
            except MemoryError:  # of the rules, while they were asked what the bot may see and do
                self._add(seat, Fault.MEMORY, "left no memory to play in")
            finally:
                self._decisions[seat] += 1
        if seat not in self._defaults:
            text = f"default {self._fixture.seed} {self._fixture.number} {seat}"
            self._defaults[seat] = Random(text)
        options = self._game.legal_actions(state)
        return options[int(self._defaults[seat].random() * len(options))]

    def _asked(self, state: Any, seat: Seat) -> Any:
        """Return the answer of a bot, which it must have given in time."""
        bot, limit = self._bots[seat], self._policy.seconds
        start = perf_counter()
        option = ask(self._game, state, seat, bot)
        late = limit is not None and perf_counter() - start > limit
        if late and not isinstance(bot, ProgramBot):  # which keeps the time itself
            raise BotError(seat, f"answered after its {limit:g} s were over", Fault.LATE)
        return option

    def _called(self, seat: Seat, call: Callable[[], Any]) -> Any:
        """Call a bot while the watch knows of it, unless the call is known to end in a fault."""
        number = self._calls[seat]
        self._calls[seat] += 1
        known = self._known.get((seat, number))
        if known is not None:
            raise BotError(seat, known.reason, known.fault)
        if self._watch is not None:
            self._watch(seat, number)
        try:
            return call()
        except KeyboardInterrupt as error:
            if self._watch is None:
                raise
            # It is the bot's own: who is watched is out of reach for that of the arena.
            raise BotError(seat, "raised KeyboardInterrupt") from error
        finally:
            self._surroundings.restore()
            if self._watch is not None:
                self._watch(-1, -1)

    def _tell(
        self, seat: Seat, bot: AttentiveBot[Any, Any, Any], method: Method, *what: Any
    ) -> None:
        """Tell a bot something."""
        if seat in self._stopped:
            return
        try:
            self._called(seat, lambda: tell(seat, bot, method, *what))
        except BotError as error:
            self._add(seat, error.fault, error.reason)

    def _add(self, seat: Seat, fault: Fault, reason: str) -> None:
        """Count a fault, and do what the policy says."""
        self._counts[seat] += 1
        if self._counts[seat] <= _NOTED:
            self._notes.append(FaultNote(seat, self._decisions[seat], fault, reason))
        forfeits = self._policy.on_fault == "forfeit"
        if forfeits:
            self._forfeited.append(seat)
        if forfeits or fault in STOPPING:
            self._stopped.add(seat)

    def _result(
        self,
        outcome: Outcome | None,
        score: tuple[int, ...],
        actions: Sequence[Any],
        forfeited: tuple[Seat, ...],
    ) -> Result:
        if forfeited:
            kind, ranks = FORFEIT, self._ranks(outcome, forfeited)
        else:
            assert outcome is not None
            kind, ranks = outcome.kind.value, outcome.ranks
        game, seed = self._game, self._fixture.seed
        record = Record(game.name, game.rules_version, self._job.config, seed, tuple(actions))
        return Result(
            self._fixture,
            kind,
            ranks,
            score,
            len(actions),
            tuple(self._counts),
            tuple(self._notes),
            format_record(game, record) + self._comments(forfeited),
        )

    def _ranks(self, outcome: Outcome | None, forfeited: tuple[Seat, ...]) -> tuple[int, ...]:
        """Return the ranks when somebody has forfeited: below all others, the earlier the lower."""
        seats = range(len(self._bots))
        reached = (1,) * len(seats) if outcome is None else outcome.ranks
        worth = [
            (0, forfeited.index(seat)) if seat in forfeited else (1, -reached[seat])
            for seat in seats
        ]
        return tuple(1 + sum(other > worth[seat] for other in worth) for seat in seats)

    def _comments(self, forfeited: tuple[Seat, ...]) -> str:
        """Return what the bots did wrong, as lines that a record may have."""
        lines = [
            f"# fault: seat {note.seat}, decision {note.decision}, "
            f"{note.fault.value}: {_printable(note.reason)}\n"
            for note in self._notes
        ]
        counts = enumerate(self._counts)
        lines += [f"# faults of seat {seat}: {count}\n" for seat, count in counts if count]
        lines += [f"# forfeited: seat {seat}\n" for seat in forfeited]
        return "".join(lines)


def _printable(text: str) -> str:
    """Return a text on one line, as a comment may hold it."""
    return "".join(char if char.isprintable() else " " for char in text)
