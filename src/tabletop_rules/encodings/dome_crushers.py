"""The encoding of Dome Crushers."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from typing import Any, Final, TypeAlias

from tabletop_rules.core import Seat
from tabletop_rules.dome_crushers import (
    Action,
    Config,
    Decline,
    DrawCard,
    KeepCards,
    Mode,
    PlaceUnder,
    PlayCard,
    StartWith,
    TargetCard,
    View,
)
from tabletop_rules.dome_crushers.asks import Ask
from tabletop_rules.dome_crushers.contents import HIDDEN
from tabletop_rules.dome_crushers.draws import DrawCards
from tabletop_rules.dome_crushers.effects import Effects, Target
from tabletop_rules.dome_crushers.questions import Keep, NameStart, Under
from tabletop_rules.dome_crushers.rounds import NewRound, Round, Turn
from tabletop_rules.dome_crushers.scoring import pile_score
from tabletop_rules.dome_crushers.state import Batch, InPlay
from tabletop_rules.encodings.base import Encoding
from tabletop_rules.encodings.errors import TooLargeError
from tabletop_rules.encodings.numbering import Family, Listed, Parts
from tabletop_rules.encodings.parts import Part, Piece
from tabletop_rules.encodings.rows import NOTHING, Names, by_identity, fitted, numbers, spaced

__all__ = ["DomeCrushersEncoding"]

_VIEWER: Final = {0: numbers((1, 0, 0)), 1: numbers((0, 1, 0)), None: numbers((0, 0, 1))}
_CACHED: Final = 1 << 13


class DomeCrushersEncoding(Encoding[Config, Action, View]):
    """The numbers of Dome Crushers.

    Seats are rotated: of two rows the first is the viewer's, the second the opponent's. A
    spectator sees seat 0 first. The part ``seat`` says who the viewer really is.
    """

    name = "dome_crushers"

    def __init__(self, config: Config) -> None:
        self._names: Final = Names(card.name for card in config.deck.cards)
        self._copies: Final = {card.name: card.copies for card in config.deck.cards}
        self._plays: Final = 2 * config.hand_size
        # Draws of both seats, or a question above effects. Those of a card begin once, but where
        # what was missed fires late a card may wait on the agenda twice.
        late = config.rulings.missed_effects_fire
        self._agenda_room: Final = 3 + (2 if late else 1) * self._plays
        self._counted = lru_cache(_CACHED)(self._names.counts)
        self._points = lru_cache(_CACHED)(partial(pile_score, config.deck))
        self._bottom = lru_cache(_CACHED)(self._bottom_row)
        self._revealed = lru_cache(_CACHED)(self._revealed_row)
        self._late = lru_cache(_CACHED)(self._late_row)
        self._rest_of_batch = lru_cache(_CACHED)(self._rest_of_batch_row)
        self._cards: dict[tuple[int, int], tuple[InPlay, bytes]] = {}
        self._batches = by_identity(self._batches_row)
        self._ask = lru_cache(_CACHED)(self._ask_row)
        self._asks = tuple(
            by_identity(lru_cache(_CACHED)(partial(self._asks_rows, viewer))) for viewer in (0, 1)
        )
        super().__init__(config)

    @property
    def seats(self) -> int:
        """The number of players: a duel."""
        return 2

    # ---------------------------------------------------------------- actions

    def _families(self) -> Iterable[Family[Action]]:
        names = self._names.names
        plays = (PlayCard(card, mode) for card in names for mode in Mode)
        targets = (TargetCard(play, card) for play in range(1, self._plays + 1) for card in names)
        return (
            Listed("play", "play a card from the hand, by card and mode", plays),
            Listed("target", "choose a card on the table, by number of its play and card", targets),
            Listed("decline", "do not use the rest of an effect", (Decline(),)),
            Listed("under", "place a card under the deck", map(PlaceUnder, names)),
            Parts(
                "keep",
                "keep these cards of the hand: a digit for each card in the order of the names,"
                " how many copies of it",
                self._copies,
                KeepCards,
                KeepCards,
                lambda action: action.cards,
            ),
        )

    def _chance_families(self) -> Iterable[Family[Action]]:
        return (
            Listed("start", "name the start player, by seat", map(StartWith, (0, 1))),
            Listed("draw", "draw a card", map(DrawCard, self._names.names)),
        )

    # ---------------------------------------------------------------- the specification

    def _parts(self) -> Iterator[Part]:
        config, names = self.config, self._names.names
        kinds, cards, size = len(names), len(config.deck), config.hand_size
        most = max(self._copies.values())
        worth = pile_score(config.deck, config.deck.listed)
        plays = self._plays

        def counted(name: str, meaning: str, rows: int = 2) -> Part:
            shape = (rows, kinds) if rows > 1 else (kinds,)
            return Part(name, shape, 0, most, "cards", meaning, names, rows)

        yield Part("seat", (3,), 0, 1, "flag", "who looks", ("seat 0", "seat 1", "a spectator"))
        yield Part("round", (1,), 0, config.max_rounds, "rounds", "the round that is played", (), 0)
        yield Part("starts", (1,), 0, 1, "flag", "the viewer is the start player", (), 0)
        yield counted("hand", "the cards in hand that the viewer knows, by name")
        yield Part(
            "hidden", (2,), 0, cards, "cards", "the cards in hand that it does not know", (), 0
        )
        yield counted("known", "the cards in hand that both know, as they were returned to it")
        yield Part("plays", (2,), 0, size, "plays", "the plays made in this round", (), 0)
        yield Part("rest", (2,), 0, cards, "cards", "the shuffled part of the deck", (), 0)
        yield Part("bottom", (2,), 0, cards, "cards", "the cards at its bottom", (), 0)
        yield Part(
            "bottom_order",
            (cards, kinds),
            0,
            1,
            "flag",
            "the cards at the bottom of the viewer's own deck, a row for each, the nearest to the"
            " top first",
            names,
        )
        yield counted("face_up", "the cards face up in the scoring pile")
        yield counted("face_down", "the cards face down in the scoring pile")
        yield Part("points", (2,), 0, worth, "points", "the score now", (), 0)
        yield Part(
            "revealed",
            (2, size, kinds),
            0,
            1,
            "flag",
            "the cards played since the last keep decision out of the part of the hand that was not"
            " known, a row for each, in order",
            names,
            2,
        )
        yield Part(
            "late",
            (2, size),
            0,
            cards,
            "cards",
            "drawn from the shuffled part since then: how many when 1, 2 ... had been revealed",
            (),
            2,
        )
        yield Part(
            "batches",
            (2, cards, 2 * kinds + size + 3),
            0,
            cards,
            "cards",
            "the batches at the bottom of the deck, the nearest to the top first: the cards of each"
            " that lay open, by name; its other cards; those drawn before the last keep decision;"
            " those drawn since when 0, 1 ... had been revealed; the open cards that surely are not"
            " among those drawn before, by name",
            (
                *names,
                "others",
                "lost",
                *(f"drawn at {n}" for n in range(size + 1)),
                *(f"safe {name}" for name in names),
            ),
            2,
        )
        yield Part(
            "table",
            (plays, 8 + kinds),
            0,
            plays,
            "flags, numbers",
            "the cards on the table, a row for the number of the play by which it came there;"
            " `place` counts from 1 in the order of coming to its mode",
            ("own", "opponent's", "attack", "ability", "place", "turned", "due", "works", *names),
            plays,
        )
        yield Part(
            "agenda",
            (self._agenda_room, len(_KINDS) + 7 + kinds),
            0,
            max(cards, plays),
            "flags, numbers",
            "what is still to be settled, the question that is open first: its kind, whose it is;"
            " numbers of cards left to draw or to place and of cards placed; the play, the effect"
            " and the targets settled of an ability, and its card",
            (
                *(spaced(kind.__name__) for kind in _KINDS),
                "own",
                "opponent's",
                "left",
                "placed",
                "play",
                "at",
                "done",
                *names,
            ),
        )
        yield counted("kept", "the cards that the viewer has said it keeps", 1)
        yield counted("under_left", "the cards that the viewer has still to place under", 1)
        yield Part(
            "under_placed",
            (cards, kinds),
            0,
            1,
            "flag",
            "the cards that it has placed under, a row for each, in order",
            names,
        )

    # ---------------------------------------------------------------- observations

    def _pieces(self, view: View, /) -> Sequence[Piece]:
        seat = view.seat
        viewer = seat or 0
        own, other = view.players if viewer == 0 else view.players[::-1]
        counted = self._counted
        return (
            _VIEWER[seat],
            view.round,
            view.start_player == viewer,
            counted(own.hand),
            counted(other.hand),
            own.hand.count(HIDDEN),
            other.hand.count(HIDDEN),
            counted(own.known) if own.known else NOTHING,
            counted(other.known) if other.known else NOTHING,
            own.plays,
            other.plays,
            own.rest,
            other.rest,
            len(own.bottom),
            len(other.bottom),
            NOTHING if seat is None or not own.bottom else self._bottom(own.bottom),
            counted(own.face_up),
            counted(other.face_up),
            counted(own.face_down),
            counted(other.face_down),
            self._points(own.face_up),
            self._points(other.face_up),
            self._revealed(own.revealed) if own.revealed else NOTHING,
            self._revealed(other.revealed) if other.revealed else NOTHING,
            self._late(own.late) if own.late else NOTHING,
            self._late(other.late) if other.late else NOTHING,
            self._batches(own.batches) if own.batches else NOTHING,
            self._batches(other.batches) if other.batches else NOTHING,
            *self._table(view, viewer),
            *self._agenda(view.agenda, viewer),
        )

    def _bottom_row(self, cards: tuple[str, ...]) -> bytes:
        return self._names.sequence(cards, len(self.config.deck), "cards under a deck")

    def _revealed_row(self, cards: tuple[str, ...]) -> bytes:
        return self._names.sequence(cards, self.config.hand_size, "revealed cards")

    def _late_row(self, late: tuple[int, ...]) -> bytes:
        fitted("revealed cards", range(max(late, default=0)), self.config.hand_size)
        return numbers(late.count(number + 1) for number in range(self.config.hand_size))

    def _batches_row(self, batches: tuple[Batch, ...]) -> bytes:
        fitted("batches", batches, len(self.config.deck))
        counted, rest = self._counted, self._rest_of_batch
        return b"".join(
            [counted(b.open) + rest(b.others, b.lost, b.drawn) + counted(b.safe) for b in batches]
        )

    def _rest_of_batch_row(self, others: int, lost: int, drawn: tuple[int, ...]) -> bytes:
        size = self.config.hand_size
        fitted("revealed cards", range(max(drawn, default=0)), size)
        return numbers((others, lost, *(drawn.count(number) for number in range(size + 1))))

    def _table(self, view: View, viewer: Seat) -> list[bytes]:
        """Return the rows of the table."""
        rows = [NOTHING] * self._plays
        kept, made = self._cards, self._card_row
        code = viewer  # and the place and the mode, in other bits: see `_card_row`
        try:
            for card in view.attackers:
                code += 8
                found = kept.get((id(card), code))
                rows[card.play - 1] = made(card, code) if found is None else found[1]
            if view.abilities:
                code = viewer
                for card, works in zip(view.abilities, view.works, strict=True):
                    code += 8
                    key = id(card), code + (6 if works else 4)
                    found = kept.get(key)
                    rows[card.play - 1] = made(card, key[1]) if found is None else found[1]
        except IndexError:
            plays = (card.play for card in (*view.attackers, *view.abilities))
            raise TooLargeError("plays of a round", max(plays), self._plays) from None
        return rows

    def _card_row(self, card: InPlay, code: int) -> bytes:
        """Return the row of a card, and keep it for the same object, as cards recur.

        `code` is its place times 8, 4 more in Ability Mode, 2 more if it works there, and the seat
        of the viewer.
        """
        viewer, ability, place = code & 1, code >> 2 & 1, code >> 3
        own = card.seat == viewer
        places = (own, not own, not ability, ability, place, card.turned, card.due, code >> 1 & 1)
        row = numbers(places) + self._names.ones[card.card]
        if len(self._cards) >= _CACHED:
            self._cards.clear()
        self._cards[id(card), code] = card, row
        return row

    def _agenda(self, agenda: tuple[Ask, ...], viewer: Seat) -> tuple[bytes, bytes, bytes, bytes]:
        """Return the rows of the agenda, and what the viewer has kept, has left and has placed."""
        top: Any = agenda[-1] if agenda else None
        kind = type(top)  # as isinstance asks a question's abstract base, which is slow
        if kind is not Keep and kind is not Under:
            return self._asks[viewer](agenda), NOTHING, NOTHING, NOTHING
        rows = self._asks_rows(viewer, agenda)
        if kind is Keep:
            own = top.kept[viewer] if viewer < len(top.kept) else None
            return rows, NOTHING if own is None else self._counted(own), NOTHING, NOTHING
        left = placed = NOTHING
        for ask in agenda:
            if type(ask) is Under and ask.seat == viewer:
                left = self._counted(ask.left)
                known = () if HIDDEN in ask.placed else ask.placed
                placed = self._names.sequence(known, len(self.config.deck), "cards placed under")
        return rows, NOTHING, left, placed

    def _asks_rows(self, viewer: Seat, agenda: tuple[Ask, ...]) -> bytes:
        fitted("items of an agenda", agenda, self._agenda_room)
        rows: list[bytes] = []
        for ask in reversed(agenda):
            kind: Any = type(ask)
            seat, *numbered = _READ[kind](ask)
            rows.append(self._ask(kind, None if seat is None else seat == viewer, *numbered))
        return b"".join(rows)

    def _ask_row(  # noqa: PLR0913, PLR0917 - plain values, which are hashed faster than an item
        self,
        kind: type,
        own: bool | None,
        left: int,
        placed: int,
        play: int,
        at: int,
        done: int,
        card: str | None,
    ) -> bytes:
        """Return the row of an item of the agenda; `own` is ``None`` where it is nobody's."""
        kinds = (float(kind is each) for each in _KINDS)
        row = numbers((*kinds, own is True, own is False, left, placed, play, at, done))
        return row + (bytes(4 * len(self._names)) if card is None else self._names.ones[card])


_Fields: TypeAlias = tuple[Seat | None, int, int, int, int, int, str | None]


def _read_effects(ask: Effects | Target) -> _Fields:
    return ask.seat, 0, 0, ask.play, ask.at, ask.done, ask.card


_READ: Final[dict[type, Callable[[Any], _Fields]]] = {
    NameStart: lambda _: (None, 0, 0, 0, 0, 0, None),
    NewRound: lambda _: (None, 0, 0, 0, 0, 0, None),
    Round: lambda ask: (ask.last, 0, 0, 0, 0, 0, None),
    DrawCards: lambda ask: (ask.seat, ask.left, 0, 0, 0, 0, None),
    Turn: lambda ask: (ask.seat, 0, 0, 0, 0, 0, None),
    Effects: _read_effects,
    Target: _read_effects,
    Keep: lambda ask: (ask.seat, 0, 0, 0, 0, 0, None),
    Under: lambda ask: (ask.seat, len(ask.left), len(ask.placed), 0, 0, 0, None),
}
"""Whose an item of the agenda is, and its numbers."""
_KINDS: Final = tuple(_READ)
