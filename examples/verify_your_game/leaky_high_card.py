"""High Card with a bug: whoever has answered is seen by all with the card.

All else is the sound game's.
"""

from attrs import evolve
from high_card import (
    HIDDEN,
    Config,
    State,
    actor,
    apply,
    chance_outcomes,
    format_action,
    format_state,
    initial_state,
    legal_actions,
    max_actions,
    observe,
    outcome,
    parse_action,
    parse_state,
    render,
    resample,
    rulebook,
    rules_version,
    score,
    why_not,
)

__all__ = [
    "Config",
    "actor",
    "apply",
    "chance_outcomes",
    "format_action",
    "format_state",
    "initial_state",
    "legal_actions",
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
    "view",
    "why_not",
]

name = "leaky_high_card"


def view(state: State, seat: int | None, /) -> State:
    """Return all that a seat may know, and, by mistake, the cards of all who have answered."""
    shown = len(state.stays)
    cards = (
        card if owner == seat or owner < shown else HIDDEN for owner, card in enumerate(state.cards)
    )
    return evolve(state, cards=tuple(cards))
