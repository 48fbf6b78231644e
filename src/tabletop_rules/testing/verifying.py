"""Verification of a whole game: many walks, all checks, and which rules they exercised."""

import multiprocessing
import pickle
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack
from random import Random
from typing import Any, Final, Generic, TypeVar

from attrs import define, frozen
from hypothesis import HealthCheck, Phase, Verbosity, given, settings
from hypothesis import seed as seeded
from hypothesis.errors import Flaky, HypothesisException

from tabletop_rules.core import Game, parse_record, replay_steps
from tabletop_rules.core.processes import end_with_parent, forget_strays, without_strays
from tabletop_rules.testing.addresses import Address, address, found
from tabletop_rules.testing.broken import BrokenProtocolError, crash
from tabletop_rules.testing.broken import named as naming
from tabletop_rules.testing.checking import examine
from tabletop_rules.testing.coverage import Coverage, Lawyer
from tabletop_rules.testing.scouting import Atlas, scout
from tabletop_rules.testing.strategies import any_walks
from tabletop_rules.testing.trials import CHECKS, WHOLE_CHECKS, Trial, chosen, made, made_once
from tabletop_rules.testing.walking import Walk, walk_of

__all__ = ["Failure", "Report", "check_game", "verify"]

C = TypeVar("C")
S = TypeVar("S")
A = TypeVar("A")
V = TypeVar("V")

_BLOCK: Final = 50
"""The examples of one run of Hypothesis: what a worker is given at a time."""
_MOST: Final = 500
"""The most actions of a walk from the beginning."""
_UNMINDED: Final = (
    HealthCheck.data_too_large,
    HealthCheck.filter_too_much,
    HealthCheck.large_base_example,
    HealthCheck.nested_given,
    HealthCheck.too_slow,
)
"""What Hypothesis would complain of: games are long and slow to check."""


@frozen
class Failure:
    """What is wrong with a game: the check that found it, what it says, and the way there."""

    check: str
    what: str
    record: str
    """The text of a record that leads to the place; empty if the place is none in a game."""


@define
class Tally:
    """What some examples have shown."""

    coverage: Coverage
    examples: int = 0
    actions: int = 0
    states: int = 0
    failure: Failure | None = None

    def update(self, other: "Tally") -> None:
        """Add what other examples have shown."""
        self.coverage.update(other.coverage)
        self.examples += other.examples
        self.actions += other.actions
        self.states += other.states
        self.failure = self.failure or other.failure


@frozen(kw_only=True)
class Report:
    """The result of a verification; with the same arguments it is always the same."""

    game: str
    rules_version: str
    seed: int
    configs: tuple[str, ...]
    """The names of the configs."""
    checks: tuple[str, ...]
    examples: int
    actions: int
    states: int
    failure: Failure | None
    coverage: Coverage
    unreachable: Mapping[str, str]

    @property
    def clean(self) -> bool:
        """Whether no check has found anything."""
        return self.failure is None


Progress = Callable[[int], None]
"""Is told how many more examples have been done."""


def check_game(
    game: Game[C, S, A, V],
    config: C | None = None,
    *,
    examples: int = 100,
    seed: int = 0,
    checks: Iterable[str] | None = None,
) -> Report:
    """Make all checks, or those named, on games of a config, or of all that the game names.

    Raises:
        BrokenProtocolError: with the name of the check and the record of a short game to the place.
        UnknownCheckError: no check has such a name.
        VerificationError: what the game says to its verifiers does not fit it.
    """
    configs = None if config is None else {"given": config}
    report = verify(game, configs, examples=examples, seed=seed, checks=checks)
    if report.failure is not None:
        failure = report.failure
        raise BrokenProtocolError(failure.what, failure.check, failure.record)
    return report


def verify(  # noqa: PLR0913 - what is verified, how much of it, and how
    game: Game[C, S, A, V],
    configs: Mapping[str, C] | None = None,
    *,
    examples: int = 200,
    seed: int = 0,
    checks: Iterable[str] | None = None,
    workers: int = 1,
    progress: Progress | None = None,
) -> Report:
    """Make all checks, or those named, on many games, and report what they exercise and find.

    `configs` have a name each; without them the game's own are played. Half of the walks begin
    where a scout has found rare rules. The first failure, shrunk to a short game, ends it. The
    report does not depend on the number of `workers`, which are processes; with more than one, the
    game must be a module or a value that can be pickled.

    Raises:
        ValueError: a number is out of range, or `processes` is to be checked of a game that is
            neither a module nor a value that can be pickled.
        UnknownCheckError: no check has such a name.
        VerificationError: what the game says to its verifiers does not fit it.
        ChildProcessError: a worker has ended, for want of memory say.
    """
    for name, given_number in (("examples", examples), ("workers", workers)):
        if given_number < 1:
            raise ValueError(f"expected 1 or more {name}, got {given_number}")
    wanted = chosen(checks)
    lawyer = Lawyer(game)
    named = lawyer.verification.configs if configs is None else configs
    if not named:
        raise ValueError("expected at least one config")
    played = tuple(named.values())
    tally = Tally(Coverage.of(game.rulebook))
    try:
        for name in wanted:
            if name in WHOLE_CHECKS:
                made_once(WHOLE_CHECKS[name], lawyer, played, seed)
        with naming("playing"):
            atlas = scout(game, played, seed=seed, actions=_scouted(examples, len(played)))
        task = _Task(lawyer, played, atlas, wanted, seed)
        for part in _parts(task, _blocks(examples), workers):
            tally.update(part)
            if progress is not None:
                progress(part.examples)
            if part.failure is not None:
                break
        if tally.failure is None and atlas.broken is not None:
            tally.failure = _failure(lawyer, atlas.broken)
        for rule in lawyer.verification.unreachable:
            if tally.failure is None and tally.coverage.times(rule):
                tally.failure = Failure(
                    "coverage", f"{rule} is exercised, and named unreachable", ""
                )
    except BrokenProtocolError as error:
        tally.failure = _failure(lawyer, error)
    return Report(
        game=game.name,
        rules_version=game.rules_version,
        seed=seed,
        configs=tuple(named),
        checks=wanted,
        examples=tally.examples,
        actions=tally.actions,
        states=tally.states,
        failure=tally.failure,
        coverage=tally.coverage,
        unreachable=lawyer.verification.unreachable,
    )


def _scouted(examples: int, configs: int) -> int:
    """Return how many actions a scout makes in each of so many configs."""
    return max(500, 20 * examples // configs)


def _blocks(examples: int) -> list[int]:
    """Return the examples of each block."""
    whole, rest = divmod(examples, _BLOCK)
    return [_BLOCK] * whole + [rest] * bool(rest)


@frozen
class _Task(Generic[C, S, A, V]):
    """What all blocks share."""

    lawyer: Lawyer[C, S, A, V]
    configs: tuple[C, ...]
    atlas: Atlas[C, A]
    checks: tuple[str, ...]
    seed: int

    def block(self, number: int, examples: int) -> Tally:
        """Return what the examples of a block show."""
        game = self.lawyer.game
        wanted = [check for name, check in CHECKS.items() if name in self.checks]
        tally = Tally(Coverage.of(game.rulebook))
        strategy = any_walks(game, self.configs, self.atlas, most=_MOST)

        @seeded(self.seed * 1_000_003 + number)
        @settings(
            max_examples=examples,
            database=None,
            deadline=None,
            derandomize=False,
            phases=[Phase.generate, Phase.shrink],
            report_multiple_bugs=False,
            suppress_health_check=_UNMINDED,
            verbosity=Verbosity.quiet,
        )
        @given(strategy)
        def look(walk: Walk[C, S, A]) -> None:
            trial = examine(self.lawyer, walk, wanted, Random(walk.text), self.atlas)
            tally.coverage.update(trial.coverage)
            tally.examples = min(tally.examples + 1, examples)  # not those of shrinking
            tally.actions += len(walk.steps)
            tally.states += len(trial.looked)

        try:
            look()
        except BrokenProtocolError as error:
            tally.failure = _failure(self.lawyer, error)
        except Flaky as error:
            tally.failure = _flaky(error)
        except HypothesisException:
            raise
        except Exception as error:
            tally.failure = Failure("playing", crash("playing on", error).what, "")
        return tally


def _failure(lawyer: Lawyer[Any, Any, Any, Any], error: BrokenProtocolError) -> Failure:
    """Return the failure that an error tells of.

    The check is made once more in all states on the way, to find the first place. Where a game
    cannot be played on, the options or the odds of the last state may say why.
    """
    game = lawyer.game
    names = ("chance", "options") if error.check == "playing" else (error.check,)
    try:
        read = parse_record(error.record, game)
        start = game.initial_state(read.config)
        walk = walk_of(game, read.config, start, tuple(replay_steps(game, read)))
        trial = Trial(lawyer, walk, tuple(range(len(walk.steps) + 1)), Random(0))
        for name in names:
            if name in CHECKS:
                made(CHECKS[name], trial)
    except BrokenProtocolError as found:
        return Failure(found.check, found.what, found.record)
    except Exception:  # not even the record can be read: what was found first is all there is
        return Failure(error.check, error.what, error.record)
    return Failure(error.check, error.what, error.record)


def _flaky(error: Flaky) -> Failure:
    """Return the failure of a game that fails at one time and not at another."""
    inner = [
        each for each in getattr(error, "exceptions", ()) if isinstance(each, BrokenProtocolError)
    ]
    if not inner:
        return Failure("repeated", f"the same actions led to different results: {error}", "")
    what = f"{inner[0].what} (but not each time: the game is not deterministic)"
    return Failure(inner[0].check, what, inner[0].record)


# ---------------------------------------------------------------- workers


def _parts(task: _Task[C, S, A, V], blocks: Sequence[int], workers: int) -> Iterator[Tally]:
    """Give what each block shows, in their order, whoever has worked on it."""
    if workers == 1:
        yield from (task.block(number, examples) for number, examples in enumerate(blocks))
        return
    rest = pickle.dumps((task.configs, task.atlas, task.checks, task.seed))
    order = (address(task.lawyer.game), rest)
    context = multiprocessing.get_context("spawn")  # the same on every system
    with ExitStack() as opened:
        with without_strays():  # all processes are started here
            pool = opened.enter_context(ProcessPoolExecutor(workers, context, _prepare, order))
            parts = pool.map(_work, *zip(*enumerate(blocks), strict=True))
        try:
            yield from parts
        except BrokenProcessPool as error:
            what = "a worker process has ended before it was done; one worker shows why"
            raise ChildProcessError(what) from error
        finally:
            pool.shutdown(cancel_futures=True)


_TASKS: Final[list[_Task[Any, Any, Any, Any]]] = []
"""The task of this process, if it is a worker."""


def _prepare(where: Address, rest: bytes) -> None:
    forget_strays()
    end_with_parent()
    game = found(where)  # before all else: until then its classes may not be importable
    _TASKS.append(_Task(Lawyer(game), *pickle.loads(rest)))


def _work(number: int, examples: int) -> Tally:
    return _TASKS[-1].block(number, examples)
