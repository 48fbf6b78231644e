"""What a result is worth to each seat."""

from tabletop_rules.core import Outcome, OutcomeKind

__all__ = ["rewards"]


def rewards(outcome: Outcome) -> tuple[float, ...]:
    """Return the reward of each seat for a result: they sum to 0.

    Of n seats the first gets 1, the last -1, those between them evenly less: the one on place k
    gets 1 - 2 (k - 1) / (n - 1). Seats that share a rank share evenly what their places get. In a
    duel that is 1 for a win and -1 for a loss. A draw and a truncated game are 0 for all.

    >>> from tabletop_rules.core import OutcomeKind
    >>> rewards(Outcome(OutcomeKind.WIN, (2, 1), "", ""))
    (-1.0, 1.0)
    >>> rewards(Outcome(OutcomeKind.WIN, (1, 2, 2), "", ""))
    (1.0, -0.5, -0.5)
    >>> rewards(Outcome(OutcomeKind.TRUNCATED, (1, 1), "", ""))
    (0.0, 0.0)
    """
    ranks = outcome.ranks
    seats = len(ranks)
    if outcome.kind is not OutcomeKind.WIN or seats < 2:
        return (0.0,) * seats
    shared: dict[int, float] = {}
    for rank in set(ranks):
        above = sum(other < rank for other in ranks)
        alike = ranks.count(rank)
        shared[rank] = 1 - (2 * above + alike - 1) / (seats - 1)
    return tuple(shared[rank] for rank in ranks)
