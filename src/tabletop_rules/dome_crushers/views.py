"""What a seat may know of a state, and full states that fit it."""

from collections import Counter
from functools import lru_cache
from operator import attrgetter
from random import Random
from typing import Final, assert_never

from attrs import field, fields, frozen

from tabletop_rules.core import Actor, Deck, Seat
from tabletop_rules.core.building import quickly_built
from tabletop_rules.core.errors import shown
from tabletop_rules.dome_crushers.asks import Ask
from tabletop_rules.dome_crushers.config import Config
from tabletop_rules.dome_crushers.contents import HIDDEN
from tabletop_rules.dome_crushers.draws import DrawCards
from tabletop_rules.dome_crushers.effects import Effects, Target
from tabletop_rules.dome_crushers.memory import Unknown, deal
from tabletop_rules.dome_crushers.questions import Keep, NameStart, Under
from tabletop_rules.dome_crushers.rounds import NewRound, Round, Turn
from tabletop_rules.dome_crushers.scoring import pile_score, strength_totals
from tabletop_rules.dome_crushers.state import Batch, InPlay, Player, State, works_of

__all__ = ["PlayerView", "View", "resample", "view"]


@quickly_built
@frozen(weakref_slot=False)
class PlayerView:
    """What a viewer knows of one player; ``"?"`` (`HIDDEN`) stands for a card it does not know.

    `hand` is sorted, hidden cards last. The deck is `rest` shuffled cards, whose order nobody
    knows, above `bottom`, whose order only its owner knows. `known` and what follows it is what
    everybody remembers, as in `Player`. The hash leaves out what seldom tells two views of one
    search apart.
    """

    hand: tuple[str, ...]
    rest: int
    bottom: tuple[str, ...] = field(hash=False)
    face_up: tuple[str, ...]
    face_down: tuple[str, ...] = field(hash=False)
    plays: int = field(hash=False)
    known: tuple[str, ...] = field(hash=False)
    revealed: tuple[str, ...]
    late: tuple[int, ...] = field(hash=False)
    batches: tuple[Batch, ...] = field(hash=False)

    @property
    def deck_size(self) -> int:
        """The number of cards in the deck."""
        return self.rest + len(self.bottom)


@quickly_built
@frozen(cache_hash=True, unsafe_hash=True, weakref_slot=False)
class View:  # noqa: PLW1641 - attrs makes its hash
    """All that `seat` may know; ``None`` is a spectator. The fields are those of `State`."""

    config: Config = field(hash=False)
    seat: Seat | None = field(hash=False)
    round: int
    start_player: Seat
    players: tuple[PlayerView, PlayerView]
    attackers: tuple[InPlay, ...]
    abilities: tuple[InPlay, ...]
    agenda: tuple[Ask, ...]

    def __eq__(self, other: object) -> bool:
        """Return whether all fields are equal; as tuples, in which the same object is at once."""
        if type(other) is not View:
            return NotImplemented
        return bool(_FIELDS(self) == _FIELDS(other))

    @property
    def actor(self) -> Actor:
        """Who is asked now."""
        agenda = self.agenda
        return agenda[-1].actor if agenda else None  # type: ignore[union-attr]  # a step is never on top

    @property
    def works(self) -> tuple[bool, ...]:
        """Whether each of `abilities` works (DC-CANCEL-1, DC-R1)."""
        return works_of(self.config.deck, self.abilities)

    @property
    def totals(self) -> tuple[int, int]:
        """The Strength Totals as the cards lie."""
        return strength_totals(self.config.deck, self.attackers, self.abilities, self.works)

    @property
    def scores(self) -> tuple[int, int]:
        """The points of both seats now."""
        first, second = (pile_score(self.config.deck, p.face_up) for p in self.players)
        return first, second


_FIELDS: Final = attrgetter(*(each.name for each in fields(View)))


def view(state: State, seat: Seat | None) -> View:
    """Return all that `seat` may know of `state`; ``None`` is a spectator.

    Raises:
        ValueError: there is no such seat.
    """
    if seat not in (0, 1, None):
        raise ValueError(f"expected seat 0 or 1, or None for a spectator, got {shown(seat)}")
    first, second = state.players
    return View(
        state.config,
        seat,
        state.round,
        state.start_player,
        (_seen(first, seat == 0), _seen(second, seat == 1)),
        state.attackers,
        state.abilities,
        _agenda_seen(state.agenda, seat),
    )


def _seen(player: Player, own: bool) -> PlayerView:
    hidden = len(player.hand) - len(player.known)
    return PlayerView(
        player.hand if own else player.known + (HIDDEN,) * hidden,
        len(player.deck.top) + len(player.deck.rest),
        player.deck.bottom if own else (HIDDEN,) * len(player.deck.bottom),
        player.face_up,
        player.face_down,
        player.plays,
        player.known,
        player.revealed,
        player.late,
        player.batches,
    )


def _agenda_seen(agenda: tuple[Ask, ...], seat: Seat | None) -> tuple[Ask, ...]:
    for ask in agenda:
        kind = type(ask)
        if kind is Keep or kind is Under:  # else nothing is secret
            return tuple([_ask_seen(each, seat) for each in agenda])
    return agenda


def _ask_seen(ask: Ask, seat: Seat | None) -> Ask:
    match ask:
        case Keep() | Under():
            return ask.seen_by(seat)
        case NameStart() | NewRound() | Round() | DrawCards() | Turn() | Effects() | Target():
            return ask
        case _:
            assert_never(ask)


def resample(seen: View, rng: Random) -> State:
    """Return a full state that `seen` fits, uniform over the physical cards.

    What lay open once stays where all know it to be (DC-R20). Cards that were kept or placed in
    secret are taken as chosen at random.
    """
    own, unknown, secret = _prepared(seen)
    players: list[Player] = []
    asks = seen.agenda
    for seat in (0, 1):
        known = own[seat]
        if known is None:
            player = seen.players[seat]
            if secret:
                known, asks = _filled(player, seat, unknown[seat], asks, rng)
            else:
                dealt = deal(unknown[seat], rng)
                hand = tuple(sorted(dealt.hand + player.known))
                known = _player(player, hand, dealt.rest, dealt.bottom)
        players.append(known)
    return State(
        seen.config,
        seen.round,
        seen.start_player,
        (players[0], players[1]),
        seen.attackers,
        seen.abilities,
        asks,
    )


def _under(agenda: tuple[Ask, ...], seat: Seat) -> Under | None:
    return next((ask for ask in agenda if isinstance(ask, Under) and ask.seat == seat), None)


def _filled(
    player: PlayerView, seat: Seat, unknown: Unknown, agenda: tuple[Ask, ...], rng: Random
) -> tuple[Player, tuple[Ask, ...]]:
    """Return a player that fits the view, and the agenda with that seat's secrets filled in."""
    dealt = deal(unknown, rng)
    hand = tuple(sorted(dealt.hand + player.known))
    bottoms = dealt.bottom
    under = _under(agenda, seat)
    if under is not None:
        going = under.placed + under.left
        placed = bottoms[-len(going) :][: len(under.placed)]
        left = tuple(sorted(bottoms[len(bottoms) - len(under.left) :]))
        bottoms = bottoms[: len(bottoms) - len(going)]
        filled = Under(seat, left, placed)
        agenda = tuple(filled if ask is under else ask for ask in agenda)
    agenda = tuple([_kept_filled(ask, seat, hand, rng) for ask in agenda])
    return _player(player, hand, dealt.rest, bottoms), agenda


@lru_cache(maxsize=1 << 8)
def _prepared(
    seen: View,
) -> tuple[tuple[Player | None, Player | None], tuple[Unknown, Unknown], bool]:
    """Return the player whose view it is, what is not known of both, and if the agenda has secrets.

    A search resamples one view many times.
    """
    own: list[Player | None] = [None, None]
    unknown: list[Unknown] = []
    for seat, player in enumerate(seen.players):
        table = tuple(c.card for c in seen.attackers + seen.abilities if c.seat == seat)
        unknown.append(_unknown(seen.config, player, table))
        if seat == seen.seat:
            under = _under(seen.agenda, seat)
            own[seat] = _own(seen.config, player, table, under)
    secret = any(isinstance(ask, Keep | Under) for ask in seen.agenda)
    return (own[0], own[1]), (unknown[0], unknown[1]), secret


def _own(config: Config, player: PlayerView, table: tuple[str, ...], under: Under | None) -> Player:
    """Return the player whose view it is, with these cards on the table."""
    going = () if under is None else under.placed + under.left
    shown = Counter(player.hand + player.bottom + table + going)
    shown.update(player.face_up + player.face_down)
    rest = tuple((Counter(config.deck.listed) - shown).elements())
    return _player(player, player.hand, tuple(sorted(rest)), player.bottom)


def _unknown(config: Config, player: PlayerView, table: tuple[str, ...]) -> Unknown:
    """Return what is not known of a player with these cards on the table."""
    outside = Counter(config.deck.listed)
    outside.subtract(player.face_up + player.face_down + table + player.known)
    outside.update(player.revealed)
    return Unknown(
        outside=outside,
        played=player.revealed,
        hand=len(player.hand) - len(player.known),
        rest=player.rest,
        late=player.late,
        batches=player.batches,
    )


def _kept_filled(ask: Ask, seat: Seat, hand: tuple[str, ...], rng: Random) -> Ask:
    """Return the question of keeping with a secret answer of `seat` filled in, if it is hidden."""
    if not isinstance(ask, Keep) or seat >= len(ask.kept) or ask.kept[seat] is not None:
        return ask
    kept = tuple(card for card in hand if rng.random() < 0.5)
    return Keep(ask.seat, (*ask.kept[:seat], kept, *ask.kept[seat + 1 :]))


def _player(
    seen: PlayerView, hand: tuple[str, ...], rest: tuple[str, ...], bottom: tuple[str, ...]
) -> Player:
    return Player(
        Deck((), rest, bottom),
        hand,
        seen.face_up,
        seen.face_down,
        seen.plays,
        seen.known,
        seen.revealed,
        seen.late,
        seen.batches,
    )
