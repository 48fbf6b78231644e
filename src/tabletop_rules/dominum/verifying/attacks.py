"""Attacks, coordinated ones, counterattacks and what follows: what exercises their rules."""

from collections.abc import Callable
from types import MappingProxyType
from typing import Final

from tabletop_rules.dominum.abilities import KeywordName, Phase
from tabletop_rules.dominum.actions import OnSpace, SpaceVerb
from tabletop_rules.dominum.contents import CRITICAL
from tabletop_rules.dominum.events import (
    AttackDeclared,
    AttackResolved,
    AttackTotalled,
    CardLeft,
    CardStatus,
    Cause,
)
from tabletop_rules.dominum.questions.aftermath import Advance, AdvanceInto, Knock
from tabletop_rules.dominum.questions.fights import Evade, Fighting, Retaliate, Stage
from tabletop_rules.dominum.questions.phases import PhasePlay
from tabletop_rules.dominum.questions.powers import PowerDraw
from tabletop_rules.dominum.questions.triggers import Ready
from tabletop_rules.dominum.standing import defence_strength, has, range_mask
from tabletop_rules.dominum.state import Fight, FightKind, State, Unit
from tabletop_rules.dominum.verifying.watching import (
    Step,
    Test,
    Witnesses,
    asked,
    either,
    happened,
    waiting,
)

__all__ = ["WITNESSES"]


class _Settled:
    """An attack as it was settled."""

    __slots__ = ("attacker", "defender", "event", "fight", "state", "step", "total")

    def __init__(self, step: Step, event: AttackResolved, fighting: Fighting) -> None:
        self.step = step
        self.event = event
        self.state: State = step.before
        self.fight: Fight = fighting.fight
        self.total = fighting.total
        self.attacker = _live(step.before, fighting.fight.attacker)
        self.defender = _live(step.before, fighting.fight.defender)

    def has(self, keyword: KeywordName) -> bool:
        """Return whether the primary attacker has a keyword."""
        return has(self.state, self.attacker, keyword, self.fight)

    @property
    def is_defeat(self) -> bool:
        """Whether the attack defeated its target."""
        return self.event.wounds and self.defender.wounded

    @property
    def is_adjacent(self) -> bool:
        """Whether attacker and defender stand side by side."""
        near = self.state.config.board.adjacent[self.attacker.space]
        return bool(near >> self.defender.space & 1)

    @property
    def is_in_reach(self) -> bool:
        """Whether the attacker is within the range of the card that was attacked."""
        return bool(range_mask(self.state, self.defender) >> self.attacker.space & 1)

    @property
    def helpers(self) -> tuple[Unit, ...]:
        """The other cards of a coordinated attack."""
        seat = self.fight.attacker[0]
        return tuple(_live(self.state, (seat, card)) for card in self.fight.helpers)


def _live(state: State, uid: tuple[int, int]) -> Unit:
    unit = state.unit(uid)
    assert unit is not None  # nothing but power has happened since the attack was declared
    return unit


def _settled(test: Callable[[_Settled], bool]) -> Test:
    """Return the witness that an attack was settled for which a test holds."""

    def witness(step: Step) -> bool:
        for event in step.events:
            if type(event) is AttackResolved:
                fighting = waiting(step.before, Fighting)
                return fighting is not None and test(_Settled(step, event, fighting))
        return False

    return witness


# ---------------------------------------------------------------- attacks


def _has_a_number(step: Step, event: AttackTotalled) -> bool:
    return event.total is not None


def _defeats(attack: _Settled) -> bool:
    return attack.is_defeat


def _attack_is_spent(step: Step, question: PhasePlay) -> bool:
    """A card that has attacked has an enemy within its range, and cannot attack it."""
    if question.phase is not Phase.ATTACK:
        return False
    enemies = step.before.masks[1 - question.seat]
    return any(
        unit.attacked and unit.seat == question.seat and range_mask(step.before, unit) & enemies
        for unit in step.before.units
    )


def _equals(attack: _Settled) -> bool:
    """A defence total equal to the attack total blocks."""
    return not attack.event.wounds and attack.total == attack.event.defence is not None


def _other_defence(attack: _Settled) -> bool:
    """A defence counts that differs from the strength, or a Weaken token."""
    if attack.event.defence is None:
        return False
    card = attack.state.card(attack.defender.uid)
    return card.guard != card.strength or (attack.defender.weakened and card.guard > 0)


def _is_diagonal(attack: _Settled) -> bool:
    return not attack.is_adjacent


def _critical_against(attack: _Settled) -> bool:
    """A Critical blocks a Critical, or what would win ties."""
    if attack.event.defence is not None:
        return False
    return attack.fight.power == CRITICAL or attack.has(KeywordName.DEADLY)


def _wounds_nothing_changes(step: Step, question: PowerDraw) -> bool:
    """The defender is asked although the attack is blocked without power."""
    fighting = step.before.agenda[-2]
    if not isinstance(fighting, Fighting) or fighting.stage is not Stage.DEFEND:
        return False
    if fighting.total is None:
        return False
    defender = _live(step.before, fighting.fight.defender)
    return fighting.total < defence_strength(step.before, defender, fighting.fight)


# ---------------------------------------------------------------- coordinated attacks


def _is_joined(step: Step, event: AttackDeclared) -> bool:
    return bool(event.helpers)


def _helpers_add(step: Step, event: AttackTotalled) -> bool:
    fighting = waiting(step.after, Fighting)
    return event.total is not None and fighting is not None and bool(fighting.fight.helpers)


def _helper_gives_up_another(step: Step, event: AttackDeclared) -> bool:
    """A card that joins could have attacked another enemy in this phase."""
    fighting = waiting(step.after, Fighting)
    if fighting is None or not event.helpers:
        return False
    enemies = step.before.masks[1 - event.seat]
    return any(
        unit.card in fighting.fight.helpers
        and unit.seat == event.seat
        and (range_mask(step.after, unit) & enemies).bit_count() > 1
        for unit in step.after.units
    )


def _helper_ability_idles(attack: _Settled) -> bool:
    """Another card than the primary attacker has an ability that would have changed the result."""
    wounds = attack.event.wounds
    if not attack.fight.helpers:
        return False
    if wounds:
        wanted = [] if attack.defender.wounded else [KeywordName.KNOCKBACK]
    else:
        wanted = [KeywordName.EVASIVE, KeywordName.FREE_STRIKE]
        if _equals(attack):
            wanted.append(KeywordName.DEADLY)
    return any(
        has(attack.state, unit, keyword) and not attack.has(keyword)
        for keyword in wanted
        for unit in attack.helpers
    )


def _is_blocked_together(attack: _Settled) -> bool:
    """All have attacked although they were blocked."""
    return bool(attack.fight.helpers) and not attack.event.wounds


def _outflanks(attack: _Settled) -> bool:
    """A coordinated attack was blocked, and cannot be countered for Outflank."""
    if attack.event.wounds or not attack.fight.helpers or not attack.is_in_reach:
        return False
    joined = (attack.attacker, *attack.helpers)
    return any(has(attack.state, u, KeywordName.OUTFLANK, attack.fight) for u in joined)


# ---------------------------------------------------------------- blocks and counterattacks


def _is_free(attack: _Settled) -> bool:
    """An attack was blocked and could be countered if it were no free strike."""
    countered = attack.fight.kind is FightKind.COUNTER
    return not attack.event.wounds and attack.fight.free and not countered and attack.is_in_reach


def _counter_is_the_last(attack: _Settled) -> bool:
    """A counterattack was blocked, within range, and is not countered."""
    countered = attack.fight.kind is FightKind.COUNTER
    return countered and not attack.event.wounds and attack.is_in_reach


def _is_out_of_reach(attack: _Settled) -> bool:
    """A card has blocked an attack from outside its own range."""
    return not attack.event.wounds and not attack.fight.free and not attack.is_in_reach


def _counter_defeats(attack: _Settled) -> bool:
    return attack.fight.kind is FightKind.COUNTER and attack.is_defeat


def _can_submerge(step: Step, question: Retaliate) -> bool:
    return any(
        isinstance(option, OnSpace) and option.verb is SpaceVerb.SUBMERGE
        for option in step.before.options
    )


def _evades(step: Step, question: Evade) -> bool:
    """The card shifts before its blocker decides."""
    return isinstance(step.action, OnSpace)


# ---------------------------------------------------------------- wounds and advances


def _may_advance(attack: _Settled) -> bool:
    """Not every defeat lets its card advance: not over a corner, and the primary attacker only."""
    if not attack.is_defeat:
        return False
    special = bool(attack.fight.helpers) or attack.fight.kind is not FightKind.ATTACK
    return not attack.is_adjacent or special


def _defeated_by_ability(step: Step, event: CardLeft) -> bool:
    """A card is defeated without an attack beside an enemy of it: nobody advances."""
    if event.cause is not Cause.DEFEATED:
        return False
    if any(isinstance(each, AttackResolved) for each in step.events):
        return False
    board = step.before.config.board
    near = board.adjacent[board.by_name[event.space]]
    return bool(near & step.after.masks[1 - event.seat])


def _order_matters(step: Step) -> bool:
    """Something else that was set off comes before or after Knockback or Advance."""
    agenda = step.after.agenda
    if len(agenda) < 2 or not _WOUNDED(step):
        return False
    top = agenda[-1]
    if isinstance(top, Knock):
        return any(isinstance(item, Ready) for item in agenda)
    return not isinstance(top, AdvanceInto) and waiting(step.after, Advance) is not None


def _twice_at_once(step: Step, event: CardLeft) -> bool:
    """A card that was not wounded is defeated: no first wound."""
    unit = step.before.at.get(step.before.config.board.by_name[event.space])
    whole = unit is not None and not unit.wounded
    first = any(
        isinstance(each, CardStatus) and each.card == event.card and each.seat == event.seat
        for each in step.events
    )
    return event.cause is Cause.DEFEATED and whole and not first


def _knockback_is_barred(attack: _Settled) -> bool:
    """A Hero is not knocked back, nor a card without room."""
    if not attack.event.wounds or attack.defender.wounded:
        return False
    if not attack.has(KeywordName.KNOCKBACK):
        return False
    return waiting(attack.step.after, Knock) is None


def _is_declined(step: Step, question: Knock) -> bool:
    return not isinstance(step.action, OnSpace)


def _may_draw_again(step: Step, question: PowerDraw) -> bool:
    """A card that has lunged sees its first power card."""
    fighting = step.before.agenda[-2]
    return isinstance(fighting, Fighting) and fighting.stage is Stage.REDRAW


_WOUNDED: Final = _settled(lambda attack: attack.event.wounds)

WITNESSES: Final[Witnesses] = MappingProxyType(
    {
        "DM-ATK-2": happened(AttackTotalled, _has_a_number),
        "DM-ATK-4": _settled(_defeats),
        "DM-ATK-7": asked(PhasePlay, _attack_is_spent),
        "DM-COORD-1": happened(AttackDeclared, _is_joined),
        "DM-COORD-3": happened(AttackTotalled, _helpers_add),
        "DM-COORD-4": happened(AttackDeclared, _helper_gives_up_another),
        "DM-COORD-5": _settled(_helper_ability_idles),
        "DM-ADV-2": happened(CardLeft, _defeated_by_ability),
        "DM-BLOCK-1": _settled(_equals),
        "DM-KEY-5": _settled(_is_free),
        "DM-KEY-8": _settled(_outflanks),
        "DM-R18": _settled(_other_defence),
        "DM-R19": _settled(_is_diagonal),
        "DM-R20": _settled(_is_out_of_reach),
        "DM-R21": _settled(_counter_is_the_last),
        "DM-R22": _settled(_critical_against),
        "DM-R23": _settled(_is_blocked_together),
        "DM-R24": _settled(_may_advance),
        "DM-R25": either(_order_matters, happened(CardLeft, _twice_at_once)),
        "DM-R27": either(_settled(_knockback_is_barred), asked(Knock, _is_declined)),
        "DM-R37": asked(PowerDraw, _may_draw_again),
        "DM-R38": asked(Evade, _evades),
        "DM-R39": asked(Retaliate, _can_submerge),
        "DM-R40": _settled(_counter_defeats),
        "DM-R41": asked(PowerDraw, _wounds_nothing_changes),
    }
)
