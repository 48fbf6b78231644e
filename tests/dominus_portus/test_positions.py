"""Positions as texts, and pictures of them."""

from random import Random

import pytest
from attrs import evolve

from tabletop_rules import dominus_portus as dp
from tabletop_rules.core import HOST, PositionError
from tabletop_rules.dominus_portus import positions
from tabletop_rules.testing import check_state, random_walk

from .helpers import DOMINUS, HOSTED, PORTUS, options, play, scene, ship, units

ALONE = dp.Config()
SEATS = "[[seats]]\n[[seats]]\n"


HOST_TURN = '{ type = "host_turn", seat = 0 }, '
LEGION = '{ kind = "legion" }'


def wrong(text: str, config: dp.Config | None = HOSTED) -> list[str]:
    with pytest.raises(PositionError) as caught:
        dp.parse_state(text, config)
    return [str(problem) for problem in caught.value.problems]


def test_a_position_without_anything_is_the_first_turn_after_a_setup() -> None:
    state = dp.parse_state(SEATS)
    assert state.config == dp.Config()
    assert state.dealt.tiles == state.config.score_tiles.names
    assert state.dealt.islands == ("Capraria", "Delos")
    assert units(state, 0) == {"Rome": 1}
    assert ship(state, 1) == "port 1 2"
    assert len(state.market.ring) == 8
    assert dp.parse_state("[[seats]]\n" * 3).config.seats == 3
    assert options(state)[0] == "take Arena"


def test_the_example_of_the_module_is_a_position() -> None:
    text = (positions.__doc__ or "").split("begins.\n", 1)[1]
    state = dp.parse_state(text)
    assert state.turn == 4
    assert units(state, 0) == {"Rome": 2, "Gallia": 1}
    assert ship(state, 0) == "island 0 3"
    assert dp.parse_state(dp.format_state(state)) == state


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("seats = []", ["seats: expected 2, got 0"]),
        (SEATS + "colour = 1", ["seats[1].colour: unknown key"]),
        ('game = "chess"\n' + SEATS, ["game: expected 'dominus-portus', got 'chess'"]),
        ("turn = 49\n" + SEATS, ["turn: expected 0 to 48, got 49"]),
        ("turn = 48\n" + SEATS, ["agenda: all turns are over, but it goes on"]),
        (
            "agenda = []\n" + SEATS,
            ["final: it is given", "agenda: it is empty, but the game is not"],
        ),
        ('tiles = { Gallia = "Nonsense" }\n' + SEATS, ["tiles: no tile is called 'Nonsense'"]),
        (
            'tiles = { Gallia = "Monuments", Hispania = "Monuments" }\n' + SEATS,
            ["tiles: a tile lies at two provinces"],
        ),
        ('tiles = { Hispania = "Monuments" }\n' + SEATS, ["tiles: provinces get"]),
        ('tiles = { Rome = "Monuments" }\n' + SEATS, ["tiles.Rome: there is no such"]),
        ('tiles = { Gallia = "Monuments" }\n' + SEATS, ["tiles: expected a score tile at each"]),
        ('open = ["Rome"]\n' + SEATS, ["open: 'Rome' is no province with a token", "revealed: "]),
        ('revealed = ["gold"]\n' + SEATS, ["revealed: no token is called", "revealed: expected"]),
        (
            'open = ["Gallia", "Asia", "Syria"]\nrevealed = ["coins", "coins", "coins"]\n' + SEATS,
            ["revealed: there are not so many tokens of a type"],
        ),
        ('islands = ["Delos", "Delos"]\n' + SEATS, ["islands: expected 2 different islands"]),
        ('islands = ["Delos", "Ithaca"]\n' + SEATS, ["islands: no island is called 'Ithaca'"]),
        ('islands = ["Delos"]\n' + SEATS, ["islands: expected an island after each port"]),
        ('ring = ["Arena"]\n' + SEATS, ["ring: a hosted game has no city tiles"]),
        ('[[seats]]\nship = "port 2 1"\n[[seats]]', ["seats[0].ship: expected 'port SEAT SPACE'"]),
        ('[[seats]]\ngoods = ["gold"]\n[[seats]]', ["seats[0].goods: there is no good 'gold'"]),
        ('[[seats]]\ngoods = ["oil"]\n[[seats]]', ["seats[0].goods: a ship on a port has no"]),
        (
            '[[seats]]\nship = "island 0 1"\ngoods = ["oil", "oil"]\n[[seats]]',
            ["seats[0].goods: a type twice"],
        ),
        ("[[seats]]\nlegions = { Rome = 11 }\n[[seats]]", ["seats[0].legions: expected 0 to 10"]),
        ("[[seats]]\nlegions = { Atlantis = 1 }\n[[seats]]", ["seats[0]: there is no province"]),
        ('[[seats]]\ngeneral = "Atlantis"\n[[seats]]', ["seats[0]: there is no province"]),
        ("[[seats]]\nlegions = { Gallia = 1 }\n[[seats]]", ["seats[0]: units are in Gallia"]),
        ("[[seats]]\ncoins = -1\n[[seats]]", ["seats[0].coins: expected 0 to"]),
        ("[[seats]]\ntally = { lyres = -1 }\n[[seats]]", ["seats[0].tally: expected numbers"]),
        ("final = { points = [1, 2] }\n" + SEATS, ["final: it is given where"]),
    ],
)
def test_what_is_wrong_with_a_position_is_said(text: str, expected: list[str]) -> None:
    found = wrong(text)
    assert len(found) == len(expected)
    for problem, start in zip(found, expected, strict=True):
        assert problem.startswith(start)


@pytest.mark.parametrize(
    ("agenda", "expected"),
    [
        ('{ type = "take", seat = 0 }', "agenda[0]: a hosted game waits"),
        ('{ type = "host_turn", seat = 1 }', "agenda[0]: expected seat 0, whose turn it is"),
        ('{ type = "host_turn", seat = 0, gains = 21 }', "agenda[0].gains: expected 0 to 20"),
        ('{ type = "host_end" }', "agenda[0]: HostEnd cannot be the first item"),
        ('{ type = "next_turn" }', "agenda: its last item must be a question"),
        ('{ type = "begin_game" }, { type = "deal_tiles" }', "agenda: expected  above"),
        (
            HOST_TURN + '{ type = "good", seat = 0 }',
            "agenda[1]: Good cannot stand here",
        ),
        (
            '{ type = "next_turn" }, { type = "good", seat = 0 }',
            "agenda[1]: the ship of seat 0 is on no Anchor",
        ),
        (
            f'{{ type = "next_turn" }}, {{ type = "symbols", seat = 0, pending = [{LEGION}] }}, '
            '{ type = "good", seat = 0 }',
            "agenda[2]: it must be the only question",
        ),
        (
            '{ type = "host_turn", seat = 0, closing = true }',
            "agenda[0].colour: a ship leaves its island only by the colour",
        ),
        (
            HOST_TURN + '{ type = "use", seat = 0, symbol = { kind = "military", points = 1 } }',
            "agenda[1].symbol: only a Prestige symbol gives points",
        ),
        (
            HOST_TURN + '{ type = "use", seat = 0, symbol = { kind = "prestige", points = -1 } }',
            "agenda[1].symbol: expected 0 to",
        ),
        (
            '{ type = "next_turn" }, { type = "good", seat = 0, by_host = true }',
            "agenda[1].by_host: expected false",
        ),
        (
            HOST_TURN + '{ type = "use", seat = 0, symbol = { kind = "prestige", points = 100 } }',
            "agenda[1].symbol: expected 0 to 99",
        ),
        (
            HOST_TURN
            + f'{{ type = "symbols", seat = 0, pending = [{", ".join(17 * [LEGION])}] }}, '
            f'{{ type = "use", seat = 0, symbol = {LEGION} }}',
            "agenda[1].pending: expected at most 16, got 17",
        ),
        (
            HOST_TURN + '{ type = "reveal", seat = 0, province = "Gallia" }',
            "agenda[1]: seat 0 has entered no sealed province 'Gallia'",
        ),
        (
            HOST_TURN + '{ type = "track", seat = 0, left = 0 }',
            "agenda[1].left: expected 1 to 81",
        ),
        (
            HOST_TURN + '{ type = "track", seat = 0, source = "sky" }',
            "agenda[1].source: expected DS-SETTLE-1",
        ),
        (
            HOST_TURN + '{ type = "second_use", seat = 0, symbol = { kind = "military" } }',
            "agenda[1].symbol: only tiles of one colour",
        ),
        (
            HOST_TURN + '{ type = "use", seat = 0, symbol = { kind = "legion", same = true } }',
            "agenda[1].symbol: a Legion symbol has the lesser benefit",
        ),
        (
            HOST_TURN + '{ type = "order", seat = 0, pending = [{ kind = "legion" }] }',
            "agenda[1].pending: expected 2 or more symbols",
        ),
        (
            HOST_TURN + '{ type = "reveal", seat = 0, province = "Asia" }, '
            '{ type = "track", seat = 0 }',
            "agenda[1]: it must be the last item",
        ),
    ],
)
def test_what_is_wrong_with_an_agenda_is_said(agenda: str, expected: str) -> None:
    assert wrong(f"agenda = [{agenda}]\n{SEATS}")[0].startswith(expected)


@pytest.mark.parametrize(
    "asked",
    [
        f'{{ type = "use", seat = 0, symbol = {LEGION} }}',
        f'{{ type = "order", seat = 0, pending = [{{ kind = "military" }}, {LEGION}] }}',
        '{ type = "track", seat = 0 }',
    ],
)
def test_what_is_answered_before_anything_else_has_nothing_above_it(asked: str) -> None:
    assert len(dp.parse_state(f"agenda = [{HOST_TURN}{asked}]\n{SEATS}", HOSTED).agenda) == 2
    use = f'{{ type = "use", seat = 0, symbol = {LEGION} }}'
    assert wrong(f"agenda = [{HOST_TURN}{asked}, {use}]\n{SEATS}") == [
        "agenda[1]: it must be the last item"
    ]


def test_modules_that_are_not_in_play_have_no_place_in_a_position() -> None:
    for text in ('open = ["Gallia"]', 'tiles = { Gallia = "Monuments" }'):
        assert wrong(f"{text}\n{SEATS}", PORTUS)[0].endswith("Dominus is not in play")
    assert wrong(f'islands = ["Delos", "Samos"]\n{SEATS}', DOMINUS) == [
        "islands: Portus is not in play"
    ]
    use = HOST_TURN + '{ type = "use", seat = 0, symbol = { kind = "legion" } }'
    assert wrong(f"agenda = [{use}]\n{SEATS}", PORTUS) == ["agenda[1]: Dominus is not in play"]
    good = '{ type = "next_turn" }, { type = "good", seat = 0 }'
    assert wrong(f"agenda = [{good}]\n{SEATS}", DOMINUS) == ["agenda[1]: Portus is not in play"]
    closing = '{ type = "host_turn", seat = 0, closing = true }'
    assert wrong(f"agenda = [{closing}]\n{SEATS}", DOMINUS) == [
        "agenda[0].closing: Portus is not in play"
    ]


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        ('ring = ["Arena"]', "ring: it is refilled at once"),
        ('ring = ["Pyramid"]', "ring: no city tile is called 'Pyramid'"),
        ("gone = { Pyramid = 1 }", "gone: no city tile is called 'Pyramid'"),
        ("gone = { Arena = -1 }", "gone: expected numbers"),
        ("gone = { Arena = 5 }", "ring: there are not so many of 'Arena'"),
        ('ring = ["Arena", "Arena", "Arena", "Arena", "Arena"]', "ring: there are not so many"),
        ("gone = { Arena = 4 }", "ring: 48 turns are to come"),
        ('agenda = [{ type = "host_turn", seat = 0 }]', "agenda[0]: a hosted game waits"),
        ('agenda = [{ type = "begin_game" }, { type = "fill_ring" }]', "agenda: expected  above"),
    ],
)
def test_what_is_wrong_with_a_ring_of_city_tiles_is_said(head: str, expected: str) -> None:
    assert wrong(f"{head}\n{SEATS}", ALONE)[0].startswith(expected)


def test_a_ring_holds_no_more_than_its_tiles() -> None:
    tiles = [tile.name for tile in ALONE.city_tiles.tiles]
    assert wrong(f"ring = {tiles}\n{SEATS}", ALONE) == ["ring: expected at most 8 tiles, got 12"]
    setup = 'agenda = [{ type = "begin_game" }, { type = "deal_islands" }]\nislands = []'
    assert wrong(f"turn = 1\n{setup}\n{SEATS}", ALONE) == ["turn: expected 0 in the setup, got 1"]


def test_a_setup_leaves_a_city_tile_for_every_turn() -> None:
    """From such a setup a turn was reached in which a player had nothing to take."""
    setup = 'agenda = [{ type = "begin_game" }, { type = "fill_ring" }]\nring = []'
    assert dp.parse_state(f"{setup}\n{SEATS}", ALONE).market.ring == ()
    assert wrong(f"{setup}\ngone = {{ Arena = 1 }}\n{SEATS}", ALONE) == [
        "ring: 48 turns are to come, but there are not so many tiles"
    ]
    tiles = [tile.name for tile in ALONE.city_tiles.tiles]
    begins = 'agenda = [{ type = "begin_game" }, { type = "deal_islands" }]\nislands = []'
    assert wrong(f"{begins}\nring = {tiles}\n{SEATS}", ALONE) == [
        "ring: expected at most 8 tiles, got 12"
    ]


@pytest.mark.parametrize("written", ['ship = "port 1 1"', 'ship = "harbour"', 'goods = ["oil"]'])
def test_PT_SETUP_5_there_is_no_ship_before_the_ring_is_closed(written: str) -> None:
    """It was read and forgotten, whatever it said."""
    setup = 'islands = []\nagenda = [{ type = "begin_game" }, { type = "deal_islands" }]'
    assert dp.parse_state(f"{setup}\n{SEATS}", HOSTED).ships == ()
    assert wrong(f"{setup}\n[[seats]]\n[[seats]]\n{written}", HOSTED) == [
        "seats[1]: there is no ship until an island follows each port"
    ]


def test_there_are_not_more_goods_than_there_are() -> None:
    goods = dp.load_goods(
        'id = "x"\nname = "x"\n[[goods]]\nname = "salt"\ncopies = 1\nbonus = { coins = 1 }'
    )
    config = evolve(HOSTED, goods=goods)
    seat = '[[seats]]\nship = "island 0 3"\ngoods = ["salt"]\n'
    assert wrong(seat * 2, config) == ["seats: there are not so many of 'salt'"]
    draw = 'agenda = [{ type = "next_turn" }, { type = "good", seat = 0 }]\n'
    assert wrong(f"{draw}{seat}[[seats]]", config) == ["agenda[1]: the supply of goods is empty"]


def test_a_config_is_written_only_where_it_is_not_the_default() -> None:
    state = dp.parse_state(SEATS)
    assert "config" not in dp.format_state(state)
    other = scene("", HOSTED)
    assert "config" in dp.format_state(other)
    assert wrong(dp.format_state(other), ALONE) == [
        "config: it is not the config that was given beside the text"
    ]


@pytest.mark.parametrize("seed", range(4))
def test_X3_every_state_of_a_game_comes_back_from_its_text(seed: int) -> None:
    walk = random_walk(dp, dp.Config(seats=2 + seed % 3, turns=8), seed)
    for state in walk.states:
        assert dp.parse_state(dp.format_state(state)) == state


def test_a_picture_shows_the_map_with_powers_and_the_ring_with_ships() -> None:
    seats = (
        '[[seats]]\nlegions = { Rome = 2, Gallia = 1 }\ngeneral = "Gallia"\n'
        'ship = "island 0 3"\ngoods = ["oil"]\n[[seats]]'
    )
    state = scene(f'open = ["Gallia"]\nrevealed = ["coins"]\n{seats}', HOSTED)
    picture = dp.render(dp.view(state, 0))
    assert "Seat 0 (you): 0 points" in picture
    assert "Gallia       3   .  0        -      Lyre pairs" in picture
    assert "Hispania     .   .  -        ?      Column pairs" in picture
    assert "  island 0 3 Capraria, red, Anchor  ship 0" in picture
    assert "  ship   island 0 3, goods oil (1 legion)" in picture
    assert picture.endswith("> The host hands in a placement or closes the turn of seat 0.")


def test_a_picture_says_what_is_asked() -> None:
    state = scene("", dp.Config(hosted=True, host_draws=True, turns=1))
    asked = play(state, "place 0 red military:same prestige:different:2")
    lasts = [dp.render(dp.view(asked.state, None)).splitlines()[-1]]
    for action in ("resolve military:same", "deploy legion", "move legion Rome > Gallia"):
        asked = play(asked.state, action)
        lasts.append(dp.render(dp.view(asked.state, None)).splitlines()[-1])
    assert lasts == [
        "> Seat 0 chooses which symbol to use next.",
        "> Seat 0 uses a military symbol (same colour).",
        "> Seat 0 deploys or moves a second Legion.",
        "> The host names a settlement token that may lie in Gallia.",
    ]
    assert dp.view(asked.state, 0).actor is HOST
    end = scene("turn = 1", evolve(HOSTED, turns=1))
    end = play(end, "close").state
    assert dp.render(dp.view(end, None)).endswith(
        "> The host hands in the points for everything but the provinces."
    )
    assert dp.view(scene("", PORTUS), 0).powers == {}
    star = play(asked.state, "reveal star")
    assert dp.render(dp.view(star.state, 1)).endswith("> Seat 0 chooses a star track.")


def test_a_picture_says_what_is_still_to_come_and_what_was_placed() -> None:
    """The table sees it; a player at the terminal was asked without."""
    start = scene('open = ["Gallia"]\nrevealed = ["coins"]', HOSTED)
    shown = dp.render(dp.view(start, None)).splitlines()
    tokens = "2 legion, 2 points, 2 beautification, 1 coins, 2 faith, 2 star"
    assert f"Tokens not yet revealed: {tokens}" in shown
    assert not any(line.startswith(("Placed", "Symbols to come")) for line in shown)
    state = play(start, "place 0 red military:different prestige:same:4 legions=1").state
    state = play(state, "resolve military:different").state
    shown = dp.render(dp.view(state, 0)).splitlines()
    assert "Placed in this turn: a red tile" in shown
    waiting = "prestige symbol (same colour, 4 points); legion symbol (different colours)"
    assert f"Symbols to come: {waiting}" in shown


def test_a_picture_says_what_is_printed_on_the_tiles_of_the_ring() -> None:
    picture = dp.render(dp.view(dp.parse_state(SEATS), 0)).splitlines()
    assert "City tiles to take, and 40 more in the supply" in picture
    arena = (
        "  Arena (red): 2 coins, 1 population, military symbol (same colour), "
        "prestige symbol (same colour, 3 points), 1 mask, 1 red star"
    )
    assert arena in picture
    assert picture[-1] == "> Seat 0 takes a city tile."


def test_there_is_no_view_of_a_seat_that_does_not_exist() -> None:
    state = scene("", HOSTED)
    for seat in (2, -1, True):
        with pytest.raises(ValueError, match="expected seat 0 to 1"):
            dp.view(state, seat)


def test_every_question_keeps_the_protocol_in_a_written_position() -> None:
    state = scene(
        '[[seats]]\nship = "island 0 3"\ngoods = ["oil", "silk"]', evolve(HOSTED, turns=2)
    )
    for action in ("place 0 red legions=1", "deploy legion", "close", "track red", "decline"):
        check_state(dp, state, Random(1))
        state = play(state, action).state
    check_state(dp, state, Random(1))


def test_DS_R11_ten_goods_of_nine_stars_are_a_position() -> None:
    """A ship with one of each asks for 90 tracks."""
    goods = [dp.Good(f"good {n}", dp.Bonus(stars=9)) for n in range(10)]
    config = evolve(PORTUS, goods=dp.Goods("stars", "Stars", tuple(goods)))
    held = ", ".join(f'"{good.name}"' for good in goods)
    state = scene(f'[[seats]]\nship = "island 0 3"\ngoods = [{held}]', config)
    left = play(state, "place 0 red", "close").state
    assert options(left) == ["track brown", "track purple", "track red"]
    assert dp.parse_state(dp.format_state(left)) == left
    last = play(left, *["track red"] * 90).state
    assert last.cities[0].tally.red_stars == 90
    assert dp.actor(last) is HOST


@pytest.mark.parametrize(
    "final",
    ["points = [60]", "points = [60, 54, 1]", "points = [60, 54]\ntie_break = [1]"],
)
def test_DS_END_1_final_points_are_one_number_for_each_seat(final: str) -> None:
    """With fewer points than seats a position once was read, and had no score."""
    config = evolve(HOSTED, turns=1)
    state = play(scene("", config), "place 0 red", "close", "place 1 red", "close").state
    over = play(state, "final 60 54").state
    text = dp.format_state(over)
    assert dp.parse_state(text) == over
    [line] = [line for line in text.splitlines() if line.startswith("final")]
    with pytest.raises(PositionError) as raised:
        dp.parse_state(text.replace(line, f"final = {{ {final.replace(chr(10), ', ')} }}"))
    assert [problem.where for problem in raised.value.problems] == ["final"]
