"""A fifth game whose wording is checked like that of the others."""

import pytest

from tests.fifth_game import stay_registered

fifth_game = pytest.fixture(stay_registered, autouse=True, scope="module")
