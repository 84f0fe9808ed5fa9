"""A fifth game, written as a newcomer would write it (docs/adding-a-game.md); but a fixture registers it.

`block` is its package, `scene` makes its pictures, `wording` its sentences, and `block-dominoes.md` is its rulebook.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Final

import pytest

from games import registry
from games.roster import GAMES, Modules

NAME: Final = "block-dominoes"
NAMES: Final = (*registry.NAMES, NAME)
"""The names of the registered games and of the fifth."""
FOLDER: Final = Path(__file__).parent


def folder_of(name: str) -> Path:
    """The folder of a game's package."""
    with registered():
        file = import_module(GAMES[name].package).__file__
    assert file is not None
    return Path(file).parent


def register(patch: pytest.MonkeyPatch) -> None:
    """Register the fifth game, its scene and its wording, by the entry in `GAMES` that a new game would add."""
    patch.setitem(GAMES, NAME, Modules("tests.fifth_game.block", "tests.fifth_game.scene", "tests.fifth_game.wording"))


@contextmanager
def registered() -> Iterator[None]:
    """Register the fifth game until the context ends."""
    with pytest.MonkeyPatch.context() as patch:
        register(patch)
        yield


def stay_registered() -> Iterator[None]:
    """Register the fifth game for as long as a fixture made of this lasts."""
    with registered():
        yield
