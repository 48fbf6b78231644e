"""Witnesses are true where their rule decides something, and false where it nearly does."""

import pytest

from tabletop_rules import dominus_portus as dp
from tabletop_rules.core import Played

from .helpers import DOMINUS, HOSTED, PORTUS, play, scene

WITNESSES = dp.verification().witnesses
PROVINCES = DOMINUS.map_board.provinces
EVERY_TOKEN = [token.name for token in DOMINUS.settlements.tokens for _ in range(2)]


def witnessed(state: dp.State, *actions: str) -> set[str]:
    """Return the rules of which a witness says that the last of some actions exercises them."""
    *first, last = actions
    before = play(state, *first).state
    action = dp.parse_action(last)
    after, events = dp.apply(before, action)
    step = Played(before, dp.actor(before), action, after, events)
    return {rule for rule, witness in WITNESSES.items() if witness(step)}


def army(legions: str, general: str = "") -> str:
    return f"[[seats]]\nlegions = {{ {legions} }}\n" + (
        f'general = "{general}"\n' if general else ""
    )


def is_open(*provinces: str) -> str:
    names = ", ".join(f'"{name}"' for name in provinces)
    tokens = ", ".join(f'"{name}"' for name in EVERY_TOKEN[: len(provinces)])
    return f"open = [{names}]\nrevealed = [{tokens}]\n"


# --- symbols and units --------------------------------------------------------------------------


def test_DS_ACT_1_DS_DEPLOY_1_one_unit_for_a_symbol_of_different_colours() -> None:
    state = scene("")
    assert {"DS-ACT-1", "DS-DEPLOY-1"} <= witnessed(
        state, "place 0 red military:different", "deploy legion"
    )
    stronger = witnessed(state, "place 0 red military:same", "deploy legion")
    assert "DS-ACT-1" not in stronger
    assert "DS-DEPLOY-1" in stronger
    left = witnessed(state, "place 0 red military:different", "decline")
    assert not left & {"DS-ACT-1", "DS-DEPLOY-1"}
    moved = witnessed(state, "place 0 red military:different", "move legion Rome > Gallia")
    assert "DS-ACT-1" in moved
    assert "DS-DEPLOY-1" not in moved


def test_DS_R6_DS_MOVE_3_a_general_that_the_stronger_row_cannot_move() -> None:
    move = "move legion Rome > Gallia"
    on_the_map = scene(army("Rome = 1", "Rome"))
    assert {"DS-R6", "DS-MOVE-3"} <= witnessed(on_the_map, "place 0 red military:same", move)
    weaker = witnessed(on_the_map, "place 0 red military:different", move)
    assert "DS-R6" not in weaker
    assert "DS-MOVE-3" in weaker
    in_supply = witnessed(scene(army("Rome = 1")), "place 0 red military:same", move)
    assert not in_supply & {"DS-R6", "DS-MOVE-3"}


def test_DS_R5_nobody_deploys_the_eleventh_legion() -> None:
    for legions, expected in ((10, True), (9, False)):
        state = scene(army(f"Rome = {legions}"))
        found = witnessed(state, "place 0 red military:different", "move legion Rome > Gallia")
        assert ("DS-R5" in found) is expected


def test_DS_R7_a_bonus_between_two_moves() -> None:
    way = ("move legion Rome > Gallia", "reveal coins")
    assert "DS-R7" in witnessed(scene(""), "place 0 red military:same", *way)
    assert "DS-R7" not in witnessed(scene(""), "place 0 red military:different", *way)


def test_DS_R8_no_token_for_whoever_comes_second_or_home() -> None:
    placed, move = "place 0 red military:same", "move legion Rome > Gallia"
    assert "DS-R8" in witnessed(scene(is_open("Gallia")), placed, move)
    assert "DS-R8" not in witnessed(scene(""), placed, move)
    home = witnessed(scene(""), placed, move, "reveal coins", "move legion Gallia > Rome")
    assert "DS-R8" in home
    assert "DS-R8" not in witnessed(scene(""), placed, "deploy legion")


def test_DS_MOVE_4_a_second_move_that_could_be_another_legion_s() -> None:
    way = ("place 0 red military:same", "move legion Rome > Gallia", "reveal coins")
    onward = "move legion Gallia > Hispania"
    assert "DS-MOVE-4" in witnessed(scene(army("Rome = 2")), *way, onward)
    assert "DS-MOVE-4" not in witnessed(scene(army("Rome = 1")), *way, onward)
    assert "DS-MOVE-4" not in witnessed(scene(army("Rome = 2")), *way[:2])


def test_DS_MOVE_5_a_unit_joins_others() -> None:
    way = ("place 0 red military:different", "move legion Rome > Gallia")
    head = is_open("Gallia")
    assert "DS-MOVE-5" in witnessed(scene(head + army("Rome = 1") + army("Gallia = 1")), *way)
    assert "DS-MOVE-5" in witnessed(scene(head + army("Rome = 1") + army("", "Gallia")), *way)
    assert "DS-MOVE-5" not in witnessed(scene(head + army("Rome = 1") + army("Rome = 1")), *way)


def test_DS_ROME_2_somebody_would_control_rome() -> None:
    way = ("place 0 red military:different", "deploy legion")
    assert "DS-ROME-2" in witnessed(scene(army("Rome = 1") + army("Rome = 1")), *way)
    assert "DS-ROME-2" not in witnessed(scene(army("Rome = 1") + army("Rome = 2")), *way)
    assert "DS-ROME-2" not in witnessed(scene(army("Rome = 1") + army("", "Rome")), *way)
    elsewhere = scene(is_open("Gallia", "Hispania") + army("Gallia = 1") + army("Rome = 2"))
    moved = witnessed(elsewhere, way[0], "move legion Gallia > Hispania")
    assert "DS-ROME-2" not in moved


def test_DS_R10_DS_R16_a_prestige_symbol_that_is_worth_points() -> None:
    worth = "place 0 red prestige:same:4"
    assert {"DS-R10", "DS-R16"} <= witnessed(scene(""), worth, "points")
    used = witnessed(scene(""), worth, "deploy legion")
    assert "DS-R10" in used
    assert "DS-R16" not in used
    for placed, action in (
        ("place 0 red prestige:same", "points"),
        ("place 0 red military:same", "deploy legion"),
        (worth, "decline"),
    ):
        assert not witnessed(scene(""), placed, action) & {"DS-R10", "DS-R16"}
    assert "DS-R16" in witnessed(scene("", PORTUS), worth)
    assert "DS-R16" not in witnessed(scene("", PORTUS), "place 0 red military:same")
    assert "DS-R16" not in witnessed(scene(""), worth)


def test_DS_R19_DS_SETTLE_2_a_token_that_nobody_could_know() -> None:
    way = ("place 0 red military:different", "move legion Rome > Gallia")
    assert {"DS-R19", "DS-SETTLE-2"} <= witnessed(scene(""), *way, "reveal coins")
    assert not witnessed(scene(""), *way) & {"DS-R19", "DS-SETTLE-2"}
    small = dp.verification().small["Dominus"]
    only = scene("", map_board=small.map_board, settlements=small.settlements)
    found = witnessed(only, *way, "reveal star")
    assert "DS-R19" not in found
    assert "DS-SETTLE-2" in found


def test_DS_R12_what_a_token_gives_is_tallied() -> None:
    way = ("place 0 red military:different", "move legion Rome > Gallia")
    assert "DS-R12" in witnessed(scene(""), *way, "reveal coins")
    assert "DS-R12" in witnessed(scene(""), *way, "reveal star", "track red")
    assert "DS-R12" not in witnessed(scene(""), *way, "reveal legion")
    assert "DS-R12" not in witnessed(scene(""), *way, "reveal beautification")


# --- setup --------------------------------------------------------------------------------------


def test_DS_SETUP_3_PT_SETUP_5_the_setup_shows_when_it_is_done_and_only_then() -> None:
    ruled = {rule for rule in WITNESSES if "SETUP" in rule}
    islands = ("island Samos", "island Delos")
    tiles = tuple(f"tile {name}" for name in HOSTED.score_tiles.names)
    start = dp.initial_state(HOSTED)
    assert witnessed(start, *tiles, *islands) & ruled == ruled
    assert not witnessed(start, *tiles, islands[0]) & ruled
    assert not witnessed(start, *tiles) & ruled
    assert witnessed(dp.initial_state(PORTUS), *islands) & ruled == {
        rule for rule in ruled if rule.startswith("PT")
    }
    assert witnessed(dp.initial_state(DOMINUS), *tiles) & ruled == {
        rule for rule in ruled if rule.startswith("DS")
    }


def test_PT_SETUP_3_no_island_is_left_over_where_there_are_just_enough() -> None:
    all_six = HOSTED.harbour.islands
    islands = ("island Capraria", "island Delos")
    just = dp.Config(
        hosted=True,
        dominus=False,
        harbour=dp.Harbour("two", "Two islands", 2, all_six[:2]),
    )
    assert "PT-SETUP-3" not in witnessed(dp.initial_state(just), *islands)
    assert "PT-SETUP-2" not in WITNESSES  # its question asks for each island


# --- the end ------------------------------------------------------------------------------------


def at_the_end(*seats: str, tiles: str = "", sealed: bool = False) -> set[str]:
    """Return what the end of a hosted game of Dominus exercises; seats as `scene` reads them."""
    count = len(seats)
    opened = PROVINCES[:-1] if sealed else PROVINCES
    head = f"turn = {count - 1}\n{is_open(*opened)}{tiles}"
    state = scene(head + "".join(seats), DOMINUS, seats=count, turns=1)
    return witnessed(state, "close", "final " + " ".join("0" for _ in seats))


def power(legions: int, tally: str = "lyres = 2", *, general: bool = False) -> str:
    """Return a seat with units in Gallia, whose tile is that of lyre pairs."""
    placed = f"Gallia = {legions}" if legions else ""
    return army(placed, "Gallia" if general else "") + f"tally = {{ {tally} }}\n"


def test_DS_TIE_4_the_third_gets_nothing_after_a_tie_for_the_second_place() -> None:
    assert "DS-TIE-4" in at_the_end(power(4), power(2), power(2), power(1))
    assert "DS-TIE-4" not in at_the_end(power(4), power(2), power(2), power(1, "lyres = 1"))
    assert "DS-TIE-4" not in at_the_end(power(4), power(3), power(2), power(1))
    assert "DS-TIE-4" not in at_the_end(power(4), power(4), power(2), power(1))
    assert "DS-TIE-4" not in at_the_end(power(4), power(2), power(2), power(0))


def test_DS_R2_groups_decide_beyond_what_is_printed() -> None:
    assert "DS-R2" in at_the_end(power(4), power(3), power(2), power(1))
    assert "DS-R2" in at_the_end(power(4), power(3), power(1), power(1))
    assert "DS-R2" in at_the_end(power(4), power(4), power(3), power(3))
    assert "DS-R2" not in at_the_end(power(4), power(3), power(2), power(1, "lyres = 1"))
    assert "DS-R2" not in at_the_end(power(4), power(3), power(2))
    assert "DS-R2" not in at_the_end(power(4), power(3), power(3), power(1))


def test_DS_R3_who_is_not_there_would_have_placed() -> None:
    assert "DS-R3" in at_the_end(power(2), power(0))
    assert "DS-R3" not in at_the_end(power(2), power(1), power(3), power(0))


def test_DS_POWER_1_a_general_decides_as_two() -> None:
    assert "DS-POWER-1" in at_the_end(power(1, general=True), power(2))
    assert "DS-POWER-1" in at_the_end(power(1, general=True), power(3))
    assert "DS-POWER-1" not in at_the_end(power(3, general=True), power(1))
    assert "DS-POWER-1" not in at_the_end(power(3), power(2))


def test_DS_ROME_1_DS_R18_what_gives_nothing_at_the_end() -> None:
    gone = at_the_end(power(2), power(1))
    assert not gone & {"DS-ROME-1", "DS-R18"}
    assert "DS-ROME-1" in at_the_end(power(2), army("Rome = 1"))
    assert "DS-ROME-1" in at_the_end(power(2), army("Gallia = 1", "Rome"))
    assert "DS-R18" in at_the_end(power(2), power(1), sealed=True)


def test_DS_AIM_1_DS_END_2_DS_TILE_1_a_tile_pays_for_its_sets() -> None:
    tiles = {rule for rule in WITNESSES if rule.startswith("DS-TILE")}
    everything = "columns = 1, lyres = 2, masks = 1"
    once = at_the_end(power(1), power(0, ""))
    assert once & {"DS-AIM-1", "DS-END-2", *tiles} == {"DS-AIM-1", "DS-TILE-1"}
    assert "DS-END-2" in at_the_end(power(1, "lyres = 4"), power(0, ""))
    assert at_the_end(power(1, everything), power(0, "")) & tiles == {"DS-TILE-1"}
    assert not at_the_end(power(1, "lyres = 1"), power(0, "")) & {"DS-AIM-1", *tiles}


TALLIES = (
    "lyres = 2",
    "columns = 2",
    "columns = 1, lyres = 1",
    "columns = 1, masks = 1",
    "monuments = 1",
    "columns = 1, masks = 1, lyres = 1",
    "masks = 1, lyres = 1",
    "brown = 1",
    "purple = 1",
    "red = 1",
    "brown_stars = 1, purple_stars = 1, red_stars = 2",
    "masks = 2",
)


@pytest.mark.parametrize(("place", "tally"), list(enumerate(TALLIES)))
def test_DS_TILE_12_each_tile_is_recognised_by_what_it_needs(place: int, tally: str) -> None:
    """The tiles lie in their order at the provinces in theirs."""
    legion = army(f"{PROVINCES[place]} = 1") + f"tally = {{ {tally} }}\n"
    found = at_the_end(legion, army("Rome = 1"))
    assert {rule for rule in found if "TILE" in rule} == {f"DS-TILE-{place + 1}"}


def test_DS_R20_the_lowest_multiplier_is_that_of_the_tile() -> None:
    assert "DS-R20" in at_the_end(power(4), power(2), power(2))
    assert "DS-R20" not in at_the_end(power(4), power(2), power(1))
    here = PROVINCES[4]  # where the tile of monuments lies
    higher = [army(f"{here} = {n}") + "tally = { monuments = 1 }\n" for n in (4, 2, 2)]
    assert "DS-R20" not in at_the_end(*higher)  # its lowest is 2


# --- ships --------------------------------------------------------------------------------------


def at(
    space: str, goods: str = "", other: str = "port 1 2", config: dp.Config = PORTUS
) -> dp.State:
    """Return a position with both ships in some space, that of seat 0 with goods."""
    listed = f"\ngoods = [{goods}]" if goods else ""
    ships = f'[[seats]]\nship = "{space}"{listed}\n[[seats]]\nship = "{other}"\n'
    return scene(ships, config)


def test_PT_ANCHOR_2_a_ship_that_has_goods_stays_for_more() -> None:
    turn = ("place 0 brown", "close")
    assert "PT-ANCHOR-2" in witnessed(at("island 0 3", '"wine"'), *turn)
    assert "PT-ANCHOR-2" not in witnessed(at("island 0 3"), *turn)
    assert "PT-ANCHOR-2" not in witnessed(at("island 0 3", '"wine"'), "place 0 red", "close")
    assert "PT-ANCHOR-2" not in witnessed(at("island 0 2"), "place 0 purple", "close")


def test_PT_GOODS_3_PT_R1_PT_R2_a_ship_leaves_its_anchor_with_goods() -> None:
    leaves = ("place 0 red", "close")
    ruled = {"PT-GOODS-3", "PT-R1", "PT-R2"}
    assert witnessed(at("island 0 3", '"wine"'), *leaves) & ruled == ruled
    assert witnessed(at("island 0 3"), *leaves) & ruled == {"PT-R1"}
    assert not witnessed(at("island 0 3", '"wine"'), "place 0 brown", "close") & ruled
    assert not witnessed(at("island 0 2", '"wine"'), "place 0 purple", "close") & ruled
    assert not witnessed(at("port 0 2"), *leaves) & ruled


def test_PT_GOODS_2_goods_that_would_have_paid_are_lost() -> None:
    turn = ("place 0 brown", "close")
    assert "PT-GOODS-2" in witnessed(at("island 0 3", '"wine"'), *turn, "draw wine")
    assert "PT-GOODS-2" not in witnessed(at("island 0 3", '"wine"'), *turn, "draw oil")


@pytest.mark.parametrize("on_arrival", [False, True])
def test_PT_R3_a_ship_arrives_on_an_anchor(on_arrival: bool) -> None:
    rules = dp.Rulings(anchor_on_arrival=on_arrival)
    config = dp.Config(hosted=True, dominus=False, rulings=rules)
    assert "PT-R3" in witnessed(at("island 0 2", config=config), "place 0 purple", "close")
    assert "PT-R3" not in witnessed(at("island 0 1", config=config), "place 0 brown", "close")
    assert "PT-R3" not in witnessed(at("island 0 3", config=config), "place 0 brown", "close")


def test_PT_R6_a_ship_comes_to_where_another_one_is() -> None:
    assert "PT-R6" in witnessed(at("port 0 2", other="island 0 1"), "close")
    assert "PT-R6" not in witnessed(at("port 0 2", other="island 0 2"), "close")
    stays = witnessed(at("island 0 1", other="island 0 1"), "close")
    assert "PT-R6" not in stays


def test_PT_GUEST_2_a_guest_at_a_placement_that_brings_more() -> None:
    guest = at("port 0 2", other="port 0 1")
    assert "PT-GUEST-2" in witnessed(guest, "place 0 red coins=1 lyres=1")
    assert "PT-GUEST-2" in witnessed(guest, "place 0 red legions=1")
    assert "PT-GUEST-2" not in witnessed(guest, "place 0 red coins=1 population=2")
    assert "PT-GUEST-2" not in witnessed(at("port 0 2"), "place 0 red coins=1 lyres=1")
    assert "PT-GUEST-2" not in witnessed(at("port 1 2"), "place 0 red coins=1 lyres=1")


def test_PT_R4_all_guests_gain_and_nothing_is_passed_on() -> None:
    three = '[[seats]]\n[[seats]]\nship = "port 0 1"\n[[seats]]\nship = "{}"\n'
    placed = "place 0 red coins=1"
    assert "PT-R4" in witnessed(scene(three.format("port 0 2"), PORTUS, seats=3), placed)
    assert "PT-R4" not in witnessed(scene(three.format("port 2 2"), PORTUS, seats=3), placed)
    # A guest that has a guest itself passes nothing on.
    assert "PT-R4" in witnessed(scene(three.format("port 1 2"), PORTUS, seats=3), placed)
    way = ("place 0 red military:different", "move legion Rome > Gallia")
    guest = at("port 0 2", other="port 0 1", config=HOSTED)
    assert "PT-R4" in witnessed(guest, *way, "reveal coins")
    assert "PT-R4" not in witnessed(guest, *way, "reveal points")
    assert "PT-R4" not in witnessed(at("port 0 2", config=HOSTED), *way, "reveal coins")


def test_DS_R1_a_placement_is_handed_in_or_not() -> None:
    assert "DS-R1" in witnessed(scene(""), "place 0 red")
    assert "DS-R1" not in witnessed(scene(""), "close")
