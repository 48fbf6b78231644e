"""Rounds, phases in turn, Link, winning: what exercises their rules."""

from types import MappingProxyType
from typing import Final

from tabletop_rules.dominum.abilities import Phase
from tabletop_rules.dominum.actions import OnSpace
from tabletop_rules.dominum.events import (
    ChargesChanged,
    GameEnded,
    PhaseActivated,
    PointsChanged,
    RoundBegan,
    RoundEnded,
)
from tabletop_rules.dominum.questions.phases import PhasePlay
from tabletop_rules.dominum.questions.rounds import ChoosePhase
from tabletop_rules.dominum.verifying.watching import (
    Step,
    Witnesses,
    asked,
    either,
    happened,
    open_question,
)

__all__ = ["WITNESSES"]

_WINNING: Final = 7
_ALONE: Final = ("deploy", "move", "reposition", "attack")
"""The phases in which there can be nothing to do."""


# ---------------------------------------------------------------- winning


def _cycled(step: Step) -> bool:
    return not any(power.counters for power in step.after.powers)


def _has_begun(step: Step) -> bool:
    return any(type(event) is RoundBegan for event in step.events)


def _is_fought_on(step: Step, event: RoundEnded) -> bool:
    """A tie would have ended the game: another round begins."""
    first, second = event.points
    return first == second and (first >= _WINNING or _cycled(step)) and _has_begun(step)


def _is_looked_at(step: Step, event: RoundEnded) -> bool:
    """The points at the end of a round end the game, or do not suffice."""
    return max(event.points) >= _WINNING or _has_begun(step)


def _has_cycled_out(step: Step, event: RoundEnded) -> bool:
    """The round ends in which both, or one before the other, have given up the last counter."""
    return _cycled(step) and max(event.points) < _WINNING


def _ends_by_cycles(step: Step, event: GameEnded) -> bool:
    return event.rule == "DM-WIN-2"


def _seven_in_a_round(step: Step, event: PointsChanged) -> bool:
    """Somebody has seven points and the round goes on."""
    before = event.points - event.amount
    return before < _WINNING <= event.points and bool(step.after.agenda) and not _ended(step)


def _ended(step: Step) -> bool:
    return any(type(event) is RoundEnded for event in step.events)


def _more_than_seven(step: Step, event: RoundEnded) -> bool:
    """More than seven count as seven do, or both have them."""
    return min(event.points) >= _WINNING or max(event.points) > _WINNING


# ---------------------------------------------------------------- rounds


def _cycles_leave_rounds(step: Step, event: RoundBegan) -> bool:
    """A further round begins while a counter is left."""
    return event.round > 1 and any(power.counters for power in step.after.powers)


def _other_chooses(step: Step) -> bool:
    """After the phase of one player the other chooses one."""
    question = open_question(step.after, ChoosePhase)
    if question is None or _has_begun(step):
        return False
    return question.seat != step.after.clock.active


def _link_comes_back(step: Step, event: RoundBegan) -> bool:
    """Tokens are taken off the track, a spent Link token too."""
    return any(not player.link for player in step.before.players) and event.round > 1


def _some_tokens_are_gone(step: Step, question: ChoosePhase) -> bool:
    """A phase is not offered as its token is on the track."""
    return step.before.players[question.seat].tokens > 0


def _goes_on_alone(step: Step) -> bool:
    """A player chooses again: by Link, or as the other has no activation left."""
    question = open_question(step.after, ChoosePhase)
    if question is None or _has_begun(step):
        return False
    return question.seat == step.after.clock.active


def _has_nothing_to_do(step: Step, event: PhaseActivated) -> bool:
    """A phase is over with its activation."""
    if event.phase not in _ALONE:
        return False
    return step.after.clock.phase is None and all(
        isinstance(other, PhaseActivated | RoundEnded | RoundBegan | GameEnded)
        for other in step.events
    )


def _has_no_cards(step: Step, event: PhaseActivated) -> bool:
    """Without a card in hand and on the battlefield a player activates a phase."""
    return not step.before.masks[event.seat] and not step.before.players[event.seat].hand


def _charges_to_the_top(step: Step, event: ChargesChanged) -> bool:
    return event.rule == "DM-CHG-1" and event.amount < 2


def _charges_or_cures(step: Step, question: PhasePlay) -> bool:
    """A Charge phase in which a Weaken token could be removed instead."""
    if question.phase is not Phase.CHARGE or question.acted:
        return False
    return any(isinstance(option, OnSpace) for option in step.before.options)


WITNESSES: Final[Witnesses] = MappingProxyType(
    {
        "DM-WIN-3": happened(RoundEnded, _is_fought_on),
        "DM-ROUND-1": happened(RoundBegan, _cycles_leave_rounds),
        "DM-ROUND-4": _other_chooses,
        "DM-END-1": happened(RoundEnded, _is_looked_at),
        "DM-END-2": happened(RoundBegan, _link_comes_back),
        "DM-CYCLE-6": happened(GameEnded, _ends_by_cycles),
        "DM-R6": asked(ChoosePhase, _some_tokens_are_gone),
        "DM-R7": _goes_on_alone,
        "DM-R9": happened(PhaseActivated, _has_nothing_to_do),
        "DM-R11": either(
            happened(PointsChanged, _seven_in_a_round), happened(RoundEnded, _more_than_seven)
        ),
        "DM-R12": happened(RoundEnded, _has_cycled_out),
        "DM-R30": either(
            happened(ChargesChanged, _charges_to_the_top), asked(PhasePlay, _charges_or_cures)
        ),
        "DM-R46": happened(PhaseActivated, _has_no_cards),
    }
)
