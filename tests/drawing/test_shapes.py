"""Texts and shapes, whatever is written in them."""

from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop_rules import dominum
from tabletop_rules.dominum.events import CardMoved, Linked
from tabletop_rules.drawing import lettering, shapes
from tabletop_rules.drawing.scenes import Mark, Marks

TEXTS = st.text(st.characters(), max_size=60)
WIDTHS = st.floats(5, 400)


@given(TEXTS, WIDTHS)
def test_any_text_stays_text(text: str, width: float) -> None:
    drawn = shapes.group(
        [shapes.label(text, 0, 0, width)], title=text, classes="thing", data={"name": text}
    )
    root = ET.fromstring(str(drawn))
    assert {element.tag for element in root.iter()} <= {"g", "text", "title"}
    assert set(root.attrib) == {"class", "data-name"}
    shown = "".join(c if c.isprintable() else "\ufffd" for c in text if c not in "\n\t")
    name = root.attrib["data-name"].replace(" ", "")
    assert name == shown.replace(" ", "")


@given(TEXTS, WIDTHS)
def test_what_is_too_long_is_made_to_fit(text: str, width: float) -> None:
    kept, forced = lettering.fitted(text, width, 12)
    assert forced is None or forced <= width + 0.05
    if forced is None:
        assert lettering.measure(kept, 12) <= width
    assert kept == text or kept.endswith("…")


@given(TEXTS, WIDTHS, st.integers(1, 4))
def test_wrapping_loses_no_word(text: str, width: float, lines: int) -> None:
    wrapped = lettering.wrap(text, width, 12, lines)
    assert len(wrapped) <= lines
    assert " ".join(wrapped).split() == text.split()


def test_a_shortened_text_has_the_whole_as_its_title() -> None:
    whole = "the quick brown fox jumps over the lazy dog"
    root = ET.fromstring(str(shapes.label(whole, 0, 0, 60)))
    assert root.findtext("title") == whole
    assert (root.findtext("text") or "").endswith("…")


@pytest.mark.parametrize("seat", range(7))
def test_an_emblem_has_the_number_of_its_seat(seat: int) -> None:
    assert ET.fromstring(str(shapes.emblem(seat, 0, 0, 20))).findtext("text") == str(seat)


def test_a_pile_says_how_many_cards_it_has() -> None:
    for count in (0, 1, 2, 40):
        root = ET.fromstring(str(shapes.pile(shapes.Box(0, 0, 40, 50), "deck", count)))
        assert root.attrib["data-count"] == str(count)
        assert root.findtext("title") == f"deck: {count}"


def test_marks_are_classes_and_indices() -> None:
    place = shapes.Box(0, 0, 10, 10)
    plain = ET.fromstring(str(shapes.card(place, "Fox")))
    marked = ET.fromstring(str(shapes.card(place, "Fox", mark=Mark((0, 4), True))))
    assert {"option", "last"}.isdisjoint(plain.attrib["class"].split())
    assert {"option", "last"} <= set(marked.attrib["class"].split())
    assert marked.attrib["data-options"] == "0 4"


def test_options_are_found_by_the_values_in_their_fields() -> None:
    hop = dominum.Hop(dominum.HopVerb.MOVE, "c2", "c4")
    attack = dominum.AttackCard("c2", "d2")
    phase = dominum.Activate(dominum.Phase.MOVE)
    done = dominum.Say(dominum.Word.DONE)
    marks = Marks((hop, attack, phase, done), ())
    assert marks.option("c2") == (0, 1)
    assert marks.option("c2", kind=dominum.Hop) == (0,)
    assert marks.option(("end", "c4"), ("target", "d2")) == (0, 1)
    assert marks.option(dominum.Phase.MOVE) == (2,)
    assert marks.option(("end", "c2")) == ()
    assert marks.rest == (3,)


def test_events_are_found_by_their_values_and_seats() -> None:
    moved = CardMoved(rule="DM-MOVE-1", seat=1, card="Fox", start="c2", end="c4", how="moves")
    marks = Marks((), (moved,))
    assert marks.happened("c4")
    assert marks.happened(("card", "Fox"), seat=1)
    assert not marks.happened("c4", seat=0)
    assert not marks.happened("c3")
    assert marks.saw(CardMoved, seat=1)
    assert not marks.saw(CardMoved, seat=0)
    assert not marks.saw(Linked)
