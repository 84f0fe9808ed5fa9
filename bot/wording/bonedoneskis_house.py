"""The house rules of Bonedoneskis in words."""

from typing import Final

from bot.wording.house_rule import HouseRule

HOUSE: Final = {
    "call_window_s": HouseRule("Seconds to claim", "time", nothing="until all are done"),
    "choice_s": HouseRule("Seconds to choose", "time", nothing="no limit"),
    "bet_s": HouseRule("Seconds to bet", "time", nothing="no limit"),
    "nighty_night": HouseRule(
        "Reminders to claim", "mistakes", {"strict": "the bot says nothing", "reminders": "the bot reminds"}
    ),
    "tell_slept": HouseRule("Telling which powers were slept on", "mistakes"),
    "duty_callers": HouseRule(
        "Who may call others' duties", "mistakes", {"anyone": "anyone", "holder": "only the holder"}
    ),
    "max_seats": HouseRule("Most players", "deal"),
    "bring_in_reading": HouseRule(
        "How boards count for the bring-in", "deal", {"best": "at their best", "wild_only": "with wild cards alone"}
    ),
    "raise_cap": HouseRule("Most raises in a round", "play"),
    "uncapped_heads_up": HouseRule("No limit on raises for two", "play"),
    "live_bring_in": HouseRule("The bring-in may raise", "play"),
    "top_up": HouseRule("Adding chips between hands", "play"),
    "muck_losers": HouseRule("Losers keep their cards hidden", "play"),
    "trade_nine": HouseRule("Red nines that are trade cards", "cards", {"9h": "9♥", "9d": "9♦", "both": "9♥ and 9♦"}),
    "stale_fires": HouseRule("Stolen and old cards act again", "cards"),
    "eight_ball_turned": HouseRule("A turned-up 8 Ball may be used", "cards"),
    "duel_wrap": HouseRule("A duel with the player before", "cards"),
    "duel_folded": HouseRule("A duel with a folded player", "cards"),
    "krabler_may_fold": HouseRule("A Krabler may fold", "cards"),
    "extend_on_reveal": HouseRule("A turned-up card extends the game", "cards"),
    "dead_six_blocks": HouseRule("No copies of a dead red 6", "cards"),
    "schizo_basis": HouseRule(
        "When Schizo4nia counts",
        "cards",
        {"face_up": "whenever the card lies face up", "dealt_up": "only if it was dealt face up"},
    ),
    "codependent_down": HouseRule("2s join face down on the river", "cards"),
    "jack_down_wild": HouseRule("A paid jack stays wild face down", "cards"),
    "nuts_substitutes": HouseRule(
        "Wild cards in the stone cold nuts",
        "cards",
        {"all": "all of them", "wild_only": "wild cards alone", "none": "none"},
    ),
    "ante": HouseRule("Ante", "stakes"),
    "bring_in": HouseRule("Bring-in", "stakes"),
    "small_bet": HouseRule("Small bet", "stakes"),
    "big_bet": HouseRule("Big bet", "stakes"),
    "fee": HouseRule("Fee of the rules", "stakes"),
    "nine_pay": HouseRule("Pay for the 9 of spades", "stakes"),
    "chip": HouseRule("Smallest chip", "stakes"),
    "buy_in": HouseRule("Buy-in", "stakes"),
}
