"""A game of three seats that is quickly counted by hand.

Chance deals a card to each seat, 1 to 3, which its owner alone sees. Then each seat in turn names
a colour, and may peek at the card of the seat to its left before it shows its own card (its value
in points) or folds unseen (2 points). The highest score wins; equal scores share the win.
"""

from collections.abc import Callable
from random import Random
from typing import Any, TypeAlias

from attrs import evolve, frozen
from click.testing import Result

from tabletop_rules.core import (
    CHANCE,
    HOST,
    Actor,
    Distribution,
    Event,
    Game,
    IllegalActionError,
    NotationError,
    Outcome,
    OutcomeKind,
    PositionError,
    Problem,
    Refusal,
    Rule,
    Rulebook,
    RuleKind,
    Transition,
    Weighted,
    observe,
)

AnyGame: TypeAlias = Game[Any, Any, Any, Any]
Run: TypeAlias = Callable[..., Result]
"""Runs the command line with the given arguments, and what is `typed`."""
SEATS = 3


@frozen
class Settings:
    hosted: bool = False
    dice: bool = False
    """A seat may roll a die, by chance, before it shows or folds; it means nothing."""
    colours: int = 2


@frozen
class State:
    config: Settings
    cards: tuple[int, ...] = ()
    colours: tuple[str, ...] = ()
    points: tuple[int, ...] = ()
    peeked: bool = False
    rolling: bool = False


@frozen
class View:
    state: State
    seat: int | None


@frozen(kw_only=True)
class Dealt(Event):
    seat: int
    card: int | None

    def seen_by(self, seat: int | None, /) -> "Dealt":
        return self if seat == self.seat else evolve(self, card=None)

    def describe(self) -> str:
        return f"Seat {self.seat} gets {'a card' if self.card is None else f'card {self.card}'}."


@frozen(kw_only=True)
class Peeked(Event):
    seat: int
    card: int | None

    def seen_by(self, seat: int | None, /) -> "Peeked":
        return self if seat == self.seat else evolve(self, card=None)

    def describe(self) -> str:
        return f"Seat {self.seat} peeks{'' if self.card is None else f' at card {self.card}'}."


@frozen(kw_only=True)
class Told(Event):
    text: str
    secret_of: int | None = None

    def seen_by(self, seat: int | None, /) -> "Told":
        if self.secret_of in (None, seat):
            return self
        return Told(rule=self.rule, text=f"Seat {self.secret_of} ends its turn.")

    def describe(self) -> str:
        return self.text


class Toy:
    name = "toy_cards"
    rules_version = "1.0"
    Config = Settings
    rulebook = Rulebook(
        "Toy [bold]Cards[/bold] :dice:",
        "1.0",
        (
            Rule("TC-DEAL-1", "Each seat is dealt a card [red]unseen[/red] by the others.", "Deal"),
            Rule("TC-TURN-1", "A seat names a colour, then shows or folds.", "Turns"),
            Rule("TC-R1", "Equal scores share the win.", "Rulings", RuleKind.RULING),
        ),
    )

    def initial_state(self, config: Settings, /) -> State:
        return State(config)

    def actor(self, state: State, /) -> Actor:
        if state.config.hosted:
            return HOST
        if len(state.cards) < SEATS or state.rolling:
            return CHANCE
        return len(state.points) if len(state.points) < SEATS else None

    def legal_actions(self, state: State, /) -> tuple[str, ...]:
        actor = self.actor(state)
        if state.rolling:
            return ("die 1", "die 2")
        if actor is CHANCE:
            return tuple(f"deal {card}" for card in (1, 2, 3) if card not in state.cards)
        if actor is None or actor is HOST:
            return ()
        if len(state.colours) == len(state.points):
            more = tuple(f"colour {number}" for number in range(3, state.config.colours + 1))
            return ("red", "Blue", *more)
        dice = ("roll",) if state.config.dice else ()
        return ("show", "fold", *dice) if state.peeked else ("peek", "show", "fold", *dice)

    def chance_outcomes(self, state: State, /) -> tuple[Weighted[str], ...]:
        return Distribution.uniform(self.legal_actions(state))

    def apply(self, state: State, action: str, /) -> Transition[State]:
        actor = self.actor(state)
        if action not in self.legal_actions(state):
            raise IllegalActionError(action, "TC-TURN-1", f"{action} is not asked for")
        if action.startswith("deal"):
            card = int(action[-1])
            dealt = Dealt(rule="TC-DEAL-1", seat=len(state.cards), card=card)
            return Transition(evolve(state, cards=(*state.cards, card)), (dealt,))
        if state.rolling:
            rolled = Told(rule="TC-TURN-1", text=f"The {action} is rolled.")
            return Transition(evolve(state, rolling=False), (rolled,))
        assert isinstance(actor, int)
        secret = actor if action == "fold" else None
        text = f"Seat {actor} says [bold]{action}[/bold]."
        told = Told(rule="TC-TURN-1", text=text, secret_of=secret)
        if action == "roll":
            return Transition(evolve(state, rolling=True), (told,))
        if len(state.colours) == len(state.points):
            return Transition(evolve(state, colours=(*state.colours, action)), (told,))
        if action == "peek":
            peek = Peeked(rule="TC-TURN-1", seat=actor, card=state.cards[(actor + 1) % SEATS])
            return Transition(evolve(state, peeked=True), (peek,))
        gained = state.cards[actor] if action == "show" else 2
        made = evolve(state, points=(*state.points, gained), peeked=False)
        return Transition(made, (told,))

    def score(self, state: State, /) -> tuple[int, ...]:
        return state.points + (0,) * (SEATS - len(state.points))

    def outcome(self, state: State, /) -> Outcome | None:
        if self.actor(state) is not None:
            return None
        ranks = tuple(1 + sum(o > mine for o in state.points) for mine in state.points)
        return Outcome(OutcomeKind.WIN, ranks, f"{max(state.points)} points", "TC-R1")

    def view(self, state: State, seat: int | None, /) -> View:
        peeking = seat == len(state.points) and state.peeked
        cards = tuple(
            card if place == seat or (peeking and place == (len(state.points) + 1) % SEATS) else 0
            for place, card in enumerate(state.cards)
        )
        return View(evolve(state, cards=cards), seat)

    def observe(self, events: tuple[Event, ...], seat: int | None, /) -> tuple[Event, ...]:
        return observe(events, seat)

    def resample(self, view: View, rng: Random, /) -> State:
        left = [card for card in (1, 2, 3) if card not in view.state.cards]
        rng.shuffle(left)
        return evolve(view.state, cards=tuple(card or left.pop() for card in view.state.cards))

    def why_not(self, state: State, action: str, seat: int, /) -> Refusal | None:
        if action in self.legal_actions(state):
            return None
        return Refusal("TC-TURN-1", f"{action} is not asked for")

    def format_action(self, action: str, /) -> str:
        return action

    def parse_action(self, text: str, /) -> str:
        known = ("deal 1", "deal 2", "deal 3", "red", "Blue", "peek", "show", "fold", "roll")
        if " ".join(text.split()) not in known:
            raise NotationError(text, "an action of the toy")
        return " ".join(text.split())

    def format_state(self, state: State, /) -> str:
        return repr(state)

    def parse_state(self, text: str, config: Settings | None = None, /) -> State:
        if text.strip() != "dealt":
            raise PositionError([Problem("line 1", "expected 'dealt'")])
        return State(config or Settings(), cards=(1, 2, 3))

    def render(self, view: View, /) -> str:
        eyes = "a spectator" if view.seat is None else f"seat {view.seat}"
        shown = " ".join("?" if card == 0 else str(card) for card in view.state.cards)
        return f"Table of {eyes}: {shown}"

    def max_actions(self, config: Settings, /) -> int:
        return 12
