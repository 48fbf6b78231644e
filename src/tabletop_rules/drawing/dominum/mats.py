"""A player's mat: points, power cards, phase tokens, hand and discard pile."""

from collections.abc import Iterator
from functools import partial

import svg

from tabletop_rules.core import Seat
from tabletop_rules.dominum.abilities import Phase
from tabletop_rules.dominum.actions import (
    Activate,
    ChooseFirst,
    DrawCard,
    FlipCoin,
    PowerVerb,
    ReturnOne,
    Say,
    Word,
)
from tabletop_rules.dominum.contents import HIDDEN
from tabletop_rules.dominum.events import (
    CardLeft,
    CardReturned,
    CounterSpent,
    DeckCycled,
    FirstPlayerNamed,
    ForceChosen,
    InitiativeTaken,
    Linked,
    PhaseActivated,
    PointsChanged,
    PowerDiscarded,
    PowerGained,
    PowerReset,
    PowerUsed,
)
from tabletop_rules.dominum.notation import power_name
from tabletop_rules.dominum.state import ACTIVATIONS, token
from tabletop_rules.drawing.dominum.cards import draw_power_card, printed
from tabletop_rules.drawing.dominum.table import Part, Table
from tabletop_rules.drawing.lettering import measure
from tabletop_rules.drawing.scenes import Mark
from tabletop_rules.drawing.shapes import Box, box, emblem, group, label, pile

__all__ = ["draw_mat"]

_PAD = 10
_GOAL = 7
"""The points that end the game (rule DM-WIN-1)."""
_SLOTS = 3
"""The places for cards on a reserve board."""


def draw_mat(table: Table, seat: Seat, width: float) -> Part:
    """Return the mat of a seat."""
    inner = width - 2 * _PAD
    drawn: list[svg.Element] = [*_head(table, seat, inner), *_power(table, seat, inner)]
    drawn += _phases(table, seat, inner)
    words, height = _cards(table, seat, inner)
    drawn += words
    place = Box(0, 0, width, height + _PAD)
    active = table.view.actor == seat
    panel = box(place, "panel", 8)
    bar = box(Box(0, 0, 5 if active else 2, place.height), f"seat{seat}", 2)
    whole = group([panel, bar, *drawn], title="", classes=f"mat mat{seat}", data={"seat": seat})
    return Part(width, place.height, (whole,))


def _head(table: Table, seat: Seat, inner: float) -> Iterator[svg.Element]:
    """Give the name of the domain, who it is, and the points."""
    seen, marks = table.view, table.marks
    player = seen.players[seat]
    you = ", you" if seen.seat == seat else ""
    first = ", 1st Player" if seen.clock.round and seen.clock.first == seat else ""
    options = marks.option(("seat", seat), kind=(ChooseFirst, FlipCoin))
    name = seen.config.domains[seat].name
    who = [
        emblem(seat, _PAD + 13, 24, 24),
        label(name, _PAD + 34, 23, inner - 180, 16, classes="bold"),
        label(f"seat {seat}{you}{first}", _PAD + 34, 39, inner - 180, 12, classes="soft"),
    ]
    yield group(
        who,
        classes="player",
        mark=Mark(options, marks.saw(FirstPlayerNamed, seat=seat)),
        outline=Box(_PAD - 2, 5, inner - 130, 40),
        data={"seat": seat},
    )
    place = Box(_PAD + inner - 124, 8, 124, 34)
    pips = [
        box(
            Box(place.x + 36 + number * 12.5, place.y + 11, 9, 12),
            f"seat{seat}" if number < player.points else "face",
            2,
        )
        for number in range(_GOAL)
    ]
    number = label(player.points, place.x + 28, place.y + 27, 28, 26, anchor="end", classes="bold")
    yield group(
        [number, *pips],
        title=f"{player.points} victory points",
        classes="points",
        mark=Mark((), marks.saw(PointsChanged, seat=seat)),
        outline=place,
        data={"points": player.points},
    )


def _power(table: Table, seat: Seat, inner: float) -> Iterator[svg.Element]:
    """Give the reserve board, the Power Deck, the used pile and the Cycle Counters."""
    power, marks = table.view.powers[seat], table.marks
    top, high = 66, 54
    yield label("reserve", _PAD, top - 6, 120, 11, classes="soft")
    for number in range(max(_SLOTS, len(power.reserve))):
        slot = Box(_PAD + number * 42, top, 38, high)
        if number >= len(power.reserve):
            yield group([box(slot, "slot", 4)], classes="reserve-place")
            continue
        card = power.reserve[number]
        options = table.power_options(seat, card, PowerVerb.RESERVE, PowerVerb.DISCARD)
        last = marks.saw(PowerGained, seat=seat) and marks.happened(("card", card), seat=seat)
        yield draw_power_card(card, slot, Mark(options, last), "reserve")
    x = _PAD + max(_SLOTS, len(power.reserve)) * 42 + 8
    options = table.options(
        seat,
        lambda o: isinstance(o, DrawCard) or (isinstance(o, Say) and o.word is Word.POWER_DECK),
    )
    listed = " ".join(map(power_name, power.deck)) or "nothing"
    yield pile(
        Box(x, top, 48, high),
        "deck",
        len(power.deck),
        seat=seat,
        title=f"Power Deck: {len(power.deck)} cards, shuffled: {listed}",
        classes="deck",
        mark=Mark(options, marks.saw(PowerReset, DeckCycled, seat=seat)),
    )
    counters = inner + _PAD - 60
    yield from _used(table, seat, Box(x + 64, top, counters - x - 74, high))
    yield label("counters", counters, top - 6, 58, 11, classes="soft")
    left = list(power.counters)
    for place, number in enumerate(sorted(table.view.config.power_deck.counters)):
        at = Box(counters + place % 2 * 33, top + place // 2 * 30, 26, 25)
        there = number in left
        if there:
            left.remove(number)
        options = table.power_options(seat, number, PowerVerb.COUNTER) if there else ()
        spent = marks.saw(CounterSpent, seat=seat) and marks.happened(("counter", number))
        yield group(
            [
                box(at, "face" if there else "slot", 12),
                label(
                    number,
                    at.middle[0],
                    at.y + 18,
                    20,
                    14,
                    anchor="middle",
                    classes="bold" if there else "soft",
                ),
            ],
            title=f"Cycle Counter {number}{'' if there else ', put aside'}",
            classes="counter" if there else "counter-spent",
            mark=Mark(options, spent),
            outline=at,
            radius=14,
        )


def _used(table: Table, seat: Seat, place: Box) -> Iterator[svg.Element]:
    used, marks = table.view.powers[seat].used, table.marks
    text = f"used, {len(used)}"
    yield label(text, place.x, place.y - 6, place.width, 11, classes="soft")
    if not used:
        yield group([box(place, "slot", 4)], title="no used power cards", classes="used-pile")
        return
    step = min(26, (place.width - 24) / max(1, len(used) - 1)) if len(used) > 1 else 0
    drawn: list[tuple[bool, svg.Element]] = []
    for number, card in enumerate(used):
        options = table.power_options(seat, card, PowerVerb.TAKE)
        last = marks.saw(PowerUsed, PowerDiscarded, seat=seat)
        last = last and marks.happened(("card", card), seat=seat)
        at = Box(place.x + number * step, place.y + 9, 24, 36)
        element = draw_power_card(card, at, Mark(options, last), "used")
        drawn.append((last or bool(options), element))
    for marked in (False, True):  # those with a mark lie above their neighbours
        yield from (element for has_mark, element in drawn if has_mark is marked)


def _phases(table: Table, seat: Seat, inner: float) -> Iterator[svg.Element]:
    """Give the phase tokens: filled once they are activated; and the Link token."""
    seen, marks = table.view, table.marks
    player = seen.players[seat]
    top, high, gap = 146, 24, 8
    count = f"phases, {player.activations} of {ACTIVATIONS}"
    yield label(count, _PAD, top - 6, inner, 11, classes="soft")
    wide = (inner - 66 - 3 * gap) / 4
    for number, phase in enumerate(Phase):
        at = Box(_PAD + number % 4 * (wide + gap), top + number // 4 * (high + gap), wide, high)
        options = table.options(seat, partial(_activates, phase=phase))
        last = marks.saw(PhaseActivated, seat=seat) and marks.happened(("phase", phase.value))
        done = bool(player.tokens & token(phase))
        now = seen.clock.phase is phase and seen.clock.active == seat
        gone = phase is Phase.INITIATIVE and seen.clock.initiative not in (None, seat)
        yield _token(
            at,
            phase.value,
            seat,
            done=done,
            now=now,
            gone=gone,
            mark=Mark(options, last),
        )
    at = Box(_PAD + inner - 60, top, 60, high)
    options = table.options(seat, lambda o: isinstance(o, Say) and o.word is Word.LINK)
    yield _token(
        at,
        "link",
        seat,
        done=not player.link,
        mark=Mark(options, marks.saw(Linked, seat=seat)),
        title=f"Link token{'' if player.link else ', spent'}",
    )
    if seen.clock.initiative == seat:
        at = Box(at.x, top + high + gap, 60, high)
        yield group(
            [
                box(at, "ink", 5),
                label(
                    "starts", at.middle[0], at.y + 17, 54, 12, anchor="middle", classes="on bold"
                ),
            ],
            title=f"Initiative token: seat {seat} starts the next round",
            classes="initiative",
            mark=Mark((), marks.saw(InitiativeTaken, seat=seat)),
            outline=at,
        )


def _activates(option: object, phase: Phase) -> bool:
    return isinstance(option, Activate) and option.phase is phase


def _token(
    at: Box,
    name: str,
    seat: Seat,
    *,
    done: bool,
    now: bool = False,
    gone: bool = False,
    mark: Mark,
    title: str = "",
) -> svg.Element:
    """Return a phase token: filled and ticked once it is spent, with a border while it lasts."""
    looks = f"seat{seat}" if done else "slot" if gone else "face"
    drawn: list[svg.Element | None] = [box(at, looks, 5)]
    if now:
        drawn.append(box(at.inset(2), "strong-on", 4))
    text = f"✓ {name}" if done else name
    classes = "on bold" if done else "soft" if gone else ""
    drawn.append(
        label(text, at.middle[0], at.y + 17, at.width - 8, 12, anchor="middle", classes=classes)
    )
    state = "now" if now else "activated" if done else "taken" if gone else "not yet activated"
    return group(
        drawn,
        title=title or f"{name} phase: {state}",
        classes=f"phase{' activated' if done else ''}{' now' if now else ''}",
        mark=mark,
        outline=at,
        data={"phase": name},
    )


def _cards(table: Table, seat: Seat, inner: float) -> tuple[list[svg.Element], float]:
    """Return the hand as others see it and the discard pile, and how far down they reach."""
    seen, marks = table.view, table.marks
    player = seen.players[seat]
    top = 217
    hidden = player.hand.count(HIDDEN)
    drawn = [
        pile(
            Box(_PAD, top, 60, 46),
            "in hand",
            len(player.hand),
            seat=seat,
            classes="hand",
            mark=Mark((), marks.saw(ForceChosen, seat=seat)),
            title=f"{len(player.hand)} cards in the hand of seat {seat}, {hidden} of them hidden",
            data={"hidden": hidden},
        )
    ]
    x, y, wide = _PAD + 76, float(top + 4), inner - 76
    line = _Lines(x, y, wide)
    known = [card for card in player.known if card != HIDDEN] if seen.seat != seat else []
    if known:
        line.word("known:", drawn)
    for card in known:
        what = table.card(seat, card)
        at = line.place(what.name)
        drawn.append(_name(what.name, at, printed(what), "known", Mark()))
    if known:
        line.end()
    line.word(
        f"discarded, {len(player.discard)}:" if player.discard else "nothing discarded", drawn
    )
    for card in player.discard:
        what = table.card(seat, card)
        options = table.names(seat, what.name, ReturnOne)
        last = marks.saw(CardLeft, CardReturned, seat=seat)
        last = last and marks.happened(("card", what.name), seat=seat)
        at = line.place(what.name)
        drawn.append(_name(what.name, at, printed(what), "discarded", Mark(options, last)))
    return drawn, max(line.y + 16, top + 50)


class _Lines:
    """Where the next of some short texts is written, line by line."""

    def __init__(self, x: float, y: float, width: float) -> None:
        self.x = self.left = x
        self.y = y
        self.width = width

    def place(self, text: str) -> Box:
        """Return the place of a text."""
        wide = min(measure(text, 12) + 10, self.width)
        if self.x + wide > self.left + self.width and self.x > self.left:
            self.end()
        at = Box(self.x, self.y, wide, 17)
        self.x += wide + 8
        return at

    def end(self) -> None:
        """Begin a new line."""
        self.x = self.left
        self.y += 24

    def word(self, text: str, drawn: list[svg.Element]) -> None:
        """Write a text that is the name of nothing."""
        at = self.place(text)
        drawn.append(label(text, at.x, at.y + 13, at.width, 12, classes="soft"))


def _name(name: str, at: Box, title: str, classes: str, mark: Mark) -> svg.Element:
    words = label(name, at.x + 4, at.y + 13, at.width - 6, 12, classes="name")
    return group(
        [box(at, "face", 4), words],
        title=title,
        classes=classes,
        mark=mark,
        outline=at,
        data={"name": name},
    )
