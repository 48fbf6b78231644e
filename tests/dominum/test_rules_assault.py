"""The Assault phase with Surge, and the Charge phase."""

from collections import Counter

import pytest

from tabletop_rules import dominum as dm
from tabletop_rules.dominum import events

from .helpers_phases import SEATS, Table, card, game, scene

GAME = game(
    card("Ram", "elite", 3, '{ type = "keyword", keyword = "barrage" }'),
    card("Bombard", "elite", 3, '{ type = "keyword", keyword = "barrage" }'),
    card(
        "Zealot",
        "warrior",
        2,
        '{ type = "activated", phases = ["assault"], effects = '
        '[{ type = "sacrifice", who = "self" }] }',
    ),
)
ZONE = ["b4", "c4", "d4", "e4"]
FORTIFIED = ["b5", "e5"]
OUTSIDE = ["a4", "f4", "a5", "f5", "c3", "b3", "b1", "c2", "a1"]


def power(reserve: str = "", deck: str = "", counters: str = "1, 2, 3, 4") -> str:
    """Return a Power Deck as a position has it: all but reserve and deck are used."""
    used = Counter(["critical", "1", "1", "2", "2", "3", "3", "4", "4"])
    used.subtract(reserve.split() + deck.split())
    left = " ".join(used.elements())
    return f'reserve = "{reserve}"\nused = "{left}"\ncounters = [{counters}]\n'


def assault(me: int, spaces: str, mine: str, yours: str = "") -> Table:
    """Return my Assault phase with Soldiers on these spaces, or other cards: "Ram:c3"."""
    cards: list[str] = []
    for number, text in enumerate(spaces.split(), 1):
        name, _, space = text.rpartition(":")
        cards.append(f'"{name or f"Soldier {number}"} {space}"')
    text = f"cards = [{', '.join(cards)}]\n{mine}"
    return scene(me, "turn = ME", text, yours, GAME).do("phase assault")


def initial(table: Table) -> int:
    (event,) = table.of(events.AssaultBegan)
    return event.initial


def settled(table: Table) -> tuple[int, int]:
    """Return the assault total, and the points that it was worth."""
    (event,) = table.of(events.AssaultSettled)
    return event.total, event.points


# --- who may, and the initial score -----------------------------------------------------------


@pytest.mark.parametrize("me", SEATS)
def test_DM_ASLT_1_DM_BOARD_4_only_with_a_card_in_the_enemy_assault_zone(me: int) -> None:
    for space in ZONE + FORTIFIED:
        table = scene(me, "turn = ME", f'cards = ["Soldier 1 {space}"]', "", GAME)
        assert "phase assault" in table.options
    for space in OUTSIDE:
        table = scene(me, "turn = ME", f'cards = ["Ram {space}"]', "", GAME)
        assert table.refused("phase assault") == "DM-ASLT-1"
    # the other's cards in my zone or in theirs are not mine
    table = scene(
        me, "turn = ME", 'cards = ["Soldier 1 a1"]', 'cards = ["Elite 1 c4", "Elite 2 c2"]'
    )
    assert "phase assault" not in table.options


@pytest.mark.parametrize("me", SEATS)
@pytest.mark.parametrize(
    ("spaces", "score"),
    [
        *((space, 1) for space in ZONE),
        *((space, 2) for space in FORTIFIED),
        ("c4 d4", 2),
        ("b4 b5", 3),
        ("b5 e5", 4),
        ("b4 c4 d4 e4 b5 e5", 8),
        ("c4 a4 a5 f4 f5 c3", 1),
        ("b5 b1 e1 c2", 2),  # the own Fortified Spaces count nothing
        ("c4 Ram:c3", 2),
        ("c4 Ram:c3 Bombard:f3", 3),
        ("e5 Ram:a3", 3),
        ("Ram:c4", 1),  # Barrage counts in the Neutral Line
        ("c4 Ram:a4", 1),
        ("c4 Ram:c2", 1),
    ],
)
def test_DM_ASLT_2_DM_KEY_2_B21_one_for_each_card_two_on_a_fortified_space(
    me: int, spaces: str, score: int
) -> None:
    yours = 'cards = ["Ram d3", "Elite 1 a2", "Elite 2 b2"]'  # these are not mine
    assert initial(assault(me, spaces, power("4 3", "1 2"), yours)) == score


@pytest.mark.parametrize("me", SEATS)
def test_DM_KEY_2_DM_R9_barrage_alone_is_no_assault(me: int) -> None:
    table = scene(me, "turn = ME", 'cards = ["Ram c3", "Bombard d3"]', "", GAME)
    assert table.refused("phase assault") == "DM-ASLT-1"
    lost = assault(me, "Zealot:c4 Ram:c3", power("4 3", "1 2")).do("use c4")  # it was the only one
    assert lost.of(events.AssaultSettled) == []
    assert lost.options == ["link", "pass"]


# --- the total --------------------------------------------------------------------------------


@pytest.mark.parametrize("me", SEATS)
def test_DM_ASLT_3_DM_POWER_1_two_cards_from_deck_or_reserve_the_second_after_the_first(
    me: int,
) -> None:
    table = assault(me, "c4 d4", power("4 3", "1 2"))
    options = ["power deck", "power reserve 3", "power reserve 4"]
    assert (table.asked, table.options) == ("me", options)
    assert table.refused("decline") == "DM-ASLT-3"
    table = table.do("power deck")
    assert table.odds == {"draw 1": "1/2", "draw 2": "1/2"}
    table = table.do("draw 2")
    assert (table.asked, table.options) == ("me", options)
    table = table.do("power reserve 3")
    assert settled(table) == (7, 0)
    assert table.power().reserve == (4,)
    assert table.power().deck == (1,)
    assert [event.card for event in table.of(events.PowerUsed)] == [2, 3]
    assert table.options == ["link", "pass"]


@pytest.mark.parametrize("me", SEATS)
@pytest.mark.parametrize(
    ("spaces", "cards", "total", "points"),
    [
        ("c4", "1 1", 3, 0),
        ("c4", "3 4", 8, 0),
        ("b5", "2 4", 8, 0),
        ("c4", "4 4", 9, 1),
        ("b5 c4", "2 4", 9, 1),
        ("c4", "4 critical", 9, 1),
        ("b5", "4 4", 10, 1),
        ("c4 d4", "critical 4", 10, 1),
        ("c4 d4 e4", "4 4", 11, 2),
        ("b4 c4 d4 e4 b5 e5", "1 2", 11, 2),
        ("b5 c4", "critical 4", 11, 2),
        ("b4 c4 d4 e4 b5 e5", "4 4", 16, 2),
    ],
)
def test_DM_ASLT_4_DM_ASLT_5_DM_ASLT_6_DM_POWER_10_B21_what_the_total_is_worth(
    me: int, spaces: str, cards: str, total: int, points: int
) -> None:
    spare = next(n for n in "123" if n not in cards.split())
    first, second = cards.split()
    table = assault(me, spaces, f"{power(cards, spare)}points = 3")
    table = table.do(f"power reserve {first}")
    assert not table.of(events.AssaultSettled)
    table = table.do(f"power reserve {second}")
    assert settled(table) == (total, points)
    assert dm.score(table.state)[me] == 3 + points
    assert dm.score(table.state)[1 - me] == 0
    assert table.player().surge == (points == 0)
    assert not table.player("you").surge
    assert [event.held for event in table.of(events.SurgeMoved)] == ([True] if points == 0 else [])


@pytest.mark.parametrize("me", SEATS)
@pytest.mark.parametrize(
    ("spaces", "cards", "used", "result"),
    [
        ("c4", "2 4", True, (0, True)),  # 7 + 1: back to the side, and collected again
        ("c4", "2 4", False, (0, True)),
        ("c4", "3 4", True, (1, False)),  # 8 + 1
        ("c4", "3 4", False, (0, True)),
        ("c4", "4 4", True, (1, False)),  # 9 + 1
        ("c4", "4 4", False, (1, True)),
        ("b5", "4 4", True, (2, False)),  # 10 + 1
        ("b5", "4 4", False, (1, True)),
        ("b5 c4", "4 4", True, (2, False)),
        ("b5 c4", "4 4", False, (2, True)),
    ],
)
def test_DM_ASLT_7_DM_R29_B21_surge_is_offered_once_the_total_is_known(
    me: int, spaces: str, cards: str, used: bool, result: tuple[int, bool]
) -> None:
    points, held = result
    first, second = cards.split()
    table = assault(me, spaces, f"{power(cards, '1')}surge = true", "surge = true")
    assert table.starting("surge") == []
    table = table.do(f"power reserve {first}", f"power reserve {second}")
    assert (table.asked, table.options) == ("me", ["surge", "decline"])
    assert not table.of(events.AssaultSettled)
    table = table.do("surge" if used else "decline")
    base = initial(table) + int(first) + int(second)
    assert settled(table) == (base + used, points)
    assert dm.score(table.state)[me] == points
    assert table.player().surge is held
    assert table.player("you").surge  # theirs is another one
    expected = [False, True] if used and held else [False] if used else []
    assert [event.held for event in table.of(events.SurgeMoved)] == expected


@pytest.mark.parametrize("me", SEATS)
def test_DM_R29_without_the_token_it_is_not_offered(me: int) -> None:
    table = assault(me, "c4", power("3 4", "1"), "surge = true").do("power reserve 3")
    table = table.do("power reserve 4")
    assert table.options == ["link", "pass"]
    assert settled(table) == (8, 0)


# --- the ninth card ---------------------------------------------------------------------------


@pytest.mark.parametrize("me", SEATS)
@pytest.mark.parametrize("source", ["deck", "reserve"])
def test_DM_ASLT_8_DM_R28_DM_R14_the_first_is_the_ninth_the_cycle_comes_between(
    me: int, source: str
) -> None:
    last = power("", "3") if source == "deck" else power("3")
    table = assault(me, "c4", f"{last}surge = true")
    table = table.do("draw 3") if source == "deck" else table
    assert (table.asked, table.starting("counter")) == ("me", table.options)
    table = table.do("counter 4", "draw critical")
    assert table.options == ["power deck", "power reserve critical", "power reserve 4"]
    deck = table.do("power deck")
    assert deck.odds == {f"draw {n}": s for n, s in (("1", "2/7"), ("2", "2/7"), ("3", "2/7"))} | {
        "draw 4": "1/7"
    }
    table = table.do("power reserve 4")
    assert table.options == ["surge", "decline"]
    assert settled(table.do("decline")) == (8, 0)  # 1 + 3 + 4
    assert settled(table.do("surge")) == (9, 1)


@pytest.mark.parametrize("me", SEATS)
def test_DM_R28_DM_R15_one_in_the_deck_and_one_in_the_reserve_is_no_cycle_between(me: int) -> None:
    table = assault(me, "c4", f"{power('4', '3')}surge = true")
    assert table.options == ["power deck", "power reserve 4"]
    for steps in (("power deck", "draw 3"), ("power reserve 4", "draw 3")):
        both = table.do(*steps)  # the second is all that is left
        assert [event.card for event in both.of(events.PowerUsed)] in ([3, 4], [4, 3])
        assert both.starting("counter") == both.options  # before Surge and the total
        both = both.do("counter 1", "draw 2")
        assert both.options == ["surge", "decline"]
        assert settled(both.do("decline")) == (8, 0)


@pytest.mark.parametrize("me", SEATS)
def test_DM_R28_DM_R15_with_an_empty_deck_both_come_from_the_reserve(me: int) -> None:
    table = assault(me, "c4", power("2 3 4"))
    assert table.options == ["power reserve 2", "power reserve 3", "power reserve 4"]
    table = table.do("power reserve 4", "power reserve 3")
    assert settled(table) == (8, 0)
    assert not table.of(events.DeckCycled)
    assert table.power().reserve == (2,)
    last = assault(me, "c4", power("2 4")).do("power reserve 2")
    assert last.starting("counter") == last.options  # the second was the ninth
    assert not last.of(events.AssaultSettled)
    assert settled(last.do("counter 3", "draw 1")) == (7, 0)


# --- Charge -----------------------------------------------------------------------------------


@pytest.mark.parametrize("me", SEATS)
@pytest.mark.parametrize(("before", "after"), [(0, 2), (1, 3), (2, 3), (3, 3)])
def test_DM_CHG_1_DM_R30_DM_SH_1_B17_two_charges_up_to_three(
    me: int, before: int, after: int
) -> None:
    mine = f'stronghold = "Keep 1"\ncharges = {before}\ncards = ["Soldier 1 a1"]'
    table = scene(me, "turn = ME", mine, 'cards = ["Soldier 2 c3 weakened"]').do("phase charge")
    assert table.player().charges == after  # nobody is asked: no ally is weakened
    assert table.options == ["link", "pass"]
    assert [(e.amount, e.charges) for e in table.of(events.ChargesChanged)] == [
        (after - before, after)
    ]


@pytest.mark.parametrize("me", SEATS)
@pytest.mark.parametrize("weak", [1, 2])
def test_DM_CHG_1_DM_R30_or_one_weaken_token_of_an_ally(me: int, weak: int) -> None:
    marks = ["weakened" if number < weak else "" for number in range(3)]
    cards = ", ".join(
        f'"Soldier {n} {s} {m}"' for n, s, m in zip("123", ("a1", "c3", "c4"), marks, strict=True)
    )
    mine = f'stronghold = "Keep 1"\ncharges = 1\ncards = [{cards}]'
    table = scene(me, "turn = ME", mine, 'cards = ["Soldier 2 d3 weakened"]').do("phase charge")
    cures = ["cure a1", "cure c3"][:weak]
    assert sorted(table.options) == sorted(["charge", *cures])
    assert table.refused("cure d3") in dm.rulebook  # not an ally
    charged = table.do("charge")
    assert (charged.player().charges, charged.on("a1")) == (3, "my Soldier 1 weakened")
    cured = table.do("cure a1")
    assert (cured.player().charges, cured.on("a1")) == (1, "my Soldier 1")
    assert cured.on("d3") == "your Soldier 2 weakened"
    assert cured.on("c3") == ("my Soldier 2 weakened" if weak == 2 else "my Soldier 2")
    assert cured.options == charged.options == ["link", "pass"]
