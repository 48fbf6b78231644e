"""The Power Deck, its cycles, duels, the reserve board: what exercises their rules."""

from types import MappingProxyType
from typing import Final

from tabletop_rules.core import Seat
from tabletop_rules.dominum.abilities import Phase
from tabletop_rules.dominum.actions import OnPower, Word, said
from tabletop_rules.dominum.contents import CRITICAL
from tabletop_rules.dominum.events import (
    AssaultSettled,
    DeckCycled,
    DuelSettled,
    PhaseActivated,
    PowerDiscarded,
    PowerGained,
    PowerReset,
    PowerUsed,
)
from tabletop_rules.dominum.questions.assaults import Assault
from tabletop_rules.dominum.questions.base import Receiver
from tabletop_rules.dominum.questions.performing import Duel
from tabletop_rules.dominum.questions.phases import PhasePlay
from tabletop_rules.dominum.questions.powers import Gain, PowerDraw, TakeCounter
from tabletop_rules.dominum.verifying.watching import (
    Step,
    Witnesses,
    asked,
    either,
    happened,
    waiting,
)

__all__ = ["WITNESSES"]

_FULL: Final = 3


# ---------------------------------------------------------------- cycles


def _cycle_is_done(step: Step, event: PowerGained) -> bool:
    """Seven cards are in the deck and two on the reserve board, and play resumes."""
    power = step.after.powers[event.seat]
    return event.rule == "DM-CYCLE-4" and len(power.deck) == 7 and len(power.reserve) == 2


def _counters_out_of_order(step: Step, question: TakeCounter) -> bool:
    action = step.action
    return (
        isinstance(action, OnPower) and action.card != step.before.powers[question.seat].counters[0]
    )


def _fifth(step: Step, event: DeckCycled) -> bool:
    return not step.before.powers[event.seat].counters


def _in_the_middle(step: Step, event: DeckCycled) -> bool:
    """What the ninth card was used for is not settled before the cycle is."""
    return any(isinstance(item, Receiver) for item in step.after.agenda)


def _second_card_follows(step: Step, event: DeckCycled) -> bool:
    """The deck of an assault cycles before its second card is chosen."""
    assault = waiting(step.after, Assault)
    return assault is not None and assault.seat == event.seat and len(assault.cards) == 1


def _is_used_up(step: Step, seat: Seat) -> bool:
    """The deck has become empty, and that is no cycle."""
    before, after = step.before.powers[seat], step.after.powers[seat]
    return bool(before.deck) and not after.deck and bool(after.reserve)


def _draws_the_last(step: Step, event: PowerUsed) -> bool:
    return _is_used_up(step, event.seat)


def _gains_the_last(step: Step, event: PowerGained) -> bool:
    return event.rule == "DM-RES-1" and _is_used_up(step, event.seat)


# ---------------------------------------------------------------- the Critical, duels


def _is_critical(step: Step, event: PowerUsed) -> bool:
    return event.card == CRITICAL


def _critical_assaults(step: Step, event: AssaultSettled) -> bool:
    """One of the two cards of an assault is the Critical."""
    assault = waiting(step.before, Assault)
    cards = () if assault is None else assault.cards
    now = [each.card for each in step.events if isinstance(each, PowerUsed)]
    return CRITICAL in (*cards, *now)


def _answers_a_duel(step: Step, question: PowerDraw) -> bool:
    """The opponent sees the card of the initiator and decides."""
    duel = step.before.agenda[-2]
    return isinstance(duel, Duel) and duel.mine is not None and not duel.answered


def _reset_after_a_duel(step: Step, event: PowerReset) -> bool:
    same = step.before.powers[event.seat].counters == step.after.powers[event.seat].counters
    return same and any(isinstance(each, DuelSettled) for each in step.events)


def _not_reset_after_a_duel(step: Step, event: DuelSettled) -> bool:
    return not any(isinstance(each, PowerReset) for each in step.events)


# ---------------------------------------------------------------- reserve board


def _makes_room(step: Step, event: PowerDiscarded) -> bool:
    """A full reserve board loses a card before another one comes."""
    full = len(step.before.powers[event.seat].reserve) == _FULL
    comes = waiting(step.before, Gain) or waiting(step.after, Gain)
    return full and event.rule == "DM-RES-2" and comes is not None


def _asks_an_empty_deck(step: Step, question: PhasePlay) -> bool:
    return step.action == said[Word.RESERVE] and not step.before.powers[question.seat].deck


def _activates_an_empty_deck(step: Step, event: PhaseActivated) -> bool:
    """The Reserve Power phase is over at once."""
    if event.phase != Phase.RESERVE.value or step.after.clock.phase is not None:
        return False
    return not step.before.powers[event.seat].deck


WITNESSES: Final[Witnesses] = MappingProxyType(
    {
        "DM-POWER-4": happened(PowerUsed),
        "DM-POWER-8": happened(PowerUsed, _is_critical),
        "DM-POWER-10": happened(AssaultSettled, _critical_assaults),
        "DM-CYCLE-5": happened(PowerGained, _cycle_is_done),
        "DM-CYCLE-7": asked(TakeCounter, _counters_out_of_order),
        "DM-DUEL-1": asked(PowerDraw, _answers_a_duel),
        "DM-DUEL-3": happened(PowerReset, _reset_after_a_duel),
        "DM-ASLT-8": happened(DeckCycled, _second_card_follows),
        "DM-RES-3": happened(PowerGained, _gains_the_last),
        "DM-R13": happened(DeckCycled, _fifth),
        "DM-R14": happened(DeckCycled, _in_the_middle),
        "DM-R15": either(
            happened(PowerUsed, _draws_the_last), happened(PowerGained, _gains_the_last)
        ),
        "DM-R16": either(
            happened(PowerDiscarded, _makes_room),
            asked(PhasePlay, _asks_an_empty_deck),
            happened(PhaseActivated, _activates_an_empty_deck),
        ),
        "DM-R17": either(
            happened(DuelSettled, _not_reset_after_a_duel),
            happened(PowerReset, _reset_after_a_duel),
        ),
    }
)
