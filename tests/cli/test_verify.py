"""``verify``: on the small game of an example, with and without its bug, and on bad input."""

import json
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace

import pytest

from tabletop_rules.cli import BAD_INPUT
from tabletop_rules.cli.verify import FOUND
from tabletop_rules.core import registry

from .toy import Run

EXAMPLE = Path(__file__).parents[2] / "examples" / "verify_your_game"
GAMES = ("high_card", "leaky_high_card")


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Register both games of the example, and work where nothing is in the way."""
    monkeypatch.syspath_prepend(EXAMPLE)
    monkeypatch.chdir(tmp_path)
    loaded = {name.replace("_", "-"): import_module(name) for name in GAMES}
    entries = {name: SimpleNamespace(load=lambda game=game: game) for name, game in loaded.items()}
    known = {**registry._entries(), **entries}
    monkeypatch.setattr(registry, "_entries", lambda: known)


def test_a_sound_game_is_found_clean_with_all_of_its_rules(run: Run) -> None:
    done = run("verify", "high-card", "--examples", 30)
    assert done.exit_code == 0
    assert "3 of 3 exercised, 100.0 %" in done.stdout
    assert done.stdout.endswith("Every check holds.\n")
    assert "Not exercised" not in done.stdout


def test_the_planted_bug_is_found_and_the_way_there_can_be_replayed(run: Run) -> None:
    done = run("verify", "leaky-high-card", "--examples", 30, "--check", "secrets")
    assert done.exit_code == FOUND
    assert "The check 'secrets' has found something" in done.stderr
    assert "the view differs in cards" in done.stderr
    assert "Every check holds" not in done.stdout
    # Two cards are dealt, and one seat has still to answer: shorter the bug cannot be shown.
    shown = run("replay", "FAILURE.record")
    assert shown.exit_code == 0
    actions = Path("FAILURE.record").read_text("utf-8").partition("---\n")[2].splitlines()
    assert [action.split()[0] for action in actions] == ["deal", "deal"]


def test_a_failing_game_is_saved_where_one_says(run: Run) -> None:
    options = ("--examples", 30, "--check", "secrets", "--save", "here.record")
    assert run("verify", "leaky-high-card", *options).exit_code == FOUND
    assert Path("here.record").exists()
    assert not Path("FAILURE.record").exists()


def test_the_report_as_json(run: Run) -> None:
    options = ("--examples", 20, "--seed", 5, "--check", "ends", "--check", "chance", "--json")
    done = run("verify", "high-card", *options)
    data = json.loads(done.stdout)
    assert data["checks"] == ["chance", "ends"]
    assert data["clean"] is True
    assert data["failure"] is None
    assert data["exercised"] == data["rules"] == 3
    assert [rule["id"] for rule in data["coverage"]] == ["HC-DEAL", "HC-STAY", "HC-END"]
    assert all(rule["times"] == sum(rule["by"].values()) > 0 for rule in data["coverage"])
    assert json.loads(run("verify", "high-card", *options).stdout) == data


def test_a_failure_as_json(run: Run) -> None:
    done = run("verify", "leaky-high-card", "--check", "secrets", "--json")
    assert done.exit_code == FOUND
    data = json.loads(done.stdout)
    assert data["clean"] is False
    assert data["failure"]["check"] == "secrets"
    assert data["failure"]["record"] == Path("FAILURE.record").read_text("utf-8")


def test_files_where_it_runs_are_no_modules_of_workers(tmp_path: Path) -> None:
    strays = tmp_path / "strays"
    strays.mkdir()
    for name in ("pickle", "random", "multiprocessing"):
        (strays / f"{name}.py").write_text("raise SystemExit('a stray module')\n", "utf-8")
    script = tmp_path / "run.py"  # not -c or -m, which would put the strays first for it too
    text = "from tabletop_rules.cli import main\nif __name__ == '__main__':\n    main()\n"
    script.write_text(text, "utf-8")
    words = "verify dome-crushers --examples 60 --check length --workers 2"
    command = [sys.executable, str(script), *words.split()]
    done = subprocess.run(command, cwd=strays, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "stray" not in done.stderr


def test_the_ledger_as_a_page(run: Run) -> None:
    run("verify", "high-card", "--examples", 20, "--check", "ends", "--html", "page.html")
    page = Path("page.html").read_text("utf-8")
    assert "<h1>High Card</h1>" in page
    assert page.count("<tr>") == 3 + 3  # a head in each of three sections, and three rules
    assert "Chance deals a card to each seat, who alone sees it." in page
    assert "http" not in page.replace("http-equiv", "")  # it needs nothing from elsewhere


def test_every_rule_is_listed_when_asked_for(run: Run) -> None:
    done = run("verify", "high-card", "--examples", 20, "--check", "ends", "--all")
    assert [line.split(":")[0].split()[0] for line in done.stdout.splitlines()[-4:-1]] == [
        "HC-DEAL",
        "HC-STAY",
        "HC-END",
    ]


def test_all_states_of_a_config_are_proven(run: Run) -> None:
    Path("two.toml").write_text("highest = 2\n", encoding="utf-8")
    done = run("verify", "high-card", "--exhaustive", "--config", "two.toml")
    assert done.exit_code == 0
    # start, 2 first cards, 2 deals; then each seat has 2 answers: 2 * 2 and 2 * 4 more
    assert "all 17 states, 8 ends, 16 actions" in done.stdout
    assert "3 of 3 rules exercised" in done.stdout


def test_proving_finds_the_planted_bug(run: Run) -> None:
    Path("two.toml").write_text("highest = 3\n", encoding="utf-8")
    done = run("verify", "leaky-high-card", "--exhaustive", "--config", "two.toml")
    assert done.exit_code == FOUND
    assert run("replay", "FAILURE.record").exit_code == 0


def test_a_proof_of_nothing_is_none(run: Run) -> None:
    done = run("verify", "dome-crushers", "--exhaustive", "--states", 5)
    assert done.exit_code == BAD_INPUT
    assert "nothing was proven" in done.stderr


def test_a_game_without_small_configs_says_so(run: Run) -> None:
    done = run("verify", "high-card", "--exhaustive")
    assert done.exit_code == BAD_INPUT
    assert "names no config that is small enough" in done.stderr


def test_two_implementations_are_compared(run: Run) -> None:
    done = run("verify", "high-card", "--against", "leaky-high-card", "--examples", 5)
    assert done.exit_code == 0  # they differ in a view alone, and views are not compared
    assert done.stdout.startswith("default: the same in 5 games")


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("nothing",), "no game is called 'nothing'"),
        (("high-card", "--check", "spelling"), "no check is called 'spelling'"),
        (("high-card", "--examples", 0), "0 is not in the range"),
        (("high-card", "--seed", -1), "-1 is not in the range"),
        (("high-card", "--workers", 0), "0 is not in the range"),
        (("high-card", "--html", "no/page.html"), "there is no folder"),
        (("high-card", "--save", "no/x.record"), "there is no folder"),
        (("high-card", "--config", "no.toml"), "no.toml: No such file"),
        (("high-card", "--exhaustive", "--json"), "--json is for games that are drawn"),
        (("high-card", "--against", "nothing"), "no game is called 'nothing'"),
        (("high-card", "--against", "high-card", "--exhaustive"), "are two things"),
    ],
)
def test_bad_input_gets_one_message(
    run: Run, arguments: tuple[object, ...], complaint: str
) -> None:
    done = run("verify", *arguments)
    assert done.exit_code == BAD_INPUT
    assert complaint in done.stderr
    assert "Traceback" not in done.output
