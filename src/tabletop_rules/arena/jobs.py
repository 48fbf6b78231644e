"""What all games of a tournament have in common."""

from typing import Any, TypeAlias

from attrs import frozen

from tabletop_rules.arena.entrants import Entrant
from tabletop_rules.arena.faults import DEFAULT_POLICY, Policy
from tabletop_rules.arena.fixtures import Fixture, derived
from tabletop_rules.core import Game, Seat

__all__ = ["Job"]

AnyGame: TypeAlias = Game[Any, Any, Any, Any]


@frozen
class Job:
    """The game and its config, who takes part, what they may take, and the seed of it all."""

    game: AnyGame
    config: Any
    entrants: tuple[Entrant, ...] = ()
    policy: Policy = DEFAULT_POLICY
    seed: int = 0

    def bot_seed(self, fixture: Fixture, seat: Seat) -> int:
        """Return what the bot of a seat starts its randomness from; it tells nothing of chance."""
        return derived("bot", self.seed, fixture.number, seat)
