"""The replay page: what it holds, what it must not hold, and what it lets a browser do."""

import json
import re
import zlib
from array import array
from base64 import b64decode, b64encode
from collections.abc import Iterator
from hashlib import sha256
from html import unescape
from types import SimpleNamespace
from typing import Any

import pytest
from attrs import evolve

from tabletop_rules import dome_crushers
from tabletop_rules.core import Eyes, Record, RecordError, Rulebook, replay_steps
from tabletop_rules.drawing import DrawingMissingError, draw, pictures
from tabletop_rules.pages import PageError, Whose, load_ipython_extension, replay_page, show

from .games import AnyGame, AnyRecord, Element, page_of, read, record_of

GAMES = ("dome-crushers", "dominum", "dominus-portus")


def one(elements: list[Element]) -> Element:
    (only,) = elements
    return only


def data_of(page: str) -> Any:
    return json.loads(one(read(page).find(id="data")).text)


def inflated(text: str) -> bytes:
    return zlib.decompress(b64decode(text), -zlib.MAX_WBITS)


def frames(page: str, layout: str, eyes: str) -> Iterator[str]:
    """Give all pictures of a page as its script unpacks them."""
    data = data_of(page)
    pieces = json.loads(inflated(data["pieces"]))
    (film,) = data["eyes"][layout][eyes]
    left = len(data["scores"])
    for block in data["films"][film]:
        numbers = array({2: "H", 4: "I"}[data["bytes"]], inflated(block))
        count = min(left, data["block"])
        place = count
        for length in numbers[:count]:
            yield "".join(pieces[number] for number in numbers[place : place + length])
            place += length
        assert place == len(numbers)
        left -= count
    assert left == 0


@pytest.mark.parametrize("name", GAMES)
def test_every_step_and_event_is_listed_with_its_rule(name: str) -> None:
    game, record, page = page_of(name)
    root = read(page)
    steps = list(replay_steps(game, record))
    items = [child for child in one(root.find(id="steps")).children if isinstance(child, Element)]
    assert [item.attributes["id"] for item in items] == [
        f"step-{number}" for number in range(len(steps) + 1)
    ]
    for item, step in zip(items[1:], steps, strict=True):
        for eyes, of in {"all": Eyes(everything=True), "0": Eyes(0), "spectator": Eyes()}.items():
            told = [
                version
                for version in one(item.find(class_="told")).find(tag="div")
                if eyes in (version.attributes.get("data-eyes") or eyes).split()
            ]
            codes = [code.text for version in told for code in version.find(tag="code")]
            lines = [line.text for version in told for line in version.find(tag="li")]
            action = of.action(game, step)
            assert codes == ([] if action is None else [action])
            assert lines == [
                f"{event.describe()} {event.rule}" for event in of.events(game, step.events)
            ]
            hidden = [version for version in told if "hidden" in version.attributes]
            assert bool(hidden) <= (eyes != "all")


@pytest.mark.parametrize("name", GAMES)
def test_every_link_to_a_rule_leads_to_our_words_of_it(name: str) -> None:
    game, record, page = page_of(name)
    root = read(page)
    links = root.find(tag="a", class_="rule")
    laws = {law.attributes["id"]: law for law in root.find(tag="div", class_="law")}
    assert len(links) >= len(record.actions) / 2
    assert {f"#{law}" for law in laws} == {link.attributes["href"] for link in links}
    for link in links:
        law = laws[(link.attributes["href"] or "").removeprefix("#")]
        assert law.text.startswith(f"{link.text} {game.rulebook[link.text].text}")


def test_the_page_says_how_the_game_ended() -> None:
    game, record = record_of("dome-crushers")
    result = one(read(replay_page(game, record)).find(class_="result")).text
    last = list(replay_steps(game, record))[-1].after
    outcome = game.outcome(last)
    assert outcome is not None
    assert outcome.reason in result
    assert outcome.rule in result


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("layout", ["wide", "narrow"])
def test_the_picture_of_each_step_is_that_of_the_view(name: str, layout: Any) -> None:
    game, record, page = page_of(name)
    for eyes, seat in {"1": 1, "spectator": None}.items():
        expected = [draw(game, game.view(game.initial_state(record.config), seat), layout=layout)]
        expected += [
            draw(
                game,
                game.view(step.after, seat),
                events=game.observe(step.events, seat),
                layout=layout,
            )
            for step in replay_steps(game, record)
        ]
        assert list(frames(page, layout, eyes)) == [picture.unstyled for picture in expected]


def test_without_a_script_the_last_picture_and_all_events_are_there() -> None:
    game, record = record_of("dome-crushers")
    page = replay_page(game, record, eyes=0)
    last = list(replay_steps(game, record))[-1]
    view, events = game.view(last.after, 0), game.observe(last.events, 0)
    assert draw(game, view, events=events).unstyled in page
    root = read(page)
    assert one(root.find(tag="p", class_="notice without")).text.strip()
    assert "hidden" in one(root.find(id="controls")).attributes


def test_the_scores_are_those_after_each_step() -> None:
    game, record, page = page_of("dominus-portus")
    states = [step.after for step in replay_steps(game, record)]
    scores = [game.score(game.initial_state(record.config)), *map(game.score, states)]
    assert data_of(page)["scores"] == [list(score) for score in scores]
    curve = one(read(page).find(id="curve"))
    paths = [path for path in curve.find(tag="path") if "line" in str(path.attributes["class"])]
    for seat, path in enumerate(paths):
        drawn = re.fullmatch(r"M0 (-?\d+)((?:H\d+V-?\d+)*)H(\d+)", str(path.attributes["d"]))
        assert drawn is not None
        turns = dict(re.findall(r"H(\d+)V(-?\d+)", drawn[2]))
        points = -int(drawn[1])
        for place, score in enumerate(scores):
            points = -int(turns.get(str(place), -points))
            assert points == score[seat]
        assert int(drawn[3]) == len(states)


# ---------------------------------------------------------------- secrets


def hidden_twins() -> Iterator[tuple[AnyRecord, AnyRecord]]:
    """Give games that differ only in what seat 1 keeps from seat 0."""
    _, record = record_of("dome-crushers", seed=3)
    for number, step in enumerate(replay_steps(dome_crushers, record)):
        before = record.actions[:number]
        options: list[Any] = [
            option
            for option in dome_crushers.legal_actions(step.before)
            if dome_crushers.observe(dome_crushers.apply(step.before, option).events, 0)
            == dome_crushers.observe(step.events, 0)
        ]
        if step.actor != 0 and len(options) > 1:
            yield tuple(  # type: ignore[misc]
                evolve(record, seed=seed, actions=(*before, option))
                for seed, option in enumerate(options[:2])
            )


@pytest.mark.parametrize("eyes", [0, "spectator"])
def test_what_the_eyes_do_not_see_changes_nothing_in_the_page(eyes: Whose) -> None:
    twins = list(hidden_twins())
    assert len(twins) > 4
    for one_game, other in twins[:: len(twins) // 4]:
        assert one_game != other
        pages = {replay_page(dome_crushers, each, eyes=eyes) for each in (one_game, other)}
        assert len(pages) == 1
        assert len({replay_page(dome_crushers, each) for each in (one_game, other)}) == 2


@pytest.mark.parametrize("name", GAMES)
def test_the_page_of_a_seat_has_its_own_events_alone(name: str) -> None:
    game, record = record_of(name, 50)
    page = replay_page(game, record, eyes=1)
    root = read(page)
    seen = [
        f"{event.describe()} {event.rule}"
        for step in replay_steps(game, record)
        for event in game.observe(step.events, 1)
    ]
    lines = one(root.find(id="steps")).find(tag="li")
    assert [line.text for line in lines if "id" not in line.attributes] == seen
    own = [
        game.format_action(step.action) for step in replay_steps(game, record) if step.actor == 1
    ]
    assert [code.text for code in one(root.find(id="steps")).find(tag="code")] == own
    assert list(data_of(page)["eyes"]["wide"]) == ["1"]


# ---------------------------------------------------------------- hostile texts, and the browser

HOSTILE = "</script><script>alert(1)</script>\"'--><b onload=alert(2)>\x1b]]> $title &amp;"


def hostile() -> tuple[AnyGame, AnyRecord]:
    """Return a game whose every text is hostile."""
    game, record = record_of("dome-crushers", 30)
    names = [name for name in dir(dome_crushers) if not name.startswith("__")]
    other: Any = SimpleNamespace(**{name: getattr(dome_crushers, name) for name in names})
    rules = [evolve(rule, text=HOSTILE + rule.text) for rule in game.rulebook.values()]
    other.name = "hostile"
    other.rulebook = Rulebook(HOSTILE, "1", tuple(rules))
    other.format_action = lambda action: HOSTILE + game.format_action(action)
    other.render = lambda view: HOSTILE + game.render(view)
    return other, evolve(record, game="hostile")


def test_no_text_can_leave_its_place() -> None:
    game, record = hostile()
    page = replay_page(game, record, title=HOSTILE * 2)
    root = read(page)
    assert not root.find(tag="b", onload="alert(2)")
    scripts = root.find(tag="script")
    assert [script.attributes.get("id") for script in scripts] == ["data", None]
    assert "\x1b" not in page
    shown = HOSTILE.replace("\x1b", r"\x1b")
    assert one(root.find(tag="h1")).text == shown * 2
    assert root.find(tag="title")[0].text == shown * 2
    assert len(root.find(tag="code")) >= len(record.actions)
    assert all(code.text.startswith(shown) for code in root.find(tag="code"))
    assert all(shown in law.text for law in root.find(class_="law"))


def test_the_policy_allows_what_is_in_the_page_and_nothing_else() -> None:
    page = replay_page(*hostile())
    root = read(page)
    metas = [m for m in root.find(tag="meta") if "http-equiv" in m.attributes]
    meta = one(metas)
    assert meta.attributes["http-equiv"] == "Content-Security-Policy"
    directives = dict(
        part.strip().split(" ", 1) for part in str(meta.attributes["content"]).split(";")
    )
    assert directives["default-src"] == "'none'"
    parts = {
        "script-src": [s for s in root.find(tag="script") if "type" not in s.attributes],
        "style-src": root.find(tag="style"),
    }
    for directive, elements in parts.items():
        hashes = [b64encode(sha256(e.text.encode()).digest()).decode() for e in elements]
        assert set(directives[directive].split()) == {f"'sha256-{each}'" for each in hashes}
    pieces = inflated(data_of(page)["pieces"]).decode()
    assert not re.search(r"\sstyle=|\son\w+=\"", pieces)
    assert not re.search(r'(?:src|href)="(?!#)', page + pieces)
    assert not re.search(r"\b(?:eval|fetch|XMLHttpRequest|WebSocket)\b", scripts_of(root))


def scripts_of(root: Element) -> str:
    return "".join(s.text for s in root.find(tag="script") if "type" not in s.attributes)


# ---------------------------------------------------------------- bounds, errors, notebooks


def test_a_long_game_of_dominum_is_small() -> None:
    """One of 1,500 steps takes less than 3 MB, reckoned from how a page grows with its steps."""
    _, _, page = page_of("dominum")
    longer = replay_page(*record_of("dominum", 140))
    step = (len(longer.encode()) - len(page.encode())) / 70
    assert len(page.encode()) + 1430 * step < 3_000_000


def test_the_same_arguments_give_the_same_bytes() -> None:
    game, record = record_of("dome-crushers", 40)
    assert replay_page(game, record) == replay_page(game, record)
    assert replay_page(game, record, title="Mine") != replay_page(game, record)


def test_a_record_without_actions_is_a_page_with_the_beginning() -> None:
    game, record = record_of("dominus-portus", 0)
    root = read(replay_page(game, record))
    assert "not over" in one(root.find(class_="result")).text
    assert one(root.find(id="at")).attributes["max"] == "0"


def test_what_no_page_can_be_made_of(monkeypatch: pytest.MonkeyPatch) -> None:
    game, record = record_of("dome-crushers", 5)
    bad: Any
    for bad in (2, -1, "0", "nobody", None, True):
        with pytest.raises(PageError, match="eyes: expected a seat from 0 to 1, 'all' or"):
            replay_page(game, record, eyes=bad)
    with pytest.raises(RecordError, match="rules_version"):
        replay_page(game, evolve(record, rules_version="0"))
    twice: Record[Any, Any] = evolve(record, actions=record.actions[:1] * 2)
    with pytest.raises(RecordError, match="action 2"):
        replay_page(game, twice)
    monkeypatch.setattr(pictures, "find_spec", lambda _name: None)
    with pytest.raises(DrawingMissingError, match=r"tabletop-rules\[drawing\]"):
        replay_page(game, record)


def test_a_notebook_shows_the_page_in_a_frame() -> None:
    game, record = record_of("dome-crushers", 5)
    shown = show(game, record, eyes=1, height=500)
    assert str(shown) == replay_page(game, record, eyes=1)
    frame = one(read(shown._repr_html_()).find(tag="iframe"))
    assert frame.attributes["srcdoc"] == str(shown)
    assert frame.attributes["sandbox"] == "allow-scripts"
    assert "height: 500px" in unescape(str(frame.attributes["style"]))


def test_a_notebook_that_loads_the_extension_shows_records_and_views() -> None:
    known: dict[Any, Any] = {}

    class Formatter:
        def for_type(self, kind: type, show: Any) -> None:
            known[kind] = show

        def for_type_by_name(self, module: str, name: str, show: Any) -> None:
            known[module, name] = show

    formatters = {"text/html": Formatter(), "image/svg+xml": Formatter()}
    load_ipython_extension(
        SimpleNamespace(display_formatter=SimpleNamespace(formatters=formatters))
    )
    game, record = record_of("dome-crushers")
    assert known[Record](record) == show(game, record).framed()
    assert (dome_crushers.View.__module__, "View") in known
