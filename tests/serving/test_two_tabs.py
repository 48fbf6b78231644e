"""Two tabs of a seat, answers that come late, answers that come twice."""

import asyncio
import json
from typing import Any

import pytest

from tabletop_rules.core import load_game
from tabletop_rules.serving import RequestError, Rooms, Store
from tabletop_rules.serving.listening import MOST_STREAMS

from .tables import Browser, House, simple_bot


def acting(browsers: list[Browser]) -> Browser:
    actor: int = browsers[0].table()["actor"]
    return browsers[actor]


def test_an_answer_to_a_stale_version_is_refused_and_changes_nothing(house: House) -> None:
    links, browsers = house.begin("dome-crushers")
    first = acting(browsers)
    second = Browser(house.client, first.token)
    before = second.table()
    assert first.first().status_code == 200
    now = first.table()["version"]
    kept = house.store.actions(links.game)
    late = second.act(before["options"][-1]["text"], before["version"])
    assert late.status_code == 409
    assert late.json()["error"]["code"] == "stale"
    assert late.json()["error"]["version"] == now
    assert house.store.actions(links.game) == kept
    assert second.news() == first.news()


def test_the_same_answer_twice_is_done_once(house: House) -> None:
    links, browsers = house.begin("dome-crushers")
    browser = acting(browsers)
    table = browser.table()
    option = table["options"][0]["text"]
    answers = [browser.act(option, table["version"], "the same") for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200] * 3
    assert len({answer.text for answer in answers}) == 1
    texts = [kept.action for kept in house.store.actions(links.game)]
    assert texts.count(option) == 1


def test_a_request_id_serves_for_one_thing(house: House) -> None:
    _, browsers = house.begin("dome-crushers")
    browser = acting(browsers)
    table = browser.table()
    assert browser.act(table["options"][0]["text"], table["version"], "one").status_code == 200
    other = browser.act(table["options"][1]["text"], table["version"], "one")
    assert other.status_code == 409
    assert other.json()["error"]["code"] == "request_used"


def test_request_ids_of_seats_are_their_own(house: House) -> None:
    _, browsers = house.begin("dome-crushers")
    for _ in range(2):
        browser = acting(browsers)
        table = browser.table()
        answer = browser.act(table["options"][0]["text"], table["version"], "mine")
        assert answer.status_code == 200


async def news_of(stream: Any) -> Any:
    part = b": "
    while part.startswith(b": "):
        part = await asyncio.wait_for(anext(stream), 30)
    data = next(line for line in part.split(b"\n") if line.startswith(b"data: "))
    return json.loads(data.removeprefix(b"data: "))


class Tab:
    """What a tab has taken from its stream."""

    def __init__(self) -> None:
        self.log: list[Any] = []
        self.table: Any = None

    def take(self, news: Any) -> None:
        self.log = self.log[: news["stand"]] + news["log"]
        self.table = news["table"]


@pytest.mark.parametrize("undo", [False, True])
def test_streams_keep_all_tabs_true(undo: bool) -> None:
    async def evening() -> None:
        game = load_game("dominum")
        rooms = Rooms(Store(None), simple_bot)
        links = rooms.new(game, game.Config(), (None, None), 1)
        room, seat = rooms.enter(links.seats[0])
        streams = [room.stream(seat) for _ in range(2)]
        tabs = [Tab(), Tab()]
        for number in range(4):
            for tab, stream in zip(tabs, streams, strict=True):
                tab.take(await news_of(stream))
            if undo and number == 2:
                await room.undo(seat, room.match.version, "back")
                continue
            options = [game.format_action(option) for option in room.match.options]
            room.act(seat, room.match.version, options[0], f"request {number}")
        late = Tab()
        late.take(json.loads((await room.news(seat))[0]))
        for tab, stream in zip(tabs, streams, strict=True):
            tab.take(await news_of(stream))
            assert tab.log == late.log
            assert tab.table == late.table
        await rooms.close()

    asyncio.run(evening())


def test_a_stream_that_was_slow_gets_all_that_it_missed() -> None:
    async def evening() -> None:
        game = load_game("dominum")
        rooms = Rooms(Store(None), simple_bot)
        links = rooms.new(game, game.Config(), (None, None), 1)
        room, seat = rooms.enter(links.seats[0])
        stream = room.stream(seat)
        tab = Tab()
        tab.take(await news_of(stream))
        for number in range(5):
            option = game.format_action(room.match.options[0])
            room.act(seat, room.match.version, option, f"request {number}")
        tab.take(await news_of(stream))
        assert [entry["id"] for entry in tab.log] == list(range(5))
        await rooms.close()

    asyncio.run(evening())


def test_streams_end_when_their_links_are_replaced() -> None:
    async def evening() -> None:
        game = load_game("dome-crushers")
        rooms = Rooms(Store(None), simple_bot)
        links = rooms.new(game, game.Config(), (None, None), 1)
        room, seat = rooms.enter(links.seats[0])
        before = [room.stream(each) for each in (seat, None)]
        for stream in before:
            await news_of(stream)
        again = rooms.new_links(links.game)
        assert [[part async for part in stream] for stream in before] == [[], []]
        room, seat = rooms.enter(again.seats[0])
        after = room.stream(seat)
        assert (await news_of(after))["table"]["seat"] == 0
        await rooms.close()

    asyncio.run(evening())


def test_a_seat_has_not_any_number_of_streams() -> None:
    async def evening() -> None:
        game = load_game("dome-crushers")
        rooms = Rooms(Store(None), simple_bot)
        links = rooms.new(game, game.Config(), (None, None), 1)
        room, seat = rooms.enter(links.seats[0])
        streams = [room.stream(seat) for _ in range(MOST_STREAMS)]
        for stream in streams:
            await anext(stream)
        with pytest.raises(RequestError) as refused:
            room.stream(seat)
        assert refused.value.status == 429
        await anext(room.stream(1))
        await streams[0].aclose()
        await anext(room.stream(seat))
        await rooms.close()

    asyncio.run(evening())


def test_steps_that_follow_at_once_are_told_at_once() -> None:
    async def evening() -> None:
        game = load_game("dome-crushers")
        rooms = Rooms(Store(None), simple_bot)
        links = rooms.new(game, game.Config(max_rounds=4), ("random", "random"), 1)
        room, seat = rooms.enter(links.spectator)
        pieces, tab = 0, Tab()
        async for part in room.stream(seat):
            pieces += 1
            tab.take(json.loads(part.partition(b"data: ")[2]))
            if tab.table["outcome"]:
                break
        assert len(tab.log) == len(room.match.moves)
        assert pieces < len(tab.log)
        await rooms.close()

    asyncio.run(evening())


def test_streams_end_when_the_server_does() -> None:
    async def evening() -> None:
        game = load_game("dome-crushers")
        rooms = Rooms(Store(None), simple_bot)
        links = rooms.new(game, game.Config(), (None, None), 1)
        room, seat = rooms.enter(links.seats[0])
        stream = room.stream(seat)
        await news_of(stream)
        await rooms.close()
        assert [part async for part in stream] == []

    asyncio.run(evening())
