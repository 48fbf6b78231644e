"""Positions written as text, games played by the notation of their actions, and conservation."""

from collections import Counter
from typing import TypeVar

import pytest
from attrs import frozen

from tabletop_rules import dominum as dm
from tabletop_rules.core import Event, IllegalActionError
from tabletop_rules.dominum.verifying.configs import domain

E = TypeVar("E", bound=Event)

PROVING = domain("proving")
CONFIG = dm.Config(domains=(PROVING, PROVING))
SEATS = (0, 1)


def scene(head: str, me: str, you: str, seat: int = 0, config: dm.Config = CONFIG) -> dm.State:
    """Return a position; `me` is what `seat` has, and ME and YOU stand for the seats in `head`."""
    head = head.replace("ME", str(seat)).replace("YOU", str(1 - seat))
    first, second = (me, you) if seat == 0 else (you, me)
    state = dm.parse_state(f"{head}\n[[seats]]\n{first}\n[[seats]]\n{second}\n", config)
    assert dm.parse_state(dm.format_state(state), config) == state
    return state


@frozen
class Played:
    """Where a list of actions has led to, and all that happened on the way."""

    state: dm.State
    events: tuple[Event, ...]

    def of(self, kind: type[E]) -> list[E]:
        """Return the events of a kind, in order."""
        return [event for event in self.events if isinstance(event, kind)]


def play(state: dm.State, *actions: str) -> Played:
    """Apply actions by their notation; cards and tokens are conserved on the way."""
    events: tuple[Event, ...] = ()
    for action in actions:
        wanted = dm.parse_action(action)
        assert wanted in dm.legal_actions(state), f"{action!r} is none of {options(state)}"
        before = state
        state, more = dm.apply(state, wanted)
        assert_conserved(state, before)
        events += more
    return Played(state, events)


def options(state: dm.State) -> list[str]:
    """Return the options as texts."""
    return [dm.format_action(action) for action in dm.legal_actions(state)]


def refused(state: dm.State, action: str) -> str:
    """Return the rule by which an action is refused."""
    with pytest.raises(IllegalActionError) as caught:
        dm.apply(state, dm.parse_action(action))
    assert caught.value.rule in dm.rulebook
    return str(caught.value.rule)


def on(state: dm.State, space: str) -> str:
    """Return the card on a space with what is on it, "" if it is empty."""
    unit = state.at.get(state.config.board.by_name[space])
    if unit is None:
        return ""
    marks = [name for name in ("wounded", "weakened") if getattr(unit, name)]
    return " ".join([state.card(unit.uid).name, *marks])


def cards_of(state: dm.State, seat: int) -> Counter[int]:
    """Return all cards of a seat, wherever they are."""
    player = state.players[seat]
    units = [unit.card for unit in state.units if unit.seat == seat]
    return Counter((*player.hand, *player.discard, *units))


def assert_conserved(state: dm.State, before: dm.State | None = None) -> None:
    """Check cards, power cards, counters, tokens and caps."""
    deck = Counter(state.config.power_deck.cards)
    spaces = [unit.space for unit in state.units]
    assert len(set(spaces)) == len(spaces)
    for seat in SEATS:
        player, power = state.players[seat], state.powers[seat]
        assert Counter(power.deck + power.reserve + power.used) == deck
        assert len(power.reserve) <= 3
        assert set(power.counters) <= set(state.config.power_deck.counters)
        assert 0 <= player.charges <= 3
        assert player.points >= 0
        assert player.activations <= 5
        assert not Counter(player.known) - Counter(player.hand)
        assert sum(unit.seat == seat for unit in state.units) <= 6
        assert all(state.config.board.spaces >> space & 1 for space in spaces)
        if before is not None and before.clock.first == state.clock.first and state.units:
            assert cards_of(state, seat) == cards_of(before, seat)
