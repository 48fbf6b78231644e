"""What is printed on a card, in few words that fit on its picture."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, assert_never

from tabletop_rules.dome_crushers import Card, DeckList, InPlay, Side
from tabletop_rules.dome_crushers.contents import (
    Draw,
    Effect,
    EndRound,
    ReturnToHand,
    Strength,
    Switch,
)

__all__ = ["cancellers", "effect_words", "full_text", "short_text"]

_WHOSE: Final = {Side.OWN: "own ", Side.OPPONENT: "opponent ", Side.EITHER: ""}


def short_text(card: Card) -> str:
    """Return what the ability of a card does, as short as it can be said.

    >>> from tabletop_rules.dome_crushers import Config
    >>> cards = Config().deck.by_name
    >>> short_text(cards["Shrieker"]), short_text(cards["Packleader"])
    ('+1 strength, draw 1', '1 other own card to attack')
    """
    return ", ".join(map(effect_words, card.effects)) or "no effect"


def effect_words(effect: Effect) -> str:
    """Return an effect in a few words."""
    match effect:
        case Draw(count=count):
            return f"draw {count}"
        case Switch(to=to, may=may):
            return f"{_chosen(effect)} to {to.value}{' (may)' if may else ''}"
        case ReturnToHand(mode=mode, may=may):
            where = "" if mode is None else f" in {mode.value}"
            return f"{_chosen(effect)}{where} to hand{' (may)' if may else ''}"
        case Strength(amount=amount, side=side):
            whose = "opponent " if side is Side.OPPONENT else ""
            return f"{whose}{_signed(amount)} strength"
        case EndRound():
            return "ends the round"
        case _:
            assert_never(effect)


def _chosen(effect: Switch | ReturnToHand) -> str:
    other = "other " if effect.other else ""
    plural = "" if effect.count == 1 else "s"
    return f"{effect.count} {other}{_WHOSE[effect.side]}card{plural}"


def _signed(number: int) -> str:
    """Return a number with its sign, the minus as long as the plus."""
    return f"+{number}" if number >= 0 else f"\u2212{-number}"


def full_text(card: Card) -> str:
    """Return all that is printed on a card, as sentences."""
    cancelled = f" Cancelled by {', '.join(card.cancelled_by)}." if card.cancelled_by else ""
    return f"{card.name}, strength {card.strength}. {card.ability}: {card.text}{cancelled}"


@lru_cache(maxsize=1 << 8)
def cancellers(
    deck: DeckList, abilities: tuple[InPlay, ...], works: tuple[bool, ...]
) -> dict[int, tuple[InPlay, ...]]:
    """Return by their plays the abilities that do not work, and which working ones cancel each."""
    above = deck.cancelling.cancellers(tuple([card.card for card in abilities]))
    return dict(_cancelled(abilities, works, above))


def _cancelled(
    abilities: tuple[InPlay, ...], works: tuple[bool, ...], above: tuple[frozenset[int], ...]
) -> Iterator[tuple[int, tuple[InPlay, ...]]]:
    for card, active, others in zip(abilities, works, above, strict=True):
        if not active:
            working = [abilities[place] for place in sorted(others) if works[place]]
            yield card.play, tuple(working)
