"""Taking back one's last decision."""

import pytest

from tabletop_rules.bots import make_bot
from tabletop_rules.core import CHANCE, load_game, play_steps

from .tables import Browser, House


def test_the_last_decision_is_taken_back_while_nobody_else_has_acted(house: House) -> None:
    links, browsers = house.begin("dominum")
    browser = browsers[browsers[0].table()["actor"]]
    before = browser.table()
    assert not before["undo"]
    assert browser.first().status_code == 200
    assert browser.table()["undo"]
    assert browser.undo().status_code == 200
    after = browser.table()
    assert after["version"] == before["version"] + 2
    assert {**after, "version": 0} == {**before, "version": 0}
    assert house.store.actions(links.game) == ()
    assert browser.news()["log"] == []


def attack(browser: Browser) -> None:
    texts = [option["text"] for option in browser.table()["options"]]
    answer = browser.act(next(text for text in texts if text.startswith("attack")))
    assert answer.status_code == 200


def test_another_person_who_has_not_acted_yet_does_not_hinder_it(house: House) -> None:
    _, browsers = house.begin("dome-crushers")
    actor = browsers[0].table()["actor"]
    attack(browsers[actor])
    assert browsers[1 - actor].table()["yours"]
    refused = browsers[1 - actor].undo()
    assert refused.status_code == 409
    assert browsers[actor].undo().status_code == 200
    assert browsers[actor].table()["yours"]


def test_it_stands_once_another_seat_has_acted(house: House) -> None:
    _, browsers = house.begin("dome-crushers")
    actor = browsers[0].table()["actor"]
    attack(browsers[actor])
    attack(browsers[1 - actor])
    refused = browsers[actor].undo()
    assert refused.status_code == 409
    assert refused.json()["error"]["message"].startswith(f"seat {1 - actor} has decided")
    assert browsers[1 - actor].undo().status_code == 200
    assert browsers[1 - actor].table()["yours"]


def test_it_stands_once_chance_has_acted(house: House) -> None:
    links, browsers = house.begin("dome-crushers")
    match = house.match(links)
    while match.actor is not None:
        acting = browsers[browsers[0].table()["actor"]]
        assert acting.first().status_code == 200
        if match.moves[-1].step.actor is CHANCE:
            refused = acting.undo()
            assert refused.status_code == 409
            said = refused.json()["error"]["message"]
            assert said == "chance has acted since your last decision"
            return
    pytest.fail("no game in which chance acts")


def test_nothing_that_was_revealed_is_taken_back(house: House) -> None:
    """DC-NEXT-1: the counts are shown with the second answer, so that it stands."""
    game = load_game("dome-crushers")
    for seed in range(100):
        bots = [make_bot("random", game, each) for each in (0, 1)]
        steps = list(play_steps(game, game.Config(), bots, seed=seed))
        asked = [
            number
            for number, step in enumerate(steps)
            if game.format_action(step.action).startswith("keep")
            and [after.actor for after in steps[number : number + 3]] == [0, 1, 1]
            and len(game.legal_actions(step.before)) > 1
        ]
        if not asked:
            continue
        _, browsers = house.begin("dome-crushers", seed=seed)
        for step in steps[: asked[0] + 2]:
            if isinstance(step.actor, int):
                answer = browsers[step.actor].act(game.format_action(step.action))
                assert answer.status_code == 200
        refused = browsers[1].undo()
        assert refused.status_code == 409
        said = refused.json()["error"]["message"]
        assert said == "your last decision has revealed something to you"
        return
    pytest.fail("no game in which seat 1 is asked again right after it kept cards")


def test_undo_twice_with_one_id_is_done_once(house: House) -> None:
    _, browsers = house.begin("dominum")
    browser: Browser = browsers[browsers[0].table()["actor"]]
    for _ in range(2):
        browser.first()
    table = browser.table()
    answers = [browser.undo(table["version"], "back") for _ in range(2)]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert len(browser.news()["log"]) == 1


def test_a_stale_undo_is_refused(house: House) -> None:
    _, browsers = house.begin("dominum")
    browser = browsers[browsers[0].table()["actor"]]
    browser.first()
    stale = browser.table()["version"]
    browser.first()
    assert browser.undo(stale).json()["error"]["code"] == "stale"
    assert len(browser.news()["log"]) == 2


def test_a_spectator_takes_nothing_back(house: House) -> None:
    links, browsers = house.begin("dominum")
    browsers[browsers[0].table()["actor"]].first()
    spectator = Browser(house.client, links.spectator)
    assert not spectator.table()["undo"]
    assert spectator.undo().status_code == 403
