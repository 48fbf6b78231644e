"""A session tells the bots that want to know what `core.play` would tell them."""

from typing import Any

import pytest

from tabletop_rules.cli.session import Session
from tabletop_rules.core import BotError, Played, Record, Seat, load_game, play, replay_steps

from ..core.players import Attentive  # noqa: TID252 - tests are no package that could be named

GAME = load_game("dome-crushers")
START: Record[Any, Any] = Record(GAME.name, GAME.rules_version, GAME.Config(), 3)


def played() -> tuple[Record[Any, Any], list[list[tuple[Any, ...]]]]:
    """Return a whole game, and what its bots were told."""
    bots = [Attentive(0), Attentive(1)]
    record = play(GAME, GAME.Config(), bots, seed=3)
    return record, [bot.told for bot in bots]


def test_bots_are_told_what_core_would_tell_them() -> None:
    record, expected = played()
    bots = [Attentive(0), Attentive(1)]
    session = Session(GAME, START, dict(enumerate(bots)), seed=3)
    while session.actor is not None:
        session.advance()
    session.stop()  # too late, the game is over
    assert session.record == record
    assert [bot.told for bot in bots] == expected


@pytest.mark.parametrize("person", [0, 1])
@pytest.mark.parametrize("share", [0, 1, 3, 4])
def test_a_game_that_is_resumed_is_told_from_its_beginning(person: Seat, share: int) -> None:
    record, expected = played()
    steps: list[Played[Any, Any]] = list(replay_steps(GAME, record))
    resumed = steps[: len(steps) * share // 4]
    bot = Attentive(1 - person)
    session = Session(GAME, record, {1 - person: bot}, seed=3, steps=resumed)
    for step in steps[len(resumed) :]:
        session.decide(step.action)
    assert bot.told == expected[1 - person]


def test_a_decision_that_is_taken_back_is_not_told() -> None:
    record, _ = played()
    bot = Attentive(1)
    session = Session(GAME, record, {1: bot}, seed=3)
    taken_back = 0
    for step in replay_steps(GAME, record):
        if step.actor == 0:
            told = list(bot.told)
            session.decide(session.options[-1])
            if session.undo(0) is None:
                assert bot.told == told
                taken_back += 1
            else:
                break
        session.decide(step.action)
    assert taken_back


def test_bots_learn_that_a_game_is_stopped() -> None:
    bot = Attentive(1)
    session = Session(GAME, START, {1: bot}, seed=3)
    session.advance()
    session.stop()
    session.stop()
    score = GAME.score(session.state)
    assert [told for told in bot.told if told[0] == "finish"] == [("finish", None, score)]


@pytest.mark.parametrize("failing", ["begin", "notice", "finish"])
def test_a_bot_that_raises_when_it_is_told_something(failing: str) -> None:
    bots = {0: Attentive(0), 1: Attentive(1, failing, ValueError("no cards"))}
    with pytest.raises(BotError, match="raised ValueError: no cards") as caught:
        play_on(bots)
    assert caught.value.seat == 1
    assert [kind for kind, *_ in bots[0].told].count("finish") == 1


def play_on(bots: dict[Seat, Attentive]) -> None:
    """Play a game of bots as the command does."""
    session = Session(GAME, START, bots, seed=3)
    try:
        while session.actor is not None:
            session.advance()
    finally:
        session.stop()
