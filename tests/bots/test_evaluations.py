"""What the evaluations count, on positions reckoned by hand."""

from itertools import pairwise, product
from typing import Any

import pytest

from tabletop_rules import dominus_portus
from tabletop_rules.bots import EVALUATIONS
from tabletop_rules.bots.evaluations import lead
from tabletop_rules.bots.evaluations.dominus_portus import _ranks
from tabletop_rules.dominus_portus.scoring import places
from tabletop_rules.testing import random_walk

evaluate = EVALUATIONS["dominus_portus"]


def value(text: str, seat: int = 0, config: Any = None) -> float:
    state = dominus_portus.parse_state(text, config)
    return evaluate(dominus_portus.view(state, seat), seat)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_places_are_those_of_the_rules(seats: int) -> None:
    for powers in product(range(5), repeat=seats):
        by_rule = (place.multiplier for place in places(powers))
        assert _ranks(powers) == tuple(3 if place is None else place for place in by_rule)


@pytest.mark.parametrize(
    "config", [dominus_portus.Config(turns=2), *dominus_portus.verification().configs.values()]
)
def test_at_the_end_it_is_the_lead(config: Any) -> None:
    end = random_walk(dominus_portus, config, seed=1).end
    points = dominus_portus.score(end)
    for seat in range(config.seats):
        assert evaluate(dominus_portus.view(end, seat), seat) == lead(points, seat)


def test_in_the_last_turn_riches_count_in_parts() -> None:
    """Four of the population are a point and a third at the end, two coins two thirds."""
    text = "turn = 46\n[[seats]]\npopulation = 4\ncoins = 2\nlegions = {}\n[[seats]]\nlegions = {}"
    assert value(text) == pytest.approx(2)


def test_two_seats_see_the_same_lead() -> None:
    for step in random_walk(dominus_portus, dominus_portus.Config(turns=3), seed=2).steps:
        first, second = (evaluate(dominus_portus.view(step.before, s), s) for s in (0, 1))
        assert first == pytest.approx(-second)


def test_more_is_better() -> None:
    """A place in a province, a higher one, an icon that is scored there, a good, a point."""
    lyres, here = "tally.lyres = 4", "legions = { Gallia = 1, Rome = 1 }"
    more, richer = here.replace("Gallia = 1", "Gallia = 3"), lyres.replace("4", "6")
    good = 'goods = ["oil"]\nship = "island 0 3"'
    rows = [
        (lyres, "legions = { Rome = 2 }"),
        (lyres, here),
        (lyres, more),
        (richer, more),
        (richer, more, good),
        (richer, more, good, "points = 1"),
    ]
    head = 'turn = 4\nopen = ["Gallia"]\nrevealed = ["coins"]\n[[seats]]\n'
    other = "\n[[seats]]\ntally.lyres = 4\nlegions = { Gallia = 2, Rome = 1 }"
    values = [value(head + "\n".join(row) + other) for row in rows]
    assert all(before < after for before, after in pairwise(values))


def test_a_symbol_to_be_used_counts() -> None:
    config = dominus_portus.Config()
    state = dominus_portus.parse_state("[[seats]]\n[[seats]]\n", config)
    taken = [
        dominus_portus.apply(state, action).state
        for action in dominus_portus.legal_actions(state)
        if dominus_portus.format_action(action) in ("take Insulae", "take Temple")
    ]
    insulae, temple = (evaluate(dominus_portus.view(each, 0), 0) for each in taken)
    assert temple > insulae  # 4 points, if it likes, against 2 more of the population
