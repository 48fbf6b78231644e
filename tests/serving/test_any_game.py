"""A game that another package registers is played like those of the library."""

from types import SimpleNamespace

import pytest

from tabletop_rules.core import registry

from ..cli.toy import AnyGame, Settings, Toy  # noqa: TID252 - tests are no installed package
from .tables import House, play_on


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> AnyGame:
    game: AnyGame = Toy()
    entries = {**registry._entries(), "toy-cards": SimpleNamespace(load=lambda: game)}
    monkeypatch.setattr(registry, "_entries", lambda: entries)
    return game


def test_it_is_listed_and_begun_on_the_start_page(toy: AnyGame, house: House) -> None:
    overview = house.host.get("/api/start").json()
    assert "toy-cards" in [game["name"] for game in overview["games"]]
    form = {"game": "toy-cards", "players": ["person"] * 3}
    assert house.host.post("/api/start/games", form).status_code == 200


def test_a_broken_package_hides_no_other_game(
    toy: AnyGame, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    def load() -> object:
        raise ModuleNotFoundError("No module named 'toy_parts'")

    entries = {**registry._entries(), "broken": SimpleNamespace(load=load)}
    monkeypatch.setattr(registry, "_entries", lambda: entries)
    games = house.host.get("/api/start").json()["games"]
    assert [game["name"] for game in games if game.get("broken")] == ["broken"]
    answer = house.host.post("/api/start/check", {"game": "broken"})
    assert answer.status_code == 422


def test_it_is_played_to_its_end(toy: AnyGame, house: House) -> None:
    links, browsers = house.begin("toy-cards", (None,) * 3, config=Settings())
    play_on(house, links, pick=1)
    assert browsers[0].table()["outcome"]["rules"] == ["TC-R1"]


def test_a_peek_is_for_who_peeks_and_stands(toy: AnyGame, house: House) -> None:
    _, browsers = house.begin("toy-cards", (None,) * 3, config=Settings())
    browsers[0].first()
    assert browsers[0].act("peek").status_code == 200
    told = [browser.news()["log"][-1]["events"][0]["text"] for browser in browsers]
    assert told[0].startswith("Seat 0 peeks at card")
    assert told[1:] == ["Seat 0 peeks."] * 2
    assert browsers[0].undo().json()["error"]["code"] == "stands"


def test_what_an_option_does_is_not_told_where_it_depends_on_secrets(
    toy: AnyGame, house: House
) -> None:
    _, browsers = house.begin("toy-cards", (None,) * 3, config=Settings())
    browsers[0].first()
    means = {each["text"]: each.get("means") for each in browsers[0].table()["options"]}
    assert means["peek"] is None
    assert means["show"] == "Seat 0 says [bold]show[/bold]."


def test_the_bots_of_games_that_rest_are_ended_when_there_are_many(house: House) -> None:
    begun = [house.begin("dome-crushers", (None, "random")) for _ in range(12)]
    for _, (browser,) in begun:
        browser.await_turn()
        browser.first()
        browser.await_turn()
    working = [room for room in house.rooms._rooms.values() if room._crew.working]
    assert 8 <= len(working) <= 9
    _, (first,) = begun[0]
    first.first()
    assert first.await_turn()
