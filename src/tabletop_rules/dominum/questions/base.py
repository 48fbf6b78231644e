"""What all questions of the game share."""

from abc import abstractmethod
from typing import ClassVar

from tabletop_rules.core import (
    CHANCE,
    Chance,
    Distribution,
    Question,
    Refusal,
    Seat,
    Step,
    Transition,
    Weighted,
)
from tabletop_rules.dominum.actions import Action
from tabletop_rules.dominum.state import State

__all__ = ["Decision", "Lot", "Receiver"]


class Decision(Question[State, Action]):
    """A question that a seat answers; its options are computed once per state."""

    __slots__ = ()
    cites: ClassVar[str]
    """The rule that asks."""
    wants: ClassVar[str]
    """What the seat must do, as the end of a sentence."""
    seat: Seat

    @property
    def actor(self) -> Seat:
        """The seat that decides."""
        return self.seat

    @property
    def rule(self) -> str:
        """The rule that asks."""
        return self.cites

    @abstractmethod
    def listed(self, state: State, /) -> tuple[Action, ...]:
        """Return the options; `State.options` keeps them."""

    def options(self, state: State, /) -> tuple[Action, ...]:
        """Return the options of the question, which is on top of the agenda."""
        return state.options

    def refuse(self, state: State, action: object, /) -> Refusal:
        """Say what must be decided, or why just this is not possible."""
        special = self.reason_against(state, action)
        if special is not None:
            return special
        return Refusal(self.cites, f"seat {self.seat} {self.request}")

    @property
    def request(self) -> str:
        """What its seat must or may do, after the name of the seat."""
        return f"must {self.wants}"

    def reason_against(self, state: State, action: object, /) -> Refusal | None:
        """Return a reason of its own against an action that is not among the options."""
        return None


class Lot(Question[State, Action]):
    """A question that chance answers."""

    __slots__ = ()
    cites: ClassVar[str]
    wants: ClassVar[str]

    @property
    def actor(self) -> Chance:
        """Chance."""
        return CHANCE

    @property
    def rule(self) -> str:
        """The rule by which chance decides."""
        return self.cites

    @abstractmethod
    def odds(self, state: State, /) -> Distribution[Action]:
        """Return what can come, and how likely."""

    def listed(self, state: State, /) -> tuple[Action, ...]:
        """Return what can come."""
        return self.odds(state).actions

    def options(self, state: State, /) -> tuple[Action, ...]:
        """Return what can come."""
        return self.odds(state).actions

    def chances(self, state: State, /) -> tuple[Weighted[Action], ...]:
        """Return the odds."""
        return self.odds(state)

    def refuse(self, state: State, action: object, /) -> Refusal:
        """Say that chance decides."""
        return Refusal(self.cites, self.wants)


class Receiver(Step[State]):
    """A step that waits for a power card drawn above it."""

    __slots__ = ()
    draws: ClassVar[str]
    """The rule by which power must be drawn."""

    @abstractmethod
    def with_power(self, card: int | None, /) -> "Receiver":
        """Return the step once the card is known; ``None``: no power was drawn."""


def unchanged(state: State) -> Transition[State]:
    """Return the state without the top of its agenda, nothing having happened."""
    return Transition(state.popped(), ())
