"""Checks and Hypothesis strategies for any game that follows the protocol.

from hypothesis import given
from tabletop_rules import dome_crushers
from tabletop_rules.testing import check_walk, walks

@given(walks(dome_crushers, [dome_crushers.Config()]))
def test_walks(walk):
    check_walk(dome_crushers, walk)
"""

from tabletop_rules.core import MissingExtraError

try:
    from tabletop_rules.testing.broken import BrokenProtocolError
    from tabletop_rules.testing.checking import check_state, check_walk
    from tabletop_rules.testing.checks import (
        check_bad_records,
        check_bad_texts,
        check_chance,
        check_conserved,
        check_end,
        check_equality,
        check_events,
        check_forks,
        check_frozen,
        check_hidden,
        check_length,
        check_odds,
        check_options,
        check_processes,
        check_purity,
        check_records,
        check_repeated,
        check_round_trips,
        check_secrets,
    )
    from tabletop_rules.testing.comparing import Compared, check_same, same_config
    from tabletop_rules.testing.coverage import Coverage, How, Lawyer
    from tabletop_rules.testing.exploring import Explored, Proof, check_histories, explore, prove
    from tabletop_rules.testing.playthroughs import playthrough
    from tabletop_rules.testing.reporting import report_data, report_page
    from tabletop_rules.testing.scouting import Atlas, Place, scout
    from tabletop_rules.testing.strategies import positions, states, walks, walks_near
    from tabletop_rules.testing.trials import (
        CHECKS,
        WHOLE_CHECKS,
        Check,
        UnknownCheckError,
        WholeCheck,
        chosen,
    )
    from tabletop_rules.testing.verifying import Failure, Report, check_game, verify
    from tabletop_rules.testing.walking import Walk, random_walk
except ModuleNotFoundError as missing:
    raise MissingExtraError(str(missing.name).partition(".")[0], "testing") from missing

__all__ = [
    "CHECKS",
    "WHOLE_CHECKS",
    "Atlas",
    "BrokenProtocolError",
    "Check",
    "Compared",
    "Coverage",
    "Explored",
    "Failure",
    "How",
    "Lawyer",
    "Place",
    "Proof",
    "Report",
    "UnknownCheckError",
    "Walk",
    "WholeCheck",
    "check_bad_records",
    "check_bad_texts",
    "check_chance",
    "check_conserved",
    "check_end",
    "check_equality",
    "check_events",
    "check_forks",
    "check_frozen",
    "check_game",
    "check_hidden",
    "check_histories",
    "check_length",
    "check_odds",
    "check_options",
    "check_processes",
    "check_purity",
    "check_records",
    "check_repeated",
    "check_round_trips",
    "check_same",
    "check_secrets",
    "check_state",
    "check_walk",
    "chosen",
    "explore",
    "playthrough",
    "positions",
    "prove",
    "random_walk",
    "report_data",
    "report_page",
    "same_config",
    "scout",
    "states",
    "verify",
    "walks",
    "walks_near",
]
