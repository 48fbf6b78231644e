"""Counts of action sequences, worked out by hand where a comment says how."""

from tabletop_rules import dome_crushers as dc
from tabletop_rules.core import perft

TINY = dc.verification().small["tiny"].deck


def test_perft_of_a_tiny_duel_worked_out_by_hand() -> None:
    start = dc.initial_state(dc.Config(TINY, hand_size=1, max_rounds=2))
    # 1: chance names seat 0 or seat 1.
    assert perft(dc, start, 1) == 2
    # 2: seat 0 draws a One or a Two; the two Twos are one option.
    assert perft(dc, start, 2) == 2 * 2
    # 3: seat 1 does too.
    assert perft(dc, start, 3) == 2 * 2 * 2
    # 4: the start player plays its one card in either mode.
    assert perft(dc, start, 4) == 2 * 2 * 2 * 2
    # 5: after a One in Ability Mode, in 2 of the 4 deals, its owner draws one of two Twos: 1 way;
    #    after the other three plays the opponent plays its card in either mode: 2 ways.
    one, two = 2 + 1, 2 + 2
    assert perft(dc, start, 5) == 2 * (2 * one + 2 * two)


def test_perft_of_the_first_draws_of_the_shipped_deck_worked_out_by_hand() -> None:
    start = dc.initial_state(dc.Config())
    # Ten different cards, two of them twice. The second draw has nine options after one of the
    # eight single cards, and still ten after one of the doubled ones.
    assert perft(dc, start, 1) == 2
    assert perft(dc, start, 2) == 2 * 10
    assert perft(dc, start, 3) == 2 * (8 * 9 + 2 * 10)


def test_perft_of_keeping_and_placing_worked_out_by_hand() -> None:
    state = dc.parse_state(
        """
        agenda = [{ type = "new_round" }, { type = "keep", seat = 0, kept = [] }]
        abilities = [{ seat = 0, card = "Two" }]

        [[seats]]
        hand = ["One", "Two"]
        plays = 0

        [[seats]]
        hand = ["One"]
        face_down = ["Two"]
        """,
        dc.Config(TINY, hand_size=1),
    )
    # Seat 0 keeps nothing, One, Two or both, and seat 1 nothing or One.
    assert perft(dc, state, 1) == 4
    assert perft(dc, state, 2) == 4 * 2
    # Seat 0 places three, two, two or one card under its deck: two different ones may come first,
    # or a Two beside a Two is asked for with one option, or a single card is not asked for and
    # chance deals a first card instead. Then seat 1 has at most one card, which is not asked for.
    #   keep nothing: One, Two, Two go under: 2 options
    #   keep One: Two, Two go under: 1 option
    #   keep Two: One, Two go under: 2 options
    #   keep both: Two goes under, hand of 2 needs no card; seat 1 draws one if it kept nothing,
    #     from its deck of two, Two first as it was never placed under: 1 option; if it kept One it
    #     draws none, and the start player, seat 0, plays One or Two in either mode: 4 options
    assert perft(dc, state, 3) == 2 * (2 + 1 + 2) + (1 + 4)
