"""Sentences about practice tables and *Pass until my turn*, about replays and *How it went*, and about why a robot
prefers a move."""

from typing import Final

SENTENCES: Final[dict[str, str]] = {
    "TABLE/practice_none": "You have no practice table open; `/practice game:` opens one.",
    "TABLE/practice_taken": "You have a practice table already; `/practice` finds it, and lets you close it.",
    "TABLE/practice_level": "There is no level {given}; choose one from the list.",
    "TABLE/practice_hint": "Hints are given at practice tables only; `/practice` opens one in your DM.",
    "rack/time_ran_out": "Your time ran out, so the table acted for you.",
    "rack/said": "You said: {said}.",
    "TABLE/practice_hide": "There is nobody here to hide your hand from.",
    "TABLE/practice_share": "There is nobody here to share it with.",
    "TABLE/shared_lately": "Something of this table was posted a moment ago; you can post again {when}.",
    "TABLE/seat_closed": (
        "Hand {number} opens to everybody when the session ends. Until then you can look at it as everybody saw it, or "
        "from your own seat if you were dealt into it."
    ),
    "TABLE/share_failed": "I could not post it: the table's channel takes no messages from me.",
    "TABLE/practice_again": "This was a practice table; `/practice game:` opens another.",
    "TABLE/practice_dm": (
        "I could not write to you. Allow direct messages from this server (its menu, Privacy Settings), or add this "
        "app to your account, and try `/practice` again."
    ),
    "practice/greeting": (
        "**Practice: {title}.** You play with robots, and nothing counts: no tally, no records. **{button:hint}** says "
        "what an old hand would do and why. Where there is only one thing that you could press, it is pressed for you. "
        "**{button:practice.close}** ends it."
    ),
    "practice/first_greeting": (
        "**Your first hand of {title}.** It is prepared: nothing was shuffled, nothing counts, and you can win it. "
        "The line with 👉 says what to press, and why."
    ),
    "practice/first_line": "-# A prepared hand: nothing was shuffled, and nothing counts.",
    "practice/first_over": (
        "-# That was the prepared hand. **{button:practice.begin}** opens a table whose hands are shuffled."
    ),
    "log/table.prepared": "-# This hand was prepared for beginners; nothing was shuffled.",
    "practice/coach": "👉 **{move}** · {why}",
    "coach/plain": "That serves you best here.",
    "practice/watch": "👉 Watch: the others play.",
    "practice/settling": "👉 A moment: your move is made.",
    "practice/line": "-# Practice: nothing counts. **{button:hint}** says what an old hand would do.",
    "practice/over": "-# Practice is over; none of it went into a tally.",
    "practice/opened": "Your practice table of {title} is in your DM: {link}",
    "practice/close_open": "Close the open table",
    "practice/open": "Your practice table of {title} is open: {link}",
    "practice/another": (
        "You have a practice table of {title} open: {link} Continue there, or close it and open the new one."
    ),
    "practice/closed": "Your practice table is closed.",
    "practice/hint": "**{move}**. An old hand would say: “{why}”",
    "practice/hint_does": "-# {does}.",
    "practice/hint_wait": (
        "An old hand would wait a moment, in case somebody else still calls. You can already press {labels}."
    ),
    "practice/hint_silent": "An old hand would leave it at that. You can still press {labels}.",
    "practice/no_hint": "There is nothing for you to do now; an old hand would wait.",
    "plain/until_turn": "Keep saying this for you until your own turn; nobody else is told",
    "button_until_turn": "{verb} until my turn",
    "orders/on": "{move} on {topics}",
    "orders/unless": "{move} unless {topics}",
    "orders/until": "{move} until your turn",
    "orders/or": " or ",
    "ordered/unless": "unless; except",
    "ordered/until": "until",
    "ordered/my_turn": "my turn; my own turn; my next turn",
    "ordered/any": "any",
    "ordered/on": "on",
    "ordered/if": "if",
    "ordered/or": "or; and",
    "ordered/always": "always",
    "orders/holds": (
        "-# **{verb}** is said for you until your own turn comes; **{button:orders}** shows it and can cancel it."
    ),
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
    "went/began": "At first the hand was won by {shares}.",
    "went/turn": "**Step {step}:** {line}\n-# {name}: {before} → {after} of 100 deals",
    "went/steady": "No single step clearly changed that.",
    "went/ended": "Before the end it was won by {shares}.",
    "went/share": "{name} in {share}",
    "went/unit": "{shares} of 100 deals",
    "went/nothing": "Nothing was played in hand {number} that could have turned it.",
    "went/late": "That took too long. Ask again in a minute.",
    "robot/did_as_well": "I dealt what I cannot see {deals:time|times}, and {rival} did as well in all of them",
    "robot/came_out_level": "I dealt what I cannot see {deals:time|times}: this did better than {rival} in {better}, "
    "worse in {worse}, and came out as good as level",
    "robot/also": "{why}; {also}",
    "robot/even": "I see nothing between it and {rival}",
    "button/hint": "Hint",
    "button/practice.begin": "Practise",
    "front/greeting": (
        "**G'day! I deal bones.** **{button:learn.game}** teaches a game in some minutes, **{button:practice.begin}** "
        "opens a table with robots in your DM, and **{button:table.open}** opens a table here. If you cannot see "
        "pictures, `/me text value:on` gives you everything in words."
    ),
    "button/learn.game": "Learn",
    "button/table.open": "Play",
    "button/practice.first": "Play a first hand",
    "button/practice.close": "Close",
    "button/practice.new": "Close the open table and open the new one",
    "button/practice.again": "Practise again",
}
