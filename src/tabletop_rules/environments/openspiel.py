"""The games as OpenSpiel's Python games: chance nodes, information states, actions as structs.

>>> import pyspiel
>>> from tabletop_rules.environments import openspiel  # registers the games
>>> game = pyspiel.load_game("python_tabletop_dome_crushers(config=duel,returns=points)")
>>> state = game.new_initial_state()
>>> [state.action_to_string(number) for number in state.legal_actions()]
['start 0', 'start 1']

`spiel_game` makes the same from a config as a value.
"""

from collections.abc import Callable, Mapping
from random import Random
from types import MappingProxyType
from typing import Any, ClassVar, Final, SupportsFloat

import numpy as np

from tabletop_rules.core import CHANCE, Game, Seat, from_data, to_data
from tabletop_rules.encodings import FLOAT, encoding
from tabletop_rules.environments.arguments import checked_word, is_whole
from tabletop_rules.environments.errors import EnvironmentsError, MissingExtraError
from tabletop_rules.environments.histories import Position, begin, numbered
from tabletop_rules.environments.naming import DEFAULT, config_from, config_text, with_players

try:
    import pyspiel
except ModuleNotFoundError as missing:
    raise MissingExtraError("OpenSpiel", "openspiel") from missing

__all__ = ["MOST_NUMBERS", "NAMES", "RETURNS", "TabletopGame", "TabletopState", "spiel_game"]

NAMES: Final = MappingProxyType(
    {
        "dome_crushers": "python_tabletop_dome_crushers",
        "dominum": "python_tabletop_dominum",
        "dominus_portus": "python_tabletop_dominus_portus",
    }
)
"""The short name of each game for ``pyspiel.load_game``."""
RETURNS: Final = ("result", "points")
"""What the parameter ``returns`` can be."""
MOST_NUMBERS: Final = 2**18
"""The longest tensor of an information state: a game with a longer one has none."""

_MOST_PLAYERS: Final = MappingProxyType({"dome_crushers": 2, "dominum": 2, "dominus_portus": 4})
_TITLES: Final = MappingProxyType(
    {
        "dome_crushers": "Dome Crushers",
        "dominum": "Dominum",
        "dominus_portus": "Dominus and Portus",
    }
)
_DEFAULTS: Final[Mapping[str, Any]] = MappingProxyType(
    {"config": DEFAULT, "players": 0, "returns": RETURNS[0]}
)
_MOST_LENGTH: Final = 2**31 - 1


def spiel_game(
    game: Game[Any, Any, Any, Any] | str,
    config: object = None,
    *,
    returns: str = RETURNS[0],
) -> "TabletopGame":
    """Return a game with a config as OpenSpiel has it; without one it is the default config.

    Raises:
        UnknownGameError: no game has that name.
        EncodingError: the game has no encoding, or not with that config.
        EnvironmentsError: `returns` is not what is expected, or the host acts first; where it acts
            later, `apply_action` raises it.
    """
    numbers = encoding(game, config)
    text = config_text(numbers.name, numbers.config)
    return _GAMES[numbers.name]({"config": text, "returns": returns})


def _game_type(name: str, *, tensor: bool = True) -> Any:
    kind = pyspiel.GameType
    return kind(
        short_name=NAMES[name],
        long_name=f"{_TITLES[name]} (tabletop-rules)",
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kind.Information.IMPERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=_MOST_PLAYERS[name],
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=tensor,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=dict(_DEFAULTS),
    )


class TabletopGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """One of our games with a config, as OpenSpiel has it.

    Its parameters: ``config`` is the name of a config (see `named_configs`), or a config as JSON or
    TOML; ``players`` a number of players other than the config's; ``returns`` is "result" (the
    rewards of `tabletop_rules.encodings.rewards.rewards`) or "points" (a seat's points less the
    mean of the others'). Returns sum to 0 and come at the end. Actions of players have the numbers
    of the encoding, those of chance the encoding's numbers for chance.

    Attributes:
        name: the name of the game in this library
        encoding: what its numbers mean
        points: whether returns are points
        information_rows: the rows of the tensor of an information state, one for each step
    """

    name: ClassVar[str]

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        """Make the game with parameters; OpenSpiel does it by `pyspiel.load_game`.

        Raises:
            EnvironmentsError: a parameter is not what is expected.
            ConfigError: the config is none of the game.
            EncodingError: the game cannot be numbered with that config.
        """
        name = self.name
        given = dict(_DEFAULTS) | dict(params or {})
        config = config_from(name, _text("config", given["config"]))
        players = given["players"]
        if type(players) is not int:
            raise EnvironmentsError("players", "a whole number", players)
        if players:
            config = with_players(config, players, numbered(name, config).seats)
        self.encoding: Final = numbered(name, config)
        self.points: Final = checked_word("returns", given["returns"], RETURNS) == "points"
        self._start: Final = begin(self.encoding)
        game = self.encoding.game
        length: int = game.max_actions(config)
        if length > _MOST_LENGTH:
            what = f"a game of at most {_MOST_LENGTH:,} actions"
            raise EnvironmentsError("config", what, length)
        self._length: Final = length
        self.information_rows: Final = length + 1
        most = self._most_points() if self.points else 1.0
        width = self.encoding.action_count + self.encoding.size
        super().__init__(
            _game_type(name, tensor=self.information_rows * width <= MOST_NUMBERS),
            pyspiel.GameInfo(
                num_distinct_actions=max(1, self.encoding.action_count),
                max_chance_outcomes=self.encoding.chance_count,
                num_players=self.encoding.seats,
                min_utility=-most,
                max_utility=most,
                utility_sum=0.0,
                max_game_length=length,
            ),
            {
                "config": config_text(name, config),
                "players": self.encoding.seats,
                "returns": given["returns"],
            },
        )

    def _most_points(self) -> float:
        for part in self.encoding.parts:
            if part.name == "points":
                return float(part.high - part.low)
        what = f"'result', because the points of {self.encoding.name} have no known bound"
        raise EnvironmentsError("returns", what, "points")

    def new_initial_state(self, *given: Any) -> "TabletopState":
        """Return the state before the first action.

        Raises:
            EnvironmentsError: another state is asked for: positions have no past.
        """
        if any(each is not None for each in given):
            raise EnvironmentsError("new_initial_state", "nothing", *given)
        return TabletopState(self, self._start)

    def max_chance_nodes_in_history(self) -> int:
        """Return a bound on the number of actions of chance."""
        return self._length

    def make_py_observer(
        self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None
    ) -> "TabletopObserver | None":
        """Return what observes states as texts and as arrays; none if it is of another kind.

        There are observations of what one player sees and of what a spectator sees, with and
        without perfect recall; and what of its view a player has for itself, as a text alone.

        Raises:
            EnvironmentsError: there are parameters.
        """
        if params:
            raise EnvironmentsError("params", "no parameters of an observer", dict(params))
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        alone = not kind.public_info
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS or (
            alone and (kind.perfect_recall or kind.private_info == pyspiel.PrivateInfoType.NONE)
        ):
            return None
        return TabletopObserver(self, kind)


def _text(where: str, given: object) -> str:
    if not isinstance(given, str):
        raise EnvironmentsError(where, "a text", given)
    return given


def _drawn(sampler: Callable[[], SupportsFloat]) -> float:
    what = "a function that returns numbers from 0 to 1"
    given: Any = sampler
    if not callable(given):
        raise EnvironmentsError("sampler", what, given)
    number: Any = given()
    if not isinstance(number, SupportsFloat) or not 0 <= (drawn := float(number)) <= 1:
        raise EnvironmentsError("sampler", what, number)
    return drawn


class TabletopState(pyspiel.State):  # type: ignore[misc]
    """A state of one of our games, as OpenSpiel has it."""

    def __init__(self, game: TabletopGame, position: Position) -> None:
        super().__init__(game)
        # OpenSpiel copies and pickles what stands here; a position is its own copy.
        self._at = position
        self._points = game.points

    @property
    def position(self) -> Position:
        """The state with the way to it; ``position.state`` is the state of our protocol."""
        return self._at

    def current_player(self) -> int:
        """Return who acts."""
        actor = self._at.actor
        if actor is None:
            return int(pyspiel.PlayerId.TERMINAL)
        return actor if isinstance(actor, int) else int(pyspiel.PlayerId.CHANCE)

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self._at.actor is None

    def returns(self) -> list[float]:
        """Return what each player has gained: nothing until the game is over."""
        return list(self._at.result(points=self._points))

    def _legal_actions(self, player: int) -> list[int]:
        return list(self._at.options)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the numbers of what chance may do, with the probability of each.

        Raises:
            EnvironmentsError: it is not chance's turn.
        """
        if self._at.actor is not CHANCE:
            raise EnvironmentsError("chance_outcomes", "a state in which chance acts")
        return list(self._at.chances)

    def _apply_action(self, action: int) -> None:
        self._at = self._at.after(action)

    def resample_from_infostate(
        self, player: Seat, sampler: Callable[[], SupportsFloat]
    ) -> "TabletopState":
        """Return a state that a player cannot tell from this one, without a history of numbers.

        The player's information state is the same; that of the others begins with what they would
        see now. `sampler` gives numbers from 0 to 1, from one of which all is drawn.

        Raises:
            EnvironmentsError: there is no such player, or `sampler` gives no such number.
        """
        seats = self._at.encoding.seats
        if not is_whole(player) or player not in range(seats):
            raise EnvironmentsError("player", f"0 to {seats - 1}", player)
        rng = Random(f"resample {_drawn(sampler)!r}")
        return TabletopState(self.get_game(), self._at.resampled(int(player), rng))

    # ---------------------------------------------------------------- texts and structs

    def _action_to_string(self, player: int, action: int) -> str:
        return self._at.named(action, chance=player == pyspiel.PlayerId.CHANCE)

    def _action_to_struct(self, player: int, action: int) -> Any:
        numbers = self._at.encoding
        chance = player == pyspiel.PlayerId.CHANCE
        decoded = (numbers.decode_chance if chance else numbers.decode)(action)
        return to_data(decoded, _kinds(numbers.game))

    def _struct_to_actions(self, struct: Any) -> list[int]:
        numbers = self._at.encoding
        action = from_data(struct, _kinds(numbers.game))
        chance = self._at.actor is CHANCE
        return [(numbers.encode_chance if chance else numbers.encode)(action)]

    def _to_struct(self) -> Any:
        return to_data(self._at.state)

    def _to_observation_struct(self, player: int) -> Any:
        return to_data(self._at.view(player))

    def __str__(self) -> str:
        return str(self._at)


def _kinds(game: Any) -> Any:
    """Return the union of all actions of a game."""
    return game.Action


class TabletopObserver:
    """What a player sees, or a spectator, as OpenSpiel's observers give it.

    With perfect recall the text is the history of the player: a line for each step, with its own
    action and the events that it saw; and the tensor has a row for each step: which action it
    did itself, and what it saw then. Otherwise they are the view as JSON, without the config that
    all know, and as the encoding writes it. Without private information they are those of a
    spectator; without public information the text has the lines that a spectator's has not, and
    there is no tensor.

    Attributes:
        tensor: the last observation; none if it would have more than `MOST_NUMBERS`
        dict: its named parts, as views of the same memory
    """

    def __init__(self, game: TabletopGame, kind: Any) -> None:
        self._spectator: Final = kind.private_info == pyspiel.PrivateInfoType.NONE
        self._recall: Final[bool] = kind.perfect_recall
        self._alone: Final[bool] = not kind.public_info
        numbers = game.encoding
        self._numbers: Final = numbers
        self.tensor: np.ndarray[Any, np.dtype[np.float32]] | None
        self.dict: dict[str, np.ndarray[Any, np.dtype[np.float32]]]
        if self._alone:
            self.tensor, self.dict = None, {}
            return
        if not self._recall:
            self.tensor = np.zeros(numbers.size, FLOAT)
            self.dict = numbers.split(self.tensor)
            return
        rows, width = game.information_rows, numbers.action_count
        if rows * (width + numbers.size) > MOST_NUMBERS:
            self.tensor, self.dict = None, {}
            return
        self.tensor = np.zeros(rows * (width + numbers.size), FLOAT)
        self.dict = {
            "actions": self.tensor[: rows * width].reshape(rows, width),
            "observations": self.tensor[rows * width :].reshape(rows, numbers.size),
        }

    def set_from(self, state: TabletopState, player: Seat) -> None:
        """Write what a player sees of a state into `tensor`.

        Raises:
            EnvironmentsError: there is no tensor: it would be too long.
        """
        if self.tensor is None:
            what = f"an observation whose tensor has 1 to {MOST_NUMBERS:,} numbers"
            raise EnvironmentsError("tensor", what)
        at, seat = state.position, None if self._spectator else player
        if not self._recall:
            self._numbers.observe(at.view(seat), self.tensor)
            return
        self.tensor.fill(0)
        actions, observations = self.dict["actions"], self.dict["observations"]
        for place, row in enumerate(at.rows(seat)):
            if row.action is not None:
                actions[place, row.action] = 1
            self._numbers.observe(row.view, observations[place])

    def string_from(self, state: TabletopState, player: Seat) -> str:
        """Return what a player sees of a state as a text."""
        at, seat = state.position, None if self._spectator else player
        if self._alone:
            public = set(at.seen(None).split("\n"))
            return "\n".join(line for line in at.seen(seat).split("\n") if line not in public)
        return at.text(seat) if self._recall else at.seen(seat)


class DomeCrushersGame(TabletopGame):
    """Dome Crushers, as OpenSpiel has it."""

    name = "dome_crushers"


class DominumGame(TabletopGame):
    """Dominum, as OpenSpiel has it."""

    name = "dominum"


class DominusPortusGame(TabletopGame):
    """Dominus and Portus, as OpenSpiel has it."""

    name = "dominus_portus"


_GAMES: Final = MappingProxyType(
    {each.name: each for each in (DomeCrushersGame, DominumGame, DominusPortusGame)}
)
for _name, _game in _GAMES.items():
    # A class and no function: OpenSpiel lets go of it only after the interpreter has ended.
    pyspiel.register_game(_game_type(_name), _game)
