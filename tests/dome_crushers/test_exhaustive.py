"""Duels of tiny decks, over their whole trees."""

from random import Random

import pytest
from attrs import evolve

from tabletop_rules import dome_crushers as dc
from tabletop_rules.core import Played
from tabletop_rules.dome_crushers.draws import DrawCards
from tabletop_rules.dome_crushers.questions import Keep, Under
from tabletop_rules.testing import Lawyer, check_end, check_forks, check_state, explore

pytestmark = pytest.mark.no_cover

SMALL = dc.verification().small
EVERY_CHECK = ("tiny", "tiny_simple", "tiny_late", "duel", "duel_late")
# Where a duel can end by points, it also can by the tie-break; the others are cut by the cap, as
# five cards less one round's attackers are still enough for a hand.
ALL_ENDS = {"DC-OVER-2", "DC-OVER-3", "DC-R9"}
LARGER = (
    ("tiny_long", ALL_ENDS),
    ("tiny_pairs", ALL_ENDS),
    ("duel_pairs", {"DC-R9"}),
    ("duel_simple", {"DC-R9"}),
    ("flips", {"DC-R9"}),
    ("flips_late", {"DC-R9"}),
)


def _check_secrets(state: dc.State) -> None:
    ask = state.agenda[-1] if state.agenda else None
    if isinstance(ask, DrawCards | Under) or (isinstance(ask, Keep) and ask.seat == 0):
        check_forks(dc, state, (1 - ask.seat, None))


@pytest.mark.parametrize("name", EVERY_CHECK)
def test_X1_X3_all_checks_on_all_states_of_a_tiny_duel(name: str) -> None:
    rng = Random(1)

    def check(state: dc.State) -> None:
        check_state(dc, state, rng)
        _check_secrets(state)

    explored = explore(dc, SMALL[name], check)
    assert explored.ends > 0


@pytest.mark.parametrize(("name", "ends"), LARGER)
def test_X1_no_deadlock_and_no_leak_in_a_small_duel(name: str, ends: set[str]) -> None:
    reasons: set[str] = set()

    def check(state: dc.State) -> None:
        check_end(dc, state)
        if dc.actor(state) is None:
            result = dc.outcome(state)
            assert result is not None
            reasons.add(result.tie_break or result.rule)
        else:
            assert dc.legal_actions(state)
        _check_secrets(state)

    explored = explore(dc, SMALL[name], check)
    assert explored.ends > 0
    assert reasons == ends


def test_the_small_duels_are_these() -> None:
    assert set(SMALL) == {*EVERY_CHECK, *(name for name, _ in LARGER)}


def test_X1_all_steps_of_small_duels_exercise_every_rule() -> None:
    lawyer = Lawyer(dc)
    seen = set(dc.verification().conserved)

    def note(state: dc.State) -> None:
        for action in dc.legal_actions(state):
            after, events = dc.apply(state, action)
            step = Played(state, dc.actor(state), action, after, events)
            seen.update(rule for rule, _ in lawyer.exercised(step))

    for name in (*EVERY_CHECK, "tiny_pairs", "duel_simple", "flips", "flips_late"):
        explore(dc, SMALL[name], note)
    assert [rule for rule in dc.rulebook if rule not in seen] == []


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(
    "config",
    [
        *(SMALL[name] for name in ("tiny", "tiny_simple", "tiny_late")),
        evolve(SMALL["tiny"], max_rounds=3),
    ],
)
def test_DC_R12_A14b_a_view_is_a_function_of_what_the_seat_has_seen(
    config: dc.Config, seat: int
) -> None:
    """Whatever two games a seat cannot tell apart by events and own actions, it sees the same."""
    start = dc.initial_state(config)
    level = {start: frozenset[int]([0])}
    while level:
        seen: dict[int, dc.View] = {}
        following: dict[dc.State, set[int]] = {}
        names: dict[tuple[object, ...], int] = {}
        for state, histories in level.items():
            view = dc.view(state, seat)
            for history in histories:
                assert seen.setdefault(history, view) == view
            for action in dc.legal_actions(state):
                after, events = dc.apply(state, action)
                own = action if dc.actor(state) == seat else None
                observed = dc.observe(events, seat)
                for history in histories:
                    key = (history, own, observed)
                    following.setdefault(after, set()).add(names.setdefault(key, len(names)))
        level = {state: frozenset(histories) for state, histories in following.items()}
