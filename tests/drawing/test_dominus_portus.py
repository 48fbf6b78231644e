"""The picture of Dominus and Portus has an element for each thing in the view."""

import re
from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from attrs import evolve

from tabletop_rules import dominus_portus
from tabletop_rules.dominus_portus import (
    ChooseTrack,
    Config,
    Decline,
    DeployLegion,
    MapBoard,
    MoveGeneral,
    MoveLegion,
    TakeTile,
)
from tabletop_rules.dominus_portus.events import ShipMoved, UnitMoved
from tabletop_rules.dominus_portus.verifying.configs import configs
from tabletop_rules.testing import random_walk

from .helpers import SVG, Shown, check_picture, of_class, shown, words
from .test_style import THEMES, contrast

MOMENTS = 6
CONFIGS = {
    **configs(),
    "four seats": Config(seats=4, turns=12),
    "Dominus alone": Config(seats=3, turns=8, portus=False),
    "Portus alone": Config(seats=4, turns=8, dominus=False),
}


def moments_of(name: str, seed: int) -> Iterator[Shown]:
    """Give pictures of moments of a random game, for the seat to act, another one, or nobody."""
    rng = Random(seed)
    steps = random_walk(dominus_portus, CONFIGS[name], seed).steps
    places = {0, len(steps) - 1, *(rng.randrange(len(steps)) for _ in range(MOMENTS))}
    for place in sorted(places):
        state, events = steps[place].after, steps[place].events
        actor = dominus_portus.actor(state)
        seat = actor if isinstance(actor, int) else rng.choice([None, *range(state.config.seats)])
        layout = rng.choice(["wide", "narrow"])
        yield shown(dominus_portus, state, seat, events, layout=layout)


@pytest.fixture(scope="module")
def pictures() -> list[Shown]:
    return [each for name in CONFIGS for each in moments_of(name, 1)]


def options_of(element: ET.Element) -> set[int]:
    return {int(place) for place in element.get("data-options", "").split()}


def places_of(each: Shown, kind: Any, **fields: Any) -> set[int]:
    return {
        place
        for place, option in enumerate(each.options)
        if isinstance(option, kind) and all(getattr(option, k) == v for k, v in fields.items())
    }


def test_every_picture_is_sound(pictures: list[Shown]) -> None:
    for each in pictures:
        check_picture(each)


def test_every_province_and_border_is_drawn(pictures: list[Shown]) -> None:
    for each in pictures:
        state, board, root = each.state, each.view.config.map_board, each.root
        boxes = {e.get("data-province"): e for e in of_class(root, "province-box")}
        if not each.view.config.dominus:
            assert not boxes
            continue
        assert set(boxes) == set(board.all)
        for kind, pairs in (("land", board.borders), ("sea", board.dotted)):
            drawn = [
                words(e) for e in of_class(root, "border") if kind in e.attrib["class"].split()
            ]
            assert len(drawn) == len({frozenset(pair) for pair in pairs})
            for pair in pairs:
                assert any(all(name in said for name in pair) for said in drawn)
        for place, name in enumerate(board.all):
            assert bool(of_class(boxes[name], "sealed")) == bool(state.sealed >> place & 1)
        tiles = [e.get("data-tile") for e in of_class(root, "score-tile")]
        assert sorted(filter(None, tiles)) == sorted(state.dealt.tiles)


def test_every_army_is_drawn_with_its_place(pictures: list[Shown]) -> None:
    for each in pictures:
        if not each.view.config.dominus:
            continue
        board = each.view.config.map_board
        awards = {p.province: p.awards for p in each.view.breakdown.provinces}
        boxes = {e.get("data-province"): e for e in of_class(each.root, "province-box")}
        for place, name in enumerate(board.all):
            armies = {e.get("data-seat"): e for e in of_class(boxes[name], "army")}
            there = {
                str(seat): army for seat, army in enumerate(each.state.armies) if army.power(place)
            }
            assert set(armies) == set(there)
            for seat, army in there.items():
                element = armies[seat]
                assert element.get("data-legions") == str(army.legions[place])
                assert element.get("data-general") == str(int(army.general == place))
                nth = awards[name][int(seat)].place if name in awards else None
                shown_places = [
                    n for n in (1, 2, 3) if ("", "1st", "2nd", "3rd")[n] in words(element)
                ]
                assert shown_places == ([] if nth is None else [nth])


def test_every_player_has_a_panel(pictures: list[Shown]) -> None:
    for each in pictures:
        config = each.view.config
        panels = of_class(each.root, "seat-panel")
        assert [e.get("data-seat") for e in panels] == [str(seat) for seat in range(config.seats)]
        for seat, panel in enumerate(panels):
            city = each.state.cities[seat]
            (points,) = of_class(panel, "points")
            assert points.get("data-count") == str(each.view.scores[seat])
            stars = {e.get("data-track"): e.get("data-count") for e in of_class(panel, "track")}
            tally = city.tally
            assert stars == {
                "brown": str(tally.brown_stars),
                "purple": str(tally.purple_stars),
                "red": str(tally.red_stars),
            }
            districts = [e.get("data-count") for e in of_class(panel, "district")]
            assert districts == [str(n) for n in (tally.brown, tally.purple, tally.red)]
            assert ("to act" in words(panel)) == (each.view.actor == seat)
            if each.state.armies:
                army = each.state.armies[seat]
                supply = {e.get("data-general"): e for e in of_class(panel, "supply")}
                assert ("0" in supply) == (army.supply > 0)
                assert ("1" in supply) == (army.general is None)
                assert army.supply == 0 or supply["0"].get("data-count") == str(army.supply)
            if each.state.ships:
                goods = tuple(e.get("data-good") for e in of_class(panel, "held-good"))
                assert goods == each.state.ships[seat].goods


def test_the_ring_has_its_spaces_ships_and_goods(pictures: list[Shown]) -> None:
    for each in pictures:
        state, root = each.state, each.root
        spaces = [e.get("data-space") for e in of_class(root, "space")]
        ships = of_class(root, "ship")
        assert len(ships) == len(state.ships)
        if not state.ships:
            assert not spaces
            continue
        assert spaces == [str(space) for space in state.ring]
        assert len(of_class(root, "anchor")) == sum(space.anchor for space in state.ring)
        for seat, element in enumerate(ships):
            assert element.get("data-space") == str(state.ring[state.ships[seat].space])
        hulls = [element.find(f"{SVG}path") for element in ships]
        assert len({hull.get("d") for hull in hulls if hull is not None}) == len(ships)
        goods = {e.get("data-good"): e.get("data-count") for e in of_class(root, "good")}
        held = state.goods_held
        assert goods == {
            good.name: str(good.copies - held.count(good.name))
            for good in each.view.config.goods.goods
        }


def test_the_city_tiles_are_those_of_the_ring(pictures: list[Shown]) -> None:
    for each in pictures:
        tiles = of_class(each.root, "city-tile")
        assert tuple(e.get("data-tile") for e in tiles) == each.state.market.ring
        for element in tiles:
            assert options_of(element) == places_of(each, TakeTile, tile=element.get("data-tile"))


def test_units_and_provinces_stand_for_the_moves(pictures: list[Shown]) -> None:
    kinds: set[type] = set()
    moves = (MoveLegion, MoveGeneral)
    for each in pictures:
        kinds.update(map(type, each.options))
        for box in of_class(each.root, "province-box"):
            name = box.get("data-province")
            wanted = places_of(each, moves, target=name)
            if name == each.view.config.map_board.rome:
                wanted |= places_of(each, DeployLegion)
            assert wanted <= options_of(box)
            for army in of_class(box, "army"):
                mine = army.get("data-seat") == str(each.view.actor)
                assert options_of(army) == (places_of(each, moves, source=name) if mine else set())
        for track in of_class(each.root, "track"):
            assert {each.options[n].track.value for n in options_of(track)} <= {
                track.get("data-track")
            }
        declining = places_of(each, Decline)
        chips = [options_of(chip) for chip in of_class(each.root, "chip")]
        assert not declining or declining in chips
    assert {MoveLegion, DeployLegion, Decline, TakeTile, ChooseTrack} <= kinds


def test_what_moved_is_marked(pictures: list[Shown]) -> None:
    for each in pictures:
        last = of_class(each.root, "last")
        for event in each.events:
            if isinstance(event, UnitMoved):
                assert any(e.get("data-province") == event.target for e in last)
            if isinstance(event, ShipMoved):
                ships = [e for e in last if "ship" in e.attrib["class"].split()]
                assert str(event.seat) in {e.get("data-seat") for e in ships}


def test_the_end_says_who_has_won(pictures: list[Shown]) -> None:
    ends = [each for each in pictures if not each.state.agenda]
    assert ends
    for each in ends:
        outcome = dominus_portus.outcome(each.state)
        assert outcome is not None
        (asked,) = of_class(each.root, "asked")
        assert all(f"Seat {seat}" in words(asked) for seat in outcome.winners)


def boxes_of(picture: Shown) -> list[tuple[float, float, float, float]]:
    found: list[tuple[float, float, float, float]] = []
    for element in of_class(picture.root, "province-box"):
        rect = element.find(f"{SVG}rect")
        assert rect is not None
        x, y, width, height = (float(rect.attrib[k]) for k in ("x", "y", "width", "height"))
        found.append((x, y, width, height))
    return found


def random_map(seed: int) -> MapBoard:
    rng = Random(seed)
    names = [f"Province {place}" for place in range(rng.randint(1, 24))]
    known = ["Rome"]
    borders: list[tuple[str, str]] = []
    for name in names:
        borders.append((rng.choice(known[-5:]), name))
        known.append(name)
    for _ in range(rng.randint(0, len(names) // 2)):
        first, second = rng.sample(known, 2)
        borders.append((first, second))
    sea = [borders.pop() for _ in range(rng.randint(0, 2)) if len(borders) > len(names)]
    return MapBoard("random", "Random", "Rome", tuple(names), tuple(borders), tuple(sea))


def dense_map(provinces: int) -> MapBoard:
    """Return a map on which every two provinces are adjacent."""
    names = ["Rome", *(f"Province {place}" for place in range(provinces))]
    return MapBoard("dense", "Dense", "Rome", tuple(names[1:]), tuple(combinations(names, 2)))


def begun(board: MapBoard | None, layout: str) -> Shown:
    """Return the picture of the first moment of a game of four players on a map."""
    config = Config(seats=4, portus=False)
    if board is not None:
        tiles, tokens = config.score_tiles, config.settlements
        more = tuple(evolve(t, name=f"{t.name} too") for t in tiles.tiles)
        config = evolve(
            config,
            map_board=board,
            score_tiles=evolve(tiles, id="more", tiles=tiles.tiles + more),
            settlements=evolve(
                tokens, id="more", tokens=tuple(evolve(t, copies=4) for t in tokens.tokens)
            ),
        )
    return shown(dominus_portus, dominus_portus.initial_state(config), None, layout=layout)


def points_of(path: str) -> list[tuple[float, float]]:
    """Return points of a line, or of a curve that one point pulls to its side."""
    numbers = [float(number) for number in re.findall(r"-?[0-9.]+", path)]
    ends = [*zip(numbers[::2], numbers[1::2], strict=True)]
    (x1, y1), (x2, y2) = ends[0], ends[-1]
    x, y = ends[1] if len(ends) == 3 else ((x1 + x2) / 2, (y1 + y2) / 2)
    parts = [step / 20 for step in range(21)]
    return [
        (
            (1 - t) ** 2 * x1 + 2 * t * (1 - t) * x + t * t * x2,
            (1 - t) ** 2 * y1 + 2 * t * (1 - t) * y + t * t * y2,
        )
        for t in parts
    ]


@pytest.mark.parametrize("layout", ["wide", "narrow"])
@pytest.mark.parametrize(
    "board", [None, *map(random_map, range(7)), *map(dense_map, (5, 8, 12))], ids=str
)
def test_lines_between_provinces_leave_the_map_on_no_side(
    layout: str, board: MapBoard | None
) -> None:
    """Bent ones went through the legend and the city tiles, and beyond the picture."""
    each = begun(board, layout)
    (legend,) = [
        float(e.attrib["y"]) for e in each.root.iter(f"{SVG}text") if "Number: Legions" in words(e)
    ]
    for line in of_class(each.root, "border"):
        path = line.find(f"{SVG}path")
        assert path is not None
        for x, y in points_of(path.attrib["d"]):
            assert 0 <= x <= each.picture.width
            assert 0 <= y <= legend - 12


@pytest.mark.parametrize("board", [None, random_map(3), dense_map(8)], ids=str)
def test_a_province_names_its_neighbours(board: MapBoard | None) -> None:
    each = begun(board, "wide")
    for box in of_class(each.root, "province-box"):
        title = box.findtext(f"{SVG}title")
        assert title is not None
        beside = each.view.config.map_board.neighbours[box.attrib["data-province"]]
        assert f"Adjacent: {', '.join(beside)}." in title


@pytest.mark.parametrize("layout", ["wide", "narrow"])
def test_provinces_do_not_overlap_on_any_map(layout: str) -> None:
    for board in [None, *map(random_map, range(7)), *map(dense_map, (5, 8, 12))]:
        each = begun(board, layout)
        for (x, y, wide, high), (other_x, other_y, _, _) in combinations(boxes_of(each), 2):
            assert abs(x - other_x) >= wide or abs(y - other_y) >= high
        assert all(x >= 0 and x + wide <= each.picture.width for x, _, wide, _ in boxes_of(each))


@pytest.mark.parametrize("theme", THEMES)
def test_letters_on_colours_and_borders_can_be_seen(theme: str) -> None:
    colours = THEMES[theme]
    for name in ("brown", "purple", "red"):
        assert contrast("#ffffff", colours[name]) >= 4.5
    assert contrast(colours["land"], colours["paper"]) >= 3
    for text in ("ink", "soft"):
        assert contrast(colours[text], colours["rome"]) >= 4.5
