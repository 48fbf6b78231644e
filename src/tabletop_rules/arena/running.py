"""Running a tournament: from what was asked for to a table, with everything kept on the way."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import Any, Final, TypeAlias

from attrs import frozen

from tabletop_rules.arena.engines import Engine, Here, Local
from tabletop_rules.arena.entrants import entrants_of
from tabletop_rules.arena.faults import DEFAULT_POLICY, Policy
from tabletop_rules.arena.fixtures import (
    LUCKS,
    ROUND,
    ArenaError,
    Fixture,
    fixtures,
    make_schedule,
)
from tabletop_rules.arena.jobs import Job
from tabletop_rules.arena.refereeing import Result
from tabletop_rules.arena.standings import Standings, Table
from tabletop_rules.arena.storage import Store
from tabletop_rules.core import HOST, Game, Problem, load_game, to_data
from tabletop_rules.core.errors import shown

__all__ = ["ENGINES", "Progress", "Tournament", "round_size", "run"]

AnyGame: TypeAlias = Game[Any, Any, Any, Any]

ENGINES: Final = ("local", "ray")
"""The names of the engines."""
_MANY: Final = 2**63
"""More games than a file has numbers for."""


@frozen
class Progress:
    """How far a tournament is."""

    games: int
    """That are wanted."""
    played: int
    resumed: int
    """Of these, how many were in the file before."""
    table: Callable[[], Table]
    """Returns the table so far: of all games before the first that is missing."""


@frozen
class Tournament:
    """A tournament that was played."""

    game: AnyGame
    config: Any
    about: Mapping[str, Any]
    """All that decides the games, as data: game, config, bots, schedule, seed, policy, and
    the luck unless it is that of the round."""
    table: Table
    store: Store
    """Every game; in memory if no file was given."""

    def results(self) -> Iterator[Result]:
        """Give the games in the order of their numbers."""
        return self.store.results(self.table.games)

    def to_html(self) -> str:
        """Return the report as one HTML page that needs no other file.

        Raises:
            PlotsMissingError: matplotlib, of the extra ``plots``, is not installed.
        """
        from tabletop_rules.arena.reports import report_page  # noqa: PLC0415 - it imports this

        return report_page(self)

    def _repr_html_(self) -> str:
        """Return the table as a notebook shows it."""
        from tabletop_rules.arena.pages import table_html  # noqa: PLC0415 - as above

        return table_html(self.table)


def run(  # noqa: PLR0913 - what must be said, and settings with a default
    game: AnyGame | str,
    bots: Mapping[str, Any] | Iterable[Any],
    *,
    games: int,
    config: Any = None,
    schedule: str = "round-robin",
    luck: str = ROUND,
    seed: int = 0,
    policy: Policy = DEFAULT_POLICY,
    file: Path | str | None = None,
    workers: int = 1,
    engine: str = "local",
    on_progress: Callable[[Progress], None] | None = None,
) -> Tournament:
    """Play a tournament of `games` games in all, and return its table and its games.

    Each of `bots` is a text (``"mcts:200"``, ``"my_bot.py:Brute"``, ``"./program --fast"``), the
    words of a command, a class or function that makes a bot, given the game and a seed or nothing,
    or any object with `choose`, of which each game gets a copy. A mapping names them.

    `schedule` is ``"round-robin"``, ``"gauntlet"`` (the first against all others) or ``"swiss"``.
    Seats are rotated, and all games of a round have the same chance, or with a `luck` of ``"game"``
    each its own. The same seed gives the same games whatever the engine and the number of
    `workers` (0: in this process), unless a bot depends on the time.

    With a `file` every game is kept in it as soon as it is over. If it is there already, the same
    tournament is gone on with; more games may be asked for than before.

    `on_progress` is called after every few games.

    Raises:
        ArenaError: it cannot be played as asked for; with everything that is wrong.
        WorkerError: the processes of the engine end, and no bot can be blamed.
    """
    if isinstance(game, str):
        game = load_game(game)
    if config is None:
        config = game.Config()
    _check_numbers({"games": (games, 1), "seed": (seed, 0), "workers": (workers, 0)})
    if games >= _MANY:
        raise ArenaError([Problem("games", f"expected fewer than {_MANY}, got {shown(games)}")])
    if engine not in ENGINES:
        what = f"expected {' or '.join(ENGINES)}, got {shown(engine)}"
        raise ArenaError([Problem("engine", what)])
    if luck not in LUCKS:
        what = f"expected {' or '.join(LUCKS)}, got {shown(luck)}"
        raise ArenaError([Problem("luck", what)])
    seats = _seats(game, config)
    entrants = entrants_of(bots, game)
    made = make_schedule(schedule, len(entrants), seats)
    about = {
        "game": game.name,
        "rules_version": game.rules_version,
        "config": to_data(config),
        "bots": [{"name": entrant.name, "plays": entrant.label} for entrant in entrants],
        "schedule": schedule,
        "seed": seed,
        "policy": to_data(policy),
        **({} if luck == ROUND else {"luck": luck}),
    }
    store = Store(None if file is None else Path(file))
    try:
        store.begin(about)
        points: dict[int, tuple[float, ...]] = {}
        rounds = fixtures(made, seed, games, points, luck)
        todo = rounds if made.waits else iter((chain.from_iterable(rounds),))
        tally = _Tally(store, [entrant.name for entrant in entrants], games, points)
        job = Job(game, config, entrants, policy, seed)
        with _engine(job, workers, engine) as players:
            for each in todo:
                for results in players.play(fixture for fixture in each if tally.misses(fixture)):
                    tally.add(results)
                    if on_progress is not None:
                        on_progress(tally.progress())
        return Tournament(game, config, about, tally.table(), store)
    except BaseException:
        store.close()
        raise


def round_size(
    game: AnyGame, bots: int, *, config: Any = None, schedule: str = "round-robin"
) -> int:
    """Return how many games one round of that many bots has.

    Raises:
        ArenaError: there is no such tournament.
    """
    made = make_schedule(schedule, bots, _seats(game, game.Config() if config is None else config))
    return len(made.round((), {}))


def _check_numbers(given: Mapping[str, tuple[Any, int]]) -> None:
    problems = [
        Problem(name, f"expected a whole number of {least} or more, got {shown(value)}")
        for name, (value, least) in given.items()
        if type(value) is not int or value < least
    ]
    if problems:
        raise ArenaError(problems)


def _seats(game: AnyGame, config: Any) -> int:
    """Return the number of seats of a game that bots can play."""
    if not isinstance(config, game.Config):
        what = f"expected a {game.name} Config, got a {type(config).__name__}"
        raise ArenaError([Problem("config", what)])
    state = game.initial_state(config)
    if game.actor(state) is HOST:
        what = f"{game.name} waits for its host, which no bot can play"
        raise ArenaError([Problem("config", what)])
    return len(game.score(state))


def _engine(job: Job, workers: int, engine: str) -> Engine:
    if engine == "ray":
        from tabletop_rules.arena.engines.cluster import Cluster  # noqa: PLC0415 - an extra

        return Cluster(job)
    return Local(job, workers) if workers else Here(job)


class _Tally:
    """What is known of the games of a run: those that are there, and the table in their order."""

    def __init__(
        self, store: Store, names: list[str], games: int, points: dict[int, tuple[float, ...]]
    ) -> None:
        self._store: Final = store
        self._games: Final = games
        self._points: Final = points
        self._standings: Final = Standings(names)
        self._ahead: Final[dict[int, Result]] = {}
        """Games that were over before one with a lower number."""
        self._before: Final = {number for number in store.numbers() if number < games}
        for result in store.results(games):
            self._count(result)

    def misses(self, fixture: Fixture) -> bool:
        """Return whether a game is still to be played."""
        return fixture.number not in self._before

    def add(self, results: list[Result]) -> None:
        """Keep games that are over."""
        self._store.add(results)
        for result in results:
            self._count(result)

    def _count(self, result: Result) -> None:
        self._points[result.fixture.number] = result.points
        self._ahead[result.fixture.number] = result
        while (following := self._ahead.pop(self._standings.games, None)) is not None:
            self._standings.add(following)

    def progress(self) -> Progress:
        """Return how far the run is."""
        played = self._standings.games + len(self._ahead)
        return Progress(self._games, played, len(self._before), self.table)

    def table(self) -> Table:
        """Return the table of the games without a gap."""
        return self._standings.table()
