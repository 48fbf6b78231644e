"""The end of the game: seven points, four cycles, ties, the cap on rounds."""

import pytest

from tabletop_rules import dominum as dm
from tabletop_rules.core import ConfigError, IllegalActionError, OutcomeKind
from tabletop_rules.dominum import events

from .helpers_phases import PLAIN, SEATS, Table, scene

BITTER = dm.Config(PLAIN.domains, rulings=dm.Rulings(to_the_bitter_end=True))
SHORT = dm.Config(PLAIN.domains, max_rounds=3)
SHORT_BITTER = dm.Config(PLAIN.domains, max_rounds=3, rulings=BITTER.rulings)
FOUR = 'phases = ["deploy", "move", "reposition", "attack"]\nlinked = true\n'
FIVE = 'phases = ["deploy", "move", "reposition", "attack", "charge"]\nlinked = true\n'
CYCLED = "counters = []\n"


def last(
    me: int,
    points: tuple[int, int],
    config: dm.Config = PLAIN,
    more: tuple[str, str] = ("", ""),
    number: int = 2,
) -> Table:
    """Return my last choice of a round; all others of both were made."""
    mine = f"{FOUR}points = {points[0]}\n{more[0]}"
    yours = f"{FIVE}points = {points[1]}\n{more[1]}"
    return scene(me, f"turn = ME\nfirst = ME\nround = {number}", mine, yours, config)


def result(table: Table) -> tuple[str, str] | None:
    """Return who has won and by which rule, ``None`` if the game goes on."""
    over = dm.outcome(table.state)
    if over is None:
        return None
    assert table.asked == "nobody"
    assert table.options == []
    if over.kind is not OutcomeKind.WIN:
        assert over.ranks == (1, 1)
        return over.kind.name.lower(), over.rule
    winner = over.ranks.index(1)
    assert over.winners == (winner,)
    return "me" if winner == table.me else "you", over.rule


@pytest.mark.parametrize("me", SEATS)
@pytest.mark.parametrize(
    ("points", "expected"),
    [
        ((7, 0), "me"),
        ((0, 7), "you"),
        ((8, 6), "me"),
        ((6, 9), "you"),
        ((6, 6), None),
        ((6, 0), None),
        ((0, 0), None),
        ((8, 7), "me"),
        ((7, 8), "you"),
        ((9, 12), "you"),
        ((7, 7), "draw"),
        ((8, 8), "draw"),
    ],
)
def test_DM_WIN_1_DM_END_1_DM_R11_B7_seven_or_more_at_the_end_of_a_round(
    me: int, points: tuple[int, int], expected: str | None
) -> None:
    table = last(me, points)
    assert dm.outcome(table.state) is None  # nobody has won in mid-round
    table = table.do("phase charge")
    assert result(table) == (None if expected is None else (expected, "DM-WIN-1"))
    assert len(table.of(events.GameEnded)) == (expected is not None)
    assert len(table.of(events.RoundBegan)) == (expected is None)
    (ended,) = table.of(events.RoundEnded)
    assert (ended.points[me], ended.points[1 - me]) == points
    assert (dm.score(table.state)[me], dm.score(table.state)[1 - me]) == points


@pytest.mark.parametrize("me", SEATS)
def test_DM_R11_B7_six_and_two_at_the_end_of_the_round_win(me: int) -> None:
    more = 'cards = ["Soldier 1 b5", "Soldier 2 c4"]\nreserve = "4 4"'
    table = last(me, (6, 6), more=(more, "")).do("phase assault", "power reserve 4")
    assert dm.score(table.state)[me] == 6
    table = table.do("power reserve 4")  # 3 + 8 = 11
    assert dm.score(table.state)[me] == 8
    assert result(table) == ("me", "DM-WIN-1")


@pytest.mark.parametrize("me", SEATS)
def test_DM_R11_DM_END_1_B7_seven_in_mid_round_plays_on_and_can_be_overtaken(me: int) -> None:
    mine = 'points = 6\ncards = ["Soldier 1 b5", "Soldier 2 c4"]\nreserve = "4 4"\n'
    mine += 'phases = ["deploy", "move", "reposition"]\nlinked = true'
    yours = f'{FOUR}points = 7\ncards = ["Soldier 1 b1", "Soldier 2 c2"]\nreserve = "4 4"'
    table = scene(me, "turn = ME\nfirst = ME\nround = 2", mine, yours)
    table = table.do("phase assault", "power reserve 4", "power reserve 4")
    assert dm.score(table.state)[me] == 8
    assert (table.asked, dm.outcome(table.state)) == ("you", None)
    table = table.do("phase assault", "power reserve 4", "power reserve 4")
    assert dm.score(table.state)[1 - me] == 9
    assert (table.asked, dm.outcome(table.state)) == ("me", None)
    table = table.do("phase charge")
    assert result(table) == ("you", "DM-WIN-1")


@pytest.mark.parametrize("me", SEATS)
@pytest.mark.parametrize(
    ("points", "expected"),
    [((3, 2), "me"), ((0, 1), "you"), ((0, 0), "draw"), ((4, 4), "draw"), ((6, 5), "me")],
)
def test_DM_WIN_2_DM_CYCLE_6_DM_R12_both_have_cycled_four_times(
    me: int, points: tuple[int, int], expected: str
) -> None:
    table = last(me, points, more=(CYCLED, CYCLED)).do("phase charge")
    assert result(table) == (expected, "DM-WIN-2")


@pytest.mark.parametrize("me", SEATS)
@pytest.mark.parametrize("more", [(CYCLED, ""), ("", CYCLED), (CYCLED, "counters = [3]")])
def test_DM_CYCLE_6_DM_R12_four_cycles_of_one_player_do_not_end_it(
    me: int, more: tuple[str, str]
) -> None:
    assert result(last(me, (5, 2), more=more).do("phase charge")) is None


@pytest.mark.parametrize("me", SEATS)
def test_DM_CYCLE_6_DM_R12_the_game_ends_with_the_round_of_the_later_fourth_cycle(me: int) -> None:
    mine = 'points = 1\ncounters = [2]\nreserve = "4 3"\nused = "critical 1 1 2 2 3 4"\n'
    mine += 'cards = ["Soldier 1 b5"]\nphases = ["deploy", "move", "reposition"]\nlinked = true'
    table = scene(me, "turn = ME\nfirst = ME\nround = 2", mine, f"{FOUR}points = 2\n{CYCLED}")
    table = table.do("phase assault", "power reserve 4")  # 2 + 4 + 3: the ninth card is used
    assert [event.left for event in table.of(events.CounterSpent)] == [0]
    table = table.do("draw 1")
    assert table.player().points == 2
    assert (table.asked, dm.outcome(table.state)) == ("you", None)  # the round is played on
    table = table.do("phase charge")
    assert (table.asked, dm.outcome(table.state)) == ("me", None)
    assert result(table.do("phase charge")) == ("draw", "DM-WIN-2")


@pytest.mark.parametrize("me", SEATS)
@pytest.mark.parametrize(("points", "more"), [((7, 7), ""), ((2, 2), CYCLED), ((9, 9), CYCLED)])
def test_DM_WIN_3_DM_R11_DM_R12_to_the_bitter_end_a_tie_is_fought_on(
    me: int, points: tuple[int, int], more: str
) -> None:
    table = last(me, points, BITTER, (more, more)).do("phase charge")
    assert result(table) is None
    (began,) = table.of(events.RoundBegan)
    assert began.round == 3
    # and looked at after each further round
    again = last(me, points, BITTER, (more, more), number=3).do("phase charge")
    assert result(again) is None
    ahead = last(me, (points[0], points[1] + 1), BITTER, (more, more), number=3)
    rule = "DM-WIN-1" if points[0] >= 7 else "DM-WIN-2"
    assert result(ahead.do("phase charge")) == ("you", rule)


@pytest.mark.parametrize("me", SEATS)
def test_DM_WIN_3_the_bitter_end_changes_nothing_else(me: int) -> None:
    assert result(last(me, (7, 6), BITTER).do("phase charge")) == ("me", "DM-WIN-1")
    assert result(last(me, (4, 4), BITTER).do("phase charge")) is None
    assert result(last(me, (4, 4), BITTER, (CYCLED, "")).do("phase charge")) is None


@pytest.mark.parametrize("me", SEATS)
@pytest.mark.parametrize("points", [(0, 0), (6, 1), (5, 5)])
def test_DM_R32_after_the_last_round_the_game_is_truncated(
    me: int, points: tuple[int, int]
) -> None:
    assert result(last(me, points, SHORT, number=2).do("phase charge")) is None
    table = last(me, points, SHORT, number=3).do("phase charge")
    assert result(table) == ("truncated", "DM-R32")
    assert [event.rule for event in table.of(events.GameEnded)] == ["DM-R32"]
    assert (dm.score(table.state)[me], dm.score(table.state)[1 - me]) == points


@pytest.mark.parametrize("me", SEATS)
def test_DM_R32_DM_R11_DM_R12_a_result_in_the_last_round_stands(me: int) -> None:
    assert result(last(me, (7, 1), SHORT, number=3).do("phase charge")) == ("me", "DM-WIN-1")
    both = (CYCLED, CYCLED)
    assert result(last(me, (1, 3), SHORT, both, 3).do("phase charge")) == ("you", "DM-WIN-2")
    assert result(last(me, (3, 3), SHORT, both, 3).do("phase charge")) == ("draw", "DM-WIN-2")
    tied = last(me, (3, 3), SHORT_BITTER, both, 3).do("phase charge")
    assert result(tied) == ("truncated", "DM-R32")  # it has to end somewhere
    assert result(last(me, (8, 8), SHORT_BITTER, number=3).do("phase charge")) == (
        "truncated",
        "DM-R32",
    )


def test_DM_R32_sixty_rounds_if_nothing_else_is_agreed() -> None:
    assert dm.Config().max_rounds == 60
    for wrong in (0, -1):
        with pytest.raises(ConfigError, match="max_rounds"):
            dm.Config(max_rounds=wrong)


@pytest.mark.parametrize("me", SEATS)
def test_DM_END_1_X9_after_the_end_nothing_is_allowed(me: int) -> None:
    table = last(me, (7, 0)).do("phase charge")
    over, points = dm.outcome(table.state), dm.score(table.state)
    for text in ("phase move", "done", "draw 1", "pass", "link", "deploy Soldier 1 a1"):
        with pytest.raises(IllegalActionError) as caught:
            dm.apply(table.state, dm.parse_action(text))
        assert caught.value.rule == "DM-END-1"
    assert dm.chance_outcomes(table.state) == ()
    assert (dm.outcome(table.state), dm.score(table.state)) == (over, points)
