"""All of a kind, where an example of the other tests stands for it: each number, place and turn."""

from itertools import combinations

import pytest
from attrs import evolve

from tabletop_rules import dominus_portus as dp
from tabletop_rules.core import CHANCE, HOST

from .helpers import HOSTED, PORTUS, general, options, play, refused, scene, ship, units

GALLIA = 'open = ["Gallia"]\nrevealed = ["coins"]\n'


@pytest.mark.parametrize("place", [None, "Rome", "Gallia"])
def test_DS_DEPLOY_2_a_legion_that_is_deployed_leaves_the_general_where_it_is(
    place: str | None,
) -> None:
    leads = "" if place is None else f'general = "{place}"\n'
    state = scene(f"{GALLIA}[[seats]]\nlegions = {{ Rome = 1 }}\n{leads}")
    two = play(state, "place 0 red military:same", "deploy legion", "deploy legion").state
    assert (units(two, 0), general(two, 0)) == ({"Rome": 3}, place)
    free = play(
        state, "place 0 red military:different", "move legion Rome > Africa", "reveal legion"
    ).state
    assert (units(free, 0), general(free, 0)) == ({"Rome": 1, "Africa": 1}, place)


@pytest.mark.parametrize("symbol", ["military:same", "prestige:same", "prestige:same:99"])
def test_DS_ACT_2_DS_PREST_1_two_legions_whatever_the_symbol_would_score(symbol: str) -> None:
    asked = play(scene(GALLIA), f"place 0 red {symbol}").state
    for first, second, there in (
        ("deploy legion", "deploy legion", {"Rome": 3}),
        ("deploy legion", "move legion Rome > Gallia", {"Rome": 1, "Gallia": 1}),
        ("move legion Rome > Gallia", "deploy legion", {"Rome": 1, "Gallia": 1}),
        ("move legion Rome > Gallia", "move legion Gallia > Rome", {"Rome": 1}),
    ):
        between = play(asked, first).state
        assert refused(between, "points") == "DS-PREST-2"
        assert refused(between, "deploy general") == "DS-GENERAL-1"
        done = play(between, second).state
        assert (units(done, 0), dp.actor(done)) == (there, HOST)
        assert done.cities[0].points == 0


@pytest.mark.parametrize("points", [0, 1, 99])
def test_DS_PREST_2_a_prestige_symbol_scores_all_its_points(points: int) -> None:
    for row in ("same", "different"):
        done = play(scene(""), f"place 0 red prestige:{row}:{points}", "points").state
        assert done.cities[0].points == points


@pytest.mark.parametrize("count", range(9))
def test_DS_LEGION_1_DS_R15_every_legion_symbol_is_used(count: int) -> None:
    for handed in (f"place 0 red legions={count}", f"gains 0 legions={count}"):
        done = play(scene(""), handed, *["deploy legion"] * count).state
        assert units(done, 0) == {"Rome": 1 + count}
        assert dp.actor(done) is HOST


@pytest.mark.parametrize("turn", range(4))
@pytest.mark.parametrize("leads", [False, True])
def test_DS_SETTLE_1_a_general_reveals_a_token_as_a_legion_does(turn: int, leads: bool) -> None:
    seat = turn % 2
    written = ["[[seats]]", "[[seats]]"]
    written[seat] += '\nlegions = { Rome = 1 }\ngeneral = "Rome"'
    state = scene(f"turn = {turn}\n" + "\n".join(written))
    unit = "general" if leads else "legion"
    moved = play(state, f"place {seat} red legions=1", f"move {unit} Rome > Gallia").state
    assert dp.actor(moved) is CHANCE
    assert play(moved, "reveal points").state.cities[seat].points == 3


@pytest.mark.parametrize("coins", range(3))
@pytest.mark.parametrize("population", range(3))
def test_PT_GUEST_1_guests_gain_coins_and_population_either_of_them_or_both(
    coins: int, population: int
) -> None:
    state = scene('[[seats]]\n[[seats]]\nship = "port 0 1"', PORTUS)
    done = play(state, f"place 0 red coins={coins} population={population} lyres=1")
    assert (done.state.cities[1].coins, done.state.cities[1].population) == (coins, population)
    assert done.state.cities[1].tally == dp.Tally()
    assert len(done.of(dp.Gained)) == (coins + population > 0)


@pytest.mark.parametrize("owner", range(4))
@pytest.mark.parametrize("count", range(4))
def test_PT_R4_as_many_guests_as_there_are_gain(owner: int, count: int) -> None:
    others = [seat for seat in range(4) if seat != owner]
    for guests in combinations(others, count):
        ships = [f"port {owner} 2" if s in guests else "island 0 1" for s in range(4)]
        written = "".join(f'[[seats]]\nship = "{space}"\n' for space in ships)
        state = scene(f"turn = {owner}\n{written}", PORTUS, seats=4)
        done = play(state, f"place {owner} red population=2").state
        gains = {seat for seat in range(4) if done.cities[seat].population == 2}
        assert gains == {owner, *guests}


@pytest.mark.parametrize("spaces", range(1, 10))
def test_PT_SETUP_5_PT_SHIP_1_a_port_of_any_length(spaces: int) -> None:
    """A ship starts on the last space; on somebody else's port it passes all of them."""
    config = evolve(PORTUS, harbour=evolve(PORTUS.harbour, id="long", port_spaces=spaces))
    assert [ship(scene("", config), seat) for seat in (0, 1)] == [
        f"port 0 {spaces}",
        f"port 1 {spaces}",
    ]
    for space in range(1, spaces + 1):
        state = scene(f'[[seats]]\nship = "port 1 {space}"', config)
        then = f"port 1 {space + 1}" if space < spaces else "island 1 1"
        assert ship(play(state, "close").state, 0) == then  # without a tile, too
        assert ship(play(state, "place 0 red", "close").state, 0) == then


@pytest.mark.parametrize("count", range(7))
def test_PT_GOODS_4_each_set_of_goods_pays_all_that_is_in_it(count: int) -> None:
    for goods in combinations(PORTUS.goods.goods, count):
        held = ", ".join(f'"{good.name}"' for good in goods)
        state = scene(f'[[seats]]\nship = "island 0 3"\ngoods = [{held}]', HOSTED)
        done = play(state, "place 0 red", "close")
        names = {good.name for good in goods}
        if "silk" in names:
            done = play(done.state, "track brown")
        if "oil" in names:
            done = play(done.state, "deploy legion")
        assert done.state.cities[0] == dp.City(
            tally=dp.Tally(brown_stars=int("silk" in names)),
            coins=3 * ("spices" in names),
            population=2 * ("grain" in names),
            faith=int("wine" in names),
            points=2 * ("marble" in names),
        )
        assert units(done.state, 0) == {"Rome": 1 + ("oil" in names)}
        assert done.state.goods_held == ()


def test_DS_R13_PT_R2_the_last_turn_of_a_hosted_game_has_its_end_too() -> None:
    last = f"turn = {PORTUS.all_turns - 1}\n[[seats]]\n[[seats]]\n"
    moved = play(scene(f'{last}ship = "port 0 1"', PORTUS), "place 1 red", "close").state
    assert ship(moved, 1) == "port 0 2"
    drawn = play(scene(f'{last}ship = "island 0 3"', PORTUS), "place 1 brown", "close").state
    assert dp.actor(drawn) is CHANCE
    held = f'{last}ship = "island 0 3"\ngoods = ["oil", "wine"]'
    paid = play(scene(held, HOSTED), "place 1 red", "close").state
    assert paid.cities[1].faith == 1
    assert options(paid)[0] == "deploy legion"


@pytest.mark.parametrize("count", [1, 2, 5, 12])
@pytest.mark.parametrize("on_map", [0, 5, 9, 10])
def test_DS_SETTLE_3_DS_R5_no_more_legions_are_free_than_the_supply_has(
    count: int, on_map: int
) -> None:
    bonus = dp.Bonus(deploy=count)
    tokens = dp.Settlements("x", "X", (dp.Settlement("cohort", "", bonus, copies=12),))
    written = f'[[seats]]\nlegions = {{ Rome = {on_map} }}\ngeneral = "Rome"'
    state = scene(written, settlements=tokens)
    moved = play(state, "place 0 red legions=1", "move general Rome > Gallia", "reveal cohort")
    assert units(moved.state, 0).get("Rome", 0) == min(10, on_map + count)


@pytest.mark.parametrize("stars", range(1, 10))
def test_DS_SETTLE_8_DS_R11_as_many_stars_as_a_token_gives(stars: int) -> None:
    bonus = dp.Bonus(stars=stars)
    tokens = dp.Settlements("x", "X", (dp.Settlement("heaven", "", bonus, copies=12),))
    state = play(
        scene("", settlements=tokens), "place 0 red legions=1", "move legion Rome > Gallia"
    )
    done = play(state.state, "reveal heaven", *["track red"] * stars).state
    assert (done.cities[0].tally.red_stars, dp.actor(done)) == (stars, HOST)


def test_DS_R17_coins_population_and_faith_have_a_rate_each() -> None:
    tiles = dp.Config().city_tiles
    config = dp.Config(city_tiles=evolve(tiles, id="rates", rates=dp.Rates(2, 3, 5)))
    for key, rate in (("coins", 2), ("population", 3), ("faith", 5)):
        for count in range(11):
            state = scene(f"[[seats]]\n{key} = {count}", config)
            assert dp.score(state) == (count // rate, 0)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_DS_R9_each_rank_is_by_points_and_then_by_what_the_host_says(seats: int) -> None:
    config = evolve(PORTUS, seats=seats, turns=1)
    last = scene("", config)
    for _ in range(seats):
        last = play(last, "close").state
    tied, broken = " ".join(["7"] * seats), " ".join(map(str, range(seats)))
    outcome = dp.outcome(play(last, f"final {tied} ties {broken}").state)
    assert outcome is not None
    assert outcome.ranks == tuple(range(seats, 0, -1))
    outcome = dp.outcome(play(last, f"final {tied}").state)
    assert outcome is not None
    assert outcome.ranks == (1,) * seats


def test_DS_R13_however_many_gains_came_a_turn_has_one_placement() -> None:
    state = play(scene(""), "place 0 red").state
    for _ in range(20):
        assert refused(state, "place 0 red") == "DS-R13"
        state = play(state, "gains 0 lyres=1").state
    assert refused(state, "place 0 red") == "DS-R13"
    assert refused(state, "gains 0 lyres=1") == "DS-R15"


def test_DS_PREST_2_a_symbol_that_scores_nothing_gains_nothing() -> None:
    done = play(scene(""), "place 0 red prestige:same", "points")
    assert [gain.points for gain in done.of(dp.Gained)] == [0]
    assert done.state.cities[0] == dp.City()


def test_DS_MOVE_2_dots_alone_make_provinces_adjacent() -> None:
    board = dp.MapBoard("x", "X", "Rome", ("Creta",), (), (("Creta", "Rome"),))
    state = play(scene("", map_board=board), "place 0 red military:same").state
    assert "move legion Rome > Creta" in options(state)
    back = play(state, "move legion Rome > Creta", "reveal coins").state
    assert "move legion Creta > Rome" in options(back)


@pytest.mark.parametrize("arrival", [True, False])
@pytest.mark.parametrize("start", ["port 0 2", "island 0 1"])
def test_PT_R3_arriving_on_an_anchor_from_a_port_or_from_another_anchor(
    arrival: bool, start: str
) -> None:
    spaces = (dp.IslandSpace(dp.Colour.RED, anchor=True),) * 2
    islands = tuple(dp.Island(name, spaces) for name in ("Delos", "Samos"))
    harbour = evolve(PORTUS.harbour, id="anchors", islands=islands)
    config = evolve(PORTUS, harbour=harbour, rulings=dp.Rulings(anchor_on_arrival=arrival))
    state = scene(f'[[seats]]\nship = "{start}"', config)
    assert (dp.actor(play(state, "place 0 red", "close").state) is CHANCE) == arrival
