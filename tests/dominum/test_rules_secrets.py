"""What the other may know of unplayed cards: views, events, refusals, resampled states."""

import re
from collections import Counter
from itertools import combinations, product
from math import comb
from random import Random

import pytest

from tabletop_rules import dominum as dm
from tabletop_rules.core import Seat
from tabletop_rules.dominum.events import StrongholdsRevealed
from tabletop_rules.dominum.verifying.configs import board, domain
from tabletop_rules.testing import random_walk

from .helpers_phases import ARMY, SEATS, card, chosen, game, scene, stronghold

PROVING, NARROW = domain("proving"), board("narrow")
SHADE = '{ type = "deployment", places = ["neutral_line"], cost = { charges = 1 } }'
SHADES = game(*(card(f"Shade {n}", "warrior", 2, SHADE) for n in range(1, 10)), army=ARMY)
CONFIGS = {
    "shipped": dm.Config(max_rounds=4),
    "proving": dm.Config((PROVING, dm.Domain.shelf.get("elf")), max_rounds=4),
    "proving as the second": dm.Config((dm.Domain.shelf.get("shy_lorr"), PROVING), max_rounds=4),
    "few spaces": dm.Config((PROVING, PROVING), NARROW, max_rounds=4),
    "deployments by abilities": dm.Config(SHADES.domains, NARROW, max_rounds=4),
}
KINDS = {"hero": 1, "elite": 4, "warrior": 7}


def walk(name: str, seed: int) -> list[tuple[dm.State, dm.Action]]:
    """Return the states of a random game, each with the action that followed."""
    steps = random_walk(dm, CONFIGS[name], seed).steps
    return [(step.before, step.action) for step in steps]


def unseen(state: dm.State, seat: Seat) -> set[str]:
    """Return the names of the cards in a hand that have never lain open."""
    player, cards = state.players[seat], state.config.domains[seat].cards
    left = Counter(player.hand) - Counter(player.known)
    return {cards[number].name for number in left}


def mentions(text: str, names: set[str]) -> set[str]:
    return {name for name in names if re.search(rf"(?<![\w ]){re.escape(name)}(?![\w])", text)}


# --- nothing of an unplayed card anywhere -----------------------------------------------------


@pytest.mark.parametrize("name", ["shipped", "proving", "proving as the second"])
@pytest.mark.parametrize("viewer", [0, 1, None])
def test_DM_SETUP_2_B25_no_unplayed_card_in_a_view_a_text_or_an_event(
    name: str, viewer: int | None
) -> None:
    others = [seat for seat in SEATS if seat != viewer]
    played = 0
    for seed in (1, 2):
        for state, action in walk(name, seed):
            after, events = dm.apply(state, action)
            hidden = set[str]().union(*(unseen(after, seat) for seat in others))
            if viewer is not None:  # the two domains have no name in common
                assert not hidden & {card.name for card in state.config.domains[viewer].cards}
            seen = dm.view(after, viewer)
            told = dm.observe(events, viewer)
            text = "\n".join([dm.render(seen), repr(told), *(event.describe() for event in told)])
            assert mentions(text, hidden) == set()
            for seat in others:
                hand = seen.players[seat].hand
                known = after.players[seat].known
                assert hand == (
                    *known,
                    *(dm.HIDDEN,) * (len(after.players[seat].hand) - len(known)),
                )
            played += 1
    assert played > 200


@pytest.mark.parametrize("name", CONFIGS)
@pytest.mark.parametrize("viewer", [0, 1, None])
def test_DM_SETUP_2_DM_R45_B25_worlds_that_look_alike_stay_alike_whatever_is_answered(
    name: str, viewer: int | None
) -> None:
    rng = Random(25)
    told_apart: list[str] = []
    for state, _ in walk(name, 3):
        seen = dm.view(state, viewer)
        other = dm.resample(seen, rng)
        assert dm.view(other, viewer) == seen
        assert dm.render(dm.view(other, viewer)) == dm.render(seen)
        who = dm.actor(state)
        assert dm.actor(other) == who
        options, others = dm.legal_actions(state), dm.legal_actions(other)
        if who == viewer or not isinstance(who, int):
            assert options == others
            assert dm.chance_outcomes(state) == dm.chance_outcomes(other)
        for action in options[:: max(1, len(options) // 6)]:
            if action not in others:
                continue
            (one, events), (two, more) = dm.apply(state, action), dm.apply(other, action)
            if any(isinstance(event, StrongholdsRevealed) for event in events):
                continue  # the strongholds of the two worlds may differ, and now all see it
            same = dm.view(one, viewer) == dm.view(two, viewer)
            if not same or dm.observe(events, viewer) != dm.observe(more, viewer):
                told_apart.append(f"{dm.format_action(action)} in {dm.format_state(state)[:400]}")
    assert told_apart == []


@pytest.mark.parametrize("name", ["shipped", "few spaces"])
@pytest.mark.parametrize("viewer", SEATS)
def test_DM_SETUP_2_B25_refusals_tell_the_other_nothing(name: str, viewer: int) -> None:
    rng = Random(5)
    config = CONFIGS[name]
    cards = config.domains[1 - viewer].cards
    asked = 0
    for state, _ in walk(name, 4)[::3]:
        if dm.actor(state) == viewer:
            continue
        other = dm.resample(dm.view(state, viewer), rng)
        tried = [
            f"deploy {each.name} {space}" for each in cards[::4] for space in ("a1", "b3", "c4")
        ]
        tried += [f"{verb} {each.name}" for each in cards[::4] for verb in ("return", "choose")]
        for text in tried:
            action = dm.parse_action(text)
            refusal = dm.why_not(state, action, viewer)
            assert refusal is not None
            assert refusal == dm.why_not(other, action, viewer)
            assert each_name(refusal.reason, cards) == set()
            asked += 1
    assert asked > 0


def each_name(text: str, cards: tuple[dm.Card, ...]) -> set[str]:
    return mentions(text, {card.name for card in cards})


@pytest.mark.parametrize("me", SEATS)
def test_DM_SETUP_2_B25_whether_a_deploy_phase_goes_on_tells_nothing_of_the_hand(me: int) -> None:
    yours = [f'"Soldier {n} {s}"' for n, s in enumerate(("a2", "b2", "c2", "d2", "e2", "f2"), 1)]
    views: list[dm.View] = []
    for rest in ("Shade 1", "Elite 4"):
        mine = (
            'stronghold = "Keep 1"\ncharges = 2\ncards = ["Elite 1 b1", "Elite 2 e1", "Elite 3 f1"]'
        )
        mine += f'\nhand = ["{rest}", "Soldier 1"]'
        table = scene(
            me, "turn = ME\nphase = 'deploy'", mine, f"cards = [{', '.join(yours)}]", SHADES
        )
        table = table.do("deploy Soldier 1 a1")  # the Domain is full now
        views.append(dm.view(table.state, 1 - me))
    assert views[0] == views[1]


# --- resampling -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", CONFIGS)
def test_DM_R45_DM_SEL_2_resampled_armies_are_legal_and_fit(name: str) -> None:
    rng = Random(45)
    for seed in (5, 6):
        for state, _ in walk(name, seed)[26::15]:
            for viewer in (0, 1, None):
                seen = dm.view(state, viewer)
                other = dm.resample(seen, rng)
                assert dm.view(other, viewer) == seen
                assert dm.parse_state(dm.format_state(other), state.config) == other
                for seat in SEATS:
                    player = other.players[seat]
                    if seat == viewer:
                        assert player == state.players[seat]
                    units = [unit.card for unit in other.units if unit.seat == seat]
                    army = [*player.hand, *player.discard, *units]
                    assert len(set(army)) == 12
                    cards = state.config.domains[seat].cards
                    assert Counter(cards[number].type.value for number in army) == KINDS
                    assert not Counter(state.players[seat].known) - Counter(player.hand)


def small() -> dm.Domain:
    """Return a domain of 2 Heroes, 6 Elites and 22 Warriors."""
    cards = [card(f"Chief {n}", "hero") for n in (1, 2)]
    cards += [card(f"Elite {n}", "elite") for n in range(1, 7)]
    cards += [card(f"Soldier {n}") for n in range(1, 23)]
    keeps = [stronghold(f"Keep {n}") for n in (1, 2, 3)]
    return dm.load_domain("\n".join(['id = "small"', 'name = "Small"', *cards, *keeps]))


SMALL = dm.Config((small(), small()))


@pytest.mark.parametrize("viewer", [1, None])
def test_DM_R45_B25_resampling_is_uniform_over_the_armies_that_fit(viewer: int | None) -> None:
    # open: 2 Elites and 5 Warriors on the board and the pile, 1 Warrior returned to the hand;
    # hidden: 1 of 2 Heroes, 2 of 4 Elites, 1 of 16 Warriors: 2 * 6 * 16 armies, all alike
    mine = 'cards = ["Elite 1 a1", "Elite 3 b2", "Soldier 1 c3", "Soldier 2 d3"]\n'
    mine += 'discard = ["Soldier 3", "Soldier 4", "Soldier 5"]\n'
    mine += (
        'hand = ["Chief 2", "Elite 2", "Elite 4", "Soldier 9", "Soldier 6"]\nknown = ["Soldier 6"]'
    )
    state = scene(0, "turn = 0", mine, "", SMALL).state
    seen = dm.view(state, viewer)
    names = SMALL.domains[0].cards
    rng = Random(12)
    samples = 9_600
    found: Counter[frozenset[str]] = Counter()
    for _ in range(samples):
        hand = dm.resample(seen, rng).players[0].hand
        found[frozenset(names[number].name for number in hand)] += 1
    elites = combinations(["Elite 2", "Elite 4", "Elite 5", "Elite 6"], 2)
    warriors = [f"Soldier {n}" for n in range(7, 23)]
    heroes = ["Chief 1", "Chief 2"]
    fitting = {frozenset((h, *e, w, "Soldier 6")) for h, e, w in product(heroes, elites, warriors)}
    assert len(fitting) == 2 * comb(4, 2) * 16
    assert set(found) == fitting
    assert all(20 <= count <= 90 for count in found.values())  # 50 expected, five deviations are 35
    for each in ("Chief 1", "Elite 5", "Soldier 22"):
        share = sum(count for hand, count in found.items() if each in hand) / samples
        expected = {"Chief 1": 1 / 2, "Elite 5": 1 / 2, "Soldier 22": 1 / 16}[each]
        assert abs(share - expected) < 0.026


def test_DM_R45_B25_resampling_of_a_position_with_few_cards_is_uniform_too() -> None:
    # one hidden card of thirty, and nothing else: 2 Heroes, 6 Elites, 22 Warriors
    state = scene(0, "turn = 0", 'hand = ["Elite 1"]', "", SMALL).state
    seen, rng = dm.view(state, None), Random(30)
    found = Counter(dm.resample(seen, rng).players[0].hand for _ in range(6000))
    assert len(found) == 30
    assert all(130 <= count <= 270 for count in found.values())  # 200 expected
    # two of them: not two Heroes
    state = scene(0, "turn = 0", 'hand = ["Elite 1", "Elite 2"]', "", SMALL).state
    seen = dm.view(state, 1)
    pairs = Counter(dm.resample(seen, rng).players[0].hand for _ in range(12_000))
    assert len(pairs) == comb(30, 2) - 1
    with_hero = sum(count for pair, count in pairs.items() if {0, 1} & set(pair))
    assert abs(with_hero / 12_000 - 2 * 28 / (comb(30, 2) - 1)) < 0.016


@pytest.mark.parametrize("viewer", [1, None])
def test_DM_R3_B25_strongholds_are_resampled_until_they_are_revealed(viewer: int | None) -> None:
    rng = Random(3)
    state = chosen(game(army=ARMY), 1)
    seen = dm.view(state, viewer)
    drawn = Counter(dm.resample(seen, rng).players[0].stronghold for _ in range(900))
    assert set(drawn) == {0, 1, 2}
    assert all(230 <= count <= 370 for count in drawn.values())  # 300 expected
    hands = {dm.resample(seen, rng).players[0].hand for _ in range(50)}
    assert len(hands) > 40
    both = chosen(game(army=ARMY))  # revealed now
    assert {dm.resample(dm.view(both, viewer), rng).players[0].stronghold for _ in range(20)} == {0}


def test_DM_R3_while_one_chooses_the_types_follow_the_order_of_the_questions() -> None:
    state = chosen(game(army=ARMY), 0)
    rng = Random(1)
    for number, text in enumerate(
        ["Keep 1", "Chief 1", "Elite 2", "Elite 4", "Elite 6", "Elite 8"]
    ):
        state = dm.apply(state, dm.parse_action(f"choose {text}")).state
        cards = state.config.domains[0].cards
        for viewer in (1, None):
            player = dm.resample(dm.view(state, viewer), rng).players[0]
            kinds = Counter(cards[each].type.value for each in player.hand)
            assert kinds == Counter(["hero"][:number] + ["elite"] * (number - 1))
            assert player.stronghold in (0, 1, 2)
        own = dm.resample(dm.view(state, 0), rng)
        assert own.players[0] == state.players[0]
        assert own.players[1].hand == ()


@pytest.mark.parametrize("seat", SEATS)
def test_DM_SETUP_2_a_view_shows_ones_own_cards_and_a_spectator_none(seat: int) -> None:
    state = chosen(game(army=ARMY))
    own = dm.view(state, seat).players
    assert own[seat] == state.players[seat]
    assert own[1 - seat].hand == (dm.HIDDEN,) * 12
    assert [player.hand for player in dm.view(state, None).players] == [(dm.HIDDEN,) * 12] * 2
    for wrong in (2, -1):
        with pytest.raises(ValueError, match="seat"):
            dm.view(state, wrong)
