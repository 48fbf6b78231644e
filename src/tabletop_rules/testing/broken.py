"""The error by which a check says what is wrong with a game."""

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from tabletop_rules.core import Event, Game, Seat
from tabletop_rules.core.errors import shortened

__all__ = ["BrokenProtocolError", "described", "named", "observers", "require", "spread"]

C = TypeVar("C")
S = TypeVar("S")
A = TypeVar("A")
V = TypeVar("V")


class BrokenProtocolError(AssertionError):
    """A game breaks the protocol.

    `what` says how. Where they are known, `check` is the name of the check that found it, and
    `record` the text of a record that leads to the place: ``tabletop-rules replay`` shows it.
    """

    def __init__(self, what: str, check: str = "", record: str = "") -> None:
        super().__init__(what, check, record)
        self.what = what
        self.check = check
        self.record = record

    def __str__(self) -> str:
        found = f"{self.check}: {self.what}" if self.check else self.what
        return f"{found}\n{self.record}" if self.record else found


def require(holds: bool, what: str) -> None:
    """Raise a `BrokenProtocolError` that says `what`, unless something holds."""
    if not holds:
        raise BrokenProtocolError(what)


def observers(game: Game[C, S, A, V], state: S) -> tuple[Seat | None, ...]:
    """Return all who may look: the seats and a spectator."""
    return (*range(len(game.score(state))), None)


def described(seat: Seat | None) -> str:
    """Return how a message names one who looks."""
    return "a spectator" if seat is None else f"seat {seat}"


def crash(doing: str, error: Exception) -> BrokenProtocolError:
    """Return what to raise when a game raised an error that the protocol does not know."""
    return BrokenProtocolError(f"{doing} raised {type(error).__name__}: {shortened(error)}")


@contextmanager
def named(check: str) -> Generator[None]:
    """Give what is found inside the name of a check; an error of the game is found too.

    Raises:
        BrokenProtocolError: something was found.
    """
    try:
        yield
    except BrokenProtocolError as error:
        raise BrokenProtocolError(error.what, error.check or check, error.record) from error
    except Exception as error:
        raise BrokenProtocolError(crash("the game", error).what, check) from error


def spread(values: Sequence[A], most: int) -> Sequence[A]:
    """Return at most `most` of the values, from all parts of them."""
    return values[:: max(1, -(-len(values) // most))]


def told(events: tuple[Event, ...]) -> str:
    """Return events as a message lists them."""
    return "; ".join(shortened(event) for event in events) or "nothing"


def notation(game: Game[Any, Any, A, Any], action: A) -> str:
    """Return how a message names an action, also one that has no notation."""
    try:
        text: object = game.format_action(action)
    except Exception:  # what is no action of the game has no notation
        text = None
    return repr(text) if isinstance(text, str) else shortened(repr(action))
