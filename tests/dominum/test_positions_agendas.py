"""Position texts: an agenda refers to what is there, and whatever is read can be played on."""

import re
from collections.abc import Iterator
from random import Random

import pytest

from tabletop_rules import dominum as dm
from tabletop_rules.core import CHANCE, PositionError, sample

from .helpers import CONFIG, PROVING

SEATS = """
[[seats]]
stronghold = "Gallows"
cards = ["Viper c3", "Grunt d3"]
reserve = "1"
[[seats]]
cards = ["Grunt c4", "Medic d4"]
reserve = "1"
"""
VIPER, GRUNT, MEDIC = (PROVING.numbers[name] for name in ("Viper", "Grunt", "Medic"))
TURN = '{ type = "turns", last = 0 }, { type = "end_phase", seat = 0 }'
PHASE = f'{TURN}, {{ type = "phase_step", seat = 0, phase = "attack" }}'
DRAW = '{ type = "power_draw", seat = 0, may = false }'
ABSENT = PROVING.numbers["Wall"]


def fighting(attacker: list[int], defender: list[int], helpers: list[int]) -> str:
    """Return the agenda's item for an attack that waits for its power."""
    who = f"attacker = {attacker}, defender = {defender}, helpers = {helpers}"
    return f'{{ type = "fighting", fight = {{ {who} }} }}'


FIGHTING = fighting([0, VIPER], [1, GRUNT], [])


def wrong(agenda: str, head: str = 'round = 1\nactive = 0\nphase = "attack"') -> list[str]:
    """Return what is wrong with a position that has this agenda."""
    with pytest.raises(PositionError) as caught:
        dm.parse_state(f"{head}\nagenda = [{agenda}]\n{SEATS}", CONFIG)
    return [str(each) for each in caught.value.problems]


def ready(source: str, place: int = 0) -> str:
    """Return an agenda in which an ability waits below an attack."""
    waits = f'{{ type = "ready", source = {{ {source} }}, place = {place} }}'
    return f"{PHASE}, {waits}, {FIGHTING}, {DRAW}"


def test_an_agenda_that_can_be_is_read() -> None:
    text = f'round = 1\nactive = 0\nphase = "attack"\nagenda = [{PHASE}, {FIGHTING}, {DRAW}]'
    state = dm.parse_state(text + SEATS, CONFIG)
    assert dm.actor(state) == 0
    assert dm.parse_state(dm.format_state(state), CONFIG) == state


@pytest.mark.parametrize(
    ("agenda", "what"),
    [
        (
            f"{PHASE}, {fighting([0, ABSENT], [1, GRUNT], [])}, {DRAW}",
            "agenda[3].fight.attacker: Wall of seat 0 is not on the battlefield",
        ),
        (
            f"{PHASE}, {fighting([0, VIPER], [1, 99], [])}, {DRAW}",
            "agenda[3].fight.defender: no card of seat 1 has the number 99",
        ),
        (
            f"{PHASE}, {fighting([0, VIPER], [0, GRUNT], [])}, {DRAW}",
            "agenda[3].fight: expected an attack on a card of the other seat",
        ),
        (
            f"{PHASE}, {fighting([0, VIPER], [1, GRUNT], [MEDIC])}, {DRAW}",
            "agenda[3].fight.helpers[0]: Medic of seat 0 is not on the battlefield",
        ),
        (
            f'{PHASE}, {{ type = "advance", attacker = [0, {VIPER}], space = 99 }}, '
            f"{FIGHTING}, {DRAW}",
            "agenda[3].space: the board has no space with the number 99",
        ),
        (
            f'{PHASE}, {{ type = "discarding", seat = 0, of = 2 }}, {FIGHTING}, {DRAW}',
            "agenda[3].of: expected 0 or 1, got 2",
        ),
        (
            ready("seat = 0, card = 99"),
            "agenda[3].source.card: no card of seat 0 has the number 99",
        ),
        (
            ready("seat = 1, card = -1"),
            "agenda[3].source.card: expected a card, or -1 for the stronghold if there is one",
        ),
        (
            ready(f"seat = 0, card = {VIPER}", 2),
            "agenda[3].place: Viper has no triggered ability at place 2",
        ),
        (
            ready(f"seat = 1, card = {MEDIC}"),
            "agenda[3].place: Medic has no triggered ability at place 0",
        ),
        (
            f'{PHASE}, {{ type = "perform", source = {{ seat = 0, card = {VIPER} }}, '
            f'effects = [{{ type = "victory_points", amount = 5 }}] }}, {FIGHTING}, {DRAW}',
            "agenda[3].effects: the card or stronghold has no ability that does this",
        ),
        (f"{PHASE}, {DRAW}, {FIGHTING}, {DRAW}", "agenda[3]: only the last item can be a question"),
        (
            f"{PHASE}, {FIGHTING}, {FIGHTING}, {DRAW}",
            "agenda[3]: it waits for power, so only the last item can stand above it",
        ),
        (f"{PHASE}, {DRAW}", "agenda[3]: nothing below it waits for power"),
        (
            f"{PHASE}, {FIGHTING}, {DRAW.replace('false', 'true')}",
            "agenda[4]: what lies below it does not wait for this power, or not so",
        ),
        (
            f"{PHASE}, {FIGHTING}, {DRAW.replace('seat = 0', 'seat = 1')}",
            "agenda[4]: what lies below it does not wait for this power, or not so",
        ),
        (f"{PHASE}, {TURN}, {FIGHTING}, {DRAW}", "agenda[3]: Turns cannot stand there"),
        (
            f'{PHASE}, {{ type = "cycle", seat = 0 }}, {FIGHTING}, {DRAW}',
            "agenda[3]: Cycle cannot stand there",
        ),
        (
            f"{PHASE.replace('last = 0', 'last = 1')}, {FIGHTING}, {DRAW}",
            "agenda[0].last: expected the active seat, 0, got 1",
        ),
        (
            f"{TURN}, {FIGHTING}, {DRAW}",
            "agenda[2]: expected PhaseStep or PhasePlay after EndPhase",
        ),
        (f'{PHASE}, {{ type = "use_surge", seat = 0 }}', "agenda[3]: no assault waits for a Surge"),
    ],
)
def test_agendas_that_refer_to_what_is_not_there_are_refused(agenda: str, what: str) -> None:
    found = wrong(agenda)
    assert any(problem.startswith(what) for problem in found), found


@pytest.mark.parametrize(
    ("number", "what"),
    [
        (-1, "agenda[0].number: expected 0 to 11, got -1"),
        (12, "agenda[0].number: expected 0 to 11, got 12"),
        (1, "agenda[0].seat: expected 1, who is placing, got 0"),
    ],
)
def test_DM_INIT_3_twelve_placements_take_turns(number: int, what: str) -> None:
    place = f'{{ type = "place", seat = 0, number = {number}, lined = [false, false] }}'
    assert what in wrong(place, "round = 0\nactive = 0")


def whole_game(rng: Random) -> Iterator[dm.State]:
    """Give the states of the beginning of a random game."""
    state = dm.initial_state(CONFIG)
    for _ in range(260):
        yield state
        state = stepped(state, rng)
        if dm.actor(state) is None:
            return


def stepped(state: dm.State, rng: Random) -> dm.State:
    """Return the state after a random action."""
    if dm.actor(state) is CHANCE:
        return dm.apply(state, sample(dm.chance_outcomes(state), rng)).state
    return dm.apply(state, rng.choice(dm.legal_actions(state))).state


@pytest.mark.parametrize("seed", range(3))
def test_whatever_number_is_changed_a_position_is_refused_or_can_be_played_on(seed: int) -> None:
    rng = Random(seed)
    read = 0
    for state in list(whole_game(rng))[::3]:
        lines = dm.format_state(state).splitlines()
        text = "\n".join(line for line in lines if not line.startswith("config = "))
        assert dm.parse_state(text, CONFIG) == state
        number = rng.choice(list(re.finditer(r'(?<![\w"-])-?\d+(?![\w"])', text)))
        other = rng.choice(("0", "1", "2", "7", "12", "31", "999", "-1", "-2"))
        try:
            made = dm.parse_state(text[: number.start()] + other + text[number.end() :], CONFIG)
        except PositionError:
            continue
        read += 1
        for _ in range(20):
            if dm.actor(made) is not None:
                made = stepped(made, rng)
    assert read > 0
