"""The report page: whole, safe, and the same for the same games."""

import re
import shlex
import sys
from html import unescape
from html.parser import HTMLParser
from typing import Any

import pytest

from tabletop_rules import arena, dome_crushers
from tabletop_rules.arena.plots import course_plot, rating_plot
from tabletop_rules.arena.reports import repeat_command
from tabletop_rules.bots import RandomBot
from tabletop_rules.plots import PlotsMissingError

VOID = {"meta", "br", "link", "input"}
HOSTILE = (
    "<b>bold</b>",
    "$x_{2$ & more",
    "_hidden",
    "龍 ünï",
    "wipe\x1b[2J\n",
    "quo\"te's",
    "n" * 200,
)


class Failing:
    """Raises what is no text to put in a page as it is."""

    def choose(self, _view: object, _options: object, /) -> Any:
        raise ValueError("<script>alert(1)</script>\x1b[2J")


class Balance(HTMLParser):
    """Counts tags, and complains about one that closes another."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.seen.append(tag)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: object) -> None:
        self.seen.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def played(bots: dict[str, Any], games: int = 12, **more: Any) -> arena.Tournament:
    return arena.run("dome-crushers", bots, games=games, workers=0, **more)


def tags(page: str) -> list[str]:
    balance = Balance()
    balance.feed(page)
    balance.close()
    assert not balance.open
    return balance.seen


def test_names_and_reasons_cannot_leave_their_place() -> None:
    bots = dict.fromkeys(HOSTILE, "random") | {"failing": Failing()}
    tournament = played(bots, games=56)
    page = tournament.to_html()
    found = tags(page)
    assert "b" not in found
    assert "script" not in found
    assert "\x1b" not in page
    shown = unescape(page)
    assert all(name in shown for name in HOSTILE if name.isprintable())
    assert r"wipe\x1b[2J\n" in shown


def test_the_same_games_give_the_same_bytes() -> None:
    one, other = (played({"a": "random", "b": "random"}) for _ in range(2))
    assert one.to_html() == other.to_html()
    assert one.to_html() != played({"a": "random", "b": "random"}, seed=1).to_html()


def test_the_page_needs_nothing_else() -> None:
    page = played({"a": "random", "b": "random"}).to_html()
    links = re.findall(r'(?:src|href)="([^"]*)"', page)
    assert all(link.startswith("#") for link in links)
    targets = {link.removeprefix("#") for link in links} | set(re.findall(r"url\(#([^)]*)\)", page))
    ids = re.findall(r' id="([^"]*)"', page)
    assert targets <= set(ids)
    assert len(ids) == len(set(ids))


def test_the_page_holds_what_the_table_holds() -> None:
    tournament = played({"failing": Failing(), "a": "random", "b": "random"}, games=18)
    page = tournament.to_html()
    for row in tournament.table.rows:
        assert f"<td>{row.rating:.0f}</td>" in page
        assert f"<td>{row.score.share:.1%}</td>" in page
    assert tags(page).count("svg") == 2
    assert tournament.table.forfeited == 12
    assert "12 ended or decided by a forfeit" in page
    assert page.count("<td>exception</td>") == 12


def test_a_long_list_of_faults_is_cut_and_counted() -> None:
    policy = arena.Policy(on_fault="default")
    tournament = played({"failing": Failing(), "a": "random"}, games=30, policy=policy)
    noted = sum(len(result.faults) for result in tournament.results())
    page = tournament.to_html()
    assert noted == 30 * 5
    assert page.count("<td>exception</td>") == 100
    assert "And 50 more" in page


def test_the_command_plays_the_same_again() -> None:
    config = dome_crushers.Config(max_rounds=2)
    policy = arena.Policy(seconds=3, memory=2**25, on_fault="default")
    tournament = played({"x y": "random", "random": "random"}, seed=7, config=config, policy=policy)
    words = shlex.split(repeat_command(tournament))
    assert words[:3] == ["tabletop-rules", "arena", "dome-crushers"]
    options = list(zip(words[3::2], words[4::2], strict=True))
    assert options == [
        ("--bots", "x y=random"),
        ("--bots", "random"),
        ("--games", "12"),
        ("--schedule", "round-robin"),
        ("--seed", "7"),
        ("--on-fault", "default"),
        ("--time", "3"),
        ("--memory", "32"),
        ("--config", "config.toml"),
    ]
    assert "max_rounds = 2" in tournament.to_html()


@pytest.mark.parametrize("seconds", [1, 2.5, 1.23456789, 1e-7])
def test_the_command_has_the_time_as_it_was(seconds: float) -> None:
    tournament = played({"a": "random", "b": "random"}, policy=arena.Policy(seconds=seconds))
    words = shlex.split(repeat_command(tournament))
    assert float(words[words.index("--time") + 1]) == seconds


@pytest.mark.parametrize("count", [2, 3, 30])
def test_plots_name_every_entrant(count: int) -> None:
    names = [f"bot {place}" for place in range(count)]
    ratings = [(1500.0 - place, 50.0) for place in range(count)]
    courses = [[rating for rating, _ in ratings]] * 3
    for svg in (rating_plot(names, ratings), course_plot(names, [1, 2, 3], courses)):
        assert svg.startswith("<svg")
        assert "#010203" not in svg
        assert all(f">{name}<" in svg for name in names)


def test_bots_of_the_same_name_keep_their_own_course() -> None:
    page = played({"a": RandomBot(1), "a #2": RandomBot(2)}).to_html()
    assert tags(page).count("svg") == 2


def test_without_the_extra_the_error_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    tournament = played({"a": "random", "b": "random"}, games=2)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.setattr("tabletop_rules.plots.canvas.find_spec", lambda _: None)
    with pytest.raises(PlotsMissingError, match=r"tabletop-rules\[plots\]"):
        tournament.to_html()
    assert "<table>" in tournament.table._repr_html_()
