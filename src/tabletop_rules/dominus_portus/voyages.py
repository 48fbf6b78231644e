"""Ships: the end of a turn on the ring of ports and islands, goods, and what they pay."""

from functools import lru_cache
from typing import Any

from attrs import frozen

from tabletop_rules.core import Distribution, Event, Refusal, Seat, Transition
from tabletop_rules.core.agenda import run_steps
from tabletop_rules.dominus_portus.actions import Action, DrawGood
from tabletop_rules.dominus_portus.config import Config
from tabletop_rules.dominus_portus.draws import Drawing
from tabletop_rules.dominus_portus.events import (
    GoodDrawn,
    GoodsLost,
    GoodsPaid,
    GoodsReturned,
    LegionSymbolsGained,
    ShipMoved,
    SupplyEmpty,
)
from tabletop_rules.dominus_portus.gains import GOODS, gain
from tabletop_rules.dominus_portus.harbours import Goods, Harbour, ring_of
from tabletop_rules.dominus_portus.state import State, ship_at
from tabletop_rules.dominus_portus.units import legion_symbols
from tabletop_rules.dominus_portus.values import Bonus, Colour

__all__ = ["Good", "Sailed", "draw", "good_draws", "guests_of", "pay", "sailed"]


@lru_cache(maxsize=1 << 10)
def _berths(harbour: Harbour, islands: tuple[str, ...]) -> tuple[Seat | None, ...]:
    """Return whose port each space of the ring is of, ``None`` on an island."""
    ring = ring_of(harbour, islands)
    return tuple(space.port if space.arrow is None else None for space in ring)


def guests_of(state: State, seat: Seat) -> tuple[Seat, ...]:
    """Return the seats whose ships stand on another seat's port (rules PT-GUEST-1, PT-R4)."""
    berths = _berths(state.config.harbour, state.dealt.islands)
    return tuple(
        [
            guest
            for guest, ship in enumerate(state.ships)
            if berths[ship.space] == seat and guest != seat
        ]
    )


@frozen
class Sailed:
    """What the end of a turn does to a ship: where it is then, and what follows."""

    space: int
    leaves: bool
    draws: bool
    events: tuple[Event, ...]


@lru_cache(maxsize=1 << 14)
def sailed(
    config: Config,
    islands: tuple[str, ...],
    seat: Seat,
    space: int,
    colour: Colour | None,
) -> Sailed:
    """Return what the end of a turn does to a ship in a space (rule PT-R2).

    On a port it always moves on by one (PT-SHIP-1), on an island only if the tile placed has the
    colour of the arrow (PT-SHIP-2), which a turn without a tile has not (PT-R7). A ship that is on
    an Anchor then draws a good (PT-ANCHOR-1, PT-R3); only one that leaves by the colour in time has
    any use of its goods (PT-GOODS-2, PT-GOODS-3). Other ships do not matter (PT-R6).
    """
    ring = ring_of(config.harbour, islands)
    on_arrival = config.rulings.anchor_on_arrival
    here = ring[space]
    if here.arrow is not None and here.arrow is not colour:
        return Sailed(space, False, here.anchor, ())
    target = (space + 1) % len(ring)
    there = ring[target]
    rule = "PT-SHIP-1" if here.arrow is None else "PT-SHIP-2"
    event = ShipMoved(rule=rule, seat=seat, source=str(here), target=str(there))
    leaves = here.arrow is not None and there.arrow is None
    return Sailed(target, leaves, there.anchor and on_arrival, (event,))


def pay(
    state: State,
    seat: Seat,
    end: Sailed,
    agenda: tuple[Any, ...],
    events: tuple[Event, ...],
) -> Transition[State]:
    """Return the state after a ship has left its island with goods; `agenda` is what comes after.

    The goods pay at once and go back to the supply (rules PT-GOODS-4, PT-GOODS-5); Legion symbols
    are used after all else (rule DS-R13).
    """
    goods = state.ships[seat].goods
    by_name = state.config.goods.by_name
    bonus = Bonus()
    for good in goods:
        bonus = bonus.plus(by_name[good].bonus)
    events += (*end.events, GoodsPaid(rule="PT-GOODS-4", seat=seat, goods=goods))
    if bonus.legions:
        events += (LegionSymbolsGained(rule="DS-R13", seat=seat, count=bonus.legions),)
    agenda = (*agenda, *legion_symbols(state, seat, bonus.legions))
    left = state.with_ship(seat, ship_at(end.space), agenda)
    made, events = gain(left, seat, bonus, GOODS, events)
    return Transition(made, (*events, GoodsReturned(rule="PT-GOODS-5", count=len(goods))))


def draw(
    state: State,
    seat: Seat,
    end: Sailed,
    agenda: tuple[Any, ...],
    events: tuple[Event, ...],
) -> Transition[State]:
    """Return the state in which the ship is on an Anchor and a good is drawn (PT-R2, PT-R5)."""
    events += end.events
    if any(supply_of(state.config.goods, state.goods_held)):
        agenda = (*agenda, good_drawn_by(seat, state.config.host_draws))
    else:
        events += (SupplyEmpty(rule="PT-R5", seat=seat),)
    ship = ship_at(end.space, state.ships[seat].goods)
    return Transition(state.with_ship(seat, ship, agenda), events)


@lru_cache(maxsize=1 << 12)
def supply_of(goods: Goods, held: tuple[str, ...]) -> tuple[int, ...]:
    """Return how many of each type are in the supply: those that no ship holds (rule PT-R5)."""
    return tuple(good.copies - held.count(good.name) for good in goods.goods)


@lru_cache(maxsize=1 << 12)
def good_draws(goods: Goods, held: tuple[str, ...]) -> Distribution[Action]:
    """Return the odds of the next good, uniform over the supply (PT-SETUP-4, PT-R5)."""
    supply = zip(goods.goods, supply_of(goods, held), strict=True)
    return Distribution.of((DrawGood(good.name), count) for good, count in supply if count)


@frozen
class Good(Drawing):
    """A ship on an Anchor gets a random good (rules PT-ANCHOR-1, PT-ANCHOR-2)."""

    seat: Seat
    by_host: bool = False

    @property
    def rule(self) -> str:
        """At the end of a turn on the Anchor."""
        return "PT-ANCHOR-1"

    @property
    def expected(self) -> str:
        """A good."""
        return "a good of the supply"

    def odds(self, state: State, /) -> Distribution[Action]:
        """Return the goods of the supply."""
        return good_draws(state.config.goods, state.goods_held)

    def answer(self, state: State, action: Action, /) -> Transition[State]:
        """Keep the good; one that is there already loses all of them (rule PT-GOODS-1)."""
        assert isinstance(action, DrawGood)
        seat, good = self.seat, action.good
        ship = state.ships[seat]
        events: tuple[Event, ...] = (good_drawn(seat, good),)
        if good in ship.goods:
            lost = tuple(sorted((*ship.goods, good)))
            events += (GoodsLost(rule="PT-GOODS-1", seat=seat, goods=lost),)
            kept: tuple[str, ...] = ()
        else:
            kept = tuple(sorted((*ship.goods, good)))
        made = state.with_ship(seat, ship_at(ship.space, kept), state.agenda[:-1])
        return run_steps(made, events)

    def refuse(self, state: State, action: object, /) -> Refusal:
        """Say that a good must be named."""
        return Refusal("PT-R5", f"what is drawn must be named: {self.expected}")


good_drawn_by = lru_cache(maxsize=1 << 5)(Good)
"""Make a `Good`, the same object for the same fields."""


@lru_cache(maxsize=1 << 10)
def good_drawn(seat: Seat, good: str) -> GoodDrawn:
    """Make a `GoodDrawn`, the same object for the same fields."""
    return GoodDrawn(rule="PT-ANCHOR-1", seat=seat, good=good)
