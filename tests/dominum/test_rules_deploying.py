"""The Deploy phase: deployments, the retreat, discards and what comes back from them."""

from itertools import product

import pytest

from tabletop_rules import dominum as dm
from tabletop_rules.dominum import events

from .helpers_phases import SEATS, Table, card, game, scene

DOMAIN = {f"{column}2" for column in "abcdef"} | {"a1", "b1", "e1", "f1"}
CHARGED = "effects = [{ type = 'charge' }]".replace("'", '"')
GAME = game(
    card("Banner", "warrior", 1, f'{{ type = "triggered", trigger = "on_deploy", {CHARGED} }}'),
    card(
        "Drum",
        "warrior",
        1,
        f'{{ type = "triggered", trigger = "on_deploy", may = true, {CHARGED} }}',
    ),
    card("Martyr", "warrior", 1, f'{{ type = "triggered", trigger = "on_discard", {CHARGED} }}'),
    card("Sore", "warrior", 1, f'{{ type = "triggered", trigger = "first_wound", {CHARGED} }}'),
    card(
        "Digger",
        "elite",
        2,
        '{ type = "activated", phases = ["deploy"], effects = [{ type = "return_card" }] }',
        '{ type = "activated", phases = ["deploy"], effects = '
        '[{ type = "return_card", places = ["neutral_line"] }] }',
        '{ type = "activated", phases = ["deploy"], effects = '
        '[{ type = "deploy", places = ["neutral_line"] }] }',
    ),
    card(
        "Porter",
        "elite",
        2,
        '{ type = "activated", phases = ["deploy"], effects = '
        '[{ type = "place_card", target = { side = "own" }, places = ["neutral_line"] }] }',
        '{ type = "activated", phases = ["deploy"], effects = '
        '[{ type = "swap", target = { side = "own" } }] }',
    ),
    card(
        "Needle",
        "elite",
        2,
        '{ type = "activated", phases = ["deploy"], effects = [{ type = "wound" }] }',
    ),
    card(
        "Nurse",
        "elite",
        2,
        '{ type = "activated", phases = ["deploy"], effects = '
        '[{ type = "heal", target = { side = "own" } }, { type = "wound", who = "same" }] }',
    ),
)
SIX = ["a1", "b1", "e1", "f1", "a2", "b2"]


def deploying(me: int, mine: str, yours: str = "") -> Table:
    return scene(me, "turn = ME\nphase = 'deploy'", f'stronghold = "Keep 1"\n{mine}', yours, GAME)


def standing(*spaces: str, start: int = 1) -> str:
    cards = [f'"Soldier {number} {space}"' for number, space in enumerate(spaces, start)]
    return f"cards = [{', '.join(cards)}]\n"


def pick(table: Table, *actions: str) -> Table:
    """Apply those of the actions that are asked for: nobody is asked where there is no choice."""
    for action in actions:
        if action in table.options:
            table = table.do(action)
    return table


# --- deploying --------------------------------------------------------------------------------


@pytest.mark.parametrize("me", SEATS)
@pytest.mark.parametrize("there", range(7))
def test_DM_DEP_1_DM_R34_one_at_a_time_up_to_six_on_the_battlefield(me: int, there: int) -> None:
    elsewhere = ["c3", "d4", "a5", "f4", "c2", "d2"][:there]  # wherever they stand
    hand = '"Elite 1", "Elite 2", "Elite 3", "Elite 4", "Chief 1", "Banner"'
    table = deploying(me, f"{standing(*elsewhere, start=1)}hand = [{hand}]")
    count = there
    while count < 6:
        assert table.starting("deploy") != []
        name = table.names("hand")[0]
        space = next(space for space in SIX if not table.on(space))
        table = pick(table.do(f"deploy {name} {space}"), "decline")
        count += 1
        assert len(table.of(events.CardDeployed)) == count - there
    assert sum(unit.seat == me for unit in table.state.units) == 6
    assert table.starting("deploy") == []
    if there == 6:
        assert table.refused("deploy Elite 1 a1") == "DM-DEP-1"
        assert len(table.starting("retreat")) == 6
    else:
        assert table.options == ["link", "pass"]  # nothing is left to do


@pytest.mark.parametrize("me", SEATS)
def test_DM_DEP_2_DM_R34_on_an_empty_space_of_the_own_domain(me: int) -> None:
    mine = 'cards = ["Soldier 1 c2"]\nhand = ["Elite 1", "Elite 2"]'
    table = deploying(me, mine, 'cards = ["Soldier 2 d2", "Soldier 3 a4"]')
    free = DOMAIN - {"c2", "d2"}  # enemies fill spaces too
    expected = {f"deploy {name} {space}" for name, space in product(["Elite 1", "Elite 2"], free)}
    assert set(table.starting("deploy")) == expected
    for space in ("c2", "d2", "c3", "c4", "a5", "c1"):  # taken, not in the Domain, stronghold
        assert table.refused(f"deploy Elite 1 {space}") == "DM-DEP-2"
    assert table.refused("deploy Elite 3 a1") == "DM-DEP-1"
    done = table.do("deploy Elite 1 a1")
    assert done.on("a1") == "my Elite 1"
    assert done.names("hand") == ["Elite 2"]
    assert done.do("done").options == ["link", "pass"]  # no need to fill up


@pytest.mark.parametrize("me", SEATS)
def test_DM_R34_deploying_stops_when_the_domain_is_full_or_the_hand_is_empty(me: int) -> None:
    spaces = sorted(DOMAIN)
    mine = f'{standing(*spaces[:4])}hand = ["Elite 1"]'
    full = deploying(me, mine, standing(*spaces[4:]))
    assert full.starting("deploy") == []
    empty = deploying(me, standing(*spaces[:4]))
    assert set(empty.options) == {*(f"retreat {space}" for space in spaces[:4]), "done"}


@pytest.mark.parametrize("me", SEATS)
def test_DM_DEP_3_on_deploy_is_used_at_once_or_lost(me: int) -> None:
    table = deploying(me, 'charges = 1\nhand = ["Banner", "Drum", "Elite 1"]')
    assert table.do("deploy Banner c2").player().charges == 2
    asked = table.do("deploy Drum c2")
    assert asked.options == ["accept", "decline"]
    assert asked.do("accept").player().charges == 2
    lost = asked.do("decline")
    assert lost.player().charges == 1
    assert lost.starting("use") == []
    assert lost.do("deploy Elite 1 d2").player().charges == 1


# --- retreat ----------------------------------------------------------------------------------


@pytest.mark.parametrize("me", SEATS)
@pytest.mark.parametrize("there", range(1, 7))
@pytest.mark.parametrize("hand", ['"Elite 1", "Elite 2"', ""])
def test_DM_DEP_4_DM_R33_B23_one_retreat_with_any_number_of_cards(
    me: int, there: int, hand: str
) -> None:
    mine = f"{standing(*SIX[:there])}hand = [{hand}]"
    table = deploying(me, mine, 'cards = ["Soldier 1 a5"]')
    assert set(table.starting("retreat")) == {f"retreat {space}" for space in SIX[:there]}
    assert table.refused("retreat a5") == "DM-DEP-4"
    table = table.do("retreat a1")
    assert (table.on("a1"), table.names("discard")) == ("", ["Soldier 1"])
    assert (table.on("a5"), table.names("discard", "you")) == ("your Soldier 1", [])  # a copy
    assert [event.cause.name for event in table.of(events.CardLeft)] == ["RETREATED"]
    assert table.starting("retreat") == []
    if hand:
        assert "deploy Elite 1 a1" in table.options
        assert "done" in table.options  # without deploying after
    else:
        assert table.options == ["link", "pass"]


@pytest.mark.parametrize("me", SEATS)
def test_DM_DEP_4_DM_R33_B23_then_up_to_six_and_no_retreat_after_a_deployment(me: int) -> None:
    mine = f'{standing(*SIX)}hand = ["Elite 1", "Elite 2", "Chief 1"]'
    table = deploying(me, mine).do("retreat f1", "deploy Elite 1 f1")
    assert table.options == ["link", "pass"]  # six again
    mine = f'{standing(*SIX[:4])}hand = ["Elite 1", "Elite 2"]'
    table = deploying(me, mine).do("deploy Elite 1 c2")
    assert table.starting("retreat") == []
    assert table.refused("retreat a1") == "DM-DEP-4"


@pytest.mark.parametrize("me", SEATS)
def test_DM_R33_no_retreat_after_a_deployment_by_an_ability(me: int) -> None:
    mine = 'cards = ["Digger c2", "Soldier 1 a1"]\ndiscard = ["Elite 3"]\n'
    mine += 'hand = ["Elite 1", "Elite 2"]'
    table = deploying(me, mine)
    assert len(table.starting("retreat")) == 2
    mustered = table.do("use c2 3", "deploy Elite 1 c3")
    assert mustered.starting("retreat") == []
    recalled = table.do("use c2 2", "deploy Elite 3 c3")
    assert recalled.starting("retreat") == []
    returned = table.do("use c2", "return Elite 3")  # to the hand: no deployment
    assert len(returned.starting("retreat")) == 2
    assert len(table.do("use c2 3", "decline").starting("retreat")) == 2
    assert table.do("deploy Elite 1 d2", "use c2", "return Elite 3").starting("retreat") == []


@pytest.mark.parametrize("me", SEATS)
def test_DM_DEP_5_DM_R26_a_retreat_does_not_set_off_on_discard(me: int) -> None:
    table = deploying(me, 'cards = ["Martyr c2 wounded"]').do("retreat c2")
    assert table.player().charges == 0
    assert table.names("discard") == ["Martyr"]
    yours = 'stronghold = "Keep 1"\ncards = ["Martyr d4 wounded"]'
    beaten = pick(deploying(me, 'cards = ["Needle c2"]', yours).do("use c2"), "target d4")
    assert beaten.player("you").charges == 1  # a defeat does


# --- abilities obey the six -------------------------------------------------------------------


@pytest.mark.parametrize("me", SEATS)
@pytest.mark.parametrize("there", [4, 5, 6])
def test_DM_R34_abilities_that_bring_a_card_in_obey_the_six(me: int, there: int) -> None:
    others = ", ".join(f'"Soldier {n} {s}"' for n, s in enumerate(SIX[: there - 1], 1))
    mine = f'cards = ["Digger c2", {others}]\nhand = ["Elite 1"]\ndiscard = ["Elite 3"]'
    table = deploying(me, mine)
    uses = ["use c2", "use c2 2", "use c2 3"]
    assert table.starting("use") == (uses if there < 6 else uses[:1])
    if there == 4:
        twice = table.do("use c2 3", "deploy Elite 1 a3")
        assert "use c2 2" in twice.options
        assert twice.do("use c2 2", "deploy Elite 3 b3").starting("deploy") == []


# --- discards ---------------------------------------------------------------------------------


@pytest.mark.parametrize("me", SEATS)
def test_DM_R44_the_pile_is_open_and_the_tokens_come_off(me: int) -> None:
    mine = 'cards = ["Banner c2 wounded weakened", "Digger d2"]\ndiscard = ["Soldier 4"]'
    table = deploying(me, mine).do("retreat c2")
    assert table.names("discard") == ["Banner", "Soldier 4"]
    for viewer in (0, 1, None):
        assert dm.view(table.state, viewer).players[me].discard == table.player().discard
    assert [type(e).__name__ for e in dm.observe(table.events, 1 - me)] == ["CardLeft"]
    table = table.do("use d2", "return Banner")
    assert (table.names("hand"), table.names("discard")) == (["Banner"], ["Soldier 4"])
    table = table.do("deploy Banner c2")
    assert table.on("c2") == "my Banner"
    assert table.player().charges == 1  # it is a new card: On Deploy works


@pytest.mark.parametrize("me", SEATS)
def test_DM_R44_on_deploy_works_if_it_is_deployed_not_if_it_is_placed_or_swapped(me: int) -> None:
    mine = 'cards = ["Digger d2", "Porter e2"]\ndiscard = ["Banner", "Soldier 1"]'
    table = deploying(me, mine).do("use d2 2", "deploy Banner c3")
    assert table.player().charges == 1  # deployed from the pile
    mine = 'cards = ["Banner d2", "Porter e2"]'
    placed = pick(deploying(me, mine).do("use e2"), "target d2").do("to c3")
    assert (placed.on("c3"), placed.player().charges) == ("my Banner", 0)
    swapped = pick(deploying(me, mine).do("use e2 2"), "target d2")
    assert (swapped.on("e2"), swapped.on("d2")) == ("my Banner", "my Porter")
    assert swapped.player().charges == 0


@pytest.mark.parametrize("me", SEATS)
def test_DM_R44_a_returned_or_healed_card_has_its_first_wound_again(me: int) -> None:
    yours = 'stronghold = "Keep 1"\ncards = ["Sore c4"]'
    table = deploying(me, 'cards = ["Needle c2"]', yours)
    hurt = pick(table.do("use c2"), "target c4")
    assert (hurt.on("c4"), hurt.player("you").charges) == ("your Sore wounded", 1)
    nursed = deploying(me, 'cards = ["Nurse c2", "Sore d2 wounded"]')
    nursed = pick(nursed.do("use c2"), "target d2")
    assert (nursed.on("d2"), nursed.player().charges) == ("my Sore wounded", 1)
    mine = 'cards = ["Nurse c2", "Sore d2 wounded", "Digger e2"]'
    back = deploying(me, mine).do("retreat d2", "use e2", "return Sore", "deploy Sore a1")
    assert back.on("a1") == "my Sore"


@pytest.mark.parametrize("me", SEATS)
def test_DM_R45_DM_R44_a_returned_card_stays_known_until_it_is_played(me: int) -> None:
    mine = (
        'cards = ["Digger e2"]\nhand = ["Elite 1", "Soldier 2"]\ndiscard = ["Banner", "Soldier 4"]'
    )
    table = deploying(me, mine).do("use e2")
    assert table.options == ["return Banner", "return Soldier 4", "decline"]
    assert table.refused("return Soldier 2") == "DM-R44"
    table = table.do("return Banner")
    banner = table.state.config.domains[me].numbers["Banner"]
    for viewer in (1 - me, None):
        assert dm.view(table.state, viewer).players[me].hand == (banner, dm.HIDDEN, dm.HIDDEN)
    assert table.names("known") == ["Banner"]
    assert [event.card for event in table.of(events.CardReturned)] == ["Banner"]
    played = table.do("deploy Banner a1")
    assert played.names("known") == []
    assert dm.view(played.state, None).players[me].hand == (dm.HIDDEN, dm.HIDDEN)
    other = table.do("deploy Elite 1 a1")
    assert dm.view(other.state, None).players[me].hand == (banner, dm.HIDDEN)
