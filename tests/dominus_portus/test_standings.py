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


@pytest.mark.parametrize(
    ("tile", "city", "points"),
    [
        # what one alone in a province has for a city of 2 columns, 4 lyres, 6 masks, 1 brown,
        # 2 purple and 3 red districts, 4 monuments and 8 stars
        ("Lyre pairs", "lyres = 4", 6),
        ("Column pairs", "columns = 2", 3),
        ("Columns with lyres", "columns = 2\nlyres = 4", 6),
        ("Columns with masks", "columns = 2\nmasks = 6", 6),
        ("Monuments", "monuments = 4", 16),
        ("Full sets", "columns = 2\nlyres = 4\nmasks = 6", 8),
        ("Masks with lyres", "lyres = 4\nmasks = 6", 12),
        ("Brown districts", "brown = 1", 3),
        ("Purple districts", "purple = 2", 6),
        ("Red districts", "red = 3", 9),
        ("Four stars", "stars = 8", 8),
        ("Mask pairs", "masks = 6", 9),
    ],
)
def test_DS_END_2_whatever_a_tile_counts_is_read_from_the_file(
    tile: str, city: str, points: int
) -> None:
    whole = "columns = 2\nlyres = 4\nmasks = 6\nbrown = 1\npurple = 2\nred = 3\n"
    whole += "monuments = 4\nstars = 8"
    for counted in (city, whole):
        text = f'[cities.A]\n{counted}\n[cities.B]\n[[provinces]]\nname = "Asia"\n'
        text += f'tile = "{tile}"\narmies.A = {{ legions = 1 }}\n'
        (asia,) = dp.score_standing(dp.read_standing(text))
        assert [award.points for award in asia.awards] == [points, 0]


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
