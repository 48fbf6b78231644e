"""A bound on the length of any game."""

from collections.abc import Iterable
from typing import Final

from tabletop_rules.dominum.abilities import (
    Attack,
    Choose,
    Cost,
    DrawPower,
    Effect,
    PowerDuel,
    Shift,
    Targeted,
)
from tabletop_rules.dominum.config import Config
from tabletop_rules.dominum.contents import Domain
from tabletop_rules.dominum.sources import MOST_USES
from tabletop_rules.dominum.state import ACTIVATIONS

__all__ = ["max_actions"]

_DRAW: Final = 7
"""Choosing a source and a card; the cycle that may follow: a counter and two cards."""
_FIGHT: Final = 2 * (14 + 3 * _DRAW + 6)
"""An attack with helpers and its counterattack: three draws each, and what follows."""
_SETUP: Final = 26 + 4 + 2
_PLAIN: Final = 40
"""What a phase has at most besides abilities and attacks: moves, deployments, being done, Link."""
_CARDS: Final = 12


def max_actions(config: Config) -> int:
    """Return a bound on the number of actions, chance included (rules DM-R32, DM-R47)."""
    abilities = sum(_domain_bound(domain) for domain in config.domains)
    activation = _PLAIN + _CARDS * _FIGHT + 3 * _DRAW + abilities
    rounds = config.max_rounds * 2 * ACTIVATIONS
    return _SETUP + (2 * 6 + rounds) * activation


def _domain_bound(domain: Domain) -> int:
    """Return how many actions the abilities of a domain take in one activation at most."""
    total = 0
    for worded in (*domain.cards, *domain.strongholds):
        for _, triggered in worded.triggered:
            total += 1 + _cost(triggered.cost) + _effects(triggered.effects)
        for _, activated in worded.activated:
            total += 1 + _cost(activated.cost) + _effects(activated.effects)
        for deployment in worded.deployments:
            total += _cost(deployment.cost)
    return total * MOST_USES


def _cost(cost: Cost) -> int:
    return (cost.discard_power + cost.draw_power) * (_DRAW + 1) + 1


def _effects(effects: Iterable[Effect]) -> int:
    return sum(_effect(effect) for effect in effects)


def _effect(effect: Effect) -> int:
    if isinstance(effect, Targeted):
        each = 1 + (effect.spaces if isinstance(effect, Shift) else 1)
        if isinstance(effect, Attack):
            each += _FIGHT
        return max(effect.count, _CARDS) * (each + 4)
    if isinstance(effect, PowerDuel):
        return 4 * _DRAW + _effects(effect.win) + _effects(effect.lose)
    if isinstance(effect, DrawPower):
        return _DRAW + _effects(effect.success) + _effects(effect.failure)
    if isinstance(effect, Choose):
        return 1 + _effects(effect.first) + _effects(effect.second)
    return 3 * (_DRAW + 2)
