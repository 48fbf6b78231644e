"""Actions as texts."""

import pytest

from tabletop_rules import dominus_portus as dp
from tabletop_rules.core import NotationError

LINES = (
    "tile Lyre pairs",
    "island Delos",
    "refill Triumphal arch",
    "reveal coins",
    "draw oil",
    "take Temple",
    "resolve military:same",
    "resolve prestige:different:3",
    "resolve legion:different",
    "points",
    "deploy legion",
    "deploy general",
    "move legion Rome > Gallia",
    "move general Gallia > Rome",
    "decline",
    "track purple",
    "place 0 red",
    "place 3 brown coins=2 population=1 military:same prestige:different:4 legions=2 lyres=-1",
    "gains 1",
    "gains 1 legions=2 brown_stars=1",
    "close",
    "final 40 -3",
    "final 40 40 31 ties 1 2 0",
)


@pytest.mark.parametrize("line", LINES)
def test_a_notation_parses_and_is_written_again(line: str) -> None:
    assert dp.format_action(dp.parse_action(line)) == line
    spaced = "  " + line.replace(" ", "   ") + " "
    assert dp.format_action(dp.parse_action(spaced)) == line


def test_a_placement_says_everything() -> None:
    assert dp.parse_action(
        "place 2 purple lyres=1 coins=3 prestige:same legions=1"
    ) == dp.Placement(
        2,
        dp.Colour.PURPLE,
        coins=3,
        symbols=(dp.Symbol(dp.SymbolKind.PRESTIGE, same=True),),
        legions=1,
        change=dp.Tally(lyres=1),
    )


@pytest.mark.parametrize(
    "line",
    [
        "",
        "tile",
        "fly away",
        "deploy",
        "deploy ship",
        "points 3",
        "move legion Rome Gallia",
        "move legion Rome >",
        "move ship Rome > Gallia",
        "track green",
        "resolve",
        "resolve military",
        "resolve ship:same",
        "resolve prestige:same:many",
        "place",
        "place 0",
        "place x red",
        "place 0 green",
        "place 0 red coins",
        "place 0 red coins=many",
        "place 0 red coins=1 coins=2",
        "place 0 red stars=1",
        "place 0 red navy:same",
        "place 0 red coins=12345678901",
        "gains",
        "gains x",
        "gains 0 coins=1",
        "final",
        "final one",
        "final 1 ties",
        "close now",
    ],
)
def test_what_is_no_notation_is_refused(line: str) -> None:
    with pytest.raises(NotationError) as caught:
        dp.parse_action(line)
    assert caught.value.text == line
    assert "move legion FROM > TO" in str(caught.value)
