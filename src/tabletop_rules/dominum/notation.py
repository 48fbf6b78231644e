"""Actions as texts that parse back, the same in every position."""

import re
from typing import Final, assert_never

from tabletop_rules.core import NotationError
from tabletop_rules.dominum.abilities import Phase
from tabletop_rules.dominum.actions import (
    Action,
    Activate,
    AttackCard,
    ChooseCard,
    ChooseFirst,
    DeployCard,
    DrawCard,
    FlipCoin,
    Hop,
    HopVerb,
    OnPower,
    OnSpace,
    Option,
    PowerVerb,
    ReturnOne,
    Say,
    SpaceVerb,
    UseAbility,
    Word,
)
from tabletop_rules.dominum.contents import CRITICAL

__all__ = ["format_action", "parse_action", "power_name", "power_number"]

_EXPECTED: Final = (
    "an action such as 'phase attack', 'attack c3 x c4', 'with b4', 'go', 'power deck', "
    "'power reserve 3', 'decline', 'move c2 c4', 'shift c2 c3', 'deploy NAME c2', 'retreat c2', "
    "'use c3', 'use stronghold', 'target c3', 'to c4', 'counter 3', 'done'"
)
_SPACE: Final = r"([a-z][1-9][0-9]?)"
_WORDS: Final = {word.value: Say(word) for word in Word}
_PHASES: Final = {phase.value: Activate(phase) for phase in Phase}
_HOPS: Final = {verb.value: verb for verb in HopVerb}
_SPACES: Final = {verb.value: verb for verb in SpaceVerb}
_POWERS: Final = {verb.value: verb for verb in PowerVerb}
_HOP: Final = re.compile(rf"(move|shift|lunge) {_SPACE} {_SPACE}")
_ATTACK: Final = re.compile(rf"attack {_SPACE} x {_SPACE}")
_ON_SPACE: Final = re.compile(rf"({'|'.join(_SPACES)}) {_SPACE}")
_ON_POWER: Final = re.compile(rf"({'|'.join(_POWERS)}|draw) ([1-9]|critical)")
_DEPLOY: Final = re.compile(rf"deploy (.+?) {_SPACE}( by ability)?")
_USE: Final = re.compile(rf"use (?:{_SPACE}|stronghold)(?: ([2-9]))?")
_OPTION: Final = re.compile(r"option ([12])")
_SEAT: Final = re.compile(r"(first|coin) ([01])")
_CRITICAL: Final = "critical"


def power_name(card: int) -> str:
    """Return a power card as it stands in a notation."""
    return _CRITICAL if card == CRITICAL else str(card)


def power_number(text: str) -> int:
    """Return the power card of that name."""
    return CRITICAL if text == _CRITICAL else int(text)


def format_action(action: Action) -> str:  # noqa: PLR0912 - one case for each kind of action
    """Return the notation of an action.

    >>> format_action(AttackCard("c3", "c4")), format_action(OnPower(PowerVerb.RESERVE, 0))
    ('attack c3 x c4', 'power reserve critical')
    """
    match action:
        case Say(word=word):
            return word.value
        case Hop(verb=hopping, start=start, end=end):
            return f"{hopping.value} {start} {end}"
        case AttackCard(space=space, target=target):
            return f"attack {space} x {target}"
        case OnSpace(verb=verb, space=space):
            return f"{verb.value} {space}"
        case DeployCard(name=name, space=space, ability=ability):
            return f"deploy {name} {space}{' by ability' if ability else ''}"
        case OnPower(verb=how, card=card):
            return f"{how.value} {power_name(card)}"
        case DrawCard(card=card):
            return f"draw {power_name(card)}"
        case Activate(phase=phase):
            return f"phase {phase.value}"
        case UseAbility(space=place, number=number):
            return f"use {place or 'stronghold'}{'' if number == 1 else f' {number}'}"
        case ChooseCard(name=name):
            return f"choose {name}"
        case ReturnOne(name=name):
            return f"return {name}"
        case Option(number=number):
            return f"option {number}"
        case FlipCoin(seat=seat):
            return f"coin {seat}"
        case ChooseFirst(seat=seat):
            return f"first {seat}"
        case _:
            assert_never(action)


def parse_action(text: str) -> Action:
    """Return the action that `text` is the notation of; spare spaces do not matter.

    Raises:
        NotationError: it is the notation of none.
    """
    clean = " ".join(text.split())
    if clean in _WORDS:
        return _WORDS[clean]
    verb, _, rest = clean.partition(" ")
    if verb == "phase" and rest in _PHASES:
        return _PHASES[rest]
    if verb == "choose" and rest:
        return ChooseCard(rest)
    if verb == "return" and rest:
        return ReturnOne(rest)
    found = _matched(clean)
    if found is None:
        raise NotationError(text, _EXPECTED)
    return found


def _matched(text: str) -> Action | None:
    """Return the action of a text with places or numbers in it."""
    if found := _HOP.fullmatch(text):
        return Hop(_HOPS[found[1]], found[2], found[3])
    if found := _ATTACK.fullmatch(text):
        return AttackCard(found[1], found[2])
    if found := _ON_SPACE.fullmatch(text):
        return OnSpace(_SPACES[found[1]], found[2])
    if found := _ON_POWER.fullmatch(text):
        card = power_number(found[2])
        return DrawCard(card) if found[1] == "draw" else OnPower(_POWERS[found[1]], card)
    if found := _DEPLOY.fullmatch(text):
        return DeployCard(found[1], found[2], bool(found[3]))
    if found := _USE.fullmatch(text):
        return UseAbility(found[1], int(found[2] or 1))
    if found := _OPTION.fullmatch(text):
        return Option(int(found[1]))
    if found := _SEAT.fullmatch(text):
        seat = int(found[2])
        return ChooseFirst(seat) if found[1] == "first" else FlipCoin(seat)
    return None
