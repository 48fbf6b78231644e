"""Using symbols: deploying and moving units, revealing settlement tokens."""

from functools import lru_cache
from typing import Any, Final

from attrs import frozen

from tabletop_rules.core import Distribution, Event, Question, Refusal, Seat, Step, Transition
from tabletop_rules.core.agenda import run_steps
from tabletop_rules.dominus_portus.actions import (
    Action,
    Decline,
    DeployGeneral,
    DeployLegion,
    MoveGeneral,
    MoveLegion,
    Resolve,
    RevealToken,
    TakePoints,
    resolves,
    reveals,
)
from tabletop_rules.dominus_portus.draws import Drawing
from tabletop_rules.dominus_portus.events import (
    SymbolChosen,
    SymbolDeclined,
    TokenRevealed,
    UnitDeployed,
    UnitMoved,
)
from tabletop_rules.dominus_portus.gains import gain, gained
from tabletop_rules.dominus_portus.map_boards import MapBoard
from tabletop_rules.dominus_portus.state import LEGIONS, Army, City, State
from tabletop_rules.dominus_portus.values import LEGION, Bonus, Symbol, SymbolKind

__all__ = ["Order", "Reveal", "SecondUse", "Symbols", "Use", "legion_symbols", "symbols_asked"]

_DECLINE: Final = Decline()
_DEPLOY_LEGION: Final = DeployLegion()
_DEPLOY_GENERAL: Final = DeployGeneral()
_POINTS: Final = TakePoints()


@lru_cache(maxsize=1 << 12)
def symbols_asked(seat: Seat, pending: tuple[Symbol, ...]) -> tuple[Any, ...]:
    """Return what stands on the agenda for symbols to be used, in the owner's order (DS-R13).

    There is nothing to choose where all are alike. Something can always be done with a symbol:
    whoever has no Legion left to deploy has all on the map, where each can move (rule DS-R5).
    """
    if len(set(pending)) > 1:
        return (Order(seat, pending),)
    first = tuple(use_of(seat, symbol) for symbol in pending[:1])
    rest = pending[1:]
    return (Symbols(seat, rest), *first) if rest else first


def legion_symbols(state: State, seat: Seat, count: int) -> tuple[Any, ...]:
    """Return what stands on the agenda for Legion symbols (rules DS-LEGION-1, DS-R13)."""
    if not count or not state.config.dominus:
        return ()
    return (Symbols(seat, (LEGION,) * count),)


@frozen
class Symbols(Step[State]):
    """The symbols that a seat has still to use."""

    seat: Seat
    pending: tuple[Symbol, ...]

    def run(self, state: State, /) -> Transition[State]:
        """Ask for the first of them, or which comes first."""
        return Transition(state.with_agenda(below(state.agenda)), ())


def below(agenda: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return an agenda with the next question about symbols on top, if symbols are there.

    It spares a state where the questions before are done with.
    """
    top = agenda[-1]
    if type(top) is Symbols:
        return (*agenda[:-1], *symbols_asked(top.seat, top.pending))
    return agenda


@frozen
class Order(Question[State, Action]):
    """A seat chooses which of its different symbols it uses next (rule DS-R13)."""

    seat: Seat
    pending: tuple[Symbol, ...]

    @property
    def actor(self) -> Seat:
        """The one whose turn it is."""
        return self.seat

    @property
    def rule(self) -> str:
        """The owner's order."""
        return "DS-R13"

    def options(self, state: State, /) -> tuple[Action, ...]:
        """Return each different symbol."""
        return resolves(self.pending)

    def answer(self, state: State, action: Action, /) -> Transition[State]:
        """Ask what to do with the symbol; the others come after it."""
        assert isinstance(action, Resolve)
        place = self.pending.index(action.symbol)
        rest = self.pending[:place] + self.pending[place + 1 :]
        agenda = (*state.agenda[:-1], symbols_of(self.seat, rest), use_of(self.seat, action.symbol))
        chosen = SymbolChosen(rule=self.rule, seat=self.seat, symbol=action.symbol)
        return Transition(state.with_agenda(agenda), (chosen,))

    def refuse(self, state: State, action: object, /) -> Refusal:
        """Say that one of the symbols must be chosen."""
        return Refusal("DS-R13", f"seat {self.seat} must say which of its symbols it uses next")


symbols_of = lru_cache(maxsize=1 << 12)(Symbols)
"""Make `Symbols`, the same object for the same fields."""


@lru_cache(maxsize=1 << 10)
def legion_moves(board: MapBoard, province: int) -> tuple[Action, ...]:
    """Return the moves of a Legion out of a province, over any one border (DS-MOVE-1, -2)."""
    source = board.all[province]
    return tuple(MoveLegion(source, target) for target in board.neighbours[source])


@lru_cache(maxsize=1 << 10)
def general_moves(board: MapBoard, province: int) -> tuple[Action, ...]:
    """Return the moves of a General out of a province."""
    source = board.all[province]
    return tuple(MoveGeneral(source, target) for target in board.neighbours[source])


@lru_cache(maxsize=1 << 13)
def all_legion_moves(board: MapBoard, occupied: int) -> tuple[Action, ...]:
    """Return the moves of a Legion out of each province that has a bit in `occupied`."""
    places = (place for place in range(occupied.bit_length()) if occupied >> place & 1)
    return tuple([move for place in places for move in legion_moves(board, place)])


@lru_cache(maxsize=1 << 14)
def uses(
    board: MapBoard, symbol: Symbol, occupied: int, supply: bool, general: int | None
) -> tuple[Action, ...]:
    """Return what can be done with a symbol (rules DS-ACT-1, DS-ACT-2, DS-R6).

    Symbols of different colours and Legion symbols deploy a Legion, move a Legion or move the
    General. Those of the same colour deploy the General, or begin with one of two Legions.
    """
    listed: list[Action] = [_POINTS] if symbol.kind is SymbolKind.PRESTIGE else []
    if supply:
        listed.append(_DEPLOY_LEGION)
    if symbol.same and general is None:
        listed.append(_DEPLOY_GENERAL)
    listed += all_legion_moves(board, occupied)
    if not symbol.same and general is not None:
        listed += general_moves(board, general)
    return (*listed, _DECLINE)


@lru_cache(maxsize=1 << 13)
def second_uses(board: MapBoard, occupied: int, supply: bool) -> tuple[Action, ...]:
    """Return what the second of two Legions can do (rules DS-ACT-2, DS-R6, DS-R7)."""
    deploy: tuple[Action, ...] = (_DEPLOY_LEGION,) if supply else ()
    return (*deploy, *all_legion_moves(board, occupied), _DECLINE)


_ASKED_BY: Final = {
    SymbolKind.MILITARY: "DS-MIL-1",
    SymbolKind.PRESTIGE: "DS-PREST-1",
    SymbolKind.LEGION: "DS-LEGION-1",
}


@frozen
class Use(Question[State, Action]):
    """A seat decides what a symbol is used for (rules DS-MIL-1, DS-PREST-1, DS-PREST-2).

    A Prestige symbol gives points or units (rule DS-R10). One may always decline (rule DS-R14).
    """

    seat: Seat
    symbol: Symbol

    @property
    def actor(self) -> Seat:
        """The one who has the symbol."""
        return self.seat

    @property
    def rule(self) -> str:
        """The rule of the kind of symbol."""
        return _ASKED_BY[self.symbol.kind]

    def options(self, state: State, /) -> tuple[Action, ...]:
        """Return the row of the action table, as far as units and borders allow it."""
        army = state.armies[self.seat]
        left = sum(army.legions) < LEGIONS
        return uses(state.config.map_board, self.symbol, army.occupied, left, army.general)

    def answer(self, state: State, action: Action, /) -> Transition[State]:
        """Deploy or move a unit, score the points, or do nothing."""
        seat, symbol, agenda = self.seat, self.symbol, state.agenda[:-1]
        match action:
            case DeployLegion() | MoveLegion() if symbol.same:
                return act(state, seat, action, (*agenda, second_of(seat, symbol)))
            case Decline():
                return run_steps(state.with_agenda(below(agenda)), (declined(seat, symbol),))
            case TakePoints():
                city = state.cities[seat]
                paid = City(
                    city.tally,
                    city.coins,
                    city.population,
                    city.faith,
                    city.points + symbol.points,
                )
                event = gained("DS-PREST-2", seat, Bonus(points=symbol.points))
                return run_steps(state.with_city(seat, paid, below(agenda)), (event,))
            case _:
                return act(state, seat, action, agenda)

    def refuse(self, state: State, action: object, /) -> Refusal:
        """Say why this cannot be done with the symbol."""
        return _refusal(state, self.seat, action, self.symbol, second=False)


use_of = lru_cache(maxsize=1 << 12)(Use)
"""Make a `Use`, the same object for the same fields."""


@frozen
class SecondUse(Question[State, Action]):
    """After the first of two Legions of a symbol of one colour: the second (DS-ACT-2, DS-R7).

    It may be the same Legion or another one (rule DS-MOVE-4). One may stop here (rule DS-R14).
    """

    seat: Seat
    symbol: Symbol

    @property
    def actor(self) -> Seat:
        """The one who has the symbol."""
        return self.seat

    @property
    def rule(self) -> str:
        """Two Legions."""
        return "DS-ACT-2"

    def options(self, state: State, /) -> tuple[Action, ...]:
        """Return deploying or moving another Legion, or the same one once more."""
        army = state.armies[self.seat]
        left = sum(army.legions) < LEGIONS
        return second_uses(state.config.map_board, army.occupied, left)

    def answer(self, state: State, action: Action, /) -> Transition[State]:
        """Deploy or move a Legion, or stop."""
        agenda = state.agenda[:-1]
        if isinstance(action, Decline):
            said = (declined(self.seat, self.symbol),)
            return run_steps(state.with_agenda(below(agenda)), said)
        return act(state, self.seat, action, agenda)

    def refuse(self, state: State, action: object, /) -> Refusal:
        """Say why this cannot be done now."""
        return _refusal(state, self.seat, action, self.symbol, second=True)


second_of = lru_cache(maxsize=1 << 12)(SecondUse)
"""Make a `SecondUse`, the same object for the same fields."""


@lru_cache(maxsize=1 << 12)
def declined(seat: Seat, symbol: Symbol) -> SymbolDeclined:
    """Make a `SymbolDeclined`, the same object for the same fields."""
    return SymbolDeclined(rule="DS-R14", seat=seat, symbol=symbol)


@lru_cache(maxsize=1 << 12)
def deployed(seat: Seat, general: bool, rome: str) -> UnitDeployed:
    """Make a `UnitDeployed`, the same object for the same fields."""
    rule = "DS-GENERAL-1" if general else "DS-DEPLOY-2"
    return UnitDeployed(rule=rule, seat=seat, general=general, province=rome)


@lru_cache(maxsize=1 << 12)
def moved(board: MapBoard, seat: Seat, general: bool, source: str, target: str) -> UnitMoved:
    """Make a `UnitMoved`, the same object for the same fields."""
    rule = "DS-MOVE-2" if (source, target) in board.by_sea else "DS-MOVE-1"
    return UnitMoved(rule=rule, seat=seat, general=general, source=source, target=target)


def act(state: State, seat: Seat, action: Action, agenda: tuple[Any, ...]) -> Transition[State]:
    """Return the state after a unit was deployed or moved; `agenda` is what comes after it.

    Units are deployed in Rome, which reveals nothing (rules DS-DEPLOY-1, DS-R8). The first to move
    into a province reveals its settlement token at once (rule DS-SETTLE-1).
    """
    army = state.armies[seat]
    board = state.config.map_board
    legions = army.legions
    match action:
        case DeployLegion():
            made = Army((legions[0] + 1, *legions[1:]), army.general)
            event: Event = deployed(seat, False, board.rome)
            return run_steps(state.with_army(seat, made, below(agenda)), (event,))
        case DeployGeneral():
            made = Army(legions, 0)
            event = deployed(seat, True, board.rome)
            return run_steps(state.with_army(seat, made, below(agenda)), (event,))
        case MoveGeneral(source=source, target=target):
            place = board.index[target]
            made = Army(legions, place)
            event = moved(board, seat, True, source, target)
        case MoveLegion(source=source, target=target):
            place = board.index[target]
            counts = list(legions)
            counts[board.index[source]] -= 1
            counts[place] += 1
            made = Army(tuple(counts), army.general)
            event = moved(board, seat, False, source, target)
        case _:
            raise AssertionError(action)
    if state.sealed >> place & 1:
        asked = Reveal(seat, target, state.config.host_draws)
        return Transition(state.with_army(seat, made, (*agenda, asked)), (event,))
    return run_steps(state.with_army(seat, made, below(agenda)), (event,))


@frozen
class Reveal(Drawing):
    """The settlement token of a province is revealed (rules DS-SETTLE-1, DS-R8, DS-R19)."""

    seat: Seat
    province: str
    by_host: bool = False

    @property
    def rule(self) -> str:
        """The first who moves in reveals it."""
        return "DS-SETTLE-1"

    @property
    def expected(self) -> str:
        """A settlement token."""
        return f"a settlement token that may lie in {self.province}"

    def odds(self, state: State, /) -> Distribution[Action]:
        """Return the tokens that are not yet revealed: all are equally likely."""
        return reveals(state.config.settlements.names, state.tokens)

    def answer(self, state: State, action: Action, /) -> Transition[State]:
        """Give the bonus at once and discard the token (rules DS-SETTLE-1, DS-SETTLE-2)."""
        assert isinstance(action, RevealToken)
        settlements = state.config.settlements
        place = settlements.index[action.token]
        tokens = state.tokens
        bonus = settlements.by_name[action.token].bonus
        event = TokenRevealed(
            rule="DS-SETTLE-1", seat=self.seat, province=self.province, token=action.token
        )
        events: tuple[Event, ...] = (event,)
        agenda = (*state.agenda[:-1], *legion_symbols(state, self.seat, bonus.legions))
        opened = State(
            state.config,
            state.turn,
            state.dealt,
            state.market,
            (*tokens[:place], tokens[place] - 1, *tokens[place + 1 :]),
            state.sealed & ~(1 << state.config.map_board.index[self.province]),
            state.cities,
            state.armies,
            state.ships,
            state.final,
            agenda,
        )
        return run_steps(*gain(opened, self.seat, bonus, "DS-SETTLE-1", events))


def _refusal(state: State, seat: Seat, action: object, symbol: Symbol, *, second: bool) -> Refusal:
    """Return why an action is none of those that a symbol allows now."""
    army, board = state.armies[seat], state.config.map_board
    match action:
        case TakePoints():
            return Refusal("DS-PREST-2", "only a Prestige symbol can be scored, as a whole")
        case DeployLegion():
            return Refusal("DS-R5", f"seat {seat} has no Legion left to deploy")
        case DeployGeneral() if second or not symbol.same:
            what = "the General is deployed only by two tiles of the same colour, and alone"
            return Refusal("DS-GENERAL-1", what)
        case DeployGeneral():
            return Refusal("DS-R5", f"the General of seat {seat} is on the map already")
        case MoveGeneral() if second or symbol.same:
            return Refusal("DS-R6", "tiles of the same colour do not move the General")
        case MoveGeneral() | MoveLegion():
            return _move_refusal(board, army, seat, action)
        case _:
            what = f"seat {seat} must deploy or move a unit, or decline"
            return Refusal("DS-ACT-2" if symbol.same else "DS-ACT-1", what)


def _move_refusal(
    board: MapBoard, army: Army, seat: Seat, action: MoveGeneral | MoveLegion
) -> Refusal:
    named = action.source in board.all  # an untyped caller may pass what has no hash
    source = board.index[action.source] if named else None
    general = isinstance(action, MoveGeneral)
    there = source is not None and (army.general == source if general else army.legions[source] > 0)
    if not there:
        unit = "General" if general else "Legion"
        return Refusal("DS-MOVE-3", f"seat {seat} has no {unit} in {action.source}")
    return Refusal("DS-MOVE-1", f"{action.target} is not adjacent to {action.source}")
