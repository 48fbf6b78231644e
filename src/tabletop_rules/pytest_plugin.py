"""A pytest plugin that makes every check on a game, each as a test of its own.

It takes one line of pytest's configuration, or of a command::

    addopts = "-p tabletop_rules.pytest_plugin --game my_package.my_game"

A game is named as `load_game` knows it, or by the module that it is. A game that fails is shrunk to
a short one, printed, and saved as a record in pytest's cache folder.
"""

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

from tabletop_rules.core import Game, UnknownGameError, load_game

if TYPE_CHECKING:
    from collections.abc import Iterator

    from _pytest._code.code import ExceptionInfo

    from tabletop_rules.testing import BrokenProtocolError

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


def pytest_collection_modifyitems(
    session: pytest.Session, config: pytest.Config, items: list[pytest.Item]
) -> None:
    """Add a test for each check of each game that was named."""
    for name in config.option.game:
        collector = _GameChecks.from_parent(session, name=f"game {name}", game_name=name)
        items.extend(collector.collect())


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
        """Return what the check says, and where the game that fails was saved."""
        from tabletop_rules.testing import BrokenProtocolError  # noqa: PLC0415 - as above

        error = excinfo.value
        if not isinstance(error, BrokenProtocolError):
            return super().repr_failure(excinfo, style)
        return str(error) + self._saved(error)

    def _saved(self, error: "BrokenProtocolError") -> str:
        cache = getattr(self.config, "cache", None)  # none with -p no:cacheprovider
        if not error.record or cache is None:
            return ""
        path = Path(cache.mkdir("tabletop_rules")) / f"{self.game.name}-{self.name}.record"
        path.write_text(error.record, "utf-8")
        return f"\nThe way there is saved in {path}"

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
