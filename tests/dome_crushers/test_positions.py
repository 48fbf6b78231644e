"""Positions as text: what may be left out, and every way of being wrong with its place."""

from random import Random

import pytest

from tabletop_rules import dome_crushers as dc
from tabletop_rules.core import PositionError
from tabletop_rules.dome_crushers.state import Batch

LATE = dc.Config(rulings=dc.Rulings(missed_effects_fire=True))
SIMPLE = dc.Config(rulings=dc.Rulings(simple_variant=True))


def _text(
    head: str = "turn = 0", first: str = 'hand = ["Gulper"]', second: str = "hand = []"
) -> str:
    return f"{head}\n[[seats]]\n{first}\n[[seats]]\n{second}\n"


def _problems(text: str, config: dc.Config | None = None) -> list[tuple[str, str]]:
    with pytest.raises(PositionError) as caught:
        dc.parse_state(text, config)
    return [(problem.where, problem.what) for problem in caught.value.problems]


def _places(text: str, config: dc.Config | None = None) -> list[str]:
    return [where for where, _ in _problems(text, config)]


def test_what_is_left_out_follows_from_the_rest() -> None:
    state = dc.parse_state(
        _text(
            'turn = 1\nabilities = [{ seat = 0, card = "Hornback" }]',
            'hand = ["Tusker", "Dustmite"]',
            'hand = ["Gulper"]\nbottom = ["Veilmoth", "Shrieker"]\nface_up = ["Dome Titan"]',
        )
    )
    assert (state.round, state.start_player, dc.actor(state)) == (1, 0, 1)
    assert [(card.play, card.card) for card in state.abilities] == [(1, "Hornback")]
    assert [player.plays for player in state.players] == [1, 0]
    assert [len(player.deck) for player in state.players] == [9, 10]
    assert state.players[1].batches == (Batch((), 2),)
    assert state.players[0].hand == ("Dustmite", "Tusker")


def test_numbers_of_plays_are_the_free_ones_in_order() -> None:
    state = dc.parse_state(
        _text(
            'turn = 0\nattackers = [{ seat = 1, card = "Gulper" }]\n'
            'abilities = [{ seat = 0, card = "Hornback", play = 1 }, { seat = 1, card = "Tusker" }]'
        )
    )
    assert [c.play for c in state.attackers] == [2]
    assert [c.play for c in state.abilities] == [1, 3]


def test_a_config_beside_the_text_and_in_it() -> None:
    text = dc.format_state(dc.initial_state(LATE))
    assert dc.parse_state(text).config == LATE
    assert dc.parse_state(text, LATE).config == LATE
    assert _places(text, SIMPLE) == ["config"]
    assert dc.parse_state(_text(), LATE).config == LATE


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("", ["seats"]),
        ("turn = ", [""]),
        (_text("turn = 0\ncolour = 1"), ["colour"]),
        (_text('turn = "0"'), ["turn"]),
        (_text("turn = 2"), ["turn"]),
        (_text("round = 1"), ["agenda"]),
        (_text("turn = 0\nagenda = []"), ["turn"]),
        (_text('turn = 0\ngame = "chess"'), ["game"]),
        ("turn = 0\n[[seats]]\n", ["seats"]),
        (_text(first='hand = "Gulper"'), ["seats[0].hand"]),
        (_text(first="hands = []", second="hand = [1]"), ["seats[0].hands", "seats[1].hand[0]"]),
        (_text(first='hand = ["Gulper", "Gulper"]'), ["seats[0]"]),
        (_text(second='face_up = ["Tusker"]\nbottom = ["Tusker"]'), ["seats[1]"]),
    ],
)
def test_a_text_that_is_no_position_is_refused_at_its_place(text: str, places: list[str]) -> None:
    assert _places(text) == places


@pytest.mark.parametrize(
    ("head", "place"),
    [
        ("turn = 0\nround = 0", "round"),
        ("turn = 0\nround = 61", "round"),
        ("turn = 0\nstart_player = 2", "start_player"),
        ('turn = 0\nattackers = [{ seat = 2, card = "Tusker" }]', "attackers[0].seat"),
        ('turn = 0\nattackers = [{ seat = 0, card = "Tusker", play = -1 }]', "attackers[0].play"),
        ('turn = 0\nabilities = [{ seat = 1, card = "Tusk" }]', "abilities"),
        ('agenda = [{ type = "new_round" }, { type = "name_start" }]\nround = 1', "round"),
        ('agenda = [{ type = "turn", seat = 5 }]', "agenda[0]"),
        ('agenda = [{ type = "round", last = 0 }]', "agenda"),
        ('agenda = [{ type = "turn", seat = 0 }]', "agenda"),
        ("agenda = []", "agenda"),
        (
            'agenda = [{ type = "round", last = 0 }, { type = "keep", seat = 0, kept = [] }]',
            "agenda[1]",
        ),
        ('agenda = [{ type = "new_round" }, { type = "turn", seat = 0 }]', "agenda[1]"),
        ('agenda = [{ type = "round", last = 1 }, { type = "turn", seat = 0 }]', "agenda[0].last"),
        (
            'agenda = [{ type = "round", last = 0 }, { type = "draw_cards", seat = 0, left = 1 }, '
            '{ type = "turn", seat = 0 }]',
            "agenda",
        ),
        (
            'agenda = [{ type = "round", last = 0 }, { type = "draw_cards", seat = 0, left = 12 }]',
            "agenda[1].left",
        ),
        ("turn = 1", "turn"),
        (
            'turn = 0\nattackers = [{ seat = 0, card = "Tusker", play = 1 }, '
            '{ seat = 1, card = "Tusker", play = 1 }]',
            "play",
        ),
        ('turn = 0\nattackers = [{ seat = 0, card = "Tusker", play = 2 }]', "play"),
        ('turn = 0\nattackers = [{ seat = 0, card = "Tusker", due = true }]', "attackers[0].due"),
        ('turn = 0\nabilities = [{ seat = 0, card = "Dustmite", due = true }]', "abilities[0].due"),
        ('turn = 0\nabilities = [{ seat = 1, card = "Dome Titan" }]', "abilities"),
        (
            'attackers = [{ seat = 1, card = "Tusker" }]\n'
            'agenda = [{ type = "new_round" }, { type = "keep", seat = 0, kept = [] }]',
            "attackers",
        ),
        (
            'agenda = [{ type = "new_round" }, { type = "keep", seat = 1, kept = [] }]',
            "agenda[1]",
        ),
        (
            'agenda = [{ type = "new_round" }, { type = "keep", seat = 1, kept = [["Tusker"]] }]',
            "agenda[1].kept[0]",
        ),
        (
            'agenda = [{ type = "round", last = 0 }, '
            '{ type = "effects", play = 1, seat = 0, card = "Tusker", at = 2, done = 0 }, '
            '{ type = "draw_cards", seat = 0, left = 1 }]',
            "agenda[1].at",
        ),
        (
            'agenda = [{ type = "round", last = 0 }, '
            '{ type = "target", play = 1, seat = 0, card = "Tusker", at = 0, done = 0 }]',
            "agenda[1]",
        ),
        (
            'agenda = [{ type = "round", last = 0 }, '
            '{ type = "target", play = 1, seat = 0, card = "Dustmite", at = 0, done = 0 }]',
            "agenda[1]",
        ),
        (
            'agenda = [{ type = "round", last = 0 }, '
            '{ type = "target", play = 1, seat = 0, card = "Nobody", at = 0, done = 0 }]',
            "agenda[1].card",
        ),
    ],
)
def test_a_table_or_an_agenda_that_cannot_be_is_refused(head: str, place: str) -> None:
    assert place in _places(_text(head))


@pytest.mark.parametrize(
    ("seat", "place"),
    [
        ("plays = 5", "seats[0].plays"),
        ("plays = -1", "seats[0].plays"),
        ('hand = ["Gulpar"]', "seats[0].hand"),
        ('known = ["Tusker"]', "seats[0].known"),
        ('revealed = ["Tusker"]', "seats[0].revealed"),
        ("late = [1]", "seats[0].batches"),
        ('bottom = ["Tusker"]\nbatches = []', "seats[0].batches"),
        (
            'bottom = ["Tusker"]\nbatches = [{ open = ["Veilmoth"], others = 0 }]',
            "seats[0].batches",
        ),
        ('bottom = ["Tusker"]\nbatches = [{ open = [], others = -1 }]', "seats[0].batches"),
        (  # an open card was drawn, and is neither in the hand nor played
            'hand = ["Gulper"]\nbottom = ["Tusker"]\n'
            'batches = [{ open = ["Veilmoth"], others = 1, drawn = [0] }]',
            "seats[0].batches",
        ),
        ('bottom = ["Tusker"]\nbatches = [{ open = ["Nobody"], others = 0 }]', "seats[0].batches"),
    ],
)
def test_a_seat_that_cannot_be_is_refused(seat: str, place: str) -> None:
    hand = "" if seat.startswith("hand") else 'hand = ["Gulper"]\n'
    assert place in _places(_text(first=hand + seat))


def test_the_table_says_how_many_plays_were_made_at_least() -> None:
    head = 'turn = 0\nattackers = [{ seat = 0, card = "Tusker" }]'
    assert "seats[0].plays" in _places(_text(head, 'hand = ["Gulper"]\nplays = 0', "plays = 1"))


def test_between_rounds_nobody_has_made_plays() -> None:
    head = 'agenda = [{ type = "new_round" }, { type = "keep", seat = 0, kept = [] }]'
    assert _places(_text(head, second="plays = 1")) == ["seats[1].plays"]


def test_cards_that_go_under_a_deck_belong_to_the_position() -> None:
    under = '{ type = "under", seat = 0, left = ["Dustmite", "Tusker"], placed = ["Gulper"] }'
    head = f'agenda = [{{ type = "new_round" }}, {under}]'
    batch = "hand = []\nbatches = [{ open = [], others = 3 }]"
    state = dc.parse_state(_text(head, batch))
    assert len(state.players[0].deck) == 9
    assert [dc.format_action(action) for action in dc.legal_actions(state)] == [
        "under Dustmite",
        "under Tusker",
    ]
    single = head.replace('"Dustmite", ', "")
    assert "agenda[1].left" in _places(_text(single, batch.replace("3", "2")))
    twice = f'agenda = [{{ type = "new_round" }}, {under}, {under.replace("seat = 0", "seat = 1")}]'
    assert "agenda" in _places(_text(twice, batch, batch))


def test_DC_R13_the_simple_variant_has_no_keeping_and_no_bottoms() -> None:
    head = 'agenda = [{ type = "new_round" }, { type = "keep", seat = 0, kept = [] }]'
    assert _places(_text(head), SIMPLE) == ["agenda[1]"]
    assert _places(_text(first='hand = ["Gulper"]\nbottom = ["Tusker"]'), SIMPLE) == [
        "seats[0].bottom"
    ]


def test_DC_R2_a_card_that_waits_for_its_canceller_can_be_written() -> None:
    head = (
        'turn = 0\nabilities = [{ seat = 1, card = "Shrieker" }, '
        '{ seat = 0, card = "Dustmite", due = true }]'
    )
    state = dc.parse_state(_text(head), LATE)
    assert [card.due for card in state.abilities] == [False, True]
    assert dc.parse_state(dc.format_state(state)) == state


@pytest.mark.parametrize("seat", [2, -1, "0", 1.5])
def test_there_is_no_view_for_a_seat_that_is_not_there(seat: int) -> None:
    with pytest.raises(ValueError, match="expected seat 0 or 1"):
        dc.view(dc.initial_state(dc.Config()), seat)


@pytest.mark.parametrize("seat", [0, 1, None])
def test_DC_R11_cards_written_on_top_of_a_deck_are_for_nobody_to_see(seat: int | None) -> None:
    state = dc.parse_state("""
        turn = 0
        [[seats]]
        hand = ["Tusker"]
        top = ["Gulper"]
        [[seats]]
        hand = ["Tusker"]
        top = ["Dome Titan", "Dustmite"]
        bottom = ["Hornback"]
        """)
    seen = dc.view(state, seat)
    assert [player.rest for player in seen.players] == [11, 10]
    assert [player.deck_size for player in seen.players] == [11, 11]
    sampled = [dc.resample(seen, Random(seed)) for seed in range(60)]
    assert all(dc.view(each, seat) == seen for each in sampled)
    assert (len({each.players[0].deck.candidates for each in sampled}) == 1) == (seat == 0)
