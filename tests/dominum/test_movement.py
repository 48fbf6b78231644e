"""Movement against a plain breadth-first search, and coordination against plain enumeration."""

from itertools import combinations
from random import Random

import pytest

from tabletop_rules import dominum as dm
from tabletop_rules.dominum.events import AttackDeclared
from tabletop_rules.dominum.moving import move_mask
from tabletop_rules.testing import random_walk

from .helpers import CONFIG, options, scene

COLUMNS, ROW_COUNT = "abcdef", 5
STRONGHOLDS = ({"c1", "d1"}, {"c5", "d5"})
CELLS = {f"{column}{row}" for column in COLUMNS for row in range(1, ROW_COUNT + 1)}


def neighbours(cell: str, diagonal: bool) -> set[str]:
    """Return the cells next to a cell; both halves of a stronghold are one space."""
    cells = next((each for each in STRONGHOLDS if cell in each), {cell})
    found: set[str] = set()
    for each in cells:
        x, y = COLUMNS.index(each[0]), int(each[1])
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                if (dx or dy) and (diagonal or not (dx and dy)) and 0 <= x + dx < len(COLUMNS):
                    found.add(f"{COLUMNS[x + dx]}{y + dy}")
    return (found & CELLS) - cells


def plain_search(
    start: str, steps: int, diagonal: bool, allies: set[str], foes: set[str]
) -> set[str]:
    """Return the empty spaces that can be reached, step by step."""
    reached, edge = {start}, {start}
    for _ in range(steps):
        edge = {next_ for cell in edge for next_ in neighbours(cell, diagonal)} - foes - reached
        for stronghold in STRONGHOLDS:
            if edge & stronghold:
                edge |= stronghold
        reached |= edge
    return reached - allies - foes - STRONGHOLDS[0] - STRONGHOLDS[1] - {start}


@pytest.mark.parametrize("seed", range(30))
def test_DM_MOVE_2_DM_MOVE_5_DM_MOVE_6_DM_R19_moves_agree_with_a_plain_search(seed: int) -> None:
    rng = Random(seed)
    spaces = sorted(CELLS - STRONGHOLDS[0] - STRONGHOLDS[1])
    rng.shuffle(spaces)
    cards = ["Scout", "Pike", "Grunt", "Trickster", "Duellist", "Lancer"]
    mine, yours = spaces[:6], spaces[6:12]
    state = scene(
        'turn = 0\nphase = "move"',
        f"cards = {[f'{card} {space}' for card, space in zip(cards, mine, strict=True)]}",
        f"cards = {[f'{card} {space}' for card, space in zip(cards, yours, strict=True)]}",
    )
    board = state.config.board
    for unit in state.units:
        card = state.card(unit.uid)
        own, foes = (set(mine), set(yours)) if unit.seat == 0 else (set(yours), set(mine))
        flies = card.fly
        diagonal = flies or card.range is dm.Range.RADIAL
        expected = plain_search(
            board.names[unit.space], 3, diagonal, own | foes, set() if flies else foes
        )
        mask = move_mask(state, unit, 3)
        assert {name for space, name in board.names.items() if mask >> space & 1} == expected
        if unit.seat == 0:
            start = f"move {board.names[unit.space]} "
            listed = [text for text in options(state) if text.startswith(start)]
            assert len(set(listed)) == len(listed)
            assert {text.removeprefix(start) for text in listed} == expected


def test_DM_MOVE_6_DM_R1_a_stronghold_is_one_step_wide() -> None:
    state = scene('turn = 0\nphase = "move"', 'cards = ["Pike b1"]', 'cards = ["Grunt e4"]')
    ends = {text.removeprefix("move b1 ") for text in options(state) if text.startswith("move")}
    assert "f1" in ends  # b1, the stronghold, e1, f1
    assert not ends & {"c1", "d1", "b1"}


def coordinated(state: dm.State, first: str) -> set[frozenset[str]]:
    """Return the sets of helpers that can be named after an attack is begun."""
    start = dm.apply(state, dm.parse_action(first)).state
    found: set[frozenset[str]] = set()
    waiting: list[tuple[dm.State, frozenset[str]]] = [(start, frozenset())]
    while waiting:
        place, named = waiting.pop()
        joining = [text for text in options(place) if text.startswith("with ")]
        if not joining:
            assert named not in found
            found.add(named)
            continue
        for text in options(place):
            after = dm.apply(place, dm.parse_action(text)).state
            if text == "go":
                assert named not in found
                found.add(named)
            else:
                waiting.append((after, named | {text.removeprefix("with ")}))
    return found


@pytest.mark.parametrize("seed", range(12))
def test_DM_COORD_1_DM_R23_helpers_agree_with_a_plain_enumeration(seed: int) -> None:
    rng = Random(seed)
    spaces = ["b2", "c2", "d2", "b3", "d3", "b4", "c4", "d4"]
    rng.shuffle(spaces)
    cards = ["Scout", "Pike", "Grunt", "Lancer", "Duellist", "Archer"]
    marks = [" attacked" if rng.random() < 0.2 else "" for _ in cards]
    mine = list(zip(cards, spaces, marks, strict=False))
    state = scene(
        'turn = 0\nphase = "attack"',
        f"cards = {[f'{card} {space}{mark}' for card, space, mark in mine]}",
        'cards = ["Guard c3"]',
    )
    fresh = {
        space
        for card, space, mark in mine
        if not mark and "c3" in neighbours(space, card in ("Scout", "Duellist", "Archer"))
    }
    attacks = {text for text in options(state) if text.startswith("attack")}
    assert attacks == {f"attack {space} x c3" for space in fresh}
    for space in fresh:
        others = sorted(fresh - {space})
        expected = {
            frozenset(group)
            for size in range(len(others) + 1)
            for group in combinations(others, size)
        }
        assert coordinated(state, f"attack {space} x c3") == expected


def test_DM_COORD_4_all_who_take_part_have_attacked() -> None:
    seen = 0
    for seed in range(12):
        for step in random_walk(dm, CONFIG, seed, most=500).steps:
            for event in step.events:
                if isinstance(event, AttackDeclared) and event.helpers:
                    names = {event.attacker, *event.helpers}
                    spent = {
                        step.after.card(unit.uid).name
                        for unit in step.after.units
                        if unit.attacked and unit.seat == event.seat
                    }
                    assert names <= spent
                    seen += 1
    assert seen > 5
