"""Records of games, and their text form: a head in TOML, then one action a line."""

from typing import Any, Final, Generic, TypeVar, overload

from attrs import field, frozen

from tabletop_rules.core.errors import NotationError, Problem, RecordError, shown
from tabletop_rules.core.protocol import Game
from tabletop_rules.core.registry import load_game
from tabletop_rules.core.serial import from_data, to_data
from tabletop_rules.core.toml import read_toml, toml_lines

__all__ = ["Record", "check_record", "format_record", "parse_record"]

C = TypeVar("C")
A = TypeVar("A")
S = TypeVar("S")
V = TypeVar("V")
C_co = TypeVar("C_co", covariant=True)
A_co = TypeVar("A_co", covariant=True)

FORMAT: Final = 1
_RULE: Final = "---"


@frozen
class Record(Generic[C_co, A_co]):
    """A game from its beginning: all actions, those of chance included.

    Replaying needs no generator; `seed` only says where the chance came from, and is ``None``
    where a person or another program made it. A record holds every secret of its game, so it is
    its owner's until the game is over.
    """

    game: str
    rules_version: str
    config: C_co
    seed: int | None = None
    actions: tuple[A_co, ...] = ()


@frozen
class _Head:
    format: int
    game: str
    rules_version: str
    seed: int | None = None
    config: dict[str, Any] = field(factory=dict)


def check_record(game: Game[Any, Any, Any, Any], record: Record[Any, Any]) -> None:
    """Refuse a record that is not of this game in this version of its rules.

    Raises:
        RecordError: it says what was expected and what was given.
    """
    other = _other_rules(game, record.game, record.rules_version)
    problems = [] if other is None else [other]
    if not isinstance(record.config, game.Config):
        kind = type(record.config).__name__
        problems.append(Problem("config", f"expected a {game.name} Config, got a {kind}"))
    if problems:
        raise RecordError(problems)


def _other_rules(game: Game[Any, Any, Any, Any], name: object, version: object) -> Problem | None:
    """Return what is wrong if a record names another game, or another version of its rules."""
    if not isinstance(name, str) or name.replace("-", "_") != game.name:
        return Problem("game", f"expected {game.name!r}, got {shown(name)}")
    if version != game.rules_version:
        expected = f"expected {game.rules_version!r} of {game.name}"
        return Problem("rules_version", f"{expected}, got {shown(version)}")
    return None


def format_record(game: Game[C, S, A, V], record: Record[C, A]) -> str:
    """Return a record as a text that a person can read and edit.

    Raises:
        RecordError: it is of another game, or an action has no notation that fills one line.
    """
    head = {
        "format": FORMAT,
        "game": record.game,
        "rules_version": record.rules_version,
        "seed": record.seed,
        "config": to_data(record.config),
    }
    lines = ["# a record of tabletop-rules", *toml_lines(head), _RULE]
    notations = [game.format_action(action) for action in record.actions]
    problems = [
        Problem(f"action {number}", f"{shown(text)} is no notation that can stand in a line")
        for number, text in enumerate(notations, 1)
        if text != text.strip() or not text or text.startswith("#") or not text.isprintable()
    ]
    other = _other_rules(game, record.game, game.rules_version)
    if other is not None:
        problems.append(other)
    if problems:
        raise RecordError(problems)
    lines += notations
    return "\n".join(lines) + "\n"


def _checked(table: dict[str, Any], game: Game[C, S, A, V] | None, source: str) -> Game[C, S, A, V]:
    """Return the game of a record, which must be in this format and of these rules.

    This is looked at before anything else, because all else may differ in another version.
    """
    given = table.get("format", FORMAT)
    if type(given) is not int or given != FORMAT:
        what = f"expected {FORMAT}, got {shown(given)}"
        raise RecordError([Problem("format", what)], source)
    name = table.get("game")
    if game is None and isinstance(name, str):
        game = load_game(name)
    if game is None:
        what = f"expected the name of a game, got {shown(name)}" if "game" in table else "missing"
        raise RecordError([Problem("game", what)], source)
    # What is missing is found with all else.
    named, version = table.get("game", game.name), table.get("rules_version", game.rules_version)
    other = _other_rules(game, named, version)
    if other is not None:
        raise RecordError([other], source)
    return game


@overload
def parse_record(text: str, game: Game[C, S, A, V], source: str = ...) -> Record[C, A]: ...
@overload
def parse_record(text: str, game: None = ..., source: str = ...) -> Record[Any, Any]: ...
def parse_record(text: str, game: Game[C, S, A, V] | None = None, source: str = "") -> Record[C, A]:
    """Return the record that a text describes; the game is found by its name unless given.

    Empty lines, and lines that begin with ``#``, are passed over.

    Raises:
        RecordError: with everything that is wrong and where. A record of another version of the
            rules is refused before its actions are read.
        UnknownGameError: no installed package has the game.
    """
    above, rule, below = (
        f"{text}\n".removeprefix("\ufeff").replace("\r\n", "\n").partition(f"\n{_RULE}\n")
    )
    if not rule:
        what = f"no line {_RULE!r} ends the head: the record is cut off, or is none"
        raise RecordError([Problem("", what)], source)
    table = read_toml(above, error=RecordError, source=source)
    game = _checked(table, game, source)
    head = from_data(table, _Head, error=RecordError, source=source)
    try:
        config = from_data(head.config, game.Config, error=RecordError)
    except RecordError as error:
        within = [Problem(f"config.{p.where}".rstrip("."), p.what) for p in error.problems]
        raise RecordError(within, source) from None
    first = above.count("\n") + 3
    actions: list[A] = []
    problems: list[Problem] = []
    for number, line in enumerate(below.split("\n"), first):
        notation = line.strip()
        if not notation or notation.startswith("#"):
            continue
        try:
            actions.append(game.parse_action(notation))
        except NotationError as error:
            problems.append(Problem(f"line {number}", str(error)))
    if problems:
        raise RecordError(problems, source)
    return Record(game.name, game.rules_version, config, head.seed, tuple(actions))
