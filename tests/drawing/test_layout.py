"""Where provinces stand on a map."""

from itertools import combinations, pairwise

import pytest
from attrs import evolve

from tabletop_rules.dominus_portus import Config, MapBoard
from tabletop_rules.drawing.dominus_portus.layout import laid_out, map_places, passes

SHIPPED = Config().map_board


def board(provinces: int, borders: list[tuple[str, str]]) -> MapBoard:
    names = tuple(f"P{place}" for place in range(provinces))
    return evolve(SHIPPED, id="made", provinces=names, borders=tuple(borders), dotted=())


def chain(count: int) -> MapBoard:
    names = ["Rome", *(f"P{place}" for place in range(count))]
    return board(count, [*pairwise(names)])


def star(count: int) -> MapBoard:
    return board(count, [("Rome", f"P{place}") for place in range(count)])


def complete(count: int) -> MapBoard:
    return board(count, [*combinations(["Rome", *(f"P{place}" for place in range(count))], 2)])


MAPS = [chain(1), chain(2), chain(12), chain(40), star(9), star(40), complete(6), complete(40)]


@pytest.mark.parametrize("made", MAPS)
def test_every_province_has_a_cell_of_its_own(made: MapBoard) -> None:
    places = laid_out(made)
    assert tuple(places) == made.all
    assert len(set(places.values())) == len(made.all)
    assert min(column for column, _ in places.values()) == 0
    assert min(row for _, row in places.values()) == 0


@pytest.mark.parametrize("made", [chain(12), star(9), complete(6)])
def test_equal_maps_are_laid_out_alike(made: MapBoard) -> None:
    assert laid_out(made) == laid_out(evolve(made))


def test_a_long_chain_curls_up() -> None:
    places = laid_out(chain(40))
    assert max(column for column, _ in places.values()) < 20
    assert max(row for _, row in places.values()) < 20


@pytest.mark.parametrize("made", [chain(5), chain(12), star(4), SHIPPED])
def test_borders_of_simple_maps_go_through_no_third_province(made: MapBoard) -> None:
    places = laid_out(made)
    for first, second in made.borders + made.dotted:
        for name, place in places.items():
            if name not in (first, second):
                assert not passes(places[first], places[second], place)


def test_the_shipped_map_stands_where_it_was_set_by_hand() -> None:
    places = map_places(SHIPPED)
    assert set(places) == set(SHIPPED.all)
    assert places != laid_out(SHIPPED)
    north, south = places["Britannia"][1], places["Africa"][1]
    west, east = places["Hispania"][0], places["Syria"][0]
    assert north < places["Rome"][1] < south
    assert west < places["Rome"][0] < east


def test_a_line_passes_a_province_that_lies_on_it() -> None:
    assert passes((0, 0), (2, 0), (1, 0))
    assert passes((0, 0), (2, 2), (1, 1))
    assert not passes((0, 0), (2, 0), (1, 1))
    assert not passes((0, 0), (1, 0), (2, 0))
