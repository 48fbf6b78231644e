"""Activated abilities: which can be used now, and beginning one (rules DM-ACT-3, DM-R42)."""

from collections.abc import Iterator

from tabletop_rules.core import Event, Seat, Transition
from tabletop_rules.dominum.abilities import Activated, Phase
from tabletop_rules.dominum.actions import Action, UseAbility, use
from tabletop_rules.dominum.changes import named, worded
from tabletop_rules.dominum.contents import Worded
from tabletop_rules.dominum.events import AbilityUsed
from tabletop_rules.dominum.questions import performing
from tabletop_rules.dominum.sources import Source, has_room_to_fire, with_fired, with_used
from tabletop_rules.dominum.standing import Sight, hold
from tabletop_rules.dominum.state import State, Unit

__all__ = ["use_ability", "uses"]


def uses(state: State, seat: Seat, phase: Phase) -> tuple[Action, ...]:
    """Return the abilities that a seat can use now, in its own activation of a phase.

    Each once a phase (rules DM-ACT-4, DM-R31), a stronghold's once a turn (rules DM-SH-3, DM-R10).
    """
    domain = state.config.domains[seat]
    users = domain.users.get(phase)
    if users is None:
        return ()
    found: list[Action] = []
    for unit in state.units:
        if unit.card in users and unit.seat == seat:
            name = state.config.board.names[unit.space]
            numbers = _usable(state, seat, phase, domain.cards[unit.card], unit)
            found += [use(name, number) for number in numbers]
    stronghold = state.stronghold(seat)
    if stronghold is not None and phase in stronghold.phases:
        found += (use(None, n) for n in _usable(state, seat, phase, stronghold, None))
    return tuple(found)


def _usable(
    state: State, seat: Seat, phase: Phase, bearer: Worded, unit: Unit | None
) -> Iterator[int]:
    """Give the numbers of the abilities that can be used."""
    used = state.players[seat].used if unit is None else unit.used
    card = -1 if unit is None else unit.card
    charges = state.players[seat].charges
    for number, (place, ability) in enumerate(bearer.activated, 1):
        if phase not in ability.phases or used >> place & 1 or ability.cost.charges > charges:
            continue
        source = Source(seat, card, unit)
        if (
            hold(state, ability.when, Sight(seat, unit))
            and has_room_to_fire(state, seat, card, place)
            and performing.is_payable(state, source, ability.cost)
            and performing.can_do(state, source, ability.effects)
        ):
            yield number


def use_ability(state: State, seat: Seat, action: UseAbility) -> Transition[State]:
    """Return the state in which an activated ability is being paid for and performed."""
    place: int
    ability: Activated
    if action.space is None:
        unit, card = None, -1
    else:
        unit = state.at[state.config.board.by_name[action.space]]
        card = unit.card
    bearer = worded(state, seat, card)
    place, ability = bearer.activated[action.number - 1]
    name = bearer.name if unit is None else named(state, unit)
    rule = "DM-SH-2" if unit is None else "DM-ACT-3"
    events: tuple[Event, ...] = (AbilityUsed(rule=rule, seat=seat, name=name),)
    state = with_fired(with_used(state, seat, unit, place), seat, card, place)
    source = Source(seat, card, unit)
    after, more = performing.begin(state, source, ability.cost, ability.effects)
    return Transition(after, events + more)
