"""What everybody remembers of cards that lay open (DC-R20): views and resampled states."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from attrs import define, field

from tabletop_rules import dome_crushers as dc
from tabletop_rules.core import Event, sample
from tabletop_rules.dome_crushers import events
from tabletop_rules.dome_crushers.questions import Keep, Under

from .helpers import (
    SEATS,
    able,
    assert_sound,
    card,
    draw_all,
    duel,
    hands,
    options,
    play,
    scene,
)

LETTERS = duel(*(card(name, 1) for name in "ABCDEFGHIJKL"))
KEEP = 'agenda = [{ type = "new_round" }, { type = "keep" }]\nstart_player = ME\n'
RETURN = 'type = "return_to_hand", side = "either", other = true'
BEASTS = duel(
    card("Spit", 1, RETURN, copies=3),
    card("Dig", 1, 'type = "draw"', copies=3),
    card("Rally", 2, copies=3),
    card("Idle", 0, copies=3),
)


def hand(*cards: str, more: str = "") -> str:
    return f"hand = {list(cards)}\nplays = 0\n{more}"


def ask(config: dc.Config, me: int, mine: str, yours: str, abilities: str = "") -> dc.State:
    """Return the position in which both are about to be asked what they keep."""
    lies = ", ".join(
        f'{{ seat = {"ME" if name[0] == "+" else "YOU"}, card = "{name[1:]}" }}'
        for name in abilities.split()
    )
    return scene(config, me, f"{KEEP}abilities = [{lies}]", mine, yours)


def keep(state: dc.State, me: int, mine: str, yours: str) -> dc.State:
    """Answer both keep questions, and place all cards in the order of their names."""
    answers = (mine, yours) if me == 0 else (yours, mine)
    state = play(state, *(f"keep {answer}" for answer in answers)).state
    while options(state)[0].startswith("under"):
        state = play(state, options(state)[0]).state
    return state


def samples(state: dc.State, viewer: int | None, count: int) -> Iterator[dc.State]:
    """Resample a view many times; each time the viewer must see the same as before."""
    seen = dc.view(state, viewer)
    rng = Random(20)
    for _ in range(count):
        sampled = dc.resample(seen, rng)
        assert_sound(sampled)
        assert dc.view(sampled, viewer) == seen
        yield sampled


def assert_near(found: int, wanted: float, count: int) -> None:
    """Check a count of independent draws to five standard deviations."""
    assert abs(found - wanted * count) <= 5 * (count * wanted * (1 - wanted)) ** 0.5, found


# --- cards returned to a hand -----------------------------------------------------------------


def returned(me: int, *cards: str) -> dc.State:
    """Return a position in which my Rally was returned to my hand, which also holds `cards`."""
    state = scene(
        BEASTS,
        1 - me,
        'turn = ME\nstart_player = ME\nabilities = [{ seat = YOU, card = "Rally" }]',
        'hand = ["Spit", "Idle", "Idle"]',
        f"hand = {list(cards)}\nplays = 1",
    )
    return play(state, "ability Spit").state


@pytest.mark.parametrize("me", SEATS)
def test_DC_R20_a_returned_card_is_known_in_that_hand(me: int) -> None:
    state = returned(me, "Dig", "Rally")
    for viewer in (1 - me, None):
        assert dc.view(state, viewer).players[me].hand == ("Rally", dc.HIDDEN, dc.HIDDEN)
    assert dc.view(state, me).players[me].hand == ("Dig", "Rally", "Rally")
    assert dc.view(state, me).players[me].known == ("Rally",)  # its owner knows that it is known
    for sampled in samples(state, 1 - me, 60):
        assert "Rally" in hands(sampled)[me]


@pytest.mark.parametrize("me", SEATS)
def test_DC_R20_it_stays_known_while_other_cards_are_played_and_drawn(me: int) -> None:
    state = play(returned(me, "Dig", "Idle"), "ability Dig").state
    state = play(state, options(state)[0], "ability Idle").state
    assert dc.view(state, 1 - me).players[me].hand == ("Rally", dc.HIDDEN, dc.HIDDEN)
    state = play(state, "attack Rally").state
    assert dc.view(state, 1 - me).players[me].hand == (dc.HIDDEN, dc.HIDDEN)


@pytest.mark.parametrize("me", SEATS)
def test_DC_R20_of_two_alike_nobody_knows_which_was_played(me: int) -> None:
    state = play(returned(me, "Rally", "Dig"), "attack Rally").state
    assert hands(state)[me] == ("Dig", "Rally")
    assert dc.view(state, 1 - me).players[me].hand == (dc.HIDDEN, dc.HIDDEN)
    found = {"Rally" in hands(sampled)[me] for sampled in samples(state, 1 - me, 60)}
    assert found == {True, False}


@pytest.mark.parametrize("me", SEATS)
def test_DC_R20_two_returned_cards_are_both_known(me: int) -> None:
    state = scene(
        BEASTS,
        1 - me,
        """turn = ME\nstart_player = ME\nabilities = [
            { seat = YOU, card = "Rally" }, { seat = YOU, card = "Rally" },
        ]""",
        'hand = ["Spit", "Spit", "Idle"]',
        'hand = ["Idle", "Idle", "Dig"]\nplays = 2',
    )
    state = play(state, "ability Spit", "target #1 Rally", "attack Idle").state
    state = play(state, "ability Spit", "target #2 Rally").state
    assert dc.view(state, 1 - me).players[me].hand == ("Rally", "Rally", dc.HIDDEN, dc.HIDDEN)
    state = play(state, "attack Rally").state
    assert dc.view(state, 1 - me).players[me].hand == ("Rally", dc.HIDDEN, dc.HIDDEN)


@pytest.mark.parametrize("me", SEATS)
@pytest.mark.parametrize("mine", ["Rally", "Idle", "Idle, Rally", "nothing"])
def test_DC_R20_after_the_keep_decision_it_is_known_no_more(me: int, mine: str) -> None:
    state = ask(
        BEASTS, me, hand("Rally", "Idle", more='known = ["Rally"]'), hand("Dig"), "+Dig -Idle"
    )
    for viewer in (1 - me, None):
        assert dc.view(state, viewer).players[me].hand == ("Rally", dc.HIDDEN)
    state = keep(state, me, mine, "Dig")
    for viewer in (1 - me, None):
        assert set(dc.view(state, viewer).players[me].hand) <= {dc.HIDDEN}
    # It may be in the hand or under the deck; only if nothing was kept is that no question.
    (batch,) = dc.view(state, 1 - me).players[me].batches
    if mine == "nothing":
        assert (batch.open, batch.others) == (("Dig", "Rally"), 1)
    else:
        assert (batch.open, batch.others) == (("Dig",), 1 - mine.count(","))


# --- cards under a deck -----------------------------------------------------------------------


@pytest.mark.parametrize("me", SEATS)
def test_DC_R20_A14c_open_cards_under_the_deck_are_in_no_resampled_hand(me: int) -> None:
    # Your A and B lay open; C and D went under with them unseen; E to L are the shuffled rest.
    state = ask(LETTERS, me, hand(*"ABCD"), hand("C", "D"), "-A -B")
    state = draw_all(keep(state, me, "A, B, C, D", "nothing")).state
    (batch,) = dc.view(state, me).players[1 - me].batches
    assert (batch.open, batch.others, batch.left) == (("A", "B"), 2, 4)
    for viewer in (me, None):
        count = 1500
        in_hand: Counter[str] = Counter()
        first: Counter[str] = Counter()
        for sampled in samples(state, viewer, count):
            player = sampled.players[1 - me]
            assert {"A", "B"} <= set(player.deck.bottom)
            in_hand.update(player.hand)
            first.update(player.deck.bottom[:1])
        assert in_hand["A"] == in_hand["B"] == 0
        for name in "CDEFGHIJKL":  # ten unknown cards on ten places, four of them the hand
            assert_near(in_hand[name], 4 / 10, count)
        assert_near(first["A"], 1 / 4, count)  # nobody else knows the order
        assert_near(first["B"], 1 / 4, count)
        assert_near(first["L"], 2 / 4 / 10, count)


@pytest.mark.parametrize("me", SEATS)
def test_DC_R20_the_owner_knows_the_order_under_the_own_deck(me: int) -> None:
    state = ask(LETTERS, me, hand("C", "D"), hand(*"ABCD"), "+A +B")
    state = play(state, *(["keep nothing", "keep A, B, C, D"][:: 1 if me == 0 else -1])).state
    state = draw_all(play(state, "under C", "under B", "under D").state).state
    seen = dc.view(state, me)
    assert seen.players[me].bottom == ("C", "B", "D", "A")
    for sampled in samples(state, me, 50):
        assert sampled.players[me].deck.bottom == ("C", "B", "D", "A")
        assert sampled.players[me] == state.players[me]


def drawn_from_batch(me: int) -> dc.State:
    """Return a position in which you hold two cards of the rest and two of a batch.

    Your A, B and C lay open, D was in your hand; E and F were your deck, G to L are scored.
    """
    pile = f"face_down = {list('GHIJKL')}"
    state = ask(LETTERS, me, hand(*"ABCD"), hand("D", more=pile), "-A -B -C")
    return draw_all(keep(state, me, "A, B, C, D", "nothing")).state


@pytest.mark.parametrize("me", SEATS)
def test_DC_R20_it_is_known_how_many_cards_in_hand_came_from_a_batch(me: int) -> None:
    state = drawn_from_batch(me)
    assert hands(state)[1 - me] == ("A", "B", "E", "F")  # placed by name: A and B came first
    (batch,) = dc.view(state, me).players[1 - me].batches
    assert (batch.open, batch.others, batch.drawn, batch.left) == (("A", "B", "C"), 1, (0, 0), 2)
    count, all_unseen, with_a = 2000, 0, 0
    for sampled in samples(state, me, count):
        cards = set(hands(sampled)[1 - me])
        assert 1 <= len(cards & set("ABC")) <= 2
        assert len(cards & set("DEF")) >= 2
        all_unseen += cards >= set("DEF")
        with_a += "A" in cards
    # The fourth card of the batch (D, E or F) is one of the two drawn with 1/2, and so is A.
    assert_near(all_unseen, 1 / 2, count)
    assert_near(with_a, 1 / 2, count)


@pytest.mark.parametrize("me", SEATS)
def test_DC_R20_a_played_card_of_the_batch_is_one_of_those_drawn(me: int) -> None:
    state = play(drawn_from_batch(me), "ability A", "ability A").state
    count, with_b = 1500, 0
    for sampled in samples(state, me, count):
        cards = set(hands(sampled)[1 - me])  # two of the rest, and one of B, C and the fourth
        assert len(cards) == 3
        assert len(cards & set("BC")) <= 1
        with_b += "B" in cards
    assert_near(with_b, 1 / 3, count)
    state = play(state, "ability B", "ability B").state  # both drawn ones are on the table
    for sampled in samples(state, me, 60):
        assert not set(hands(sampled)[1 - me]) & set("ABC")
        assert "C" in sampled.players[1 - me].deck.bottom


@pytest.mark.parametrize("me", SEATS)
def test_DC_R20_which_drawn_cards_were_kept_is_not_tracked_further(me: int) -> None:
    # As above, but you have played E and F and still hold the two cards of the batch, A and B.
    pile = f"face_down = {list('GHIJKL')}\nbottom = ['C', 'D']\n"
    memory = 'batches = [{ open = ["A", "B", "C"], others = 1, drawn = [0, 0] }]'
    state = ask(LETTERS, me, hand(*"ABCD"), hand("A", "B", more=pile + memory), "-E -F")
    state = keep(state, me, "A, B, C, D", "B")
    older, newer = dc.view(state, me).players[1 - me].batches
    assert (older.open, older.others, older.lost, older.left) == (("A", "B", "C"), 1, 2, 2)
    assert (newer.open, newer.others, newer.left) == (("E", "F"), 1, 3)
    found: Counter[str] = Counter()
    for sampled in samples(state, me, 400):
        player = sampled.players[1 - me]
        assert {"E", "F"} <= set(player.deck.bottom[2:])  # the newer batch lies below
        found.update(player.hand)
    assert set(found) == set("ABCD")  # each may be the one that was kept


@pytest.mark.parametrize("me", SEATS)
def test_DC_R20_face_down_scored_cards_stay_known(me: int) -> None:
    state = scene(
        LETTERS,
        me,
        'turn = ME\nstart_player = ME\nattackers = [{ seat = YOU, card = "B" }]',
        'hand = ["C"]\nplays = 3',
        "hand = []\nplays = 4",
    )
    state = play(state, "ability C").state  # you win: B lies face up
    assert state.players[1 - me].face_up == ("B",)
    state = scene(
        LETTERS,
        me,
        "turn = ME\nstart_player = ME\nattackers = ["
        '{ seat = YOU, card = "B" }, { seat = ME, card = "D" }]',
        'hand = ["C"]\nplays = 3',
        "hand = []\nplays = 4",
    )
    state = play(state, "attack C").state  # 2 to 1 for me: your B lies face down
    for viewer in (0, 1, None):
        assert dc.view(state, viewer).players[1 - me].face_down == ("B",)
    for sampled in samples(state, me, 30):
        assert sampled.players[1 - me].face_down == ("B",)


@pytest.mark.parametrize("me", SEATS)
def test_DC_R20_DC_R13_a_shuffle_ends_all_memory_but_that_of_the_piles(me: int) -> None:
    config = duel(*(card(name, 1) for name in "ABCDEFGHIJKL"), simple=True)
    state = scene(
        config,
        me,
        'turn = ME\nstart_player = ME\nabilities = [{ seat = YOU, card = "B" }]',
        'hand = ["C"]\nplays = 3',
        'hand = ["D"]\nplays = 4\nknown = ["D"]\nface_down = ["L"]',
    )
    state = draw_all(play(state, "ability C").state).state
    assert dc.view(state, me).players[1 - me].batches == ()
    assert dc.view(state, me).players[1 - me].hand == (dc.HIDDEN,) * 4
    found: Counter[str] = Counter()
    for sampled in samples(state, me, 600):
        found.update(hands(sampled)[1 - me])
        assert sampled.players[1 - me].face_down == ("L",)
    assert set(found) == set("ABCDEFGHIJK")
    assert_near(found["B"], 4 / 11, 600)
    assert_near(found["D"], 4 / 11, 600)


# --- whole games, with a memory of our own ----------------------------------------------------


@define
class Known:
    """What a listener remembers of one player, from public events alone."""

    rest: int
    opened: list[tuple[str, ...]] = field(factory=list)
    others: list[int] = field(factory=list)
    left: list[int] = field(factory=list)
    drawn: list[int] = field(factory=list)
    lost: list[int] = field(factory=list)

    def draws(self) -> None:
        if self.rest:
            self.rest -= 1
            return
        place = next(i for i, left in enumerate(self.left) if left)
        self.left[place] -= 1
        self.drawn[place] += 1

    def forget_hand(self) -> None:
        self.lost = [lost + drawn for lost, drawn in zip(self.lost, self.drawn, strict=True)]
        self.drawn = [0] * len(self.drawn)

    def add(self, event: events.BatchPlaced) -> None:
        self.opened.append(event.open)
        self.others.append(event.others)
        self.left.append(len(event.open) + event.others)
        self.drawn.append(0)
        self.lost.append(0)


def listen(known: list[Known], happened: tuple[Event, ...]) -> None:
    for event in dc.observe(happened, None):
        if isinstance(event, events.CardDrawn):
            known[event.seat].draws()
        if isinstance(event, events.CardsKept):
            known[event.seat].forget_hand()
        if isinstance(event, events.BatchPlaced):
            known[event.seat].add(event)


def assert_fits(state: dc.State, known: list[Known]) -> None:
    """Check that the cards of a state lie as a listener knows they must."""
    for seat in SEATS:
        player, memory = state.players[seat], known[seat]
        held = Counter(player.hand) - Counter(player.known) + Counter(player.revealed)
        at = 0
        bottom = player.deck.bottom
        for ask in state.agenda:
            if type(ask).__name__ == "Under" and getattr(ask, "seat", None) == seat:
                bottom += getattr(ask, "placed", ()) + getattr(ask, "left", ())
        assert (len(player.deck.rest), len(bottom)) == (memory.rest, sum(memory.left))
        for place, opened in enumerate(memory.opened):
            inside = Counter(bottom[at : at + memory.left[place]])
            at += memory.left[place]
            away = Counter(opened) - inside  # open cards that have left the batch
            assert away.total() <= memory.drawn[place] + memory.lost[place]
            if memory.lost[place] == 0:
                assert away <= held
                held -= away
                if memory.others[place] == 0:
                    assert away.total() == memory.drawn[place]


@pytest.mark.parametrize("config", [BEASTS, dc.Config()], ids=["beasts", "default"])
@pytest.mark.parametrize("seed", range(4))
def test_DC_R20_whole_games_are_resampled_within_the_public_memory(
    config: dc.Config, seed: int
) -> None:
    rng = Random(seed)
    state = play(dc.initial_state(config), "start 0").state
    known = [Known(12), Known(12)]
    questions = 0
    while dc.actor(state) is not None and state.round < 12:
        chances = dc.chance_outcomes(state)
        choices = [
            a for a in dc.legal_actions(state) if rng.random() < 0.2 or "ATTACK" not in str(a)
        ]
        action = sample(chances, rng) if chances else rng.choice(choices or dc.legal_actions(state))
        tables = [Counter(able(state, seat)) for seat in SEATS]
        hands_then = [Counter(player.hand) for player in state.players]
        opened = [tables[seat] + Counter(state.players[seat].known) for seat in SEATS]
        for seat in SEATS:  # what lay open once, went under and was drawn again
            opened[seat].update(c for b in state.players[seat].batches for c in b.open)
        state, happened = dc.apply(state, action)
        for event in happened:
            if isinstance(event, events.BatchPlaced):  # nothing is called open that was not
                assert Counter(event.open) <= opened[event.seat]
                assert Counter(event.open) >= tables[event.seat]
                assert Counter(event.open) <= tables[event.seat] + hands_then[event.seat]
        listen(known, happened)
        assert_fits(state, known)  # the truth fits what everybody knows,
        for viewer in (0, 1, None):
            (sampled,) = samples(state, viewer, 1)
            assert_fits(sampled, known)  # and so does whatever is resampled
        questions += 1
    assert questions > 100


TINY = duel(
    card("Spit", 1, RETURN),
    card("Dig", 1, 'type = "draw"'),
    card("Ant", 1, copies=2),
    card("Bee", 2),
    hand_size=2,
)


@pytest.mark.parametrize("seed", range(4))
def test_DC_R20_the_truth_is_always_among_what_is_resampled(seed: int) -> None:
    rng = Random(100 + seed)
    state = play(dc.initial_state(TINY), f"start {seed % 2}").state
    checked = 0
    for _ in range(120):
        if dc.actor(state) is None:
            state = play(dc.initial_state(TINY), f"start {seed % 2}").state
        chances = dc.chance_outcomes(state)
        choices = [
            a for a in dc.legal_actions(state) if rng.random() < 0.3 or "ATTACK" not in str(a)
        ]
        action = sample(chances, rng) if chances else rng.choice(choices or dc.legal_actions(state))
        state = dc.apply(state, action).state
        for viewer in SEATS:
            seen = dc.view(state, viewer)
            # fewer than 5! ways for the five cards of the other, times 2 * 2 secret answers
            assert any(dc.resample(seen, rng) == state for _ in range(6000)), dc.format_state(state)
            checked += 1
    assert checked == 240


# --- what is answered in secret ---------------------------------------------------------------


def test_DC_R12_an_answer_is_seen_by_its_seat_alone_until_both_have_answered() -> None:
    state = play(ask(LETTERS, 0, hand("A", "B"), hand("C")), "keep A").state
    for viewer, seen in ((0, ("A",)), (1, None), (None, None)):
        asked = dc.view(state, viewer).agenda[-1]
        assert isinstance(asked, Keep)
        assert (asked.seat, asked.kept) == (1, (seen,))


@pytest.mark.parametrize("me", SEATS)
def test_DC_R12_DC_NEXT_2_what_goes_under_a_deck_is_seen_by_its_owner_alone(me: int) -> None:
    state = ask(LETTERS, me, hand("A", "B", "C"), hand("D"))
    answers = ("keep nothing", "keep D")
    state = play(state, *(answers if me == 0 else answers[::-1]), "under B").state
    for viewer in (me, 1 - me, None):
        asked = dc.view(state, viewer).agenda[-1]
        assert isinstance(asked, Under)
        own = viewer == me
        assert asked.left == (("A", "C") if own else (dc.HIDDEN, dc.HIDDEN))
        assert asked.placed == (("B",) if own else (dc.HIDDEN,))


def test_DC_R12_DC_NEXT_2_whoever_places_a_card_under_the_deck_sees_which() -> None:
    state = play(ask(LETTERS, 0, hand("A", "B"), hand("D")), "keep nothing", "keep D").state
    placed = play(state, "under B").of(events.CardPlacedUnder)
    assert [event.card for event in placed] == ["B", "A"]
    assert list(dc.observe(tuple(placed), 0)) == placed
    for viewer in (1, None):
        assert [e.card for e in placed if e in dc.observe(tuple(placed), viewer)] == []


def test_DC_TURN_1_DC_NEXT_1_a_view_tells_who_is_asked() -> None:
    keeping = ask(LETTERS, 0, hand("A", "B"), hand("C"))
    for state in (dc.initial_state(LETTERS), keeping, play(keeping, "keep A").state):
        for viewer in (0, 1, None):
            assert dc.view(state, viewer).actor == dc.actor(state)
