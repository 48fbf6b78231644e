"""``play`` with bots alone."""

import json
import shlex
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

from tabletop_rules.bots import make_bot
from tabletop_rules.cli import BAD_INPUT
from tabletop_rules.core import Record, load_game, play, replay_steps

from ..programs.scripts import running  # noqa: TID252 - tests are no package that could be named
from .toy import AnyGame, Run

GAME = load_game("dome-crushers")


def played(*names: str, seed: int) -> Record[Any, Any]:
    bots = [make_bot(name, GAME, f"{seed} seat {seat}") for seat, name in enumerate(names)]
    return play(GAME, GAME.Config(), bots, seed=seed)


def test_shows_every_action_and_every_event_with_its_rule(run: Run) -> None:
    record = played("random", "greedy", seed=5)
    shown = run("play", "dome-crushers", "--seed", 5, "--bots", "random,greedy").stdout
    lines = iter(shown.splitlines())
    assert next(lines) == (
        f"Dome Crushers, rules {GAME.rules_version}, seed 5: seat 0 random, seat 1 greedy"
    )
    steps = list(replay_steps(GAME, record))
    for number, step in enumerate(steps, 1):
        who = f"seat {step.actor}" if isinstance(step.actor, int) else "chance"
        assert next(lines) == f"{number}. {who}: {GAME.format_action(step.action)}"
        for event in step.events:
            assert next(lines) == f"    {event.describe()}  [{event.rule}]"
    last = steps[-1].after
    outcome = GAME.outcome(last)
    assert outcome is not None
    result = next(lines)
    assert result.startswith(f"The game is over, seat {outcome.winners[0]} has won: ")
    assert f"[{outcome.rule}" in result
    first, second = GAME.score(last)
    assert next(lines) == f"Score: seat 0 (random) {first}, seat 1 (greedy) {second}"
    assert list(lines) == []


def test_the_same_seed_gives_the_same_game_and_another_one_does_not(run: Run) -> None:
    games = [
        run("play", name, "--bots", "random", *seed).stdout
        for name, seed in [
            ("dome-crushers", ("--seed", 3)),
            ("dome_crushers", ("--seed", 3)),
            ("dome-crushers", ("--seed", 0)),
            ("dome-crushers", ()),
        ]
    ]
    assert games[0] == games[1]
    assert games[2] == games[3]
    assert games[0] != games[2]


def test_bots_of_the_same_name_choose_apart(run: Run) -> None:
    data = json.loads(run("play", "dome-crushers", "--bots", "random", "--json").stdout)
    assert tuple(data["actions"]) == tuple(
        GAME.format_action(action) for action in played("random", "random", seed=0).actions
    )


def test_json_holds_the_record_and_the_result(run: Run) -> None:
    record = played("random", "greedy", seed=5)
    done = run("play", "dome-crushers", "--seed", 5, "--bots", "random,greedy", "--json")
    data = json.loads(done.stdout)
    last = list(replay_steps(GAME, record))[-1].after
    outcome = GAME.outcome(last)
    assert outcome is not None
    assert done.stderr == ""
    assert data["game"] == "dome_crushers"
    assert data["rules_version"] == GAME.rules_version
    assert data["seed"] == 5
    assert data["config"]["hand_size"] == 4
    assert data["actions"] == [GAME.format_action(action) for action in record.actions]
    assert data["score"] == list(GAME.score(last))
    assert data["outcome"] == {
        "kind": outcome.kind.value,
        "winners": list(outcome.winners),
        "ranks": list(outcome.ranks),
        "reason": outcome.reason,
        "rule": outcome.rule,
        "tie_break": outcome.tie_break,
    }


@pytest.mark.parametrize("eyes", ["0", "1", "none"])
def test_eyes_show_what_is_seen_and_no_more(run: Run, eyes: str) -> None:
    seat = None if eyes == "none" else int(eyes)
    record = played("random", "random", seed=2)
    shown = run("play", "dome-crushers", "--seed", 2, "--bots", "random", "--eyes", eyes).stdout
    expected = []
    for number, step in enumerate(replay_steps(GAME, record), 1):
        who = f"seat {step.actor}" if isinstance(step.actor, int) else "chance"
        own = f": {GAME.format_action(step.action)}" if step.actor == seat else ""
        expected.append(f"{number}. {who}{own}")
        seen = GAME.observe(step.events, seat)
        expected += [f"    {event.describe()}  [{event.rule}]" for event in seen]
    assert shown.splitlines()[1:-2] == expected


def test_pictures_show_the_table_before_each_decision(run: Run) -> None:
    record = played("random", "random", seed=2)
    steps = list(replay_steps(GAME, record))
    options = ["--seed", 2, "--bots", "random", "--pictures"]
    own = run("play", "dome-crushers", *options, "--eyes", "1").stdout
    everybody = run("play", "dome-crushers", *options).stdout
    for step in steps:
        if isinstance(step.actor, int):
            assert f"\n{GAME.render(GAME.view(step.before, 1))}\n" in own
            assert f"\n{GAME.render(GAME.view(step.before, step.actor))}\n" in everybody


def test_a_game_of_three_seats_whose_winners_share(run: Run, toy: AnyGame) -> None:
    done = run("play", "toy-cards", "--bots", "random,greedy,random", "--seed", 1)
    assert done.exit_code == 0
    assert done.stdout.startswith(
        "Toy [bold]Cards[/bold] :dice:, rules 1.0, seed 1: "
        "seat 0 random, seat 1 greedy, seat 2 random\n1. chance: deal "
    )
    assert "] says" not in done.stdout
    assert "says [bold]" in done.stdout
    shared = [
        run("play", "toy-cards", "--bots", "random", "--seed", seed).stdout for seed in range(20)
    ]
    assert any(" and 2 have won together: " in game for game in shared)


def test_a_config_is_read_from_a_file(run: Run, tmp_path: Path) -> None:
    config = tmp_path / "config.toml"
    config.write_text("max_rounds = 1\n", encoding="utf-8")
    done = run("play", "dome-crushers", "--config", config)
    assert "The game is over, cut short without a winner" in done.stdout
    assert "[DC-R9]" in done.stdout


def test_a_game_that_waits_for_its_host_is_refused(run: Run, toy: AnyGame, tmp_path: Path) -> None:
    config = tmp_path / "config.toml"
    config.write_text("hosted = true\n", encoding="utf-8")
    done = run("play", "toy-cards", "--config", config)
    assert done.exit_code == 2
    assert "waits for another program, its host" in done.stderr


# ---------------------------------------------------------------- bots of one's own

OWN = """
import os

from tabletop_rules.bots import RandomBot

class Twin(RandomBot):
    def __init__(self, game, seed):
        super().__init__(seed)

class Failing:
    def choose(self, view, options):
        raise ValueError("no cards")

class Unmade:
    def __init__(self):
        raise ValueError("no deck")

class Leaves:
    def __init__(self):
        os.chdir("/")

    def choose(self, view, options):
        os.chdir("/")
        return options[0]
"""
PROGRAM = Path(__file__).parents[2] / "examples" / "programs" / "brute.py"


@pytest.fixture
def own(tmp_path: Path) -> str:
    """Return a file with bots."""
    file = tmp_path / "own.py"
    file.write_text(OWN, encoding="utf-8")
    return str(file)


def test_a_bot_of_a_file_plays_as_one_of_the_library(run: Run, own: str) -> None:
    options = ("--seed", 4, "--json", "--bots")
    ours = run("play", "dome-crushers", *options, f"{own}:Twin,twin={own}:Twin")
    assert ours.exit_code == 0, ours.stderr
    assert ours.stdout == run("play", "dome-crushers", *options, "random,random").stdout


def test_a_program_plays_and_is_ended(run: Run, tmp_path: Path) -> None:
    program = shutil.copy(PROGRAM, tmp_path / "brute,fast.py")
    bots = ("--bots", f"brute={sys.executable} -S {program}", "--bots", "random")
    done = run("play", "dome-crushers", *bots)
    assert done.exit_code == 0, done.stderr
    assert "seat 0 brute, seat 1 random" in done.stdout.splitlines()[0]
    assert done.stdout.splitlines()[-1].startswith("Score: seat 0 (brute) ")
    assert not running(tmp_path)


def test_a_game_with_a_program_is_resumed(run: Run, tmp_path: Path) -> None:
    program, file = shutil.copy(PROGRAM, tmp_path), tmp_path / "game"
    bots = ("--human", 1, "--bots", f"{sys.executable} -S {program}")
    begun = run("play", "dome-crushers", *bots, "--save", file, typed="1\nquit\n")
    assert begun.exit_code == 0, begun.stderr
    way_on = begun.stdout.strip().rpartition("Go on with: tabletop-rules ")[2]
    done = run(*shlex.split(way_on), typed="quit\n")
    assert done.exit_code == 0, done.stderr
    assert "Continued after " in done.stdout
    assert not running(tmp_path)


def test_where_a_bot_goes_is_no_matter_for_the_game(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, own: str
) -> None:
    monkeypatch.chdir(tmp_path)
    done = run("play", "dome-crushers", "--bots", f"{own}:Leaves", "--save", "game")
    assert done.exit_code == 0, done.stderr
    assert Path("game").exists()
    assert Path.cwd() == tmp_path


@pytest.mark.parametrize(
    ("bot", "fault"),
    [
        ("OWN:Failing", "the bot of seat 1 raised ValueError: no cards"),
        ("PYTHON -c 1/0", "the bot of seat 1 ended with exit code 1: ZeroDivisionError"),
        ("LOST", "the bot of seat 1 could not be started: No such file"),
    ],
)
def test_a_fault_of_a_bot_ends_the_game_in_one_message(
    run: Run, own: str, tmp_path: Path, bot: str, fault: str
) -> None:
    program = shutil.copy(PROGRAM, tmp_path)
    lost = tmp_path / "lost"
    lost.write_text(f"#!{tmp_path}/no-interpreter\n", encoding="utf-8")
    lost.chmod(0o755)
    bot = bot.replace("OWN", own).replace("PYTHON", sys.executable).replace("LOST", str(lost))
    done = run("play", "dome-crushers", "--bots", f"{sys.executable} -S {program},{bot}")
    assert done.exit_code == BAD_INPUT
    assert done.stderr.startswith(f"Error: {fault}")
    assert done.stderr.count("\n") == 1
    assert not running(tmp_path)


@pytest.mark.parametrize(
    "command", ["play", "serve --file DIR/games --port 0", "arena --games 2 --workers 0"]
)
@pytest.mark.parametrize("several", [False, True])
def test_a_command_may_hold_a_comma_given_alone_or_in_a_list(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, command: str, several: bool
) -> None:
    monkeypatch.setattr("tabletop_rules.cli.service.run", lambda *_, **__: None)
    program = shutil.copy(PROGRAM, tmp_path / "brute,fast.py")
    bot = f"{sys.executable} -S {program}"
    listed = bot.replace(",", "\\,")
    two = ("--bots", bot, "--bots", "random") if several else ("--bots", f"{listed},random")
    given = ("--bots", listed) if command.startswith("serve") else two
    words = command.replace("DIR", str(tmp_path)).split()
    done = run(*words[:1], "dome-crushers", *words[1:], *given)
    assert done.exit_code == 0, done.stderr
    assert not running(tmp_path)


@pytest.mark.parametrize("command", ["play", "serve --file DIR/games --port 0"])
@pytest.mark.parametrize(
    ("bots", "why"),
    [
        ("gredy", "bot 'gredy': no bot is called 'gredy'"),
        ("greedy,", "expected bots with commas between them, got 'greedy,'"),
        ("OWN:Missing", "expected a bot called Missing"),
        ("OWN:Unmade", "ValueError: no deck"),
    ],
)
def test_what_is_no_bot_is_told_with_the_option(
    run: Run, own: str, command: str, bots: str, why: str
) -> None:
    words = command.replace("DIR", str(Path(own).parent)).split()
    done = run(*words, "dome-crushers", "--bots", bots.replace("OWN", own))
    assert (done.exit_code, done.stdout) == (BAD_INPUT, "")
    assert done.stderr.startswith("Error: Invalid value for '--bots': ")
    assert why in done.stderr
