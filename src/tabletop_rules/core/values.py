"""The values that a game hands out: events, transitions, outcomes, refusals."""

from enum import Enum
from typing import Generic, NamedTuple, TypeVar

from attrs import frozen

from tabletop_rules.core.actors import Seat

__all__ = ["Event", "Outcome", "OutcomeKind", "Refusal", "Transition", "observe"]

S = TypeVar("S")


@frozen(kw_only=True)
class Event:
    """Something that happened, and the rule by which it happened.

    Games subclass it with typed fields. An event that holds a secret says in `seen_by` what its
    public twin is.
    """

    rule: str

    def seen_by(self, seat: Seat | None, /) -> "Event | None":
        """Return what `seat` (``None``: a spectator) sees of it; ``None`` if nothing."""
        return self

    def describe(self) -> str:
        """Return the event as a sentence."""
        return type(self).__name__


def observe(events: tuple[Event, ...], seat: Seat | None, /) -> tuple[Event, ...]:
    """Return what `seat` sees of `events`, in their order; ``None`` is a spectator."""
    seen = (event.seen_by(seat) for event in events)
    return tuple(event for event in seen if event is not None)


class Transition(NamedTuple, Generic[S]):
    """What an action led to: the new state, and what happened on the way, in order."""

    state: S
    events: tuple[Event, ...]


class OutcomeKind(Enum):
    """How a game ended."""

    WIN = "win"
    DRAW = "draw"
    TRUNCATED = "truncated"


@frozen
class Outcome:
    """The result of a game that is over.

    `ranks` has one place for each seat: 1 for the first, equal places shared. A truncated game
    ranks everybody 1: nobody has won it. `tie_break` names the rule that decided, if one did.
    """

    kind: OutcomeKind
    ranks: tuple[int, ...]
    reason: str
    rule: str
    tie_break: str | None = None

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats that won: several if they share the win, none in a draw or when truncated."""
        if self.kind is not OutcomeKind.WIN:
            return ()
        return tuple(seat for seat, rank in enumerate(self.ranks) if rank == 1)

    @property
    def rules(self) -> tuple[str, ...]:
        """The ids of the rules that it cites: by which it ended, and which broke a tie."""
        cited = (self.rule, self.rule if self.tie_break is None else self.tie_break)
        return tuple(dict.fromkeys(cited))


@frozen
class Refusal:
    """Why an action is not allowed: the id of the rule, and the reason in a sentence."""

    rule: str
    reason: str
