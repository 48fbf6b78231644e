"""The command ``python -m mutation``."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from attrs import define
from hypothesis import Phase, settings

from mutation.mutants import Mutant, all_mutants
from mutation.results import Results
from mutation.running import Reach, Session

RESULTS = Path("mutants")
GAMES = ("dome_crushers", "dominum", "dominus_portus")
PYTEST = ("-q", "-s", "--assert=plain", "--import-mode=importlib", "-o", "addopts=")
NO_PLUGINS = ("-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:pytest_cov")


def arguments() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m mutation",
        description="Do the tests notice when a rule is changed? A run that is stopped goes on"
        " where it was; results are kept in mutants/.",
    )
    parser.add_argument("game", help=f"one of {', '.join(GAMES)}, with - or _")
    parser.add_argument("--only", action="append", metavar="MODULE", help="such as scoring")
    parser.add_argument("--sample", type=int, metavar="N", help="test N mutants drawn at random")
    parser.add_argument("--seed", type=int, default=1, help="of the order (default: 1)")
    parser.add_argument(
        "--budget", type=float, default=1e9, metavar="SECONDS", help="of tests for each mutant"
    )
    parser.add_argument("--jobs", type=int, default=1, help="processes at once (default: 1)")
    parser.add_argument("--again", action="store_true", help="test those again that survived")
    parser.add_argument("--reach", action="store_true", help="measure again what tests reach")
    return parser


@define
class Loop:
    """The plugin that tests mutants where pytest would run its tests."""

    options: argparse.Namespace
    game: str

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Test the mutants that have no result yet, and report on all."""
        options = self.options
        package = Path("src/tabletop_rules", self.game).resolve()
        tests = Session(session, self.game)
        reached = RESULTS / f"{self.game}.reach"
        if options.reach or not reached.exists():
            tests.measure(package, reached)
        reach = Reach.read(reached)
        print(f"{len(reach.seconds)} tests", flush=True)
        results = Results(RESULTS / f"{self.game}.jsonl")
        mutants = all_mutants(package, options.only or (), options.seed)[: options.sample]
        waiting: list[Mutant] = (
            [mutant for mutant in mutants if results.survived(mutant)]
            if options.again
            else [mutant for mutant in mutants if not results.has(mutant)]
        )
        print(f"{len(mutants)} mutants, {len(waiting)} to test", flush=True)
        for mutant, verdict in tests.run(waiting, reach, budget=options.budget, jobs=options.jobs):
            results.add(mutant, verdict)
        print(results.report(mutants))
        return True


def main(args: Sequence[str] | None = None) -> int:
    """Run the command."""
    options = arguments().parse_args(args)
    game = options.game.replace("-", "_")
    if game not in GAMES:
        print(f"no rules to change: {options.game}", file=sys.stderr)
        return 2
    RESULTS.mkdir(exist_ok=True)
    # The same examples for every mutant, and no search for a smaller one once a test has failed
    phases = (Phase.explicit, Phase.generate)
    settings.register_profile(
        "mutation", database=None, deadline=None, derandomize=True, phases=phases
    )
    settings.load_profile("mutation")
    return int(pytest.main([*PYTEST, *NO_PLUGINS, f"tests/{game}"], [Loop(options, game)]))


if __name__ == "__main__":
    sys.exit(main())
