"""Scoring the provinces from a small file."""

import pytest

from tabletop_rules import dominus_portus as dp
from tabletop_rules.core import PositionError

GALLIA = """
[cities.Yellow]
lyres = 6
[cities.Blue]
lyres = 4
[cities.Black]
lyres = 3
[cities.White]
lyres = 8

[[provinces]]
name = "Gallia"
tile = "Lyre pairs"
armies.Yellow = { legions = 2, general = true }
armies.Blue = { legions = 2 }
armies.Black = { general = true }
armies.White = { legions = 1 }

[[provinces]]
name = "Asia"
tile = "Four stars"
"""


def test_DS_R20_the_example_of_gallia_from_a_file() -> None:
    standing = dp.read_standing(GALLIA)
    assert standing.players == ("Yellow", "Blue", "Black", "White")
    gallia, asia = dp.score_standing(standing)
    assert [award.points for award in gallia.awards] == [9, 2, 1, 0]
    assert [award.points for award in asia.awards] == [0, 0, 0, 0]
    assert asia.tile == "Four stars"


def test_stars_are_counted_together() -> None:
    text = GALLIA.replace("lyres = 6", "stars = 9") + "armies.Yellow = { legions = 1 }\n"
    assert dp.score_standing(dp.read_standing(text))[1].awards[0].points == 8


def test_everything_that_is_wrong_is_listed() -> None:
    text = """
    [cities.Yellow]
    lyres = -1

    [[provinces]]
    name = "Rome"
    tile = "Lyre pairs"
    armies.Yellow = { legions = 6, general = true }
    armies.Green = { legions = 1 }

    [[provinces]]
    name = "Gallia"
    tile = "Lyre pairs"
    armies.Yellow = { legions = 5, general = true }

    [[provinces]]
    name = "Asia"
    tile = "Crowns"
    armies.Yellow = { legions = -1 }
    """
    with pytest.raises(PositionError) as caught:
        dp.read_standing(text, "end.toml")
    assert [str(problem).split(" (")[0] for problem in caught.value.problems] == [
        "cities: expected 2 to 4 players, got 1",
        "cities.Yellow.lyres: expected 0 to 99, got -1",
        "provinces: 2 of them have the tile 'Lyre pairs'",
        "provinces[0].name: Rome is not scored [DS-ROME-1]",
        "provinces[0].armies.Green: there is no city of that player",
        "provinces[2].tile: no score tile is called 'Crowns'",
        "provinces[2].armies.Yellow.legions: expected 0 or more, got -1",
        "provinces: Yellow has 2 Generals, but only 1 exists [DS-COMP-1]",
    ]
    over = GALLIA.replace("legions = 1 }", "legions = 11 }")
    with pytest.raises(PositionError, match="White has 11 Legions"):
        dp.read_standing(over)


@pytest.mark.parametrize("text", ["cities = 1", "[cities.A]\nlyre = 1\n", "not toml"])
def test_what_is_no_standing_is_refused(text: str) -> None:
    with pytest.raises(PositionError):
        dp.read_standing(text)
