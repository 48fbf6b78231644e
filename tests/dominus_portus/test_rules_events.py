"""What is told of a game: each event with all that it says, in the order in which things happen."""

import pytest

from tabletop_rules import dominus_portus as dp
from tabletop_rules.core import CHANCE, HOST
from tabletop_rules.dominus_portus import events

from .helpers import DOMINUS, HOSTED, PORTUS, options, play, refused, scene

RED, BROWN = dp.Colour.RED, dp.Colour.BROWN


def at(space: str, goods: str = "", config: dp.Config = PORTUS) -> dp.State:
    """Return a position in which the ship of seat 0 is in a space, with goods."""
    listed = f"\ngoods = [{goods}]" if goods else ""
    return scene(f'[[seats]]\nship = "{space}"{listed}', config)


def test_DS_SETUP_2_PT_SETUP_2_what_is_dealt() -> None:
    state = dp.initial_state(dp.Config(hosted=True))
    first = state.config.score_tiles.names[3]
    dealt = play(state, f"tile {first}")
    assert list(dealt.events) == [
        events.ScoreTileDealt(rule="DS-SETUP-2", province="Gallia", tile=first)
    ]
    state = dp.initial_state(PORTUS)
    islands = play(state, "island Rhodos", "island Delos")
    assert list(islands.events) == [
        events.IslandDealt(rule="PT-SETUP-2", seat=0, island="Rhodos"),
        events.IslandDealt(rule="PT-SETUP-2", seat=1, island="Delos"),
    ]


def test_DS_R13_PT_GUEST_1_a_placement_and_what_a_guest_gains() -> None:
    state = scene('[[seats]]\n[[seats]]\nship = "port 0 1"', HOSTED)
    placed = play(state, "place 0 red coins=1 population=2")
    assert list(placed.events) == [
        events.TilePlaced(rule="DS-R13", seat=0, colour=RED, coins=1, population=2, tile=None),
        dp.Gained(rule="PT-GUEST-1", seat=1, coins=1, population=2, faith=0, points=0),
    ]
    gained = play(placed.state, "gains 0 legions=2")
    assert list(gained.events) == [events.GainsBooked(rule="DS-R15", seat=0, legions=2)]


def test_PT_SHIP_1_PT_SHIP_2_a_turn_is_closed_and_a_ship_moves() -> None:
    closed = play(play(at("port 0 2"), "place 0 red").state, "close")
    assert list(closed.events) == [
        events.TurnClosed(rule="DS-R13", seat=0),
        events.ShipMoved(rule="PT-SHIP-1", seat=0, source="port 0 2", target="island 0 1"),
    ]
    closed = play(play(at("island 0 1"), "place 0 brown").state, "close")
    assert list(closed.events) == [
        events.TurnClosed(rule="DS-R13", seat=0),
        events.ShipMoved(rule="PT-SHIP-2", seat=0, source="island 0 1", target="island 0 2"),
    ]


def test_PT_GOODS_4_PT_GOODS_5_goods_that_pay() -> None:
    state = play(at("island 0 3", '"oil", "spices"', HOSTED), "place 0 red").state
    assert list(play(state, "close").events) == [
        events.TurnClosed(rule="DS-R13", seat=0),
        events.ShipMoved(rule="PT-SHIP-2", seat=0, source="island 0 3", target="port 1 1"),
        events.GoodsPaid(rule="PT-GOODS-4", seat=0, goods=("oil", "spices")),
        events.LegionSymbolsGained(rule="DS-R13", seat=0, count=1),
        dp.Gained(rule="PT-GOODS-4", seat=0, coins=3, population=0, faith=0, points=0),
        events.GoodsReturned(rule="PT-GOODS-5", count=2),
    ]


def test_PT_ANCHOR_1_PT_GOODS_1_goods_that_are_drawn_and_lost() -> None:
    state = play(at("island 0 3", '"oil", "wine"'), "place 0 brown", "close").state
    drawn = events.GoodDrawn(rule="PT-ANCHOR-1", seat=0, good="silk")
    assert list(play(state, "draw silk").events) == [drawn]
    assert list(play(state, "draw wine").events) == [
        events.GoodDrawn(rule="PT-ANCHOR-1", seat=0, good="wine"),
        events.GoodsLost(rule="PT-GOODS-1", seat=0, goods=("oil", "wine", "wine")),
    ]


def test_PT_R5_PT_R7_a_supply_that_is_empty() -> None:
    goods = dp.load_goods(
        'id = "x"\nname = "x"\n[[goods]]\nname = "salt"\ncopies = 1\nbonus = { coins = 1 }'
    )
    state = scene('[[seats]]\nship = "island 0 3"\ngoods = ["salt"]', PORTUS, goods=goods)
    assert list(play(state, "close").events) == [
        events.TurnClosed(rule="PT-R7", seat=0),
        events.SupplyEmpty(rule="PT-R5", seat=0),
    ]


@pytest.mark.parametrize("host_draws", [False, True])
def test_PT_R5_DS_R19_a_host_that_draws_says_which_good_it_was(host_draws: bool) -> None:
    config = dp.Config(hosted=True, dominus=False, host_draws=host_draws)
    state = play(at("island 0 3", config=config), "place 0 brown", "close").state
    assert dp.actor(state) is (HOST if host_draws else CHANCE)
    assert refused(state, "close") == "PT-R5"
    assert play(state, "draw silk").state.ships[0].goods == ("silk",)


def test_DS_DEPLOY_2_DS_GENERAL_1_units_that_are_deployed() -> None:
    state = play(scene(""), "place 0 red military:same").state
    for action, rule, general in (
        ("deploy legion", "DS-DEPLOY-2", False),
        ("deploy general", "DS-GENERAL-1", True),
    ):
        assert list(play(state, action).events) == [
            events.UnitDeployed(rule=rule, seat=0, general=general, province="Rome")
        ]


def test_DS_MOVE_1_DS_SETTLE_1_units_that_move_and_what_they_find() -> None:
    text = 'open = ["Gallia"]\nrevealed = ["coins"]\n[[seats]]\ngeneral = "Gallia"'
    state = play(scene(text), "place 0 red military:different").state
    assert list(play(state, "move general Gallia > Rome").events) == [
        events.UnitMoved(rule="DS-MOVE-1", seat=0, general=True, source="Gallia", target="Rome")
    ]
    assert list(play(state, "move legion Rome > Germania", "reveal faith").events) == [
        events.UnitMoved(rule="DS-MOVE-1", seat=0, general=False, source="Rome", target="Germania"),
        events.TokenRevealed(rule="DS-SETTLE-1", seat=0, province="Germania", token="faith"),
        dp.Gained(rule="DS-SETTLE-7", seat=0, coins=0, population=0, faith=1, points=0),
    ]


def test_DS_R14_DS_R16_a_symbol_that_is_declined_or_taken_as_points() -> None:
    symbol = dp.Symbol(dp.SymbolKind.PRESTIGE, points=3)
    state = play(scene(""), "place 0 red prestige:different:3").state
    assert list(play(state, "decline").events) == [
        events.SymbolDeclined(rule="DS-R14", seat=0, symbol=symbol)
    ]
    assert list(play(state, "points").events) == [
        dp.Gained(rule="DS-PREST-2", seat=0, coins=0, population=0, faith=0, points=3)
    ]


def test_DS_R13_DS_R17_a_tile_that_is_taken_and_its_refill() -> None:
    state = scene("", dp.Config(portus=False))
    taken = play(state, "take Insulae", "refill Arena")
    assert list(taken.events) == [
        events.TilePlaced(
            rule="DS-R13", seat=0, colour=BROWN, coins=0, population=3, tile="Insulae"
        ),
        events.RingRefilled(rule="DS-R17", tile="Arena"),
    ]
    assert options(taken.state)[0].startswith("take ")


def test_DS_END_1_DS_PLACE_1_what_a_province_pays_at_the_end() -> None:
    names = list(DOMINUS.map_board.provinces)
    tokens = [name for token in DOMINUS.settlements.tokens for name in [token.name] * 2]
    text = f"turn = 1\nopen = {names}\nrevealed = {tokens}\n"
    text += "[[seats]]\nlegions = { Gallia = 2 }\ntally = { lyres = 4 }\n[[seats]]"
    done = play(scene(text, DOMINUS, turns=1), "close", "final 1 2")
    assert list(done.events[-2:]) == [
        events.ProvinceScored(
            rule="DS-PLACE-1",
            seat=0,
            province="Gallia",
            power=2,
            count=2,
            multiplier=3,
            points=6,
        ),
        events.GameEnded(rule="DS-END-1", turns=2),
    ]
