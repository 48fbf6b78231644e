"""What all tests share."""

from collections.abc import Callable

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--games",
        type=int,
        metavar="N",
        help="play N random games for each config where tests count cards and tokens",
    )


@pytest.fixture
def seeds(request: pytest.FixtureRequest) -> Callable[[int], range]:
    """Give the seeds of random games: so many by default, or as many as ``--games`` says."""
    games: int | None = request.config.getoption("--games")
    return lambda usual: range(usual if games is None else games)
