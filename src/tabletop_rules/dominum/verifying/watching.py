"""How witnesses look at a step: at its events, at the question that was open, at the agenda."""

from collections.abc import Callable, Mapping
from typing import TypeAlias, TypeVar

from tabletop_rules.core import Event, Played, Seat, Witness
from tabletop_rules.dominum.actions import Action
from tabletop_rules.dominum.contents import Card
from tabletop_rules.dominum.state import State, Unit

__all__ = [
    "Step",
    "Test",
    "Witnesses",
    "asked",
    "card_named",
    "either",
    "happened",
    "open_question",
    "unit_at",
    "waiting",
]

Q = TypeVar("Q")
E = TypeVar("E", bound=Event)

Step: TypeAlias = Played[State, Action]
Test: TypeAlias = Witness[State, Action]
Witnesses: TypeAlias = Mapping[str, Test]


def happened(kind: type[E], *tests: Callable[[Step, E], bool]) -> Test:
    """Return the witness that an event of a class happened, for which one of the tests holds."""

    def witness(step: Step) -> bool:
        for event in step.events:
            if type(event) is kind:
                for test in tests:
                    if test(step, event):
                        return True
                if not tests:
                    return True
        return False

    return witness


def asked(kind: type[Q], *tests: Callable[[Step, Q], bool]) -> Test:
    """Return the witness that a question of a class was answered, and one of the tests holds."""

    def witness(step: Step) -> bool:
        question = step.before.agenda[-1]
        return isinstance(question, kind) and (
            not tests or any(test(step, question) for test in tests)
        )

    return witness


def either(*witnesses: Test) -> Test:
    """Return the witness that one of several witnesses holds."""

    def witness(step: Step) -> bool:
        return any(each(step) for each in witnesses)

    return witness


def open_question(state: State, kind: type[Q]) -> Q | None:
    """Return the question that is open, if it is of a class."""
    question = state.agenda[-1] if state.agenda else None
    return question if isinstance(question, kind) else None


def waiting(state: State, kind: type[Q]) -> Q | None:
    """Return the topmost item of a class on the agenda."""
    for item in reversed(state.agenda):
        if isinstance(item, kind):
            return item
    return None


def unit_at(state: State, space: str) -> Unit | None:
    """Return the card on the space of a name."""
    return state.at.get(state.config.board.by_name[space])


def card_named(state: State, seat: Seat, name: str) -> Card:
    """Return what is printed on a card of a seat."""
    domain = state.config.domains[seat]
    return domain.cards[domain.numbers[name]]
