"""When the game is over, and who has won it."""

from random import Random

import pytest

from tabletop_rules import dome_crushers as dc
from tabletop_rules.core import ConfigError, IllegalActionError, OutcomeKind, sample
from tabletop_rules.dome_crushers import events

from .helpers import (
    SEATS,
    Played,
    assert_sound,
    card,
    draw_all,
    duel,
    hands,
    options,
    play,
    scene,
)

GAME = duel(card("One", 1, copies=4), card("Two", 2, copies=4), card("Idle", 0, copies=4))
END = "turn = ME\nstart_player = START\n"


def last_play(
    me: int, mine: str, yours: str, action: str, *, start: int = 0, table: str = ""
) -> Played:
    """Return the end of a round: I make the last of all plays."""
    head = END.replace("START", str(start)) + table
    state = scene(GAME, me, head, f"{mine}\nplays = 3", f"{yours}\nplays = 4")
    played = play(state, action)
    assert len(played.of(events.RoundEnded)) == 1
    return played


def pile(*names: str, up: bool = False) -> str:
    return f"face_{'up' if up else 'down'} = {list(names)}"


EIGHT = ["One"] * 4 + ["Two"] * 4
SEVEN = EIGHT[:7]


# --- fewer than four cards --------------------------------------------------------------------


@pytest.mark.parametrize("me", SEATS)
@pytest.mark.parametrize("outside", range(8))
def test_DC_OVER_1_DC_AIM_4_DC_R5_fewer_than_four_cards_outside_the_pile_end_the_game(
    me: int, outside: int
) -> None:
    """My last card is an ability, so it counts among the cards that are left to me."""
    if outside == 0:  # the last card of all attacks
        scored, action = EIGHT + ["Idle"] * 3, "attack Idle"
    else:
        scored, action = (EIGHT + ["Idle"] * 3)[: 12 - outside], "ability Idle"
    played = last_play(me, f'hand = ["Idle"]\n{pile(*scored)}', "hand = []", action)
    over = outside < 4
    assert (dc.outcome(played.state) is not None) == over
    assert bool(played.of(events.GameEnded)) == over
    assert options(played.state)[:1] == ([] if over else ["keep nothing"])


@pytest.mark.parametrize("me", SEATS)
@pytest.mark.parametrize("held", range(4))
def test_DC_R5_cards_in_hand_and_in_ability_mode_count(me: int, held: int) -> None:
    """Four cards are left: some in hand, the others in Ability Mode, none in the deck."""
    lies = ", ".join(['{ seat = ME, card = "Idle" }'] * (3 - held))
    mine = f"hand = {['Idle'] * (held + 1)}\n{pile(*EIGHT)}"
    head = f"abilities = [{lies}]"
    goes_on = last_play(me, mine, "hand = []", "ability Idle", table=head)
    assert dc.outcome(goes_on.state) is None
    assert len(hands(goes_on.state)[me]) == held
    ends = last_play(me, mine, "hand = []", "attack Idle", table=head)  # and now three are left
    assert dc.outcome(ends.state) is not None


@pytest.mark.parametrize("me", SEATS)
@pytest.mark.parametrize("mine", [8, 9])
@pytest.mark.parametrize("yours", [8, 9])
def test_DC_R5_one_short_player_ends_it_for_both(me: int, mine: int, yours: int) -> None:
    cards = [*EIGHT, "Idle"]
    played = last_play(
        me,
        f'hand = ["Idle"]\n{pile(*cards[:mine])}',
        f"hand = []\n{pile(*cards[:yours])}",
        "ability Idle",
    )
    over = 9 in (mine, yours)
    assert (dc.actor(played.state) is None) == over
    if over:
        (event,) = played.of(events.GameEnded)
        assert event.rule in ("DC-OVER-1", "DC-R5")


@pytest.mark.parametrize("me", SEATS)
def test_DC_R5_it_is_looked_at_after_the_start_player_is_named_and_before_keeping(me: int) -> None:
    mine = f'hand = ["Idle", "Idle"]\n{pile(*EIGHT, "Idle")}'
    played = last_play(me, mine, "hand = []", "attack Idle", start=me)
    names = [type(event).__name__ for event in played.events]
    assert names[-2:] == ["StartPlayerNamed", "GameEnded"]
    assert dc.actor(played.state) is None


@pytest.mark.parametrize("size", [1, 2, 3])
def test_DC_R21_DC_R5_the_hand_size_is_what_must_be_drawn(size: int) -> None:
    config = duel(card("Idle", 0, copies=12), hand_size=size)
    for left in range(1, 5):
        mine = f"hand = ['Idle']\nplays = {size - 1}\n{pile(*['Idle'] * (12 - left))}"
        state = scene(config, 0, "turn = ME", mine, f"hand = []\nplays = {size}")
        played = play(state, "ability Idle")
        assert (dc.outcome(played.state) is not None) == (left < size)


@pytest.mark.parametrize("me", SEATS)
@pytest.mark.parametrize("left", [3, 4])
def test_DC_R13_DC_R5_the_end_is_the_same_in_the_simple_variant(me: int, left: int) -> None:
    config = duel(card("Idle", 0, copies=12), simple=True)
    mine = f"hand = ['Idle']\nplays = 3\n{pile(*['Idle'] * (12 - left))}"
    state = scene(config, me, "turn = ME", mine, "hand = []\nplays = 4")
    assert (dc.outcome(play(state, "ability Idle").state) is not None) == (left < 4)


def test_DC_AIM_4_DC_AIM_3_whole_games_go_on_until_somebody_is_short() -> None:
    for seed in range(6):
        rng = Random(seed)
        state = dc.initial_state(dc.Config())
        while dc.actor(state) is not None:
            chances = dc.chance_outcomes(state)
            action = sample(chances, rng) if chances else rng.choice(dc.legal_actions(state))
            before, (state, happened) = state, dc.apply(state, action)
            assert_sound(state, happened)
            for old, new in zip(before.players, state.players, strict=True):
                assert set(old.face_up) <= set(new.face_up)
                assert set(old.face_down) <= set(new.face_down)
        piles = [len(p.face_up + p.face_down) for p in state.players]
        assert max(piles) > 12 - 4


# --- the winner -------------------------------------------------------------------------------


@pytest.mark.parametrize("me", SEATS)
@pytest.mark.parametrize("start", SEATS)
def test_DC_OVER_2_DC_ATK_3_DC_R14_the_highest_face_up_sum_wins(me: int, start: int) -> None:
    mine = f'hand = ["Idle"]\n{pile(*["One"] * 4, *["Two"] * 4, up=True)}'
    yours = f"hand = []\n{pile('Two', 'Two', 'Two', up=True)}"
    played = last_play(me, mine, yours, "attack Idle", start=start)
    assert (dc.score(played.state)[me], dc.score(played.state)[1 - me]) == (12, 6)
    result = dc.outcome(played.state)
    assert result is not None
    assert (result.kind, result.winners, result.tie_break) == (OutcomeKind.WIN, (me,), None)
    assert (result.ranks[me], result.ranks[1 - me]) == (1, 2)
    assert result.rule == "DC-OVER-2"


@pytest.mark.parametrize("me", SEATS)
@pytest.mark.parametrize("start", SEATS)
def test_DC_OVER_2_A16_face_down_cards_count_nothing(me: int, start: int) -> None:
    mine = f'hand = ["Idle"]\n{pile(*EIGHT)}'
    yours = f"hand = []\n{pile('One', up=True)}"
    played = last_play(me, mine, yours, "attack Idle", start=start)
    assert (dc.score(played.state)[me], dc.score(played.state)[1 - me]) == (0, 1)
    result = dc.outcome(played.state)
    assert result is not None
    assert result.winners == (1 - me,)


@pytest.mark.parametrize("me", SEATS)
def test_DC_OVER_2_what_the_last_round_scores_counts(me: int) -> None:
    mine = f'hand = ["Two"]\n{pile(*EIGHT[:7], "Idle")}'
    yours = f"hand = []\n{pile('One', up=True)}"
    played = last_play(me, mine, yours, "attack Two")
    result = dc.outcome(played.state)
    assert result is not None
    assert (dc.score(played.state)[me], result.winners) == (2, (me,))


@pytest.mark.parametrize("me", SEATS)
@pytest.mark.parametrize("start", SEATS)
def test_DC_OVER_3_DC_R6_A10_a_tie_is_won_by_the_start_player_of_the_last_round(
    me: int, start: int
) -> None:
    # Nobody wins the last round: 0 to 0.
    mine = f'hand = ["Idle"]\n{pile(*EIGHT[4:], up=True)}\n{pile(*EIGHT[:4])}'
    yours = f"hand = []\n{pile('Two', 'Two', 'Two', 'One', 'One', up=True)}"
    played = last_play(me, mine, yours, "attack Idle", start=start)
    assert dc.score(played.state) == (8, 8)
    result = dc.outcome(played.state)
    assert result is not None
    assert result.winners == (start,)
    assert (result.ranks[start], result.ranks[1 - start]) == (1, 2)
    assert result.rule == "DC-OVER-2"
    assert result.tie_break in ("DC-OVER-3", "DC-R6")


@pytest.mark.parametrize("me", SEATS)
@pytest.mark.parametrize("start", SEATS)
def test_DC_R6_DC_OVER_3_A10_the_newly_named_start_player_does_not_break_the_tie(
    me: int, start: int
) -> None:
    # I win the last round with One, which makes it 7 to 7 and me the next start player.
    mine = f'hand = ["One"]\n{pile(*["Two"] * 3, up=True)}\n{pile(*["One"] * 3, "Two", "Idle")}'
    yours = f"hand = []\n{pile('Two', 'Two', 'Two', 'One', up=True)}"
    played = last_play(me, mine, yours, "attack One", start=start)
    assert dc.score(played.state) == (7, 7)
    assert [event.seat for event in played.of(events.StartPlayerNamed)] == [me]
    result = dc.outcome(played.state)
    assert result is not None
    assert result.winners == (start,)


def test_DC_OVER_3_a_tie_of_nothing_is_broken_too() -> None:
    for start in SEATS:
        played = last_play(
            0, f'hand = ["Idle"]\n{pile(*EIGHT)}', "hand = []", "attack Idle", start=start
        )
        result = dc.outcome(played.state)
        assert result is not None
        assert (dc.score(played.state), result.winners) == ((0, 0), (start,))


@pytest.mark.parametrize("me", SEATS)
def test_DC_OVER_1_X9_after_the_end_nothing_is_possible(me: int) -> None:
    played = last_play(
        me, f'hand = ["Idle", "Idle"]\n{pile(*EIGHT, "Idle")}', "hand = []", "attack Idle"
    )
    state = played.state
    assert (dc.actor(state), dc.legal_actions(state), dc.chance_outcomes(state)) == (None, (), ())
    texts = ("attack Idle", "keep nothing", "draw Idle", "under Idle", "start 0", "decline")
    for text in texts:
        with pytest.raises(IllegalActionError) as caught:
            dc.apply(state, dc.parse_action(text))
        assert caught.value.rule == "DC-OVER-1"
        for seat in SEATS:
            refusal = dc.why_not(state, dc.parse_action(text), seat)
            assert refusal is not None
            assert refusal.rule == "DC-OVER-1"
    assert dc.outcome(state) == dc.outcome(played.state)
    assert dc.parse_state(dc.format_state(state), GAME) == state


@pytest.mark.parametrize("me", SEATS)
def test_DC_ATK_2_A16_scored_cards_never_come_back(me: int) -> None:
    """I hold four Idles at the end of all rounds: no card of the pile is ever offered."""
    mine = f'hand = ["Idle"]\n{pile(*EIGHT)}\n'
    state = last_play(me, mine, "hand = []", "ability Idle").state
    for _ in range(3):
        state = play(state, "keep nothing", "keep nothing").state
        while options(state)[0].startswith("under"):
            state = play(state, options(state)[0]).state
        while options(state)[0].startswith("draw"):
            text = options(state)[-1]
            before = len(hands(state)[me])
            state = play(state, text).state
            assert len(hands(state)[me]) == before or text == "draw Idle"
        assert hands(state)[me] == ("Idle",) * 4
        while not options(state)[0].startswith("keep"):
            state = play(state, options(state)[1]).state  # all in Ability Mode
        assert state.players[me].face_down == tuple(sorted(EIGHT))


# --- games without an end ---------------------------------------------------------------------


def always_ability(config: dc.Config, seed: int) -> Played:
    """Return a game of two who only use Ability Mode, and all that happened."""
    rng = Random(seed)
    played = play(dc.initial_state(config), f"start {seed % 2}")
    happened = played.events
    state = played.state
    while dc.actor(state) is not None:
        choices = [text for text in options(state) if not text.startswith("attack")]
        step = play(state, rng.choice(choices))
        state, happened = step.state, happened + step.events
    return Played(state, happened)


@pytest.mark.parametrize("rounds", [1, 2, 5])
@pytest.mark.parametrize("seed", [0, 1])
def test_DC_R9_A13_after_max_rounds_the_game_is_truncated(rounds: int, seed: int) -> None:
    config = duel(card("One", 1, copies=4), card("Two", 2, copies=4), max_rounds=rounds)
    played = always_ability(config, seed)
    assert [event.round for event in played.of(events.RoundEnded)] == list(range(1, rounds + 1))
    result = dc.outcome(played.state)
    assert result is not None
    assert result.kind is OutcomeKind.TRUNCATED
    assert (result.winners, result.ranks, result.rule) == ((), (1, 1), "DC-R9")
    (event,) = played.of(events.GameEnded)
    assert event.rule == "DC-R9"


def test_DC_R9_A13_the_default_cap_is_sixty_rounds() -> None:
    assert dc.Config().max_rounds == 60
    played = always_ability(duel(card("One", 1, copies=4), hand_size=1), 0)
    assert len(played.of(events.RoundEnded)) == 60
    for wrong in (0, -1):
        with pytest.raises(ConfigError):
            dc.Config(max_rounds=wrong)


@pytest.mark.parametrize("me", SEATS)
def test_DC_R9_no_winner_is_invented_for_who_leads(me: int) -> None:
    config = duel(card("One", 1, copies=6), card("Idle", 0, copies=6), max_rounds=1)
    state = scene(config, me, "turn = ME", 'hand = ["One"]\nplays = 3', "hand = []\nplays = 4")
    played = play(state, "attack One")
    result = dc.outcome(played.state)
    assert result is not None
    assert dc.score(played.state)[me] == 1
    assert (result.kind, result.winners) == (OutcomeKind.TRUNCATED, ())


@pytest.mark.parametrize("me", SEATS)
def test_DC_R9_DC_OVER_1_an_end_by_the_rules_in_the_last_round_is_an_end(me: int) -> None:
    config = duel(card("One", 1, copies=6), card("Idle", 0, copies=6), max_rounds=1)
    mine = f'hand = ["One"]\nplays = 3\n{pile(*["Idle"] * 6, "One", "One")}'
    played = play(scene(config, me, "turn = ME", mine, "hand = []\nplays = 4"), "attack One")
    result = dc.outcome(played.state)
    assert result is not None
    assert (result.kind, result.winners) == (OutcomeKind.WIN, (me,))
    (ended,) = played.of(events.GameEnded)
    assert ended.rule == "DC-OVER-1"  # not the cap, although it is reached as well


def test_DC_R9_before_the_cap_the_game_goes_on() -> None:
    config = duel(card("One", 1, copies=8), max_rounds=2)
    state = draw_all(play(dc.initial_state(config), "start 0").state).state
    for _ in range(8):
        state = play(state, "ability One").state
    assert dc.outcome(state) is None
    assert options(state) == ["keep nothing"]
