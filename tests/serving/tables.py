"""A play page without a network: its application, asked as browsers ask it."""

import time
from collections.abc import Generator, Iterable, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, TypeAlias

from starlette.testclient import TestClient

from tabletop_rules.bots import make_bot
from tabletop_rules.core import Bot, Game, load_game
from tabletop_rules.serving import Links, Rooms, Store
from tabletop_rules.serving.app import create_app
from tabletop_rules.serving.crew import MakeBot
from tabletop_rules.serving.match import Match

AnyGame: TypeAlias = Game[Any, Any, Any, Any]
HOST_TOKEN: Final = "the-host"
BASE: Final = "http://127.0.0.1:8484"
PATIENCE: Final = 60.0

CONFIGS: Final = {
    "dome-crushers": {"max_rounds": 3},
    "dominum": {"max_rounds": 1},
    "dominus-portus": {"seats": 3, "turns": 3},
}
"""Small configs, by game."""


def simple_bot(name: str, game: AnyGame) -> Bot[Any, Any]:
    """Return a bot that plays in this process."""
    return make_bot(name, game, 1)


class Browser:
    """What a page at a link does, by hand."""

    def __init__(self, client: TestClient, token: str) -> None:
        self.client: Final = client
        self.token: Final = token
        self._requests = 0

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"}

    def get(self, path: str) -> Any:
        return self.client.get(path, headers=self.headers)

    def post(self, path: str, data: Any) -> Any:
        return self.client.post(path, headers=self.headers, json=data)

    def news(self) -> Any:
        answer = self.get("/api/table")
        assert answer.status_code == 200, answer.text
        return answer.json()

    def table(self) -> Any:
        return self.news()["table"]

    def request(self) -> str:
        self._requests += 1
        return f"request {id(self)} {self._requests}"

    def act(self, action: str, version: int | None = None, request: str | None = None) -> Any:
        at = self.table()["version"] if version is None else version
        form = {"version": at, "action": action, "request": request or self.request()}
        return self.post("/api/act", form)

    def undo(self, version: int | None = None, request: str | None = None) -> Any:
        at = self.table()["version"] if version is None else version
        return self.post("/api/undo", {"version": at, "request": request or self.request()})

    def why(self, action: str) -> Any:
        return self.post("/api/why", {"action": action})

    def first(self) -> Any:
        """Choose the first option."""
        table = self.table()
        return self.act(table["options"][0]["text"], table["version"])

    def await_turn(self) -> Any:
        """Return the table when bots have acted: it is this seat's turn, or the game is over."""
        until = time.perf_counter() + PATIENCE
        while time.perf_counter() < until:
            table = self.table()
            if table["yours"] or table["actor"] is None:
                return table
            time.sleep(0.005)
        raise AssertionError("the bots do not act")


class House:
    """A server with its file and browsers at it."""

    def __init__(self, client: TestClient, rooms: Rooms, store: Store) -> None:
        self.client: Final = client
        self.rooms: Final = rooms
        self.store: Final = store

    def begin(
        self,
        name: str,
        players: Sequence[str | None] = (None, None),
        *,
        seed: int | None = 1,
        config: Any = None,
    ) -> tuple[Links, list[Browser]]:
        """Begin a game and return its links, and a browser for each person."""
        game = load_game(name)
        links = self.rooms.new(game, config or game.Config(), players, seed)
        return links, [Browser(self.client, token) for token in links.seats.values()]

    def small(self, name: str, **more: Any) -> tuple[Links, list[Browser]]:
        """Begin a small game in which persons play all seats."""
        game = load_game(name)
        config = game.Config(**CONFIGS[name])
        seats = len(game.score(game.initial_state(config)))
        return self.begin(name, (None,) * seats, config=config, **more)

    def match(self, links: Links) -> Match:
        """Return a game as the server has it, with its secrets."""
        Browser(self.client, links.spectator).table()
        return self.rooms._rooms[links.game].match

    @property
    def host(self) -> Browser:
        return Browser(self.client, HOST_TOKEN)


@contextmanager
def house(
    path: Path | None = None, make: MakeBot = simple_bot, bots: Iterable[str] = ()
) -> Generator[House]:
    """Open a server, on a file or in memory."""
    with Store(path) as store:
        rooms = Rooms(store, make)
        app = create_app(rooms, host_token=HOST_TOKEN, bots=bots)
        with TestClient(app, base_url=BASE) as client:
            yield House(client, rooms, store)


def step(house: House, links: Links, pick: int = 0) -> bool:
    """Let the person who is asked choose the option of this place; return whether there was one.

    It looks at no table, which would be drawn.
    """
    if links.game not in house.rooms._rooms:
        house.match(links)
    match = house.rooms._rooms[links.game].match
    if not isinstance(match.actor, int):
        return False
    action = match.game.format_action(match.options[pick % len(match.options)])
    browser = Browser(house.client, links.seats[match.actor])
    answer = browser.act(action, match.version, f"step {match.version}")
    assert answer.status_code == 200, answer.text
    return True


def play_on(house: House, links: Links, pick: int = 0) -> None:
    """Let all persons choose to the end."""
    while step(house, links, pick):
        pass
