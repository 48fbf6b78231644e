"""Pictures of any game: what can be asked for, and what a picture is."""

from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from tabletop_rules import dome_crushers, dominum
from tabletop_rules.drawing import (
    DrawingError,
    DrawingMissingError,
    draw,
    load_ipython_extension,
    pictures,
)

SVG = "{http://www.w3.org/2000/svg}"


def start(game: Any) -> Any:
    return game.initial_state(game.Config())


def test_a_game_without_a_painter_is_drawn_as_its_text() -> None:
    names = [n for n in dir(dominum) if not n.startswith("__")]
    game: Any = SimpleNamespace(**{n: getattr(dominum, n) for n in names})
    game.name = "somebody_elses"
    view = dominum.view(start(dominum), 0)
    picture = draw(game, view)
    root = ET.fromstring(picture.svg)
    texts = [element.text for element in root.iter(f"{SVG}text")]
    assert "\n".join(text or "" for text in texts).split() == dominum.render(view).split()
    assert picture.description == dominum.render(view)


@pytest.mark.parametrize("theme", ["light", "dark", "auto"])
def test_the_theme_is_a_class_of_the_root(theme: Any) -> None:
    root = ET.fromstring(draw(dominum, dominum.view(start(dominum), 0), theme=theme).svg)
    assert f"theme-{theme}" in root.attrib["class"].split()
    assert "tabletop-rules" in root.attrib["class"].split()
    assert root.attrib["role"] == "img"


def test_a_notebook_shows_the_picture() -> None:
    picture = draw(dominum, dominum.view(start(dominum), None))
    assert picture._repr_svg_() == str(picture) == picture.svg


def test_the_unstyled_picture_lacks_the_style_alone() -> None:
    picture = draw(dominum, dominum.view(start(dominum), None))
    whole, bare = ET.fromstring(picture.svg), ET.fromstring(picture.unstyled)
    styles = whole.findall(f"{SVG}style")
    assert len(styles) == 1
    whole.remove(styles[0])
    assert ET.tostring(whole) == ET.tostring(bare)


def test_what_cannot_be_drawn_says_what_was_expected(monkeypatch: pytest.MonkeyPatch) -> None:
    view = dominum.view(start(dominum), 0)
    other: Any = dome_crushers.view(start(dome_crushers), 0)
    bad: Any = "sepia"
    with pytest.raises(DrawingError, match="theme: expected one of auto, light, dark"):
        draw(dominum, view, theme=bad)
    with pytest.raises(DrawingError, match="layout: expected one of wide, narrow"):
        draw(dominum, view, layout=bad)
    with pytest.raises(DrawingError, match="view: expected a dominum View"):
        draw(dominum, other)
    monkeypatch.setattr(pictures, "find_spec", lambda _name: None)
    with pytest.raises(DrawingMissingError, match=r"tabletop-rules\[drawing\]"):
        draw(dominum, view)


def test_a_notebook_that_loads_the_extension_shows_views() -> None:
    known: dict[tuple[str, str], Any] = {}

    class Formatter:
        def for_type_by_name(self, module: str, name: str, show: Any) -> None:
            known[module, name] = show

    display = SimpleNamespace(formatters={"image/svg+xml": Formatter()})
    load_ipython_extension(SimpleNamespace(display_formatter=display))
    view = dominum.view(start(dominum), 1)
    show = known[type(view).__module__, type(view).__name__]
    assert show(view) == draw(dominum, view).svg
