"""A fifth game whose wording is checked like that of the others."""

from collections.abc import Iterator

import pytest

from tests.fifth_game import registered


@pytest.fixture(autouse=True, scope="module")
def fifth_game() -> Iterator[None]:
    """Block dominoes, registered like the other games."""
    with registered():
        yield
