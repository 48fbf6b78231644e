"""What is the same in all states of a game, by the rule that says so."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from tabletop_rules.core import Seat
from tabletop_rules.dominum.abilities import Type
from tabletop_rules.dominum.contents import FORCES
from tabletop_rules.dominum.questions.setup import ChooseForce
from tabletop_rules.dominum.state import BATTLEFIELD, State
from tabletop_rules.dominum.verifying.watching import open_question

__all__ = ["VALUES"]

_CHARGES: Final = 3


def _power_cards(state: State) -> object:
    """Return the nine power cards of each player, and whether its counters are of the four."""
    counters = state.config.power_deck.counters
    return tuple(
        (sorted((*power.deck, *power.reserve, *power.used)), _is_part(power.counters, counters))
        for power in state.powers
    )


def _is_part(some: tuple[int, ...], of: tuple[int, ...]) -> bool:
    return len(set(some)) == len(some) and set(some) <= set(of)


def _forces(state: State) -> object:
    """Return how many cards of each type each player has or has still to choose.

    Cards in hand, on the battlefield and in the discard pile are all different ones.
    """
    return tuple(_forces_of(state, seat) for seat in (0, 1))


def _forces_of(state: State, seat: Seat) -> dict[Type, int]:
    player = state.players[seat]
    held = {*player.hand, *player.discard}
    held.update(unit.card for unit in state.units if unit.seat == seat)
    cards = state.config.domains[seat].cards
    types = [cards[number].type for number in held]
    counts = {kind: types.count(kind) for kind in FORCES}
    asked = open_question(state, ChooseForce)
    if asked is None or asked.seat > seat:
        return counts
    left = sum(FORCES.values()) + 1 - (asked.chosen if asked.seat == seat else 0)
    for kind in reversed(FORCES):  # the types are chosen in this order
        missing = min(left, FORCES[kind])
        counts[kind] += missing
        left -= missing
    return counts


def _standing(state: State) -> bool:
    """Return whether each card stands on a space of the board, and none on another."""
    taken = 0
    for unit in state.units:
        taken |= 1 << unit.space
    return taken.bit_count() == len(state.units) and not taken & ~state.config.board.spaces


def _charges(state: State) -> bool:
    """Return whether no stronghold holds more tokens than it may."""
    return all(0 <= player.charges <= _CHARGES for player in state.players)


def _battlefield(state: State) -> bool:
    """Return whether nobody has more than six cards on the battlefield."""
    return all(mask.bit_count() <= BATTLEFIELD for mask in state.masks)


VALUES: Final[Mapping[str, Callable[[State], object]]] = MappingProxyType(
    {
        "DM-COMP-4": _power_cards,
        "DM-SEL-2": _forces,
        "DM-R1": _standing,
        "DM-SH-1": _charges,
        "DM-DEP-1": _battlefield,
    }
)
