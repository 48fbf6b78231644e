"""Properties that hold in every reachable state of Dominum."""

from collections import Counter
from collections.abc import Callable
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings

from tabletop_rules import dominum as dm
from tabletop_rules.core import CHANCE, verification_of
from tabletop_rules.dominum.events import PowerUsed
from tabletop_rules.dominum.questions.setup import ChooseForce
from tabletop_rules.dominum.strategies import configs
from tabletop_rules.dominum.verifying.configs import board
from tabletop_rules.testing import Walk, check_forks, check_walk, random_walk, walks

from .helpers import CONFIG, PROVING, SEATS, assert_conserved

pytestmark = pytest.mark.no_cover

ELF, FREEMEN, SHY_LORR = (dm.Domain.shelf.get(each) for each in ("elf", "freemen", "shy_lorr"))
NARROW = board("narrow")
TABLE = dm.Rulings(dm.StrongholdUse.ACTIVATION, True, True, False)

CONFIGS = (
    dm.Config(max_rounds=8),
    dm.Config((SHY_LORR, ELF), max_rounds=4, rulings=TABLE),
    dm.Config((PROVING, PROVING), max_rounds=8),
    dm.Config((PROVING, SHY_LORR), NARROW, max_rounds=6, rulings=TABLE),
    dm.Config((FREEMEN, FREEMEN), NARROW, max_rounds=3),
)

GameWalk = Walk[dm.Config, dm.State, dm.Action]


@settings(max_examples=20, deadline=None)
@given(walks(dm, CONFIGS, most=300))
def test_X1_X3_X4_X7_every_check_of_the_protocol(walk: GameWalk) -> None:
    check_walk(dm, walk, every=12)


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(walks(dm, configs(), most=200))
def test_X1_X3_X4_X7_every_check_with_any_content(walk: GameWalk) -> None:
    check_walk(dm, walk, every=30)
    for rule, value in verification_of(dm).conserved.items():
        assert value(walk.end) == value(walk.start), rule


@pytest.mark.parametrize("config", CONFIGS[:3])
def test_X1_X3_every_state_of_the_beginning_of_a_game(config: dm.Config) -> None:
    check_walk(dm, random_walk(dm, config, 1, most=60), every=1)


@pytest.mark.parametrize("seat", SEATS)
def test_DM_SETUP_2_DM_R3_choices_look_alike_to_the_others(seat: int) -> None:
    walk = random_walk(dm, CONFIG, 3, most=26)
    seen = 0
    for state in walk.states:
        asked = state.agenda[-1]
        if isinstance(asked, ChooseForce) and asked.seat == seat and asked.chosen < 12:
            check_forks(dm, state, (1 - seat, None))
            seen += 1
    assert seen == 12


@pytest.mark.parametrize("config", CONFIGS)
def test_DM_SETUP_2_B25_unplayed_cards_appear_nowhere(config: dm.Config) -> None:
    for seed in range(3):
        for step in random_walk(dm, config, seed).steps:
            state = step.after
            for seat in SEATS:
                view = dm.view(state, seat)
                other = state.players[1 - seat]
                seen = view.players[1 - seat]
                assert Counter(c for c in seen.hand if c != dm.HIDDEN) == Counter(other.known)
                assert len(seen.hand) == len(other.hand)


@pytest.mark.parametrize("config", CONFIGS)
def test_X10_cards_powers_counters_and_tokens_are_conserved(
    config: dm.Config, seeds: Callable[[int], range]
) -> None:
    for seed in seeds(30):
        for step in random_walk(dm, config, seed).steps:
            assert_conserved(step.after, step.before)


@pytest.mark.parametrize("config", CONFIGS)
def test_DM_R32_games_are_shorter_than_their_bound(config: dm.Config) -> None:
    for seed in range(4):
        walk = random_walk(dm, config, seed)
        assert len(walk.steps) <= dm.max_actions(config)
        assert dm.outcome(walk.end) is not None


@pytest.mark.parametrize("config", CONFIGS)
def test_X6_search_on_a_resampled_state_leaves_the_game_alone(config: dm.Config) -> None:
    state = random_walk(dm, config, 7, most=90).end
    before = dm.format_state(state)
    rng = Random(3)
    for seat in (0, 1, None):
        other = dm.resample(dm.view(state, seat), rng)
        while options := dm.legal_actions(other):
            other = dm.apply(other, options[int(rng.random() * len(options))]).state
    assert dm.format_state(state) == before


def test_X9_after_the_end_nothing_is_allowed_and_the_result_stands() -> None:
    walk = random_walk(dm, CONFIGS[0], 5)
    end = walk.end
    assert dm.actor(end) is None
    result, points = dm.outcome(end), dm.score(end)
    for step in walk.steps[:50]:
        refusal = dm.why_not(end, step.action, 0)
        assert refusal is not None
        assert refusal.rule == "DM-END-1"
    assert (dm.outcome(end), dm.score(end)) == (result, points)


def test_nobody_is_asked_where_there_is_nothing_to_choose() -> None:
    secret = ("ChooseForce", "Place", "Muster", "PhasePlay")  # the latter in a Deploy phase
    for config in CONFIGS:
        for seed in range(4):
            for state in random_walk(dm, config, seed).states:
                if state.agenda and dm.actor(state) is not CHANCE:
                    kind = type(state.agenda[-1]).__name__
                    assert len(dm.legal_actions(state)) > 1 or kind in secret, kind


def test_DM_R45_resampling_is_uniform_over_the_armies_that_fit() -> None:
    """Of the twelve warriors not seen each is as likely to be in the hand."""
    state = dm.initial_state(CONFIG)
    for _ in SEATS:
        state = dm.apply_list(state).state
    view = dm.view(state, 0)
    rng = Random(1)
    counts: Counter[int] = Counter()
    games = 3000
    for _ in range(games):
        counts.update(dm.resample(view, rng).players[1].hand)
    for kind, share in ((dm.Type.HERO, 1 / 3), (dm.Type.ELITE, 4 / 9), (dm.Type.WARRIOR, 7 / 18)):
        for card in PROVING.of_type[kind]:
            assert abs(counts[card] / games - share) < 0.05


def test_DM_POWER_1_power_settles_attacks_assaults_and_abilities() -> None:
    settled: set[str] = set()
    for seed in range(12):
        for step in random_walk(dm, CONFIG, seed, most=600).steps:
            if any(isinstance(event, PowerUsed) for event in step.events):
                settled |= {type(ask).__name__ for ask in step.before.agenda}
    assert {"Fighting", "Assault", "Duel", "PowerTest", "PayDraw"} <= settled
