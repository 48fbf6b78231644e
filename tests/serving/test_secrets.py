"""What a seat is sent does not depend on what it may not know."""

import asyncio
import json
from collections.abc import Iterator
from random import Random
from typing import Any, Final

import pytest

from tabletop_rules.bots import make_bot
from tabletop_rules.core import CHANCE, Played, load_game, play_steps, verification_of
from tabletop_rules.serving import RequestError, Rooms, Store
from tabletop_rules.serving.match import Match, Move
from tabletop_rules.serving.payloads import encoded, entry_data, table_data

from .tables import CONFIGS, AnyGame, simple_bot

GAMES: Final = {
    "dome-crushers": {},
    "dominum": {"max_rounds": 1},
    "dominus-portus": {"seats": 3, "turns": 6},
}


def matches(name: str, seed: int) -> Iterator[Match]:
    """Give a game at random, before and after each of its steps."""
    game = load_game(name)
    match = Match(game, game.Config(**GAMES[name]), seed)
    rng = Random(seed)
    yield match
    while match.actor is not None:
        if match.actor is CHANCE:
            match.add(match.ahead()[:1])
        else:
            options = match.options
            match.add(match.ahead(options[int(rng.random() * len(options))])[:1])
        yield match


def other(match: Match, seat: int | None, rng: Random) -> Match:
    """Return a match that looks the same to a seat and is another one."""
    game = match.game
    made = Match(game, match.config, match.seed + 1)
    made.moves.extend(match.moves)
    made.version = match.version
    made.state = game.resample(game.view(match.state, seat), rng)
    if match.moves:
        last = match.moves[-1]
        seen = game.observe(last.step.events, seat)
        hidden = Played(None, last.step.actor, last.step.action, made.state, seen)
        made.moves[-1] = Move(hidden, last.version, last.note)
    return made


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", range(2))
def test_the_bytes_are_the_same_for_all_states_that_look_the_same(name: str, seed: int) -> None:
    rng = Random(seed)
    differing = 0
    players = ("greedy", None, None)
    for number, match in enumerate(matches(name, seed)):
        if number % 4:
            continue
        seat = (None, *range(match.seats))[number // 4 % (match.seats + 1)]
        narrow = number // 4 // (match.seats + 1) % 2

        def sent(each: Match, seat: int | None = seat, narrow: int = narrow) -> bytes:
            return encoded(table_data(each.now, seat, players, "narrow" if narrow else "wide"))

        twin = other(match, seat, rng)
        differing += twin.state != match.state
        assert sent(match) == sent(twin)
        if match.moves:
            assert encoded(entry_data(match.game, match.moves[-1], seat)) == encoded(
                entry_data(match.game, twin.moves[-1], seat)
            )
    assert differing or name == "dominus-portus"  # in which chance decides when a thing is revealed


@pytest.mark.parametrize("name", GAMES)
def test_why_not_says_the_same_for_all_states_that_look_the_same(name: str) -> None:
    rng = Random(3)
    game = load_game(name)
    config = game.Config(**GAMES[name])
    bots = [make_bot("random", game, seat) for seat in range(Match(game, config, 0).seats)]
    texts = sorted({game.format_action(s.action) for s in play_steps(game, config, bots, seed=9)})
    rooms = Rooms(Store(None), simple_bot)
    room, _ = rooms.enter(rooms.new(game, config, (None,) * len(bots), 1).spectator)

    def said(match: Match, seat: int, text: str) -> Any:
        room.match.state = match.state
        try:
            return room.why(seat, text)
        except RequestError as error:
            return error.data

    for number, match in enumerate(matches(name, 4)):
        if number % 10:
            continue
        for seat in range(match.seats):
            twin = other(match, seat, rng)
            for text in rng.sample(texts, min(len(texts), 20)):
                assert said(match, seat, text) == said(twin, seat, text)


@pytest.mark.parametrize("name", CONFIGS)
def test_neither_the_seed_nor_the_state_nor_a_record_is_sent(name: str) -> None:
    game = load_game(name)
    rooms = Rooms(Store(None), simple_bot)
    seed = 123456789123456789
    links = rooms.new(game, game.Config(**CONFIGS[name]), (None,) * _seats(game, name), seed)
    room, seat = rooms.enter(links.seats[0])
    news = json.loads(asyncio.run(room.news(seat))[0])
    assert str(seed) not in json.dumps(news)
    assert set(news) == {"table", "stand", "log", "failure"}
    assert set(news["table"]) == {
        *("game", "title", "version", "seat", "players", "actor", "yours", "question"),
        *("score", "outcome", "svg", "text", "options", "undo"),
    }
    assert {key for entry in news["log"] for key in entry} <= {
        *("id", "actor", "action", "events", "note")
    }


def _seats(game: AnyGame, name: str) -> int:
    return len(game.score(game.initial_state(game.Config(**CONFIGS[name]))))


@pytest.mark.parametrize("name", CONFIGS)
def test_every_config_of_the_game_can_be_shown(name: str) -> None:
    game = load_game(name)
    for config in verification_of(game).configs.values():
        match = Match(game, config, 1)
        match.add(match.ahead())
        if isinstance(match.actor, int):
            assert table_data(match.now, match.actor, (None,) * match.seats)["options"]
