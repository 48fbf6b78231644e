"""The encoding of Dominum."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache, partial
from typing import Final, TypeAlias

from attrs import evolve

from tabletop_rules.core import Seat
from tabletop_rules.dominum import Action, Config, View
from tabletop_rules.dominum.abilities import KeywordName, Phase
from tabletop_rules.dominum.actions import (
    ChooseFirst,
    DrawCard,
    FlipCoin,
    HopVerb,
    Option,
    PowerVerb,
    ReturnOne,
    SpaceVerb,
    activate,
    attack,
    choose,
    deploy,
    hop,
    on_power,
    on_space,
    said,
    use,
)
from tabletop_rules.dominum.board import bits
from tabletop_rules.dominum.contents import CRITICAL, HIDDEN, Domain
from tabletop_rules.dominum.sources import MOST_USES
from tabletop_rules.dominum.state import BATTLEFIELD, Clock, Player, Power, Unit
from tabletop_rules.encodings.base import Encoding
from tabletop_rules.encodings.dominum_agenda import AgendaRows
from tabletop_rules.encodings.numbering import Family, Listed
from tabletop_rules.encodings.parts import Part, Piece
from tabletop_rules.encodings.rows import (
    NOTHING,
    Names,
    by_identity,
    each_by_identity,
    fitted,
    numbers,
    one_of,
)

__all__ = ["DominumEncoding"]

Mat: TypeAlias = tuple[bytes, bytes, bytes, bytes, bytes]
"""The rows of a player's stronghold, numbers, Tokens, used abilities, and those of all cards."""

_ROOM: Final = 24
"""So many items of the agenda, from the top, are in an observation."""
_MOST_CHARGES: Final = 3
_MOST_ITEMS: Final = 10_000
_MOST_POINTS: Final = 1_000_000
_FAR: Final = 100_000
_PHASES: Final = tuple(Phase)
_KEYWORDS: Final = tuple(KeywordName)
_KEYS: Final = 64
"""The abilities of a card for which `Player.fired` has room."""
_BEGINNINGS: Final = ("seat", "hand", "stronghold", "power_deck")
"""The parts with which a row begins that is kept whole."""
_MARKS: Final = ("own", "opponent's", "wounded", "weakened", "moved", "attacked")


class DominumEncoding(Encoding[Config, Action, View]):
    """The numbers of Dominum.

    Seats are rotated: of two rows the first is the viewer's, the second the opponent's. A
    spectator sees seat 0 first. The part ``seat`` says who the viewer really is. The board is not
    turned round, since boards need not be symmetric and actions name their spaces.

    Left out on purpose: items of the agenda below the topmost 24. Their number is there.
    """

    name = "dominum"

    def __init__(self, config: Config) -> None:
        domains = config.domains
        self._cards: Final = max(len(domain.cards) for domain in domains)
        self._strongholds: Final = max(len(domain.strongholds) for domain in domains)
        worded = [each for domain in domains for each in (*domain.cards, *domain.strongholds)]
        self._abilities: Final = max(len(each.abilities) for each in worded)
        self._power_numbers: Final = tuple(dict.fromkeys(config.power_deck.cards))
        self._counters: Final = tuple(sorted(set(config.power_deck.counters)))
        keys = tuple(map(_ability_keys, domains))
        self._longest: Final = max(map(len, keys))
        self._fired: Final = tuple(lru_cache(1 << 10)(partial(self._fired_row, k)) for k in keys)
        self._spaces: Final = Names(config.board.by_name)
        self._asks: Final = AgendaRows(config)
        self._flags = lru_cache(1 << 10)(self._flags_row)
        self._counts = lru_cache(1 << 10)(_counts_row)
        self._hands = lru_cache(1 << 10)(self._hands_row)
        self._clock = {seat: by_identity(partial(self._clock_row, seat)) for seat in (0, 1, None)}
        self._mat = tuple(by_identity(partial(self._mat_rows, seat)) for seat in (0, 1))
        self._power = tuple(by_identity(partial(self._powers_row, viewer)) for viewer in (0, 1))
        self._units = tuple(each_by_identity(partial(self._unit_row, seat)) for seat in (0, 1))
        self._board = tuple(by_identity(partial(self._board_row, viewer)) for viewer in (0, 1))
        unused = self._abilities + len(_KEYWORDS) + len(self._asks.boosts)
        self._unused: Final = numbers([0.0] * unused)
        self._empty: Final = numbers([0.0] * len(self._unit_columns))
        self._places: Final = {space: place for place, space in enumerate(config.board.names)}
        super().__init__(config)

    @property
    def seats(self) -> int:
        """The number of players: a war of two."""
        return 2

    def notes(self) -> tuple[str, ...]:
        """Return what the fields of the agenda's rows are, for each kind of item."""
        return ("", *self._asks.described())

    # ---------------------------------------------------------------- actions

    def _families(self) -> Iterator[Family[Action]]:
        config, board = self.config, self.config.board
        names, spaces = self._card_names, self._spaces.names
        strongholds = (s.name for domain in config.domains for s in domain.strongholds)
        yield Listed("say", "one of the words", said.values())
        yield Listed("option", "the first or the second of two", map(Option, (1, 2)))
        yield Listed("first", "name the 1st Player, by seat", map(ChooseFirst, (0, 1)))
        yield Listed("phase", "activate a phase", activate.values())
        yield Listed("choose", "choose a stronghold", map(choose, strongholds))
        yield Listed("choose card", "choose a card for one's forces", map(choose, names))
        yield Listed("return", "return a card of the discard pile", map(ReturnOne, names))
        deployed = (deploy(name, space, False) for name in names for space in spaces)
        yield Listed("deploy", "deploy a card, by card and space", deployed)
        further = dict.fromkeys(c.name for d in config.domains for c in d.cards if c.deployments)
        deployed = (deploy(name, space, True) for name in further for space in spaces)
        yield Listed("deploy by ability", "deploy a card by its own ability, likewise", deployed)
        pairs = [(one, other) for one in spaces for other in spaces if one != other]
        moves = (hop(HopVerb.MOVE, *pair) for pair in pairs)
        yield Listed("move", "move a card, from space to space", moves)
        near = [
            (one, board.names[other])
            for one, space in board.by_name.items()
            for other in bits(board.around[space])
        ]
        shifts = (hop(verb, *pair) for verb in (HopVerb.SHIFT, HopVerb.LUNGE) for pair in near)
        yield Listed("shift", "shift, or lunge, to a space next to it", shifts)
        attacks = (attack(*pair) for pair in near)
        yield Listed("attack", "attack, from space to space", attacks)
        placed = (on_space(verb, space) for verb in SpaceVerb for space in spaces)
        yield Listed("space", "whatever the verb says, by verb and space", placed)
        used = [on_power(verb, card) for verb in PowerVerb for card in self._power_numbers]
        used = [action for action in used if action.verb is not PowerVerb.COUNTER]
        used += (on_power(PowerVerb.COUNTER, card) for card in self._counters)
        yield Listed("power", "use a power card or a counter, by verb and number", used)
        most = [0, 0]
        for domain in config.domains:
            for place, listed in enumerate((domain.strongholds, domain.cards)):
                most[place] = max(most[place], *(len(each.activated) for each in listed))
        uses = [use(None, number + 1) for number in range(most[0])]
        uses += (use(space, n + 1) for space in spaces for n in range(most[1]))
        yield Listed("ability", "use an ability of the stronghold, or of the card on a space", uses)

    def _chance_families(self) -> Iterable[Family[Action]]:
        return (
            Listed("coin", "who decides on the 1st Player, by seat", map(FlipCoin, (0, 1))),
            Listed(
                "draw", "draw a power card; 0 is the Critical", map(DrawCard, self._power_numbers)
            ),
        )

    @property
    def _card_names(self) -> tuple[str, ...]:
        named = (card.name for domain in self.config.domains for card in domain.cards)
        return tuple(dict.fromkeys(named))

    # ---------------------------------------------------------------- the specification

    def _parts(self) -> Iterator[Part]:
        for part in self._mats():
            yield evolve(part, joined=part.name not in _BEGINNINGS)
        yield Part(
            "board",
            (len(self._spaces), len(self._unit_columns)),
            0,
            MOST_USES * 2 * BATTLEFIELD * self._abilities,
            "flags, numbers",
            f"the card on each space ({' '.join(self._spaces.names)}): whose, its marks, the"
            " abilities it has used, the keywords it was granted, how often it was strengthened by"
            " each amount, and which card of its domain it is",
            self._unit_columns,
        )
        yield Part("agenda_items", (1,), 0, _MOST_ITEMS, "items", "of the whole agenda", (), 0)
        yield Part(
            "agenda",
            (_ROOM, len(self._asks.columns)),
            -_FAR,
            _FAR,
            "flags, numbers",
            "what is still to be settled, the question that is open first: its kind, and fields"
            " whose meaning is that of the kind",
            self._asks.columns,
            _ROOM,
        )

    def _mats(self) -> Iterator[Part]:
        """Give what is beside the board; each of these rows is kept whole."""
        config, cards = self.config, self._cards
        flags = "in the order of the seat's domain"
        yield Part("seat", (3,), 0, 1, "flag", "who looks", ("seat 0", "seat 1", "a spectator"))
        yield Part(
            "round",
            (1,),
            0,
            config.max_rounds,
            "rounds",
            "the round that is played, 0 before the first",
        )
        yield Part(
            "clock",
            (5,),
            0,
            1,
            "flag",
            "the viewer is the 1st Player, begins the round, is active; who took the initiative",
            ("first", "starter", "active", "own initiative", "opponent's initiative"),
        )
        names = tuple(phase.value for phase in Phase)
        yield Part("phase", (8,), 0, 1, "flag", "the phase that is performed", names)
        yield Part(
            "hand", (2, cards), 0, 1, "flag", f"cards in hand that the viewer knows, {flags}"
        )
        yield Part("hidden", (2,), 0, 12, "cards", "the cards in hand that it does not know")
        yield Part("known", (2, cards), 0, 1, "flag", f"cards in hand that both know, {flags}")
        yield Part("discard", (2, cards), 0, 1, "flag", f"the discard pile, {flags}")
        yield Part(
            "stronghold",
            (2, self._strongholds),
            0,
            1,
            "flag",
            f"the stronghold, {flags}; none until it is known",
        )
        yield Part(
            "player",
            (2, 4),
            0,
            _MOST_POINTS,
            "flags, numbers",
            "charges of the stronghold, the Surge token, victory points, the Link token",
            ("charges", "surge", "points", "link"),
        )
        yield Part("tokens", (2, 8), 0, 1, "flag", "the phases activated in this round", names)
        yield Part(
            "used",
            (2, self._abilities),
            0,
            1,
            "flag",
            "the abilities of the stronghold that were used",
        )
        yield Part(
            "fired",
            (2, self._longest),
            0,
            MOST_USES,
            "uses",
            "how often each ability was used in this activation: those of the stronghold, then"
            " those of each card of the domain",
        )
        copies = max(config.power_deck.cards.count(number) for number in self._power_numbers)
        power = tuple("critical" if n == CRITICAL else str(n) for n in self._power_numbers)
        for name in ("deck", "reserve", "used_pile"):
            meaning = f"power cards in the {name.replace('_', ' ')}, by number"
            shape = (2, len(power))
            yield Part(f"power_{name}", shape, 0, copies, "cards", meaning, power)
        yield Part(
            "counters",
            (2, len(self._counters)),
            0,
            max(config.power_deck.counters.count(number) for number in self._counters),
            "counters",
            "the Cycle Counters that are left, by number",
            tuple(map(str, self._counters)),
        )

    @property
    def _unit_columns(self) -> tuple[str, ...]:
        return (
            *_MARKS,
            *(f"used {n + 1}" for n in range(self._abilities)),
            *(keyword.value for keyword in _KEYWORDS),
            *(f"{stat.value} {amount:+}" for stat, amount in self._asks.boosts),
            *(f"card {n + 1}" for n in range(self._cards)),
        )

    # ---------------------------------------------------------------- observations

    def _pieces(self, view: View, /) -> Sequence[Piece]:
        viewer = view.seat or 0
        own, other = view.players if viewer == 0 else view.players[::-1]
        agenda = view.agenda
        shown = self._asks.rows(agenda[: -_ROOM - 1 : -1], viewer)
        return (
            self._clock[view.seat](view.clock),
            self._hands(own.hand, other.hand, own.known, other.known, own.discard, other.discard),
            _in_turn(self._mat[viewer](own), self._mat[1 - viewer](other)),
            self._power[viewer](view.powers),
            self._board[viewer](view.units),
            len(agenda),
            *shown,
            *[NOTHING] * (_ROOM - len(shown)),
        )

    def _clock_row(self, seat: Seat | None, clock: Clock) -> bytes:
        viewer = seat or 0
        marks = (
            clock.round,
            clock.first == viewer,
            clock.starter == viewer,
            clock.active == viewer,
            clock.initiative == viewer,
            clock.initiative == 1 - viewer,
        )
        row = one_of(2 if seat is None else seat, 3) + numbers(marks)
        return row if clock.phase is None else row + one_of(_PHASES.index(clock.phase), 8)

    def _hands_row(self, *piles: tuple[int, ...]) -> bytes:
        """Return the hands, what is hidden and known of them, and the discard piles, of both."""
        flags, cards = self._flags, self._cards
        hands = piles[:2]
        rows = [flags(pile, cards) for pile in piles]
        return b"".join((*rows[:2], numbers(hand.count(HIDDEN) for hand in hands), *rows[2:]))

    def _mat_rows(self, seat: Seat, player: Player) -> Mat:
        """Return the rows of what is beside the board on a player's side."""
        return (
            self._stronghold_row(player.stronghold),
            numbers((player.charges, player.surge, player.points, player.link)),
            _bit_row(player.tokens, len(_PHASES)),
            _bit_row(player.used, self._abilities),
            self._fired[seat](player.fired),
        )

    def _stronghold_row(self, number: int) -> bytes:
        most = self._strongholds
        return numbers([0.0] * most) if number < 0 else one_of(number, most)

    def _fired_row(self, keys: tuple[int, ...], fired: tuple[int, ...]) -> bytes:
        counts = [float(fired.count(key)) for key in keys]
        return numbers(counts + [0.0] * (self._longest - len(keys)))

    def _powers_row(self, viewer: Seat, given: tuple[Power, Power]) -> bytes:
        powers = given if viewer == 0 else given[::-1]
        counts, cards = self._counts, self._power_numbers
        rows = (
            *(counts(power.deck, cards) for power in powers),
            *(counts(power.reserve, cards) for power in powers),
            *(counts(power.used, cards) for power in powers),
            *(counts(power.counters, self._counters) for power in powers),
        )
        return b"".join(rows)

    def _flags_row(self, cards: tuple[int, ...], most: int) -> bytes:
        row = [0.0] * most
        for card in cards:
            if card >= 0:
                row[card] = 1
        return numbers(row)

    def _board_row(self, viewer: Seat, units: tuple[Unit, ...]) -> bytes:
        board = [self._empty] * len(self._spaces)
        places = self._places
        for unit, row in zip(units, self._units[viewer](units), strict=True):
            board[places[unit.space]] = row
        return b"".join(board)

    def _unit_row(self, viewer: Seat, unit: Unit) -> bytes:
        own = unit.seat == viewer
        marks = _marks_row(own, unit.wounded, unit.weakened, unit.moved, unit.attacked)
        if unit.used or unit.granted or unit.boosts:
            return marks + self._uses_row(unit) + one_of(unit.card, self._cards)
        return marks + self._unused + one_of(unit.card, self._cards)

    def _uses_row(self, unit: Unit) -> bytes:
        fitted("abilities of a card", range(unit.used.bit_length()), self._abilities)
        used = (unit.used >> place & 1 for place in range(self._abilities))
        granted = (keyword in unit.granted for keyword in _KEYWORDS)
        return numbers((*used, *granted, *self._asks.boosted(unit)))


def _in_turn(own: Mat, other: Mat) -> bytes:
    """Return the rows of two mats, each of the one before that of the other."""
    stronghold, player, tokens, used, fired = own
    a, b, c, d, e = other
    return b"".join((stronghold, a, player, b, tokens, c, used, d, fired, e))


@lru_cache(maxsize=1 << 6)
def _marks_row(own: bool, wounded: bool, weakened: bool, moved: bool, attacked: bool) -> bytes:
    return numbers((own, not own, wounded, weakened, moved, attacked))


@lru_cache(maxsize=1 << 10)
def _bit_row(mask: int, most: int) -> bytes:
    fitted("bits", range(mask.bit_length()), most)
    return numbers(mask >> place & 1 for place in range(most))


def _counts_row(given: tuple[int, ...], order: tuple[int, ...]) -> bytes:
    return numbers(given.count(each) for each in order)


def _ability_keys(domain: Domain) -> tuple[int, ...]:
    """Return the keys of all abilities in `Player.fired`: of the strongholds, then of the cards."""
    most = max((len(each.abilities) for each in domain.strongholds), default=0)
    cards = (
        (number + 1) * _KEYS + place
        for number, card in enumerate(domain.cards)
        for place in range(len(card.abilities))
    )
    return (*range(most), *cards)
