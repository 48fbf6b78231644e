"""Attacks: power, defence, wounds, blocks, counterattacks, and what follows from them."""

from enum import Enum

from attrs import evolve, frozen

from tabletop_rules.core import Event, Refusal, Seat, Step, Transition
from tabletop_rules.core.agenda import run_steps
from tabletop_rules.dominum.abilities import KeywordName, Phase, Trigger, Type
from tabletop_rules.dominum.actions import (
    Action,
    OnSpace,
    Say,
    SpaceVerb,
    Word,
    on_space,
    said,
)
from tabletop_rules.dominum.board import bits
from tabletop_rules.dominum.changes import left_play, marked, moved, named, statused
from tabletop_rules.dominum.contents import CRITICAL
from tabletop_rules.dominum.events import (
    AttackDeclared,
    AttackPrepared,
    AttackResolved,
    AttackTotalled,
    Cause,
)
from tabletop_rules.dominum.moving import shift_mask
from tabletop_rules.dominum.questions.aftermath import Advance, Knock, declined, spaces_or_none
from tabletop_rules.dominum.questions.base import Decision, Receiver, unchanged
from tabletop_rules.dominum.questions.powers import ask_power
from tabletop_rules.dominum.questions.triggers import Moment, ready
from tabletop_rules.dominum.standing import attack_strength, defence_strength, has, range_mask
from tabletop_rules.dominum.state import Fight, FightKind, State, Uid, Unit

__all__ = [
    "Blocked",
    "Evade",
    "Fighting",
    "Helpers",
    "Retaliate",
    "Retaliation",
    "Stage",
    "begin_fight",
    "helpers_of",
    "hit",
    "prepared",
]

_KINDS = {
    FightKind.ATTACK: ("an attack", "DM-ATK-1"),
    FightKind.COUNTER: ("a counterattack", "DM-CTR-1"),
    FightKind.ABILITY: ("an attack by ability", "DM-R36"),
}


class Stage(Enum):
    """How far an attack has come."""

    DRAW = "draw"
    REDRAW = "redraw"
    DEFEND = "defend"
    RESOLVE = "resolve"


def helpers_of(state: State, fight: Fight) -> tuple[Unit, ...]:
    """Return who can still join a coordinated attack (rules DM-COORD-1, DM-R23).

    Helpers are named in board order: only those after the last one named.
    """
    seat = fight.attacker[0]
    target = state.unit(fight.defender)
    last = state.unit((seat, fight.helpers[-1])) if fight.helpers else None
    after = -1 if last is None else last.space
    assert target is not None  # nothing has happened since it was named
    return tuple(
        unit
        for unit in state.units
        if (
            unit.seat == seat
            and not unit.attacked
            and unit.space > after
            and unit.card != fight.attacker[1]
            and range_mask(state, unit) >> target.space & 1
        )
    )


def prepared(state: State, fight: Fight, rule: str) -> Transition[State]:
    """Return the state in which others may join an attack (rule DM-COORD-2)."""
    attacker, defender = state.unit(fight.attacker), state.unit(fight.defender)
    assert attacker is not None
    assert defender is not None
    names = state.config.board.names
    cards = state.config.domains[attacker.seat].cards
    event = AttackPrepared(
        rule=rule,
        seat=attacker.seat,
        attacker=named(state, attacker),
        space=names[attacker.space],
        target=named(state, defender),
        target_space=names[defender.space],
        helpers=tuple(cards[number].name for number in fight.helpers),
    )
    return Transition(state.push(Helpers(attacker.seat, fight)), (event,))


def begin_fight(state: State, fight: Fight) -> Transition[State]:
    """Return the state in which an attack is declared and waits for power.

    All that take part have used their attack, if it is one of the Attack phase (rules DM-ATK-7,
    DM-COORD-4, DM-R36).
    """
    attacker, defender = state.unit(fight.attacker), state.unit(fight.defender)
    assert attacker is not None
    assert defender is not None
    if not fight.free and is_free(state, fight):
        fight = evolve(fight, free=True)  # what happens later does not change it
    names = state.config.board.names
    cards = state.config.domains[attacker.seat].cards
    kind, rule = _KINDS[fight.kind]
    declared = AttackDeclared(
        rule="DM-COORD-2" if fight.helpers else rule,
        seat=attacker.seat,
        attacker=named(state, attacker),
        space=names[attacker.space],
        target=named(state, defender),
        target_space=names[defender.space],
        helpers=tuple(cards[number].name for number in fight.helpers),
        kind=kind,
    )
    units = state.units
    if fight.kind is FightKind.ATTACK:
        seat, joined = attacker.seat, (fight.attacker[1], *fight.helpers)
        units = tuple(
            marked(u, attacked=True) if u.seat == seat and u.card in joined else u for u in units
        )
    agenda = (*state.agenda, Fighting(fight))
    after = State(state.config, state.clock, state.players, state.powers, units, agenda)
    return Transition(after, (declared,))


@frozen
class Helpers(Decision):
    """The attacker names the cards that coordinate, one by one, then goes (rule DM-COORD-2)."""

    cites = "DM-COORD-2"
    wants = "name a card that joins the attack, 'with b4', in board order, or say 'go'"

    seat: Seat
    fight: Fight

    def listed(self, state: State, /) -> tuple[Action, ...]:
        """Return each card that can join, and going."""
        names = state.config.board.names
        joining = helpers_of(state, self.fight)
        return (*(on_space(SpaceVerb.WITH, names[u.space]) for u in joining), said[Word.GO])

    def answer(self, state: State, action: Action, /) -> Transition[State]:
        """Add the card; when none can follow, go."""
        fight = self.fight
        if isinstance(action, OnSpace):
            helper = state.at[state.config.board.by_name[action.space]]
            fight = evolve(fight, helpers=(*fight.helpers, helper.card))
            if helpers_of(state, fight):
                return prepared(state.popped(), fight, self.cites)
        return run_steps(*begin_fight(state.popped(), fight))

    def reason_against(self, state: State, action: object, /) -> Refusal | None:
        """Say why a card cannot join."""
        if isinstance(action, OnSpace) and action.verb is SpaceVerb.WITH:
            reason = f"no card on {action.space} can join: it must be an ally that follows in board"
            return Refusal("DM-COORD-1", f"{reason} order, in range, with its attack unused")
        return None


@frozen
class Fighting(Receiver):
    """An attack that is being settled (rules DM-ATK-2, DM-POWER-12)."""

    draws = "DM-POWER-13"

    fight: Fight
    stage: Stage = Stage.DRAW
    total: int | None = None
    """The attack total once it was said: it stands (rule DM-ATK-8)."""

    def with_power(self, card: int | None, /) -> "Fighting":
        """Return the attack with the power card of the attacker or of the defender."""
        fight = self.fight
        if self.stage is Stage.DEFEND:
            return Fighting(evolve(fight, answer=card), Stage.RESOLVE, self.total)
        if self.stage is Stage.DRAW:
            following = Stage.REDRAW if fight.lunged else Stage.DEFEND
            return Fighting(evolve(fight, power=card), following)
        # A second draw after a lunge counts instead of the first (DM-KEY-7, DM-R37).
        return Fighting(fight if card is None else evolve(fight, power=card), Stage.DEFEND)

    def run(self, state: State, /) -> Transition[State]:
        """Let the attacker draw, then the defender, then see who prevails."""
        fight = self.fight
        if self.stage is Stage.DRAW:
            return ask_power(state, fight.attacker[0], may=False)
        if self.stage is Stage.REDRAW:
            return ask_power(state, fight.attacker[0], may=True)
        if self.stage is Stage.DEFEND:
            total = attack_total(state, fight)
            said_total = AttackTotalled(rule="DM-ATK-8", seat=fight.attacker[0], total=total)
            declared = state.popped(Fighting(fight, Stage.DEFEND, total))
            after, events = ask_power(declared, fight.defender[0], may=True)
            return Transition(after, (said_total, *events))
        return _resolve(state, fight, self.total)


def attack_total(state: State, fight: Fight) -> int | None:
    """Return the attack total, ``None`` for a Critical (rules DM-ATK-2, DM-COORD-3, DM-POWER-9)."""
    if fight.power is None or fight.power == CRITICAL:
        return None
    attacker = state.unit(fight.attacker)
    assert attacker is not None
    strength = attack_strength(state, attacker, fight)
    return strength + fight.power + len(fight.helpers) + fight.bonus


def _resolve(state: State, fight: Fight, total: int | None) -> Transition[State]:
    """Return the state after totals were compared (rules DM-ATK-3, DM-BLOCK-1, DM-R22)."""
    attacker, defender = state.unit(fight.attacker), state.unit(fight.defender)
    assert attacker is not None
    assert defender is not None
    defence: int | None = None
    if fight.answer == CRITICAL:
        wounds, rule = False, "DM-POWER-9"
    else:
        defence = defence_strength(state, defender, fight) + (fight.answer or 0)
        if total is None:
            wounds, rule = True, "DM-POWER-9"
        elif total > defence:
            wounds, rule = True, "DM-ATK-3"
        elif total == defence and has(state, attacker, KeywordName.DEADLY, fight):
            wounds, rule = True, "DM-KEY-3"
        else:
            wounds, rule = False, "DM-ATK-5"
    resolved = AttackResolved(rule=rule, seat=attacker.seat, defence=defence, wounds=wounds)
    below = state.popped()
    if wounds:
        after, events = hit(below, (defender,), attacker, fight)
        return Transition(after, (resolved, *events))
    after = below.push(Blocked(fight))
    evading = shift_mask(state, attacker)
    if evading and has(state, attacker, KeywordName.EVASIVE, fight):
        after = after.push(Evade(attacker.seat, attacker.uid))
    return Transition(after, (resolved,))


# ---------------------------------------------------------------- wounds


def hit(  # noqa: PLR0913 - who, whom, by what
    state: State,
    victims: tuple[Unit, ...],
    by: Unit | None,
    fight: Fight | None,
    wounds: int = 1,
    *,
    gone: bool = False,
) -> Transition[State]:
    """Return the state in which cards have been wounded (rules DM-COND-1, DM-ATK-4).

    `by` has done it, and if it is `gone` what came back under its name is another (rule DM-R31);
    with a `fight` Knockback and Advance may follow. First wound: Knockback, then
    triggers; second wound: the card leaves, triggers, Advance (rule DM-R25).
    """
    events: tuple[Event, ...] = ()
    moments: list[Moment] = []
    below: tuple[Advance, ...] = ()
    above: tuple[Knock, ...] = ()
    for victim in victims:
        if victim.wounded or wounds > 1:
            state, more = left_play(state, victim, Cause.DEFEATED)
            events += more
            moments += _defeat_moments(victim, by, fight, gone)
            if fight is not None and by is not None and _is_beside(state, by, victim):
                below += (Advance(by.uid, victim.space),)
        else:
            hurt = marked(victim, wounded=True)
            state = state.with_unit(hurt)
            events += (statused(state, hurt, "wounded", "DM-ATK-3" if fight else "DM-COND-1"),)
            moments.append(Moment(Trigger.FIRST_WOUND, hurt, by, fight=fight, other_gone=gone))
            if fight is not None and by is not None:
                moments.append(Moment(Trigger.WOUNDS, by, hurt, fight=fight))
                if _knocks(state, by, hurt, fight):
                    above += (Knock(by.seat, hurt.uid),)
    return Transition(state.push(*below, *ready(state, moments), *above), events)


def _is_beside(state: State, one: Unit, other: Unit) -> bool:
    return bool(state.config.board.adjacent[one.space] >> other.space & 1)


def _defeat_moments(victim: Unit, by: Unit | None, fight: Fight | None, gone: bool) -> list[Moment]:
    moments = [
        Moment(Trigger.ON_DISCARD, victim, by, fight=fight, other_gone=gone),
        Moment(Trigger.ALLY_DEFEATED, victim, victim, fight=fight),
        Moment(Trigger.ENEMY_DEFEATED, victim, victim, fight=fight),
    ]
    if fight is not None and by is not None:
        moments.append(Moment(Trigger.DEFEATS, by, victim, fight=fight))
    return moments


def _knocks(state: State, by: Unit, hurt: Unit, fight: Fight) -> bool:
    """Return whether Knockback may follow: never on a Hero (rules DM-KEY-6, DM-R27)."""
    if state.card(hurt.uid).type is Type.HERO or not shift_mask(state, hurt):
        return False
    return has(state, by, KeywordName.KNOCKBACK, fight)


# ---------------------------------------------------------------- blocks


@frozen
class Evade(Decision):
    """A card with Evasive whose attack was blocked may shift (rules DM-KEY-4, DM-R38)."""

    cites = "DM-KEY-4"
    wants = "shift the blocked card, 'evade c3', or decline"

    seat: Seat
    attacker: Uid

    def listed(self, state: State, /) -> tuple[Action, ...]:
        """Return each adjacent empty space, and declining."""
        unit = state.unit(self.attacker)
        assert unit is not None
        return spaces_or_none(state, SpaceVerb.EVADE, shift_mask(state, unit))

    def answer(self, state: State, action: Action, /) -> Transition[State]:
        """Shift: no counterattack follows then."""
        unit = state.unit(self.attacker)
        assert unit is not None
        if not isinstance(action, OnSpace):
            return declined(state, self.seat, self.cites)
        blocked = state.agenda[-2]
        assert isinstance(blocked, Blocked)
        below = state.with_agenda((*state.agenda[:-2], Blocked(blocked.fight, True)))
        space = state.config.board.by_name[action.space]
        return run_steps(*moved(below, unit, space, "evades", self.cites))


@frozen
class Blocked(Step[State]):
    """An attack was blocked: triggers, then the counterattack (rule DM-ATK-6)."""

    fight: Fight
    evaded: bool = False

    def run(self, state: State, /) -> Transition[State]:
        """Set off what being blocked, and blocking, sets off."""
        fight = self.fight
        attacker, defender = state.unit(fight.attacker), state.unit(fight.defender)
        assert attacker is not None
        assert defender is not None
        after = state.popped()
        if not self.evaded and fight.kind is not FightKind.COUNTER:
            after = after.push(Retaliation(fight))
        moments = [
            Moment(Trigger.BLOCKED, attacker, defender, fight=fight),
            Moment(Trigger.BLOCKS, defender, attacker, fight=fight),
        ]
        return Transition(after.push(*ready(after, moments)), ())


def is_free(state: State, fight: Fight) -> bool:
    """Return whether an attack is a free strike (rules DM-KEY-5, DM-KEY-8, DM-COORD-5)."""
    if fight.free:
        return True
    attacker = state.unit(fight.attacker)
    if attacker is not None and has(state, attacker, KeywordName.FREE_STRIKE, fight):
        return True
    if not fight.helpers:
        return False
    seat = fight.attacker[0]
    joined = (state.unit((seat, card)) for card in (fight.attacker[1], *fight.helpers))
    return any(u is not None and has(state, u, KeywordName.OUTFLANK, fight) for u in joined)


@frozen
class Retaliation(Step[State]):
    """Whether the card that blocked may counterattack or submerge (rules DM-R20, DM-R21).

    A counterattack is a fight of its own: if it defeats the attacker, that is the end of the
    attack, and the phase goes on with the other cards (rule DM-R40).
    """

    fight: Fight

    def run(self, state: State, /) -> Transition[State]:
        """Ask its owner, if either is possible."""
        seat = self.fight.defender[0]
        asked = Retaliate(seat, self.fight)
        if len(asked.listed(state)) == 1:
            return unchanged(state)
        return Transition(state.popped(asked), ())


@frozen
class Retaliate(Decision):
    """The owner of the card that blocked decides (rules DM-ATK-6, DM-KEY-9, DM-R39)."""

    cites = "DM-ATK-6"
    wants = "counterattack, submerge where that is offered, or decline"

    seat: Seat
    fight: Fight

    def listed(self, state: State, /) -> tuple[Action, ...]:
        """Return the counterattack, the spaces to submerge to, and declining."""
        no = said[Word.DECLINE]
        fight = self.fight
        attacker, blocker = state.unit(fight.attacker), state.unit(fight.defender)
        if attacker is None or blocker is None or fight.free:
            return (no,)
        options: list[Action] = []
        near = range_mask(state, blocker) >> attacker.space & 1
        if near or not state.config.rulings.counterattack_needs_range:
            options.append(said[Word.COUNTERATTACK])
        if self._submerges(state):
            names = state.config.board.names
            for space in bits(range_mask(state, blocker) & state.empty):
                options.append(on_space(SpaceVerb.SUBMERGE, names[space]))  # noqa: PERF401
        return (*options, no)

    def _submerges(self, state: State) -> bool:
        """Return whether the card that blocked has Submerge, in the other's Attack phase."""
        clock, blocker = state.clock, state.unit(self.fight.defender)
        theirs = clock.phase is Phase.ATTACK and clock.active == self.fight.attacker[0]
        submerge = KeywordName.SUBMERGE
        return theirs and blocker is not None and has(state, blocker, submerge, self.fight)

    def answer(self, state: State, action: Action, /) -> Transition[State]:
        """Strike back, dive, or let it be."""
        below = state.popped()
        if isinstance(action, Say) and action.word is Word.COUNTERATTACK:
            fight = Fight(self.fight.defender, self.fight.attacker, FightKind.COUNTER, free=True)
            return run_steps(*begin_fight(below, fight))
        if isinstance(action, OnSpace):
            unit = state.unit(self.fight.defender)
            assert unit is not None
            space = state.config.board.by_name[action.space]
            return run_steps(*moved(below, unit, space, "submerges", "DM-KEY-9"))
        return declined(state, self.seat, self.cites)

    def reason_against(self, state: State, action: object, /) -> Refusal | None:
        """Say why there is no counterattack or no Submerge here."""
        if isinstance(action, Say) and action.word is Word.COUNTERATTACK:
            return Refusal("DM-R20", "the attacker is not within the blocker's range")
        if isinstance(action, OnSpace) and action.verb is SpaceVerb.SUBMERGE:
            if not self._submerges(state):
                return Refusal(
                    "DM-KEY-9", "the blocker does not have Submerge, or not in this phase"
                )
            return Refusal("DM-R39", "the blocker cannot submerge there")
        return None
