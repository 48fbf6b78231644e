"""Decks, boards and maps that somebody else has made have numbers too."""

from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings

from tabletop_rules import dome_crushers, dominum, dominus_portus
from tabletop_rules.core import CHANCE, Game
from tabletop_rules.dome_crushers import strategies as of_dome_crushers
from tabletop_rules.dominum import strategies as of_dominum
from tabletop_rules.dominus_portus import strategies as of_dominus_portus
from tabletop_rules.encodings import TooLargeError, encoding
from tabletop_rules.testing import Walk, walks

from .games import is_decision, observers

SETTINGS = settings(
    max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)


def check(game: Game[Any, Any, Any, Any], walk: Walk[Any, Any, Any]) -> None:
    """Check a walk of a config that nobody has seen before."""
    try:
        numbers = encoding(game, walk.config)
    except TooLargeError:
        assume(False)
        raise
    by_bytes: dict[bytes, Any] = {}
    for state in walk.states:
        for seat in observers(numbers):
            view = game.view(state, seat)
            seen = numbers.observe(view)
            assert by_bytes.setdefault(seen.tobytes(), view) == view
            inside = (seen >= numbers.low) & (seen <= numbers.high)
            assert inside.all(), [
                p.name for p in numbers.parts if not inside[p.start : p.stop].all()
            ]
        options = game.legal_actions(state)
        if is_decision(game.actor(state)):
            places = np.flatnonzero(numbers.mask(options))
            assert {numbers.decode(int(place)) for place in places} == set(options)
        elif game.actor(state) is CHANCE:
            chances = [numbers.encode_chance(option) for option in options]
            assert [numbers.decode_chance(place) for place in chances] == list(options)


@SETTINGS
@given(walks(dome_crushers, of_dome_crushers.configs(), most=80))
def test_decks_of_dome_crushers(walk: Walk[Any, Any, Any]) -> None:
    check(dome_crushers, walk)


@SETTINGS
@given(walks(dominum, of_dominum.configs(), most=80))
def test_domains_and_boards_of_dominum(walk: Walk[Any, Any, Any]) -> None:
    check(dominum, walk)


@SETTINGS
@given(walks(dominus_portus, of_dominus_portus.configs(), most=80))
def test_maps_and_tiles_of_dominus_portus(walk: Walk[Any, Any, Any]) -> None:
    check(dominus_portus, walk)


@pytest.mark.parametrize("types", [1, 11, 12, 20])
def test_a_ship_may_have_any_number_of_goods_that_give_stars(types: int) -> None:
    """All of them ask for a track at once; the bound of what is asked was 99."""
    goods = [dominus_portus.Good(f"good {n}", dominus_portus.Bonus(stars=9)) for n in range(types)]
    content = dominus_portus.Goods("stars", "Stars", tuple(goods))
    config = dominus_portus.Config(hosted=True, dominus=False, goods=content)
    held = ", ".join(f'"{good.name}"' for good in goods)
    text = f'[[seats]]\nship = "island 0 3"\ngoods = [{held}]\n[[seats]]\n'
    state = dominus_portus.parse_state(text, config)
    for action in ("place 0 red", "close"):
        state = dominus_portus.apply(state, dominus_portus.parse_action(action)).state
    numbers = encoding(dominus_portus, config)
    seen = numbers.observe(dominus_portus.view(state, 0))
    assert seen.max() == 9 * types
    assert (seen <= numbers.high).all()
