"""Power Decks: drawing power, the reserve board, cycles, resets."""

from functools import lru_cache

from attrs import frozen

from tabletop_rules.core import Distribution, Refusal, Seat, Step, Transition
from tabletop_rules.core.agenda import run_steps
from tabletop_rules.core.deck import removed
from tabletop_rules.dominum.abilities import Pile
from tabletop_rules.dominum.actions import (
    Action,
    DrawCard,
    OnPower,
    PowerVerb,
    Say,
    Word,
    on_power,
    said,
)
from tabletop_rules.dominum.events import (
    CounterSpent,
    DeckCycled,
    PowerDeclined,
    PowerDiscarded,
    PowerGained,
    PowerReset,
    PowerUsed,
)
from tabletop_rules.dominum.questions.base import Decision, Lot, Receiver, unchanged
from tabletop_rules.dominum.state import Power, State, make_power

__all__ = [
    "Cycle",
    "Discard",
    "Gain",
    "PowerDraw",
    "Refill",
    "TakeCounter",
    "TakeUsed",
    "TopCard",
    "ask_power",
    "reset_power",
]

_ALL = 9
_FULL = 3
"""The places of a reserve board."""


@lru_cache(maxsize=1 << 12)
def _plus(cards: tuple[int, ...], card: int) -> tuple[int, ...]:
    return tuple(sorted((*cards, card)))


_minus = lru_cache(maxsize=1 << 12)(removed)


@lru_cache(maxsize=1 << 12)
def _draws(deck: tuple[int, ...]) -> Distribution[Action]:
    return Distribution.of((DrawCard(card), deck.count(card)) for card in dict.fromkeys(deck))


@lru_cache(maxsize=1 << 12)
def _distinct(verb: PowerVerb, cards: tuple[int, ...]) -> tuple[Action, ...]:
    return tuple(on_power(verb, card) for card in dict.fromkeys(cards))


@lru_cache(maxsize=1 << 12)
def _draw_options(deck: bool, reserve: tuple[int, ...], may: bool) -> tuple[Action, ...]:
    top: tuple[Action, ...] = (said[Word.POWER_DECK],) if deck else ()
    no: tuple[Action, ...] = (said[Word.DECLINE],) if may else ()
    return (*top, *_distinct(PowerVerb.RESERVE, reserve), *no)


def ask_power(state: State, seat: Seat, may: bool) -> Transition[State]:
    """Return the state in which `seat` draws power for the receiver on top of the agenda.

    Where there is nothing to choose nobody is asked (rules DM-POWER-2, DM-POWER-3, DM-R15).
    """
    power = state.powers[seat]
    if not may and not power.reserve:
        return Transition(state.push(top_card(seat)), ())
    if not may and not power.deck and power.reserve[0] == power.reserve[-1]:
        return _use(state, seat, power.reserve[0], reserve=True)
    return Transition(state.push(power_draw(seat, may)), ())


@lru_cache(maxsize=1 << 8)
def _used(seat: Seat, card: int, reserve: bool) -> PowerUsed:
    rule = "DM-POWER-3" if reserve else "DM-POWER-2"
    return PowerUsed(rule=rule, seat=seat, card=card, reserve=reserve)


def _use(state: State, seat: Seat, card: int, *, reserve: bool) -> Transition[State]:
    """Return the state in which a power card was used by the receiver on top of the agenda.

    If it was the ninth the deck cycles before anything else (rules DM-POWER-4, DM-R14).
    """
    power = state.powers[seat]
    used = _plus(power.used, card)
    if reserve:
        made = make_power(power.deck, _minus(power.reserve, card), used, power.counters)
    else:
        made = make_power(_minus(power.deck, card), power.reserve, used, power.counters)
    receiver = state.agenda[-1]
    assert isinstance(receiver, Receiver)
    agenda = (*state.agenda[:-1], receiver.with_power(card))
    if len(used) == _ALL:
        agenda = (*agenda, Cycle(seat))
    powers = (made, state.powers[1]) if seat == 0 else (state.powers[0], made)
    after = State(state.config, state.clock, state.players, powers, state.units, agenda)
    return Transition(after, (_used(seat, card, reserve),))


@frozen(cache_hash=True)
class PowerDraw(Decision):
    """A seat draws power: from the deck, from the reserve board, or if it `may` not at all.

    The attacker must, the defender may (rules DM-POWER-13, DM-R41).
    """

    cites = "DM-POWER-12"
    wants = "draw power: 'power deck' or 'power reserve NUMBER'"

    seat: Seat
    may: bool

    @property
    def request(self) -> str:
        """Nobody who may decline is told to draw (rule DM-POWER-13)."""
        return f"may {self.wants}, or decline" if self.may else f"must {self.wants}"

    def reason_against(self, state: State, action: object, /) -> Refusal | None:
        """Say which card is not on the reserve board, that the deck is empty, or why it must."""
        if isinstance(action, OnPower):
            return Refusal(self.cites, f"there is no such card on seat {self.seat}'s reserve board")
        if action == Say(Word.POWER_DECK):
            return Refusal(self.cites, f"the Power Deck of seat {self.seat} is empty")
        receiver = state.agenda[-2]
        if action == Say(Word.DECLINE) and isinstance(receiver, Receiver):
            return Refusal(receiver.draws, f"seat {self.seat} has to draw power for this")
        return None

    def listed(self, state: State, /) -> tuple[Action, ...]:
        """Return the deck, each different reserve card, and perhaps declining."""
        power = state.powers[self.seat]
        return _draw_options(bool(power.deck), power.reserve, self.may)

    def answer(self, state: State, action: Action, /) -> Transition[State]:
        """Turn the top card, use the reserve card, or go on without."""
        if isinstance(action, Say) and action.word is Word.POWER_DECK:
            return Transition(state.popped(top_card(self.seat)), ())
        if isinstance(action, OnPower):
            after, events = _use(state.popped(), self.seat, action.card, reserve=True)
            return run_steps(after, events)
        receiver = state.agenda[-2]
        assert isinstance(receiver, Receiver)
        declined = PowerDeclined(rule="DM-POWER-13", seat=self.seat)
        agenda = (*state.agenda[:-2], receiver.with_power(None))
        return run_steps(state.with_agenda(agenda), (declined,))


power_draw = lru_cache(maxsize=8)(PowerDraw)


@frozen(cache_hash=True)
class TopCard(Lot):
    """The top card of a Power Deck is turned over and used (rule DM-POWER-2)."""

    cites = "DM-POWER-2"
    wants = "the top card of the Power Deck must be turned over: only a card left in it can come"

    seat: Seat

    def odds(self, state: State, /) -> Distribution[Action]:
        """Return each card of the deck, by how often it is there (rule DM-R48)."""
        return _draws(state.powers[self.seat].deck)

    def answer(self, state: State, action: Action, /) -> Transition[State]:
        """Use the card."""
        assert isinstance(action, DrawCard)
        after, events = _use(state.popped(), self.seat, action.card, reserve=False)
        return run_steps(after, events)


top_card = lru_cache(maxsize=4)(TopCard)


@frozen
class Refill(Lot):
    """The top card of a Power Deck goes to the reserve board, `left` times."""

    cites = "DM-RES-1"
    wants = "the top card of the Power Deck must be turned over: only a card left in it can come"

    seat: Seat
    left: int = 1
    by: str = "DM-RES-1"
    """The rule by which the cards come there."""

    @property
    def rule(self) -> str:
        """The rule by which the cards come there."""
        return self.by

    def odds(self, state: State, /) -> Distribution[Action]:
        """Return each card of the deck, by how often it is there (rule DM-R48)."""
        return _draws(state.powers[self.seat].deck)

    def answer(self, state: State, action: Action, /) -> Transition[State]:
        """Put the card on the reserve board."""
        assert isinstance(action, DrawCard)
        power = state.powers[self.seat]
        reserve = _plus(power.reserve, action.card)
        made = make_power(_minus(power.deck, action.card), reserve, power.used, power.counters)
        more = (Refill(self.seat, self.left - 1, self.by),) if self.left > 1 else ()
        gained = PowerGained(rule=self.by, seat=self.seat, card=action.card)
        return run_steps(state.popped(*more).with_power(self.seat, made), (gained,))


@frozen
class Cycle(Step[State]):
    """All nine cards are used: a counter is put aside, its card and one more to the reserve."""

    seat: Seat

    def run(self, state: State, /) -> Transition[State]:
        """Ask for the counter, or take the only one; without any, DM-R13."""
        power = state.powers[self.seat]
        cycled = DeckCycled(rule="DM-CYCLE-1", seat=self.seat)
        if not power.counters:
            after = state.popped(Refill(self.seat, 2, "DM-R13"))
            made = make_power(power.used, (), (), ())
            fifth = DeckCycled(rule="DM-R13", seat=self.seat)
            return Transition(after.with_power(self.seat, made), (fifth,))
        if len(power.counters) == 1:
            after, events = _spend(state.popped(), self.seat, power.counters[0])
            return Transition(after, (cycled, *events))
        return Transition(state.popped(TakeCounter(self.seat)), (cycled,))


def _spend(state: State, seat: Seat, counter: int) -> Transition[State]:
    """Return the state after a counter was put aside (rules DM-CYCLE-2 to DM-CYCLE-5)."""
    power = state.powers[seat]
    counters = removed(power.counters, counter)
    made = make_power(removed(power.used, counter), (counter,), (), counters)
    spent = CounterSpent(rule="DM-CYCLE-2", seat=seat, counter=counter, left=len(counters))
    gained = PowerGained(rule="DM-CYCLE-3", seat=seat, card=counter)
    refill = Refill(seat, 1, "DM-CYCLE-4")
    return Transition(state.push(refill).with_power(seat, made), (spent, gained))


@frozen
class TakeCounter(Decision):
    """The owner of a deck that cycles chooses the counter (rules DM-CYCLE-2, DM-CYCLE-7)."""

    cites = "DM-CYCLE-2"
    wants = "put one of the Cycle Counters that are left aside: 'counter NUMBER'"

    seat: Seat

    def listed(self, state: State, /) -> tuple[Action, ...]:
        """Return the counters that are left."""
        return _distinct(PowerVerb.COUNTER, state.powers[self.seat].counters)

    def answer(self, state: State, action: Action, /) -> Transition[State]:
        """Put it aside."""
        assert isinstance(action, OnPower)
        return run_steps(*_spend(state.popped(), self.seat, action.card))


def reset_power(state: State, seat: Seat, rule: str) -> Transition[State]:
    """Return the state in which a Power Deck is being reset (rules DM-RESET-1, DM-DUEL-3)."""
    counters = state.powers[seat].counters
    made = Power(state.config.power_deck.cards, (), (), counters)
    reset = PowerReset(rule=rule, seat=seat)
    refill = Refill(seat, 2, "DM-RESET-1")
    return Transition(state.push(refill).with_power(seat, made), (reset,))


@frozen
class Discard(Decision):
    """A seat discards `left` cards of the reserve board of seat `of` (rules DM-RES-2, DM-R16).

    What is discarded goes to the used pile: if it is the ninth card there the deck cycles.
    """

    cites = "DM-RES-2"
    wants = "discard a card of the reserve board: 'discard NUMBER'"

    seat: Seat
    of: Seat
    left: int = 1

    def listed(self, state: State, /) -> tuple[Action, ...]:
        """Return the different cards on the reserve board."""
        return _distinct(PowerVerb.DISCARD, state.powers[self.of].reserve)

    def answer(self, state: State, action: Action, /) -> Transition[State]:
        """Discard it."""
        assert isinstance(action, OnPower)
        return run_steps(*_discard(state.popped(), self, action.card))


def _discard(state: State, asked: Discard, card: int) -> Transition[State]:
    power = state.powers[asked.of]
    used = _plus(power.used, card)
    made = make_power(power.deck, _minus(power.reserve, card), used, power.counters)
    lost = PowerDiscarded(rule=asked.cites, seat=asked.of, card=card)
    if asked.left > 1 and made.reserve:
        state = state.push(Discarding(asked.seat, asked.of, asked.left - 1))
    if len(used) == _ALL:
        state = state.push(Cycle(asked.of))
    return Transition(state.with_power(asked.of, made), (lost,))


@frozen
class Discarding(Step[State]):
    """Cards of a reserve board are to be discarded; nobody is asked where all are alike."""

    seat: Seat
    of: Seat
    left: int = 1

    def run(self, state: State, /) -> Transition[State]:
        """Ask which, or discard the only kind there is."""
        reserve = state.powers[self.of].reserve
        if not reserve:
            return unchanged(state)
        asked = Discard(self.seat, self.of, self.left)
        if reserve[0] == reserve[-1]:
            return _discard(state.popped(), asked, reserve[0])
        return Transition(state.popped(asked), ())


@frozen
class Gain(Step[State]):
    """Power cards come to the reserve board of a seat, `left` of them (DM-RES-1, DM-RES-3)."""

    seat: Seat
    left: int = 1
    source: Pile = Pile.DECK

    def run(self, state: State, /) -> Transition[State]:
        """Make room first (rule DM-R16); without a card to come nothing happens."""
        power = state.powers[self.seat]
        pile = power.deck if self.source is Pile.DECK else power.used
        if self.left < 1 or not pile:
            return unchanged(state)
        if len(power.reserve) >= _FULL:
            return Transition(state.push(Discarding(self.seat, self.seat)), ())
        after = state.popped(Gain(self.seat, self.left - 1, self.source))
        if self.source is Pile.DECK:
            return Transition(after.push(Refill(self.seat)), ())
        if pile[0] == pile[-1]:
            return _taken(after, self.seat, pile[0])
        return Transition(after.push(TakeUsed(self.seat)), ())


@frozen
class TakeUsed(Decision):
    """A seat takes a card of its used pile to its reserve board, by an ability."""

    cites = "DM-ACT-1"
    wants = "take a card of the used pile: 'take NUMBER'"

    seat: Seat

    def listed(self, state: State, /) -> tuple[Action, ...]:
        """Return the different cards of the used pile."""
        return _distinct(PowerVerb.TAKE, state.powers[self.seat].used)

    def answer(self, state: State, action: Action, /) -> Transition[State]:
        """Take it."""
        assert isinstance(action, OnPower)
        return run_steps(*_taken(state.popped(), self.seat, action.card))


def _taken(state: State, seat: Seat, card: int) -> Transition[State]:
    """Return the state in which a used power card lies on the reserve board."""
    power = state.powers[seat]
    reserve = _plus(power.reserve, card)
    made = make_power(power.deck, reserve, _minus(power.used, card), power.counters)
    gained = PowerGained(rule="DM-ACT-1", seat=seat, card=card)
    return Transition(state.with_power(seat, made), (gained,))
