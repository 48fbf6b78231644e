"""Choosing an attack: who attacks whom, after a lunge or without, alone or coordinated."""

from functools import lru_cache

from attrs import frozen

from tabletop_rules.core import Refusal, Seat, Step, Transition
from tabletop_rules.core.agenda import run_steps
from tabletop_rules.dominum.abilities import Cards, KeywordName
from tabletop_rules.dominum.actions import (
    Action,
    AttackCard,
    Hop,
    HopVerb,
    Say,
    Word,
    attack,
    hop,
    said,
)
from tabletop_rules.dominum.board import Board, bits
from tabletop_rules.dominum.changes import marked, moved
from tabletop_rules.dominum.events import AbilityDeclined
from tabletop_rules.dominum.moving import shift_mask
from tabletop_rules.dominum.questions import fights
from tabletop_rules.dominum.questions.base import Decision, unchanged
from tabletop_rules.dominum.standing import fits, has, range_mask
from tabletop_rules.dominum.state import Fight, FightKind, State, Uid, Unit

__all__ = ["Strike", "Striking", "attack_options", "lunge_options", "take_attack", "victims_mask"]


@lru_cache(maxsize=1 << 11)
def _attacks(board: Board, space: int, targets: int) -> tuple[Action, ...]:
    name = board.names[space]
    return tuple(attack(name, board.names[target]) for target in bits(targets))


@lru_cache(maxsize=1 << 11)
def hops(board: Board, verb: HopVerb, space: int, ends: int) -> tuple[Action, ...]:
    """Return the actions that take a card from `space` to each of `ends`."""
    name = board.names[space]
    return tuple(hop(verb, name, board.names[end]) for end in bits(ends))


def victims_mask(state: State, unit: Unit, victims: Cards | None) -> int:
    """Return the spaces of the enemies that a card may attack where it has the range."""
    enemies = state.masks[1 - unit.seat]
    if victims is None:
        return enemies
    mask = 0
    for foe in state.units:
        if foe.seat != unit.seat and fits(state, victims, foe, unit.seat, unit):
            mask |= 1 << foe.space
    return mask


def attack_options(state: State, unit: Unit, victims: int) -> tuple[Action, ...]:
    """Return the attacks of a card on `victims` within its range (rules DM-ATK-1, DM-R19)."""
    targets = range_mask(state, unit) & victims
    return _attacks(state.config.board, unit.space, targets) if targets else ()


def lunge_options(state: State, unit: Unit, victims: Cards | None) -> tuple[Action, ...]:
    """Return the shifts after which a card can attack (rules DM-KEY-7, DM-R37)."""
    ends = 0
    for space in bits(shift_mask(state, unit)):
        there = marked(unit, space=space)
        # Whether a certain card fits may depend on where this one stands (a keyword that it lends).
        after = state if victims is None else state.with_unit(there)
        if range_mask(state, there) & victims_mask(after, there, victims):
            ends |= 1 << space
    return hops(state.config.board, HopVerb.LUNGE, unit.space, ends) if ends else ()


def take_attack(state: State, fight: Fight) -> Transition[State]:
    """Return the state after primary attacker and target are named.

    Only attacks of the Attack phase can be coordinated (rules DM-COORD-2, DM-R36).
    """
    if fight.kind is FightKind.ATTACK and fights.helpers_of(state, fight):
        return fights.prepared(state, fight, "DM-ATK-1")
    return run_steps(*fights.begin_fight(state, fight))


@frozen
class Striking(Step[State]):
    """A card may make an attack that an ability gives it (rule DM-R36)."""

    uid: Uid
    free: bool
    keywords: tuple[KeywordName, ...]
    bonus: int
    victims: Cards

    def run(self, state: State, /) -> Transition[State]:
        """Ask its owner, if there is anything to attack."""
        asked = Strike(
            self.uid[0],
            self.uid,
            FightKind.ABILITY,
            self.free,
            self.keywords,
            self.bonus,
            self.victims,
        )
        if state.unit(self.uid) is None or len(asked.listed(state)) == 1:
            return unchanged(state)
        return Transition(state.popped(asked), ())


@frozen
class Strike(Decision):
    """A seat chooses whom a certain card attacks, or declines an attack given by an ability.

    After a lunge the attack must follow (rule DM-R37).
    """

    cites = "DM-R36"
    wants = "say whom the card attacks, 'attack c3 x c4'"

    seat: Seat
    uid: Uid
    kind: FightKind
    free: bool = False
    keywords: tuple[KeywordName, ...] = ()
    bonus: int = 0
    victims: Cards | None = None
    lunged: bool = False

    def listed(self, state: State, /) -> tuple[Action, ...]:
        """Return its attacks, lunges before them, and declining where that is possible."""
        unit = state.unit(self.uid)
        assert unit is not None
        attacks = attack_options(state, unit, victims_mask(state, unit, self.victims))
        if self.lunged:
            return attacks
        lunge = KeywordName.LUNGE
        lunges: tuple[Action, ...] = ()
        if lunge in self.keywords or has(state, unit, lunge):
            lunges = lunge_options(state, unit, self.victims)
        return (*attacks, *lunges, said[Word.DECLINE])

    def answer(self, state: State, action: Action, /) -> Transition[State]:
        """Begin the attack, shift for it, or let it be."""
        below = state.popped()
        if isinstance(action, AttackCard):
            return take_attack(below, self._fight(state, action.target))
        if isinstance(action, Hop):
            return lunge(below, self, action.end)
        return run_steps(below, (AbilityDeclined(rule=self.cites, seat=self.seat),))

    def _fight(self, state: State, target: str) -> Fight:
        victim = state.at[state.config.board.by_name[target]]
        return Fight(
            self.uid,
            victim.uid,
            self.kind,
            free=self.free,
            lunged=self.lunged,
            keywords=self.keywords,
            bonus=self.bonus,
        )

    def reason_against(self, state: State, action: object, /) -> Refusal | None:
        """Say that the card, its target or its lunge is another one."""
        unit = state.unit(self.uid)
        assert unit is not None
        board = state.config.board
        here = board.names[unit.space]
        given = "DM-R37" if self.lunged else self.cites
        match action:
            case AttackCard(space=space, target=str(target)):
                if space != here:
                    return Refusal(given, f"it is the card on {here} that attacks now")
                near = range_mask(state, unit) & state.masks[1 - unit.seat]
                if any(board.names[foe] == target for foe in bits(near)):
                    what = f"the ability gives no attack on the card on {target}"
                    return Refusal(self.cites, what)
                return Refusal("DM-ATK-1", f"there is no enemy within range on {target}")
            case Hop(verb=HopVerb.LUNGE):
                return self._against_lunge(state, unit, here)
            case Say(word=Word.DECLINE):
                return Refusal(given, "after a lunge the attack must follow")
            case _:
                return None

    def _against_lunge(self, state: State, unit: Unit, here: str) -> Refusal:
        lunge = KeywordName.LUNGE
        if lunge not in self.keywords and not has(state, unit, lunge):
            return Refusal("DM-KEY-7", f"the card on {here} does not have Lunge")
        what = "it has shifted already" if self.lunged else "no enemy will be in range there"
        return Refusal("DM-R37", what)


def lunge(state: State, strike: Strike, end: str) -> Transition[State]:
    """Return the state after a card has shifted before its attack (rule DM-KEY-7)."""
    unit = state.unit(strike.uid)
    assert unit is not None
    space = state.config.board.by_name[end]
    after, events = moved(state, unit, space, "lunges", "DM-KEY-7")
    asked = Strike(
        strike.seat,
        strike.uid,
        strike.kind,
        strike.free,
        strike.keywords,
        strike.bonus,
        strike.victims,
        True,
    )
    options = asked.listed(after)
    if len(options) == 1:
        more = asked.answer(after.push(asked), options[0])
        return Transition(more.state, events + more.events)
    return Transition(after.push(asked), events)
