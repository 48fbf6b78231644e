"""Components and setup of both modules, and the ring of ports and islands."""

from collections import Counter
from fractions import Fraction

import pytest
from attrs import evolve

from tabletop_rules import dominus_portus as dp
from tabletop_rules.core import CHANCE, HOST
from tabletop_rules.testing import random_walk

from .helpers import HOSTED, PORTUS, odds, options, play, refused, scene, ship, units


def test_DS_COMP_1_map_tiles_tokens_legions_and_generals() -> None:
    config = dp.Config(seats=4)
    assert len(config.map_board.provinces) == 12
    assert len(config.score_tiles.tiles) == 12
    assert config.settlements.counts == (2, 2, 2, 2, 2, 2)
    state = dp.initial_state(config)
    assert sum(sum(army.legions) + army.supply for army in state.armies) == 40
    assert [army.general for army in state.armies] == [None] * 4


def test_DS_SETUP_1_the_map_replaces_the_military_board() -> None:
    state = dp.initial_state(dp.Config())
    assert dp.view(state, 0).powers["Rome"] == (1, 1)
    assert {"Rome", "Gallia"} < set(dp.view(state, 0).powers)


def test_DS_SETUP_2_each_slot_gets_one_shuffled_score_tile_face_up() -> None:
    state = dp.initial_state(dp.Config(portus=False, hosted=True))
    assert dp.actor(state) is CHANCE
    assert odds(state)["tile Monuments"] == "1/12"
    after = play(state, "tile Monuments")
    assert after.events[0].describe() == "Gallia gets the score tile Monuments."
    assert "tile Monuments" not in odds(after.state)
    assert set(odds(after.state).values()) == {"1/11"}
    assert refused(after.state, "tile Monuments") == "DS-SETUP-2"
    names = list(state.config.score_tiles.names)
    dealt = play(state, *(f"tile {name}" for name in names)).state
    assert dealt.dealt.tiles == tuple(names)
    assert dp.actor(dealt) is HOST


def test_DS_SETUP_3_every_province_but_rome_has_a_sealed_token() -> None:
    state = dp.initial_state(dp.Config())
    board = state.config.map_board
    sealed = [name for place, name in enumerate(board.all) if state.sealed >> place & 1]
    assert sealed == list(board.provinces)
    assert "Rome" not in sealed
    assert sum(state.tokens) == 12


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_DS_SETUP_4_every_player_starts_with_one_legion_in_rome(seats: int) -> None:
    state = dp.initial_state(dp.Config(seats=seats))
    assert len(state.armies) == seats
    for seat in range(seats):
        assert units(state, seat) == {"Rome": 1}


def test_PT_COMP_1_ports_islands_goods_and_ships() -> None:
    config = dp.Config(seats=4)
    assert len(config.harbour.islands) == 6
    assert [good.copies for good in config.goods.goods] == [7] * 6
    walk = random_walk(dp, config, 1)
    assert len(walk.end.ships) == 4
    assert sum(space.arrow is None and space.number == 1 for space in walk.end.ring) == 4


@pytest.mark.parametrize(("seats", "spaces"), [(2, 10), (3, 15), (4, 20)])
def test_PT_SETUP_2_C11_an_island_lies_between_each_two_ports(seats: int, spaces: int) -> None:
    ring = scene("", PORTUS, seats=seats).ring
    assert len(ring) == spaces
    kinds = ["port" if space.arrow is None else "island" for space in ring]
    assert kinds == ["port", "port", "island", "island", "island"] * seats


def test_PT_SETUP_2_PT_SETUP_3_islands_are_drawn_from_six_and_the_rest_is_not_used() -> None:
    state = dp.initial_state(PORTUS)
    assert odds(state) == {
        f"island {name}": "1/6"
        for name in ("Capraria", "Delos", "Melita", "Rhodos", "Samos", "Thasos")
    }
    after = play(state, "island Samos", "island Delos").state
    assert after.dealt.islands == ("Samos", "Delos")
    assert dp.actor(after) is HOST
    assert refused(play(state, "island Samos").state, "island Samos") == "PT-SETUP-2"
    assert {space.port for space in after.ring} == {0, 1}


def test_PT_SETUP_1_PT_SETUP_5_PT_R1_each_ship_starts_on_the_last_space_of_its_own_port() -> None:
    state = scene("", PORTUS, seats=4)
    assert [ship(state, seat) for seat in range(4)] == [
        "port 0 2",
        "port 1 2",
        "port 2 2",
        "port 3 2",
    ]


def test_PT_SETUP_4_all_goods_are_in_the_supply_and_equally_likely() -> None:
    state = scene('[[seats]]\nship = "island 0 3"', PORTUS)
    drawn = play(state, "close").state
    shares = [outcome.probability for outcome in dp.chance_outcomes(drawn)]
    assert shares == [Fraction(7, 42)] * 6
    held = scene('[[seats]]\nship = "island 0 3"\ngoods = ["oil", "wine"]', PORTUS)
    drawn = play(held, "close").state
    assert odds(drawn)["draw oil"] == str(Fraction(6, 40))
    assert odds(drawn)["draw silk"] == str(Fraction(7, 40))


def test_C14_PT_R1_the_ring_of_three_leads_from_each_port_to_that_of_the_seat_before() -> None:
    ring = scene("", PORTUS, seats=3).ring
    ports = [space.port for space in ring if space.arrow is None and space.number == 1]
    assert ports == [0, 2, 1]
    islands = [space.port for space in ring if space.arrow is not None and space.number == 1]
    assert islands == [0, 2, 1]


@pytest.mark.parametrize(("start", "then"), [(0, 2), (2, 1), (1, 0)])
def test_C14_PT_R1_a_ship_that_leaves_the_island_after_a_port(start: int, then: int) -> None:
    """Capraria's Anchor has a red arrow, Delos' a purple, Melita's a red one."""
    colour = {"Capraria": "red", "Delos": "purple", "Melita": "red"}
    head = 'islands = ["Capraria", "Delos", "Melita"]\n'
    state = scene(f'{head}[[seats]]\nship = "island {start} 3"', PORTUS, seats=3)
    arrow = colour[state.dealt.islands[start]]
    assert ship(play(state, f"place 0 {arrow}", "close").state, 0) == f"port {then} 1"


def after_turn(state: dp.State, *actions: str) -> dp.State:
    """Return the state after a whole turn; drawn goods are wine, of which none is held."""
    turn = state.turn
    state = play(state, *actions).state
    while state.turn == turn:
        option = options(state)[0] if options(state) else "close"
        state = play(state, "draw wine" if option.startswith("draw") else option).state
    return state


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_C11_once_round_the_ring_is_home_and_no_other_ship_moves(seats: int) -> None:
    state = scene("", PORTUS, seats=seats, turns=60)
    ships = state.ships
    visited: list[str] = []
    for _ in range(len(state.ring)):
        arrow = state.ring[state.ships[0].space].arrow
        colour = "red" if arrow is None else arrow.value
        state = after_turn(state, f"place 0 {colour}")
        visited.append(ship(state, 0))
        assert state.ships[1:] == ships[1:]
        while state.seat:  # the others have turns too; here their ships are put back
            state = evolve(after_turn(state), ships=(state.ships[0], *ships[1:]))
    assert visited[-1] == "port 0 2"
    assert Counter(visited) == Counter(str(space) for space in state.ring)


def test_a_host_that_draws_names_what_is_dealt() -> None:
    state = dp.initial_state(dp.Config(hosted=True, host_draws=True, portus=False))
    assert dp.actor(state) is HOST
    assert options(state) == []
    assert odds(state) == {}
    assert refused(state, "tile Nothing of the kind") == "DS-SETUP-2"
    assert play(state, "tile Monuments").state.dealt.tiles == ("Monuments",)
    assert dp.actor(dp.initial_state(HOSTED)) is CHANCE
