"""Options are complete and exact, and chance is exact."""

from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from fractions import Fraction
from typing import Any, Final, TypeVar

import attrs

from tabletop_rules.core import CHANCE, HOST, Game, IllegalActionError, Refusal
from tabletop_rules.core.agenda import is_among
from tabletop_rules.testing.broken import BrokenProtocolError, crash, notation, require, spread

__all__ = ["check_chance", "check_options"]

C = TypeVar("C")
S = TypeVar("S")
A = TypeVar("A")
V = TypeVar("V")


def check_options(
    game: Game[C, S, A, V], state: S, others: Iterable[object] = ()
) -> tuple[str, ...]:
    """Check that the options are complete and exact: distinct, accepted, and nothing else is.

    `others` are actions to try that may or may not be legal here. Tried as well are values of other
    classes, and options in which a field holds what does not belong there. Returned are the ids of
    the rules by which they were refused.
    """
    options = game.legal_actions(state)
    actor = game.actor(state)
    require(bool(options) == (actor is not None and actor is not HOST), "options and actor differ")
    require(len(set(options)) == len(options), f"an option is listed twice: {options}")
    require(game.legal_actions(state) == options, "the options change when asked for again")
    for option in options:
        _require_accepted(game, state, option)
    refused: list[str] = []
    tried = () if actor is HOST else (*others, *_odd(options))  # a host's actions are an open set
    for action in (*tried, *_JUNK):
        if not is_among(action, options):
            refused += require_refused(game, state, action)
    return tuple(refused)


_JUNK: Final[tuple[object, ...]] = (None, "junk", [], object())
"""What is no action."""


def _odd(options: Sequence[Any]) -> Iterator[Any]:
    """Give a few options with something odd in one field."""
    for option in spread(options, _SPOILED):
        kind: Any = type(option)
        for each in attrs.fields(kind) if attrs.has(kind) else ():
            for junk in (*_JUNK, *_near(getattr(option, each.name))):
                try:
                    yield attrs.evolve(option, **{each.alias or each.name: junk})
                except Exception:  # its class refuses the field
                    continue


def _near(value: object) -> Iterator[object]:
    """Give values that are nearly one of a field: next to it, or equal and of another class."""
    if isinstance(value, bool):
        yield int(value)
    elif isinstance(value, int):
        yield from (value + 1, -1 - abs(value), float(value))
    elif isinstance(value, Enum):
        yield value.value
    elif isinstance(value, str):
        yield from (value.upper(), f"{value} ", "")
    elif isinstance(value, tuple) and value:
        yield from (value[:-1], (*value, value[0]), list(value))


_SPOILED: Final = 2
"""How many options are spoiled."""


def _require_accepted(game: Game[C, S, A, V], state: S, option: A) -> None:
    name = notation(game, option)
    try:
        game.apply(state, option)
    except IllegalActionError as error:
        what = f"{name} is among the options and is refused: {error}"
        raise BrokenProtocolError(what) from error
    except Exception as error:
        raise crash(f"applying {name}", error) from error
    actor = game.actor(state)
    for seat in range(len(game.score(state))):
        refusal = game.why_not(state, option, seat)
        if seat == actor:
            require(refusal is None, f"{name} is among the options, but why_not says {refusal}")
        else:
            require(
                refusal is not None, f"why_not allows {name} to seat {seat}, which is not asked"
            )


def require_refused(game: Game[C, S, A, V], state: S, action: Any) -> list[str]:
    """Check that an action is refused to everybody, and return the rules by which."""
    name = notation(game, action)
    try:
        game.apply(state, action)
    except IllegalActionError as error:
        found = Refusal(error.rule, error.reason)
    except Exception as error:
        raise crash(f"refusing {name}", error) from error
    else:
        raise BrokenProtocolError(f"{name} is accepted although it is not among the options")
    actor = game.actor(state)
    rules: list[str] = []
    for seat in range(len(game.score(state))):
        refusal = game.why_not(state, action, seat)
        if refusal is None:
            raise BrokenProtocolError(f"{name} is refused, but why_not gives seat {seat} no reason")
        if seat == actor:
            require(refusal == found, f"{name} is refused by {found}, why_not says {refusal}")
        rules.append(refusal.rule)
    require(bool(found.reason), f"{name} is refused without a reason")
    for rule in (found.rule, *rules):
        require(rule in game.rulebook, f"{name} is refused by {rule!r}, which is no rule")
    return [found.rule, *rules]


def check_chance(game: Game[C, S, A, V], state: S) -> None:
    """Check that odds are exact, positive, sum to 1, and are those of the options in their order.

    Where chance is not asked there are none.
    """
    outcomes = game.chance_outcomes(state)
    if game.actor(state) is not CHANCE:
        require(outcomes == (), "there are odds although chance is not asked")
        return
    options = game.legal_actions(state)
    require(tuple(outcome.action for outcome in outcomes) == options, "odds and options differ")
    odds = [outcome.probability for outcome in outcomes]
    require(all(type(each) is Fraction for each in odds), "a probability is no exact Fraction")
    require(all(each > 0 for each in odds), "an outcome has no chance")
    require(sum(odds) == 1, f"the odds do not sum to 1 but to {sum(odds)}")
