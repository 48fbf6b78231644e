"""Between the rounds: what is kept, what goes under the deck, and the Simple Variant."""

import pickle
from itertools import permutations

import pytest

from tabletop_rules import dome_crushers as dc
from tabletop_rules.core import CHANCE, Event, IllegalActionError
from tabletop_rules.dome_crushers import events

from .helpers import SEATS, Played, card, draw_all, duel, hands, odds, options, play, scene

LETTERS = duel(*(card(name, 1) for name in "ABCDEFGHIJKL"))
PAIRS = duel(*(card(name, 1, copies=4) for name in "ABC"))
KEEP = 'agenda = [{ type = "new_round" }, { type = "keep" }]\nstart_player = ME\n'


def hand(*cards: str, top: str = "") -> str:
    return f"hand = {list(cards)}\ntop = {top.split()}\nplays = 0"


def ask(config: dc.Config, me: int, mine: str, yours: str, abilities: str = "") -> dc.State:
    """Return the position in which both are about to be asked what they keep."""
    lies = ", ".join(
        f'{{ seat = {"ME" if name[0] == "+" else "YOU"}, card = "{name[1:]}" }}'
        for name in abilities.split()
    )
    return scene(config, me, f"{KEEP}abilities = [{lies}]", mine, yours)


def keep(state: dc.State, me: int, mine: str, yours: str) -> Played:
    """Answer the keep question for both, in seat order."""
    answers = (mine, yours) if me == 0 else (yours, mine)
    return play(state, *(f"keep {answer}" for answer in answers))


# --- what may be kept -------------------------------------------------------------------------


@pytest.mark.parametrize("me", SEATS)
def test_DC_NEXT_1_DC_R12_any_number_of_cards_in_hand_in_one_action(me: int) -> None:
    state = ask(PAIRS, me, hand("A", "A", "B"), hand("C"), "+B -A")
    wanted = ["nothing", "A", "B", "A, A", "A, B", "A, A, B"]
    other = ["nothing", "C"]
    first, second = (wanted, other) if me == 0 else (other, wanted)
    assert dc.actor(state) == 0
    assert sorted(options(state)) == sorted(f"keep {text}" for text in first)
    state = play(state, "keep nothing").state
    assert dc.actor(state) == 1  # one action each, in seat order
    assert sorted(options(state)) == sorted(f"keep {text}" for text in second)


@pytest.mark.parametrize("me", SEATS)
def test_DC_R12_an_empty_hand_is_asked_too(me: int) -> None:
    state = ask(PAIRS, me, hand(), hand("A"), "+B")
    order = [dc.actor(state)]
    mine = state if me == 0 else play(state, "keep A").state
    assert options(mine) == ["keep nothing"]
    state = play(state, "keep nothing").state
    order.append(dc.actor(state))
    assert order == [0, 1]


@pytest.mark.parametrize("me", SEATS)
@pytest.mark.parametrize("count", range(5))
def test_DC_NEXT_1_DC_DRAW_1_A8_kept_cards_count_for_the_new_hand(me: int, count: int) -> None:
    kept = ", ".join("ABCD"[:count]) or "nothing"
    played = keep(ask(LETTERS, me, hand(*"ABCD"), hand(*"ABCD")), me, kept, "A, B, C, D")
    state = played.state
    while options(state)[0].startswith("under"):
        state = play(state, options(state)[0]).state
    drawn = draw_all(state)
    assert [event.seat for event in drawn.of(events.CardDrawn)] == [me] * (4 - count)
    assert hands(drawn.state)[1 - me] == ("A", "B", "C", "D")
    assert len(hands(drawn.state)[me]) == 4
    assert set("ABCD"[:count]) <= set(hands(drawn.state)[me])
    assert dc.actor(drawn.state) == me
    for event in drawn.of(events.CardDrawn):
        assert event.card not in set("ABCD")  # what went under the deck is not on top of it


@pytest.mark.parametrize("me", SEATS)
def test_DC_DRAW_1_DC_R7_a_kept_hand_of_more_than_four_draws_nothing(me: int) -> None:
    state = ask(LETTERS, me, hand(*"ABCDE"), hand(*"ABCD"))
    state = keep(state, me, "A, B, C, D, E", "A, B, C, D").state
    assert (dc.actor(state), state.round) == (me, 2)
    assert hands(state)[me] == ("A", "B", "C", "D", "E")


@pytest.mark.parametrize("me", SEATS)
def test_DC_DRAW_1_A8_a_draw_with_one_possible_card_is_still_a_step(me: int) -> None:
    config = duel(card("A", 1, copies=4), card("B", 1, copies=2))
    state = ask(config, me, hand("A", "A", "A"), hand("A", "A", "A", "A"), "+B")
    state = keep(state, me, "A, A, A", "A, A, A, A").state
    # My deck holds A, B and, at its bottom, B. With B on top only one card is possible.
    assert dc.actor(state) is CHANCE
    assert odds(state) == {"draw A": "1/2", "draw B": "1/2"}
    pile = 'face_down = ["B"]'
    state = ask(config, me, f"{hand('A', 'A', 'A')}\n{pile}", hand("A", "A", "A", "A"), "+B")
    state = keep(state, me, "A, A, A", "A, A, A, A").state
    assert odds(state) == {"draw A": "1"}
    assert dc.actor(play(state, "draw A").state) == me


# --- what goes under the deck -----------------------------------------------------------------


@pytest.mark.parametrize("me", SEATS)
def test_DC_NEXT_2_DC_ABIL_4_all_other_cards_go_under_the_own_deck(me: int) -> None:
    state = ask(LETTERS, me, hand("A", "B"), hand("A"), "+C -D +E -F")
    state = keep(state, me, "A", "nothing").state
    mine, yours = ["under B", "under C", "under E"], ["under A", "under D", "under F"]
    first, second = (mine, yours) if me == 0 else (yours, mine)
    assert (dc.actor(state), options(state)) == (0, first)
    state = play(state, first[2], first[0]).state
    assert (dc.actor(state), options(state)) == (1, second)
    state = play(state, second[1], second[2]).state
    bottoms = [player.deck.bottom for player in state.players]
    assert bottoms == [
        tuple(text[-1] for text in (first[2], first[0], first[1])),
        tuple(text[-1] for text in (second[1], second[2], second[0])),
    ]
    assert not state.abilities


@pytest.mark.parametrize("me", SEATS)
@pytest.mark.parametrize("mine", range(5))
@pytest.mark.parametrize("yours", [0, 1, 2, 4])
def test_DC_R12_A8_each_card_but_the_last_is_placed_by_choice(
    me: int, mine: int, yours: int
) -> None:
    """The cards are alike, and are asked for all the same."""
    config = duel(card("A", 1, copies=8))
    state = ask(config, me, hand(*["A"] * mine), hand(*["A"] * yours))
    played = keep(state, me, "nothing", "nothing")
    asked: list[object] = []
    placed = [event.seat for event in played.of(events.CardPlacedUnder)]
    while options(played.state) == ["under A"]:
        asked.append(dc.actor(played.state))
        played = play(played.state, "under A")
        placed += [event.seat for event in played.of(events.CardPlacedUnder)]
    counts = {me: mine, 1 - me: yours}
    assert asked == [0] * max(counts[0] - 1, 0) + [1] * max(counts[1] - 1, 0)
    assert sorted(placed) == [0] * counts[0] + [1] * counts[1]
    assert played.state.round == 2


@pytest.mark.parametrize("me", SEATS)
@pytest.mark.parametrize("order", list(permutations("ABCD")))
def test_DC_R12_DC_NEXT_2_later_draws_come_in_the_chosen_order(
    me: int, order: tuple[str, ...]
) -> None:
    scored = f"face_down = {list('GHIJKL')}"
    state = ask(LETTERS, me, f"{hand('A', top='E F')}\n{scored}", hand(*"ABCD"), "+D +C +B")
    state = keep(state, me, "nothing", "A, B, C, D").state
    state = play(state, *(f"under {name}" for name in order[:3])).state
    assert state.players[me].deck.bottom == order
    for name in ("E", "F", *order[:2]):  # the first that was placed lies nearest to the rest
        assert odds(state) == {f"draw {name}": "1"}
        state = play(state, f"draw {name}").state
    assert dc.actor(state) == me
    assert state.players[me].deck.bottom == order[2:]


@pytest.mark.parametrize("me", SEATS)
def test_DC_R12_DC_NEXT_2_new_cards_go_under_those_of_earlier_rounds(me: int) -> None:
    scored = f"face_down = {list('GHIJKL')}\nbottom = ['F', 'E']"
    state = ask(LETTERS, me, f"{hand()}\n{scored}", hand(*"ABCD"), "+A +B +C +D")
    state = keep(state, me, "nothing", "A, B, C, D").state
    state = play(state, "under D", "under A", "under C", "draw F", "draw E", "draw D").state
    assert odds(state) == {"draw A": "1"}


@pytest.mark.parametrize("me", SEATS)
def test_DC_NEXT_3_the_deck_is_not_shuffled(me: int) -> None:
    state = ask(LETTERS, me, hand("A", "B"), hand(*"ABCD"), "+C +D")
    state = keep(state, me, "nothing", "A, B, C, D").state
    state = play(state, "under D", "under C", "under B").state
    # 8 cards whose order nobody knows, then D, C, B, A: only the 8 can come now.
    assert odds(state) == {f"draw {name}": "1/8" for name in "EFGHIJKL"}
    state = play(state, "draw F", "draw E", "draw L", "draw K").state
    for mine, yours in zip("EFKL", "ABCD", strict=True):
        state = play(state, f"attack {mine}", f"attack {yours}").state
    state = play(state, "keep nothing", "keep nothing").state
    if me == 1:  # seat 0 draws first
        for _ in range(4):
            state = play(state, options(state)[0]).state
    assert odds(state) == {f"draw {name}": "1/4" for name in "GHIJ"}
    assert state.players[me].deck.bottom == ("D", "C", "B", "A")


# --- secrecy ----------------------------------------------------------------------------------


def seen_by(state: dc.State, happened: tuple[Event, ...], viewer: int | None) -> list[object]:
    """Return all that a viewer can get to see, in comparable form."""
    seen = dc.view(state, viewer)
    told = dc.observe(happened, viewer)
    refusals: list[object] = []
    for text in ("keep A, A", "attack A", "under B", "decline", "draw C", "keep Z"):
        action = dc.parse_action(text)
        if viewer is not None:
            refusals.append(dc.why_not(state, action, viewer))
        if dc.actor(state) == viewer and action not in dc.legal_actions(state):
            with pytest.raises(IllegalActionError) as caught:
                dc.apply(state, action)
            refusals.append(str(caught.value))
    return [
        seen,
        pickle.dumps(seen),
        dc.render(seen),
        dc.actor(state),
        options(state) if dc.actor(state) == viewer else None,
        told,
        [event.describe() for event in told],
        refusals,
    ]


@pytest.mark.parametrize("viewer", [1, None])
def test_DC_R12_A14_A14b_after_one_answer_the_others_see_the_same_whatever_it_was(
    viewer: int | None,
) -> None:
    """Seat 0 answers first, with cards of all kinds: known ones, alike ones, none."""
    for mine in (hand("A", "A", "B", "C") + '\nknown = ["A"]', hand("A"), hand()):
        state = ask(PAIRS, 0, mine, hand("A", "B", "B", "C"), "+B +C -A")
        answers = options(state)
        all_seen: list[list[object]] = []
        for answer in answers:
            played = play(state, answer)
            assert dc.actor(played.state) == 1  # one step, whatever is kept
            all_seen.append(seen_by(played.state, played.events, viewer))
        assert all(seen == all_seen[0] for seen in all_seen)


def test_DC_R12_A14_only_the_own_answer_is_shown_to_its_owner() -> None:
    state = ask(PAIRS, 0, hand("A", "B"), hand("A"))
    played = play(state, "keep A")
    (event,) = dc.observe(played.events, 0)
    assert event == events.AnswerTaken(rule=event.rule, seat=0, cards=("A",))
    (event,) = dc.observe(played.events, 1)
    assert event == events.AnswerTaken(rule=event.rule, seat=0, cards=None)


@pytest.mark.parametrize("me", SEATS)
def test_DC_R12_A14_when_both_have_answered_the_number_is_told_and_no_more(me: int) -> None:
    # One of my two A was returned to my hand: even that does not show whether an A is kept.
    state = ask(PAIRS, me, hand("A", "A", "B", "C") + '\nknown = ["A"]', hand("A"), "+B")
    for size in range(5):
        views: dict[int | None, list[list[object]]] = {1 - me: [], None: []}
        for answer in [text for text in options_of(state, me) if count_of(text) == size]:
            played = keep(state, me, answer.removeprefix("keep "), "A")
            counts = {event.seat: event.count for event in played.of(events.CardsKept)}
            assert counts == {me: size, 1 - me: 1}
            happened = tuple(e for e in played.events if not isinstance(e, events.AnswerTaken))
            for viewer, seen in views.items():
                seen.append(seen_by(played.state, happened, viewer))
        for seen in views.values():
            assert seen
            assert all(one == seen[0] for one in seen)


def options_of(state: dc.State, seat: int) -> list[str]:
    return options(state) if seat == 0 else options(play(state, options(state)[0]).state)


def count_of(text: str) -> int:
    return 0 if text == "keep nothing" else text.count(",") + 1


@pytest.mark.parametrize("me", SEATS)
def test_DC_R12_A14_the_order_under_the_deck_is_the_owners_secret(me: int) -> None:
    state = ask(LETTERS, me, hand("A", "B"), hand(*"ABCD"), "+C +D")
    state = keep(state, me, "nothing", "A, B, C, D").state
    for viewer in (1 - me, None):
        ends: list[list[object]] = []
        for order in permutations("ABCD", 3):
            at, seen = state, [seen_by(state, (), viewer)]
            for name in order:
                played = play(at, f"under {name}")
                at = played.state
                seen.append(seen_by(at, played.events, viewer))
            ends.append([seen])
        assert all(end == ends[0] for end in ends)
    state = play(state, "under C", "under A", "under D").state
    assert dc.view(state, me).players[me].bottom == ("C", "A", "D", "B")
    assert dc.view(state, 1 - me).players[me].bottom == (dc.HIDDEN,) * 4


@pytest.mark.parametrize("me", SEATS)
def test_DC_DRAW_1_A14_the_others_do_not_see_what_is_drawn(me: int) -> None:
    state = keep(ask(LETTERS, me, hand("A"), hand(*"ABCD")), me, "A", "A, B, C, D").state
    for viewer in (1 - me, None):
        outcomes = [play(state, text) for text in options(state)]
        assert len(outcomes) == 11
        all_seen = [seen_by(played.state, played.events, viewer) for played in outcomes]
        assert all(seen == all_seen[0] for seen in all_seen)
    played = play(state, "draw K")
    assert dc.view(played.state, me).players[me].hand == ("A", "K")
    assert [event.card for event in played.of(events.CardDrawn)] == ["K"]


# --- the simple variant -----------------------------------------------------------------------

SIMPLE = duel(*(card(name, 1) for name in "ABCDEFGHIJKL"), simple=True)


@pytest.mark.parametrize("me", SEATS)
def test_DC_SIMPLE_1_DC_R13_everything_outside_the_piles_is_shuffled(me: int) -> None:
    pile = 'face_up = ["K"]\nface_down = ["L"]'
    state = scene(
        SIMPLE,
        me,
        'turn = ME\nstart_player = ME\nabilities = [{ seat = ME, card = "C" }]',
        f'hand = ["A", "B", "D"]\nplays = 3\n{pile}',
        'hand = ["A"]\nplays = 4',
    )
    played = play(state, "attack A")  # the last play; B and D are left in my hand
    assert played.of(events.RoundEnded)
    state = played.state
    assert dc.actor(state) is CHANCE  # nobody is asked what to keep
    assert (state.round, hands(state)) == (2, ((), ()))
    mine = {f"draw {name}": "1/9" for name in "BCDEFGHIJ"}  # not A, K, L: they are scored
    yours = {f"draw {name}": "1/12" for name in "ABCDEFGHIJKL"}
    assert odds(state) == (mine if me == 0 else yours)
    for _ in range(4):
        state = play(state, options(state)[0]).state
    assert odds(state) == (yours if me == 0 else mine)
    state = draw_all(state).state
    assert [len(cards) for cards in hands(state)] == [4, 4]
    assert dc.actor(state) == me


def test_DC_R13_without_the_switch_the_same_position_asks_what_to_keep() -> None:
    state = scene(
        LETTERS, 0, "turn = ME", 'hand = ["A", "B"]\nplays = 3', 'hand = ["A"]\nplays = 4'
    )
    state = play(state, "attack A").state
    assert options(state) == ["keep nothing", "keep B"]
