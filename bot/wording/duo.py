"""The wording of Duo Dominoes."""

from typing import Final

from bot.wording.game_wording import read_wording

WORDING: Final = read_wording(
    "dominoes",
    "duo-dominoes",
    themes={
        "mistakes": ("auto_pass",),
        "deal": ("next_starter", "new_game_start", "redeal_doubles"),
        "points": ("out_counts",),
        "end": ("game_points", "match_games"),
    },
)
