"""Games of other libraries, each played the fastest way that its public interface has.

Nothing of a peer is imported before it is loaded: the extra `benchmark` need not be installed.
The peers are untyped; the protocols here say what is used of them.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from importlib import import_module
from operator import attrgetter
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


class CardGame(Protocol):
    """A bare game of RLCard, without its environment."""

    np_random: object

    def init_game(self) -> object: ...
    def is_over(self) -> bool: ...
    def step(self, action: object, /) -> object: ...


class ChessBoard(Protocol):
    """A board of python-chess; it is changed in place."""

    @property
    def legal_moves(self) -> Iterable[object]: ...
    def is_game_over(self) -> bool: ...
    def push(self, move: object, /) -> None: ...


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


def play_cards(game: CardGame, options_of: str, rng: Random) -> GameLength:
    """Play one random game of RLCard's gin rummy or no-limit hold'em."""
    game.init_game()
    list_options = attrgetter(options_of)(game)  # of a judge that the deal has made
    decisions = 0
    while not game.is_over():
        options = list_options()
        game.step(options[int(rng.random() * len(options))])
        decisions += 1
    return GameLength(decisions, decisions)


def play_chess(make_board: Callable[[], ChessBoard], rng: Random) -> GameLength:
    """Play one random game of python-chess, looking each time whether it is over."""
    board = make_board()
    decisions = 0
    while not board.is_game_over():
        options = list(board.legal_moves)
        board.push(options[int(rng.random() * len(options))])
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


def _load_cards(module: str, options_of: str, seed: int) -> PlayGame:
    game = cast("CardGame", import_module(f"rlcard.games.{module}").Game())
    game.np_random = import_module("numpy.random").RandomState(seed)  # shuffles with it
    return partial(play_cards, game, options_of)


def _load_chess(_seed: int) -> PlayGame:
    make_board = cast("Callable[[], ChessBoard]", import_module("chess").Board)
    return partial(play_chess, make_board)


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
    Entry(
        name="gin-rummy",
        distribution="rlcard",
        how="RLCard, the bare game: the judge's get_legal_actions, a random one, step (unchecked)",
        load=partial(_load_cards, "gin_rummy", "judge.get_legal_actions"),
    ),
    Entry(
        name="no-limit-holdem",
        distribution="rlcard",
        how="RLCard, the bare game: get_legal_actions, a random one, step (unchecked)",
        load=partial(_load_cards, "nolimitholdem", "get_legal_actions"),
    ),
    Entry(
        name="python-chess",
        distribution="chess",
        how="python-chess: is_game_over, a random one of the legal_moves, push (unchecked)",
        load=_load_chess,
    ),
)
