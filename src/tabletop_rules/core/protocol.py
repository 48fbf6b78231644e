"""The protocol that every game satisfies. The imported package of a game is the game."""

from random import Random
from typing import Protocol, TypeVar, runtime_checkable

from tabletop_rules.core.actors import Actor, Seat
from tabletop_rules.core.chance import Weighted
from tabletop_rules.core.ledger import Rulebook
from tabletop_rules.core.values import Event, Outcome, Refusal, Transition

__all__ = ["AttentiveBot", "Bot", "Game"]

C = TypeVar("C")
S = TypeVar("S")
A = TypeVar("A")
V = TypeVar("V")
ConfigT = TypeVar("ConfigT", contravariant=True)
ViewT = TypeVar("ViewT", contravariant=True)
ActionT = TypeVar("ActionT")


class Game(Protocol[C, S, A, V]):
    """The rules of one game, with configs `C`, states `S`, actions `A` and views `V`.

    All functions are pure. States, actions, configs and views are frozen values that compare,
    hash, pickle and copy.
    """

    @property
    def name(self) -> str:
        """The import name of the game's package, without the packages above it."""
        ...

    @property
    def rules_version(self) -> str:
        """Changes whenever a record of the old version might replay otherwise."""
        ...

    @property
    def rulebook(self) -> Rulebook:
        """The rule ledger."""
        ...

    @property
    def Config(self) -> type[C]:  # noqa: N802 - it is a class
        """The class of configs; without arguments it gives a playable game."""
        ...

    def initial_state(self, config: C, /) -> S:
        """Return the state before the first action."""
        ...

    def actor(self, state: S, /) -> Actor:
        """Return who acts next; ``None`` when the game is over."""
        ...

    def legal_actions(self, state: S, /) -> tuple[A, ...]:
        """Return all legal actions (chance outcomes too) in a fixed order.

        It is ``()`` only when the game is over or waits for its host.
        """
        ...

    def chance_outcomes(self, state: S, /) -> tuple[Weighted[A], ...]:
        """Return the legal actions with exact probabilities that sum to 1, if chance acts."""
        ...

    def apply(self, state: S, action: A, /) -> Transition[S]:
        """Return the new state and the events on the way; the old state is untouched.

        Raises:
            IllegalActionError: with the id of the rule that forbids the action.
        """
        ...

    def score(self, state: S, /) -> tuple[int, ...]:
        """Return the points that each seat has now; more are better."""
        ...

    def outcome(self, state: S, /) -> Outcome | None:
        """Return the result, or ``None`` until the game is over."""
        ...

    def view(self, state: S, seat: Seat | None, /) -> V:
        """Return all that `seat` may know; ``None`` is a spectator."""
        ...

    def observe(self, events: tuple[Event, ...], seat: Seat | None, /) -> tuple[Event, ...]:
        """Return what `seat` sees of events; ``None`` is a spectator."""
        ...

    def resample(self, view: V, rng: Random, /) -> S:
        """Return a full state that fits the view, uniform over the physical cards."""
        ...

    def why_not(self, state: S, action: A, seat: Seat, /) -> Refusal | None:
        """Return why `seat` may not do `action` now, or ``None`` if it may."""
        ...

    def format_action(self, action: A, /) -> str:
        """Return the notation of an action: the same text in every state."""
        ...

    def parse_action(self, text: str, /) -> A:
        """Return the action that a text is the notation of.

        Raises:
            NotationError: it is the notation of none.
        """
        ...

    def render(self, view: V, /) -> str:
        """Return a view as a picture in text, for a terminal."""
        ...

    def format_state(self, state: S, /) -> str:
        """Return the position as a text that a person can read and write."""
        ...

    def parse_state(self, text: str, config: C | None = None, /) -> S:
        """Return the position that a text describes.

        Raises:
            PositionError: with everything that is wrong with it.
        """
        ...

    def max_actions(self, config: C, /) -> int:
        """Return a bound on the number of actions, chance included, of any game."""
        ...


class Bot(Protocol[ViewT, ActionT]):
    """A player: it is given what its seat may know, and never the state."""

    def choose(self, view: ViewT, options: tuple[ActionT, ...], /) -> ActionT:
        """Return one of `options`."""
        raise NotImplementedError


@runtime_checkable
class AttentiveBot(Bot[ViewT, ActionT], Protocol[ConfigT, ViewT, ActionT]):
    """A bot that is also told when its game begins, what happens in it, and how it ends.

    Who plays a game with bots tells those that have these methods; `choose` alone makes a bot.
    """

    def begin(self, config: ConfigT, seat: Seat, seed: int, /) -> None:
        """Take `seat` in a new game; `seed` decides what the bot leaves to chance."""
        raise NotImplementedError

    def notice(self, events: tuple[Event, ...], /) -> None:
        """Learn of events, as the own seat observes them."""
        raise NotImplementedError

    def finish(self, outcome: Outcome | None, score: tuple[int, ...], /) -> None:
        """Learn how the game ended; the outcome is ``None`` if it was stopped before its end."""
        raise NotImplementedError
