"""Why a player may not do something in a phase: the rule that stands in the way."""

from tabletop_rules.core import Refusal, Seat
from tabletop_rules.dominum.abilities import KeywordName, Phase
from tabletop_rules.dominum.actions import (
    AttackCard,
    DeployCard,
    Hop,
    HopVerb,
    OnSpace,
    Say,
    SpaceVerb,
    UseAbility,
    Word,
)
from tabletop_rules.dominum.changes import worded
from tabletop_rules.dominum.moving import could_reach
from tabletop_rules.dominum.questions import deploying, performing
from tabletop_rules.dominum.sources import MOST_USES, Source, has_room_to_fire
from tabletop_rules.dominum.standing import Sight, has, hold
from tabletop_rules.dominum.state import State, Unit

__all__ = ["reason_in_phase"]

_VERBS = {
    Phase.MOVE: HopVerb.MOVE,
    Phase.REPOSITION: HopVerb.SHIFT,
    Phase.ATTACK: HopVerb.LUNGE,
}
"""How cards go from space to space in a phase."""
_SET = {
    Phase.ASSAULT: Word.ASSAULT,
    Phase.CHARGE: Word.CHARGE,
    Phase.RESERVE: Word.RESERVE,
    Phase.INITIATIVE: Word.INITIATIVE,
}
"""What a phase is there for, where it is one thing."""
_NO_ABILITY = Refusal("DM-ACT-3", "there is no such ability that can be used now")


def reason_in_phase(
    state: State, seat: Seat, phase: Phase, acted: bool, action: object
) -> Refusal | None:
    """Return what the rules of a phase have against an action that belongs there."""
    match action:
        case Hop(verb=verb, start=str(start), end=str(end)) if _VERBS.get(phase) is verb:
            unit = _own(state, seat, start)
            return unit if isinstance(unit, Refusal) else _against_hop(state, phase, unit, end)
        case AttackCard(space=str(start)) if phase is Phase.ATTACK:
            unit = _own(state, seat, start)
            return unit if isinstance(unit, Refusal) else _against_attack(unit, start)
        case DeployCard(name=str(name), space=str(space)) if phase is Phase.DEPLOY:
            return _against_deployment(state, seat, name, space, action.ability)
        case OnSpace(verb=SpaceVerb.RETREAT, space=str(space)) if phase is Phase.DEPLOY:
            if acted:
                return Refusal("DM-DEP-4", "one card may retreat, before any is deployed")
            return Refusal("DM-DEP-4", f"seat {seat} has no card on {space} that could retreat")
        case OnSpace(verb=SpaceVerb.CURE, space=str(space)) if phase is Phase.CHARGE:
            if acted:
                return Refusal("DM-CHG-1", "it is either charges or a Weaken token, once")
            return Refusal("DM-CHG-1", f"seat {seat} has no weakened card on {space}")
        case UseAbility(space=None | str() as space, number=int(number)):
            return _against_use(state, seat, phase, space, number)
        case UseAbility():
            return _NO_ABILITY
        case Say(word=word):
            return _against_word(phase, acted, word)
        case _:
            return None


def _against_word(phase: Phase, acted: bool, word: object) -> Refusal | None:
    if word is Word.DONE:
        return Refusal("DM-ROUND-3", "what the phase is there for comes first")
    if phase not in _SET or word is not _SET[phase]:
        return None
    if not acted and phase is Phase.ASSAULT:
        return Refusal("DM-ASLT-1", "no own card is in the enemy Assault Zone any more")
    return Refusal("DM-R6", "that is done already: once for each phase")


def _own(state: State, seat: Seat, space: str) -> Unit | Refusal:
    unit = state.at.get(state.config.board.by_name.get(space, -1))
    if unit is None or unit.seat != seat:
        return Refusal("DM-ROUND-3", f"seat {seat} has no card on {space}")
    return unit


def _against_hop(state: State, phase: Phase, unit: Unit, end: str) -> Refusal:
    board = state.config.board
    start = board.names[unit.space]
    if phase is Phase.ATTACK:
        return _against_lunge(state, unit, start)
    moving = phase is Phase.MOVE
    if unit.moved:
        rule = "DM-MOVE-8" if moving else "DM-REPO-1"
        return Refusal(rule, f"the card on {start} has {'moved' if moving else 'shifted'} already")
    if not moving:
        return Refusal("DM-REPO-1", f"{end} is no empty space adjacent to {start}")
    space = board.by_name.get(end)
    if space is None:
        return Refusal("DM-R1", f"no card can stand on {end}")
    if space == unit.space:
        return Refusal("DM-MOVE-3", "a card that moves ends on another space")
    if space in state.at:
        return Refusal("DM-R19", f"there is a card on {end}")
    if could_reach(state, unit, space, past_enemies=True):
        return Refusal("DM-MOVE-5", f"enemies are in the way from {start} to {end}")
    if could_reach(state, unit, space, diagonally=True):
        return Refusal("DM-MOVE-4", f"the card on {start} does not move diagonally")
    return Refusal("DM-MOVE-2", f"the card on {start} cannot move as far as {end}")


def _against_lunge(state: State, unit: Unit, start: str) -> Refusal:
    if unit.attacked:
        return Refusal("DM-ATK-7", f"the card on {start} has attacked already")
    if not has(state, unit, KeywordName.LUNGE):
        return Refusal("DM-KEY-7", f"the card on {start} does not have Lunge")
    return Refusal("DM-R37", "a lunge is a shift to where an enemy will be in range")


def _against_attack(unit: Unit, start: str) -> Refusal:
    if unit.attacked:
        return Refusal("DM-ATK-7", f"the card on {start} has attacked already")
    return Refusal("DM-ATK-1", f"there is no enemy there within range of {start}")


def _against_deployment(
    state: State, seat: Seat, name: str, space: str, by_ability: bool
) -> Refusal:
    card = state.config.domains[seat].numbers.get(name)
    if card not in state.players[seat].hand:
        return Refusal("DM-DEP-1", f"{name} is not in hand")
    if not deploying.has_room(state, seat):
        return Refusal("DM-DEP-1", "six cards are on the battlefield already")
    if by_ability:
        return Refusal("DM-INIT-8", f"no ability lets {name} be deployed on {space} now")
    return Refusal("DM-DEP-2", f"{name} cannot be deployed on {space}")


def _against_use(state: State, seat: Seat, phase: Phase, space: str | None, number: int) -> Refusal:
    unit: Unit | None = None
    if space is not None:
        unit = state.at.get(state.config.board.by_name.get(space, -1))
        if unit is None or unit.seat != seat:
            return _NO_ABILITY
    elif state.stronghold(seat) is None:
        return _NO_ABILITY
    card = -1 if unit is None else unit.card
    listed = worded(state, seat, card).activated
    if not 1 <= number <= len(listed):
        return _NO_ABILITY
    place, ability = listed[number - 1]
    if phase not in ability.phases:
        return Refusal("DM-ACT-3", f"the ability is not for the {phase.value} phase")
    used = state.players[seat].used if unit is None else unit.used
    if used >> place & 1:
        once = unit is not None or ability.every_phase
        rule, span = ("DM-ACT-4", "phase") if once else ("DM-SH-3", "turn")
        return Refusal(rule, f"the ability was used in this {span} already")
    if not hold(state, ability.when, Sight(seat, unit)):
        return Refusal("DM-TRIG-1", "the condition of the ability is not met")
    if not has_room_to_fire(state, seat, card, place):
        return Refusal("DM-R47", f"the ability was used {MOST_USES} times in this activation")
    if not performing.is_payable(state, Source(seat, card, unit), ability.cost):
        return Refusal("DM-ACT-2", "the cost of the ability cannot be paid")
    return Refusal("DM-ACT-2", "the ability would do nothing")
