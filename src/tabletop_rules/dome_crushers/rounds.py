"""The course of the game: turns, the end of a round, the next round, the end."""

from functools import lru_cache
from typing import TYPE_CHECKING

from attrs import frozen

from tabletop_rules.core import Deck, Event, Question, Refusal, Seat, Step, Transition
from tabletop_rules.core.agenda import run_steps
from tabletop_rules.core.deck import removed
from tabletop_rules.core.errors import shown
from tabletop_rules.dome_crushers.actions import Action, PlayCard, plays_from
from tabletop_rules.dome_crushers.config import Config
from tabletop_rules.dome_crushers.contents import Draw, Mode
from tabletop_rules.dome_crushers.draws import draw_cards
from tabletop_rules.dome_crushers.effects import enter_ability_mode
from tabletop_rules.dome_crushers.events import (
    CardPlayed,
    CardsScored,
    DecksShuffled,
    GameEnded,
    RoundBegan,
    RoundEnded,
    StartPlayerNamed,
    TurnSkipped,
)
from tabletop_rules.dome_crushers.questions import Keep, NameStart
from tabletop_rules.dome_crushers.scoring import cannot_go_on, score, strength_totals
from tabletop_rules.dome_crushers.state import InPlay, Player, State, in_play

if TYPE_CHECKING:
    from tabletop_rules.dome_crushers.asks import Ask

__all__ = ["NewRound", "Round", "Turn", "initial_state", "max_actions"]


def initial_state(config: Config) -> State:
    """Return the state in which both decks lie shuffled and face down (DC-SETUP-1, DC-R11)."""
    player = Player(Deck.shuffled(config.deck.listed))
    return State(config, 0, 0, (player, player), (), (), (NewRound(), NameStart()))


@frozen
class Round(Step[State]):
    """At the bottom of the agenda while a round is played; `last` had the latest turn."""

    last: Seat

    def run(self, state: State, /) -> Transition[State]:
        """Give the turn to the next seat that can play, or end the round."""
        return end_round(state, ()) if ends_now(state) else go_on(state, self.last, ())


round_after = lru_cache(maxsize=2)(Round)
"""Make a `Round`, the same object for the same seat."""


def ends_now(state: State) -> bool:
    """Return whether an ability that ends the round works (rule DC-R10)."""
    enders = state.config.deck.enders
    for place, card in enumerate(state.abilities):
        if card.card in enders and state.works[place]:
            return True
    return False


def go_on(state: State, last: Seat, events: tuple[Event, ...]) -> Transition[State]:
    """Return the state in which the seat after `last` has the turn, or the round is over.

    A seat that has made all its plays, or has no card in hand, is passed over (rules DC-TURN-4,
    DC-END-1, DC-R7). All cards may switch again (rule DC-R15).
    """
    players, size = state.players, state.config.hand_size
    seat = 1 - last
    if players[seat].plays >= size or not players[seat].hand:
        if players[last].plays >= size or not players[last].hand:
            return end_round(state, events)
        if players[seat].plays < size:
            events += (TurnSkipped(rule="DC-R7", seat=seat),)
        seat = last
    made = State(
        state.config,
        state.round,
        state.start_player,
        state.players,
        _unturned(state.attackers),
        _unturned(state.abilities),
        turn_agenda(seat),
    )
    return Transition(made, events)


def _unturned(cards: tuple[InPlay, ...]) -> tuple[InPlay, ...]:
    for card in cards:
        if card.turned:
            return tuple(in_play(c.play, c.seat, c.card, False, c.due) for c in cards)
    return cards


def end_round(state: State, before: tuple[Event, ...]) -> Transition[State]:
    """Score the round, name the start player, and end the game or prepare for the next round.

    Attackers leave play for the scoring piles for good; cards in Ability Mode stay until the decks
    are refilled (rules DC-AIM-3, DC-ATK-2, DC-END-1 to DC-END-5, DC-R3). Whether the game goes on
    is looked at before anybody is asked what to keep (rules DC-AIM-4, DC-R5).
    """
    deck = state.config.deck
    totals = strength_totals(deck, state.attackers, state.abilities, state.works)
    winner = None if totals[0] == totals[1] else int(totals[1] > totals[0])
    rule = "DC-END-3" if winner is None else "DC-END-2"
    ended_by = RoundEnded(rule=rule, round=state.round, totals=totals, winner=winner)
    events: list[Event] = [*before, ended_by]
    players: list[Player] = []
    for seat, player in enumerate(state.players):
        cards = tuple(sorted(c.card for c in state.attackers if c.seat == seat))
        won = seat == winner
        scored = "DC-R3" if winner is None else "DC-END-4" if won else "DC-END-5"
        events.append(CardsScored(rule=scored, seat=seat, cards=cards, face_up=won))
        players.append(
            Player(
                player.deck,
                player.hand,
                tuple(sorted(player.face_up + cards)) if won else player.face_up,
                player.face_down if won else tuple(sorted(player.face_down + cards)),
                0,
                player.known,
                player.revealed,
                player.late,
                player.batches,
            )
        )
    ended = state.with_table((players[0], players[1]), (), state.abilities, ())
    start, named = _start_player(ended, winner)
    events.append(named)
    if cannot_go_on(ended):
        size = state.config.hand_size
        reason = f"a player cannot bring the hand up to {size}"
        events.append(GameEnded(rule="DC-OVER-1", reason=reason))
        return Transition(ended, tuple(events))
    if state.round >= state.config.max_rounds:
        reason = f"the cap of {state.config.max_rounds} rounds is reached"
        events.append(GameEnded(rule="DC-R9", reason=reason))
        return Transition(ended, tuple(events))
    simple = state.config.rulings.simple_variant
    agenda = (NewRound(),) if simple else (NewRound(), Keep())
    prepared = State(state.config, state.round, start, ended.players, (), ended.abilities, agenda)
    return Transition(prepared, tuple(events))


def _start_player(state: State, winner: Seat | None) -> tuple[Seat, StartPlayerNamed]:
    """Return who starts the next round (rules DC-START-1, DC-START-2, DC-R4)."""
    first, second = score(state)
    if first != second:
        seat, rule = int(second > first), "DC-START-1"
    elif winner is not None:
        seat, rule = winner, "DC-START-2"
    else:
        seat, rule = state.start_player, "DC-R4"
    return seat, StartPlayerNamed(rule=rule, seat=seat)


@frozen
class Turn(Question[State, Action]):
    """A seat plays one card face up in either mode (rules DC-TURN-1 to DC-TURN-3, DC-AIM-2)."""

    seat: Seat

    @property
    def actor(self) -> Seat:
        """The seat whose turn it is."""
        return self.seat

    @property
    def rule(self) -> str:
        """Turns alternate."""
        return "DC-TURN-1"

    def options(self, state: State, /) -> tuple[Action, ...]:
        """Return each different card of the hand in Attack Mode and in Ability Mode."""
        return plays_from(state.players[self.seat].hand)

    def answer(self, state: State, action: Action, /) -> Transition[State]:
        """Put the card on the table, and perform what follows."""
        assert isinstance(action, PlayCard)
        seat, card = self.seat, action.card
        first, second = state.players
        number = first.plays + second.plays + 1
        player = second if seat else first
        seen = card in player.known
        played = Player(
            player.deck,
            removed(player.hand, card),
            player.face_up,
            player.face_down,
            player.plays + 1,
            removed(player.known, card) if seen else player.known,
            player.revealed if seen else (*player.revealed, card),
            player.late,
            player.batches,
        )
        players = (first, played) if seat else (played, second)
        entering = in_play(number, seat, card)
        events = (card_played(seat, card, action.mode, number),)
        below = state.agenda[:-1]
        if action.mode is Mode.ABILITY:
            attackers = state.attackers
            return run_steps(
                *enter_ability_mode(state, players, entering, attackers, below, events)
            )
        attackers = (*state.attackers, entering)
        made = state.with_table(players, attackers, state.abilities, below)
        return run_steps(*go_on(made, seat, events))

    def refuse(self, state: State, action: object, /) -> Refusal:
        """Say that a card of the hand must be played, in one of the two modes."""
        if isinstance(action, PlayCard):
            if action.card in state.players[self.seat].hand:
                given = f"got {shown(action.mode)}"
                return Refusal("DC-TURN-3", f"expected Mode.ATTACK or Mode.ABILITY, {given}")
            return Refusal("DC-TURN-2", f"seat {self.seat} has no {action.card} in hand")
        return Refusal("DC-TURN-2", f"seat {self.seat} must play a card from its hand")


@lru_cache(maxsize=2)
def turn_agenda(seat: Seat) -> "tuple[Ask, ...]":
    """Return the agenda on which nothing stands but the turn of a seat, the same for each seat."""
    return round_after(seat), Turn(seat)


@lru_cache(maxsize=1 << 12)
def card_played(seat: Seat, card: str, mode: Mode, play: int) -> CardPlayed:
    """Make a `CardPlayed`, the same object for the same fields."""
    rule = "DC-TURN-3" if mode is Mode.ATTACK else "DC-ABIL-1"
    return CardPlayed(rule=rule, seat=seat, card=card, mode=mode, play=play)


@frozen
class NewRound(Step[State]):
    """The next round begins: both draw up to a full hand (DC-AIM-1, DC-DRAW-1, DC-START-3)."""

    def run(self, state: State, /) -> Transition[State]:
        """Shuffle first in the Simple Variant, then ask chance for the cards."""
        events: tuple[Event, ...] = (RoundBegan(rule="DC-DRAW-1", round=state.round + 1),)
        players = state.players
        if state.config.rulings.simple_variant and state.round:
            events = (DecksShuffled(rule="DC-SIMPLE-1"), *events)
            players = (_shuffled(state, 0), _shuffled(state, 1))
        missing = [state.config.hand_size - len(player.hand) for player in players]
        draws = tuple(draw_cards(seat, missing[seat]) for seat in (1, 0) if missing[seat] > 0)
        made = State(
            state.config,
            state.round + 1,
            state.start_player,
            players,
            (),
            (),
            (round_after(1 - state.start_player), *draws),
        )
        return Transition(made, events)


def _shuffled(state: State, seat: Seat) -> Player:
    """Return the player with all cards outside the scoring pile shuffled (rule DC-SIMPLE-1)."""
    player = state.players[seat]
    table = tuple(card.card for card in state.abilities if card.seat == seat)
    deck = Deck.shuffled(player.deck.cards + player.hand + table)
    return Player(deck, (), player.face_up, player.face_down)


def max_actions(config: Config) -> int:
    """Return a bound on the length of any game: the cap of rounds times a bound for a round.

    In a round no card comes back to a deck, so each is drawn at most once, and each is placed
    under it at most once. While one played card is resolved every card on the table switches at
    most once (rule DC-R15), so at most that many immediate effects begin, each asking for at most
    the targets that it names.
    """
    table = 2 * config.hand_size
    targets = max(
        sum(effect.count for effect in card.immediate if not isinstance(effect, Draw))
        for card in config.deck.cards
    )
    plays = table * (1 + (1 + table) * targets)
    return 1 + config.max_rounds * (4 * len(config.deck) + plays + 2)
