"""No test draws a random secret or replaces parts of the bot's chance, by its source or while it runs."""

import ast
import os
import random
import secrets
from pathlib import Path
from typing import cast

import pytest

from bot.config import Settings
from bot.delivery.seals import Seals
from bot.serving.app import App
from bot.store import Store
from bot.tables.fairness.chance import CommittedChance
from tests import fixed_secrets
from tests.architecture.chance import find_replaced, find_unfixed
from tests.architecture.tree import Module, modules

ALLOWED = {"tests.fixed_secrets", "tests.architecture.test_chance"}
OLD_RELEASE = "tests.bot.tables.test_quiet_windows"
"""A test that writes a hand as an older release did, without recording draws."""


def test_no_test_draws_by_real_chance_or_replaces_what_fair_shuffles_follow_from() -> None:
    drawn: list[str] = []
    for module in modules("tests"):
        drawn += find_unfixed(module) if module.name not in ALLOWED else ()
        drawn += find_replaced(module) if module.name != OLD_RELEASE else ()
    assert not drawn, f"use random.Random(seed), tests.chance.SeededChance or tests.child: {drawn}"


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("random.Random(7); random.Random()", "Random() without a seed"),
        ('run([sys.executable, "-m", "bot", "play"])', "-m bot: start it as -m tests.child NAME bot"),
    ],
)
def test_a_draw_in_a_source_is_found(tmp_path: Path, line: str, found: str) -> None:
    path = tmp_path / "test_deal.py"
    path.write_text(f"{line}\n")
    assert list(find_unfixed(Module(tmp_path, path))) == [f"test_deal.py:1: {found}"]


@pytest.mark.parametrize(
    "line",
    [
        "from bot.tables.fairness import chance as source; monkeypatch.setattr(source, 'salts_of', none)",
        "patch('bot.tables.fairness.shuffles.check_hand')",
        "import bot.tables.fairness.sealing as sealing; sealing.tree = none",
    ],
)
def test_a_replaced_part_of_fair_shuffles_is_found(tmp_path: Path, line: str) -> None:
    path = tmp_path / "test_deal.py"
    path.write_text(f"{line}\n")
    (found,) = find_replaced(Module(tmp_path, path))
    assert found.endswith("hand SeededChance and a sealer in instead")


def test_the_bot_takes_its_secrets_from_the_system_and_its_seals_from_discord() -> None:
    app = App(Settings(), cast(Store, None))
    assert (type(app.chance), app.sealer) == (CommittedChance, Seals)


def test_nothing_but_tests_hands_another_chance_in() -> None:
    """`App` uses the system's chance unless another is passed in, and no module of the bot passes one."""
    handed = [
        module.at(node.value.lineno)
        for module in modules("bot")
        if "chance=" in module.text or "sealer=" in module.text
        for node in module.nodes
        if isinstance(node, ast.keyword) and node.arg in ("chance", "sealer")
    ]
    assert handed == [], "only tests hand chance in; the bot takes the system's"


def test_secrets_that_are_no_shuffles_follow_from_the_name_of_the_test(request: pytest.FixtureRequest) -> None:
    streams = [fixed_secrets.secret_of(f"{request.node.name}/tests.architecture", number) for number in range(2)]
    assert [secrets.token_bytes(32) for _ in range(2)] == streams


def test_a_shuffle_whose_chance_was_not_handed_in_fails_with_a_sentence() -> None:
    with pytest.raises(fixed_secrets.UnfixedChance, match=r"hand tests.chance.SeededChance in to App or build"):
        CommittedChance().make_secret()
    assert len(fixed_secrets.current.refused) == 1, "otherwise its teardown fails"
    fixed_secrets.current.refused.clear()


@pytest.mark.parametrize("draw", [random.random, lambda: secrets.randbelow(2), os.urandom])
def test_a_draw_that_is_not_fixed_fails_with_a_sentence(draw: object) -> None:
    assert callable(draw)
    with pytest.raises(fixed_secrets.UnfixedChance, match=r"use random.Random\(seed\) or tests.chance.SeededChance"):
        draw(*((8,) if draw is os.urandom else ()))
    assert len(fixed_secrets.current.refused) == 1, "otherwise its teardown fails"
    fixed_secrets.current.refused.clear()
