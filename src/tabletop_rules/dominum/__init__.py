"""Dominum: two domains fight with cards on a board.

The package itself is the game: it satisfies `tabletop_rules.core.Game`.
"""

from collections.abc import Mapping
from random import Random
from types import MappingProxyType
from typing import Final

from tabletop_rules.core import (
    Actor,
    Content,
    Event,
    Outcome,
    Refusal,
    Seat,
    Transition,
    Weighted,
    load_rulebook,
)
from tabletop_rules.core import agenda as _agenda
from tabletop_rules.core import observe as _observe
from tabletop_rules.dominum import armies as _armies
from tabletop_rules.dominum import bounds as _bounds
from tabletop_rules.dominum import drawing as _drawing
from tabletop_rules.dominum import notation as _notation
from tabletop_rules.dominum import positions as _positions
from tabletop_rules.dominum import scoring as _scoring
from tabletop_rules.dominum import views as _views
from tabletop_rules.dominum.abilities import Phase, Type
from tabletop_rules.dominum.actions import (
    Action,
    Activate,
    AttackCard,
    ChooseCard,
    ChooseFirst,
    DeployCard,
    DrawCard,
    FlipCoin,
    Hop,
    HopVerb,
    OnPower,
    OnSpace,
    Option,
    PowerVerb,
    ReturnOne,
    Say,
    SpaceVerb,
    UseAbility,
    Word,
)
from tabletop_rules.dominum.board import Board, load_board
from tabletop_rules.dominum.config import Config, Rulings, StrongholdUse
from tabletop_rules.dominum.contents import (
    CRITICAL,
    HIDDEN,
    Army,
    Card,
    Domain,
    PowerDeckList,
    Range,
    Stronghold,
    load_domain,
    load_power_deck,
)
from tabletop_rules.dominum.state import Clock, Fight, Player, Power, State, Unit
from tabletop_rules.dominum.verifying import verification
from tabletop_rules.dominum.views import View

__all__ = [
    "CRITICAL",
    "HIDDEN",
    "Action",
    "Activate",
    "Army",
    "AttackCard",
    "Board",
    "Card",
    "ChooseCard",
    "ChooseFirst",
    "Clock",
    "Config",
    "DeployCard",
    "Domain",
    "DrawCard",
    "Fight",
    "FlipCoin",
    "Hop",
    "HopVerb",
    "OnPower",
    "OnSpace",
    "Option",
    "Phase",
    "Player",
    "Power",
    "PowerDeckList",
    "PowerVerb",
    "Range",
    "ReturnOne",
    "Rulings",
    "Say",
    "SpaceVerb",
    "State",
    "Stronghold",
    "StrongholdUse",
    "Type",
    "Unit",
    "UseAbility",
    "View",
    "Word",
    "actor",
    "apply",
    "apply_list",
    "chance_outcomes",
    "content_kinds",
    "format_action",
    "format_state",
    "initial_state",
    "legal_actions",
    "load_board",
    "load_domain",
    "load_power_deck",
    "max_actions",
    "name",
    "observe",
    "outcome",
    "parse_action",
    "parse_state",
    "render",
    "resample",
    "rulebook",
    "rules_version",
    "score",
    "verification",
    "view",
    "why_not",
]

_OVER: Final = "DM-END-1"

name: Final = "dominum"
rulebook: Final = load_rulebook("tabletop_rules.dominum")
rules_version: Final = rulebook.version
content_kinds: Final[Mapping[str, type[Content]]] = MappingProxyType(
    {"domain": Domain, "board": Board, "power_deck": PowerDeckList}
)
"""The kinds of content that a caller can replace."""


def initial_state(config: Config, /) -> State:
    """Return the state before seat 0 chooses its forces (rule DM-R3)."""
    return _armies.initial_state(config)


def actor(state: State, /) -> Actor:
    """Return who acts next: a seat, `CHANCE`, or ``None`` when the game is over."""
    return _agenda.actor(state)


def legal_actions(state: State, /) -> tuple[Action, ...]:
    """Return all legal actions, those of chance too, in a fixed order; ``()`` when over."""
    return _agenda.legal_actions(state)


def chance_outcomes(state: State, /) -> tuple[Weighted[Action], ...]:
    """Return the legal actions with their exact probabilities, ``()`` unless chance acts."""
    return _agenda.chance_outcomes(state)


def apply(state: State, action: Action, /) -> Transition[State]:
    """Return the new state and what happened; `state` is untouched.

    Raises:
        IllegalActionError: with the id of the rule that forbids the action.
    """
    return _agenda.apply(state, action, _OVER)


def apply_list(state: State, army: Army | None = None, /) -> Transition[State]:
    """Return the state after the seat that is asked has chosen a ready army (rule DM-R3).

    Without an army it is the first one of the seat's domain.

    Raises:
        ConfigError: with everything that is wrong with the army.
        ValueError: nobody is about to choose an army.
    """
    return _armies.apply_list(state, army)


def score(state: State, /) -> tuple[int, ...]:
    """Return the victory points of each seat."""
    return _scoring.score(state)


def outcome(state: State, /) -> Outcome | None:
    """Return the result, or ``None`` until the game is over."""
    return _scoring.outcome(state)


def view(state: State, seat: Seat | None, /) -> View:
    """Return all that `seat` may know; ``None`` is a spectator.

    Raises:
        ValueError: there is no such seat.
    """
    return _views.view(state, seat)


def observe(events: tuple[Event, ...], seat: Seat | None, /) -> tuple[Event, ...]:
    """Return what `seat` sees of events; ``None`` is a spectator."""
    return _observe(events, seat)


def resample(seen: View, rng: Random, /) -> State:
    """Return a full state that fits a view, uniform over the armies that fit."""
    return _views.resample(seen, rng)


def why_not(state: State, action: Action, seat: Seat, /) -> Refusal | None:
    """Return why `seat` may not do `action` now, or ``None`` if it may."""
    return _agenda.why_not(state, action, seat, _OVER)


def format_action(action: Action, /) -> str:
    """Return the notation of an action, the same in every state."""
    return _notation.format_action(action)


def parse_action(text: str, /) -> Action:
    """Return the action that a text is the notation of.

    Raises:
        NotationError: it is the notation of none.
    """
    return _notation.parse_action(text)


def format_state(state: State, /) -> str:
    """Return the position as TOML that a person can read and write."""
    return _positions.format_state(state)


def parse_state(text: str, config: Config | None = None, /) -> State:
    """Return the position that a text describes; `config` unless the text has one.

    Raises:
        PositionError: with everything that is wrong with it.
    """
    return _positions.parse_state(text, config)


def render(seen: View, /) -> str:
    """Return a view as a picture in text."""
    return _drawing.render(seen)


def max_actions(config: Config, /) -> int:
    """Return a bound on the number of actions, chance included, of any game."""
    return _bounds.max_actions(config)
