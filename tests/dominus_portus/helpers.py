"""Positions written as text, and games played by the notation of their actions."""

from collections import Counter
from typing import Any, TypeVar

import pytest
from attrs import evolve, frozen

from tabletop_rules import dominus_portus as dp
from tabletop_rules.core import HOST, Event, IllegalActionError

E = TypeVar("E", bound=Event)
HOSTED = dp.Config(hosted=True)
DOMINUS = dp.Config(hosted=True, portus=False)
PORTUS = dp.Config(hosted=True, dominus=False)


def scene(text: str, config: dp.Config = DOMINUS, **changes: Any) -> dp.State:
    """Return a position; a seat that is not written gets what the setup gives.

    The lines before the first ``[[seats]]`` are the head.
    """
    used = evolve(config, **changes)
    missing = used.seats - text.count("[[seats]]")
    state = dp.parse_state(text + "\n[[seats]]\n" * missing, used)
    assert_sound(state)
    return state


@frozen
class Played:
    """Where a list of actions has led to, and all that happened on the way."""

    state: dp.State
    events: tuple[Event, ...]

    def of(self, kind: type[E]) -> list[E]:
        """Return the events of a kind, in order."""
        return [event for event in self.events if isinstance(event, kind)]

    @property
    def rules(self) -> list[str]:
        """The rules that the events cite, in order."""
        return [event.rule for event in self.events]


def play(state: dp.State, *actions: str) -> Played:
    """Apply actions by their notation; every state on the way must be a sound one."""
    events: tuple[Event, ...] = ()
    for action in actions:
        wanted = dp.parse_action(action)
        if dp.actor(state) is not HOST:
            assert wanted in dp.legal_actions(state), f"{action!r} is none of {options(state)}"
        state, more = dp.apply(state, wanted)
        assert_sound(state, more)
        events += more
    return Played(state, events)


def assert_sound(state: dp.State, events: tuple[Event, ...] = ()) -> None:
    """Check what holds in every state: nothing is lost, the options and citations are good."""
    config = state.config
    for army in state.armies:
        assert min(army.legions) >= 0
        assert sum(army.legions) + army.supply == 10
    if config.dominus:
        assert len(state.armies) == config.seats
        spare = sum(config.settlements.counts) - len(config.map_board.provinces)
        assert sum(state.tokens) == state.sealed.bit_count() + spare
        assert min(state.tokens) >= 0
        assert not state.sealed & 1
    held = Counter(state.goods_held)
    for good in config.goods.goods:
        assert held[good.name] <= good.copies
    for ship in state.ships:
        assert len(set(ship.goods)) == len(ship.goods)
        assert not ship.goods or state.ring[ship.space].arrow is not None
    assert all(min(city.tally.numbers) >= 0 for city in state.cities)
    actor = dp.actor(state)
    assert (dp.legal_actions(state) == ()) == (actor is None or actor is HOST)
    assert (actor is None) == (dp.outcome(state) is not None)
    assert len(set(dp.legal_actions(state))) == len(dp.legal_actions(state))
    assert {event.rule for event in events} <= set(dp.rulebook)
    assert all(event.describe() for event in events)


def options(state: dp.State) -> list[str]:
    """Return the notation of all legal actions."""
    return [dp.format_action(action) for action in dp.legal_actions(state)]


def odds(state: dp.State) -> dict[str, str]:
    """Return the chances of all outcomes as fractions."""
    return {dp.format_action(a): str(share) for a, share in dp.chance_outcomes(state)}


def refused(state: dp.State, action: str | dp.Action) -> str:
    """Check that an action is refused by a rule and changes nothing; return the rule's id."""
    before, number = dp.format_state(state), hash(state)
    wrong = dp.parse_action(action) if isinstance(action, str) else action
    with pytest.raises(IllegalActionError) as caught:
        dp.apply(state, wrong)
    rule = caught.value.rule
    assert rule in dp.rulebook
    assert caught.value.reason
    assert (dp.format_state(state), hash(state)) == (before, number)
    for seat in range(state.config.seats):
        refusal = dp.why_not(state, wrong, seat)
        assert refusal is not None
        assert refusal.rule in dp.rulebook
        if seat == dp.actor(state):
            assert refusal.rule == rule
    return rule


def units(state: dp.State, seat: int) -> dict[str, int]:
    """Return the Legions of a seat by province."""
    counted = zip(state.config.map_board.all, state.armies[seat].legions, strict=True)
    return {name: count for name, count in counted if count}


def general(state: dp.State, seat: int) -> str | None:
    """Return where the General of a seat is, ``None`` in the supply."""
    place = state.armies[seat].general
    return None if place is None else state.config.map_board.all[place]


def ship(state: dp.State, seat: int) -> str:
    """Return the space of a seat's ship in its notation."""
    return str(state.ring[state.ships[seat].space])
