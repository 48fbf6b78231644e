"""The picture of Dominum has an element for each thing in the view."""

from collections import Counter
from random import Random
from typing import Any

import pytest
from attrs import evolve

from tabletop_rules import dominum
from tabletop_rules.dominum.board import bits
from tabletop_rules.dominum.events import CardDeployed, CardMoved
from tabletop_rules.drawing import draw

from .helpers import Shown, check_picture, moments, of_class, shown, words

SEEDS = range(6)
CONFIG = dominum.Config()


@pytest.fixture(scope="module")
def pictures() -> list[Shown]:
    return [each for seed in SEEDS for each in moments(dominum, CONFIG, seed=seed, count=5)]


def numbers(elements: list[Any]) -> Counter[str]:
    return Counter(element.attrib["data-card"] for element in elements)


def test_every_picture_is_sound(pictures: list[Shown]) -> None:
    for each in pictures:
        check_picture(each)


def test_every_space_and_every_card_on_it_is_drawn(pictures: list[Shown]) -> None:
    for each in pictures:
        board, view, root = each.view.config.board, each.view, each.root
        spaces = {element.get("data-space") for element in of_class(root, "space")}
        assert spaces == {board.names[space] for space in bits(board.spaces)}
        cards = {element.get("data-space"): element for element in of_class(root, "unit")}
        assert len(cards) == len(view.units)
        for unit in view.units:
            element = cards[board.names[unit.space]]
            what = view.config.domains[unit.seat].cards[unit.card]
            assert element.get("data-seat") == str(unit.seat)
            assert element.get("data-name") == what.name
            assert what.name in words(element)
            titles = {words(token) for token in of_class(element, "token")}
            assert any("wounded" in title for title in titles) == unit.wounded
            assert any("weakened" in title for title in titles) == unit.weakened


def test_the_spaces_say_what_they_are() -> None:
    root = shown(dominum, dominum.initial_state(CONFIG), None).root
    said = {element.get("data-space"): words(element) for element in of_class(root, "space")}
    board = CONFIG.board
    for seat in (0, 1):
        for space in bits(board.domains[seat]):
            assert f"Domain of seat {seat}" in said[board.names[space]]
        for space in bits(board.spaces):
            words_of = said[board.names[space]]
            mine = f"seat {seat}" in words_of
            assert (mine and "Assault Zone" in words_of) == bool(board.zones[seat] >> space & 1)
            fortified = bool(board.fortified[seat] >> space & 1)
            assert (mine and "Fortified Space" in words_of) == fortified
    for space in bits(board.neutral):
        assert "Neutral Line" in said[board.names[space]]


def test_both_mats_show_what_they_hold(pictures: list[Shown]) -> None:
    for each in pictures:
        root = each.root
        for seat in (0, 1):
            (mat,) = of_class(root, f"mat{seat}")
            player, power = each.view.players[seat], each.view.powers[seat]
            name = {dominum.CRITICAL: "critical"}
            for kind, cards in (("reserve", power.reserve), ("used", power.used)):
                expected = Counter(name.get(card, str(card)) for card in cards)
                drawn = [e for e in of_class(mat, kind) if "power" in e.attrib["class"].split()]
                assert numbers(drawn) == expected
            (deck,) = of_class(mat, "deck")
            assert deck.get("data-count") == str(len(power.deck))
            assert len(of_class(mat, "counter")) == len(power.counters)
            (hand,) = of_class(mat, "hand")
            assert hand.get("data-count") == str(len(player.hand))
            assert hand.get("data-hidden") == str(player.hand.count(dominum.HIDDEN))
            (points,) = of_class(mat, "points")
            assert points.get("data-points") == str(player.points)
            activated = {e.get("data-phase") for e in of_class(mat, "activated")} - {"link"}
            assert len(activated) == player.activations
            names = [e.get("data-name") for e in of_class(mat, "discarded")]
            domain = each.view.config.domains[seat]
            assert names == [domain.cards[card].name for card in player.discard]
            (stronghold,) = (
                e for e in of_class(root, "stronghold") if e.get("data-seat") == str(seat)
            )
            assert len(of_class(stronghold, "charge-token")) == player.charges


def test_only_the_own_hand_lies_open(pictures: list[Shown]) -> None:
    for each in pictures:
        drawn = [element.get("data-name") for element in of_class(each.root, "in-hand")]
        seat = each.view.seat
        expected: list[str] = []
        if seat is not None:
            cards = each.view.config.domains[seat].cards
            expected = [cards[card].name for card in each.view.players[seat].hand]
        assert drawn == expected


def test_other_hidden_cards_give_the_same_picture(pictures: list[Shown]) -> None:
    for each in pictures:
        other = dominum.resample(each.view, Random(7))
        view = dominum.view(other, each.view.seat)
        layout: Any = "narrow" if each.picture.width < 600 else "wide"
        same = draw(dominum, view, options=each.options, events=each.events, layout=layout)
        assert same.svg == each.picture.svg


def test_what_an_option_names_is_marked(pictures: list[Shown]) -> None:
    seen = 0
    for each in pictures:
        marked = {
            (element.get("data-space"), place)
            for element in each.root.iter()
            if element.get("data-space")
            for place in element.get("data-options", "").split()
        }
        for place, option in enumerate(each.options):
            for field in ("space", "start", "end", "target"):
                if getattr(option, field, None) is not None:
                    assert (getattr(option, field), str(place)) in marked
                    seen += 1
    assert seen


def test_what_the_last_step_changed_is_marked(pictures: list[Shown]) -> None:
    seen = 0
    for each in pictures:
        last = {element.get("data-space") for element in of_class(each.root, "last")}
        for event in each.events:
            if isinstance(event, CardMoved | CardDeployed):
                assert getattr(event, "end", getattr(event, "space", None)) in last
                seen += 1
    assert seen


def test_the_viewers_side_is_below() -> None:
    state = dominum.initial_state(CONFIG)
    for seat, above in ((0, "a5"), (1, "a1"), (None, "a5")):
        order = [e.get("data-space") for e in of_class(shown(dominum, state, seat).root, "space")]
        heights = {
            e.get("data-space"): float(next(r for r in e if r.get("y")).attrib["y"])
            for e in of_class(shown(dominum, state, seat).root, "space")
        }
        assert set(order) == set(heights)
        assert min(heights.values()) == heights[above]


def test_hostile_and_long_names_stay_text() -> None:
    evil = "<script>&'x' ]]> of an Order that is nearly without an end"
    domain = CONFIG.domains[0]
    strongholds = tuple(
        evolve(each, name=f"{evil[:50]} {number}", text='</svg><script href="x">\x07 & "')
        for number, each in enumerate(domain.strongholds)
    )
    config = evolve(
        CONFIG, domains=(evolve(domain, id="evil", strongholds=strongholds, armies=()),) * 2
    )
    for each in moments(dominum, config, seed=3, count=4):
        check_picture(each)
        if each.view.players[0].stronghold >= 0:
            assert evil[:50] in " ".join(map(words, of_class(each.root, "stronghold")))
