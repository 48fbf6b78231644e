"""What the agenda of a position refers to: seats, cards, spaces and abilities that are there."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final, TypeGuard

import attrs

from tabletop_rules.core import Problem
from tabletop_rules.core.errors import shown
from tabletop_rules.dominum.abilities import Shift, Triggered
from tabletop_rules.dominum.changes import worded
from tabletop_rules.dominum.contents import Worded
from tabletop_rules.dominum.questions.aftermath import AdvanceInto, Knock
from tabletop_rules.dominum.questions.assaults import Assault
from tabletop_rules.dominum.questions.deploying import Muster, Recall
from tabletop_rules.dominum.questions.fights import Blocked, Evade, Fighting, Helpers
from tabletop_rules.dominum.questions.powers import Discard, Discarding, Gain, Refill
from tabletop_rules.dominum.questions.strikes import Strike
from tabletop_rules.dominum.questions.targets import Spot, Spotting, Target, Targeting
from tabletop_rules.dominum.questions.triggers import Accept, Ready
from tabletop_rules.dominum.sources import Source
from tabletop_rules.dominum.state import Fight, State, Uid, Unit

if TYPE_CHECKING:
    from tabletop_rules.dominum.asks import Ask

__all__ = ["reference_problems"]

_UIDS: Final = ("uid", "attacker", "defender", "victim", "same")
_SEATS: Final = ("seat", "of", "last")
_POWERS: Final = ("power", "answer", "mine", "theirs")
_RESERVE: Final = 3
_MOST_AT_ONCE: Final = 3


def _parts(where: str, value: object) -> Iterator[tuple[str, object]]:
    """Give a value and all that it is made of, each after where it is."""
    yield where, value
    if isinstance(value, tuple):
        for index, each in enumerate(value):
            yield from _parts(f"{where}[{index}]", each)
    elif _is_made_of_fields(value):
        for field in attrs.fields(type(value)):
            yield from _parts(f"{where}.{field.name}", getattr(value, field.name))


def _is_made_of_fields(value: object) -> TypeGuard[attrs.AttrsInstance]:
    return attrs.has(type(value))


def reference_problems(state: State) -> Iterator[Problem]:
    """Give what refers to seats, cards, spaces or abilities that are not there."""
    for index, ask in enumerate(state.agenda):
        found = [
            problem
            for where, value in _parts(f"agenda[{index}]", ask)
            if _is_made_of_fields(value)
            for problem in _field_problems(state, where, value)
        ]
        yield from found or _item_problems(state, f"agenda[{index}]", ask)


def _field_problems(state: State, where: str, value: attrs.AttrsInstance) -> Iterator[Problem]:
    """Give the fields of a value that refer to what is not in this game."""
    board, deck = state.config.board, state.config.power_deck
    for field in attrs.fields(type(value)):
        key, got = field.name, getattr(value, field.name)
        here = f"{where}.{key}"
        if key in _SEATS and isinstance(got, int) and got not in (0, 1):
            yield Problem(here, f"expected 0 or 1, got {got}")
        elif key in _UIDS and isinstance(got, tuple):
            yield from _uid_problems(state, here, got)
        elif key in ("picked", "uids") and isinstance(got, tuple):
            for index, uid in enumerate(got):
                yield from _uid_problems(state, f"{here}[{index}]", uid)
        elif key == "space" and isinstance(got, int) and got not in board.names:
            yield Problem(here, f"the board has no space with the number {got}")
        elif key in _POWERS and isinstance(got, int) and got not in deck.cards:
            yield Problem(here, f"expected a card of the Power Deck, got {got}")
    if isinstance(value, Source) and value.seat in (0, 1):
        yield from _source_problems(state, where, value)
    if isinstance(value, Unit) and value.seat in (0, 1):
        yield from _uid_problems(state, where, value.uid)
    if isinstance(value, Fight):
        seats = (value.attacker[0], value.defender[0])
        if seats[0] == seats[1]:
            yield Problem(where, "expected an attack on a card of the other seat")
        for index, card in enumerate(value.helpers):
            yield from _uid_problems(state, f"{where}.helpers[{index}]", (seats[0], card))


def _uid_problems(state: State, where: str, uid: Uid) -> Iterator[Problem]:
    seat, card = uid
    if seat not in (0, 1):
        yield Problem(where, f"expected a card of seat 0 or 1, got {shown(list(uid))}")
    elif not 0 <= card < len(state.config.domains[seat].cards):
        yield Problem(where, f"no card of seat {seat} has the number {card}")


def _source_problems(state: State, where: str, source: Source) -> Iterator[Problem]:
    if source.card >= 0:
        yield from _uid_problems(state, f"{where}.card", (source.seat, source.card))
        if source.own is not None and source.own.uid != (source.seat, source.card):
            yield Problem(f"{where}.own", "expected the card with the ability as it was")
    elif source.card != -1 or state.stronghold(source.seat) is None:
        what = f"expected a card, or -1 for the stronghold if there is one, got {source.card}"
        yield Problem(f"{where}.card", what)
    elif source.own is not None:
        yield Problem(f"{where}.own", "expected nothing, as the ability is of a stronghold")


def _item_problems(state: State, where: str, ask: "Ask") -> Iterator[Problem]:
    """Give what an item of the agenda refers to and is not there, its fields being sound."""
    for key, uid in _needed(ask):
        if state.unit(uid) is None:
            name = state.card(uid).name
            yield Problem(f"{where}.{key}", f"{name} of seat {uid[0]} is not on the battlefield")
    if isinstance(ask, Ready | Accept):
        bearer = worded(state, ask.source.seat, ask.source.card)
        listed = bearer.abilities
        if not (0 <= ask.place < len(listed) and isinstance(listed[ask.place], Triggered)):
            what = f"{bearer.name} has no triggered ability at place {ask.place}"
            yield Problem(f"{where}.place", what)
        return
    for key, _ in _effects_of(state, ask):
        yield Problem(f"{where}.{key}", "the card or stronghold has no ability that does this")
    for key, least, got, most in _numbers_of(state, ask):
        if not least <= got <= most:
            yield Problem(f"{where}.{key}", f"expected {least} to {most}, got {got}")


def _needed(ask: "Ask") -> Iterator[tuple[str, Uid]]:
    """Give the cards without which an item cannot be settled."""
    match ask:
        case Fighting(fight=fight) | Helpers(fight=fight) | Blocked(fight=fight):
            yield "fight.attacker", fight.attacker
            yield "fight.defender", fight.defender
            for index, card in enumerate(fight.helpers):
                yield f"fight.helpers[{index}]", (fight.attacker[0], card)
        case Evade(attacker=uid) | AdvanceInto(attacker=uid):
            yield "attacker", uid
        case Knock(victim=uid):
            yield "victim", uid
        case Strike(uid=uid) | Spot(uid=uid):
            yield "uid", uid
        case _:
            return


def _effects_of(state: State, ask: "Ask") -> Iterator[tuple[str, object]]:
    """Give the effects and costs of an item that none of the abilities has which it is of."""
    match ask:
        case Muster(seat=seat) | Recall(seat=seat):
            bearers: Iterable[Worded] = (
                *state.config.domains[seat].cards,
                *state.config.domains[seat].strongholds,
            )
        case _:
            source = getattr(ask, "source", None)
            if not isinstance(source, Source):
                return
            bearers = (worded(state, source.seat, source.card),)
    there = [value for bearer in bearers for value in _abilities_of(bearer)]
    for key in ("effect", "effects", "win", "lose", "cost"):
        got = getattr(ask, key, ())
        for each in got if isinstance(got, tuple) else (got,):
            if each not in there:
                yield key, each


def _abilities_of(bearer: Worded) -> Iterator[object]:
    """Give all that the abilities of a card or stronghold are made of; Alt Attacks as attacks."""
    every = (*bearer.abilities, *(ability for _, ability in bearer.activated))
    return (value for _, value in _parts("", every))


def _numbers_of(state: State, ask: "Ask") -> Iterator[tuple[str, int, int, int]]:
    """Give the numbers of an item, each with the least and the most that it can be."""
    match ask:
        case Refill(seat=seat, left=left):
            power = state.powers[seat]
            yield "left", 1, left, min(len(power.deck), _RESERVE - len(power.reserve))
        case Gain(left=left):
            yield "left", 0, left, _MOST_AT_ONCE
        case Discard(left=left) | Discarding(left=left):
            yield "left", 1, left, _MOST_AT_ONCE
        case Targeting(effect=effect, left=left) | Target(effect=effect, left=left):
            yield "left", 1, left, effect.count
        case Spotting(effect=effect, left=left) | Spot(effect=effect, left=left):
            yield "left", 1, left, effect.spaces if isinstance(effect, Shift) else 1
        case Assault(cards=cards):
            yield "cards", 0, len(cards), 2
            for card in cards:
                yield "cards", min(state.config.power_deck.cards), card, 9
        case _:
            return
