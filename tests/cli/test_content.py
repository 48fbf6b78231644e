"""``content``."""

import json
from importlib.resources import files
from pathlib import Path

import pytest

from tabletop_rules import dome_crushers
from tabletop_rules.cli import BAD_INPUT

from .toy import Run


def test_what_is_shipped_is_listed(run: Run) -> None:
    shelf = dome_crushers.DeckList.shelf
    listed = json.loads(run("content", "list", "--json").stdout)
    entry = {
        "game": "dome-crushers",
        "kind": "deck",
        "id": "reconstructed",
        "digest": shelf.digest("reconstructed"),
        "provenance": "reconstructed",
    }
    assert entry in listed
    line = f"dome-crushers  deck  reconstructed  {entry['digest']}  reconstructed"
    assert line in run("content", "list").stdout.splitlines()


def test_a_skeleton_is_a_file_without_mistakes(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "deck.toml"
    file.write_text(run("content", "new", "deck").stdout, "utf-8")
    done = run("content", "check", str(file))
    assert done.exit_code == 0
    assert "my-deck (deck of dome-crushers): nothing is wrong with it" in done.stdout
    assert len(dome_crushers.load_deck(file.read_text("utf-8"))) == 12


def test_all_mistakes_of_a_file_are_told(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "deck.toml"
    text = run("content", "new", "deck").stdout.replace("strength = 1", 'strength = "1"')
    file.write_text(text.replace("copies", "copy"), "utf-8")
    done = run("content", "check", str(file))
    assert done.exit_code == BAD_INPUT
    assert "cards[0].strength: expected a whole number, got '1'" in done.stderr
    assert "cards[0].copy: unknown key" in done.stderr
    assert "cards[1].copy: unknown key" in done.stderr


def test_a_file_or_a_kind_that_is_not_there(run: Run, tmp_path: Path) -> None:
    for command in (
        ("content", "check", str(tmp_path / "none.toml")),
        ("content", "check", str(tmp_path)),
        ("content", "new", "dragon"),
        ("content", "check", "--kind", "dragon", __file__),
    ):
        done = run(*command)
        assert done.exit_code == BAD_INPUT
        assert done.stderr.startswith("Error: ")
        assert done.stderr.count("\n") == 1


FILES = sorted(
    file
    for game in ("dome_crushers", "dominum", "dominus_portus")
    for file in Path(str(files(f"tabletop_rules.{game}"))).joinpath("content").rglob("*.toml")
)


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_the_kind_of_every_file_that_is_shipped_is_found(run: Run, file: Path) -> None:
    done = run("content", "check", str(file))
    assert done.exit_code == 0
    assert "nothing is wrong with it" in done.stdout


def test_a_file_that_is_no_toml(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "deck.toml"
    file.write_text("id = ", "utf-8")
    done = run("content", "check", str(file))
    assert done.exit_code == BAD_INPUT
    assert "not TOML" in done.stderr
