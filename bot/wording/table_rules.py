"""The words of the house rules of tables, and of rules that several games have."""

from typing import Final

from bot.wording.house_rule import HouseRule

_WAITS: Final = {
    "usual": "as usual at this pace",
    "20s": "20 seconds",
    "45s": "45 seconds",
    "2m": "2 minutes",
    "5m": "5 minutes",
    "15m": "15 minutes",
    "1h": "1 hour",
    "4h": "4 hours",
    "8h": "8 hours",
    "24h": "24 hours",
    "48h": "48 hours",
    "7d": "7 days",
    "never": "never",
}
OF_SEVERAL_GAMES: Final = {
    "call_mode": HouseRule(
        "How calls are timed",
        "time",
        {
            "race": "a race",
            "courtesy": "the same few seconds for every call",
            "everyone-decides": "until everyone has answered",
        },
    ),
    "courtesy_seconds": HouseRule("Seconds to call", "time"),
    "decide_timeout_s": HouseRule("Seconds to decide", "time", nothing="no limit"),
    "race_grace_ms": HouseRule("Grace for slow connections", "time"),
    "enforcement": HouseRule(
        "Mistakes", "mistakes", {"guarded": "the bot prevents them", "faithful": "they can be made, and cost"}
    ),
    "mistaken_calls": HouseRule("Mistaken calls", "mistakes", {"on": "can be made", "off": "are prevented"}),
}
"""The words of rules that several games have. A game may have its own words for one of them."""
OF_TABLES: Final = {
    "tempo": HouseRule("Tempo of robots", "time", {"calm": "calm", "brisk": "brisk", "at_once": "at once"}),
    "banter": HouseRule("Banter of robots", "table"),
    "reminded_after": HouseRule("First reminder", "time", _WAITS),
    "vote_after": HouseRule("When the others may vote", "time", _WAITS),
    "stand_in_after": HouseRule("When a robot replaces a player", "time", _WAITS),
    "next_hand_after": HouseRule("When the next hand is dealt", "time", _WAITS),
    "tally": HouseRule(
        "What goes into the tally", "stakes", {"stake": "a fixed stake", "points": "points less the mean"}
    ),
    "stake": HouseRule("Stake in the tally", "stakes"),
    "post": HouseRule(
        "When the tally is entered", "stakes", {"hand": "after each hand or game", "session": "in one entry at the end"}
    ),
    "stand_ins_score": HouseRule(
        "Who scores a hand that changed hands",
        "stakes",
        {"player": "the player who began it", "robot": "whoever ended it", "split": "half each"},
    ),
    "text_only": HouseRule("Boards in words", "table"),
    "cloth": HouseRule("Cloth", "table", {"felt": "green felt", "blanket": "a blue blanket with a black stripe"}),
    "start": HouseRule(
        "How the game starts", "table", {"button": "by the button", "full": "also when all seats are taken"}
    ),
    "secrets": HouseRule(
        "When secrets open", "table", {"session": "when the session ends", "hand": "after every hand"}
    ),
}
"""The words of rules of the table itself."""
VALUES: Final = {
    "on": "on",
    "off": "off",
    "allowed": "allowed",
    "not_allowed": "not allowed",
    "required": "required",
    "forbidden": "forbidden",
    "as_enforcement": "as the rule on mistakes says",
}
"""The words of values that mean the same in every rule."""
THEMES: Final = {
    "theme/time": "Calls and clocks",
    "theme/time:plain": "How long the table listens, when it reminds and replaces a player, and how long robots think.",
    "theme/mistakes": "Mistakes",
    "theme/mistakes:plain": "Whether they can be made, who points them out, and what they cost.",
    "theme/deal": "Before the first move",
    "theme/deal:plain": "Who sits where, who begins, and how the pieces are dealt.",
    "theme/play": "In the middle of a hand",
    "theme/play:plain": "What a player may or must do in a turn.",
    "theme/cards": "What cards do",
    "theme/cards:plain": "How the rules of single cards are read.",
    "theme/hands": "Hands that count",
    "theme/hands:plain": "What a hand must be, and what the fixed ones pay.",
    "theme/points": "Points and doubles",
    "theme/points:plain": "What a hand is worth.",
    "theme/end": "How it ends",
    "theme/end:plain": "When the sheet, the game or the match is over.",
    "theme/stakes": "Stakes and the tally",
    "theme/stakes:plain": "What is played for, and what goes into the crew's books.",
    "theme/table": "The table itself",
    "theme/table:plain": "Names, looks, the start, and when secrets open.",
}
"""The titles of the themes of house rules, in the order of the menu, and a sentence about each."""
