"""Decks, against two simulations: all the orders in which the cards may lie, and a plain list."""

import copy
import pickle
from collections import Counter
from fractions import Fraction
from itertools import permutations
from typing import TypeAlias

import pytest
from attrs import frozen
from attrs.exceptions import FrozenInstanceError
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop_rules.core import Deck, from_json, to_json
from tabletop_rules.core.deck import removed

EMPTY: Deck[str] = Deck()
cards = st.lists(st.sampled_from("abc"), max_size=4)


@frozen
class Under:
    cards: list[str]


@frozen
class OnTop:
    cards: list[str]


@frozen
class Draw:
    which: int


Move: TypeAlias = Under | OnTop | Draw
few = st.lists(st.sampled_from("abc"), max_size=2)
moves: st.SearchStrategy[list[Move]] = st.lists(
    st.builds(Under, few) | st.builds(OnTop, few) | st.builds(Draw, st.integers(0, 11)), max_size=12
)


def after(deck: Deck[str], move: Move) -> tuple[Deck[str], str | None]:
    """Return the deck after a move, and the card that was drawn."""
    if isinstance(move, Under):
        return deck.put_under(move.cards), None
    if isinstance(move, OnTop):
        return deck.put_on_top(move.cards), None
    if not deck.candidates:
        return deck, None
    card = deck.candidates[move.which % len(deck.candidates)]
    return deck.draw(card), card


@settings(deadline=None)
@given(cards, moves)
def test_candidates_are_the_first_cards_of_all_orders_that_are_possible(
    shuffled: list[str], made: list[Move]
) -> None:
    """The simulation knows no tops and bottoms: it holds every order of the physical cards."""
    orders = Counter(permutations(shuffled))
    deck = Deck.shuffled(shuffled)
    for move in made:
        deck, drawn = after(deck, move)
        if isinstance(move, Under):
            orders = Counter({(*o, *move.cards): times for o, times in orders.items()})
        elif isinstance(move, OnTop):
            orders = Counter({(*move.cards, *o): times for o, times in orders.items()})
        elif drawn is not None:
            left: Counter[tuple[str, ...]] = Counter()
            for order, times in orders.items():
                if order[0] == drawn:
                    left[order[1:]] += times
            orders = left
        firsts: Counter[str] = Counter()
        for order, times in orders.items():
            if order:
                firsts[order[0]] += times
        assert shares(firsts) == shares(Counter(deck.candidates))
        assert {tuple(sorted(order)) for order in orders} == {deck.cards}


def shares(counts: Counter[str]) -> dict[str, Fraction]:
    total = sum(counts.values())
    return {card: Fraction(times, total) for card, times in counts.items()}


@settings(deadline=None)
@given(st.permutations("aabcccdde"), moves)
def test_no_card_is_made_or_lost(order: list[str], made: list[Move]) -> None:
    """The simulation is one list, in an order that a shuffle may have given."""
    lying, deck = list(order), Deck.shuffled(order)
    for move in made:
        if isinstance(move, Under):
            lying, deck = lying + move.cards, deck.put_under(move.cards)
        elif isinstance(move, OnTop):
            lying, deck = move.cards + lying, deck.put_on_top(move.cards)
        elif lying:
            assert lying[0] in deck.candidates
            deck = deck.draw(lying.pop(0))
        assert len(deck) == len(lying)
        assert deck.cards == tuple(sorted(lying))
        assert deck.counts() == Counter(lying)
        assert bool(deck.candidates) is bool(lying)
    while lying:
        deck = deck.draw(lying.pop(0))
    assert deck == EMPTY


two_orders = cards.flatmap(lambda listed: st.tuples(st.just(listed), st.permutations(listed)))


@settings(deadline=None)
@given(two_orders, moves)
def test_equal_decks_stay_equal_and_hash_alike(
    orders: tuple[list[str], list[str]], made: list[Move]
) -> None:
    deck, other = Deck.shuffled(orders[0]), Deck.shuffled(orders[1])
    for move in made:
        assert deck == other
        assert hash(deck) == hash(other)
        deck, other = after(deck, move)[0], after(other, move)[0]
    assert deck == other


def test_the_order_in_which_cards_were_drawn_leaves_no_trace() -> None:
    deck = Deck.shuffled("abcd")
    assert deck.draw("a").draw("b") == deck.draw("b").draw("a")


def test_decks_of_other_cards_or_of_another_known_order_differ() -> None:
    assert Deck.shuffled("ab") != Deck.shuffled("aab")
    assert EMPTY.put_under("ab") != EMPTY.put_under("ba")
    assert Deck.shuffled("ab") != EMPTY.put_under("ab")


def test_tops_come_first_in_order_then_the_shuffled_ones_then_the_bottoms_in_order() -> None:
    deck = Deck.shuffled(["s", "r"]).put_under(["x", "y"]).put_under(["z"]).put_on_top(["b", "c"])
    deck = deck.put_on_top(["a"])
    seen: list[tuple[str, ...]] = []
    for card in "abcrsxyz":
        seen.append(deck.candidates)
        deck = deck.draw(card)
    assert seen == [("a",), ("b",), ("c",), ("r", "s"), ("s",), ("x",), ("y",), ("z",)]
    assert deck.candidates == ()


def test_a_deck_of_numbers() -> None:
    deck = Deck.shuffled([10, 9, 10])
    assert deck.candidates == (9, 10, 10)
    assert deck.draw(10).candidates == (9, 10)
    assert deck.counts() == {10: 2, 9: 1}


@pytest.mark.parametrize(
    ("deck", "card"),
    [
        (EMPTY, "a"),
        (Deck.shuffled("ab").put_on_top("c"), "a"),
        (Deck.shuffled("ab").put_under("c"), "c"),
        (EMPTY.put_under("cd"), "d"),
        (Deck.shuffled("ab"), "z"),
    ],
    ids=["empty", "under a known top", "under the shuffled ones", "under a known one", "nowhere"],
)
def test_a_card_that_cannot_be_next_is_refused(deck: Deck[str], card: str) -> None:
    before = copy.deepcopy(deck)
    with pytest.raises(ValueError, match=f"'{card}' cannot be drawn next"):
        deck.draw(card)
    assert deck == before


def test_a_deck_cannot_be_changed() -> None:
    deck = Deck.shuffled("ab")
    with pytest.raises(FrozenInstanceError):
        deck.rest = ()  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]  # that is the test


@settings(deadline=None)
@given(cards, cards, cards)
def test_a_deck_survives_pickle_copy_and_json(
    top: list[str], rest: list[str], bottom: list[str]
) -> None:
    deck = Deck.shuffled(rest).put_on_top(top).put_under(bottom)
    for made in (
        pickle.loads(pickle.dumps(deck)),
        copy.copy(deck),
        copy.deepcopy(deck),
        from_json(to_json(deck), Deck[str]),
    ):
        assert made == deck
        assert hash(made) == hash(deck)


def test_removed_takes_one_copy() -> None:
    assert removed(("a", "b", "a"), "a") == ("b", "a")
    assert removed((1, 2, 2), 2) == (1, 2)
    with pytest.raises(ValueError, match="tuple"):
        removed(("a",), "b")
