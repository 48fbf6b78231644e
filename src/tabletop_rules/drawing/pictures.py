"""Drawing a view: which painter, the frame around what it paints, and the picture."""

from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias, TypeVar, get_args

from attrs import frozen

from tabletop_rules.core import Event, Game, MissingExtraError, Problem, ProblemsError
from tabletop_rules.core.errors import shown

if TYPE_CHECKING:
    from tabletop_rules.drawing.scenes import Painter

__all__ = [
    "PAINTERS",
    "DrawingError",
    "DrawingMissingError",
    "Layout",
    "Picture",
    "Theme",
    "draw",
    "need_drawing",
]

C = TypeVar("C")
S = TypeVar("S")
A = TypeVar("A")
V = TypeVar("V")

Theme: TypeAlias = Literal["auto", "light", "dark"]
"""``auto``: as the reader's system is set, or as `data-theme` on an element around it says."""
Layout: TypeAlias = Literal["wide", "narrow"]
"""``narrow`` is for a telephone held upright."""

PAINTERS: Final = {
    "dome_crushers": "tabletop_rules.drawing.dome_crushers",
    "dominum": "tabletop_rules.drawing.dominum",
    "dominus_portus": "tabletop_rules.drawing.dominus_portus",
}
"""The module of each game's painter; a game without one is drawn as the text of its `render`."""


class DrawingError(ProblemsError):
    """A picture that cannot be drawn."""

    kind = "drawing"


class DrawingMissingError(MissingExtraError):
    """What pictures are made with is not installed."""

    def __init__(self, library: str = "svg.py", extra: str = "drawing") -> None:
        super().__init__(library, extra)


@frozen
class Picture:
    """An SVG picture: a file of its own, and just as well a part of a page or notebook.

    `width` and `height` are its natural size in CSS pixels; it scales. `title` says in a line what
    it shows, `description` says it to who cannot see it.
    """

    svg: str
    width: int
    height: int
    title: str
    description: str

    def __str__(self) -> str:
        return self.svg

    def _repr_svg_(self) -> str:
        """Return the picture for a notebook."""
        return self.svg

    @property
    def unstyled(self) -> str:
        """The SVG without its style, for a page with many pictures and one `stylesheet`."""
        head, found, rest = self.svg.partition("<style>")
        return head + rest.partition("</style>")[2] if found else head


def need_drawing() -> None:
    """Make sure that pictures can be drawn.

    Raises:
        DrawingMissingError: they cannot.
    """
    if find_spec("svg") is None:
        raise DrawingMissingError


def draw(
    game: Game[C, S, A, V],
    view: V,
    *,
    options: Sequence[A] = (),
    events: Sequence[Event] = (),
    theme: Theme = "auto",
    layout: Layout = "wide",
) -> Picture:
    """Return a picture of a view.

    `options` are the actions that the viewer may choose from: what one of them concerns has the
    class ``option`` and the attribute ``data-options`` with their indices. Every index stands
    somewhere. `events` are those of the last step, as the viewer saw them: what they concern has
    the class ``last``.

    Raises:
        DrawingMissingError: the extra ``drawing`` is not installed.
        DrawingError: the view is not one of the game, or there is no such theme or layout.
    """
    need_drawing()
    _check("theme", theme, get_args(Theme))
    _check("layout", layout, get_args(Layout))
    from tabletop_rules.drawing.frames import framed  # noqa: PLC0415 - an extra
    from tabletop_rules.drawing.scenes import Marks, Scene  # noqa: PLC0415 - an extra

    painter = _painter(game)
    if not isinstance(view, painter.view):
        what = f"expected a {game.name} {painter.view.__name__}, got {shown(view)}"
        raise DrawingError([Problem("view", what)])
    marks = Marks(tuple(options), tuple(events))
    scene: Scene[Any] = Scene(game, view, marks, layout)
    sheet = painter.paint(scene)
    return framed(scene, sheet, theme)


def _check(where: str, given: object, expected: tuple[str, ...]) -> None:
    if given not in expected:
        what = f"expected one of {', '.join(expected)}, got {shown(given)}"
        raise DrawingError([Problem(where, what)])


def _painter(game: Game[Any, Any, Any, Any]) -> "Painter":
    module = PAINTERS.get(game.name, "tabletop_rules.drawing.plain")
    painter: Painter = import_module(module).PAINTER
    return painter
