"""The wording of Block."""

from typing import Final

from bot.wording.game_wording import read_wording

WORDING: Final = read_wording(
    "../../tests/fifth_game/block-dominoes", themes={"deal": ("dealt", "lead"), "end": ("game_points",)}
)
