"""Steps per second of our PettingZoo environments, beside PettingZoo's own classic games.

Run it with ``python -m benchmarks.environments``.

All are played by the loop of PettingZoo's documentation: `last`, then a random action of the mask
by the action space's `sample`, then `step`; ``step(None)`` for each agent when the game is over.
Decisions are the steps with an action. The next game begins with `reset` without a seed, or with
one each time (``--seeded``), as one does who wants to have each game again.

Seconds are those of the processor that the process was given, as others may use the machine. The
slices of all environments are taken in turn, and ratios are of slices of the same round.
"""

import json
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from importlib import import_module
from random import Random
from time import process_time
from typing import Any, Final, Protocol

from attrs import asdict, frozen

from benchmarks.arguments import add_seconds, parser_of
from benchmarks.entries import GameLength, PlayGame
from benchmarks.report import Machine
from benchmarks.tables import table
from benchmarks.timing import Slice, Spread, measure, paired_ratio

OURS: Final = ("dome-crushers", "dominum", "dominus-portus")
CARDS: Final = ("leduc_holdem_v4", "texas_holdem_v4", "texas_holdem_no_limit_v6")
"""PettingZoo's card games that need nothing but RLCard."""
BOARDS: Final = ("tictactoe_v3", "connect_four_v3", "chess_v6")
AT_LEAST: Final = 1.5
"""How many times a card game's decisions per second ours should make."""


class AecEnv(Protocol):
    """What is used of an environment."""

    possible_agents: list[str]

    def reset(self, seed: int | None = None) -> None: ...
    def agent_iter(self) -> Iterator[str]: ...
    def last(self) -> tuple[Any, float, bool, bool, dict[str, Any]]: ...
    def action_space(self, agent: str) -> Any: ...
    def step(self, action: Any) -> None: ...


def play(env: AecEnv, seeded: bool, rng: Random) -> GameLength:
    """Play one random game."""
    env.reset(seed=int(rng.random() * 2**31) if seeded else None)
    steps = ended = 0
    for agent in env.agent_iter():
        observation, _, termination, truncation, _ = env.last()
        if termination or truncation:
            action = None
            ended += 1
        else:
            action = env.action_space(agent).sample(observation["action_mask"])
        env.step(action)
        steps += 1
    return GameLength(steps - ended, steps)


def _ours(name: str) -> AecEnv:
    made: AecEnv = import_module("tabletop_rules.environments.pettingzoo").env(name)
    return made


def _theirs(name: str) -> AecEnv:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of old names, and of spaces
        made: AecEnv = import_module(f"pettingzoo.classic.{name}").env()
    return made


MAKERS: Final[Mapping[str, Callable[[], AecEnv]]] = {
    **{name: partial(_ours, name) for name in OURS},
    **{name: partial(_theirs, name) for name in (*CARDS, *BOARDS)},
}


@frozen(kw_only=True)
class Asked:
    """What all environments are measured with."""

    seconds: float  # of each, all rounds together
    rounds: int
    seed: int
    seeded: bool


def run(names: Sequence[str], asked: Asked) -> dict[str, tuple[Slice, ...]]:
    """Measure environments in turn; one of theirs whose library is missing has no slices."""
    players: dict[str, PlayGame] = {}
    for name in names:
        try:
            env = MAKERS[name]()
        except ImportError:
            if name in OURS:
                raise
            continue
        env.reset(seed=asked.seed)
        for number, agent in enumerate(env.possible_agents):
            env.action_space(agent).seed(asked.seed + number)
        players[name] = partial(play, env, asked.seeded)
    found = measure(
        players, seconds=asked.seconds, rounds=asked.rounds, seed=asked.seed, clock=process_time
    )
    return {name: found.get(name, ()) for name in names}


def _spread(spread: Spread, digits: int = 0) -> tuple[str, str]:
    low, high = f"{spread.low:,.{digits}f}", f"{spread.high:,.{digits}f}"
    return f"{spread.median:,.{digits}f}", f"{low} to {high}"


def _speeds(found: Mapping[str, Sequence[Slice]]) -> Iterator[Sequence[str]]:
    for name, slices in found.items():
        if not slices:
            yield name, "not installed", "", "", "", ""
            continue
        games = sum(each.games for each in slices)
        yield (
            name,
            *_spread(Spread.of(each.decisions_per_second for each in slices)),
            *_spread(Spread.of(each.steps_per_second for each in slices)),
            f"{sum(each.decisions for each in slices) / games:,.1f}",
        )


def _ratios(found: Mapping[str, Sequence[Slice]]) -> Iterator[Sequence[str]]:
    for ours in OURS:
        for peer in (*CARDS, *BOARDS):
            if found.get(ours) and found.get(peer):
                pairs = found[ours], found[peer]
                decisions = paired_ratio(*([s.decisions_per_second for s in p] for p in pairs))
                steps = paired_ratio(*([s.steps_per_second for s in p] for p in pairs))
                word = "met" if decisions.median >= AT_LEAST else "MISSED"
                yield (
                    f"{ours} / {peer}",
                    *_spread(decisions, 2),
                    *_spread(steps, 2),
                    word if peer in CARDS else "",
                )


def render(found: Mapping[str, Sequence[Slice]], asked: Asked) -> str:
    """Return the report as tables of Markdown."""
    machine = Machine.here()
    resets = "reset with a seed for each game" if asked.seeded else "reset without a seed"
    speeds = ("environment", "decisions/s", "min to max", "steps/s", "min to max", "decisions/game")
    bar = f"at least {AT_LEAST:g}"
    ratios = ("ours / peer", "decisions/s", "min to max", "steps/s", "min to max", bar)
    parts = [
        f"{machine.python}, {machine.cpus} CPUs, one process. Seed {asked.seed}; {asked.rounds}"
        f" interleaved rounds, {asked.seconds:g} s of the\nprocessor for each environment in all;"
        f" {resets}. Median of the rounds, and the slowest to\nthe fastest round; ratios within a"
        " round.",
        table(speeds, _speeds(found)),
        table(ratios, _ratios(found)),
    ]
    return "\n\n".join(parts)


def main(argv: Sequence[str] | None = None) -> None:
    """Run the command and print its report."""
    description = "Steps per second of our PettingZoo environments beside PettingZoo's own."
    parser = parser_of("benchmarks.environments", description, MAKERS)
    add_seconds(parser)
    parser.add_argument("--seeded", action="store_true", help="reset each game with a seed")
    options = parser.parse_args(argv)
    asked = Asked(
        seconds=options.seconds, rounds=options.rounds, seed=options.seed, seeded=options.seeded
    )
    found = run(options.only or list(MAKERS), asked)
    if options.json:
        figures = {name: [asdict(each) for each in slices] for name, slices in found.items()}
        print(json.dumps({"asked": asdict(asked), "results": figures}, indent=2))
    else:
        print(render(found, asked))


if __name__ == "__main__":
    main()
