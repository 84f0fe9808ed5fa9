"""A start imports only the bot and each game's `__init__.py`.

A game is imported when its first table is loaded. The code for other languages is imported when somebody needs it.
"""

import subprocess
import sys

import pytest

from tests.architecture.tree import ROOT, game_packages
from tests.left_out import LONGER

CODE = """
import sys
from bot import acts
from bot.serving import app
acts.register()
print(*sorted(sys.modules))
"""


@pytest.mark.thorough(LONGER)
def test_a_start_loads_no_game_no_scene_and_no_dialect_that_is_not_needed() -> None:
    done = subprocess.run([sys.executable, "-c", CODE], cwd=ROOT, capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert {"bot.serving.app", "games.core.events"} <= loaded
    covers = tuple(f"games.{package}" for package in game_packages())
    assert set(covers) <= loaded
    letters = ("uharfbuzz", "bidi", "regex")  # for names that are not Latin, and loaded with the first of them
    later = (*(f"{cover}." for cover in covers), "games.pieces", "render.domino", "render.words.", "alembic", "babel")
    early = [name for name in sorted(loaded) if name.startswith((*later, *letters, "sqlalchemy.dialects.postgresql"))]
    assert not early, f"import these where they are first needed: {early}"
