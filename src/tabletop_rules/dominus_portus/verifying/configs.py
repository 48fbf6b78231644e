"""Configs to verify the rules with, and the odd content that they need."""

from collections.abc import Callable
from importlib.resources import files
from typing import TypeVar

from attrs import evolve

from tabletop_rules.dominus_portus.config import Config, Rulings
from tabletop_rules.dominus_portus.contents import (
    load_city_tiles,
    load_goods,
    load_harbour,
    load_map_board,
    load_score_tiles,
    load_settlements,
)

__all__ = ["configs", "small_configs"]

T = TypeVar("T")


def _odd(load: Callable[[str, str], T], name: str) -> T:
    """Return content from this package's folder, which is on no shelf."""
    folder = files("tabletop_rules.dominus_portus").joinpath("verifying/content")
    return load(folder.joinpath(f"{name}.toml").read_text("utf-8"), name)


def configs() -> dict[str, Config]:
    """Return configs that together can exercise every rule, by a short name."""
    one_province = _odd(load_map_board, "map_one_province")
    two_roads = _odd(load_map_board, "map_two_roads")
    reinforcements = _odd(load_settlements, "settlements_reinforcements")
    short_ring = _odd(load_harbour, "harbour_short_ring")
    scarce = _odd(load_goods, "goods_scarce")
    rich = _odd(load_city_tiles, "city_tiles_rich")
    marches = _odd(load_city_tiles, "city_tiles_marches")
    return {
        "whole game": Config(),
        "three players": Config(seats=3, turns=2, map_board=two_roads),
        "one province": Config(
            portus=False,
            seats=4,
            turns=2,
            map_board=one_province,
            city_tiles=marches,
            rulings=Rulings(beautifications=True),
        ),
        "one province, reinforced": Config(
            portus=False,
            seats=4,
            turns=2,
            map_board=one_province,
            settlements=reinforcements,
            city_tiles=marches,
        ),
        "Portus": Config(
            dominus=False,
            seats=3,
            turns=5,
            harbour=short_ring,
            rulings=Rulings(anchor_on_arrival=False),
        ),
        "reinforcements": Config(
            portus=False,
            seats=3,
            turns=2,
            map_board=two_roads,
            settlements=reinforcements,
            city_tiles=rich,
        ),
        "scarce goods": Config(
            seats=4,
            turns=6,
            map_board=one_province,
            settlements=reinforcements,
            harbour=short_ring,
            goods=scarce,
            city_tiles=rich,
        ),
        "hosted": Config(hosted=True, turns=2, map_board=two_roads),
        "hosted, drawing": Config(
            hosted=True, host_draws=True, seats=3, turns=3, map_board=two_roads, harbour=short_ring
        ),
        "hosted Dominus": Config(
            hosted=True,
            portus=False,
            seats=4,
            turns=2,
            map_board=one_province,
            rulings=Rulings(beautifications=True),
        ),
        "hosted Portus": Config(
            hosted=True,
            dominus=False,
            turns=6,
            harbour=short_ring,
            rulings=Rulings(anchor_on_arrival=False),
        ),
    }


def small_configs() -> dict[str, Config]:
    """Return configs of which all states can be visited, by a short name."""
    one_province = _odd(load_map_board, "map_one_province")
    one_type = _odd(load_settlements, "settlements_one_type")
    lyres = _odd(load_score_tiles, "score_tiles_lyres")
    islets = _odd(load_harbour, "harbour_islets")
    goods = _odd(load_goods, "goods_two_types")
    plain = _odd(load_city_tiles, "city_tiles_plain")
    dominus = Config(
        portus=False,
        turns=1,
        map_board=one_province,
        score_tiles=lyres,
        settlements=one_type,
        city_tiles=plain,
    )
    portus = Config(dominus=False, turns=4, harbour=islets, goods=goods, city_tiles=plain)
    return {
        "Dominus": dominus,
        "Dominus, three players": evolve(dominus, seats=3),
        "Dominus, two turns": evolve(dominus, turns=2),
        "Portus": portus,
        "Portus, three players": evolve(portus, seats=3, turns=2),
        "both": evolve(dominus, portus=True, harbour=islets, goods=goods),
    }
