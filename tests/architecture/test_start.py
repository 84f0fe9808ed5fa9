"""What a start loads: the bot, and what stands on the games' boxes; a game comes with its first table."""

import subprocess
import sys

from tests.architecture.tree import ROOT

CODE = """
import sys
from bot import app, commands
commands.command_tree()
print(*sorted(sys.modules))
"""


def test_a_start_loads_no_game_no_scene_of_one_and_no_dialect_that_is_not_asked_for() -> None:
    done = subprocess.run([sys.executable, "-c", CODE], cwd=ROOT, capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert {"bot.app", "games.pussers", "games.core.events"} <= loaded
    rooms = ("games.pussers.", "games.lombardy.", "games.duo.", "games.bonedoneskis.", "render.words.", "alembic")
    assert [name for name in sorted(loaded) if name.startswith((*rooms, "sqlalchemy.dialects.postgresql"))] == []
