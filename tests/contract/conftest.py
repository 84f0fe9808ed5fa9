"""A fixture that also registers the fifth game for the contract tests."""

import pytest

from tests.fifth_game import stay_registered

fifth_game = pytest.fixture(stay_registered, autouse=True, scope="module")
