"""Checks and Hypothesis strategies for any game that follows the protocol.

from hypothesis import given
from tabletop_rules import dome_crushers
from tabletop_rules.testing import check_walk, walks

@given(walks(dome_crushers, [dome_crushers.Config()]))
def test_walks(walk):
    check_walk(dome_crushers, walk)
"""

from tabletop_rules.testing.checks import (
    BrokenProtocolError,
    check_end,
    check_forks,
    check_hidden,
    check_options,
    check_purity,
    check_round_trips,
    check_state,
    check_walk,
)
from tabletop_rules.testing.coverage import Coverage, How, Lawyer
from tabletop_rules.testing.exploring import Explored, explore
from tabletop_rules.testing.playthroughs import playthrough
from tabletop_rules.testing.scouting import Atlas, Place, scout
from tabletop_rules.testing.strategies import positions, states, walks, walks_near
from tabletop_rules.testing.walking import Walk, random_walk

__all__ = [
    "Atlas",
    "BrokenProtocolError",
    "Coverage",
    "Explored",
    "How",
    "Lawyer",
    "Place",
    "Walk",
    "check_end",
    "check_forks",
    "check_hidden",
    "check_options",
    "check_purity",
    "check_round_trips",
    "check_state",
    "check_walk",
    "explore",
    "playthrough",
    "positions",
    "random_walk",
    "scout",
    "states",
    "walks",
    "walks_near",
]
