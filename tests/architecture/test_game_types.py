"""A game that lacks or mistypes a member of the protocol fails type checking."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.architecture.tree import ROOT

WHOLE = (ROOT / "games/duo/game.py").read_text()
BINDING = """\
from games.core.game import Game
from games.duo.events import Event
from games.duo.moves import Move
from games.duo.state import State
from games.duo.view import View
import lacking
import mistyped
import thinking
import whole

good: Game[State, Event, Move, View] = whole
bad: Game[State, Event, Move, View] = lacking
wrong: Game[State, Event, Move, View] = mistyped
other: Game[State, Event, Move, View] = thinking
"""

ROBOT = """\
from games.core.robots import Level, Thought
from games.core.chance import Chance
def robot(view: View, chance: Chance, level: Level = Level.OLD_HAND) -> Thought[str] | None:
    return Thought("knock", "nothing_fits")
"""
"""A robot with a wrong type: its thought holds a string instead of a move."""


def test_a_planted_game_fails_where_it_is_bound(tmp_path: Path, pytestconfig: pytest.Config) -> None:
    planted = {
        "whole": WHOLE,
        "lacking": WHOLE.replace('"deadline",', "").replace("def deadline(", "def no_deadline("),
        "mistyped": WHOLE.replace(
            "def is_revealed(state: State) -> bool:", "def is_revealed(state: State) -> str:"
        ).replace('return state.phase != "play"', "return state.phase"),
        "thinking": WHOLE.replace("from games.duo.robot import robot\n", ROBOT),
        "binding": BINDING,
    }
    assert len(set(planted.values())) == len(planted)
    for name, text in planted.items():
        (tmp_path / f"{name}.py").write_text(text)
    kept = pytestconfig.cache.mkdir("mypy-planted")
    run = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--config-file=", f"--cache-dir={kept}", "binding.py"],
        cwd=tmp_path,
        env={"MYPYPATH": f"{tmp_path}:{ROOT}"},
        capture_output=True,
        text=True,
        check=False,
    )
    errors = [line for line in run.stdout.splitlines() if line.startswith("binding.py") and ": error:" in line]
    assert [line.split(":")[1] for line in errors] == ["12", "13", "14"], run.stdout + run.stderr
    notes = [line for line in run.stdout.splitlines() if ": note:" in line]
    assert any("is_revealed" in line for line in notes if line.startswith("binding.py:13"))
