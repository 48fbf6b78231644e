"""A pytest plugin that makes every check on a game, each as a test of its own.

It takes one line of pytest's configuration, or of a command::

    addopts = "-p tabletop_rules.pytest_plugin --game my_package.my_game"

A game is named as `load_game` knows it, or by the module that it is. A game that fails is shrunk to
a short one, printed, and saved as a record in pytest's cache folder. So is the game by which any
other test fails that uses the kit.
"""

import re
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

from tabletop_rules.core import Game, UnknownGameError, load_game

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from _pytest._code.code import ExceptionInfo


_EXAMPLES: Final = 50


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options ``--game`` and ``--game-examples``."""
    group = parser.getgroup("tabletop_rules", "rules of games")
    group.addoption(
        "--game",
        action="append",
        default=[],
        metavar="NAME",
        help="make every check on this game, a registered name or a module; may be repeated",
    )
    group.addoption(
        "--game-examples",
        type=int,
        default=_EXAMPLES,
        metavar="N",
        help=f"how many games each check is made on (default: {_EXAMPLES})",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Refuse a number of games that is none."""
    if config.option.game_examples < 1:
        given = config.option.game_examples
        raise pytest.UsageError(f"--game-examples: expected 1 or more, got {given}")


def pytest_collection_modifyitems(
    session: pytest.Session, config: pytest.Config, items: list[pytest.Item]
) -> None:
    """Add a test for each check of each game that was named."""
    for name in config.option.game:
        collector = _GameChecks.from_parent(session, name=f"game {name}", game_name=name)
        items.extend(collector.collect())


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> "Generator[None, pytest.TestReport, pytest.TestReport]":
    """Save the game by which a test has failed, whichever test it is."""
    report = yield
    error = call.excinfo and call.excinfo.value
    record = getattr(error, "record", "")
    cache = getattr(item.config, "cache", None)  # none with -p no:cacheprovider
    if not isinstance(error, AssertionError) or not record or cache is None:
        return report
    name = re.sub(r"\W+", "-", item.nodeid).strip("-")
    path = Path(cache.mkdir("tabletop_rules")) / f"{name}.record"
    path.write_text(record, "utf-8")
    report.sections.append(("the way there", f"saved in {path}"))
    return report


class _GameChecks(pytest.Collector):
    """The checks of one game."""

    def __init__(self, *, game_name: str, **others: Any) -> None:
        super().__init__(**others)
        self.game_name = game_name

    def collect(self) -> "Iterator[GameCheck]":
        """Give a test for each check."""
        # Hypothesis and the kit are slow to import, and not every run of pytest has a game.
        from tabletop_rules.testing import chosen  # noqa: PLC0415

        game = _game(self.game_name)
        for check in chosen(None):
            yield GameCheck.from_parent(self, name=check, game=game)


class GameCheck(pytest.Item):
    """One check of a game."""

    def __init__(self, *, game: Game[Any, Any, Any, Any], **others: Any) -> None:
        super().__init__(**others)
        self.game = game

    def runtest(self) -> None:
        """Make the check on games of all configs that the game names."""
        from tabletop_rules.testing import check_game  # noqa: PLC0415 - as above

        examples = self.config.option.game_examples
        check_game(self.game, examples=examples, checks=[self.name])

    def repr_failure(self, excinfo: "ExceptionInfo[BaseException]", style: Any = None) -> Any:
        """Return what the check says, without the kit's own lines of code."""
        from tabletop_rules.testing import BrokenProtocolError  # noqa: PLC0415 - as above

        if isinstance(excinfo.value, BrokenProtocolError):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[str, None, str]:
        """Return how the test is called."""
        return f"game {self.game.name}", None, f"{self.game.name}: {self.name}"


def _game(name: str) -> Game[Any, Any, Any, Any]:
    """Return the game of that name, or the module of that name."""
    try:
        return load_game(name)
    except UnknownGameError as unknown:
        try:
            game: Any = import_module(name)
        except ModuleNotFoundError as error:
            raise pytest.UsageError(f"--game {name}: {unknown}, or a module: {error}") from error
    if not hasattr(game, "legal_actions"):
        raise pytest.UsageError(f"--game {name}: the module is no game")
    found: Game[Any, Any, Any, Any] = game
    return found
