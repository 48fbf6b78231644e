"""What observations and masks cost beside the rules, and games in a vector environment.

Run it with ``python -m benchmarks.encodings``.

The rules are timed in random play, call by call: a step is `apply` and `legal_actions`, of chance
too. In each state in which a seat is asked, its view, its observation and its mask are timed as
well. Vector environments do the first options of their games; those with different numbers of
workers are taken in turn, and ratios are of slices of the same round.

Each step of a vector environment waits for its slower worker. How fast two can be at most is found
in this process, by its processor time: the halves of the games are stepped one after the other, and
all of their time is divided by that of the slower half of each step. Other work on the machine
changes it little. What two workers make less of is passing orders on, and processors that are not
free.
"""

import gc
import json
from collections.abc import Sequence
from itertools import pairwise
from random import Random
from time import perf_counter, thread_time
from typing import Any

import numpy as np
from attrs import asdict, frozen

from benchmarks.arguments import add_seconds, parser_of, whole_above_zero
from benchmarks.ours import GAMES, AnyGame, random_action
from benchmarks.report import Machine
from benchmarks.tables import table
from benchmarks.timing import Spread, paired_ratio
from tabletop_rules.core import CHANCE, load_game
from tabletop_rules.encodings import Encoding, encoding
from tabletop_rules.encodings.batches import Games, batch_size, batch_within
from tabletop_rules.encodings.vector import VectorEnv

WORKERS = (0, 1, 2)
"""The numbers of workers that are compared."""
CHEAP = ("dome-crushers", 1.0)
"""Of this game an observation and a mask should cost less than so many steps of the rules."""
SHARED = ("dome-crushers", 1.6)
"""Of this game two workers should do at least so many times what one does."""


@frozen(kw_only=True)
class Asked:
    """What is measured with."""

    seconds: float  # of each entry, all rounds together
    rounds: int
    games: int  # in a vector environment
    seed: int


@frozen(kw_only=True)
class Costs:
    """Microseconds of one round."""

    step: float  # of the rules: apply and legal_actions
    view: float
    observe: float
    mask: float

    @property
    def ratio(self) -> float:
        """What an observation and a mask cost, in steps of the rules."""
        return (self.observe + self.mask) / self.step


@frozen(kw_only=True)
class Result:
    """What was measured of one game, round by round."""

    game: str
    size: int
    actions: int
    costs: tuple[Costs, ...]
    decisions: dict[int, tuple[float, ...]]  # per second, by the number of workers
    most: tuple[float, ...]  # how many times one worker's speed two can have


def measure_costs(
    game: AnyGame, numbers: Encoding[Any, Any, Any], rng: Random, seconds: float
) -> Costs:
    """Play random games until the time is over."""
    out, mask = np.zeros(numbers.size, np.float32), np.zeros(numbers.action_count, np.bool_)
    rules = views = observed = masked = 0.0
    steps = decisions = 0
    gc.collect()  # nobody pays for what the one before left
    end = perf_counter() + seconds
    while perf_counter() < end:
        state = game.initial_state(numbers.config)
        while (actor := game.actor(state)) is not None:
            start = perf_counter()
            options = game.legal_actions(state)
            rules += perf_counter() - start
            if actor is not CHANCE:
                start = perf_counter()
                view = game.view(state, actor)  # type: ignore[arg-type]  # no host plays here
                viewed = perf_counter()
                numbers.observe(view, out)
                seen = perf_counter()
                numbers.mask(options, mask)
                done = perf_counter()
                views += viewed - start
                observed += seen - viewed
                masked += done - seen
                decisions += 1
            action = random_action(game, state, actor, rng)
            start = perf_counter()
            state = game.apply(state, action).state
            rules += perf_counter() - start
            steps += 1
    return Costs(
        step=rules / steps * 1e6,
        view=views / decisions * 1e6,
        observe=observed / decisions * 1e6,
        mask=masked / decisions * 1e6,
    )


def measure_vector(env: VectorEnv, seconds: float) -> float:
    """Step until the time is over and return the decisions per second, of all games together."""
    masks = env.step(env.reset(1).masks.argmax(axis=1)).masks
    done = 0
    gc.collect()
    start = perf_counter()
    while (spent := perf_counter() - start) < seconds:
        env.step(masks.argmax(axis=1))
        done += env.count
    return done / spent


def measure_split(numbers: Encoding[Any, Any, Any], count: int, seconds: float) -> float:
    """Return the work of all steps beside that of the slower half of the games of each."""
    memory = bytearray(batch_size(numbers, count, finals=False))
    batch = batch_within(numbers, count, memory, finals=False)
    bounds = (0, count // 2, count)
    halves = [
        Games(numbers, batch.rows(first, last), first, None) for first, last in pairwise(bounds)
    ]
    for half in halves:
        half.reset(1)
    both = slower = 0.0
    gc.collect()
    gc.disable()  # as in workers
    end = perf_counter() + seconds
    try:
        while perf_counter() < end or not both:
            batch.chosen[:] = batch.masks.argmax(axis=1)
            spent: list[float] = []
            for half in halves:
                start = thread_time()
                half.step()
                spent.append(thread_time() - start)
            both += sum(spent)
            slower += max(spent)
    finally:
        gc.enable()
    return both / slower


def measure(name: str, asked: Asked) -> Result:
    """Measure a game."""
    game: AnyGame = load_game(name)
    numbers = encoding(game)
    rng = Random(asked.seed)
    each = asked.seconds / asked.rounds
    measure_costs(game, numbers, rng, each)  # fills caches, not kept
    costs: list[Costs] = []
    most: list[float] = []
    decisions: dict[int, list[float]] = {workers: [] for workers in WORKERS}
    environments = {
        workers: VectorEnv(game, count=asked.games, workers=workers) for workers in WORKERS
    }
    try:
        for _ in range(asked.rounds):
            costs.append(measure_costs(game, numbers, rng, each))
            for workers, env in environments.items():
                decisions[workers].append(measure_vector(env, each))
            most.append(measure_split(numbers, asked.games, each))
    finally:
        for env in environments.values():
            env.close()
    return Result(
        game=name,
        size=numbers.size,
        actions=numbers.action_count,
        costs=tuple(costs),
        decisions={workers: tuple(speeds) for workers, speeds in decisions.items()},
        most=tuple(most),
    )


def _spread(spread: Spread, digits: int) -> tuple[str, str]:
    low, high = f"{spread.low:,.{digits}f}", f"{spread.high:,.{digits}f}"
    return f"{spread.median:,.{digits}f}", f"{low} to {high}"


def _cheap(result: Result) -> Spread:
    return Spread.of(costs.ratio for costs in result.costs)


def _shared(result: Result) -> Spread:
    return paired_ratio(result.decisions[2], result.decisions[1])


def render(results: Sequence[Result], asked: Asked) -> str:
    """Return the report as tables of Markdown."""
    machine = Machine.here()
    costs = [
        (
            result.game,
            f"{result.size:,}",
            f"{result.actions:,}",
            *(
                f"{Spread.of(getattr(each, key) for each in result.costs).median:.1f}"
                for key in ("step", "view", "observe", "mask")
            ),
            *_spread(_cheap(result), 2),
        )
        for result in results
    ]
    speeds = [
        (
            result.game,
            *(f"{Spread.of(result.decisions[workers]).median:,.0f}" for workers in WORKERS),
            *_spread(_shared(result), 2),
            f"{Spread.of(result.most).median:.2f}",
        )
        for result in results
    ]
    bars: list[tuple[str, ...]] = []
    for result in results:
        if result.game == CHEAP[0]:
            median = _cheap(result).median
            word = "met" if median < CHEAP[1] else "MISSED"
            what = f"{result.game}: observation and mask / step"
            bars.append((what, f"below {CHEAP[1]:g}", f"{median:.2f}", word))
        if result.game == SHARED[0]:
            median = _shared(result).median
            word = "met" if median >= SHARED[1] else "MISSED"
            what = f"{result.game}: two workers / one"
            bars.append((what, f"at least {SHARED[1]:g}", f"{median:.2f}", word))
    parts = [
        f"{machine.python}, {machine.cpus} CPUs. Seed {asked.seed}; {asked.rounds} interleaved"
        f" rounds, {asked.seconds:g} s for each entry in all;\n{asked.games} games in a vector"
        " environment. Median of the rounds, and the lowest to the highest; ratios within a round.",
        table(
            (
                "game", "numbers", "actions", "step, us", "view, us", "observe, us", "mask, us",
                "(observe + mask) / step", "min to max",
            ),
            costs,
        ),
        table(
            ("decisions/s", "no worker", "1 worker", "2 workers", "2 / 1", "min to max", "at most"),
            speeds,
        ),
    ]  # fmt: skip
    if bars:
        parts.append(table(("bar", "wanted", "measured", "verdict"), bars))
    return "\n\n".join(parts)


def main(argv: Sequence[str] | None = None) -> None:
    """Run the command and print its report."""
    description = "What observations and masks cost, and games in a vector environment."
    parser = parser_of("benchmarks.encodings", description, GAMES)
    add_seconds(parser)
    parser.add_argument(
        "--games", type=whole_above_zero, default=64, help="of a vector environment (default: 64)"
    )
    options = parser.parse_args(argv)
    asked = Asked(
        seconds=options.seconds, rounds=options.rounds, games=options.games, seed=options.seed
    )
    results = [measure(name, asked) for name in options.only or GAMES]
    if options.json:
        figures = [asdict(result) for result in results]
        print(json.dumps({"asked": asdict(asked), "results": figures}, indent=2))
    else:
        print(render(results, asked))


if __name__ == "__main__":
    main()
