"""What can be wrong with the agenda of a position: its shape, and what its items refer to."""

from collections.abc import Iterator
from typing import Final

from tabletop_rules.core import Problem, Question
from tabletop_rules.dominum.questions.assaults import Assault, UseSurge
from tabletop_rules.dominum.questions.base import Receiver
from tabletop_rules.dominum.questions.performing import PayDraw
from tabletop_rules.dominum.questions.phases import PhasePlay, PhaseStep
from tabletop_rules.dominum.questions.powers import Cycle, PowerDraw, Refill, TopCard
from tabletop_rules.dominum.questions.rounds import ChoosePhase, EndPhase, LinkOrPass, Turns
from tabletop_rules.dominum.questions.setup import (
    ChooseForce,
    Compare,
    DecideFirst,
    FlipForFirst,
    Place,
    Placement,
    Reveal,
)
from tabletop_rules.dominum.reference_checks import reference_problems
from tabletop_rules.dominum.state import State

__all__ = ["agenda_problems"]

_SETUP: Final = (ChooseForce, Compare, FlipForFirst, DecideFirst, Placement, Place)
_LEVELS: Final[tuple[tuple[type[object], ...], ...]] = (
    (*_SETUP, Turns, ChoosePhase),
    (EndPhase, LinkOrPass),
    (PhaseStep, PhasePlay),
)
"""At which place of an agenda the items stand that hold a round, or the setup, together."""
_AT_ONCE: Final = (Reveal, Cycle)
"""What is settled at once, before anybody is asked anything."""
_PLACED: Final = 12
_TWO: Final = 2


def agenda_problems(state: State) -> Iterator[Problem]:
    """Give what is wrong with an agenda; the simplest, if anything of it is."""
    found = [*_shape_problems(state), *reference_problems(state)]
    yield from found or _fit_problems(state)


# ---------------------------------------------------------------- shape


def _shape_problems(state: State) -> Iterator[Problem]:
    """Give what does not fit at the bottom of the agenda, and phases that are not running."""
    clock, agenda = state.clock, state.agenda
    bottom = (Turns, ChoosePhase) if clock.round else _SETUP
    if not isinstance(agenda[0], bottom):
        names = ", ".join(kind.__name__ for kind in bottom)
        when = f"in round {clock.round}" if clock.round else "before the first round"
        yield Problem("agenda[0]", f"expected one of {names} {when}")
        return
    for index, ask in enumerate(agenda):
        level = [place for place, kinds in enumerate(_LEVELS) if isinstance(ask, kinds)]
        if level not in ([], [index]) or isinstance(ask, _AT_ONCE):
            yield Problem(f"agenda[{index}]", f"{type(ask).__name__} cannot stand there")
        elif isinstance(ask, Question) and not isinstance(ask, Refill) and ask is not agenda[-1]:
            yield Problem(f"agenda[{index}]", "only the last item can be a question")
        elif isinstance(ask, Receiver) and not isinstance(ask, PayDraw) and index < len(agenda) - 2:
            what = "it waits for power, so only the last item can stand above it"
            yield Problem(f"agenda[{index}]", what)
    if isinstance(agenda[0], Turns):
        yield from _phase_problems(state)
    elif clock.phase is not None:
        yield Problem("phase", f"expected none, as none is running, got {clock.phase.value!r}")
    if isinstance(agenda[0], Placement | Place):
        yield from _placement_problems(state, agenda[0])


def _phase_problems(state: State) -> Iterator[Problem]:
    """Give what does not fit together in the turn of a round (rules DM-ROUND-4, DM-LINK-1)."""
    clock, agenda = state.clock, state.agenda
    second = agenda[1] if len(agenda) > 1 else None
    if not isinstance(second, EndPhase | LinkOrPass):
        yield Problem("agenda[1]", "expected EndPhase or LinkOrPass after Turns")
        return
    if isinstance(second, LinkOrPass):
        if clock.phase is not None:
            yield Problem("phase", f"expected none, as none is running, got {clock.phase.value!r}")
    elif not any(isinstance(ask, PhaseStep | PhasePlay) for ask in agenda[2:3]):
        yield Problem("agenda[2]", "expected PhaseStep or PhasePlay after EndPhase")
    for index, ask in enumerate(agenda):
        if isinstance(ask, PhaseStep | PhasePlay) and (
            (ask.seat, ask.phase) != (clock.active, clock.phase)
        ):
            what = "its seat and phase must be the active seat and the phase of the position"
            yield Problem(f"agenda[{index}]", what)
        seat = ask.last if isinstance(ask, Turns) else clock.active
        if isinstance(ask, EndPhase | LinkOrPass):
            seat = ask.seat
        if seat != clock.active:
            key = "last" if isinstance(ask, Turns) else "seat"
            what = f"expected the active seat, {clock.active}, got {seat}"
            yield Problem(f"agenda[{index}].{key}", what)


def _placement_problems(state: State, ask: Placement | Place) -> Iterator[Problem]:
    """Give what does not fit the order of the initial deployment (rules DM-INIT-1, DM-INIT-3)."""
    done = isinstance(ask, Placement)
    least, most = (1, _PLACED) if done else (0, _PLACED - 1)
    if not least <= ask.number <= most:
        yield Problem("agenda[0].number", f"expected {least} to {most}, got {ask.number}")
        return
    first = state.clock.first
    seat = first if (ask.number - done) % 2 == 0 else 1 - first
    if state.clock.active != seat:
        yield Problem("active", f"expected {seat}, who is placing, got {state.clock.active}")
    if isinstance(ask, Place) and ask.seat != seat:
        yield Problem("agenda[0].seat", f"expected {seat}, who is placing, got {ask.seat}")


# ---------------------------------------------------------------- what is asked for what


def _fit_problems(state: State) -> Iterator[Problem]:
    """Give what is asked on top though what lies below does not wait for it."""
    asked, rest = state.agenda[-1], state.agenda[:-1]
    where = f"agenda[{len(rest)}]"
    below = rest[-1] if rest else None
    if isinstance(asked, UseSurge) and not (
        isinstance(below, Assault)
        and below.seat == asked.seat
        and len(below.cards) == _TWO
        and below.surged is None
        and state.players[asked.seat].surge
    ):
        yield Problem(where, "no assault waits for a Surge token that its seat holds")
    if isinstance(asked, PowerDraw | TopCard):
        if not isinstance(below, Receiver):
            yield Problem(where, "nothing below it waits for power")
            return
        waiting = below.run(state.with_agenda(rest)).state.agenda
        drawn = (*rest, TopCard(asked.seat))  # it was asked, and the deck was chosen
        if state.agenda != waiting and not (
            state.agenda == drawn
            and isinstance(waiting[-1], PowerDraw)
            and waiting[:-1] == rest
            and waiting[-1].seat == asked.seat
        ):
            yield Problem(where, "what lies below it does not wait for this power, or not so")
