"""Content files: what is wrong with them is listed with its place."""

from collections.abc import Callable

import pytest

from tabletop_rules import dominum as dm
from tabletop_rules.core import ConfigError, ContentError, NotationError, from_json, to_json
from tabletop_rules.dominum.verifying.configs import content_text

from .helpers import PROVING

TEXT = content_text("proving")


def on_deploy(effect: str) -> str:
    """Return an ability with that effect."""
    return f'type = "triggered", trigger = "on_deploy", effects = [{{ {effect} }}]'


def moving(effect: str, more: str = "") -> str:
    """Return an ability of the Move phase with that effect."""
    return f'type = "activated", phases = ["move"], {more}effects = [{{ {effect} }}]'


def deadly(condition: str) -> str:
    """Return a keyword under that condition."""
    return f'type = "keyword", keyword = "deadly", when = [{{ {condition} }}]'


def flying(condition: str) -> str:
    """Return a keyword under that condition."""
    return f'type = "keyword", keyword = "flying", when = [{{ {condition} }}]'


def wrong(text: str) -> list[str]:
    """Return what is wrong with a domain."""
    with pytest.raises(ContentError) as caught:
        dm.load_domain(text)
    return [str(problem) for problem in caught.value.problems]


def with_ability(ability: str) -> str:
    """Return the test domain in which the Grunt has an ability."""
    return TEXT.replace(
        'name = "Grunt"\ntype = "warrior"\nstrength = 2',
        'name = "Grunt"\ntype = "warrior"\nstrength = 2\ntext = "?"\n'
        f"abilities = [{{ {ability} }}]",
    )


def with_stronghold(ability: str) -> str:
    """Return the test domain in which the Well has another ability."""
    start = TEXT.index("abilities = [", TEXT.index('name = "Well"'))
    end = TEXT.index("]\n\n", start)
    return f"{TEXT[:start]}abilities = [{{ {ability} }}{TEXT[end:]}"


@pytest.mark.parametrize("with_one", [with_ability, with_stronghold])
def test_DM_R31_every_ability_that_a_domain_may_have_can_be_named(
    with_one: Callable[[str], str],
) -> None:
    """Of ten the last would be 'use c3 10', which is no notation."""
    one = moving('type = "victory_points"')
    nine = " }, { ".join([one] * 9)
    domain = dm.load_domain(with_one(nine))
    assert max(len(each.activated) for each in (*domain.cards, *domain.strongholds)) == 9
    (problem,) = wrong(with_one(f"{nine} }}, {{ {one}"))
    assert problem.endswith(".abilities: expected at most 9, got 10")
    for space in ("c3", None):
        last = dm.UseAbility(space, 9)
        assert dm.parse_action(dm.format_action(last)) == last


def test_DM_COMP_1_DM_COMP_2_DM_SEL_2_numbers_of_cards() -> None:
    found = wrong('id = "A b"\nname = ""\ncards = []\nstrongholds = []')
    assert [problem.split(":")[0] for problem in found] == [
        "id",
        "name",
        "cards",
        "strongholds",
    ] + ["cards"] * 3


def test_DM_CARD_1_cards_are_checked() -> None:
    assert wrong(TEXT.replace("strength = 4\n", "strength = 99\n", 1)) == [
        "cards[0] (Duellist).strength: expected 0 to 20, got 99"
    ]
    assert wrong(TEXT.replace('name = "Pike"', 'name = "Grunt"', 1))[0].startswith("cards: ")
    assert "printable" in wrong(TEXT.replace('name = "Scout"', 'name = "Sc#ut"'))[0]
    assert "wording" in wrong(TEXT.replace('text = "Lunge."\n', ""))[0]


@pytest.mark.parametrize(
    ("ability", "place"),
    [
        ('type = "bonus", stat = "attack", amount = 0', "amount"),
        ('type = "bonus", stat = "attack", amount = 50', "amount"),
        ('type = "deployment", places = []', "places"),
        ('type = "alt_attack", phases = []', "phases"),
        ('type = "activated", phases = ["move"], effects = []', "effects"),
        (
            moving('type = "heal"', "every_phase = true, "),
            "every_phase",
        ),
        ('type = "alt_attack", phases = ["move"], cost = { charges = 4 }', "cost.charges"),
        (
            'type = "alt_attack", phases = ["move"], cost = { sacrifice = { side = "enemy" } }',
            "cost.sacrifice.side",
        ),
        (deadly('type = "at", places = []'), "places"),
        (deadly('type = "is", status = []'), "status"),
        (
            deadly('type = "count", cards = {}, at_least = 3, at_most = 1'),
            "when[0]",
        ),
        (
            deadly('type = "reserve", at_least = -1'),
            "when[0]",
        ),
        (
            deadly('type = "other_is", cards = {}'),
            "when[0]",
        ),
        (
            'type = "keyword", keyword = "flying", to = { side = "own", flying = true }',
            "to",
        ),
        (
            flying('type = "count", cards = { flying = true }'),
            "when[0].cards.flying",
        ),
        (
            flying('type = "attacking", against = { flying = false }'),
            "when[0].against.flying",
        ),
        ('type = "bonus", stat = "attack", amount = 1, to = { itself = true }', "to.itself"),
        (
            on_deploy('type = "wound", who = "other"'),
            "effects[0].who",
        ),
        (
            on_deploy('type = "wound", count = 0'),
            "effects[0].count",
        ),
        (
            on_deploy('type = "wound", wounds = 3'),
            "effects[0].wounds",
        ),
        (
            on_deploy('type = "shift", spaces = 0'),
            "effects[0].spaces",
        ),
        (
            on_deploy('type = "charge", amount = 0'),
            "effects[0].amount",
        ),
        (
            on_deploy('type = "gain_reserve", count = 4'),
            "effects[0].count",
        ),
        (
            on_deploy('type = "heal", target = { side = "own", names = ["Nobody"] }'),
            "effects[0].target.names",
        ),
        (
            on_deploy('type = "draw_power", at_least = 0'),
            "effects[0].at_least",
        ),
        (
            on_deploy(
                'type = "choose", second = [], first = [{ type = "choose", second = [], '
                'first = [{ type = "power_duel", win = [{ type = "wound" }] }] }]'
            ),
            "effects[0].first[0].first[0].win",
        ),
    ],
)
def test_DM_ACT_1_abilities_are_checked(ability: str, place: str) -> None:
    found = wrong(with_ability(ability))
    assert all(problem.startswith("cards[12] (Grunt).abilities[0]") for problem in found)
    assert any(problem.split(": ")[0].endswith(place) for problem in found), found


@pytest.mark.parametrize(
    ("ability", "place"),
    [
        ('type = "keyword", keyword = "deadly"', "to"),
        ('type = "alt_attack", phases = ["move"]', "abilities[0]"),
        ('type = "triggered", trigger = "blocks", effects = [{ type = "wound" }]', "trigger"),
        (
            moving('type = "heal", who = "self"'),
            "who",
        ),
        (moving('type = "swap"'), "effects[0]"),
        (
            moving('type = "place_card", within = "range"'),
            "within",
        ),
        (
            moving('type = "wound", target = { within = "range" }'),
            "within",
        ),
        (
            moving('type = "heal", target = { side = "own", itself = true }'),
            "itself",
        ),
        (
            moving('type = "wound"', 'when = [{ type = "protector" }], '),
            "when[0]",
        ),
    ],
)
def test_DM_SH_2_abilities_of_strongholds_are_checked(ability: str, place: str) -> None:
    found = wrong(with_stronghold(ability))
    assert all(problem.startswith("strongholds[2] (Well).abilities[0]") for problem in found)
    assert any(problem.split(": ")[0].endswith(place) for problem in found), found


def test_DM_SEL_2_DM_R3_a_ready_list_with_every_error() -> None:
    state = dm.initial_state(dm.Config((PROVING, PROVING)))
    names = (*PROVING.armies[0].cards[:-1], "Grunt", "Nobody")
    with pytest.raises(ConfigError) as caught:
        dm.apply_list(state, dm.Army("Wrong", "Tower", names))
    assert [problem.where for problem in caught.value.problems] == [
        "stronghold",
        "cards",
        "cards",
        "cards",
    ]
    state = dm.apply_list(dm.apply_list(state).state).state
    with pytest.raises(ValueError, match="nobody"):
        dm.apply_list(state)


def test_DM_R49_power_decks_are_checked() -> None:
    with pytest.raises(ContentError) as caught:
        dm.load_power_deck(
            'id = "P"\nname = "P"\nnumbers = [1, 2, 12]\ncounters = [1, 1, 5]\ncritical_counts = 20'
        )
    places = [problem.where for problem in caught.value.problems]
    assert places == ["id", "numbers", "numbers[2]", "counters", "counters[2]", "critical_counts"]


@pytest.mark.parametrize(
    ("picture", "what"),
    [
        ("", "no rows"),
        ("d d\nd", "one width"),
        ("d x\nd d", "no letter"),
        ("F S F\nZ Z Z\nz z z\nf s f", "Neutral Line"),
        ("F D F\nZ Z Z\n- - -\nz z z\nf s f", "expected a stronghold of seat 1"),
        ("S F S\nZ Z Z\n- - -\nz z z\nf s f", "torn apart"),
        ("F S F\nD Z Z\n- - -\nz z z\nf s f", "Assault Zone"),
        ("F S F\nZ Z Z\n- - -\nz z z\nf s f", "6 or more"),
        ("d" * 30, "at most 26"),
    ],
)
def test_DM_BOARD_1_DM_BOARD_2_DM_BOARD_3_boards_are_checked(picture: str, what: str) -> None:
    with pytest.raises(ContentError, match=what):
        dm.Board("b", "B", picture)


def test_DM_SEL_1_configs_are_checked() -> None:
    with pytest.raises(ConfigError) as caught:
        dm.Config((PROVING,), None, 3, 0, "x")  # type: ignore[arg-type]
    places = [problem.where for problem in caught.value.problems]
    assert places == ["domains", "board", "power_deck", "rulings", "max_rounds"]


@pytest.mark.parametrize("name", ["elf", "freemen", "shy_lorr"])
def test_shipped_domains_are_written_by_reference(name: str) -> None:
    domain = dm.Domain.shelf.get(name)
    assert from_json(to_json(domain), dm.Domain) is domain
    assert len(domain.armies[0].cards) == 12
    assert len(to_json(domain)) < 100


@pytest.mark.parametrize("text", ["", "fly", "phase", "attack c3 c4", "power reserve x", "use"])
def test_what_is_no_notation_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        dm.parse_action(text)
