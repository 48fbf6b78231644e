"""Initial deployment: six placements each, one of the last three in the Neutral Line."""

from itertools import product

import pytest

from tabletop_rules import dominum as dm
from tabletop_rules.dominum import events

from .helpers_phases import ARMY, SEATS, Table, card, game, lined_up, scene

DOMAIN = {f"{column}2" for column in "abcdef"} | {"a1", "b1", "e1", "f1"}
LINE = {f"{column}3" for column in "abcdef"}
FAR = {f"{column}4" for column in "abcdef"} | {"a5", "b5", "e5", "f5"}
GAME = game(army=ARMY)
ODD = game(
    card(
        "Shade",
        "elite",
        3,
        '{ type = "deployment", places = ["neutral_line"], cost = { charges = 1 } }',
    ),
    card(
        "Captain",
        "warrior",
        2,
        '{ type = "triggered", trigger = "on_deploy", cost = { charges = 1 }, effects = '
        '[{ type = "move", target = { side = "own", types = ["warrior"] } }] }',
    ),
    card(
        "Striker",
        "elite",
        3,
        '{ type = "triggered", trigger = "on_deploy", may = true, effects = '
        '[{ type = "attack", free = true, keywords = ["lunge"] }] }',
    ),
    card(
        "Banner",
        "warrior",
        1,
        '{ type = "triggered", trigger = "on_deploy", effects = [{ type = "charge" }] }',
    ),
)
PLACES = {1: "a1", 2: "b1", 3: "e1", 4: "f1", 5: "a2", 6: "b2"}
"""Where I place my first to sixth card if nothing else is said; you on the same, seen from you."""


def first_is(me: int, config: dm.Config = GAME) -> Table:
    return lined_up(config, "4", "4", "1", "1", me=me).do("first ME")


def place(me: int, number: int, mine: str, yours: str = "", head: str = "") -> Table:
    """Return the question for my placement of this number, from 1, in the game with odd cards."""
    agenda = f'[{{ type = "place", seat = ME, number = {2 * number - 2}, lined = [LINED] }}]'
    if "lined" in head:  # mine are in the line already
        agenda = agenda.replace("LINED", "true, false" if me == 0 else "false, true")
    agenda = agenda.replace("LINED", "false, false")
    keep = 'stronghold = "Keep 1"\n'
    text = f"round = 0\nfirst = ME\nactive = ME\nagenda = {agenda}"
    return scene(me, text, keep + mine, keep + yours, ODD)


def spaces(table: Table, name: str, *, ability: bool = False) -> set[str]:
    """Return where a card may be placed, by its own ability or without."""
    tail = " by ability" if ability else ""
    found: set[str] = set()
    for option in table.starting("deploy"):
        words = option.removesuffix(" by ability")
        if option == words + tail and words.startswith(f"deploy {name} "):
            found.add(words.split()[-1])
    return found


@pytest.mark.parametrize("me", SEATS)
def test_DM_INIT_1_DM_INIT_2_DM_INIT_3_DM_ROUND_2_six_each_in_turn_the_first_begins(
    me: int,
) -> None:
    table = first_is(me)
    free = {"me": set(DOMAIN), "you": set(FAR)}
    for number in range(1, 7):
        for who in ("me", "you"):
            assert table.asked == who
            assert table.state.clock.active == table.seat(who)  # whose abilities come first
            hand = table.names("hand", who)
            assert len(hand) == 13 - number
            places = {1: free[who], 6: LINE}.get(number)
            if number <= 3:
                assert set(table.options) == {
                    f"deploy {n} {s}" for n, s in product(hand, free[who])
                }
            elif number == 6:
                assert places is not None
                left = places - ({"c3"} if who == "you" else set())
                assert set(table.options) == {f"deploy {n} {s}" for n, s in product(hand, left)}
            space = (
                PLACES[number]
                if who == "me"
                else f"{PLACES[number][0]}{6 - int(PLACES[number][1])}"
            )
            if number == 6:
                space = "c3" if who == "me" else "d3"
            name = hand[number % len(hand)]
            table = table.do(f"deploy {name} {space}")
            free[who].discard(space)
            assert name not in table.names("hand", who)
            assert table.on(space) == f"{'my' if who == 'me' else 'your'} {name}"
    (began,) = table.of(events.RoundBegan)
    assert (began.round, began.seat) == (1, me)
    assert (table.asked, table.state.clock.first) == ("me", me)
    assert "phase deploy" in table.options
    assert [len(player.hand) for player in table.state.players] == [6, 6]
    assert not table.of(events.PlacementSkipped)


@pytest.mark.parametrize("me", SEATS)
@pytest.mark.parametrize("mine", [4, 5, 6])
@pytest.mark.parametrize("yours", [4, 5, 6])
def test_DM_INIT_4_DM_R5_B22_exactly_one_of_the_last_three_in_the_neutral_line(
    me: int, mine: int, yours: int
) -> None:
    table = first_is(me)
    for number in range(1, 7):
        for who, chosen in (("me", mine), ("you", yours)):
            column, row = PLACES[number][0], PLACES[number][1]
            back = f"{column}{row}" if who == "me" else f"{column}{6 - int(row)}"
            line = "c3" if who == "me" else "d3"
            name = table.names("hand", who)[0]
            places = spaces(table, name)
            lined = number > chosen
            home = number <= 3 or number < 6 or lined
            assert bool(places & (DOMAIN | FAR)) == home
            assert bool(places & LINE) == (number > 3 and not lined)
            if number <= 3 or lined:
                assert table.refused(f"deploy {name} {line}") == "DM-R5"
            if number == 6 and not lined:
                assert table.refused(f"deploy {name} {back}") == "DM-R5"
            table = table.do(f"deploy {name} {line if number == chosen else back}")
    assert table.of(events.RoundBegan)
    stood = [event for event in table.of(events.CardDeployed) if event.space[1] == "3"]
    assert sorted(event.seat for event in stood) == [0, 1]


@pytest.mark.parametrize("me", SEATS)
def test_DM_INIT_6_DM_INIT_2_nothing_but_ones_own_empty_domain_in_the_first_three(me: int) -> None:
    table = first_is(me)
    for space in DOMAIN:  # the Fortified Spaces b1 and e1 are two of ten
        done = table.do(f"deploy Soldier 1 {space}")
        assert done.on(space) == "my Soldier 1"
        assert done.refused("deploy Soldier 1 " + space) == "DM-INIT-2"
    for space in FAR:
        assert table.refused(f"deploy Soldier 1 {space}") == "DM-INIT-2"
    assert table.refused("deploy Soldier 9 a1") == "DM-INIT-2"  # not among the forces
    assert table.refused("deploy Soldier 1 c1") == "DM-INIT-2"  # the stronghold
    taken = table.do("deploy Soldier 1 a1", "deploy Soldier 1 a5")
    assert spaces(taken, "Elite 1") == DOMAIN - {"a1"}
    assert taken.refused("deploy Elite 1 a1") == "DM-INIT-2"


# --- On Deploy and deployments by abilities ---------------------------------------------------


@pytest.mark.parametrize("me", SEATS)
@pytest.mark.parametrize("number", [1, 3, 6])
def test_DM_INIT_5_DM_DEP_3_on_deploy_works_at_once(me: int, number: int) -> None:
    table = place(me, number, 'charges = 2\nhand = ["Banner", "Soldier 1"]', 'hand = ["Soldier 1"]')
    space = "c3" if number == 6 else "c2"
    assert table.do(f"deploy Banner {space}").player().charges == 3
    assert table.do(f"deploy Soldier 1 {space}").player().charges == 2


@pytest.mark.parametrize("me", SEATS)
@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_DM_INIT_7_DM_INIT_8_DM_R5_an_ability_places_a_further_card_in_the_line(
    me: int, number: int
) -> None:
    table = place(me, number, 'charges = 2\nhand = ["Shade", "Soldier 1"]', 'hand = ["Soldier 1"]')
    assert spaces(table, "Shade", ability=True) == LINE
    assert spaces(table, "Soldier 1", ability=True) == set()
    assert spaces(table, "Shade") == DOMAIN | (LINE if number > 3 else set())
    done = table.do("deploy Shade d3 by ability")
    assert (done.on("d3"), done.player().charges) == ("my Shade", 1)
    done = done.do(f"deploy Soldier 1 {'a4' if number < 6 else 'a3'}")
    if number == 5:  # it did not count: the sixth must still go there
        assert spaces(done, "Soldier 1") == LINE - {"d3"}
    poor = place(me, number, 'charges = 0\nhand = ["Shade", "Soldier 1"]', 'hand = ["Soldier 1"]')
    assert spaces(poor, "Shade", ability=True) == set()


@pytest.mark.parametrize("me", SEATS)
def test_DM_R5_DM_INIT_7_two_in_the_line_whatever_the_order(me: int) -> None:
    mine = 'charges = 2\nhand = ["Shade", "Soldier 1"]'
    table = place(me, 5, mine, 'hand = ["Soldier 1", "Soldier 2"]', head="lined")
    assert spaces(table, "Soldier 1") == DOMAIN
    table = table.do("deploy Shade c3 by ability", "deploy Soldier 1 a5")
    assert spaces(table, "Soldier 1") == DOMAIN  # the other of the two counts already
    plain = place(me, 4, mine, 'hand = ["Soldier 1", "Soldier 2"]').do("deploy Shade c3")
    assert plain.player().charges == 2  # as one of the last three it costs nothing, and counts
    assert spaces(plain.do("deploy Soldier 1 a5"), "Soldier 1") == DOMAIN


@pytest.mark.parametrize("me", SEATS)
def test_DM_INIT_9_a_warrior_may_be_moved_into_the_enemy_assault_zone(me: int) -> None:
    mine = 'charges = 2\ncards = ["Soldier 1 c3", "Elite 1 a1"]\nhand = ["Captain"]'
    table = place(me, 5, mine, 'hand = ["Soldier 1"]', head="lined").do("deploy Captain d2")
    assert table.options == ["accept", "decline"]
    assert table.do("decline").player().charges == 2
    table = table.do("accept")
    while table.options and not table.starting("to") and not table.starting("move"):
        assert "target a1" not in table.options  # no Warrior
        table = table.do("target c3")
    verb = table.options[0].split()[0]
    ends = {option.split()[-1] for option in table.starting(verb)}
    assert {"b5", "e5", "c4", "d4"} <= ends  # up to three steps, Fortified Spaces too
    step = f"{verb} c3 b5" if verb == "move" else f"{verb} b5"
    table = table.do(step)
    assert (table.on("b5"), table.on("c3"), table.player().charges) == ("my Soldier 1", "", 1)
    assert table.asked == "you"


@pytest.mark.parametrize("me", SEATS)
def test_DM_INIT_10_DM_R35_a_free_strike_with_lunge_is_a_full_attack(me: int) -> None:
    mine = 'charges = 2\nhand = ["Striker"]\nreserve = "3"'
    yours = 'cards = ["Soldier 1 d3 wounded", "Soldier 3 a5"]\nhand = ["Soldier 2"]\nreserve = "1"'
    table = place(me, 4, mine, yours, head="lined").do("deploy Striker c2")
    assert "decline" in table.options
    table = table.do("accept") if "accept" in table.options else table
    assert table.starting("lunge") != []  # d3 is out of range from c2
    table = table.do("lunge c2 d2")
    while table.starting("target") or table.starting("attack"):
        table = table.do(table.options[0])
    table = table.do("power reserve 3")  # 3 + 3 = 6
    while table.asked == "me":  # it lunged: it may draw a second card, but keeps the first
        table = table.do("decline")
    assert [event.total for event in table.of(events.AttackTotalled)] == [6]
    assert table.options == ["power deck", "power reserve 1", "decline"]
    table = table.do("power reserve 1")  # 2 + 1 = 3: the second wound
    assert table.names("discard", "you") == ["Soldier 1"]
    assert table.power().used == (3,)
    assert table.power("you").used == (1,)
    if table.asked == "me":  # advancing is part of it
        assert table.starting("advance") == ["advance d3"]
        table = table.do("advance d3")
        assert table.on("d3") == "my Striker"
    assert table.asked == "you"  # its fourth placement


@pytest.mark.parametrize("me", SEATS)
def test_DM_R35_a_strike_in_the_initial_deployment_can_complete_a_cycle(me: int) -> None:
    mine = 'hand = ["Striker"]\nreserve = "3"\nused = "critical 1 1 2 2 3 4 4"'
    yours = 'cards = ["Soldier 1 d3"]\nhand = ["Soldier 2"]\nreserve = "1"'
    table = place(me, 4, mine, yours, head="lined").do("deploy Striker d2", "accept")
    while table.starting("attack") or table.starting("target"):
        table = table.do((table.starting("attack") + table.starting("target"))[0])
    assert table.options == ["counter 1", "counter 2", "counter 3", "counter 4"]
    table = table.do("counter 4", "draw 2")
    assert table.power().reserve == (2, 4)
    assert table.asked == "you"


# --- in trouble -------------------------------------------------------------------------------


@pytest.mark.parametrize("me", SEATS)
def test_DM_R35_losses_on_the_way_are_not_replaced(me: int) -> None:
    mine = 'cards = ["Soldier 1 a1"]\ndiscard = ["Soldier 2", "Soldier 3"]\n'
    mine += 'hand = ["Elite 1", "Elite 2"]'
    table = place(me, 6, mine, 'hand = ["Soldier 1", "Soldier 2"]').do("deploy Elite 1 c3")
    table = table.do("deploy Soldier 1 d3")
    assert [event.round for event in table.of(events.RoundBegan)] == [1]
    assert table.names("hand") == ["Elite 2"]


@pytest.mark.parametrize("me", SEATS)
@pytest.mark.parametrize(
    "mine",
    [
        'hand = ["Elite 1"]\ncards = ["Soldier 1 a1", "Soldier 2 b1", "Soldier 3 a2", '
        '"Soldier 4 b2", "Soldier 5 c2", "Soldier 6 c3"]',
        'cards = ["Soldier 1 a1"]',
    ],
    ids=["six on the battlefield", "no card in hand"],
)
def test_DM_R35_DM_R34_an_impossible_placement_is_skipped(me: int, mine: str) -> None:
    table = place(1 - me, 5, 'hand = ["Soldier 1", "Soldier 2"]', mine)
    table = table.do("deploy Soldier 1 f1")
    skipped = table.of(events.PlacementSkipped)
    assert [event.seat for event in skipped] == [me]
    assert table.asked == "me"  # the 1st Player again, with the sixth
    table = table.do("deploy Soldier 2 d3")
    assert [event.seat for event in table.of(events.PlacementSkipped)] == [me, me]
    assert [event.seat for event in table.of(events.RoundBegan)] == [1 - me]


@pytest.mark.parametrize("me", SEATS)
def test_DM_R35_with_the_line_full_the_sixth_goes_into_the_domain(me: int) -> None:
    yours = 'cards = ["Soldier 1 d3", "Soldier 2 e3", "Soldier 3 f3"]\nhand = ["Soldier 4"]'
    mine = 'hand = ["Elite 1"]\ncards = ["Soldier 1 a3", "Soldier 2 b3", "Soldier 3 c3"]'
    for number in (4, 5, 6):
        table = place(me, number, mine, yours)
        assert spaces(table, "Elite 1") == DOMAIN
    one_left = place(me, 6, mine.replace('"Soldier 1 a3", ', ""), yours)
    assert spaces(one_left, "Elite 1") == {"a3"}


@pytest.mark.parametrize("me", SEATS)
def test_DM_R35_DM_INIT_8_a_full_domain_leaves_the_deployment_by_ability(me: int) -> None:
    mine = 'charges = 2\nhand = ["Shade", "Soldier 6"]\ncards = ["Soldier 1 a1", "Soldier 2 b1", '
    mine += '"Soldier 3 e1", "Soldier 4 f1", "Soldier 5 c3"]'
    yours = 'hand = ["Elite 1"]\ncards = ["Soldier 1 a2", "Soldier 2 b2", "Soldier 3 c2", '
    yours += '"Soldier 4 d2", "Soldier 5 e2", "Soldier 6 f2"]'
    table = place(me, 6, mine, yours, head="lined")
    assert spaces(table, "Shade", ability=True) == LINE - {"c3"}
    assert spaces(table, "Soldier 6") == set()
    # being asked must not tell that there is such a card: without it one is asked too
    plain = place(me, 6, mine.replace("Shade", "Elite 3"), yours, head="lined")
    assert plain.options == ["decline"]
    views = [dm.view(each.state, 1 - me) for each in (table, plain)]
    assert views[0] == views[1]
    after = [each.do("decline") for each in (table, plain)]
    assert after[0].events == after[1].events
    assert [event.seat for event in after[0].of(events.PlacementSkipped)] == [me, 1 - me]  # six yet
    assert after[0].of(events.RoundBegan)
