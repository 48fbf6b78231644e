"""Bots by name, and the evaluations of games."""

import pytest

from tabletop_rules.bots import (
    EVALUATIONS,
    BudgetNameError,
    FlatBot,
    MctsBot,
    UnknownBotError,
    bot_names,
    make_bot,
)
from tabletop_rules.bots.evaluations import lead
from tabletop_rules.core import game_names, load_game, play, play_steps

DOME = load_game("dome-crushers")


def test_names() -> None:
    assert bot_names() == ("endgame", "flat", "greedy", "mcts", "random")


@pytest.mark.parametrize("name", ["endgame:60", "flat:8", "greedy", "mcts:60", "random"])
def test_equal_arguments_choose_alike(name: str) -> None:
    games = [
        play(DOME, DOME.Config(), [make_bot(name, DOME, bot), make_bot(name, DOME, 2)], seed=3)
        for bot in (1, 1, *range(5, 15))
    ]
    assert games[0] == games[1]
    assert any(other != games[0] for other in games[2:])


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("name", ["flat:4", "mcts:12"])
def test_more_than_two_seats_are_played(name: str, seats: int) -> None:
    """The bot searches in every seat, and each maximizes its own reward."""
    game = load_game("dominus-portus")
    config = game.Config(seats=seats, turns=2)
    for seat in range(seats):
        bots = [
            make_bot(name if place == seat else "random", game, place) for place in range(seats)
        ]
        *_, last = play_steps(game, config, bots, seed=1)
        outcome = game.outcome(last.after)
        assert outcome is not None
        assert len(outcome.ranks) == seats


def test_an_unknown_name_lists_the_known_ones() -> None:
    with pytest.raises(UnknownBotError) as caught:
        make_bot("clever", DOME, 1)
    assert (
        str(caught.value)
        == "no bot is called 'clever': expected one of endgame, flat, greedy, mcts, random"
    )
    assert caught.value.known == ("endgame", "flat", "greedy", "mcts", "random")


def test_a_budget_stands_behind_a_colon() -> None:
    mcts, flat = make_bot("mcts:2000", DOME, 1), make_bot("flat:0.5s", DOME, 1)
    assert isinstance(mcts, MctsBot)
    assert isinstance(flat, FlatBot)
    assert (mcts._budget.iterations, mcts._budget.seconds) == (2000, None)
    assert (flat._budget.iterations, flat._budget.seconds) == (None, 0.5)


@pytest.mark.parametrize("name", ["mcts:", "mcts:0", "mcts:many", "mcts:-1s", "mcts:2:3", "mcts:s"])
def test_a_budget_that_cannot_be_read_is_refused(name: str) -> None:
    with pytest.raises(BudgetNameError, match=f"no bot is called '{name}': expected a number of"):
        make_bot(name, DOME, 1)


def test_a_bot_without_a_budget_is_given_none() -> None:
    with pytest.raises(UnknownBotError) as caught:
        make_bot("greedy:5", DOME, 1)
    assert str(caught.value) == "no bot is called 'greedy:5': expected greedy without a budget"
    with pytest.raises(UnknownBotError, match="expected one of endgame, flat, greedy,"):
        make_bot("clever:5", DOME, 1)


def test_evaluations_are_of_games_that_exist() -> None:
    names = {name.replace("-", "_") for name in game_names()}
    assert set(EVALUATIONS) <= names


@pytest.mark.parametrize(
    ("points", "seat", "expected"),
    [((5,), 0, 5), ((5, 3), 0, 2), ((5, 3), 1, -2), ((1, 9, 4, 9), 3, 0), ((1, 9, 4), 2, -5)],
)
def test_the_lead_is_over_the_best_other_seat(
    points: tuple[int, ...], seat: int, expected: int
) -> None:
    assert lead(points, seat) == expected


def test_dome_crushers_counts_points_the_running_round_and_what_is_left() -> None:
    """Dome Titan (7) lies face up, Packleader (5) attacks; the other attacks with Burrower (4).

    The twelve cards of a deck have a strength of 43 together. One has spent two of them, with 12
    where two average ones have 86/12; the other one, with 4 for 43/12.
    """
    cards = {card.name: card.strength for card in DOME.Config().deck.cards}
    assert (cards["Dome Titan"], cards["Packleader"], cards["Burrower"]) == (7, 5, 4)
    state = DOME.parse_state(
        """
        round = 2
        start_player = 0
        turn = 0
        attackers = [{ seat = 0, card = "Packleader" }, { seat = 1, card = "Burrower" }]
        [[seats]]
        hand = ["Gulper"]
        face_up = ["Dome Titan"]
        [[seats]]
        hand = ["Gulper"]
        """
    )
    evaluate = EVALUATIONS["dome_crushers"]
    spent = (12 - 86 / 12) - (4 - 43 / 12)
    expected = (7 - 0) + 1.5 * (5 - 4) - 2 * spent
    assert evaluate(DOME.view(state, 0), 0) == pytest.approx(expected)
    assert evaluate(DOME.view(state, 1), 1) == pytest.approx(-expected)
