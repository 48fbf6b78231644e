"""A bot that is another program."""

from collections import deque
from collections.abc import Callable, Sequence
from time import monotonic
from typing import Any, Final, Generic, Self, TypeVar

from tabletop_rules.core import Event, Fault, FaultError, Game, Outcome, Seat
from tabletop_rules.core.errors import shown
from tabletop_rules.programs.forms import choose_message, end_message, hello_message, start_message
from tabletop_rules.programs.limits import Limits
from tabletop_rules.programs.messages import Choice, Log, Ready, encode, read_answer
from tabletop_rules.programs.process import Program

__all__ = ["ProgramBot"]

C = TypeVar("C")
S = TypeVar("S")
A = TypeVar("A")
V = TypeVar("V")
T = TypeVar("T")

_LOGGED: Final = 20


class ProgramBot(Generic[C, S, A, V]):
    """Plays by asking a program, which is started by the first `begin` and lives until `close`.

    After a fault the program is ended and started again by the next `begin`, unless its answer was
    merely late or illegal. Until then `choose` raises the same fault again.

    `command` is the program and its arguments. It is run without a shell, in the folder we are in,
    with the variables PATH, HOME, TMPDIR, those of the language and time zone, and no others.

    Raises:
        ValueError: the command is empty, or is not made of texts.
    """

    def __init__(
        self, command: Sequence[str], game: Game[C, S, A, V], *, limits: Limits | None = None
    ) -> None:
        given: Any = command
        texts = [part for part in given if isinstance(part, str) and "\0" not in part]
        if isinstance(given, str) or len(texts) != len(given) or not texts or not texts[0]:
            raise ValueError(f"expected a program and its arguments, got {shown(command)}")
        self.command: Final = tuple(texts)
        self.game: Final = game
        self.limits: Final = limits or Limits()
        self._program: Program | None = None
        self._fault: FaultError | None = None
        self._begun = False
        self._name = ""
        self._asked = 0
        self._events: list[Event] = []
        self._logged: deque[str] = deque(maxlen=_LOGGED)
        self._errors: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """What the program calls itself, once it has started."""
        return self._name

    @property
    def logged(self) -> tuple[str, ...]:
        """The last texts that the program wanted to be read."""
        return tuple(self._logged)

    @property
    def error_lines(self) -> tuple[str, ...]:
        """The last lines that the program wrote to its error output."""
        return self._errors if self._program is None else self._program.error_lines

    # ---------------------------------------------------------------- as a bot

    def begin(self, config: C, seat: Seat, seed: int, /) -> None:
        """Start a game, and the program with the first; it is told `seed`, reduced to 53 bits.

        Raises:
            FaultError: the program cannot be started, or does not say that it is ready.
        """
        start = start_message(self.game, config, seat, seed, self.limits.seconds)
        self._begun = True
        self._fault = None
        self._events = []
        self._asked = 0
        if self._program is not None:
            try:
                self._enter(start)
            except FaultError:  # whatever happened to it after the game before is not of this one
                self._kill()
            else:
                return
        self._guarded(self._start)
        self._guarded(lambda: self._enter(start))

    def notice(self, events: tuple[Event, ...], /) -> None:
        """Keep events for the next message to the program."""
        self._events += events

    def choose(self, view: V, options: tuple[A, ...], /) -> A:
        """Return the option that the program chooses.

        Raises:
            FaultError: it chooses none in time; see docs/bot_protocol.md for each fault.
            RuntimeError: no game was begun.
        """
        if self._fault is not None:
            raise FaultError(self._fault.fault, self._fault.reason)
        if self._program is None or not self._begun:
            raise RuntimeError("no game was begun: call begin first")
        asked = self._asked + 1
        events = self._take_events()
        message = choose_message(self.game, asked, view, options, events, self.limits.seconds)
        chosen = self._guarded(lambda: self._ask(message))
        if isinstance(chosen, str):
            texts = [option["text"] for option in message["options"]]
            if chosen not in texts:
                what = f"chose {shown(chosen)}, which is the text of none of its options"
                raise FaultError(Fault.ILLEGAL, f"{what}, {len(options)} in number")
            chosen = texts.index(chosen)
        if not 0 <= chosen < len(options):
            what = f"chose the option {shown(chosen)}, expected 0 to {len(options) - 1}"
            raise FaultError(Fault.ILLEGAL, what)
        return options[chosen]

    def finish(self, outcome: Outcome | None, score: tuple[int, ...], /) -> None:
        """Tell the program how the game ended, if it has begun one."""
        begun, self._begun = self._begun, False
        message = end_message(outcome, score, self._take_events())
        if begun and self._program is not None:
            self._send(message)

    # ---------------------------------------------------------------- its life

    def close(self) -> None:
        """Ask the program to quit, and end it if it does not within the grace."""
        self._begun = False
        if self._program is None:
            return
        try:
            self._send({"type": "quit"})
            self._program.end_input()
            self._program.exit_code(monotonic() + self.limits.grace_seconds)
        finally:
            self._kill()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _kill(self) -> None:
        program, self._program = self._program, None
        if program is not None:
            program.kill()
            self._errors = program.error_lines

    def _start(self) -> None:
        self._program = Program(self.command, self.limits)
        self._send(hello_message(self.game))
        ready = self._await_ready()
        if ready.protocol is None or ready.name is None:
            what = "did not say its protocol and its name when it was ready"
            raise FaultError(Fault.PROTOCOL, what)
        self._name = ready.name

    def _enter(self, start: dict[str, Any]) -> None:
        """Start a game in the program that runs."""
        self._read_unasked()
        self._send(start)
        self._await_ready()

    def _await_ready(self) -> Ready:
        assert self._program is not None
        deadline = monotonic() + self.limits.start_seconds
        while (line := self._program.receive(deadline)) is not None:
            match read_answer(line):
                case Ready() as ready:
                    self._program.begin_count()
                    return ready
                case Log(text):
                    self._logged.append(text)
                case Choice():
                    raise FaultError(Fault.PROTOCOL, "made a choice before it was ready")
        raise FaultError(Fault.CRASH, f"was not ready within {self.limits.start_seconds:g} s")

    def _guarded(self, act: Callable[[], T]) -> T:
        """Return what `act` does, and end the program if it fails for more than its time."""
        try:
            return act()
        except FaultError as error:
            if error.fault is not Fault.LATE:
                self._fault = error
                self._kill()
            raise
        except BaseException:  # Ctrl-C, say: what is asked is open, and its answer would be stale
            self._begun = False
            self._kill()
            raise

    # ---------------------------------------------------------------- messages

    def _send(self, message: dict[str, Any]) -> None:
        assert self._program is not None
        self._program.send(encode(message))

    def _take_events(self) -> list[Event]:
        events, self._events = self._events, []
        return events

    def _ask(self, message: dict[str, Any]) -> int | str:
        """Return the option that the program names, in time."""
        self._read_unasked()
        self._asked = message["id"]
        self._send(message)
        deadline = monotonic() + self.limits.seconds
        chosen = self._receive(deadline)
        if chosen is not None:
            return chosen
        if self._receive(deadline + self.limits.grace_seconds) is not None:
            what = f"answered, but not within {self.limits.seconds:g} s"
            raise FaultError(Fault.LATE, what)
        what = f"did not answer within {self.limits.seconds:g} s and a grace"
        raise FaultError(Fault.SILENT, what)

    def _read_unasked(self) -> None:
        """Take in what the program wrote before it is asked."""
        self._receive(monotonic(), asked=False)

    def _receive(self, deadline: float, *, asked: bool = True) -> int | str | None:
        """Return the next choice of the program, or ``None`` if there is none by the deadline."""
        assert self._program is not None
        while (line := self._program.receive(deadline)) is not None:
            match read_answer(line):
                case Log(text):
                    self._logged.append(text)
                case Ready():
                    raise FaultError(Fault.PROTOCOL, "said again that it is ready")
                case Choice(id, option):
                    if not asked or id != self._asked:
                        what = f"made a choice with the id {shown(id)}, which was not asked for"
                        raise FaultError(Fault.PROTOCOL, what)
                    self._program.begin_count()
                    return option
        return None
