"""What once went wrong: helpers' abilities, armies half chosen, what a defender is told."""

from collections.abc import Callable
from typing import Any

import pytest

from tabletop_rules import dominum as dm
from tabletop_rules.core import IllegalActionError, PositionError
from tabletop_rules.dominum import events

ELF, FREEMEN = (dm.Domain.shelf.get(name) for name in ("elf", "freemen"))


def _scene(first: str, second: str, config: dm.Config) -> dm.State:
    text = f'round = 1\nturn = 0\nphase = "attack"\n[[seats]]\n{first}\n[[seats]]\n{second}\n'
    return dm.parse_state(text, config)


def _play(state: dm.State, *notations: str) -> tuple[dm.State, list[object]]:
    happened: list[object] = []
    for notation in notations:
        state, more = dm.apply(state, dm.parse_action(notation))
        happened += more
    return state, happened


def test_DM_COORD_5_DM_R23_a_helpers_aura_does_not_count_for_the_primary() -> None:
    """Wayfree Rider 2 + power 4 + 1 for the helper; Aldric's +1 for adjacent allies is not used."""
    state = _scene(
        'stronghold = "Skyhold Bastion"\ncharges = 2\nreserve = "4 4"\n'
        'cards = ["Wayfree Rider c3", "Aldric Stormbanner d3"]',
        'cards = ["Duskhound d4"]',
        dm.Config((FREEMEN, ELF)),
    )
    _, happened = _play(state, "attack c3 x d4", "with d3", "power reserve 4")
    (told,) = [event for event in happened if isinstance(event, events.AttackTotalled)]
    assert told.total == 7
    _, happened = _play(state, "attack c3 x d4", "go", "power reserve 4")
    (told,) = [event for event in happened if isinstance(event, events.AttackTotalled)]
    assert told.total == 7  # the same ally standing aside does lend its +1: 2 + 1 + 4


def test_DM_COORD_5_DM_R23_a_helper_does_not_weaken_the_defence() -> None:
    """Free Levy 3, weakened, defends with 2; the adjacent Nightshade Picker only helps."""
    state = _scene(
        'reserve = "1 1"\ncards = ["Duskhound c4", "Nightshade Picker b5"]',
        'reserve = "3"\ncards = ["Free Levy b4 weakened"]',
        dm.Config((ELF, FREEMEN)),
    )
    _, happened = _play(state, "attack c4 x b4", "with b5", "power reserve 1", "power reserve 3")
    told = [event for event in happened if isinstance(event, events.AttackResolved)]
    assert [event.defence for event in told] == [5]


def test_DM_R3_who_has_chosen_before_has_a_whole_army() -> None:
    start = dm.apply_list(dm.initial_state(dm.Config())).state
    text = dm.format_state(start).replace('stronghold = "Thornveil Hollow"\n', "")
    with pytest.raises(PositionError, match="a stronghold is missing"):
        dm.parse_state(text)
    empty = 'round = 0\nagenda = [{ type = "choose_force", seat = 1, chosen = 0 }]\n'
    with pytest.raises(PositionError, match="expected 12 chosen cards, got 0"):
        dm.parse_state(f"{empty}[[seats]]\n[[seats]]\n")


def test_DM_POWER_13_the_defender_is_not_told_to_draw() -> None:
    state = _scene(
        'reserve = "1 1"\ncards = ["Duskhound c4"]',
        'reserve = "3"\ncards = ["Free Levy b4"]',
        dm.Config((ELF, FREEMEN)),
    )
    state, _ = _play(state, "attack c4 x b4", "power reserve 1")
    picture = dm.render(dm.view(state, 1))
    assert "> Seat 1 may draw power" in picture
    assert "Duskhound c4 attacks Free Levy b4, power 1, total 4" in picture
    refusal = dm.why_not(state, dm.parse_action("power reserve 2"), 1)
    assert refusal is not None
    assert "no such card on seat 1's reserve board" in refusal.reason


ODD: tuple[tuple[Callable[..., dm.Action], dict[str, Any]], ...] = (
    (dm.DeployCard, {"name": [], "space": "a1"}),
    (dm.DeployCard, {"name": "Nobody", "space": []}),
    (dm.Activate, {"phase": "attack"}),
    (dm.Activate, {"phase": []}),
)


@pytest.mark.parametrize(("kind", "fields"), ODD)
def test_X1_an_action_with_a_field_of_another_kind_is_refused_by_a_rule(
    kind: Callable[..., dm.Action], fields: dict[str, Any]
) -> None:
    """As an untyped caller may pass it; it once raised TypeError or KeyError."""
    state = dm.initial_state(dm.Config())
    for _ in range(60):
        with pytest.raises(IllegalActionError) as raised:
            dm.apply(state, kind(**fields))
        assert raised.value.rule in dm.rulebook
        state = dm.apply(state, dm.legal_actions(state)[0]).state
