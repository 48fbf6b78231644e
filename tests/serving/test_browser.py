"""A real browser plays whole games on the page, by clicking."""

import json
import socket
import threading
from collections.abc import Generator
from typing import Any, Final

import pytest
import uvicorn
from attrs import frozen
from playwright.sync_api import Browser, Page, Request

from tabletop_rules.core import Record, Seat, load_game, replay_steps
from tabletop_rules.serving import Links, Rooms, Store
from tabletop_rules.serving.app import create_app

from ..browsing import browser  # noqa: TID252 - tests are no package
from .tables import HOST_TOKEN, simple_bot

__all__ = ["browser"]

_PATIENCE: Final = 120_000

_KEEP_ALL: Final = """
window.received = [];
window.problems = [];
document.addEventListener("securitypolicyviolation", (event) => {
  window.problems.push(`policy: ${event.violatedDirective} ${event.blockedURI}`);
});
const fetched = window.fetch.bind(window);
window.fetch = async (...given) => {
  const answer = await fetched(...given);
  if (answer.body === null) return answer;
  const [one, other] = answer.body.tee();
  const place = window.received.push("") - 1;
  (async () => {
    const reader = one.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = await reader.read().catch(() => ({ done: true }));
      if (done) break;
      window.received[place] += value;
    }
  })();
  return new Response(other, { status: answer.status, headers: answer.headers });
};
"""
"""Keeps every byte that the page receives, by answer."""

_ALL_KEPT: Final = """
window.received.some((text) => text.includes('"actor":null') && text.endsWith("\\n\\n"))
"""
"""Whether the end of the game is kept, which the page itself may take in before."""

_PLAY_ON: Final = """
async ({ place, most }) => {
  let clicks = 0;
  const over = () => document.querySelector("#turn.over") !== null;
  while (!over() && clicks < most) {
    const buttons = [...document.querySelectorAll("#options button.choice")];
    if (!document.body.classList.contains("busy") && buttons.length) {
      buttons[Math.floor(buttons.length * place) % buttons.length].click();
      clicks++;
    }
    await new Promise((done) => setTimeout(done, 4));
  }
  return clicks;
}
"""
"""Clicks an option whenever there are any, until the game is over."""


@frozen
class Site:
    """A server at a port."""

    base: str
    rooms: Rooms
    store: Store

    def begin(self, name: str, players: tuple[str | None, ...], **config: Any) -> Links:
        game = load_game(name)
        return self.rooms.new(game, game.Config(**config), players, 11)

    def open(self, browser: Browser, token: str, **how: Any) -> Page:
        page = browser.new_context(**how).new_page()
        page.set_default_timeout(_PATIENCE)
        page.add_init_script(_KEEP_ALL)
        page.goto(f"{self.base}/play#{token}")
        page.wait_for_selector("#players li")
        return page


@pytest.fixture
def site() -> Generator[Site]:
    store = Store(None)
    rooms = Rooms(store, simple_bot)
    server = uvicorn.Server(
        uvicorn.Config(
            create_app(rooms, host_token=HOST_TOKEN), log_level="critical", access_log=False
        )
    )
    listening = socket.create_server(("127.0.0.1", 0))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    try:
        yield Site(f"http://127.0.0.1:{listening.getsockname()[1]}", rooms, store)
    finally:
        server.should_exit = server.force_exit = True
        thread.join()
        listening.close()
        store.close()


def received(page: Page) -> str:
    """Return all that a page received, once it has taken in the end of the game."""
    page.wait_for_selector("#turn.over")
    assert page.evaluate("window.problems") == []
    for _ in range(1000):
        if page.evaluate(_ALL_KEPT):
            return str(page.evaluate("window.received.join('\\n')"))
        page.wait_for_timeout(20)
    raise AssertionError("the end of the game is not kept")


def check_no_secrets(site: Site, links: Links, got: str, seat: Seat | None) -> None:
    """Check that nothing is in what a seat got that it may not know."""
    match = site.rooms._rooms[links.game].match
    game = match.game
    record = Record(
        game.name,
        game.rules_version,
        match.config,
        match.seed,
        tuple(move.step.action for move in match.moves),
    )
    logs = [json.loads(line[6:]) for line in got.splitlines() if line.startswith("data: ")]
    told = [event["text"] for news in logs for entry in news["log"] for event in entry["events"]]
    seen = [
        event.describe()
        for step in replay_steps(game, record)
        for event in game.observe(step.events, seat)
    ]
    hidden = {
        event.describe()
        for step in replay_steps(game, record)
        for event in step.events
        if event not in game.observe(step.events, seat)
    } - set(seen)
    assert told == seen
    assert not [secret for secret in hidden if secret in got]
    tables = [news["table"] for news in logs]
    states = {number: step.before for number, step in enumerate(replay_steps(game, record))} | {
        len(match.moves): match.state
    }
    for table in tables:
        state = states[table["version"]]
        assert table["text"] == game.render(game.view(state, seat))
        own = game.actor(state) == seat and seat is not None
        options = game.legal_actions(state) if own else ()
        assert [each["text"] for each in table["options"]] == list(map(game.format_action, options))
    assert str(match.seed * 10**6) not in got
    others = {token for place, token in links.seats.items() if place != seat}
    assert not [token for token in others if token in got]


@pytest.mark.parametrize(
    ("name", "config", "place"),
    [
        ("dome-crushers", {}, 0.6),
        ("dominum", {"max_rounds": 2}, 0.3),
        ("dominus-portus", {"turns": 8}, 0.5),
    ],
)
def test_a_whole_game_is_played_by_clicking(
    site: Site, browser: Browser, name: str, config: dict[str, Any], place: float
) -> None:
    links = site.begin(name, (None, "random"), **config)
    page = site.open(browser, links.seats[0])
    watching = site.open(browser, links.spectator) if name == "dome-crushers" else None
    clicks = page.evaluate(_PLAY_ON, {"place": place, "most": 5000})
    own = [move for move in site.rooms._rooms[links.game].match.moves if move.step.actor == 0]
    assert clicks == len(own) > 3
    check_no_secrets(site, links, received(page), 0)
    page.context.close()
    if watching is not None:
        check_no_secrets(site, links, received(watching), None)
        watching.context.close()


def test_two_persons_play_at_two_browsers(site: Site, browser: Browser) -> None:
    links = site.begin("dome-crushers", (None, None), max_rounds=2)
    pages = [site.open(browser, token) for token in links.seats.values()]
    second = site.open(browser, links.seats[0])
    while not pages[0].query_selector("#turn.over"):
        for page in pages:
            if page.query_selector("#turn.yours"):
                version = site.rooms._rooms[links.game].match.version
                page.click("#options button.choice >> nth=-1")
                page.wait_for_selector("body:not(.busy)")
                assert site.rooms._rooms[links.game].match.version > version
    for seat, page in enumerate(pages):
        check_no_secrets(site, links, received(page), seat)
    second.wait_for_selector("#turn.over")
    for part in ("#text", "#log", "#players"):
        assert second.text_content(part) == pages[0].text_content(part)
    for page in (*pages, second):
        page.context.close()


def test_it_can_be_played_by_the_keyboard_alone(site: Site, browser: Browser) -> None:
    links = site.begin("dome-crushers", (None, "random"), max_rounds=2)
    page = site.open(browser, links.seats[0])
    page.wait_for_selector("#turn.yours")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == "skip"
    page.keyboard.press("Enter")
    for number in range(4):
        page.wait_for_selector("#options button.choice:focus")
        page.keyboard.press("Enter")
        page.wait_for_selector("body:not(.busy)")
        page.wait_for_selector("#turn.yours")
        own = [m for m in site.rooms._rooms[links.game].match.moves if m.step.actor == 0]
        assert len(own) == number + 1
    assert page.text_content("#live")
    page.context.close()


def test_enter_goes_on_choosing_also_where_options_are_many(site: Site, browser: Browser) -> None:
    """DM-SEL-2: an army is chosen card by card, from more than are listed without groups."""
    links = site.begin("dominum", (None, None))
    page = site.open(browser, links.seats[0])
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    most = 0
    for number in range(1, 9):
        page.wait_for_selector("#options button.choice:focus")
        most = max(most, page.locator("#options button.choice").count())
        page.keyboard.press("Enter")
        page.wait_for_selector("body:not(.busy)")
        assert len(site.rooms._rooms[links.game].match.moves) == number
    assert most > 14
    page.context.close()


def test_why_not_is_answered_with_the_rule_and_its_words(site: Site, browser: Browser) -> None:
    links = site.begin("dome-crushers", (None, None))
    page = site.open(browser, links.seats[0])
    page.fill("#filter", "attack Moloch")
    page.click("#ask")
    page.wait_for_selector("#why p")
    page.fill("#filter", "keep nothing")
    page.click("#ask")
    page.wait_for_selector("#why .rule")
    rule = page.inner_text("#why .rule")
    assert load_game("dome-crushers").rulebook[rule].text in page.inner_text("#why")
    page.hover("#why .rule")
    assert rule in page.inner_text("#tip")
    page.click("#why .rule")
    assert page.is_visible("#rules-panel")
    assert page.evaluate("document.activeElement.id") == f"rule-{rule}"
    page.fill("#rule-filter", "no such word anywhere")
    assert page.inner_text("#rules").strip() == ""
    page.context.close()


def test_clicking_the_picture_narrows_the_list_or_chooses(site: Site, browser: Browser) -> None:
    links = site.begin("dome-crushers", (None, None))
    pages = [site.open(browser, token) for token in links.seats.values()]
    acting = next(page for page in pages if page.query_selector("#turn.yours"))
    card = acting.locator('#picture [data-options="0 1"]').first
    card.click()
    acting.wait_for_selector("#picked:not([hidden])")
    assert acting.locator("#options button.choice").count() == 2
    acting.click("#picked button")
    assert acting.locator("#options button.choice").count() == 8
    acting.locator('#picture [data-options="0"]').first.click()
    acting.wait_for_selector("#turn:not(.yours)")
    for page in pages:
        page.context.close()


def test_clicking_what_has_no_option_says_so_and_by_which_rule(
    site: Site, browser: Browser
) -> None:
    links = site.begin("dome-crushers", (None, None))
    pages = [site.open(browser, token) for token in links.seats.values()]
    acting = next(page for page in pages if page.query_selector("#turn.yours"))
    acting.locator("#picture .pile.deck").first.click()
    acting.wait_for_selector("#why p")
    told = acting.inner_text("#why")
    assert told.startswith("Deck of ")  # it was never part of an action: there is no rule to tell
    assert f"you can do nothing with this now. {acting.inner_text('#question')}" in told
    assert acting.query_selector("#why .rule") is None

    card = acting.get_attribute('#picture [data-options="0 1"]', "data-card")
    acting.click("#options button.choice >> nth=0")
    acting.wait_for_selector("#turn:not(.yours)")
    acting.locator(f'#picture [data-card="{card}"]').first.click()
    acting.wait_for_selector("#why .rule")
    told = acting.inner_text("#why")
    assert f"you can do nothing with this now. {acting.inner_text('#turn')}." in told
    assert f"ability {card} is not allowed now: " in told
    rule = acting.inner_text("#why .rule")
    assert load_game("dome-crushers").rulebook[rule].text in told
    for page in pages:
        page.context.close()


def test_clicking_a_place_lists_what_can_be_done_there(site: Site, browser: Browser) -> None:
    links = site.begin("dominus-portus", (None, None))
    room, _ = site.rooms.enter(links.seats[0])
    options: list[str] = []
    here: list[str] = []
    while not here:  # the one who is asked can move from a province, and none to it
        options = [room.game.format_action(option) for option in room.match.options]
        moves = [text.split() for text in options if text.startswith("move legion")]
        others = {"Rome", *(end for *_, end in moves)}
        here = [place for _, _, place, *_ in moves if place not in others]
        if not here:
            assert isinstance(room.match.actor, int)
            version = room.match.version
            travels = [text for text in options if text.startswith(("move legion", "deploy"))]
            room.act(room.match.actor, version, [*travels, *options][0], f"request {version}")
    assert isinstance(room.match.actor, int)
    page = site.open(browser, links.seats[room.match.actor])
    page.dispatch_event(f'#picture .province-box[data-province="{here[0]}"]', "click")
    page.wait_for_selector("#picked:not([hidden])")
    shown = page.locator("#options button.choice").evaluate_all(
        "buttons => buttons.map((button) => button.dataset.action)"
    )
    assert shown == [text for text in options if here[0] in text.split()]
    page.context.close()


def test_undo_is_a_button_and_a_key(site: Site, browser: Browser) -> None:
    links = site.begin("dominum", (None, None))
    pages = [site.open(browser, token) for token in links.seats.values()]
    acting = next(page for page in pages if page.query_selector("#turn.yours"))
    for key in (False, True):
        before = acting.text_content("#text")
        acting.click("#options button.choice >> nth=0")
        acting.wait_for_selector("#undo[aria-disabled=false]")
        assert acting.text_content("#text") != before
        if key:
            acting.keyboard.press("u")
        else:
            acting.click("#undo")
        acting.wait_for_selector("#undo[aria-disabled=true]")
        assert acting.text_content("#text") == before
        assert acting.text_content("#log") == ""
    for page in pages:
        page.context.close()


def test_a_connection_that_is_made_again_tells_nothing_twice(site: Site, browser: Browser) -> None:
    links = site.begin("dome-crushers", (None, "random"))
    page = site.open(browser, links.seats[0])
    page.wait_for_selector("#turn.yours")
    page.click("#options button.choice >> nth=0")
    page.wait_for_selector("#log .new")
    page.wait_for_selector("#turn.yours")
    told = "#log li", "#log .new"
    before = [page.locator(each).all_inner_texts() for each in told], page.text_content("#live")
    for width in (360, 1280):  # each has a picture of its own, and so a stream of its own
        with page.expect_response("**/api/stream*"):
            page.set_viewport_size({"width": width, "height": 720})
        drawn = page.text_content("#text")
        page.wait_for_timeout(300)
        assert page.text_content("#text") == drawn
        after = [page.locator(each).all_inner_texts() for each in told], page.text_content("#live")
        assert after == before
    page.context.close()


def test_a_game_begins_on_the_start_page(site: Site, browser: Browser) -> None:
    page = browser.new_context().new_page()
    page.set_default_timeout(_PATIENCE)
    page.add_init_script(_KEEP_ALL)
    page.goto(f"{site.base}/#{HOST_TOKEN}")
    page.click("text=Dominus and Portus")
    page.click("summary")
    page.fill("#config", "seats = 3\nturns = 2")
    page.press("#config", "Tab")
    page.wait_for_selector("#seat-2")
    page.select_option("#seat-1", "random")
    page.select_option("#seat-2", "person")
    page.click("button.primary")
    page.wait_for_selector("#links a")
    links = [each.get_attribute("href") for each in page.query_selector_all("#links a")]
    assert len(links) == 3
    assert links[0] is not None
    assert page.evaluate("window.problems") == []
    page.goto(links[0])
    page.wait_for_selector("#players li")
    assert page.locator("#players li").count() == 3
    page.context.close()


@pytest.mark.parametrize("width", [360, 1400])
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["dome-crushers", "dominum", "dominus-portus"])
def test_nothing_stands_out_of_the_page_and_nothing_comes_from_elsewhere(
    site: Site, browser: Browser, name: str, scheme: str, width: int
) -> None:
    links = site.begin(name, (None, "random"))
    asked: list[str] = []

    def note(request: Request) -> None:
        asked.append(request.url)

    page = browser.new_context(
        viewport={"width": width, "height": 800},
        color_scheme="dark" if scheme == "dark" else "light",
    ).new_page()
    page.on("request", note)
    page.add_init_script(_KEEP_ALL)
    page.goto(f"{site.base}/play#{links.seats[0]}")
    page.wait_for_selector("#players li")
    page.wait_for_selector("#picture svg")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate("window.problems") == []
    assert asked
    assert all(url.startswith(f"{site.base}/") for url in asked)
    assert not any(links.seats[0] in url.partition("#")[0] for url in asked)
    page.context.close()


def test_the_page_says_when_a_link_leads_nowhere(site: Site, browser: Browser) -> None:
    page = browser.new_context().new_page()
    page.goto(f"{site.base}/play#nothing")
    page.wait_for_selector("#notice:not([hidden])")
    assert "no seat has this link" in page.inner_text("#notice").lower()
    page.context.close()
