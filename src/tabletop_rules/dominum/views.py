"""What a seat may know of a state, and full states that fit it."""

from functools import lru_cache
from math import comb
from random import Random

from attrs import evolve, frozen

from tabletop_rules.core import Actor, Seat
from tabletop_rules.core.errors import shown
from tabletop_rules.dominum.abilities import Type
from tabletop_rules.dominum.asks import Ask
from tabletop_rules.dominum.config import Config
from tabletop_rules.dominum.contents import FORCES, HIDDEN, Domain
from tabletop_rules.dominum.questions.setup import ChooseForce
from tabletop_rules.dominum.state import Clock, Player, Power, State, Unit

__all__ = ["View", "resample", "view"]


@frozen(cache_hash=True)
class View:
    """All that `seat` may know; ``None`` is a spectator. The fields are those of `State`.

    In the hand of another player -1 (`HIDDEN`) stands for a card that the viewer has not seen,
    after those that have lain open (rules DM-SETUP-2, DM-R45). The strongholds are hidden in the
    same way until both are chosen. Power cards are open (rule DM-POWER-2).
    """

    config: Config
    seat: Seat | None
    clock: Clock
    players: tuple[Player, Player]
    powers: tuple[Power, Power]
    units: tuple[Unit, ...]
    agenda: tuple[Ask, ...]

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
    return Player(
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
    hidden = player.hand.count(HIDDEN)
    if not hidden:
        return evolve(player, stronghold=stronghold)
    out = [unit.card for unit in seen.units if unit.seat == seat]
    open_cards = frozenset((*out, *player.discard, *player.known))
    counts = _in_order(hidden) if choosing else _counts(domain, open_cards, hidden, rng)
    drawn: list[int] = []
    for kind, count in counts.items():
        pool = list(_pool(domain, kind, open_cards))
        for _ in range(count):
            drawn.append(pool.pop(int(rng.random() * len(pool))))  # noqa: PERF401 - the pool shrinks
    return evolve(player, hand=tuple(sorted((*player.known, *drawn))), stronghold=stronghold)


@lru_cache(maxsize=1 << 8)
def _pool(domain: Domain, kind: Type, open_cards: frozenset[int]) -> tuple[int, ...]:
    """Return the cards of a type that may be hidden; a search resamples one view many times."""
    return tuple(card for card in domain.of_type[kind] if card not in open_cards)


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


def _counts(
    domain: Domain, open_cards: frozenset[int], hidden: int, rng: Random
) -> dict[Type, int]:
    """Return how many hidden cards are of each type, by how many armies there are of each kind."""
    ways = _ways(domain, open_cards, hidden)
    place = int(rng.random() * sum(weight for weight, _ in ways))
    for weight, split in ways:
        place -= weight
        if place < 0:
            return dict(zip(FORCES, split, strict=True))
    raise ValueError("no army fits this view")


@lru_cache(maxsize=1 << 8)
def _ways(
    domain: Domain, open_cards: frozenset[int], hidden: int
) -> tuple[tuple[int, tuple[int, int, int]], ...]:
    """Return how many hidden cards can be of each type, and how many armies there are of each.

    With a whole army of twelve there is one way; a position may have fewer cards.
    """
    left: dict[Type, int] = {}
    pools: dict[Type, int] = {}
    for kind, most in FORCES.items():
        known = sum(domain.cards[card].type is kind for card in open_cards)
        left[kind] = max(0, most - known)
        pools[kind] = len(_pool(domain, kind, open_cards))
    ways: list[tuple[int, tuple[int, int, int]]] = []
    for heroes in range(left[Type.HERO] + 1):
        for elites in range(left[Type.ELITE] + 1):
            warriors = hidden - heroes - elites
            if 0 <= warriors <= left[Type.WARRIOR]:
                weight = comb(pools[Type.HERO], heroes) * comb(pools[Type.ELITE], elites)
                weight *= comb(pools[Type.WARRIOR], warriors)
                ways.append((weight, (heroes, elites, warriors)))
    return tuple(ways)
