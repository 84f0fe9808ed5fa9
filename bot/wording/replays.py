"""Sentences about replays, about how a hand went, and about why a robot prefers a move."""

from typing import Final

SENTENCES: Final[dict[str, str]] = {
    "TABLE/practice_share": "There is nobody here to share it with.",
    "TABLE/shared_lately": "Something of this table was posted a moment ago; you can post again {when}.",
    "TABLE/seat_closed": (
        "Hand {number} opens to everybody when the session ends. Until then you can look at it as everybody saw it, or "
        "from your own seat if you were dealt into it."
    ),
    "TABLE/share_failed": "I could not post it: the table's channel takes no messages from me.",
    "replay/shared": "{name} shows a step of a finished hand:",
    "replay/posted": "It is posted in {place}, as everybody saw it.",
    "replay/jump": "Jump to a step; ★ scored",
    "replay/item": "{step}. {line}",
    "replay/score": "★ {step}. {line}",
    "button/replay.share": "Share",
    "replay/seats": "Look from another seat",
    "replay/everybody": "As everybody saw it",
    "replay/seat": "{seat}. {name}",
    "button/replay.call": "Next call",
    "button/replay.score": "Next score",
    "button/replay.went": "How it went",
    "went/title": "**How hand {number} went**, from what everybody saw\n"
    "-# For each figure the bot dealt the hidden pieces {deals} times and counted {wins}. "
    "Other deals would move it by up to {margin}.",
    "went/wins": "who would win",
    "went/began": "At the start: {shares}.",
    "went/turn": "**Step {step}:** {line}\n-# {name}: {before} → {after} of 100 deals",
    "went/steady": "No single step clearly changed that.",
    "went/ended": "Before the end: {shares}.",
    "went/share": "{name} in {share}",
    "went/unit": "{shares} of 100 deals",
    "went/nothing": "Nothing was played in hand {number} that could have turned it.",
    "went/late": "That took too long. Ask again in a minute.",
    "robot/next": "the hand is over",
    "robot/did_as_well": "I dealt what I cannot see {deals:time|times}, and {rival} did as well in all of them",
    "robot/came_out_level": "I dealt what I cannot see {deals:time|times}: this did better than {rival} in {better} "
    "and worse in {worse}, and on average about as well",
    "robot/also": "{why}; {also}",
    "robot/even": "I see nothing between it and {rival}",
    "replay/hand": "Hand {number}",
    "replay/step": "Hand {number}, step {step} of {most}",
    "replay/why_later": "-# The robots give their reasons when the session ends; they would give away hidden hands.",
    "replay/table": "{number}: {title}, {on}",
    "replay/why_lost": "-# {name} can no longer say why: it would decide differently now, or takes too long.",
    "replay/why_unknown": "-# Nobody knows any more why {name} did this: the robot has left the table.",
    "replay/then/robot": "Seat {seat} (a robot then)",
    "replay/then/person": "Seat {seat} (a person then)",
    "replay/then/somebody": "Seat {seat} (as it was then)",
    "replay/move": "-# {name} ({move})",
    "replay/why": "-# {name} ({move}): “{why}”",
    "replay/why_hurried": "-# {name} ({move}), short of time, so it played as an old hand: “{why}”",
}
