"""Determinism: another process, with another hash seed, comes to the same from the same actions."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, TypeVar

from tabletop_rules.core import Game, parse_record, replay_steps
from tabletop_rules.testing.addresses import address, found
from tabletop_rules.testing.broken import BrokenProtocolError, observers
from tabletop_rules.testing.walking import Walk, walk_of

__all__ = ["check_processes"]

C = TypeVar("C")
S = TypeVar("S")
A = TypeVar("A")
V = TypeVar("V")

_HASH_SEEDS: Final = ("1", "77")
_STATE: Final = "state "
_EVENT: Final = "event "


def check_processes(game: Game[C, S, A, V], walks: Sequence[Walk[C, S, A]]) -> None:
    """Check that other processes, with other seeds of ``hash``, say the same of the same walks.

    Compared are at every step: options and their order, odds, events, score, the text of the state,
    the views and their pictures.

    Raises:
        ValueError: the game is neither a module nor a value that can be pickled.
        BrokenProtocolError: a process says something else; the message shows the first difference.
    """
    order = json.dumps({"game": address(game), "records": [walk.text for walk in walks]})
    here = [list(_echo(game, walk.text)) for walk in walks]
    for seed in _HASH_SEEDS:
        there: list[list[str]] = json.loads(_answer(order, seed))
        for walk, ours, theirs in zip(walks, here, there, strict=True):
            _require_same(game, walk, ours, theirs)


def _require_same(
    game: Game[C, S, A, V], walk: Walk[C, S, A], ours: list[str], theirs: list[str]
) -> None:
    made = -1
    for one, other in zip(ours, theirs, strict=False):
        made += one.startswith(_STATE)
        if one != other:
            what = f"another process, with another hash seed, says\n  {other}\nand not\n  {one}"
            steps = walk.steps[: made + one.startswith(_EVENT)]
            way = walk_of(game, walk.config, walk.start, steps)
            raise BrokenProtocolError(what, record=way.text)
    if len(ours) != len(theirs):
        what = "another process, with another hash seed, gets less far in the same record"
        raise BrokenProtocolError(what, record=walk.text)


def _echo(game: Game[C, S, A, V], record: str) -> Iterator[str]:
    """Give in lines all that a game says of a record."""
    read = parse_record(record, game)
    state = game.initial_state(read.config)
    yield from _lines(game, state)
    for step in replay_steps(game, read):
        state = step.after
        for event in step.events:
            yield f"{_EVENT}{event!r}"
        yield from _lines(game, state)


def _lines(game: Game[C, S, A, V], state: S) -> Iterator[str]:
    yield f"{_STATE}{game.format_state(state)!r}"
    yield f"actor {game.actor(state)}, score {game.score(state)}, outcome {game.outcome(state)}"
    yield f"options {[game.format_action(option) for option in game.legal_actions(state)]}"
    yield f"odds {[str(outcome.probability) for outcome in game.chance_outcomes(state)]}"
    for seat in observers(game, state):
        view = game.view(state, seat)
        yield f"view of {seat}: {view!r}"
        yield f"picture for {seat}: {game.render(view)!r}"


# ---------------------------------------------------------------- the other process


def _answer(order: str, seed: str) -> str:
    """Return what a process with a hash seed of its own prints."""
    environment = {**os.environ, "PYTHONHASHSEED": seed}
    environment["PYTHONPATH"] = os.pathsep.join(path or str(Path.cwd()) for path in sys.path)
    # -P: or a file in the current directory may stand in for a module of its name
    made = subprocess.run(
        [sys.executable, "-P", "-m", "tabletop_rules.testing.checks.processes"],
        input=order,
        env=environment,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    if made.returncode:
        last = made.stderr.strip().splitlines()[-1:] or ["nothing"]
        raise BrokenProtocolError(f"another process cannot replay what this one played: {last[0]}")
    return made.stdout


def _main() -> None:
    order = json.loads(sys.stdin.read())
    game = found(order["game"])
    last_first = [list(_echo(game, record)) for record in reversed(order["records"])]
    print(json.dumps(last_first[::-1]))  # noqa: T201


if __name__ == "__main__":
    _main()
