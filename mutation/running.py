"""Running tests on mutants: one fork for each, with only the tests that reach the change.

The code of a mutant is put into the function where it stands (``__code__``), so that everybody who
has imported it runs the changed one, at full speed. Whatever was remembered (``lru_cache``) is
forgotten first.
"""

import __future__

import gc
import os
import pickle
import resource
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from functools import lru_cache
from itertools import accumulate
from pathlib import Path
from types import FunctionType
from typing import Final

import pytest
from attrs import frozen
from coverage import Coverage, CoverageData

from mutation.mutants import Mutant

__all__ = ["Outcome", "Reach", "Session", "Verdict"]

_MEMORY = 6 << 30
_UNFIT = 4
_FUTURE = __future__.annotations.compiler_flag
_Cache: Final = type(lru_cache(lambda: None))


class Outcome(StrEnum):
    """What became of a mutant."""

    KILLED = "killed"
    """A test failed."""
    SURVIVED = "survived"
    """All tests that reach the change passed."""
    TIMEOUT = "timeout"
    """A test ran for far longer than it should."""
    UNREACHED = "unreached"
    """No test runs these lines."""


@frozen
class Verdict:
    """What became of a mutant, after how many tests at most, in how many seconds."""

    outcome: Outcome
    tests: int
    seconds: float


@frozen
class Reach:
    """Which tests run which lines of which file, and how long each test takes."""

    tests: dict[str, dict[int, list[str]]]
    seconds: dict[str, float]

    @classmethod
    def of(cls, data: CoverageData, seconds: dict[str, float]) -> "Reach":
        """Return what coverage has measured, a context for each test."""
        tests: dict[str, dict[int, list[str]]] = {}
        for file in data.measured_files():
            lines = data.contexts_by_lineno(file)
            tests[file] = {line: sorted(filter(None, each)) for line, each in lines.items()}
        return cls(tests, seconds)

    @classmethod
    def read(cls, file: Path) -> "Reach":
        """Return what `write` has written."""
        return cls(*pickle.loads(file.read_bytes()))

    def write(self, file: Path) -> None:
        """Write it to a file."""
        file.write_bytes(pickle.dumps((self.tests, self.seconds)))

    def reaching(self, mutant: Mutant, budget: float) -> list[str]:
        """Return the tests that reach a mutant, the quick ones first, within so many seconds."""
        lines = self.tests.get(str(sys.modules[mutant.module].__file__), {})
        first, last = mutant.lines
        found = set[str]().union(*(lines.get(line, ()) for line in range(first, last + 1)))
        ordered = sorted(found, key=lambda test: (self.seconds[test], test))
        spent = accumulate(self.seconds[test] for test in ordered)
        within = [test for test, sum_ in zip(ordered, spent, strict=True) if sum_ <= budget]
        return within or ordered[:1]


class Session:
    """The collected tests of a game, which are run in forks of this process."""

    def __init__(self, collected: pytest.Session, game: str) -> None:
        """Find what must be forgotten before a test, and keep forks from copying what is here."""
        self._pytest = collected
        self._items = {item.nodeid: item for item in collected.items}
        ours = (f"tabletop_rules.{game}", "tests.")
        self._caches = [
            each
            for each in gc.get_objects()
            if isinstance(each, _Cache) and str(getattr(each, "__module__", "")).startswith(ours)
        ]
        gc.collect()
        gc.freeze()

    def forget(self) -> None:
        """Empty all caches of the game and of the tests."""
        for cache in self._caches:
            cache.cache_clear()

    def passes(self, test: str) -> bool:
        """Run a test."""
        item = self._items[test]
        self._pytest.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
        return not self._pytest.testsfailed

    def measure(self, package: Path, file: Path) -> None:
        """Run all tests once, and write down which lines each of them runs and for how long."""
        terminal = os.dup(2)

        def run() -> int:
            coverage = Coverage(None, source=[str(package)], config_file=False)
            coverage.start()
            seconds: dict[str, float] = {}
            for test in self._items:
                self.forget()
                coverage.switch_context(test)
                start = time.process_time()
                if not self.passes(test):
                    os.write(terminal, f"fails without any change: {test}\n".encode())
                    return 1
                seconds[test] = round(time.process_time() - start, 4)
            coverage.stop()
            Reach.of(coverage.get_data(), seconds).write(file)
            return 0

        _, status = os.waitpid(_fork(run), 0)
        if status:
            sys.exit("all tests must pass before mutants are tested")

    def test(self, mutant: Mutant, tests: Sequence[str], reach: Reach) -> int:
        """Run tests on a mutant until one fails; return 1 if one did."""
        try:
            _apply(mutant)
        except Exception:
            return _UNFIT
        self.forget()
        for test in tests:
            signal.setitimer(signal.ITIMER_PROF, 3 + 6 * reach.seconds[test])
            if not self.passes(test):
                return 1
        return 0

    def run(
        self, mutants: Sequence[Mutant], reach: Reach, *, budget: float, jobs: int
    ) -> Iterator[tuple[Mutant, Verdict]]:
        """Give the verdict on each mutant, as they come."""
        running: dict[int, tuple[Mutant, int, float]] = {}
        for mutant in mutants:
            tests = reach.reaching(mutant, budget)
            if not tests:
                yield mutant, Verdict(Outcome.UNREACHED, 0, 0)
                continue
            while len(running) >= jobs:
                yield _next(running)
            child = _fork(lambda m=mutant, t=tests: self.test(m, t, reach))  # type: ignore[misc]
            running[child] = (mutant, len(tests), time.perf_counter())
        while running:
            yield _next(running)


def _next(running: dict[int, tuple[Mutant, int, float]]) -> tuple[Mutant, Verdict]:
    child, status = os.wait()
    mutant, tests, start = running.pop(child)
    code = os.waitstatus_to_exitcode(status)
    if code == _UNFIT:
        sys.exit(f"cannot be put in place: {mutant}")
    late = code in (-signal.SIGPROF, -signal.SIGKILL)
    outcome = Outcome.TIMEOUT if late else Outcome.KILLED if code else Outcome.SURVIVED
    return mutant, Verdict(outcome, tests, time.perf_counter() - start)


def _fork(work: Callable[[], int]) -> int:
    """Return the process that does this work, in silence."""
    child = os.fork()
    if child:
        return child
    code = 3
    try:
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, 1)
        os.dup2(null, 2)
        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
        code = work()
    finally:
        os._exit(code)


def _apply(mutant: Mutant) -> None:
    """Put the code of a mutant into its function."""
    module = sys.modules[mutant.module]
    names = dict(vars(module))
    *classes, name = mutant.path
    code = mutant.code
    if classes:
        code = f"class {classes[0]}:\n" + "\n".join(f"    {line}" for line in code.splitlines())
    exec(compile(code, mutant.name, "exec", _FUTURE), names)
    old = _function(vars(module), mutant.path)
    new = vars(names[classes[0]])[name] if classes else names[name]
    assert isinstance(new, FunctionType)
    old.__code__ = new.__code__
    old.__defaults__ = new.__defaults__
    old.__kwdefaults__ = new.__kwdefaults__


def _function(names: dict[str, object], path: tuple[str, ...]) -> FunctionType:
    """Return the function itself, without what its decorators have made around it."""
    found: object = names[path[0]]
    if len(path) > 1:
        found = vars(found)[path[1]]
    while not isinstance(found, FunctionType) or hasattr(found, "__wrapped__"):
        for inner in ("__wrapped__", "fget", "__func__"):
            if hasattr(found, inner):
                found = getattr(found, inner)
                break
        else:
            raise TypeError(f"{path} is no function")
    return found
