"""How often a game comes to an ending that the bot `endgame` solves exactly.

Run it with ``python -m benchmarks.endings``. At each decision between several options of whole
games the remainder is given to the solver with the settings of the bot, from a new table.
"""

import argparse
from collections import Counter
from collections.abc import Iterable
from statistics import mean, median
from time import perf_counter
from typing import Any

from benchmarks.ours import AnyGame
from benchmarks.tables import table
from tabletop_rules.bots import Solver, UnsolvedError, make_bot
from tabletop_rules.bots.endgame import DEFAULT_STATES
from tabletop_rules.core import game_names, load_game, play_steps


def decisions(game: AnyGame, bot: str, seed: int) -> list[Any]:
    """Return the states of a game in which a seat has several options."""
    config = game.Config()
    seats = len(game.score(game.initial_state(config)))
    bots = [make_bot(bot, game, f"{seed} seat {seat}") for seat in range(seats)]
    return [
        step.before
        for step in play_steps(game, config, bots, seed=seed)
        if isinstance(step.actor, int) and len(game.legal_actions(step.before)) > 1
    ]


def row(name: str, bot: str, games: int, seed: int, states: int) -> tuple[str, ...]:
    """Return the row of one game in the table."""
    game = load_game(name)
    found: Counter[str] = Counter()
    times: dict[bool, list[float]] = {True: [], False: []}
    lengths: list[int] = []
    before_end: list[int] = []
    for number in range(games):
        played = decisions(game, bot, seed + number)
        first = 0
        for place, state in enumerate(played):
            solver: Solver[Any, Any, Any] = Solver(game, states=states, quick=True)
            start = perf_counter()
            try:
                solver.solve(state)
                word = "solved"
                first = first or len(played) - place
            except UnsolvedError as error:
                word = error.obstacle.value
            times[word == "solved"].append(perf_counter() - start)
            found[word] += 1
        lengths.append(len(played))
        before_end.append(first)
    reached = sum(1 for each in before_end if each)
    return (
        name,
        f"{games}",
        f"{mean(lengths):.0f}",
        f"{reached}",
        f"{median(before_end):g}, {max(before_end)}",
        f"{found['solved'] / games:.1f}",
        f"{found['hidden'] / games:.1f}",
        f"{found['states'] / games:.1f}",
        f"{1000 * mean(times[True] or [0.0]):.1f}",
        f"{1000 * mean(times[False] or [0.0]):.1f}",
    )


def main(argv: Iterable[str] | None = None) -> None:
    """Print a row for each game."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.endings", description=__doc__)
    names = game_names()
    parser.add_argument("--games", type=int, default=20, help="of each game (default: 20)")
    parser.add_argument("--seed", type=int, default=0, help="of the first game (default: 0)")
    parser.add_argument("--bot", default="greedy", help="who plays them (default: greedy)")
    parser.add_argument("--states", type=int, default=DEFAULT_STATES, help="of the solver")
    parser.add_argument("--only", action="append", choices=names, help="this game; may be repeated")
    options = parser.parse_args(None if argv is None else list(argv))
    heads = (
        "game", "games", "decisions", "with an ending", "first before the end: median, most",
        "solved/game", "hidden/game", "too large/game", "ms solved", "ms not",
    )  # fmt: skip
    rows = [
        row(name, options.bot, options.games, options.seed, options.states)
        for name in options.only or names
    ]
    print(table(heads, rows))


if __name__ == "__main__":
    main()
