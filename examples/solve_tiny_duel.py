"""Solve a tiny Dome Crushers with OpenSpiel's counterfactual regret minimisation.

Two players with five different cards each play one card, one after the other. The exploitability
is what a player gains on average, in points, who knows the other's strategy and answers it best;
in an equilibrium it is 0. Run it with

    python examples/solve_tiny_duel.py --iterations 200 --plot duel.svg

It needs the extra ``openspiel`` and, for the plot, ``plots``.
"""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pyspiel
from open_spiel.python.algorithms import cfr, exploitability

from tabletop_rules.environments import openspiel


def milestones(iterations: int) -> list[int]:
    """Return after how many iterations to measure: 1, 2, 5, 10, 20 ... and after the last."""
    round_numbers = (digit * 10**zeros for zeros in range(6) for digit in (1, 2, 5))
    return [*(number for number in round_numbers if number < iterations), iterations]


def solve(game: Any, solver: Any, iterations: int) -> Iterator[tuple[int, float]]:
    """Give numbers of iterations, each with the exploitability of the average strategy then."""
    done = 0
    for wanted in milestones(iterations):
        for _ in range(done, wanted):
            solver.evaluate_and_update_policy()
        done = wanted
        yield done, exploitability.exploitability(game, solver.average_policy())


def openings(game: Any, policy: Any) -> dict[str, str]:
    """Return what the start player does with a hand, by the hand."""
    begun = game.new_initial_state()
    begun.apply_action(begun.string_to_action("start 0"))
    found: dict[str, str] = {}
    for card in begun.legal_actions():
        state = begun.child(card)
        while state.is_chance_node():  # what the other draws, seat 0 does not see
            state.apply_action(state.legal_actions()[0])
        hand = ", ".join(state.position.view(0).players[0].hand)
        chosen = policy.action_probabilities(state, 0)
        found[hand] = ", ".join(f"{state.action_to_string(n)} {p:.3f}" for n, p in chosen.items())
    return found


def plot(measured: Sequence[tuple[int, float]], path: Path) -> None:
    """Write the course of the exploitability as a picture, of the kind that the path ends in."""
    from matplotlib.figure import Figure  # noqa: PLC0415 - only for who asks for a plot

    figure = Figure(figsize=(6, 4), layout="constrained")
    axes = figure.add_subplot()
    axes.loglog(*zip(*measured, strict=True), marker="o")
    axes.set_xlabel("iterations of CFR")
    axes.set_ylabel("exploitability, points a game")
    axes.grid(alpha=0.3)
    figure.savefig(path)


def main(argv: Sequence[str] | None = None) -> None:
    """Solve the duel, and print how far from an equilibrium it is on the way."""
    parser = argparse.ArgumentParser(description="CFR on a tiny Dome Crushers.")
    parser.add_argument("--iterations", type=int, default=20, help="of CFR (default: 20)")
    parser.add_argument("--config", default="duel", help="a tiny one (default: duel)")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="write a picture: .svg, .png ...")
    options = parser.parse_args(argv)
    if options.iterations < 1:
        parser.error("expected at least 1 iteration")
    if options.plot is not None and not options.plot.parent.is_dir():
        parser.error(f"--plot: expected a file in a folder that is there, got {options.plot}")
    parameters = {"config": options.config, "returns": "points"}
    try:
        game = pyspiel.load_game(openspiel.NAMES["dome_crushers"], parameters)
    except ValueError as error:  # as all errors of the library about what it was given
        parser.error(f"--config: {error}")
    solver = cfr.CFRSolver(game)
    print("iterations  exploitability (points a game)")
    measured: list[tuple[int, float]] = []
    for done, exploitable in solve(game, solver, options.iterations):
        print(f"{done:10}  {exploitable:.4f}")
        measured.append((done, exploitable))
    print("\nWhat the start player does")
    for hand, plays in openings(game, solver.average_policy()).items():
        print(f"  with {hand}: {plays}")
    if options.plot is not None:
        try:
            plot(measured, options.plot)
        except (OSError, ValueError) as error:  # such as a kind of picture that is unknown
            parser.error(f"--plot: {error}")
        print(f"\nWrote {options.plot}")


if __name__ == "__main__":
    main()
