"""The agenda: a stack of questions and steps, as plain values inside the state.

A *question* is one decision: whose it is, its options, what each answer does. A *step* is
something that the rules do by themselves once everything above it is settled. The last item of
`state.agenda` is the top. A state that a game hands out has a question on top, or an empty agenda
when the game is over.
"""

from abc import abstractmethod
from typing import Any, Generic, Protocol, Self, TypeVar

from tabletop_rules.core.actors import Actor, Seat
from tabletop_rules.core.chance import Weighted
from tabletop_rules.core.errors import IllegalActionError
from tabletop_rules.core.values import Event, Refusal, Transition

__all__ = [
    "AgendaState",
    "Question",
    "Step",
    "actor",
    "apply",
    "chance_outcomes",
    "is_among",
    "legal_actions",
    "run_steps",
    "why_not",
]

A = TypeVar("A")
S = TypeVar("S")
Q = TypeVar("Q", bound="AgendaState")


class Question(Generic[S, A]):
    """One decision, asked when it is on top of the agenda.

    Subclasses are frozen attrs classes without callbacks, so that a state in the middle of
    anything pickles, compares and resumes. It is no `ABC`, because that would make telling one
    question from another, which is on the path of every action and view, several times as dear;
    type checkers refuse a subclass without its parts all the same.
    """

    __slots__ = ()

    @property
    @abstractmethod
    def actor(self) -> Actor:
        """Whose decision it is."""
        raise NotImplementedError

    @property
    @abstractmethod
    def rule(self) -> str:
        """The id of the rule that asks the question."""
        raise NotImplementedError

    @abstractmethod
    def options(self, state: S, /) -> tuple[A, ...]:
        """Return all actions that are allowed, without duplicates, in a fixed order.

        It is called to list and to check, so what is dear should be kept by what it depends on.
        """
        raise NotImplementedError

    @abstractmethod
    def answer(self, state: S, action: A, /) -> Transition[S]:
        """Return what `action`, one of the options, leads to."""
        raise NotImplementedError

    @abstractmethod
    def refuse(self, state: S, action: object, /) -> Refusal:
        """Return why `action`, which is not among the options, is not allowed."""
        raise NotImplementedError

    def accepts(self, state: S, action: object, /) -> bool:
        """Return whether `action` is allowed. Only a question of the host has open options."""
        return is_among(action, self.options(state))

    def chances(self, state: S, /) -> tuple[Weighted[A], ...]:
        """Return the odds of the options, if chance is the one that is asked."""
        return ()


def is_among(action: object, options: tuple[object, ...]) -> bool:
    """Return whether `action` is one of `options`, by class and value.

    The class counts because ``True == 1``, and because what an untyped caller passes may claim to
    equal everything.
    """
    kind = type(action)
    return any(type(option) is kind and option == action for option in options)


class Step(Generic[S]):
    """Something that the rules do by themselves when it comes to the top of the agenda.

    It is no abstract class because telling it from a question is on the path of every action.
    """

    __slots__ = ()

    def run(self, state: S, /) -> Transition[S]:
        """Return what happens; the step, on top of the agenda until now, must be gone then."""
        raise NotImplementedError


class AgendaState(Protocol):
    """What the functions of this module need of a state."""

    @property
    def agenda(self) -> tuple[Any, ...]:
        """The stack of what is still to be settled, top last."""
        ...

    def with_agenda(self, agenda: tuple[Any, ...], /) -> Self:
        """Return the state with another agenda."""
        ...


def actor(state: AgendaState, /) -> Actor:
    """Return who acts next: a seat, `CHANCE`, `HOST`, or ``None`` when the game is over."""
    agenda = state.agenda
    if not agenda:
        return None
    asked: Actor = agenda[-1].actor
    return asked


def legal_actions(state: AgendaState) -> tuple[Any, ...]:
    """Return the options of the question that is open, or ``()``."""
    agenda = state.agenda
    if not agenda:
        return ()
    listed: tuple[Any, ...] = agenda[-1].options(state)
    return listed


def chance_outcomes(state: AgendaState) -> tuple[Weighted[Any], ...]:
    """Return the odds of the options when chance is asked, else ``()``."""
    agenda = state.agenda
    if not agenda:
        return ()
    odds: tuple[Weighted[Any], ...] = agenda[-1].chances(state)
    return odds


def apply(state: Q, action: object, over: str) -> Transition[Q]:
    """Return what `action` leads to; `over` is the rule by which a finished game refuses.

    Raises:
        IllegalActionError: the action is not among the options. The state is untouched.
    """
    agenda = state.agenda
    if not agenda:
        raise IllegalActionError(action, over, "the game is over")
    question: Question[Q, Any] = agenda[-1]
    for option in question.options(state):
        if option is action:  # nearly always: actions are taken from the options
            return question.answer(state, action)
    if not question.accepts(state, action):
        refusal = question.refuse(state, action)
        raise IllegalActionError(action, refusal.rule, refusal.reason)
    # The option itself goes on, not what equals it: True == 1, and so do numpy's numbers.
    same = [option for option in question.options(state) if option == action]
    return question.answer(state, same[0] if same else action)


def why_not(state: AgendaState, action: object, seat: Seat, over: str) -> Refusal | None:
    """Return why `seat` may not do `action` now, or ``None`` if it may.

    Who is not asked learns that before anything else about the action is looked at, so that the
    answer holds no secret of the one who is asked.
    """
    agenda = state.agenda
    if not agenda:
        return Refusal(over, "the game is over")
    question: Question[Any, Any] = agenda[-1]
    if not isinstance(question.actor, int) or question.actor != seat:
        return Refusal(question.rule, f"seat {seat} is not asked now: it is {_who(question)}")
    if question.accepts(state, action):
        return None
    return question.refuse(state, action)


def _who(question: Question[Any, Any]) -> str:
    asked = question.actor
    return f"seat {asked}'s decision" if isinstance(asked, int) else "not a player's decision"


def run_steps(state: Q, events: tuple[Event, ...]) -> Transition[Q]:
    """Run the steps on top of the agenda until a question is on top or nothing is left."""
    while (agenda := state.agenda) and isinstance(agenda[-1], Step):
        state, more = agenda[-1].run(state)
        events += more
    return Transition(state, events)
