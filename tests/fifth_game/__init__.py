"""A fifth game, as a newcomer would add it (docs/adding-a-game.md), except that a fixture registers it.

`block` is its package, `scene` makes its pictures, `wording` its sentences, and `block-dominoes.md` is its rulebook.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from bot.wording.games import GAMES
from games import registry
from render import scenes
from tests.fifth_game import wording

NAME: Final = "block-dominoes"
NAMES: Final = (*registry.NAMES, NAME)
"""The names of the registered games and of the fifth."""
FOLDER: Final = Path(__file__).parent


def folder_of(name: str) -> Path:
    """The folder of a game's package."""
    with registered():
        file = import_module(registry.PACKAGES[name]).__file__
    assert file is not None
    return Path(file).parent


def register(patch: pytest.MonkeyPatch) -> None:
    """Register the fifth game, its scene and its wording, with the lines that a new game would add."""
    patch.setitem(registry.PACKAGES, NAME, "tests.fifth_game.block")
    patch.setitem(scenes.SCENES, "tests.fifth_game.block.view", "tests.fifth_game.scene")
    patch.setitem(GAMES, NAME, wording.WORDING)


@contextmanager
def registered() -> Iterator[None]:
    """Register the fifth game until the context ends."""
    with pytest.MonkeyPatch.context() as patch:
        register(patch)
        yield


if TYPE_CHECKING:  # As in games/registry.py, a missing or mistyped member fails type checking here.
    from games.core.game import Cover, Game
    from tests.fifth_game import block
    from tests.fifth_game.block import events, game, moves, state, view

    COVER: Cover = block
    GAME: Game[state.State, events.Event, moves.Move, view.View] = game
