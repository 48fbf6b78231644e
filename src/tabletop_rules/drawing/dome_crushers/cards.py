"""Cards of Dome Crushers: upright, sideways, face down."""

from collections.abc import Iterable
from typing import Final

import svg
from attrs import frozen

from tabletop_rules.core import Seat
from tabletop_rules.dome_crushers import Card, InPlay
from tabletop_rules.drawing.dome_crushers.words import full_text, short_text
from tabletop_rules.drawing.scenes import NO_MARK, Mark
from tabletop_rules.drawing.shapes import Box, box, emblem, group, label, paragraph, token

__all__ = ["Size", "ability_card", "attack_card", "back", "hand_card", "size_for"]

_GAP: Final = 8


@frozen
class Size:
    """How long the two sides of a card are, and the gap between cards."""

    short: int
    long: int
    gap: int = _GAP

    @property
    def upright(self) -> tuple[int, int]:
        """Width and height of a card in Attack Mode or in a hand."""
        return self.short, self.long

    @property
    def sideways(self) -> tuple[int, int]:
        """Width and height of a card in Ability Mode."""
        return self.long, self.short


def size_for(narrow: bool) -> Size:
    """Return the size of cards in a layout."""
    return Size(96, 134) if narrow else Size(108, 146)


def attack_card(
    place: Box, card: Card, played: InPlay, *, mark: Mark = NO_MARK, title: str = ""
) -> svg.Element:
    """Return a card in Attack Mode: upright, its strength large."""
    x = place.middle[0]
    drawn = [
        box(place, f"edge{played.seat}", 6),
        *_name(card, place),
        label(
            card.strength, x, place.y + 80, place.width - 12, 40, anchor="middle", classes="bold"
        ),
        label("strength", x, place.y + 96, place.width - 12, 11, anchor="middle", classes="soft"),
        label(card.ability, x, place.bottom - 22, place.width - 12, 11, anchor="middle"),
        _play(played, place),
    ]
    return group(
        drawn,
        title=f"{title} {full_text(card)}".strip(),
        classes="card attack",
        mark=mark,
        outline=place,
        data=_data(played),
    )


def ability_card(
    place: Box,
    card: Card,
    played: InPlay,
    cancelled_by: tuple[InPlay, ...] | None,
    *,
    mark: Mark = NO_MARK,
    title: str = "",
) -> svg.Element:
    """Return a card in Ability Mode: sideways; struck through if it is cancelled.

    `cancelled_by` are the cards that cancel it, ``None`` if it works.
    """
    off = cancelled_by is not None
    struck = " struck soft" if off else ""
    left, inner = place.x + 8, place.width - 16
    drawn: list[svg.Element] = [
        box(place, f"edge{played.seat}", 6),
        label(card.name, left, place.y + 18, inner - 20, 12, classes="bold"),
        label(card.strength, place.right - 8, place.y + 18, 20, 12, anchor="end", classes="soft"),
        label(card.ability, left, place.y + 38, inner, 13, classes=f"bold{struck}"),
        *paragraph(short_text(card), left, place.y + 53, inner, 12, lines=2, classes=struck),
        _play(played, place),
    ]
    if cancelled_by is not None:
        names = ", ".join(other.card for other in cancelled_by)
        drawn += [
            svg.Line(
                x1=place.x + 4,
                y1=place.bottom - 24,
                x2=place.right - 4,
                y2=place.y + 24,
                class_=["strike"],
            ),
            box(Box(place.x + 1, place.bottom - 22, place.width - 2, 21), "bad", 5),
            label(
                f"\u2715 by {names}" if names else "\u2715 cancelled",
                left,
                place.bottom - 7,
                inner - 22,
                12,
                classes="on bold",
            ),
            label(
                f"#{played.play}",
                place.right - 8,
                place.bottom - 7,
                24,
                11,
                anchor="end",
                classes="on",
            ),
        ]
    elif card.cancelled_by:
        drawn.append(_cancellers(card, left, place.bottom - 8, inner - 22))
    mode = "ability cancelled" if off else "ability works"
    return group(
        drawn,
        title=f"{title} {full_text(card)}".strip(),
        classes=f"card {mode}",
        mark=mark,
        outline=place,
        data=_data(played),
    )


def hand_card(
    place: Box,
    card: Card,
    seat: Seat,
    mark: Mark = NO_MARK,
    *,
    classes: str = "in-hand",
    extras: Iterable[svg.Element] = (),
) -> svg.Element:
    """Return a card that lies open for the viewer: all that is printed on it, shortened."""
    inner, x = place.width - 12, place.middle[0]
    lines = 2 if card.cancelled_by else 3
    drawn: list[svg.Element] = [
        box(place, f"edge{seat}", 6),
        *_name(card, place),
        token(card.strength, x, place.y + 54, 28, classes=f"seat{seat}"),
        label(card.ability, x, place.y + 85, inner, 13, anchor="middle", classes="bold"),
        *paragraph(short_text(card), x, place.y + 100, inner, 12, lines=lines, anchor="middle"),
    ]
    if card.cancelled_by:
        drawn.append(_cancellers(card, place.x + 7, place.bottom - 8, place.width - 14))
    return group(
        [*drawn, *extras],
        title=full_text(card),
        classes=f"card {classes}",
        mark=mark,
        outline=place,
        data={"card": card.name},
    )


def back(place: Box, seat: Seat, title: str, mark: Mark = NO_MARK) -> svg.Element:
    """Return a card face down."""
    x, y = place.middle
    drawn = [
        box(place, f"tint{seat}", 5),
        box(place.inset(5), "rule", 3),
        emblem(seat, x, y, 18),
    ]
    return group(drawn, title=title, classes="card back", mark=mark, outline=place)


def _name(card: Card, place: Box) -> list[svg.Element]:
    return paragraph(
        card.name,
        place.middle[0],
        place.y + 18,
        place.width - 12,
        13,
        lines=2,
        anchor="middle",
        classes="bold",
    )


def _play(played: InPlay, place: Box) -> svg.Element:
    return label(
        f"#{played.play}", place.right - 7, place.bottom - 8, 26, 11, anchor="end", classes="soft"
    )


def _cancellers(card: Card, x: float, y: float, width: float) -> svg.Element:
    """Return by which abilities a card can be cancelled."""
    return label(f"\u2715 {', '.join(card.cancelled_by)}", x, y, width, 11, classes="soft")


def _data(played: InPlay) -> dict[str, object]:
    return {"play": played.play, "card": played.card, "seat": played.seat}
