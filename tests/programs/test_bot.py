"""What a program is told is what its seat may know, and what it answers is what is played."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from attrs import frozen

from tabletop_rules.bots import RandomBot
from tabletop_rules.core import (
    CHANCE,
    HOST,
    Event,
    Outcome,
    from_data,
    game_names,
    load_game,
    play,
    replay,
    sample,
    to_data,
    verification_of,
)
from tabletop_rules.programs import ProgramBot
from tabletop_rules.programs.forms import config_data, event_data, read_event, read_view, view_data
from tabletop_rules.programs.messages import decode, encode

from .scripts import (
    DOME,
    OPTIONS,
    PATIENT,
    SEAT,
    VIEW,
    AnyGame,
    AnyProgramBot,
    Scripted,
    command,
    script,
)

OURS = [sys.executable, "-m", "tabletop_rules.programs"]
each_game = pytest.mark.parametrize("name", game_names())


def walk(game: AnyGame, config: Any, seed: int, most: int = 300) -> Iterator[tuple[Any, Any, Any]]:
    """Give states of a game at random, with what was done there and the events of that."""
    rng = Random(f"walk {seed}")
    players = RandomBot(seed)
    state = game.initial_state(config)
    for _ in range(most):
        actor = game.actor(state)
        if actor is None or actor is HOST:
            return
        if actor is CHANCE:
            action = sample(game.chance_outcomes(state), rng)
        else:
            action = players.choose(None, game.legal_actions(state))
        after, events = game.apply(state, action)
        yield state, action, events
        state = after


def sent(message: Any) -> Any:
    return decode(encode(message))


@each_game
def test_configs_come_back_whole(name: str) -> None:
    game = load_game(name)
    for config in verification_of(game).configs.values():
        data = sent(config_data(config))
        assert "shipped" not in json.dumps(data)
        assert from_data(data, game.Config) == config


@each_game
def test_views_come_back_without_having_held_the_config(name: str) -> None:
    game: Any = load_game(name)
    config = game.Config()
    told = sent(config_data(config))
    for state, _, _ in walk(game, config, seed=1, most=150):
        seat = game.actor(state)
        view = game.view(state, seat if isinstance(seat, int) else 0)
        data = sent(view_data(view, game.Config))
        assert "shipped" not in json.dumps(data)
        assert read_view(data, game.View, config, told) == view


@each_game
def test_events_come_back_as_a_seat_sees_them(name: str) -> None:
    game = load_game(name)
    kinds: set[type[Event]] = set()
    for number, config in enumerate(verification_of(game).configs.values()):
        for _, _, events in walk(game, config, seed=number):
            for event in game.observe(events, 0):
                data = sent(event_data(event))
                assert read_event(data, game) == event
                assert (data["rule"], data["text"]) == (event.rule, event.describe())
                kinds.add(type(event))
    assert len(kinds) > 5


def test_a_program_plays_as_the_bot_in_it_does() -> None:
    """The same game, once with the bot in this process and once behind the protocol."""
    bot = RandomBot(77)
    with ProgramBot([*OURS, "random"], DOME, limits=PATIENT) as program:
        program.begin(DOME.Config(), 0, 77)
        for state, _, events in walk(DOME, DOME.Config(), seed=2):
            if DOME.actor(state) == 0:
                view, options = DOME.view(state, 0), DOME.legal_actions(state)
                assert program.choose(view, options) == bot.choose(view, options)
            program.notice(DOME.observe(events, 0))


ATTENTIVE = """
import sys
class Attentive:
    def begin(self, config, seat, seed):
        print("begin", repr(config)[:6], seat, seed, file=sys.stderr)
    def notice(self, events):
        print("notice", *[event.describe() for event in events], file=sys.stderr)
    def choose(self, view, options):
        print("this is no message")
        return options[-1]
    def finish(self, outcome, score):
        print("finish", outcome, score, file=sys.stderr)
"""


def test_an_attentive_bot_behind_the_protocol(tmp_path: Path) -> None:
    file = tmp_path / "bots.py"
    file.write_text(ATTENTIVE, encoding="utf-8")
    steps = list(walk(DOME, DOME.Config(), seed=2, most=3))
    events = DOME.observe(tuple(event for step in steps for event in step[2]), SEAT)
    with ProgramBot([*OURS, f"{file}:Attentive"], DOME, limits=PATIENT) as program:
        program.begin(DOME.Config(), SEAT, 2**53 + 5)
        program.notice(events)
        assert program.choose(VIEW, OPTIONS) == OPTIONS[-1]
        program.finish(None, (3, 4))
    begin, notice, printed, finish = program.error_lines
    assert begin == f"begin Config {SEAT} 5"
    assert notice == " ".join(["notice", *[event.describe() for event in events]])
    assert printed == "this is no message"
    assert finish == "finish None (3, 4)"


def messages(scripted: Scripted, seat: int) -> tuple[list[Any], list[Any]]:
    """Return all that is told to a program of a seat, and the views it had."""
    bot = scripted(
        first="told = open(__file__ + '.told', 'w')",
        on_start="write(type='ready')\ntold.write(line)\ntold.flush()",
        on_choose="told.write(line)\ntold.flush()\nchoose(message)",
        on_end="told.write(line)\ntold.flush()",
    )
    views: list[Any] = []
    bot.begin(DOME.Config(), seat, 9)
    for state, _, events in walk(DOME, DOME.Config(), seed=5):
        if DOME.actor(state) == seat:
            views.append(DOME.view(state, seat))
            bot.choose(views[-1], DOME.legal_actions(state))
        bot.notice(DOME.observe(events, seat))
    bot.finish(None, (0, 0))
    bot.close()
    told = Path(f"{bot.command[-1]}.told").read_text("utf-8")
    return [json.loads(line) for line in told.splitlines()], views


def test_what_a_program_is_told(scripted: Scripted) -> None:
    (start, *asked, end), views = messages(scripted, 1)
    assert list(start) == ["type", "config", "seats", "seat", "seed", "seconds"]
    assert (start["seats"], start["seat"], start["seed"], start["seconds"]) == (2, 1, 9, 60)
    assert [message["id"] for message in asked] == list(range(1, len(views) + 1))
    told: list[Any] = []
    for message, view in zip(asked, views, strict=True):
        assert list(message) == ["type", "id", "seconds", "events", "view", "picture", "options"]
        assert message["picture"] == DOME.render(view)
        assert [option["index"] for option in message["options"]] == [
            *range(len(message["options"]))
        ]
        for option in message["options"]:
            action = DOME.parse_action(option["text"])
            assert {"type", *to_data(action)} == set(option["data"])
        told += message["events"]
    told += end["events"]
    seen: list[Any] = []
    for _, _, events in walk(DOME, DOME.Config(), seed=5):
        seen += [sent(event_data(event)) for event in DOME.observe(events, 1)]
    assert told == seen
    assert (end["outcome"], end["score"]) == (None, [0, 0])


def test_no_secret_is_told(scripted: Scripted) -> None:
    """The cards of the other hand are where a view says that they are not known."""
    (_, *asked, _), views = messages(scripted, 0)
    hidden = 0
    for message, view in zip(asked, views, strict=True):
        assert message["view"]["players"][1]["hand"] == list(view.players[1].hand)
        hidden += message["view"]["players"][1]["hand"].count("?")
        assert not {"state", "record", "actions", "chance"} & set(message)
    assert hidden


def test_the_end_is_told_with_the_outcome(scripted: Scripted) -> None:
    *_, last = walk(DOME, DOME.Config(), seed=3, most=10_000)
    state, action, events = last
    outcome = DOME.outcome(DOME.apply(state, action).state)
    assert outcome is not None
    bot = scripted(on_end="print(line, file=sys.stderr)")
    bot.begin(DOME.Config(), 0, 1)
    bot.notice(DOME.observe(events, 0))
    bot.finish(outcome, (5, 3))
    bot.close()
    end = json.loads("".join(bot.error_lines))
    assert from_data(end["outcome"], Outcome) == outcome
    assert end["score"] == [5, 3]
    assert [event["text"] for event in end["events"]] == [event.describe() for event in events]


@frozen
class Bare:
    """A value of a game whose view holds no config."""

    seat: int


def test_a_view_without_a_config_is_sent_as_it_is() -> None:
    assert view_data(Bare(1), DOME.Config) == {"seat": 1}
    assert read_view({"seat": 1}, Bare, DOME.Config(), {}) == Bare(1)


def test_an_answer_by_text(scripted: Scripted) -> None:
    bot = scripted(on_choose="choose(message, text=message['options'][1]['text'], why='so')")
    bot.begin(DOME.Config(), SEAT, 1)
    assert bot.choose(VIEW, OPTIONS) == OPTIONS[1]


def test_answers_with_windows_line_ends(scripted: Scripted) -> None:
    answer = 'raw(b\'{"type": "choice", "id": %d, "index": 1}\\r\\n\' % message[\'id\'])'
    bot = scripted(on_choose=answer)
    bot.begin(DOME.Config(), SEAT, 1)
    assert bot.choose(VIEW, OPTIONS) == OPTIONS[1]


def test_two_programs_at_a_time(tmp_path: Path) -> None:
    words = command(tmp_path, script())
    first: AnyProgramBot
    second: AnyProgramBot
    with ProgramBot(words, DOME, limits=PATIENT) as first:
        with ProgramBot(words, DOME, limits=PATIENT) as second:
            for bot in (first, second):
                bot.begin(DOME.Config(), SEAT, 1)
            for bot in (second, first, second):
                assert bot.choose(VIEW, OPTIONS) == OPTIONS[0]
        assert first.choose(VIEW, OPTIONS) == OPTIONS[0]


@pytest.mark.parametrize("name", game_names())
def test_it_plays_as_any_bot_does(name: str, scripted: Scripted) -> None:
    game = load_game(name)
    config = game.Config()
    seats = len(game.score(game.initial_state(config)))
    with ProgramBot(scripted().command, game, limits=PATIENT) as bot:
        bots: list[Any] = [bot, *(RandomBot(seat) for seat in range(1, seats))]
        record = play(game, config, bots, seed=1)
    *_, end = replay(game, record)
    assert game.outcome(end) is not None


def test_a_program_is_told_once_that_its_game_has_ended() -> None:
    """Ours ends with an error if a game ends that has not begun."""
    with ProgramBot([*OURS, "random"], DOME, limits=PATIENT) as bot:
        bot.begin(DOME.Config(), 0, 1)
        bot.finish(None, (0, 0))
        bot.finish(None, (0, 0))
    assert bot.error_lines == ()
