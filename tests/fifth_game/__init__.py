"""A fifth game, as a newcomer would add it (docs/adding-a-game.md), except that a fixture registers it.

`block` is its package, `scene` and `wording` show and say it, `block-dominoes.md` is its rulebook.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest

from bot.wording import catalogue
from games.core import registry
from render import scenes
from tests.fifth_game import wording

NAME: Final = "block-dominoes"
NAMES: Final = (*registry.NAMES, NAME)
"""The registered games and the fifth, for tests that run over all of them."""
FOLDER: Final = Path(__file__).parent


def folder_of(name: str) -> Path:
    """The package of a game, as a folder."""
    with registered():
        file = registry.cover(name).__file__
    assert file is not None
    return Path(file).parent


def register(patch: pytest.MonkeyPatch) -> None:
    """Add the fifth game by the lines that a new game adds: the registry's, the scene's and the wording's."""
    patch.setitem(registry.PACKAGES, NAME, "tests.fifth_game.block")
    patch.setitem(scenes.SCENES, "tests.fifth_game.block.view", "tests.fifth_game.scene")
    patch.setitem(catalogue.GAMES, NAME, wording.WORDING)


@contextmanager
def registered() -> Iterator[None]:
    """The fifth game registered for a while."""
    with pytest.MonkeyPatch.context() as patch:
        register(patch)
        yield
