"""What to verify the rules of Dome Crushers with: configs, and when a step exercises a rule."""

from functools import cache

from tabletop_rules.core import Verification
from tabletop_rules.dome_crushers.actions import Action
from tabletop_rules.dome_crushers.config import Config
from tabletop_rules.dome_crushers.questions import Under
from tabletop_rules.dome_crushers.state import State
from tabletop_rules.dome_crushers.verifying.configs import large, small
from tabletop_rules.dome_crushers.verifying.witnesses import WITNESSES

__all__ = ["verification"]


@cache
def verification() -> Verification[Config, State, Action]:
    """Return what to verify the rules with, the same object each time."""
    return Verification(
        configs=large(),
        small=small(),
        witnesses=WITNESSES,
        conserved={"DC-SETUP-2": cards},
    )


def cards(state: State) -> tuple[tuple[str, ...], ...]:
    """Return all cards of each seat, wherever they are, sorted (rule DC-SETUP-2)."""
    found = [
        list(p.deck.top + p.deck.rest + p.deck.bottom + p.hand + p.face_up + p.face_down)
        for p in state.players
    ]
    for card in state.attackers + state.abilities:
        found[card.seat].append(card.card)
    for ask in state.agenda:
        if isinstance(ask, Under):
            found[ask.seat] += ask.placed + ask.left
    return tuple(tuple(sorted(each)) for each in found)
