"""What is told of a game: each event with all that it says, in the order in which things happen."""

from collections import Counter

import pytest

from tabletop_rules import dominum as dm
from tabletop_rules.core import Event
from tabletop_rules.dominum import events

from .helpers_phases import SEATS, Table, card, game, scene, turned

KEYWORD = 'type = "keyword", keyword = '
GAME = game(
    card("Hammer", "elite", 3, f'{{ {KEYWORD}"knockback" }}'),
    card("Eel", "elite", 3, f'{{ {KEYWORD}"submerge" }}'),
    card("Snake", "elite", 3, f'{{ {KEYWORD}"evasive" }}'),
)
both_seats = pytest.mark.parametrize("me", SEATS)


def power(reserve: str = "", deck: str = "", counters: str = "1, 2, 3, 4") -> str:
    """Return a Power Deck as a position has it: all but reserve and deck are used."""
    used = Counter(["critical", "1", "1", "2", "2", "3", "3", "4", "4"])
    used.subtract(reserve.split() + deck.split())
    left = " ".join(used.elements())
    return f'reserve = "{reserve}"\nused = "{left}"\ncounters = [{counters}]\n'


def at_war(me: int, mine: str, yours: str, my_power: str = "", your_power: str = "") -> Table:
    """Return my Attack phase; cards are written with commas between."""
    sides = [f"cards = {[text.strip() for text in cards.split(',')]}" for cards in (mine, yours)]
    head = "turn = ME\nphase = 'attack'"
    return scene(me, head, f"{my_power}\n{sides[0]}", f"{your_power}\n{sides[1]}", GAME)


def declared(me: int, rule: str, attacker: str, target: str, kind: str, *helpers: str) -> Event:
    """Return the event of an attack by NAME SPACE on NAME SPACE; `me` has the attacker."""
    name, _, space = attacker.rpartition(" ")
    other, _, there = target.rpartition(" ")
    return events.AttackDeclared(
        rule=rule,
        seat=me,
        attacker=name,
        space=space,
        target=other,
        target_space=there,
        helpers=helpers,
        kind=kind,
    )


def used(seat: int, number: int, *, reserve: bool = False) -> Event:
    rule = "DM-POWER-3" if reserve else "DM-POWER-2"
    return events.PowerUsed(rule=rule, seat=seat, card=number, reserve=reserve)


@both_seats
def test_DM_ATK_1_DM_ATK_3_DM_ATK_8_DM_POWER_13_an_attack_that_wounds(me: int) -> None:
    table = at_war(me, "Elite 1 c3", "Elite 1 c4", power("2", "1"), power("4", "1"))
    table = table.do("attack c3 x c4", "power reserve 2", "decline")
    c3, c4 = turned("c3", me), turned("c4", me)
    assert list(table.events) == [
        declared(me, "DM-ATK-1", f"Elite 1 {c3}", f"Elite 1 {c4}", "an attack"),
        used(me, 2, reserve=True),
        events.AttackTotalled(rule="DM-ATK-8", seat=me, total=5),
        events.PowerDeclined(rule="DM-POWER-13", seat=1 - me),
        events.AttackResolved(rule="DM-ATK-3", seat=me, defence=3, wounds=True),
        events.CardStatus(rule="DM-ATK-3", seat=1 - me, card="Elite 1", space=c4, status="wounded"),
    ]


@both_seats
def test_DM_ATK_5_DM_ATK_6_DM_CTR_1_a_block_and_a_counterattack(me: int) -> None:
    table = at_war(me, "Elite 1 c3", "Elite 2 c4", power("1", "1"), power("3 4", "1"))
    blocked = table.do("attack c3 x c4", "power reserve 1", "power reserve 3")
    c3, c4 = turned("c3", me), turned("c4", me)
    assert list(blocked.events[-2:]) == [
        used(1 - me, 3, reserve=True),
        events.AttackResolved(rule="DM-ATK-5", seat=me, defence=6, wounds=False),
    ]
    struck = blocked.at(blocked.state).do("counterattack", "power reserve 4", "decline")
    assert list(struck.events) == [
        declared(1 - me, "DM-CTR-1", f"Elite 2 {c4}", f"Elite 1 {c3}", "a counterattack"),
        used(1 - me, 4, reserve=True),
        events.AttackTotalled(rule="DM-ATK-8", seat=1 - me, total=7),
        events.PowerDeclined(rule="DM-POWER-13", seat=me),
        events.AttackResolved(rule="DM-ATK-3", seat=1 - me, defence=3, wounds=True),
        events.CardStatus(rule="DM-ATK-3", seat=me, card="Elite 1", space=c3, status="wounded"),
    ]
    waived = blocked.at(blocked.state).do("decline")
    assert list(waived.events) == [events.AbilityDeclined(rule="DM-ATK-6", seat=1 - me)]


@both_seats
def test_DM_POWER_9_criticals_have_no_total(me: int) -> None:
    table = at_war(me, "Soldier 1 c3", "Chief 1 c4", power("critical", "1"), power("critical", "1"))
    hit = table.do("attack c3 x c4", "power reserve critical", "decline")
    assert list(hit.events[1:5]) == [
        used(me, dm.CRITICAL, reserve=True),
        events.AttackTotalled(rule="DM-ATK-8", seat=me, total=None),
        events.PowerDeclined(rule="DM-POWER-13", seat=1 - me),
        events.AttackResolved(rule="DM-POWER-9", seat=me, defence=4, wounds=True),
    ]
    blocked = table.do("attack c3 x c4", "power reserve critical", "power reserve critical")
    assert blocked.events[-1] == events.AttackResolved(
        rule="DM-POWER-9", seat=me, defence=None, wounds=False
    )


@both_seats
def test_DM_COND_2_DM_ADV_1_a_defeat_and_an_advance(me: int) -> None:
    table = at_war(me, "Elite 1 c3", "Soldier 1 c4 wounded, Elite 2 f4", power("1", "1"))
    c3, c4 = turned("c3", me), turned("c4", me)
    beaten = table.do("attack c3 x c4", "power reserve 1", "decline")
    assert beaten.events[-1] == events.CardLeft(
        rule="DM-COND-2", seat=1 - me, card="Soldier 1", space=c4, cause=events.Cause.DEFEATED
    )
    advanced = beaten.at(beaten.state).do("advance c4")
    assert list(advanced.events) == [
        events.CardMoved(rule="DM-ADV-1", seat=me, card="Elite 1", start=c3, end=c4, how="advances")
    ]
    stayed = beaten.at(beaten.state).do("decline")
    assert list(stayed.events) == [events.AbilityDeclined(rule="DM-ADV-1", seat=me)]


@both_seats
def test_DM_COORD_2_a_coordinated_attack_names_all_that_take_part(me: int) -> None:
    table = at_war(me, "Elite 1 b4, Soldier 1 d4, Soldier 2 c3", "Chief 1 c4", power("1", "1"))
    table = table.do("attack c3 x c4")
    table = table.do("with b4", "with d4")
    c3, c4 = turned("c3", me), turned("c4", me)
    assert table.events[0] == declared(
        me, "DM-COORD-2", f"Soldier 2 {c3}", f"Chief 1 {c4}", "an attack", "Elite 1", "Soldier 1"
    )


@both_seats
def test_DM_KEY_4_DM_KEY_6_DM_KEY_9_shifts_of_keywords_say_how(me: int) -> None:
    knocked = at_war(me, "Hammer c3", "Soldier 1 c4, Elite 1 f5", power("1", "1"))
    knocked = knocked.do("attack c3 x c4", "power reserve 1", "decline", "knock b4")
    assert knocked.events[-1] == events.CardMoved(
        rule="DM-KEY-6",
        seat=1 - me,
        card="Soldier 1",
        start=turned("c4", me),
        end=turned("b4", me),
        how="is knocked back",
    )
    evaded = at_war(me, "Snake c3", "Chief 1 c4", power("1", "1"))
    evaded = evaded.do("attack c3 x c4", "power reserve 1", "decline", "evade b3")
    assert evaded.events[-1] == events.CardMoved(
        rule="DM-KEY-4",
        seat=me,
        card="Snake",
        start=turned("c3", me),
        end=turned("b3", me),
        how="evades",
    )
    dived = at_war(me, "Soldier 1 c3", "Eel c4", power("1", "1"))
    dived = dived.do("attack c3 x c4", "power reserve 1", "decline", "submerge b4")
    assert dived.events[-1] == events.CardMoved(
        rule="DM-KEY-9",
        seat=1 - me,
        card="Eel",
        start=turned("c4", me),
        end=turned("b4", me),
        how="submerges",
    )


@both_seats
@pytest.mark.parametrize(
    ("numbers", "rule", "points"),
    [((3, 4), "DM-ASLT-4", 0), ((4, 4), "DM-ASLT-5", 1)],
)
def test_DM_ASLT_2_DM_ASLT_4_DM_ASLT_5_an_assault(
    me: int, numbers: tuple[int, int], rule: str, points: int
) -> None:
    deck = power(" ".join(map(str, numbers)), "1 1")
    table = scene(me, "turn = ME", f'cards = ["Elite 1 c4"]\npoints = 2\n{deck}', "", GAME)
    table = table.do("phase assault", *(f"power reserve {number}" for number in numbers))
    total = 1 + sum(numbers)
    after: Event = events.PointsChanged(rule=rule, seat=me, amount=1, points=3)
    if not points:
        after = events.SurgeMoved(rule=rule, seat=me, held=True)
    assert list(table.events) == [
        events.PhaseActivated(rule="DM-ROUND-3", seat=me, phase="assault", number=1),
        events.AssaultBegan(rule="DM-ASLT-2", seat=me, initial=1),
        *(used(me, number, reserve=True) for number in numbers),
        events.AssaultSettled(rule=rule, seat=me, total=total, points=points),
        after,
    ]


@both_seats
def test_DM_ASLT_6_DM_ASLT_7_surge_is_given_back_before_the_points(me: int) -> None:
    mine = f'cards = ["Elite 1 b5"]\nsurge = true\n{power("4 4", "1 1")}'
    table = scene(me, "turn = ME", mine, "", GAME)
    table = table.do("phase assault", "power reserve 4", "power reserve 4", "surge")
    assert list(table.events[-3:]) == [
        events.SurgeMoved(rule="DM-ASLT-7", seat=me, held=False),
        events.AssaultSettled(rule="DM-ASLT-6", seat=me, total=11, points=2),
        events.PointsChanged(rule="DM-ASLT-6", seat=me, amount=2, points=2),
    ]


@both_seats
def test_DM_MOVE_1_DM_REPO_1_moves_and_shifts_say_from_where_to_where(me: int) -> None:
    start, end = turned("a1", me), turned("a2", me)
    for phase, verb, rule, how in (
        ("move", "move", "DM-MOVE-1", "moves"),
        ("reposition", "shift", "DM-REPO-1", "shifts"),
    ):
        table = scene(me, "turn = ME", 'cards = ["Elite 1 a1", "Elite 2 f1"]', "", GAME)
        table = table.do(f"phase {phase}", f"{verb} a1 a2")
        assert list(table.events) == [
            events.PhaseActivated(rule="DM-ROUND-3", seat=me, phase=phase, number=1),
            events.CardMoved(rule=rule, seat=me, card="Elite 1", start=start, end=end, how=how),
        ]


@both_seats
def test_DM_CHG_1_DM_SH_1_charges_and_a_cure(me: int) -> None:
    mine = 'cards = ["Elite 1 a1 weakened"]\ncharges = 2'
    table = scene(me, "turn = ME", mine, "", GAME).do("phase charge")
    charged = table.at(table.state).do("charge")
    assert list(charged.events) == [
        events.ChargesChanged(rule="DM-CHG-1", seat=me, amount=1, charges=3)
    ]
    cured = table.at(table.state).do("cure a1")
    assert list(cured.events) == [
        events.CardStatus(
            rule="DM-CHG-1",
            seat=me,
            card="Elite 1",
            space=turned("a1", me),
            status="no longer weakened",
        )
    ]


@both_seats
def test_DM_DEP_2_DM_DEP_4_a_retreat_and_a_deployment(me: int) -> None:
    mine = 'cards = ["Elite 1 a1"]\nhand = ["Soldier 1", "Soldier 2"]'
    table = scene(me, "turn = ME", mine, "", GAME).do("phase deploy")
    table = table.at(table.state).do("retreat a1", "deploy Soldier 2 b2")
    assert list(table.events) == [
        events.CardLeft(
            rule="DM-DEP-4",
            seat=me,
            card="Elite 1",
            space=turned("a1", me),
            cause=events.Cause.RETREATED,
        ),
        events.CardDeployed(rule="DM-DEP-2", seat=me, card="Soldier 2", space=turned("b2", me)),
    ]


@both_seats
def test_DM_RES_1_DM_RES_2_a_card_for_the_reserve_board(me: int) -> None:
    table = scene(me, "turn = ME", f'cards = ["Elite 1 a1"]\n{power("1 2 3", "4 4")}', "", GAME)
    table = table.do("phase reserve", "discard 2", "draw 4")
    assert list(table.events[-2:]) == [
        events.PowerDiscarded(rule="DM-RES-2", seat=me, card=2),
        events.PowerGained(rule="DM-RES-1", seat=me, card=4),
    ]


@both_seats
def test_DM_CYCLE_1_to_5_what_is_told_of_a_cycle(me: int) -> None:
    table = at_war(me, "Elite 1 c3", "Elite 1 c4", power("4", "", "2, 3"), power("1", "1"))
    table = table.do("attack c3 x c4", "counter 3", "draw 1")
    assert list(table.events[1:6]) == [
        used(me, 4, reserve=True),
        events.DeckCycled(rule="DM-CYCLE-1", seat=me),
        events.CounterSpent(rule="DM-CYCLE-2", seat=me, counter=3, left=1),
        events.PowerGained(rule="DM-CYCLE-3", seat=me, card=3),
        events.PowerGained(rule="DM-CYCLE-4", seat=me, card=1),
    ]


@both_seats
def test_DM_LINK_1_DM_R8_initiative_and_a_linked_phase(me: int) -> None:
    table = scene(me, "turn = ME", 'cards = ["Elite 1 a1"]\ncharges = 2', "", GAME)
    table = table.do("phase initiative", "link", "phase charge")
    assert list(table.events) == [
        events.PhaseActivated(rule="DM-ROUND-3", seat=me, phase="initiative", number=1),
        events.InitiativeTaken(rule="DM-R8", seat=me),
        events.Linked(rule="DM-LINK-1", seat=me),
        events.PhaseActivated(rule="DM-ROUND-3", seat=me, phase="charge", number=2),
        events.ChargesChanged(rule="DM-CHG-1", seat=me, amount=1, charges=3),
    ]
