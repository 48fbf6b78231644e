"""The errors of this library: each says what was expected, what was given, and where."""

from collections.abc import Iterable
from enum import Enum
from typing import Any, Final

from attrs import frozen

__all__ = [
    "BotError",
    "ConfigError",
    "ContentError",
    "Fault",
    "FaultError",
    "IllegalActionError",
    "MissingExtraError",
    "NotationError",
    "PositionError",
    "Problem",
    "ProblemsError",
    "RecordError",
    "UnknownGameError",
    "VerificationError",
]

_SHOWN: Final = 200
_LISTED: Final = 30


def shown(value: object) -> str:
    """Return a bounded ``repr`` for an error text, so that a hostile value cannot flood it."""
    try:
        return shortened(repr(value))
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # a hostile __repr__ must not hide the error that is reported
        return f"<{type(value).__name__} whose repr raises {type(error).__name__}>"


def shortened(value: object) -> str:
    """Return a bounded ``str``, likewise."""
    try:
        text = str(value)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        return f"<{type(value).__name__} whose text raises {type(error).__name__}>"
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}... ({len(text)} characters)"


class IllegalActionError(ValueError):
    """An action that the rules do not allow here. The state it was tried on is untouched."""

    def __init__(self, action: Any, rule: str, reason: str) -> None:
        super().__init__(action, rule, reason)
        self.action = action
        self.rule = rule
        self.reason = reason

    def __str__(self) -> str:
        return f"{shown(self.action)} is illegal: {self.reason} [{self.rule}]"


class NotationError(ValueError):
    """A text that is not the notation of any action."""

    def __init__(self, text: str, expected: str) -> None:
        super().__init__(text, expected)
        self.text = text
        self.expected = expected

    def __str__(self) -> str:
        return f"cannot read {shown(self.text)} as an action: expected {self.expected}"


@frozen
class Problem:
    """One thing that is wrong with an input, and the place where it stands."""

    where: str
    what: str

    def __str__(self) -> str:
        return f"{self.where}: {self.what}" if self.where else self.what


class ProblemsError(ValueError):
    """An input with one or more problems, all of them listed in `problems`."""

    kind = "input"

    def __init__(self, problems: Iterable[Problem], source: str = "") -> None:
        listed = tuple(problems)
        super().__init__(listed, source)
        self.problems = listed
        self.source = source

    def __str__(self) -> str:
        name = f"{self.kind} {self.source}" if self.source else self.kind
        if len(self.problems) == 1:
            return f"{name}: {self.problems[0]}"
        lines = "".join(f"\n  - {problem}" for problem in self.problems[:_LISTED])
        more = len(self.problems) - _LISTED
        rest = f"\n  - and {more} more" if more > 0 else ""
        return f"{name} has {len(self.problems)} problems:{lines}{rest}"


class PositionError(ProblemsError):
    """A position text that is no position of the game."""

    kind = "position"


class ContentError(ProblemsError):
    """A content file (a deck, a board, a map) that cannot be used."""

    kind = "content"


class ConfigError(ProblemsError):
    """A config that no game can be played with."""

    kind = "config"


class RecordError(ProblemsError):
    """A record that cannot be read, or that does not fit the game it is replayed with."""

    kind = "record"


class VerificationError(ProblemsError):
    """What a game says to its verifiers does not fit the game."""

    kind = "verification"


class UnknownGameError(LookupError):
    """A game name under which no installed package has registered a game."""

    def __init__(self, name: str, known: tuple[str, ...]) -> None:
        super().__init__(name, known)
        self.name = name
        self.known = known

    def __str__(self) -> str:
        return f"no game is called {shown(self.name)}: expected one of {', '.join(self.known)}"


class Fault(Enum):
    """What a bot did instead of choosing one of its options."""

    EXCEPTION = "exception"
    """It raised."""
    ILLEGAL = "illegal"
    """It answered with something that was not offered."""
    LATE = "late"
    """It answered after its time was over."""
    SILENT = "silent"
    """It did not answer at all."""
    CRASH = "crash"
    """Its process ended, or could not be started."""
    FLOOD = "flood"
    """It wrote more than a program may."""
    MEMORY = "memory"
    """It took more memory than it may."""
    PROTOCOL = "protocol"
    """What it wrote cannot be read as a message, or was not asked for."""


class FaultError(RuntimeError):
    """Raised by a bot that stands for another program, and knows what that did wrong."""

    def __init__(self, fault: Fault, reason: str) -> None:
        super().__init__(fault, reason)
        self.fault = fault
        self.reason = reason

    def __str__(self) -> str:
        return self.reason


class BotError(RuntimeError):
    """A bot that raised, or that answered with something that was not offered to it."""

    def __init__(self, seat: int, reason: str, fault: Fault = Fault.EXCEPTION) -> None:
        super().__init__(seat, reason, fault)
        self.seat = seat
        self.reason = reason
        self.fault = fault

    def __str__(self) -> str:
        return f"the bot of seat {self.seat} {self.reason}"


class MissingExtraError(ImportError):
    """What an extra of this library installs is asked for, and not there."""

    def __init__(self, library: str, extra: str) -> None:
        super().__init__(library, extra)
        self.library = library
        self.extra = extra

    def __str__(self) -> str:
        return f"expected {self.library}: pip install 'tabletop-rules[{self.extra}]'"
