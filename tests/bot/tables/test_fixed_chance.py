"""The chance of tests: nothing is drawn between tests, and the name of a child process decides its deals."""

from typing import cast

import pytest

from bot.config import Settings
from bot.store import Store
from tests import chance, fixed_secrets
from tests.child import make_app


def test_between_tests_nothing_is_drawn() -> None:
    idle = fixed_secrets.FixedSecrets()
    with pytest.raises(fixed_secrets.UnfixedChance, match="bot.edge drew a secret outside a test"):
        idle.draw("bot.edge")


def test_the_bot_of_a_child_process_deals_by_the_name_it_is_given() -> None:
    app = make_app("a child", Settings(), cast(Store, None))
    assert app.chance.make_secret() == chance.secret_of("a child", 0)
    assert app.sealer is chance.FixedSeals
