"""Movement over borders, and settlement tokens."""

import pytest

from tabletop_rules import dominus_portus as dp
from tabletop_rules.core import CHANCE, HOST

from .helpers import general, odds, options, play, refused, scene, units

ALL_OPEN = """
open = ["Gallia", "Hispania", "Britannia", "Germania", "Illyricum", "Dacia",
        "Macedonia", "Asia", "Syria", "Aegyptus", "Africa", "Mauretania"]
revealed = ["legion", "legion", "points", "points", "beautification", "beautification",
            "coins", "coins", "faith", "faith", "star", "star"]
"""


def moving(seats: str = "", head: str = "", placement: str = "military:different") -> dp.State:
    return play(scene(head + seats), f"place 0 red {placement}").state


def test_DS_MOVE_1_a_unit_moves_over_one_red_line() -> None:
    state = moving(head=ALL_OPEN)
    done = play(state, "move legion Rome > Gallia")
    assert units(done.state, 0) == {"Gallia": 1}
    assert done.rules == ["DS-MOVE-1"]
    assert refused(state, "move legion Rome > Hispania") == "DS-MOVE-1"
    assert refused(state, "move legion Rome > Rome") == "DS-MOVE-1"
    assert refused(state, "move legion Rome > Atlantis") == "DS-MOVE-1"


@pytest.mark.parametrize(
    ("source", "target"),
    [("Gallia", "Britannia"), ("Britannia", "Gallia"), ("Macedonia", "Asia"), ("Rome", "Africa")],
)
def test_DS_MOVE_2_dotted_provinces_are_adjacent_too(source: str, target: str) -> None:
    state = moving(f"[[seats]]\nlegions = {{ {source} = 1 }}", ALL_OPEN)
    done = play(state, f"move legion {source} > {target}")
    assert units(done.state, 0) == {target: 1}
    assert done.rules == ["DS-MOVE-2"]


def test_DS_MOVE_2_a_pair_with_both_kinds_of_connection_counts_as_a_border() -> None:
    board = dp.load_map_board(
        'id = "x"\nname = "x"\nrome = "R"\nprovinces = ["A"]\n'
        'borders = [["R", "A"]]\ndotted = [["A", "R"]]'
    )
    assert board.neighbours == {"R": ("A",), "A": ("R",)}
    assert board.by_sea == frozenset()


def test_DS_MOVE_3_only_units_that_are_there_and_that_the_symbol_allows() -> None:
    seats = (
        '[[seats]]\nlegions = { Gallia = 1 }\ngeneral = "Asia"\n[[seats]]\nlegions = { Syria = 1 }'
    )
    state = moving(seats, ALL_OPEN)
    assert refused(state, "move legion Rome > Gallia") == "DS-MOVE-3"
    assert refused(state, "move legion Syria > Asia") == "DS-MOVE-3"
    assert refused(state, "move general Gallia > Rome") == "DS-MOVE-3"
    assert refused(state, "move legion Atlantis > Rome") == "DS-MOVE-3"
    assert {option for option in options(state) if option.startswith("move general")} == {
        "move general Asia > Macedonia",
        "move general Asia > Syria",
    }


def test_DS_MOVE_4_one_action_moves_one_unit_twice_or_two_units() -> None:
    state = moving("[[seats]]\nlegions = { Rome = 1, Syria = 1 }", ALL_OPEN, "military:same")
    one = play(state, "move legion Rome > Gallia", "move legion Gallia > Hispania").state
    assert units(one, 0) == {"Syria": 1, "Hispania": 1}
    two = play(state, "move legion Rome > Gallia", "move legion Syria > Asia").state
    assert units(two, 0) == {"Gallia": 1, "Asia": 1}


def test_DS_MOVE_5_any_number_of_units_is_in_a_province() -> None:
    seats = (
        '[[seats]]\nlegions = { Gallia = 9, Rome = 1 }\ngeneral = "Gallia"\n'
        '[[seats]]\nlegions = { Gallia = 10 }\ngeneral = "Gallia"'
    )
    done = play(moving(seats, ALL_OPEN), "move legion Rome > Gallia").state
    assert dp.view(done, None).powers["Gallia"] == (12, 12)


def test_DS_SETTLE_1_the_first_to_move_in_reveals_the_token_at_once() -> None:
    entered = play(moving(placement="military:same"), "move legion Rome > Gallia").state
    assert dp.actor(entered) is CHANCE
    done = play(entered, "reveal coins")
    assert done.rules == ["DS-SETTLE-1", "DS-SETTLE-6"]
    assert done.state.cities[0].coins == 2
    assert "decline" in options(done.state)  # the second Legion comes only now
    assert refused(entered, "reveal nothing") == "DS-SETTLE-1"


def test_DS_SETTLE_1_the_general_reveals_too() -> None:
    state = moving('[[seats]]\nlegions = { Rome = 1 }\ngeneral = "Rome"')
    done = play(state, "move general Rome > Gallia", "reveal points").state
    assert general(done, 0) == "Gallia"
    assert done.cities[0].points == 3


def test_DS_SETTLE_2_DS_R8_a_token_is_discarded_and_gives_nothing_to_who_comes_later() -> None:
    state = scene("", turns=3)
    state = play(state, "place 0 red military:same", "move legion Rome > Gallia", "reveal coins",
                 "move legion Gallia > Rome", "close").state  # fmt: skip
    assert sum(state.tokens) == 11
    state = play(state, "place 1 red legions=1", "move legion Rome > Gallia").state
    assert dp.actor(state) is HOST
    assert state.cities[1].coins == 0
    state = play(state, "close", "place 0 red legions=1", "move legion Rome > Gallia").state
    assert state.cities[0].coins == 2


def test_DS_R8_rome_has_no_token_and_deploying_reveals_none() -> None:
    state = moving("[[seats]]\nlegions = { Gallia = 1 }", ALL_OPEN)
    home = play(state, "move legion Gallia > Rome")
    assert units(home.state, 0) == {"Rome": 1}
    assert dp.actor(home.state) is HOST
    deployed = play(moving(), "deploy legion")
    assert dp.actor(deployed.state) is HOST
    assert sum(deployed.state.tokens) == 12


def test_DS_SETTLE_3_a_legion_is_deployed_in_rome_for_free() -> None:
    done = play(moving(), "move legion Rome > Gallia", "reveal legion")
    assert units(done.state, 0) == {"Rome": 1, "Gallia": 1}
    assert done.rules[-1] == "DS-SETTLE-3"


def test_DS_SETTLE_3_DS_R5_with_an_empty_supply_there_is_no_legion() -> None:
    state = moving("[[seats]]\nlegions = { Rome = 10 }")
    done = play(state, "move legion Rome > Gallia", "reveal legion")
    assert units(done.state, 0) == {"Rome": 9, "Gallia": 1}
    assert done.rules[-1] == "DS-R5"


def test_DS_SETTLE_4_three_victory_points() -> None:
    done = play(moving(), "move legion Rome > Gallia", "reveal points")
    assert done.state.cities[0].points == 3
    assert done.of(dp.Gained)[0].rule == "DS-SETTLE-4"


def test_DS_SETTLE_5_DS_R4_a_beautification_is_the_hosts_if_the_variant_is_in_play() -> None:
    config = dp.Config(hosted=True, portus=False, rulings=dp.Rulings(beautifications=True))
    state = play(scene("", config), "place 0 red military:different").state
    done = play(state, "move legion Rome > Gallia", "reveal beautification")
    assert [event.rule for event in done.of(dp.BeautificationGained)] == ["DS-SETTLE-5"]


def test_DS_R4_without_the_variant_the_token_has_no_effect() -> None:
    done = play(moving(), "move legion Rome > Gallia", "reveal beautification")
    assert done.of(dp.BeautificationGained) == []
    assert done.rules[-1] == "DS-R4"
    assert sum(done.state.tokens) == 11
    assert done.state.cities == scene("").cities


def test_DS_SETTLE_6_two_coins() -> None:
    done = play(moving(), "move legion Rome > Gallia", "reveal coins")
    assert done.state.cities[0].coins == 2
    assert done.of(dp.Gained)[0].rule == "DS-SETTLE-6"


def test_DS_SETTLE_7_one_faith() -> None:
    done = play(moving(), "move legion Rome > Gallia", "reveal faith")
    assert done.state.cities[0].faith == 1
    assert done.of(dp.Gained)[0].rule == "DS-SETTLE-7"


@pytest.mark.parametrize("track", ["brown", "purple", "red"])
def test_DS_SETTLE_8_DS_R11_a_star_on_the_track_of_ones_choice(track: str) -> None:
    state = play(moving(), "move legion Rome > Gallia", "reveal star").state
    assert dp.actor(state) == 0
    assert options(state) == ["track brown", "track purple", "track red"]
    assert refused(state, "decline") == "DS-R11"
    done = play(state, f"track {track}")
    assert done.state.cities[0].tally == dp.Tally(**{f"{track}_stars": 1})
    assert done.state.cities[0].tally.stars == 1
    assert done.of(dp.StarGained)[0].rule == "DS-SETTLE-8"


def test_DS_R12_what_the_host_must_book_comes_as_events_and_is_tallied() -> None:
    state = scene("", dp.Config(hosted=True, portus=False, turns=5))
    done = play(
        state, "place 0 red coins=4 legions=3",
        "move legion Rome > Gallia", "reveal coins",
        "move legion Gallia > Hispania", "reveal faith",
        "move legion Hispania > Mauretania", "reveal points",
    )  # fmt: skip
    gained = done.of(dp.Gained)
    assert [(g.coins, g.population, g.faith, g.points) for g in gained] == [
        (2, 0, 0, 0),
        (0, 0, 1, 0),
        (0, 0, 0, 3),
    ]
    assert done.state.cities[0] == dp.City(coins=6, faith=1, points=3)


def test_DS_R19_a_token_is_decided_on_revealing_by_what_is_left() -> None:
    state = play(moving(), "move legion Rome > Gallia").state
    assert odds(state) == {
        f"reveal {name}": "1/6"
        for name in ("legion", "points", "beautification", "coins", "faith", "star")
    }
    head = 'open = ["Gallia", "Hispania"]\nrevealed = ["coins", "coins"]\n'
    state = play(moving(head=head), "move legion Rome > Africa").state
    assert "reveal coins" not in odds(state)
    assert set(odds(state).values()) == {"1/5"}
    head = 'open = ["Gallia"]\nrevealed = ["star"]\n'
    state = play(moving(head=head), "move legion Rome > Africa").state
    assert odds(state)["reveal star"] == "1/11"
    assert odds(state)["reveal legion"] == "2/11"


def test_DS_R19_a_host_that_draws_says_which_token_it_was() -> None:
    config = dp.Config(hosted=True, portus=False, host_draws=True)
    state = play(scene("", config), "place 0 red legions=1", "move legion Rome > Gallia").state
    assert dp.actor(state) is HOST
    assert refused(state, "close") == "DS-SETTLE-1"
    assert play(state, "reveal faith").state.cities[0].faith == 1


def test_legion_symbols_of_a_token_of_other_content_are_used_at_once() -> None:
    tokens = dp.load_settlements(
        'id = "x"\nname = "x"\n[[tokens]]\nname = "eagle"\ntext = ""\ncopies = 12\n'
        "bonus = { legions = 1, coins = 1, faith = 1, stars = 2 }"
    )
    config = dp.Config(hosted=True, portus=False, settlements=tokens)
    state = play(scene("", config), "place 0 red legions=1", "move legion Rome > Gallia").state
    done = play(state, "reveal eagle", "track red", "track red", "deploy legion")
    assert done.of(dp.Gained)[0].rule == "DS-SETTLE-1"
    assert units(done.state, 0) == {"Rome": 1, "Gallia": 1}
    assert done.state.cities[0].tally.red_stars == 2
