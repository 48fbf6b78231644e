"""Golden games: whole records with every event, its rule, and the score after each action."""

from pathlib import Path

import pytest

from tabletop_rules import dominum as dm
from tabletop_rules.testing.playthroughs import replayed

GOLDEN = sorted((Path(__file__).parent / "playthroughs").glob("*.txt"))


def test_there_are_playthroughs() -> None:
    assert GOLDEN


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_playthrough_is_as_it_was(path: Path) -> None:
    text = path.read_text("utf-8")
    assert replayed(dm, text) == text
