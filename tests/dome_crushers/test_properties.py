"""Properties that hold in every reachable state of Dome Crushers."""

from collections import Counter
from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings

from tabletop_rules import dome_crushers as dc
from tabletop_rules.core import Played
from tabletop_rules.dome_crushers.asks import Ask
from tabletop_rules.dome_crushers.draws import DrawCards
from tabletop_rules.dome_crushers.questions import Keep, Under
from tabletop_rules.dome_crushers.strategies import configs, decks
from tabletop_rules.testing import Walk, check_forks, check_walk, random_walk, walks

from .helpers import cards_of

pytestmark = pytest.mark.no_cover

CONFIGS = tuple(dc.verification().configs.values())
ANY = configs(decks(most=9))
DuelWalk = Walk[dc.Config, dc.State, dc.Action]


@settings(max_examples=30, deadline=None)
@given(walks(dc, CONFIGS, most=160))
def test_X1_X3_X4_X7_every_check_of_the_protocol(walk: DuelWalk) -> None:
    check_walk(dc, walk, every=4)


def _secret_from(ask: Ask) -> tuple[int | None, ...]:
    """Return who must not learn the answer of a question."""
    return (1 - ask.seat, None) if isinstance(ask, DrawCards | Keep | Under) else ()


def _secret_options(state: dc.State, ask: Ask) -> list[list[dc.Action]]:
    """Return the options that must look alike, in groups.

    When the second seat has answered what it keeps, the number of kept cards is shown.
    """
    options = list(dc.legal_actions(state))
    if ask != Keep(1, getattr(ask, "kept", ())):
        return [options]
    sizes: dict[int, list[dc.Action]] = {}
    for option in options:
        assert isinstance(option, dc.KeepCards)
        sizes.setdefault(len(option.cards), []).append(option)
    return list(sizes.values())


@settings(max_examples=30, deadline=None)
@given(walks(dc, ANY, most=80))
def test_X1_X3_X4_X7_every_check_of_the_protocol_with_any_deck(walk: DuelWalk) -> None:
    check_walk(dc, walk, every=6)


@settings(max_examples=100, deadline=None)
@given(walks(dc, CONFIGS, most=200) | walks(dc, configs(decks(most=5)), most=100))
def test_DC_R12_A14_secret_answers_look_alike_to_the_others(walk: DuelWalk) -> None:
    for state in walk.states:
        if state.agenda:
            ask = state.agenda[-1]
            for options in _secret_options(state, ask):
                check_forks(dc, state, _secret_from(ask), options)


@pytest.mark.parametrize("config", CONFIGS)
def test_X10_cards_are_conserved(config: dc.Config, seeds: Callable[[int], range]) -> None:
    listed = Counter(config.deck.listed)
    for seed in seeds(40):
        for state in random_walk(dc, config, seed).states:
            assert cards_of(state, 0) == listed
            assert cards_of(state, 1) == listed


@pytest.mark.parametrize("config", CONFIGS)
def test_DC_DRAW_1_a_round_begins_with_full_hands(config: dc.Config) -> None:
    for seed in range(40):
        for step in random_walk(dc, config, seed).steps:
            if _is_first_turn(step):
                for player in step.after.players:
                    assert len(player.hand) >= config.hand_size


def _is_first_turn(step: Played[dc.State, dc.Action]) -> bool:
    drawing = step.before.agenda and isinstance(step.before.agenda[-1], DrawCards)
    return (
        bool(drawing)
        and not step.after.attackers
        and not step.after.abilities
        and isinstance(dc.actor(step.after), int)
    )


@pytest.mark.parametrize("config", CONFIGS)
def test_X6_search_on_a_resampled_state_leaves_the_game_alone(config: dc.Config) -> None:
    walk = random_walk(dc, config, 7, most=30)
    state = walk.end
    before = dc.format_state(state)
    rng = Random(3)
    for seat in (0, 1, None):
        other = dc.resample(dc.view(state, seat), rng)
        while options := dc.legal_actions(other):
            other = dc.apply(other, options[int(rng.random() * len(options))]).state
    assert dc.format_state(state) == before


def test_X9_after_the_end_nothing_is_allowed_and_the_result_stands() -> None:
    walk = random_walk(dc, dc.Config(), 5)
    end = walk.end
    assert dc.actor(end) is None
    result, points = dc.outcome(end), dc.score(end)
    for step in walk.steps:
        refusal = dc.why_not(end, step.action, 0)
        assert refusal is not None
        assert refusal.rule == "DC-OVER-1"
    assert (dc.outcome(end), dc.score(end)) == (result, points)
