"""What may follow from an attack: Knockback and Advance."""

from attrs import frozen

from tabletop_rules.core import Seat, Step, Transition
from tabletop_rules.core.agenda import run_steps
from tabletop_rules.dominum.actions import Action, OnSpace, SpaceVerb, Word, on_space, said
from tabletop_rules.dominum.board import bits
from tabletop_rules.dominum.changes import moved
from tabletop_rules.dominum.events import AbilityDeclined
from tabletop_rules.dominum.moving import shift_mask
from tabletop_rules.dominum.questions.base import Decision, unchanged
from tabletop_rules.dominum.state import State, Uid

__all__ = ["Advance", "AdvanceInto", "Knock", "declined", "spaces_or_none"]


def spaces_or_none(state: State, verb: SpaceVerb, mask: int) -> tuple[Action, ...]:
    """Return the action of a verb for each space of a mask, and declining."""
    names = state.config.board.names
    return (*(on_space(verb, names[space]) for space in bits(mask)), said[Word.DECLINE])


def declined(state: State, seat: Seat, rule: str) -> Transition[State]:
    """Return the state in which the question on top of the agenda was declined."""
    return run_steps(state.popped(), (AbilityDeclined(rule=rule, seat=seat),))


@frozen
class Knock(Decision):
    """The owner of a card with Knockback may shift the enemy that it wounded (rule DM-KEY-6)."""

    cites = "DM-KEY-6"
    wants = "shift the wounded enemy, 'knock c4', or decline"

    seat: Seat
    victim: Uid

    def listed(self, state: State, /) -> tuple[Action, ...]:
        """Return each adjacent empty space, and declining."""
        victim = state.unit(self.victim)
        assert victim is not None
        return spaces_or_none(state, SpaceVerb.KNOCK, shift_mask(state, victim))

    def answer(self, state: State, action: Action, /) -> Transition[State]:
        """Shift it, or not."""
        victim = state.unit(self.victim)
        assert victim is not None
        if not isinstance(action, OnSpace):
            return declined(state, self.seat, self.cites)
        space = state.config.board.by_name[action.space]
        return run_steps(*moved(state.popped(), victim, space, "is knocked back", self.cites))


@frozen
class Advance(Step[State]):
    """A card that defeated an adjacent enemy may advance into its space (rules DM-ADV-1, DM-R24).

    Nothing but an attack or counterattack puts this step there (rule DM-ADV-2).
    """

    attacker: Uid
    space: int

    def run(self, state: State, /) -> Transition[State]:
        """Ask, if the card is there, adjacent, and the space still empty."""
        unit = state.unit(self.attacker)
        if unit is None or not shift_mask(state, unit) >> self.space & 1:
            return unchanged(state)
        return Transition(state.popped(AdvanceInto(unit.seat, self.attacker, self.space)), ())


@frozen
class AdvanceInto(Decision):
    """The owner of the card decides whether it advances (rule DM-ADV-1)."""

    cites = "DM-ADV-1"
    wants = "advance into the space of the defeated enemy, or decline"

    seat: Seat
    attacker: Uid
    space: int

    def listed(self, state: State, /) -> tuple[Action, ...]:
        """Return the space, and declining."""
        return spaces_or_none(state, SpaceVerb.ADVANCE, 1 << self.space)

    def answer(self, state: State, action: Action, /) -> Transition[State]:
        """Advance, or not."""
        unit = state.unit(self.attacker)
        assert unit is not None
        if not isinstance(action, OnSpace):
            return declined(state, self.seat, self.cites)
        return run_steps(*moved(state.popped(), unit, self.space, "advances", self.cites))
