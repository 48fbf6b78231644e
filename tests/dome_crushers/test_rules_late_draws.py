"""What all know of cards drawn in the middle of a round, and of hands that are emptied."""

from collections import Counter
from random import Random

import pytest

from tabletop_rules import dome_crushers as dc
from tabletop_rules.dome_crushers.memory import Unknown, deal
from tabletop_rules.dome_crushers.state import Batch

LATE = dc.Rulings(missed_effects_fire=True)
SEATS = (0, 1)


def _scene(head: str, seats: tuple[str, str], me: int, config: dc.Config | None = None) -> dc.State:
    first, second = seats if me == 0 else reversed(seats)
    return dc.parse_state(f"{head}\n[[seats]]\n{first}\n[[seats]]\n{second}\n", config)


def _after(state: dc.State, *notations: str) -> dc.State:
    for notation in notations:
        state = dc.apply(state, dc.parse_action(notation)).state
    return state


@pytest.mark.parametrize("me", SEATS)
def test_DC_R20_a_card_played_before_a_draw_is_not_the_drawn_one(me: int) -> None:
    """A Dustmite draws the only card of a batch that is the other Dustmite, as all know."""
    pile = '["Gulper", "Dome Titan", "Tusker", "Burrower", "Hornback", "Hornback", "Veilmoth"]'
    mine = f"""hand = ["Dustmite"]
        face_up = {pile}
        bottom = ["Dustmite", "Shrieker", "Stormwing", "Packleader"]
        batches = [{{ open = ["Dustmite"], others = 0 }}, {{ open = [], others = 3 }}]"""
    head = f"turn = {me}"
    state = _scene(head, (mine, 'hand = ["Tusker"]'), me)
    state = _after(state, "ability Dustmite", "draw Dustmite")
    for seed in range(60):
        sampled = dc.resample(dc.view(state, 1 - me), Random(seed))
        assert sampled.players[me].hand == ("Dustmite",)


def test_DC_R20_late_draws_are_dealt_uniformly_over_the_cards_that_fit() -> None:
    """One card was played, then one drawn from a batch of an open A and two unseen cards.

    By hand: the hand has one card, drawn late; the played B was the one held before. Of A, C and D
    each is the drawn one with 1/3. If the played card were an A, the A of the batch could be it
    only if it had been drawn before; there is one A, so B it is in every world.
    """
    unknown = Unknown(Counter("ABCD"), ("B",), 1, 0, (Batch(("A",), 2, 0, (1,)),))
    rng = Random(4)
    found = Counter(deal(unknown, rng).hand[0] for _ in range(3000))
    assert set(found) == set("ACD")
    for count in found.values():
        assert abs(count - 1000) < 130  # five standard deviations


@pytest.mark.parametrize("me", SEATS)
def test_DC_R20_an_open_batch_drawn_whole_and_put_back_whole_stays_open(me: int) -> None:
    """The hand is known to be a Shrieker: of the open batch drawn whole the Gulper was played."""
    pile = '["Dome Titan", "Tusker", "Burrower", "Hornback", "Hornback", "Veilmoth"]'
    mine = f"""hand = ["Shrieker"]
        face_up = {pile}
        bottom = ["Dustmite", "Dustmite", "Stormwing", "Packleader"]
        plays = 0
        batches = [{{ open = ["Gulper", "Shrieker"], others = 0, drawn = [0, 0] }},
                   {{ open = [], others = 4 }}]"""
    mine = mine.replace("},\n                   {", "}, {")
    kept = "[]" if me == 0 else "[[]]"
    head = f"""abilities = [{{ seat = {me}, card = "Gulper" }}]
        agenda = [{{ type = "new_round" }}, {{ type = "keep", seat = {me}, kept = {kept} }}]"""
    state = _scene(head, (mine, "hand = []\nplays = 0"), me)
    state = _after(state, "keep nothing", *(["keep nothing"] if me == 0 else []))
    batch = dc.view(state, 1 - me).players[me].batches[-1]
    assert (batch.open, batch.others) == (("Gulper", "Shrieker"), 0)


DUE = dc.load_deck(
    """
    id = "due"
    name = "Effects that are due"

    [[cards]]
    name = "Lid"
    strength = 1
    ability = "Lid"
    text = "-"
    cancelled_by = ["Open"]
    effects = []

    [[cards]]
    name = "Opener"
    strength = 1
    ability = "Open"
    text = "-"
    effects = []

    [[cards]]
    name = "Spit"
    strength = 1
    ability = "Spit"
    text = "Return one of your other cards to your hand."
    cancelled_by = ["Lid"]
    effects = [{ type = "return_to_hand", side = "own", other = true }]

    [[cards]]
    name = "Drawer"
    strength = 1
    copies = 3
    ability = "Draw"
    text = "Draw a card."
    cancelled_by = ["Lid"]
    effects = [{ type = "draw" }]
    """
)


@pytest.mark.parametrize("me", SEATS)
def test_DC_R2_DC_R18_a_due_effect_whose_card_has_left_is_not_performed(me: int) -> None:
    head = f"""turn = {1 - me}
        abilities = [{{ seat = {me}, card = "Lid" }}, {{ seat = {me}, card = "Spit", due = true }},
            {{ seat = {me}, card = "Drawer", due = true }}]"""
    head = head.replace("true },\n            {", "true }, {")
    config = dc.Config(DUE, rulings=LATE)
    state = _scene(head, ("hand = []", 'hand = ["Opener"]'), me, config)
    state = _after(state, "ability Opener")
    spat = _after(state, "target #3 Drawer")
    assert spat.players[me].hand == ("Drawer",)  # and nothing was drawn
    assert len(spat.players[me].deck) == len(state.players[me].deck)
    kept = _after(state, "target #1 Lid")
    assert [dc.format_action(a) for a in dc.legal_actions(kept)] == ["draw Drawer", "draw Opener"]


@pytest.mark.parametrize("me", SEATS)
def test_DC_R15_nothing_has_switched_while_a_card_is_to_be_played(me: int) -> None:
    head = f'turn = {me}\nabilities = [{{ seat = 0, card = "Gulper", turned = true }}]'
    with pytest.raises(ValueError, match="DC-R15"):
        _scene(head, ('hand = ["Tusker"]', 'hand = ["Tusker"]'), me)


def test_DC_TURN_3_a_mode_that_is_none_is_named_in_the_refusal() -> None:
    state = _scene("turn = 0", ('hand = ["Tusker"]', "hand = []"), 0)
    untyped: type = dc.PlayCard
    refusal = dc.why_not(state, untyped("Tusker", "attack"), 0)
    assert refusal is not None
    assert refusal.rule == "DC-TURN-3"
    assert "'attack'" in refusal.reason
