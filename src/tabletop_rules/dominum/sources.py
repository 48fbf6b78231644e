"""Whose ability is being performed, and how often abilities were used in an activation."""

from typing import Final

from attrs import frozen

from tabletop_rules.core import Seat
from tabletop_rules.core.building import quickly_built
from tabletop_rules.dominum.changes import marked, player_with
from tabletop_rules.dominum.state import Fight, State, Unit

__all__ = [
    "MOST_USES",
    "Source",
    "ability_of",
    "has_room_to_fire",
    "live_card",
    "own_card",
    "with_fired",
    "with_used",
]

MOST_USES: Final = 6
"""How often an ability of a card is used in one activation (rule DM-R47)."""
_ABILITIES: Final = 64


@quickly_built
@frozen(weakref_slot=False)
class Source:
    """The card, or with `card` -1 the stronghold, whose ability is performed.

    `own` and `other` are the card and the other card of the trigger as they were when the ability
    began; `gone`: the card has left the battlefield, and the ability sees it as it was (DM-R26).
    `other_gone`: so has the other card, and what came back under its name is another (DM-R31).
    """

    seat: Seat
    card: int
    own: Unit | None = None
    other: Unit | None = None
    gone: bool = False
    fight: Fight | None = None
    """The attack that set it off."""
    other_gone: bool = False


def live_card(state: State, source: Source) -> Unit | None:
    """Return the card with the ability if it is still on the battlefield."""
    return None if source.gone else state.unit((source.seat, source.card))


def own_card(state: State, source: Source) -> Unit | None:
    """Return the card with the ability as it is, or as it was if it has left."""
    if source.card < 0:
        return None
    live = live_card(state, source)
    return source.own if live is None else live


def _key(card: int, place: int) -> int:
    return (card + 1) * _ABILITIES + place


def ability_of(key: int) -> tuple[int, int]:
    """Return card and place of an ability whose use `Player.fired` counts by this number."""
    card, place = divmod(key, _ABILITIES)
    return card - 1, place


def has_room_to_fire(state: State, seat: Seat, card: int, place: int) -> bool:
    """Return whether an ability may be used once more in this activation (rule DM-R47)."""
    fired = state.players[seat].fired
    return not fired or fired.count(_key(card, place)) < MOST_USES


def with_used(state: State, seat: Seat, unit: Unit | None, place: int) -> State:
    """Return the state in which an ability of a card, or of the stronghold, is marked as used."""
    if unit is not None:
        return state.with_unit(marked(unit, used=unit.used | 1 << place))
    player = state.players[seat]
    return state.with_player(seat, player_with(player, used=player.used | 1 << place))


def with_fired(state: State, seat: Seat, card: int, place: int) -> State:
    """Return the state in which an ability has been used once more."""
    player = state.players[seat]
    fired = tuple(sorted((*player.fired, _key(card, place))))
    return state.with_player(seat, player_with(player, fired=fired))
