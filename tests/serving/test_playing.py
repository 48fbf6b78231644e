"""Persons play by the addresses that the page calls."""

import pytest

from tabletop_rules.core import Record, format_record, load_game, parse_record, replay_steps

from .tables import CONFIGS, Browser, House, play_on


@pytest.mark.parametrize("name", CONFIGS)
def test_persons_play_a_whole_game(house: House, name: str) -> None:
    links, browsers = house.small(name)
    play_on(house, links)
    end = browsers[0].table()
    game = load_game(name)
    actions = [game.parse_action(kept.action) for kept in house.store.actions(links.game)]
    kept = house.store.games()[0]
    assert kept.version == len(actions) == end["version"]
    record = Record(game.name, game.rules_version, game.Config(**CONFIGS[name]), 1, tuple(actions))
    read = parse_record(format_record(game, record), game)
    steps = list(replay_steps(game, read))
    outcome = game.outcome(steps[-1].after)
    assert outcome is not None
    assert end["outcome"]["ranks"] == list(outcome.ranks)
    assert end["score"] == list(game.score(steps[-1].after))
    assert all(browser.table()["outcome"] == end["outcome"] for browser in browsers)


@pytest.mark.parametrize("name", CONFIGS)
def test_a_seat_is_told_what_it_observes(house: House, name: str) -> None:
    links, browsers = house.small(name)
    play_on(house, links, pick=1)
    match = house.match(links)
    game = match.game
    eyes = [*enumerate(browsers), (None, Browser(house.client, links.spectator))]
    for seat, browser in eyes:
        told = [
            (event["text"], event["rule"])
            for entry in browser.news()["log"]
            for event in entry["events"]
        ]
        assert told == [
            (event.describe(), event.rule)
            for move in match.moves
            for event in game.observe(move.step.events, seat)
        ]


def test_options_are_those_of_the_seat_that_decides_and_nobody_elses(house: House) -> None:
    links, browsers = house.begin("dome-crushers")
    tables = [browser.table() for browser in browsers]
    actor = tables[0]["actor"]
    match = house.match(links)
    expected = [match.game.format_action(option) for option in match.options]
    assert [option["text"] for option in tables[actor]["options"]] == expected
    assert tables[1 - actor]["options"] == []
    assert Browser(house.client, links.spectator).table()["options"] == []
    assert tables[actor]["yours"]
    assert not tables[1 - actor]["yours"]


def test_an_option_says_what_it_does(house: House) -> None:
    _, browsers = house.begin("dome-crushers")
    table = browsers[browsers[0].table()["actor"]].table()
    option = next(each for each in table["options"] if each["text"].startswith("attack"))
    answer = browsers[table["seat"]].act(option["text"])
    assert answer.status_code == 200
    last = browsers[0].news()["log"][-1]["events"][0]
    assert (option["means"], option["rule"]) == (last["text"], last["rule"])


def test_the_picture_has_a_place_for_every_option(house: House) -> None:
    _, browsers = house.begin("dome-crushers")
    table = browsers[browsers[0].table()["actor"]].table()
    marked = {
        index
        for part in table["svg"].split('data-options="')[1:]
        for index in part.partition('"')[0].split()
    }
    assert marked == {str(index) for index in range(len(table["options"]))}


def test_why_not_names_the_rule_and_its_words(house: House) -> None:
    links, browsers = house.begin("dome-crushers")
    actor = browsers[0].table()["actor"]
    match = house.match(links)
    hand = {option["text"].split(maxsplit=1)[1] for option in browsers[actor].table()["options"]}
    other = next(card for card in match.config.deck.by_name if card not in hand)
    answer = browsers[actor].why(f"attack {other}").json()
    assert answer["allowed"] is False
    assert answer["text"] == match.game.rulebook[answer["rule"]].text
    refused = browsers[actor].act(f"attack {other}")
    assert refused.status_code == 422
    assert refused.json()["error"]["rule"] == answer["rule"]
    assert browsers[actor].why(browsers[actor].table()["options"][0]["text"]).json()["allowed"]


def test_why_not_says_how_actions_are_written(house: House) -> None:
    _, browsers = house.begin("dome-crushers")
    answer = browsers[0].why("fly away")
    assert answer.status_code == 422
    assert answer.json()["error"]["code"] == "notation"
    assert "attack" in answer.json()["error"]["expected"]


def test_the_rules_are_those_of_the_ledger(house: House) -> None:
    _, browsers = house.begin("dominum")
    given = browsers[0].get("/api/rules").json()["rules"]
    rulebook = load_game("dominum").rulebook
    assert {rule["id"]: rule["text"] for rule in given} == {r.id: r.text for r in rulebook.values()}
