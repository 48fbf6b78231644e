"""A game in progress at the play page: its moves, its state, and where chance stands."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any, Final, TypeAlias

from attrs import frozen

from tabletop_rules.core import CHANCE, HOST, Actor, Game, Played, Seat, sample
from tabletop_rules.core.playing import chance_generator
from tabletop_rules.core.undoing import why_not_undo

__all__ = ["AnyGame", "Match", "Moment", "Move"]

AnyGame: TypeAlias = Game[Any, Any, Any, Any]


@frozen
class Move:
    """A step of a game at the page.

    `version` is that of the game in which the step was made, so no two moves of a game have the
    same, also when some were taken back. `note` says what else there is to tell about it.
    """

    step: Played[Any, Any]
    version: int
    note: str | None = None


@frozen
class Moment:
    """A game as it stood after its move `last`, if it had any; nothing of it changes."""

    game: AnyGame
    state: Any
    version: int
    last: Move | None


class Match:
    """A game from its beginning, with all its secrets.

    Chance is drawn from the stream of `seed`, a number for each step of chance, so that a game
    that is built anew from its moves goes on exactly as it would have.
    """

    def __init__(self, game: AnyGame, config: Any, seed: int) -> None:
        self.game: Final = game
        self.config: Final = config
        self.seed: Final = seed
        self.moves: Final[list[Move]] = []
        self.version = 0
        self.state: Any = game.initial_state(config)
        self.seats: Final = len(game.score(self.state))
        self._chance: Final = chance_generator(seed)

    @property
    def actor(self) -> Actor:
        """Who acts next; ``None`` when the game is over."""
        return self.game.actor(self.state)

    @property
    def now(self) -> Moment:
        """The game as it stands."""
        last = self.moves[-1] if self.moves else None
        return Moment(self.game, self.state, self.version, last)

    @property
    def options(self) -> tuple[Any, ...]:
        """What can be decided now."""
        return self.game.legal_actions(self.state)

    def ahead(self, action: Any = None, note: str | None = None) -> tuple[Move, ...]:
        """Return the moves that follow: `action` of whoever is next, if given, and all chance.

        Nothing has changed: see `add`.

        Raises:
            IllegalActionError: the action is not allowed.
        """
        game, state, version = self.game, self.state, self.version
        rng = Random()
        rng.setstate(self._chance.getstate())
        moves: list[Move] = []
        while True:
            actor = game.actor(state)
            if action is None:
                if actor is not CHANCE:
                    return tuple(moves)
                action = sample(game.chance_outcomes(state), rng)
            after, events = game.apply(state, action)
            moves.append(Move(Played(state, actor, action, after, events), version, note))
            state, version, action, note = after, version + 1, None, None

    def waits_for_host(self) -> bool:
        """Return whether another program, the host, would have to act when all chance has acted."""
        moves = self.ahead()
        return self.game.actor(moves[-1].step.after if moves else self.state) is HOST

    def add(self, moves: Iterable[Move]) -> None:
        """Go on by moves that `ahead` has given, or by the first ones of a kept game."""
        for move in moves:
            if move.step.actor is CHANCE:
                self._chance.random()  # which is what `sample` has called, once
            self.moves.append(move)
            self.state = move.step.after
            self.version = move.version + 1

    def restore(self, actions: Sequence[tuple[Any, int, str | None]], version: int) -> None:
        """Play the kept actions, versions and notes of a game that has just been made.

        Raises:
            IllegalActionError: an action is not allowed.
        """
        for action, made, note in actions:
            state = self.state
            after, events = self.game.apply(state, action)
            self.add((Move(Played(state, self.actor, action, after, events), made, note),))
        self.version = version

    def why_not_undo(self, seat: Seat) -> str | None:
        """Return why the last decision of `seat` stands, or ``None`` if it can be taken back.

        It can while nothing was revealed since: neither chance nor another seat has acted, and
        what the seat saw follows from what it knew before.
        """
        return why_not_undo(self.game, [move.step for move in self.moves], seat)

    def take_back(self) -> None:
        """Take back the last move, which `why_not_undo` allows."""
        self.state = self.moves.pop().step.before
        self.version += 1
