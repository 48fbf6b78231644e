"""Rule coverage: which ids of a ledger a run has exercised, how often, and how."""

from collections import Counter
from collections.abc import Iterable, Iterator
from enum import Enum
from typing import Any, Final, Generic, Self, TypeVar

from attrs import frozen

from tabletop_rules.core import Game, Played, Rulebook, Verification, verification_of

__all__ = ["Coverage", "How", "Lawyer"]

C = TypeVar("C")
S = TypeVar("S")
A = TypeVar("A")
V = TypeVar("V")


class How(Enum):
    """By what a rule was exercised."""

    EVENT = "event"
    """An event cites it."""
    QUESTION = "question"
    """A question that it asks was open."""
    REFUSAL = "refusal"
    """An action was refused by it."""
    END = "end"
    """A game ended by it."""
    WITNESS = "witness"
    """The game's own witness says that a step exercises it."""
    CONSERVED = "conserved"
    """What it says to stay the same was compared in every state of a game."""


class Lawyer(Generic[C, S, A, V]):
    """Says which rules a step of a game exercises."""

    def __init__(
        self, game: Game[C, S, A, V], verification: Verification[C, S, A] | None = None
    ) -> None:
        self.game: Final = game
        self.verification: Final = verification or verification_of(game)

    def exercised(self, step: Played[S, A]) -> Iterator[tuple[str, How]]:
        """Give the ids of the rules that a step exercises, each once for each way."""
        for rule in {event.rule: None for event in step.events}:
            yield rule, How.EVENT
        asked = self.asked(step.before)
        if asked is not None:
            yield asked, How.QUESTION
        for rule, witness in self.verification.witnesses.items():
            if witness(step):
                yield rule, How.WITNESS
        outcome = self.game.outcome(step.after)
        if outcome is not None:
            for rule in outcome.rules:
                yield rule, How.END

    def asked(self, state: S) -> str | None:
        """Return the rule that asks the open question: a seat that is not asked is refused by it.

        It is ``None`` when nothing is open, and where there is nobody else to ask.
        """
        actor = self.game.actor(state)
        other = 1 if actor == 0 else 0
        if actor is None or other >= len(self.game.score(state)):
            return None
        options: tuple[Any, ...] = self.game.legal_actions(state) or (None,)  # none of a host
        refusal = self.game.why_not(state, options[0], other)
        return None if refusal is None else refusal.rule


@frozen
class Coverage:
    """How often each rule was exercised, in each way. Two of them add up with `update`."""

    rulebook: Rulebook
    counts: Counter[tuple[str, How]]

    @classmethod
    def of(cls, rulebook: Rulebook) -> Self:
        """Return a coverage in which nothing has been exercised yet."""
        return cls(rulebook, Counter())

    def add(self, exercised: Iterable[tuple[str, How]]) -> None:
        """Count rules that have been exercised once more; ids that are no rules are passed over."""
        self.counts.update(pair for pair in exercised if pair[0] in self.rulebook)

    def update(self, other: "Coverage") -> None:
        """Add the counts of another run over the same rules."""
        self.counts.update(other.counts)

    def times(self, rule: str) -> int:
        """Return how often a rule was exercised in any way."""
        return sum(self.counts[rule, how] for how in How)

    @property
    def exercised(self) -> tuple[str, ...]:
        """The ids that have been exercised, in the order of the ledger."""
        return tuple(rule for rule in self.rulebook if self.times(rule))

    @property
    def missing(self) -> tuple[str, ...]:
        """The ids that have not, in the order of the ledger."""
        return tuple(rule for rule in self.rulebook if not self.times(rule))

    @property
    def share(self) -> float:
        """The part of all ids that has been exercised, from 0 to 1."""
        return len(self.exercised) / len(self.rulebook) if len(self.rulebook) else 1.0
