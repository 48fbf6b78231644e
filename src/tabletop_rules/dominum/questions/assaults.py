"""Assaults: initial score, two power cards, Surge, points."""

from attrs import evolve, frozen

from tabletop_rules.core import Event, Seat, Transition
from tabletop_rules.core.agenda import run_steps
from tabletop_rules.dominum.abilities import KeywordName, Stat, Trigger
from tabletop_rules.dominum.actions import Action, Say, Word, said
from tabletop_rules.dominum.changes import change_points, set_surge
from tabletop_rules.dominum.contents import CRITICAL
from tabletop_rules.dominum.events import AssaultBegan, AssaultSettled
from tabletop_rules.dominum.questions.base import Decision, Receiver
from tabletop_rules.dominum.questions.powers import ask_power
from tabletop_rules.dominum.questions.triggers import Moment, ready
from tabletop_rules.dominum.standing import Sight, has, hold, stat_bonus
from tabletop_rules.dominum.state import State

__all__ = ["Assault", "UseSurge", "begin_assault", "can_assault", "initial_score"]

_CARDS = 2
_ONE_POINT = 9
_TWO_POINTS = 11


def can_assault(state: State, seat: Seat) -> bool:
    """Return whether a seat has a card in the enemy Assault Zone (rules DM-ASLT-1, DM-BOARD-4)."""
    return bool(state.masks[seat] & state.config.board.zones[1 - seat])


def initial_score(state: State, seat: Seat) -> int:
    """Return the initial score of an assault (rules DM-ASLT-2, DM-KEY-2)."""
    board = state.config.board
    own = state.masks[seat]
    there = own & board.zones[1 - seat]
    score = there.bit_count() + (there & board.fortified[1 - seat]).bit_count()
    for unit in state.units:
        if unit.seat == seat:
            if board.neutral >> unit.space & 1 and has(state, unit, KeywordName.BARRAGE):
                score += 1
            score += stat_bonus(state, unit, (Stat.ASSAULT,))
    stronghold = state.stronghold(seat)
    for bonus in () if stronghold is None else stronghold.bonuses:
        if bonus.stat is Stat.ASSAULT and hold(state, bonus.when, Sight(seat, None)):
            score += bonus.amount
    return score


def begin_assault(state: State, seat: Seat) -> Transition[State]:
    """Return the state in which an assault waits for its first power card."""
    initial = initial_score(state, seat)
    began = AssaultBegan(rule="DM-ASLT-2", seat=seat, initial=initial)
    return Transition(state.push(Assault(seat, initial)), (began,))


@frozen
class Assault(Receiver):
    """An assault that is being settled (rules DM-ASLT-3, DM-R28)."""

    draws = "DM-ASLT-3"

    seat: Seat
    initial: int
    cards: tuple[int, ...] = ()
    surged: bool | None = None
    """Whether Surge was used; ``None``: not asked yet."""

    def with_power(self, card: int | None, /) -> "Assault":
        """Return the assault with one more power card."""
        assert card is not None  # an assault must draw
        return evolve(self, cards=(*self.cards, card))

    def run(self, state: State, /) -> Transition[State]:
        """Draw two cards, ask for Surge, score (rules DM-ASLT-8, DM-R14)."""
        seat = self.seat
        if len(self.cards) < _CARDS:
            return ask_power(state, seat, may=False)
        if self.surged is None and state.players[seat].surge:
            return Transition(state.push(UseSurge(seat)), ())
        counts = state.config.power_deck.critical_counts  # DM-POWER-10
        total = self.initial + sum(counts if c == CRITICAL else c for c in self.cards)
        events: tuple[Event, ...] = ()
        after = state.popped()
        if self.surged:
            total += 1
            after, events = set_surge(after, seat, False, "DM-ASLT-7")
        points = (total >= _ONE_POINT) + (total >= _TWO_POINTS)
        rule = ("DM-ASLT-4", "DM-ASLT-5", "DM-ASLT-6")[points]
        events += (AssaultSettled(rule=rule, seat=seat, total=total, points=points),)
        if points:
            after, more = change_points(after, seat, points, rule)
        else:
            after, more = set_surge(after, seat, True, rule)
        waiting = ready(after, (Moment(Trigger.ASSAULTS, None, None, seat),))
        return Transition(after.push(*waiting), events + more)


@frozen
class UseSurge(Decision):
    """The total is known: its owner may use the Surge token (rules DM-ASLT-7, DM-R29)."""

    cites = "DM-ASLT-7"
    wants = "use the Surge token, 'surge', or decline"

    seat: Seat

    def listed(self, state: State, /) -> tuple[Action, ...]:
        """Return yes and no."""
        return (said[Word.SURGE], said[Word.DECLINE])

    def answer(self, state: State, action: Action, /) -> Transition[State]:
        """Add 1, or not."""
        assault = state.agenda[-2]
        assert isinstance(assault, Assault)
        surged = isinstance(action, Say) and action.word is Word.SURGE
        decided = evolve(assault, surged=surged)
        return run_steps(state.with_agenda((*state.agenda[:-2], decided)), ())
