"""The deck and the scoring pile of a player, and what is known to be in them."""

from collections.abc import Iterable
from typing import TypeVar

import svg

from tabletop_rules.core import Seat
from tabletop_rules.dome_crushers import HIDDEN, PlayerView, View
from tabletop_rules.dome_crushers.drawing import batch_words
from tabletop_rules.dome_crushers.events import (
    BatchPlaced,
    CardDrawn,
    CardPlacedUnder,
    CardsScored,
    DecksShuffled,
)
from tabletop_rules.drawing.scenes import Mark, Scene
from tabletop_rules.drawing.shapes import Box, box, group, label, paragraph, pile

__all__ = ["piles"]

T = TypeVar("T")


def piles(scene: Scene[View], seat: Seat, place: Box) -> tuple[list[svg.Element], int]:
    """Return the deck, both halves of the scoring pile, and what is in them."""
    player = scene.view.players[seat]
    x, y, width = place.x, place.y, place.width
    gap = 8
    wide, high = (width - 2 * gap) // 3, 88
    boxes = [Box(x + n * (wide + gap), y + 4, wide, high) for n in range(3)]
    scored = _of(scene.marks.events, CardsScored, seat)
    moved = scene.marks.saw(CardDrawn, BatchPlaced, CardPlacedUnder, seat=seat)
    shuffled = scene.marks.saw(DecksShuffled)
    drawn = [
        pile(
            boxes[0],
            "deck",
            player.deck_size,
            seat=seat,
            title=f"Deck of {player.deck_size}: {_deck(player)}",
            classes="deck",
            mark=Mark((), moved or shuffled),
        ),
        _scored(
            boxes[1],
            "face up",
            player.face_up,
            any(e.cards and e.face_up for e in scored),
        ),
        pile(
            boxes[2],
            "face down",
            len(player.face_down),
            seat=seat,
            title=f"Scored face down, worth nothing: {_listed(player.face_down)}",
            classes="face-down",
            mark=Mark((), any(e.cards and not e.face_up for e in scored)),
        ),
    ]
    by_name = scene.view.config.deck.by_name
    lines = [
        ("deck", _deck(player)),
        ("up", ", ".join(f"{n} {by_name[n].strength}" for n in player.face_up) or "\u2013"),
        ("down", ", ".join(player.face_down) or "\u2013"),
    ]
    low = y + high + 26
    for name, text in lines:
        said = paragraph(text, x + 40, low, width - 40, 12, lines=5)
        drawn += [label(name, x, low, 38, 12, classes="soft"), *said]
        low += 15 * max(1, len(said)) + 3
    return drawn, round(low - y - 8)


def _of(events: Iterable[object], kind: type[T], seat: Seat) -> list[T]:
    return [e for e in events if isinstance(e, kind) and getattr(e, "seat", None) == seat]


def _listed(cards: tuple[str, ...]) -> str:
    return ", ".join(cards) or "nothing"


def _deck(player: PlayerView) -> str:
    """Return what the viewer knows of a deck, from its top on."""
    parts = [f"{player.rest} shuffled"] if player.rest else []
    if player.bottom and HIDDEN not in player.bottom:
        parts.append(", ".join(player.bottom))
    else:
        parts += [batch_words(batch) for batch in player.batches if batch.left]
    return ", then ".join(parts) or "\u2013"


def _scored(place: Box, name: str, cards: tuple[str, ...], last: bool) -> svg.Element:
    """Return the face-up half of a scoring pile."""
    x, y = place.middle
    drawn = [
        *(
            box(Box(place.x + 3 * n, place.y - 3 * n, place.width, place.height), "face", 5)
            for n in reversed(range(min(3, len(cards))))
        ),
        *([] if cards else [box(place, "slot", 5)]),
        label(len(cards), x, y + 3, place.width - 6, 20, anchor="middle", classes="bold"),
        label(name, x, place.bottom - 7, place.width - 6, 12, anchor="middle", classes="soft"),
    ]
    return group(
        drawn,
        title=f"Scored face up: {_listed(cards)}",
        classes="pile face-up",
        mark=Mark((), last),
        outline=place,
        data={"count": len(cards)},
    )
