"""What is told of a game: each event with all that it says, in the order in which things happen."""

from collections import Counter

import pytest
from attrs import evolve

from tabletop_rules import dominum as dm
from tabletop_rules.core import Event
from tabletop_rules.dominum import events

from . import helpers_fights as fights
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
    table = table.do("attack c3 x c4", "with b4", "with d4")
    c3, c4 = turned("c3", me), turned("c4", me)
    ready, joined, attack, *_ = table.events
    prepared = events.AttackPrepared(
        rule="DM-ATK-1",
        seat=me,
        attacker="Soldier 2",
        space=c3,
        target="Chief 1",
        target_space=c4,
        helpers=(),
    )
    assert ready == prepared
    assert joined == evolve(prepared, rule="DM-COORD-2", helpers=("Elite 1",))
    assert attack == declared(
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


# --- abilities --------------------------------------------------------------------------------


def ability(
    me: int, effect: str, mine: str = "", yours: str = "", *more: str, my: str = "", your: str = ""
) -> list[Event]:
    """Return what is told, rules left out, when my Mage on c2 uses an ability with this effect."""
    config = fights.war(
        fights.card("Mage", 1, fights.activated("attack", effect)),
        fights.card("Ox", 3),
        fights.card("Ant", 2),
    )
    cards = f"Mage c2, {mine}" if mine else "Mage c2"
    happened = fights.scene(config, cards, yours, me=me, my=my, your=your).play("use c2", *more)
    first, *rest = happened.events
    assert first == events.AbilityUsed(rule="DM-ACT-3", seat=me, name="Mage")
    return [evolve(event, rule="") for event in rest]


@both_seats
@pytest.mark.parametrize(
    ("effect", "mine", "yours", "whose", "card_space", "status"),
    [
        ('type = "weaken"', "", "Ox c4", "you", "Ox c4", "weakened"),
        ('type = "wound"', "", "Ox c4", "you", "Ox c4", "wounded"),
        (
            'type = "heal", target = { side = "own", status = ["wounded"] }',
            "Ox d3 wounded",
            "",
            "me",
            "Ox d3",
            "healed",
        ),
        (
            'type = "cure", target = { side = "own", status = ["weakened"] }',
            "Ox d3 weakened",
            "",
            "me",
            "Ox d3",
            "no longer weakened",
        ),
    ],
)
def test_DM_ACT_3_an_ability_that_changes_what_lies_on_a_card(  # noqa: PLR0917
    me: int, effect: str, mine: str, yours: str, whose: str, card_space: str, status: str
) -> None:
    name, space = card_space.split()
    seat = me if whose == "me" else 1 - me
    assert ability(me, effect, mine, yours) == [
        events.CardStatus(rule="", seat=seat, card=name, space=turned(space, me), status=status)
    ]


@both_seats
def test_DM_R26_DM_SAC_1_cards_that_leave_by_an_ability(me: int) -> None:
    assert ability(me, 'type = "wound", wounds = 2', "", "Ox c4") == [
        events.CardLeft(
            rule="", seat=1 - me, card="Ox", space=turned("c4", me), cause=events.Cause.DEFEATED
        )
    ]
    assert ability(me, 'type = "sacrifice", who = "self"') == [
        events.CardLeft(
            rule="", seat=me, card="Mage", space=turned("c2", me), cause=events.Cause.SACRIFICED
        )
    ]


@both_seats
def test_DM_R43_a_swap_moves_both_cards(me: int) -> None:
    assert ability(me, 'type = "swap", target = { side = "own" }', "Ox d3") == [
        events.CardMoved(
            rule="",
            seat=me,
            card=name,
            start=turned(start, me),
            end=turned(end, me),
            how="is swapped",
        )
        for name, start, end in (("Mage", "c2", "d3"), ("Ox", "d3", "c2"))
    ]


@both_seats
@pytest.mark.parametrize("effect", ['type = "strengthen"', 'type = "grant", keyword = "deadly"'])
def test_DM_R31_what_lasts_for_a_phase_is_told(me: int, effect: str) -> None:
    (boosted,) = ability(me, f'{effect}, target = {{ side = "own" }}', "Ox d3")
    assert isinstance(boosted, events.CardBoosted)
    assert (boosted.seat, boosted.card) == (me, "Ox")


@both_seats
def test_DM_SH_1_DM_WIN_1_DM_R29_points_charges_and_surge_by_abilities(me: int) -> None:
    you = 1 - me
    assert ability(me, 'type = "victory_points", amount = 2', my="points = 1") == [
        events.PointsChanged(rule="", seat=me, amount=2, points=3)
    ]
    lost = 'type = "victory_points", amount = -2, side = "enemy"'
    assert ability(me, lost, your="points = 1") == [
        events.PointsChanged(rule="", seat=you, amount=-1, points=0)
    ]
    assert ability(me, 'type = "charge", amount = 2', my="charges = 2") == [
        events.ChargesChanged(rule="", seat=me, amount=1, charges=3)
    ]
    drained = 'type = "charge", amount = -1, side = "enemy"'
    assert ability(me, drained, your="charges = 3") == [
        events.ChargesChanged(rule="", seat=you, amount=-1, charges=2)
    ]
    assert ability(me, 'type = "gain_surge"') == [events.SurgeMoved(rule="", seat=me, held=True)]


@both_seats
def test_DM_RES_2_DM_RESET_1_power_cards_that_abilities_take_and_give(me: int) -> None:
    assert ability(me, 'type = "lose_reserve"', your=power("3", "1 1")) == [
        events.PowerDiscarded(rule="", seat=1 - me, card=3)
    ]
    from_used = ability(
        me, 'type = "gain_reserve", source = "used"', "", "", "take 4", my=power("3", "1 1")
    )
    assert from_used == [events.PowerGained(rule="", seat=me, card=4)]
    reset = ability(me, 'type = "reset_power"', "", "", "draw 2", "draw critical")
    assert reset == [
        events.PowerReset(rule="", seat=me),
        events.PowerGained(rule="", seat=me, card=2),
        events.PowerGained(rule="", seat=me, card=dm.CRITICAL),
    ]


@both_seats
def test_DM_DUEL_2_DM_POWER_1_duels_and_tests_of_power(me: int) -> None:
    gain = '{ type = "victory_points" }'
    decks = {"my": power("3", "1 1"), "your": power("4", "1 1")}
    duel = f'type = "power_duel", win = [{gain}]'
    for answer, won in (("power reserve 4", False), ("decline", True)):
        happened = ability(me, duel, "", "", "power reserve 3", answer, **decks)
        settled = [event for event in happened if isinstance(event, events.DuelSettled)]
        assert settled == [events.DuelSettled(rule="", seat=me, won=won)]
    for least in (3, 4):
        test = f'type = "draw_power", at_least = {least}, success = [{gain}]'
        happened = ability(me, test, "", "", "power reserve 3", **decks)
        tested = [event for event in happened if isinstance(event, events.PowerTested)]
        assert tested == [events.PowerTested(rule="", seat=me, success=least == 3)]


@both_seats
def test_DM_ACT_2_DM_R45_what_is_declined_and_what_returns(me: int) -> None:
    assert ability(me, 'type = "weaken", may = true', "", "Ox c4", "decline") == [
        events.AbilityDeclined(rule="", seat=me)
    ]
    pile = 'discard = ["Ant", "Ox"]'
    assert ability(me, 'type = "return_card"', "", "", "return Ant", my=pile) == [
        events.CardReturned(rule="", seat=me, card="Ant")
    ]
    assert ability(me, 'type = "return_card"', "", "", "decline", my=pile) == [
        events.AbilityDeclined(rule="", seat=me)
    ]
    muster = 'type = "deploy"'
    assert ability(me, muster, "", "", "decline", my='hand = ["Ant"]') == [
        events.AbilityDeclined(rule="", seat=me)
    ]
    assert ability(me, muster, "", "", "deploy Ant a1", my='hand = ["Ant"]') == [
        events.CardDeployed(rule="", seat=me, card="Ant", space=turned("a1", me))
    ]


# --- what mutants of the rules of attacks left alone -------------------------------------------


def test_DM_COORD_1_the_first_spaces_of_the_board_are_in_board_order_too() -> None:
    table = at_war(0, "Elite 1 b2, Soldier 1 a1, Soldier 2 a2", "Chief 1 b1", power("1", "1"))
    table = table.do("attack b2 x b1")
    assert table.options == ["with a1", "go"]
    joined = table.do("with a1").of(events.AttackDeclared)
    assert joined == [
        declared(0, "DM-COORD-2", "Elite 1 b2", "Chief 1 b1", "an attack", "Soldier 1")
    ]


@both_seats
def test_DM_R20_a_counterattack_out_of_range_is_refused_by_its_rule(me: int) -> None:
    config = game(
        card("Eel", "elite", 3, f'{{ {KEYWORD}"submerge" }}'),
        card("Bee", "elite", 3, more='range = "radial"'),
    )
    mine = f'{power("1", "1")}\ncards = ["Bee c3"]'
    table = scene(me, "turn = ME\nphase = 'attack'", mine, 'cards = ["Eel d4"]', config)
    table = table.do("attack c3 x d4", "power reserve 1", "power deck", "draw 4")
    assert "submerge d5" not in table.options  # a stronghold
    assert table.starting("counterattack") == []
    assert table.refused("counterattack") == "DM-R20"
    assert table.refused("submerge a1") == "DM-R39"


@both_seats
def test_DM_COMP_3_DM_R8_the_initiative_token_stays_with_its_taker(me: int) -> None:
    mine, yours = 'cards = ["Elite 1 a1"]', 'cards = ["Elite 1 a5"]'
    table = scene(me, "turn = ME", mine, yours, GAME).do("phase initiative", "pass")
    assert table.asked == "you"
    assert table.state.clock.initiative == me
    assert table.refused("phase initiative") == "DM-R6"
    later = table.do("phase charge", "pass")
    assert later.state.clock.initiative == me
    assert "phase initiative" not in later.options
