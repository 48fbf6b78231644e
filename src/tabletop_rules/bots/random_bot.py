"""A bot to which all options are alike."""

from random import Random
from typing import TypeAlias, TypeVar

__all__ = ["RandomBot", "Seed"]

A = TypeVar("A")

Seed: TypeAlias = int | str
"""What a bot's randomness starts from; equal seeds, equal choices."""


class RandomBot:
    """Chooses each option with the same probability.

    >>> bot = RandomBot(7)
    >>> [bot.choose(None, ("rock", "paper", "scissors")) for _ in range(4)]
    ['rock', 'rock', 'paper', 'rock']
    """

    def __init__(self, seed: Seed) -> None:
        self._seed = seed
        self._rng = Random(seed)

    def reset(self) -> None:
        """Make the bot as new: its randomness starts from the seed again."""
        self._rng.seed(self._seed)

    def choose(self, view: object, options: tuple[A, ...], /) -> A:
        """Return one of `options`, with one call of ``Random.random``.

        That call alone gives the same numbers for a seed in every version of Python.
        """
        return options[int(self._rng.random() * len(options))]
