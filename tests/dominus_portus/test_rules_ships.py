"""Ships at the end of a turn, Anchors and goods, guests. Every printed example of Portus is here.

Capraria, the default island after port 0, has arrows brown, purple and red, the last an Anchor;
Delos, after port 1, has brown, red and purple.
"""

import pytest

from tabletop_rules import dominus_portus as dp
from tabletop_rules.core import CHANCE, HOST
from tabletop_rules.dominus_portus.events import ShipMoved

from .helpers import HOSTED, PORTUS, odds, options, play, refused, scene, ship, units


def at(space: str, goods: str = "", config: dp.Config = PORTUS, **rulings: bool) -> dp.State:
    """Return a position in which the ship of seat 0 is in a space, with goods."""
    listed = f"\ngoods = [{goods}]" if goods else ""
    rules = dp.Rulings(**rulings)
    return scene(f'[[seats]]\nship = "{space}"{listed}', config, rulings=rules)


@pytest.mark.parametrize(
    ("start", "end"),
    [("port 0 1", "port 0 2"), ("port 1 1", "port 1 2"), ("port 1 2", "island 1 1")],
)
def test_PT_SHIP_1_a_ship_on_any_port_moves_whatever_was_placed(start: str, end: str) -> None:
    for colour in ("brown", "purple", "red"):
        done = play(at(start), f"place 0 {colour}", "close")
        assert ship(done.state, 0) == end
        assert done.of(ShipMoved)[0].rule == "PT-SHIP-1"


def test_PT_SHIP_1_example_from_the_second_space_of_a_port_to_an_island() -> None:
    assert ship(play(at("port 0 2"), "place 0 red", "close").state, 0) == "island 0 1"


def test_PT_SHIP_2_example_a_purple_tile_matches_a_purple_arrow() -> None:
    done = play(at("island 0 2"), "place 0 purple", "close")
    assert ship(done.state, 0) == "island 0 3"
    assert "PT-SHIP-2" in done.rules


@pytest.mark.parametrize("colour", ["brown", "red"])
def test_PT_SHIP_2_without_a_match_the_ship_stays(colour: str) -> None:
    done = play(at("island 0 2"), f"place 0 {colour}", "close")
    assert ship(done.state, 0) == "island 0 2"
    assert dp.actor(done.state) is HOST


def test_PT_SHIP_2_only_the_ship_of_the_player_whose_turn_it_is_moves() -> None:
    state = scene('[[seats]]\nship = "port 0 2"\n[[seats]]\nship = "island 0 1"', PORTUS)
    state = play(state, "place 0 brown", "close").state
    assert (ship(state, 0), ship(state, 1)) == ("island 0 1", "island 0 1")
    state = play(state, "place 1 brown", "close").state
    assert (ship(state, 0), ship(state, 1)) == ("island 0 1", "island 0 2")


def test_PT_ANCHOR_1_example_a_brown_tile_does_not_match_so_the_ship_stays_and_draws() -> None:
    state = play(at("island 0 3"), "place 0 brown", "close").state
    assert dp.actor(state) is CHANCE
    done = play(state, "draw silk")
    assert ship(done.state, 0) == "island 0 3"
    assert done.state.ships[0].goods == ("silk",)
    assert done.rules == ["PT-ANCHOR-1"]
    assert refused(state, "draw ivory") == "PT-R5"


def test_PT_ANCHOR_2_a_ship_stays_for_several_turns_and_collects() -> None:
    state = at("island 0 3")
    for good in ("wine", "oil", "silk"):
        state = play(state, "place 0 brown", "close", f"draw {good}", "close").state
        assert state.seat == 0
    assert state.ships[0].goods == ("oil", "silk", "wine")


def test_PT_GOODS_1_example_two_collected_and_a_duplicate_loses_all() -> None:
    state = play(at("island 0 3", '"oil", "wine"'), "place 0 brown", "close").state
    done = play(state, "draw wine")
    assert done.state.ships[0].goods == ()
    assert done.rules == ["PT-ANCHOR-1", "PT-GOODS-1"]
    assert done.events[1].describe() == "Seat 0 has it already and loses oil, wine, wine."
    assert ship(done.state, 0) == "island 0 3"


@pytest.mark.parametrize("count", range(1, 7))
def test_C8_PT_GOODS_1_n_distinct_then_a_duplicate_returns_n_plus_one(count: int) -> None:
    names = [good.name for good in PORTUS.goods.goods][:count]
    held = ", ".join(f'"{name}"' for name in names)
    done = play(at("island 0 3", held), "place 0 brown", "close", f"draw {names[0]}")
    lost = next(event for event in done.events if event.rule == "PT-GOODS-1")
    assert len(lost.describe().split("loses ")[1].split(", ")) == count + 1
    after = play(done.state, "close", "place 0 brown", "close").state
    assert set(odds(after).values()) == {"1/6"}  # all 42 are in the supply again


def test_C8_the_seventh_good_always_loses_all() -> None:
    names = [good.name for good in PORTUS.goods.goods]
    state = at("island 0 3", ", ".join(f'"{name}"' for name in names))
    state = play(state, "place 0 brown", "close").state
    for option in options(state):
        assert play(state, option).state.ships[0].goods == ()


def test_C9_PT_GOODS_2_PT_GOODS_3_leaving_with_the_colour_pays_once_and_draws_nothing() -> None:
    """The example of four goods: leaving pays each of them, and they are back in the supply."""
    state = at("island 0 3", '"grain", "marble", "spices", "wine"')
    done = play(state, "place 0 red", "close")
    assert ship(done.state, 0) == "port 1 1"
    assert done.state.cities[0] == dp.City(coins=3, population=2, faith=1, points=2)
    assert done.state.ships[0].goods == ()
    assert done.rules.count("PT-ANCHOR-1") == 0
    stays = play(state, "place 0 purple", "close")
    assert dp.actor(stays.state) is CHANCE
    assert stays.state.cities[0] == dp.City()


def test_PT_GOODS_2_what_was_lost_pays_nothing_on_leaving() -> None:
    state = play(
        at("island 0 3", '"spices"'), "place 0 brown", "close", "draw spices", "close"
    ).state
    done = play(state, "place 0 red", "close")
    assert ship(done.state, 0) == "port 1 1"
    assert done.state.cities[0].coins == 0
    assert "PT-GOODS-4" not in done.rules


def test_PT_GOODS_4_a_star_is_asked_for_and_legion_symbols_come_last() -> None:
    state = at("island 0 3", '"oil", "silk", "spices"', HOSTED)
    done = play(state, "place 0 red", "close")
    assert [gain.coins for gain in done.of(dp.Gained)] == [3]
    assert done.of(dp.LegionSymbolsGained)[0].count == 1
    assert options(done.state) == ["track brown", "track purple", "track red"]
    starred = play(done.state, "track purple")
    assert starred.of(dp.StarGained)[0].rule == "PT-GOODS-4"
    assert options(starred.state)[0] == "deploy legion"


def test_PT_GOODS_5_paid_goods_are_shuffled_back() -> None:
    done = play(at("island 0 3", '"oil", "wine"'), "place 0 red", "close")
    assert done.rules[-1] == "PT-GOODS-5"
    assert done.state.goods_held == ()


def test_PT_GUEST_1_PT_GUEST_2_example_a_guest_on_yellows_port() -> None:
    """Yellow's tile gives a coin and two population, and two Legion symbols besides."""
    state = scene('[[seats]]\n[[seats]]\nship = "port 0 1"', HOSTED)
    done = play(state, "place 0 red coins=1 population=2 legions=2")
    assert [(gain.seat, gain.coins, gain.population) for gain in done.of(dp.Gained)] == [(1, 1, 2)]
    assert done.of(dp.Gained)[0].rule == "PT-GUEST-1"
    assert done.state.cities == (dp.City(coins=1, population=2), dp.City(coins=1, population=2))
    assert dp.actor(done.state) == 0  # the Legion symbols are Yellow's alone


def test_PT_R4_every_guest_gains_and_nobody_else() -> None:
    seats = "".join(
        f'[[seats]]\nship = "{space}"\n'
        for space in ("port 1 2", "port 0 1", "port 0 2", "port 3 1")
    )
    state = scene(seats, PORTUS, seats=4)
    done = play(state, "place 0 brown coins=3")
    assert [gain.seat for gain in done.of(dp.Gained)] == [1, 2]
    assert [city.coins for city in done.state.cities] == [3, 3, 3, 0]


def test_PT_R4_gains_of_guests_goods_and_settlements_are_not_passed_on() -> None:
    seats = '[[seats]]\nship = "island 1 3"\ngoods = ["spices"]\n[[seats]]\nship = "port 0 1"\n'
    state = scene(seats, HOSTED)
    done = play(
        state, "place 0 purple legions=1", "move legion Rome > Gallia", "reveal coins", "close"
    )
    assert ship(done.state, 0) == "port 0 1"
    assert [(gain.seat, gain.coins) for gain in done.of(dp.Gained)] == [(0, 2), (0, 3)]
    chain = scene(
        '[[seats]]\n[[seats]]\nship = "port 0 1"\n[[seats]]\nship = "port 1 1"', PORTUS, seats=3
    )
    assert [gain.seat for gain in play(chain, "place 0 red coins=1").of(dp.Gained)] == [1]


def test_PT_R4_a_ship_at_home_or_on_an_island_gains_nothing() -> None:
    state = scene('[[seats]]\nship = "port 0 1"\n[[seats]]\nship = "island 0 1"', PORTUS)
    done = play(state, "place 0 red coins=2")
    assert done.of(dp.Gained) == []
    assert [city.coins for city in done.state.cities] == [2, 0]


def test_PT_R2_the_order_at_the_end_of_a_turn() -> None:
    arriving = play(at("island 0 2"), "place 0 purple", "close")
    assert arriving.rules == ["DS-R13", "DS-R13", "PT-SHIP-2"]
    assert dp.actor(arriving.state) is CHANCE
    leaving = play(at("island 0 3", '"spices"'), "place 0 red", "close")
    assert leaving.rules == [
        "DS-R13",
        "DS-R13",
        "PT-SHIP-2",
        "PT-GOODS-4",
        "PT-GOODS-4",
        "PT-GOODS-5",
    ]


def test_PT_R3_arriving_on_the_anchor_draws_unless_the_switch_is_off() -> None:
    assert dp.actor(play(at("island 0 2"), "place 0 purple", "close").state) is CHANCE
    off = play(at("island 0 2", anchor_on_arrival=False), "place 0 purple", "close").state
    assert dp.actor(off) is HOST
    assert ship(off, 0) == "island 0 3"
    stays = play(off, "close", "place 0 brown", "close").state
    assert dp.actor(stays) is CHANCE


def test_PT_R5_a_draw_is_uniform_over_what_no_ship_holds() -> None:
    seats = '[[seats]]\nship = "island 0 3"\ngoods = ["oil"]\n'
    seats += '[[seats]]\nship = "island 1 3"\ngoods = ["oil", "silk"]'
    state = play(scene(seats, PORTUS), "close").state
    assert odds(state) == {
        "draw grain": "7/39",
        "draw marble": "7/39",
        "draw oil": "5/39",
        "draw silk": "2/13",
        "draw spices": "7/39",
        "draw wine": "7/39",
    }


def test_PT_R5_an_empty_supply_gives_nothing() -> None:
    goods = dp.load_goods(
        'id = "x"\nname = "x"\n[[goods]]\nname = "salt"\ncopies = 1\nbonus = { coins = 1 }'
    )
    config = dp.Config(hosted=True, dominus=False, goods=goods)
    state = scene('[[seats]]\nship = "island 0 3"\ngoods = ["salt"]', config)
    done = play(state, "close")
    assert done.rules[-1] == "PT-R5"
    assert dp.actor(done.state) is HOST
    assert done.state.ships[0].goods == ("salt",)


def test_PT_R6_ships_share_spaces_and_do_not_affect_each_other() -> None:
    seats = (
        '[[seats]]\nship = "island 0 2"\n' + '[[seats]]\nship = "island 0 3"\ngoods = ["oil"]\n' * 2
    )
    state = scene(seats, PORTUS, seats=3)
    state = play(state, "place 0 purple", "close", "draw wine").state
    assert [ship(state, seat) for seat in range(3)] == ["island 0 3"] * 3
    assert [held.goods for held in state.ships] == [("wine",), ("oil",), ("oil",)]
    done = play(state, "place 1 red", "close")
    assert [held.goods for held in done.state.ships] == [("wine",), (), ("oil",)]


@pytest.mark.parametrize(
    ("start", "end", "draws"),
    [
        ("port 0 1", "port 0 2", False),
        ("island 0 1", "island 0 1", False),
        ("island 0 3", "island 0 3", True),
    ],
)
def test_PT_R7_a_turn_without_a_tile(start: str, end: str, draws: bool) -> None:
    done = play(at(start), "close")
    assert ship(done.state, 0) == end
    assert (dp.actor(done.state) is CHANCE) == draws
    assert done.rules[0] == "PT-R7"


def test_goods_with_legion_symbols_are_the_hosts_where_dominus_is_not_in_play() -> None:
    done = play(at("island 0 3", '"oil"'), "place 0 red", "close")
    assert done.of(dp.LegionSymbolsGained)[0].count == 1
    assert dp.actor(done.state) is HOST
    assert units(scene("", HOSTED), 0) == {"Rome": 1}
