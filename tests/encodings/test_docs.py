"""What docs/encodings.md says of the default configs is what the encodings say."""

from pathlib import Path

import pytest

from tabletop_rules.encodings import MOST_ACTIONS, encoding, specification

from .games import GAMES

TEXT = (Path(__file__).parents[2] / "docs" / "encodings.md").read_text("utf-8")


@pytest.mark.parametrize("name", GAMES)
def test_the_specification_stands_in_the_docs(name: str) -> None:
    assert specification(encoding(name)) in TEXT, "write print(specification(...)) into the page"


@pytest.mark.parametrize("name", GAMES)
def test_a_specification_says_all(name: str) -> None:
    numbers = encoding(name)
    told = specification(numbers)
    for part in numbers.parts:
        assert f"| `{part.name}` |" in told
        assert part.meaning in told
        assert f"* `{part.name}`:" in told or not part.columns
    for family, _ in (*numbers.action_ranges, *numbers.chance_ranges):
        assert family.meaning in told


def test_the_limit_is_that_of_the_code() -> None:
    assert f"{MOST_ACTIONS:,}" in TEXT
