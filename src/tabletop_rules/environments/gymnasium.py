"""The games as Gymnasium environments: one seat, the others are bots.

>>> import gymnasium
>>> from tabletop_rules.environments import gymnasium as _  # registers the games
>>> env = gymnasium.make("tabletop_rules/DomeCrushers-v0", opponents="greedy")
>>> observation, info = env.reset(seed=7)
>>> over = False
>>> while not over:
...     action = env.action_space.sample(info["action_mask"])
...     observation, reward, terminated, truncated, info = env.step(action)
...     over = terminated or truncated
"""

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from random import Random
from types import MappingProxyType
from typing import Any, Final, Literal, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from tabletop_rules.core import Game, IllegalActionError, Record, Seat
from tabletop_rules.encodings import ActionNumberError, Encoding, encoding
from tabletop_rules.environments.arguments import (
    RENDER_MODES,
    checked_render_mode,
    checked_seed,
    checked_word,
    is_whole,
)
from tabletop_rules.environments.episodes import MOST_EMPTY_GAMES, Episode
from tabletop_rules.environments.errors import EnvironmentsError, MissingExtraError
from tabletop_rules.environments.opponents import Opponent, Opponents

try:
    import gymnasium
    from gymnasium import spaces

    from tabletop_rules.environments.spaces import Actions
except ModuleNotFoundError as missing:
    raise MissingExtraError("Gymnasium", "gymnasium") from missing

__all__ = ["IDS", "SeatEnv"]

IDS: Final = MappingProxyType(
    {
        "dome_crushers": "tabletop_rules/DomeCrushers-v0",
        "dominum": "tabletop_rules/Dominum-v0",
        "dominus_portus": "tabletop_rules/DominusPortus-v0",
    }
)
"""The id of each game for ``gymnasium.make``."""

_ILLEGAL: Final = ("error", "lose", "random")


class SeatEnv(gymnasium.Env[Any, Any]):
    """One seat of a game, whose other seats are bots.

    An observation is what the seat sees, as the encoding writes it. ``info["action_mask"]`` has a
    1 for each action that it may do. Chance and the bots are settled between its actions. With
    `reset`'s seed the chance is that of `core.play` with that seed. The reward comes with the end
    of the game, 0 before it: that of `tabletop_rules.encodings.rewards.rewards` for the seat.

    Attributes:
        encoding: what the numbers of observations and actions mean
        seat: the seat in this game
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - as in Env
        "render_modes": list(RENDER_MODES),
        "render_fps": 1,
    }

    def __init__(  # noqa: PLR0913 - all but the first two are settings with a default
        self,
        game: Game[Any, Any, Any, Any] | str = "dome-crushers",
        config: object = None,
        *,
        seat: Seat | Literal["any"] = 0,
        opponents: Opponent | Sequence[Opponent] = "random",
        illegal: Literal["error", "lose", "random"] = "error",
        mask_in_observation: bool = False,
        render_mode: str | None = None,
        most_decisions: int | None = None,
    ) -> None:
        """Make the environment; its game begins with `reset`.

        Args:
            game: the game, or its name
            config: its config, by default its default config
            seat: the seat, or "any" to have it drawn in each game
            opponents: the bot of all other seats, or a list of one for each, in turn from the seat
                on: a name as on the command line ("mcts:200"), a class, a function or a bot
            illegal: what an illegal action does: it is an "error" and changes nothing, or the seat
                is made to "lose" with a reward of -1, or a "random" legal one is done instead
            mask_in_observation: an observation is a dictionary with "observation" and "action_mask"
            render_mode: "ansi" renders a text, "human" prints it whenever the seat is to decide and
                at the end; without it nothing is rendered
            most_decisions: after so many decisions of all seats the game is truncated

        Raises:
            UnknownGameError: no game has that name.
            EncodingError: the game has no encoding, or not with that config.
            UnknownBotError: no bot has that name.
            BotLoadError: an opponent is none.
            EnvironmentsError: another argument is not what is expected.
        """
        self.encoding: Final[Encoding[Any, Any, Any]] = encoding(game, config)
        seats = self.encoding.seats
        whole: Any = seat
        if is_whole(whole) and whole in range(seats):
            seat = int(whole)
        elif not isinstance(whole, str) or whole != "any":
            raise EnvironmentsError("seat", f"0 to {seats - 1}, or 'any'", seat)
        masked: Any = mask_in_observation
        if not isinstance(masked, bool):
            raise EnvironmentsError("mask_in_observation", "True or False", masked)
        self.render_mode = checked_render_mode(render_mode)
        self._seat: Final = seat
        self.seat: Seat = 0 if seat == "any" else seat
        self._illegal: Final = checked_word("illegal", illegal, _ILLEGAL)
        self._in_observation: Final = mask_in_observation
        self._episode: Final = Episode(self.encoding, most_decisions)
        self._opponents: Final = Opponents(self.encoding, opponents)
        self._instead = Random(0)
        count = self.encoding.action_count
        seen: spaces.Space[Any] = spaces.Box(self.encoding.low, self.encoding.high)
        if mask_in_observation:
            mask = spaces.Box(0, 1, (count,), np.int8)
            seen = spaces.Dict({"observation": seen, "action_mask": mask})
        self.observation_space = seen
        self.action_space = Actions(count)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin a new game, up to the first decision of the seat.

        With a seed its chance and its bots are those of the seed. Without one it goes on from the
        last seed; if there never was one, the operating system gives it, as Gymnasium has it.

        Raises:
            EnvironmentsError: the seed is no whole number of 0 or more, or the config has a game
                that waits for its host, or in which the seat is never asked.
            BotError: a bot raised, or answered with something that was not offered to it.
        """
        if seed is not None:
            seed = checked_seed(seed)
        super().reset(seed=seed)
        episode, opponents = self._episode, self._opponents
        with self._whole():
            if episode.state is not None:
                game, state = self.encoding.game, episode.state
                opponents.stop(game.outcome(state), game.score(state))
            for _ in range(MOST_EMPTY_GAMES):
                self._begin(int(self.np_random.integers(2**63)) if seed is None else seed)
                if episode.asked is not None:
                    return self._shown()
                seed = None
            what = "a game in which the seat decides"
            if (most := episode.most_decisions) is not None:
                what += f" within most_decisions={most}"
            raise EnvironmentsError("config", what, self.encoding.config)

    @contextmanager
    def _whole(self) -> Generator[None]:
        """End the game if not all is done, so that nobody goes on in the middle of it."""
        try:
            yield
        except (ActionNumberError, IllegalActionError):
            raise  # nothing was done
        except BaseException:
            self._episode.stop()
            raise

    def _begin(self, seed: int) -> None:
        if self._seat == "any":
            self.seat = int(self.np_random.integers(self.encoding.seats))
        self._instead = Random(f"instead {seed}")
        self._opponents.begin(self.seat, seed)
        self._episode.watch = self._opponents.notice if self._opponents.listen else None
        self._episode.begin(seed)
        self._go_on()

    def _go_on(self) -> None:
        """Let the bots play until the seat is asked, or to the end."""
        episode, opponents = self._episode, self._opponents
        while (asked := episode.asked) is not None and asked != self.seat:
            episode.do(opponents.choose(episode.state, asked))
        if asked is None:
            game, state = self.encoding.game, episode.state
            opponents.finish(game.outcome(state), game.score(state))

    def _shown(self) -> tuple[Any, dict[str, Any]]:
        """Return the observation and the info, of which nothing is used again."""
        if self.render_mode == "human":
            self.render()
        seen: Any = self._episode.observation(self.seat)
        mask = self._episode.mask(self.seat)
        if self._in_observation:
            seen = {"observation": seen, "action_mask": mask.copy()}
        return seen, {"action_mask": mask}

    def step(self, action: SupportsIndex) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Do an action of the seat, and let chance and the bots go on to its next decision.

        Raises:
            ActionNumberError: the number stands for no action, and that is an error.
            IllegalActionError: the rules do not allow it, and that is an error; nothing is done.
            NotBegunError: no game has begun.
            OverError: the game is over.
            BotError: a bot raised, or answered with something that was not offered to it; that is
                the end of the game.
        """
        episode = self._episode
        with self._whole():
            made_to_lose = not self._did(action)
            self._go_on()
        over = episode.asked is None
        reward = -1.0 if made_to_lose else episode.rewards[self.seat]
        seen, info = self._shown()
        return seen, reward, over and not episode.truncated, episode.truncated, info

    def _did(self, action: SupportsIndex) -> bool:
        """Do an action, or what is done instead of an illegal one; no if that is to lose."""
        episode = self._episode
        try:
            episode.act(action)
        except (ActionNumberError, IllegalActionError):
            if self._illegal == "error":
                raise
            if self._illegal == "lose":
                episode.stop()
                return False
            options = episode.options
            episode.do(options[int(self._instead.random() * len(options))])
        return True

    def action_masks(self) -> NDArray[np.bool_]:
        """Return a flag for each action that the seat may do now, as sb3-contrib asks for it."""
        return self._episode.mask(self.seat).view(np.bool_)

    def render(self) -> Any:
        """Return what the seat sees, as a text, with "ansi"; with "human" print it.

        Raises:
            NotBegunError: no game has begun.
        """
        if self.render_mode is None:
            return None
        text = self._episode.render(self.seat)
        if self.render_mode == "ansi":
            return text
        print(text)  # noqa: T201 - as "human" is meant
        return None

    def record(self) -> Record[Any, Any]:
        """Return the record of the game so far. It holds all secrets: it is for afterwards.

        Raises:
            NotBegunError: no game has begun.
        """
        return self._episode.record()

    def close(self) -> None:
        """End the game and let its bots go; more than once does no harm, and `reset` begins anew.

        Bots in the middle of a game are told that it was broken off; those that have a method
        `close`, as programs have, are closed.

        Raises:
            BotError: a bot raised; all are closed then, too.
        """
        episode, opponents = self._episode, self._opponents
        episode.stop()
        try:
            if episode.state is not None:
                opponents.finish(None, self.encoding.game.score(episode.state))
        finally:
            opponents.close()


def _register() -> None:
    for name, identity in IDS.items():
        if identity not in gymnasium.registry:
            gymnasium.register(identity, f"{__name__}:{SeatEnv.__name__}", kwargs={"game": name})


_register()
