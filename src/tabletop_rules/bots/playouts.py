"""Playing a position on to see what it is worth: the playouts of Monte Carlo searches.

A playout begins at a full state that fits a view, a *determinization*, never at the state of the
game that is played.
"""

from fractions import Fraction
from math import exp, isfinite
from random import Random
from typing import Any, Final, Generic, NamedTuple, TypeVar

from tabletop_rules.bots.evaluations import Evaluation, lead
from tabletop_rules.core import CHANCE, Bot, Game, Outcome, Seat, sample
from tabletop_rules.core.errors import shown

__all__ = ["Choice", "Playouts", "exact_rewards", "rank_rewards"]

_FAR: Final = 60.0  # beyond it the logistic function is 0 or 1 to all digits

S = TypeVar("S")
A = TypeVar("A")
V = TypeVar("V")


def rank_rewards(outcome: Outcome) -> tuple[float, ...]:
    """Return what the end of a game is worth to each seat, by its ranks: 1 for the first.

    It is the share of the other seats that a seat has beaten; one of the same rank counts half.
    The rewards of all seats sum to half their number. A seat alone has 1 if it won and 0 if not.

    >>> from tabletop_rules.core import OutcomeKind
    >>> rank_rewards(Outcome(OutcomeKind.WIN, (2, 1, 2), "", ""))
    (0.25, 1.0, 0.25)
    """
    beaten, others = _beaten(outcome)
    return tuple(count / others for count in beaten)


def exact_rewards(outcome: Outcome) -> tuple[Fraction, ...]:
    """Return the `rank_rewards` of an outcome as exact fractions.

    >>> from tabletop_rules.core import OutcomeKind
    >>> [str(reward) for reward in exact_rewards(Outcome(OutcomeKind.WIN, (1, 3, 1, 4), "", ""))]
    ['5/6', '1/3', '5/6', '0']
    """
    beaten, others = _beaten(outcome)
    return tuple(Fraction(count, others) for count in beaten)


def _beaten(outcome: Outcome) -> tuple[tuple[int, ...], int]:
    """Return what each seat has beaten, 2 for another seat and 1 for an equal one, and the most."""
    ranks = outcome.ranks
    if len(ranks) == 1:
        return (int(bool(outcome.winners)),), 1
    beaten = (sum((other > rank) + (other >= rank) for other in ranks) - 1 for rank in ranks)
    return tuple(beaten), 2 * (len(ranks) - 1)


class Choice(NamedTuple, Generic[S, A]):
    """A state with its options and the seat that has them, or ``None`` where nobody chooses.

    `drawn`: chance was drawn on the way there, so that the same action may lead elsewhere.
    """

    state: S
    seat: Seat | None
    options: tuple[A, ...]
    drawn: bool = False


class Playouts(Generic[S, A, V]):
    """Plays states on and says what they are worth to each seat, from 0 (lost) to 1 (won).

    A playout ends with the game, or after `cutoff` decisions between several options (``None``:
    never). Then each seat's reward is ``1 / (1 + exp(-value / scale))``, where `value` is what
    `evaluate` says of its view, or without one its lead in points over the best other seat. A game
    that is over is worth its `rank_rewards`, whatever the points.

    `policy` decides for all seats, given their views; without it each option is equally likely.

    Raises:
        ValueError: `cutoff` is no whole number of 0 or more, or `scale` no finite one above 0.
    """

    def __init__(  # noqa: PLR0913 - all but the first are settings
        self,
        game: Game[Any, S, A, V],
        rng: Random,
        evaluate: Evaluation[V] | None,
        *,
        cutoff: int | None,
        scale: float,
        policy: Bot[V, A] | None,
    ) -> None:
        if cutoff is not None and (type(cutoff) is not int or cutoff < 0):
            raise ValueError(f"expected a cutoff of 0 or more decisions, got {shown(cutoff)}")
        if not (type(scale) in (int, float) and isfinite(scale) and scale > 0):
            raise ValueError(f"expected a finite scale above 0, got {shown(scale)}")
        self._game = game
        self._rng = rng
        self._evaluate = evaluate
        self._cutoff = cutoff
        self._scale = scale
        self._policy = policy

    def reset(self) -> None:
        """Reset the policy, if there is one that has a method `reset`."""
        reset = getattr(self._policy, "reset", None)
        if callable(reset):
            reset()

    def settle(self, state: S) -> Choice[S, A]:
        """Return the next choice between several options.

        Chance on the way is drawn by its odds. Nobody chooses where the game is over or waits for
        its host.
        """
        game = self._game
        drawn = False
        while True:
            actor = game.actor(state)
            if actor is CHANCE:
                drawn = True
                action = sample(game.chance_outcomes(state), self._rng)
            elif isinstance(actor, int):
                options = game.legal_actions(state)
                if len(options) != 1:
                    return Choice(state, actor, options, drawn)
                action = options[0]
            else:
                return Choice(state, None, (), drawn)
            state = game.apply(state, action).state

    def play_on(self, choice: Choice[S, A]) -> S:
        """Return the state at the end of a playout."""
        game, cutoff, policy, random = self._game, self._cutoff, self._policy, self._rng.random
        made = 0
        while choice.seat is not None and (cutoff is None or made < cutoff):
            state, seat, options, _ = choice
            if policy is None:
                action = options[int(random() * len(options))]
            else:
                action = policy.choose(game.view(state, seat), options)
            choice = self.settle(game.apply(state, action).state)
            made += 1
        return choice.state

    def worth(self, state: S, seat: Seat, seen: V | None = None) -> float:
        """Return what `state`, as it is, is worth to a seat; `seen` is its view if it is known."""
        outcome = self._game.outcome(state)
        if outcome is not None:
            return rank_rewards(outcome)[seat]
        return self.reward(self.value(state, seat, seen))

    def value(self, state: S, seat: Seat, seen: V | None = None) -> float:
        """Return what is evaluated of `state`, as if it could not be over."""
        game, evaluate = self._game, self._evaluate
        if evaluate is None:
            return float(lead(game.score(state), seat))
        return evaluate(game.view(state, seat) if seen is None else seen, seat)

    def reward(self, value: float) -> float:
        """Return the reward of a seat for whom a cut-off has a value."""
        return _logistic(value / self._scale)


def _logistic(value: float) -> float:
    if value > _FAR:
        value = _FAR
    elif value < -_FAR:
        value = -_FAR
    return 1 / (1 + exp(-value))
