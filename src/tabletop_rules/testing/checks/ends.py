"""Games end, in every respect at once, and their result makes sense."""

from typing import Any, TypeVar

from tabletop_rules.core import Game, OutcomeKind
from tabletop_rules.core.values import Outcome
from tabletop_rules.testing.broken import require
from tabletop_rules.testing.checks.options import require_refused
from tabletop_rules.testing.walking import Walk

__all__ = ["check_end", "check_length"]

C = TypeVar("C")
S = TypeVar("S")
A = TypeVar("A")
V = TypeVar("V")


def check_end(game: Game[C, S, A, V], state: S) -> None:
    """Check that a state is over in every respect, or in none, and that its result makes sense."""
    outcome = game.outcome(state)
    scores = game.score(state)
    require(all(type(points) is int for points in scores), f"scores are no whole numbers: {scores}")
    require((outcome is None) == (game.actor(state) is not None), "outcome and actor differ")
    if outcome is None:
        return
    require(game.legal_actions(state) == (), "a game that is over has options")
    require_refused(game, state, "anything")
    _require_sound(game, outcome, scores)


def _require_sound(
    game: Game[Any, Any, Any, Any], outcome: Outcome, scores: tuple[int, ...]
) -> None:
    for rule in outcome.rules:
        require(rule in game.rulebook, f"the outcome cites {rule!r}, which is no rule")
    require(bool(outcome.reason), "the outcome gives no reason")
    ranks = outcome.ranks
    require(len(ranks) == len(scores), f"{len(scores)} seats, but {len(ranks)} ranks")
    shared = tuple(1 + sum(other < rank for other in ranks) for rank in ranks)
    require(ranks == shared, f"ranks are {ranks}: 1 is the first, equal places are shared")
    if outcome.kind is not OutcomeKind.WIN:
        require(set(ranks) == {1}, f"a {outcome.kind.value} ranks somebody before another: {ranks}")
    if outcome.kind is OutcomeKind.WIN and outcome.tie_break is None:
        _require_points_decide(ranks, scores)


def _require_points_decide(ranks: tuple[int, ...], scores: tuple[int, ...]) -> None:
    """Check that more points rank first and equal ones share: what else decides must be named."""
    for one, (rank, points) in enumerate(zip(ranks, scores, strict=True)):
        for other in range(one):
            ahead = (points > scores[other]) == (rank < ranks[other])
            same = ahead and (points == scores[other]) == (rank == ranks[other])
            what = f"seats {other} and {one} have {scores[other]} and {points} points and ranks"
            require(same, f"{what} {ranks[other]} and {rank}, and no tie-break is named")


def check_length(game: Game[C, S, A, V], walk: Walk[C, S, A]) -> None:
    """Check that a walk is no longer than `max_actions` says."""
    bound = game.max_actions(walk.config)
    require(len(walk.steps) <= bound, f"{len(walk.steps)} actions, max_actions says {bound}")
