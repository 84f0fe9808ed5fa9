"""The wording of each game."""

from typing import Final

from bot.wording import bonedoneskis, duo, lombardy, pussers
from bot.wording.game_wording import GameWording

GAMES: Final[dict[str, GameWording]] = {
    "pussers-bones": pussers.WORDING,
    "lombardy-bones": lombardy.WORDING,
    "duo-dominoes": duo.WORDING,
    "bonedoneskis": bonedoneskis.WORDING,
}
"""The wording by game. Add a line for each new game."""
