"""A fixture that also registers the fifth game for the contract tests."""

from collections.abc import Iterator

import pytest

from tests.fifth_game import registered


@pytest.fixture(autouse=True, scope="module")
def fifth_game() -> Iterator[None]:
    """Register the fifth game, block dominoes, for this package's tests."""
    with registered():
        yield
