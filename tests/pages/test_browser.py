"""The replay page in a real browser, from the disk, without a network."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tabletop_rules.core import replay_steps
from tabletop_rules.drawing import Layout, draw
from tabletop_rules.pages import Whose, replay_page

from ..browsing import browser  # noqa: TID252 - tests are no package
from .games import AnyGame, AnyRecord, record_of

__all__ = ["browser"]

Open = Callable[..., Page]

SAME = """expected => {
  const shown = document.querySelector("#stage svg");
  const parsed = new DOMParser().parseFromString(expected, "image/svg+xml").documentElement;
  return shown.isEqualNode(parsed);
}"""


@pytest.fixture
def opened(browser: Browser, tmp_path: Path) -> Iterator[Open]:
    """Return a function that opens the page of a record, and see that nothing went wrong."""
    context = browser.new_context(offline=True)
    wrong: list[str] = []
    requests: list[str] = []

    def open_page(
        game: AnyGame, record: AnyRecord, eyes: Whose = "all", size: tuple[int, int] = (1400, 900)
    ) -> Page:
        path = tmp_path / "game.html"
        path.write_text(replay_page(game, record, eyes=eyes), encoding="utf-8")
        page = context.new_page()
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda message: wrong.append(message.text))
        page.on("dialog", lambda dialog: wrong.append(dialog.message))
        page.on("request", lambda request: requests.append(request.url))
        page.goto(path.as_uri())
        at(page, 0)
        return page

    yield open_page
    context.close()
    assert not wrong
    assert all(url.startswith("file:") and url.endswith("/game.html") for url in requests)


def at(page: Page, step: int, eyes: str | None = None) -> None:
    """Expect a page to show a step."""
    only = "" if eyes is None else f'[data-eyes="{eyes}"]'
    expect(page.locator(f'#stage[data-step="{step}"]{only}')).to_have_count(1)
    expect(page.locator("#steps > li[aria-current]")).to_have_count(1)
    number = page.locator("#steps > li[aria-current] > .number")
    assert number.text_content() == str(step)
    assert page.locator("#at").input_value() == str(step)


def picture(
    game: AnyGame, record: AnyRecord, step: int, seat: int | None, layout: Layout = "wide"
) -> str:
    if step == 0:
        return draw(
            game, game.view(game.initial_state(record.config), seat), layout=layout
        ).unstyled
    made = list(replay_steps(game, record))[step - 1]
    events = game.observe(made.events, seat)
    return draw(game, game.view(made.after, seat), events=events, layout=layout).unstyled


def test_keys_slider_buttons_list_and_curve_go_to_a_step(opened: Open) -> None:
    page = opened(*record_of("dome-crushers"))
    last = int(page.locator("#at").get_attribute("max") or 0)
    for key, step in {"ArrowRight": 1, "End": last, "ArrowLeft": last - 1, "Home": 0}.items():
        page.keyboard.press(key)
        at(page, step)
    page.locator("#at").fill("40")
    at(page, 40)
    page.get_by_role("button", name="Step on").click()
    at(page, 41)
    page.get_by_role("button", name="Step back").click()
    at(page, 40)
    page.get_by_role("button", name="End", exact=True).click()
    at(page, last)
    assert page.get_by_role("button", name="Step on").is_disabled()
    page.get_by_role("button", name="Beginning").click()
    at(page, 0)
    page.locator("#steps > li").nth(12).click(position={"x": 10, "y": 10})
    at(page, 12)
    box = page.locator("#curve").bounding_box()
    assert box is not None
    page.locator("#curve").click(position={"x": box["width"] / 2, "y": 20})
    at(page, round(last / 2))
    told = page.locator("#steps > li[aria-current] .told").inner_text().split()
    assert page.locator("#now").inner_text().split() == told


def test_it_plays_by_itself_to_the_end_and_stops_when_told(opened: Open) -> None:
    page = opened(*record_of("dome-crushers", 30))
    page.get_by_label("Speed").select_option("50")
    page.get_by_role("button", name="Play").click()
    page.get_by_role("button", name="Pause").click()
    stopped = page.locator("#at").input_value()
    page.wait_for_timeout(200)
    assert page.locator("#at").input_value() == stopped
    page.locator("h1").click()
    page.keyboard.press(" ")
    at(page, 30)
    expect(page.get_by_role("button", name="Play")).to_have_count(1)


@pytest.mark.parametrize("name", ["dome-crushers", "dominum", "dominus-portus"])
def test_the_picture_is_that_of_the_view(opened: Open, name: str) -> None:
    game, record = record_of(name, 70)
    page = opened(game, record)
    for eyes, seat in {"0": 0, "1": 1, "spectator": None}.items():
        page.get_by_label("Eyes").select_option(eyes)
        for step in (0, 1, 63, 64, 70):
            page.locator("#at").fill(str(step))
            at(page, step, eyes)
            assert page.evaluate(SAME, picture(game, record, step, seat))


def test_other_eyes_see_other_events(opened: Open) -> None:
    game, record = record_of("dome-crushers", 30)
    page = opened(game, record)
    steps = list(replay_steps(game, record))
    for eyes, seat in {"1": 1, "spectator": None}.items():
        page.get_by_label("Eyes").select_option(eyes)
        shown = page.locator("#steps > li > .told ul > li").filter(visible=True)
        seen = [event.describe() for step in steps for event in game.observe(step.events, seat)]
        texts = shown.all_inner_texts()
        assert len(texts) == len(seen)
        assert all(text.startswith(event) for text, event in zip(texts, seen, strict=True))


def test_a_rule_is_told_on_hover_focus_and_click(opened: Open) -> None:
    game, record = record_of("dome-crushers", 30)
    page = opened(game, record)
    tip = page.get_by_role("tooltip")
    links = page.locator("#steps a.rule").filter(visible=True)
    for act in ("hover", "focus", "click"):
        link = links.nth(2)
        getattr(link, act)()
        expect(tip).to_be_visible()
        assert game.rulebook[link.inner_text()].text in tip.inner_text()
        page.keyboard.press("Escape")
        expect(tip).to_be_hidden()
        page.mouse.move(0, 0)
        page.evaluate("document.activeElement.blur()")


def test_a_narrow_screen_gets_narrow_pictures_and_scrolls_down_alone(opened: Open) -> None:
    game, record = record_of("dominum", 20)
    for width in (360, 400):
        page = opened(game, record, 0, (width, 700))
        page.keyboard.press("End")
        at(page, 20)
        assert page.evaluate(SAME, picture(game, record, 20, 0, "narrow"))
        assert page.evaluate("document.documentElement.scrollWidth") == width
        page.close()


def test_without_javascript_all_events_can_be_read(browser: Browser, tmp_path: Path) -> None:
    game, record = record_of("dome-crushers", 30)
    path = tmp_path / "game.html"
    path.write_text(replay_page(game, record), encoding="utf-8")
    context = browser.new_context(offline=True, java_script_enabled=False)
    page: Any = context.new_page()
    page.goto(path.as_uri())
    assert page.locator("#controls").is_hidden()
    assert page.get_by_text("Without JavaScript").is_visible()
    assert page.locator("#stage svg").first.is_visible()
    shown = page.locator("#steps > li > .told ul > li").filter(visible=True)
    assert shown.count() == sum(len(step.events) for step in replay_steps(game, record))
    context.close()
