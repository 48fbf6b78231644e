"""Performing abilities: costs, then effects, one after the other."""

from typing import assert_never

from attrs import evolve, frozen

from tabletop_rules.core import Event, Seat, Step, Transition
from tabletop_rules.core.agenda import run_steps
from tabletop_rules.dominum.abilities import (
    Charge,
    Choose,
    Cost,
    Deploy,
    DrawPower,
    Effect,
    GainReserve,
    GainSurge,
    LoseReserve,
    Pile,
    PowerDuel,
    ResetPower,
    ReturnCard,
    Targeted,
    VictoryPoints,
)
from tabletop_rules.dominum.actions import Action, OnSpace, Option, SpaceVerb, on_space
from tabletop_rules.dominum.changes import change_charges, change_points, left_play, set_surge
from tabletop_rules.dominum.contents import CRITICAL
from tabletop_rules.dominum.events import Cause, DuelSettled, OptionChosen, PowerTested
from tabletop_rules.dominum.questions import deploying, targets
from tabletop_rules.dominum.questions.base import Decision, Receiver, unchanged
from tabletop_rules.dominum.questions.powers import Discarding, Gain, ask_power, reset_power
from tabletop_rules.dominum.sources import Source, own_card
from tabletop_rules.dominum.standing import matching, places_mask, seats_of
from tabletop_rules.dominum.state import State, Uid

__all__ = [
    "Choice",
    "Duel",
    "PayDraw",
    "PaySacrifice",
    "Perform",
    "PowerTest",
    "SacrificeOne",
    "begin",
    "can_do",
    "is_payable",
    "pay",
]


def is_payable(state: State, source: Source, cost: Cost) -> bool:
    """Return whether a cost can be paid whole: charges are never below 0."""
    seat = source.seat
    if cost.charges > state.players[seat].charges:
        return False
    if cost.discard_power > len(state.powers[seat].reserve):
        return False
    sacrificed = cost.sacrifice
    return sacrificed is None or bool(matching(state, sacrificed, seat, own_card(state, source)))


def pay(state: State, source: Source, cost: Cost) -> Transition[State]:
    """Return the state in which a cost is being paid, in the order in which it stands."""
    events: tuple[Event, ...] = ()
    if cost.sacrifice is not None:
        state = state.push(PaySacrifice(source, cost))
    for _ in range(cost.draw_power):
        state = state.push(PayDraw(source.seat))
    if cost.discard_power:
        state = state.push(Discarding(source.seat, source.seat, cost.discard_power))
    if cost.charges:
        state, events = change_charges(state, source.seat, -cost.charges, "DM-ACT-2")
    return Transition(state, events)


def begin(
    state: State, source: Source, cost: Cost, effects: tuple[Effect, ...]
) -> Transition[State]:
    """Return the state in which an ability is being paid for and performed."""
    return pay(state.push(Perform(source, effects)), source, cost)


def can_do(state: State, source: Source, effects: tuple[Effect, ...]) -> bool:
    """Return whether any of the effects can do anything as things stand."""
    return any(
        _can_do(state, source, effect, effects[place:]) for place, effect in enumerate(effects, 1)
    )


def _can_do(state: State, source: Source, effect: Effect, after: tuple[Effect, ...]) -> bool:
    seat = source.seat
    if isinstance(effect, Targeted):
        return targets.has_candidates(state, source, effect, after)
    match effect:
        case GainReserve(source=pile):
            power = state.powers[seat]
            return bool(power.deck if pile is Pile.DECK else power.used)
        case LoseReserve(side=side):
            return any(state.powers[s].reserve for s in seats_of(side, seat))
        case ReturnCard():
            return bool(deploying.recall_options(state, seat, effect))
        case Deploy():
            return _can_muster(state, seat, effect)
        case GainSurge():
            return not state.players[seat].surge
        case Charge() | ResetPower() | VictoryPoints() | PowerDuel() | DrawPower() | Choose():
            return True
        case _:
            assert_never(effect)


def _can_muster(state: State, seat: Seat, effect: Deploy) -> bool:
    mask = state.empty & places_mask(state, effect.places, seat)
    return bool(state.players[seat].hand and mask and deploying.has_room(state, seat))


@frozen
class Perform(Step[State]):
    """The effects of an ability that are still to be performed, in their order.

    `same` is the card that the effect before was for.
    """

    source: Source
    effects: tuple[Effect, ...]
    same: Uid | None = None

    def run(self, state: State, /) -> Transition[State]:
        """Perform the first of them."""
        if not self.effects:
            return unchanged(state)
        rest = self.effects[1:]
        below = state.popped(Perform(self.source, rest, self.same)) if rest else state.popped()
        effect = self.effects[0]
        if isinstance(effect, Targeted):
            return targets.aim(below, self.source, effect, self.same, tells=bool(rest))
        return _carried_out(below, self.source, effect)


def _carried_out(state: State, source: Source, effect: Effect) -> Transition[State]:  # noqa: PLR0912 - one case for each kind of effect
    seat = source.seat
    events: tuple[Event, ...] = ()
    match effect:
        case Charge(amount=amount, side=side):
            for s in seats_of(side, seat):
                state, more = change_charges(state, s, amount, "DM-SH-1")
                events += more
        case VictoryPoints(amount=amount, side=side):
            for s in seats_of(side, seat):
                state, more = change_points(state, s, amount, "DM-ACT-2")
                events += more
        case GainSurge():
            return set_surge(state, seat, True, "DM-R29")
        case GainReserve(count=count, source=pile):
            return Transition(state.push(Gain(seat, count, pile)), ())
        case LoseReserve(count=count, side=side):
            for s in seats_of(side, seat):
                state = state.push(Discarding(seat, s, count))
        case ResetPower(side=side):
            for s in seats_of(side, seat):
                state, more = reset_power(state, s, "DM-RESET-1")
                events += more
        case ReturnCard():
            return deploying.recall(state, seat, effect)
        case Deploy():
            if _can_muster(state, seat, effect):
                return Transition(state.push(deploying.Muster(seat, effect)), ())
        case PowerDuel(win=win, lose=lose):
            return Transition(state.push(Duel(source, win, lose)), ())
        case DrawPower():
            return Transition(state.push(PowerTest(source, effect)), ())
        case Choose():
            return Transition(state.push(Choice(seat, source, effect)), ())
        case _:
            raise AssertionError("the effects for cards are performed elsewhere")
    return Transition(state, events)


# ---------------------------------------------------------------- costs


@frozen
class PayDraw(Receiver):
    """A power card is drawn and used as a cost, whatever it shows."""

    draws = "DM-ACT-2"

    seat: Seat
    drawn: bool = False

    def with_power(self, card: int | None, /) -> "PayDraw":
        """Return the cost as paid."""
        return PayDraw(self.seat, True)

    def run(self, state: State, /) -> Transition[State]:
        """Draw, once."""
        return unchanged(state) if self.drawn else ask_power(state, self.seat, may=False)


@frozen
class PaySacrifice(Step[State]):
    """A card is to be sacrificed as a cost (rule DM-SAC-1)."""

    source: Source
    cost: Cost

    def run(self, state: State, /) -> Transition[State]:
        """Ask which, if there is a choice."""
        asked = SacrificeOne(self.source.seat, self.source, self.cost)
        below = state.popped()
        options = asked.listed(below)
        if not options:
            return Transition(below, ())
        if len(options) == 1:
            return asked.sacrificed(below, options[0])
        return Transition(below.push(asked), ())


@frozen
class SacrificeOne(Decision):
    """A seat chooses which of its cards it sacrifices (rules DM-SAC-1, DM-SAC-2)."""

    cites = "DM-SAC-1"
    wants = "sacrifice one of the cards that the cost allows, 'sacrifice c3'"

    seat: Seat
    source: Source
    cost: Cost

    def listed(self, state: State, /) -> tuple[Action, ...]:
        """Return each card that may be sacrificed."""
        names = state.config.board.names
        cards = self.cost.sacrifice
        assert cards is not None
        own = own_card(state, self.source)
        return tuple(
            on_space(SpaceVerb.SACRIFICE, names[unit.space])
            for unit in matching(state, cards, self.seat, own)
        )

    def sacrificed(self, state: State, action: Action) -> Transition[State]:
        """Return the state without the card."""
        assert isinstance(action, OnSpace)
        unit = state.at[state.config.board.by_name[action.space]]
        return left_play(state, unit, Cause.SACRIFICED)

    def answer(self, state: State, action: Action, /) -> Transition[State]:
        """Sacrifice it."""
        return run_steps(*self.sacrificed(state.popped(), action))


# ---------------------------------------------------------------- power in abilities


@frozen
class Duel(Receiver):
    """A Power Duel: the initiator draws, then the opponent may (rules DM-DUEL-1, DM-R17)."""

    draws = "DM-DUEL-1"

    source: Source
    win: tuple[Effect, ...]
    lose: tuple[Effect, ...]
    mine: int | None = None
    theirs: int | None = None
    answered: bool = False

    def with_power(self, card: int | None, /) -> "Duel":
        """Return the duel with the card of the initiator, or the opponent's answer."""
        if self.mine is None:
            return evolve(self, mine=card)
        return evolve(self, theirs=card, answered=True)

    def run(self, state: State, /) -> Transition[State]:
        """Let both draw, then compare (rules DM-DUEL-2, DM-POWER-11)."""
        seat = self.source.seat
        if self.mine is None:
            return ask_power(state, seat, may=False)
        if not self.answered:
            return ask_power(state, 1 - seat, may=True)
        theirs = self.theirs
        won = theirs != CRITICAL and (self.mine == CRITICAL or self.mine > (theirs or 0))
        critical = CRITICAL in (self.mine, theirs)
        rule = "DM-POWER-11" if critical else "DM-DUEL-2"
        events: tuple[Event, ...] = (DuelSettled(rule=rule, seat=seat, won=won),)
        effects = self.win if won else self.lose
        after = state.popped(Perform(self.source, effects)) if effects else state.popped()
        if state.config.rulings.duel_resets_deck:
            for each in (1 - seat, seat):
                after, more = reset_power(after, each, "DM-R17")
                events += more
        return Transition(after, events)


@frozen
class PowerTest(Receiver):
    """Power is drawn for an ability: a Critical or enough is a success."""

    draws = "DM-POWER-1"

    source: Source
    effect: DrawPower
    card: int | None = None

    def with_power(self, card: int | None, /) -> "PowerTest":
        """Return the test with the card that was drawn."""
        return PowerTest(self.source, self.effect, card)

    def run(self, state: State, /) -> Transition[State]:
        """Draw, then go on with the effects of the result."""
        seat = self.source.seat
        if self.card is None:
            return ask_power(state, seat, may=False)
        success = self.card == CRITICAL or self.card >= self.effect.at_least
        tested = PowerTested(rule="DM-POWER-1", seat=seat, success=success)
        effects = self.effect.success if success else self.effect.failure
        after = state.popped(Perform(self.source, effects)) if effects else state.popped()
        return Transition(after, (tested,))


@frozen
class Choice(Decision):
    """The owner of an ability chooses one of two."""

    cites = "DM-ACT-1"
    wants = "choose 'option 1' or 'option 2'"

    seat: Seat
    source: Source
    effect: Choose

    def listed(self, state: State, /) -> tuple[Action, ...]:
        """Return both."""
        return (Option(1), Option(2))

    def answer(self, state: State, action: Action, /) -> Transition[State]:
        """Go on with the one that is chosen."""
        assert isinstance(action, Option)
        effects = self.effect.first if action.number == 1 else self.effect.second
        chosen = OptionChosen(rule=self.cites, seat=self.seat, number=action.number)
        return run_steps(state.popped(Perform(self.source, effects)), (chosen,))
