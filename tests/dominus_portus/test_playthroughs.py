"""Golden games: whole records with every event, its rule, and the score after each action."""

from pathlib import Path

import pytest

from tabletop_rules import dominus_portus as dp
from tabletop_rules.testing.playthroughs import replayed

GOLDEN = sorted((Path(__file__).parent / "playthroughs").glob("*.txt"))


def test_there_is_one_for_each_number_of_players_and_combination_of_modules() -> None:
    names = {path.stem for path in GOLDEN}
    for seats in (2, 3, 4):
        assert {f"{modules}_{seats}_players" for modules in ("both", "dominus", "portus")} <= names
    assert {"hosted", "hosted_draws"} <= names


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_playthrough_is_as_it_was(path: Path) -> None:
    text = path.read_text("utf-8")
    assert replayed(dp, text) == text
