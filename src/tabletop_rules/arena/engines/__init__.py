"""Who plays the games: this process, processes of this machine, or a cluster.

All play the same games, each game with bots made anew, so they give the same results in whatever
order.
"""

from tabletop_rules.arena.engines.base import Engine, Here
from tabletop_rules.arena.engines.local import Local, WorkerError

__all__ = ["Engine", "Here", "Local", "WorkerError"]
