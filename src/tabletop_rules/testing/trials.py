"""All checks by name, and how they are made on a walk."""

import pickle
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from random import Random
from types import MappingProxyType
from typing import Any, Final, Generic, TypeAlias, TypeVar

from attrs import define, field, frozen

from tabletop_rules.core import Game, Played
from tabletop_rules.core.errors import shown
from tabletop_rules.testing import checks
from tabletop_rules.testing.broken import BrokenProtocolError, crash, require
from tabletop_rules.testing.checks.purity import require_unchanged
from tabletop_rules.testing.coverage import Coverage, How, Lawyer
from tabletop_rules.testing.walking import Walk, random_walk, walk_of

__all__ = [
    "CHECKS",
    "WHOLE_CHECKS",
    "Check",
    "Trial",
    "UnknownCheckError",
    "WholeCheck",
    "chosen",
    "made",
    "made_once",
]

C = TypeVar("C")
S = TypeVar("S")
A = TypeVar("A")
V = TypeVar("V")

_TRIED: Final = 16
"""How many actions of other moments are tried."""
_STEPS: Final = 150
"""How many steps of a walk are looked at one by one."""
_SHORT: Final = 60
"""The actions of a walk that other processes make again."""


@define
class Trial(Generic[C, S, A, V]):
    """A walk on which checks are made.

    Attributes:
        lawyer: the game, and what it says to its verifiers
        walk: the walk
        looked: the numbers of the states that are looked at closely
        rng: for what is sampled
        coverage: counts the rules that the walk and the checks exercise
        at: the number of the state, or of the step to it, that is being looked at
    """

    lawyer: Lawyer[C, S, A, V]
    walk: Walk[C, S, A]
    looked: tuple[int, ...]
    rng: Random
    coverage: Coverage = field(init=False)
    at: int = field(default=0, init=False)

    def __attrs_post_init__(self) -> None:
        self.coverage = Coverage.of(self.game.rulebook)

    @property
    def game(self) -> Game[C, S, A, V]:
        """The game."""
        return self.lawyer.game

    def states(self) -> Iterator[S]:
        """Give the states to look at closely, and note which one it is."""
        states = self.walk.states
        for number in self.looked:
            self.at = number
            yield states[number]

    def fresh(self, number: int) -> S:
        """Return a state of the walk made anew, of which nothing has been asked yet."""
        if number == 0:
            return self.game.initial_state(self.walk.config)
        step = self.walk.steps[number - 1]
        return self.game.apply(step.before, step.action).state

    def steps(self) -> Iterator[Played[S, A]]:
        """Give the steps to look at: all, or of a long walk a part and those near `looked`."""
        steps = self.walk.steps
        numbers = list(range(len(steps)))
        if len(steps) > _STEPS:
            part = {int(self.rng.random() * len(steps)) for _ in range(_STEPS)}
            near = {number for number in self.looked if number < len(steps)}
            numbers = sorted(part | near)
        for number in numbers:
            self.at = number
            yield steps[number]

    @cached_property
    def _pool(self) -> tuple[A, ...]:
        """Actions of other moments of the walk."""
        states = self.walk.states
        pool: dict[A, None] = {}
        for number in self.looked:
            pool.update(dict.fromkeys(self.game.legal_actions(states[number])))
        pool.update(dict.fromkeys(self.walk.actions[:_TRIED]))
        return tuple(pool)

    def others(self) -> tuple[A, ...]:
        """Return actions of other moments of the walk, to be tried where they may be illegal."""
        actions = self._pool
        if len(actions) <= _TRIED:
            return actions
        return tuple(actions[int(self.rng.random() * len(actions))] for _ in range(_TRIED))

    def record(self) -> str:
        """Return the record that leads to the state that is being looked at."""
        steps = self.walk.steps[: self.at]
        return walk_of(self.game, self.walk.config, self.walk.start, steps).text


@frozen
class Check:
    """A check by its name, what it says of every game, and how it is made."""

    name: str
    what: str
    make: Callable[[Trial[Any, Any, Any, Any]], None]


AnyTrial: TypeAlias = Trial[Any, Any, Any, Any]


def _options(trial: AnyTrial) -> None:
    for state in trial.states():
        refused = checks.check_options(trial.game, state, trial.others())
        trial.coverage.add((rule, How.REFUSAL) for rule in refused)


def _chance(trial: AnyTrial) -> None:
    for state in trial.states():
        checks.check_chance(trial.game, state)


def _purity(trial: AnyTrial) -> None:
    states = {number: trial.fresh(number) for number in trial.looked}
    old = [(number, hash(state), pickle.dumps(state)) for number, state in states.items()]
    default = trial.game.Config()
    value, pickled = hash(default), pickle.dumps(default)
    for number, state in states.items():
        trial.at = number
        checks.check_purity(trial.game, state, trial.rng)
    for number, before, written in old:
        trial.at = number
        require_unchanged(states[number], before, written)
    require_unchanged(default, value, pickled)
    require(trial.game.Config() == default, "the default config is another than before")


def _frozen(trial: AnyTrial) -> None:
    for state in (trial.walk.start, trial.walk.end):
        checks.check_frozen(trial.game, state)


def _repeated(trial: AnyTrial) -> None:
    for step in trial.steps():
        checks.check_repeated(trial.game, step)


def _events(trial: AnyTrial) -> None:
    for step in trial.steps():
        checks.check_events(trial.game, step)


def _forms(trial: AnyTrial) -> None:
    for state in trial.states():
        checks.check_round_trips(trial.game, state)
        checks.check_equality(trial.game, state)


def _texts(trial: AnyTrial) -> None:
    for state in trial.states():
        checks.check_bad_texts(trial.game, state, trial.rng)
    checks.check_bad_records(trial.game, trial.walk, trial.rng)


def _records(trial: AnyTrial) -> None:
    checks.check_records(trial.game, trial.walk)


def _resampling(trial: AnyTrial) -> None:
    for state in trial.states():
        checks.check_hidden(trial.game, state, trial.rng)


def _secrets(trial: AnyTrial) -> None:
    for state in trial.states():
        checks.check_secrets(trial.game, state, trial.rng, trial.others())


def _ends(trial: AnyTrial) -> None:
    for state in trial.states():
        checks.check_end(trial.game, state)


def _length(trial: AnyTrial) -> None:
    checks.check_length(trial.game, trial.walk)


def _conserved(trial: AnyTrial) -> None:
    verification = trial.lawyer.verification
    checks.check_conserved(trial.game, verification, trial.walk)
    trial.coverage.add((rule, How.CONSERVED) for rule in verification.conserved)


CHECKS: Final[Mapping[str, Check]] = MappingProxyType(
    {
        check.name: check
        for check in (
            Check("options", "the options are complete and exact: all else is refused", _options),
            Check("chance", "odds are exact, positive, and sum to 1", _chance),
            Check("purity", "nothing that the game is given or has given changes", _purity),
            Check("frozen", "nothing in a state, an action or a view can be set", _frozen),
            Check("repeated", "the same action on the same state leads to the same", _repeated),
            Check("events", "events cite rules, and each seat sees its part of them", _events),
            Check("forms", "pickles, copies, JSON and texts come back equal", _forms),
            Check("texts", "damaged texts are refused by the error meant for them", _texts),
            Check("records", "the record of a game replays to the same states", _records),
            Check("resampling", "a resampled state fits the view it is made from", _resampling),
            Check("secrets", "nobody learns anything but by the events they see", _secrets),
            Check("ends", "a game ends in every respect at once, with a sound result", _ends),
            Check("length", "no game is longer than max_actions says", _length),
            Check("conserved", "what the game says to stay the same does", _conserved),
        )
    }
)
"""The checks of a walk, by name."""


@frozen
class WholeCheck:
    """A check that is made once for all configs rather than on a walk."""

    name: str
    what: str
    make: Callable[[Lawyer[Any, Any, Any, Any], tuple[Any, ...], int], None]


def _processes(lawyer: Lawyer[C, S, A, V], configs: tuple[C, ...], seed: int) -> None:
    played = [random_walk(lawyer.game, config, seed, most=_SHORT) for config in configs]
    checks.check_processes(lawyer.game, played)


def _odds(lawyer: Lawyer[C, S, A, V], configs: tuple[C, ...], seed: int) -> None:
    small = tuple(lawyer.verification.small.values()) or configs[:1]
    for config in dict.fromkeys((*small, *configs)):
        ways, sets = (1_000, 20) if config in small else (300, 5)
        checks.check_odds(lawyer.game, config, Random(seed), ways=ways, sets=sets)


WHOLE_CHECKS: Final[Mapping[str, WholeCheck]] = MappingProxyType(
    {
        check.name: check
        for check in (
            WholeCheck("processes", "another process with another hash seed agrees", _processes),
            WholeCheck("odds", "resampling gives each state its exact share", _odds),
        )
    }
)
"""The checks that are made once, by name."""


class UnknownCheckError(LookupError):
    """A name that no check has."""

    def __init__(self, name: str, known: tuple[str, ...]) -> None:
        super().__init__(name, known)
        self.name = name
        self.known = known

    def __str__(self) -> str:
        return f"no check is called {shown(self.name)}: expected one of {', '.join(self.known)}"


def made(check: Check, trial: Trial[C, S, A, V]) -> None:
    """Make a check on a walk.

    Raises:
        BrokenProtocolError: with the name of the check and the record that leads to the place.
    """
    trial.at = len(trial.walk.steps)
    try:
        check.make(trial)
    except BrokenProtocolError as error:
        record = error.record or trial.record()
        raise BrokenProtocolError(error.what, check.name, record) from error
    except Exception as error:
        broken = crash("the game", error)
        raise BrokenProtocolError(broken.what, check.name, trial.record()) from error


def made_once(
    check: WholeCheck, lawyer: Lawyer[C, S, A, V], configs: tuple[C, ...], seed: int
) -> None:
    """Make a check that is made once for all configs.

    Raises:
        BrokenProtocolError: with the name of the check.
    """
    try:
        check.make(lawyer, configs, seed)
    except BrokenProtocolError as error:
        raise BrokenProtocolError(error.what, check.name, error.record) from error
    except Exception as error:
        raise BrokenProtocolError(crash("the game", error).what, check.name) from error


def chosen(names: Iterable[str] | None) -> tuple[str, ...]:
    """Return the names of the checks to make, all if ``None``, in the order in which they are made.

    Raises:
        UnknownCheckError: no check has such a name.
    """
    known = (*WHOLE_CHECKS, *CHECKS)
    if names is None:
        return known
    wanted = set(names)
    for name in sorted(wanted - set(known)):
        raise UnknownCheckError(name, known)
    return tuple(name for name in known if name in wanted)
