"""A fifth game, as a newcomer would add it (docs/adding-a-game.md), except that a fixture registers it.

`block` is its package, `scene` and `wording` show and say it, `block-dominoes.md` is its rulebook.
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
"""The registered games and the fifth, for tests that run over all of them."""
FOLDER: Final = Path(__file__).parent


def folder_of(name: str) -> Path:
    """The package of a game, as a folder."""
    with registered():
        file = import_module(GAMES[name].package).__file__
    assert file is not None
    return Path(file).parent


def register(patch: pytest.MonkeyPatch) -> None:
    """Add the fifth game by the line that a new game adds."""
    patch.setitem(GAMES, NAME, Modules("tests.fifth_game.block", "tests.fifth_game.scene", "tests.fifth_game.wording"))


@contextmanager
def registered() -> Iterator[None]:
    """The fifth game registered for a while."""
    with pytest.MonkeyPatch.context() as patch:
        register(patch)
        yield
