"""The games in other libraries' interfaces: PettingZoo, Gymnasium, OpenSpiel.

Each is a module of its own, which needs the extra of its name:

* `tabletop_rules.environments.pettingzoo`: all seats, one after the other
* `tabletop_rules.environments.gymnasium`: one seat, the others are bots
* `tabletop_rules.environments.openspiel`: for solvers and searches: chance, information states
"""

from tabletop_rules.environments.errors import (
    EnvironmentsError,
    MissingExtraError,
    NotBegunError,
    OverError,
)

__all__ = ["EnvironmentsError", "MissingExtraError", "NotBegunError", "OverError"]
