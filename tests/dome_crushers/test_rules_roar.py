"""Termination Roar: a working ability that ends the round at once (DC-R10)."""

import pytest

from tabletop_rules import dome_crushers as dc
from tabletop_rules.dome_crushers import events

from .helpers import (
    SEATS,
    Played,
    attacking,
    card,
    draw_all,
    duel,
    hands,
    options,
    play,
    scene,
    totals,
    working,
)

TO_ABILITY = 'type = "switch", to = "ability"'
TO_ATTACK = 'type = "switch", to = "attack"'
CARDS = (
    card("Titan", 7, 'type = "end_round"', copies=2, by=("The Veil",)),
    card("Veil", 3, copies=2, by=("The Cry",)),
    card("Cry", 3),
    card("Push", 0, f'{TO_ATTACK}, side = "either", other = true'),
    card("Pull", 0, f'{TO_ABILITY}, side = "either", other = true'),
    card("Spit", 0, 'type = "return_to_hand", side = "either", other = true'),
    card("Heave", 0, f'{TO_ATTACK}, side = "either", other = true, count = 2', 'type = "draw"'),
    card("Haul", 0, f'{TO_ABILITY}, side = "either", count = 2', 'type = "draw"'),
    card("Dig", 0, 'type = "draw", count = 2', copies=2),
    card("Five", 5, copies=2),
    card("Two", 2, copies=2),
    card("Idle", 0, copies=9),
)
GAME = duel(*CARDS)
LATER = duel(*CARDS, missed=True)
START = "turn = ME\nstart_player = ME\n"
IDLES = 'hand = ["Idle", "Idle", "Idle"]\ntop = ["Idle", "Idle", "Idle"]'


def hold(*cards: str) -> str:
    return f'hand = {[*cards, "Idle", "Two"]}\ntop = ["Idle", "Idle", "Idle"]'


def rows(cards: str) -> str:
    """Return rows of cards: +X is mine, -X yours."""
    lies = {"+": "ME", "-": "YOU"}
    return ", ".join(f'{{ seat = {lies[c[0]]}, card = "{c[1:]}" }}' for c in cards.split())


def table(attackers: str = "", abilities: str = "") -> str:
    return f"{START}attackers = [{rows(attackers)}]\nabilities = [{rows(abilities)}]"


def assert_cut_short(played: Played, me: int, hand: tuple[str, ...]) -> None:
    """Check that the round is over and nothing came after its end."""
    (cut,) = played.of(events.RoundCutShort)
    assert cut.card == "Titan"
    assert cut.rule in ("DC-END-6", "DC-R10")
    assert len(played.of(events.RoundEnded)) == 1
    after = played.events[played.events.index(cut) :]
    wanted = {"RoundCutShort", "RoundEnded", "CardsScored", "StartPlayerNamed"}
    assert {type(event).__name__ for event in after} <= wanted
    assert hands(played.state)[me] == hand  # unplayed cards stay for the keep decision
    assert not played.state.attackers
    assert all(text.startswith("keep") for text in options(played.state))
    assert dc.actor(played.state) == 0


WAYS = {  # what lies there (T and V: the sides of Titan and Veil), what is played, its target
    "switched": ("TTitan", "", "Pull", []),
    "canceller switched": ("", "VVeil TTitan", "Push", ["target #1 Veil"]),
    "canceller returned": ("", "VVeil TTitan", "Spit", ["target #1 Veil"]),
    "canceller cancelled": ("", "TTitan VVeil", "Cry", []),
}


@pytest.mark.parametrize("config", [GAME, LATER])
@pytest.mark.parametrize("me", SEATS)
@pytest.mark.parametrize("sides", ["++", "+-", "-+", "--"])
@pytest.mark.parametrize("way", WAYS)
def test_DC_R10_DC_END_6_in_whatever_way_it_begins_to_work(
    config: dc.Config, me: int, sides: str, way: str
) -> None:
    attackers, abilities, name, targets = WAYS[way]
    signed = [
        text.replace("TT", f"{sides[0]}T").replace("VV", f"{sides[1]}V")
        for text in (attackers, abilities)
    ]
    state = scene(config, me, table(*signed), hold(name), IDLES)
    played = play(state, f"ability {name}", *targets)
    mine_again = way == "canceller returned" and sides[1] == "+"
    assert_cut_short(played, me, ("Idle", "Two", "Veil") if mine_again else ("Idle", "Two"))


@pytest.mark.parametrize("config", [GAME, LATER])
@pytest.mark.parametrize("me", SEATS)
def test_DC_R10_DC_END_6_when_it_is_played_the_round_ends(config: dc.Config, me: int) -> None:
    state = scene(config, me, table("+Two -Five"), hold("Titan"), IDLES)
    played = play(state, "ability Titan")  # no choice of its owner, no more plays
    assert_cut_short(played, me, ("Idle", "Two"))
    (ended,) = played.of(events.RoundEnded)
    assert (ended.totals[me], ended.totals[1 - me], ended.winner) == (2, 5, 1 - me)
    assert len(hands(played.state)[1 - me]) == 3
    assert played.state.players[1 - me].face_up == ("Five",)
    assert played.state.players[me].face_down == ("Two",)


@pytest.mark.parametrize("me", SEATS)
@pytest.mark.parametrize("side", ["+", "-"])
def test_DC_R10_a_cancelled_one_does_not_end_the_round(me: int, side: str) -> None:
    state = scene(GAME, me, table("", f"{side}Veil"), hold("Titan"), IDLES)
    played = play(state, "ability Titan")
    assert not played.of(events.RoundEnded)
    assert working(played.state) == ["Veil"]
    assert dc.actor(played.state) == 1 - me


@pytest.mark.parametrize("me", SEATS)
def test_DC_R10_DC_MODE_3_in_attack_mode_it_only_attacks(me: int) -> None:
    played = play(scene(GAME, me, START, hold("Titan"), IDLES), "attack Titan")
    assert not played.of(events.RoundEnded)
    assert totals(played.state)[me] == 7
    assert dc.actor(played.state) == 1 - me


@pytest.mark.parametrize("start", SEATS)
def test_DC_R10_DC_R3_DC_R4_as_the_first_card_it_ends_a_round_at_0_to_0(start: int) -> None:
    state = scene(GAME, start, START, hold("Titan", "Five"), 'hand = ["Five", "Two", "Two"]')
    played = play(state, "ability Titan")
    (ended,) = played.of(events.RoundEnded)
    assert (ended.totals, ended.winner) == ((0, 0), None)
    assert dc.score(played.state) == (0, 0)
    played = draw_all(play(played.state, "keep nothing", "keep nothing").state)
    while dc.legal_actions(played.state) and options(played.state)[0].startswith("under"):
        played = play(played.state, options(played.state)[0])
    state = draw_all(played.state).state
    assert state.round == 2
    assert dc.actor(state) == start  # nobody won, the sums tie: the same player starts


@pytest.mark.parametrize("start", SEATS)
@pytest.mark.parametrize("richer", SEATS)
def test_DC_R10_DC_START_1_after_an_early_end_the_higher_pile_starts(
    start: int, richer: int
) -> None:
    piles = ['face_up = ["Two"]', 'face_up = ["Two"]']
    piles[richer] = 'face_up = ["Five"]'
    state = scene(
        GAME,
        start,
        START,
        f"{hold('Titan')}\n{piles[start]}",
        f"{IDLES}\n{piles[1 - start]}",
    )
    played = play(state, "ability Titan")
    assert [event.seat for event in played.of(events.StartPlayerNamed)] == [richer]
    state = play(played.state, "keep nothing", "keep nothing").state
    while options(state)[0].startswith(("under", "draw")):
        state = play(state, options(state)[0]).state
    assert (state.round, dc.actor(state)) == (2, richer)


@pytest.mark.parametrize("me", SEATS)
def test_DC_R10_in_the_middle_of_an_effect_the_rest_is_dropped(me: int) -> None:
    head = table("", "-Veil +Titan +Five -Two")
    state = scene(GAME, me, head, hold("Heave"), IDLES)
    played = play(state, "ability Heave", "target #1 Veil")
    # No second switch, no draw; the Veil of strength 3 has switched and attacks alone.
    assert_cut_short(played, me, ("Idle", "Two"))
    (ended,) = played.of(events.RoundEnded)
    assert (ended.totals[me], ended.totals[1 - me]) == (0, 3)
    assert ended.winner == 1 - me
    assert not played.of(events.DrawBegun)


@pytest.mark.parametrize("me", SEATS)
@pytest.mark.parametrize("owner", ["+", "-"])
def test_DC_R10_a_switch_of_two_stops_with_the_roar(me: int, owner: str) -> None:
    head = table(f"{owner}Titan +Five -Two")
    state = scene(GAME, me, head, hold("Haul"), IDLES)
    played = play(state, "ability Haul", "target #1 Titan")
    assert_cut_short(played, me, ("Idle", "Two"))
    (ended,) = played.of(events.RoundEnded)
    assert (ended.totals[me], ended.totals[1 - me]) == (5, 2)
    assert played.state.players[me].face_up == ("Five",)


@pytest.mark.parametrize("me", SEATS)
def test_DC_R10_an_interrupted_effect_is_dropped_with_what_is_inside_it(me: int) -> None:
    """My Pull switches your Haul, which switches my Titan: no second switch and no draw."""
    head = table("-Haul +Titan +Five")
    state = scene(GAME, me, head, hold("Pull"), IDLES)
    played = play(state, "ability Pull", "target #1 Haul")  # yours now: you choose
    assert dc.actor(played.state) == 1 - me
    played = play(played.state, "target #2 Titan")
    assert_cut_short(played, me, ("Idle", "Two"))
    assert [event.totals[me] for event in played.of(events.RoundEnded)] == [5]


@pytest.mark.parametrize("me", SEATS)
def test_DC_R10_a_draw_that_is_done_stays_done(me: int) -> None:
    """My Haul switches your Dig, whose two cards come first, and then your Titan."""
    head = table("-Dig -Titan +Five")
    state = scene(GAME, me, head, hold("Haul"), IDLES)
    state = play(state, "ability Haul", "target #1 Dig", "draw Idle", "draw Idle").state
    assert dc.actor(state) == me
    played = play(state, "target #2 Titan")
    assert_cut_short(played, me, ("Idle", "Two"))
    assert len(hands(played.state)[1 - me]) == 5


@pytest.mark.parametrize("me", SEATS)
def test_DC_R10_the_roar_as_the_very_last_card_ends_the_round_once(me: int) -> None:
    state = scene(
        GAME, me, START, 'hand = ["Titan", "Two"]\nplays = 3', 'hand = ["Idle"]\nplays = 4'
    )
    played = play(state, "ability Titan")
    assert_cut_short(played, me, ("Two",))


@pytest.mark.parametrize("me", SEATS)
def test_DC_R10_DC_ABIL_4_the_titan_goes_back_to_its_deck(me: int) -> None:
    state = scene(GAME, me, START, 'hand = ["Titan", "Two"]', 'hand = ["Idle"]')
    played = play(state, "ability Titan", "keep nothing" if me == 1 else "keep Two")
    played = play(played.state, "keep nothing" if me == 0 else "keep Two")
    under = [event.card for event in played.of(events.CardPlacedUnder) if event.seat == me]
    assert under == ["Titan"]
    assert attacking(played.state, me) == []
