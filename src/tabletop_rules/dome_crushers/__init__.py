"""Dome Crushers: a duel of two identical decks of twelve cards.

The package itself is the game: it satisfies `tabletop_rules.core.Game`.

>>> from tabletop_rules import dome_crushers
>>> state = dome_crushers.initial_state(dome_crushers.Config())
>>> [dome_crushers.format_action(action) for action in dome_crushers.legal_actions(state)]
['start 0', 'start 1']
"""

from collections.abc import Mapping
from random import Random
from types import MappingProxyType
from typing import Final

from tabletop_rules.core import (
    Content,
    Outcome,
    Refusal,
    Seat,
    Transition,
    Weighted,
    load_rulebook,
    observe,
)
from tabletop_rules.core import agenda as _agenda
from tabletop_rules.core.agenda import actor
from tabletop_rules.dome_crushers import drawing as _drawing
from tabletop_rules.dome_crushers import notation as _notation
from tabletop_rules.dome_crushers import positions as _positions
from tabletop_rules.dome_crushers import rounds as _rounds
from tabletop_rules.dome_crushers import scoring as _scoring
from tabletop_rules.dome_crushers import views as _views
from tabletop_rules.dome_crushers.actions import (
    Action,
    Decline,
    DrawCard,
    KeepCards,
    PlaceUnder,
    PlayCard,
    StartWith,
    TargetCard,
)
from tabletop_rules.dome_crushers.config import Config, Rulings
from tabletop_rules.dome_crushers.contents import HIDDEN, Card, DeckList, Mode, Side, load_deck
from tabletop_rules.dome_crushers.state import Batch, InPlay, Player, State
from tabletop_rules.dome_crushers.verifying import verification
from tabletop_rules.dome_crushers.views import PlayerView, View

__all__ = [
    "HIDDEN",
    "Action",
    "Batch",
    "Card",
    "Config",
    "DeckList",
    "Decline",
    "DrawCard",
    "InPlay",
    "KeepCards",
    "Mode",
    "PlaceUnder",
    "PlayCard",
    "Player",
    "PlayerView",
    "Rulings",
    "Side",
    "StartWith",
    "State",
    "TargetCard",
    "View",
    "actor",
    "apply",
    "chance_outcomes",
    "content_kinds",
    "format_action",
    "format_state",
    "initial_state",
    "legal_actions",
    "load_deck",
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

_OVER: Final = "DC-OVER-1"

content_kinds: Final[Mapping[str, type[Content]]] = MappingProxyType({"deck": DeckList})
"""The kinds of content that a caller can replace."""
name: Final = "dome_crushers"
rulebook: Final = load_rulebook("tabletop_rules.dome_crushers")
rules_version: Final = rulebook.version


def initial_state(config: Config, /) -> State:
    """Return the state before the start player is named (rules DC-SETUP-1 to DC-SETUP-3)."""
    return _rounds.initial_state(config)


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


def score(state: State, /) -> tuple[int, ...]:
    """Return the sum of face-up cards in each seat's scoring pile (rule DC-OVER-2)."""
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


def resample(seen: View, rng: Random, /) -> State:
    """Return a full state that fits a view, uniform over the physical cards (rule DC-R20)."""
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
    return _rounds.max_actions(config)
