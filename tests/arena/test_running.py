"""Whole tournaments: the same table whoever plays them, stopped or not."""

import gc
import inspect
import os
import shutil
import sqlite3
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop_rules import arena, dome_crushers, dominus_portus
from tabletop_rules.arena.entrants import MadeBot, NamedBot, Program, entrants_of
from tabletop_rules.arena.fixtures import ArenaError, Fixture
from tabletop_rules.arena.refereeing import Result
from tabletop_rules.arena.standings import Standings, wilson
from tabletop_rules.arena.storage import Store
from tabletop_rules.bots import RandomBot, bot_names, make_bot
from tabletop_rules.core import load_game, parse_record, replay

GAME = load_game("dome-crushers")
BOTS = {"one": "random", "other": lambda _game, seed: RandomBot(seed), "third": RandomBot(5)}


class First:
    """Takes the first option."""

    def choose(self, _view: object, options: tuple[Any, ...], /) -> Any:
        return options[0]


class StoppedError(Exception):
    """Stops a run, as a kill would."""


def run(**more: Any) -> arena.Tournament:
    wanted: dict[str, Any] = {"games": 40, "workers": 0, "seed": 3, **more}
    bots = wanted.pop("bots", {"random": "random", "first": First, "greedy": "greedy"})
    return arena.run(wanted.pop("game", "dome-crushers"), bots, **wanted)


def games(tournament: arena.Tournament) -> list[Result]:
    with tournament.store:
        return list(tournament.results())


@pytest.mark.parametrize("schedule", ["round-robin", "gauntlet", "swiss"])
def test_processes_play_the_same_games(schedule: str) -> None:
    here = run(schedule=schedule, games=24)
    there = run(schedule=schedule, games=24, workers=2)
    assert here.table == there.table
    assert games(here) == games(there)


@pytest.mark.parametrize("schedule", ["round-robin", "gauntlet", "swiss"])
@pytest.mark.parametrize("seed", range(3))
def test_a_run_that_is_stopped_twice_ends_with_the_same_table(
    tmp_path: Path, schedule: str, seed: int
) -> None:
    rng = Random(seed)
    for _ in range(2):
        stop_at = rng.randrange(1, 20)

        def stop(progress: arena.Progress, stop_at: int = stop_at) -> None:
            if progress.played - progress.resumed >= stop_at:
                raise StoppedError

        with pytest.raises(StoppedError):
            run(schedule=schedule, file=tmp_path / "t.db", on_progress=stop)
    resumed = run(schedule=schedule, file=tmp_path / "t.db")
    undisturbed = run(schedule=schedule)
    assert resumed.table == undisturbed.table
    assert games(resumed) == games(undisturbed)


def test_more_games_may_be_asked_for_later_and_fewer_too(tmp_path: Path) -> None:
    run(file=tmp_path / "t.db", games=10).store.close()
    more = run(file=tmp_path / "t.db", games=30)
    assert more.table == run(games=30).table
    more.store.close()
    fewer = run(file=tmp_path / "t.db", games=20)
    assert fewer.table == run(games=20).table
    assert len(games(fewer)) == 20


OTHERS: list[tuple[str, dict[str, Any]]] = [
    ("seed", {"seed": 4}),
    ("schedule", {"schedule": "swiss"}),
    ("luck", {"luck": "game"}),
    ("bots", {"bots": {"random": "random", "first": "random", "greedy": "greedy"}}),
    ("config.max_rounds", {"config": dome_crushers.Config(max_rounds=5)}),
    ("policy.on_fault", {"policy": arena.Policy(on_fault="default")}),
    ("game", {"game": dominus_portus}),
]


@pytest.mark.parametrize(("key", "other"), OTHERS, ids=[key for key, _ in OTHERS])
def test_a_file_of_another_tournament_is_refused(
    tmp_path: Path, key: str, other: dict[str, Any]
) -> None:
    before = run(file=tmp_path / "t.db", games=4)
    expected = games(before)
    with pytest.raises(ArenaError) as caught:
        run(file=tmp_path / "t.db", games=6, **other)
    assert key in [problem.where for problem in caught.value.problems]
    after = run(file=tmp_path / "t.db", games=4)
    assert games(after) == expected


def seeds(tournament: arena.Tournament) -> dict[int, set[int]]:
    """Return the seeds of the games of each round."""
    found: dict[int, set[int]] = {}
    for result in tournament.results():
        found.setdefault(result.fixture.round, set()).add(result.fixture.seed)
    return found


@pytest.mark.parametrize("schedule", arena.SCHEDULES)
def test_luck_is_that_of_a_round_or_of_each_game(tmp_path: Path, schedule: str) -> None:
    shared = seeds(run(games=12, schedule=schedule))
    assert all(len(each) == 1 for each in shared.values())
    file = tmp_path / "t.db"
    own = run(games=7, schedule=schedule, luck="game", file=file)
    assert own.about["luck"] == "game"
    own = run(games=12, schedule=schedule, luck="game", file=file)
    assert len(set().union(*seeds(own).values())) == 12
    assert games(own) == games(run(games=12, schedule=schedule, luck="game", workers=1))


def test_every_game_is_a_record_that_can_be_replayed() -> None:
    for result in games(run()):
        record = parse_record(result.record, dome_crushers)
        assert record.seed == result.fixture.seed
        *_, end = replay(dome_crushers, record)
        outcome = dome_crushers.outcome(end)
        assert outcome is not None
        assert (result.ranks, result.score) == (outcome.ranks, dome_crushers.score(end))


def test_a_bot_plays_each_game_as_if_it_were_its_first() -> None:
    """A bot that remembers games would make a result depend on what was played before it."""
    one = games(run(games=12, bots=BOTS))
    again = games(run(games=6, bots=BOTS))
    assert again == one[:6]


def test_the_seats_of_four_players_are_rotated() -> None:
    bots = {"a": "random", "b": First, "c": "random", "d": First}
    config = dominus_portus.Config(seats=4)
    table = run(game=dominus_portus, config=config, bots=bots, games=8).table
    assert {row.score.games for row in table.rows} == {8}
    assert sum(row.score.points for row in table.rows) == pytest.approx(16)


def test_a_bot_that_cannot_be_made_for_a_game_commits_a_fault() -> None:
    made: list[int] = []

    def unreliable(game: Any, seed: int) -> Any:
        made.append(seed)
        if len(made) > 1:  # the first is made to see whether it can be
            raise OSError("no more")
        return make_bot("random", game, seed)

    table = run(bots={"unreliable": unreliable, "sound": "random"}, games=4).table
    assert [row.name for row in table.rows] == ["sound", "unreliable"]
    assert table.forfeited == 4


BAD: list[tuple[str, dict[str, Any]]] = [
    ("games", {"games": 0}),
    ("games", {"games": 2.0}),
    ("seed", {"seed": -1}),
    ("workers", {"workers": True}),
    ("engine", {"engine": "cloud"}),
    ("schedule", {"schedule": "cup"}),
    ("luck", {"luck": "good"}),
    ("bots", {"bots": ["random"]}),
    ("config", {"config": dominus_portus.Config()}),
    ("bot 'nobody'", {"bots": ["random", "nobody"]}),
    ("bot 'int'", {"bots": ["random", 5]}),
]


@pytest.mark.parametrize(("where", "given"), BAD)
def test_bad_input_is_told_and_nothing_is_played(
    tmp_path: Path, where: str, given: dict[str, Any]
) -> None:
    with pytest.raises(ArenaError) as caught:
        run(file=tmp_path / "t.db", **given)
    assert where in [problem.where for problem in caught.value.problems]
    assert not (tmp_path / "t.db").exists()


def test_a_file_that_is_none_of_ours_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "x.db"
    path.write_bytes(b"not a database at all" * 100)
    with pytest.raises(ArenaError, match="expected the file of a tournament"):
        run(file=path)
    assert path.read_bytes() == b"not a database at all" * 100
    other = tmp_path / "y.db"
    base = sqlite3.connect(other)
    base.execute("CREATE TABLE mine (a)")
    base.commit()
    base.close()
    with pytest.raises(ArenaError, match="another database"):
        run(file=other)


# ---------------------------------------------------------------- the table


def result(number: int, seats: tuple[int, ...], ranks: tuple[int, ...], kind: str) -> Result:
    fixture = Fixture(number, 0, 0, seats)
    zeros = (0,) * len(seats)
    return Result(fixture, kind, ranks, zeros, 1, zeros, (), "")


def test_a_table_counts_what_was_won_drawn_and_lost() -> None:
    standings = Standings(["a", "b", "c"])
    standings.add(result(0, (0, 1), (1, 2), "win"))
    standings.add(result(1, (1, 0), (1, 1), "draw"))
    standings.add(result(2, (2, 0), (2, 1), "forfeit"))
    standings.add(result(3, (1, 2), (1, 1), "truncated"))
    table = standings.table()
    rows = {row.name: row for row in table.rows}
    counts = {name: (row.won, row.drawn, row.lost) for name, row in rows.items()}
    assert counts == {"a": (2, 1, 0), "b": (0, 2, 1), "c": (0, 1, 1)}
    assert {name: row.score.points for name, row in rows.items()} == {"a": 2.5, "b": 1, "c": 0.5}
    assert (table.games, table.truncated, table.forfeited) == (4, 1, 1)
    assert table.rows[0].name == "a"
    a = [row.name for row in table.rows].index("a")
    b = [row.name for row in table.rows].index("b")
    assert (table.cross[a][b].games, table.cross[a][b].points) == (2, 1.5)
    assert (table.cross[b][a].games, table.cross[b][a].points) == (2, 0.5)


def test_a_game_of_four_counts_against_each_other() -> None:
    """Ranks 1, 2, 2, 4: the second ones have beaten one of three, and half of one."""
    standings = Standings(["a", "b", "c", "d"])
    standings.add(result(0, (0, 1, 2, 3), (1, 2, 2, 4), "win"))
    rows = {row.name: row for row in standings.table().rows}
    assert {name: row.score.points for name, row in rows.items()} == {
        "a": 1.0,
        "b": 0.5,
        "c": 0.5,
        "d": 0.0,
    }
    assert rows["a"].rating > rows["b"].rating == rows["c"].rating > rows["d"].rating


def test_ratings_find_the_strengths_that_games_were_drawn_from() -> None:
    """Of 40 differences of 200, at least 36 lie in their intervals of 95 % (39 or so are due)."""
    hits = 0
    for seed in range(20):
        rng = Random(seed)
        standings = Standings(["weak", "middle", "strong"])
        for number in range(300):
            low, high = ((0, 1), (1, 2), (0, 2))[number % 3]
            weaker = 1 / (1 + 10 ** ((high - low) * 200 / 400))
            ranks = (1, 2) if rng.random() < weaker else (2, 1)
            standings.add(result(number, (low, high), ranks, "win"))
        for low in (0, 1):
            (one, err), (two, more) = standings.rating(low), standings.rating(low + 1)
            hits += abs(two - one - 200) <= (err**2 + more**2) ** 0.5
    assert hits >= 36


def test_wilson_by_hand() -> None:
    """8 of 10: the roots of (p - 0.8)^2 = 1.96^2 p (1 - p) / 10."""
    low, high = wilson(0.8, 10)
    for bound in (low, high):
        assert (bound - 0.8) ** 2 == pytest.approx(1.959964**2 * bound * (1 - bound) / 10)
    assert low < 0.8 < high
    assert wilson(0.5, 0) == (0.0, 1.0)


@pytest.mark.parametrize("games", range(1, 60))
def test_the_interval_of_a_share_is_within_all_shares(games: int) -> None:
    for won in range(games + 1):
        low, high = wilson(won / games, games)
        assert 0 <= low <= won / games <= high <= 1
        assert not f"{low:.1%}".startswith("-")


def test_a_table_is_printed_as_a_table() -> None:
    table = run(games=6).table
    lines = str(table).splitlines()
    assert tuple(lines[:4]) == arena.table_lines(table)
    assert tuple(lines[-4:]) == arena.cross_lines(table)
    duel = run(bots=["random", "random"], games=2).table
    assert tuple(str(duel).splitlines()) == arena.table_lines(duel)


def test_a_program_that_is_not_executable_is_told_so(tmp_path: Path) -> None:
    program = tmp_path / "bot"
    program.write_text("#!/bin/sh\n")
    with pytest.raises(ArenaError, match="which is not executable"):
        run(bots=["random", f"{program} --fast"])


def test_every_bot_has_a_name_of_its_own() -> None:
    names = [each.name for each in entrants_of(["a #2=random", "a=random", "a=random"], GAME)]
    assert len(set(names)) == 3


@pytest.mark.parametrize("text", ["random", "greedy", "mcts:20"])
def test_no_program_hides_a_bot_of_the_library(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, text: str
) -> None:
    program = tmp_path / text
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    named, by_path = entrants_of([text, str(program)], GAME)
    assert named.what == NamedBot(text)
    assert by_path.what == Program((str(program),))


class Tuple(NamedTuple):
    """A bot with state that is a sequence of texts, as commands are."""

    mode: str

    def choose(self, _view: object, options: tuple[Any, ...], /) -> Any:
        return options[0 if self.mode == "first" else -1]


class Text(str):
    """A bot that is a text, as names are."""

    __slots__ = ()

    def choose(self, _view: object, options: tuple[Any, ...], /) -> Any:
        return options[0]


class Hiding(First):
    """Raises when it is asked how it is called."""

    def __getattr__(self, name: str) -> Any:
        raise RuntimeError if "name" in name else AttributeError


def test_whatever_has_choose_is_a_bot() -> None:
    bots = [Tuple("first"), Text("random"), Hiding()]
    entrants = entrants_of(bots, GAME)
    assert [type(each.what) for each in entrants] == [MadeBot] * 3
    assert [each.name for each in entrants] == ["Tuple", "Text", "Hiding"]


def test_a_class_whose_own_class_raises_is_refused() -> None:
    class Meta(type):
        def __getattr__(cls, name: str) -> Any:
            raise RuntimeError(name)

    class Odd(First, metaclass=Meta): ...

    with pytest.raises(ArenaError, match=r"bot 'Odd': cannot load a bot from .* got RuntimeError"):
        entrants_of([Odd], GAME)


class Wanders(First):
    """Leaves the folder, and allows no recursion, in each of its calls."""

    def __init__(self) -> None:
        self._leave()

    @staticmethod
    def _leave() -> None:
        os.chdir("/")
        sys.setrecursionlimit(len(inspect.stack()) + 30)

    def begin(self, _config: object, _seat: int, _seed: int, /) -> None:
        self._leave()

    def notice(self, _events: object, /) -> None:
        self._leave()

    def finish(self, _outcome: object, _score: object, /) -> None:
        self._leave()

    def choose(self, view: object, options: tuple[Any, ...], /) -> Any:
        self._leave()
        return super().choose(view, options)


class Needs(First):
    """Needs a file of the folder, and some recursion, in each of its calls."""

    def __init__(self) -> None:
        self._needs()

    def _needs(self, depth: int = 200) -> None:
        if depth:
            self._needs(depth - 1)
        else:
            Path("weights").read_bytes()

    def choose(self, view: object, options: tuple[Any, ...], /) -> Any:
        self._needs()
        return super().choose(view, options)


@pytest.mark.parametrize("workers", [0, 1])
def test_where_a_bot_goes_is_no_matter_for_others(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, workers: int
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("weights").touch()
    program = Path("program.py")
    shutil.copy(Path(__file__).parents[2] / "examples" / "programs" / "brute.py", program)
    bots = {"a": Wanders, "b": Needs, "c": [sys.executable, "-S", str(program)]}
    tournament = run(bots=bots, games=6, workers=workers, file="t.db")
    tournament.store.close()
    assert [row.faults for row in tournament.table.rows] == [0, 0, 0]
    assert Path("t.db").exists()


words = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]))


@settings(deadline=None)
@given(st.lists(words | st.sampled_from([*bot_names(), "mcts:9", "own.py:Bot", "a=b"]), max_size=2))
def test_a_program_has_a_label_that_leads_to_it_and_to_nothing_else(arguments: list[str]) -> None:
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setenv("PATH", folder)
        for first in ("random", "mcts:9", "own.py:Bot", "it's", "a b"):
            program = Path(folder) / first
            program.write_text("#!/bin/sh\n")
            program.chmod(0o755)
            (entrant,) = entrants_of([[first, *arguments]], GAME)
            named, unnamed = entrants_of([f"x={entrant.label}", entrant.label], GAME)
            assert named.what == unnamed.what == entrant.what == Program((first, *arguments))


@pytest.mark.parametrize("text", ["random", "mcts:9"])
def test_a_program_and_a_bot_of_its_name_are_told_apart(text: str) -> None:
    """Otherwise a file could be gone on with by the other one."""
    bot, program = entrants_of([text, [text]], GAME)
    assert bot.label != program.label
    assert bot.name != program.name


@pytest.mark.parametrize(
    ("bots", "message"),
    [
        ({1: "random", "a": "random"}, "expected texts as names, got 1"),
        ([[""], "random"], "expected a program and its arguments"),
        ([["bot", "a\0b"], "random"], "expected a program and its arguments"),
        (["a/" * 5000, "random"], "cannot load a bot"),
    ],
)
def test_what_can_be_no_entrant_is_refused(bots: Any, message: str) -> None:
    with pytest.raises(ArenaError, match=message):
        run(bots=bots)


def test_a_name_is_one_line_of_a_table() -> None:
    table = run(bots={"a\nb": "random", "c\x1b[2J": "random", "d": "random"}, games=6).table
    assert len(arena.table_lines(table)) == len(arena.cross_lines(table)) == 4
    lines = [*arena.table_lines(table), *arena.cross_lines(table)]
    assert all(line.isprintable() for line in lines)
    assert sum(r"a\nb" in line for line in lines) == 2


def test_more_games_than_can_be_numbered_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ArenaError, match="expected fewer than"):
        run(games=2**63, file=tmp_path / "t.db")


def test_of_numbers_that_no_game_can_have_there_is_none() -> None:
    with run(games=2).store as store:
        assert len(list(store.results(2**80))) == 2
        with pytest.raises(ArenaError, match="none of the 2 that were played"):
            store.result(2**80)


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ("DELETE FROM arena WHERE key = 'bots'", "bots: missing"),
        ("UPDATE arena SET value = '5' WHERE key = 'bots'", "bots: expected a list"),
        ("UPDATE arena SET value = '[{}]' WHERE key = 'bots'", "name: missing"),
        ("UPDATE arena SET value = '{' WHERE key = 'game'", "expected JSON"),
        ("UPDATE games SET seats = '[0, 9]' WHERE number = 1", "game 1: expected seats of bots"),
        ("UPDATE games SET seats = '[0, 1, 0]' WHERE number = 1", "game 1: expected as many"),
        ("UPDATE games SET ranks = '[1]' WHERE number = 1", "game 1: expected as many"),
        ("UPDATE games SET ranks = '[\"a\", 2]' WHERE number = 1", "expected a whole number"),
        ("UPDATE games SET seed = 'x' WHERE number = 1", "seed: expected a whole number"),
        ("UPDATE games SET record = x'00' WHERE number = 1", "game 1: cannot be read"),
        ("DROP TABLE games", "no such table"),
    ],
)
def test_a_damaged_file_is_told_and_not_played_on(
    tmp_path: Path, statement: str, message: str
) -> None:
    file = tmp_path / "t.db"
    run(games=2, file=file).store.close()
    with closing(sqlite3.connect(file)) as base, base:
        base.execute(statement)
    with Store(file) as store, pytest.raises(ArenaError, match=message):
        list(store.results())


def test_results_may_be_left_when_the_file_is_closed() -> None:
    """What is raised when Python lets go of them would be a warning, which is an error here."""
    tournament = run(games=4)
    results = tournament.results()
    next(results)
    tournament.store.close()
    results.close()  # type: ignore[attr-defined]  # it is a generator


def test_an_argument_of_a_program_is_no_name() -> None:
    (entrant,) = entrants_of([f"{sys.executable} bot.py --depth=3"], GAME)
    assert entrant.what == Program((sys.executable, "bot.py", "--depth=3"))


def test_what_nobody_uses_any_more_is_closed() -> None:
    tournament = run(games=2)
    base = tournament.store._base
    results = tournament.results()
    del tournament
    assert len(list(results)) == 2
    del results
    gc.collect()
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        base.execute("SELECT 1")


def test_games_are_read_by_any_thread() -> None:
    with ThreadPoolExecutor(1) as elsewhere:
        tournament = elsewhere.submit(run, games=2).result()
    assert len(games(tournament)) == 2
