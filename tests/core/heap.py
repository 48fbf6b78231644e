"""Heap: a game as another distribution would write it, on what the core exports and the agenda.

Chance names who starts; seat 1 is twice as likely as seat 0, and so on. Seats take one to three
tokens in turn, and whoever takes the last one wins. When `Config.pause` tokens are left for the
first time, another program is asked to add as many as it likes.
"""

import re
from random import Random
from typing import Final, TypeAlias

from attrs import evolve, field, frozen

from tabletop_rules.core import (
    CHANCE,
    HOST,
    Actor,
    ConfigError,
    Distribution,
    Event,
    NotationError,
    Outcome,
    OutcomeKind,
    Problem,
    Question,
    Refusal,
    Rule,
    Rulebook,
    Seat,
    Step,
    Transition,
    Weighted,
    from_json,
    to_json,
)
from tabletop_rules.core import agenda as _agenda
from tabletop_rules.core import observe as _observe

name: Final = "heap"
rules_version: Final = "3"
rulebook: Final = Rulebook(
    "Heap",
    rules_version,
    (
        Rule("HP-START", "Chance names the seat that starts.", "Start"),
        Rule("HP-TAKE", "Take one to three tokens that are there.", "Turn"),
        Rule("HP-ADD", "The host adds at least one token.", "Host"),
        Rule("HP-OVER", "Whoever takes the last token wins.", "End"),
    ),
)


@frozen
class Config:
    """What is agreed before a game; ``pause`` 0: no other program is asked."""

    seats: int = 2
    tokens: int = 7
    pause: int = 0

    def __attrs_post_init__(self) -> None:
        problems: list[Problem] = []
        if not 2 <= self.seats <= 4:
            problems.append(Problem("seats", f"expected 2 to 4, got {self.seats}"))
        if self.tokens < 1:
            problems.append(Problem("tokens", f"expected 1 or more, got {self.tokens}"))
        if problems:
            raise ConfigError(problems)


@frozen
class Start:
    seat: Seat


@frozen
class Take:
    count: int


@frozen
class Add:
    count: int


Action: TypeAlias = Start | Take | Add


@frozen(kw_only=True)
class Moved(Event):
    """Tokens came to the heap, or left it."""

    tokens: int


@frozen(kw_only=True)
class Began(Event):
    """A seat has the turn."""

    seat: Seat


@frozen
class State:
    config: Config
    tokens: int
    agenda: "tuple[Ask, ...]"
    paused: bool = False
    winner: Seat | None = field(default=None)

    def with_agenda(self, agenda: "tuple[Ask, ...]", /) -> "State":
        return evolve(self, agenda=agenda)


@frozen
class NameStart(Question[State, Action]):
    @property
    def actor(self) -> Actor:
        return CHANCE

    @property
    def rule(self) -> str:
        return "HP-START"

    def options(self, state: State, /) -> tuple[Action, ...]:
        return tuple(outcome.action for outcome in self.chances(state))

    def chances(self, state: State, /) -> tuple[Weighted[Action], ...]:
        return Distribution.of((Start(seat), seat + 1) for seat in range(state.config.seats))

    def answer(self, state: State, action: Action, /) -> Transition[State]:
        assert isinstance(action, Start)
        return _agenda.run_steps(state.with_agenda((NextTurn(action.seat),)), ())

    def refuse(self, state: State, action: object, /) -> Refusal:
        return Refusal("HP-START", "a seat must be named")


@frozen
class Turn(Question[State, Action]):
    seat: Seat

    @property
    def actor(self) -> Actor:
        return self.seat

    @property
    def rule(self) -> str:
        return "HP-TAKE"

    def options(self, state: State, /) -> tuple[Action, ...]:
        return tuple(Take(count) for count in range(1, min(state.tokens, 3) + 1))

    def answer(self, state: State, action: Action, /) -> Transition[State]:
        assert isinstance(action, Take)
        left = state.tokens - action.count
        event = Moved(rule="HP-TAKE", tokens=-action.count)
        if not left:
            return Transition(evolve(state, tokens=0, agenda=(), winner=self.seat), (event,))
        following = NextTurn((self.seat + 1) % state.config.seats)
        pausing = left == state.config.pause and not state.paused
        agenda: tuple[Ask, ...] = (following, Refill()) if pausing else (following,)
        return _agenda.run_steps(evolve(state, tokens=left, agenda=agenda), (event,))

    def refuse(self, state: State, action: object, /) -> Refusal:
        return Refusal("HP-TAKE", f"1 to {min(state.tokens, 3)} tokens must be taken")


@frozen
class Refill(Question[State, Action]):
    """An open question: the options cannot be listed."""

    @property
    def actor(self) -> Actor:
        return HOST

    @property
    def rule(self) -> str:
        return "HP-ADD"

    def options(self, state: State, /) -> tuple[Action, ...]:
        return ()

    def accepts(self, state: State, action: object, /) -> bool:
        return isinstance(action, Add) and action.count >= 1

    def answer(self, state: State, action: Action, /) -> Transition[State]:
        assert isinstance(action, Add)
        tokens = state.tokens + action.count
        made = evolve(state, tokens=tokens, paused=True, agenda=state.agenda[:-1])
        return _agenda.run_steps(made, (Moved(rule="HP-ADD", tokens=action.count),))

    def refuse(self, state: State, action: object, /) -> Refusal:
        return Refusal("HP-ADD", "at least one token must be added")


@frozen
class NextTurn(Step[State]):
    seat: Seat

    def run(self, state: State, /) -> Transition[State]:
        made = state.with_agenda((*state.agenda[:-1], Turn(self.seat)))
        return Transition(made, (Began(rule="HP-TAKE", seat=self.seat),))


Ask: TypeAlias = NameStart | Turn | Refill | NextTurn


def initial_state(config: Config, /) -> State:
    return State(config, config.tokens, (NameStart(),))


def actor(state: State, /) -> Actor:
    return _agenda.actor(state)


def legal_actions(state: State, /) -> tuple[Action, ...]:
    return _agenda.legal_actions(state)


def chance_outcomes(state: State, /) -> tuple[Weighted[Action], ...]:
    return _agenda.chance_outcomes(state)


def apply(state: State, action: Action, /) -> Transition[State]:
    return _agenda.apply(state, action, "HP-OVER")


def score(state: State, /) -> tuple[int, ...]:
    return tuple(int(seat == state.winner) for seat in range(state.config.seats))


def outcome(state: State, /) -> Outcome | None:
    if state.winner is None:
        return None
    ranks = tuple(2 - points for points in score(state))
    return Outcome(OutcomeKind.WIN, ranks, "took the last token", "HP-OVER")


def view(state: State, seat: Seat | None, /) -> State:
    return state  # all lies open


def observe(events: tuple[Event, ...], seat: Seat | None, /) -> tuple[Event, ...]:
    return _observe(events, seat)


def resample(seen: State, rng: Random, /) -> State:
    return seen


def why_not(state: State, action: Action, seat: Seat, /) -> Refusal | None:
    return _agenda.why_not(state, action, seat, "HP-OVER")


def format_action(action: Action, /) -> str:
    match action:
        case Start(seat=number) | Take(count=number) | Add(count=number):
            return f"{type(action).__name__.lower()} {number}"


def parse_action(text: str, /) -> Action:
    found = re.fullmatch(r"(start|take|add) ([0-9]{1,9})", text)
    if not found:
        raise NotationError(text, "'start SEAT', 'take COUNT' or 'add COUNT'")
    kinds: dict[str, type[Action]] = {"start": Start, "take": Take, "add": Add}
    return kinds[found[1]](int(found[2]))


def render(seen: State, /) -> str:
    return "o" * seen.tokens


def format_state(state: State, /) -> str:
    return to_json(state)


def parse_state(text: str, config: Config | None = None, /) -> State:
    return from_json(text, State)


def max_actions(config: Config, /) -> int:
    return 1 + config.tokens  # when nothing is added
