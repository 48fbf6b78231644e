"""A way to run the command line, and games for it besides those that are installed."""

from collections.abc import Callable
from types import SimpleNamespace

import pytest
from click.testing import CliRunner, Result

from tabletop_rules.cli import main
from tabletop_rules.core import registry

from .toy import AnyGame, Run, Toy


@pytest.fixture
def run() -> Run:
    """Return a function that runs the command line in this process."""

    def invoke(*args: object, typed: str = "") -> Result:
        return CliRunner().invoke(
            main, [str(arg) for arg in args], input=typed, catch_exceptions=False
        )

    return invoke


def register(monkeypatch: pytest.MonkeyPatch, load: Callable[[], object]) -> None:
    entries = {**registry._entries(), "toy-cards": SimpleNamespace(load=load)}
    monkeypatch.setattr(registry, "_entries", lambda: entries)


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> AnyGame:
    """Return the toy game, which the command line then knows as toy-cards."""
    game: AnyGame = Toy()
    register(monkeypatch, lambda: game)
    return game


@pytest.fixture
def broken_toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register a game whose package cannot be imported."""

    def load() -> object:
        raise ModuleNotFoundError("No module named 'toy_parts'")

    register(monkeypatch, load)
