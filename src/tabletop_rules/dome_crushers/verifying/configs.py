"""Configs that together can exercise every rule, and some whose states can all be visited."""

from collections.abc import Mapping
from importlib.resources import files
from types import MappingProxyType

from tabletop_rules.dome_crushers.config import Config, Rulings
from tabletop_rules.dome_crushers.contents import DeckList, load_deck

__all__ = ["deck", "large", "small"]


def deck(name: str) -> DeckList:
    """Return one of the decks that are there to verify with, as new.

    They are `tiny`, `duel`, `flips` and `rings`, from the smallest to the largest.
    """
    folder = files("tabletop_rules.dome_crushers.verifying").joinpath("decks")
    return load_deck(folder.joinpath(f"{name}.toml").read_text("utf-8"), name)


def large() -> Mapping[str, Config]:
    """Return configs by a name that says what they are for."""
    tiny, duel, flips, rings = deck("tiny"), deck("duel"), deck("flips"), deck("rings")
    late, simple = Rulings(missed_effects_fire=True), Rulings(simple_variant=True)
    return MappingProxyType(
        {
            "shipped": Config(),
            "late": Config(rulings=late),
            "simple": Config(rulings=simple),
            "capped": Config(hand_size=3, max_rounds=2),
            "rings": Config(rings, 3, 20),
            "rings_late": Config(rings, 4, rulings=late),
            "rings_both": Config(rings, 2, rulings=Rulings(True, True)),
            "whole_deck": Config(duel, 5),
            "duel": Config(duel, 2),
            "flips": Config(flips, 2, 10),
            "ties": Config(tiny, 1, 6),
        }
    )


def small() -> Mapping[str, Config]:
    """Return configs so small that all states can be visited, the smallest first."""
    tiny, duel, flips = deck("tiny"), deck("duel"), deck("flips")
    late, simple = Rulings(missed_effects_fire=True), Rulings(simple_variant=True)
    return MappingProxyType(
        {
            "tiny": Config(tiny, 1, 2),
            "tiny_simple": Config(tiny, 1, 2, simple),
            "tiny_late": Config(tiny, 2, 1, late),
            "duel": Config(duel, 1, 1),
            "duel_late": Config(duel, 1, 1, late),
            "tiny_long": Config(tiny, 1, 4),
            "tiny_pairs": Config(tiny, 2, 2),
            "duel_simple": Config(duel, 1, 2, simple),
            "flips": Config(flips, 2, 1),
            "flips_late": Config(flips, 2, 1, late),
            "duel_pairs": Config(duel, 2, 1),
        }
    )
