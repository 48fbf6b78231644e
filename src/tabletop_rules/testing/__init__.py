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
from tabletop_rules.testing.exploring import Explored, explore
from tabletop_rules.testing.playthroughs import playthrough
from tabletop_rules.testing.strategies import walks
from tabletop_rules.testing.walking import Walk, random_walk

__all__ = [
    "BrokenProtocolError",
    "Explored",
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
    "random_walk",
    "walks",
]
