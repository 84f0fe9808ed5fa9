"""A game that lacks or mistypes a member fails type checking."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.architecture.tree import ROOT
from tests.left_out import LONGER

WHOLE = (ROOT / "games/duo/game.py").read_text()
ROBOT = """\
from games.core.robots import EVEN, Level, Temper, Thought
from games.core.chance import Chance
def robot(view: View, chance: Chance, level: Level = Level.OLD_HAND, temper: Temper = EVEN) -> Thought[str] | None:
    return Thought("knock", "nothing_fits")
"""
"""A robot with a wrong type: its thought holds a string instead of a move."""


@pytest.mark.thorough(LONGER)
def test_a_planted_game_fails_where_it_is_made(tmp_path: Path) -> None:
    planted = {
        "whole": WHOLE,
        "lacking": WHOLE.replace("    view=view,\n", ""),
        "mistyped": WHOLE.replace(
            "def is_revealed(state: State) -> bool:", "def is_revealed(state: State) -> str:"
        ).replace("return state.phase != Phase.PLAY", "return state.phase"),
        "thinking": WHOLE.replace("from games.duo.robot import robot\n", ROBOT),
    }
    assert len(set(planted.values())) == len(planted)
    for name, text in planted.items():
        (tmp_path / f"{name}.py").write_text(text)
    kept = ROOT / ".mypy_cache" / "planted"
    checker = [sys.executable, "-m", "mypy", "--strict", "--config-file=", f"--cache-dir={kept}"]
    files = [f"{name}.py" for name in planted]
    path = {"MYPYPATH": f"{tmp_path}:{ROOT}"}
    run = subprocess.run([*checker, *files], cwd=tmp_path, env=path, capture_output=True, text=True)
    errors = sorted(line for line in run.stdout.splitlines() if ": error:" in line)
    expected = {"lacking": "view", "mistyped": "is_revealed", "thinking": "robot"}
    assert len(errors) == len(expected), run.stdout + run.stderr
    for (name, member), error in zip(expected.items(), errors, strict=True):
        assert error.startswith(f"{name}.py:") and f'"{member}"' in error
