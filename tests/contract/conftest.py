"""Runs the contract tests with the fifth game registered as well."""

from collections.abc import Iterator

import pytest

from tests.fifth_game import registered


@pytest.fixture(autouse=True, scope="module")
def fifth_game() -> Iterator[None]:
    """Block dominoes, registered like a game of ours."""
    with registered():
        yield
