"""Tournaments of bots: who plays whom, fair to all, repeatable, and safe from what bots do.

>>> from tabletop_rules import arena
>>> tournament = arena.run("dome-crushers", ["greedy", "random"], games=20, workers=0)
>>> [row.name for row in tournament.table.rows]
['greedy', 'random']
"""

from tabletop_rules.core import MissingExtraError

try:
    from tabletop_rules.arena.engines import WorkerError
    from tabletop_rules.arena.entrants import Entrant
    from tabletop_rules.arena.faults import FaultNote, Policy
    from tabletop_rules.arena.fixtures import LUCKS, SCHEDULES, ArenaError, Fixture
    from tabletop_rules.arena.refereeing import Result
    from tabletop_rules.arena.running import Progress, Tournament, round_size, run
    from tabletop_rules.arena.standings import Row, Score, Standings, Table
    from tabletop_rules.arena.storage import Store
    from tabletop_rules.arena.tables import cross_lines, table_data, table_lines
except ModuleNotFoundError as missing:
    raise MissingExtraError(str(missing.name).partition(".")[0], "arena") from missing

__all__ = [
    "LUCKS",
    "SCHEDULES",
    "ArenaError",
    "Entrant",
    "FaultNote",
    "Fixture",
    "Policy",
    "Progress",
    "Result",
    "Row",
    "Score",
    "Standings",
    "Store",
    "Table",
    "Tournament",
    "WorkerError",
    "cross_lines",
    "round_size",
    "run",
    "table_data",
    "table_lines",
]
