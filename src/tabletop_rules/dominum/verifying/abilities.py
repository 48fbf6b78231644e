"""Abilities, keywords, triggers, conditions, strongholds: what exercises their rules."""

from types import MappingProxyType
from typing import Final

from tabletop_rules.dominum.abilities import (
    AltAttack,
    Condition,
    Infiltrate,
    Protector,
)
from tabletop_rules.dominum.actions import UseAbility
from tabletop_rules.dominum.contents import Worded
from tabletop_rules.dominum.events import (
    AbilityUsed,
    AttackResolved,
    AttackTotalled,
    ChargesChanged,
)
from tabletop_rules.dominum.questions.fights import Fighting
from tabletop_rules.dominum.questions.phases import PhasePlay
from tabletop_rules.dominum.state import State
from tabletop_rules.dominum.verifying.watching import (
    Step,
    Test,
    Witnesses,
    asked,
    either,
    happened,
    waiting,
)

__all__ = ["WITNESSES"]


# ---------------------------------------------------------------- activated abilities


def _phase_ends(step: Step) -> bool:
    """What cards had for the phase is over: an effect, or that an ability was used."""
    if step.before.clock.phase is None or step.after.clock.phase is not None:
        return False
    return any(unit.boosts or unit.granted or unit.used for unit in step.before.units)


def _is_alt_attack(step: Step, question: PhasePlay) -> bool:
    """The ability that is used is an Alt Attack."""
    action = step.action
    if not isinstance(action, UseAbility) or action.space is None:
        return False
    unit = step.before.at[step.before.config.board.by_name[action.space]]
    card = step.before.card(unit.uid)
    place, _ = card.activated[action.number - 1]
    return isinstance(card.abilities[place], AltAttack)


def _is_used(step: Step, question: PhasePlay) -> bool:
    """Its owner uses an ability in a phase that the card names, between the acts of cards."""
    return isinstance(step.action, UseAbility)


def _stronghold_rests(step: Step, question: PhasePlay) -> bool:
    """The ability of a stronghold was used in this turn and is not offered again."""
    stronghold = step.before.stronghold(question.seat)
    used = step.before.players[question.seat].used
    return (
        used > 0
        and stronghold is not None
        and any(
            used >> place & 1 and question.phase in ability.phases and not ability.every_phase
            for place, ability in stronghold.activated
        )
    )


def _turn_of_stronghold_goes_on(step: Step) -> bool:
    """A phase ends after the ability of a stronghold was used: it rests, or by the switch not."""
    if step.before.clock.phase is None or step.after.clock.phase is not None:
        return False
    for seat in (0, 1):
        used, stronghold = step.before.players[seat].used, step.before.stronghold(seat)
        if used and stronghold is not None:
            for place, ability in stronghold.activated:
                if used >> place & 1 and not ability.every_phase:
                    return True
    return False


# ---------------------------------------------------------------- conditions


def _bearer(state: State, event: AbilityUsed) -> Worded | None:
    """Return the card or stronghold whose ability was used."""
    domain = state.config.domains[event.seat]
    number = domain.numbers.get(event.name)
    return state.stronghold(event.seat) if number is None else domain.cards[number]


def _conditional(kind: type[Condition]) -> Test:
    """Return the witness that a condition of a class decides about an ability.

    An ability with it is used, or it is looked at for a number or a keyword in an attack.
    """

    def decides(*lists: tuple[Condition, ...]) -> bool:
        return any(isinstance(condition, kind) for when in lists for condition in when)

    def used(step: Step, event: AbilityUsed) -> bool:
        bearer = _bearer(step.before, event)
        if bearer is None:
            return False
        triggered = (ability.when for _, ability in bearer.triggered)
        return decides(*triggered, *(ability.when for _, ability in bearer.activated))

    def fights(step: Step, event: AttackResolved) -> bool:
        fighting = waiting(step.before, Fighting)
        if fighting is None:
            return False
        for uid in (fighting.fight.attacker, fighting.fight.defender):
            card = step.before.card(uid)
            bonuses = (ability.when for ability in card.bonuses)
            if decides(*bonuses, *(ability.when for ability in card.conditional)):
                return True
        return False

    return either(happened(AbilityUsed, used), happened(AttackResolved, fights))


def _weakness_counts(step: Step) -> bool:
    """A weakened card attacks or defends, and its total is one lower."""
    for event in step.events:
        if isinstance(event, AttackTotalled) and event.total is not None:
            state = step.after
        elif isinstance(event, AttackResolved) and event.defence is not None:
            state = step.before
        else:
            continue
        fighting = waiting(state, Fighting)
        if fighting is not None:
            attacks = isinstance(event, AttackTotalled)
            uid = fighting.fight.attacker if attacks else fighting.fight.defender
            unit = state.unit(uid)
            card = state.card(uid)
            printed = card.strength if attacks else card.guard
            if unit is not None and unit.weakened and printed > 0:
                return True
    return False


def _charged_changes(step: Step, event: ChargesChanged) -> bool:
    """A stronghold becomes charged, or is no longer."""
    before = event.charges - event.amount
    return (before == 0) is not (event.charges == 0)


WITNESSES: Final[Witnesses] = MappingProxyType(
    {
        "DM-ACT-4": _phase_ends,
        "DM-KEY-1": asked(PhasePlay, _is_alt_attack),
        "DM-TRIG-2": _conditional(Infiltrate),
        "DM-TRIG-3": _conditional(Protector),
        "DM-COND-3": _weakness_counts,
        "DM-COND-5": happened(ChargesChanged, _charged_changes),
        "DM-SH-3": asked(PhasePlay, _stronghold_rests),
        "DM-R10": _turn_of_stronghold_goes_on,
        "DM-R42": asked(PhasePlay, _is_used),
    }
)
