"""The lead of a seat, which evaluations have in common."""

__all__ = ["lead"]


def lead(points: tuple[float, ...], seat: int) -> float:
    """Return by how much the points of `seat` exceed those of the best other seat.

    >>> lead((3, 5, 4), 1), lead((3, 5, 4), 0)
    (1, -2)
    """
    others = points[:seat] + points[seat + 1 :]
    return points[seat] - max(others, default=0)
