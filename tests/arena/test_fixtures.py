"""Who plays whom: fair to all, and the same whoever asks."""

from collections import Counter
from itertools import chain, combinations, islice, permutations
from typing import Any

import pytest

from tabletop_rules.arena.fixtures import (
    ArenaError,
    Fixture,
    Gauntlet,
    RoundRobin,
    Swiss,
    derived,
    fixtures,
    make_schedule,
)

SIZES = [(entrants, seats) for entrants in range(2, 7) for seats in range(2, 5)]


def planned(schedule: Any, games: int, seed: int = 1) -> list[Fixture]:
    return list(chain.from_iterable(fixtures(schedule, seed, games, {})))


def one_round(schedule: Any) -> tuple[tuple[int, ...], ...]:
    made: tuple[tuple[int, ...], ...] = schedule.round([], {})
    return made


@pytest.mark.parametrize(("entrants", "seats"), SIZES)
def test_each_has_each_seat_equally_often_in_a_round(entrants: int, seats: int) -> None:
    taken = Counter(
        (place, seat)
        for table in one_round(RoundRobin(entrants, seats))
        for seat, place in enumerate(table)
    )
    assert len(taken) == entrants * seats
    assert len(set(taken.values())) == 1


@pytest.mark.parametrize(("entrants", "seats"), SIZES)
def test_each_group_that_fills_a_table_plays_in_each_round(entrants: int, seats: int) -> None:
    size = min(entrants, seats)
    groups = Counter(frozenset(table) for table in one_round(RoundRobin(entrants, seats)))
    assert set(groups) == {frozenset(each) for each in combinations(range(entrants), size)}
    assert len(set(groups.values())) == 1


def test_two_seats_are_simply_changed() -> None:
    assert one_round(RoundRobin(3, 2)) == ((0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1))


def test_three_seats_are_rotated() -> None:
    assert one_round(RoundRobin(3, 3)) == ((0, 1, 2), (1, 2, 0), (2, 0, 1))


def test_two_entrants_at_three_seats_both_have_two_of_them() -> None:
    tables = one_round(RoundRobin(2, 3))
    assert sorted(tables) == sorted({*permutations((0, 0, 1)), *permutations((0, 1, 1))})


@pytest.mark.parametrize(("entrants", "seats"), SIZES)
def test_the_first_plays_in_all_games_of_a_gauntlet(entrants: int, seats: int) -> None:
    tables = one_round(Gauntlet(entrants, seats))
    assert all(0 in table for table in tables)
    size = min(entrants, seats) - 1
    others = {frozenset(table) - {0} for table in tables}
    assert others == {frozenset(each) for each in combinations(range(1, entrants), size)}


def test_the_games_of_a_round_share_their_chance_and_no_others_do() -> None:
    games = planned(RoundRobin(3, 2), 60)
    seeds: dict[int, set[int]] = {}
    for each in games:
        seeds.setdefault(each.round, set()).add(each.seed)
    assert len(seeds) == 10
    assert all(len(each) == 1 for each in seeds.values())
    assert len(set[int].union(*seeds.values())) == 10


@pytest.mark.parametrize("schedule", [RoundRobin(4, 2), Gauntlet(4, 2), RoundRobin(3, 4)])
@pytest.mark.parametrize("games", [1, 5, 12, 13, 50])
def test_fewer_games_are_the_first_ones_of_more(schedule: Any, games: int) -> None:
    assert planned(schedule, games) == planned(schedule, 60)[:games]
    assert [each.number for each in planned(schedule, games)] == list(range(games))


def test_another_seed_gives_other_chance_and_the_same_tables() -> None:
    one, other = planned(RoundRobin(3, 2), 6, seed=1), planned(RoundRobin(3, 2), 6, seed=2)
    assert [each.seats for each in one] == [each.seats for each in other]
    assert {each.seed for each in one}.isdisjoint(each.seed for each in other)


def test_a_derived_number_is_read_exactly_by_every_language() -> None:
    numbers = [derived("round", 0, index) for index in range(1000)]
    assert all(0 <= number < 2**53 for number in numbers)
    assert len(set(numbers)) == 1000


def test_parts_of_a_derived_number_do_not_run_together() -> None:
    assert derived("round", 1, 11) != derived("round", 11, 1)
    assert derived("bot", 1, 1) != derived("round", 1, 1)


# ---------------------------------------------------------------- swiss


def swiss(entrants: int, rounds: int, strength: Any, seats: int = 2) -> list[tuple[Fixture, ...]]:
    """Return the rounds of a tournament in which the first of `strength` always wins."""
    points: dict[int, tuple[float, ...]] = {}
    made: list[tuple[Fixture, ...]] = []
    source = fixtures(Swiss(entrants, seats), 1, 10_000, points)
    for _ in range(rounds):
        games = next(source)
        made.append(games)
        for game in games:
            order = sorted(game.seats, key=strength.index)
            points[game.number] = tuple(
                1 - order.index(place) / (len(order) - 1) for place in game.seats
            )
    return made


def pairs(games: tuple[Fixture, ...]) -> set[frozenset[int]]:
    return {frozenset(game.seats) for game in games}


def test_the_successful_meet_in_the_second_round() -> None:
    """3 beats 2 and 1 beats 0 in the first round: then 1 and 3 play, and 0 and 2."""
    first, second, third = swiss(4, 3, strength=[3, 1, 0, 2])
    assert pairs(first) == {frozenset((0, 1)), frozenset((2, 3))}
    assert pairs(second) == {frozenset((1, 3)), frozenset((0, 2))}
    assert pairs(third) == {frozenset((0, 3)), frozenset((1, 2))}


@pytest.mark.parametrize("entrants", [4, 6, 8])
def test_nobody_meets_the_same_again_early(entrants: int) -> None:
    rounds = swiss(entrants, 3, strength=list(range(entrants)))
    met = Counter(chain.from_iterable(pairs(games) for games in rounds))
    assert max(met.values()) == 1


@pytest.mark.parametrize(("entrants", "seats"), [(3, 2), (5, 2), (5, 3), (7, 4), (6, 4)])
def test_everybody_sits_out_about_equally_often(entrants: int, seats: int) -> None:
    rounds = swiss(entrants, 2 * entrants, strength=list(range(entrants)), seats=seats)
    out = Counter(
        place
        for games in rounds
        for place in set(range(entrants)) - {p for game in games for p in game.seats}
    )
    assert sum(out.values()) == 2 * entrants * (entrants % seats)
    assert max(out.values()) - min(out[place] for place in range(entrants)) <= 1


def test_the_least_successful_sits_out() -> None:
    """2 sits out first, being last; then, of 0 and 1, whoever lost."""
    first, second, _ = swiss(3, 3, strength=[1, 0, 2])
    assert pairs(first) == {frozenset((0, 1))}
    assert pairs(second) == {frozenset((1, 2))}


def test_a_group_of_a_swiss_tournament_rotates_its_seats() -> None:
    (games, *_) = swiss(4, 1, strength=[0, 1, 2, 3])
    assert [game.seats for game in games] == [(0, 1), (1, 0), (2, 3), (3, 2)]


# ---------------------------------------------------------------- what cannot be


@pytest.mark.parametrize(
    ("name", "entrants", "seats", "where"),
    [("knockout", 2, 2, "schedule"), ("swiss", 1, 2, "bots"), ("gauntlet", 2, 1, "config")],
)
def test_what_cannot_be_played_is_refused(name: str, entrants: int, seats: int, where: str) -> None:
    with pytest.raises(ArenaError) as caught:
        make_schedule(name, entrants, seats)
    assert [problem.where for problem in caught.value.problems] == [where]


def test_all_that_is_wrong_is_told() -> None:
    with pytest.raises(ArenaError) as caught:
        make_schedule("knockout", 0, 1)
    assert len(caught.value.problems) == 3


def test_fixtures_end_by_themselves() -> None:
    assert len(list(islice(chain.from_iterable(fixtures(RoundRobin(2, 2), 1, 7, {})), 100))) == 7
