"""The actions of players, of chance and of the host, small frozen values with a text each."""

from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from typing import Final, TypeAlias

from attrs import frozen

from tabletop_rules.core import Distribution, Seat, Weighted
from tabletop_rules.dominus_portus.values import NOTHING, Colour, Placement, Symbol, Tally

__all__ = [
    "Action",
    "ChooseTrack",
    "CloseTurn",
    "DealIsland",
    "DealTile",
    "Decline",
    "DeployGeneral",
    "DeployLegion",
    "DrawGood",
    "FinalPoints",
    "FurtherGains",
    "MoveGeneral",
    "MoveLegion",
    "Placement",
    "RefillRing",
    "Resolve",
    "RevealToken",
    "TakePoints",
    "TakeTile",
]


@frozen(cache_hash=True)
class DealTile:
    """Chance: this score tile lies at the next province (rule DS-SETUP-2)."""

    tile: str


@frozen(cache_hash=True)
class DealIsland:
    """Chance: this island lies after the port of the next seat (rule PT-SETUP-2)."""

    island: str


@frozen(cache_hash=True)
class RefillRing:
    """Chance: this city tile comes from the supply to the ring (rule DS-R17)."""

    tile: str


@frozen(cache_hash=True)
class RevealToken:
    """Chance: this settlement token lay in the province that was entered (rule DS-R19)."""

    token: str


@frozen(cache_hash=True)
class DrawGood:
    """Chance: this is the good that the ship on the Anchor gets (rule PT-R5)."""

    good: str


@frozen(cache_hash=True)
class TakeTile:
    """Take a city tile from the ring and place it (rule DS-R17)."""

    tile: str


@frozen(cache_hash=True)
class Resolve:
    """Use this of the turn's symbols next (rule DS-R13)."""

    symbol: Symbol


@frozen(cache_hash=True)
class TakePoints:
    """Score a Prestige symbol as in the base game (rule DS-PREST-2)."""


@frozen(cache_hash=True)
class DeployLegion:
    """Place a Legion from the supply in Rome (rule DS-DEPLOY-2)."""


@frozen(cache_hash=True)
class DeployGeneral:
    """Place the General from the supply in Rome (rule DS-GENERAL-1)."""


@frozen(cache_hash=True)
class MoveLegion:
    """Move a Legion to an adjacent province (rule DS-MOVE-1)."""

    source: str
    target: str


@frozen(cache_hash=True)
class MoveGeneral:
    """Move the General to an adjacent province (rule DS-MOVE-1)."""

    source: str
    target: str


@frozen(cache_hash=True)
class Decline:
    """Do not use a symbol, or not the rest of it (rule DS-R14)."""


@frozen(cache_hash=True)
class ChooseTrack:
    """Advance on this star track (rule DS-R11)."""

    track: Colour


@frozen(cache_hash=True)
class FurtherGains:
    """Host: the player whose turn is open has gained more in the base game (rule DS-R15)."""

    seat: Seat
    legions: int = 0
    change: Tally = NOTHING


@frozen(cache_hash=True)
class CloseTurn:
    """Host: the turn is over as far as the base game is concerned (rule DS-R13)."""


@frozen(cache_hash=True)
class FinalPoints:
    """Host: the points of each seat for everything but the provinces (rule DS-END-1).

    They include the points that events have told the host to book. Where `tie_break` is given,
    the higher number wins a tie of the game (rule DS-R9).
    """

    points: tuple[int, ...]
    tie_break: tuple[int, ...] = ()


Action: TypeAlias = (
    DealTile
    | DealIsland
    | RefillRing
    | RevealToken
    | DrawGood
    | TakeTile
    | Resolve
    | TakePoints
    | DeployLegion
    | DeployGeneral
    | MoveLegion
    | MoveGeneral
    | Decline
    | ChooseTrack
    | Placement
    | FurtherGains
    | CloseTurn
    | FinalPoints
)


_SELDOM: Final = 64
"""What hardly recurs is kept only from listing to checking: garbage collection walks all of it."""

_take_tile = lru_cache(maxsize=1 << 10)(TakeTile)


@lru_cache(maxsize=_SELDOM)
def takes_from(ring: tuple[str, ...]) -> tuple[Action, ...]:
    """Return the choices among the tiles of a ring."""
    return tuple([_take_tile(tile) for tile in dict.fromkeys(ring)])


@lru_cache(maxsize=1 << 14)
def _refill(tile: str, count: int, total: int) -> Weighted[Action]:
    """Return a city tile with its share of the supply."""
    return Weighted(RefillRing(tile), Fraction(count, total))


@lru_cache(maxsize=1 << 12)
def _deal(tile: str, total: int) -> Weighted[Action]:
    """Return a score tile with its share of those that are left."""
    return Weighted(DealTile(tile), Fraction(1, total))


def _odds(listed: list[Weighted[Action]], counts: list[int]) -> Distribution[Action]:
    """Return what `Distribution.of` makes, from parts that recur where the whole seldom does.

    That the shares sum to 1 needs no check, by the way they are made. Tiles are dealt so often that
    `of` would make a random game about a quarter slower.
    """
    made: Distribution[Action] = tuple.__new__(Distribution, listed)
    made.actions = tuple([outcome[0] for outcome in listed])
    made.bounds = tuple(accumulate(counts))
    return made


@lru_cache(maxsize=_SELDOM)
def refills(names: tuple[str, ...], supply: tuple[int, ...]) -> Distribution[Action]:
    """Return the odds of the next city tile, by how many of each are in the supply."""
    total = sum(supply)
    counted = zip(names, supply, strict=True)
    listed = [_refill(name, count, total) for name, count in counted if count]
    return _odds(listed, [count for count in supply if count])


@lru_cache(maxsize=_SELDOM)
def deals(names: tuple[str, ...], dealt: tuple[str, ...]) -> Distribution[Action]:
    """Return the odds of the next score tile: those not yet dealt are equally likely."""
    total = len(names) - len(dealt)
    listed = [_deal(name, total) for name in names if name not in dealt]
    return _odds(listed, [1] * total)


@lru_cache(maxsize=1 << 12)
def island_deals(names: tuple[str, ...], dealt: tuple[str, ...]) -> Distribution[Action]:
    """Return the odds of the next island: those not yet dealt are equally likely."""
    return Distribution.uniform(DealIsland(name) for name in names if name not in dealt)


@lru_cache(maxsize=1 << 12)
def reveals(names: tuple[str, ...], counts: tuple[int, ...]) -> Distribution[Action]:
    """Return the odds of the token that is revealed, by how many of each are left."""
    return Distribution.of(
        (RevealToken(name), count) for name, count in zip(names, counts, strict=True) if count
    )


@lru_cache(maxsize=1 << 12)
def resolves(pending: tuple[Symbol, ...]) -> tuple[Action, ...]:
    """Return the choices of which symbol is used next."""
    return tuple(Resolve(symbol) for symbol in dict.fromkeys(pending))
