"""The strategies give content that loads, of every kind, and shrink to what is shipped."""

from hypothesis import HealthCheck, Phase, find, given, settings

from tabletop_rules import dominum as dm
from tabletop_rules.core import from_json, to_json
from tabletop_rules.dominum import strategies
from tabletop_rules.dominum.abilities import Ability, DrawPower, Triggered
from tabletop_rules.dominum.strategies.abilities import Bearer
from tabletop_rules.dominum.strategies.abilities import abilities as listed

QUIET = settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
FINDING = settings(QUIET, database=None, phases=(Phase.generate, Phase.shrink))


@QUIET
@given(strategies.domains())
def test_DM_COMP_1_domains_come_back_from_their_file(domain: dm.Domain) -> None:
    assert from_json(to_json(domain), dm.Domain) == domain
    state = dm.apply_list(dm.initial_state(dm.Config((domain, domain)))).state
    assert len(state.players[0].hand) == 12


@QUIET
@given(strategies.boards())
def test_DM_BOARD_3_boards_have_a_zone_around_each_stronghold(board: dm.Board) -> None:
    for seat in (0, 1):
        around = board.radial(board.strongholds[seat]) & board.spaces
        assert board.zones[seat] == around
        assert board.domains[seat].bit_count() >= 6


@QUIET
@given(strategies.power_decks())
def test_DM_R49_power_decks_have_a_card_for_every_counter(deck: dm.PowerDeckList) -> None:
    assert set(deck.counters) <= set(deck.numbers)
    assert len(deck.cards) == 9


def test_configs_shrink_to_the_default() -> None:
    is_default = strategies.configs().map(lambda config: config == dm.Config())
    assert find(is_default, lambda _: True, settings=FINDING)


def test_there_are_effects_in_effects() -> None:
    def nests(abilities: tuple[Ability, ...]) -> bool:
        effects = (e for each in abilities if isinstance(each, Triggered) for e in each.effects)
        return any(isinstance(effect, DrawPower) and effect.success for effect in effects)

    every = settings(FINDING, max_examples=2_000, phases=(Phase.generate,))
    assert nests(find(listed(Bearer()), nests, settings=every))
