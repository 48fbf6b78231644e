"""Without what an extra installs, an error names the extra."""

import copy
import pickle
import subprocess
import sys
from collections.abc import Callable

import pytest

from tabletop_rules.core import MissingExtraError, game_names, load_game
from tabletop_rules.drawing import DrawingMissingError
from tabletop_rules.plots import PlotsMissingError
from tabletop_rules.serving import ServingMissingError


def without(library: str, code: str) -> subprocess.CompletedProcess[str]:
    """Run code where a library is not installed."""
    hidden = f"import sys\nsys.modules[{library!r}] = None\n{code}"
    return subprocess.run(
        [sys.executable, "-c", hidden], capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize(
    ("package", "library", "extra"),
    [
        ("arena", "cloudpickle", "arena"),
        ("arena", "openskill", "arena"),
        ("serving", "loky", "serve"),
        ("testing", "hypothesis", "testing"),
        *(
            (f"{game.name}.strategies", "hypothesis", "testing")
            for game in map(load_game, game_names())
        ),
        ("dominum.strategies.abilities", "hypothesis", "testing"),
        ("dominum.strategies.boards", "hypothesis", "testing"),
    ],
)
def test_a_package_names_the_extra_that_it_needs(package: str, library: str, extra: str) -> None:
    run = without(library, f"import tabletop_rules.{package}")
    last = run.stderr.strip().splitlines()[-1]
    error = str(MissingExtraError(library, extra))
    assert last == f"tabletop_rules.core.errors.MissingExtraError: {error}"


@pytest.mark.parametrize(
    ("kind", "library", "extra"),
    [
        (DrawingMissingError, "svg.py", "drawing"),
        (PlotsMissingError, "matplotlib", "plots"),
        (ServingMissingError, "starlette and uvicorn", "serve"),
    ],
)
def test_what_is_missing_is_always_the_same_kind_of_error(
    kind: Callable[[], Exception], library: str, extra: str
) -> None:
    error = kind()
    for made in (error, copy.copy(error), pickle.loads(pickle.dumps(error))):
        assert isinstance(made, MissingExtraError)
        assert type(made) is kind
        assert (made.library, made.extra) == (library, extra)
        assert str(made) == str(MissingExtraError(library, extra))


def test_the_command_line_names_its_extra_without_a_traceback() -> None:
    run = without("click", "from tabletop_rules.__main__ import main\nmain()")
    assert run.returncode == 2
    assert run.stderr == "Error: expected click: pip install 'tabletop-rules[cli]'\n"


@pytest.mark.parametrize(
    ("command", "library", "extra"),
    [
        ("verify dome-crushers", "hypothesis", "testing"),
        ("arena dome-crushers --bots flat,flat --games 2", "loky", "arena"),
        ("arena dome-crushers --bots flat,flat --games 2 --html x.html", "matplotlib", "plots"),
        ("replay game.txt --html x.html", "svg", "drawing"),
        ("serve", "starlette", "serve"),
        ("serve", "uvicorn", "serve"),
        ("serve", "loky", "arena"),
        ("play dome-crushers", "loky", "arena"),
    ],
)
def test_a_command_names_the_extra_that_it_needs(command: str, library: str, extra: str) -> None:
    called = f"sys.argv[1:] = {command.split()}\nmain()"
    run = without(library, f"from tabletop_rules.__main__ import main\n{called}")
    assert run.returncode == 2
    assert run.stderr.startswith("Error: ")
    assert run.stderr.endswith(f"pip install 'tabletop-rules[{extra}]'\n")
    assert run.stderr.count("\n") == 1


def test_the_package_is_the_command_line() -> None:
    command = [sys.executable, "-m", "tabletop_rules", "games", "--nonsense"]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 2
    assert "No such option" in run.stderr
    assert "'tabletop-rules games --help'" in run.stderr
