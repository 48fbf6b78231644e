"""What Dominum says to its verifiers: what to play, what exercises a rule, what stays the same.

A witness says whether a rule decided something in a step. They are kept by the parts of the
rulebook. Nothing is loaded before `verification` is called.
"""

from functools import cache
from types import MappingProxyType
from typing import Final

from tabletop_rules.core import Verification
from tabletop_rules.dominum.actions import Action
from tabletop_rules.dominum.config import Config
from tabletop_rules.dominum.state import State
from tabletop_rules.dominum.verifying import abilities, attacks, conserved, phases, power, rounds
from tabletop_rules.dominum.verifying import setup as _setup
from tabletop_rules.dominum.verifying.configs import configs
from tabletop_rules.dominum.verifying.watching import Witnesses

__all__ = ["verification"]

_WITNESSES: Final[Witnesses] = MappingProxyType(
    {
        **_setup.WITNESSES,
        **rounds.WITNESSES,
        **power.WITNESSES,
        **abilities.WITNESSES,
        **phases.WITNESSES,
        **attacks.WITNESSES,
    }
)


@cache
def verification() -> Verification[Config, State, Action]:
    """Return configs, witnesses and conserved values; there is no small config.

    Choosing the forces alone has about 470,000 states in the domain with the fewest choices that
    loads (19 Heroes, 4 Elites, 7 Warriors).
    """
    return Verification(
        configs=configs(), witnesses=_WITNESSES, conserved=MappingProxyType(dict(conserved.VALUES))
    )
