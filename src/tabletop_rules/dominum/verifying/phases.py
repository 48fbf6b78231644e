"""Deploying, moving, shifting, assaults: what exercises their rules."""

from collections.abc import Callable
from types import MappingProxyType
from typing import Final

from tabletop_rules.core import Seat
from tabletop_rules.dominum.abilities import KeywordName, Phase, Trigger
from tabletop_rules.dominum.actions import DeployCard, Hop, HopVerb, OnSpace, SpaceVerb
from tabletop_rules.dominum.contents import Range
from tabletop_rules.dominum.events import (
    AssaultBegan,
    AssaultSettled,
    CardLeft,
    CardMoved,
    Cause,
    SurgeMoved,
)
from tabletop_rules.dominum.moving import reach, steps_of
from tabletop_rules.dominum.questions.assaults import Assault, can_assault
from tabletop_rules.dominum.questions.phases import PhasePlay
from tabletop_rules.dominum.questions.powers import PowerDraw
from tabletop_rules.dominum.questions.rounds import ChoosePhase
from tabletop_rules.dominum.standing import has
from tabletop_rules.dominum.state import BATTLEFIELD, State, Unit, token
from tabletop_rules.dominum.verifying.watching import (
    Step,
    Test,
    Witnesses,
    asked,
    card_named,
    happened,
)

__all__ = ["WITNESSES"]


# ---------------------------------------------------------------- deploying


def _is_full(state: State, seat: Seat) -> bool:
    return state.masks[seat].bit_count() >= BATTLEFIELD


def _deploys_up_to_six(step: Step, question: PhasePlay) -> bool:
    """The sixth card is deployed, or none of those in hand can be."""
    if question.phase is not Phase.DEPLOY or not step.before.players[question.seat].hand:
        return False
    if isinstance(step.action, DeployCard):
        return step.after.masks[question.seat].bit_count() == BATTLEFIELD
    return _is_full(step.before, question.seat)


def _retreats_or_cannot(step: Step, question: PhasePlay) -> bool:
    """A card retreats before any is deployed, or none can any more."""
    if question.phase is not Phase.DEPLOY:
        return False
    action = step.action
    if isinstance(action, OnSpace) and action.verb is SpaceVerb.RETREAT:
        return True
    return question.acted and bool(step.before.masks[question.seat])


def _has_on_discard(step: Step, event: CardLeft) -> bool:
    triggered = card_named(step.before, event.seat, event.card).triggered
    return any(ability.trigger is Trigger.ON_DISCARD for _, ability in triggered)


def _retreats_in_silence(step: Step, event: CardLeft) -> bool:
    return event.cause is Cause.RETREATED and _has_on_discard(step, event)


def _is_sacrificed_in_silence(step: Step, event: CardLeft) -> bool:
    return event.cause is Cause.SACRIFICED and _has_on_discard(step, event)


# ---------------------------------------------------------------- moving


class _Way:
    """A move of a Move phase: the card, where from, where to, and what may be on the way."""

    __slots__ = ("board", "diagonal", "end", "flying", "radial", "state", "steps", "unit")

    def __init__(self, state: State, unit: Unit, end: int) -> None:
        self.state = state
        self.board = state.config.board
        self.unit = unit
        self.end = end
        self.steps = steps_of(state, unit)
        self.flying = has(state, unit, KeywordName.FLYING)
        self.radial = state.card(unit.uid).range is Range.RADIAL
        self.diagonal = self.flying or self.radial

    @property
    def enemies(self) -> int:
        """The spaces of the enemies."""
        return self.state.masks[1 - self.unit.seat]

    @property
    def allies(self) -> int:
        """The spaces of the other own cards."""
        return self.state.masks[self.unit.seat] & ~(1 << self.unit.space)

    def is_open(self, steps: int, diagonal: bool, blocked: int) -> bool:
        """Return whether such a move would lead to its end."""
        return bool(self.reached(steps, diagonal, blocked) >> self.end & 1)

    def reached(self, steps: int, diagonal: bool, blocked: int) -> int:
        """Return where such a move could lead."""
        return reach(self.board, self.unit.space, steps, diagonal, blocked)

    @property
    def blocked(self) -> int:
        """What the card cannot pass."""
        return 0 if self.flying else self.enemies


def _moving(test: Callable[[_Way], bool]) -> Test:
    """Return the witness that a step makes a move of a Move phase for which a test holds."""

    def witness(step: Step) -> bool:
        action = step.action
        if not isinstance(action, Hop) or action.verb is not HopVerb.MOVE:
            return False
        by_name = step.before.config.board.by_name
        unit = step.before.at[by_name[action.start]]
        return test(_Way(step.before, unit, by_name[action.end]))

    return witness


def _needs_all_its_steps(way: _Way) -> bool:
    return way.steps > 1 and not way.is_open(way.steps - 1, way.diagonal, way.blocked)


def _leaves_its_space(way: _Way) -> bool:
    """It could have come back to where it stood."""
    return way.steps > 1


def _goes_by_its_range(way: _Way) -> bool:
    """A Radial card steps diagonally, or a Standard one would have come further that way."""
    if way.flying:
        return False
    if way.radial:
        return not way.is_open(way.steps, False, way.blocked)
    further = way.reached(way.steps, True, way.blocked) & way.state.empty
    return bool(further & ~way.reached(way.steps, False, way.blocked))


def _passes_allies(way: _Way) -> bool:
    """It passes an ally, or an enemy stands in the way to another space."""
    if not way.is_open(way.steps, way.diagonal, way.blocked | way.allies):
        return True
    if way.flying:
        return False
    further = way.reached(way.steps, way.diagonal, 0) & way.state.empty
    return bool(further & ~way.reached(way.steps, way.diagonal, way.enemies))


def _passes_a_stronghold(way: _Way) -> bool:
    first, second = way.board.strongholds
    return not way.is_open(way.steps, way.diagonal, way.blocked | first | second)


def _flies(way: _Way) -> bool:
    """It passes an enemy, or a Standard card steps diagonally."""
    return way.flying and not way.is_open(way.steps, way.radial, way.enemies)


def _others_have_moved(step: Step, question: PhasePlay) -> bool:
    """A card that has moved in this phase is not offered again."""
    if question.phase is not Phase.MOVE:
        return False
    return any(unit.moved and unit.seat == question.seat for unit in step.before.units)


_SHIFTS: Final = ("shifts", "evades", "is knocked back", "lunges", "advances")


def _is_orthogonal(step: Step, event: CardMoved) -> bool:
    """A card shifts although a space diagonal from it is empty."""
    if event.how not in _SHIFTS:
        return False
    board = step.before.config.board
    start = board.by_name[event.start]
    return bool(board.around[start] & ~board.adjacent[start] & step.after.empty)


# ---------------------------------------------------------------- assaults


def _assault_is_looked_at(step: Step, question: ChoosePhase) -> bool:
    """The token of the Assault phase is left, and no card is in the zone for it."""
    if step.before.players[question.seat].tokens & token(Phase.ASSAULT):
        return False
    return not can_assault(step.before, question.seat)


def _barrage_counts(step: Step, event: AssaultBegan) -> bool:
    line = step.before.config.board.neutral
    return any(
        unit.seat == event.seat
        and line >> unit.space & 1
        and has(step.after, unit, KeywordName.BARRAGE)
        for unit in step.after.units
    )


def _second_card_is_chosen(step: Step, question: PowerDraw) -> bool:
    """The first card of an assault is known; the second may come from deck or reserve."""
    assault = step.before.agenda[-2]
    return isinstance(assault, Assault) and len(assault.cards) == 1


def _surge_stays(step: Step, event: AssaultSettled) -> bool:
    """A Surge token is held already, or was given back and is collected again."""
    moved = [each.held for each in step.events if isinstance(each, SurgeMoved)]
    return event.rule == "DM-ASLT-4" and (
        step.before.players[event.seat].surge or moved == [False, True]
    )


WITNESSES: Final[Witnesses] = MappingProxyType(
    {
        "DM-DEP-1": asked(PhasePlay, _deploys_up_to_six),
        "DM-DEP-5": happened(CardLeft, _retreats_in_silence),
        "DM-MOVE-2": _moving(_needs_all_its_steps),
        "DM-MOVE-3": _moving(_leaves_its_space),
        "DM-MOVE-4": _moving(_goes_by_its_range),
        "DM-MOVE-5": _moving(_passes_allies),
        "DM-MOVE-6": _moving(_passes_a_stronghold),
        "DM-MOVE-7": _moving(_flies),
        "DM-MOVE-8": asked(PhasePlay, _others_have_moved),
        "DM-ASLT-1": asked(ChoosePhase, _assault_is_looked_at),
        "DM-ASLT-3": happened(AssaultSettled),
        "DM-ADJ-1": happened(CardMoved, _is_orthogonal),
        "DM-KEY-2": happened(AssaultBegan, _barrage_counts),
        "DM-SAC-2": happened(CardLeft, _is_sacrificed_in_silence),
        "DM-R26": happened(CardLeft, _has_on_discard),
        "DM-R28": asked(PowerDraw, _second_card_is_chosen),
        "DM-R29": happened(AssaultSettled, _surge_stays),
        "DM-R33": asked(PhasePlay, _retreats_or_cannot),
    }
)
