"""The picture of Dome Crushers has an element for each thing in the view."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from attrs import evolve

from tabletop_rules import dome_crushers
from tabletop_rules.core import load_game
from tabletop_rules.dome_crushers import HIDDEN, KeepCards, Mode, PlayCard
from tabletop_rules.dome_crushers.contents import Draw, ReturnToHand, Side, Strength, Switch
from tabletop_rules.dome_crushers.events import CardPlayed
from tabletop_rules.dome_crushers.questions import Under
from tabletop_rules.dome_crushers.verifying.configs import large
from tabletop_rules.drawing import draw
from tabletop_rules.drawing.dome_crushers.words import effect_words
from tabletop_rules.testing import random_walk

from .helpers import Shown, check_picture, of_class, shown, words

MOMENTS = 7


def moments_of(name: str, seed: int) -> Iterator[Shown]:
    """Give pictures of moments of a random game, for the seat to act, the other one, or nobody."""
    rng = Random(seed)
    steps = random_walk(dome_crushers, large()[name], seed).steps
    places = {0, len(steps) - 1, *(rng.randrange(len(steps)) for _ in range(MOMENTS))}
    for place in sorted(places):
        actor = dome_crushers.actor(steps[place].after)
        seat = actor if isinstance(actor, int) and rng.random() < 0.7 else rng.choice([None, 0, 1])
        layout = rng.choice(["wide", "narrow"])
        yield shown(dome_crushers, steps[place].after, seat, steps[place].events, layout=layout)


@pytest.fixture(scope="module")
def pictures() -> list[Shown]:
    return [each for name in large() for seed in range(2) for each in moments_of(name, seed)]


def options_of(element: ET.Element) -> set[int]:
    return {int(place) for place in element.get("data-options", "").split()}


def test_every_picture_is_sound(pictures: list[Shown]) -> None:
    for each in pictures:
        check_picture(each)


def test_every_card_on_the_table_is_drawn_in_its_mode(pictures: list[Shown]) -> None:
    for each in pictures:
        view, root = each.view, each.root
        for mode, cards in (("attack", view.attackers), ("ability", view.abilities)):
            drawn = [e for e in of_class(root, mode) if "card" in e.get("class", "").split()]
            assert {
                (e.get("data-play"), e.get("data-card"), e.get("data-seat")) for e in drawn
            } == {(str(card.play), card.card, str(card.seat)) for card in cards}
            assert len(drawn) == len(cards)


def test_abilities_that_do_not_work_are_struck_through(pictures: list[Shown]) -> None:
    seen: Counter[bool] = Counter()
    for each in pictures:
        cards = {e.get("data-play"): e for e in of_class(each.root, "card")}
        for card, works in zip(each.view.abilities, each.view.works, strict=True):
            element = cards[str(card.play)]
            printed = each.view.config.deck.by_name[card.card]
            struck = [words(text) for text in of_class(element, "struck")]
            assert ("cancelled" in element.get("class", "").split()) == (not works)
            assert bool(struck) == (not works)
            assert works or printed.ability.startswith(struck[0].rstrip("\u2026")[:5])
            seen[works] += 1
    assert all(seen[works] for works in (True, False))


def test_a_cancelled_ability_says_by_whom() -> None:
    state = dome_crushers.parse_state("""
        round = 2
        turn = 0
        abilities = [{ seat = 1, card = "Veilmoth" }, { seat = 0, card = "Hornback" }]
        [[seats]]
        hand = ["Tusker"]
        [[seats]]
        hand = ["Gulper"]
        """)
    root = shown(dome_crushers, state, None).root
    (cancelled,) = of_class(root, "cancelled")
    assert cancelled.get("data-card") == "Hornback"
    assert "Sand Veil of Veilmoth" in words(cancelled)
    texts = [e for e in cancelled.iter() if e.tag.endswith("text")]
    assert any("Veilmoth" in (text.text or "") for text in texts)


def test_hands_lie_open_as_far_as_the_viewer_knows_them(pictures: list[Shown]) -> None:
    for each in pictures:
        for seat, player in enumerate(each.view.players):
            (area,) = of_class(each.root, f"area{seat}")
            (hand,) = of_class(area, "hand")
            named = [card for card in player.hand if card != HIDDEN]
            assert [e.get("data-card") for e in of_class(hand, "in-hand")] == named
            assert len(of_class(hand, "back")) == len(player.hand) - len(named)
            for name, element in zip(named, of_class(hand, "in-hand"), strict=True):
                card = each.view.config.deck.by_name[name]
                said = words(element)
                assert str(card.strength) in said
                assert card.text in said


def test_piles_and_numbers_are_those_of_the_view(pictures: list[Shown]) -> None:
    for each in pictures:
        for seat, player in enumerate(each.view.players):
            (area,) = of_class(each.root, f"area{seat}")
            counts = (
                ("deck", player.deck_size),
                ("face-up", len(player.face_up)),
                ("face-down", len(player.face_down)),
                ("total", each.view.totals[seat]),
                ("points", each.view.scores[seat]),
            )
            for name, count in counts:
                (element,) = of_class(area, name)
                assert element.get("data-count") == str(count)
            (up,) = of_class(area, "face-up")
            (down,) = of_class(area, "face-down")
            assert all(card in words(up) for card in player.face_up)
            assert all(card in words(down) for card in player.face_down)
            notes = " ".join(words(e) for e in of_class(area, "notes"))
            assert ("to act" in notes) == (each.view.actor == seat)
            if each.view.round:
                assert ("start" in notes) == (each.view.start_player == seat)


def test_cards_to_go_under_the_deck_are_drawn(pictures: list[Shown]) -> None:
    asks = 0
    for each in pictures:
        for ask in each.view.agenda:
            if isinstance(ask, Under):
                (zone,) = of_class(each.root, "under")
                going = [e.get("data-card") for e in of_class(zone, "going")]
                assert going == [card for card in ask.left if card != HIDDEN]
                assert zone.get("data-count") == str(len(ask.left))
                asks += 1
    assert asks


def test_a_card_in_hand_stands_for_the_options_that_name_it(pictures: list[Shown]) -> None:
    kinds: set[type] = set()
    for each in pictures:
        for element in of_class(each.root, "in-hand"):
            name = element.get("data-card")
            named = {
                place
                for place, option in enumerate(each.options)
                if (isinstance(option, PlayCard) and option.card == name)
                or (isinstance(option, KeepCards) and name in option.cards)
            }
            mine = element.get("data-options") is not None
            kinds.update(type(each.options[place]) for place in named if mine)
            if mine:
                assert options_of(element) == named
            plays = {each.options[place] for place in named if mine}
            for chip in of_class(element, "chip"):
                modes = {each.options[place].mode for place in options_of(chip)}
                assert {mode.value for mode in modes} == {words(chip).split()[-1]}
            if plays and all(isinstance(option, PlayCard) for option in plays):
                assert len(of_class(element, "chip")) == len(Mode)
    assert kinds == {PlayCard, KeepCards}


def test_the_card_just_played_is_marked(pictures: list[Shown]) -> None:
    for each in pictures:
        last = {e.get("data-play") for e in of_class(each.root, "last")}
        table = {card.play for card in each.view.attackers + each.view.abilities}
        played = {event.play for event in each.events if isinstance(event, CardPlayed)}
        assert {str(play) for play in played & table} <= last


def test_other_hidden_cards_give_the_same_picture(pictures: list[Shown]) -> None:
    for each in pictures[::3]:
        state = dome_crushers.resample(each.view, Random(5))
        view = dome_crushers.view(state, each.view.seat)
        layout: Any = "narrow" if each.picture.width < 600 else "wide"
        again = draw(dome_crushers, view, options=each.options, events=each.events, layout=layout)
        assert again.svg == each.picture.svg


def test_the_end_says_who_has_won(pictures: list[Shown]) -> None:
    ends = [each for each in pictures if not each.view.agenda]
    assert ends
    for each in ends:
        outcome = load_game("dome-crushers").outcome(each.state)
        assert outcome is not None
        (asked,) = of_class(each.root, "asked")
        winners = [seat for seat in (0, 1) if f"Seat {seat} wins" in words(asked)]
        assert winners == list(outcome.winners)


def test_different_effects_have_different_words() -> None:
    effects: list[Any] = [Draw(1), Draw(2), Strength(2), Strength(-2), Strength(2, Side.OPPONENT)]
    for kind in (Switch(Mode.ATTACK), ReturnToHand()):
        for side in Side:
            effects += [evolve(kind, side=side, other=other) for other in (False, True)]
        effects += [evolve(kind, count=2), evolve(kind, may=True)]
    effects += [Switch(Mode.ABILITY), ReturnToHand(mode=Mode.ATTACK)]
    said = [effect_words(effect) for effect in effects]
    assert len(set(said)) == len(set(effects))


def test_long_names_stay_whole_in_the_titles() -> None:
    deck = dome_crushers.Config().deck
    names = [f"{'Guardian of the Outer Domes ' * 2}{place:02}" for place in range(len(deck.cards))]
    cards = tuple(evolve(c, name=n) for c, n in zip(deck.cards, names, strict=True))
    config = dome_crushers.Config(evolve(deck, id="long", cards=cards))
    steps = random_walk(dome_crushers, config, 1, most=14).steps
    each = shown(dome_crushers, steps[-1].after, 0)
    check_picture(each)
    for element in of_class(each.root, "in-hand"):
        assert any(name in words(element) for name in names)
