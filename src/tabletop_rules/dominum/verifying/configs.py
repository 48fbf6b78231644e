"""Configs that together can exercise every rule, some of them with content made for that."""

from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Final, TypeVar

from tabletop_rules.dominum.board import Board, load_board
from tabletop_rules.dominum.config import Config, Rulings, StrongholdUse
from tabletop_rules.dominum.contents import Domain, PowerDeckList, load_domain, load_power_deck

__all__ = ["board", "configs", "content_text", "domain", "power_deck"]

T = TypeVar("T")

_SWITCHED: Final = Rulings(StrongholdUse.ACTIVATION, True, True, False)
_BITTER: Final = Rulings(to_the_bitter_end=True)
_RESETTING: Final = Rulings(to_the_bitter_end=True, duel_resets_deck=True)


def content_text(name: str) -> str:
    """Return the file of a domain, board or Power Deck made for verifying."""
    folder = files("tabletop_rules.dominum.verifying").joinpath("content")
    return folder.joinpath(f"{name}.toml").read_text(encoding="utf-8")


def _read(name: str, load: Callable[[str, str], T]) -> T:
    return load(content_text(name), name)


@cache
def domain(name: str) -> Domain:
    """Return a domain made for verifying: ``proving``, ``cascade``, ``spending`` ..."""
    return _read(name, load_domain)


@cache
def board(name: str) -> Board:
    """Return a board made for verifying: ``narrow`` or ``tangled``."""
    return _read(name, load_board)


@cache
def power_deck(name: str) -> PowerDeckList:
    """Return a Power Deck made for verifying: ``steep``."""
    return _read(name, load_power_deck)


def configs() -> Mapping[str, Config]:
    """Return the configs by their names; what each is for is said in the docs of the game.

    Short games come first: who looks for rare rules in all of them, one after the other, comes to
    the ends of these best while little has been seen.
    """
    elf, freemen, shy_lorr = (Domain.shelf.get(each) for each in ("elf", "freemen", "shy_lorr"))
    cascade, proving = domain("cascade"), domain("proving")
    racing, spending = domain("racing"), domain("spending")
    skirmish = domain("skirmish")
    narrow, tangled = board("narrow"), board("tangled")
    steep = power_deck("steep")
    return MappingProxyType(
        {
            "cycles": Config((spending, spending)),
            "cycles to the bitter end": Config((spending, racing), narrow, rulings=_RESETTING),
            "nobody left": Config((cascade, cascade), max_rounds=1),
            "points": Config((racing, racing), max_rounds=6),
            "points to the bitter end": Config((racing, racing), tangled, steep, 9, _BITTER),
            "melee": Config((skirmish, skirmish), tangled, max_rounds=6),
            "proving": Config((proving, proving)),
            "proving switched": Config((proving, shy_lorr), narrow, rulings=_SWITCHED),
            "mirror": Config((freemen, freemen), narrow, max_rounds=20),
            "switched": Config((shy_lorr, elf), rulings=_SWITCHED),
            "default": Config(),
        }
    )
