"""The boundary to the base game, the order of a turn, stand-alone play, the end."""

from fractions import Fraction

import pytest
from attrs import evolve

from tabletop_rules import dominus_portus as dp
from tabletop_rules.core import CHANCE, HOST, OutcomeKind

from .helpers import DOMINUS, HOSTED, PORTUS, odds, options, play, refused, scene, ship, units

ALONE = dp.Config()
RED, PURPLE = dp.Colour.RED, dp.Colour.PURPLE
MILITARY = dp.Symbol(dp.SymbolKind.MILITARY)


def test_DS_R1_hosted_the_state_waits_for_a_placement() -> None:
    state = scene("", HOSTED)
    assert dp.actor(state) is HOST
    assert dp.legal_actions(state) == ()
    assert dp.chance_outcomes(state) == ()
    placed = dp.Placement(
        0, RED, 2, 1, (MILITARY,), 1, dp.Tally(columns=2, red=1, monuments=1, red_stars=1)
    )
    after, events = dp.apply(state, placed)
    assert after.cities[0] == dp.City(placed.change, coins=2, population=1)
    assert events[0].describe() == "Seat 0 places a tile (red) and gains 2 coins and 1 population."
    assert dp.actor(after) == 0
    refusal = dp.why_not(state, placed, 0)
    assert refusal is not None
    assert "not a player's decision" in refusal.reason


@pytest.mark.parametrize(
    "wrong",
    [
        dp.Placement(2, RED),
        dp.Placement(-1, RED),
        dp.Placement(True, RED),
        dp.Placement(0, "red"),  # type: ignore[arg-type]
        dp.Placement(0, RED, coins=-1),
        dp.Placement(0, RED, coins=1.5),  # type: ignore[arg-type]
        dp.Placement(0, RED, population=100),
        dp.Placement(0, RED, legions=9),
        dp.Placement(0, RED, symbols=(MILITARY,) * 9),
        dp.Placement(0, RED, symbols=[MILITARY]),  # type: ignore[arg-type]
        dp.Placement(0, RED, symbols=("military",)),  # type: ignore[arg-type]
        dp.Placement(0, RED, symbols=(dp.Symbol(dp.SymbolKind.LEGION),)),
        dp.Placement(0, RED, symbols=(dp.Symbol(dp.SymbolKind.MILITARY, points=2),)),
        dp.Placement(0, RED, symbols=(dp.Symbol(dp.SymbolKind.PRESTIGE, points=-2),)),
        dp.Placement(0, RED, symbols=(dp.Symbol(dp.SymbolKind.PRESTIGE, same=1),)),  # type: ignore[arg-type]
        dp.Placement(0, RED, change=dp.Tally(lyres=-1)),
        dp.Placement(0, RED, change=dp.Tally(lyres=1000)),
        dp.Placement(0, RED, change=None),  # type: ignore[arg-type]
        dp.DeployLegion(),
        dp.TakeTile("Temple"),
        dp.FinalPoints((1, 2)),
        dp.DrawGood("oil"),
        None,
    ],
)
def test_DS_R1_what_is_no_placement_is_refused(wrong: dp.Action) -> None:
    assert refused(scene("", HOSTED), wrong) == "DS-R1"


def test_DS_R1_a_placement_may_take_from_a_city_what_it_has() -> None:
    state = scene("[[seats]]\ntally = { brown = 2 }")
    assert play(state, "place 0 brown brown=-1").state.cities[0].tally == dp.Tally(brown=1)
    assert refused(state, "place 0 brown brown=-3") == "DS-R1"


def test_DS_R13_it_must_be_the_seats_turn_and_one_placement_makes_a_turn() -> None:
    state = scene("", HOSTED)
    assert refused(state, "place 1 red") == "DS-R13"
    assert refused(state, "gains 1 lyres=1") == "DS-R13"
    placed = play(state, "place 0 red").state
    assert refused(placed, "place 0 red") == "DS-R13"
    assert refused(placed, "place 1 red") == "DS-R13"
    following = play(placed, "close").state
    assert (following.seat, following.turn) == (1, 1)
    assert refused(following, "place 0 red") == "DS-R13"


def test_DS_PLAY_1_without_dominus_symbols_are_those_of_the_base_game() -> None:
    done = play(
        scene("", PORTUS), "place 0 red military:same prestige:same:4 prestige:same:1 legions=2"
    )
    assert dp.actor(done.state) is HOST
    assert [(gain.points, gain.rule) for gain in done.of(dp.Gained)] == [(5, "DS-PLAY-1")]
    assert done.state.armies == ()


def test_DS_R13_C13_both_modules_in_one_turn_with_a_star_in_the_middle() -> None:
    """Booking and guests, symbols with a settlement star, the ship, Legion symbols, next seat."""
    seats = '[[seats]]\nship = "island 0 3"\ngoods = ["oil"]\n[[seats]]\nship = "port 0 2"'
    state = scene(seats, HOSTED)
    state1 = play(state, "place 0 red coins=2 military:same")
    assert state1.rules == ["DS-R13", "PT-GUEST-1"]
    inside = play(state1.state, "move legion Rome > Gallia", "reveal star")
    assert options(inside.state) == ["track brown", "track purple", "track red"]
    second = play(inside.state, "track red")
    assert options(second.state) == [
        "deploy legion",
        "move legion Gallia > Rome",
        "move legion Gallia > Hispania",
        "move legion Gallia > Britannia",
        "move legion Gallia > Germania",
        "decline",
    ]
    placed = play(second.state, "move legion Gallia > Rome").state
    assert ship(placed, 0) == "island 0 3"
    closed = play(placed, "close")
    assert closed.rules == ["DS-R13", "PT-SHIP-2", "PT-GOODS-4", "DS-R13", "PT-GOODS-5"]
    assert ship(closed.state, 0) == "port 1 1"
    assert options(closed.state)[0] == "deploy legion"
    last = play(closed.state, "deploy legion")
    assert dp.actor(last.state) is HOST
    assert (last.state.seat, last.state.turn) == (0, 0)
    assert play(last.state, "close").state.seat == 1
    assert last.state.cities[0].tally.red_stars == 1


def test_DS_R13_guests_are_paid_by_where_ships_are_before_they_move() -> None:
    state = scene('[[seats]]\nship = "port 1 1"\n[[seats]]\nship = "port 0 2"', PORTUS)
    state = play(state, "place 0 red coins=1", "close").state
    assert [city.coins for city in state.cities] == [1, 1]
    assert ship(state, 0) == "port 1 2"
    done = play(state, "place 1 red coins=4", "close").state
    assert [city.coins for city in done.cities] == [5, 5]
    assert ship(done, 1) == "island 0 1"


def test_DS_R15_further_gains_are_taken_until_the_turn_is_closed() -> None:
    state = scene('[[seats]]\n[[seats]]\nship = "port 0 1"', HOSTED)
    early = play(state, "gains 0 lyres=1").state
    placed = play(early, "place 0 red").state
    done = play(placed, "gains 0 legions=2 columns=1 red_stars=1")
    assert done.rules == ["DS-R15"]
    assert done.of(dp.Gained) == []  # no guests
    assert done.state.cities[0].tally == dp.Tally(lyres=1, columns=1, red_stars=1)
    assert options(done.state)[0] == "deploy legion"
    after = play(done.state, "deploy legion", "decline").state
    assert dp.actor(after) is HOST
    assert refused(after, "gains 0 legions=9") == "DS-R15"
    assert refused(after, "gains 0 lyres=-2") == "DS-R15"
    assert refused(after, dp.FurtherGains(0, 0, "lyre")) == "DS-R15"  # type: ignore[arg-type]
    for _ in range(18):
        after = play(after, "gains 0 masks=1").state
    assert refused(after, "gains 0 masks=1") == "DS-R15"
    assert play(after, "close").state.seat == 1


def test_DS_R15_gains_match_no_colour() -> None:
    state = scene('[[seats]]\nship = "island 0 1"', PORTUS)
    assert ship(play(state, "gains 0 brown=1", "close").state, 0) == "island 0 1"


def test_DS_R15_the_host_is_asked_again_after_goods_were_paid() -> None:
    """Faith or a star from goods may give something in the base game, before the turn is closed."""
    state = scene('[[seats]]\nship = "island 0 3"\ngoods = ["wine"]', HOSTED)
    closing = play(state, "place 0 red", "close").state
    assert dp.actor(closing) is HOST
    assert closing.seat == 0
    assert refused(closing, "place 0 red") == "DS-R13"
    gained = play(closing, "gains 0 legions=1", "deploy legion").state
    assert units(gained, 0) == {"Rome": 2}
    following = play(gained, "close").state
    assert following.seat == 1
    assert ship(following, 0) == "port 1 1"  # it has moved once
    untiled = scene('[[seats]]\nship = "island 0 3"\ngoods = ["wine"]', HOSTED)
    assert dp.actor(play(untiled, "close").state) is CHANCE


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_DS_R17_stand_alone_a_ring_of_eight_from_a_supply_of_24_each(seats: int) -> None:
    state = dp.initial_state(evolve(ALONE, seats=seats, portus=False))
    assert sum(state.market.supply) == 24 * seats
    names = iter(state.config.score_tiles.names)
    while (first := options(state)[0]).startswith("tile "):
        state = play(state, f"tile {next(names)}").state
    assert first.startswith("refill ")
    assert {outcome.probability for outcome in dp.chance_outcomes(state)} == {Fraction(1, 12)}
    for _ in range(8):
        assert dp.actor(state) is CHANCE
        state = play(state, options(state)[0]).state
    assert dp.actor(state) == 0
    assert sum(state.market.supply) == 24 * seats - 8
    assert len(state.market.ring) == 8


def test_DS_R17_one_tile_a_turn_and_the_ring_is_refilled_at_once() -> None:
    tiles = ["Arena", "Arena", "Temple", "Market", "Insulae", "Granary", "Gardens", "Theatre"]
    state = scene(f"ring = {tiles}", evolve(ALONE, portus=False))
    assert options(state) == [
        "take Arena",
        "take Gardens",
        "take Granary",
        "take Insulae",
        "take Market",
        "take Temple",
        "take Theatre",
    ]
    assert refused(state, "take Basilica") == "DS-R17"
    assert refused(state, "decline") == "DS-R17"
    taken = play(state, "take Insulae")
    assert taken.state.cities[0] == dp.City(dp.Tally(columns=1, brown=1), population=3)
    assert dp.actor(taken.state) is CHANCE
    assert odds(taken.state)["refill Arena"] == "1/20"  # 2 of the 4 are left of 40
    assert odds(taken.state)["refill Basilica"] == "1/10"
    following = play(taken.state, "refill Basilica").state
    assert dp.actor(following) == 1
    assert "take Basilica" in options(following)


def test_DS_R17_symbols_of_a_tile_follow_its_refill() -> None:
    state = scene("", evolve(ALONE, portus=False))
    state = play(state, "take Barracks", "refill Arena").state
    assert options(state) == ["resolve military:same", "resolve legion:different"]


def test_DS_R17_the_ring_shrinks_when_the_supply_is_empty() -> None:
    head = (
        'turn = 46\nring = ["Arena", "Temple"]\ngone = { Insulae = 4, Workshops = 4, Granary = 4,'
    )
    head += " Market = 4, Temple = 3, Theatre = 4, Gardens = 4, Basilica = 4, Barracks = 4,"
    head += ' Watchtower = 4, "Triumphal arch" = 4, Arena = 3 }'
    state = scene(head, evolve(ALONE, portus=False))
    done = play(state, "take Temple", "points")
    assert dp.actor(done.state) == 1
    assert options(done.state) == ["take Arena"]


def test_DS_R17_points_provinces_and_a_third_of_coins_population_and_faith() -> None:
    config = evolve(ALONE, portus=False, turns=1)
    head = "turn = 1\n"
    seats = (
        "[[seats]]\ncoins = 5\npopulation = 3\nfaith = 6\npoints = 7\n[[seats]]\npopulation = 6\n"
    )
    done = play(scene(head + seats, config), "take Insulae", "refill Arena")
    assert dp.actor(done.state) is None
    assert dp.score(done.state) == (7 + 1 + 1 + 2, 3)
    result = dp.outcome(done.state)
    assert result is not None
    assert (result.kind, result.winners, result.rule) == (OutcomeKind.WIN, (0,), "DS-R17")


def test_DS_R13_DS_R17_the_last_turn_has_all_its_steps() -> None:
    config = evolve(ALONE, turns=1)
    head = 'turn = 1\n[[seats]]\n[[seats]]\nship = "island 1 2"'
    state = play(scene(head, config), "take Barracks", "refill Arena").state
    state = play(state, "resolve military:same", "deploy legion", "deploy legion", "decline").state
    assert ship(state, 1) == "island 1 3"  # Delos: the second arrow is red
    done = play(state, "draw wine")
    assert dp.actor(done.state) is None
    assert units(done.state, 1) == {"Rome": 3}


def test_DS_R18_goods_on_an_island_and_sealed_tokens_pay_nothing_at_the_end() -> None:
    config = evolve(HOSTED, turns=1)
    seats = '[[seats]]\nship = "island 0 3"\ngoods = ["spices", "marble"]\n'
    state = scene(f"turn = 1\n{seats}", config)
    done = play(state, "close", "final 10 10").state
    assert dp.score(done) == (10, 10)
    assert sum(done.tokens) == 12
    assert refused(done, "final 11 10") == "DS-R18"
    assert dp.why_not(done, dp.CloseTurn(), 0) is not None


@pytest.mark.parametrize(
    "wrong",
    [
        "close",
        "place 0 red",
        "final 1",
        "final 1 2 3",
        "final 1 2 ties 1",
        dp.FinalPoints((1, True)),
        dp.FinalPoints((1, 10**9)),
        dp.FinalPoints([1, 2]),  # type: ignore[arg-type]
        None,
    ],
)
def test_DS_END_1_the_host_must_hand_in_points_at_the_end(wrong: str | dp.Action) -> None:
    state = play(scene("turn = 1", evolve(DOMINUS, turns=1)), "close").state
    assert dp.actor(state) is HOST
    assert refused(state, wrong) == "DS-END-1"
