"""Triggered abilities: found in one place, resolved one after the other."""

from collections.abc import Iterable

from attrs import frozen

from tabletop_rules.core import Event, Seat, Step, Transition
from tabletop_rules.core.agenda import run_steps
from tabletop_rules.core.building import quickly_built
from tabletop_rules.dominum.abilities import (
    FREE,
    Attack,
    Choose,
    DrawPower,
    Effect,
    PowerDuel,
    Trigger,
    Triggered,
)
from tabletop_rules.dominum.actions import Action, Say, Word, said
from tabletop_rules.dominum.changes import worded
from tabletop_rules.dominum.events import AbilityCapped, AbilityDeclined, AbilityUsed
from tabletop_rules.dominum.questions import performing
from tabletop_rules.dominum.questions.base import Decision, unchanged
from tabletop_rules.dominum.sources import (
    Source,
    has_room_to_fire,
    live_card,
    own_card,
    with_fired,
    with_used,
)
from tabletop_rules.dominum.standing import Sight, hold
from tabletop_rules.dominum.state import Fight, State, Unit

__all__ = ["Accept", "Moment", "Ready", "gives_attack", "ready"]

_ALLIES = {Trigger.ALLY_DEFEATED, Trigger.ALLY_DEPLOYS}
_ENEMIES = {Trigger.ENEMY_DEFEATED, Trigger.ENEMY_DEPLOYS}


@quickly_built
@frozen(weakref_slot=False)
class Moment:
    """Something that may set off abilities: what, on which card, and the other card of it.

    The side-wide triggers are set off on all cards of a side but `unit` itself. `other_gone` as in
    `Source`.
    """

    trigger: Trigger
    unit: Unit | None
    other: Unit | None = None
    seat: Seat = 0
    fight: Fight | None = None
    other_gone: bool = False


def ready(state: State, moments: Iterable[Moment]) -> "tuple[Ready, ...]":
    """Return what the moments set off, for the agenda: the first to resolve is the last.

    The active player's come first, then board order (rules DM-TRIG-1, DM-R25).
    """
    found: list[Ready] = []
    domains = state.config.domains
    for moment in moments:
        trigger, unit = moment.trigger, moment.unit
        if trigger not in domains[0].triggers and trigger not in domains[1].triggers:
            continue
        if trigger in _ALLIES or trigger in _ENEMIES or trigger is Trigger.ASSAULTS:
            found += _heard(state, moment)
        elif unit is not None:
            for place, ability in domains[unit.seat].cards[unit.card].triggered:
                if ability.trigger is trigger:
                    gone = trigger is Trigger.ON_DISCARD
                    source = Source(
                        unit.seat,
                        unit.card,
                        unit,
                        moment.other,
                        gone,
                        moment.fight,
                        moment.other_gone,
                    )
                    found.append(Ready(source, place))
    if len(found) > 1:
        active = state.clock.active
        found.sort(key=lambda r: (r.source.seat != active, _space(r.source), r.place))
    return tuple(reversed(found))


def _space(source: Source) -> int:
    return source.own.space if source.own is not None else -1


def _heard(state: State, moment: Moment) -> "list[Ready]":
    """Return the side-wide abilities that a moment sets off, strongholds' too."""
    trigger, subject = moment.trigger, moment.unit
    if subject is None:
        seat = moment.seat
    else:
        seat = subject.seat if trigger in _ALLIES else 1 - subject.seat
    found: list[Ready] = []
    if trigger not in state.config.domains[seat].triggers:
        return found
    for unit in state.units:
        if unit.seat != seat or (subject is not None and unit.uid == subject.uid):
            continue
        for place, ability in state.card(unit.uid).triggered:
            if ability.trigger is trigger:
                found.append(
                    Ready(Source(seat, unit.card, unit, moment.other, fight=moment.fight), place)
                )
    stronghold = state.stronghold(seat)
    for place, ability in () if stronghold is None else stronghold.triggered:
        if ability.trigger is trigger:
            found.append(Ready(Source(seat, -1, None, moment.other, fight=moment.fight), place))
    return found


def _ability(state: State, source: Source, place: int) -> Triggered:
    ability = worded(state, source.seat, source.card).abilities[place]
    assert isinstance(ability, Triggered)
    return ability


@frozen
class Ready(Step[State]):
    """A triggered ability that was set off and waits for its turn (rule DM-TRIG-1)."""

    source: Source
    place: int

    def run(self, state: State, /) -> Transition[State]:
        """Ask its owner if it may be declined; skip it where it can do nothing."""
        source, seat = self.source, self.source.seat
        ability = _ability(state, source, self.place)
        live = own_card(state, source)
        if source.card >= 0 and not source.gone and live_card(state, source) is None:
            return unchanged(state)
        sight = Sight(seat, live, source.other, source.fight, source.other_gone)
        if not hold(state, ability.when, sight):
            return unchanged(state)
        if not has_room_to_fire(state, seat, source.card, self.place):
            name = worded(state, seat, source.card).name
            capped = AbilityCapped(rule="DM-R47", seat=seat, name=name)
            return Transition(state.popped(), (capped,))
        if _has_attacked(state, source, self.place) and gives_attack(ability.effects):
            return unchanged(state)
        if not performing.is_payable(state, source, ability.cost):
            return unchanged(state)
        if not performing.can_do(state, source, ability.effects):
            return unchanged(state)
        if ability.may or ability.cost != FREE:
            return Transition(state.popped(Accept(seat, source, self.place)), ())
        return start(state.popped(), source, self.place)


def _has_attacked(state: State, source: Source, place: int) -> bool:
    """Return whether this ability, if it gives an attack, was used in this phase (rule DM-R36)."""
    if source.card < 0:
        return bool(state.players[source.seat].used >> place & 1)
    live = own_card(state, source)
    return live is not None and bool(live.used >> place & 1)


def gives_attack(effects: tuple[Effect, ...]) -> bool:
    """Return whether any of the effects, or of those that may follow from them, is an attack."""
    for effect in effects:
        match effect:
            case Attack():
                return True
            case Choose(first=one, second=other) | PowerDuel(win=one, lose=other):
                found = gives_attack(one) or gives_attack(other)
            case DrawPower(success=one, failure=other):
                found = gives_attack(one) or gives_attack(other)
            case _:
                found = False
        if found:
            return True
    return False


def _with_attacked(state: State, source: Source, place: int) -> State:
    """Return the state in which an ability that gives an attack was used in this phase."""
    live = live_card(state, source)
    if source.card >= 0 and live is None:
        return state
    return with_used(state, source.seat, live, place)


def start(state: State, source: Source, place: int) -> Transition[State]:
    """Return the state in which a triggered ability is being paid for and performed."""
    ability = _ability(state, source, place)
    name = worded(state, source.seat, source.card).name
    events: tuple[Event, ...] = (
        AbilityUsed(rule=_RULES.get(ability.trigger, "DM-TRIG-1"), seat=source.seat, name=name),
    )
    state = with_fired(state, source.seat, source.card, place)
    if gives_attack(ability.effects):
        state = _with_attacked(state, source, place)
    after, more = performing.begin(state, source, ability.cost, ability.effects)
    return Transition(after, events + more)


_RULES = {
    Trigger.ON_DEPLOY: "DM-DEP-3",
    Trigger.FIRST_WOUND: "DM-TRIG-4",
    Trigger.ON_DISCARD: "DM-TRIG-5",
}


@frozen
class Accept(Decision):
    """The owner of a triggered ability decides whether to use it (rules DM-DEP-3, DM-ACT-2)."""

    cites = "DM-ACT-2"
    wants = "accept or decline the ability that was set off"

    seat: Seat
    source: Source
    place: int

    def listed(self, state: State, /) -> tuple[Action, ...]:
        """Return yes and no."""
        return (said[Word.ACCEPT], said[Word.DECLINE])

    def answer(self, state: State, action: Action, /) -> Transition[State]:
        """Use it, or lose it."""
        if isinstance(action, Say) and action.word is Word.ACCEPT:
            return run_steps(*start(state.popped(), self.source, self.place))
        return run_steps(state.popped(), (AbilityDeclined(rule=self.cites, seat=self.seat),))
