"""The games as PettingZoo's AEC environments: all seats act, one after the other.

>>> from tabletop_rules.environments import pettingzoo
>>> env = pettingzoo.env("dome-crushers")
>>> env.reset(seed=7)
>>> for agent in env.agent_iter():
...     observation, reward, termination, truncation, info = env.last()
...     over = termination or truncation
...     env.step(None if over else int(observation["action_mask"].argmax()))

With PettingZoo's registry, of version 1.27 on, ``pettingzoo.make("aec",
"tabletop_rules/dome_crushers-v0")`` is the same, for each game, once this module is imported.
"""

from typing import Any, Final, SupportsIndex

import numpy as np

from tabletop_rules.core import Game, Record, Seat
from tabletop_rules.encodings import Encoding, encoding
from tabletop_rules.environments.arguments import (
    RENDER_MODES,
    checked_render_mode,
    checked_seed,
)
from tabletop_rules.environments.episodes import MOST_EMPTY_GAMES, Episode
from tabletop_rules.environments.errors import (
    EnvironmentsError,
    MissingExtraError,
    NotBegunError,
    OverError,
)

try:
    import gymnasium
    import pettingzoo
    from gymnasium.utils import seeding

    from tabletop_rules.environments.spaces import Actions
except ModuleNotFoundError as missing:
    raise MissingExtraError("PettingZoo", "pettingzoo") from missing

__all__ = ["GameEnv", "env", "raw_env"]


class GameEnv(pettingzoo.AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """A game whose seats are the agents ``player_0``, ``player_1`` ...

    An observation is a dictionary: "observation" is what the agent sees, as the encoding writes it,
    and "action_mask" has a 1 for each action that it may do; nothing is allowed while another one
    acts. Chance is settled between actions, out of a generator that `reset` seeds: with a seed it
    is the chance of `core.play` with that seed. Rewards come with the end of the game, 0 before it,
    and are those of `tabletop_rules.encodings.rewards.rewards`.

    Attributes:
        encoding: what the numbers of observations and actions mean
    """

    def __init__(
        self,
        game: Game[Any, Any, Any, Any] | str = "dome-crushers",
        config: object = None,
        *,
        render_mode: str | None = None,
        most_decisions: int | None = None,
    ) -> None:
        """Make the environment; its game begins with `reset`.

        Args:
            game: the game, or its name
            config: its config, by default its default config
            render_mode: "ansi" renders a text, "human" prints it whenever an agent is to decide;
                without it nothing is rendered
            most_decisions: after so many decisions the game is truncated, if it is given

        Raises:
            UnknownGameError: no game has that name.
            EncodingError: the game has no encoding, or not with that config.
            EnvironmentsError: another argument is not what is expected.
        """
        super().__init__()
        self.render_mode = checked_render_mode(render_mode)
        self.encoding: Final[Encoding[Any, Any, Any]] = encoding(game, config)
        self.metadata: dict[str, Any] = {
            "name": f"{self.encoding.name}_v0",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
        }
        self._episode: Final = Episode(self.encoding, most_decisions)
        self.possible_agents: list[str] = [f"player_{n}" for n in range(self.encoding.seats)]
        self._seats: Final = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._rng: Any = None
        self.agents: list[str] = []
        self.rewards: dict[str, float] = {}
        self._cumulative_rewards: dict[str, float] = {}
        self.terminations: dict[str, bool] = {}
        self.truncations: dict[str, bool] = {}
        self.infos: dict[str, dict[str, Any]] = {}
        count, spaces = self.encoding.action_count, gymnasium.spaces
        self.observation_spaces: dict[str, gymnasium.spaces.Space[Any]] = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(self.encoding.low, self.encoding.high),
                    "action_mask": spaces.Box(0, 1, (count,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces: dict[str, gymnasium.spaces.Space[Any]] = {
            agent: Actions(count) for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """Return the space of an agent's observations.

        Raises:
            EnvironmentsError: there is no such agent.
        """
        return self.observation_spaces[self.possible_agents[self._seat("observation_space", agent)]]

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """Return the space of an agent's actions, most of which are never legal at once.

        Raises:
            EnvironmentsError: there is no such agent.
        """
        return self.action_spaces[self.possible_agents[self._seat("action_space", agent)]]

    def _seat(self, where: str, agent: object) -> Seat:
        seat = self._seats.get(agent) if isinstance(agent, str) else None
        if seat is None:
            raise EnvironmentsError(where, ", ".join(self.possible_agents), agent)
        return seat

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game.

        With a seed its chance is that of the seed. Without one it goes on from the last seed; if
        there never was one, the operating system gives it, as it does in other environments.

        Raises:
            EnvironmentsError: the seed is no whole number of 0 or more, or the config has a game
                that waits for its host, or that ends before anybody is asked.
        """
        if seed is not None:
            seed = checked_seed(seed)
        if seed is not None or self._rng is None:
            self._rng, _ = seeding.np_random(seed)
        for _ in range(MOST_EMPTY_GAMES):
            self._episode.begin(int(self._rng.integers(2**63)) if seed is None else seed)
            if self._episode.asked is not None:
                break
            seed = None
        else:
            raise EnvironmentsError("config", "a game with decisions", self.encoding.config)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._skip_agent_selection: str | None = None
        self.agent_selection: str = self.agents[self._episode.asked]
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent sees and what it may do, in new arrays.

        Raises:
            EnvironmentsError: there is no such agent, or no game has begun.
        """
        seat = self._seat("observe", agent)
        return {
            "observation": self._episode.observation(seat),
            "action_mask": self._episode.mask(seat),
        }

    def step(self, action: SupportsIndex | None) -> None:
        """Do an action of the agent that is selected; when it is done with, None.

        Raises:
            ActionNumberError: the number stands for no action.
            IllegalActionError: the rules do not allow it; nothing has changed.
            NotBegunError: no game has begun.
            OverError: all agents are done with, or it is closed.
            ValueError: an action other than None for an agent that is done with.
        """
        self._check_agents("step")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        episode = self._episode
        episode.act(action)  # type: ignore[arg-type]  # None is refused there
        if episode.asked is not None:
            self.agent_selection = self.possible_agents[episode.asked]
            if self.render_mode == "human":
                self.render()
            return
        self.rewards = dict(zip(self.agents, episode.rewards, strict=True))
        ended = self.truncations if episode.truncated else self.terminations
        ended.update(dict.fromkeys(self.agents, True))
        self._accumulate_rewards()  # of all, who had nothing before
        self._deads_step_first()

    def _check_begun(self, where: str) -> None:
        if self._episode.state is None:
            raise NotBegunError(where)

    def _check_agents(self, where: str) -> None:
        """Refuse what needs an agent that is selected."""
        if not self.agents:
            self._check_begun(where)
            raise OverError(where)

    def agent_iter(self, max_iter: int = 2**63) -> Any:
        """Return the agents, one after the other as they are selected, until the game is over.

        Raises:
            NotBegunError: no game has begun.
        """
        self._check_begun("agent_iter")
        return super().agent_iter(max_iter)

    def last(
        self, observe: bool = True
    ) -> tuple[dict[str, Any] | None, float, bool, bool, dict[str, Any]]:
        """Return what `observe` gives the agent that is selected, its reward, ends and info.

        Raises:
            NotBegunError: no game has begun.
            OverError: all agents are done with, or it is closed.
        """
        self._check_agents("last")
        found: tuple[Any, float, bool, bool, dict[str, Any]] = super().last(observe)
        return found

    def render(self) -> str | None:
        """Return what the agent that is selected sees, as a text, with "ansi"; "human" prints it.

        Raises:
            NotBegunError: no game has begun.
            OverError: all agents are done with, or it is closed.
        """
        if self.render_mode is None:
            return None
        self._check_agents("render")
        text = self._episode.render(self._seats[self.agent_selection])
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
        """End the game; more than once does no harm, and `reset` begins anew."""
        self._episode.stop()
        self.agents = []


def env(
    game: Game[Any, Any, Any, Any] | str = "dome-crushers",
    config: object = None,
    *,
    render_mode: str | None = None,
    most_decisions: int | None = None,
) -> GameEnv:
    """Return a `GameEnv`, whose arguments these are.

    PettingZoo's wrappers fit, and none is needed: calls out of order and illegal actions raise.
    With ``pettingzoo.utils.wrappers.TerminateIllegalWrapper`` around it an illegal action ends the
    game instead.
    """
    return GameEnv(game, config, render_mode=render_mode, most_decisions=most_decisions)


raw_env = env
"""The same: there is no wrapper to leave out."""


def _register() -> None:
    if not hasattr(pettingzoo, "register"):  # before PettingZoo 1.27
        return
    for name in ("dome_crushers", "dominum", "dominus_portus"):
        identity = f"tabletop_rules/{name}-v0"
        if identity not in pettingzoo.aec_registry:
            pettingzoo.register("aec", identity, f"{__name__}:env", kwargs={"game": name})


_register()
