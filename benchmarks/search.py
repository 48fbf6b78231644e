"""MCTS iterations per second, ours beside OpenSpiel's search in Python.

Run it with ``python -m benchmarks.search``.

An iteration is the same on both sides: one selection from the root down, at most one node added,
one evaluation, one backup. OpenSpiel's search is given the full state, hidden cards too; ours is
given a view, and draws a full state anew in each iteration (in Dominum, for eight in a row). Each
side searches positions of random games, the same ones in all rounds, with a new tree for each; only
the searches are timed. The slices of all entries are taken in turn, and ratios are of slices of the
same round. Times are those of the processor, so that what else runs on the machine counts little.
"""

import gc
import json
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from importlib import import_module
from itertools import cycle
from random import Random
from time import process_time
from typing import Any, Protocol, TypeAlias, cast
from unittest.mock import patch

from attrs import asdict, frozen

from benchmarks.arguments import add_seconds, parser_of, whole_above_zero
from benchmarks.ours import AnyGame, random_states
from benchmarks.peers import SpielGame, SpielState, draw
from benchmarks.report import Machine
from benchmarks.tables import table
from benchmarks.timing import Spread, paired_ratio
from tabletop_rules.bots import MctsBot, make_bot
from tabletop_rules.core import load_game

Search: TypeAlias = Callable[[], object]
"""Searches one position, with the iterations that were asked for."""

_GAMES = 4
"""How many random games the positions are taken from."""
_COUNTED = 5
"""On how many positions steps are counted, before anything is timed."""


@frozen(kw_only=True)
class Asked:
    """What all entries are measured with."""

    iterations: int  # of one search
    positions: int  # of each game
    seconds: float  # of each entry, all rounds together
    rounds: int
    seed: int


@frozen(kw_only=True)
class Entry:
    """One search of one game, made when it is measured."""

    name: str
    game: str
    evaluation: str  # what an iteration evaluates with
    # Raises ModuleNotFoundError where the library is not installed.
    load: Callable[[Asked], Sequence[Search]]
    # What makes a step of the game: an object, and the name of its function.
    step: Callable[[], tuple[object, str]]
    ours: bool = False


@frozen(kw_only=True)
class Bar:
    """How many times as many iterations per second as a peer's one of our entries should make."""

    ours: str
    peer: str
    at_least: float = 2


@frozen(kw_only=True)
class Result:
    """What one entry reached in each round."""

    name: str
    ours: bool
    evaluation: str
    missing: str | None
    steps: float  # of the game, chance included, in an iteration
    iterations: tuple[float, ...]  # per second


def evenly(found: Sequence[Any], count: int) -> list[Any]:
    """Return `count` of a sequence, or all, at even distances."""
    count = min(count, len(found))
    return [found[place * len(found) // count] for place in range(count)]


# ---------------------------------------------------------------- ours


def _by_default(game: AnyGame, asked: Asked) -> Any:
    return make_bot(f"mcts:{asked.iterations}", game, asked.seed)


def _with_playouts(game: AnyGame, asked: Asked) -> Any:
    return MctsBot(game, asked.seed, iterations=asked.iterations, cutoff=None)


def _load_ours(name: str, make: Callable[[AnyGame, Asked], Any], asked: Asked) -> Sequence[Search]:
    game: AnyGame = load_game(name)
    rng = Random(asked.seed)
    found: list[tuple[Any, tuple[Any, ...]]] = []
    for _ in range(_GAMES):
        for state in random_states(game, game.Config(), rng):
            seat, options = game.actor(state), game.legal_actions(state)
            if isinstance(seat, int) and len(options) > 1:
                found.append((game.view(state, seat), options))

    def search(view: Any, options: tuple[Any, ...]) -> object:
        return make(game, asked).choose(view, options)

    return [partial(search, *position) for position in evenly(found, asked.positions)]


def _step_of_ours(name: str) -> tuple[object, str]:
    return load_game(name), "apply"


# ---------------------------------------------------------------- OpenSpiel


class SpielPosition(SpielState, Protocol):
    """A state of OpenSpiel that can be copied."""

    def clone(self) -> "SpielPosition": ...


def spiel_positions(
    game: SpielGame, chance: int, terminal: int, rng: Random
) -> Iterable[SpielPosition]:
    """Give copies of the states of a random game in which a player has several options."""
    state = cast("SpielPosition", game.new_initial_state())
    while (player := state.current_player()) != terminal:
        if player == chance:
            action = draw(state.chance_outcomes(), rng)
        else:
            options = state.legal_actions()
            if len(options) > 1:
                yield state.clone()
            action = options[int(rng.random() * len(options))]
        state.apply_action(action)


def _load_spiel(name: str, asked: Asked) -> Sequence[Search]:
    pyspiel = import_module("pyspiel")
    import_module("open_spiel.python.games")  # registers those written in Python
    mcts: Any = import_module("open_spiel.python.algorithms.mcts")
    random_state: Any = import_module("numpy.random").RandomState
    game = pyspiel.load_game(name)
    player = pyspiel.PlayerId
    rng = Random(asked.seed)
    found: list[SpielPosition] = []
    while len(found) < asked.positions:
        found += spiel_positions(game, int(player.CHANCE), int(player.TERMINAL), rng)

    def search(state: SpielPosition) -> object:
        evaluator = mcts.RandomRolloutEvaluator(1, random_state(asked.seed))
        bot = mcts.MCTSBot(
            game,
            2.0,
            asked.iterations,
            evaluator,
            solve=False,  # a solved root would end the search before all iterations are made
            random_state=random_state(asked.seed),
        )
        return bot.mcts_search(state)

    return [partial(search, state) for state in evenly(found, asked.positions)]


def _step_of_spiel(name: str) -> tuple[object, str]:
    return type(import_module("pyspiel").load_game(name).new_initial_state()), "_apply_action"


# ---------------------------------------------------------------- the run

_OURS = (
    ("dome-crushers", "the evaluation of the game, no playout"),
    ("dominum", "the evaluation of the game, no playout"),
    ("dominus-portus", "the evaluation of the game, no playout"),
)
_PEERS = (
    "python_liars_poker",
    "python_block_dominoes",
    "python_team_dominoes",
    "python_ant_foraging",
    "python_tic_tac_toe",
)
ENTRIES = (
    *(
        Entry(
            name=name,
            game=name,
            evaluation=evaluation,
            load=partial(_load_ours, name, _by_default),
            step=partial(_step_of_ours, name),
            ours=True,
        )
        for name, evaluation in _OURS
    ),
    *(
        Entry(
            name=f"{name}, playouts",
            game=name,
            evaluation="a random playout to the end",
            load=partial(_load_ours, name, _with_playouts),
            step=partial(_step_of_ours, name),
            ours=True,
        )
        for name, _ in _OURS
    ),
    *(
        Entry(
            name=name,
            game=name,
            evaluation="a random playout to the end (RandomRolloutEvaluator)",
            load=partial(_load_spiel, name),
            step=partial(_step_of_spiel, name),
        )
        for name in _PEERS
    ),
)
BARS = (
    Bar(ours="dome-crushers", peer="python_liars_poker"),
    Bar(ours="dominum", peer="python_block_dominoes"),
    Bar(ours="dominus-portus", peer="python_block_dominoes"),
)


def count_steps(entry: Entry, searches: Sequence[Search], asked: Asked) -> float:
    """Return how many steps of the game an iteration makes; this fills caches too."""
    owner, name = entry.step()
    step = getattr(owner, name)
    made = 0

    def counted(*arguments: Any) -> Any:
        nonlocal made
        made += 1
        return step(*arguments)

    chosen = evenly(searches, _COUNTED)
    with patch.object(owner, name, counted):
        for search in chosen:
            search()
    return made / len(chosen) / asked.iterations


def search_slice(searches: Iterable[Search], seconds: float, iterations: int) -> float:
    """Search until the time is over, at least once, and return the iterations per second.

    Both are seconds of the processor.
    """
    done = 0
    gc.collect()  # nobody pays for what the one before left
    start = process_time()
    for search in searches:
        search()
        done += iterations
        if (spent := process_time() - start) >= seconds:
            return done / spent
    raise ValueError("expected searches without end")


def run(entries: Sequence[Entry], asked: Asked) -> tuple[Result, ...]:
    """Measure the entries in turn; a peer may be missing."""
    searches: dict[str, Iterable[Search]] = {}
    steps: dict[str, float] = {}
    missing: dict[str, str] = {}
    for entry in entries:
        try:
            found = entry.load(asked)
        except ModuleNotFoundError as error:
            if entry.ours:
                raise
            missing[entry.name] = error.name or str(error)
        else:
            steps[entry.name] = count_steps(entry, found, asked)
            searches[entry.name] = cycle(found)
    reached: dict[str, list[float]] = {name: [] for name in searches}
    for _ in range(asked.rounds):
        for name, each in searches.items():
            speed = search_slice(each, asked.seconds / asked.rounds, asked.iterations)
            reached[name].append(speed)
    return tuple(
        Result(
            name=entry.name,
            ours=entry.ours,
            evaluation=entry.evaluation,
            missing=missing.get(entry.name),
            steps=steps.get(entry.name, 0.0),
            iterations=tuple(reached.get(entry.name, ())),
        )
        for entry in entries
    )


def _spread(spread: Spread, digits: int) -> tuple[str, str]:
    low, high = f"{spread.low:,.{digits}f}", f"{spread.high:,.{digits}f}"
    return f"{spread.median:,.{digits}f}", f"{low} to {high}"


def render(results: Sequence[Result], asked: Asked) -> str:
    """Return the report as tables of Markdown."""
    machine = Machine.here()
    measured = {result.name: result for result in results if result.iterations}
    speeds = [
        (
            result.name,
            result.evaluation,
            *(
                (*_spread(Spread.of(result.iterations), 0), f"{result.steps:,.1f}")
                if result.iterations
                else ("not installed", "", "")
            ),
        )
        for result in results
    ]
    ratios = [
        (f"{ours.name} / {peer.name}", *_spread(paired_ratio(ours.iterations, peer.iterations), 2))
        for ours in measured.values()
        if ours.ours
        for peer in measured.values()
        if not peer.ours
    ]
    bars: list[tuple[str, ...]] = []
    for bar in BARS:
        if bar.ours in measured and bar.peer in measured:
            ours, peer = measured[bar.ours], measured[bar.peer]
            median = paired_ratio(ours.iterations, peer.iterations).median
            word = "met" if median >= bar.at_least else "MISSED"
            bars.append((f"{bar.ours} / {bar.peer}", f"{bar.at_least:g}", f"{median:.2f}", word))
    heads = ("search", "an iteration evaluates", "iterations/s", "min to max", "steps/iteration")
    parts = [
        f"{machine.python}, {machine.cpus} CPUs, one process. Seed {asked.seed}; {asked.rounds}"
        f" interleaved rounds, {asked.seconds:g} s for each entry in all;\n{asked.iterations}"
        f" iterations for each of {asked.positions} positions at most. Median of the rounds, and"
        "\nthe slowest to the fastest round; ratios within a round.",
        table(heads, speeds),
    ]
    if ratios:
        parts.append(table(("ours / peer", "iterations/s", "min to max"), ratios))
    if bars:
        parts.append(table(("bar, by iterations/s", "at least", "measured", "verdict"), bars))
    return "\n\n".join(parts)


def main(argv: Sequence[str] | None = None) -> None:
    """Run the command and print its report."""
    names = {entry.name: entry for entry in ENTRIES}
    description = "MCTS iterations per second, ours beside OpenSpiel's in Python."
    parser = parser_of("benchmarks.search", description, names)
    add_seconds(parser)
    parser.add_argument(
        "--iterations", type=whole_above_zero, default=100, help="of a search (default: 100)"
    )
    parser.add_argument(
        "--positions", type=whole_above_zero, default=40, help="of each game (default: 40)"
    )
    options = parser.parse_args(argv)
    asked = Asked(
        iterations=options.iterations,
        positions=options.positions,
        seconds=options.seconds,
        rounds=options.rounds,
        seed=options.seed,
    )
    results = run([names[name] for name in options.only or names], asked)
    if options.json:
        figures = [asdict(result) for result in results]
        print(json.dumps({"asked": asdict(asked), "results": figures}, indent=2))
    else:
        print(render(results, asked))


if __name__ == "__main__":
    main()
