"""What can happen, as values that cite their rule. Nothing is secret.

A host books three of them: `Gained`, `StarGained` and `BeautificationGained`; and
`LegionSymbolsGained` where Dominus is not in play, so that its own rules for the symbol apply.
"""

from attrs import frozen

from tabletop_rules.core import Event, Seat
from tabletop_rules.dominus_portus.values import Colour, Symbol, counted

__all__ = [
    "BeautificationGained",
    "Gained",
    "GainsBooked",
    "GameEnded",
    "GoodDrawn",
    "GoodsLost",
    "GoodsPaid",
    "GoodsReturned",
    "IslandDealt",
    "LegionSymbolsGained",
    "ProvinceScored",
    "RingRefilled",
    "ScoreTileDealt",
    "ShipMoved",
    "StarGained",
    "SupplyEmpty",
    "SymbolChosen",
    "SymbolDeclined",
    "TilePlaced",
    "TokenRevealed",
    "TokenWithoutEffect",
    "TurnClosed",
    "UnitDeployed",
    "UnitMoved",
]


@frozen(kw_only=True)
class ScoreTileDealt(Event):
    """A score tile was placed at a province (rule DS-SETUP-2)."""

    province: str
    tile: str

    def describe(self) -> str:
        return f"{self.province} gets the score tile {self.tile}."


@frozen(kw_only=True)
class IslandDealt(Event):
    """An island was placed after the port of a seat (rule PT-SETUP-2)."""

    seat: Seat
    island: str

    def describe(self) -> str:
        return f"The island {self.island} lies after the port of seat {self.seat}."


@frozen(kw_only=True)
class RingRefilled(Event):
    """A city tile came from the supply to the ring (rule DS-R17)."""

    tile: str

    def describe(self) -> str:
        return f"{self.tile} comes to the ring."


@frozen(kw_only=True)
class TilePlaced(Event):
    """A placement was booked (rules DS-R1, DS-R13); `tile` is its name in a stand-alone game."""

    seat: Seat
    colour: Colour
    coins: int
    population: int
    tile: str | None

    def describe(self) -> str:
        what = self.tile or "a tile"
        gains = f"{counted(self.coins, 'coins')} and {self.population} population"
        return f"Seat {self.seat} places {what} ({self.colour.value}) and gains {gains}."


@frozen(kw_only=True)
class GainsBooked(Event):
    """The host has handed in further gains (rule DS-R15)."""

    seat: Seat
    legions: int

    def describe(self) -> str:
        return f"Seat {self.seat} has further gains, {counted(self.legions, 'Legion symbols')}."


@frozen(kw_only=True)
class TurnClosed(Event):
    """The host has closed a turn (rules DS-R13, PT-R7)."""

    seat: Seat

    def describe(self) -> str:
        return f"Seat {self.seat} has done its turn in the city."


@frozen(kw_only=True)
class Gained(Event):
    """A seat gains what a host has to book for it."""

    seat: Seat
    coins: int = 0
    population: int = 0
    faith: int = 0
    points: int = 0

    def describe(self) -> str:
        given = (
            (self.coins, "coins"),
            (self.population, "population"),
            (self.faith, "faith"),
            (self.points, "points"),
        )
        listed = ", ".join(counted(count, name) for count, name in given if count) or "nothing"
        return f"Seat {self.seat} gains {listed}."


@frozen(kw_only=True)
class StarGained(Event):
    """A seat advances on a star track, which a host has to book (rule DS-R11)."""

    seat: Seat
    track: Colour

    def describe(self) -> str:
        return f"Seat {self.seat} gains a star on the {self.track.value} track."


@frozen(kw_only=True)
class BeautificationGained(Event):
    """A seat places a Beautification tile, which a host has to see to (rule DS-R4)."""

    seat: Seat

    def describe(self) -> str:
        return f"Seat {self.seat} chooses a Beautification tile."


@frozen(kw_only=True)
class LegionSymbolsGained(Event):
    """Goods have given Legion symbols (rule DS-R13)."""

    seat: Seat
    count: int

    def describe(self) -> str:
        return f"Seat {self.seat} gains {counted(self.count, 'Legion symbols')}."


@frozen(kw_only=True)
class SymbolChosen(Event):
    """A seat has said which of its symbols it uses next (rule DS-R13)."""

    seat: Seat
    symbol: Symbol

    def describe(self) -> str:
        return f"Seat {self.seat} uses the {self.symbol.kind.value} symbol next."


@frozen(kw_only=True)
class SymbolDeclined(Event):
    """A symbol, or the rest of it, was not used (rule DS-R14)."""

    seat: Seat
    symbol: Symbol

    def describe(self) -> str:
        return f"Seat {self.seat} leaves the {self.symbol.kind.value} symbol."


@frozen(kw_only=True)
class UnitDeployed(Event):
    """A unit came from the supply to Rome (rules DS-DEPLOY-2, DS-GENERAL-1, DS-SETTLE-3)."""

    seat: Seat
    general: bool
    province: str

    def describe(self) -> str:
        unit = "its General" if self.general else "a Legion"
        return f"Seat {self.seat} deploys {unit} in {self.province}."


@frozen(kw_only=True)
class UnitMoved(Event):
    """A unit went over one border (rules DS-MOVE-1, DS-MOVE-2)."""

    seat: Seat
    general: bool
    source: str
    target: str

    def describe(self) -> str:
        unit = "its General" if self.general else "a Legion"
        return f"Seat {self.seat} moves {unit} from {self.source} to {self.target}."


@frozen(kw_only=True)
class TokenRevealed(Event):
    """The settlement token of a province was revealed, and is discarded (DS-SETTLE-1, -2)."""

    seat: Seat
    province: str
    token: str

    def describe(self) -> str:
        return f"Seat {self.seat} reveals the settlement token of {self.province}: {self.token}."


@frozen(kw_only=True)
class TokenWithoutEffect(Event):
    """A bonus finds nothing to do (rules DS-R4, DS-R5)."""

    seat: Seat
    what: str

    def describe(self) -> str:
        return f"Seat {self.seat} gets no {self.what}: there is none to be had."


@frozen(kw_only=True)
class ShipMoved(Event):
    """A ship went one space on (rules PT-SHIP-1, PT-SHIP-2)."""

    seat: Seat
    source: str
    target: str

    def describe(self) -> str:
        return f"The ship of seat {self.seat} sails from {self.source} to {self.target}."


@frozen(kw_only=True)
class GoodDrawn(Event):
    """A ship on an Anchor got a good (rule PT-ANCHOR-1)."""

    seat: Seat
    good: str

    def describe(self) -> str:
        return f"Seat {self.seat} draws {self.good}."


@frozen(kw_only=True)
class GoodsLost(Event):
    """A good was drawn twice: all go back to the supply (rule PT-GOODS-1)."""

    seat: Seat
    goods: tuple[str, ...]

    def describe(self) -> str:
        return f"Seat {self.seat} has it already and loses {', '.join(self.goods)}."


@frozen(kw_only=True)
class GoodsPaid(Event):
    """A ship left an island: its goods give their bonuses (rule PT-GOODS-4)."""

    seat: Seat
    goods: tuple[str, ...]

    def describe(self) -> str:
        return f"Seat {self.seat} leaves the island with {', '.join(self.goods)}."


@frozen(kw_only=True)
class GoodsReturned(Event):
    """Paid goods went back to the supply (rule PT-GOODS-5)."""

    count: int

    def describe(self) -> str:
        return f"Back to the supply: {counted(self.count, 'goods')}."


@frozen(kw_only=True)
class SupplyEmpty(Event):
    """There is no good left to be drawn (rule PT-R5)."""

    seat: Seat

    def describe(self) -> str:
        return f"The supply has no good for seat {self.seat}."


@frozen(kw_only=True)
class ProvinceScored(Event):
    """A seat scores a province at the end (rules DS-PLACE-1 to DS-TIE-4)."""

    seat: Seat
    province: str
    power: int
    count: int
    multiplier: int
    points: int

    def describe(self) -> str:
        how = f"power {self.power}, {self.count} times {self.multiplier}"
        return f"Seat {self.seat} scores {self.points} for {self.province} ({how})."


@frozen(kw_only=True)
class GameEnded(Event):
    """The game is over (rules DS-END-1, DS-R17)."""

    turns: int

    def describe(self) -> str:
        return f"The game ends after {self.turns} turns."
