"""The wording of Bonedoneskis."""

from typing import Final

from bot.wording.game_wording import read_wording

WORDING: Final = read_wording(
    "bonedoneskis",
    themes={
        "time": ("call_window_s", "choice_s", "bet_s"),
        "mistakes": ("nighty_night", "tell_slept", "duty_callers"),
        "deal": ("max_seats", "bring_in_reading"),
        "play": ("raise_cap", "uncapped_heads_up", "live_bring_in", "top_up", "muck_losers"),
        "cards": (
            "trade_nine", "stale_fires", "eight_ball_turned", "duel_wrap", "duel_folded", "krabler_may_fold",
            "extend_on_reveal", "dead_six_blocks", "schizo_basis", "codependent_down", "jack_down_wild",
            "nuts_substitutes",
        ),
        "stakes": ("ante", "bring_in", "small_bet", "big_bet", "fee", "nine_pay", "chip", "buy_in"),
    },
)  # fmt: skip
