"""A game in progress: its steps so far, the state, and where everybody's randomness stands."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

import click

from tabletop_rules.cli.inputs import AnyBot, AnyGame, AnyRecord, AnyStep
from tabletop_rules.core import CHANCE, HOST, Actor, Played, Record, Seat, sample
from tabletop_rules.core.calling import Listeners, ask
from tabletop_rules.core.playing import chance_generator
from tabletop_rules.core.processes import steady
from tabletop_rules.core.undoing import why_not_undo

__all__ = ["Session"]


class Session:
    """A game that persons and bots play, begun anew or continued from a record.

    Chance is drawn from the stream of `seed`. To continue, the steps played before are drawn and
    answered once more and the results discarded, so that chance and bots go on exactly as if there
    had been no break. Bots that want to be told of the game are told of a step when it cannot be
    taken back any more.

    Raises:
        BotError: a bot raised, or answered with something that was not offered.
    """

    @steady()
    def __init__(
        self,
        game: AnyGame,
        record: AnyRecord,
        bots: Mapping[Seat, AnyBot],
        *,
        seed: int,
        steps: Iterable[AnyStep] = (),
    ) -> None:
        self.game: Final = game
        self.seed: Final = seed
        self.steps: Final[list[AnyStep]] = []
        self.state: Any = game.initial_state(record.config)
        self._begun: Final = record
        self._bots: Final = bots
        self._chance: Final = chance_generator(seed)
        self._listeners: Final = Listeners(game, bots)
        self._told = 0
        """The number of steps that they were told."""
        try:
            self._listeners.begin(record.config, seed)
            for step in steps:
                if step.actor is CHANCE or step.actor in bots:
                    self._choice(step.before, step.actor)
                self._add(step)
        except BaseException:
            self.stop()
            raise

    @property
    def actor(self) -> Actor:
        """Who acts next; ``None`` when the game is over.

        Raises:
            ClickException: the game waits for another program.
        """
        actor = self.game.actor(self.state)
        if actor is HOST:
            name = self.game.rulebook.title
            raise click.ClickException(f"{name} waits for another program, its host")
        return actor

    @property
    def options(self) -> tuple[Any, ...]:
        """What can be decided now."""
        return self.game.legal_actions(self.state)

    @property
    def record(self) -> AnyRecord:
        """The record of the game so far."""
        begun = self._begun
        actions = tuple(step.action for step in self.steps)
        return Record(begun.game, begun.rules_version, begun.config, begun.seed, actions)

    @steady()
    def advance(self) -> AnyStep:
        """Let chance or a bot act, whoever is next, and return the step.

        Raises:
            BotError: the bot raised, or answered with something that was not offered.
        """
        return self.decide(self._choice(self.state, self.actor))

    @steady()
    def decide(self, action: Any) -> AnyStep:
        """Return the step that `action` of whoever is next makes.

        Raises:
            IllegalActionError: the action is not allowed. Nothing has changed.
            BotError: a bot raised when it was told that the game is over.
        """
        state = self.state
        after, events = self.game.apply(state, action)
        step: AnyStep = Played(state, self.actor, action, after, events)
        self._add(step)
        return step

    def undo(self, seat: Seat) -> str | None:
        """Take back the last decision of `seat`, who is asked now, or return why not.

        It can be taken back while nothing was revealed since: neither chance nor another seat has
        acted, and what the seat saw follows from what it knew before.
        """
        reason = why_not_undo(self.game, self.steps, seat)
        if reason is not None:
            return reason
        last = self.steps[-1]
        del self.steps[-1]
        self.state = last.before
        return None

    @steady()
    def stop(self) -> None:
        """Tell the bots that nobody plays on, unless the game is over."""
        self._listeners.stop(self.game.outcome(self.state), self.game.score(self.state))

    def _choice(self, state: Any, actor: Actor) -> Any:
        self._tell()
        if actor is CHANCE:
            return sample(self.game.chance_outcomes(state), self._chance)
        assert isinstance(actor, int)
        return ask(self.game, state, actor, self._bots[actor])

    def _add(self, step: AnyStep) -> None:
        self.steps.append(step)
        self.state = step.after
        if self.game.actor(self.state) is None:
            self._tell()
            self._listeners.finish(self.game.outcome(self.state), self.game.score(self.state))

    def _tell(self) -> None:
        """Tell the bots of the steps that they were not told yet."""
        for step in self.steps[self._told :]:
            self._told += 1
            self._listeners.notice(step.events)
