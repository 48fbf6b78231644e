"""The picture of a view of Dominum: the board, both mats, what is asked, the own hand."""

from tabletop_rules.dominum.drawing import asked_text, render
from tabletop_rules.dominum.views import View
from tabletop_rules.drawing.dominum.board import board_size, draw_board
from tabletop_rules.drawing.dominum.hands import draw_choice, draw_hand
from tabletop_rules.drawing.dominum.mats import draw_mat
from tabletop_rules.drawing.dominum.news import draw_news, headline
from tabletop_rules.drawing.dominum.table import Part, Table
from tabletop_rules.drawing.scenes import Painter, Scene, Sheet
from tabletop_rules.drawing.shapes import moved

__all__ = ["PAINTER"]

_GAP = 12
_MAT = 448
"""How wide a mat is at least."""


def _paint(scene: Scene[View]) -> Sheet:
    """Return the board with the viewer's side below, the mats and hands around it."""
    table = Table(scene)
    far, near = 1 - table.near, table.near
    board_width, board_height = board_size(table)
    board = Part(board_width, board_height, draw_board(table))
    if table.narrow:
        width = max(board_width, _MAT)
        column = [
            draw_news(table, width),
            draw_mat(table, far, width),
            board,
            draw_mat(table, near, width),
        ]
        parts = _stacked(column)
    else:
        mats = [draw_mat(table, far, _MAT), draw_news(table, _MAT), draw_mat(table, near, _MAT)]
        right = _stacked(mats)
        width = board_width + _GAP + _MAT
        height = max(board.height, right.height)
        parts = Part(
            width,
            height,
            (
                moved(board.elements, 0, (height - board.height) / 2),
                moved(right.elements, board_width + _GAP, 0),
            ),
        )
    below = [part for part in (draw_choice(table, width), draw_hand(table, width)) if part]
    whole = _stacked([parts, *below])
    title = f"Dominum: {headline(scene.view)}. {asked_text(scene.view)}"
    return Sheet(width, round(whole.height), whole.elements, title, render(scene.view))


def _stacked(parts: list[Part]) -> Part:
    """Return parts one below the other."""
    y = 0.0
    drawn = []
    for part in parts:
        drawn.append(moved(part.elements, 0, y))
        y += part.height + _GAP
    return Part(max(part.width for part in parts), y - _GAP, tuple(drawn))


PAINTER = Painter(View, _paint)
