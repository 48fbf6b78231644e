"""What a step of a duel tells: how the cards lay when it ended the round, what came to be active.

A step that ends a round shows the table, the hands and the plays no more: they are worked out from
the state before it and its events.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple, TypeAlias, TypeVar

from tabletop_rules.core import Event, Played, Seat
from tabletop_rules.dome_crushers.actions import Action, DrawCard, PlayCard
from tabletop_rules.dome_crushers.contents import Mode
from tabletop_rules.dome_crushers.draws import DrawCards
from tabletop_rules.dome_crushers.events import (
    AbilityCancelled,
    AbilityRestored,
    CardPlayed,
    CardReturned,
    CardsScored,
    CardSwitched,
)
from tabletop_rules.dome_crushers.scoring import pile_score
from tabletop_rules.dome_crushers.state import InPlay, State

__all__ = [
    "SEATS",
    "Entry",
    "Step",
    "entries",
    "event_of",
    "hands",
    "lying",
    "outside_pile",
    "plays",
    "printed",
    "winner_of",
]

E = TypeVar("E", bound=Event)
Step: TypeAlias = Played[State, Action]
SEATS: Final = (0, 1)


class Entry(NamedTuple):
    """A card that came to Ability Mode, by a play or by a switch, and whether it worked at once."""

    play: int
    card: str
    switched: bool
    works: bool


def event_of(step: Step, kind: type[E]) -> E | None:
    """Return the first event of a kind."""
    for event in step.events:
        if isinstance(event, kind):
            return event
    return None


def entries(step: Step) -> Iterator[Entry]:
    """Give the cards that came to Ability Mode, in order."""
    for place, event in enumerate(step.events):
        switched = isinstance(event, CardSwitched) and event.to is Mode.ABILITY
        if switched or (isinstance(event, CardPlayed) and event.mode is Mode.ABILITY):
            assert isinstance(event, CardSwitched | CardPlayed)
            works = not _cancelled(step.events[place + 1 :], event.play)
            yield Entry(event.play, event.card, switched, works)


def _cancelled(following: tuple[Event, ...], play: int) -> bool:
    """Return whether a card is cancelled in what is told first after its entry."""
    for event in following:
        if isinstance(event, AbilityCancelled):
            if event.play == play:
                return True
        elif not isinstance(event, AbilityRestored):
            break
    return False


def lying(step: Step) -> tuple[InPlay, ...]:
    """Return the cards in Ability Mode when the step, or the round in it, was over; oldest first.

    Whether they have switched or are due is as it was before the step.
    """
    attackers = {card.play: card for card in step.before.attackers}
    abilities = {card.play: card for card in step.before.abilities}
    for event in step.events:
        if isinstance(event, CardPlayed):
            mode = attackers if event.mode is Mode.ATTACK else abilities
            mode[event.play] = InPlay(event.play, event.seat, event.card)
        elif isinstance(event, CardSwitched):
            away, to = (
                (attackers, abilities) if event.to is Mode.ABILITY else (abilities, attackers)
            )
            to[event.play] = away.pop(event.play)
        elif isinstance(event, CardReturned):
            abilities.pop(event.play, None)
            attackers.pop(event.play, None)
    return tuple(abilities.values())


def hands(step: Step) -> list[int]:
    """Return how many cards each seat held when the step, or the round in it, was over."""
    held = [len(player.hand) for player in step.before.players]
    asked = step.before.agenda[-1]
    if isinstance(step.action, PlayCard) and isinstance(step.actor, int):
        held[step.actor] -= 1
    if isinstance(step.action, DrawCard) and isinstance(asked, DrawCards):
        held[asked.seat] += 1
    for event in step.events:
        if isinstance(event, CardReturned):
            held[event.seat] += 1
    return held


def plays(step: Step) -> list[int]:
    """Return how many plays each seat had made when the step, or the round in it, was over."""
    made = [player.plays for player in step.before.players]
    if isinstance(step.action, PlayCard) and isinstance(step.actor, int):
        made[step.actor] += 1
    return made


def printed(step: Step) -> list[int]:
    """Return the sums of the printed strengths of the cards that each seat scored, either way."""
    sums = [0, 0]
    for event in step.events:
        if isinstance(event, CardsScored):
            sums[event.seat] = pile_score(step.before.config.deck, event.cards)
    return sums


def winner_of(totals: tuple[int, ...] | list[int]) -> Seat | None:
    """Return the seat with the higher total, ``None`` if they are equal (rule DC-END-2)."""
    first, second = totals
    return None if first == second else int(second > first)


def outside_pile(state: State, seat: Seat) -> int:
    """Return how many cards of a seat are in no scoring pile."""
    player = state.players[seat]
    return len(state.config.deck) - len(player.face_up) - len(player.face_down)
