"""The wording of Lombardy Bones."""

from typing import Final

from bot.wording.game_wording import read_wording

WORDING: Final = read_wording(
    "dominoes",
    "lombardy-bones",
    themes={
        "time": ("call_mode", "score_closes", "renege_closes", "last_call_s"),
        "mistakes": (
            "lead", "scores", "reneges", "wrong_score_penalty", "renege_penalty", "false_renege_penalty",
            "missed_doubles", "drawn_double", "restart_scores",
        ),
        "deal": ("direction", "boneyard_reserve"),
        "play": ("spinner_ends_count", "pass_when_able", "pass_before_draw", "all_pass"),
        "points": ("tie_share", "zero_floor"),
        "end": ("target", "target_check", "game_tie"),
    },
)  # fmt: skip
