"""Hypothesis strategies that give content of Dominum, and configs with it.

Everything that they give loads. They are for property tests, of this game or of a bot for it:

from hypothesis import given
from tabletop_rules import dominum
from tabletop_rules.dominum.strategies import configs
from tabletop_rules.testing import check_walk, walks

@given(walks(dominum, configs(), most=100))
def test_walks(walk):
    check_walk(dominum, walk, every=10)
"""

from collections.abc import Iterable
from functools import cache
from typing import Final, TypeAlias, TypeVar

from attrs import evolve

from tabletop_rules.core import MissingExtraError
from tabletop_rules.dominum import abilities as ab
from tabletop_rules.dominum.config import Config, Rulings, StrongholdUse
from tabletop_rules.dominum.contents import (
    FORCES,
    Army,
    Card,
    Domain,
    PowerDeckList,
    Range,
    Stronghold,
)

try:
    from hypothesis import strategies as st

    from tabletop_rules.dominum.strategies.abilities import NAMES, Bearer, abilities
    from tabletop_rules.dominum.strategies.boards import boards
except ModuleNotFoundError as missing:
    raise MissingExtraError("hypothesis", "testing") from missing

__all__ = ["boards", "configs", "domains", "power_decks", "rulings"]

T = TypeVar("T")

Strategy: TypeAlias = st.SearchStrategy[T]

_CARDS: Final = len(NAMES)
_TEXT: Final = "As its abilities say."
_ALL: Final = 9


def configs() -> Strategy[Config]:
    """Give playable configs: domains, boards, Power Decks, caps and switches of any kind.

    They shrink to ``Config()``: what is shipped, and no switch turned.
    """
    standard = Config()
    first, second = (_or_else(each, _any_domain()) for each in standard.domains)
    return st.builds(
        Config,
        domains=st.tuples(first, second),
        board=_or_else(standard.board, boards()),
        power_deck=_or_else(standard.power_deck, power_decks()),
        max_rounds=_or_else(standard.max_rounds, st.integers(1, 12)),
        rulings=rulings(),
    )


def rulings() -> Strategy[Rulings]:
    """Give every setting of the switches."""
    return st.builds(
        Rulings,
        stronghold_use=st.sampled_from(StrongholdUse),
        to_the_bitter_end=st.booleans(),
        duel_resets_deck=st.booleans(),
        counterattack_needs_range=st.booleans().map(lambda turned: not turned),
    )


@st.composite
def power_decks(draw: st.DrawFn) -> PowerDeckList:
    """Give Power Decks: eight numbers, among them those of the four Cycle Counters (DM-R49)."""
    number = st.integers(1, _ALL)
    counters = draw(st.lists(number, min_size=4, max_size=4, unique=True))
    others = draw(st.lists(number, min_size=4, max_size=4))
    return PowerDeckList(
        "given",
        "Given",
        tuple(draw(st.permutations([*counters, *others]))),
        tuple(counters),
        draw(st.integers(0, _ALL)),
    )


# ---------------------------------------------------------------- domains


def _any_domain() -> Strategy[Domain]:
    return st.sampled_from(Domain.shelf.ids).map(Domain.shelf.get) | domains()


@st.composite
def domains(draw: st.DrawFn) -> Domain:
    """Give domains of 30 cards and 3 strongholds with abilities of every kind.

    A few cards are drawn, and all others are like one of them but for name and type.
    """
    heroes = draw(st.integers(1, 6))
    elites = draw(st.integers(4, 12))
    kinds = [ab.Type.HERO] * heroes + [ab.Type.ELITE] * elites
    kinds += [ab.Type.WARRIOR] * (_CARDS - len(kinds))
    printed = st.sampled_from(draw(st.lists(_printed(), min_size=1, max_size=6)))
    cards = tuple(
        evolve(draw(printed), name=name, type=kind) for name, kind in zip(NAMES, kinds, strict=True)
    )
    strongholds = tuple(
        Stronghold(name=f"Keep {number}", text=_TEXT, abilities=draw(abilities(Bearer(True))))
        for number in (1, 2, 3)
    )
    return Domain("given", "Given", cards, strongholds, (_army(cards),))


@cache
def _printed() -> Strategy[Card]:
    """Give what can be printed on a card, its name and type apart."""
    return st.builds(
        Card,
        name=st.just(NAMES[0]),
        text=st.just(_TEXT),
        abilities=abilities(Bearer()),
        type=st.just(ab.Type.WARRIOR),
        strength=st.integers(0, 5),
        range=st.sampled_from(Range),
        defence=st.none() | st.integers(0, 6),
        fly=st.booleans(),
    )


def _army(cards: Iterable[Card]) -> Army:
    names = {kind: [card.name for card in cards if card.type is kind] for kind in FORCES}
    chosen = (name for kind, count in FORCES.items() for name in names[kind][:count])
    return Army("First", "Keep 1", tuple(chosen))


def _or_else(given: T, others: Strategy[T]) -> Strategy[T]:
    """Give what is given, to which it shrinks, or another one."""
    return st.just(given) | others
