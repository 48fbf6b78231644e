"""Beginning games on the start page."""

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NoReturn

import pytest

from tabletop_rules.core import game_names
from tabletop_rules.serving import RequestError

from .tables import PATIENCE, Browser, House, house


def test_it_lists_the_games_with_their_configs_and_the_bots(house: House) -> None:
    overview = house.host.get("/api/start").json()
    assert [game["name"] for game in overview["games"]] == list(game_names())
    assert "mcts" in [bot["name"] for bot in overview["bots"]]
    for game in overview["games"]:
        form = {"game": game["name"], "config": game["config"]}
        assert house.host.post("/api/start/check", form).json() == {"seats": game["seats"]}


def test_the_seats_follow_the_config(house: House) -> None:
    form = {"game": "dominus-portus", "config": "seats = 4"}
    assert house.host.post("/api/start/check", form).json() == {"seats": 4}


def test_a_game_is_begun_and_its_links_lead_to_their_seats(house: House) -> None:
    form = {"game": "dominum", "players": ["person", "random"], "config": "max_rounds = 2"}
    made = house.host.post("/api/start/games", form).json()
    assert [each["seat"] for each in made["seats"]] == [0]
    table = Browser(house.client, made["seats"][0]["token"]).table()
    assert table["seat"] == 0
    assert [player["bot"] for player in table["players"]] == [None, "random"]
    assert Browser(house.client, made["spectator"]).table()["seat"] is None
    begun = house.host.get("/api/start").json()["begun"]
    assert begun == [{"number": made["game"], "game": "dominum", "players": [None, "random"]}]


def test_other_links_replace_those_before(house: House) -> None:
    links, browsers = house.begin("dome-crushers")
    made = house.host.post("/api/start/links", {"game": links.game}).json()
    assert browsers[0].get("/api/table").status_code == 401
    assert Browser(house.client, links.spectator).get("/api/table").status_code == 401
    for each in made["seats"]:
        assert Browser(house.client, each["token"]).table()["seat"] == each["seat"]


def test_games_go_on_while_a_config_is_read(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    _, browsers = house.begin("dome-crushers")
    reading, read = threading.Event(), threading.Event()

    def slowly(*_: Any) -> NoReturn:
        reading.set()
        read.wait(PATIENCE)
        raise RequestError(422, "form", "it is no config")

    monkeypatch.setattr("tabletop_rules.serving.hosting._read", slowly)
    with ThreadPoolExecutor(1) as beside:
        form = {"game": "dominum", "config": "a." * 30_000}
        answer = beside.submit(house.host.post, "/api/start/check", form)
        assert reading.wait(PATIENCE)
        seen = browsers[0].get("/api/table").status_code
        still_reading = not answer.done()
        read.set()
        assert (seen, still_reading) == (200, True)
        assert answer.result().status_code == 422


@pytest.mark.parametrize("number", [-1, 0, 99, 2**63, 10**30])
def test_a_game_that_was_never_begun_gets_no_links(house: House, number: int) -> None:
    answer = house.host.post("/api/start/links", {"game": number})
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "no_game")


@pytest.mark.parametrize(
    ("form", "status", "word"),
    [
        ({"game": "chess", "players": []}, 404, "chess"),
        ({"game": "dominum", "players": ["person"]}, 422, "2 seats"),
        ({"game": "dominum", "players": ["person"] * 3}, 422, "2 seats"),
        ({"game": "dominum", "players": ["person", "nobody"]}, 422, "nobody"),
        ({"game": "dominum", "players": ["person", "mcts:0"]}, 422, "mcts"),
        ({"game": "dominum", "players": ["person", "mcts:1e9s"]}, 422, "mcts"),
        ({"game": "dominum", "players": ["person", "mcts:infs"]}, 422, "mcts"),
        ({"game": "dominum", "players": ["person", "mcts:999s"]}, 422, "budget"),
        ({"game": "dominum", "players": ["person", "flat:999999"]}, 422, "budget"),
        ({"game": "dominum", "players": ["person", "os:system"]}, 422, "os:system"),
        ({"game": "dominum", "players": ["person", "/bin/sh"]}, 422, "/bin/sh"),
        ({"game": "dominum", "players": ["person", "greedy:5"]}, 422, "greedy"),
        ({"game": "dominum", "players": "pp"}, 422, "list"),
        ({"game": "dominum", "players": ["person", 1]}, 422, "text"),
        ({"game": "dominum", "players": ["person", "greedy"], "config": "a = 1"}, 422, "a"),
        ({"game": "dominum", "players": ["person", "greedy"], "config": "["}, 422, "TOML"),
        ({"game": "dominum", "players": ["person", "greedy"], "seed": 1}, 422, "seed"),
        (
            {"game": "dominus-portus", "players": ["person"] * 2, "config": "hosted = true"},
            422,
            "host",
        ),
    ],
)
def test_a_game_that_cannot_be_begun_is_refused(
    house: House, form: Any, status: int, word: str
) -> None:
    answer = house.host.post("/api/start/games", form)
    assert answer.status_code == status
    assert word in answer.json()["error"]["message"]
    assert house.store.games() == ()


def test_there_are_no_other_links_of_no_game(house: House) -> None:
    assert house.host.post("/api/start/links", {"game": 5}).status_code == 404


def test_a_bot_that_was_named_at_the_start_may_be_chosen() -> None:
    with house(bots=["mine.py:Brute"]) as made:
        form = {"game": "dome-crushers", "players": ["person", "mine.py:Brute"]}
        assert made.host.post("/api/start/games", form).status_code == 200
        listed = made.host.get("/api/start").json()["bots"]
        assert "mine.py:Brute" in [bot["name"] for bot in listed]
