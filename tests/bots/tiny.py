"""A game small enough to reckon by hand, with a secret that nobody sees."""

from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any, NamedTuple

from tabletop_rules.core import CHANCE, Distribution, Outcome, OutcomeKind, Transition


class End(NamedTuple):
    """The game is over, with these ranks."""

    ranks: tuple[int, ...]


class Ask(NamedTuple):
    """A seat chooses."""

    seat: int
    options: tuple[str, ...]


class Odds(NamedTuple):
    """Chance chooses, by whole weights."""

    weights: tuple[tuple[str, int], ...]


WIN = End((1, 2))
LOSS = End((2, 1))
DRAW = End((1, 1))


@cache
def distribution(weights: tuple[tuple[str, int], ...]) -> Distribution[str]:
    return Distribution.of(weights)


class State(NamedTuple):
    """The secret, and all actions so far."""

    secret: str
    path: tuple[str, ...]


class View(NamedTuple):
    """What a seat sees: all but the secret."""

    seat: int
    path: tuple[str, ...]


class Tiny:
    """A game given by what follows a secret and the actions so far.

    `secrets` are the equally likely ones that `resample` gives. `states` collects all states that
    any function was given.
    """

    name = "tiny"

    def __init__(
        self,
        rules: Callable[[str, tuple[str, ...]], Ask | Odds | End],
        secrets: tuple[str, ...] = ("",),
        points: Callable[[tuple[str, ...]], tuple[int, ...]] = lambda path: (0, 0),
    ) -> None:
        self.rules = rules
        self.secrets = secrets
        self.points = points
        self.states: set[State] = set()

    def at(self, state: State) -> Ask | Odds | End:
        self.states.add(state)
        return self.rules(*state)

    def actor(self, state: State) -> Any:
        match self.at(state):
            case Ask(seat, _):
                return seat
            case Odds():
                return CHANCE
            case End():
                return None

    def legal_actions(self, state: State) -> tuple[str, ...]:
        match self.at(state):
            case Ask(_, options):
                return options
            case Odds(weights):
                return tuple(action for action, _ in weights)
            case End():
                return ()

    def chance_outcomes(self, state: State) -> Any:
        at = self.at(state)
        return distribution(at.weights) if isinstance(at, Odds) else ()

    def apply(self, state: State, action: str) -> Transition[State]:
        assert action in self.legal_actions(state)
        return Transition(State(state.secret, (*state.path, action)), ())

    def score(self, state: State) -> tuple[int, ...]:
        self.states.add(state)
        return self.points(state.path)

    def outcome(self, state: State) -> Outcome | None:
        at = self.at(state)
        if not isinstance(at, End):
            return None
        kind = OutcomeKind.DRAW if len(set(at.ranks)) == 1 else OutcomeKind.WIN
        return Outcome(kind, at.ranks, "", "")

    def view(self, state: State, seat: int) -> View:
        self.states.add(state)
        return View(seat, state.path)

    def resample(self, view: View, rng: Random) -> State:
        return State(self.secrets[int(rng.random() * len(self.secrets))], view.path)


def in_one(_: str, path: tuple[str, ...]) -> Ask | Odds | End:
    """Seat 0 wins with `b` alone."""
    return Ask(0, ("a", "b", "c")) if not path else WIN if path == ("b",) else LOSS


def two_steps(_: str, path: tuple[str, ...]) -> Ask | Odds | End:
    """Seat 0 wins with `b` alone, whatever seat 1 answers."""
    match path:
        case ():
            return Ask(0, ("a", "b", "c"))
        case (_,):
            return Ask(1, ("x", "y"))
        case _:
            return WIN if path[0] == "b" else LOSS


def in_two(_: str, path: tuple[str, ...]) -> Ask | Odds | End:
    """`deep` wins if seat 0 then answers seat 1 rightly, one option of three; `half` is luck."""
    match path:
        case ():
            return Ask(0, ("half", "deep"))
        case (_,):
            return Ask(1, ("x", "y"))
        case ("half", answer):
            return WIN if answer == "x" else LOSS
        case ("deep", answer):
            return Ask(0, ("x", "y", "z"))
        case _:
            return WIN if path[1] == path[2] else LOSS


def trap(_: str, path: tuple[str, ...]) -> Ask | Odds | End:
    """After `trap` seat 1 wins with one option of four; any other it loses. `plain` is a draw."""
    match path:
        case ():
            return Ask(0, ("trap", "plain"))
        case ("plain",):
            return DRAW
        case ("trap",):
            return Ask(1, ("p", "q", "r", "s"))
        case _:
            return LOSS if path[1] == "r" else WIN


def guess(secret: str, path: tuple[str, ...]) -> Ask | Odds | End:
    """Name one of two equally likely secrets, 1/2; or be safe, 3/4. Who sees it would name it."""
    match path:
        case ():
            return Ask(0, ("one", "two", "safe"))
        case ("safe",):
            return Odds((("won", 3), ("lost", 1)))
        case _:
            return WIN if path[-1] in (secret, "won") else LOSS


def late_guess(secret: str, path: tuple[str, ...]) -> Ask | Odds | End:
    """Like `guess`, but named in a second step, where fused strategies would always be right."""
    match path:
        case ():
            return Ask(0, ("guess", "safe"))
        case ("guess",):
            return Ask(0, ("one", "two"))
        case ("safe",):
            return Odds((("won", 3), ("lost", 1)))
        case _:
            return WIN if path[-1] in (secret, "won") else LOSS


def gamble(wins: int, losses: int) -> Callable[[str, tuple[str, ...]], Ask | Odds | End]:
    """Return a choice between a draw, 1/2, and chance that wins with the given weights."""

    def rules(_: str, path: tuple[str, ...]) -> Ask | Odds | End:
        match path:
            case ():
                return Ask(0, ("draw", "gamble"))
            case ("draw",):
                return DRAW
            case ("gamble",):
                return Odds((("won", wins), ("lost", losses)))
            case _:
                return WIN if path[-1] == "won" else LOSS

    return rules


WIDE = Odds(tuple((f"{number}", 1) for number in range(100)))


def long(_: str, path: tuple[str, ...]) -> Ask | Odds | End:
    """Seats in turn choose of three options, for five choices, with a wide chance after each."""
    if len(path) == 10:
        return DRAW
    return WIDE if len(path) % 2 else Ask(len(path) // 2 % 2, ("a", "b", "c"))
