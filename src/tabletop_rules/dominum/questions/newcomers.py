"""A card that comes back is another card: what waits for the one that left is not for it."""

from typing import TYPE_CHECKING

from attrs import evolve

from tabletop_rules.dominum.questions import (
    aftermath,
    fights,
    performing,
    strikes,
    targets,
    triggers,
)
from tabletop_rules.dominum.sources import Source
from tabletop_rules.dominum.state import State, Uid

if TYPE_CHECKING:
    from tabletop_rules.dominum.asks import Ask

__all__ = ["as_newcomer"]


def as_newcomer(state: State, uid: Uid) -> State:
    """Return the state in which nothing on the agenda takes `uid` for what it was (DM-R31, DM-R44).

    It is about to come to the battlefield. What its abilities have begun goes on as for a card that
    has left (rule DM-R26); its attack, if it was in one, is over (rule DM-R40).
    """
    agenda = tuple(made for ask in state.agenda if (made := _without(ask, uid)) is not None)
    return state if agenda == state.agenda else state.with_agenda(agenda)


def _without(ask: "Ask", uid: Uid) -> "Ask | None":
    """Return an item of the agenda without a card, ``None`` if nothing of it is left."""
    match ask:
        case aftermath.Advance(attacker=one) | strikes.Striking(uid=one):
            return None if one == uid else ask
        case fights.Retaliation(fight=fight):
            return None if uid in (fight.attacker, fight.defender) else ask
        case triggers.Ready(source=source):
            if not source.gone and (source.seat, source.card) == uid:
                return None
            return evolve(ask, source=_left(source, uid))
        case targets.Later(source=source, uid=one) | targets.Spotting(source=source, uid=one):
            return None if one == uid else evolve(ask, source=_left(source, uid))
        case performing.Perform(source=source, same=same):
            same = None if same == uid else same
            return evolve(ask, source=_left(source, uid), same=same)
        case targets.Targeting(source=source):  # who was picked already is not picked again
            return evolve(ask, source=_left(source, uid))
        case _:
            return ask


def _left(source: Source, uid: Uid) -> Source:
    """Return a source whose cards, if it is one of them, have left for good."""
    gone = source.gone or (source.seat, source.card) == uid
    other = source.other is not None and source.other.uid == uid
    return evolve(source, gone=gone, other_gone=source.other_gone or other)
