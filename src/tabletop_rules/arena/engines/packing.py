"""A job as other processes can load it."""

import sys
from collections.abc import Generator
from contextlib import contextmanager
from importlib.machinery import PathFinder
from types import ModuleType

import cloudpickle
from attrs import frozen

from tabletop_rules.arena.entrants import MadeBot
from tabletop_rules.arena.faults import Policy
from tabletop_rules.arena.fixtures import ArenaError
from tabletop_rules.arena.jobs import Job
from tabletop_rules.core import Problem
from tabletop_rules.core.errors import shortened

__all__ = ["Packed", "not_loaded", "packed"]


@frozen
class Packed:
    """A job as another process can load it, and what has to be known before."""

    job: bytes
    policy: Policy


def not_loaded(why: str) -> ArenaError:
    """Return the error that a process could not load the bots."""
    what = f"expected bots that another process can load: {why}"
    return ArenaError([Problem("bots", what)])


def packed(job: Job) -> Packed:
    """Pack a job, bots of a notebook and lambdas too.

    Raises:
        ArenaError: a bot cannot be sent to another process.
    """
    try:
        with _by_value(job):
            return Packed(cloudpickle.dumps(job), job.policy)
    except Exception as error:
        what = f"expected bots that can be sent to another process: {shortened(error)}"
        raise ArenaError([Problem("bots", f"{what}; workers=0 plays in this one")]) from error


@contextmanager
def _by_value(job: Job) -> Generator[None]:
    """Let bots be sent with their code where another process could not import it."""
    modules: list[ModuleType] = []
    for entrant in job.entrants:
        if isinstance(entrant.what, MadeBot):
            made = entrant.what.what
            kind = made if hasattr(made, "__module__") else type(made)
            module = sys.modules.get(str(kind.__module__))
            if module is not None and not _can_be_found(module):
                modules.append(module)
    for module in modules:
        cloudpickle.register_pickle_by_value(module)
    try:
        yield
    finally:
        for module in dict.fromkeys(modules):
            cloudpickle.unregister_pickle_by_value(module)


def _can_be_found(module: ModuleType) -> bool:
    """Return whether a new process with our search path would find a module, or need not."""
    top = module.__name__.partition(".")[0]
    return top in {"__main__", *sys.builtin_module_names} or PathFinder.find_spec(top) is not None
