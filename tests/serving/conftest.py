"""A server for each test."""

from collections.abc import Generator

import pytest

from .tables import House
from .tables import house as opened


@pytest.fixture
def house() -> Generator[House]:
    with opened() as made:
        yield made
