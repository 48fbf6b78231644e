"""High Card: a whole game on the protocol, as another distribution would write it.

Chance deals a card from 1 to 3 to each of two seats, who look at their own. Each in turn stays in
or folds. The higher card of those who stay wins two points; who stays alone wins one.
"""

from random import Random
from typing import Final

from attrs import evolve, frozen

from tabletop_rules.core import (
    CHANCE,
    Actor,
    Distribution,
    Event,
    IllegalActionError,
    NotationError,
    Outcome,
    OutcomeKind,
    PositionError,
    Problem,
    Refusal,
    Rule,
    Rulebook,
    Seat,
    Transition,
    Weighted,
    from_json,
    to_json,
)
from tabletop_rules.core import observe as observed

name: Final = "high_card"
rules_version: Final = "1"
rulebook: Final = Rulebook(
    "High Card",
    rules_version,
    (
        Rule("HC-DEAL", "Chance deals a card to each seat, who alone sees it.", "Deal"),
        Rule("HC-STAY", "Each seat in turn stays in or folds, for all to see.", "Turn"),
        Rule("HC-END", "The higher card of those who stayed in wins.", "End"),
    ),
)
HIDDEN: Final = 0


@frozen
class Config:
    """What is agreed before a game: the highest card."""

    highest: int = 3


@frozen
class State:
    """The cards dealt, and who stays in, in seat order. A view is a state with hidden cards."""

    config: Config
    cards: tuple[int, ...] = ()
    stays: tuple[bool, ...] = ()


@frozen
class Deal:
    """Chance gives a card."""

    card: int


@frozen
class Say:
    """A seat stays in, or folds."""

    stay: bool


Action = Deal | Say


@frozen(kw_only=True)
class Dealt(Event):
    """A seat got a card; the others do not see which."""

    seat: Seat
    card: int

    def seen_by(self, seat: Seat | None, /) -> Event:
        """Hide the card from all but its owner."""
        return self if seat == self.seat else evolve(self, card=HIDDEN)


@frozen(kw_only=True)
class Said(Event):
    """A seat stays in or folds."""

    seat: Seat
    stay: bool


@frozen(kw_only=True)
class Shown(Event):
    """Both have stayed in and show their cards."""

    cards: tuple[int, ...]


def initial_state(config: Config, /) -> State:
    return State(config)


def actor(state: State, /) -> Actor:
    if len(state.cards) < 2:
        return CHANCE
    return len(state.stays) if len(state.stays) < 2 else None


def legal_actions(state: State, /) -> tuple[Action, ...]:
    if actor(state) is CHANCE:
        return tuple(outcome.action for outcome in chance_outcomes(state))
    return () if actor(state) is None else (Say(True), Say(False))


def chance_outcomes(state: State, /) -> tuple[Weighted[Action], ...]:
    if actor(state) is not CHANCE:
        return ()
    left = [card for card in range(1, state.config.highest + 1) if card not in state.cards]
    return Distribution[Action].of((Deal(card), 1) for card in left)


def apply(state: State, action: Action, /) -> Transition[State]:
    refusal = _refusal(state, action)
    if refusal is not None:
        raise IllegalActionError(action, refusal.rule, refusal.reason)
    if isinstance(action, Deal):
        dealt = Dealt(rule="HC-DEAL", seat=len(state.cards), card=action.card)
        return Transition(evolve(state, cards=(*state.cards, action.card)), (dealt,))
    stays = (*state.stays, action.stay)
    events: tuple[Event, ...] = (Said(rule="HC-STAY", seat=len(state.stays), stay=action.stay),)
    if stays == (True, True):
        events = (*events, Shown(rule="HC-END", cards=state.cards))
    return Transition(evolve(state, stays=stays), events)


def _refusal(state: State, action: object) -> Refusal | None:
    if any(type(option) is type(action) and option == action for option in legal_actions(state)):
        return None
    rule = "HC-DEAL" if actor(state) is CHANCE else "HC-STAY"
    return Refusal("HC-END" if actor(state) is None else rule, "that is not to be done now")


def why_not(state: State, action: Action, seat: Seat, /) -> Refusal | None:
    if actor(state) != seat:
        return Refusal("HC-STAY", f"seat {seat} is not asked now")
    return _refusal(state, action)


def score(state: State, /) -> tuple[int, ...]:
    if len(state.stays) < 2 or not any(state.stays):
        return (0, 0)
    if all(state.stays):
        return (2, 0) if state.cards[0] > state.cards[1] else (0, 2)
    return tuple(int(stay) for stay in state.stays)


def outcome(state: State, /) -> Outcome | None:
    if actor(state) is not None:
        return None
    points = score(state)
    if points[0] == points[1]:
        return Outcome(OutcomeKind.DRAW, (1, 1), "both have folded", "HC-END")
    ranks = (1, 2) if points[0] > points[1] else (2, 1)
    return Outcome(OutcomeKind.WIN, ranks, f"{max(points)} points to 0", "HC-END")


def view(state: State, seat: Seat | None, /) -> State:
    if all(state.stays) and len(state.stays) == 2:
        return state  # both show
    cards = (card if owner == seat else HIDDEN for owner, card in enumerate(state.cards))
    return evolve(state, cards=tuple(cards))


def observe(events: tuple[Event, ...], seat: Seat | None, /) -> tuple[Event, ...]:
    return observed(events, seat)


def resample(seen: State, rng: Random, /) -> State:
    left = [card for card in range(1, seen.config.highest + 1) if card not in seen.cards]
    cards = (card or left.pop(int(rng.random() * len(left))) for card in seen.cards)
    return evolve(seen, cards=tuple(cards))


def format_action(action: Action, /) -> str:
    if isinstance(action, Deal):
        return f"deal {action.card}"
    return "stay" if action.stay else "fold"


def parse_action(text: str, /) -> Action:
    if text in {"stay", "fold"}:
        return Say(text == "stay")
    if text.startswith("deal ") and text[5:].isdecimal() and text[5:].isascii():
        return Deal(int(text[5:]))
    raise NotationError(text, "'deal CARD', 'stay' or 'fold'")


def render(seen: State, /) -> str:
    return f"cards {seen.cards}, stays {seen.stays}"


def format_state(state: State, /) -> str:
    return to_json(state)


def parse_state(text: str, config: Config | None = None, /) -> State:
    state = from_json(text, State, error=PositionError)
    cards = set(state.cards) & set(range(1, state.config.highest + 1))
    problems = []
    if len(cards) != len(state.cards) or len(cards) > 2:
        problems.append(Problem("cards", "expected at most two different cards of the deck"))
    if state.stays and (len(state.cards) < 2 or len(state.stays) > 2):
        problems.append(Problem("stays", "expected an answer of each seat that has a card"))
    if not 2 <= state.config.highest <= 100:
        problems.append(Problem("config.highest", "expected 2 to 100"))
    if problems:
        raise PositionError(problems)
    return state


def max_actions(config: Config, /) -> int:
    return 4
