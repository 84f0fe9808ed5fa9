"""The registered games, by name. A game is loaded at its first use."""

from collections.abc import KeysView
from importlib import import_module
from typing import TYPE_CHECKING, Final

from games.core.game import AnyGame, Cover

if TYPE_CHECKING:
    from games.core.game import Game

PACKAGES: Final[dict[str, str]] = {
    "pussers-bones": "games.pussers",
    "lombardy-bones": "games.lombardy",
    "duo-dominoes": "games.duo",
    "bonedoneskis": "games.bonedoneskis",
}
"""The package of each game. A new game adds its line."""
NAMES: Final[KeysView[str]] = PACKAGES.keys()
"""The names of all registered games, in the order in which they are listed."""


def cover(name: str) -> Cover:
    """The cover of the game called `name`. Raises KeyError for a name that is not in `NAMES`."""
    module: Cover = import_module(PACKAGES[name])
    return module


def game(name: str) -> AnyGame:
    """The game called `name`. Raises KeyError for a name that is not in `NAMES`."""
    module: AnyGame = import_module(f"{PACKAGES[name]}.game")
    return module


if TYPE_CHECKING:  # A game that lacks or mistypes a member fails type checking here.
    from games import bonedoneskis, duo, lombardy, pussers
    from games.bonedoneskis import events as bonedoneskis_events
    from games.bonedoneskis import game as bonedoneskis_game
    from games.bonedoneskis import moves as bonedoneskis_moves
    from games.bonedoneskis import state as bonedoneskis_state
    from games.bonedoneskis import view as bonedoneskis_view
    from games.duo import events as duo_events
    from games.duo import game as duo_game
    from games.duo import moves as duo_moves
    from games.duo import state as duo_state
    from games.duo import view as duo_view
    from games.lombardy import events as lombardy_events
    from games.lombardy import game as lombardy_game
    from games.lombardy import moves as lombardy_moves
    from games.lombardy import state as lombardy_state
    from games.lombardy import view as lombardy_view
    from games.pussers import events as pussers_events
    from games.pussers import game as pussers_game
    from games.pussers import moves as pussers_moves
    from games.pussers import state as pussers_state
    from games.pussers import view as pussers_view

    COVERS: tuple[Cover, ...] = (pussers, lombardy, duo, bonedoneskis)
    PUSSERS: Game[pussers_state.State, pussers_events.Event, pussers_moves.Move, pussers_view.View] = pussers_game
    LOMBARDY: Game[lombardy_state.State, lombardy_events.Event, lombardy_moves.Move, lombardy_view.View] = lombardy_game
    DUO: Game[duo_state.State, duo_events.Event, duo_moves.Move, duo_view.View] = duo_game
    BONEDONESKIS: Game[
        bonedoneskis_state.State, bonedoneskis_events.Event, bonedoneskis_moves.Move, bonedoneskis_view.View
    ] = bonedoneskis_game
