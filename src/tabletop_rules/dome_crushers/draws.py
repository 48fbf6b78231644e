"""Drawing cards: a step of chance for each card."""

from bisect import bisect_left
from functools import lru_cache

from attrs import frozen

from tabletop_rules.core import CHANCE, Chance, Question, Refusal, Seat, Transition, Weighted
from tabletop_rules.core.agenda import run_steps
from tabletop_rules.dome_crushers.actions import Action, DrawCard, draws_from
from tabletop_rules.dome_crushers.events import CardDrawn
from tabletop_rules.dome_crushers.state import Batch, Player, State

__all__ = ["DrawCards", "draw_cards", "with_card"]


@frozen
class DrawCards(Question[State, Action]):
    """A seat draws `left` more cards, one by one, also where only one card can come (DC-DRAW-1)."""

    seat: Seat
    left: int

    @property
    def actor(self) -> Chance:
        """Chance decides which card comes."""
        return CHANCE

    @property
    def rule(self) -> str:
        """Drawing up to a full hand; a draw of an ability is told by the same question."""
        return "DC-DRAW-1"

    def options(self, state: State, /) -> tuple[Action, ...]:
        """Return the cards that may be next."""
        return draws_from(state.players[self.seat].deck.candidates).actions

    def chances(self, state: State, /) -> tuple[Weighted[Action], ...]:
        """Return the odds: all physical cards of the shuffled part are equally likely."""
        return draws_from(state.players[self.seat].deck.candidates)

    def answer(self, state: State, action: Action, /) -> Transition[State]:
        """Put the card into the hand."""
        assert isinstance(action, DrawCard)
        seat, card = self.seat, action.card
        player = state.players[seat]
        drawn = Player(
            player.deck.draw(card),
            with_card(player.hand, card),
            player.face_up,
            player.face_down,
            player.plays,
            player.known,
            player.revealed,
            *_remembered(player),
        )
        agenda = state.agenda[:-1]
        if self.left > 1:
            agenda += (draw_cards(seat, self.left - 1),)
        made = State(
            state.config,
            state.round,
            state.start_player,
            (drawn, state.players[1]) if seat == 0 else (state.players[0], drawn),
            state.attackers,
            state.abilities,
            agenda,
        )
        events = (card_drawn(_rule(state), seat, card),)
        return Transition(made, events) if self.left > 1 else run_steps(made, events)

    def refuse(self, state: State, action: object, /) -> Refusal:
        """Say that chance must name a card that can come."""
        return Refusal(_rule(state), f"a card that seat {self.seat} can draw next must be named")


draw_cards = lru_cache(maxsize=1 << 10)(DrawCards)
"""Make a `DrawCards`, the same object for the same fields."""


@lru_cache(maxsize=1 << 10)
def card_drawn(rule: str, seat: Seat, card: str) -> CardDrawn:
    """Make a `CardDrawn`, the same object for the same fields."""
    return CardDrawn(rule=rule, seat=seat, card=card)


def _rule(state: State) -> str:
    """Return the rule by which a card is drawn: before the first play of a round, or later."""
    first, second = state.players
    return "DC-ABIL-2" if first.plays or second.plays else "DC-DRAW-1"


def with_card(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    """Return sorted `cards` with one more."""
    place = bisect_left(cards, card)
    return (*cards[:place], card, *cards[place:])


def _remembered(player: Player) -> tuple[tuple[int, ...], tuple[Batch, ...]]:
    """Return `late` and `batches` after one card was drawn (DC-R20)."""
    played = len(player.revealed)
    if player.deck.top or player.deck.rest:
        return (*player.late, played) if played else player.late, player.batches
    batches = player.batches
    for place, batch in enumerate(batches):
        if batch.left:
            drawn = (*batch.drawn, played)
            one = Batch(batch.open, batch.others, batch.lost, drawn, batch.safe)
            return player.late, (*batches[:place], one, *batches[place + 1 :])
    return player.late, batches
