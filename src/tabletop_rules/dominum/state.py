"""The state of a game: one frozen value, with the agenda of what is still to be settled."""

from collections.abc import Mapping
from enum import Enum
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, TypeAlias

from attrs import frozen

from tabletop_rules.core import Seat
from tabletop_rules.core.building import quickly_built
from tabletop_rules.dominum.abilities import KeywordName, Phase, Stat
from tabletop_rules.dominum.actions import Action
from tabletop_rules.dominum.config import Config
from tabletop_rules.dominum.contents import Card, Stronghold

if TYPE_CHECKING:
    from tabletop_rules.dominum.asks import Ask

__all__ = [
    "ACTIVATIONS",
    "BATTLEFIELD",
    "Clock",
    "Fight",
    "FightKind",
    "Player",
    "Power",
    "State",
    "Uid",
    "Unit",
    "make_clock",
    "make_player",
    "make_power",
    "make_unit",
    "token",
]

Uid: TypeAlias = tuple[int, int]
"""A card on the battlefield: its seat and its number in the domain."""

ACTIVATIONS: Final = 5
"""Phases that each player activates in a round (rule DM-ROUND-5)."""
BATTLEFIELD: Final = 6
"""The most cards that one player has on the battlefield (rule DM-DEP-1)."""

_TOKENS: Final = {phase: 1 << place for place, phase in enumerate(Phase)}


def token(phase: Phase) -> int:
    """Return the bit of a phase in `Player.tokens`."""
    return _TOKENS[phase]


@quickly_built
@frozen(cache_hash=True, weakref_slot=False)
class Unit:
    """A card on the battlefield.

    Until the end of the phase it keeps whether it has `moved` (moves, or shifts in a Reposition
    phase) and `attacked`, which of its abilities were `used` (a bit for each), its `boosts` and
    the keywords it was `granted`.
    """

    seat: Seat
    card: int
    space: int
    wounded: bool = False
    weakened: bool = False
    moved: bool = False
    attacked: bool = False
    used: int = 0
    boosts: tuple[tuple[Stat, int], ...] = ()
    granted: tuple[KeywordName, ...] = ()

    @property
    def uid(self) -> Uid:
        """Seat and card."""
        return self.seat, self.card


make_unit = lru_cache(maxsize=1 << 11)(Unit)
"""Make a `Unit`, the same object for the same fields."""


@quickly_built
@frozen(cache_hash=True, weakref_slot=False)
class Power:
    """A Power Deck: the shuffled `deck`, the reserve board, the used pile, the counters left.

    All are sorted. Power cards are open, so everybody can work out what is in the deck.
    """

    deck: tuple[int, ...]
    reserve: tuple[int, ...] = ()
    used: tuple[int, ...] = ()
    counters: tuple[int, ...] = ()


make_power = lru_cache(maxsize=1 << 11)(Power)
"""Make a `Power`, the same object for the same fields."""


@quickly_built
@frozen(cache_hash=True, weakref_slot=False)
class Player:
    """What one player has, apart from the Power Deck and the cards on the battlefield.

    `hand`, `known` and `discard` are sorted numbers of cards; `known` are those in hand that all
    have seen (DM-R45). `stronghold` is -1 until it is chosen. `tokens` has a bit for each phase
    activated in this round, `link` says whether the Link token is there (DM-LINK-1). `used` has a
    bit for each ability of the stronghold that was used, `fired` counts uses of abilities in this
    activation: an item for each use (DM-R47).
    """

    hand: tuple[int, ...] = ()
    known: tuple[int, ...] = ()
    discard: tuple[int, ...] = ()
    stronghold: int = -1
    charges: int = 0
    surge: bool = False
    points: int = 0
    tokens: int = 0
    link: bool = True
    used: int = 0
    fired: tuple[int, ...] = ()

    @property
    def activations(self) -> int:
        """How many phases it has activated in this round."""
        return self.tokens.bit_count()


make_player = lru_cache(maxsize=1 << 11)(Player)
"""Make a `Player`, the same object for the same fields."""


@quickly_built
@frozen(cache_hash=True, weakref_slot=False)
class Clock:
    """Where in the game it is.

    `round` is 0 before the first. `first` is the 1st Player, `starter` begins the round; `phase`
    is the one being performed, by `active`. `initiative` has taken that token (DM-R8).
    """

    round: int = 0
    first: Seat = 0
    starter: Seat = 0
    active: Seat = 0
    phase: Phase | None = None
    initiative: Seat | None = None


make_clock = lru_cache(maxsize=1 << 12)(Clock)
"""Make a `Clock`, the same object for the same fields."""


class FightKind(Enum):
    """What kind of attack it is."""

    ATTACK = "attack"
    """The attack of a card in its owner's Attack phase."""
    COUNTER = "counter"
    ABILITY = "ability"
    """An attack that an ability gave, Alt Attack too (DM-R36)."""


@frozen
class Fight:
    """An attack: who, whom, and what counts for it.

    `helpers` are the other cards of a coordinated attack, by their numbers. `power` and `answer`
    are the power cards of attacker and defender.
    """

    attacker: Uid
    defender: Uid
    kind: FightKind = FightKind.ATTACK
    helpers: tuple[int, ...] = ()
    free: bool = False
    lunged: bool = False
    keywords: tuple[KeywordName, ...] = ()
    bonus: int = 0
    power: int | None = None
    answer: int | None = None


class _Kept:
    """What a state works out once. It is no part of the position, so these are no fields.

    With `cached_property` attrs would give the class a `__getattr__`, and reading any field of it
    would take five times as long.
    """

    __slots__ = ("_at", "_masks", "_options")

    _at: Mapping[int, Unit]
    _masks: tuple[int, int]
    _options: tuple[Action, ...]


_keep: Final = object.__setattr__


@quickly_built
@frozen(weakref_slot=False)
class State(_Kept):
    """A position. Two are equal if and only if config, cards, tokens (DM-COMP-5) and agenda are.

    `units` are sorted by their spaces.
    """

    config: Config
    clock: Clock
    players: tuple[Player, Player]
    powers: tuple[Power, Power]
    units: tuple[Unit, ...]
    agenda: "tuple[Ask, ...]"

    @property
    def options(self) -> tuple[Action, ...]:
        """What may be answered to the question on top, computed once."""
        try:
            return self._options
        except AttributeError:
            pass
        listed: tuple[Action, ...] = self.agenda[-1].listed(self)  # type: ignore[union-attr]  # a step is never on top
        _keep(self, "_options", listed)
        return listed

    @property
    def at(self) -> Mapping[int, Unit]:
        """The card on each space that is taken."""
        try:
            return self._at
        except AttributeError:
            pass
        at = MappingProxyType({unit.space: unit for unit in self.units})
        _keep(self, "_at", at)
        return at

    @property
    def masks(self) -> tuple[int, int]:
        """The spaces that each seat's cards stand on."""
        try:
            return self._masks
        except AttributeError:
            pass
        first = second = 0
        for unit in self.units:
            if unit.seat:
                second |= 1 << unit.space
            else:
                first |= 1 << unit.space
        masks = first, second
        _keep(self, "_masks", masks)
        return masks

    @property
    def empty(self) -> int:
        """The spaces without a card."""
        first, second = self.masks
        return self.config.board.spaces & ~(first | second)

    def unit(self, uid: Uid) -> Unit | None:
        """Return a card if it is on the battlefield."""
        seat, card = uid
        for unit in self.units:
            if unit.card == card and unit.seat == seat:
                return unit
        return None

    def card(self, uid: Uid) -> Card:
        """Return what is printed on a card."""
        return self.config.domains[uid[0]].cards[uid[1]]

    def stronghold(self, seat: Seat) -> Stronghold | None:
        """Return a seat's stronghold, once it is chosen."""
        number = self.players[seat].stronghold
        return None if number < 0 else self.config.domains[seat].strongholds[number]

    def with_agenda(self, agenda: "tuple[Ask, ...]", /) -> "State":
        """Return the state with another agenda."""
        return State(self.config, self.clock, self.players, self.powers, self.units, agenda)

    def push(self, *asks: "Ask") -> "State":
        """Return the state with more on the agenda, the last on top."""
        return self.with_agenda(self.agenda + asks)

    def popped(self, *asks: "Ask") -> "State":
        """Return the state with `asks` instead of what is on top of the agenda."""
        return self.with_agenda(self.agenda[:-1] + asks)

    def with_units(self, units: tuple[Unit, ...]) -> "State":
        """Return the state with other cards on the battlefield."""
        return State(self.config, self.clock, self.players, self.powers, units, self.agenda)

    def with_unit(self, unit: Unit) -> "State":
        """Return the state in which a card on the battlefield has become `unit`."""
        seat, card = unit.seat, unit.card
        units = [unit if u.card == card and u.seat == seat else u for u in self.units]
        units.sort(key=_space)
        return self.with_units(tuple(units))

    def with_player(self, seat: Seat, player: Player) -> "State":
        """Return the state in which a seat has become `player`."""
        first, second = self.players
        players = (player, second) if seat == 0 else (first, player)
        return State(self.config, self.clock, players, self.powers, self.units, self.agenda)

    def with_power(self, seat: Seat, power: Power) -> "State":
        """Return the state in which a seat's Power Deck has become `power`."""
        first, second = self.powers
        powers = (power, second) if seat == 0 else (first, power)
        return State(self.config, self.clock, self.players, powers, self.units, self.agenda)

    def with_clock(self, clock: Clock) -> "State":
        """Return the state at another time."""
        return State(self.config, clock, self.players, self.powers, self.units, self.agenda)


def _space(unit: Unit) -> int:
    return unit.space
