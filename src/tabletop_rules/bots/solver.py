"""Exact values of small remainders of a game in which nothing that matters is hidden."""

from enum import Enum
from fractions import Fraction
from random import Random
from typing import Any, Final, Generic, TypeVar

from attrs import frozen

from tabletop_rules.bots.playouts import exact_rewards
from tabletop_rules.core import CHANCE, Game, Seat
from tabletop_rules.core.errors import shown

__all__ = ["Obstacle", "Solved", "Solver", "UnsolvedError"]

S = TypeVar("S")
A = TypeVar("A")
A_co = TypeVar("A_co", covariant=True)
V = TypeVar("V")

_DRAWS: Final = 8
"""How many seeded states are drawn to see whether a view leaves anything open."""
_LEANING: Final = 1000
"""How many numbers a leaning generator gives before it turns to seeded ones."""
_PROBE: Final = 32
"""A quick search looks at its progress from this part of its states on."""
_HOPE: Final = 16
"""A quick search goes on while it seems to need at most this many times its states."""


class Obstacle(Enum):
    """Why a remainder was not solved."""

    STATES = "states"
    """It has more states than the solver may look at."""
    HIDDEN = "hidden"
    """A seat has to decide without knowing the state."""
    CYCLE = "cycle"
    """A state can come again, so that play need not end."""
    HOST = "host"
    """It waits for another program, whose answers cannot be listed."""


class UnsolvedError(ValueError):
    """A remainder that the solver does not solve."""

    def __init__(self, obstacle: Obstacle, reason: str) -> None:
        super().__init__(obstacle, reason)
        self.obstacle = obstacle
        self.reason = reason

    def __str__(self) -> str:
        return f"not solved: {self.reason}"


@frozen
class Solved(Generic[A_co]):
    """What a state is worth to each seat if all play their best, and what is best."""

    values: tuple[Fraction, ...]
    """The expected `rank_rewards` of each seat, exactly: from 0, lost, to 1, won."""
    best: tuple[A_co, ...]
    """All options that are equally good for the seat that acts, in their order; the values are
    those of the first. Empty where no seat acts."""


class _Node(Generic[S, A]):
    """A state whose options are being solved, one after another."""

    __slots__ = ("odds", "options", "seat", "state", "values")

    def __init__(
        self, state: S, seat: Seat | None, options: tuple[A, ...], odds: tuple[Fraction, ...]
    ) -> None:
        self.state = state
        self.seat = seat  # None: chance
        self.options = options
        self.odds = odds
        self.values: list[tuple[Fraction, ...]] = []  # of the options done so far

    def result(self) -> Solved[A]:
        """Return what the state is worth, once all its options are done."""
        seat, values = self.seat, self.values
        if seat is None:
            expected = (
                sum((p * v for p, v in zip(self.odds, of_seat, strict=True)), Fraction(0))
                for of_seat in zip(*values, strict=True)
            )
            return Solved(tuple(expected), ())
        most = max(value[seat] for value in values)
        places = [place for place, value in enumerate(values) if value[seat] == most]
        return Solved(values[places[0]], tuple(self.options[place] for place in places))


class Solver(Generic[S, A, V]):
    """Solves remainders of perfect information: expectimax for any number of seats.

    Each seat maximizes its own expected reward (*max^n*), which for two seats is minimax, since
    their rewards sum to 1. Of options that are equally good for the seat that acts, the first in
    the order of `legal_actions` is taken to be chosen; with three seats or more this decides what
    the others get. Chance is weighed by its exact odds, and all sums are exact. There is no
    pruning: what is said of hidden information below has to be seen at every state.

    *The table* has each state of the remainder once, whichever ways lead to it. The states of the
    last remainder that was solved are answered from it; any other state begins a new one.

    *Perfect information* means that every seat with several options to choose from knows the
    state. It is established in two parts, with views and `resample` alone:

    * At the start: each seat that has such a choice anywhere in the remainder knows the state that
      is solved. `resample` of its view has to give that state back for a generator that gives 0.0,
      for one that gives the greatest number below 1, and for eight seeded draws. This is a test,
      not a proof: a `resample` that gives an alternative seldom enough may pass it.
    * From then on: no two states of the remainder in which a seat has a choice look the same to
      that seat. This is checked on all of them, so it is as exact as the views are.

    A seat that has no choice any more may be in the dark, and so may one whose choices all come
    when it has learnt what was hidden from it on the way.

    `states` is the most states that a remainder may have; it bounds time and memory. A `quick`
    solver gives up earlier if it makes little progress: after a thirty-second part of its states,
    and whenever it has seen twice as many again, it looks what share of all ways to play on it has
    been through, and stops if at that rate it would need more than sixteen times its states.

    Raises:
        ValueError: `states` is no whole number of 1 or more.
    """

    def __init__(
        self, game: Game[Any, S, A, V], *, states: int = 100_000, quick: bool = False
    ) -> None:
        if type(states) is not int or states < 1:
            raise ValueError(f"expected a whole number of 1 or more states, got {shown(states)}")
        self._game: Final = game
        self._most: Final = states
        self._quick: Final = quick
        self._table: dict[S, Solved[A]] = {}

    @property
    def state_count(self) -> int:
        """The number of states in the table."""
        return len(self._table)

    def solve(self, state: S) -> Solved[A]:
        """Return the exact value of `state` and the best options.

        Raises:
            UnsolvedError: it is too large, something is hidden, a state can come again, or the
                game waits for its host; the error says which.
        """
        found = self._table.get(state)
        if found is None:
            self._table = {}
            try:
                found = _Search(self._game, state, self._table, self._most, self._quick).run()
            except UnsolvedError:
                self._table = {}
                raise
        return found


class _Search(Generic[S, A, V]):
    """One search of a remainder, depth first."""

    def __init__(
        self, game: Game[Any, S, A, V], root: S, table: dict[S, Solved[A]], most: int, quick: bool
    ) -> None:
        self._game = game
        self._root = root
        self._table = table
        self._most = most
        self._look_at = max(most // _PROBE, 1) if quick else most + 1
        self._path: list[_Node[S, A]] = []
        self._on_path: set[S] = set()
        self._seen: set[tuple[Seat, V]] = set()
        self._informed: set[Seat] = set()

    def run(self) -> Solved[A]:
        """Return the value of the root; the table then has all states below it."""
        game, table, path, on_path = self._game, self._table, self._path, self._on_path
        self._enter(self._root)
        while path:
            node = path[-1]
            if len(node.values) == len(node.options):
                path.pop()
                on_path.remove(node.state)
                solved = table[node.state] = node.result()
                if path:
                    path[-1].values.append(solved.values)
                continue
            after = game.apply(node.state, node.options[len(node.values)]).state
            known = table.get(after)
            if known is not None:
                node.values.append(known.values)
            elif after in on_path:
                raise UnsolvedError(Obstacle.CYCLE, "a state can come again")
            else:
                self._enter(after)
        return table[self._root]

    def _enter(self, state: S) -> None:
        """Put a state that is met for the first time on the path, or in the table if it ends."""
        game = self._game
        self._make_room()
        actor = game.actor(state)
        if isinstance(actor, int):
            options = game.legal_actions(state)
            if len(options) > 1:
                self._check_information(state, actor)
            node = _Node[S, A](state, actor, options, ())
        elif actor is CHANCE:
            outcomes = game.chance_outcomes(state)
            odds = tuple(outcome.probability for outcome in outcomes)
            node = _Node[S, A](state, None, tuple(outcome.action for outcome in outcomes), odds)
        else:
            outcome = game.outcome(state)
            if outcome is None:  # the actor is the host
                raise UnsolvedError(Obstacle.HOST, "the game waits for its host")
            ended = self._table[state] = Solved[A](exact_rewards(outcome), ())
            if self._path:
                self._path[-1].values.append(ended.values)
            return
        self._path.append(node)
        self._on_path.add(state)

    def _make_room(self) -> None:
        """Refuse one more state where there are too many, or would be."""
        count = len(self._table) + len(self._path)
        if count >= self._most:
            raise UnsolvedError(Obstacle.STATES, f"there are more than {self._most} states")
        if count >= self._look_at:
            self._look_at *= 2
            if self._progress() * self._most * _HOPE < count:
                reason = f"{count} of {self._most} states were a small part of all"
                raise UnsolvedError(Obstacle.STATES, reason)

    def _progress(self) -> float:
        """Return the share of all ways to play on that the search has been through."""
        share, done = 1.0, 0.0
        for node in self._path:
            share /= len(node.options)
            done += share * len(node.values)
        return done

    def _check_information(self, state: S, seat: Seat) -> None:
        """Refuse a choice of a seat that does not know the state."""
        game = self._game
        if seat not in self._informed:
            if not _knows(game, self._root, seat):
                raise UnsolvedError(Obstacle.HIDDEN, f"something is hidden from seat {seat}")
            self._informed.add(seat)
        seen = (seat, game.view(state, seat))
        if seen in self._seen:
            reason = f"something that is still to come will be hidden from seat {seat}"
            raise UnsolvedError(Obstacle.HIDDEN, reason)
        self._seen.add(seen)


class _Leaning(Random):
    """Gives one number again and again, and in the end seeded ones: no draw is repeated forever."""

    def __init__(self, number: float) -> None:
        super().__init__("leaning")
        self._number = number
        self._left = _LEANING

    def random(self) -> float:
        if not self._left:
            return super().random()
        self._left -= 1
        return self._number


def _knows(game: Game[Any, S, A, V], state: S, seat: Seat) -> bool:
    """Return whether the view of `seat` leaves `state` alone possible, as far as draws show."""
    view = game.view(state, seat)
    if any(game.resample(view, _Leaning(number)) != state for number in (0.0, 1 - 2**-53)):
        return False
    rng = Random("solver")
    return all(game.resample(view, rng) == state for _ in range(_DRAWS))
