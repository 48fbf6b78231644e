"""Power Decks: drawing, the reserve board, the Reserve phase, cycles, duels, resets."""

from collections import Counter

import pytest

from tabletop_rules import dominum as dm
from tabletop_rules.dominum import events

from .helpers_phases import SEATS, Table, card, game, scene

NINE = [dm.CRITICAL, 1, 1, 2, 2, 3, 3, 4, 4]
POINT, LOSS = '{ type = "victory_points" }', '{ type = "charge" }'
PARTS = (
    card(
        "Duellist",
        "hero",
        4,
        '{ type = "activated", phases = ["move"], effects = '
        f'[{{ type = "power_duel", win = [{POINT}], lose = [{LOSS}] }}] }}',
    ),
    card(
        "Priest",
        "elite",
        3,
        '{ type = "activated", phases = ["move"], effects = [{ type = "reset_power" }] }',
        '{ type = "activated", phases = ["move"], effects = [{ type = "lose_reserve" }] }',
    ),
)
GAME = game(*PARTS)
RESETS = game(*PARTS, duel_resets_deck=True)
BOTH = ("power deck", "power reserve 2")


def power(reserve: str = "", deck: str = "", counters: str = "1, 2, 3, 4") -> str:
    """Return a Power Deck as a position has it: all but reserve and deck are used."""
    used = Counter(["critical", "1", "1", "2", "2", "3", "3", "4", "4"])
    used.subtract(reserve.split() + deck.split())
    left = " ".join(used.elements())
    return f'reserve = "{reserve}"\nused = "{left}"\ncounters = [{counters}]\n'


def battle(me: int, mine: str, yours: str = "", config: dm.Config = GAME) -> Table:
    """Return my Attack phase: an Elite (3) on c3, next to your Elite (3) on c4."""
    mine, yours = f'{mine}\ncards = ["Elite 1 c3"]', f'{yours}\ncards = ["Elite 1 c4"]'
    return scene(me, "turn = ME\nphase = 'attack'", mine, yours, config).do("attack c3 x c4")


def total(table: Table) -> int | None:
    (event,) = table.of(events.AttackTotalled)
    return event.total


def four(counters: str = "1 2 3 4") -> list[str]:
    return [f"counter {number}" for number in counters.split()]


# --- drawing ----------------------------------------------------------------------------------


def test_DM_R2_DM_POWER_8_two_of_each_number_and_a_critical() -> None:
    for config in (dm.Config(), GAME):
        assert sorted(config.power_deck.cards) == NINE


@pytest.mark.parametrize("me", SEATS)
def test_DM_POWER_2_DM_POWER_3_DM_POWER_4_from_the_deck_or_from_the_reserve(me: int) -> None:
    table = battle(me, power("2 4 4", "1 1 critical"))
    assert table.asked == "me"
    assert table.options == ["power deck", "power reserve 2", "power reserve 4"]
    reserve = table.do("power reserve 4")
    assert reserve.power().reserve == (2, 4)
    assert Counter(reserve.power().used) == Counter([2, 3, 3, 4])
    assert [(e.seat, e.card, e.reserve) for e in reserve.of(events.PowerUsed)] == [(me, 4, True)]
    assert total(reserve) == 7
    deck = table.do("power deck")
    assert deck.odds == {"draw critical": "1/3", "draw 1": "2/3"}
    deck = deck.do("draw 1")
    assert deck.power().reserve == (2, 4, 4)
    assert Counter(deck.power().deck) == Counter([dm.CRITICAL, 1])
    assert Counter(deck.power().used) == Counter([1, 2, 3, 3])
    assert [(e.seat, e.card, e.reserve) for e in deck.of(events.PowerUsed)] == [(me, 1, False)]
    for viewer in (0, 1, None):  # for all to see
        assert dm.view(deck.state, viewer).powers == deck.state.powers
        assert dm.observe(deck.events, viewer) == deck.events
    assert table.refused("power reserve 3") == "DM-POWER-12"
    assert table.refused("draw 1") == "DM-POWER-12"


@pytest.mark.parametrize("me", SEATS)
def test_DM_POWER_12_DM_POWER_13_the_attacker_must_the_defender_hears_and_may(me: int) -> None:
    table = battle(me, power("2", "1 3"), power("2", "1 3"))
    assert table.options == list(BOTH)
    assert table.refused("decline") == "DM-POWER-13"
    assert not table.of(events.AttackTotalled)
    table = table.do("power reserve 2")
    assert (total(table), table.asked) == (5, "you")
    assert table.options == [*BOTH, "decline"]
    declined = table.do("decline")
    assert declined.power("you") == table.power("you")
    assert [event.defence for event in declined.of(events.AttackResolved)] == [3]


@pytest.mark.parametrize("me", SEATS)
@pytest.mark.parametrize("reserve", ["2", "2 3", "1 2 critical", "2 2", "4 4 1"])
def test_DM_R15_B4_with_an_empty_deck_only_the_reserve_and_no_cycle(me: int, reserve: str) -> None:
    kinds = sorted(set(reserve.split()), key=lambda name: 0 if name == "critical" else int(name))
    expected = [f"power reserve {name}" for name in kinds]
    defender = battle(me, power("2", "1 3"), power(reserve)).do("power reserve 2")
    assert defender.options == [*expected, "decline"]
    assert not defender.of(events.DeckCycled)
    attacker = battle(me, power(reserve), power("2", "1 3"))
    if len(kinds) > 1:
        assert attacker.options == expected
        assert attacker.refused("power deck") == "DM-POWER-12"
        attacker = attacker.do(expected[0])
    assert bool(attacker.of(events.DeckCycled)) == (len(reserve.split()) == 1)
    # nobody is asked where all that is left is of one kind
    assert [event.reserve for event in attacker.of(events.PowerUsed)] == [True]


# --- the Reserve phase ------------------------------------------------------------------------


def reserve_phase(me: int, mine: str) -> Table:
    return scene(me, "turn = ME", mine, "", GAME).do("phase reserve")


@pytest.mark.parametrize("me", SEATS)
@pytest.mark.parametrize("reserve", ["", "3", "3 critical"])
def test_DM_RES_1_the_top_card_goes_face_up_to_the_reserve(me: int, reserve: str) -> None:
    table = reserve_phase(me, power(reserve, "1 1 4"))
    assert table.odds == {"draw 1": "2/3", "draw 4": "1/3"}
    table = table.do("draw 4")
    assert Counter(table.power().reserve) == Counter(
        [4, *(0 if name == "critical" else int(name) for name in reserve.split())]
    )
    assert sorted(table.power().deck) == [1, 1]
    assert [(event.seat, event.card) for event in table.of(events.PowerGained)] == [(me, 4)]
    for viewer in (0, 1, None):
        assert dm.view(table.state, viewer).powers[me] == table.power()


@pytest.mark.parametrize("me", SEATS)
def test_DM_RES_2_DM_R16_with_three_there_one_is_discarded_first(me: int) -> None:
    table = reserve_phase(me, power("2 3 3", "1 4"))
    assert (table.asked, table.options) == ("me", ["discard 2", "discard 3"])
    assert not table.of(events.PowerGained)
    table = table.do("discard 3")
    assert 3 in table.power().used
    assert table.odds == {"draw 1": "1/2", "draw 4": "1/2"}  # what was discarded cannot come
    table = table.do("draw 1")
    assert table.power().reserve == (1, 2, 3)
    alike = dm.load_power_deck('id = "a"\nname = "A"\nnumbers = [1, 2, 3, 4, 4, 4, 4, 4]')
    config = dm.Config(GAME.domains, power_deck=alike)
    table = scene(me, "turn = ME", 'reserve = "4 4 4"', "", config).do("phase reserve")
    assert table.asked == "chance"
    assert (table.power().reserve, table.power().used) == ((4, 4), (4,))


@pytest.mark.parametrize("me", SEATS)
@pytest.mark.parametrize("reserve", ["1", "1 2", "1 2 3"])
def test_DM_R16_B4_with_an_empty_deck_nothing_happens(me: int, reserve: str) -> None:
    table = reserve_phase(me, power(reserve))
    assert table.options == ["link", "pass"]
    assert " ".join(map(str, table.power().reserve)) == reserve
    assert not table.of(events.PowerDiscarded)


@pytest.mark.parametrize("me", SEATS)
@pytest.mark.parametrize("reserve", ["", "1", "1 2", "1 2 3"])
def test_DM_RES_3_DM_R15_taking_the_last_card_of_the_deck_is_no_cycle(
    me: int, reserve: str
) -> None:
    table = reserve_phase(me, power(reserve, "4"))
    if reserve == "1 2 3":
        table = table.do("discard 2")
    table = table.do("draw 4")
    assert (table.power().deck, table.asked) == ((), "me")
    assert table.options == ["link", "pass"]
    assert not table.of(events.DeckCycled)
    assert table.power().counters == (1, 2, 3, 4)


# --- cycles -----------------------------------------------------------------------------------


@pytest.mark.parametrize("me", SEATS)
@pytest.mark.parametrize("source", ["deck", "reserve"])
@pytest.mark.parametrize("counter", [1, 2, 3, 4])
def test_DM_CYCLE_1_DM_CYCLE_2_DM_CYCLE_3_DM_CYCLE_4_DM_CYCLE_5_DM_R14_B1_in_mid_attack(
    me: int, source: str, counter: int
) -> None:
    last = power("", "3") if source == "deck" else power("3")
    table = battle(me, last, power("2", "1"))
    if source == "deck":
        assert table.odds == {"draw 3": "1"}
        table = table.do("draw 3")
    # all nine are used: play is suspended before the defender decides
    assert (table.asked, table.options) == ("me", four())
    assert sorted(table.power().used) == NINE
    assert [event.seat for event in table.of(events.DeckCycled)] == [me]
    assert table.refused("counter 5") == "DM-CYCLE-2"
    table = table.do(f"counter {counter}")
    assert table.power().counters == tuple(n for n in (1, 2, 3, 4) if n != counter)
    assert table.power().reserve == (counter,)
    eight = Counter(NINE) - Counter([counter])
    assert Counter(table.power().deck) == eight
    odds = {name: f"{count}/8" for name, count in eight.items()}
    wanted = {("critical" if k == 0 else str(k)): v.replace("2/8", "1/4") for k, v in odds.items()}
    assert table.odds == {f"draw {name}": share for name, share in wanted.items()}
    table = table.do("draw critical")
    assert table.power().reserve == (dm.CRITICAL, counter)
    assert len(table.power().deck) == 7
    assert table.power().used == ()
    assert (total(table), table.asked) == (6, "you")  # the attack total stands: 3 + 3
    assert [(e.seat, e.counter, e.left) for e in table.of(events.CounterSpent)] == [
        (me, counter, 3)
    ]


@pytest.mark.parametrize("me", SEATS)
def test_DM_R14_B2_the_defenders_ninth_card_counts_and_the_owner_chooses(me: int) -> None:
    table = battle(me, power("2", "1"), power("3")).do("power reserve 2", "power reserve 3")
    assert (table.asked, table.options) == ("you", four())
    assert not table.of(events.AttackResolved)
    assert table.on("c4") == "your Elite 1"
    table = table.do("counter 2", "draw 1")
    assert [(e.defence, e.wounds) for e in table.of(events.AttackResolved)] == [(6, False)]
    assert table.power("you").reserve == (1, 2)


@pytest.mark.parametrize("me", SEATS)
def test_DM_R14_B2_both_ninth_cards_in_one_exchange_cycle_in_order_of_use(me: int) -> None:
    table = battle(me, power("4"), power("1"))
    assert (table.asked, table.options) == ("me", four())
    assert table.refused("power reserve 1") == "DM-CYCLE-2"
    table = table.do("counter 1", "draw 2")
    assert (table.asked, table.options) == ("you", ["power reserve 1", "decline"])
    table = table.do("power reserve 1")
    assert (table.asked, table.options) == ("you", four())
    table = table.do("counter 4", "draw 3")
    assert [event.seat for event in table.of(events.DeckCycled)] == [me, 1 - me]
    assert [(e.defence, e.wounds) for e in table.of(events.AttackResolved)] == [(4, True)]  # 7 : 4
    assert table.on("c4") == "your Elite 1 wounded"
    assert (table.power().counters, table.power("you").counters) == ((2, 3, 4), (1, 2, 3))


@pytest.mark.parametrize("me", SEATS)
@pytest.mark.parametrize("counters", ["1, 2, 3, 4", "1, 4", "2, 3, 4", "3"])
def test_DM_CYCLE_7_DM_CYCLE_2_any_counter_that_is_left(me: int, counters: str) -> None:
    table = battle(me, power("3", counters=counters), power("2", "1"))
    left = counters.replace(",", "")
    if len(left) > 1:
        assert table.options == four(left)
        for number in {"1", "2", "3", "4"} - set(left.split()):
            assert table.refused(f"counter {number}") == "DM-CYCLE-2"
        table = table.do(f"counter {left[0]}")
    assert table.power().reserve == (int(left[0]),)  # the last counter needs no choice
    assert table.asked == "chance"


@pytest.mark.parametrize("me", SEATS)
def test_DM_R13_B6_a_fifth_cycle_is_without_counter_and_puts_two_on_the_reserve(me: int) -> None:
    table = battle(me, power("3", counters=""), power("2", "1"))
    assert table.odds == {"draw critical": "1/9", **{f"draw {n}": "2/9" for n in (1, 2, 3, 4)}}
    table = table.do("draw critical")
    assert table.odds == {f"draw {n}": "1/4" for n in (1, 2, 3, 4)}
    table = table.do("draw 4")
    assert table.power().reserve == (dm.CRITICAL, 4)
    assert (len(table.power().deck), table.power().used, table.power().counters) == (7, (), ())
    assert not table.of(events.CounterSpent)
    assert (total(table), table.asked) == (6, "you")


@pytest.mark.parametrize("me", SEATS)
def test_DM_R15_a_ninth_used_card_by_a_discard_cycles_too_and_its_owner_chooses(me: int) -> None:
    mine = 'cards = ["Priest c3"]'
    table = scene(me, "turn = ME\nphase = 'move'", mine, power("2"), GAME).do("use c3 2")
    assert (table.asked, table.options) == ("you", four())
    table = table.do("counter 1", "draw 4")
    assert table.power("you").reserve == (1, 4)
    assert table.asked == "me"
    two = scene(me, "turn = ME\nphase = 'move'", mine, power("2 4"), GAME).do("use c3 2")
    while two.starting("discard"):
        two = two.do(two.starting("discard")[0])
    assert not two.of(events.DeckCycled)  # the deck is empty, but a card is left


# --- resets and duels -------------------------------------------------------------------------


@pytest.mark.parametrize("me", SEATS)
def test_DM_RESET_1_DM_DUEL_3_DM_CYCLE_1_a_reset_shuffles_all_nine_and_costs_no_counter(
    me: int,
) -> None:
    mine = f'cards = ["Priest c3"]\n{power("1 1 2", "critical", "2, 3")}'
    table = scene(me, "turn = ME\nphase = 'move'", mine, "", GAME).do("use c3")
    assert table.odds == {"draw critical": "1/9", **{f"draw {n}": "2/9" for n in (1, 2, 3, 4)}}
    table = table.do("draw 4", "draw 4")
    assert (table.power().reserve, table.power().used) == ((4, 4), ())
    assert Counter(table.power().deck) == Counter(NINE) - Counter([4, 4])
    assert table.power().counters == (2, 3)
    assert not table.of(events.DeckCycled)


def duel(me: int, mine: str, yours: str, config: dm.Config = GAME) -> Table:
    mine = f'stronghold = "Keep 1"\ncards = ["Duellist c3"]\n{mine}'
    return scene(me, "turn = ME\nphase = 'move'", mine, yours, config).do("use c3")


@pytest.mark.parametrize("me", SEATS)
@pytest.mark.parametrize(
    ("mine", "yours", "won"),
    [
        ("3", "2", True),
        ("3", "3", False),  # ties go to the opponent of the initiator
        ("2", "4", False),
        ("1", None, True),  # not drawing counts 0
        ("critical", "4", True),
        ("critical", "critical", False),
        ("4", "critical", False),
        ("critical", None, True),
    ],
)
def test_DM_DUEL_1_DM_DUEL_2_DM_POWER_11_DM_R17_B10_the_initiator_draws_first(
    me: int, mine: str, yours: str | None, won: bool
) -> None:
    reserve = yours or "1"
    spare = "1" if reserve != "1" else "2"
    table = duel(me, power(mine, "1 2" if mine not in "12" else "3 4"), power(reserve, spare))
    assert table.asked == "me"
    assert table.options == ["power deck", f"power reserve {mine}"]  # no declining
    table = table.do(f"power reserve {mine}")
    assert (table.asked, table.options) == (
        "you",
        ["power deck", f"power reserve {reserve}", "decline"],
    )
    assert not table.of(events.DuelSettled)
    table = table.do("decline" if yours is None else f"power reserve {yours}")
    assert [(event.seat, event.won) for event in table.of(events.DuelSettled)] == [(me, won)]
    assert (table.player().points, table.player().charges) == ((1, 0) if won else (0, 1))
    assert not table.of(events.PowerReset)  # a duel is no reset
    assert len(table.power("you").used) == 7 + (yours is not None)


@pytest.mark.parametrize("me", SEATS)
def test_DM_R17_DM_DUEL_3_the_switch_resets_both_decks_after_a_duel(me: int) -> None:
    table = duel(me, power("3", "1", "1, 4"), power("2", "1", "2"), RESETS)
    table = table.do("power reserve 3", "decline")
    assert sorted(event.seat for event in table.of(events.PowerReset)) == [0, 1]
    while table.asked == "chance":
        table = table.do("draw 4")
    for who, counters in (("me", (1, 4)), ("you", (2,))):
        assert table.power(who).reserve == (4, 4)
        assert (len(table.power(who).deck), table.power(who).used) == (7, ())
        assert table.power(who).counters == counters
    assert table.player().points == 1


@pytest.mark.parametrize("me", SEATS)
def test_DM_R14_the_ninth_card_in_mid_duel_cycles_before_the_other_decides(me: int) -> None:
    table = duel(me, power("3"), power("3"))
    assert (table.asked, table.options) == ("me", four())
    table = table.do("counter 3", "draw 1")
    assert (table.asked, table.options) == ("you", ["power reserve 3", "decline"])
    table = table.do("power reserve 3")
    assert (table.asked, table.options) == ("you", four())
    assert not table.of(events.DuelSettled)
    table = table.do("counter 1", "draw 2")
    assert [event.won for event in table.of(events.DuelSettled)] == [False]
    assert table.player().charges == 1
