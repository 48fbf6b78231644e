"""Decks as TOML: what a bad one is told, and what travels by reference."""

import copy
import pickle

import pytest

from tabletop_rules import dome_crushers as dc
from tabletop_rules.core import ConfigError, ContentError, Provenance, from_json, to_json

GOOD = """
id = "two"
name = "Two cards"

[[cards]]
name = "Mouse"
strength = 1
copies = 2
ability = "Squeak"
text = "+1 Strength."
cancelled_by = ["Hiss"]
effects = [{ type = "strength", amount = 1 }]

[[cards]]
name = "Cat"
strength = 3
ability = "Hiss"
text = "Draw two cards."
effects = [{ type = "draw", count = 2 }]
"""


def test_a_deck_is_read_as_it_is_written() -> None:
    deck = dc.load_deck(GOOD)
    assert deck.listed == ("Cat", "Mouse", "Mouse")
    assert len(deck) == 3
    assert deck.by_name["Mouse"].cancelled_by == ("Hiss",)
    assert deck.provenance is Provenance.RECONSTRUCTED


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ('id = "two"', "", "id"),
        ('id = "two"', 'id = "a,b"', "id"),
        ('name = "Mouse"', 'name = "Mouse,Rat"', "cards[0].name"),
        ('name = "Mouse"', 'name = " Mouse"', "cards[0].name"),
        ('name = "Mouse"', 'name = "Nothing"', "cards[0].name"),
        ('name = "Mouse"', 'name = "?"', "cards[0].name"),
        ('name = "Mouse"', 'name = ""', "cards[0].name"),
        ('name = "Mouse"', 'name = "Cat"', "cards"),
        ('ability = "Hiss"', 'ability = "Hi\\u0007ss"', "cards[1].ability"),
        ("strength = 3", "strength = -1", "cards[1].strength"),
        ("strength = 3", "strength = 3.0", "cards[1].strength"),
        ("copies = 2", "copies = 0", "cards[0].copies"),
        ("copies = 2", "copies = 100", "cards[0].copies"),
        ("copies = 2", "copies = true", "cards[0].copies"),
        ('["Hiss"]', '["Hush"]', "cards[0].cancelled_by[0]"),
        ('["Hiss"]', '"Hiss"', "cards[0].cancelled_by"),
        ("amount = 1 ", "amount = 0 ", "cards[0].effects[0].amount"),
        ("amount = 1 ", 'amount = 1, side = "either" ', "cards[0].effects[0].side"),
        ("amount = 1 ", "number = 1 ", "cards[0].effects[0].number"),
        ("count = 2 ", "count = 0 ", "cards[1].effects[0].count"),
        ('type = "draw", count = 2', 'type = "switch"', "cards[1].effects[0].to"),
        ('type = "draw", count = 2', 'type = "jump"', "cards[1].effects[0]"),
        ('type = "draw", count = 2', "count = 2", "cards[1].effects[0]"),
    ],
)
def test_a_bad_deck_is_refused_at_the_place(old: str, new: str, place: str) -> None:
    assert old in GOOD
    with pytest.raises(ContentError) as caught:
        dc.load_deck(GOOD.replace(old, new, 1), "two.toml")
    assert place in [problem.where for problem in caught.value.problems]
    assert "two.toml" in str(caught.value)


def test_all_problems_of_a_deck_are_listed_at_once() -> None:
    bad = GOOD.replace("strength = 1", "strength = -1").replace('["Hiss"]', '["Hush", "Shush"]')
    with pytest.raises(ContentError) as caught:
        dc.load_deck(bad)
    assert [problem.where for problem in caught.value.problems] == [
        "cards[0].strength",
        "cards[0].cancelled_by[0]",
        "cards[0].cancelled_by[1]",
    ]


def test_a_deck_without_cards_or_with_too_many_is_refused() -> None:
    head = 'id = "x"\nname = "x"\n'
    with pytest.raises(ContentError, match="at least one card"):
        dc.load_deck(f"{head}cards = []")
    card = '[[cards]]\nname = "{}"\nstrength = 1\ncopies = 99\nability = "A"\ntext = "-"\n'
    card += "effects = []\n"
    with pytest.raises(ContentError, match="at most 200 cards"):
        dc.load_deck(head + "".join(card.format(name) for name in "ABC"))


def test_the_shipped_deck_travels_by_reference_and_an_own_one_whole() -> None:
    shipped, own = dc.Config(), dc.Config(deck=dc.load_deck(GOOD), hand_size=1)
    assert pickle.loads(pickle.dumps(shipped)).deck is shipped.deck
    assert copy.deepcopy(shipped).deck is shipped.deck
    assert b"Scavenge" not in pickle.dumps(shipped)
    assert "Scavenge" not in to_json(shipped)
    for config in (shipped, own):
        assert pickle.loads(pickle.dumps(config)) == config
        assert from_json(to_json(config), dc.Config) == config
    assert "Squeak" in to_json(own)


def test_an_own_copy_of_the_shipped_deck_is_the_same_deck() -> None:
    data = to_json(dc.Config().deck)
    assert dc.DeckList.shelf.reference(dc.Config().deck) is not None
    assert from_json(data, dc.DeckList) is dc.Config().deck


@pytest.mark.parametrize(
    ("fields", "places"),
    [
        ({"hand_size": 0}, ["hand_size"]),
        ({"hand_size": 13}, ["hand_size"]),
        ({"hand_size": "4"}, ["hand_size"]),
        ({"hand_size": True}, ["hand_size"]),
        ({"max_rounds": 0, "hand_size": 99}, ["hand_size", "max_rounds"]),
        ({"deck": "reconstructed"}, ["deck"]),
        ({"rulings": None}, ["rulings"]),
    ],
)
def test_DC_R21_a_config_that_cannot_be_played_is_refused(
    fields: dict[str, object], places: list[str]
) -> None:
    untyped: type = dc.Config
    with pytest.raises(ConfigError) as caught:
        untyped(**fields)
    assert [problem.where for problem in caught.value.problems] == places


def test_the_shipped_deck_has_twelve_cards_and_every_kind_of_effect() -> None:
    deck = dc.Config().deck
    assert len(deck) == 12
    assert {card.strength for card in deck.cards} == set(range(1, 8))
    assert any(card.copies == 2 for card in deck.cards)
    kinds = {type(effect).__name__ for card in deck.cards for effect in card.effects}
    assert kinds == {"Draw", "Switch", "ReturnToHand", "Strength", "EndRound"}
    assert {card.provenance for card in deck.cards} == {Provenance.RECONSTRUCTED}
