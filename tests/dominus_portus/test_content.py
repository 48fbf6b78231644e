"""Content and configs: what is shipped, and that all that is wrong with others' is listed."""

import pickle
from pathlib import Path
from typing import Any

import pytest

from tabletop_rules import dominus_portus as dp
from tabletop_rules.core import (
    ConfigError,
    Content,
    ContentError,
    Provenance,
    from_json,
    load_content,
    to_json,
)
from tabletop_rules.dominus_portus.contents import DEFAULT, PRINTED
from tabletop_rules.testing import random_walk

SHIPPED: tuple[Content, ...] = (
    dp.MapBoard.shelf.get(DEFAULT),
    dp.ScoreTiles.shelf.get(PRINTED),
    dp.Settlements.shelf.get(PRINTED),
    dp.Harbour.shelf.get(DEFAULT),
    dp.Goods.shelf.get(DEFAULT),
    dp.CityTiles.shelf.get(DEFAULT),
)


@pytest.mark.parametrize("content", SHIPPED, ids=lambda content: type(content).__name__)
def test_shipped_content_travels_by_reference(content: Content) -> None:
    again = pickle.loads(pickle.dumps(content))
    assert again is content
    text = to_json(content)
    assert '"digest"' in text
    assert from_json(text, type(content)) is content


@pytest.mark.parametrize("kind", dp.content_kinds)
def test_a_skeleton_of_each_kind_is_a_file_without_mistakes(kind: str) -> None:
    made = dp.content_kinds[kind]
    folder = {"map_board": "map_boards", "harbour": "harbours"}.get(kind, kind)
    place = Path(dp.__file__).parent / "content" / "skeletons" / f"{folder}.toml"
    assert load_content(place.read_text("utf-8"), made).id.startswith("my-")


def test_the_skeletons_together_make_a_game() -> None:
    kinds: dict[str, Any] = {}
    for kind, made in dp.content_kinds.items():
        folder = {"map_board": "map_boards", "harbour": "harbours"}.get(kind, kind)
        place = Path(dp.__file__).parent / "content" / "skeletons" / f"{folder}.toml"
        content = load_content(place.read_text("utf-8"), made)
        if kind != "score_tiles":  # one tile is too few for two provinces
            kinds[kind] = content
    assert random_walk(dp, dp.Config(**kinds), 1).steps


def test_only_what_the_rulebook_gives_is_called_printed() -> None:
    printed = {type(content) for content in SHIPPED if content.id == PRINTED}
    assert printed == {dp.ScoreTiles, dp.Settlements}
    config = dp.Config()
    for content in (config.map_board, config.harbour, config.goods, config.city_tiles):
        assert content.provenance is Provenance.RECONSTRUCTED
        assert content.note
    for tile in config.score_tiles.tiles:
        assert tile.provenance is Provenance.PRINTED
    for token in config.settlements.tokens:
        assert token.provenance is Provenance.PRINTED
    for good in config.goods.goods:
        assert good.provenance is Provenance.RECONSTRUCTED


def test_the_six_islands_are_the_six_orders_of_the_colours_with_an_anchor_at_the_end() -> None:
    islands = dp.Config().harbour.islands
    orders = {tuple(space.arrow for space in island.spaces) for island in islands}
    assert len(orders) == 6
    for island in islands:
        assert [space.anchor for space in island.spaces] == [False, False, True]


def wrong(load: object, text: str) -> list[str]:
    assert callable(load)
    with pytest.raises(ContentError) as caught:
        load(text, "bad.toml")
    return [str(problem) for problem in caught.value.problems]


def test_a_bad_map_is_refused_with_every_problem() -> None:
    text = """
    id = "bad > map"
    name = "Bad"
    rome = "Rome"
    provinces = ["Gallia", "Gallia", "Asia", "Far, away"]
    borders = [["Rome", "Gallia"], ["Rome", "Atlantis"], ["Asia", "Asia"]]
    """
    found = wrong(dp.load_map_board, text)
    assert len(found) == 5
    assert "provinces: 'Gallia' stands there 2 times" in found
    assert "borders[1]: there is no province 'Atlantis'" in found
    assert "borders[2]: 'Asia' cannot border on itself" in found
    assert wrong(
        dp.load_map_board, 'id = "x"\nname = "x"\nrome = "R"\nprovinces = []\nborders = []'
    )
    lonely = 'id = "x"\nname = "x"\nrome = "R"\nprovinces = ["A", "B"]\nborders = [["A", "R"]]'
    assert wrong(dp.load_map_board, lonely) == ["borders: no way leads from 'R' to 'B'"]


def test_bad_score_tiles_are_refused_with_every_problem() -> None:
    text = """
    id = "x"
    name = "x"
    [[tiles]]
    name = "Nothing?"
    text = ""
    needs = {}
    points = [3, 2, -1]
    [[tiles]]
    name = "Lyres"
    text = ""
    needs = { lyres = -2 }
    points = [3, 2, 1]
    """
    assert len(wrong(dp.load_score_tiles, text)) == 4
    assert wrong(dp.load_score_tiles, 'id = "x"\nname = "x"\ntiles = []\ncolour = "red"') == [
        "colour: unknown key (expected only id, name, tiles, provenance, note)"
    ]


def test_bad_tokens_islands_and_goods_are_refused_with_every_problem() -> None:
    head = 'id = "x"\nname = "x"\n'
    token = '[[tokens]]\nname = "a"\ntext = ""\ncopies = 0\nbonus = { coins = -1, stars = 10 }\n'
    assert len(wrong(dp.load_settlements, head + token + token)) == 1 + 2 * 3
    island = '[[islands]]\nname = "a"\nspaces = []\n'
    assert len(wrong(dp.load_harbour, head + "port_spaces = 0\n" + island)) == 2
    assert (
        len(
            wrong(
                dp.load_harbour,
                head + 'port_spaces = 2\n[[islands]]\nname = "a"\nspaces = [{ arrow = "blue" }]',
            )
        )
        == 1
    )
    good = '[[goods]]\nname = "a=b"\ncopies = 100\nbonus = { points = 100 }\n'
    assert len(wrong(dp.load_goods, head + good)) == 3


def test_bad_city_tiles_are_refused_with_every_problem() -> None:
    text = """
    id = "x"
    name = "x"
    ring = 0
    rates = { coins = 0 }
    [[tiles]]
    name = "a"
    colour = "red"
    coins = -1
    copies = 0
    symbols = [{ kind = "legion" }]
    change = { lyres = -1 }
    """
    assert [problem.split(":")[0] for problem in wrong(dp.load_city_tiles, text)] == [
        "ring",
        "rates.coins",
        "tiles[0].coins",
        "tiles[0].symbols[0].kind",
        "tiles[0].change",
        "tiles[0].copies",
    ]


@pytest.mark.parametrize(
    ("changes", "places"),
    [
        ({"seats": 1}, ["seats"]),
        ({"seats": 5, "turns": 0}, ["seats", "turns"]),
        ({"seats": True}, ["seats"]),
        ({"dominus": False, "portus": False}, ["dominus"]),
        ({"host_draws": True}, ["host_draws"]),
        ({"turns": 25}, ["city_tiles"]),
        ({"goods": None, "dominus": 1}, ["goods", "dominus"]),
        ({"rulings": "strict"}, ["rulings"]),
    ],
)
def test_a_bad_config_is_refused_with_every_problem(
    changes: dict[str, object], places: list[str]
) -> None:
    with pytest.raises(ConfigError) as caught:
        dp.Config(**changes)  # type: ignore[arg-type]
    assert [problem.where for problem in caught.value.problems] == places


def test_content_must_fit_the_number_of_seats_and_provinces() -> None:
    head = 'id = "x"\nname = "x"\n'
    tiles = dp.load_score_tiles(
        head + '[[tiles]]\nname = "a"\ntext = ""\nneeds = { lyres = 1 }\npoints = [1, 1, 1]'
    )
    tokens = dp.load_settlements(head + '[[tokens]]\nname = "a"\ntext = ""\nbonus = { coins = 1 }')
    harbour = dp.load_harbour(
        head + 'port_spaces = 1\n[[islands]]\nname = "a"\nspaces = [{ arrow = "red" }]'
    )
    goods = dp.load_goods(head + "goods = []")
    with pytest.raises(ConfigError) as caught:
        dp.Config(score_tiles=tiles, settlements=tokens, harbour=harbour, goods=goods)
    places = [problem.where for problem in caught.value.problems]
    assert places == ["score_tiles", "settlements", "harbour", "goods"]


def test_a_game_with_content_of_ones_own_can_be_played_and_travels_whole() -> None:
    board = dp.load_map_board(
        'id = "small"\nname = "Small"\nrome = "Latium"\nprovinces = ["Etruria"]\n'
        'borders = [["Latium", "Etruria"]]'
    )
    config = dp.Config(map_board=board, turns=2)
    assert pickle.loads(pickle.dumps(config)) == config
    assert from_json(to_json(config), dp.Config) == config
    state = dp.initial_state(config)
    assert dp.view(state, None).powers == {"Latium": (1, 1), "Etruria": (0, 0)}
