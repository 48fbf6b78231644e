"""Counts of action sequences, worked out by hand."""

from attrs import evolve

from tabletop_rules import dominus_portus as dp
from tabletop_rules.core import perft

DOMINUS = dp.Config(portus=False, turns=1)


def test_the_setup_deals_twelve_score_tiles_one_after_the_other() -> None:
    state = dp.initial_state(DOMINUS)
    assert [perft(dp, state, depth) for depth in (0, 1, 2, 3)] == [1, 12, 12 * 11, 12 * 11 * 10]


def test_the_last_turn_with_one_temple_left() -> None:
    gone = ", ".join(
        f'"{tile.name}" = {3 if tile.name == "Temple" else 4}' for tile in DOMINUS.city_tiles.tiles
    )
    head = f'turn = 1\nring = ["Temple"]\ngone = {{ {gone} }}\n'
    state = dp.parse_state(head + "[[seats]]\n[[seats]]\n", DOMINUS)
    # The Temple combines a Prestige symbol of one colour: points, a Legion, the General, a move of
    # the one Legion over five borders of Rome, or nothing.
    assert perft(dp, state, 1) == 1
    assert perft(dp, state, 2) == 1 + 1 + 1 + 5 + 1
    # Points, the General and nothing end the game. After a Legion comes a second one: deploy, move
    # to five provinces, or nothing. After each move one of six types of tokens is revealed.
    assert perft(dp, state, 3) == (1 + 5 + 1) + 5 * 6
    # Deploying twice or stopping ends the game; moving as the second reveals one of six tokens.
    # After the first move: a star is asked for on three tracks; after the other five tokens the
    # second Legion may be deployed, the one on the map may move, or nothing. Gallia, Germania,
    # Illyricum, Macedonia and Africa have 4, 3, 4, 4 and 3 neighbours; a token with a Legion puts
    # one in Rome, which has five borders more.
    moves = 4 + 3 + 4 + 4 + 3
    plain = 4 * (moves + 5 * 2)
    legion = moves + 5 * (5 + 2)
    assert perft(dp, state, 4) == 5 * 6 + 5 * 3 + plain + legion


def test_a_ship_on_an_anchor_draws_one_of_six_goods() -> None:
    config = evolve(DOMINUS, dominus=False, portus=True)
    state = dp.parse_state('turn = 1\n[[seats]]\n[[seats]]\nship = "island 1 3"\n', config)
    # Eight different tiles lie face up; each is replaced by one of twelve. Delos' Anchor is left
    # by purple: of the tiles Basilica, Gardens and Temple are, the other five draw a good.
    assert perft(dp, state, 1) == 8
    assert perft(dp, state, 2) == 8 * 12
    assert perft(dp, state, 3) == 5 * 12 * 6
