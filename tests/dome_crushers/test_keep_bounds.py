"""How many options a keep decision may have, and that there are no more than those (DC-NEXT-1)."""

from collections import Counter
from itertools import combinations, product
from math import prod

import pytest
from hypothesis import given, settings
from hypothesis.strategies import just

from tabletop_rules import dome_crushers as dc
from tabletop_rules.core import ConfigError, PositionError
from tabletop_rules.dome_crushers.actions import keeps_from
from tabletop_rules.dome_crushers.config import largest_hand, most_ways_to_keep
from tabletop_rules.dome_crushers.contents import ReturnToHand, Switch
from tabletop_rules.dome_crushers.questions import Keep
from tabletop_rules.dome_crushers.strategies import configs, decks
from tabletop_rules.testing import Walk, walks

from .helpers import card, duel

DRAW = 'type = "draw"'


def different(count: int, *effects: str) -> dc.DeckList:
    """Return a deck of so many different cards, the first of them with these effects."""
    names = [f"N{number:02}" for number in range(count)]
    lines = [card(names[0], 1, *effects), *(card(name, 1) for name in names[1:])]
    return dc.load_deck("\n".join(['id = "many"', 'name = "Many"', *lines]))


@pytest.mark.parametrize("hand", ["", "A", "AA", "AB", "AAB", "ABC", "AABBB", "AAABCC", "ABCDEF"])
def test_DC_NEXT_1_each_part_of_the_hand_once_the_smallest_first(hand: str) -> None:
    kept = [option.cards for option in keeps_from(tuple(hand)) if isinstance(option, dc.KeepCards)]
    assert len(kept) == len(keeps_from(tuple(hand)))
    parts = [cards for size in range(len(hand) + 1) for cards in combinations(hand, size)]
    assert kept == list(dict.fromkeys(parts))


def test_DC_NEXT_1_cards_alike_are_no_different_options() -> None:
    config = duel(card("A", 1, copies=40), card("B", 1, copies=20), hand_size=30)
    text = """agenda = [{ type = "new_round" }, { type = "keep" }]
        [[seats]]
        hand = [HELD]
        [[seats]]
        hand = []"""
    held = ", ".join(['"A"'] * 20 + ['"B"'] * 10)
    state = dc.parse_state(text.replace("HELD", held), config)
    assert len(dc.legal_actions(state)) == 21 * 11


@pytest.mark.parametrize("copies", [(1,), (3,), (1, 2, 3), (2, 2, 2), (1, 1, 4), (1, 1, 1, 1)])
def test_the_most_ways_to_keep_are_those_of_the_worst_hand(copies: tuple[int, ...]) -> None:
    deck = duel(*(card(f"N{n}", 1, copies=c) for n, c in enumerate(copies)), hand_size=1).deck
    for held in range(sum(copies) + 1):
        hands = [h for h in product(*(range(c + 1) for c in copies)) if sum(h) == held]
        assert most_ways_to_keep(deck, held) == max(prod(n + 1 for n in h) for h in hands)


def test_DC_R21_a_hand_with_too_many_parts_is_refused() -> None:
    with pytest.raises(ConfigError) as caught:
        dc.Config(different(40), hand_size=18)
    (problem,) = caught.value.problems
    assert problem.where == "hand_size"
    assert "at most 16,384 ways to keep" in problem.what  # expected
    assert "262,144 for a hand of 18 cards" in problem.what  # given
    assert dc.Config(different(40), hand_size=14).hand_size == 14  # 16,384
    with pytest.raises(ConfigError, match="32,768"):
        dc.Config(different(40), hand_size=15)


def test_DC_R21_what_an_ability_draws_counts_as_well() -> None:
    # Four plays that draw three cards each leave twelve of the hand, five leave fifteen.
    three = f"{DRAW}, count = 3"
    assert dc.Config(different(20, three)).hand_size == 4
    with pytest.raises(ConfigError) as caught:
        dc.Config(different(20, three), hand_size=5)
    (problem,) = caught.value.problems
    assert problem.where == "hand_size"
    assert problem.what.endswith("32,768 for a hand of 15 cards, as an ability draws 3")
    with pytest.raises(ConfigError, match="a hand of 15 cards"):
        dc.Config(different(20, f"{DRAW}, count = 2", f"{DRAW}"), hand_size=5)  # on one card
    assert dc.Config(different(20, DRAW), hand_size=14).hand_size == 14
    assert dc.Config(different(14, f"{DRAW}, count = 200"), hand_size=14).hand_size == 14


def test_DC_R13_nobody_keeps_cards_in_the_simple_variant_so_any_hand_may_be_played() -> None:
    simple = dc.Rulings(simple_variant=True)
    assert dc.Config(different(40, DRAW), hand_size=40, rulings=simple).hand_size == 40


@pytest.mark.parametrize(
    ("agenda", "place"),
    [
        ('[{ type = "new_round" }, { type = "keep" }]', "seats[0].hand"),
        (
            '[{ type = "round", last = 1 }, { type = "draw_cards", seat = 1, left = 15 }]',
            "agenda[1].left",
        ),
    ],
)
def test_a_position_that_leads_to_too_many_options_is_refused(agenda: str, place: str) -> None:
    held = [f"N{number:02}" for number in range(15)] if "hand" in place else []
    text = f"agenda = {agenda}\n[[seats]]\nhand = {held}\n[[seats]]\nhand = []"
    with pytest.raises(PositionError) as caught:
        dc.parse_state(text, dc.Config(different(40)))
    assert [problem.where for problem in caught.value.problems] == [place]


@settings(max_examples=60, deadline=None)
@given(walks(dc, configs(decks(most=9)), most=120))
def test_DC_R12_no_keep_decision_has_more_options_than_its_config_allows(
    walk: Walk[dc.Config, dc.State, dc.Action],
) -> None:
    for state in walk.states:
        if state.agenda and isinstance(state.agenda[-1], Keep):
            deck, size = state.config.deck, state.config.hand_size
            hand = Counter(state.players[state.agenda[-1].seat].hand)
            options = dc.legal_actions(state)
            assert len(options) == prod(count + 1 for count in hand.values())
            assert len(options) <= most_ways_to_keep(deck, hand.total())
            kinds = {type(effect) for card in deck.cards for effect in card.effects}
            if not deck.draws or (state.round == 1 and not kinds & {Switch, ReturnToHand}):
                assert hand.total() <= largest_hand(deck, size)


@settings(max_examples=20, deadline=None)
@given(configs(just(different(20, f"{DRAW}, count = 200"))))
def test_configs_of_a_deck_with_too_many_cards_are_of_the_simple_variant(config: dc.Config) -> None:
    assert config.rulings.simple_variant
