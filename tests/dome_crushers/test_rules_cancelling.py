"""Which abilities work: cancellation, chains and rings."""

from itertools import permutations, product
from random import Random

import pytest

from tabletop_rules import dome_crushers as dc
from tabletop_rules.core import ContentError
from tabletop_rules.dome_crushers import events

from .helpers import SEATS, card, duel, play, scene, totals, working

IDLE = card("Idle", 0, copies=8)
PUSH = card("Push", 0, 'type = "switch", to = "attack", side = "either", other = true', copies=2)
PULL = card("Pull", 0, 'type = "switch", to = "ability", side = "either", other = true', copies=2)
GIVE = card("Give", 0, 'type = "return_to_hand", side = "either", other = true', copies=2)
START = "turn = ME\nstart_player = ME\n"


def by(*names: str) -> tuple[str, ...]:
    """Return the abilities of these cards."""
    return tuple(f"The {name}" for name in names)


def laid(
    config: dc.Config, me: int, *abilities: str, attackers: str = "", hand: str = ""
) -> dc.State:
    """Return a position with these abilities, oldest first: +X lies on my side, -X on yours."""
    lies = {"+": me, "-": 1 - me}
    rows = [f'{{ seat = {lies[name[0]]}, card = "{name[1:]}" }}' for name in abilities]
    rows_attack = [
        f'{{ seat = {lies[name[0]]}, card = "{name[1:]}" }}' for name in attackers.split()
    ]
    return scene(
        config,
        me,
        f"{START}abilities = [{', '.join(rows)}]\nattackers = [{', '.join(rows_attack)}]",
        f"hand = {hand.split() or ['Idle']}",
        'hand = ["Idle", "Idle"]',
    )


# --- one canceller ----------------------------------------------------------------------------

RALLY = card("Rally", 3, 'type = "strength", amount = 2', copies=2, by=by("Veil"))
VEIL = card("Veil", 3, copies=2, by=by("Cry"))
CRY = card("Cry", 3, copies=2)
CHAIN = duel(RALLY, VEIL, CRY, IDLE, PUSH, PULL, GIVE, hand_size=8)


@pytest.mark.parametrize("me", SEATS)
@pytest.mark.parametrize("canceller", ["+Veil", "-Veil"])
@pytest.mark.parametrize("first", [True, False])
def test_DC_CANCEL_1_DC_R1_A4_a_canceller_counts_on_either_side(
    me: int, canceller: str, first: bool
) -> None:
    on_table = (canceller, "+Rally") if first else ("+Rally", canceller)
    state = laid(CHAIN, me, *on_table)
    assert working(state) == ["Veil"]
    assert totals(state)[me] == 0
    assert working(laid(CHAIN, me, "+Rally")) == ["Rally"]
    assert totals(laid(CHAIN, me, "+Rally"))[me] == 2


@pytest.mark.parametrize("me", SEATS)
@pytest.mark.parametrize("copies", [("+Veil",), ("-Veil",), ("+Veil", "-Veil"), ("-Veil", "-Veil")])
def test_DC_R1_A4_every_copy_of_the_canceller_counts_on_both_cards(
    me: int, copies: tuple[str, ...]
) -> None:
    state = laid(CHAIN, me, "+Rally", *copies, "-Rally")
    assert working(state) == ["Veil"] * len(copies)
    assert totals(state) == (0, 0)


@pytest.mark.parametrize("me", SEATS)
@pytest.mark.parametrize("left", ["+Veil", "-Veil"])
def test_DC_CANCEL_1_A4_one_of_two_cancellers_left_still_cancels(me: int, left: str) -> None:
    state = laid(CHAIN, me, "+Rally", "+Veil", "-Veil", hand="Push Idle")
    gone = 3 if left == "+Veil" else 2
    played = play(state, "ability Push", f"target #{gone} Veil")
    assert working(played.state) == ["Veil", "Push"]
    assert not played.of(events.AbilityRestored)


@pytest.mark.parametrize("me", SEATS)
def test_DC_CANCEL_1_a_canceller_in_attack_mode_does_not_cancel(me: int) -> None:
    state = laid(CHAIN, me, "+Rally", attackers="+Veil -Veil")
    assert working(state) == ["Rally"]
    assert totals(state)[me] == 3 + 2


@pytest.mark.parametrize("me", SEATS)
def test_DC_CANCEL_1_a_canceller_stops_a_card_that_worked(me: int) -> None:
    state = play(laid(CHAIN, me, "+Rally", hand="Veil Idle"), "ability Idle").state
    assert totals(state)[me] == 2
    played = play(laid(CHAIN, me, "-Rally", hand="Veil Idle"), "ability Veil")
    assert [event.card for event in played.of(events.AbilityCancelled)] == ["Rally"]
    assert totals(played.state) == (0, 0)


@pytest.mark.parametrize("me", SEATS)
@pytest.mark.parametrize("way", ["Push", "Give"])
@pytest.mark.parametrize("owner", ["+", "-"])
def test_DC_CANCEL_2_the_card_works_again_when_its_canceller_leaves(
    me: int, way: str, owner: str
) -> None:
    state = laid(CHAIN, me, "+Rally", f"{owner}Veil", hand=f"{way} Idle")
    assert totals(state)[me] == 0
    played = play(state, f"ability {way}", "target #2 Veil")
    (again,) = played.of(events.AbilityRestored)
    assert (again.card, again.play, again.rule) == ("Rally", 1, "DC-CANCEL-2")
    expected = [2, 0]
    if way == "Push":  # the Veil attacks now, with strength 3
        expected[0 if owner == "+" else 1] += 3
    assert (totals(played.state)[me], totals(played.state)[1 - me]) == tuple(expected)


@pytest.mark.parametrize("me", SEATS)
def test_DC_CANCEL_2_the_card_works_again_when_its_canceller_is_cancelled(me: int) -> None:
    played = play(laid(CHAIN, me, "+Rally", "+Veil", hand="Cry Idle"), "ability Cry")
    assert [event.card for event in played.of(events.AbilityRestored)] == ["Rally"]
    assert [event.card for event in played.of(events.AbilityCancelled)] == ["Veil"]
    assert totals(played.state)[me] == 2


def test_DC_ABIL_5_a_canceller_is_named_by_its_ability_not_by_its_card() -> None:
    twins = [card(name, 1, ability="Same") for name in ("First", "Second")]
    config = duel(card("Rally", 1, by=("Same",)), *twins, IDLE, hand_size=8)
    assert working(laid(config, 0, "+Rally", "+First")) == ["First"]
    assert working(laid(config, 0, "+Rally", "-Second")) == ["Second"]
    with pytest.raises(ContentError):
        duel(card("Rally", 1, by=("First",)), *twins)


# --- chains -----------------------------------------------------------------------------------


@pytest.mark.parametrize("me", SEATS)
@pytest.mark.parametrize("signs", list(product("+-", repeat=3)))
@pytest.mark.parametrize("order", list(permutations(["Cry", "Veil", "Rally"])))
def test_DC_R1_A3_in_a_chain_the_first_and_the_last_work(
    me: int, signs: tuple[str, ...], order: tuple[str, ...]
) -> None:
    state = laid(CHAIN, me, *(sign + name for sign, name in zip(signs, order, strict=True)))
    assert set(working(state)) == {"Cry", "Rally"}


@pytest.mark.parametrize("me", SEATS)
@pytest.mark.parametrize("signs", ["+++", "++-", "+-+", "-++", "---"])
def test_DC_CANCEL_2_A3_the_first_leaves_and_returns(me: int, signs: str) -> None:
    names = [sign + name for sign, name in zip(signs, ["Cry", "Veil", "Rally"], strict=True)]
    state = laid(CHAIN, me, *names, hand="Push Pull Idle")
    out = play(state, "ability Push", "target #1 Cry")
    # In the same step the Veil works and Rally stops.
    assert working(out.state) == ["Veil", "Push"]
    assert [event.card for event in out.of(events.AbilityRestored)] == ["Veil"]
    assert [event.card for event in out.of(events.AbilityCancelled)] == ["Rally"]
    back = play(out.state, "attack Idle", "ability Pull", "target #1 Cry")
    assert working(back.state) == ["Rally", "Push", "Pull", "Cry"]
    assert [event.card for event in back.of(events.AbilityRestored)] == ["Rally"]
    assert [event.card for event in back.of(events.AbilityCancelled)] == ["Veil"]


# --- the card itself --------------------------------------------------------------------------

LONER = card("Loner", 1, 'type = "strength", amount = 1', copies=3, by=by("Loner"))
ALONE = duel(LONER, IDLE, hand_size=8)


@pytest.mark.parametrize("me", SEATS)
def test_DC_R1_a_card_never_cancels_itself(me: int) -> None:
    assert working(laid(ALONE, me, "+Loner")) == ["Loner"]
    assert totals(laid(ALONE, me, "+Loner"))[me] == 1


@pytest.mark.parametrize("me", SEATS)
@pytest.mark.parametrize("signs", [*product("+-", repeat=2), *product("+-", repeat=3)])
def test_DC_R1_of_cards_that_cancel_their_copies_the_oldest_works(
    me: int, signs: tuple[str, ...]
) -> None:
    state = laid(ALONE, me, *(f"{sign}Loner" for sign in signs))
    assert dc.view(state, None).works == (True, *[False] * (len(signs) - 1))
    assert totals(state)[me] == (1 if signs[0] == "+" else 0)


# --- rings ------------------------------------------------------------------------------------

DUO = duel(
    card("Yin", 2, 'type = "strength", amount = 1', copies=2, by=by("Yang")),
    card("Yang", 2, 'type = "strength", amount = 1', copies=2, by=by("Yin")),
    IDLE,
    PUSH,
    PULL,
    hand_size=8,
)


@pytest.mark.parametrize("me", SEATS)
@pytest.mark.parametrize(("old", "new"), [("Yin", "Yang"), ("Yang", "Yin")])
@pytest.mark.parametrize("same_side", [True, False])
def test_DC_R1_A1_of_two_that_list_each_other_the_one_played_first_works(
    me: int, old: str, new: str, same_side: bool
) -> None:
    mine = [old, new] if same_side else [old]
    yours = ["Idle"] if same_side else [new]
    state = scene(DUO, me, START, f"hand = {mine}", f"hand = {yours}")
    actions = [f"ability {old}", *(["attack Idle"] if same_side else []), f"ability {new}"]
    played = play(state, *actions[:-1])
    assert working(played.state) == [old]
    played = play(played.state, actions[-1])
    # Both hands are empty, so the round has been scored: 1 of the older one, 0 of the newer.
    (ended,) = played.of(events.RoundEnded)
    assert (ended.totals[me], ended.totals[1 - me]) == (1, 0)
    assert [event.card for event in played.of(events.AbilityCancelled)] == [new]


@pytest.mark.parametrize("me", SEATS)
@pytest.mark.parametrize("signs", list(product("+-", repeat=2)))
def test_DC_R1_A1_age_is_that_of_the_latest_entry(me: int, signs: tuple[str, ...]) -> None:
    state = laid(DUO, me, f"{signs[0]}Yin", f"{signs[1]}Yang", hand="Push Pull Idle")
    assert working(state) == ["Yin"]
    state = play(state, "ability Push", "target #1 Yin", "attack Idle").state
    assert working(state) == ["Yang", "Push"]
    state = play(state, "ability Pull", "target #1 Yin").state  # in again, now the younger one
    assert working(state) == ["Yang", "Push", "Pull"]


@pytest.mark.parametrize("signs", list(product("+-", repeat=2)))
def test_DC_R1_seats_and_play_numbers_are_no_part_of_the_age(signs: tuple[str, ...]) -> None:
    seats = [0 if sign == "+" else 1 for sign in signs]
    text = f"""
        turn = 0
        abilities = [
            {{ seat = {seats[0]}, card = "Yang", play = 2 }},
            {{ seat = {seats[1]}, card = "Yin", play = 1 }},
        ]
        [[seats]]
        hand = ["Idle"]
        plays = 2
        [[seats]]
        hand = ["Idle"]
        plays = 2
    """
    assert working(dc.parse_state(text, DUO)) == ["Yang"]


RING = "ABCDE"


def ring(size: int) -> dc.Config:
    """Return a deck in which A cancels B, B cancels C, and so on; the last one cancels A."""
    names = RING[:size]
    cards = [card(name, 1, by=by(names[i - 1])) for i, name in enumerate(names)]
    outside = [card("Late", 1, by=by("B")), card("Dead", 1, by=by("A"))]
    return duel(*cards, *outside, IDLE, hand_size=8)


FOUR = ring(4)
THREE = ring(3)


@pytest.mark.parametrize("order", list(permutations("ABCD")))
@pytest.mark.parametrize("me", SEATS)
def test_DC_R1_an_even_ring_works_with_its_oldest(me: int, order: tuple[str, ...]) -> None:
    state = laid(FOUR, me, *(sign + name for sign, name in zip("+-+-", order, strict=True)))
    assert set(working(state)) == ({"A", "C"} if order[0] in "AC" else {"B", "D"})


@pytest.mark.parametrize("order", list(permutations("ABC")))
@pytest.mark.parametrize("me", SEATS)
def test_DC_R1_in_a_ring_of_three_the_oldest_works_and_its_canceller(
    me: int, order: tuple[str, ...]
) -> None:
    # Nothing is consistent. The oldest is decided first and works; what it cancels does not;
    # the third is cancelled by the one that does not work, so it works.
    state = laid(THREE, me, *(sign + name for sign, name in zip("+-+", order, strict=True)))
    expected = {"A": {"A", "C"}, "B": {"B", "A"}, "C": {"C", "B"}}
    assert set(working(state)) == expected[order[0]]


@pytest.mark.parametrize("place", range(4))
@pytest.mark.parametrize("order", list(permutations("ABC")))
def test_DC_R1_what_a_ring_cancels_is_decided_after_it(place: int, order: tuple[str, ...]) -> None:
    on_table = list(order)
    on_table.insert(place, "Late")  # cancelled by B
    on_table.insert(place, "Dead")  # cancelled by A
    state = laid(THREE, 0, *(f"+{name}" for name in on_table))
    expected = {"A": {"A", "C", "Late"}, "B": {"B", "A"}, "C": {"C", "B", "Dead"}}
    assert set(working(state)) == expected[order[0]]


# --- any graph --------------------------------------------------------------------------------


def by_hand(cancellers: list[set[int]]) -> tuple[tuple[bool, ...], str]:
    """Return which cards work by DC-R1, the sentence taken word for word, and how it was found.

    Cards are numbered by age, 0 the oldest; `cancellers[i]` are those that card i lists.
    """
    cards = range(len(cancellers))
    fitting = [
        setting
        for setting in product((True, False), repeat=len(cancellers))  # oldest working first
        if all(setting[i] != any(setting[j] for j in cancellers[i]) for i in cards)
    ]
    if fitting:
        return fitting[0], "only" if len(fitting) == 1 else "several"
    reach = [{i} for i in cards]  # what decides a card, directly or not
    for _ in cards:
        reach = [
            set().union(known, *(reach[j] for j in cancellers[i])) for i, known in enumerate(reach)
        ]
    decided: dict[int, bool] = {}
    while len(decided) < len(cancellers):
        for i in cards:
            members = {j for j in reach[i] if i in reach[j]}
            if i not in decided and reach[i] - members <= set(decided):
                for j in sorted(members):
                    decided[j] = not any(decided.get(other, False) for other in cancellers[j])
    return tuple(decided[i] for i in cards), "none"


def test_DC_R1_any_graph_of_up_to_seven_cards_works_as_the_ruling_says() -> None:
    rng = Random(20)
    found = {"only": 0, "several": 0, "none": 0}
    for number in range(400):
        if number % 2:  # any number of cancellers, and copies of cards
            kinds = [f"K{i}" for i in range(rng.randint(1, 7))]
            often = rng.choice([0.15, 0.3, 0.5])
            lists = {kind: [k for k in kinds if rng.random() < often] for kind in kinds}
            places = [sign + kind for kind in kinds for sign in "+-+-"]
        else:  # rings, with a few cancellations across
            rings = rng.choice([(3,), (3, 1), (5, 1), (3, 3), (3, 4), (5, 2), (3, 2, 2), (7,)])
            kinds = [f"K{i}" for i in range(sum(rings))]
            lists = {kind: [k for k in kinds if rng.random() < 0.05] for kind in kinds}
            left = iter(kinds)
            for size in rings:
                members = [next(left) for _ in range(size)]
                for place, member in enumerate(members):
                    lists[member] = sorted({*lists[member], members[place - 1]})
            places = [rng.choice("+-") + kind for kind in kinds]
        cards = [card(kind, 1, copies=2, by=by(*lists[kind])) for kind in kinds]
        config = duel(*cards, IDLE, hand_size=8)
        for _ in range(3):
            table = rng.sample(places, len(places))[: rng.randint(1, 7) if number % 2 else 7]
            cancellers = [
                {j for j, other in enumerate(table) if j != i and other[1:] in lists[name[1:]]}
                for i, name in enumerate(table)
            ]
            expected, how = by_hand(cancellers)
            found[how] += 1
            seen = dc.view(laid(config, rng.choice(SEATS), *table), rng.choice([0, 1, None]))
            assert seen.works == expected, (table, lists)
    assert min(found.values()) > 100, found  # all three sorts of graphs were among them
