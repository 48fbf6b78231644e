"""Records for pages, and what is found in a page."""

from functools import cache
from html.parser import HTMLParser
from typing import Any

from attrs import define, field

from tabletop_rules.bots import RandomBot
from tabletop_rules.core import Record, load_game, play_steps
from tabletop_rules.pages import replay_page

VOID = {"meta", "br", "link", "input"}

AnyGame = Any
AnyRecord = Record[Any, Any]


def record_of(name: str, actions: int = 10**6, seed: int = 1) -> tuple[AnyGame, AnyRecord]:
    """Return the first `actions` of a game of random bots."""
    game = load_game(name)
    config = game.Config()
    seats = len(game.score(game.initial_state(config)))
    steps = play_steps(game, config, [RandomBot(seat) for seat in range(seats)], seed=seed)
    taken = [step.action for _, step in zip(range(actions), steps, strict=False)]
    return game, Record(game.name, game.rules_version, config, seed, tuple(taken))


@cache
def page_of(name: str) -> tuple[AnyGame, AnyRecord, str]:
    """Return the first 70 actions of a game, and their page with everything."""
    game, record = record_of(name, 70)
    return game, record, replay_page(game, record)


@define
class Element:
    tag: str
    attributes: dict[str, str | None]
    parent: "Element | None" = None
    children: "list[Element | str]" = field(factory=list)

    def find(self, **wanted: str) -> "list[Element]":
        """Return the elements below with all these attributes (``tag`` is its name)."""
        found: list[Element] = []
        for child in self.children:
            if isinstance(child, Element):
                own = {**child.attributes, "tag": child.tag}
                if all(own.get(name.rstrip("_")) == value for name, value in wanted.items()):
                    found.append(child)
                found += child.find(**wanted)
        return found

    @property
    def text(self) -> str:
        """All text in it."""
        return "".join(child if isinstance(child, str) else child.text for child in self.children)


class _Reader(HTMLParser):
    """Builds a tree, and complains about a tag that closes another."""

    def __init__(self) -> None:
        super().__init__()
        self.at = self.root = Element("", {})

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_startendtag(tag, attrs)
        if tag not in VOID:
            child = self.at.children[-1]
            assert isinstance(child, Element)
            self.at = child

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len(dict(attrs)) == len(attrs)
        self.at.children.append(Element(tag, dict(attrs), self.at))

    def handle_endtag(self, tag: str) -> None:
        assert self.at.tag == tag
        assert self.at.parent is not None
        self.at = self.at.parent

    def handle_data(self, data: str) -> None:
        self.at.children.append(data)


def read(page: str) -> Element:
    """Return a page as a tree of elements, each of them closed."""
    reader = _Reader()
    reader.feed(page)
    reader.close()
    assert reader.at is reader.root
    return reader.root
