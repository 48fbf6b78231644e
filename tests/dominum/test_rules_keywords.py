"""Lunge, Evasive, Submerge, Barrage, and attacks that abilities give."""

import pytest

from tabletop_rules.dominum import events

from .helpers_fights import (
    BARRAGE,
    EVASIVE,
    FREE_STRIKE,
    LUNGE,
    OUTFLANK,
    SUBMERGE,
    Scene,
    activated,
    around,
    beside,
    both_seats,
    card,
    scene,
    triggered,
    war,
)

ALT = 'type = "alt_attack", phases = ["reposition"]'
CHARGE = 'type = "charge"'
FREE_LUNGE = 'type = "attack", free = true, keywords = ["lunge"]'
CAST = war(
    card("Ant", 2),
    card("Bee", 2, reach="radial"),
    card("Hare", 2, LUNGE),
    card("Lynx", 2, LUNGE, reach="radial"),
    card("Cat", 2, EVASIVE),
    card("Ocelot", 2, EVASIVE, FREE_STRIKE),
    card("Eel", 2, SUBMERGE, triggered("moves", CHARGE), triggered("on_deploy", CHARGE)),
    card("Ray", 2, SUBMERGE, reach="radial"),
    card("Wolf", 2, OUTFLANK, reach="radial"),
    card("Spear", 2, FREE_STRIKE),
    card("Drum", 2, BARRAGE),
    card("Gong", 2, BARRAGE),
    card("Bow", 2, ALT, reach="radial"),
    card("Bolt", 2, 'type = "alt_attack", phases = ["reposition"], free = true', reach="radial"),
    card("Sling", 2, 'type = "alt_attack", phases = ["attack"]'),
    card("Leap", 2, ALT, LUNGE),
    card("Raid", 2, triggered("on_deploy", FREE_LUNGE, more="may = true")),
    card("Lout", 2, activated("attack", 'type = "attack"')),
    card("Kin", 2, triggered("ally_defeated", 'type = "attack"')),
    card("Fort", 4),
    card("Keep", 4, reach="radial"),
    card("Post", 1),
    card("King", 5, kind="hero", reach="radial"),
)
HOLD = 'stronghold = "Keep 0"'
BLOCK = ("=1", "=4")


def attack(state: Scene, text: str, *more: str) -> Scene:
    """Return the position after an attack is declared, the target asked for or not."""
    state = state.play(text)
    if "go" in state.options:
        state = state.play("go")
    return state.play(*more)


# --- lunge (R37) --------------------------------------------------------------------------------


@both_seats
@pytest.mark.parametrize("name", ["Hare", "Lynx"])
def test_DM_KEY_7_DM_R37_a_shift_only_where_an_enemy_will_be_in_range(me: int, name: str) -> None:
    targets = ["c4", "e4"]
    state = scene(CAST, f"{name} c2, Ant b2, Post f1", "Fort c4, King e4", me=me)
    reach = around if name == "Lynx" else beside
    expected = {
        f"c2 {space}"
        for space in beside("c2") - {"b2"}  # a shift is orthogonal for any card
        if set(targets) & reach(space)
    }
    assert state.starting("lunge") == expected
    # Without a shift it attacks what is in range, as any card does.
    state = scene(CAST, f"{name} c3, Post f1", "Fort c4, King d4", me=me)
    direct = {"c3 x c4", "c3 x d4"} if name == "Lynx" else {"c3 x c4"}
    assert state.starting("attack") == direct
    assert "c3 d3" in state.starting("lunge")


@both_seats
def test_DM_R37_the_attack_must_follow_from_the_new_space(me: int) -> None:
    state = scene(CAST, "Lynx c2, Post f1", "Fort c4, King d4, Ant b4", me=me)
    state = state.play("lunge c2 c3")
    assert state.cards["c3"] == "Lynx"
    assert set(state.options) == {"attack c3 x c4", "attack c3 x d4", "attack c3 x b4"}
    state = state.play("attack c3 x b4", "=1", "decline", "decline")
    assert state.totals() == [3]
    assert state.starting("attack") == state.starting("lunge") == set()  # its attack is used


@both_seats
@pytest.mark.parametrize(
    ("second", "total"), [("decline", 3), ("=4", 6), ("=1", 3), ("=critical", None)]
)
def test_DM_KEY_7_DM_R37_a_second_power_card_counts_instead(
    me: int, second: str, total: int | None
) -> None:
    state = scene(CAST, "Hare c2, Post f3", "Fort c4, Post f4", me=me)
    state = state.play("lunge c2 c3", "=1")
    assert state.totals() == []  # it decides before the total is declared
    assert (state.asked, set(state.options)) == ("me", {"power deck", "decline"})
    state = state.play(second)
    assert state.totals() == [total]
    drawn = () if second == "decline" else (0 if total is None else int(second[1:]),)
    assert state.power("me").used == tuple(sorted((1, *drawn)))  # both are used
    assert state.asked == "you"


@both_seats
def test_DM_R37_the_second_card_must_be_used_though_it_is_lower(me: int) -> None:
    state = scene(CAST, "Hare c2, Post f3", "Fort c4, Post f4", me=me)
    assert state.play("lunge c2 c3", "=4", "=1").totals() == [3]
    assert state.play("lunge c2 c3", "=critical", "=1").totals() == [3]


@both_seats
def test_DM_R37_both_cards_may_come_from_deck_or_reserve(me: int) -> None:
    state = scene(CAST, "Hare c2, Post f3", "Fort c4, Post f4", me=me, my='reserve = "2 3"')
    state = state.play("lunge c2 c3")
    assert set(state.options) == {"power deck", "power reserve 2", "power reserve 3"}
    state = state.play("power reserve 2")
    assert set(state.options) == {"power deck", "power reserve 3", "decline"}
    state = state.play("power reserve 3")
    assert state.totals() == [5]
    assert state.power("me").used == (2, 3)
    assert [event.card for event in state.of(events.PowerUsed)] == [3]


@both_seats
def test_DM_KEY_7_DM_R37_without_the_shift_there_is_no_second_card(me: int) -> None:
    state = scene(CAST, "Hare c3, Post f3", "Fort c4, Post f4", me=me)
    state = state.play("attack c3 x c4", "=1")
    assert state.totals() == [3]
    assert state.asked == "you"
    # Nor for a card without Lunge, however it came there.
    state = scene(CAST, "Ant c3 moved, Post f3", "Fort c4, Post f4", me=me)
    assert state.starting("lunge") == set()
    assert state.play("attack c3 x c4", "=1").asked == "you"


@both_seats
def test_DM_R37_DM_R14_B1_a_cycle_comes_between_the_two_cards(me: int) -> None:
    mine = 'used = "1 2 2 3 3 4 4 critical"'  # one 1 is left
    state = scene(CAST, "Hare c2, Post f3", "Fort c4, Post f4", me=me, my=mine)
    state = state.play("lunge c2 c3", "=1")
    assert state.totals() == []
    assert state.starting("counter") == {"1", "2", "3", "4"}
    state = state.play("counter 4", "draw 2")
    assert state.power("me").reserve == (2, 4)
    assert (state.asked, set(state.options)) == (
        "me",
        {"power deck", "power reserve 2", "power reserve 4", "decline"},
    )
    assert state.play("decline").totals() == [3]
    assert state.play("power reserve 4").totals() == [6]


@both_seats
def test_DM_R37_the_second_card_can_be_the_ninth(me: int) -> None:
    mine = 'used = "1 1 2 2 3 3 4"\nreserve = "4"'  # the Critical is in the deck
    state = scene(CAST, "Hare c2, Post f3", "Fort c4, Post f4", me=me, my=mine)
    state = state.play("lunge c2 c3", "power deck")
    state = state.play("draw critical") if state.asked == "chance" else state
    assert state.play("power reserve 4").starting("counter") == {"1", "2", "3", "4"}
    state = state.play("power reserve 4", "counter 1", "draw 1")
    assert state.totals() == [6]
    assert state.asked == "you"


@both_seats
def test_DM_R37_in_alt_attacks_and_free_strikes(me: int) -> None:
    state = scene(CAST, "Leap c2, Post f3", "Fort c4, Post e5", me=me, phase="reposition")
    state = state.play("use c2")
    assert "lunge c2 c3" in state.options
    state = state.play("lunge c2 c3")
    state = state.play("attack c3 x c4") if state.asked == "me" else state
    assert state.play("=1", "=4").totals() == [6]


@both_seats
def test_DM_INIT_10_DM_R37_DM_KEY_5_a_free_strike_with_lunge_on_deploying(me: int) -> None:
    state = scene(CAST, "Post f3", "Fort c4, Keep c3", me=me, phase="deploy", my='hand = ["Raid"]')
    state = state.play("deploy Raid b2", "accept")
    assert set(state.options) == {"lunge b2 b3", "lunge b2 c2", "decline"}
    state = state.play("lunge b2 c2", "=1", "=2")
    assert state.totals() == [4]
    state = state.play("=4")
    assert state.results() == [(8, False)]
    assert state.asked == "me"  # free: no counterattack


# --- evasive (R38) ------------------------------------------------------------------------------


@both_seats
@pytest.mark.parametrize("name", ["Cat", "Ocelot"])
@pytest.mark.parametrize("space", ["c4", "b3"])
def test_DM_KEY_4_DM_R38_whenever_blocked_it_may_shift_to_an_adjacent_space(
    me: int, name: str, space: str
) -> None:
    state = scene(CAST, f"{name} c3, Post f3, Ant d3", f"Fort {space}, Post f4", me=me)
    state = attack(state, f"attack c3 x {space}", *BLOCK)
    assert state.asked == "me"
    free = beside("c3") - {space, "d3"}
    assert set(state.options) == {"decline", *(f"evade {end}" for end in free)}
    end = min(free)
    after = state.play(f"evade {end}")
    assert after.cards[end] == name
    assert after.asked == "me"


@both_seats
def test_DM_R38_not_when_the_attack_wounds_or_no_space_is_empty(me: int) -> None:
    state = scene(CAST, "Cat c3, Post f3", "Ant c4, Post f4", me=me)
    assert state.play("attack c3 x c4", "=4", "decline").starting("evade") == set()
    state = scene(CAST, "Cat c3, Ant b3, Bee c2, Post d3, Hare f3", "Keep c4, Post f4", me=me)
    state = attack(state, "attack c3 x c4", *BLOCK)
    assert (state.asked, set(state.options)) == ("you", {"counterattack", "decline"})


@both_seats
def test_DM_R38_also_where_the_blocker_could_not_counterattack(me: int) -> None:
    state = scene(CAST, "Ocelot c3, Post f3", "Fort c4, Post f4", me=me)
    assert state.play("attack c3 x c4", *BLOCK).starting("evade") == {"b3", "d3", "c2"}


@both_seats
def test_DM_R38_after_the_shift_submerge_is_not_possible_either(me: int) -> None:
    state = scene(CAST, "Cat c3, Post f3", "Eel c4, Post f4", me=me)
    state = state.play("attack c3 x c4", *BLOCK)
    assert state.play("evade b3").asked == "me"
    assert state.play("decline").starting("submerge") == {"b4", "d4"}


@both_seats
def test_DM_R38_an_evasive_card_that_blocks_does_not_shift(me: int) -> None:
    state = scene(CAST, "Ant c3, Post f3", "Cat c4, Post f4", me=me)
    state = state.play("attack c3 x c4", *BLOCK)
    assert set(state.options) == {"counterattack", "decline"}


# --- submerge (R39) -----------------------------------------------------------------------------


@both_seats
@pytest.mark.parametrize(("name", "radial"), [("Eel", False), ("Ray", True)])
@pytest.mark.parametrize("space", ["c4", "d3", "b5", "a4"])
def test_DM_KEY_9_DM_R39_to_any_empty_space_within_its_own_range(
    me: int, name: str, radial: bool, space: str
) -> None:
    start = min(beside(space))
    state = scene(CAST, f"Ant {start}, Post f1", f"{name} {space}, Post f2, Fort d4", me=me)
    state = attack(state, f"attack {start} x {space}", *BLOCK)
    free = (around if radial else beside)(space) - {start, "d4"}
    assert state.asked == "you"
    assert state.starting("submerge") == free
    assert {"counterattack", "decline"} <= set(state.options)
    for end in free:
        after = state.play(f"submerge {end}")
        assert after.cards[end] == f"-{name}"
        assert space not in after.cards
        assert after.asked == "me"


@both_seats
def test_DM_R39_it_needs_no_range_to_the_attacker(me: int) -> None:
    state = scene(CAST, "Bee b3, Post f3", "Eel c4, Post f4", me=me)
    state = state.play("attack b3 x c4", *BLOCK)
    assert set(state.options) == {"decline", "submerge b4", "submerge d4", "submerge c3"}


@both_seats
def test_DM_R39_with_no_empty_space_it_is_not_offered(me: int) -> None:
    state = scene(CAST, "Ant c3, Post f3", "Eel c4, Fort b4, Keep d4, Post f4", me=me)
    state = state.play("attack c3 x c4", *BLOCK)
    assert set(state.options) == {"counterattack", "decline"}
    state = scene(CAST, "Bee b3, Ant c3, Post f3", "Eel c4, Fort b4, Keep d4, Post f4", me=me)
    assert attack(state, "attack b3 x c4", *BLOCK).asked == "me"


@both_seats
@pytest.mark.parametrize(
    ("attacker", "helper"), [("Spear", None), ("Wolf", "Bee"), ("Ant", "Wolf")]
)
def test_DM_R39_not_against_free_strikes_and_outflank(
    me: int, attacker: str, helper: str | None
) -> None:
    army = f"{attacker} c3, Post f3" + (f", {helper} b3" if helper else "")
    state = scene(CAST, army, "Eel c4, Post f4", me=me).play("attack c3 x c4")
    state = state.play("with b3") if helper else state
    state = state.play("go") if "go" in state.options else state
    state = state.play(*BLOCK)
    assert state.results() == [(6, False)]
    assert state.asked == "me"


@both_seats
def test_DM_KEY_9_DM_R39_not_after_a_wound(me: int) -> None:
    state = scene(CAST, "Ant c3, Post f3", "Eel c4, Post f4", me=me)
    assert state.play("attack c3 x c4", "=4", "decline").asked == "me"


@both_seats
def test_DM_KEY_9_DM_R39_only_in_the_opponents_attack_phase(me: int) -> None:
    state = scene(CAST, "Bow c3, Post f3", "Eel c4, Ray b4, Post f4", me=me, phase="reposition")
    state = state.play("use c3", "attack c3 x c4", *BLOCK)
    assert (state.asked, set(state.options)) == ("you", {"counterattack", "decline"})
    # An attack by an ability in the Attack phase is in that phase.
    state = scene(CAST, "Lout c3, Post f3", "Eel c4, Post f4", me=me).play("use c3")
    state = state.play("attack c3 x c4") if "attack c3 x c4" in state.options else state
    assert state.play(*BLOCK).starting("submerge") == {"b4", "d4"}


@both_seats
def test_DM_R39_not_in_the_own_attack_phase_when_the_opponent_attacks(me: int) -> None:
    # The Kin attacks when an ally is defeated, in the middle of my Attack phase.
    state = scene(CAST, "Ant b3, Eel c3, Post f3", "Fort b4 wounded, Kin c4, Post f4", me=me)
    state = state.play("attack b3 x b4", "=critical", "decline")
    assert state.asked == "you"
    state = state.play("attack c4 x c3") if "attack c4 x c3" in state.options else state
    state = state.play("=1", "=4")
    assert state.starting("submerge") == set()
    assert (state.asked, set(state.options)) == ("me", {"counterattack", "decline"})


@both_seats
def test_DM_R39_it_is_neither_a_shift_nor_a_deployment(me: int) -> None:
    state = scene(CAST, "Ant c3, Post f3", "Eel c4, Post f4", me=me, your=HOLD)
    state = state.play("attack c3 x c4", *BLOCK, "submerge b4")
    assert state.charges("you") == 0  # neither "moves" nor "on deploy"


# --- barrage (KEY-2) ----------------------------------------------------------------------------


@both_seats
@pytest.mark.parametrize(
    ("army", "initial"),
    [
        ("Ant c4", 1),
        ("Ant c4, Drum a3", 2),
        ("Ant c4, Drum a3, Gong b3", 3),
        ("Ant b5, Drum a3", 3),
        ("Ant c4, Bee a3", 1),
        ("Ant c4, Drum a2", 1),
        ("Ant c4, Drum d4", 2),
        ("Ant c4, Drum a4", 1),
        ("Drum c4", 1),
    ],
)
def test_DM_KEY_2_barrage_adds_1_from_the_neutral_line(me: int, army: str, initial: int) -> None:
    state = scene(CAST, army, "Post f4", me=me, phase="assault")
    state = state.play("assault") if "assault" in state.options else state
    state = state.play("=1", "=1")
    (settled,) = state.of(events.AssaultSettled)
    assert settled.total == initial + 2


@both_seats
def test_DM_KEY_2_DM_ASLT_1_barrage_alone_makes_no_assault(me: int) -> None:
    state = scene(CAST, "Drum a3, Ant b3", "Post f4", me=me, phase="")
    assert "phase attack" in state.options
    assert "phase assault" not in state.options
    state = scene(CAST, "Drum a3, Ant c4", "Post f4", me=me, phase="")
    assert "phase assault" in state.options
