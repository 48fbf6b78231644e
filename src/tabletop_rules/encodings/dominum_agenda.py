"""Rows for what stands on the agenda of Dominum, made from the fields of each kind of item."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from functools import lru_cache, partial
from types import NoneType
from typing import Any, Final, TypeAlias, get_args

import attrs

from tabletop_rules.core import Seat
from tabletop_rules.core.errors import shown
from tabletop_rules.dominum import effects as _effects
from tabletop_rules.dominum import rulebook
from tabletop_rules.dominum.abilities import Cards, Cost, Effect, KeywordName, Strengthen
from tabletop_rules.dominum.asks import Ask
from tabletop_rules.dominum.config import Config
from tabletop_rules.dominum.sources import Source
from tabletop_rules.dominum.state import BATTLEFIELD, Fight, Uid, Unit
from tabletop_rules.encodings.errors import EncodingError
from tabletop_rules.encodings.rows import each_by_identity, fitted, numbers, one_of, spaced

__all__ = ["AgendaRows"]

Row: TypeAlias = list[float]
Writer: TypeAlias = Callable[[Any, Seat], Row]
"""Makes the numbers of a field of an item, for a viewer."""

_KINDS: Final[tuple[type, ...]] = get_args(Ask)
_SEATS: Final = ("seat", "of", "last")
"""The fields that hold a seat."""
_HELPERS: Final = BATTLEFIELD - 1
_FEW: Final = 2
"""The most power cards of an assault."""
_ONE: Final = ("",)
"""What the numbers of a field are, where it is one that needs no further name."""
_RULES: Final = {rule: number for number, rule in enumerate(rulebook, 1)}
_FIGHT: Final = (
    "attacker", "defender", "kind", *(f"helper {n + 1}" for n in range(_HELPERS)),
    "free", "lunged", "keywords", "bonus", "power is drawn", "power", "answer is drawn", "answer",
)  # fmt: skip
_UNIT: Final = (
    "card", "space", "wounded", "weakened", "moved", "attacked", "used", "granted",
)  # fmt: skip


class AgendaRows:
    """Makes the rows of an agenda.

    A row has a flag for each kind of item, then the numbers of its fields, whose meaning is that
    of the kind. A card is a number: from 1 for the viewer's, above those for the opponent's, in the
    order of the domain; so is a space, from 1 in the order of the board. A seat is 1 for the
    viewer, 2 for the other. Effects, costs, keywords and the like are numbered from 1 as they first
    stand in the domains of seat 0 and seat 1.
    """

    def __init__(self, config: Config) -> None:
        self._cards = max(len(domain.cards) for domain in config.domains)
        self._spaces = {space: place for place, space in enumerate(config.board.names, 1)}
        self._content: dict[object, int] = {}
        for domain in config.domains:
            for worded in (*domain.cards, *domain.strongholds):
                self._collect(worded.abilities)
                for _, ability in worded.activated:
                    self._collect(ability)
        self._collect(Cards())
        given = (e for e in self._content if isinstance(e, Strengthen))
        self.boosts: Final = tuple(dict.fromkeys((e.stat, e.amount) for e in given))
        """What a card can be strengthened by: what of it, and how much."""
        self._fields: dict[type, list[tuple[str, Writer]]] = {}
        self.fields: Final[dict[type, tuple[str, ...]]] = {}
        """For each kind of item what its numbers are."""
        for kind in _KINDS:
            fields: Any = attrs.fields(kind)
            found = [(each.name, *self._writer(each.name, each.type)) for each in fields]
            self._fields[kind] = [(name, write) for name, write, _ in found]
            self.fields[kind] = tuple(
                f"{name}: {column}" if column else name
                for name, _, columns in found
                for column in columns
            )
        longest = max(map(len, self.fields.values()))
        self.columns: Final = (
            *(spaced(kind.__name__) for kind in _KINDS),
            *(f"field {n + 1}" for n in range(longest)),
        )
        self._row = lru_cache(maxsize=1 << 10)(self._made_row)
        self._rows = tuple(each_by_identity(partial(self._row, viewer)) for viewer in (0, 1))

    # ---------------------------------------------------------------- content

    def _collect(self, value: object) -> None:
        """Number a value of the content, and all that is in it."""
        if isinstance(value, tuple):
            items: tuple[object, ...] = value
            for place in range(len(items) + 1):
                self._content.setdefault(items[place:], len(self._content) + 1)
            for item in items:
                self._collect(item)
        elif attrs.has(type(value)):
            self._content.setdefault(value, len(self._content) + 1)
            fields: Any = attrs.fields(type(value))  # type: ignore[arg-type]  # it has fields
            for each in fields:
                self._collect(getattr(value, each.name))

    def _number(self, value: object, _: Seat) -> Row:
        if value is None:
            return [0]
        found = self._content.get(value)
        if found is None:
            raise EncodingError(
                f"expected what is in the domains of the config, got {shown(value)}"
            )
        return [found]

    # ---------------------------------------------------------------- fields

    def _writer(self, name: str, kind: Any) -> tuple[Writer, tuple[str, ...]]:
        """Return what writes a field, by its name or type, and what its numbers are."""
        by_name: dict[str, tuple[Writer, tuple[str, ...]]] = {
            **dict.fromkeys(_SEATS, (_whose, _ONE)),
            "space": (self._space, _ONE),
            "lined": (_rotated, ("own", "opponent's")),
        }
        many = tuple(f"card {n + 1}" for n in range(2 * BATTLEFIELD))
        by_type: dict[object, tuple[Writer, tuple[str, ...]]] = {
            **_PLAIN,
            Uid: (self._card, ("card",)),
            Uid | None: (self._card, ("card",)),
            tuple[Uid, ...]: (self._many_cards, many),
            Source: (self._source, self._source_columns),
            Fight: (self._fight, _FIGHT),
            tuple[Effect, ...]: (self._number, _ONE),
            tuple[KeywordName, ...]: (self._number, _ONE),
        }
        if name in by_name:
            return by_name[name]
        if kind in by_type:
            return by_type[kind]
        if isinstance(kind, type) and issubclass(kind, Enum):
            return _enum(kind), _ONE
        held = {each for each in get_args(kind) if each is not NoneType} or {kind}
        if all(each in (Cards, Cost) or each.__module__ == _effects.__name__ for each in held):
            return self._number, _ONE
        raise TypeError(f"expected a type of field that can be written, got {name}: {kind}")

    def _space(self, space: int, _: Seat) -> Row:
        return [self._spaces[space]]

    def _card(self, uid: Uid | None, viewer: Seat) -> Row:
        if uid is None:
            return [0]
        seat, card = uid
        return [1 + card + (self._cards if seat != viewer else 0)]

    def _many_cards(self, uids: tuple[Uid, ...], viewer: Seat) -> Row:
        row = [number for uid in uids for number in self._card(uid, viewer)]
        return row + [0] * (2 * BATTLEFIELD - len(row))

    @property
    def _unit_columns(self) -> tuple[str, ...]:
        return (*_UNIT, *(f"{stat.value} {amount:+}" for stat, amount in self.boosts))

    def _unit(self, unit: Unit | None, viewer: Seat) -> Row:
        if unit is None:
            return [0] * len(self._unit_columns)
        granted = sum(1 << n for n, each in enumerate(KeywordName) if each in unit.granted)
        return [
            *self._card(unit.uid, viewer),
            self._spaces[unit.space],
            unit.wounded,
            unit.weakened,
            unit.moved,
            unit.attacked,
            unit.used,
            granted,
            *self.boosted(unit),
        ]

    def boosted(self, unit: Unit) -> Row:
        """Return how often a card is strengthened by each of `boosts`.

        Raises:
            EncodingError: it is by something else.
        """
        if not unit.boosts:
            return [0] * len(self.boosts)
        for boost in unit.boosts:
            if boost not in self.boosts:
                raise EncodingError(f"expected a boost of the config's domains, got {shown(boost)}")
        return [unit.boosts.count(boost) for boost in self.boosts]

    def _fight(self, fight: Fight | None, viewer: Seat) -> Row:
        if fight is None:
            return [0] * len(_FIGHT)
        seat = fight.attacker[0]
        helpers = [self._card((seat, card), viewer)[0] for card in fight.helpers]
        return [
            *self._card(fight.attacker, viewer),
            *self._card(fight.defender, viewer),
            list(type(fight.kind)).index(fight.kind) + 1,
            *helpers,
            *[0] * (_HELPERS - len(helpers)),
            fight.free,
            fight.lunged,
            *self._number(fight.keywords, viewer),
            fight.bonus,
            *_given(fight.power, viewer),
            *_given(fight.answer, viewer),
        ]

    @property
    def _source_columns(self) -> tuple[str, ...]:
        own = (f"its {column}" for column in self._unit_columns)
        other = (f"other {column}" for column in self._unit_columns)
        fight = (f"fight {column}" for column in _FIGHT)
        return ("seat", "card, 0 the stronghold", "gone", *own, *other, *fight, "other gone")

    def _source(self, source: Source, viewer: Seat) -> Row:
        return [
            *_whose(source.seat, viewer),
            source.card + 1,
            source.gone,
            *self._unit(source.own, viewer),
            *self._unit(source.other, viewer),
            *self._fight(source.fight, viewer),
            source.other_gone,
        ]

    # ---------------------------------------------------------------- rows

    def rows(self, asks: Iterable[Ask], viewer: Seat) -> list[bytes]:
        """Return the rows of items, for a viewer."""
        return self._rows[viewer](asks)

    def _made_row(self, viewer: Seat, ask: Ask) -> bytes:
        kind = type(ask)
        row: Row = []
        for name, write in self._fields[kind]:
            row += write(getattr(ask, name), viewer)
        return one_of(_KINDS.index(kind), len(_KINDS)) + numbers(row)  # 0 from there on

    def described(self) -> Iterator[str]:
        """Give lines of Markdown that say what the fields are, for each kind of item."""
        yield "The fields of an item of the agenda, by its kind, and how many numbers each has:"
        yield ""
        for kind, fields in self.fields.items():
            widths = Counter(field.partition(":")[0] for field in fields)
            listed = (name if n == 1 else f"{name} ({n})" for name, n in widths.items())
            yield f"* {spaced(kind.__name__)}: {', '.join(listed) or 'none'}"
        yield ""
        yield "In these fields:"
        yield ""
        yield f"* A fight is {', '.join(_FIGHT)}."
        yield f"* A card as it was is {', '.join(self._unit_columns)}."
        yield "* A source, which is whose ability is performed, is seat, card (0 the stronghold),"
        yield "  gone; the card as it was; the other card of the trigger as it was; the fight;"
        yield "  whether the other card is gone."
        yield "* A card is its number in the domain from 1 if it is the viewer's, above those if"
        yield "  it is the opponent's; a space is its number from 1 in the order of the board; a"
        yield "  seat is 1 for the viewer, 2 for the other. 0 is none."
        yield "* Effects, costs, keywords and kinds of cards are numbered from 1 in the order in"
        yield "  which they first stand in the domains; phases, stages and such as in their enums."
        yield "* What may be missing has two numbers: whether it is there, and what it is."


def _plain(value: float, _: Seat) -> Row:
    return [value]


def _given(value: int | None, _: Seat) -> Row:
    return [0, 0] if value is None else [1, value]


def _whose(seat: Seat, viewer: Seat) -> Row:
    return [1 if seat == viewer else 2]


def _rotated(pair: tuple[bool, bool], viewer: Seat) -> Row:
    return [pair[viewer], pair[1 - viewer]]


def _few(given: tuple[int, ...], _: Seat) -> Row:
    fitted("numbers", given, _FEW)
    return [*(number + 1 for number in given), *[0] * (_FEW - len(given))]


def _rule(rule: str, _: Seat) -> Row:
    return [_RULES[rule]]


def _enum(kind: type[Enum]) -> Writer:
    places: dict[object, float] = {None: 0, **{each: n for n, each in enumerate(kind, 1)}}
    return lambda value, _: [places[value]]


_PLAIN: Final[dict[object, tuple[Writer, tuple[str, ...]]]] = {
    bool: (_plain, _ONE),
    int: (_plain, _ONE),
    int | None: (_given, ("is there", "")),
    bool | None: (_given, ("is there", "")),
    tuple[int, ...]: (_few, tuple(f"number {n + 1}, plus 1" for n in range(_FEW))),
    str: (_rule, _ONE),
}
"""What writes fields of these types."""
