"""The decisions between rounds: who starts, what to keep, what goes under the deck."""

from collections import Counter
from functools import lru_cache

from attrs import evolve, frozen

from tabletop_rules.core import (
    CHANCE,
    Chance,
    Distribution,
    Event,
    Question,
    Refusal,
    Seat,
    Transition,
    Weighted,
)
from tabletop_rules.core.agenda import run_steps
from tabletop_rules.core.deck import removed
from tabletop_rules.dome_crushers.actions import (
    Action,
    KeepCards,
    PlaceUnder,
    StartWith,
    keeps_from,
    places_from,
)
from tabletop_rules.dome_crushers.contents import HIDDEN
from tabletop_rules.dome_crushers.effects import with_player
from tabletop_rules.dome_crushers.events import (
    AnswerTaken,
    BatchPlaced,
    CardPlacedUnder,
    CardsKept,
    StartPlayerNamed,
)
from tabletop_rules.dome_crushers.state import Batch, Player, State

__all__ = ["Keep", "NameStart", "Under"]

_STARTS: Distribution[Action] = Distribution.uniform((StartWith(0), StartWith(1)))


@frozen
class NameStart(Question[State, Action]):
    """Chance names the start player of the first round (rule DC-SETUP-3)."""

    @property
    def actor(self) -> Chance:
        """Chance."""
        return CHANCE

    @property
    def rule(self) -> str:
        """The start player is random."""
        return "DC-SETUP-3"

    def options(self, state: State, /) -> tuple[Action, ...]:
        """Return either seat."""
        return _STARTS.actions

    def chances(self, state: State, /) -> tuple[Weighted[Action], ...]:
        """Return one half for each seat."""
        return _STARTS

    def answer(self, state: State, action: Action, /) -> Transition[State]:
        """Note the start player."""
        assert isinstance(action, StartWith)
        named = StartPlayerNamed(rule="DC-SETUP-3", seat=action.seat)
        made = evolve(state, start_player=action.seat, agenda=state.agenda[:-1])
        return run_steps(made, (named,))

    def refuse(self, state: State, action: object, /) -> Refusal:
        """Say that a seat must be named."""
        return Refusal("DC-SETUP-3", "the start player, seat 0 or 1, must be named first")


@frozen
class Keep(Question[State, Action]):
    """A seat names all the cards that it keeps (rules DC-NEXT-1, DC-R12).

    `kept` are the answers of the seats before it, hidden from the others by ``None`` in a view.
    """

    seat: Seat = 0
    kept: tuple[tuple[str, ...] | None, ...] = ()

    @property
    def actor(self) -> Seat:
        """Both seats, one after the other, without knowing of each other."""
        return self.seat

    @property
    def rule(self) -> str:
        """Keeping is simultaneous."""
        return "DC-NEXT-1"

    def seen_by(self, seat: Seat | None, /) -> "Keep":
        """Return the question without the answers that `seat` may not know."""
        seen = (cards if place == seat else None for place, cards in enumerate(self.kept))
        return Keep(self.seat, tuple(seen))

    def options(self, state: State, /) -> tuple[Action, ...]:
        """Return every part of the hand, also when it is empty."""
        return keeps_from(state.players[self.seat].hand)

    def answer(self, state: State, action: Action, /) -> Transition[State]:
        """Note the answer; when both have answered, carry them out."""
        assert isinstance(action, KeepCards)
        taken = AnswerTaken(rule="DC-R12", seat=self.seat, cards=action.cards)
        kept = (*self.kept, action.cards)
        if self.seat == 0:
            return Transition(state.with_agenda((*state.agenda[:-1], Keep(1, kept))), (taken,))
        events: tuple[Event, ...] = (taken,)
        players = list(state.players)
        asked: list[Under] = []
        for seat, cards in enumerate(kept):
            assert cards is not None  # only views hide answers
            events += (CardsKept(rule="DC-NEXT-1", seat=seat, count=len(cards)),)
            opened = tuple(sorted(c.card for c in state.abilities if c.seat == seat))
            players[seat], going, batch = _parted(players[seat], cards, opened)
            if batch is not None:
                events += (
                    BatchPlaced(rule="DC-NEXT-2", seat=seat, open=batch.open, others=batch.others),
                )
            if len(going) == 1:
                players[seat], placed = _place(seat, players[seat], going)
                events += placed
            elif going:
                asked.append(Under(seat, going))
        agenda = (*state.agenda[:-1], *reversed(asked))
        return run_steps(state.with_table((players[0], players[1]), (), (), agenda), events)

    def refuse(self, state: State, action: object, /) -> Refusal:
        """Say that only cards in hand can be kept."""
        if isinstance(action, KeepCards) and _are_names(action.cards):
            missing = Counter(action.cards) - Counter(state.players[self.seat].hand)
            if missing:
                names = ", ".join(missing.elements())
                return Refusal("DC-R12", f"seat {self.seat} has not got {names} in hand to keep")
            return Refusal("DC-R12", "the kept cards must be named in the order of their names")
        return Refusal("DC-NEXT-1", f"seat {self.seat} must say which cards it keeps")


def _are_names(cards: object) -> bool:
    """Return whether an action, which may be an untyped caller's, names cards at all."""
    return isinstance(cards, tuple) and all(isinstance(card, str) for card in cards)


def _parted(
    player: Player, kept: tuple[str, ...], opened: tuple[str, ...]
) -> tuple[Player, tuple[str, ...], Batch | None]:
    """Return the player with the cards it kept, the cards that go under, and what all know of it.

    The cards in Ability Mode, `opened`, go back to the deck with those not kept (rule DC-ABIL-4).

    Where nothing is kept, all can tell that the cards surely in the hand go under (DC-R20).
    """
    unkept = player.hand
    for card in kept:
        unkept = removed(unkept, card)
    going = tuple(sorted(unkept + opened))
    known = opened if kept else tuple(sorted((*opened, *player.known, *_surely_held(player))))
    held = len(player.hand) - len(player.known)
    batches = tuple(
        _drawn_from(batch, player.revealed, held) if batch.drawn else batch
        for batch in player.batches
        if batch.left
    )
    batch = Batch(known, len(going) - len(known)) if going else None
    remembered = batches if batch is None else (*batches, batch)
    keeper = Player(
        player.deck,
        kept,
        player.face_up,
        player.face_down,
        player.plays,
        batches=remembered,
    )
    return keeper, going, batch


@lru_cache(maxsize=1 << 12)
def _drawn_from(batch: Batch, revealed: tuple[str, ...], held: int) -> Batch:
    """Return what all still know of a batch when the hand that was drawn from it is gone (DC-R20).

    What was drawn is among the cards `revealed` since then or one of the `held` others. So at most
    `came` open cards were drawn; what was drawn beyond that had lain in the batch unseen. Open
    cards that must have been drawn are not of the batch any more, and those that cannot are safe.
    """
    drawn, opened = len(batch.drawn), Counter(batch.open)
    shown = Counter(revealed[min(batch.drawn) :])
    came = {card: min(count, drawn, shown[card] + held) for card, count in opened.items()}
    unseen = max(0, drawn - sum(came.values()))
    others, lost = batch.others - unseen, batch.lost + drawn - unseen
    before = opened - Counter(batch.safe) if batch.lost else Counter[str]()
    doubtful = Counter({c: min(n, lost, before[c] + came[c]) for c, n in opened.items()})
    spare = doubtful.total() + others - lost
    gone = Counter({card: max(0, count - spare) for card, count in doubtful.items()})
    lost -= gone.total()
    safe = opened - doubtful if lost else Counter[str]()
    left = opened - gone
    return Batch(tuple(sorted(left.elements())), others, lost, (), tuple(sorted(safe.elements())))


def _surely_held(player: Player) -> tuple[str, ...]:
    """Return the open cards of batches that all know to be in the hand (DC-R20).

    Of the copies of a card that lay open in a batch no more than `lost` were drawn earlier, none of
    them `safe`, and no more than `left` are still in it; the others were drawn, and are held unless
    they were played after that.
    """
    held: Counter[str] = Counter()
    first = len(player.revealed)
    for batch in player.batches:
        if batch.drawn:
            for card, count in Counter(batch.open).items():
                lost = min(batch.lost, count - batch.safe.count(card))
                if count > lost + batch.left:
                    held[card] += count - lost - batch.left
                    first = min(first, *batch.drawn)
    return tuple((held - Counter(player.revealed[first:])).elements())


def _place(seat: Seat, player: Player, cards: tuple[str, ...]) -> tuple[Player, tuple[Event, ...]]:
    """Return the player with `cards` under the deck, which is not shuffled (rule DC-NEXT-3)."""
    placed = CardPlacedUnder(rule="DC-NEXT-2", seat=seat, card=cards[-1])
    made = Player(
        player.deck.put_under(cards),
        player.hand,
        player.face_up,
        player.face_down,
        player.plays,
        batches=player.batches,
    )
    return made, (placed,)


@frozen
class Under(Question[State, Action]):
    """A seat chooses which of the cards `left` goes under its deck next (rules DC-NEXT-2, DC-R12).

    The first of `placed` lies nearest to the rest of the deck. In a view of the others both hold
    nothing but hidden cards.
    """

    seat: Seat
    left: tuple[str, ...]
    placed: tuple[str, ...] = ()

    @property
    def actor(self) -> Seat:
        """The owner of the deck."""
        return self.seat

    @property
    def rule(self) -> str:
        """In any order."""
        return "DC-NEXT-2"

    def seen_by(self, seat: Seat | None, /) -> "Under":
        """Return the question without what only its owner may know."""
        if seat == self.seat:
            return self
        return Under(self.seat, (HIDDEN,) * len(self.left), (HIDDEN,) * len(self.placed))

    def options(self, state: State, /) -> tuple[Action, ...]:
        """Return each different card that is left; asked also where all are alike."""
        return places_from(self.left)

    def answer(self, state: State, action: Action, /) -> Transition[State]:
        """Place the card; the last one follows by itself."""
        assert isinstance(action, PlaceUnder)
        left = removed(self.left, action.card)
        placed = (*self.placed, action.card)
        event = CardPlacedUnder(rule="DC-NEXT-2", seat=self.seat, card=action.card)
        below = state.agenda[:-1]
        if len(left) > 1:
            return Transition(state.with_agenda((*below, Under(self.seat, left, placed))), (event,))
        player, last = _place(self.seat, state.players[self.seat], placed + left)
        players = with_player(state, self.seat, player)
        return run_steps(state.with_table(players, (), (), below), (event, *last))

    def refuse(self, state: State, action: object, /) -> Refusal:
        """Say that one of the cards must be placed."""
        if isinstance(action, PlaceUnder):
            return Refusal("DC-NEXT-2", f"no {action.card} is left to place under the deck")
        return Refusal("DC-NEXT-2", f"seat {self.seat} must place a card under its deck")
