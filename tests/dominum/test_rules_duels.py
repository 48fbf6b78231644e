"""Power Duels, and decks that cycle in the middle of fights, duels and costs."""

from itertools import product

import pytest

from tabletop_rules import dominum as dm
from tabletop_rules.core import CHANCE
from tabletop_rules.dominum import events

from .helpers_fights import Scene, activated, both_seats, card, scene, triggered, war

POINT = 'type = "victory_points"'
DUEL = (
    'type = "power_duel", win = [{ type = "victory_points" }], '
    'lose = [{ type = "weaken", who = "self" }]'
)
PARTS = (
    card("Ant", 2),
    card("Bee", 2, reach="radial"),
    card("Fort", 4),
    card("Cub", 0),
    card("Duel", 1, activated("attack", DUEL)),
    card("Brawl", 1, triggered("blocks", DUEL)),
    card("Drawer", 1, activated("attack", POINT, more="cost = { draw_power = 1 }")),
    card("Reader", 1, activated("attack", POINT, more="cost = { discard_power = 1 }")),
    card("Post", 1),
)
CAST = war(*PARTS)
RESETS = war(*PARTS, rulings=dm.Rulings(duel_resets_deck=True))
POWER = ["1", "2", "3", "4", "critical"]
LAST = 'used = "1 1 2 2 3 3 4 critical"'
"""One 4 is left, in the deck."""


def duel(config: dm.Config = CAST, me: int = 0, my: str = "", your: str = "") -> Scene:
    state = scene(config, "Duel a2, Ant c3", "Fort c4, Post f4", me=me, my=my, your=your)
    return state.play("use a2")


# --- the duel (R17) -----------------------------------------------------------------------------


@both_seats
def test_DM_DUEL_1_DM_POWER_12_DM_R17_the_initiator_draws_first_the_other_decides(me: int) -> None:
    reserve = 'reserve = "2 critical"'
    state = duel(me=me, my=reserve, your=reserve)
    assert state.asked == "me"
    assert set(state.options) == {"power deck", "power reserve 2", "power reserve critical"}
    state = state.play("power reserve 2")
    assert [(e.seat, e.card) for e in state.of(events.PowerUsed)] == [(me, 2)]
    assert state.asked == "you"
    assert set(state.options) == {
        "power deck",
        "power reserve 2",
        "power reserve critical",
        "decline",
    }
    assert duel(me=me).asked == "chance"  # an empty reserve board: the deck's card at once


@both_seats
def test_DM_DUEL_2_DM_POWER_11_DM_R17_B10_the_whole_table(me: int) -> None:
    for mine, yours in product(POWER, ["decline", *POWER]):
        state = duel(me=me).play(f"={mine}", yours if yours == "decline" else f"={yours}")
        if mine == "critical":
            won = yours != "critical"  # a tie of two Criticals goes to the opponent
        elif yours == "critical":
            won = False
        else:
            won = int(mine) > (0 if yours == "decline" else int(yours))
        (settled,) = state.of(events.DuelSettled)
        assert (settled.seat, settled.won) == (me, won)
        assert dm.score(state.state)[me] == won
        assert state.cards["a2"] == "Duel" + " weakened" * (not won)
        assert len(state.power("me").used) == 1
        assert len(state.power("you").used) == (yours != "decline")
        assert "use a2" not in state.options


@both_seats
def test_DM_R17_the_owner_of_the_ability_initiates_it_on_the_others_turn_too(me: int) -> None:
    state = scene(CAST, "Ant c3, Post f3", "Brawl c4, Post f4", me=me)
    state = state.play("attack c3 x c4", "=1", "=4")
    assert state.asked == "chance"
    state = state.play("=2")
    assert (state.asked, set(state.options)) == ("me", {"power deck", "decline"})
    state = state.play("=2")  # a tie: the Brawl's duel is lost
    assert state.cards["c4"] == "-Brawl weakened"
    assert set(state.options) == {"counterattack", "decline"}


@both_seats
@pytest.mark.parametrize("resets", [False, True])
@pytest.mark.parametrize("answer", ["decline", "=4"])
def test_DM_R17_DM_DUEL_3_no_reset_unless_the_table_wants_it(
    me: int, resets: bool, answer: str
) -> None:
    state = duel(RESETS if resets else CAST, me, my='used = "1 1"', your='used = "2 2 3"')
    state = state.play("=3", answer)
    if not resets:
        assert state.asked == "me"
        assert state.power("me").used == (1, 1, 3)
        assert len(state.power("you").used) == 3 + (answer == "=4")
        assert state.of(events.PowerReset) == []
        return
    seen = list(state.of(events.PowerReset))
    while dm.actor(state.state) is CHANCE:
        state = state.play(state.options[0])
        seen += state.of(events.PowerReset)
    assert {event.seat for event in seen} == {0, 1}
    for power in state.state.powers:
        assert (len(power.deck), len(power.reserve), power.used) == (7, 2, ())
        assert power.counters == (1, 2, 3, 4)  # a reset uses up no counter
    assert state.asked == "me"
    assert (dm.score(state.state)[me] == 1) == (answer == "decline")


# --- cycles in the middle of fights (R14, B1, B2) -----------------------------------------------


@both_seats
@pytest.mark.parametrize("counter", ["1", "2", "3", "4"])
def test_DM_R14_DM_CYCLE_1_DM_CYCLE_3_B1_the_attackers_ninth_card_before_the_defender_decides(
    me: int, counter: str
) -> None:
    state = scene(CAST, "Ant c3, Post f3", "Fort c4, Post f4", me=me, my=LAST)
    state = state.play("attack c3 x c4", "=4")
    assert state.asked == "me"
    assert set(state.options) == {f"counter {number}" for number in "1234"}
    assert state.power("me").used == (0, 1, 1, 2, 2, 3, 3, 4, 4)
    state = state.play(f"counter {counter}")
    assert state.asked == "chance"
    assert int(counter) in state.power("me").reserve
    odds = {dm.format_action(a): str(share) for a, share in dm.chance_outcomes(state.state)}
    assert odds == {
        f"draw {name}": "1/8" if name in (counter, "critical") else "1/4" for name in POWER
    }
    state = state.play("draw critical")
    power = state.power("me")
    assert (len(power.deck), power.reserve, power.used) == (7, (0, int(counter)), ())
    assert power.counters == tuple(n for n in (1, 2, 3, 4) if n != int(counter))
    # Only now the defender decides, against the total of 2 + 4.
    assert (state.asked, set(state.options)) == ("you", {"power deck", "decline"})
    assert state.play("decline").results() == [(4, True)]
    assert state.play("=2").results() == [(6, False)]


@both_seats
def test_DM_R14_B2_the_defenders_ninth_card_counts_and_then_the_deck_cycles(me: int) -> None:
    state = scene(CAST, "Ant c3, Post f3", "Fort c4, Post f4", me=me, your=LAST)
    state = state.play("attack c3 x c4", "=3", "=4")  # 5 against 8
    assert state.asked == "you"
    assert set(state.options) == {f"counter {number}" for number in "1234"}
    state = state.play("counter 3", "draw 1")
    assert state.power("you").reserve == (1, 3)
    assert state.power("you").counters == (1, 2, 4)
    assert set(state.options) == {"counterattack", "decline"}
    state = state.play("counterattack")
    assert set(state.options) == {"power deck", "power reserve 1", "power reserve 3"}


@both_seats
def test_DM_R14_B2_both_ninth_cards_cycle_in_the_order_of_use(me: int) -> None:
    state = scene(CAST, "Ant c3, Post f3", "Fort c4, Post f4", me=me, my=LAST, your=LAST)
    state = state.play("attack c3 x c4", "=4")
    assert (state.asked, state.starting("counter")) == ("me", {"1", "2", "3", "4"})
    state = state.play("counter 2", "draw 2")
    assert (state.asked, set(state.options)) == ("you", {"power deck", "decline"})
    state = state.play("=4")
    assert (state.asked, state.starting("counter")) == ("you", {"1", "2", "3", "4"})
    state = state.play("counter 1", "draw 4")
    assert (state.asked, set(state.options)) == ("you", {"counterattack", "decline"})
    assert (state.power("me").reserve, state.power("you").reserve) == ((2, 2), (1, 4))


@both_seats
def test_DM_R14_a_cycle_comes_before_the_consequences_of_a_wound_are_decided(me: int) -> None:
    mine = 'used = "1 1 2 2 3 3 4 4"'  # the Critical is the ninth
    state = scene(CAST, "Ant c3, Post f3", "Cub c4 wounded, Post f4", me=me, my=mine, your=LAST)
    state = state.play("attack c3 x c4", "=critical")
    assert state.starting("counter") == {"1", "2", "3", "4"}
    state = state.play("counter 4", "draw 1", "=4")
    assert (state.asked, state.starting("counter")) == ("you", {"1", "2", "3", "4"})
    state = state.play("counter 1", "draw 4")
    assert (state.asked, set(state.options)) == ("me", {"advance c4", "decline"})


@both_seats
def test_DM_R14_the_counterattackers_and_its_defenders_ninth_cards(me: int) -> None:
    # Mine: a 1 for the attack, the 4 is the ninth. The other's: a 4 for the block, then the 1.
    mine = 'used = "1 2 2 3 3 4 critical"'
    yours = 'used = "1 2 2 3 3 4 critical"'
    state = scene(CAST, "Ant c3, Post f3", "Fort c4, Post f4", me=me, my=mine, your=yours)
    state = state.play("attack c3 x c4", "=1", "=4", "counterattack", "=1")
    assert (state.asked, state.starting("counter")) == ("you", {"1", "2", "3", "4"})
    state = state.play("counter 2", "draw 2")
    assert (state.asked, set(state.options)) == ("me", {"power deck", "decline"})
    state = state.play("=4")
    assert (state.asked, state.starting("counter")) == ("me", {"1", "2", "3", "4"})
    state = state.play("counter 1", "draw 1")
    assert (state.asked, state.starting("attack")) == ("me", {"f3 x f4"})
    assert state.cards["c3"] == "Ant"  # 5 against 6: the ninth card has counted


@both_seats
def test_DM_R14_DM_R17_ninth_cards_in_a_duel(me: int) -> None:
    state = duel(me=me, my=LAST, your=LAST).play("=4")
    assert (state.asked, state.starting("counter")) == ("me", {"1", "2", "3", "4"})
    state = state.play("counter 1", "draw 1")
    assert (state.asked, set(state.options)) == ("you", {"power deck", "decline"})
    state = state.play("=4")
    assert (state.asked, state.starting("counter")) == ("you", {"1", "2", "3", "4"})
    state = state.play("counter 1", "draw 1")
    assert state.cards["a2"] == "Duel weakened"  # 4 to 4
    assert "attack c3 x c4" in state.options


@both_seats
def test_DM_R14_DM_R15_a_ninth_card_drawn_or_discarded_as_a_cost(me: int) -> None:
    state = scene(CAST, "Drawer a2, Ant c3", "Fort c4", me=me, my=LAST).play("use a2", "=4")
    assert state.starting("counter") == {"1", "2", "3", "4"}
    state = state.play("counter 1", "draw 1")
    assert dm.score(state.state)[me] == 1
    mine = f'{LAST}\nreserve = "4"'
    state = scene(CAST, "Reader a2, Ant c3", "Fort c4", me=me, my=mine).play("use a2")
    state = state.play("discard 4") if "discard 4" in state.options else state
    assert state.starting("counter") == {"1", "2", "3", "4"}
    state = state.play("counter 1", "draw 1")
    assert dm.score(state.state)[me] == 1
    assert state.power("me").reserve == (1, 1)


@both_seats
def test_DM_R15_eight_used_cards_are_no_cycle(me: int) -> None:
    mine = 'used = "1 1 2 2 3 3 4"\nreserve = "critical"'  # a 4 is in the deck
    state = scene(CAST, "Ant c3, Post f3", "Fort c4, Post f4", me=me, my=mine)
    state = state.play("attack c3 x c4", "power deck", "draw 4")
    assert state.asked == "you"
    assert state.power("me").deck == ()
    assert state.of(events.DeckCycled) == []


@both_seats
def test_DM_R13_a_fifth_cycle_in_mid_attack_needs_no_counter(me: int) -> None:
    state = scene(CAST, "Ant c3, Post f3", "Fort c4, Post f4", me=me, my=f"{LAST}\ncounters = []")
    state = state.play("attack c3 x c4", "=4")
    assert state.asked == "chance"
    state = state.play("draw 3", "draw critical")
    power = state.power("me")
    assert (len(power.deck), power.reserve, power.used) == (7, (0, 3), ())
    assert (state.asked, set(state.options)) == ("you", {"power deck", "decline"})
