"""No test draws a secret of its own: neither in its source nor while it runs."""

import asyncio
import os
import random
import secrets
import sys
from pathlib import Path

import pytest

from bot.tables.fairness.chance import CommittedChance
from tests import fixed_secrets
from tests.architecture.chance import unfixed
from tests.architecture.tree import ROOT, Module, modules

ALLOWED = {"tests.fixed_secrets", "tests.architecture.test_chance"}


def test_no_test_draws_by_real_chance() -> None:
    assert [line for module in modules("tests") if module.name not in ALLOWED for line in unfixed(module)] == []


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("import random; random.shuffle(deck)", "random.shuffle"),
        ("import random; random.Random()", "random.Random() without a seed"),
        ("from random import shuffle", "random.shuffle"),
        ("import secrets; secrets.token_hex(8)", "secrets.token_hex"),
        ("import uuid; uuid.uuid4()", "uuid.uuid4"),
        ("import os; os.urandom(8)", "os.urandom"),
        ("settings(derandomize=False)", "derandomize=False"),
        ('run([sys.executable, "-m", "bot", "play"])', "-m bot: start it as -m tests.child NAME bot"),
    ],
)
def test_a_draw_in_a_source_is_found(tmp_path: Path, line: str, found: str) -> None:
    path = tmp_path / "test_deal.py"
    path.write_text(f"{line}\n")
    assert list(unfixed(Module(tmp_path, path))) == [f"test_deal.py:1: {found}"]


def test_a_seeded_source_is_free(tmp_path: Path) -> None:
    path = tmp_path / "test_deal.py"
    path.write_text("import random\nfrom random import Random\nrandom.Random(7).shuffle(deck)\nRandom(8)\n")
    assert list(unfixed(Module(tmp_path, path))) == []


def test_secrets_follow_from_the_name_of_the_test(request: pytest.FixtureRequest) -> None:
    name, made = request.node.name, [CommittedChance().secret() for _ in range(2)]
    assert made == [fixed_secrets.secret_of(name, number) for number in range(2)]


def test_other_draws_do_not_shift_a_shuffle(request: pytest.FixtureRequest) -> None:
    secrets.token_hex(3)
    assert CommittedChance().secret() == fixed_secrets.secret_of(request.node.name, 0)


@pytest.mark.parametrize("draw", [random.random, lambda: random.choice("ab"), lambda: secrets.randbelow(2), os.urandom])
def test_a_draw_that_is_not_fixed_fails_with_a_sentence(draw: object) -> None:
    assert callable(draw)
    with pytest.raises(fixed_secrets.UnfixedChance, match=r"use random.Random\(seed\) or tests.chance.SeededChance"):
        draw(*((8,) if draw is os.urandom else ()))
    assert len(fixed_secrets.current.refused) == 1, "otherwise the fixture fails this test after it"
    fixed_secrets.current.refused.clear()


def test_between_tests_nothing_is_drawn() -> None:
    idle = fixed_secrets.FixedSecrets()
    with pytest.raises(fixed_secrets.UnfixedChance, match="bot.tables drew a secret outside a test"):
        idle.draw("bot.tables")


async def test_a_child_process_draws_the_secrets_of_the_name_it_is_given(tmp_path: Path) -> None:
    lines = ("from bot.tables.fairness.chance import CommittedChance", "print(CommittedChance().secret().hex())")
    (tmp_path / "drawing.py").write_text("\n".join(lines))
    child = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.child", "a child", "drawing"),
        stdout=asyncio.subprocess.PIPE,
        cwd=tmp_path,
        env={"PYTHONPATH": f"{ROOT}:{tmp_path}"},
    )
    told, _ = await child.communicate()
    assert told.decode().strip() == fixed_secrets.secret_of("a child", 0).hex()
