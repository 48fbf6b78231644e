"""What a game can say about itself to whoever verifies it."""

from collections.abc import Callable, Mapping
from random import Random
from types import MappingProxyType
from typing import Any, Final, Generic, TypeAlias, TypeVar

from attrs import field, frozen

from tabletop_rules.core.errors import Problem, VerificationError
from tabletop_rules.core.ledger import Rulebook
from tabletop_rules.core.playing import Played
from tabletop_rules.core.protocol import Game

__all__ = ["Verification", "Witness", "verification_of"]

C = TypeVar("C")
S = TypeVar("S")
A = TypeVar("A")
V = TypeVar("V")

Witness: TypeAlias = Callable[[Played[S, A]], bool]
"""Returns whether a step exercises a rule: whether the step would be another without it."""

_NOTHING: Final[Mapping[str, Any]] = MappingProxyType({})


@frozen(kw_only=True)
class Verification(Generic[C, S, A]):
    """What to verify a game with. A game returns it from an optional function `verification`."""

    configs: Mapping[str, C]
    """Configs by a short name that together can exercise every rule."""
    small: Mapping[str, C] = field(default=_NOTHING)
    """Configs so small that all their states can be visited, by a short name."""
    witnesses: Mapping[str, Witness[S, A]] = field(default=_NOTHING)
    """For the id of a rule that no event, question, refusal or outcome cites: what exercises it."""
    unreachable: Mapping[str, str] = field(default=_NOTHING)
    """For the id of a rule that no step can exercise: why not."""
    conserved: Mapping[str, Callable[[S], object]] = field(default=_NOTHING)
    """For the id of a rule: a value that is the same in all states of one game."""
    host: Callable[[S, Random], A] | None = None
    """An action that the host may do now, where the config lets another program take part."""


def verification_of(game: Game[C, S, A, V]) -> Verification[C, S, A]:
    """Return what a game says to its verifiers; only its default config if it says nothing.

    Raises:
        VerificationError: it names no config, a config of another class, or rules it has not.
    """
    function = getattr(game, "verification", None)
    if function is None:
        return Verification(configs={"default": game.Config()})
    given: Verification[C, S, A] = function()
    problems = _config_problems(given, game.Config) + _rule_problems(given, game.rulebook)
    if problems:
        raise VerificationError(problems, f"{game.name}.verification()")
    return given


def _config_problems(given: Verification[Any, Any, Any], kind: type) -> list[Problem]:
    problems = [] if given.configs else [Problem("configs", "expected at least one config")]
    for place in ("configs", "small"):
        for name, config in getattr(given, place).items():
            if not isinstance(config, kind):
                what = f"expected a {kind.__name__} of the game, got a {type(config).__name__}"
                problems.append(Problem(f"{place}.{name}", what))
    return problems


def _rule_problems(given: Verification[Any, Any, Any], rulebook: Rulebook) -> list[Problem]:
    problems = [
        Problem(f"{place}.{rule}", "no such rule is in the ledger")
        for place in ("witnesses", "unreachable", "conserved")
        for rule in getattr(given, place)
        if rule not in rulebook
    ]
    both = [rule for rule in given.unreachable if rule in given.witnesses]
    return problems + [Problem(f"unreachable.{rule}", "a witness of it is given") for rule in both]
