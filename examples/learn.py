"""Learn to beat the random bot in Dome Crushers, with numpy alone.

A policy with one hidden layer plays many duels side by side, in each against a player that chooses
at random, and is changed after each batch of games so that what went better than expected becomes
more likely (an actor and a critic, trained by policy gradient). It prints its learning curve: which
share of the games it won lately, while it still tries things out, and at the end how it does in
games that it does not learn from.

    python examples/learn.py                 # less than a minute
    python examples/learn.py --games 600     # a first impression

The arrays are small, so that one thread of numpy's is as fast as several: where others use the
machine, set OPENBLAS_NUM_THREADS=1.

Equal arguments give equal games, up to what rounding differs between machines.
"""

import argparse
from collections.abc import Iterator, Sequence
from typing import Any, Final, TypeAlias

import numpy as np
from attrs import define

from tabletop_rules.encodings import Encoding
from tabletop_rules.encodings.vector import VectorEnv

Floats: TypeAlias = np.ndarray[Any, np.dtype[np.floating[Any]]]
Rows: TypeAlias = np.ndarray[Any, np.dtype[np.int64]]
Flags: TypeAlias = np.ndarray[Any, np.dtype[np.bool_]]

SIDE_BY_SIDE: Final = 64
"""So many games are played at once."""
BATCH: Final = 16
"""After so many games the policy is changed."""
HIDDEN: Final = 64
STEP: Final = 0.003
"""Of Adam."""
TRACE: Final = 0.9
"""How far a surprise of the critic reaches back (the lambda of generalized advantages)."""
CURIOSITY: Final = 0.01
"""The weight of the policy's entropy."""


@define
class Decision:
    """One decision of the learner."""

    seen: Floats
    mask: Flags
    action: int
    expected: float  # the reward, by the critic


class Policy:
    """A network with one hidden layer: a logit for each action, and the expected reward."""

    def __init__(self, encoding: Encoding[Any, Any, Any], rng: np.random.Generator) -> None:
        self._scale = (1 / encoding.high).astype(np.float32)
        size, count = encoding.size, encoding.action_count
        self._weights: list[Floats] = [
            (rng.standard_normal((size, HIDDEN)) / np.sqrt(40)).astype(np.float32),
            np.zeros((1, HIDDEN), np.float32),
            np.zeros((HIDDEN, count), np.float32),  # at first all options are alike
            np.zeros((1, count), np.float32),
            np.zeros((HIDDEN, 1), np.float32),
        ]
        self._means = [np.zeros_like(each) for each in self._weights]
        self._squares = [np.zeros_like(each) for each in self._weights]
        self._updates = 0

    def _forward(self, seen: Floats, masks: Flags) -> tuple[Floats, Floats, Floats, Floats]:
        first, bias, second, offset, critic = self._weights
        scaled = seen * self._scale
        hidden = np.tanh(scaled @ first + bias)
        logits = np.where(masks, hidden @ second + offset, -np.inf)
        logits -= logits.max(axis=1, keepdims=True)
        odds = np.exp(logits)
        odds /= odds.sum(axis=1, keepdims=True)
        return scaled, hidden, odds, (hidden @ critic)[:, 0]

    def choose(self, seen: Floats, masks: Flags, rng: np.random.Generator) -> tuple[Rows, Floats]:
        """Return an action for each row, drawn by its probability, and the expected rewards."""
        _, _, odds, expected = self._forward(seen, masks)
        return drawn(odds, rng), expected

    def learn(self, decisions: Sequence[Decision], goals: Floats, gains: Floats) -> None:
        """Make decisions with positive gains more likely, and move expectations to the goals."""
        seen = np.stack([each.seen for each in decisions])
        masks = np.stack([each.mask for each in decisions])
        scaled, hidden, odds, expected = self._forward(seen, masks)
        count = len(decisions)
        rows = np.arange(count)
        logs = np.log(np.maximum(odds, 1e-8))
        entropy = -(odds * logs).sum(axis=1, keepdims=True)
        slope = odds * gains[:, None]
        slope[rows, [each.action for each in decisions]] -= gains
        slope += CURIOSITY * odds * (logs + entropy)
        slope /= count
        error = ((expected - goals) / count)[:, None]
        back = (slope @ self._weights[2].T + error @ self._weights[4].T) * (1 - hidden**2)
        self._descend(
            [
                scaled.T @ back,
                back.sum(axis=0, keepdims=True),
                hidden.T @ slope,
                slope.sum(axis=0, keepdims=True),
                hidden.T @ error,
            ]
        )

    def _descend(self, slopes: Sequence[Floats]) -> None:
        """Do a step of Adam."""
        self._updates += 1
        step = STEP * (1 - 0.999**self._updates) ** 0.5 / (1 - 0.9**self._updates)
        for place, slope in enumerate(slopes):
            mean, square = self._means[place], self._squares[place]
            np.add(mean, 0.1 * (slope - mean), out=mean)
            np.add(square, 0.001 * (slope**2 - square), out=square)
            self._weights[place] -= step * mean / (np.sqrt(square) + 1e-8)


def drawn(odds: Any, rng: np.random.Generator) -> Rows:
    """Return a place of each row, drawn by its odds."""
    sums = np.cumsum(odds, axis=1)
    found: Rows = (sums > rng.random((len(odds), 1)) * sums[:, -1:]).argmax(axis=1)
    return found


def duels(env: VectorEnv, policy: Policy, seed: int) -> Iterator[tuple[list[Decision], float]]:
    """Play without end; give the learner's decisions and reward of each game as it ends.

    The learner has seat 0 in every other row, and seat 1 in the rest.
    """
    rng = np.random.default_rng(seed)
    batch = env.reset(seed)
    own = np.arange(env.count) % 2
    games: list[list[Decision]] = [[] for _ in own]
    while True:
        actions = drawn(batch.masks, rng)  # the random player's, for all
        mine = np.flatnonzero(batch.actors == own)
        seen, masks = batch.observations[mine], batch.masks[mine]
        actions[mine], expected = policy.choose(seen, masks, rng)
        for place, row in enumerate(mine):
            games[row].append(
                Decision(seen[place], masks[place], int(actions[row]), float(expected[place]))
            )
        batch = env.step(actions)
        for row in np.flatnonzero(batch.terminated | batch.truncated):
            decisions, games[row] = games[row], []
            yield decisions, float(batch.rewards[row, own[row]])


def judged(decisions: Sequence[Decision], reward: float) -> list[float]:
    """Return by how much each decision of a game went better than the critic expected."""
    gains: list[float] = []
    after, gain = reward, 0.0
    for decision in reversed(decisions):
        gain = after - decision.expected + TRACE * gain
        after = decision.expected
        gains.append(gain)
    return gains[::-1]


def train(games: int, seed: int = 1, workers: int = 0, report: int = 300) -> list[float]:
    """Learn from so many games; return the learning curve, the share won in each `report` games.

    The last place of the curve is the share won in `report` more games, of which nothing is learnt.
    """
    curve: list[float] = []
    with VectorEnv("dome-crushers", count=SIDE_BY_SIDE, workers=workers) as env:
        policy = Policy(env.encoding, np.random.default_rng(seed))
        batch: list[Decision] = []
        goals: list[float] = []
        gains: list[float] = []
        won: list[float] = []
        for played, (decisions, reward) in enumerate(duels(env, policy, seed), 1):
            won.append((reward + 1) / 2)
            if played <= games:
                found = judged(decisions, reward)
                batch += decisions
                gains += found
                goals += [each.expected + gain for each, gain in zip(decisions, found, strict=True)]
                if played % BATCH == 0:
                    spread = np.asarray(gains, np.float32)
                    spread /= spread.std() + 1e-6
                    policy.learn(batch, np.asarray(goals, np.float32), spread)
                    batch, goals, gains = [], [], []
            if len(won) == report:
                curve.append(sum(won) / report)
                print(
                    f"{min(played, games):6} games learnt from: {curve[-1]:6.1%} won "
                    f"{'#' * round(40 * curve[-1])}"
                )
                won = []
                if played > games:
                    break
    return curve


def main(argv: Sequence[str] | None = None) -> None:
    """Run the example."""
    parser = argparse.ArgumentParser(description="Learn to beat the random bot in Dome Crushers.")
    parser.add_argument("--games", type=int, default=3000, help="to learn from (default: 3000)")
    parser.add_argument("--seed", type=int, default=1, help="of all games (default: 1)")
    parser.add_argument("--last", type=int, default=300, help="games of a share (default: 300)")
    parser.add_argument("--workers", type=int, default=0, help="processes that play (default: 0)")
    options = parser.parse_args(argv)
    for name, least in (("games", 0), ("seed", 0), ("last", 1), ("workers", 0)):
        if (given := getattr(options, name)) < least:
            parser.error(f"--{name}: expected {least} or more, got {given}")
    train(options.games, options.seed, options.workers, options.last)


if __name__ == "__main__":
    main()
