"""Setup, drawing up, and the order of turns."""

import pytest

from tabletop_rules import dome_crushers as dc
from tabletop_rules.core import CHANCE, ConfigError
from tabletop_rules.dome_crushers import events

from .helpers import (
    SEATS,
    able,
    attacking,
    card,
    draw_all,
    duel,
    hands,
    odds,
    options,
    play,
    refused,
    scene,
    totals,
)

ANT = card("Ant", 1, copies=4)
BEE = card("Bee", 2, copies=4)
CAT = card("Cat", 5, copies=4)
PLAIN = duel(ANT, BEE, CAT)

LASSO = card("Lasso", 1, 'type = "return_to_hand", side = "opponent"', copies=4)
RECALL = card("Recall", 1, 'type = "return_to_hand", side = "own", other = true', copies=4)
TWO = duel(ANT, LASSO, hand_size=2)


# --- setup ------------------------------------------------------------------------------------


def test_DC_SETUP_1_both_decks_lie_face_down_to_one_side() -> None:
    state = dc.initial_state(PLAIN)
    for seat in SEATS:
        player = state.players[seat]
        assert len(player.deck) == 12
        assert not player.hand + player.face_up + player.face_down
    assert not state.attackers + state.abilities
    for viewer in (0, 1, None):
        seen = dc.view(state, viewer)
        assert [player.deck_size for player in seen.players] == [12, 12]
        assert all(player.bottom == () for player in seen.players)  # no card of a deck is named


def test_DC_SETUP_2_DC_AIM_1_both_decks_hold_the_same_twelve_cards() -> None:
    assert len(dc.Config().deck) == 12
    for config in (dc.Config(), PLAIN):
        first, second = dc.initial_state(config).players
        assert first.deck.cards == second.deck.cards == config.deck.listed
        assert len(first.deck.cards) == 12


def test_DC_SETUP_3_DC_R11_chance_decides_the_start_player_evenly() -> None:
    state = dc.initial_state(PLAIN)
    assert dc.actor(state) is CHANCE
    assert odds(state) == {"start 0": "1/2", "start 1": "1/2"}


@pytest.mark.parametrize("start", SEATS)
def test_DC_R11_the_decks_are_shuffled_before_the_first_round(start: int) -> None:
    state = play(dc.initial_state(PLAIN), f"start {start}").state
    third = "1/3"
    assert odds(state) == {"draw Ant": third, "draw Bee": third, "draw Cat": third}
    state = play(state, "draw Ant", "draw Ant").state  # 2 + 4 + 4 cards are left
    assert odds(state) == {"draw Ant": "1/5", "draw Bee": "2/5", "draw Cat": "2/5"}
    state = play(state, "draw Ant", "draw Ant").state  # now the other player's own deck
    assert odds(state) == {"draw Ant": third, "draw Bee": third, "draw Cat": third}


# --- drawing up -------------------------------------------------------------------------------


@pytest.mark.parametrize("start", SEATS)
def test_DC_DRAW_1_DC_AIM_1_both_draw_up_to_four_before_anybody_plays(start: int) -> None:
    drawn = play(dc.initial_state(PLAIN), f"start {start}", *["draw Bee"] * 4, *["draw Cat"] * 4)
    assert [len(hand) for hand in hands(drawn.state)] == [4, 4]
    assert set(hands(drawn.state)) == {("Bee",) * 4, ("Cat",) * 4}
    assert dc.actor(drawn.state) == start  # only now is a player asked
    assert [event.round for event in drawn.of(events.RoundBegan)] == [1]
    assert len(drawn.of(events.CardDrawn)) == 8


def test_DC_DRAW_1_DC_END_1_without_other_settings_it_is_four_cards_and_four_plays() -> None:
    assert dc.Config().hand_size == 4
    state = draw_all(play(dc.initial_state(dc.Config()), "start 1").state).state
    assert [len(hand) for hand in hands(state)] == [4, 4]


@pytest.mark.parametrize("size", [1, 2, 3])
@pytest.mark.parametrize("start", SEATS)
def test_DC_R21_the_hand_size_is_also_the_number_of_plays(size: int, start: int) -> None:
    config = duel(ANT, BEE, CAT, hand_size=size)
    state = draw_all(play(dc.initial_state(config), f"start {start}").state).state
    assert [len(hand) for hand in hands(state)] == [size, size]
    seats: list[object] = []
    for turn in range(2 * size):
        seats.append(dc.actor(state))
        played = play(state, options(state)[0])
        assert bool(played.of(events.RoundEnded)) == (turn == 2 * size - 1)
        state = played.state
    assert seats == [start, 1 - start] * size


@pytest.mark.parametrize("size", [0, -1, 13])
def test_DC_R21_a_hand_is_at_least_one_card_and_at_most_the_deck(size: int) -> None:
    with pytest.raises(ConfigError):
        dc.Config(deck=PLAIN.deck, hand_size=size)


# --- turns ------------------------------------------------------------------------------------


def opening(me: int, mine: str = '["Ant", "Ant", "Bee", "Cat"]') -> dc.State:
    head = "turn = ME\nstart_player = ME"
    return scene(PLAIN, me, head, f"hand = {mine}", 'hand = ["Ant", "Bee", "Bee", "Cat"]')


@pytest.mark.parametrize("start", SEATS)
def test_DC_TURN_1_the_start_player_has_the_first_turn(start: int) -> None:
    state = draw_all(play(dc.initial_state(PLAIN), f"start {start}").state).state
    assert dc.actor(state) == start
    assert state.start_player == start


@pytest.mark.parametrize("me", SEATS)
@pytest.mark.parametrize("mode", ["attack", "ability"])
def test_DC_TURN_2_exactly_one_card_is_played_face_up(me: int, mode: str) -> None:
    played = play(opening(me), f"{mode} Bee")
    assert hands(played.state)[me] == ("Ant", "Ant", "Cat")
    on_table = played.state.attackers + played.state.abilities
    assert [(card.seat, card.card) for card in on_table] == [(me, "Bee")]
    assert dc.actor(played.state) == 1 - me  # one card, and the turn is over
    for viewer in (0, 1, None):  # face up
        seen = dc.view(played.state, viewer)
        assert [card.card for card in seen.attackers + seen.abilities] == ["Bee"]
        (event,) = dc.observe(tuple(played.of(events.CardPlayed)), viewer)
        assert event == played.of(events.CardPlayed)[0]


@pytest.mark.parametrize("me", SEATS)
def test_DC_TURN_3_DC_ABIL_1_the_event_says_who_has_played_what_and_how(me: int) -> None:
    first = play(opening(me), "attack Bee")
    assert first.of(events.CardPlayed) == [
        events.CardPlayed(rule="DC-TURN-3", seat=me, card="Bee", mode=dc.Mode.ATTACK, play=1)
    ]
    second = play(first.state, "ability Cat")
    assert second.of(events.CardPlayed) == [
        events.CardPlayed(rule="DC-ABIL-1", seat=1 - me, card="Cat", mode=dc.Mode.ABILITY, play=2)
    ]


@pytest.mark.parametrize("me", SEATS)
def test_DC_TURN_2_a_card_must_be_played_and_only_from_the_own_hand(me: int) -> None:
    state = opening(me, '["Ant", "Ant", "Bee", "Bee"]')
    assert all(text.startswith(("attack", "ability")) for text in options(state))  # no passing
    refused(state, "decline")
    assert refused(state, "attack Cat") == "DC-TURN-2"  # the other player has one
    assert refused(state, "ability Cat") == "DC-TURN-2"
    for text in options(state):
        action = dc.parse_action(text)
        assert dc.why_not(state, action, me) is None
        assert dc.why_not(state, action, 1 - me) is not None


@pytest.mark.parametrize("me", SEATS)
def test_DC_TURN_3_DC_AIM_2_each_card_may_be_played_in_either_mode(me: int) -> None:
    state = opening(me)
    assert sorted(options(state)) == sorted(
        f"{mode} {card}" for card in ("Ant", "Bee", "Cat") for mode in ("attack", "ability")
    )
    assert attacking(play(state, "attack Cat").state, me) == ["Cat"]
    assert able(play(state, "ability Cat").state, me) == ["Cat"]


@pytest.mark.parametrize("me", SEATS)
def test_DC_TURN_4_DC_END_1_turns_alternate_until_each_has_played_four(me: int) -> None:
    state = opening(me)
    seats: list[object] = []
    for number in range(8):
        seats.append(dc.actor(state))
        played = play(state, options(state)[number % 2])  # attack, ability, attack, ...
        assert bool(played.of(events.RoundEnded)) == (number == 7)
        state = played.state
    assert seats == [me, 1 - me] * 4
    assert hands(state) == ((), ())


@pytest.mark.parametrize("me", SEATS)
def test_DC_MODE_1_DC_MODE_3_DC_AIM_2_a_vertical_card_counts(me: int) -> None:
    state = play(opening(me), "attack Cat").state
    assert (attacking(state, me), able(state, me)) == (["Cat"], [])
    assert totals(state)[me] == 5
    assert totals(state)[1 - me] == 0
    state = play(state, "attack Bee", "attack Ant").state
    assert totals(state)[me] == 6
    assert totals(state)[1 - me] == 2


@pytest.mark.parametrize("me", SEATS)
def test_DC_MODE_2_a_horizontal_card_is_in_ability_mode(me: int) -> None:
    state = play(opening(me), "ability Cat", "ability Bee").state
    assert (attacking(state, me), able(state, me)) == ([], ["Cat"])
    assert (attacking(state, 1 - me), able(state, 1 - me)) == ([], ["Bee"])
    assert totals(state) == (0, 0)


# --- empty and large hands --------------------------------------------------------------------


@pytest.mark.parametrize("me", SEATS)
@pytest.mark.parametrize(
    ("mine", "yours", "turns", "skips"),
    [  # cards in hand; whose turns follow (0: mine, 1: yours); how often whom is passed over
        (1, 0, [0], []),
        (2, 0, [0, 0], [1]),
        (1, 1, [0, 1], []),
        (1, 2, [0, 1, 1], [0]),
        (2, 1, [0, 1, 0], []),
        (3, 1, [0, 1, 0, 0], [1]),
        (1, 3, [0, 1, 1, 1], [0, 0]),
        (3, 0, [0, 0, 0], [1, 1]),
    ],
)
def test_DC_R7_A12_who_has_no_card_is_passed_over_and_the_round_still_ends(
    me: int, mine: int, yours: int, turns: list[int], skips: list[int]
) -> None:
    state = scene(
        PLAIN,
        me,
        "turn = ME\nstart_player = ME",
        f"hand = {['Ant'] * mine}\nplays = 1",
        f"hand = {['Bee'] * yours}\nplays = 1",
    )
    asked: list[object] = []
    passed: list[int] = []
    for number in range(len(turns)):
        asked.append(dc.actor(state))
        played = play(state, options(state)[0])
        assert {event.rule for event in played.of(events.TurnSkipped)} <= {"DC-R7"}
        passed += [event.seat for event in played.of(events.TurnSkipped)]
        assert bool(played.of(events.RoundEnded)) == (number == len(turns) - 1)
        state = played.state
    assert asked == [me if turn == 0 else 1 - me for turn in turns]
    assert passed == [me if skip == 0 else 1 - me for skip in skips]


@pytest.mark.parametrize("me", SEATS)
def test_DC_R7_more_than_four_cards_still_mean_four_plays(me: int) -> None:
    state = scene(
        PLAIN,
        me,
        "turn = ME\nstart_player = ME",
        'hand = ["Ant", "Ant", "Bee", "Bee", "Cat", "Cat"]',
        'hand = ["Ant", "Ant", "Bee", "Bee", "Cat"]',
    )
    played = play(state, *["attack Ant", "attack Ant", "attack Bee", "attack Bee"] * 2)
    assert played.of(events.RoundEnded)
    assert len(played.of(events.CardPlayed)) == 8
    assert hands(played.state)[me] == ("Cat", "Cat")
    assert hands(played.state)[1 - me] == ("Cat",)


@pytest.mark.parametrize("me", SEATS)
def test_DC_R7_who_has_made_all_plays_is_not_asked_again(me: int) -> None:
    state = scene(
        PLAIN,
        me,
        "turn = ME\nstart_player = ME",
        'hand = ["Ant", "Bee"]\nplays = 3',
        'hand = ["Ant", "Bee"]\nplays = 2',
    )
    played = play(state, "attack Ant", "attack Ant")
    assert dc.actor(played.state) == 1 - me  # my four plays are made, though I hold a card
    played = play(played.state, "attack Bee")
    assert played.of(events.RoundEnded)
    assert hands(played.state)[me] == ("Bee",)


@pytest.mark.parametrize("me", SEATS)
def test_DC_R18_turns_resume_when_an_empty_hand_gets_a_card(me: int) -> None:
    state = scene(
        TWO,
        me,
        'turn = ME\nstart_player = ME\nattackers = [{ seat = YOU, card = "Ant" }]',
        'hand = ["Lasso", "Ant"]',
        "hand = []",
    )
    played = play(state, "ability Lasso")
    assert not played.of(events.TurnSkipped)
    assert hands(played.state)[1 - me] == ("Ant",)
    assert dc.actor(played.state) == 1 - me
    played = play(played.state, "ability Ant")  # the second of its two plays
    assert dc.actor(played.state) == me


@pytest.mark.parametrize("me", SEATS)
def test_DC_R18_the_own_last_card_can_bring_back_a_card_to_play(me: int) -> None:
    config = duel(ANT, RECALL, hand_size=3)
    state = scene(
        config,
        me,
        'turn = ME\nstart_player = ME\nattackers = [{ seat = ME, card = "Ant" }]',
        'hand = ["Recall"]',
        'hand = ["Ant"]',
    )
    played = play(state, "ability Recall", "attack Ant")
    assert not played.of(events.RoundEnded)
    assert dc.actor(played.state) == me
    assert play(played.state, "attack Ant").of(events.RoundEnded)  # my third play


@pytest.mark.parametrize("me", SEATS)
def test_DC_R18_who_has_made_all_plays_makes_no_more_with_a_returned_card(me: int) -> None:
    state = scene(
        TWO,
        me,
        'turn = ME\nstart_player = ME\nattackers = [{ seat = YOU, card = "Ant" }]',
        'hand = ["Lasso", "Ant"]',
        "hand = []\nplays = 2",
    )
    played = play(state, "ability Lasso")
    assert hands(played.state)[1 - me] == ("Ant",)
    assert dc.actor(played.state) == me
    played = play(played.state, "attack Ant")
    assert played.of(events.RoundEnded)
    assert hands(played.state)[1 - me] == ("Ant",)
