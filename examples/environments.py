"""The same duel in each interface for learners: three lines make an environment and begin a game.

It plays a random game in each. Which one is for whom is told in docs/environments.md.
"""

import gymnasium
import numpy as np

from tabletop_rules.core import CHANCE, load_game, sample
from tabletop_rules.core.playing import chance_generator
from tabletop_rules.encodings import encoding
from tabletop_rules.encodings.vector import VectorEnv
from tabletop_rules.environments import pettingzoo
from tabletop_rules.environments.gymnasium import IDS  # and so the games are registered

SEED = 7


def play_pettingzoo() -> float:
    """Play in PettingZoo's interface, all seats one after the other."""
    env = pettingzoo.env("dome-crushers")
    env.reset(seed=SEED)
    for seat, agent in enumerate(env.possible_agents):
        env.action_space(agent).seed(SEED + seat)
    first = 0.0
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, _ = env.last()
        over = terminated or truncated
        if agent == "player_0" and over:
            first = reward
        assert seen is not None  # as it would be with last(observe=False)
        env.step(None if over else env.action_space(agent).sample(seen["action_mask"]))
    return first


def play_gymnasium() -> float:
    """Play in Gymnasium's interface, one seat against a bot."""
    env = gymnasium.make(IDS["dome_crushers"], opponents="greedy")
    _, info = env.reset(seed=SEED)
    env.action_space.seed(SEED)
    reward, over = 0.0, False
    while not over:
        action = env.action_space.sample(info["action_mask"])
        _, worth, terminated, truncated, info = env.step(action)
        reward, over = float(worth), terminated or truncated
    env.close()
    return reward


def play_vector() -> float:
    """Play eight games at once, until the first one ends."""
    rng = np.random.default_rng(SEED)
    with VectorEnv("dome-crushers", count=8) as env:
        batch = env.reset(seed=SEED)
        while not (batch.terminated | batch.truncated).any():
            odds = batch.masks * rng.random(batch.masks.shape)
            batch = env.step(odds.argmax(axis=1))
        return float(batch.rewards[batch.terminated | batch.truncated][0, 0])


def play_protocol() -> float:
    """Play by the protocol itself, of which all others are made: states, actions and views."""
    game, rng = load_game("dome-crushers"), chance_generator(SEED)
    numbers = encoding(game)
    state = game.initial_state(game.Config())
    while (actor := game.actor(state)) is not None:
        if actor is CHANCE:
            action = sample(game.chance_outcomes(state), rng)
        else:
            assert isinstance(actor, int)
            seen = numbers.observe(game.view(state, actor))  # what a learner would be given
            options = game.legal_actions(state)
            action = options[int(seen.sum()) % len(options)]
        state = game.apply(state, action).state
    outcome = game.outcome(state)
    assert outcome is not None
    return 1.0 if 0 in outcome.winners else -1.0 if outcome.winners else 0.0


def main() -> None:
    """Run the example."""
    for name, play in (
        ("PettingZoo", play_pettingzoo),
        ("Gymnasium", play_gymnasium),
        ("vector environment", play_vector),
        ("protocol", play_protocol),
    ):
        print(f"{name:20} seat 0 got {play():+.0f}")


if __name__ == "__main__":
    main()
