"""What Dominus and Portus say to whoever verifies them: configs, and which step exercises a rule.

The witnesses stand in `dominus` and `portus`, in the order of the rulebooks.
"""

from functools import cache

from tabletop_rules.core import Verification
from tabletop_rules.dominus_portus.actions import Action
from tabletop_rules.dominus_portus.config import Config
from tabletop_rules.dominus_portus.state import State
from tabletop_rules.dominus_portus.verifying.configs import configs, small_configs
from tabletop_rules.dominus_portus.verifying.conserving import CONSERVED
from tabletop_rules.dominus_portus.verifying.dominus import DOMINUS
from tabletop_rules.dominus_portus.verifying.hosting import host_action
from tabletop_rules.dominus_portus.verifying.portus import PORTUS

__all__ = ["verification"]


@cache
def verification() -> Verification[Config, State, Action]:
    """Return what to verify the game with, always the same value."""
    return Verification(
        configs=configs(),
        small=small_configs(),
        witnesses={**DOMINUS, **PORTUS},
        conserved=CONSERVED,
        host=host_action,
    )
