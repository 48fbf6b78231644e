"""Games of other libraries, each played the fastest way that its public interface has.

Nothing of a peer is imported before it is loaded: the extra `benchmark` need not be installed.
The peers are untyped; the protocols here say what is used of them.
"""

from collections.abc import Sequence
from functools import partial
from importlib import import_module
from random import Random
from typing import Protocol, TypedDict, cast

from benchmarks.entries import Entry, GameLength, PlayGame


class SpielState(Protocol):
    """A state of OpenSpiel; it is changed in place."""

    def current_player(self) -> int: ...
    def legal_actions(self) -> list[int]: ...
    def chance_outcomes(self) -> list[tuple[int, float]]: ...
    def apply_action(self, action: int, /) -> None: ...


class SpielGame(Protocol):
    """A game of OpenSpiel."""

    def new_initial_state(self) -> SpielState: ...


class UnoState(TypedDict):
    """What RLCard's uno tells the player to move."""

    legal_actions: list[str]


class UnoGame(Protocol):
    """RLCard's bare game of uno, without its environment."""

    np_random: object

    def init_game(self) -> tuple[UnoState, int]: ...
    def is_over(self) -> bool: ...
    def step(self, action: str, /) -> tuple[UnoState, int]: ...


def draw(outcomes: Sequence[tuple[int, float]], rng: Random) -> int:
    """Return an outcome drawn by its probability.

    A walk that ends early: faster here than `Random.choices` and than a bisection.
    """
    rest = rng.random()
    for action, probability in outcomes:
        rest -= probability
        if rest < 0:
            return action
    return outcomes[-1][0]  # the floats did not quite sum to 1


def play_spiel(game: SpielGame, chance: int, terminal: int, rng: Random) -> GameLength:
    """Play one random game of OpenSpiel; `apply_action` does not check that it is legal."""
    state = game.new_initial_state()
    decisions = steps = 0
    while (player := state.current_player()) != terminal:
        if player == chance:
            action = draw(state.chance_outcomes(), rng)
        else:
            options = state.legal_actions()
            action = options[int(rng.random() * len(options))]
            decisions += 1
        state.apply_action(action)
        steps += 1
    return GameLength(decisions, steps)


def play_uno(game: UnoGame, rng: Random) -> GameLength:
    """Play one random game of RLCard's uno; its chance has no steps of its own."""
    state, _ = game.init_game()
    decisions = 0
    while not game.is_over():
        options = state["legal_actions"]  # `step` has listed them already
        state, _ = game.step(options[int(rng.random() * len(options))])
        decisions += 1
    return GameLength(decisions, decisions)


def _load_spiel(name: str, _seed: int) -> PlayGame:
    pyspiel = import_module("pyspiel")
    import_module("open_spiel.python.games")  # registers those written in Python
    game = cast("SpielGame", pyspiel.load_game(name))
    player = pyspiel.PlayerId
    return partial(play_spiel, game, int(player.CHANCE), int(player.TERMINAL))


def _load_uno(seed: int) -> PlayGame:
    game = cast("UnoGame", import_module("rlcard.games.uno").Game())
    game.np_random = import_module("numpy.random").RandomState(seed)  # shuffles with it
    return partial(play_uno, game)


def _spiel(name: str, language: str) -> Entry:
    return Entry(
        name=name,
        distribution="open_spiel",
        how=f"OpenSpiel, the game in {language}: legal_actions, a random one, apply_action"
        " (unchecked); chance by chance_outcomes",
        load=partial(_load_spiel, name),
    )


ENTRIES = (
    _spiel("python_liars_poker", "Python"),
    _spiel("python_block_dominoes", "Python"),
    _spiel("crazy_eights", "C++"),
    Entry(
        name="uno",
        distribution="rlcard",
        how="RLCard, the bare game without its environment: a random one of the legal_actions that"
        " step returned, step (unchecked); chance is hidden in step, so a step is a decision",
        load=_load_uno,
    ),
)
