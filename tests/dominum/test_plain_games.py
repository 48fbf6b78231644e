"""Random games, action by action against a second reading of the rulebook."""

from random import Random

import pytest

from tabletop_rules import dominum as dm
from tabletop_rules.core import CHANCE, sample
from tabletop_rules.dominum.questions.setup import ChooseForce

from .helpers_fights import card
from .plain_game import Asked, PlainGame

pytestmark = pytest.mark.no_cover

KEYWORDS = (
    "barrage", "deadly", "evasive", "free_strike", "knockback", "lunge", "outflank", "submerge",
)  # fmt: skip
TIGHT = """
D F S F D
D Z Z Z D
- - - - -
d z z z d
d f s f d
"""
CROOKED = """
Z Z Z Z D .
F S S Z - -
Z Z Z Z - D
- - - - . d
. z z z z d
- f s s z d
- z z z z d
"""
BOARDS = (
    dm.Board.shelf.get("standard"),
    dm.load_board(f'id = "tight"\nname = "Tight"\npicture = """{TIGHT}"""'),
    dm.load_board(f'id = "crooked"\nname = "Crooked"\npicture = """{CROOKED}"""'),
)
WIDE = "numbers = [1, 1, 2, 3, 3, 4, 5, 5]\ncounters = [1, 2, 4, 5]\ncritical_counts = 9"
DECKS = (
    dm.PowerDeckList.shelf.get("standard"),
    dm.load_power_deck(f'id = "wide"\nname = "Wide"\n{WIDE}'),
)
EAGER = ("attack", "lunge", "with", "counterattack", "advance", "power")


def random_domain(rng: Random) -> dm.Domain:
    """Return a domain of cards with any strength, range and keywords."""
    kinds = ["hero"] * 2 + ["elite"] * 8 + ["warrior"] * 20
    cards = [
        card(
            f"C{number}",
            rng.randint(0, 4),
            *(f'type = "keyword", keyword = "{k}"' for k in KEYWORDS if rng.random() < 0.25),
            kind=kind,
            reach=rng.choice(("standard", "radial")),
            defence=rng.choice((None, None, rng.randint(0, 4))),
            fly=rng.random() < 0.2,
        )
        for number, kind in enumerate(kinds)
    ]
    keeps = [f'[[strongholds]]\nname = "S{number}"' for number in range(3)]
    return dm.load_domain("\n".join(['id = "any"', 'name = "Any"', *keeps, *cards]))


def random_config(rng: Random) -> dm.Config:
    """Return a config of which everything is random."""
    rulings = dm.Rulings(
        to_the_bitter_end=rng.random() < 0.5, counterattack_needs_range=rng.random() < 0.5
    )
    domains = (random_domain(rng), random_domain(rng))
    rounds = rng.choice((3, 12, 60))
    return dm.Config(domains, rng.choice(BOARDS), rng.choice(DECKS), rounds, rulings)


def asked(state: dm.State) -> Asked | None:
    """Return who is asked, and the texts of what is legal."""
    who = dm.actor(state)
    if who is None:
        return None
    assert isinstance(who, int) or who is CHANCE
    texts = {dm.format_action(action) for action in dm.legal_actions(state)}
    return (who if isinstance(who, int) else "chance"), texts


def chosen(state: dm.State, texts: set[str], rng: Random) -> str:
    """Return an action; attacks are liked, so that much happens."""
    if dm.actor(state) is CHANCE:
        return dm.format_action(sample(dm.chance_outcomes(state), rng))
    listed = sorted(texts)
    eager = [text for text in listed if text.split()[0] in EAGER or text == "phase attack"]
    return rng.choice(eager if eager and rng.random() < 0.5 else listed)


def assert_same(state: dm.State, plain: PlainGame) -> None:
    """Compare what lies on the table."""
    names = state.config.board.names
    units = {(u.seat, state.card(u.uid).name, names[u.space], u.wounded) for u in state.units}
    cards = plain.board.values()
    assert units == {(c.seat, c.card.name, plain.name(c.at), c.wounded) for c in cards}
    for mat, player, power in zip(plain.mats, state.players, state.powers, strict=True):
        assert (mat.charges, mat.points) == (player.charges, player.points)
        assert (mat.surge, mat.link) == (player.surge, player.link)
        piles = (power.deck, power.reserve, power.used, power.counters)
        mine = (mat.deck, mat.reserve, mat.used, mat.counters)
        assert piles == tuple(tuple(sorted(pile)) for pile in mine)


@pytest.mark.parametrize("seed", range(20))
def test_a_game_is_as_the_rulebook_says(seed: int) -> None:
    rng = Random(seed)
    state = dm.initial_state(random_config(rng))
    while isinstance(state.agenda[-1], ChooseForce):
        state = dm.apply(state, rng.choice(dm.legal_actions(state))).state
    armies = [
        [domain.cards[number].name for number in player.hand]
        for domain, player in zip(state.config.domains, state.players, strict=True)
    ]
    plain = PlainGame(state.config, armies)
    game = plain.game()
    expected: Asked | None = next(game)
    done: list[str] = []
    while expected is not None:
        assert asked(state) == expected, done[-10:]
        done.append(chosen(state, expected[1], rng))
        state = dm.apply(state, dm.parse_action(done[-1])).state
        try:
            expected = game.send(done[-1])
        except StopIteration:
            expected = None
        assert_same(state, plain)
    assert asked(state) is None
    over = dm.outcome(state)
    assert over is not None
    assert over.kind.value == plain.result
