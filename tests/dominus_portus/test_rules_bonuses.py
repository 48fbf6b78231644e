"""What bonuses of settlements and goods give, to whom, and by which rule, event by event."""

import pytest

from tabletop_rules import dominus_portus as dp
from tabletop_rules.core import CHANCE, HOST
from tabletop_rules.dominus_portus.events import TokenWithoutEffect, UnitDeployed

from .helpers import DOMINUS, HOSTED, PORTUS, options, play, refused, scene, ship, units

VARIANT = dp.Rulings(beautifications=True)


def token(bonus: str, **changes: object) -> dp.State:
    """Return the position before seat 0's Legion reveals a token with this bonus in Gallia."""
    tokens = dp.load_settlements(
        'id = "x"\nname = "x"\n[[tokens]]\nname = "eagle"\ntext = "So."\ncopies = 12\n'
        f"bonus = {{ {bonus} }}"
    )
    state = scene("", DOMINUS, settlements=tokens, **changes)
    return play(state, "place 0 red legions=1", "move legion Rome > Gallia").state


def leaving(bonus: str, config: dp.Config, **changes: object) -> dp.State:
    """Return the position in which the ship of seat 0 can leave with a good of this bonus."""
    goods = dp.load_goods(f'id = "x"\nname = "x"\n[[goods]]\nname = "salt"\nbonus = {{ {bonus} }}')
    return scene('[[seats]]\nship = "island 0 3"\ngoods = ["salt"]', config, goods=goods, **changes)


def test_DS_SETTLE_1_a_bonus_that_is_not_printed_is_had_by_the_rule_of_revealing() -> None:
    done = play(token("population = 2"), "reveal eagle")
    assert done.of(dp.Gained) == [
        dp.Gained(rule="DS-SETTLE-1", seat=0, coins=0, population=2, faith=0, points=0)
    ]
    assert done.state.cities[0] == dp.City(population=2)


def test_DS_SETTLE_3_a_legion_for_free_is_said_as_a_deployment_in_rome() -> None:
    done = play(token("deploy = 2"), "reveal eagle")
    deployed = UnitDeployed(rule="DS-SETTLE-3", seat=0, general=False, province="Rome")
    assert list(done.events[-2:]) == [deployed, deployed]
    assert units(done.state, 0) == {"Rome": 2, "Gallia": 1}
    assert done.state.armies[0].supply == 7


def test_DS_SETTLE_3_DS_R5_what_the_supply_lacks_is_said_after_what_it_gave() -> None:
    state = token("deploy = 3")
    crowded = scene(
        "[[seats]]\nlegions = { Rome = 9 }", DOMINUS, settlements=state.config.settlements
    )
    done = play(crowded, "place 0 red legions=1", "move legion Rome > Gallia", "reveal eagle")
    assert list(done.events[-2:]) == [
        UnitDeployed(rule="DS-SETTLE-3", seat=0, general=False, province="Rome"),
        TokenWithoutEffect(rule="DS-R5", seat=0, what="Legion"),
    ]
    assert units(done.state, 0) == {"Rome": 9, "Gallia": 1}


def test_DS_SETTLE_5_each_beautification_of_a_token_is_an_event() -> None:
    done = play(token("beautifications = 2", rulings=VARIANT), "reveal eagle")
    gained = dp.BeautificationGained(rule="DS-SETTLE-5", seat=0)
    assert done.of(dp.BeautificationGained) == [gained, gained]


def test_DS_R4_a_beautification_without_effect_is_said() -> None:
    done = play(token("beautifications = 1"), "reveal eagle")
    assert done.of(TokenWithoutEffect) == [
        TokenWithoutEffect(rule="DS-R4", seat=0, what="Beautification tile")
    ]


@pytest.mark.parametrize("count", [1, 2, 3])
def test_DS_SETTLE_8_DS_R11_each_star_of_a_token_is_asked_for(count: int) -> None:
    state = play(token(f"stars = {count}"), "reveal eagle").state
    for left in range(count, 0, -1):
        assert dp.actor(state) == 0, left
        done = play(state, "track red")
        assert done.of(dp.StarGained) == [
            dp.StarGained(rule="DS-SETTLE-8", seat=0, track=dp.Colour.RED)
        ]
        state = done.state
    assert dp.actor(state) is HOST
    assert state.cities[0].tally == dp.Tally(red_stars=count)


def test_PT_GOODS_4_DS_R11_each_star_of_goods_is_asked_for_and_cites_the_goods() -> None:
    state = play(leaving("stars = 3", HOSTED), "place 0 red", "close").state
    for track in ("red", "brown", "red"):
        assert dp.actor(state) == 0
        done = play(state, f"track {track}")
        assert [event.rule for event in done.of(dp.StarGained)] == ["PT-GOODS-4"]
        state = done.state
    assert dp.actor(state) is HOST
    assert state.cities[0].tally == dp.Tally(brown_stars=1, red_stars=2)


def test_PT_GOODS_4_goods_give_every_kind_of_bonus_by_their_own_rule() -> None:
    state = leaving("deploy = 1, beautifications = 1, faith = 1", HOSTED, rulings=VARIANT)
    done = play(state, "place 0 red", "close")
    assert done.of(dp.Gained) == [
        dp.Gained(rule="PT-GOODS-4", seat=0, coins=0, population=0, faith=1, points=0)
    ]
    assert done.of(dp.BeautificationGained) == [dp.BeautificationGained(rule="PT-GOODS-4", seat=0)]
    assert done.of(UnitDeployed) == [
        UnitDeployed(rule="PT-GOODS-4", seat=0, general=False, province="Rome")
    ]
    assert units(done.state, 0) == {"Rome": 2}


def test_PT_GOODS_4_the_bonuses_of_several_goods_add_up() -> None:
    every = "coins = 1, population = 1, faith = 1, points = 1, stars = 1, deploy = 1, legions = 1"
    goods = dp.load_goods(
        'id = "x"\nname = "x"\n'
        f'[[goods]]\nname = "salt"\nbonus = {{ {every}, beautifications = 1 }}\n'
        f'[[goods]]\nname = "wine"\nbonus = {{ {every}, beautifications = 1 }}\n'
    )
    text = '[[seats]]\nship = "island 0 3"\ngoods = ["salt", "wine"]'
    state = scene(text, HOSTED, goods=goods, rulings=VARIANT)
    done = play(state, "place 0 red", "close", "track red", "track red")
    assert done.state.cities[0] == dp.City(
        dp.Tally(red_stars=2), coins=2, population=2, faith=2, points=2
    )
    assert len(done.of(dp.BeautificationGained)) == 2
    assert units(done.state, 0) == {"Rome": 3}
    assert done.of(dp.LegionSymbolsGained)[0].count == 2
    used = play(done.state, "deploy legion", "deploy legion")  # both symbols are left
    assert dp.actor(used.state) is HOST


def test_PT_GOODS_4_goods_that_deploy_do_nothing_where_there_are_no_units() -> None:
    done = play(leaving("deploy = 1, coins = 2", PORTUS), "place 0 red", "close")
    assert done.of(UnitDeployed) == []
    assert done.state.cities[0] == dp.City(coins=2)
    assert ship(done.state, 0) == "port 1 1"


def test_DS_R17_what_refills_the_ring_must_be_named() -> None:
    state = scene("", dp.Config(portus=False))
    state = play(state, options(state)[0]).state
    assert dp.actor(state) is CHANCE
    assert refused(state, "decline") == "DS-R17"
    assert refused(state, "refill Forum") == "DS-R17"


EARLY_ANCHOR = """
id = "early"
name = "Anchors first"
port_spaces = 1
[[islands]]
name = "Lesbos"
spaces = [{ arrow = "red", anchor = true }, { arrow = "brown" }]
[[islands]]
name = "Kos"
spaces = [{ arrow = "purple", anchor = true }, { arrow = "brown" }]
"""


def test_PT_GOODS_4_PT_R2_goods_pay_when_the_ship_leaves_the_island_not_its_anchor() -> None:
    config = dp.Config(hosted=True, dominus=False, harbour=dp.load_harbour(EARLY_ANCHOR))
    text = 'islands = ["Lesbos", "Kos"]\n[[seats]]\nship = "island 0 1"\ngoods = ["spices"]'
    on_the_island = play(scene(text, config), "place 0 red", "close")
    assert ship(on_the_island.state, 0) == "island 0 2"
    assert on_the_island.state.ships[0].goods == ("spices",)
    assert on_the_island.state.cities[0].coins == 0
    gone = play(on_the_island.state, "close", "draw oil", "place 0 brown", "close")  # seat 1 first
    assert ship(gone.state, 0) == "port 1 1"
    assert gone.state.cities[0].coins == 3
    assert gone.state.ships[0].goods == ()


def test_DS_SETUP_3_PT_SETUP_5_only_what_is_in_play_is_set_up() -> None:
    portus, dominus = (dp.initial_state(config) for config in (PORTUS, DOMINUS))
    assert (portus.tokens, portus.sealed, portus.armies) == ((), 0, ())
    assert (dominus.tokens, dominus.ships) == ((2,) * 6, ())
    assert dominus.sealed == 2**13 - 2  # all twelve provinces; bit 0 is Rome
    assert [army.legions for army in dominus.armies] == [(1, *[0] * 12)] * 2


def test_DS_R17_only_a_stand_alone_game_has_city_tiles() -> None:
    for config in (HOSTED, PORTUS, DOMINUS):
        market = dp.initial_state(config).market
        assert (sum(market.supply), market.ring) == (0, ())
