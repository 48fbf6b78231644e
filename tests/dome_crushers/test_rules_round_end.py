"""The end of a round: totals, scoring piles, and who starts the next one."""

import pytest

from tabletop_rules import dome_crushers as dc
from tabletop_rules.dome_crushers import events

from .helpers import SEATS, Played, card, cards_of, draw_all, duel, options, play, scene, totals

GAME = duel(
    card("One", 1, copies=4),
    card("Two", 2, copies=4),
    card("Five", 5, copies=4),
    card("Rally", 3, 'type = "strength", amount = 2', copies=2),
    card("Sap", 3, 'type = "strength", amount = -2, side = "opponent"', copies=2),
    card("Sulk", 3, 'type = "strength", amount = -3', copies=2),
    card("Push", 4, 'type = "switch", to = "attack", side = "own", other = true'),
    card("Pull", 4, 'type = "switch", to = "ability", side = "own", other = true'),
    card("Idle", 0, copies=6),
    hand_size=8,
)


def rows(owner: str, names: str) -> list[str]:
    return [f'{{ seat = {owner}, card = "{name}" }}' for name in names.split()]


def finish(
    me: int,
    mine: tuple[str, str] = ("", ""),
    yours: tuple[str, str] = ("", ""),
    *,
    piles: tuple[str, str] = ("", ""),
    start: str = "ME",
) -> Played:
    """Return the end of a round in which each has these attackers and abilities.

    I play the last card, an Idle in Ability Mode that changes nothing.
    """
    attackers = ", ".join(rows("ME", mine[0]) + rows("YOU", yours[0]))
    abilities = ", ".join(rows("ME", mine[1]) + rows("YOU", yours[1]))
    head = (
        f"turn = ME\nstart_player = {start}\nattackers = [{attackers}]\nabilities = [{abilities}]"
    )
    state = scene(
        GAME,
        me,
        head,
        f'hand = ["Idle"]\nplays = 7\n{piles[0]}',
        f"hand = []\nplays = 8\n{piles[1]}",
    )
    played = play(state, "ability Idle")
    assert len(played.of(events.RoundEnded)) == 1
    return played


def ended(played: Played, me: int) -> tuple[int, int, str]:
    """Return my total, yours, and who has won."""
    (event,) = played.of(events.RoundEnded)
    who = {None: "nobody", me: "me", 1 - me: "you"}[event.winner]
    return event.totals[me], event.totals[1 - me], who


def next_start(played: Played) -> tuple[int, str]:
    """Return the start player that the round names, and by which rule."""
    (event,) = played.of(events.StartPlayerNamed)
    return event.seat, event.rule


# --- totals -----------------------------------------------------------------------------------


@pytest.mark.parametrize("me", SEATS)
@pytest.mark.parametrize(
    ("mine", "yours", "result"),
    [
        (("One", ""), ("", ""), (1, 0, "me")),
        (("", ""), ("One", ""), (0, 1, "you")),
        (("Two", ""), ("One", ""), (2, 1, "me")),
        (("Two Two", ""), ("Five", ""), (4, 5, "you")),
        (("Two Two Two", ""), ("Five", ""), (6, 5, "me")),
        (("", "Five Five"), ("One", ""), (0, 1, "you")),  # abilities are no strength
        (("One Two", "Rally"), ("Two Two", ""), (5, 4, "me")),
        (("Five", ""), ("Two", "Sap"), (3, 2, "me")),
        (("Five", ""), ("Two Two", "Sap"), (3, 4, "you")),
    ],
)
def test_DC_END_2_DC_ATK_1_DC_MODE_1_the_highest_total_wins_the_round(
    me: int, mine: tuple[str, str], yours: tuple[str, str], result: tuple[int, int, str]
) -> None:
    assert ended(finish(me, mine, yours), me) == result


@pytest.mark.parametrize("me", SEATS)
def test_DC_MODE_1_DC_ATK_1_only_how_the_cards_lie_at_the_end_counts(me: int) -> None:
    head = 'turn = ME\nattackers = [{ seat = ME, card = "Five" }, { seat = YOU, card = "Two" }]'
    state = scene(GAME, me, head, 'hand = ["Pull"]\nplays = 7', "hand = []\nplays = 8")
    assert totals(state)[me] == 5
    assert ended(play(state, "ability Pull"), me) == (0, 2, "you")  # the Five lies sideways now
    head = 'turn = ME\nabilities = [{ seat = ME, card = "Five" }, { seat = YOU, card = "Two" }]'
    state = scene(GAME, me, head, 'hand = ["Push"]\nplays = 7', "hand = []\nplays = 8")
    assert ended(play(state, "ability Push"), me) == (5, 0, "me")


@pytest.mark.parametrize("me", SEATS)
@pytest.mark.parametrize(
    ("mine", "yours", "result"),
    [
        (("One", "Sulk"), ("", ""), (-2, 0, "you")),
        (("One", "Sulk"), ("", "Sulk"), (-2, -3, "me")),
        (("", "Sulk"), ("One", "Sulk"), (-3, -2, "you")),
        (("", "Sulk Sulk"), ("", "Sulk"), (-6, -3, "you")),
        (("", "Sulk"), ("", "Sulk"), (-3, -3, "nobody")),
        (("Two", "Sulk Sap"), ("One", ""), (-1, -1, "nobody")),
    ],
)
def test_DC_R19_negative_totals_are_compared_as_they_stand(
    me: int, mine: tuple[str, str], yours: tuple[str, str], result: tuple[int, int, str]
) -> None:
    assert ended(finish(me, mine, yours), me) == result


# --- scoring piles ----------------------------------------------------------------------------


@pytest.mark.parametrize("me", SEATS)
def test_DC_END_4_DC_END_5_the_winner_scores_face_up_and_the_loser_face_down(me: int) -> None:
    for mine, yours, winner in (("Five One", "Two Two", me), ("Two One", "Five", 1 - me)):
        played = finish(me, (mine, "Rally" if winner == me else ""), (yours, "Rally"))
        cards = {me: tuple(sorted(mine.split())), 1 - me: tuple(sorted(yours.split()))}
        for seat in SEATS:
            player = played.state.players[seat]
            won = seat == winner
            assert (player.face_up, player.face_down) == (
                (cards[seat], ()) if won else ((), cards[seat])
            )
        scored = {
            event.seat: (event.cards, event.face_up) for event in played.of(events.CardsScored)
        }
        assert scored == {seat: (cards[seat], seat == winner) for seat in SEATS}
        for viewer in (0, 1, None):  # both lay open, so everybody knows both piles
            seen = dc.view(played.state, viewer).players
            assert (seen[1 - winner].face_down, seen[winner].face_up) == (
                cards[1 - winner],
                cards[winner],
            )


@pytest.mark.parametrize("me", SEATS)
@pytest.mark.parametrize("mine", ["", "Five", "Five One"])
@pytest.mark.parametrize("yours", ["", "Two", "Two Two"])
def test_DC_END_4_DC_END_5_X13_with_no_one_or_two_attackers(me: int, mine: str, yours: str) -> None:
    played = finish(me, (mine, "Rally"), (yours, ""))  # 2, 7 or 8 against 0, 2 or 4
    tied = (mine, yours) == ("", "Two")
    lost = (mine, yours) == ("", "Two Two")
    my_pile, your_pile = played.state.players[me], played.state.players[1 - me]
    mine_up, yours_up = not (tied or lost), lost
    assert len(my_pile.face_up) == (len(mine.split()) if mine_up else 0)
    assert len(my_pile.face_down) == (0 if mine_up else len(mine.split()))
    assert len(your_pile.face_up) == (len(yours.split()) if yours_up else 0)
    assert len(your_pile.face_down) == (0 if yours_up else len(yours.split()))


@pytest.mark.parametrize("me", SEATS)
@pytest.mark.parametrize(
    ("mine", "yours"),
    [
        (("", ""), ("", "")),
        (("Two", ""), ("Two", "")),
        (("Two", ""), ("One One", "")),
        (("Two", ""), ("", "Rally")),
        (("Five", ""), ("One Two", "Rally")),
        (("One Two", ""), ("One Two", "")),
        (("Two", "Rally"), ("Two One One", "")),
    ],
)
def test_DC_END_3_DC_R3_A10_in_a_tied_round_both_score_face_down(
    me: int, mine: tuple[str, str], yours: tuple[str, str]
) -> None:
    played = finish(me, mine, yours)
    assert ended(played, me)[2] == "nobody"
    for seat, cards in ((me, mine[0]), (1 - me, yours[0])):
        player = played.state.players[seat]
        assert (player.face_up, player.face_down) == ((), tuple(sorted(cards.split())))
    assert dc.score(played.state) == (0, 0)


@pytest.mark.parametrize("me", SEATS)
@pytest.mark.parametrize(
    ("mine", "yours"),
    [("Five", "Two"), ("Two", "Five"), ("Two", "Two")],
    ids=["won", "lost", "tied"],
)
def test_DC_ATK_2_attackers_never_go_back_to_the_deck(me: int, mine: str, yours: str) -> None:
    state = finish(me, (mine, ""), (yours, "")).state
    state = draw_all(play(state, "keep nothing", "keep nothing").state).state
    assert state.round == 2
    for seat, name in ((me, mine), (1 - me, yours)):
        player = state.players[seat]
        assert player.face_up + player.face_down == (name,)
        outside = player.deck.counts()
        outside.update(player.hand)
        outside[name] += 1
        assert outside == cards_of(state, seat)  # all but that one card


@pytest.mark.parametrize("me", SEATS)
def test_DC_AIM_3_attackers_score_and_ability_cards_come_back(me: int) -> None:
    config = duel(card("One", 1, copies=2), card("Rally", 3, copies=2), hand_size=2)
    hand = 'hand = ["One", "Rally"]\nface_down = ["One", "Rally"]'
    state = scene(config, me, "turn = ME\nstart_player = ME", hand, hand)
    played = play(state, "attack One", "ability Rally", "ability Rally", "ability One")
    assert played.state.players[me].face_up == ("One",)
    assert not dc.view(played.state, None).attackers
    # I have one card left, fewer than two, so the game is over; the abilities did not score.
    assert dc.actor(played.state) is None
    assert dc.score(played.state)[me] == 1
    assert [p.face_up + p.face_down for p in played.state.players].count(("One", "Rally")) == 1


@pytest.mark.parametrize("me", SEATS)
def test_DC_R14_bonuses_change_the_total_and_not_the_pile(me: int) -> None:
    played = finish(me, ("One Two", "Rally Rally"), ("Five", "Sap"))
    assert ended(played, me) == (5, 5, "nobody")
    played = finish(me, ("One Two", "Rally Rally"), ("Two", "Sap"))
    assert ended(played, me) == (5, 2, "me")
    assert dc.score(played.state)[me] == 3
    played = finish(me, ("One", ""), ("Five", "Sap"))
    assert ended(played, me) == (-1, 5, "you")
    assert dc.score(played.state)[1 - me] == 5


# --- the next start player --------------------------------------------------------------------

FIVE, SIX = 'face_up = ["Five"]', 'face_up = ["Five", "One"]'


@pytest.mark.parametrize("me", SEATS)
@pytest.mark.parametrize("start", ["ME", "YOU"])
def test_DC_START_1_the_higher_sum_starts_whoever_won_the_round(me: int, start: str) -> None:
    # You win the round with 2, but my pile of 5 is higher than your 2.
    played = finish(me, ("One", ""), ("Two", ""), piles=(FIVE, ""), start=start)
    assert ended(played, me)[2] == "you"
    assert next_start(played) == (me, "DC-START-1")
    # What the round has just scored counts: 4 and 2 are more than 5.
    played = finish(
        me, ("One", ""), ("Two", ""), piles=(FIVE, 'face_up = ["Two", "Two"]'), start=start
    )
    assert next_start(played) == (1 - me, "DC-START-1")


@pytest.mark.parametrize("me", SEATS)
@pytest.mark.parametrize("start", ["ME", "YOU"])
def test_DC_START_1_A16_face_down_cards_do_not_count_for_the_start(me: int, start: str) -> None:
    heap = 'face_down = ["Five", "Five", "Five", "Two"]'
    played = finish(me, ("Two", ""), ("", ""), piles=("", heap), start=start)
    assert next_start(played) == (me, "DC-START-1")
    played = finish(me, ("Five", ""), ("Two Two", "Rally"), piles=(heap, ""), start=start)
    assert ended(played, me) == (5, 6, "you")  # my Five goes face down too
    assert next_start(played) == (1 - me, "DC-START-1")


@pytest.mark.parametrize("me", SEATS)
@pytest.mark.parametrize("start", ["ME", "YOU"])
def test_DC_START_2_A10_with_equal_sums_the_winner_of_the_round_starts(me: int, start: str) -> None:
    # You win with One: your Five and One equal my Five and One.
    played = finish(me, ("", ""), ("One", ""), piles=(SIX, FIVE), start=start)
    assert ended(played, me)[2] == "you"
    assert dc.score(played.state) == (6, 6)
    assert next_start(played) == (1 - me, "DC-START-2")
    played = finish(me, ("One", ""), ("", ""), piles=(FIVE, SIX), start=start)
    assert next_start(played) == (me, "DC-START-2")
    # A round can be won by a bonus alone.
    played = finish(me, ("", ""), ("", "Rally"), piles=(FIVE, FIVE), start=start)
    assert next_start(played) == (1 - me, "DC-START-2")


@pytest.mark.parametrize("me", SEATS)
@pytest.mark.parametrize("start", ["ME", "YOU"])
@pytest.mark.parametrize("piles", [("", ""), (FIVE, FIVE)])
def test_DC_R4_A10_with_equal_sums_and_no_winner_it_stays(
    me: int, start: str, piles: tuple[str, str]
) -> None:
    played = finish(me, ("Two", ""), ("One One", ""), piles=piles, start=start)
    assert ended(played, me)[2] == "nobody"
    assert next_start(played) == (me if start == "ME" else 1 - me, "DC-R4")


@pytest.mark.parametrize("me", SEATS)
def test_DC_R4_DC_START_1_after_a_tied_round_the_higher_sum_starts(me: int) -> None:
    for start in ("ME", "YOU"):
        played = finish(me, ("Two", ""), ("Two", ""), piles=(FIVE, ""), start=start)
        assert next_start(played) == (me, "DC-START-1")


@pytest.mark.parametrize("me", SEATS)
@pytest.mark.parametrize("winner", ["me", "you"])
def test_DC_START_3_DC_TURN_1_the_next_round_begins_with_its_start_player(
    me: int, winner: str
) -> None:
    attackers = ("One", "") if winner == "me" else ("", "One")
    played = finish(me, (attackers[0], ""), (attackers[1], ""))
    assert dc.outcome(played.state) is None
    played = play(played.state, "keep nothing", "keep nothing")
    assert [event.round for event in played.of(events.RoundBegan)] == [2]
    state = played.state
    assert options(state)[0].startswith("draw")
    state = draw_all(state).state
    start = me if winner == "me" else 1 - me
    assert (state.round, state.start_player, dc.actor(state)) == (2, start, start)
    assert [player.plays for player in state.players] == [0, 0]
    assert [len(player.hand) for player in state.players] == [8, 8]
