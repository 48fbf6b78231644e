"""``replay``."""

import json
from pathlib import Path
from typing import Any

import pytest

from tabletop_rules.cli import BAD_INPUT
from tabletop_rules.core import load_game, parse_record, replay_steps
from tabletop_rules.pages import replay_page

from .toy import AnyGame, Run

GAME = load_game("dome-crushers")


@pytest.fixture
def saved(run: Run, tmp_path: Path) -> Path:
    """Return the file of a whole game."""
    path = tmp_path / "game.txt"
    run("play", "dome-crushers", "--bots", "random", "--seed", 6, "--save", path)
    return path


@pytest.mark.parametrize("eyes", ["all", "0", "1", "none"])
@pytest.mark.parametrize("more", [[], ["--pictures"]])
def test_replay_shows_what_play_has_shown(
    run: Run, saved: Path, eyes: str, more: list[str]
) -> None:
    options = ["--bots", "random", "--seed", 6, "--eyes", eyes, *more]
    played = run("play", "dome-crushers", *options).stdout.splitlines()
    replayed = run("replay", saved, "--eyes", eyes, *more).stdout.splitlines()
    assert replayed[1:-1] == played[1:-1]
    assert replayed[0] == f"Dome Crushers, rules {GAME.rules_version}, seed 6"
    assert replayed[-1] == played[-1].replace(" (random)", "")


def test_json_holds_every_step_as_it_is_seen(run: Run, saved: Path) -> None:
    steps = list(replay_steps(GAME, parse_record(saved.read_text("utf-8"), GAME)))
    data = json.loads(run("replay", saved, "--json").stdout)
    assert data["seed"] == 6
    assert data["outcome"]["winners"]
    assert len(data["steps"]) == len(steps)
    for number, (told, step) in enumerate(zip(data["steps"], steps, strict=True), 1):
        assert told["step"] == number
        assert told["actor"] == (step.actor if isinstance(step.actor, int) else "chance")
        assert told["action"] == GAME.format_action(step.action)
        assert [(e["rule"], e["text"]) for e in told["events"]] == [
            (event.rule, event.describe()) for event in step.events
        ]
    seen = json.loads(run("replay", saved, "--json", "--eyes", "1").stdout)
    for told, step in zip(seen["steps"], steps, strict=True):
        own = step.actor == 1
        assert told["action"] == (GAME.format_action(step.action) if own else None)
        assert [e["text"] for e in told["events"]] == [
            event.describe() for event in GAME.observe(step.events, 1)
        ]
    drawn = [e for step in data["steps"] for e in step["events"] if e["event"] == "CardDrawn"]
    hidden = [e for step in seen["steps"] for e in step["events"] if e["event"] == "CardDrawn"]
    assert all(isinstance(event["fields"]["card"], str) for event in drawn)
    assert {event["fields"]["card"] for event in hidden if event["fields"]["seat"] == 0} == {None}


def test_stepwise(run: Run, saved: Path) -> None:
    shown = run("replay", saved, "--step", typed="\n\nq\n").stdout
    assert shown.count("Enter: next step, q: stop") == 3
    assert "\n3. chance" in shown
    assert "\n4. " not in shown
    ended = run("replay", saved, "--step", typed="\n")
    assert ended.exit_code == 0
    whole = run("replay", saved, "--step", typed="\n" * 1000).stdout
    assert "The game is over" in whole


def test_a_game_that_is_not_over_says_so(run: Run, saved: Path) -> None:
    lines = saved.read_text("utf-8").splitlines(keepends=True)
    saved.write_text("".join(lines[:-5]), encoding="utf-8")
    shown = run("replay", saved).stdout
    assert "\nThe game is not over.\nScore: seat 0 " in shown
    assert json.loads(run("replay", saved, "--json").stdout)["outcome"] is None


def test_a_record_without_actions(run: Run, toy: AnyGame, tmp_path: Path) -> None:
    empty = tmp_path / "empty.txt"
    head = 'format = 1\ngame = "toy-cards"\nrules_version = "1.0"\n---\n'
    empty.write_text(head, encoding="utf-8")
    assert run("replay", empty).stdout == (
        "Toy [bold]Cards[/bold] :dice:, rules 1.0\n"
        "The game is not over.\n"
        "Score: seat 0 0, seat 1 0, seat 2 0\n"
    )


@pytest.mark.parametrize("option", ["--step", "--pictures"])
def test_json_is_for_programs(run: Run, saved: Path, option: str) -> None:
    done = run("replay", saved, "--json", option)
    assert done.exit_code == BAD_INPUT
    assert "--json cannot be combined with --pictures or --step" in done.stderr


# ---------------------------------------------------------------- the page


@pytest.mark.parametrize("eyes", ["all", "1", "none", "spectator"])
def test_the_page_is_written_with_the_eyes_that_are_named(
    run: Run, saved: Path, tmp_path: Path, eyes: str
) -> None:
    out = tmp_path / "game.html"
    done = run("replay", saved, "--html", out, "--eyes", eyes)
    assert done.exit_code == 0
    assert not done.stdout
    record = parse_record(saved.read_text("utf-8"), GAME)
    whose: Any = {"all": "all", "1": 1}.get(eyes, "spectator")
    assert out.read_text("utf-8") == replay_page(GAME, record, eyes=whose)


def test_a_faulty_record_leaves_the_page_that_was_there(
    run: Run, saved: Path, tmp_path: Path
) -> None:
    out = tmp_path / "game.html"
    out.write_text("mine", encoding="utf-8")
    whole = saved.read_text("utf-8")
    lines = whole.splitlines()
    for text in ("", whole[: len(whole) // 40], whole + "start 0\n", whole + "rubbish\n"):
        saved.write_text(text, encoding="utf-8")
        done = run("replay", saved, "--html", out, "--overwrite")
        assert done.exit_code == BAD_INPUT
        assert done.stderr.startswith(f"Error: record {saved}")
    saved.write_text("\n".join(lines), encoding="utf-8")
    assert run("replay", saved, "--html", out, "--overwrite", "--eyes", 2).exit_code == BAD_INPUT
    assert run("replay", saved, "--html", tmp_path).exit_code == BAD_INPUT
    assert out.read_text("utf-8") == "mine"
    assert [path.name for path in tmp_path.iterdir() if path.suffix == ".part"] == []


def test_a_file_that_is_there_is_replaced_only_if_one_says_so(
    run: Run, saved: Path, tmp_path: Path
) -> None:
    out = tmp_path / "game.html"
    out.write_text("mine", encoding="utf-8")
    done = run("replay", saved, "--html", out)
    assert (done.exit_code, done.stdout) == (BAD_INPUT, "")
    what = f"{out}: there is such a file already; choose another name, or give --overwrite"
    assert done.stderr == f"Error: {what}\n"
    assert out.read_text("utf-8") == "mine"
    assert run("replay", saved, "--html", out, "--overwrite").exit_code == 0
    assert out.read_text("utf-8") != "mine"


@pytest.mark.parametrize("option", ["--step", "--pictures", "--json"])
def test_a_page_is_not_shown_here(run: Run, saved: Path, tmp_path: Path, option: str) -> None:
    done = run("replay", saved, "--html", tmp_path / "game.html", option)
    assert done.exit_code == BAD_INPUT
    assert "--html cannot be combined with --json, --pictures or --step" in done.stderr
