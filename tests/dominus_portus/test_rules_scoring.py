"""Places and ties, the twelve score tiles, the breakdown, and the result."""

from collections.abc import Iterator
from itertools import combinations

import pytest

from tabletop_rules import dominus_portus as dp
from tabletop_rules.core import OutcomeKind
from tabletop_rules.dominus_portus.contents import PRINTED
from tabletop_rules.dominus_portus.scoring import places

from .helpers import DOMINUS, play, scene

TILES = dp.ScoreTiles.shelf.get(PRINTED)
HIGH, MIDDLE, LOW, NOTHING = 0, 1, 2, None
PLACES: dict[tuple[int, ...], tuple[int | None, ...]] = {
    # the sizes of the groups, the most powerful first: what each group gets
    (1,): (HIGH,),
    (2,): (MIDDLE,),
    (3,): (MIDDLE,),
    (4,): (MIDDLE,),
    (1, 1): (HIGH, MIDDLE),
    (1, 2): (HIGH, LOW),
    (1, 3): (HIGH, LOW),
    (2, 1): (MIDDLE, LOW),
    (2, 2): (MIDDLE, LOW),
    (3, 1): (MIDDLE, LOW),
    (1, 1, 1): (HIGH, MIDDLE, LOW),
    (1, 1, 2): (HIGH, MIDDLE, NOTHING),
    (1, 2, 1): (HIGH, LOW, NOTHING),
    (2, 1, 1): (MIDDLE, LOW, NOTHING),
    (1, 1, 1, 1): (HIGH, MIDDLE, LOW, NOTHING),
}


def ordered_partitions(items: tuple[int, ...]) -> Iterator[list[tuple[int, ...]]]:
    """Give all ways to put items into groups, one after the other."""
    if not items:
        yield []
    for size in range(1, len(items) + 1):
        for first in combinations(items, size):
            rest = tuple(item for item in items if item not in first)
            for others in ordered_partitions(rest):
                yield [first, *others]


def multipliers(*powers: int) -> list[int | None]:
    return [place.multiplier for place in places(powers)]


def test_there_are_as_many_ordered_partitions_as_there_should_be() -> None:
    assert [len(list(ordered_partitions(tuple(range(n))))) for n in (2, 3, 4)] == [3, 13, 75]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("last_is_zero", [False, True])
def test_DS_R2_every_ordered_partition_by_power(players: int, last_is_zero: bool) -> None:
    for groups in ordered_partitions(tuple(range(players))):
        powers = [0] * players
        placed = groups[:-1] if last_is_zero else groups
        for height, group in enumerate(reversed(placed), 1):
            for player in group:
                powers[player] = height * height + 1
        expected: list[int | None] = [NOTHING] * players
        shape = tuple(len(group) for group in placed)
        for group, given in zip(placed, PLACES[shape] if shape else (), strict=True):
            for player in group:
                expected[player] = given
        assert multipliers(*powers) == expected, groups


def test_DS_PLACE_1_DS_PLACE_2_DS_PLACE_3_first_second_and_third() -> None:
    assert [(p.multiplier, p.rule) for p in places((3, 5, 1, 4))] == [
        (LOW, "DS-PLACE-3"),
        (HIGH, "DS-PLACE-1"),
        (NOTHING, "DS-R2"),
        (MIDDLE, "DS-PLACE-2"),
    ]


def test_DS_TIE_1_DS_TIE_2_a_tie_for_the_first_place() -> None:
    assert [(p.multiplier, p.rule) for p in places((4, 4, 3, 2))] == [
        (MIDDLE, "DS-TIE-1"),
        (MIDDLE, "DS-TIE-1"),
        (LOW, "DS-TIE-2"),
        (NOTHING, "DS-TIE-2"),
    ]


def test_DS_TIE_3_DS_TIE_4_a_tie_for_the_second_place() -> None:
    assert [(p.multiplier, p.rule) for p in places((4, 3, 3, 2))] == [
        (HIGH, "DS-PLACE-1"),
        (LOW, "DS-TIE-3"),
        (LOW, "DS-TIE-3"),
        (NOTHING, "DS-TIE-4"),
    ]
    assert multipliers(4, 4, 3, 3) == [MIDDLE, MIDDLE, LOW, LOW]


def test_DS_TIE_1_DS_TIE_3_ties_for_both_places_cite_both_rules() -> None:
    assert [p.rule for p in places((4, 4, 3, 3))] == ["DS-TIE-1", "DS-TIE-1"] + ["DS-TIE-3"] * 2


def test_C2_DS_R3_without_power_there_is_no_place() -> None:
    assert multipliers(0, 0, 0) == [NOTHING] * 3
    assert multipliers(0, 2, 0, 0) == [NOTHING, HIGH, NOTHING, NOTHING]
    assert places((0, 2))[0].rule == "DS-R3"


def last_turn(seats: str, *, count: int = 2, tiles: str = "") -> dp.State:
    """Return the last turn of a hosted game of Dominus, with all provinces open."""
    names = ", ".join(f'"{name}"' for name in DOMINUS.map_board.provinces)
    tokens = ", ".join(f'"{t.name}", "{t.name}"' for t in DOMINUS.settlements.tokens)
    head = f"turn = {count - 1}\nopen = [{names}]\nrevealed = [{tokens}]\n{tiles}"
    return scene(head + seats, DOMINUS, seats=count, turns=1)


def seat(legions: str = "", general: str = "", tally: str = "", points: int = 0) -> str:
    lines = [
        "[[seats]]",
        f"legions = {{ {legions} }}",
        f"tally = {{ {tally} }}",
        f"points = {points}",
    ]
    if general:
        lines.append(f'general = "{general}"')
    return "\n".join(lines) + "\n"


def test_DS_R20_DS_END_2_the_example_of_gallia() -> None:
    """Yellow 4 power, Blue and Black 2 each, White 1; the tile of Gallia is that of lyre pairs."""
    state = last_turn(
        seat("Gallia = 2", "Gallia", "lyres = 6")  # three pairs
        + seat("Gallia = 2", "", "lyres = 4")  # two pairs
        + seat("", "Gallia", "lyres = 3")  # one pair
        + seat("Gallia = 1", "", "lyres = 8"),
        count=4,
    )
    assert state.dealt.tiles[0] == "Lyre pairs"
    gallia = dp.breakdown(state).provinces[0]
    assert [award.power for award in gallia.awards] == [4, 2, 2, 1]
    assert [award.place for award in gallia.awards] == [1, 3, 3, None]
    assert [award.multiplier for award in gallia.awards] == [3, 1, 1, 0]
    assert [award.count for award in gallia.awards] == [3, 2, 1, 4]
    assert [award.points for award in gallia.awards] == [9, 2, 1, 0]
    assert [award.rule for award in gallia.awards] == [
        "DS-PLACE-1",
        "DS-TIE-3",
        "DS-TIE-3",
        "DS-TIE-4",
    ]
    assert dp.score(state) == (9, 2, 1, 0)


def test_DS_END_1_provinces_are_scored_after_everything_else() -> None:
    state = last_turn(seat("Gallia = 2", "", "lyres = 2") + seat("Gallia = 1", "", "lyres = 4"))
    waiting = play(state, "close").state
    assert dp.outcome(waiting) is None
    done = play(waiting, "final 40 42")
    assert [event.describe() for event in done.events] == [
        "Seat 0 scores 3 for Gallia (power 2, 1 times 3).",
        "Seat 1 scores 4 for Gallia (power 1, 2 times 2).",
        "The game ends after 2 turns.",
    ]
    assert dp.score(done.state) == (43, 46)
    result = dp.outcome(done.state)
    assert result is not None
    assert result.winners == (1,)


def test_DS_POWER_1_C3_a_general_and_two_legions_equal_four_legions() -> None:
    state = last_turn(
        seat("Gallia = 2", "Gallia", "lyres = 2") + seat("Gallia = 4", "", "lyres = 2")
    )
    assert dp.view(state, None).powers["Gallia"] == (4, 4)
    assert dp.score(state) == (2, 2)


def test_DS_AIM_1_the_three_most_powerful_players_of_a_province_score() -> None:
    sizes = (4, 3, 2, 1)
    state = last_turn("".join(seat(f"Gallia = {n}", "", "lyres = 2") for n in sizes), count=4)
    assert dp.score(state) == (3, 2, 1, 0)


def test_C2_DS_ROME_1_DS_ROME_2_nobody_scores_or_controls_rome() -> None:
    everything = "columns = 4, lyres = 4, masks = 4, brown = 2, purple = 2, red = 2, monuments = 2"
    state = last_turn(seat("Rome = 10", "Rome", everything) + seat("Rome = 1", "", everything))
    assert dp.score(state) == (0, 0)
    listed = [province.province for province in dp.breakdown(state).provinces]
    assert listed == list(DOMINUS.map_board.provinces)
    assert "Rome" not in listed


def test_C2_a_sole_occupant_places_first_and_an_empty_province_pays_nobody() -> None:
    state = last_turn(seat("Hispania = 1", "", "columns = 2") + seat("Rome = 1", "", "columns = 2"))
    assert [
        p.province for p in dp.breakdown(state).provinces if any(a.points for a in p.awards)
    ] == ["Hispania"]
    assert dp.score(state) == (3, 0)


def paid(name: str, *tallies: dp.Tally) -> list[int]:
    """Return what the first place of a tile is worth for each of some cities."""
    tile = TILES.by_name[name]
    return [
        dp.score_provinces([tally], [("Gallia", tile, (1,))])[0].awards[0].points
        for tally in tallies
    ]


def by_place(name: str, tally: dp.Tally) -> list[int]:
    """Return what a tile pays in the first, second and third place."""
    scored = dp.score_provinces([tally] * 3, [("Gallia", TILES.by_name[name], (3, 2, 1))])
    return [award.points for award in scored[0].awards]


def test_DS_TILE_1_X13_pairs_of_lyres() -> None:
    lyres = [dp.Tally(lyres=n) for n in range(6)]
    assert paid("Lyre pairs", *lyres) == [0, 0, 3, 3, 6, 6]
    assert by_place("Lyre pairs", dp.Tally(lyres=2)) == [3, 2, 1]


def test_DS_TILE_2_X13_pairs_of_columns() -> None:
    columns = [dp.Tally(columns=n) for n in range(5)]
    assert paid("Column pairs", *columns) == [0, 0, 3, 3, 6]
    assert by_place("Column pairs", dp.Tally(columns=2)) == [3, 2, 1]


def test_DS_TILE_3_X13_columns_with_lyres() -> None:
    name = "Columns with lyres"
    assert paid(name, dp.Tally(columns=5), dp.Tally(lyres=5), dp.Tally(columns=2, lyres=3)) == [
        0,
        0,
        6,
    ]
    assert by_place(name, dp.Tally(columns=1, lyres=1)) == [3, 2, 1]


def test_DS_TILE_4_X13_columns_with_masks() -> None:
    name = "Columns with masks"
    assert paid(name, dp.Tally(columns=5), dp.Tally(masks=5), dp.Tally(columns=2, masks=1)) == [
        0,
        0,
        3,
    ]
    assert by_place(name, dp.Tally(columns=1, masks=1)) == [3, 2, 1]


def test_DS_TILE_5_X13_monuments() -> None:
    assert paid("Monuments", *(dp.Tally(monuments=n) for n in range(3))) == [0, 4, 8]
    assert by_place("Monuments", dp.Tally(monuments=1)) == [4, 3, 2]


def test_DS_TILE_6_X13_sets_of_column_mask_and_lyre() -> None:
    name = "Full sets"
    assert paid(name, dp.Tally(columns=3, masks=3), dp.Tally(columns=3, masks=2, lyres=2)) == [0, 8]
    assert by_place(name, dp.Tally(columns=1, masks=1, lyres=1)) == [4, 3, 2]


def test_DS_TILE_7_X13_masks_with_lyres() -> None:
    name = "Masks with lyres"
    assert paid(
        name, dp.Tally(masks=5), dp.Tally(masks=1, lyres=4), dp.Tally(masks=2, lyres=2)
    ) == [0, 3, 6]
    assert by_place(name, dp.Tally(masks=1, lyres=1)) == [3, 2, 1]


def test_DS_TILE_8_X13_brown_districts() -> None:
    assert paid("Brown districts", *(dp.Tally(brown=n) for n in range(3))) == [0, 3, 6]
    assert by_place("Brown districts", dp.Tally(brown=1, red=9)) == [3, 2, 1]


def test_DS_TILE_9_X13_purple_districts() -> None:
    assert paid("Purple districts", *(dp.Tally(purple=n) for n in range(3))) == [0, 3, 6]
    assert by_place("Purple districts", dp.Tally(purple=1, brown=9)) == [3, 2, 1]


def test_DS_TILE_10_X13_red_districts() -> None:
    assert paid("Red districts", *(dp.Tally(red=n) for n in range(3))) == [0, 3, 6]
    assert by_place("Red districts", dp.Tally(red=1, purple=9)) == [3, 2, 1]


def test_DS_TILE_11_DS_R11_X13_every_four_stars_of_all_tracks() -> None:
    stars = [dp.Tally(brown_stars=n, purple_stars=1, red_stars=1) for n in (0, 1, 2, 5, 6)]
    assert paid("Four stars", *stars) == [0, 0, 4, 4, 8]
    assert by_place("Four stars", dp.Tally(red_stars=4)) == [4, 3, 2]


def test_DS_TILE_12_X13_pairs_of_masks() -> None:
    assert paid("Mask pairs", *(dp.Tally(masks=n) for n in range(5))) == [0, 0, 3, 3, 6]
    assert by_place("Mask pairs", dp.Tally(masks=2)) == [3, 2, 1]


def test_DS_R9_a_tie_is_shared() -> None:
    done = play(last_turn(""), "close", "final 50 50")
    result = dp.outcome(done.state)
    assert result is not None
    assert result.kind is OutcomeKind.WIN
    assert result.winners == (0, 1)
    assert (result.rule, result.tie_break) == ("DS-R9", None)


def test_DS_R9_the_host_may_break_it() -> None:
    done = play(last_turn("", count=3), "close", "final 50 50 50 ties 1 3 3")
    result = dp.outcome(done.state)
    assert result is not None
    assert result.ranks == (3, 1, 1)
    assert result.tie_break == "DS-R9"
    clear = dp.outcome(play(last_turn(""), "close", "final 50 49 ties 0 9").state)
    assert clear is not None
    assert clear.winners == (0,)
    assert clear.tie_break is None


def test_the_breakdown_adds_up_by_source() -> None:
    standalone = dp.Config(portus=False, turns=1)
    state = scene(
        'open = ["Gallia"]\nrevealed = ["coins"]\n'
        "[[seats]]\ncoins = 8\npopulation = 3\nfaith = 2\npoints = 5\n"
        "tally = { lyres = 2 }\nlegions = { Gallia = 1 }\n[[seats]]",
        standalone,
    )
    first, second = dp.breakdown(state).seats
    assert first == dp.SeatTotal(points=5, provinces=3, coins=2, population=1, faith=0)
    assert first.total == 11
    assert second.total == 0
    assert dp.score(state) == (11, 0)
    assert dp.view(state, 0).breakdown == dp.breakdown(state)
