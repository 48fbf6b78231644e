"""How often the greedy bot wins with each default army of Dominum.

Run it with ``python -m benchmarks.balance``.

Seats change from game to game; every game depends on its seed alone.
"""

import argparse
from itertools import combinations

from tabletop_rules import dominum
from tabletop_rules.bots import GreedyBot
from tabletop_rules.bots.evaluations import EVALUATIONS
from tabletop_rules.core import CHANCE, Outcome, sample
from tabletop_rules.core.calling import ask
from tabletop_rules.core.playing import chance_generator


def play(domains: tuple[dominum.Domain, dominum.Domain], seed: int) -> Outcome:
    """Play one game of the default armies and return its result."""
    state = dominum.initial_state(dominum.Config(domains))
    for _ in domains:
        state = dominum.apply_list(state).state
    evaluate = EVALUATIONS[dominum.name]
    bots = [
        GreedyBot(dominum, f"{seed}-{seat}", evaluate, samples=1, steps=4, beam=1)
        for seat in (0, 1)
    ]
    rng = chance_generator(seed)
    while (actor := dominum.actor(state)) is not None:
        if actor is CHANCE:
            action = sample(dominum.chance_outcomes(state), rng)
        else:
            assert isinstance(actor, int)  # Dominum has no host
            action = ask(dominum, state, actor, bots[actor])
        state = dominum.apply(state, action).state
    outcome = dominum.outcome(state)
    assert outcome is not None  # nobody is asked any more
    return outcome


def main() -> None:
    """Print a row for each pairing of two different domains."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000, help="of each pairing")
    games = parser.parse_args().games
    print("| first | second | first wins | second wins | nobody wins |")
    print("| --- | --- | ---: | ---: | ---: |")
    shelf = dominum.Domain.shelf
    for pair in combinations(shelf.ids, 2):
        wins = [0, 0]
        for seed in range(games):
            swapped = seed % 2
            first, second = (shelf.get(name) for name in (pair[::-1] if swapped else pair))
            for seat in play((first, second), seed).winners:
                wins[(seat + swapped) % 2] += 1
        shares = [*wins, games - sum(wins)]
        print(f"| {' | '.join(pair)} | {' | '.join(f'{n / games:.1%}' for n in shares)} |")


if __name__ == "__main__":
    main()
