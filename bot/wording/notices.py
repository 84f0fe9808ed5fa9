"""Sentences about the start of a game, and notices of turns."""

from typing import Final

SENTENCES: Final[dict[str, str]] = {
    "TABLE/start_again": "Everybody here was called a short while ago; name a start after {when}.",
    "notify/usual": "You get a message when the table reminds you, and by correspondence also when your turn begins.",
    "notify/off": "You get no direct messages about your turns. A reminder in the channel still names you.",
    "notify/every": "You get a message when each of your turns begins, and when the table reminds you.",
    "notify/daily": (
        "By correspondence you get one message a day, at 18:00 in your time zone; at live tables you get one when "
        "the table reminds you."
    ),
    "notify/after": (
        "You get a message when a table has waited {seconds:second|seconds} for you, and at its second reminder "
        "at the latest."
    ),
    "digest/head": "These tables are waiting for you. **{button:hand.show}** there shows your moves:",
    "digest/line": "{title} in {place}: waiting since {since}; a robot plays your seat from {stand_in}.",
    "digest/morning": (
        "Your quiet hours are over. These tables are waiting for you; **{button:hand.show}** there shows your moves:"
    ),
    "digest/question": "{title} in {place}: everybody there is asked a question.",
    "digest/away": (
        "Robots are playing for you at these tables. They go on for as long as you like; "
        "**{button:hand.show}** there gives you "
        "your seat back:"
    ),
    "digest/away_line": "{title} in {place}",
    "digest/more": "{count:more|more}",
}
