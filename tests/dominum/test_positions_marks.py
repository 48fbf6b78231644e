"""Position texts: marks are of abilities that are there, and of a phase that is running."""

import pytest

from tabletop_rules import dominum as dm
from tabletop_rules.core import PositionError

from .helpers import CONFIG, PROVING

ROOM = 64
"""How many numbers `fired` has for each card."""
ATTACK = 'turn = 0\nphase = "attack"'


def fired(name: str | None, place: int, times: int = 1) -> str:
    """Return the line for uses of an ability of a card, or of the stronghold."""
    card = -1 if name is None else PROVING.numbers[name]
    return f"fired = {[(card + 1) * ROOM + place] * times}"


def read(head: str, seat: str, other: str = "") -> dm.State:
    """Return a position of which seat 0 has what is written."""
    return dm.parse_state(f"{head}\n[[seats]]\n{seat}\n[[seats]]\n{other}\n", CONFIG)


def wrong(head: str, seat: str) -> list[str]:
    """Return what is wrong with a position, for both seats alike."""
    found: list[list[str]] = []
    for first, second in ((seat, ""), ("", seat)):
        with pytest.raises(PositionError) as caught:
            read(head, first, second)
        found.append([str(each) for each in caught.value.problems])
    assert found[1] == [each.replace("seats[0]", "seats[1]") for each in found[0]]
    return found[0]


CARD = "seats[0].cards"
BATTLED = "on the battlefield, in the discard pile or known in hand"


@pytest.mark.parametrize(
    ("seat", "what"),
    [
        # A card without abilities; a keyword; a triggered one that gives no attack; too high a bit.
        (
            'cards = ["Grunt c3 used=1"]',
            f"{CARD}: Grunt on c3 has no ability that used=1 could be of",
        ),
        (
            'cards = ["Lancer c3 used=1"]',
            f"{CARD}: Lancer on c3 has no ability that used=1 could be of",
        ),
        (
            'cards = ["Viper c3 used=3"]',
            f"{CARD}: Viper on c3 has no ability that used=3 could be of",
        ),
        (
            'cards = ["Medic c3 used=3"]',
            f"{CARD}: Medic on c3 has no ability that used=2 could be of",
        ),
        (
            'cards = ["Medic c3 used=513"]',
            f"{CARD}: Medic on c3 has no ability that used=512 could be of",
        ),
        ("stronghold_used = 1", "seats[0].stronghold_used: expected 0 without a stronghold, got 1"),
        (
            'stronghold = "Well"\nstronghold_used = 9',
            "seats[0].stronghold_used: Well has no ability that 8 could be of",
        ),
        (
            'stronghold = "Gallows"\nstronghold_used = 1',
            "seats[0].stronghold_used: Gallows has no ability that 1 could be of",
        ),
        (fired(None, 0), "seats[0].fired: expected none of a stronghold without one, got 0"),
        ("fired = [64000]", "seats[0].fired: no card of Proving Ground has the number 999 (64000)"),
        (
            f'cards = ["Grunt c3"]\n{fired("Grunt", 0)}',
            f"seats[0].fired: Grunt has no ability at place 0 that is used "
            f"({(PROVING.numbers['Grunt'] + 1) * ROOM})",
        ),
        (
            f'cards = ["Viper c3"]\n{fired("Viper", 9)}',
            f"seats[0].fired: Viper has no ability at place 9 that is used "
            f"({(PROVING.numbers['Viper'] + 1) * ROOM + 9})",
        ),
        (fired("Viper", 0), f"seats[0].fired: expected cards {BATTLED}, got Viper"),
        (
            f'hand = ["Viper"]\n{fired("Viper", 0)}',
            f"seats[0].fired: expected cards {BATTLED}, got Viper",
        ),
        (
            f'cards = ["Viper c3"]\n{fired("Viper", 0, 7)}',
            "seats[0].fired: expected each ability at most 6 times, got 7 of Viper",
        ),
    ],
)
def test_DM_R31_DM_R47_marks_are_of_abilities_that_are_there(seat: str, what: str) -> None:
    assert wrong(ATTACK, seat) == [what]


@pytest.mark.parametrize(
    "seat",
    [
        'cards = ["Medic c3 used=1"]',
        'cards = ["Archer c3 used=1"]',  # Alt Attack
        'cards = ["Striker c3 used=2"]',  # its triggered ability gives an attack (DM-R36)
        'stronghold = "Bastion"\nstronghold_used = 1',
        f'stronghold = "Gallows"\n{fired(None, 0, 6)}',
        f'cards = ["Viper c3"]\n{fired("Viper", 1, 6)}',
        f'discard = ["Viper"]\n{fired("Viper", 0)}',
        f'hand = ["Viper"]\nknown = ["Viper"]\n{fired("Viper", 0)}',
        f'cards = ["Medic c3 used=1"]\n{fired("Medic", 0)}',
    ],
)
def test_DM_R31_DM_R47_marks_that_can_be_are_read_and_written(seat: str) -> None:
    for first, second in ((seat, ""), ("", seat)):
        state = read(ATTACK, first, second)
        assert dm.parse_state(dm.format_state(state), CONFIG) == state


@pytest.mark.parametrize(
    ("seat", "where"),
    [
        ('cards = ["Medic c3 used=1"]', CARD),
        ('cards = ["Grunt c3 moved"]', CARD),
        ('cards = ["Grunt c3 attacked"]', CARD),
        ('cards = ["Grunt c3 attack+1"]', CARD),
        ('cards = ["Grunt c3 has=deadly"]', CARD),
        (f'cards = ["Viper c3"]\n{fired("Viper", 0)}', "seats[0].fired"),
    ],
)
def test_DM_R31_between_phases_there_is_nothing_that_lasts_for_a_phase(
    seat: str, where: str
) -> None:
    what = "no phase is running: nothing that lasts for a phase can be there"
    (problem,) = wrong("turn = 0", seat)
    assert problem.startswith(where)
    assert problem.endswith(what)


def test_DM_R10_between_phases_a_stronghold_is_still_used() -> None:
    seat = 'stronghold = "Bastion"\nstronghold_used = 1'
    assert read("turn = 0", seat).players[0].used == 1
