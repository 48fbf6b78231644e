"""What chance decides, or the host where it draws: the setup, and the ring of city tiles."""

from abc import abstractmethod
from functools import lru_cache
from typing import Any

from attrs import frozen

from tabletop_rules.core import (
    CHANCE,
    HOST,
    Actor,
    Distribution,
    Question,
    Refusal,
    Transition,
    Weighted,
)
from tabletop_rules.core.agenda import is_among, run_steps
from tabletop_rules.dominus_portus.actions import (
    Action,
    DealIsland,
    DealTile,
    RefillRing,
    deals,
    island_deals,
    refills,
)
from tabletop_rules.dominus_portus.events import IslandDealt, RingRefilled, ScoreTileDealt
from tabletop_rules.dominus_portus.harbours import home_of
from tabletop_rules.dominus_portus.state import Dealt, Market, Ship, State

__all__ = ["DealIslands", "DealTiles", "Drawing", "FillRing"]


class Drawing(Question[State, Action]):
    """A question of chance, or of the host if `by_host` (rules DS-R19, PT-R5).

    A host is not listed the options, but it may only name one of them.
    """

    __slots__ = ()
    by_host: bool

    @property
    def actor(self) -> Actor:
        """Chance or the host."""
        return HOST if self.by_host else CHANCE

    @abstractmethod
    def odds(self, state: State, /) -> Distribution[Action]:
        """Return what can come, with its odds."""

    def options(self, state: State, /) -> tuple[Action, ...]:
        """Return what can come; nothing to a host."""
        return () if self.by_host else self.odds(state).actions

    def accepts(self, state: State, action: object, /) -> bool:
        """Return whether this can come."""
        return is_among(action, self.odds(state).actions)

    def chances(self, state: State, /) -> tuple[Weighted[Action], ...]:
        """Return the odds; nothing where the host draws."""
        return () if self.by_host else self.odds(state)

    def refuse(self, state: State, action: object, /) -> Refusal:
        """Say what has to be named."""
        return Refusal(self.rule, f"what is drawn must be named: {self.expected}")

    @property
    @abstractmethod
    def expected(self) -> str:
        """What kind of action is expected, in words."""


@frozen
class DealTiles(Drawing):
    """The score tiles are shuffled and dealt, open, province by province (rule DS-SETUP-2)."""

    by_host: bool = False

    @property
    def rule(self) -> str:
        """One tile to each slot."""
        return "DS-SETUP-2"

    @property
    def expected(self) -> str:
        """A score tile."""
        return "a score tile that is not yet dealt"

    def odds(self, state: State, /) -> Distribution[Action]:
        """Return the tiles that are left."""
        return deals(state.config.score_tiles.names, state.dealt.tiles)

    def answer(self, state: State, action: Action, /) -> Transition[State]:
        """Put the tile at the next province."""
        assert isinstance(action, DealTile)
        provinces = state.config.map_board.provinces
        tiles = (*state.dealt.tiles, action.tile)
        event = ScoreTileDealt(
            rule="DS-SETUP-2", province=provinces[len(tiles) - 1], tile=action.tile
        )
        agenda = state.agenda if len(tiles) < len(provinces) else state.agenda[:-1]
        return run_steps(_dealt(state, Dealt(tiles, state.dealt.islands), agenda), (event,))


@frozen
class DealIslands(Drawing):
    """An island is put between each two ports; the rest is not needed (PT-SETUP-2, PT-SETUP-3).

    Once the ring is closed the ships are placed (rule PT-SETUP-5).
    """

    by_host: bool = False

    @property
    def rule(self) -> str:
        """One island between each two ports."""
        return "PT-SETUP-2"

    @property
    def expected(self) -> str:
        """An island."""
        return "an island that is not yet dealt"

    def odds(self, state: State, /) -> Distribution[Action]:
        """Return the islands that are left."""
        return island_deals(state.config.harbour.names, state.dealt.islands)

    def answer(self, state: State, action: Action, /) -> Transition[State]:
        """Put the island after the port of the next seat."""
        assert isinstance(action, DealIsland)
        islands = (*state.dealt.islands, action.island)
        event = IslandDealt(rule="PT-SETUP-2", seat=len(islands) - 1, island=action.island)
        seats = state.config.seats
        done = len(islands) == seats
        ships = tuple(
            Ship(home_of(state.config.harbour, islands, seat))
            for seat in range(seats if done else 0)
        )
        agenda = state.agenda[:-1] if done else state.agenda
        made = _dealt(state, Dealt(state.dealt.tiles, islands), agenda, ships)
        return run_steps(made, (event,))


def _dealt(
    state: State, dealt: Dealt, agenda: tuple[Any, ...], ships: tuple[Ship, ...] = ()
) -> State:
    return State(
        state.config,
        state.turn,
        dealt,
        state.market,
        state.tokens,
        state.sealed,
        state.cities,
        state.armies,
        ships or state.ships,
        state.final,
        agenda,
    )


@frozen
class FillRing(Drawing):
    """City tiles come to the ring until it is full or the supply empty (rule DS-R17)."""

    by_host: bool = False

    @property
    def rule(self) -> str:
        """The ring is refilled at once."""
        return "DS-R17"

    @property
    def expected(self) -> str:
        """A city tile."""
        return "a city tile of the supply"

    def odds(self, state: State, /) -> Distribution[Action]:
        """Return the tiles of the supply: all are equally likely."""
        return refills(state.config.city_tiles.names, state.market.supply)

    def answer(self, state: State, action: Action, /) -> Transition[State]:
        """Put the tile into the ring."""
        assert isinstance(action, RefillRing)
        tiles = state.config.city_tiles
        place = tiles.index[action.tile]
        supply = state.market.supply
        left = (*supply[:place], supply[place] - 1, *supply[place + 1 :])
        ring = tuple(sorted((*state.market.ring, action.tile)))
        more = len(ring) < tiles.ring and any(left)
        agenda = state.agenda if more else state.agenda[:-1]
        made = with_market(state, Market(left, ring), agenda)
        events = (_refilled(action.tile),)
        return Transition(made, events) if more else run_steps(made, events)


@lru_cache(maxsize=1 << 10)
def _refilled(tile: str) -> RingRefilled:
    """Make a `RingRefilled`, the same object for the same tile."""
    return RingRefilled(rule="DS-R17", tile=tile)


def with_market(state: State, market: Market, agenda: tuple[Any, ...]) -> State:
    """Return the state with other tiles in supply and ring, and another agenda."""
    return State(
        state.config,
        state.turn,
        state.dealt,
        market,
        state.tokens,
        state.sealed,
        state.cities,
        state.armies,
        state.ships,
        state.final,
        agenda,
    )


FILL_RING = FillRing()
"""The one question that fills the ring."""
