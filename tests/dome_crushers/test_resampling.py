"""Resampling against a plain enumeration of all ways to lay physical cards on places (DC-R20)."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations
from random import Random

import pytest

from tabletop_rules.dome_crushers.memory import Dealt, Unknown, deal
from tabletop_rules.dome_crushers.state import Batch

World = tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]


def _world(dealt: Dealt) -> World:
    return tuple(sorted(dealt.hand)), tuple(sorted(dealt.rest)), dealt.bottom


def _enumerated(unknown: Unknown) -> dict[World, Fraction]:
    """Return the exact odds of all worlds, by laying every card on every place.

    The places are those of this round's hand, each with the batch from which it was drawn; those
    left in each batch; and the rest. Each way of laying the cards counts the same, and so does
    each choice of which of the hand's places were played.
    """
    cards = list(unknown.outside.elements())
    count = unknown.hand + len(unknown.played)
    drawn = [place for place, batch in enumerate(unknown.batches) for _ in batch.drawn]
    hand = [None] * (count - len(drawn)) + drawn
    left = [place for place, batch in enumerate(unknown.batches) for _ in range(batch.left)]
    sources = [*hand, *left, *([None] * unknown.rest)]
    assert len(sources) == len(cards)
    # the physical cards that lie open in a batch: the first copies of their kinds not used yet
    free = list(range(len(cards)))
    owned: list[set[int]] = []
    for batch in unknown.batches:
        taken = set[int]()
        for card in batch.open:
            label = next(i for i in free if cards[i] == card)
            free.remove(label)
            taken.add(label)
        owned.append(taken)
    found: Counter[World] = Counter()
    for order in permutations(range(len(cards))):
        if not _fits(unknown.batches, owned, sources, order):
            continue
        for played in combinations(range(count), len(unknown.played)):
            if sorted(cards[order[p]] for p in played) != sorted(unknown.played):
                continue
            in_hand = sorted(cards[order[p]] for p in range(count) if p not in played)
            bottom = tuple(cards[label] for label in order[count : count + len(left)])
            rest = sorted(cards[label] for label in order[count + len(left) :])
            found[tuple(in_hand), tuple(rest), bottom] += 1
    total = sum(found.values())
    return {world: Fraction(ways, total) for world, ways in found.items()}


def _fits(
    batches: tuple[Batch, ...],
    owned: list[set[int]],
    sources: list[int | None],
    order: tuple[int, ...],
) -> bool:
    for place, batch in enumerate(batches):
        inside = {label for label, source in zip(order, sources, strict=True) if source == place}
        if len(inside & owned[place]) < len(batch.open) - batch.lost:
            return False
        if len(inside - owned[place]) > batch.others:
            return False
    return True


CASES = {
    "one hidden card of three, two alike": Unknown(Counter(A=1, B=2), (), 1, 2, ()),
    "an untouched batch keeps its open card": Unknown(
        Counter("ABCD"), (), 2, 0, (Batch(("A",), 1),)
    ),
    "a copy of the open card may be in the hand": Unknown(
        Counter("AABC"), (), 2, 0, (Batch(("A",), 1),)
    ),
    "one of two open cards was drawn": Unknown(
        Counter("ABCD"), (), 2, 1, (Batch(("A", "B"), 0, drawn=(0,)),)
    ),
    "a drawn open card was played": Unknown(
        Counter("ABCD"), ("A",), 1, 1, (Batch(("A", "B"), 0, drawn=(0,)),)
    ),
    "open or not, one of the batch was drawn": Unknown(
        Counter("ABCD"), (), 2, 0, (Batch(("A",), 1, drawn=(0,)), Batch((), 1))
    ),
    "a copy was played that may come from the batch": Unknown(
        Counter("AABCD"), ("A",), 2, 0, (Batch(("A", "B"), 1, drawn=(0,)),)
    ),
    "two batches in one hand": Unknown(
        Counter("ABCDE"),
        ("C",),
        3,
        0,
        (Batch(("A",), 0, drawn=(0,)), Batch(("B", "C"), 1, drawn=(0, 0))),
    ),
    "a card of the batch went astray in an earlier round": Unknown(
        Counter("ABCDE"), (), 2, 0, (Batch(("A", "B"), 1, lost=1), Batch((), 1))
    ),
    "astray before, drawn since, and played": Unknown(
        Counter("ABCDE"),
        ("D",),
        2,
        0,
        (Batch(("A", "B", "C"), 0, lost=1, drawn=(0,)), Batch((), 1)),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_DC_R20_resampling_is_uniform_over_the_physical_cards(name: str) -> None:
    unknown = CASES[name]
    expected = _enumerated(unknown)
    assert len(expected) > 1
    samples = 20_000
    rng = Random(2)
    found = Counter(_world(deal(unknown, rng)) for _ in range(samples))
    assert set(found) == set(expected)
    for world, odds in expected.items():
        # five standard deviations of a binomial count: a wrong weight of a few percent shows
        spread = (samples * odds * (1 - odds)) ** 0.5
        assert abs(found[world] - samples * odds) <= 5 * spread + 1, world


def test_DC_R20_a_memory_that_nothing_fits_is_refused() -> None:
    impossible = Unknown(Counter("AB"), (), 1, 0, (Batch(("C",), 0),))
    with pytest.raises(ValueError, match="fit"):
        deal(impossible, Random(1))
