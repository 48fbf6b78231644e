"""The course of the game: setup, turns stand-alone and hosted, the end."""

from functools import lru_cache
from typing import Any, Final

from attrs import frozen

from tabletop_rules.core import (
    HOST,
    Event,
    Host,
    Question,
    Refusal,
    Seat,
    Step,
    Transition,
)
from tabletop_rules.core.agenda import run_steps
from tabletop_rules.core.errors import shown
from tabletop_rules.dominus_portus.actions import (
    Action,
    CloseTurn,
    FinalPoints,
    FurtherGains,
    TakeTile,
    takes_from,
)
from tabletop_rules.dominus_portus.booking import book, pending_of
from tabletop_rules.dominus_portus.config import Config
from tabletop_rules.dominus_portus.draws import FILL_RING, DealIslands, DealTiles, FillRing
from tabletop_rules.dominus_portus.events import GainsBooked, GameEnded, TurnClosed
from tabletop_rules.dominus_portus.scoring import province_events
from tabletop_rules.dominus_portus.state import Army, City, Dealt, Market, Ship, State, ship_at
from tabletop_rules.dominus_portus.units import symbols_asked
from tabletop_rules.dominus_portus.values import (
    LEGION,
    MOST_SYMBOLS,
    Colour,
    Placement,
    change_flaws,
    is_between,
    placement_flaws,
)
from tabletop_rules.dominus_portus.voyages import draw, pay, sailed

__all__ = [
    "EndOfTurn",
    "HostEnd",
    "HostTurn",
    "NextTurn",
    "Take",
    "initial_state",
    "max_actions",
    "opening",
]

MOST_GAINS: Final = 20
"""So many times in a turn may a host hand in further gains."""
_MOST_POINTS: Final = 1_000_000


def initial_state(config: Config) -> State:
    """Return the state before anything is dealt (rules DS-SETUP-1 to -4, PT-SETUP-1 to -5).

    Each player has a Legion in Rome (DS-SETUP-4), and a token lies sealed in each other province.
    """
    board, hand = config.map_board, config.host_draws
    army = Army((1, *[0] * len(board.provinces)))
    agenda: tuple[Any, ...] = (BeginGame(),)
    if not config.hosted:
        agenda = (*agenda, FillRing())
    if config.portus:
        agenda = (*agenda, DealIslands(hand))
    if config.dominus:
        agenda = (*agenda, DealTiles(hand))
    supply = tuple(tile.copies * config.seats for tile in config.city_tiles.tiles)
    return State(
        config,
        0,
        Dealt(),
        Market() if config.hosted else Market(supply),
        config.settlements.counts if config.dominus else (),
        (1 << len(board.all)) - 2 if config.dominus else 0,
        (City(),) * config.seats,
        (army,) * config.seats if config.dominus else (),
        (),
        None,
        agenda,
    )


@lru_cache(maxsize=1 << 5)
def opening(hosted: bool, seat: Seat) -> tuple[Any, ...]:
    """Return the agenda with which the turn of a seat begins."""
    return (HostTurn(seat),) if hosted else (Take(seat),)


@frozen
class BeginGame(Step[State]):
    """The setup is done: seat 0 has the first turn."""

    def run(self, state: State, /) -> Transition[State]:
        """Ask for the first placement."""
        return Transition(state.with_agenda(opening(state.config.hosted, 0)), ())


@frozen
class Take(Question[State, Action]):
    """Stand-alone: a seat takes a city tile from the ring and places it (rule DS-R17)."""

    seat: Seat

    @property
    def actor(self) -> Seat:
        """The seat whose turn it is."""
        return self.seat

    @property
    def rule(self) -> str:
        """One tile in a turn."""
        return "DS-R17"

    def options(self, state: State, /) -> tuple[Action, ...]:
        """Return each different tile of the ring."""
        return takes_from(state.market.ring)

    def answer(self, state: State, action: Action, /) -> Transition[State]:
        """Book the placement; the ring is refilled before its symbols are used."""
        assert isinstance(action, TakeTile)
        seat, tile, market = self.seat, action.tile, state.market
        placed = state.config.city_tiles.placements[seat][tile]
        place = market.ring.index(tile)
        ring = market.ring[:place] + market.ring[place + 1 :]
        agenda = (*state.agenda[:-1], end_of_turn(seat, placed.colour))
        if state.config.dominus:
            agenda += pending_of(placed)
        if any(market.supply):
            agenda += (FILL_RING,)
        return book(state, placed, tile, Market(market.supply, ring), agenda)

    def refuse(self, state: State, action: object, /) -> Refusal:
        """Say that a tile of the ring must be taken."""
        if isinstance(action, TakeTile):
            return Refusal("DS-R17", f"{action.tile} does not lie in the ring")
        return Refusal("DS-R17", f"seat {self.seat} must take a city tile from the ring")


@frozen
class EndOfTurn(Step[State]):
    """Everything of a placement is settled: the ship, and then the next seat (rule DS-R13)."""

    seat: Seat
    colour: Colour | None

    def run(self, state: State, /) -> Transition[State]:
        """End the turn."""
        return end_turn(state, self.seat, self.colour, state.agenda[:-1], ())


end_of_turn = lru_cache(maxsize=1 << 5)(EndOfTurn)
"""Make an `EndOfTurn`, the same object for the same fields."""


def end_turn(
    state: State,
    seat: Seat,
    colour: Colour | None,
    agenda: tuple[Any, ...],
    events: tuple[Event, ...],
) -> Transition[State]:
    """Return the state after Portus's end of a turn; without it the next turn begins (DS-R13).

    A host is asked once more after goods were paid, since they may give further gains (DS-R15).
    """
    config = state.config
    if not config.portus:
        return next_turn(state, agenda, events, state.ships)
    ship = state.ships[seat]
    end = sailed(config, state.dealt.islands, seat, ship.space, colour)
    pays = end.leaves and bool(ship.goods)
    if not pays and not end.draws:  # nearly always
        ships = state.ships
        moved = ship_at(end.space, ship.goods)
        return next_turn(
            state, agenda, events + end.events, (*ships[:seat], moved, *ships[seat + 1 :])
        )
    if not pays:
        return draw(state, seat, end, (*agenda, NEXT_TURN), events)
    again = HostTurn(seat, colour, 0, True)
    return pay(state, seat, end, (*agenda, again if config.hosted else NEXT_TURN), events)


@frozen
class NextTurn(Step[State]):
    """The next seat has its turn, or the game ends (rules DS-R13, DS-R17)."""

    def run(self, state: State, /) -> Transition[State]:
        """Go on."""
        return next_turn(state, state.agenda[:-1], (), state.ships)


NEXT_TURN: Final = NextTurn()


def next_turn(
    state: State, agenda: tuple[Any, ...], events: tuple[Event, ...], ships: tuple[Ship, ...]
) -> Transition[State]:
    """Return the state in which the next seat has its turn, or the game is over.

    The last turn has had all its steps (rule DS-R13); what goods and sealed settlement tokens might
    have given is lost (rule DS-R18). In a hosted game the host then scores the rest.
    """
    config = state.config
    turn = state.turn + 1
    over = turn == config.all_turns
    if over:
        agenda = (HostEnd(),) if config.hosted else ()
    else:
        agenda = (*agenda, *opening(config.hosted, turn % config.seats))
    made = State(
        config,
        turn,
        state.dealt,
        state.market,
        state.tokens,
        state.sealed,
        state.cities,
        state.armies,
        ships,
        state.final,
        agenda,
    )
    if over and not config.hosted:
        ended = GameEnded(rule="DS-R17", turns=turn)
        events = (*events, *province_events(made), ended)
    return Transition(made, events)


@frozen
class HostTurn(Question[State, Action]):
    """Hosted: the turn of a seat is open, and the host says what happens (rules DS-R1, DS-R15).

    It hands in at most one placement, any further gains, and closes the turn. `colour` is that of
    the tile placed, if one was; `gains` counts the further gains. `closing`: the ship has ended its
    turn and paid goods, so that only gains and the close of the turn can follow.
    """

    seat: Seat
    colour: Colour | None = None
    gains: int = 0
    closing: bool = False

    @property
    def actor(self) -> Host:
        """The host."""
        return HOST

    @property
    def rule(self) -> str:
        """The boundary to the base game."""
        return "DS-R1"

    def options(self, state: State, /) -> tuple[Action, ...]:
        """Return nothing: what the host may hand in is an open set."""
        return ()

    def accepts(self, state: State, action: object, /) -> bool:
        """Return whether the host may do this now."""
        return self._refusal(state, action) is None

    def refuse(self, state: State, action: object, /) -> Refusal:
        """Say why it may not."""
        refusal = self._refusal(state, action)
        assert refusal is not None  # asked only about what is not accepted
        return refusal

    def answer(self, state: State, action: Action, /) -> Transition[State]:
        """Book what the host hands in, or end the turn."""
        below = state.agenda[:-1]
        seat = self.seat
        match action:
            case Placement():
                asked = HostTurn(seat, action.colour, self.gains, self.closing)
                agenda = (*below, asked)
                if state.config.dominus:
                    agenda += pending_of(action)
                return book(state, action, None, state.market, agenda)
            case FurtherGains():
                asked = HostTurn(seat, self.colour, self.gains + 1, self.closing)
                agenda = (*below, asked)
                if state.config.dominus:
                    agenda += symbols_asked(seat, (LEGION,) * action.legions)
                city = state.cities[seat]
                more = City(
                    city.tally.plus(action.change),
                    city.coins,
                    city.population,
                    city.faith,
                    city.points,
                )
                event = GainsBooked(rule="DS-R15", seat=seat, legions=action.legions)
                return run_steps(state.with_city(seat, more, agenda), (event,))
            case _:
                assert isinstance(action, CloseTurn)
                rule = "PT-R7" if state.config.portus and self.colour is None else "DS-R13"
                events = (TurnClosed(rule=rule, seat=seat),)
                if self.closing:
                    return run_steps(*next_turn(state, below, events, state.ships))
                return run_steps(*end_turn(state, seat, self.colour, below, events))

    def _refusal(self, state: State, action: object) -> Refusal | None:
        match action:
            case Placement():
                return self._placement_refusal(state, action)
            case FurtherGains():
                if self.gains >= MOST_GAINS:
                    what = f"at most {MOST_GAINS} further gains are taken in a turn"
                    return Refusal("DS-R15", what)
                flaws = change_flaws(action.legions, action.change)
                return self._handed_refusal("DS-R15", state, action, list(flaws))
            case CloseTurn():
                return None
            case _:
                what = "a placement, further gains or the close of the turn"
                return Refusal("DS-R1", f"the host must hand in {what}, got {shown(action)}")

    def _placement_refusal(self, state: State, action: Placement) -> Refusal | None:
        if self.colour is not None:
            return Refusal("DS-R13", f"seat {self.seat} has placed its tile of this turn")
        return self._handed_refusal("DS-R1", state, action, list(placement_flaws(action)))

    def _handed_refusal(
        self,
        rule: str,
        state: State,
        action: Placement | FurtherGains,
        flaws: list[tuple[str, str]],
    ) -> Refusal | None:
        seat: object = action.seat
        if not is_between(seat, 0, state.config.seats - 1):
            flaws.insert(0, ("seat", f"expected 0 to {state.config.seats - 1}, got {shown(seat)}"))
        if flaws:
            return Refusal(rule, "; ".join(f"{where}: {what}" for where, what in flaws))
        if seat != self.seat:
            return Refusal("DS-R13", f"it is the turn of seat {self.seat}, not of seat {seat}")
        if min(state.cities[self.seat].tally.plus(action.change).numbers) < 0:
            return Refusal(rule, f"the city of seat {seat} would count less than nothing")
        return None


@frozen
class HostEnd(Question[State, Action]):
    """Hosted: all turns are over, and the host has scored all but the provinces (DS-END-1)."""

    @property
    def actor(self) -> Host:
        """The host."""
        return HOST

    @property
    def rule(self) -> str:
        """All other scoring comes first."""
        return "DS-END-1"

    def options(self, state: State, /) -> tuple[Action, ...]:
        """Return nothing: points are an open set."""
        return ()

    def accepts(self, state: State, action: object, /) -> bool:
        """Return whether these are points, one number for each seat."""
        return self._flaw(state, action) is None

    def refuse(self, state: State, action: object, /) -> Refusal:
        """Say what is wrong with them."""
        return Refusal("DS-END-1", self._flaw(state, action) or "")

    def answer(self, state: State, action: Action, /) -> Transition[State]:
        """Add the provinces (rules DS-END-1, DS-END-2)."""
        assert isinstance(action, FinalPoints)
        made = State(
            state.config,
            state.turn,
            state.dealt,
            state.market,
            state.tokens,
            state.sealed,
            state.cities,
            state.armies,
            state.ships,
            action,
            (),
        )
        ended = GameEnded(rule="DS-END-1", turns=state.turn)
        return Transition(made, (*province_events(made), ended))

    def _flaw(self, state: State, action: object) -> str | None:
        seats = state.config.seats
        if not isinstance(action, FinalPoints):
            return f"the host must hand in the final points, got {shown(action)}"
        for numbers, sizes in ((action.points, (seats,)), (action.tie_break, (0, seats))):
            given: Any = numbers
            if not isinstance(given, tuple) or len(given) not in sizes:
                return f"expected a tuple of {seats} numbers, got {shown(given)}"
            for number in given:
                if not is_between(number, -_MOST_POINTS, _MOST_POINTS):
                    return f"expected whole numbers up to {_MOST_POINTS}, got {shown(number)}"
        return None


def max_actions(config: Config) -> int:
    """Return a bound on the length of any game: setup, turns, and settlement tokens.

    A symbol takes at most an answer to the order and two uses; a star and a good one answer each.
    In a hosted turn there is one placement, at most so many gains, before and after the ship ends
    its turn, and two closes.
    """
    tokens = [token.bonus for token in config.settlements.tokens]
    provinces = len(config.map_board.provinces)
    settled = max((1 + bonus.stars + 3 * bonus.legions for bonus in tokens), default=1)
    goods = sum(good.bonus.stars + 3 * good.bonus.legions for good in config.goods.goods)
    setup = provinces + config.seats + config.city_tiles.ring
    if config.hosted:
        symbols = 2 * MOST_SYMBOLS + 2 * MOST_GAINS * MOST_SYMBOLS
        turn = 1 + 2 * MOST_GAINS + 2 + 3 * symbols
    else:
        most = max(
            (len(tile.symbols) + tile.legions for tile in config.city_tiles.tiles), default=0
        )
        turn = 2 + 3 * most
    return setup + config.all_turns * (turn + 1 + goods) + provinces * settled + 1
