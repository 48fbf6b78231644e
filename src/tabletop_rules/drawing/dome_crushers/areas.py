"""The areas of one player: cards in both modes, hand, deck and scoring pile."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Final, TypeVar

import svg
from attrs import frozen

from tabletop_rules.core import Seat
from tabletop_rules.dome_crushers import (
    HIDDEN,
    InPlay,
    KeepCards,
    Mode,
    PlaceUnder,
    PlayCard,
    TargetCard,
    View,
)
from tabletop_rules.dome_crushers.events import (
    BatchPlaced,
    CardDrawn,
    CardPlacedUnder,
    CardReturned,
    CardsKept,
    CardsScored,
    DecksShuffled,
    StartPlayerNamed,
)
from tabletop_rules.dome_crushers.questions import Under
from tabletop_rules.drawing.dome_crushers.cards import (
    Size,
    ability_card,
    attack_card,
    back,
    hand_card,
    size_for,
)
from tabletop_rules.drawing.dome_crushers.words import cancellers
from tabletop_rules.drawing.scenes import Mark, Scene
from tabletop_rules.drawing.shapes import Box, box, chip, emblem, group, label, paragraph, pile

__all__ = ["Area"]

T = TypeVar("T")
Drawer = Callable[[Box], svg.Element]

_PAD: Final = 12
_CAPTION: Final = 24
_PILES: Final = 222
_BACK: Final = (54, 74)
_CHIP: Final = 28


@frozen
class _Zone:
    """Cards that lie together: `below` is kept free under each of them."""

    name: str
    classes: str
    drawers: Sequence[Drawer]
    size: tuple[int, int]
    below: int = 0


@frozen
class Area:
    """One player's part of the picture, `width` wide, its upper edge at 0."""

    scene: Scene[View]
    seat: Seat
    width: int

    @property
    def view(self) -> View:
        """What is drawn."""
        return self.scene.view

    @property
    def size(self) -> Size:
        """The size of cards."""
        return size_for(self.scene.narrow)

    @property
    def whose(self) -> str:
        """The player in a few words."""
        return f"Seat {self.seat}{' (you)' if self.seat == self.view.seat else ''}"

    def painted(self, top: int) -> tuple[svg.Element, int]:
        """Return the area with its upper edge at `top`, and how high it is."""
        inner = self.width - 2 * _PAD
        drawn: list[svg.Element] = []
        y = top + 58
        if self.scene.narrow:
            for zone in (self._attack, self._ability, self._hand, self._under):
                y = self._add(drawn, zone(_PAD, y, inner), y)
            y = self._add(drawn, self._piles(_PAD, y, inner), y)
        else:
            left = inner - _PILES - _PAD
            attack = self._attack_width(left)
            first = self._attack(_PAD, y, attack)
            second = self._ability(_PAD + attack + _PAD, y, left - attack - _PAD)
            low = max(self._add(drawn, first, y), self._add(drawn, second, y))
            for zone in (self._hand, self._under):
                low = self._add(drawn, zone(_PAD, low, left), low)
            y = max(low, self._add(drawn, self._piles(_PAD + left + _PAD, y, _PILES), y))
        height = y - top
        frame = Box(0, top, self.width, height)
        return (
            group(
                [box(frame, "panel", 10), *self._head(top), *drawn],
                classes=f"area area{self.seat}",
                data={"seat": self.seat},
            ),
            height,
        )

    @staticmethod
    def _add(drawn: list[svg.Element], made: tuple[list[svg.Element], int], y: int) -> int:
        """Add elements; return where the next may begin."""
        elements, height = made
        drawn += elements
        return y + height + _PAD if height else y

    def _head(self, top: int) -> list[svg.Element]:
        """Return whose area it is, and how this player stands."""
        view, seat = self.view, self.seat
        small = self.scene.narrow
        started = view.round > 0 and view.start_player == seat
        named = any(
            isinstance(e, StartPlayerNamed) and e.seat == seat for e in self.scene.marks.events
        )
        notes = ["starts the round" if view.agenda else "started last"] if started else []
        if view.actor == seat:
            notes.append("to act")
        total, points = view.totals[seat], view.scores[seat]
        numbers = [
            (self.width - _PAD - 62, "Strength Total", total, "total"),
            (self.width - _PAD - 62 - (118 if small else 130), "points", points, "points"),
        ]
        drawn: list[svg.Element] = [
            emblem(seat, _PAD + 16, top + 28, 30),
            label(self.whose, _PAD + 40, top + 27, 150 if small else 300, 18, classes="bold"),
            group(
                [
                    label(
                        " \u00b7 ".join(notes),
                        _PAD + 40,
                        top + 45,
                        150 if small else 400,
                        13,
                        classes="option-text bold" if view.actor == seat else "soft",
                    )
                ]
                if notes
                else [],
                classes="notes",
                mark=Mark((), named and started),
                outline=Box(_PAD + 34, top + 31, 160, 20),
            ),
        ]
        for x, name, number, kind in numbers:
            drawn.append(
                group(
                    [
                        label(
                            str(number).replace("-", "\u2212"),
                            x,
                            top + 33,
                            90,
                            26,
                            anchor="middle",
                            classes="bold",
                        ),
                        label(name, x, top + 49, 118, 12, anchor="middle", classes="soft"),
                    ],
                    classes=kind,
                    data={"count": number},
                )
            )
        return drawn

    def _attack_width(self, inner: int) -> int:
        """Return how much of the width the cards in Attack Mode get: what needs fewest rows."""
        count = sum(c.seat == self.seat for c in self.view.attackers)
        others = sum(c.seat == self.seat for c in self.view.abilities)
        gap, size = self.size.gap, self.size
        best, height = 0, 0
        for columns in (2, *(c for c in range(1, max(1, count) + 1) if c != 2)):
            wide = columns * (size.short + gap) + gap
            free = (inner - wide - _PAD - gap) // (size.long + gap)
            if free < 1:
                continue
            high = max(size.long * -(-count // columns), size.short * -(-others // free))
            if not best or high < height:
                best, height = wide, high
        return best

    def _attack(self, x: int, y: int, width: int) -> tuple[list[svg.Element], int]:
        cards = [c for c in self.view.attackers if c.seat == self.seat]
        drawers = [partial(self._attacker, played=card) for card in cards]
        return self._zone(_Zone("Attack Mode", "attack", drawers, self.size.upright), x, y, width)

    def _attacker(self, place: Box, played: InPlay) -> svg.Element:
        card = self.view.config.deck.by_name[played.card]
        title = f"In Attack Mode, play {played.play}."
        return attack_card(place, card, played, mark=self._mark(played), title=title)

    def _ability(self, x: int, y: int, width: int) -> tuple[list[svg.Element], int]:
        view = self.view
        off = cancellers(view.config.deck, view.abilities, view.works)
        cards = [c for c in view.abilities if c.seat == self.seat]
        drawers = [partial(self._able, played=c, by=off.get(c.play)) for c in cards]
        return self._zone(
            _Zone("Ability Mode", "ability", drawers, self.size.sideways), x, y, width
        )

    def _able(self, place: Box, played: InPlay, by: tuple[InPlay, ...] | None) -> svg.Element:
        deck = self.view.config.deck
        title = f"In Ability Mode, play {played.play}."
        if by is not None:
            who = ", ".join(
                f"{deck.by_name[c.card].ability} of {c.card} (play {c.play}, seat {c.seat})"
                for c in by
            )
            title += f" Cancelled by {who}." if who else " Cancelled."
        if played.due:
            title += " Its effect is still to come."
        return ability_card(
            place, deck.by_name[played.card], played, by, mark=self._mark(played), title=title
        )

    def _mark(self, played: InPlay) -> Mark:
        return self.scene.marks.mark(("play", played.play), kind=TargetCard)

    def _zone(self, zone: _Zone, x: int, y: int, width: int) -> tuple[list[svg.Element], int]:
        """Return a field with cards in rows, and its height."""
        wide, high = zone.size
        high_all = high + zone.below
        gap = self.size.gap
        columns = max(1, (width - gap) // (wide + gap))
        rows = max(1, -(-len(zone.drawers) // columns))
        height = _CAPTION + rows * (high_all + gap)
        if zone.classes in ("attack", "ability") and not self.scene.narrow:
            height = max(height, _CAPTION + self.size.long + gap)
        if not zone.drawers and self.scene.narrow:
            height = _CAPTION + gap
        drawn: list[svg.Element] = [
            box(Box(x, y, width, height), "field", 8),
            label(zone.name, x + gap, y + 16, width - 2 * gap, 12, classes="soft"),
        ]
        for place, draw in enumerate(zone.drawers):
            left = x + gap + place % columns * (wide + gap)
            above = y + _CAPTION + place // columns * (high_all + gap)
            drawn.append(draw(Box(left, above, wide, high)))
        count: dict[str, object] = {"count": len(zone.drawers)}
        return [group(drawn, classes=f"zone {zone.classes}", data=count)], height

    def _hand(self, x: int, y: int, width: int) -> tuple[list[svg.Element], int]:
        hand = self.view.players[self.seat].hand
        named = [card for card in hand if card != HIDDEN]
        hidden = len(hand) - len(named)
        count = f"Hand of {len(hand)}" if hand else "Hand, empty"
        if hidden and not named:
            drawers: list[Drawer] = [self._hidden] * hidden
            return self._zone(_Zone(count, "hand", drawers, _BACK), x, y, width)
        drawers = [partial(self._held, name=card) for card in named]
        drawers += [self._hidden] * hidden
        plays = any(isinstance(option, PlayCard) for option in self.scene.marks.options)
        below = _CHIP * 2 + 8 if plays and self.view.actor == self.seat else 0
        size = self.size.upright if hand else (_BACK[0], 8)
        if hidden:
            count += f", {len(named)} of them known"
        return self._zone(_Zone(count, "hand", drawers, size, below), x, y, width)

    def _hidden(self, place: Box) -> svg.Element:
        return back(place, self.seat, f"A card in the hand of seat {self.seat}")

    def _held(self, place: Box, name: str) -> svg.Element:
        card = self.view.config.deck.by_name[name]
        if self.view.actor != self.seat:
            return hand_card(place, card, self.seat, self._held_mark(name, ()))
        marks = self.scene.marks
        chips: list[svg.Element] = []
        found = marks.option(name, kind=(PlayCard, KeepCards))
        for row, mode in enumerate(Mode):
            one = marks.where(partial(_plays, name=name, mode=mode))
            if one:
                low = Box(place.x, place.bottom + 6 + row * (_CHIP + 4), place.width, _CHIP)
                chips.append(
                    chip(low, mode.value, mark=Mark(one), title=f"{name} in {mode.value} mode")
                )
        return hand_card(place, card, self.seat, self._held_mark(name, found), extras=chips)

    def _held_mark(self, name: str, found: tuple[int, ...]) -> Mark:
        came = any(
            isinstance(e, CardDrawn | CardReturned) and (e.seat, e.card) == (self.seat, name)
            for e in self.scene.marks.events
        )
        return Mark(found, came)

    def _under(self, x: int, y: int, width: int) -> tuple[list[svg.Element], int]:
        """Return the cards that are to go under the deck, if that is asked now."""
        ask = next(
            (a for a in self.view.agenda if isinstance(a, Under) and a.seat == self.seat), None
        )
        if ask is None:
            return [], 0
        size = self.size.upright if HIDDEN not in ask.left else _BACK
        drawers: list[Drawer] = [partial(self._going, name=name) for name in ask.left]
        placed = f", {len(ask.placed)} placed" if ask.placed else ""
        if ask.placed and HIDDEN not in ask.placed:
            placed = f", after {', '.join(ask.placed)}"
        name = f"To go under the deck{placed}"
        return self._zone(_Zone(name, "under", drawers, size), x, y, width)

    def _going(self, place: Box, name: str) -> svg.Element:
        if name == HIDDEN:
            return back(place, self.seat, "A card to go under the deck")
        card = self.view.config.deck.by_name[name]
        found = self.scene.marks.option(name, kind=PlaceUnder)
        return hand_card(place, card, self.seat, Mark(found), classes="going")

    def _piles(self, x: int, y: int, width: int) -> tuple[list[svg.Element], int]:
        """Return the deck, both halves of the scoring pile, and what is in them."""
        player, seat = self.view.players[self.seat], self.seat
        gap = self.size.gap
        wide, high = (width - 2 * gap) // 3, 88
        boxes = [Box(x + place * (wide + gap), y + 4, wide, high) for place in range(3)]
        under = f", {len(player.bottom)} of them in order at the bottom" if player.bottom else ""
        if player.bottom and HIDDEN not in player.bottom:
            under += f": {', '.join(player.bottom)}"
        scored = _of(self.scene.marks.events, CardsScored, seat)
        moved = self._happened(CardDrawn, BatchPlaced, CardPlacedUnder, CardsKept)
        shuffled = any(isinstance(e, DecksShuffled) for e in self.scene.marks.events)
        drawn = [
            pile(
                boxes[0],
                "deck",
                player.deck_size,
                seat=seat,
                title=f"Deck of {player.deck_size}: {player.rest} shuffled{under}",
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
        by_name = self.view.config.deck.by_name
        lines = [
            ("deck", f"{player.rest} shuffled{_bottom(player.bottom)}"),
            ("up", ", ".join(f"{n} {by_name[n].strength}" for n in player.face_up) or "\u2013"),
            ("down", ", ".join(player.face_down) or "\u2013"),
        ]
        low = y + high + 26
        for name, text in lines:
            said = paragraph(text, x + 40, low, width - 40, 12, lines=5)
            drawn += [label(name, x, low, 38, 12, classes="soft"), *said]
            low += 15 * max(1, len(said)) + 3
        return drawn, low - y - 8

    def _happened(self, *kinds: type) -> bool:
        return any(
            isinstance(e, kinds) and getattr(e, "seat", None) == self.seat
            for e in self.scene.marks.events
        )


def _of(events: Iterable[object], kind: type[T], seat: Seat) -> list[T]:
    return [e for e in events if isinstance(e, kind) and getattr(e, "seat", None) == seat]


def _plays(option: object, name: str, mode: Mode) -> bool:
    return isinstance(option, PlayCard) and (option.card, option.mode) == (name, mode)


def _listed(cards: tuple[str, ...]) -> str:
    return ", ".join(cards) or "nothing"


def _bottom(bottom: tuple[str, ...]) -> str:
    if not bottom:
        return ""
    return f", then {len(bottom)}" if HIDDEN in bottom else f", then {', '.join(bottom)}"


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
