"""What can be wrong with the marks of a position: whose they are, and when they can be there."""

from collections import Counter
from collections.abc import Iterator

from tabletop_rules.core import Problem, Seat
from tabletop_rules.dominum.abilities import Triggered
from tabletop_rules.dominum.changes import named, rested
from tabletop_rules.dominum.contents import Worded
from tabletop_rules.dominum.questions.triggers import gives_attack
from tabletop_rules.dominum.sources import MOST_USES, ability_of
from tabletop_rules.dominum.state import State, Unit

__all__ = ["between_phases_problems", "mark_problems"]


def mark_problems(state: State) -> Iterator[Problem]:
    """Give marks of abilities that are not there (rules DM-R31, DM-R36, DM-R47)."""
    for unit in state.units:
        card = state.card(unit.uid)
        wrong = unit.used & ~_usable(card)
        if wrong:
            what = f"{_shown(state, unit)} has no ability that used={wrong} could be of"
            yield Problem(f"seats[{unit.seat}].cards", what)
    for seat, player in enumerate(state.players):
        where, stronghold = f"seats[{seat}].stronghold_used", state.stronghold(seat)
        if player.used < 0:
            yield Problem(where, f"expected no negative number, got {player.used}")
        elif stronghold is None:
            if player.used:
                yield Problem(where, f"expected 0 without a stronghold, got {player.used}")
        elif player.used & ~_usable(stronghold):
            wrong = player.used & ~_usable(stronghold)
            what = f"{stronghold.name} has no ability that {wrong} could be of"
            yield Problem(where, what)
        for key, times in Counter(player.fired).items():
            fault = _against_fired(state, seat, key, times)
            if fault:
                yield Problem(f"seats[{seat}].fired", fault)


def _shown(state: State, unit: Unit) -> str:
    return f"{named(state, unit)} on {state.config.board.names[unit.space]}"


def _usable(bearer: Worded) -> int:
    """Return the bits of the abilities that are marked as used: not more often than once a phase.

    Those that are activated, Alt Attacks too, and those set off that give an attack (rule DM-R36).
    """
    bits = 0
    for place, _ in bearer.activated:
        bits |= 1 << place
    for place, ability in bearer.triggered:
        if gives_attack(ability.effects):
            bits |= 1 << place
    return bits


def _against_fired(state: State, seat: Seat, key: int, times: int) -> str:
    """Return what is wrong with an ability that was used so often, "" if nothing is."""
    card, place = ability_of(key)
    domain, player = state.config.domains[seat], state.players[seat]
    if key < 0:
        return f"expected no negative numbers, got {key}"
    if card >= len(domain.cards):
        return f"no card of {domain.name} has the number {card} ({key})"
    bearer = state.stronghold(seat) if card < 0 else domain.cards[card]
    if bearer is None:
        return f"expected none of a stronghold without one, got {key}"
    places = [at for at, each in enumerate(bearer.abilities) if isinstance(each, Triggered)]
    places += [at for at, _ in bearer.activated]
    if place not in places:
        return f"{bearer.name} has no ability at place {place} that is used ({key})"
    units = (unit.card for unit in state.units if unit.seat == seat)
    if card >= 0 and card not in (*units, *player.discard, *player.known):
        places_of_it = "on the battlefield, in the discard pile or known in hand"
        return f"expected cards {places_of_it}, got {bearer.name}"
    if times > MOST_USES:
        return f"expected each ability at most {MOST_USES} times, got {times} of {bearer.name}"
    return ""


def between_phases_problems(state: State) -> Iterator[Problem]:
    """Give what lasts for a phase where none is running (rules DM-ACT-4, DM-R31, DM-R47)."""
    units, _ = rested(state, activation=True)
    what = "no phase is running: nothing that lasts for a phase can be there"
    for unit, bare in zip(state.units, units, strict=True):
        if unit != bare:
            yield Problem(f"seats[{unit.seat}].cards", f"{_shown(state, unit)}: {what}")
    for seat, player in enumerate(state.players):
        if player.fired:
            yield Problem(f"seats[{seat}].fired", what)
