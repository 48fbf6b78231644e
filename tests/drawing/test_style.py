"""Colours that can be told apart and read, and a style sheet that keeps to its pictures."""

import re
from itertools import combinations
from math import dist

import pytest

from tabletop_rules.drawing import style

THEMES = {"light": style._LIGHT, "dark": style._DARK}
SIGHTS = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    # Machado, Oliveira and Fernandes (2009), severity 1: what colours become, in linear RGB
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
JUST_NOTICEABLE = 2.3  # CIE76
SURFACES = ("paper", "panel", "field", "face", "tint0", "tint1", "tint2", "tint3")


def linear(colour: str) -> list[float]:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    return [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]


def luminance(colour: str) -> float:
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, bright = sorted((luminance(one), luminance(other)))
    return (bright + 0.05) / (dark + 0.05)


def lab(colour: str, sight: str) -> tuple[float, float, float]:
    """Return a colour in CIE Lab, as somebody sees it."""
    parts = linear(colour)
    seen = [sum(a * b for a, b in zip(row, parts, strict=True)) for row in SIGHTS[sight]]
    red, green, blue = (min(1.0, max(0.0, part)) for part in seen)
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883
    a, b, c = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in (x, y, z))
    return 116 * b - 16, 500 * (a - b), 200 * (b - c)


@pytest.mark.parametrize("theme", THEMES)
def test_texts_can_be_read(theme: str) -> None:
    """By WCAG 2 AA: 4.5 for texts."""
    colours = THEMES[theme]
    for text in ("ink", "soft", "bad"):
        for surface in SURFACES:
            assert contrast(colours[text], colours[surface]) >= 4.5, (text, surface)
    for seat in range(style.SEATS):
        assert contrast(colours[f"seat{seat}"], colours["on"]) >= 4.5


@pytest.mark.parametrize("theme", THEMES)
def test_marks_stand_out_from_what_is_under_them(theme: str) -> None:
    """By WCAG 2 AA: 3 for shapes; an option has two lines, of which one stands out."""
    colours = THEMES[theme]
    for surface in SURFACES:
        assert contrast(colours["last"], colours[surface]) >= 3
        lines = (colours["option"], colours["option-edge"])
        assert max(contrast(line, colours[surface]) for line in lines) >= 3


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("theme", THEMES)
def test_whoever_sees_colours_otherwise_tells_seats_apart(theme: str, sight: str) -> None:
    seats = [lab(THEMES[theme][f"seat{seat}"], sight) for seat in range(style.SEATS)]
    for one, other in combinations(seats, 2):
        assert dist(one, other) > 4 * JUST_NOTICEABLE


def test_seats_have_emblems_of_their_own() -> None:
    assert len(set(style.EMBLEMS)) == len(style.EMBLEMS) >= style.SEATS


def test_both_themes_have_the_same_colours_and_no_other_is_used() -> None:
    assert style._LIGHT.keys() == style._DARK.keys()
    used = set(re.findall(r"var\(--tr-([\w-]+)\)", style.stylesheet()))
    assert used <= style._LIGHT.keys()


def test_every_rule_is_for_pictures_alone() -> None:
    for line in style.stylesheet().splitlines():
        head = line.removeprefix("@media (prefers-color-scheme:dark){").partition("{")[0]
        for selector in head.split(","):
            assert ".tabletop-rules" in selector


def test_nothing_is_loaded() -> None:
    assert not re.search(r"url\(|@import|@font-face|https?:", style.stylesheet())
