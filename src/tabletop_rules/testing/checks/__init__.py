"""What must hold in every state of every game, each check usable on its own.

A check raises a `BrokenProtocolError` that says what is wrong, or returns; what it returns, if
anything, are counts.
"""

from tabletop_rules.testing.checks.conserved import check_conserved
from tabletop_rules.testing.checks.ends import check_end, check_length
from tabletop_rules.testing.checks.events import check_events
from tabletop_rules.testing.checks.forms import (
    check_bad_records,
    check_bad_texts,
    check_equality,
    check_records,
    check_round_trips,
)
from tabletop_rules.testing.checks.odds import Counted, check_odds
from tabletop_rules.testing.checks.options import check_chance, check_options
from tabletop_rules.testing.checks.processes import check_processes
from tabletop_rules.testing.checks.purity import check_frozen, check_purity, check_repeated
from tabletop_rules.testing.checks.secrets import check_forks, check_hidden, check_secrets

__all__ = [
    "Counted",
    "check_bad_records",
    "check_bad_texts",
    "check_chance",
    "check_conserved",
    "check_end",
    "check_equality",
    "check_events",
    "check_forks",
    "check_frozen",
    "check_hidden",
    "check_length",
    "check_odds",
    "check_options",
    "check_processes",
    "check_purity",
    "check_records",
    "check_repeated",
    "check_round_trips",
    "check_secrets",
]
