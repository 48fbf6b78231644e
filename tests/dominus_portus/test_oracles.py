"""Turns of any config, played again with the sentences of the rulebook alone."""

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop_rules import dominus_portus as dp
from tabletop_rules.core import Event
from tabletop_rules.dominus_portus import events as ev
from tabletop_rules.dominus_portus.strategies import configs
from tabletop_rules.testing import Walk, random_walk

CityWalk = Walk[dp.Config, dp.State, dp.Action]


def _turns(walk: CityWalk) -> list[tuple[dp.State, dp.State, list[Event]]]:
    """Return each whole turn: the state that it began with, that after it, and all events."""
    turns: list[tuple[dp.State, dp.State, list[Event]]] = []
    first, events = walk.start, list[Event]()
    for step in walk.steps:
        dealt = [e for e in step.events if isinstance(e, ev.ScoreTileDealt | ev.IslandDealt)]
        if dealt:
            first = step.after
            continue
        events += step.events
        if step.after.turn > first.turn:
            turns.append((first, step.after, events))
            first, events = step.after, []
    return turns


@settings(max_examples=50, deadline=None)
@given(configs(), st.integers(0, 2**32 - 1))
def test_PT_SHIP_1_PT_SHIP_2_PT_ANCHOR_1_PT_R2_every_end_of_a_turn(
    config: dp.Config, seed: int
) -> None:
    for before, after, events in _turns(random_walk(dp, config, seed, most=300)):
        if not config.portus:
            assert not any(isinstance(event, ev.ShipMoved | ev.GoodDrawn) for event in events)
            continue
        seat, ring = before.seat, before.ring
        for other in range(config.seats):
            if other != seat:  # only one's own ship moves
                assert before.ships[other] == after.ships[other]
        placed = [event.colour for event in events if isinstance(event, ev.TilePlaced)]
        ship = before.ships[seat]
        here = ring[ship.space]
        sails = here.arrow is None or here.arrow in placed
        there = ring[(ship.space + 1) % len(ring)] if sails else here
        assert ring[after.ships[seat].space] == there
        moves = [event for event in events if isinstance(event, ev.ShipMoved)]
        assert [(move.source, move.target) for move in moves] == [(str(here), str(there))] * sails
        # Goods pay when the ship is out of its island, and only then.
        out = here.arrow is not None and there.arrow is None
        paid = [event.goods for event in events if isinstance(event, ev.GoodsPaid)]
        assert paid == ([ship.goods] if out and ship.goods else [])
        # Who ends a turn on an Anchor draws, if the supply has any good.
        goods = Counter({good.name: good.copies for good in config.goods.goods})
        goods.subtract(before.goods_held)
        anchored = there.anchor and (not sails or config.rulings.anchor_on_arrival)
        drawn = [event.good for event in events if isinstance(event, ev.GoodDrawn)]
        assert len(drawn) == (anchored and any(goods.values()))
        held = () if out else ship.goods
        if drawn and drawn[0] in held:
            expected: tuple[str, ...] = ()
        else:
            expected = tuple(sorted((*held, *drawn)))
        assert after.ships[seat].goods == expected


@settings(max_examples=50, deadline=None)
@given(configs(), st.integers(0, 2**32 - 1))
def test_DS_SETTLE_1_DS_R5_DS_R12_PT_GUEST_1_what_every_turn_gives(
    config: dp.Config, seed: int
) -> None:
    for before, after, events in _turns(random_walk(dp, config, seed, most=300)):
        bonus = [dp.Bonus() for _ in range(config.seats)]
        for event in events:
            match event:
                case ev.TilePlaced(seat=seat, coins=coins, population=population):
                    placed = dp.Bonus(coins=coins, population=population)
                    ports = [before.ring[s.space] for s in before.ships]
                    guests = [
                        guest
                        for guest, space in enumerate(ports)
                        if space.arrow is None and space.port == seat and guest != seat
                    ]
                    for gains in (seat, *guests):
                        bonus[gains] = bonus[gains].plus(placed)
                case ev.TokenRevealed(seat=seat, token=token):
                    bonus[seat] = bonus[seat].plus(config.settlements.by_name[token].bonus)
                case ev.GoodsPaid(seat=seat, goods=goods):
                    for good in goods:
                        bonus[seat] = bonus[seat].plus(config.goods.by_name[good].bonus)
                case _:
                    pass
        for seat in range(config.seats):
            was, now = before.cities[seat], after.cities[seat]
            assert now.coins - was.coins == bonus[seat].coins
            assert now.population - was.population == bonus[seat].population
            assert now.faith - was.faith == bonus[seat].faith
            stars = [e for e in events if isinstance(e, ev.StarGained) and e.seat == seat]
            assert len(stars) == bonus[seat].stars
        if config.dominus:
            _check_units(before, after, events)


def _check_units(before: dp.State, after: dp.State, events: list[Event]) -> None:
    """Play the units of a turn again: where they are, and which tokens they turned up."""
    config = before.config
    sealed = {p for n, p in enumerate(config.map_board.all) if before.sealed >> n & 1}
    legions = [
        Counter(dict(zip(config.map_board.all, a.legions, strict=True))) for a in before.armies
    ]
    waiting: list[str] = []
    for event in events:
        match event:
            case ev.UnitDeployed(seat=seat, general=general, province=province):
                assert province == config.map_board.rome
                legions[seat][province] += not general
                assert sum(legions[seat].values()) <= 10
            case ev.UnitMoved(seat=seat, general=general, source=source, target=target):
                assert target in config.map_board.neighbours[source]
                legions[seat][source] -= not general
                legions[seat][target] += not general
                assert min(legions[seat].values()) >= 0
                assert not waiting
                waiting = [target] if target in sealed else []
            case ev.TokenRevealed(province=province):
                assert waiting == [province]
                sealed.remove(province)
                waiting = []
            case _:
                pass
    for seat, army in enumerate(after.armies):
        assert tuple(legions[seat][name] for name in config.map_board.all) == army.legions
    assert sealed == {p for n, p in enumerate(config.map_board.all) if after.sealed >> n & 1}
