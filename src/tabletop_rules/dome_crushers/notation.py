"""Actions as texts that parse back, the same in every position."""

import re
from typing import Final, assert_never, get_args

from tabletop_rules.core import NotationError
from tabletop_rules.core.errors import shown
from tabletop_rules.dome_crushers.actions import (
    Action,
    Decline,
    DrawCard,
    KeepCards,
    PlaceUnder,
    PlayCard,
    StartWith,
    TargetCard,
)
from tabletop_rules.dome_crushers.contents import Mode

__all__ = ["format_action", "parse_action"]

_EXPECTED: Final = (
    "'attack CARD', 'ability CARD', 'target #PLAY CARD', 'decline', 'keep CARD, CARD', "
    "'keep nothing', 'under CARD', or of chance 'draw CARD', 'start SEAT'"
)
_TARGET: Final = re.compile(r"#([1-9][0-9]{0,8}) (.+)")
_SEATS: Final = ("0", "1")


def format_action(action: Action) -> str:
    """Return the notation of an action.

    >>> from tabletop_rules.dome_crushers import KeepCards
    >>> format_action(KeepCards(("Grub", "Shieldback")))
    'keep Grub, Shieldback'
    """
    if not isinstance(action, get_args(Action)):
        raise TypeError(f"expected an action of Dome Crushers, got {shown(action)}")
    match action:
        case PlayCard(card=card, mode=mode):
            return f"{mode.value} {card}"
        case TargetCard(play=play, card=card):
            return f"target #{play} {card}"
        case Decline():
            return "decline"
        case KeepCards(cards=cards):
            return f"keep {', '.join(cards) or 'nothing'}"
        case PlaceUnder(card=card):
            return f"under {card}"
        case DrawCard(card=card):
            return f"draw {card}"
        case StartWith(seat=seat):
            return f"start {int(seat)}"
        case _:
            assert_never(action)


def parse_action(text: str) -> Action:
    """Return the action that `text` is the notation of; spare spaces do not matter.

    Raises:
        NotationError: it is the notation of none.
    """
    verb, _, rest = " ".join(text.split()).partition(" ")
    if verb == "decline" and not rest:
        return Decline()
    if not rest:
        raise NotationError(text, _EXPECTED)
    match verb:
        case "attack" | "ability":
            return PlayCard(rest, Mode(verb))
        case "draw":
            return DrawCard(rest)
        case "under":
            return PlaceUnder(rest)
        case "start" if rest in _SEATS:
            return StartWith(int(rest))
        case "keep":
            return _keep(text, rest)
        case "target" if found := _TARGET.fullmatch(rest):
            return TargetCard(int(found[1]), found[2])
        case _:
            raise NotationError(text, _EXPECTED)


def _keep(text: str, rest: str) -> KeepCards:
    if rest == "nothing":
        return KeepCards(())
    cards = tuple(sorted(card.strip() for card in rest.split(",")))
    if not all(cards):
        raise NotationError(text, "'keep CARD, CARD' without empty places")
    return KeepCards(cards)
