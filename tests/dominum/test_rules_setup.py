"""Components, forces, strongholds, and who is the 1st Player."""

from collections import Counter

import pytest

from tabletop_rules import dominum as dm
from tabletop_rules.core import CHANCE, ConfigError, ContentError, PositionError, observe
from tabletop_rules.dominum import events

from .helpers_phases import (
    ARMY,
    PLAIN,
    SEATS,
    Table,
    assert_sound,
    card,
    chosen,
    domain,
    game,
    lined_up,
    scene,
    stronghold,
)

GAME = game(army=ARMY)
FORCES = ["hero"] + ["elite"] * 4 + ["warrior"] * 7
NINE = Counter({1: 2, 2: 2, 3: 2, 4: 2, dm.CRITICAL: 1})


def names_of(config: dm.Config, seat: int, kind: str) -> set[str]:
    return {each.name for each in config.domains[seat].cards if each.type.value == kind}


def choices(state: dm.State) -> list[str]:
    return [dm.format_action(action).removeprefix("choose ") for action in dm.legal_actions(state)]


def choose(state: dm.State, *names: str) -> dm.State:
    for name in names:
        state = dm.apply(state, dm.parse_action(f"choose {name}")).state
        assert_sound(state)
    return state


# --- components -------------------------------------------------------------------------------


def test_DM_COMP_1_a_domain_has_thirty_cards() -> None:
    for config in (dm.Config(), GAME):
        assert [len(each.cards) for each in config.domains] == [30, 30]
    for extra in (29, 31):
        cards = [card(f"Soldier {number}") for number in range(extra - 12)]
        others = [card(f"Chief {n}", "hero") for n in range(3)]
        others += [card(f"Elite {n}", "elite") for n in range(9)]
        keeps = [stronghold(f"Keep {number}") for number in range(3)]
        text = "\n".join(['id = "odd"', 'name = "Odd"', *cards, *others, *keeps])
        with pytest.raises(ContentError, match=rf"expected 30, got {extra}"):
            dm.load_domain(text)


def test_DM_COMP_2_a_domain_has_three_strongholds() -> None:
    for config in (dm.Config(), GAME):
        assert [len(each.strongholds) for each in config.domains] == [3, 3]
    with pytest.raises(ContentError, match="expected 3, got 4"):
        domain(*(stronghold(f"Fort {number}") for number in range(4)))


@pytest.mark.parametrize("config", [dm.Config(), GAME])
def test_DM_COMP_4_DM_POWER_8_nine_power_cards_one_critical_and_four_counters(
    config: dm.Config,
) -> None:
    state = dm.initial_state(config)
    for power in state.powers:
        assert Counter(power.deck) == NINE
        assert (power.reserve, power.used) == ((), ())
        assert power.counters == (1, 2, 3, 4)


@pytest.mark.parametrize("numbers", ["[1, 1, 2, 2, 3, 3, 4]", "[1, 1, 2, 2, 3, 3, 4, 4, 4]"])
def test_DM_R49_DM_COMP_4_a_power_deck_has_nine_cards(numbers: str) -> None:
    with pytest.raises(ContentError, match="numbers"):
        dm.load_power_deck(f'id = "odd"\nname = "Odd"\nnumbers = {numbers}')


def test_DM_R49_every_counter_needs_a_card_of_its_number() -> None:
    head = 'id = "odd"\nname = "Odd"\n'
    with pytest.raises(ContentError):
        dm.load_power_deck(f"{head}numbers = [1, 1, 1, 2, 2, 3, 3, 3]")  # no 4 for counter 4
    with pytest.raises(ContentError):
        dm.load_power_deck(f"{head}numbers = [1, 1, 2, 2, 3, 3, 4, 4]\ncounters = [1, 2, 3, 5]")
    with pytest.raises(ContentError):
        dm.load_power_deck(f"{head}numbers = [1, 2, 3, 4, 5, 6, 7, 8]\ncounters = [1, 1, 2, 3]")
    with pytest.raises(ContentError):  # four of them
        dm.load_power_deck(f"{head}numbers = [1, 1, 2, 2, 3, 3, 4, 4]\ncounters = [1, 2, 3]")
    deck = dm.load_power_deck(f"{head}numbers = [1, 2, 3, 4, 4, 4, 4, 9]")
    assert Counter(deck.cards) == Counter({1: 1, 2: 1, 3: 1, 4: 4, 9: 1, dm.CRITICAL: 1})


def test_DM_R49_there_is_exactly_one_critical() -> None:
    with pytest.raises(ContentError):  # 0 stands for the Critical, which is not among the eight
        dm.load_power_deck('id = "odd"\nname = "Odd"\nnumbers = [1, 2, 3, 4, 4, 4, 4, 0]')


@pytest.mark.parametrize("me", SEATS)
def test_DM_COMP_5_DM_COND_1_DM_COND_5_everybody_sees_the_tokens(me: int) -> None:
    mine = 'stronghold = "Keep 2"\ncharges = 3\nsurge = true\npoints = 4\n'
    mine += 'cards = ["Chief 1 c2 wounded", "Elite 1 d2 weakened", "Soldier 1 a1"]'
    table = scene(me, "turn = ME", mine, 'stronghold = "Keep 1"')
    for viewer in (0, 1, None):
        seen = dm.view(table.state, viewer)
        player = seen.players[me]
        assert (player.charges, player.surge, player.points) == (3, True, 4)
        assert seen.players[1 - me].charges == 0
        assert not seen.players[1 - me].surge
        tokens = {PLAIN.domains[me].cards[u.card].name: (u.wounded, u.weakened) for u in seen.units}
        expected = {"Chief 1": (True, False), "Elite 1": (False, True), "Soldier 1": (False, False)}
        assert tokens == expected
        assert seen.scores[me] == 4
    assert dm.score(table.state)[me] == 4


@pytest.mark.parametrize("most", [-1, 4])
def test_DM_COMP_5_DM_SH_1_a_position_has_at_most_three_charges(most: int) -> None:
    with pytest.raises(PositionError, match="charges"):
        scene(0, "turn = 0", f'stronghold = "Keep 1"\ncharges = {most}')


# --- cards ------------------------------------------------------------------------------------


def test_DM_CARD_1_DM_CARD_2_DM_CARD_3_what_stands_on_a_card() -> None:
    text = card("Kite", "elite", 5, more='range = "radial"\nfly = true')
    made = domain(text)
    kite = made.cards[made.numbers["Kite"]]
    assert (kite.name, kite.strength, kite.range, kite.fly) == ("Kite", 5, dm.Range.RADIAL, True)
    assert kite.type is dm.Type.ELITE
    plain = made.cards[made.numbers["Soldier 1"]]
    assert (plain.range, plain.fly, plain.type) == (dm.Range.STANDARD, False, dm.Type.WARRIOR)
    with pytest.raises(ContentError):
        domain(card("Kite", "legend"))
    with pytest.raises(ContentError):
        domain(card("Kite", more='range = "long"'))


# --- forces -----------------------------------------------------------------------------------


def test_DM_SEL_1_each_plays_a_domain_and_both_may_play_the_same() -> None:
    other = dm.Config((domain(army=ARMY), dm.Domain.shelf.get("freemen")))
    for config in (GAME, other):
        state = dm.initial_state(config)
        assert set(choices(state)) == {each.name for each in config.domains[0].strongholds}
        state = chosen(config, 1)
        assert set(choices(state)) == {each.name for each in config.domains[1].strongholds}
    state = chosen(GAME)
    assert state.players[0].hand == state.players[1].hand  # copies of the same cards


def test_DM_SEL_2_DM_R3_thirteen_questions_each_type_in_any_order() -> None:
    state = dm.initial_state(GAME)
    for seat in SEATS:
        assert (dm.actor(state), choices(state)) == (seat, ["Keep 1", "Keep 2", "Keep 3"])
        state = choose(state, "Keep 2")
        taken: set[str] = set()
        for number, kind in enumerate(FORCES):
            assert dm.actor(state) == seat
            assert set(choices(state)) == names_of(GAME, seat, kind) - taken
            name = choices(state)[-1 if number % 2 else 0]
            taken.add(name)
            before = state
            state = choose(state, name)
            if name.startswith("Soldier"):
                wrong = dm.parse_action("choose Chief 3")
                refusal = dm.why_not(before, wrong, seat)
                assert refusal is not None
                assert refusal.rule in ("DM-SEL-2", "DM-R3")
        hand = state.players[seat].hand
        types = Counter(GAME.domains[seat].cards[number].type.value for number in hand)
        assert types == {"hero": 1, "elite": 4, "warrior": 7}
        assert {GAME.domains[seat].cards[number].name for number in hand} == taken
    assert dm.actor(state) is CHANCE


def test_DM_R3_the_order_within_a_type_leaves_no_trace() -> None:
    start = choose(dm.initial_state(GAME), "Keep 1", "Chief 1")
    one = choose(start, "Elite 1", "Elite 5", "Elite 9", "Elite 4", "Soldier 3", "Soldier 1")
    two = choose(start, "Elite 9", "Elite 4", "Elite 1", "Elite 5", "Soldier 1", "Soldier 3")
    assert one == two
    assert dm.format_state(one) == dm.format_state(two)


def test_DM_R3_the_questions_are_asked_also_where_only_one_card_is_possible() -> None:
    few = [card("Chief", "hero"), *(card(f"Elite {n}", "elite") for n in range(4))]
    many = [card(f"Soldier {n}") for n in range(25)]
    keeps = [stronghold(f"Keep {n}") for n in range(3)]
    made = dm.load_domain("\n".join(['id = "few"', 'name = "Few"', *few, *many, *keeps]))
    state = choose(dm.initial_state(dm.Config((made, made))), "Keep 0")
    assert choices(state) == ["Chief"]
    state = choose(state, "Chief", "Elite 2", "Elite 0", "Elite 3")
    assert choices(state) == ["Elite 1"]
    assert len(choices(choose(state, "Elite 1"))) == 25


def test_DM_R3_a_ready_list_is_applied_as_the_same_thirteen_actions() -> None:
    state = dm.initial_state(GAME)
    (army,) = GAME.domains[0].armies
    after, made = dm.apply_list(state)
    assert len(made) == 13
    assert all(isinstance(event, events.ForceChosen) for event in made)
    assert after == choose(state, army.stronghold, *army.cards)
    assert dm.apply_list(state, army) == (after, made)
    assert dm.apply_list(state, dm.Army("Turned", army.stronghold, army.cards[::-1])).state == after
    with pytest.raises(ValueError, match="army"):
        dm.apply_list(choose(state, "Keep 1"))
    with pytest.raises(ValueError, match="army"):
        dm.apply_list(chosen(GAME))


@pytest.mark.parametrize(
    "wrong",
    [
        ("Keep 9", ("Chief 1",)),
        ("Keep 1", ("Chief 2",)),  # a second Hero instead of a Warrior
        ("Keep 1", ("Elite 5",)),
        ("Keep 1", ("Soldier 1",)),  # the same card twice
        ("Keep 1", ("Nobody",)),
        ("Keep 1", ()),  # eleven
        ("Keep 1", ("Soldier 7", "Soldier 8")),  # thirteen
    ],
)
def test_DM_SEL_2_an_army_of_other_numbers_is_refused(wrong: tuple[str, tuple[str, ...]]) -> None:
    (army,) = GAME.domains[0].armies
    bad = dm.Army("Bad", wrong[0], (*army.cards[:-1], *wrong[1]))
    with pytest.raises(ConfigError):
        dm.apply_list(dm.initial_state(GAME), bad)
    listed = ", ".join(f'"{name}"' for name in bad.cards)
    ready = f'[[armies]]\nname = "Bad"\nstronghold = "{bad.stronghold}"\ncards = [{listed}]'
    with pytest.raises(ContentError):  # nor can it be a ready list of the domain
        domain(army=ready)


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_DM_R3_DM_SETUP_1_both_strongholds_are_revealed_when_both_have_chosen(
    viewer: int | None,
) -> None:
    state = dm.initial_state(GAME)
    for seat in SEATS:
        state = choose(state, "Keep 3")
        if viewer != seat:
            assert dm.view(state, viewer).players[seat].stronghold == -1
        assert [player.charges for player in state.players] == [0, 0]
        others = ["Chief 2", "Elite 2", "Elite 3", "Elite 4", "Elite 5"]
        state = choose(state, *others, *(f"Soldier {n}" for n in range(2, 8)))
        last = dm.apply(state, dm.parse_action("choose Soldier 8"))
        state = last.state
        revealed = [e for e in last.events if isinstance(e, events.StrongholdsRevealed)]
        if seat == 0:
            assert not revealed
            if viewer != 0:
                assert dm.view(state, viewer).players[0].stronghold == -1
                assert "Keep" not in repr(observe(last.events, viewer))
        else:
            assert [event.names for event in revealed] == [("Keep 3", "Keep 3")]
    for player in dm.view(state, viewer).players:
        assert GAME.domains[0].strongholds[player.stronghold].name == "Keep 3"
        assert player.charges == 2


@pytest.mark.parametrize("seat", SEATS)
def test_DM_SETUP_2_the_choice_is_hidden_from_the_other(seat: int) -> None:
    state = chosen(GAME, seat)
    for number, name in enumerate(["Keep 2", "Chief 2", "Elite 7", "Elite 8"]):
        state, made = dm.apply(state, dm.parse_action(f"choose {name}"))
        for viewer in (1 - seat, None):
            assert [e.describe() for e in observe(made, viewer)] == [
                f"Seat {seat} chooses in secret."
            ]
            assert name not in repr(observe(made, viewer))
            seen = dm.view(state, viewer).players[seat]
            assert (seen.stronghold, seen.hand) == (-1, (dm.HIDDEN,) * number)
        assert name in repr(observe(made, seat))
        assert dm.view(state, seat).players[seat] == state.players[seat]


def test_DM_SETUP_3_the_initiative_token_lies_in_the_middle_at_the_start() -> None:
    assert dm.initial_state(GAME).clock.initiative is None
    assert chosen(GAME).clock.initiative is None


# --- the first player -------------------------------------------------------------------------


def test_DM_FIRST_1_DM_RESET_1_DM_R48_two_cards_each_are_turned_up_at_random() -> None:
    state = chosen(GAME)
    table = Table(0, state)
    fresh = {"draw critical": "1/9", **{f"draw {number}": "2/9" for number in (1, 2, 3, 4)}}
    for seat in SEATS:
        assert table.asked == "chance"  # shuffled uniformly: a cut would change nothing
        assert table.odds == fresh
        table = table.do("draw 4")
        four = {"draw 4": "1/8", "draw critical": "1/8"}
        assert table.odds == {f"draw {n}": "1/4" for n in (1, 2, 3)} | four
        table = table.do("draw critical")
        power = table.state.powers[seat]
        assert sorted(power.reserve) == [dm.CRITICAL, 4]
        assert Counter(power.deck) == NINE - Counter([4, dm.CRITICAL])
        assert power.used == ()
        assert power.counters == (1, 2, 3, 4)
        for viewer in (0, 1, None):  # face up
            assert dm.view(table.state, viewer).powers[seat] == power


@pytest.mark.parametrize(
    ("draws", "totals", "decides"),
    [
        ("4 3 3 3", (7, 6), 0),
        ("1 2 2 2", (3, 4), 1),
        ("critical 4 4 3", (8, 7), 0),
        ("4 4 critical 4", (8, 8), None),
        ("1 critical 2 2", (5, 4), 0),
        ("1 4 3 3", (5, 6), 1),
        ("critical 1 4 2", (5, 6), 1),
        ("2 2 1 3", (4, 4), None),
        ("1 1 1 1", (2, 2), None),
        ("critical 3 critical 4", (7, 8), 1),
    ],
)
def test_DM_FIRST_2_DM_FIRST_4_DM_R4_B10_the_higher_total_decides_a_tie_is_for_the_coin(
    draws: str, totals: tuple[int, int], decides: int | None
) -> None:
    table = lined_up(GAME, *draws.split())
    assert [event.totals for event in table.of(events.RevealedTotals)] == [totals]
    if decides is None:
        assert table.asked == "chance"
        assert table.odds == {"coin 0": "1/2", "coin 1": "1/2"}
        flips = {seat: table.do(f"coin {seat}") for seat in SEATS}
        assert {seat: dm.actor(flip.state) for seat, flip in flips.items()} == {0: 0, 1: 1}
        table = flips[1]
        decides = 1
    assert dm.actor(table.state) == decides
    assert table.options == ["first 0", "first 1"]
    for first in SEATS:  # who decides may name either
        named = table.do(f"first {first}")
        assert named.state.clock.first == first
        assert [event.seat for event in named.of(events.FirstPlayerNamed)] == [first]
        assert dm.actor(named.state) == first
    assert table.refused("done") == "DM-FIRST-2"


@pytest.mark.parametrize("first", SEATS)
def test_DM_FIRST_3_the_designation_stays_whoever_takes_the_initiative(first: int) -> None:
    for me in SEATS:
        head = f"turn = ME\nphase = 'move'\nfirst = {first}\nstarter = {first}\ninitiative = ME"
        mine = 'phases = ["deploy", "charge", "reserve", "initiative"]\ncards = ["Soldier 1 a1"]'
        yours = 'phases = ["deploy", "charge", "reserve", "move", "attack"]'
        table = scene(me, head, mine, yours).do("done")
        (began,) = table.of(events.RoundBegan)
        assert (began.seat, table.state.clock.first) == (me, first)
