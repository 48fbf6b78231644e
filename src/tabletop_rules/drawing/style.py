"""Colours and the style sheet, the same for every game, light and dark.

The colours of seats are of Okabe and Ito: told apart by whoever sees colours otherwise. Nothing is
told by colour alone: a seat has an emblem too, an option a solid outline, the last step a dashed
one.
"""

from functools import cache
from typing import Final

__all__ = ["EMBLEMS", "SEATS", "stylesheet"]

SEATS: Final = 6
"""Seats with a colour of their own: classes ``seat0`` to ``seat5``."""

EMBLEMS: Final = ("circle", "diamond", "triangle", "square", "hexagon", "drop")
"""The shape that stands for a seat beside its colour."""

_LIGHT: Final = {
    "paper": "#ffffff",
    "panel": "#f4f3ef",
    "field": "#e9e6dd",
    "face": "#fffdf7",
    "ink": "#1b1b1f",
    "soft": "#55555e",
    "line": "#9a978e",
    "option": "#008a64",
    "last": "#a03c8c",
    "bad": "#b03a00",
    "seat0": "#0072b2",
    "seat1": "#d55e00",
    "seat2": "#009e73",
    "seat3": "#b0568c",
    "seat4": "#2f97cf",
    "seat5": "#a87400",
    "tint0": "#dbeaf5",
    "tint1": "#fae4d3",
    "tint2": "#d8efe7",
    "tint3": "#f4e2ec",
    "tint4": "#dff0fa",
    "tint5": "#f8eccb",
    "charge": "#f0c000",
    "on": "#ffffff",
    "rome": "#f6e7bb",
    "land": "#a3352b",
    "brown": "#7a4a21",
    "purple": "#6a3d9a",
    "red": "#c0271d",
}
_DARK: Final = {
    "paper": "#16171b",
    "panel": "#1f2127",
    "field": "#2a2d34",
    "face": "#24262d",
    "ink": "#f1f0ec",
    "soft": "#b4b4bd",
    "line": "#686b75",
    "option": "#3ddca8",
    "last": "#f08fd8",
    "bad": "#ff9a5c",
    "seat0": "#5ab4ee",
    "seat1": "#f0883a",
    "seat2": "#2fc79a",
    "seat3": "#e29ac4",
    "seat4": "#8fd0f5",
    "seat5": "#f0b93a",
    "tint0": "#1c3447",
    "tint1": "#452b18",
    "tint2": "#163a30",
    "tint3": "#402837",
    "tint4": "#23414f",
    "tint5": "#403415",
    "charge": "#ffd93b",
    "on": "#101114",
    "rome": "#4a3d18",
    "land": "#e0685a",
    "brown": "#8d5a2c",
    "purple": "#8458b8",
    "red": "#cf3b30",
}

_ROOT: Final = ".tabletop-rules"
_FONT: Final = "system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif"
_MONO: Final = "ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace"


def _variables(colours: dict[str, str]) -> str:
    scheme = "dark" if colours is _DARK else "light"
    return ";".join([f"color-scheme:{scheme}", *(f"--tr-{k}:{v}" for k, v in colours.items())])


def _rules() -> dict[str, str]:
    """Return what each class looks like."""
    rules = {
        "text": "fill:var(--tr-ink);stroke:none",
        ".soft": "fill:var(--tr-soft)",
        ".on": "fill:var(--tr-on)",
        ".bad-text": "fill:var(--tr-bad)",
        ".option-text": "fill:var(--tr-option)",
        ".bold": "font-weight:700",
        ".italic": "font-style:italic",
        ".struck": "text-decoration:line-through",
        ".mono": f"font-family:{_MONO};white-space:pre",
        ".paper": "fill:var(--tr-paper)",
        ".panel": "fill:var(--tr-panel);stroke:var(--tr-line);stroke-width:1",
        ".field": "fill:var(--tr-field);stroke:var(--tr-line);stroke-width:1",
        ".face": "fill:var(--tr-face);stroke:var(--tr-line);stroke-width:1.5",
        ".slot": "fill:none;stroke:var(--tr-line);stroke-width:1.5;stroke-dasharray:4 4",
        ".rule": "fill:none;stroke:var(--tr-line);stroke-width:1",
        ".strong": "fill:none;stroke:var(--tr-ink);stroke-width:2",
        ".strong-on": "fill:none;stroke:var(--tr-on);stroke-width:2",
        ".stroke": "fill:none;stroke:var(--tr-ink);stroke-width:1.6;stroke-linecap:round",
        ".casing": "fill:none;stroke:var(--tr-paper);stroke-width:9;stroke-linejoin:round",
        ".charge": "fill:var(--tr-charge);stroke:var(--tr-ink);stroke-width:1",
        ".hollow": "fill:none;stroke:var(--tr-line);stroke-width:1.2;stroke-dasharray:3 2",
        ".done": "fill:var(--tr-soft);stroke:none",
        ".ink": "fill:var(--tr-ink);stroke:none",
        ".bad": "fill:var(--tr-bad);stroke:var(--tr-face);stroke-width:1",
        ".strike": "stroke:var(--tr-bad);stroke-width:2",
        ".province": "fill:var(--tr-face);stroke:var(--tr-ink);stroke-width:1.2",
        ".rome": "fill:var(--tr-rome);stroke:var(--tr-ink);stroke-width:2",
        ".land-line": "fill:none;stroke:var(--tr-land);stroke-width:4",
        ".sea-line": "fill:none;stroke:var(--tr-ink);stroke-width:5;stroke-linecap:round;"
        "stroke-dasharray:0 11",
        ".anchor-line": "fill:none;stroke:#fff;stroke-width:1.8;stroke-linecap:round",
        ".brown": "fill:var(--tr-brown);stroke:var(--tr-line);stroke-width:1",
        ".purple": "fill:var(--tr-purple);stroke:var(--tr-line);stroke-width:1",
        ".red": "fill:var(--tr-red);stroke:var(--tr-line);stroke-width:1",
        ".badge-ring": "fill:#0005;stroke:#fff;stroke-width:1",
        ".white": "fill:#fff",
        ".clear": "fill:transparent;stroke:none",
        ".dim": "opacity:.55",
        ".halo": "fill:none;stroke:var(--tr-option);stroke-width:3",
        ".trace": "fill:none;stroke:var(--tr-last);stroke-width:3;stroke-dasharray:7 4",
        ".option": "cursor:pointer",
        ".option:hover > .halo,.option:focus > .halo": "stroke-width:5",
        ".option:focus": "outline:none",
    }
    for seat in range(SEATS):
        colour = f"var(--tr-seat{seat})"
        rules[f".seat{seat}"] = f"fill:{colour};stroke:none"
        rules[f".edge{seat}"] = f"fill:var(--tr-face);stroke:{colour};stroke-width:2.5"
        rules[f".tint{seat}"] = f"fill:var(--tr-tint{seat});stroke:var(--tr-line);stroke-width:1"
        rules[f".line{seat}"] = f"fill:none;stroke:{colour};stroke-width:5"
        rules[f".zone{seat}"] = f"fill:none;stroke:{colour};stroke-width:1.5"
    rules[".dashed"] = "stroke-dasharray:9 5"
    return rules


@cache
def stylesheet() -> str:
    """Return the style of all pictures: every rule is for what is inside ``.tabletop-rules``.

    A page may include it once and use `Picture.unstyled`.
    """
    light, dark = _variables(_LIGHT), _variables(_DARK)
    auto = f"{_ROOT}.theme-auto"
    lines = [
        f"{_ROOT}{{font-family:{_FONT};max-width:100%;height:auto}}",
        f"{_ROOT}.theme-light,{auto}{{{light}}}",
        f"{_ROOT}.theme-dark{{{dark}}}",
        f"@media (prefers-color-scheme:dark){{{auto}{{{dark}}}}}",
        f'[data-theme="light"] {auto}{{{light}}}',
        f'[data-theme="dark"] {auto}{{{dark}}}',
    ]
    for names, look in _rules().items():
        scoped = ",".join(f"{_ROOT} {name}" for name in names.split(","))
        lines.append(f"{scoped}{{{look}}}")
    return "\n".join(lines)
