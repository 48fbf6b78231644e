"""What became of the mutants so far, in a file of one line for each."""

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from mutation.mutants import Mutant
from mutation.running import Outcome, Verdict

__all__ = ["Results"]


class Results:
    """The verdicts by the name of the mutant. A function that has changed since has none."""

    def __init__(self, file: Path) -> None:
        self._file = file
        lines = file.read_text().splitlines() if file.exists() else ()
        self._known: dict[str, dict[str, str]] = {
            each["name"]: each for each in map(json.loads, lines)
        }

    def has(self, mutant: Mutant) -> bool:
        """Return whether there is a verdict on this very change."""
        return self._known.get(mutant.name, {}).get("diff") == mutant.diff

    def outcome(self, mutant: Mutant) -> Outcome | None:
        """Return what became of a mutant."""
        return Outcome(self._known[mutant.name]["outcome"]) if self.has(mutant) else None

    def survived(self, mutant: Mutant) -> bool:
        """Return whether the tests that reach a mutant have passed, or none reaches it."""
        return self.outcome(mutant) in (Outcome.SURVIVED, Outcome.UNREACHED)

    def add(self, mutant: Mutant, verdict: Verdict) -> None:
        """Write a verdict down."""
        line = {"name": mutant.name, "outcome": verdict.outcome.value, "diff": mutant.diff}
        self._known[mutant.name] = line
        more = {"tests": verdict.tests, "seconds": round(verdict.seconds, 2)}
        with self._file.open("a") as file:
            print(json.dumps(line | more), file=file)

    def report(self, mutants: Sequence[Mutant]) -> str:
        """Return those that live, and the figures."""
        live = [mutant for mutant in mutants if self.survived(mutant)]
        lines = [f"{m.name} {self.outcome(m)}, line {m.lines[-1]}\n{m.diff}\n" for m in live]
        counts = Counter(filter(None, map(self.outcome, mutants)))
        killed = counts[Outcome.KILLED] + counts[Outcome.TIMEOUT]
        reached = killed + counts[Outcome.SURVIVED]
        lines += [f"{counts[outcome]:6} {outcome}" for outcome in Outcome]
        lines.append(f"{killed / max(reached, 1):6.1%} of the reached are killed")
        return "\n".join(lines)
