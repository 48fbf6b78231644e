"""The news of a game: drawn beside the event loop, once for all who see the same."""

import asyncio
import json
from collections.abc import Callable, Generator
from threading import Event, get_ident
from typing import Any

import pytest
from attrs import define, field

from tabletop_rules.core import load_game
from tabletop_rules.serving import room as rooming
from tabletop_rules.serving.payloads import table_data
from tabletop_rules.serving.room import Room
from tabletop_rules.serving.rooms import Rooms
from tabletop_rules.serving.store import Store

from .tables import simple_bot

GAME = load_game("dome-crushers")


@define
class Studio:
    """Draws tables when it is let, and counts them."""

    draw: Callable[..., Any] = table_data
    threads: list[int] = field(factory=list)
    open: Event = field(factory=Event)

    def __call__(self, *what: Any) -> Any:
        self.threads.append(get_ident())
        assert self.open.wait(60)
        return self.draw(*what)


@pytest.fixture
def studio(monkeypatch: pytest.MonkeyPatch) -> Generator[Studio]:
    made = Studio()
    monkeypatch.setattr(rooming, "table_data", made)
    yield made
    made.open.set()


def a_room() -> Room:
    """Return a game of two persons in which one of them is asked."""
    rooms = Rooms(Store(None), simple_bot)
    room, _ = rooms.enter(rooms.new(GAME, GAME.Config(), (None, None), 3).seats[0])
    return room


def act(room: Room) -> None:
    """Make the first decision that there is."""
    match = room.match
    assert isinstance(match.actor, int)
    notation = GAME.format_action(match.options[0])
    room.act(match.actor, match.version, notation, f"request {match.version}")


def read(news: tuple[bytes, Any]) -> Any:
    return json.loads(news[0])


def test_a_table_is_drawn_once_beside_the_event_loop(studio: Studio) -> None:
    async def look() -> list[Any]:
        room = a_room()
        watching = [asyncio.create_task(room.news(0)) for _ in range(3)]
        while not studio.threads:
            await asyncio.sleep(0)  # the loop runs on while it is drawn
        assert not any(each.done() for each in watching)
        studio.open.set()
        return [read(await each) for each in watching]

    first, second, third = asyncio.run(look())
    assert first == second == third
    assert len(studio.threads) == 1
    assert studio.threads[0] != get_ident()


def test_who_goes_away_takes_the_table_from_nobody_else(studio: Studio) -> None:
    async def look() -> Any:
        room = a_room()
        gone, stays = (asyncio.create_task(room.news(0)) for _ in range(2))
        while not studio.threads:
            await asyncio.sleep(0)
        gone.cancel()
        await asyncio.wait([gone])
        studio.open.set()
        return read(await stays)

    assert asyncio.run(look())["table"]["seat"] == 0


def test_news_are_of_one_moment_though_the_game_goes_on(studio: Studio) -> None:
    async def look() -> list[Any]:
        room = a_room()
        before = asyncio.create_task(room.news(0))
        while not studio.threads:
            await asyncio.sleep(0)
        act(room)
        after = asyncio.create_task(room.news(0))
        studio.open.set()
        return [read(await before), read(await after)]

    before, after = asyncio.run(look())
    for news in (before, after):
        assert news["table"]["version"] == news["log"][-1]["id"] + 1
    assert after["table"]["version"] > before["table"]["version"]


def test_a_dismissed_stream_gives_nothing_that_was_being_drawn(studio: Studio) -> None:
    async def look() -> list[bytes]:
        room = a_room()
        stream = room.stream(0)

        async def collect() -> list[bytes]:
            return [each async for each in stream]

        heard = asyncio.create_task(collect())
        while not studio.threads:
            await asyncio.sleep(0)
        room.dismiss()
        studio.open.set()
        return await heard

    assert asyncio.run(look()) == []
