"""Another process finds a game: by its name, its folder, its file or its pickle."""

import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tabletop_rules import dome_crushers
from tabletop_rules.core import Game
from tabletop_rules.testing import check_processes, random_walk
from tabletop_rules.testing.addresses import address, found

from . import sound, unordered
from .defects import DEFECTS

market: Game[sound.Config, sound.State, sound.Action, sound.View] = sound


def test_a_module_that_can_be_imported_is_found_by_its_name() -> None:
    assert found(address(dome_crushers)) is dome_crushers
    assert address(market) == {"module": sound.__name__, "file": sound.__file__}
    assert found(address(market)) is sound


def test_a_game_that_is_a_value_is_found_by_its_pickle() -> None:
    game: Any = SimpleNamespace(name="mine", apply=sound.apply)
    assert found(address(game)) == game


def test_what_can_neither_be_imported_nor_pickled_is_refused() -> None:
    game: Any = SimpleNamespace(apply=lambda state, action: (state, ()))
    with pytest.raises(ValueError, match="another process can import or unpickle"):
        address(game)


def test_a_file_is_loaded_where_no_name_can_be_imported(tmp_path: Path) -> None:
    file = tmp_path / "lonely_game.py"
    file.write_text("name = 'lonely'\nclass State: ...\n", "utf-8")
    game: Any = found({"module": "elsewhere.lonely_game", "file": str(file)})
    assert game.name == "lonely"
    assert sys.modules[game.State.__module__] is game  # where a pickle looks for it


def test_a_module_of_a_package_is_found_from_its_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "path", [*sys.path])
    package = tmp_path / "lonely_package"
    package.mkdir()
    (package / "names.py").write_text("NAME = 'lonely'\n", "utf-8")
    (package / "game.py").write_text("from .names import NAME as name\n", "utf-8")
    file = str(package / "game.py")
    game: Any = found({"module": "lonely_package.game", "file": file})
    assert (game.name, game.__name__) == ("lonely", "lonely_package.game")


def test_the_main_module_of_one_process_is_none_of_another(tmp_path: Path) -> None:
    file = tmp_path / "script.py"
    file.write_text("name = 'script'\n", "utf-8")
    assert found({"module": "__main__", "file": str(file)}).name == "script"


def test_a_game_that_is_nowhere_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [*sys.path])
    for file in ("no_such_game.py", "elsewhere/no_such_game.py", ""):
        with pytest.raises(ImportError, match="no game can be loaded"):
            found({"module": "no_such_game", "file": file})


def test_files_where_the_check_runs_are_no_modules_of_the_other_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    walk = random_walk(market, sound.BRISK, 1)
    (tmp_path / "attrs.py").write_text("raise RuntimeError('these are not attrs')\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    check_processes(market, [walk])


def test_the_planted_order_is_one_of_hashing() -> None:
    """In one process it is fixed, so that no other check sees it."""
    game: Any = unordered
    walk = random_walk(game, sound.BRISK, 1)
    for state in walk.states:
        assert game.legal_actions(state) == game.legal_actions(state)
        assert set(game.legal_actions(state)) == set(sound.legal_actions(state))
    check_processes(market, [random_walk(market, sound.BRISK, 1)])
    assert any(defect.functions is unordered for defect in DEFECTS)
