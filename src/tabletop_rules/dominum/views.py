"""What a seat may know of a state, and full states that fit it."""

from functools import lru_cache
from math import comb, prod
from random import Random
from typing import TypeAlias

from attrs import field, frozen

from tabletop_rules.core import Actor, Seat
from tabletop_rules.core.building import quickly_built
from tabletop_rules.core.errors import shown
from tabletop_rules.dominum.abilities import Type
from tabletop_rules.dominum.asks import Ask
from tabletop_rules.dominum.config import Config
from tabletop_rules.dominum.contents import FORCES, HIDDEN, Domain
from tabletop_rules.dominum.questions.setup import ChooseForce
from tabletop_rules.dominum.state import Clock, Player, Power, State, Unit, make_player

__all__ = ["View", "resample", "view"]


@quickly_built
@frozen(unsafe_hash=True, cache_hash=True, weakref_slot=False)
class View:  # noqa: PLW1641 - attrs makes it
    """All that `seat` may know; ``None`` is a spectator. The fields are those of `State`.

    In the hand of another player -1 (`HIDDEN`) stands for a card that the viewer has not seen,
    after those that have lain open (rules DM-SETUP-2, DM-R45). The strongholds are hidden in the
    same way until both are chosen. Power cards are open (rule DM-POWER-2).
    """

    config: Config = field(hash=False)
    seat: Seat | None
    clock: Clock
    players: tuple[Player, Player]
    powers: tuple[Power, Power]
    units: tuple[Unit, ...]
    agenda: tuple[Ask, ...]

    def __eq__(self, other: object) -> bool:
        # Tuples compare what is the same object at once: a search looks up many views.
        return type(other) is View and self._fields == other._fields

    @property
    def _fields(self) -> tuple[object, ...]:
        return (
            self.units, self.agenda, self.players, self.powers, self.clock, self.seat, self.config,
        )  # fmt: skip

    @property
    def actor(self) -> Actor:
        """Who is asked now."""
        agenda = self.agenda
        return agenda[-1].actor if agenda else None  # type: ignore[union-attr]  # a step is never on top

    @property
    def scores(self) -> tuple[int, int]:
        """The victory points of both seats."""
        first, second = self.players
        return first.points, second.points


def view(state: State, seat: Seat | None) -> View:
    """Return all that `seat` may know of `state`; ``None`` is a spectator.

    Raises:
        ValueError: there is no such seat.
    """
    if seat not in (0, 1, None):
        raise ValueError(f"expected seat 0 or 1, or None for a spectator, got {shown(seat)}")
    first, second = state.players
    choosing = bool(state.agenda) and isinstance(state.agenda[-1], ChooseForce)
    return View(
        state.config,
        seat,
        state.clock,
        (
            first if seat == 0 else _seen(first, choosing),
            second if seat == 1 else _seen(second, choosing),
        ),
        state.powers,
        state.units,
        state.agenda,
    )


def _seen(player: Player, choosing: bool) -> Player:
    """Return a player as the others see it."""
    if not player.hand and not choosing:
        return player
    hidden = len(player.hand) - len(player.known)
    return make_player(
        player.known + (HIDDEN,) * hidden,
        player.known,
        player.discard,
        -1 if choosing else player.stronghold,
        player.charges,
        player.surge,
        player.points,
        player.tokens,
        player.link,
        player.used,
        player.fired,
    )


def resample(seen: View, rng: Random) -> State:
    """Return a full state that `seen` fits, uniform over the armies that fit.

    What has lain open stays known; what is unseen is dealt from the rest of the domain, under the
    rule of one Hero, four Elites and seven Warriors (rules DM-SEL-2, DM-R45).
    """
    players = tuple(
        player if seat == seen.seat else _filled(seen, seat, rng)
        for seat, player in enumerate(seen.players)
    )
    return State(
        seen.config,
        seen.clock,
        (players[0], players[1]),
        seen.powers,
        seen.units,
        seen.agenda,
    )


def _filled(seen: View, seat: Seat, rng: Random) -> Player:
    player = seen.players[seat]
    domain = seen.config.domains[seat]
    stronghold = player.stronghold
    asked = seen.agenda[-1] if seen.agenda else None
    choosing = isinstance(asked, ChooseForce)
    if isinstance(asked, ChooseForce) and (asked.seat > seat or _has_begun(asked, seat)):
        stronghold = int(rng.random() * len(domain.strongholds))
    hand = player.hand
    hidden = hand.count(HIDDEN)
    if hidden:
        out = [unit.card for unit in seen.units if unit.seat == seat]
        open_cards = (*out, *player.discard, *player.known)
        drawn: list[int] = []
        for cards, count in _split(domain, open_cards, hidden, choosing, rng):
            pool = list(cards)
            for _ in range(count):
                drawn.append(pool.pop(int(rng.random() * len(pool))))  # noqa: PERF401 - the pool shrinks
        hand = tuple(sorted((*player.known, *drawn)))
    elif stronghold == player.stronghold:
        return player
    return Player(
        hand,
        player.known,
        player.discard,
        stronghold,
        player.charges,
        player.surge,
        player.points,
        player.tokens,
        player.link,
        player.used,
        player.fired,
    )


Split: TypeAlias = tuple[tuple[tuple[int, ...], int], ...]
"""For each type the cards that may be hidden, and how many of them are."""


def _split(
    domain: Domain, open_cards: tuple[int, ...], hidden: int, choosing: bool, rng: Random
) -> Split:
    """Return how many hidden cards are of each type, by how many armies there are of each kind."""
    ways, total = _ways(domain, open_cards, hidden, choosing)
    if choosing:
        return ways[0][1]
    place = int(rng.random() * total)
    for weight, split in ways:
        place -= weight
        if place < 0:
            return split
    raise ValueError("no army fits this view")


def _has_begun(asked: ChooseForce, seat: Seat) -> bool:
    """Return whether a seat that is choosing has chosen its stronghold, which comes first."""
    return asked.seat == seat and asked.chosen > 0


def _in_order(hidden: int) -> dict[Type, int]:
    """Return how many of each type were chosen: they are asked for type by type (DM-R3)."""
    counts: dict[Type, int] = {}
    for kind, most in FORCES.items():
        counts[kind] = min(most, hidden)
        hidden -= counts[kind]
    return counts


@lru_cache(maxsize=1 << 8)
def _ways(
    domain: Domain, open_cards: tuple[int, ...], hidden: int, choosing: bool
) -> tuple[tuple[tuple[int, Split], ...], int]:
    """Return how hidden cards can be split, with how many armies there are of each, and in all.

    With a whole army of twelve there is one way; a position may have fewer cards. A search
    resamples one view many times.
    """
    pools = {
        kind: tuple(card for card in domain.of_type[kind] if card not in open_cards)
        for kind in FORCES
    }
    if choosing:
        counts = _in_order(hidden)
        return ((1, tuple((pools[kind], count) for kind, count in counts.items())),), 1
    left: dict[Type, int] = {}
    for kind, most in FORCES.items():
        known = sum(domain.cards[card].type is kind for card in set(open_cards))
        left[kind] = max(0, most - known)
    ways: list[tuple[int, Split]] = []
    for heroes in range(left[Type.HERO] + 1):
        for elites in range(left[Type.ELITE] + 1):
            warriors = hidden - heroes - elites
            if 0 <= warriors <= left[Type.WARRIOR]:
                split = tuple(zip(pools.values(), (heroes, elites, warriors), strict=True))
                weight = prod(comb(len(pool), count) for pool, count in split)
                ways.append((weight, split))
    return tuple(ways), sum(weight for weight, _ in ways)
