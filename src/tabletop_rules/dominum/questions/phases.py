"""The eight phases: what their player can do, one action after the other."""

from functools import lru_cache

from attrs import frozen

from tabletop_rules.core import Refusal, Seat, Step, Transition
from tabletop_rules.core.agenda import run_steps
from tabletop_rules.dominum.abilities import KeywordName, Phase, Trigger
from tabletop_rules.dominum.actions import (
    Action,
    AttackCard,
    DeployCard,
    Hop,
    HopVerb,
    OnSpace,
    Say,
    SpaceVerb,
    UseAbility,
    Word,
    on_space,
    said,
)
from tabletop_rules.dominum.board import Board
from tabletop_rules.dominum.changes import change_charges, left_play, marked, moved, statused
from tabletop_rules.dominum.contents import Domain
from tabletop_rules.dominum.events import Cause, InitiativeTaken
from tabletop_rules.dominum.moving import move_mask, shift_mask, steps_of
from tabletop_rules.dominum.questions import deploying
from tabletop_rules.dominum.questions.activating import use_ability, uses
from tabletop_rules.dominum.questions.assaults import begin_assault, can_assault
from tabletop_rules.dominum.questions.base import Decision
from tabletop_rules.dominum.questions.powers import Gain
from tabletop_rules.dominum.questions.reasons import reason_in_phase
from tabletop_rules.dominum.questions.strikes import (
    Strike,
    attack_options,
    hops,
    lunge,
    lunge_options,
    take_attack,
)
from tabletop_rules.dominum.questions.triggers import Moment, ready
from tabletop_rules.dominum.standing import has
from tabletop_rules.dominum.state import Fight, FightKind, State, Unit, make_clock

__all__ = ["PhasePlay", "PhaseStep", "phase_step"]

_DONE = (said[Word.DONE],)
_OPEN = (Phase.MOVE, Phase.REPOSITION, Phase.ATTACK)
"""The phases in which each card acts for itself."""
_SET_ACTIONS = {
    Phase.ASSAULT: Word.ASSAULT,
    Phase.RESERVE: Word.RESERVE,
    Phase.INITIATIVE: Word.INITIATIVE,
}


@frozen(cache_hash=True)
class PhaseStep(Step[State]):
    """A phase goes on until its player is done, or nothing is left to do (rule DM-R9).

    `acted`: a card was retreated or deployed, or what the phase is there for has been done; in
    phases in which each card acts for itself it stays false.
    """

    seat: Seat
    phase: Phase
    acted: bool = False

    def run(self, state: State, /) -> Transition[State]:
        """Ask, unless there is nothing to choose."""
        asked = phase_play(self.seat, self.phase, self.acted)
        after = state.popped(asked)
        if _has_more(state, self):
            return Transition(after, ())
        options = after.options
        if len(options) > 1 or _might_deploy(state, self):
            return Transition(after, ())
        if said[Word.DONE] in options:
            return Transition(state.popped(), ())
        return asked.answer(after, next(iter(options)))


phase_step = lru_cache(maxsize=1 << 6)(PhaseStep)


def _has_more(state: State, step: PhaseStep) -> bool:
    """Return whether something can be done besides being done, where that is quickly seen.

    Most positions of a search are valued and left, so what can be done in them is never listed.
    """
    own = (unit for unit in state.units if unit.seat == step.seat)
    match step.phase:
        case Phase.DEPLOY:
            return not step.acted and any(True for _ in own)  # it can retreat
        case Phase.MOVE:
            return any(not u.moved and move_mask(state, u, steps_of(state, u)) for u in own)
        case Phase.REPOSITION:
            return any(not u.moved and shift_mask(state, u) for u in own)
        case _:
            return False


def _might_deploy(state: State, step: PhaseStep) -> bool:
    """Return whether for all that others know a card of the hand could be deployed by its ability.

    Then its owner is asked in any case: the number of steps must not tell what is in the hand.
    """
    if step.phase is not Phase.DEPLOY or not state.players[step.seat].hand:
        return False
    domain = state.config.domains[step.seat]
    return domain.deploys_further and deploying.has_room(state, step.seat)


@frozen(cache_hash=True)
class PhasePlay(Decision):
    """A player acts in a phase; `acted` as in `PhaseStep` (rules DM-ROUND-3, DM-R6)."""

    cites = "DM-ROUND-3"
    wants = "act in this phase, or say 'done'"

    seat: Seat
    phase: Phase
    acted: bool = False

    def listed(self, state: State, /) -> tuple[Action, ...]:
        """Return the actions of the phase, abilities bound to it, and being done."""
        able = uses(state, self.seat, self.phase)
        match self.phase:
            case Phase.DEPLOY:
                return (*_deploy_options(state, self.seat, self.acted), *able, *_DONE)
            case Phase.MOVE:
                return (*_move_options(state, self.seat), *able, *_DONE)
            case Phase.REPOSITION:
                return (*_shift_options(state, self.seat), *able, *_DONE)
            case Phase.ATTACK:
                return (*_attack_options(state, self.seat), *able, *_DONE)
            case _:
                pass
        if self.acted or (self.phase is Phase.ASSAULT and not can_assault(state, self.seat)):
            return (*able, *_DONE)
        if self.phase is Phase.CHARGE:
            return (*_charge_options(state, self.seat), *able)
        return (said[_SET_ACTIONS[self.phase]], *able)

    def answer(self, state: State, action: Action, /) -> Transition[State]:
        """Do it; the phase goes on."""
        if isinstance(action, Say) and action.word is Word.DONE:
            return run_steps(state.popped(), ())
        counts = self.phase not in _OPEN and not isinstance(action, UseAbility)
        acted = self.acted or counts
        below = state.popped(phase_step(self.seat, self.phase, acted))
        return run_steps(*self._done(state, below, action))

    def _done(self, state: State, below: State, action: Action) -> Transition[State]:
        seat, by_name = self.seat, state.config.board.by_name
        match action:
            case UseAbility():
                return use_ability(below, seat, action)
            case Hop(verb=HopVerb.LUNGE, start=start, end=end):
                unit = state.at[by_name[start]]
                return lunge(below, Strike(seat, unit.uid, FightKind.ATTACK), end)
            case Hop(start=start, end=end):
                return self._hopped(below, state.at[by_name[start]], by_name[end])
            case AttackCard(space=space, target=target):
                attacker, victim = state.at[by_name[space]], state.at[by_name[target]]
                return take_attack(below, Fight(attacker.uid, victim.uid))
            case DeployCard(name=name, space=space, ability=ability):
                card = state.config.domains[seat].numbers[name]
                if ability:
                    return deploying.deploy_by_ability(below, seat, card, by_name[space])
                return deploying.deployed(below, seat, card, by_name[space], "DM-DEP-2")
            case OnSpace(verb=SpaceVerb.RETREAT, space=space):
                return left_play(below, state.at[by_name[space]], Cause.RETREATED)
            case OnSpace(space=space):
                unit = state.at[by_name[space]]
                cured = statused(state, unit, "no longer weakened", "DM-CHG-1")
                return Transition(below.with_unit(marked(unit, weakened=False)), (cured,))
            case _:
                return _set_action(below, seat, self.phase)

    def _hopped(self, below: State, unit: Unit, space: int) -> Transition[State]:
        """Return the state after a move or shift of a phase, and what it sets off."""
        moving = self.phase is Phase.MOVE
        how, rule = ("moves", "DM-MOVE-1") if moving else ("shifts", "DM-REPO-1")
        after, events = moved(below, unit, space, how, rule, mark=True)
        there = after.unit(unit.uid)
        waiting = ready(after, (Moment(Trigger.MOVES, there),))
        return Transition(after.push(*waiting) if waiting else after, events)

    def reason_against(self, state: State, action: object, /) -> Refusal | None:
        """Say what the rules of the phase have against an action."""
        return reason_in_phase(state, self.seat, self.phase, self.acted, action)


phase_play = lru_cache(maxsize=1 << 6)(PhasePlay)


def _set_action(state: State, seat: Seat, phase: Phase) -> Transition[State]:
    """Return the state after the one thing that a phase is there for."""
    if phase is Phase.ASSAULT:
        return begin_assault(state, seat)
    if phase is Phase.CHARGE:
        return change_charges(state, seat, 2, "DM-CHG-1")
    if phase is Phase.RESERVE:
        return Transition(state.push(Gain(seat)), ())
    taken = InitiativeTaken(rule="DM-R8", seat=seat)
    old = state.clock
    clock = make_clock(old.round, old.first, old.starter, old.active, old.phase, seat)
    return Transition(state.with_clock(clock), (taken,))


# ---------------------------------------------------------------- options


@lru_cache(maxsize=1 << 11)
def _deploys(domain: Domain, board: Board, hand: tuple[int, ...], mask: int) -> tuple[Action, ...]:
    return tuple(
        action
        for card in hand
        for action in deploying.deployments(board, domain.cards[card].name, mask, False)
    )


def deploys(state: State, seat: Seat, mask: int) -> tuple[Action, ...]:
    """Return the deployments of every card in hand on the spaces of a mask."""
    config = state.config
    return _deploys(config.domains[seat], config.board, state.players[seat].hand, mask)


def further_deploys(state: State, seat: Seat, besides: int) -> tuple[Action, ...]:
    """Return the deployments that only a card's own ability allows (rule DM-INIT-7)."""
    cards = state.config.domains[seat].cards
    options: tuple[Action, ...] = ()
    for card in state.players[seat].hand:
        if cards[card].deployments:
            mask = deploying.further_spaces(state, seat, card) & ~besides
            options += deploying.deployments(state.config.board, cards[card].name, mask, True)
    return options


def _deploy_options(state: State, seat: Seat, acted: bool) -> tuple[Action, ...]:
    """Return retreats and deployments (rules DM-DEP-1, DM-DEP-2, DM-DEP-4, DM-R33, DM-R34)."""
    board = state.config.board
    options: tuple[Action, ...] = ()
    if not acted:
        options = tuple(
            on_space(SpaceVerb.RETREAT, board.names[u.space]) for u in state.units if u.seat == seat
        )
    if not deploying.has_room(state, seat):
        return options
    domain = board.domains[seat]
    options += deploys(state, seat, domain & state.empty)
    return options + further_deploys(state, seat, domain)


def _move_options(state: State, seat: Seat) -> tuple[Action, ...]:
    """Return the moves (rules DM-MOVE-1, DM-MOVE-2, DM-MOVE-8)."""
    board = state.config.board
    options: list[Action] = []
    for unit in state.units:
        if unit.seat == seat and not unit.moved:
            mask = move_mask(state, unit, steps_of(state, unit))
            options += hops(board, HopVerb.MOVE, unit.space, mask)
    return tuple(options)


def _shift_options(state: State, seat: Seat) -> tuple[Action, ...]:
    """Return the shifts of a Reposition phase (rule DM-REPO-1)."""
    board = state.config.board
    options: list[Action] = []
    for unit in state.units:
        if unit.seat == seat and not unit.moved:
            options += hops(board, HopVerb.SHIFT, unit.space, shift_mask(state, unit))
    return tuple(options)


def _attack_options(state: State, seat: Seat) -> tuple[Action, ...]:
    """Return the attacks, and the lunges before attacks (rules DM-ATK-1, DM-ATK-7, DM-KEY-7)."""
    enemies = state.masks[1 - seat]
    options: list[Action] = []
    for unit in state.units:
        if unit.seat == seat and not unit.attacked:
            options += attack_options(state, unit, enemies)
            if has(state, unit, KeywordName.LUNGE):
                options += lunge_options(state, unit, None)
    return tuple(options)


def _charge_options(state: State, seat: Seat) -> tuple[Action, ...]:
    """Return adding charges, and removing a Weaken token (rules DM-CHG-1, DM-R30)."""
    names = state.config.board.names
    weak = (u for u in state.units if u.seat == seat and u.weakened)
    return (said[Word.CHARGE], *(on_space(SpaceVerb.CURE, names[u.space]) for u in weak))
