"""What the game says to its verifiers: configs, witnesses, what is conserved; its strategies."""

from collections.abc import Callable

import pytest
from attrs import evolve
from hypothesis import Phase, find, given, settings

from tabletop_rules import dome_crushers as dc
from tabletop_rules.core import Played, from_json, to_json, verification_of
from tabletop_rules.dome_crushers.strategies import configs, decks, names
from tabletop_rules.testing import random_walk, scout

from .helpers import SEATS, card, duel, play, scene

KIT = dc.verification()
DRUM = 'type = "strength", amount = 2'
GLOOM = 'type = "strength", amount = -2, side = "opponent"'
SHOVE = 'type = "switch", to = "ability", side = "opponent"'
GOAD = 'type = "switch", to = "attack", side = "opponent"'
ROAR = 'type = "end_round"'
BEASTS = (
    card("Nil", 0),
    card("Ant", 1),
    card("Bee", 2),
    card("Cat", 3),
    card("Drum", 1, DRUM, by=("The Hush",)),
    card("Gloom", 0, GLOOM),
    card("Fetch", 1, 'type = "draw"', by=("The Hush",)),
    card("Hush", 1, by=("The Hush",)),
    card("Shove", 1, SHOVE),
    card("Dig", 1, 'type = "switch", to = "ability", side = "own", other = true'),
    card("Goad", 1, GOAD),
    card("Roar", 1, ROAR),
    card("Yin", 1, by=("The Yang",)),
    card("Yang", 1, by=("The Yin",)),
)


def step(state: dc.State, action: str) -> Played[dc.State, dc.Action]:
    wanted = dc.parse_action(action)
    after, events = dc.apply(state, wanted)
    return Played(state, dc.actor(state), wanted, after, events)


def exercised(rule: str, state: dc.State, action: str) -> bool:
    return KIT.witnesses[rule](step(state, action))


def last_play(me: int, table: str, hand: str, **how: int) -> dc.State:
    """Return a round of two plays each in which only ME has a play left; `table` lists cards."""
    config = duel(
        *BEASTS, hand_size=2, missed=bool(how.get("missed")), simple=bool(how.get("simple"))
    )
    return scene(config, me, f"turn = ME\n{table}", f"hand = {hand}\nplays = 1", "plays = 2")


def first_play(me: int, table: str, hand: str, **how: int) -> dc.State:
    """Return a round of three plays each in which ME is asked, and more plays follow."""
    config = duel(*BEASTS, hand_size=3, missed=bool(how.get("missed")))
    return scene(config, me, f"turn = ME\n{table}", f"hand = {hand}", 'hand = ["Bee", "Nil"]')


def attacks(*cards: str) -> str:
    """Return attackers, each as "ME Ant" or "YOU Ant"."""
    return f"attackers = [{_listed(cards)}]\n"


def abilities(*cards: str) -> str:
    """Return cards in Ability Mode, each as "ME Ant" or "YOU Ant", oldest first."""
    return f"abilities = [{_listed(cards)}]\n"


def _listed(cards: tuple[str, ...]) -> str:
    pairs = (each.split() for each in cards)
    return ", ".join(f'{{ seat = {seat}, card = "{name}" }}' for seat, name in pairs)


# --- configs, ids -----------------------------------------------------------------------------


def test_the_kit_is_sound_and_always_the_same() -> None:
    assert verification_of(dc) is KIT
    assert dc.verification() is KIT
    assert KIT.unreachable == {}


@pytest.mark.parametrize("name", KIT.configs)
def test_games_of_each_config_end(name: str) -> None:
    for seed in range(3):
        walk = random_walk(dc, KIT.configs[name], seed)
        assert dc.actor(walk.end) is None
        assert dc.outcome(walk.end) is not None


def test_the_configs_turn_every_switch_both_ways() -> None:
    rulings = [config.rulings for config in KIT.configs.values()]
    assert {r.missed_effects_fire for r in rulings} == {True, False}
    assert {r.simple_variant for r in rulings} == {True, False}


def test_a_short_scout_exercises_every_rule() -> None:
    atlas = scout(dc, list(KIT.configs.values()), actions=600)
    exercised_rules = set(atlas.times) | set(KIT.conserved)
    assert [rule for rule in dc.rulebook if rule not in exercised_rules] == []


# --- what is conserved ------------------------------------------------------------------------


@pytest.mark.parametrize("name", KIT.configs)
def test_DC_SETUP_2_the_cards_of_both_seats_stay_the_same(
    name: str, seeds: Callable[[int], range]
) -> None:
    config = KIT.configs[name]
    both = (config.deck.listed, config.deck.listed)
    for seed in seeds(10):
        for state in random_walk(dc, config, seed).states:
            assert KIT.conserved["DC-SETUP-2"](state) == both


def test_DC_SETUP_2_a_card_that_is_taken_away_is_missed() -> None:
    counted = KIT.conserved["DC-SETUP-2"]
    walk = random_walk(dc, KIT.configs["shipped"], 3, most=14)
    state, (first, second) = walk.end, walk.end.players
    assert first.hand
    robbed = evolve(state, players=(evolve(first, hand=first.hand[1:]), second))
    assert counted(robbed) != counted(state)
    table = next(s for s in walk.states if s.attackers)
    assert counted(evolve(table, attackers=())) != counted(table)


def test_DC_SETUP_2_cards_on_their_way_under_a_deck_are_counted() -> None:
    walks_of_rings = (random_walk(dc, KIT.configs["rings"], seed) for seed in range(9))
    states = [s for walk in walks_of_rings for s in walk.states]
    placing = [s for s in states if s.agenda and type(s.agenda[-1]).__name__ == "Under"]
    assert placing
    for state in placing:
        kept = evolve(state, agenda=state.agenda[:-1])
        assert KIT.conserved["DC-SETUP-2"](kept) != KIT.conserved["DC-SETUP-2"](state)


# --- witnesses of turns and modes -------------------------------------------------------------


@pytest.mark.parametrize("me", SEATS)
def test_DC_AIM_2_an_attack_builds_the_total_or_an_ability_works(me: int) -> None:
    state = first_play(me, abilities("YOU Hush"), '["Nil", "Ant", "Fetch"]')
    assert exercised("DC-AIM-2", state, "attack Ant")
    assert not exercised("DC-AIM-2", state, "attack Nil")
    assert exercised("DC-AIM-2", state, "ability Ant")
    assert not exercised("DC-AIM-2", state, "ability Fetch")  # cancelled


@pytest.mark.parametrize("me", SEATS)
def test_DC_TURN_4_the_turn_passes_on_unless_the_round_is_over(me: int) -> None:
    assert exercised("DC-TURN-4", first_play(me, "", '["Ant", "Bee"]'), "attack Ant")
    assert not exercised("DC-TURN-4", last_play(me, "", '["Ant"]'), "attack Ant")


@pytest.mark.parametrize("me", SEATS)
def test_DC_ABIL_3_a_bonus_counts_or_ends(me: int) -> None:
    state = first_play(me, abilities("YOU Drum"), '["Goad", "Ant"]')
    assert exercised("DC-ABIL-3", state, "ability Goad")  # Drum is switched to attack
    assert not exercised("DC-ABIL-3", state, "attack Ant")  # and the round goes on
    cancelled = first_play(me, abilities("ME Hush", "YOU Drum"), '["Goad", "Ant"]')
    assert not exercised("DC-ABIL-3", cancelled, "ability Goad")  # it did not work before
    assert exercised("DC-ABIL-3", last_play(me, abilities("YOU Drum"), '["Ant"]'), "attack Ant")
    assert not exercised("DC-ABIL-3", last_play(me, attacks("YOU Drum"), '["Ant"]'), "attack Ant")


@pytest.mark.parametrize("me", SEATS)
def test_DC_ABIL_4_abilities_return_when_the_round_is_over(me: int) -> None:
    for table, back in (abilities("YOU Bee"), True), (attacks("YOU Bee"), False):
        over = play(last_play(me, table, '["Ant"]'), "attack Ant", "keep nothing").state
        assert exercised("DC-ABIL-4", over, "keep nothing") is back
        simple = last_play(me, table, '["Ant"]', simple=True)
        assert exercised("DC-ABIL-4", simple, "attack Ant") is back


@pytest.mark.parametrize("me", SEATS)
def test_DC_ABIL_6_reminders_would_have_won_the_round(me: int) -> None:
    state = last_play(me, attacks("YOU Bee"), '["Ant", "Cat"]')
    assert exercised("DC-ABIL-6", state, "ability Cat")  # 0 : 2, would be 3 : 2
    assert not exercised("DC-ABIL-6", state, "ability Ant")  # 0 : 2, would be 1 : 2


@pytest.mark.parametrize("me", SEATS)
def test_DC_ABIL_7_DC_SWITCH_2_a_card_has_its_effects(me: int) -> None:
    state = first_play(me, attacks("YOU Drum", "YOU Ant"), '["Shove", "Drum"]')
    assert exercised("DC-ABIL-7", state, "ability Drum")
    assert not exercised("DC-SWITCH-2", state, "ability Drum")
    chosen = play(state, "ability Shove").state
    assert exercised("DC-SWITCH-2", chosen, "target #1 Drum")
    assert not exercised("DC-SWITCH-2", chosen, "target #2 Ant")  # it has no effect
    hushed = first_play(me, abilities("YOU Hush"), '["Drum"]')
    assert not exercised("DC-ABIL-7", hushed, "ability Drum")


@pytest.mark.parametrize("me", SEATS)
def test_DC_ATK_1_the_attackers_decide_the_round(me: int) -> None:
    state = last_play(me, abilities("YOU Drum"), '["Ant", "Cat"]')
    assert exercised("DC-ATK-1", state, "attack Cat")  # 3 : 2, by bonuses alone 0 : 2
    assert not exercised("DC-ATK-1", state, "attack Ant")  # 1 : 2
    assert exercised("DC-MODE-1", state, "attack Ant")
    assert not exercised("DC-MODE-1", state, "ability Ant")


# --- witnesses of the end of a round ----------------------------------------------------------


@pytest.mark.parametrize("me", SEATS)
def test_DC_END_1_DC_END_6_a_round_ends_in_time_or_before(me: int) -> None:
    early = first_play(me, "", '["Roar", "Ant"]')
    assert exercised("DC-END-6", early, "ability Roar")
    assert not exercised("DC-END-1", early, "ability Roar")
    last = last_play(me, "", '["Roar"]')
    assert not exercised("DC-END-6", last, "ability Roar")
    assert not exercised("DC-END-1", last, "ability Roar")
    assert exercised("DC-END-1", last, "attack Roar")


@pytest.mark.parametrize("me", SEATS)
def test_DC_R7_a_larger_hand_gives_no_plays(me: int) -> None:
    assert exercised("DC-R7", last_play(me, "", '["Ant", "Bee"]'), "attack Ant")
    assert not exercised("DC-R7", last_play(me, "", '["Ant"]'), "attack Ant")


@pytest.mark.parametrize("me", SEATS)
def test_DC_R13_somebody_could_have_kept_a_card(me: int) -> None:
    held = last_play(me, "", '["Ant", "Bee"]', simple=True)
    assert exercised("DC-R13", held, "attack Ant")
    assert not exercised("DC-R13", last_play(me, "", '["Ant"]', simple=True), "attack Ant")
    assert not exercised("DC-R13", last_play(me, "", '["Ant", "Bee"]'), "attack Ant")


@pytest.mark.parametrize("me", SEATS)
def test_DC_R14_the_pile_scores_other_than_the_total(me: int) -> None:
    assert exercised("DC-R14", last_play(me, abilities("ME Drum"), '["Ant"]'), "attack Ant")
    # The bonus is the loser's: 3 for Cat is scored as the total was.
    assert not exercised("DC-R14", last_play(me, abilities("YOU Drum"), '["Cat"]'), "attack Cat")


@pytest.mark.parametrize("me", SEATS)
def test_DC_R19_a_floor_of_0_would_change_the_winner(me: int) -> None:
    state = last_play(me, abilities("YOU Gloom"), '["Ant", "Bee", "Cat"]')
    assert exercised("DC-R19", state, "attack Ant")  # -1 : 0, with a floor 0 : 0
    assert not exercised("DC-R19", state, "attack Bee")  # 0 : 0
    assert not exercised("DC-R19", state, "attack Cat")  # 1 : 0
    ahead = last_play(me, abilities("YOU Gloom") + attacks("YOU Ant"), '["Nil"]')
    assert not exercised("DC-R19", ahead, "attack Nil")  # -2 : 1, with a floor 0 : 1


# --- witnesses of the end of the game ---------------------------------------------------------


def _final_round(me: int, start: str, head: str, yours: str) -> dc.State:
    """Return the last play of a game with decks of One, One and Two and one play a round."""
    config = duel(card("One", 1, copies=2), card("Two", 2), hand_size=1)
    mine = 'hand = ["One"]\nface_up = ["One"]\nface_down = ["Two"]'
    return scene(config, me, f"turn = ME\nstart_player = {start}\n{head}", mine, yours)


@pytest.mark.parametrize("me", SEATS)
def test_DC_R6_another_start_player_would_have_won_the_tie(me: int) -> None:
    yours = 'face_up = ["Two"]'  # 2 : 2 after the round, which ME wins
    started = _final_round(me, "YOU", abilities("YOU One"), yours)
    assert exercised("DC-R6", started, "attack One")
    same = _final_round(me, "ME", abilities("YOU One"), yours)
    assert not exercised("DC-R6", same, "attack One")
    ahead = _final_round(me, "YOU", abilities("YOU One"), "")  # 2 : 0
    assert not exercised("DC-R6", ahead, "attack One")


@pytest.mark.parametrize("me", SEATS)
def test_DC_R5_one_player_without_cards_ends_it_for_both(me: int) -> None:
    one = _final_round(me, "ME", abilities("YOU One"), 'face_up = ["Two"]')
    assert exercised("DC-R5", one, "attack One")
    both = _final_round(me, "ME", attacks("YOU One"), 'face_up = ["Two"]\nface_down = ["One"]')
    assert not exercised("DC-R5", both, "attack One")
    assert exercised("DC-AIM-4", both, "attack One")


@pytest.mark.parametrize("me", SEATS)
def test_DC_R5_cards_in_hand_count_for_a_full_hand(me: int) -> None:
    config = duel(card("Ant", 1, copies=3), card("Roar", 1, ROAR), hand_size=2)
    for pile, needed in ('["Ant", "Ant"]', True), ('["Ant"]', False):
        mine = f'hand = ["Roar", "Ant"]\nface_down = {pile}'
        state = scene(config, me, "turn = ME", mine, 'hand = ["Ant", "Ant"]')
        assert exercised("DC-R5", state, "ability Roar") is needed


# --- witnesses of chains ----------------------------------------------------------------------


@pytest.mark.parametrize("me", SEATS)
def test_DC_R1_what_the_printed_rule_leaves_open(me: int) -> None:
    hand = '["Hush", "Yang", "Ant"]'
    own = first_play(me, abilities("ME Drum"), hand)
    assert exercised("DC-R1", own, "ability Hush")  # lists itself, and cancels its owner's card
    others = first_play(me, abilities("YOU Hush"), '["Drum"]')
    assert not exercised("DC-R1", others, "attack Drum")
    assert exercised("DC-R1", first_play(me, abilities("YOU Yin"), hand), "ability Yang")
    assert not exercised("DC-R1", first_play(me, attacks("YOU Yin"), hand), "ability Yang")
    plain = first_play(me, abilities("YOU Yin"), hand)
    assert not exercised("DC-R1", plain, "ability Ant")


@pytest.mark.parametrize("me", SEATS)
def test_DC_R2_a_missed_effect_fires_late(me: int) -> None:
    for missed in (True, False):
        table = abilities("YOU Hush", "ME Drum")
        state = first_play(me, table, '["Fetch", "Goad"]', missed=missed)
        state = play(state, "ability Fetch", "attack Bee").state
        assert exercised("DC-R2", state, "ability Goad") is missed  # Hush attacks, Fetch draws
    drum = first_play(me, abilities("YOU Hush", "ME Drum"), '["Goad"]', missed=True)
    assert not exercised("DC-R2", drum, "ability Goad")  # Drum resumes, nothing was due


@pytest.mark.parametrize("me", SEATS)
def test_DC_R15_a_card_may_not_switch_again(me: int) -> None:
    flip = 'type = "switch", to = "ability", side = "either"'
    flop = 'type = "switch", to = "attack", side = "either", other = true'
    config = duel(card("Seesaw", 1, flip, flop), card("Ant", 1, copies=6))
    head = f"turn = ME\n{attacks('YOU Ant', 'YOU Ant')}{abilities('YOU Ant', 'YOU Ant')}"
    state = scene(config, me, head, 'hand = ["Seesaw", "Ant"]', "hand = []")
    chosen = play(state, "ability Seesaw").state
    assert not exercised("DC-R15", chosen, "target #1 Ant")
    again = play(chosen, "target #1 Ant").state
    assert exercised("DC-R15", again, "target #3 Ant")  # among #1, #3 and #4 but for the rule


@pytest.mark.parametrize("me", SEATS)
def test_DC_R16_the_owner_acts_in_the_turn_of_the_other(me: int) -> None:
    hand = '["Shove", "Dig"]'
    state = first_play(me, attacks("YOU Fetch", "ME Fetch"), hand)
    assert exercised("DC-R16", state, "ability Shove")  # YOU draws
    assert not exercised("DC-R16", state, "ability Dig")  # ME draws
    idle = first_play(me, attacks("YOU Cat"), hand)
    assert not exercised("DC-R16", idle, "ability Shove")  # Cat has no effect


# --- witnesses of decks and memory ------------------------------------------------------------


@pytest.mark.parametrize("me", SEATS)
@pytest.mark.parametrize(
    ("bottom", "matters"),
    [('["Cat", "Bee"]', True), ('["Cat"]', False), ('["Ant", "Ant"]', False)],
)
def test_DC_NEXT_3_what_lies_below_cannot_come_first(me: int, bottom: str, matters: bool) -> None:
    kinds = [card("Fetch", 1, 'type = "draw"'), card("Ant", 1, copies=4)]
    config = duel(*kinds, card("Bee", 1), card("Cat", 1), hand_size=2)
    rest = {"Ant": 4, "Bee": 1, "Cat": 1}
    for name in rest:
        rest[name] -= bottom.count(name)
    down = [name for name, count in rest.items() for _ in range(count)]
    mine = f'hand = ["Fetch"]\nbottom = {bottom}\nface_down = {down}'
    state = scene(config, me, "turn = ME", mine, 'hand = ["Ant"]')
    drawing = play(state, "ability Fetch").state
    (only,) = dc.legal_actions(drawing)
    assert exercised("DC-NEXT-3", drawing, dc.format_action(only)) is matters


def test_DC_R11_a_shuffled_deck_has_more_than_one_next_card() -> None:
    for kinds, shuffled in ((("Ant", "Bee"), True), (("Ant",), False)):
        config = duel(*(card(name, 1, copies=4) for name in kinds))
        begun = play(dc.initial_state(config), "start 0").state
        assert exercised("DC-R11", begun, "draw Ant") is shuffled


def test_DC_R21_a_hand_of_another_size() -> None:
    for size, other in ((3, True), (4, False)):
        start = dc.initial_state(dc.Config(hand_size=size))
        assert exercised("DC-R21", start, "start 0") is other
        assert exercised("DC-SETUP-1", start, "start 0")
        assert not exercised("DC-R21", play(start, "start 0").state, "draw Tusker")


@pytest.mark.parametrize("me", SEATS)
def test_DC_R20_open_cards_that_are_hidden_again_are_remembered(me: int) -> None:
    for table, opened in (abilities("YOU Bee"), True), (attacks("YOU Bee"), False):
        over = play(last_play(me, table, '["Ant", "Cat"]'), "attack Ant", "keep nothing").state
        kept = "keep Cat" if me == 1 else "keep nothing"
        assert exercised("DC-R20", over, kept) is opened


# --- strategies -------------------------------------------------------------------------------


@settings(max_examples=60, deadline=None)
@given(decks(most=12))
def test_decks_have_at_most_so_many_cards_and_come_back_from_text(deck: dc.DeckList) -> None:
    assert 1 <= len(deck) <= 12
    assert from_json(to_json(deck), dc.DeckList) == deck


def test_configs_shrink_to_the_default_one() -> None:
    assert find(configs(), lambda _: True) == dc.Config()
    assert find(configs(), lambda config: config.hand_size > 4).rulings == dc.Rulings()


@pytest.mark.parametrize(
    "wanted",
    [
        lambda deck: any(card.ability in card.cancelled_by for card in deck.cards),
        lambda deck: len({card.ability for card in deck.cards}) < len(deck.cards),
        lambda deck: len(deck) == 1,
        lambda deck: len(deck) > 12,
        lambda deck: sum(bool(card.cancelled_by) for card in deck.cards) > 3,
        lambda deck: any(len(card.effects) == 3 for card in deck.cards),
        lambda deck: bool(deck.enders),
        lambda deck: any(not card.name.isalnum() for card in deck.cards),
    ],
)
def test_decks_of_every_sort_come_up(wanted: Callable[[dc.DeckList], bool]) -> None:
    unshrunk = settings(phases=[Phase.generate], database=None)
    assert wanted(find(decks(), wanted, settings=unshrunk))


@settings(max_examples=200, deadline=None)
@given(names())
def test_any_name_can_be_written_in_an_action(name: str) -> None:
    action = dc.KeepCards((name, name))
    assert dc.parse_action(dc.format_action(action)) == action
