"""The words of *More*: what people can do about a whole table, and of its end."""

from typing import Final

SENTENCES: Final[dict[str, str]] = {
    "button/table.more": "More",
    "button/table.last": "Last hand",
    "button/table.play_on": "Not the last",
    "button/table.away": "Away",
    "button/table.leave": "Leave",
    "button/table.leave.yes": "Leave the table",
    "button/table.leave.no": "Stay",
    "button/table.pause": "Pause",
    "button/table.close": "Close the table",
    "more/title": "**{title}** in {place}",
    "more/join": "Sit down as soon as a seat is free.",
    "more/last": "This hand is the last: it is played to its end, then the table closes.",
    "more/last_next": "The next hand is the last: it is played to its end, then the table closes.",
    "more/last_game": "This game is the last: it is played to its end, then the table closes.",
    "more/play_on": "The table closes after this. Let it go on after all.",
    "more/away": "A robot plays for you until you are back. Any button of yours brings you back.",
    "more/back": "A robot is playing for you.",
    "more/pause": "All clocks stand still until somebody resumes.",
    "more/resume": "The clocks go on.",
    "more/close": "Close the table now, if everybody agrees. What is under way is broken off and counts for nothing.",
    "more/close_between": "Close the table. All hands that were played count.",
    "more/leave": "Get up for good. A robot takes your seat.",
    "leave/hand": (
        "Leave {title} for good? A robot takes your seat and this hand. **{button:table.away}** lets one play until "
        "you are back."
    ),
    "leave/between": (
        "Leave {title} for good? A robot takes your seat. **{button:table.away}** lets a robot play until you are back."
    ),
    "leave/alone": "Leave {title} for good? No other person sits here, so the table closes.",
    "leave/done": "You have left the table; a robot has your seat.",
    "leave/closed": "The table is closed.",
    "leave/stayed": "You keep your seat.",
    "away/done": "A robot plays for you now. **{button:hand.back}** or any move of yours brings you back.",
    "last/called": "This hand is the last: it is played to its end, then the table closes.",
    "last/called/game": "This game is the last: it is played to its end, then the table closes.",
    "last/called/next": "The next hand is the last: it is played to its end, then the table closes.",
    "last/dropped": "The table plays on.",
    "board/last": "-# {by}: this hand is the last.",
    "board/last/outside": "-# This hand is the last.",
    "board/last/next": "-# {by}: the next hand is the last.",
    "board/last/next/outside": "-# The next hand is the last.",
    "board/last/game": "-# {by}: this game is the last.",
    "board/last/game/outside": "-# This game is the last.",
    "board/close_silence": "Without a no, the table closes {when}.",
    "close/silence": "The others are asked. Without a no, the table closes {when}.",
    "log/table.last_hand": "The last hand is called.",
    "log/table.last_hand/by": "{by} calls the last hand.",
    "log/table.last_hand_dropped": "It is not the last hand after all.",
    "log/table.last_hand_dropped/by": "{by} wants to play on: it is not the last hand after all.",
    "TABLE/last_said": "That has been said already; **{button:table.play_on}** takes it back.",
    "TABLE/last_not_said": "Nobody has called the last hand.",
    "TABLE/away_already": "A robot is playing for you already; **{button:hand.back}** brings you back.",
}
