"""The rule ledger: every rule of a rulebook under an id, in our own words."""

import tomllib
from collections.abc import Iterator, Mapping
from enum import Enum
from importlib.resources import files
from typing import Final

from attrs import field, frozen

from tabletop_rules.core.serial import from_data

__all__ = ["Rule", "RuleKind", "Rulebook", "load_rulebook"]


class RuleKind(Enum):
    """Where a rule comes from."""

    RULE = "rule"
    """A sentence of the rulebook."""
    RULING = "ruling"
    """A decision of this library where the rulebook is silent."""
    SWITCH = "switch"
    """A ruling that the config can turn the other way."""


@frozen
class Rule:
    """One rule: its id, what it says in our words, and where it comes from."""

    id: str
    text: str
    section: str
    kind: RuleKind = RuleKind.RULE


@frozen
class _Ledger:
    title: str
    rules_version: str
    rules: tuple[Rule, ...] = field()


class Rulebook(Mapping[str, Rule]):
    """All rules of a game by id, in the order of the rulebook.

    ``id in rulebook`` holds for every id that an event or a refusal of the game cites.
    """

    def __init__(self, title: str, version: str, rules: tuple[Rule, ...]) -> None:
        self.title: Final = title
        self.version: Final = version
        self._rules: Final = {rule.id: rule for rule in rules}
        if len(self._rules) != len(rules):
            twice = sorted({r.id for r in rules if sum(r.id == o.id for o in rules) > 1})
            raise ValueError(f"rule ids that occur twice: {', '.join(twice)}")

    def __getitem__(self, rule_id: str) -> Rule:
        return self._rules[rule_id]

    def __iter__(self) -> Iterator[str]:
        return iter(self._rules)

    def __len__(self) -> int:
        return len(self._rules)

    def __repr__(self) -> str:
        return f"<Rulebook {self.title!r} {self.version}: {len(self)} rules>"


def load_rulebook(package: str) -> Rulebook:
    """Load ``rulebook.toml`` of a game's package."""
    text = files(package).joinpath("rulebook.toml").read_text(encoding="utf-8")
    ledger = from_data(tomllib.loads(text), _Ledger)
    return Rulebook(ledger.title, ledger.rules_version, ledger.rules)
