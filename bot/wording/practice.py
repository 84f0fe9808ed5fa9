"""Sentences about practice tables, their hints, and prepared hands."""

from typing import Final

SENTENCES: Final[dict[str, str]] = {
    "TABLE/practice_none": "You have no practice table open; `/practice game:` opens one.",
    "TABLE/practice_taken": "You have a practice table already; `/practice` finds it, and lets you close it.",
    "TABLE/practice_level": "There is no level {given}; choose one from the list.",
    "TABLE/practice_hint": "Hints are given at practice tables only; `/practice` opens one in your DM.",
    "TABLE/practice_hide": "There is nobody here to hide your hand from.",
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
    "practice/settling": "👉 Your move is made. Wait a moment.",
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
    "button/hint": "Hint",
    "button/practice.begin": "Practise",
    "button/practice.first": "Play a first hand",
    "button/practice.close": "Close",
    "button/practice.new": "Close the open table and open the new one",
    "button/practice.again": "Practise again",
}
