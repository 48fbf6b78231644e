"""What a seat may know of a state: everything. Nothing in this game is secret.

What nobody has seen (which settlement token lies where, the order of the supplies) is not in the
state; it is decided when it is revealed (rules DS-R19, PT-R5). So a view is the public state, and
resampling gives back the same state.
"""

from random import Random

from attrs import frozen

from tabletop_rules.core import Actor, Seat
from tabletop_rules.core import agenda as _agenda
from tabletop_rules.core.building import quickly_built
from tabletop_rules.core.errors import shown
from tabletop_rules.dominus_portus.config import Config
from tabletop_rules.dominus_portus.scoring import Breakdown, breakdown, score
from tabletop_rules.dominus_portus.state import State
from tabletop_rules.dominus_portus.values import is_between

__all__ = ["View", "resample", "view"]


@quickly_built
@frozen(cache_hash=True, weakref_slot=False)
class View:
    """The public state, and whose eyes it is for; ``None`` is a spectator."""

    state: State
    seat: Seat | None

    @property
    def config(self) -> Config:
        """The config of the game."""
        return self.state.config

    @property
    def actor(self) -> Actor:
        """Who is asked now."""
        return _agenda.actor(self.state)

    @property
    def scores(self) -> tuple[int, ...]:
        """The points of all seats, as if the game ended here."""
        return score(self.state)

    @property
    def breakdown(self) -> Breakdown:
        """The same points by province and by source."""
        return breakdown(self.state)

    @property
    def powers(self) -> dict[str, tuple[int, ...]]:
        """The power of each seat in each province, Rome first (rule DS-POWER-1)."""
        if not self.state.armies:
            return {}
        return {
            name: tuple(army.power(place) for army in self.state.armies)
            for place, name in enumerate(self.config.map_board.all)
        }


def view(state: State, seat: Seat | None) -> View:
    """Return the public state for the eyes of a seat.

    Raises:
        ValueError: there is no such seat.
    """
    if seat is not None and not is_between(seat, 0, state.config.seats - 1):
        last = state.config.seats - 1
        raise ValueError(f"expected seat 0 to {last}, or None for a spectator, got {shown(seat)}")
    return View(state, seat)


def resample(seen: View, _rng: Random) -> State:
    """Return the one state that fits the view (rule DS-R19)."""
    return seen.state
