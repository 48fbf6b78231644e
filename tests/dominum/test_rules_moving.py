"""The board, the Move phase against a plain breadth-first search, the Reposition phase."""

from itertools import product
from random import Random

import pytest

from tabletop_rules import dominum as dm
from tabletop_rules.core import ContentError
from tabletop_rules.dominum import events

from .helpers_phases import SEATS, Table, card, game, scene

GAME = game(
    card("Radial", "elite", 3, more='range = "radial"'),
    card("Kite", "elite", 3, more="fly = true"),
    card("Hawk", "elite", 3, more='fly = true\nrange = "radial"'),
    card("Courier", "warrior", 2, '{ type = "bonus", stat = "steps", amount = 1 }'),
    card(
        "Herald",
        "hero",
        2,
        '{ type = "activated", phases = ["move", "reposition"], effects = '
        '[{ type = "move", target = { side = "own" } }] }',
        '{ type = "activated", phases = ["move"], effects = '
        '[{ type = "move", target = { side = "own" }, spaces = 1 }] }',
    ),
)
COLUMNS, ROWS = "abcdef", "12345"
EVERY = {f"{column}{row}" for column, row in product(COLUMNS, ROWS)}
NEAR, FAR = frozenset({"c1", "d1"}), frozenset({"c5", "d5"})
SPACES = EVERY - NEAR - FAR
ORTHOGONAL = ((0, 1), (0, -1), (1, 0), (-1, 0))
DIAGONAL = ((1, 1), (1, -1), (-1, 1), (-1, -1))


def neighbours(space: str, *, diagonal: bool) -> set[str]:
    """Return what is one step away; either space of a stronghold stands for the whole of it."""
    whole = next((keep for keep in (NEAR, FAR) if space in keep), frozenset({space}))
    found: set[str] = set()
    for part in whole:
        for right, up in ORTHOGONAL + (DIAGONAL if diagonal else ()):
            column, row = COLUMNS.index(part[0]) + right, int(part[1]) + up
            if 0 <= column < 6 and 1 <= row <= 5:
                found.add(f"{COLUMNS[column]}{row}")
    return found - whole


def reachable(start: str, steps: int, enemies: set[str], *, diagonal: bool, fly: bool) -> set[str]:
    """Search breadth-first, one set of places after the other."""
    reached = frontier = {start}
    for _ in range(steps):
        frontier = {
            there
            for here in frontier
            for there in neighbours(here, diagonal=diagonal or fly)
            if fly or there not in enemies
        }
        reached = reached | frontier
    return reached


def moving(me: int, mine: list[str], yours: list[str], phase: str = "move") -> Table:
    texts = [", ".join(f'"{each}"' for each in side) for side in (mine, yours)]
    head = f'turn = ME\nphase = "{phase}"'
    return scene(me, head, f"cards = [{texts[0]}]", f"cards = [{texts[1]}]", GAME)


def ends(table: Table, start: str, verb: str = "move") -> list[str]:
    return [option.split()[2] for option in table.starting(verb) if option.split()[1] == start]


# --- the board --------------------------------------------------------------------------------


def test_DM_BOARD_1_DM_BOARD_2_DM_BOARD_3_DM_R1_rows_zones_and_fortified_spaces() -> None:
    board = dm.Config().board

    def named(mask: int) -> set[str]:
        return {name for space, name in board.names.items() if mask >> space & 1}

    assert set(board.names.values()) == SPACES
    assert named(board.neutral) == {f"{column}3" for column in COLUMNS}
    for seat, keep, rows in ((0, NEAR, "12"), (1, FAR, "45")):
        assert named(board.domains[seat]) == {f"{c}{r}" for c, r in product(COLUMNS, rows)} - keep
        back, front = ("1", "2") if seat == 0 else ("5", "4")
        assert named(board.fortified[seat]) == {f"b{back}", f"e{back}"}
        assert named(board.zones[seat]) == {f"b{back}", f"e{back}"} | {
            f"{c}{front}" for c in "bcde"
        }
        assert len(named(board.zones[seat])) == 6


@pytest.mark.parametrize(
    "picture",
    [
        "D F S S F D\nD Z Z Z Z D\nd z z z z d\nd f s s f d",  # no Neutral Line
        "D F S S F D\nD Z Z Z Z D\n- - - - - -\nd d z z z d\nd f s s f d",  # zone of five
        "D F S S F D\nD Z Z Z Z D\n- - - - - -\nd z z z z d\nd f z z f d",  # no stronghold
    ],
)
def test_DM_BOARD_2_DM_BOARD_3_other_pictures_are_refused(picture: str) -> None:
    with pytest.raises(ContentError):
        dm.load_board(f'id = "odd"\nname = "Odd"\npicture = """\n{picture}\n"""')


# --- against the search -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "diagonal", "fly"),
    [
        ("Elite 1", False, False),
        ("Radial", True, False),
        ("Kite", False, True),
        ("Hawk", True, True),
    ],
)
@pytest.mark.parametrize("me", SEATS)
def test_DM_MOVE_1_DM_MOVE_2_DM_MOVE_4_DM_MOVE_6_DM_MOVE_7_DM_R1_DM_R19_B16_as_a_search_finds(
    me: int, name: str, diagonal: bool, fly: bool
) -> None:
    rng = Random(16)
    for number in range(60):
        spaces = sorted(SPACES)
        rng.shuffle(spaces)
        start, allies, enemies = spaces[0], spaces[1 : number % 6], spaces[6 : 6 + number % 7]
        mine = [f"Soldier {n} {space}" for n, space in enumerate(allies, 1)]
        yours = [f"Soldier {n} {space}" for n, space in enumerate(enemies, 1)]
        table = moving(me, [f"{name} {start}", *mine], yours)
        found = reachable(start, 3, set(enemies), diagonal=diagonal, fly=fly)
        expected = (found & SPACES) - {start} - set(allies) - set(enemies)
        listed = ends(table, start)
        assert set(listed) == expected
        assert len(listed) == len(expected)  # each end once
        for ally in allies:  # the plain ones beside it
            found = reachable(ally, 3, set(enemies), diagonal=False, fly=False)
            assert set(ends(table, ally)) == (found & SPACES) - {start, *allies, *enemies}


@pytest.mark.parametrize("me", SEATS)
def test_DM_R1_DM_MOVE_6_a_stronghold_is_one_space_entered_and_left_in_one_step(me: int) -> None:
    # b1 - stronghold - e1 - f1 is three steps; going round is five
    wall = ["Soldier 1 a1", "Soldier 2 b2", "Soldier 3 c2", "Soldier 4 d2", "Soldier 5 e2"]
    table = moving(me, ["Elite 1 b1"], wall)
    assert set(ends(table, "b1")) == {"e1", "f1"}
    # from the outer two in front a step goes in diagonally only
    yours = ["Soldier 1 a2", "Soldier 2 c2", "Soldier 3 b3", "Soldier 4 b1"]
    assert moving(me, ["Elite 1 b2"], yours).starting("move") == []
    assert set(ends(moving(me, ["Radial b2"], [*yours, "Soldier 5 d2"]), "b2")) >= {"e1", "e2"}
    # also through the enemy's
    wall = ["Soldier 1 a5", "Soldier 2 b4", "Soldier 3 c4", "Soldier 4 d4", "Soldier 5 e4"]
    table = moving(me, ["Elite 1 b5"], wall)
    assert set(ends(table, "b5")) == {"e5", "f5"}
    for keep in (*NEAR, *FAR):
        assert table.refused(f"move b5 {keep}") in dm.rulebook


@pytest.mark.parametrize("me", SEATS)
def test_DM_MOVE_5_DM_MOVE_7_through_allies_not_through_enemies_unless_flying(me: int) -> None:
    ring = ["a2", "b1"]
    allies = [f"Soldier {n} {space}" for n, space in enumerate(ring, 1)]
    assert {"a3", "a4", "b2", "b3"} <= set(ends(moving(me, ["Elite 1 a1", *allies], []), "a1"))
    table = moving(me, ["Elite 1 a1"], allies)
    assert table.starting("move") == []
    assert table.refused("move a1 a3") == "DM-MOVE-5"
    assert "b2" in ends(moving(me, ["Radial a1"], allies), "a1")  # between two enemies
    assert {"a3", "a4", "b2", "d4"} <= set(ends(moving(me, ["Kite a1"], allies), "a1"))


@pytest.mark.parametrize("me", SEATS)
def test_DM_MOVE_3_never_back_to_the_start_nor_on_a_card(me: int) -> None:
    table = moving(me, ["Elite 1 c3", "Soldier 1 d3"], ["Soldier 2 c4"])
    for space, rule in (("c3", "DM-MOVE-3"), ("d3", "DM-R19"), ("c4", "DM-R19")):
        assert space not in ends(table, "c3")
        assert table.refused(f"move c3 {space}") == rule
    assert table.refused("move a1 a2") in dm.rulebook  # no card there
    assert table.refused("move c4 b4") in dm.rulebook  # not one's own


@pytest.mark.parametrize("me", SEATS)
def test_DM_MOVE_8_DM_MOVE_1_one_at_a_time_and_none_twice(me: int) -> None:
    table = moving(me, ["Elite 1 c3", "Soldier 1 d3", "Kite e3"], [])
    table = table.do("move d3 d2")
    assert table.on("d2") == "my Soldier 1"
    assert ends(table, "d2") == []
    assert table.refused("move d2 c2") == "DM-MOVE-8"
    table = table.do("move c3 d3")  # where the first has left
    assert {option.split()[1] for option in table.starting("move")} == {"e3"}
    moved = [(e.card, e.start, e.end) for e in table.of(events.CardMoved)]
    assert [name for name, _, _ in moved] == ["Soldier 1", "Elite 1"]
    assert table.do("done").options == ["link", "pass"]  # need not move all
    assert table.do("move e3 e4").options == ["link", "pass"]  # all have moved


@pytest.mark.parametrize("me", SEATS)
def test_DM_MOVE_8_a_card_may_move_again_in_the_next_round(me: int) -> None:
    table = moving(me, ["Elite 1 c3"], []).do("move c3 c2")
    assert table.options == ["link", "pass"]
    assert not any(unit.moved for unit in table.state.units)


# --- moves by abilities -----------------------------------------------------------------------


@pytest.mark.parametrize("me", SEATS)
def test_DM_R43_DM_MOVE_8_a_move_by_an_ability_is_not_the_move_of_the_phase(me: int) -> None:
    table = moving(me, ["Herald a1", "Elite 1 c3"], [])
    given = table.do("use a1")
    given = given.do("target c3") if given.starting("target") else given
    space = {option.split()[-1] for option in given.options if option != "decline"}
    found = reachable("c3", 3, set(), diagonal=False, fly=False)
    assert space == (found & SPACES) - {"c3", "a1"}  # up to three steps in its own range
    given = given.do(next(option for option in given.options if option.endswith(("c5", "c2"))))
    assert given.on("c2") == "my Elite 1"
    assert "move c2 c3" in given.options  # it still has its own move
    moved = table.do("move c3 c2").do("use a1")
    moved = moved.do("target c2") if moved.starting("target") else moved
    assert any(option.endswith(" c3") for option in moved.options)  # though it has moved
    one = table.do("use a1 2")
    one = one.do("target c3") if one.starting("target") else one
    assert {option.split()[-1] for option in one.options} - {"decline"} == {"b3", "d3", "c2", "c4"}


@pytest.mark.parametrize("me", SEATS)
def test_DM_R43_a_move_in_the_reposition_phase_leaves_the_shift(me: int) -> None:
    table = moving(me, ["Herald a1", "Elite 1 c3"], [], "reposition").do("use a1")
    table = table.do("target c3") if table.starting("target") else table
    table = table.do(next(option for option in table.options if option.endswith(" c2")))
    assert "shift c2 c3" in table.options


@pytest.mark.parametrize("me", SEATS)
def test_DM_ACT_1_DM_MOVE_2_a_further_step_by_an_ability(me: int) -> None:
    table = moving(me, ["Courier a1"], [])
    found = reachable("a1", 4, set(), diagonal=False, fly=False)
    assert set(ends(table, "a1")) == (found & SPACES) - {"a1"}


# --- Reposition -------------------------------------------------------------------------------


@pytest.mark.parametrize("me", SEATS)
@pytest.mark.parametrize("name", ["Elite 1", "Radial", "Kite", "Hawk"])
def test_DM_REPO_1_DM_SHIFT_1_DM_ADJ_1_one_space_orthogonally(me: int, name: str) -> None:
    for start in sorted(SPACES):
        column, row = COLUMNS.index(start[0]), int(start[1])
        near = {f"{COLUMNS[c]}{row}" for c in (column - 1, column + 1) if 0 <= c < 6}
        near |= {f"{start[0]}{r}" for r in (row - 1, row + 1) if 1 <= r <= 5}
        enemy = min(near & SPACES)  # one of them is taken
        table = moving(me, [f"{name} {start}"], [f"Soldier 1 {enemy}"], "reposition")
        assert set(ends(table, start, "shift")) == (near & SPACES) - {enemy}
        assert len(ends(table, start, "shift")) == len((near & SPACES) - {enemy})


@pytest.mark.parametrize("me", SEATS)
def test_DM_REPO_1_each_card_once_and_not_through_a_stronghold(me: int) -> None:
    table = moving(me, ["Elite 1 c2", "Soldier 1 d2"], ["Soldier 2 c3"], "reposition")
    assert set(ends(table, "c2", "shift")) == {"b2"}
    for space in ("c1", "b1", "d3", "e1"):
        assert table.refused(f"shift c2 {space}") == "DM-REPO-1"
    table = table.do("shift d2 d3")
    assert ends(table, "d3", "shift") == []
    assert set(ends(table, "c2", "shift")) == {"b2", "d2"}
    assert table.do("done").options == ["link", "pass"]
    assert table.do("shift c2 d2").options == ["link", "pass"]
    assert [event.how for event in table.of(events.CardMoved)] == ["shifts"]
