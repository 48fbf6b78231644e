"""The state of a game: one frozen value, with the agenda of what is still to be settled."""

from functools import lru_cache
from itertools import compress
from typing import TYPE_CHECKING, Final

from attrs import frozen

from tabletop_rules.core import Seat
from tabletop_rules.core.building import quickly_built
from tabletop_rules.dominus_portus.actions import FinalPoints
from tabletop_rules.dominus_portus.config import Config
from tabletop_rules.dominus_portus.harbours import Space, ring_of
from tabletop_rules.dominus_portus.values import NOTHING, Tally

if TYPE_CHECKING:
    from tabletop_rules.dominus_portus.asks import Ask

__all__ = ["LEGIONS", "Army", "City", "Dealt", "Market", "Ship", "State"]

LEGIONS: Final = 10
"""The Legions of each player; the General is one (rule DS-COMP-1)."""

_BITS: Final = tuple(1 << place for place in range(64))


@quickly_built
@frozen(cache_hash=True, weakref_slot=False)
class Army:
    """The units of a player on the map; the others are in the supply (rule DS-R5).

    Any number of them may be in a province (rule DS-MOVE-5).

    `legions` has a number for each of `MapBoard.all`, `general` is its place in there.
    """

    legions: tuple[int, ...]
    general: int | None = None

    @property
    def occupied(self) -> int:
        """The provinces with Legions, a bit each."""
        return sum(compress(_BITS, self.legions))

    @property
    def supply(self) -> int:
        """The Legions that can still be deployed."""
        return LEGIONS - sum(self.legions)

    def power(self, province: int) -> int:
        """Return the power in a province: 1 for a Legion, 2 for the General (rule DS-POWER-1)."""
        return self.legions[province] + (2 if self.general == province else 0)


@quickly_built
@frozen(cache_hash=True, weakref_slot=False)
class City:
    """What a player has of that which both the base game and the modules give (rule DS-R12)."""

    tally: Tally = NOTHING
    coins: int = 0
    population: int = 0
    faith: int = 0
    points: int = 0


@frozen(cache_hash=True)
class Ship:
    """A ship: its place in the ring, and the goods collected on the island, sorted."""

    space: int
    goods: tuple[str, ...] = ()


@frozen(cache_hash=True)
class Dealt:
    """What the setup has dealt, open to all.

    `tiles` has a score tile for each of `MapBoard.provinces` (rule DS-SETUP-2); `islands` has one
    for each seat, which comes after that seat's port (rules PT-SETUP-2, PT-R1).
    """

    tiles: tuple[str, ...] = ()
    islands: tuple[str, ...] = ()


@quickly_built
@frozen(cache_hash=True, weakref_slot=False)
class Market:
    """The city tiles of a stand-alone game (rule DS-R17).

    `supply` counts those not yet drawn, for each of `CityTiles.tiles`; `ring` are those that lie
    face up, sorted.
    """

    supply: tuple[int, ...] = ()
    ring: tuple[str, ...] = ()


@quickly_built
@frozen(weakref_slot=False)
class State:
    """A position. Two are equal if and only if the same can happen from both.

    `turn` counts the turns that are over; seat ``turn % seats`` has the present one. `sealed` has
    a bit for each of `MapBoard.all` whose settlement token is not yet revealed; `tokens` counts
    the tokens that may lie there, for each of `Settlements.tokens`: which of them lies where
    nobody knows, so it is not decided (rule DS-R19). `armies` and `ships` are empty without their
    modules. `final` is what the host has said at the end.
    """

    config: Config
    turn: int
    dealt: Dealt
    market: Market
    tokens: tuple[int, ...]
    sealed: int
    cities: tuple[City, ...]
    armies: tuple[Army, ...]
    ships: tuple[Ship, ...]
    final: FinalPoints | None
    agenda: "tuple[Ask, ...]"

    @property
    def seat(self) -> Seat:
        """The seat whose turn it is."""
        return self.turn % self.config.seats

    @property
    def ring(self) -> tuple[Space, ...]:
        """The spaces of the ring of ports and islands, in the order in which ships pass them."""
        return ring_of(self.config.harbour, self.dealt.islands)

    @property
    def goods_held(self) -> tuple[str, ...]:
        """The goods of all ships, sorted; all others are in the supply (rule PT-R5)."""
        return tuple(sorted(good for ship in self.ships for good in ship.goods))

    def with_agenda(self, agenda: "tuple[Ask, ...]", /) -> "State":
        """Return the state with another agenda."""
        return State(
            self.config,
            self.turn,
            self.dealt,
            self.market,
            self.tokens,
            self.sealed,
            self.cities,
            self.armies,
            self.ships,
            self.final,
            agenda,
        )

    def with_city(self, seat: Seat, city: City, agenda: "tuple[Ask, ...]") -> "State":
        """Return the state with another city of a seat and another agenda."""
        return State(
            self.config,
            self.turn,
            self.dealt,
            self.market,
            self.tokens,
            self.sealed,
            (*self.cities[:seat], city, *self.cities[seat + 1 :]),
            self.armies,
            self.ships,
            self.final,
            agenda,
        )

    def with_army(self, seat: Seat, army: Army, agenda: "tuple[Ask, ...]") -> "State":
        """Return the state with another army of a seat and another agenda."""
        return State(
            self.config,
            self.turn,
            self.dealt,
            self.market,
            self.tokens,
            self.sealed,
            self.cities,
            (*self.armies[:seat], army, *self.armies[seat + 1 :]),
            self.ships,
            self.final,
            agenda,
        )

    def with_ship(self, seat: Seat, ship: Ship, agenda: "tuple[Ask, ...]") -> "State":
        """Return the state with another ship of a seat and another agenda."""
        return State(
            self.config,
            self.turn,
            self.dealt,
            self.market,
            self.tokens,
            self.sealed,
            self.cities,
            self.armies,
            (*self.ships[:seat], ship, *self.ships[seat + 1 :]),
            self.final,
            agenda,
        )


ship_at = lru_cache(maxsize=1 << 12)(Ship)
"""Make a `Ship`, the same object for the same fields."""
