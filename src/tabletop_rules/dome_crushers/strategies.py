"""Hypothesis strategies for decks and configs of Dome Crushers.

from hypothesis import given
from tabletop_rules import dome_crushers
from tabletop_rules.dome_crushers.strategies import configs
from tabletop_rules.testing import check_walk, walks

@given(walks(dome_crushers, configs()))
def test_any_deck_keeps_the_protocol(walk):
    check_walk(dome_crushers, walk)

Whatever they give can be loaded: nothing is thrown away. They need the extra `testing`.
"""

from functools import cache
from typing import Final

from tabletop_rules.core import MissingExtraError
from tabletop_rules.dome_crushers.config import (
    MOST_WAYS_TO_KEEP,
    Config,
    Rulings,
    largest_hand,
    most_ways_to_keep,
)
from tabletop_rules.dome_crushers.contents import (
    Card,
    DeckList,
    Draw,
    Effect,
    EndRound,
    Mode,
    ReturnToHand,
    Side,
    Strength,
    Switch,
)

try:
    from hypothesis import strategies as st
except ModuleNotFoundError as missing:
    raise MissingExtraError("hypothesis", "testing") from missing

__all__ = ["cards", "configs", "decks", "effects", "names"]

_PLAIN: Final = ("Ant", "Bee", "Cat", "Dog", "Eel", "Fox", "Gnu", "Hen", "Ibis", "Jay", "Kiwi")
_ODD: Final = st.characters(categories=("L", "M", "N", "P", "S"), exclude_characters=',#?"')
_SELDOM: Final = 4
"""A number up to this one is drawn to do what is done for one of them."""


@cache
def names() -> st.SearchStrategy[str]:
    """Give names that a card or an ability may have: plain ones first, then any that loads."""
    word = st.text(_ODD, min_size=1, max_size=12)
    odd = st.lists(word, min_size=1, max_size=4).map(" ".join)
    return st.sampled_from(_PLAIN) | odd.map(lambda n: "Nought" if n.lower() == "nothing" else n)


@cache
def effects() -> st.SearchStrategy[Effect]:
    """Give single effects of every kind, with all that can be said of them."""
    sides, counts, either = st.sampled_from(Side), st.integers(1, 3), st.booleans()
    counts |= st.just(200)
    switch = st.builds(Switch, st.sampled_from(Mode), sides, counts, either, either)
    modes = st.none() | st.sampled_from(Mode)
    amounts = st.sampled_from((1, 2, -1, -2, 5, -9, 10**6))
    return st.one_of(
        st.builds(Strength, amounts, st.sampled_from((Side.OWN, Side.OPPONENT))),
        st.builds(Draw, counts),
        switch,
        st.builds(ReturnToHand, sides, modes, counts, either, either),
        st.builds(EndRound),
    )


_EFFECTS: Final = st.lists(effects(), max_size=3)


@st.composite
def cards(
    draw: st.DrawFn,
    name: str,
    ability: str,
    cancelled_by: tuple[str, ...] = (),
    *,
    most_copies: int = 3,
) -> Card:
    """Give cards of that name and ability, with up to three effects."""
    return Card(
        name,
        draw(st.integers(0, 9)),
        ability,
        "As its effects say.",
        tuple(draw(_EFFECTS)),
        draw(st.integers(1, most_copies)),
        cancelled_by,
    )


@st.composite
def decks(draw: st.DrawFn, *, most: int = 16) -> DeckList:
    """Give decks of 1 to `most` cards that cancel each other freely, in a chain, or in a ring.

    Several cards may have the same ability, and in the free form a card may list its own.
    """
    kinds = draw(st.integers(1, min(most, 8)))
    called = draw(st.lists(names(), min_size=kinds, max_size=kinds, unique=True))
    abilities = _abilities(draw, called)
    listed = _cancellations(draw, abilities)
    left = most - kinds
    made: list[Card] = []
    for name, ability, by in zip(called, abilities, listed, strict=True):
        card = draw(cards(name, ability, by, most_copies=min(3, 1 + left)))
        left -= card.copies - 1
        made.append(card)
    return DeckList("generated", "Generated", tuple(made), note="Generated to verify with.")


def _abilities(draw: st.DrawFn, called: list[str]) -> list[str]:
    """Return an ability for each card: one of its own, or that of a card before it."""
    abilities: list[str] = []
    for name in called:
        shared = bool(abilities) and draw(st.integers(0, _SELDOM)) == _SELDOM
        abilities.append(draw(st.sampled_from(abilities)) if shared else name)
    return abilities


def _cancellations(draw: st.DrawFn, abilities: list[str]) -> list[tuple[str, ...]]:
    """Return for each card the abilities that cancel it."""
    count = len(abilities)
    shape = draw(st.sampled_from(("none", "free", "chain", "ring")))
    if shape == "none":
        return [()] * count
    if shape == "free":
        return [tuple(draw(st.lists(st.sampled_from(abilities), max_size=3))) for _ in range(count)]
    length = draw(st.integers(1, count))
    following: list[tuple[str, ...]] = [
        (abilities[(place + 1) % length],) for place in range(length)
    ]
    if shape == "chain":
        following[-1] = ()
    return [*following, *[()] * (count - length)]


@st.composite
def configs(draw: st.DrawFn, deck: st.SearchStrategy[DeckList] | None = None) -> Config:
    """Give configs with a deck of `deck`; if it is left out, with the shipped one or of `decks`.

    All hand sizes and both settings of each switch come up, and caps of few rounds. The simplest
    is the default config. What is kept of a large hand has many options: 4,096 of twelve different
    cards. Where a config may not have that many only the Simple Variant comes up.
    """
    if deck is not None:
        chosen = draw(deck)
    elif draw(st.integers(0, _SELDOM)) == 0:
        chosen = DeckList.shelf.get("reconstructed")
    else:
        chosen = draw(decks())
    usual = min(Config().hand_size, len(chosen))
    sizes = (usual, *(size for size in range(1, len(chosen) + 1) if size != usual))
    size = draw(st.sampled_from(sizes))
    ways = most_ways_to_keep(chosen, largest_hand(chosen, size))
    simple = st.booleans() if ways <= MOST_WAYS_TO_KEEP else st.just(True)
    return Config(
        chosen,
        size,
        draw(st.sampled_from((Config().max_rounds, 1, 2, 3, 10))),
        draw(st.builds(Rulings, st.booleans(), simple)),
    )
