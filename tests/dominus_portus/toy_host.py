"""A host that knows nothing of the base game and hands in whatever the boundary allows."""

from random import Random

from tabletop_rules import dominus_portus as dp
from tabletop_rules.core import CHANCE, HOST, Played, Record, format_record, sample
from tabletop_rules.dominus_portus.draws import Drawing
from tabletop_rules.dominus_portus.turns import HostEnd, HostTurn
from tabletop_rules.testing import Walk


def _tally(rng: Random) -> dp.Tally:
    return dp.Tally(*(int(rng.random() * 2) for _ in range(10)))


def _symbols(rng: Random) -> tuple[dp.Symbol, ...]:
    made: list[dp.Symbol] = []
    for _ in range(int(rng.random() * 3)):
        same = rng.random() < 0.5
        if rng.random() < 0.5:
            made.append(dp.Symbol(dp.SymbolKind.MILITARY, same))
        else:
            made.append(dp.Symbol(dp.SymbolKind.PRESTIGE, same, int(rng.random() * 4)))
    return tuple(made)


def host_action(state: dp.State, rng: Random) -> dp.Action:
    """Return something that the host may do now."""
    ask = state.agenda[-1]
    if isinstance(ask, Drawing):
        return sample(ask.odds(state), rng)
    if isinstance(ask, HostEnd):
        points = tuple(int(rng.random() * 60) for _ in range(state.config.seats))
        return dp.FinalPoints(points, points if rng.random() < 0.5 else ())
    assert isinstance(ask, HostTurn)
    roll = rng.random()
    if ask.colour is None and not ask.closing and roll < 0.7:
        colour = tuple(dp.Colour)[int(rng.random() * 3)]
        legions = int(rng.random() * 3)
        coins, population = int(rng.random() * 3), int(rng.random() * 3)
        return dp.Placement(
            ask.seat, colour, coins, population, _symbols(rng), legions, _tally(rng)
        )
    if roll < 0.8 and ask.gains < 3:
        return dp.FurtherGains(ask.seat, int(rng.random() * 2), _tally(rng))
    return dp.CloseTurn()


def hosted_walk(
    config: dp.Config, seed: int, *, most: int = 100_000
) -> Walk[dp.Config, dp.State, dp.Action]:
    """Return a game, or the beginning of one, of random decisions of seats, chance and host."""
    rng = Random(seed)
    start = state = dp.initial_state(config)
    steps: list[Played[dp.State, dp.Action]] = []
    while (actor := dp.actor(state)) is not None and len(steps) < most:
        if actor is HOST:
            action = host_action(state, rng)
        elif actor is CHANCE:
            action = sample(dp.chance_outcomes(state), rng)
        else:
            options = dp.legal_actions(state)
            action = options[int(rng.random() * len(options))]
        after, events = dp.apply(state, action)
        steps.append(Played(state, actor, action, after, events))
        state = after
    record = Record(dp.name, dp.rules_version, config, None, tuple(s.action for s in steps))
    return Walk(config, start, tuple(steps), format_record(dp, record))
