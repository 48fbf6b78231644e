"""What tests of pictures share: games played at random, and what every picture must be."""

import re
from collections.abc import Iterator
from random import Random
from typing import Any
from xml.etree import ElementTree as ET

from attrs import frozen

from tabletop_rules.bots import RandomBot
from tabletop_rules.core import play_steps
from tabletop_rules.drawing import Picture, draw

SVG = "{http://www.w3.org/2000/svg}"
ELEMENTS = {
    "svg", "title", "desc", "style", "g", "rect", "text", "circle", "polygon", "path", "line",
    "polyline", "ellipse",
}  # fmt: skip


@frozen
class Shown:
    """A picture of a moment of a game, and all that it was drawn from."""

    game: Any
    state: Any
    view: Any
    options: tuple[Any, ...]
    events: tuple[Any, ...]
    picture: Picture

    @property
    def root(self) -> ET.Element:
        return ET.fromstring(self.picture.svg)


def shown(game: Any, state: Any, seat: int | None, events: Any = (), **style: Any) -> Shown:
    """Draw a state as a seat sees it, with its options if it is the one to choose."""
    view = game.view(state, seat)
    options = game.legal_actions(state) if game.actor(state) == seat else ()
    seen = game.observe(events, seat)
    picture = draw(game, view, options=options, events=seen, **style)
    return Shown(game, state, view, options, seen, picture)


def moments(game: Any, config: Any, *, seed: int, count: int) -> Iterator[Shown]:
    """Give pictures of moments of a random game, its last position among them."""
    seats = len(game.score(game.initial_state(config)))
    bots = [RandomBot(seed * 10 + seat) for seat in range(seats)]
    steps = list(play_steps(game, config, bots, seed=seed))
    rng = Random(seed)
    chosen = {0, len(steps) - 1, *(rng.randrange(len(steps)) for _ in range(count))}
    for place in sorted(chosen):
        step = steps[place]
        actor = game.actor(step.after)
        seat = actor if isinstance(actor, int) else rng.choice([None, *range(seats)])
        layout = rng.choice(["wide", "narrow"])
        yield shown(game, step.after, seat, step.events, layout=layout)


def check_picture(shown: Shown) -> None:
    """Make sure of what holds for every picture."""
    root = shown.root
    for element in root.iter():
        assert element.tag.removeprefix(SVG) in ELEMENTS
        assert not any(name.startswith("on") or "href" in name for name in element.attrib)
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    assert root.get("role") == "img"
    assert (root.findtext(f"{SVG}title") or "").strip()
    assert (root.findtext(f"{SVG}desc") or "").strip()
    assert not re.search(r"url\(|@import|javascript:|&#", shown.picture.svg)
    assert [float(n) for n in root.attrib["viewBox"].split()] == [
        0, 0, shown.picture.width, shown.picture.height,
    ]  # fmt: skip
    check_options(root, len(shown.options))
    again = draw_again(shown)
    assert again == shown.picture.svg


def draw_again(shown: Shown) -> str:
    layout: Any = "narrow" if shown.picture.width < 600 else "wide"
    return draw(
        shown.game, shown.view, options=shown.options, events=shown.events, layout=layout
    ).svg


def check_options(root: ET.Element, count: int) -> None:
    """Make sure that every option stands somewhere, and that what stands there is an option."""
    found: set[int] = set()
    for element in root.iter():
        places = element.get("data-options")
        assert (places is not None) == ("option" in element.get("class", "").split())
        found.update(map(int, (places or "").split()))
    assert found == set(range(count))


def of_class(root: ET.Element, name: str) -> list[ET.Element]:
    return [element for element in root.iter() if name in element.get("class", "").split()]


def words(element: ET.Element) -> str:
    return " ".join(text for text in element.itertext() if text.strip())
