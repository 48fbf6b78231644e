"""How another process finds a game: modules do not pickle."""

import hashlib
import importlib
import importlib.util
import pickle
import sys
from pathlib import Path
from types import ModuleType
from typing import Any, TypeAlias

from tabletop_rules.core import Game

__all__ = ["Address", "address", "found"]

Address: TypeAlias = dict[str, str]


def address(game: Game[Any, Any, Any, Any]) -> Address:
    """Return how another process finds a game: the name and the file of a module, or a pickle.

    Raises:
        ValueError: the game is neither a module nor a value that can be pickled.
    """
    if isinstance(game, ModuleType):
        return {"module": game.__name__, "file": str(game.__file__ or "")}
    try:
        return {"pickle": pickle.dumps(game).hex()}
    except Exception as error:
        what = "expected a game that another process can import or unpickle"
        raise ValueError(f"{what}, got a {type(game).__name__}: {error}") from error


def found(address: Address) -> Game[Any, Any, Any, Any]:
    """Return the game at an address; a module that cannot be imported by name comes from its file.

    Raises:
        ImportError: there is none.
    """
    if "pickle" in address:
        game: Game[Any, Any, Any, Any] = pickle.loads(bytes.fromhex(address["pickle"]))
        return game
    name, file = address["module"], address["file"]
    if name == "__main__":  # of this process it is another one
        module: Any = _from_file(f"game_{hashlib.sha256(file.encode()).hexdigest()[:8]}", file)
    else:
        try:
            module = importlib.import_module(name)
        except ImportError:
            module = _from_folder(name, file) or _from_file(name, file)
    loaded: Game[Any, Any, Any, Any] = module
    return loaded


def _from_folder(name: str, file: str) -> ModuleType | None:
    """Return a module of a package by its name, if its file lies where the name says it does."""
    parts = tuple(name.split("."))
    path = Path(file)
    if (*path.parts[:-1], path.stem)[-len(parts) :] != parts:
        return None
    sys.path.append(str(path.parents[len(parts) - 1]))
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


def _from_file(name: str, file: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, file)
    if spec is None or spec.loader is None:
        raise ImportError(f"no game can be loaded from {file!r}")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # where its classes are found when they are pickled
    try:
        spec.loader.exec_module(module)
    except OSError as error:
        del sys.modules[name]
        raise ImportError(f"no game can be loaded from {file!r}") from error
    return module
